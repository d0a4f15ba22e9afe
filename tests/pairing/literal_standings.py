"""C.07 carried out to the letter, for players and for teams: a second opinion on standings.

It is independent of the engine: `literal_events` makes its events from nothing but the records of
tournaments, and the conversion tables are FIDE's as they are printed. Slow and plain: each article is a
function that counts from the rounds again. Where the text leaves room it follows the readings of
docs/rules/tie-breaks.md. Points are fractions of a point.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import zip_longest
from math import floor
from pathlib import Path
from typing import NamedTuple

type Value = int | Fraction | None

_TABLES = json.loads(
    (Path(__file__).parent.parent / "data" / "ratings" / "cases.json").read_text(), parse_float=str
)["tables"]

PLAYED = "1=0WDL"
WON = "1W"
# For tie-breaks by rating a game brings 1, ½ or 0, whatever the event gives for it.
AT_THE_BOARD = dict(zip(PLAYED, (1, Fraction(1, 2), 0, 1, Fraction(1, 2), 0), strict=True))
# 16.2: byes that were asked for, and a round of which nothing is known; and with a forfeit all rounds that
# were voluntarily not played.
REQUESTED = "HZ "
VOLUNTARY = f"{REQUESTED}-"


def total(values: Iterable[Fraction]) -> Fraction:
    return sum(values, Fraction(0))


class Worth(NamedTuple):
    """What a win, a draw and a loss are worth in one score."""

    win: Fraction
    draw: Fraction
    loss: Fraction

    @property
    def most(self) -> Fraction:
        return max(self)


class Round(NamedTuple):
    """One round of one participant; `kind` is the letter that report files have for it."""

    number: int
    kind: str
    opponent: int | None = None
    black: bool = False
    # In the score that counts, and for teams in the other one, and at each board.
    points: Fraction = Fraction(0)
    other: Fraction = Fraction(0)
    boards: tuple[Fraction, ...] = ()

    @property
    def played(self) -> bool:
        return self.opponent is not None and self.kind in PLAYED

    @property
    def asked_for(self) -> bool:
        """16.2: a bye that was asked for; a forfeit without an opponent is one too."""
        return self.opponent is None and self.kind in VOLUNTARY

    @property
    def voluntary(self) -> bool:
        return self.asked_for or (self.opponent is not None and self.kind == "-")


class Contribution(NamedTuple):
    """What a round brings to a Buchholz, and as a product with the points made in it to other tie-breaks."""

    round: int
    score: Fraction
    points: Fraction
    voluntary: bool

    @property
    def product(self) -> Fraction:
        return self.score * self.points


@dataclass(frozen=True, eq=False)
class Event:
    """The rounds that are over, by pairing number."""

    rows: dict[int, tuple[Round, ...]]
    rounds: int
    announced: int
    worth: Worth
    other_worth: Worth
    ratings: dict[int, int | None]
    later: dict[int, tuple[tuple[int, int | None], ...]]
    # How often everybody meets everybody, 0 in a Swiss; and whose games then do not count (C.05 6.6).
    cycles: int = 0
    out: frozenset[int] = frozenset()
    by_matches: bool = True
    # 16.4 caps the dummy since 2026.
    capped: bool = True

    @cached_property
    def counting(self) -> dict[int, tuple[Round, ...]]:
        """The rounds that count: those with a result, unless the opponent is left out (C.05 6.6)."""
        return {
            number: tuple(
                one
                for one in row
                if not (one.opponent is not None and one.kind == " ")
                and (number in self.out or one.opponent not in self.out)
            )
            for number, row in self.rows.items()
        }

    @cached_property
    def points(self) -> dict[int, Fraction]:
        return {number: total(one.points for one in row) for number, row in self.counting.items()}

    @cached_property
    def other_score(self) -> Event:
        """The same event with the two scores of teams exchanged (13)."""
        rows = {
            number: tuple(one._replace(points=one.other, other=one.points) for one in row)
            for number, row in self.rows.items()
        }
        return replace(
            self,
            rows=rows,
            worth=self.other_worth,
            other_worth=self.worth,
            by_matches=not self.by_matches,
        )

    def by(self, score: str) -> Event:
        return self if not score or (score == "MP") == self.by_matches else self.other_score

    @cached_property
    def fore(self) -> Event:
        """8.3: as if every paired game of the final round had been drawn."""
        if self.rounds < self.announced:
            return self

        def drawn(one: Round) -> Round:
            if one.number != self.rounds or one.opponent is None or one.kind == " ":
                return one
            # What was not played over the board was not, but it counts as a game.
            return one._replace(kind="=" if one.kind in PLAYED else "drawn", points=self.worth.draw)

        return replace(self, rows={number: tuple(map(drawn, row)) for number, row in self.rows.items()})

    def is_game(self, one: Round, *, forfeits: bool) -> bool:
        """Whether the round is a game against the opponent: forfeits in round robins (15.2), and with /P."""
        return one.opponent is not None and (
            one.kind in PLAYED or one.kind == "drawn" or forfeits or self.cycles > 0
        )

    # -- 8, 9, 16 -----------------------------------------------------------------------------------

    @cached_property
    def adjusted(self) -> dict[int, Fraction]:
        """16.3: the scores that the opponents count."""
        if self.cycles:
            return self.points
        return {
            number: self.points[number]
            + total(
                self.worth.draw - one.points
                for place, one in enumerate(row)
                if one.asked_for and all(later.voluntary for later in row[place + 1 :])
            )
            for number, row in self.rows.items()
        }

    def dummy(self, number: int, one: Round) -> Fraction:
        """16.4."""
        own = self.points[number]
        if not self.capped:
            return own
        if one.opponent is None:
            return min(own, self.worth.draw * self.rounds)
        return min(own, self.adjusted[one.opponent])

    def contributions(self, number: int, *, forfeits: bool) -> list[Contribution]:
        found = []
        for one in self.counting[number]:
            if one.opponent is not None and self.is_game(one, forfeits=forfeits):
                found.append(Contribution(one.number, self.adjusted[one.opponent], one.points, False))
            elif not self.cycles:
                score = self.dummy(number, one)
                found.append(Contribution(one.number, score, one.points, one.voluntary))
        return found

    def buchholz(self, number: int, *, forfeits: bool) -> Fraction:
        return total(one.score for one in self.contributions(number, forfeits=forfeits))

    # -- 10 -----------------------------------------------------------------------------------------

    def rating(self, number: int, round_: int, unrated: int | None) -> int | None:
        """10: the rating that counts in the round."""
        known = self.ratings[number] or unrated
        for begin, later in self.later.get(number, ()):
            if begin <= round_:
                known = later or unrated
        return known

    def ratings_met(self, number: int, unrated: int | None) -> list[tuple[int, int, Fraction]]:
        """The opponents met over the board, with rating and result; nobody has any if ratings are missing."""
        for one in self.rows.keys() - self.out:
            if any(self.rating(one, round_, unrated) is None for round_ in range(1, self.rounds + 1)):
                return []
        found = []
        for one in self.counting[number]:
            if one.opponent is not None and one.played:
                rating = self.rating(one.opponent, one.number, unrated)
                if rating is not None:
                    found.append((one.opponent, rating, Fraction(AT_THE_BOARD[one.kind])))
        return found


def half_up(value: Fraction) -> int:
    return floor(value + Fraction(1, 2))


# B.02 8.1.2, in percent for the stronger player at each difference; beyond the last one 100.
EXPECTED = [
    int(100 * Fraction(line["H"]))
    for line in _TABLES["D_to_PD"]
    if line["to"] is not None
    for _ in range(line["from"], line["to"] + 1)
]


def expected(difference: int) -> int:
    """B.02 8.1.2, in percent, without the limit of 400."""
    size = abs(difference)
    stronger = EXPECTED[size] if size < len(EXPECTED) else 100
    return stronger if difference >= 0 else 100 - stronger


def performance(event: Event, number: int, unrated: int | None) -> int | None:
    """10.2."""
    met = event.ratings_met(number, unrated)
    if not met:
        return None
    percent = half_up(Fraction(100 * sum(made for _, _, made in met), len(met)))
    difference = _TABLES["p_to_dp"][f"{percent // 100}.{percent % 100:02}"]
    return half_up(Fraction(sum(rating for _, rating, _ in met), len(met))) + int(difference)


@lru_cache(maxsize=1000)
def perfect_performance(event: Event, number: int, unrated: int | None) -> int | None:
    """10.3: the lowest rating that would have made the score expected: by hundreds first, then one by one."""
    met = event.ratings_met(number, unrated)
    if not met:
        return None
    percent, ratings = int(100 * sum(made for _, _, made in met)), [rating for _, rating, _ in met]
    if not percent:
        return min(ratings) - 800
    candidate = min(ratings) - len(EXPECTED)
    for step in (100, 1):
        while sum(expected(candidate + step - 1 - rating) for rating in ratings) < percent:
            candidate += step
    return candidate


# -- a code and its value ---------------------------------------------------------------------------


class Code(NamedTuple):
    """A code and its modifiers, as MTB26 writes them."""

    base: str
    score: str
    words: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Code:
        first, *words = text.split("/")
        base, _, score = first.partition(":")
        return cls(base, score, tuple(words))

    def number(self, letter: str) -> int | None:
        return next((int(word[1:]) for word in self.words if word[0] == letter), None)

    @property
    def forfeits(self) -> bool:
        return "P" in self.words

    @property
    def low(self) -> int:
        return self.number("C") or self.number("M") or 0

    @property
    def high(self) -> int:
        return self.number("M") or 0


def less(values: Sequence[Fraction], code: Code) -> list[Fraction]:
    """14: without the lowest values, and then without the highest."""
    left = sorted(values)[code.low :]
    return left[: len(left) - code.high] if code.high else left


def buchholz(event: Event, code: Code, number: int) -> Fraction:
    """8.1, 14.1 to 14.4; 16.5: of rounds that were voluntarily not played the lowest goes first."""
    left = event.contributions(number, forfeits=code.forfeits)
    for _ in range(min(code.low, len(left))):
        left.remove(min([one for one in left if one.voluntary] or left, key=lambda one: one.score))
    for _ in range(min(code.high, len(left))):
        left.remove(max(left, key=lambda one: one.score))
    return total(one.score for one in left)


def products(left: list[Contribution], code: Code) -> Fraction:
    """9.1, 13.2, 14.1: the product of the lowest score is left out, and of several such the lowest one.

    16.5: the lowest product of a round that was voluntarily not played instead, unless it is lower than that.
    """
    left = list(left)
    for _ in range(min(code.low, len(left))):
        least = min(left, key=lambda one: (one.score, one.points))
        missed = [one for one in left if one.voluntary]
        if missed:
            lowest = min(missed, key=lambda one: (one.product, one.score))
            if lowest.product >= least.product:
                least = lowest
        left.remove(least)
    return total(one.product for one in left)


def koya(event: Event, code: Code, number: int) -> Fraction:
    """9.2, 14.5: in a round robin against half of the games that count, C.05 6.6."""
    counting = len(event.rows) - len(event.out)
    games = event.cycles * max(counting - 1, 0) if event.cycles else event.rounds
    limit = games * event.worth.most / 2 + Fraction(code.number("L") or 0, 2)
    return total(
        one.points
        for one in event.counting[number]
        if one.opponent is not None and event.points[one.opponent] >= limit
    )


def standard_points(event: Event, number: int) -> Fraction:
    """7.7."""
    made = Fraction(0)
    for one in event.counting[number]:
        against = event.worth.draw
        if one.opponent is not None:
            against = next(row for row in event.rows[one.opponent] if row.number == one.number).points
        made += 1 if one.points > against else Fraction(1, 2) if one.points == against else 0
    return made


def running_scores(event: Event, number: int) -> list[Fraction]:
    """7.5: the score after each round."""
    return [
        total(one.points for one in event.counting[number] if one.number <= round_)
        for round_ in range(1, event.rounds + 1)
    ]


def mean(values: Sequence[Fraction | int]) -> Fraction | None:
    return Fraction(sum(values)) / len(values) if values else None


def rounded(value: Fraction | None) -> int | None:
    return None if value is None else half_up(value)


def average_of_buchholz(event: Event, code: Code, number: int) -> Fraction | None:
    """8.2."""
    counted = event.fore if "F" in code.words else event
    return mean(
        [
            counted.buchholz(one.opponent, forfeits=code.forfeits)
            for one in event.counting[number]
            if one.opponent is not None and one.played
        ]
    )


def average_rating(event: Event, code: Code, number: int) -> int | None:
    """10.1."""
    ratings = [Fraction(rating) for _, rating, _ in event.ratings_met(number, code.number("U"))]
    return rounded(mean(less(ratings, code)))


def average_performance(
    of: Callable[[Event, int, int | None], int | None],
) -> Callable[[Event, Code, int], int | None]:
    """10.4, 10.5."""

    def average(event: Event, code: Code, number: int) -> int | None:
        unrated = code.number("U")
        met = [of(event, opponent, unrated) for opponent, _, _ in event.ratings_met(number, unrated)]
        return rounded(mean([one for one in met if one is not None]))

    return average


def extended_sonneborn_berger(event: Event, code: Code, number: int) -> Fraction:
    """13.2: the first letter names the score of the opponents, the second one's own."""
    theirs, own = event.by(f"{code.base[1]}P"), event.by(f"{code.base[2]}P")
    made = {one.number: one.points for one in own.counting[number]}
    found = theirs.contributions(number, forfeits=code.forfeits)
    return products([one._replace(points=made[one.round]) for one in found], code)


def schedule_strength(event: Event, code: Code, number: int) -> Fraction:
    """13.4."""
    factor = code.number("K")
    if factor is None:
        factor = max(1, floor(event.announced * event.worth.most / event.other_worth.most))
    schedule = (event.fore if "F" in code.words else event).buchholz(number, forfeits=code.forfeits)
    return event.other_score.points[number] + schedule / factor


def rounds_won(event: Event, _code: Code, number: int) -> int:
    """7.1."""
    return sum(
        one.kind in WON if one.played else one.points == event.worth.win for one in event.counting[number]
    )


def counts(holds: Callable[[Round], bool]) -> Callable[[Event, Code, int], int]:
    return lambda event, _code, number: sum(map(holds, event.counting[number]))


ALONE: dict[str, Callable[[Event, Code, int], Value]] = {
    "PTS": lambda event, _code, number: event.points[number],
    "WIN": rounds_won,
    "WON": counts(lambda one: one.played and one.kind in WON),
    "BPG": counts(lambda one: one.played and one.black),
    "BWG": counts(lambda one: one.played and one.black and one.kind in WON),
    "PS": lambda event, code, number: total(running_scores(event, number)[code.low :]),
    "REP": counts(lambda one: not one.voluntary),
    "GE": counts(lambda one: not one.voluntary),
    "STD": lambda event, _code, number: standard_points(event, number),
    "TPN": lambda _event, _code, number: number,
    "BH": buchholz,
    "FB": lambda event, code, number: buchholz(event.fore, code, number),
    "AOB": average_of_buchholz,
    "SB": lambda event, code, number: products(event.contributions(number, forfeits=code.forfeits), code),
    "KS": koya,
    "ARO": average_rating,
    "TPR": lambda event, code, number: performance(event, number, code.number("U")),
    "PTP": lambda event, code, number: perfect_performance(event, number, code.number("U")),
    "APRO": average_performance(performance),
    "APPO": average_performance(perfect_performance),
    "RTNG": lambda event, code, number: event.ratings[number] or code.number("U"),
    "MPvGP": lambda event, _code, number: event.other_score.points[number],
    "EMMSB": extended_sonneborn_berger,
    "EMGSB": extended_sonneborn_berger,
    "EGMSB": extended_sonneborn_berger,
    "EGGSB": extended_sonneborn_berger,
    "SSSC": schedule_strength,
}


# -- among those who are level ----------------------------------------------------------------------


def encounters(event: Event, code: Code, number: int, among: Iterable[int]) -> dict[int, list[Fraction]]:
    """The points of each game against each of those who are level."""
    made: dict[int, list[Fraction]] = defaultdict(list)
    for one in event.counting[number]:
        if one.opponent is not None and one.opponent in among and event.is_game(one, forfeits=code.forfeits):
            made[one.opponent].append(one.points)
    return made


def parted(event: Event, code: Code, level: Sequence[int]) -> list[list[int]]:
    """6.2, 6.3: those who are level, separated once."""
    made = {number: encounters(event, code, number, level) for number in level}
    sums = {n: total(Fraction(sum(met)) / len(met) for met in made[n].values()) for n in level}
    missing = {number: len(level) - 1 - len(made[number]) for number in level}
    if not any(missing.values()):
        return [[n for n in level if sums[n] == value] for value in sorted(set(sums.values()), reverse=True)]
    groups, left = [], list(level)
    while len(left) > 1:
        ahead = [
            one
            for one in left
            if all(
                sums[one] + missing[one] * event.worth.loss > sums[n] + missing[n] * event.worth.most
                for n in left
                if n != one
            )
        ]
        if not ahead:
            break
        groups.append(ahead)
        left.remove(ahead[0])
    return [*groups, left]


def direct_encounter(event: Event, code: Code, level: Sequence[int]) -> list[list[int]]:
    """6: those who are separated start anew, until nobody is separated any more."""
    groups = parted(event, code, level)
    if len(groups) == 1:
        return groups
    return [smaller for group in groups for smaller in direct_encounter(event, code, group)]


def board_sums(event: Event, number: int) -> list[Fraction]:
    """12: what each board made in all matches."""
    return list(map(total, zip_longest(*(one.boards for one in event.counting[number]), fillvalue=0)))


def board_count(boards: Sequence[Fraction]) -> Fraction:
    """12.1."""
    return total(number * made for number, made in enumerate(boards, 1))


def by_top_boards(boards: Sequence[Fraction]) -> list[Fraction]:
    """12.2: more is better, from board 1 on."""
    return list(boards)


def by_bottom_boards(boards: Sequence[Fraction]) -> list[Fraction]:
    """12.3: more is better, without the last board, then without the last two."""
    return [total(boards[:left]) for left in range(len(boards) - 1, 0, -1)]


def by_boards(event: Event, steps: str, level: Sequence[int]) -> list[list[int]]:
    """The steps: C for the board count, T for the boards from the top, B without those at the bottom."""
    sums = {number: board_sums(event, number) for number in level}
    boards = max(map(len, sums.values()))
    keys: dict[int, tuple[Fraction, ...]] = {}
    for number, made in sums.items():
        filled = made + [Fraction(0)] * (boards - len(made))
        key: list[Fraction] = []
        for step in steps:
            key += (
                [-board_count(filled)]
                if step == "C"
                else by_top_boards(filled)
                if step == "T"
                else by_bottom_boards(filled)
            )
        keys[number] = tuple(key)
    return [[n for n in level if keys[n] == key] for key in sorted(set(keys.values()), reverse=True)]


STEPS = {"EDE": "", "EDEBT": "CT", "EDEBB": "CB", "EDET": "T", "EDEB": "B"}


def extended_encounter(
    event: Event, code: Code, level: list[int], *, secondary: bool = False, other_failed: bool = False
) -> list[list[int]]:
    """13.3: one score after the other; 13.3.2: between two teams that stay level, their boards."""
    if len(level) == 1:
        return [level]
    groups = parted(event.other_score if secondary else event, code, level)
    if len(groups) > 1:
        return [
            smaller
            for group in groups
            for smaller in extended_encounter(event, code, group, secondary=secondary)
        ]
    if not other_failed:
        return extended_encounter(event, code, level, secondary=not secondary, other_failed=True)
    return by_encounter_boards(event, code, level) if len(level) == 2 else [level]


def by_encounter_boards(event: Event, code: Code, level: Sequence[int]) -> list[list[int]]:
    """13.3.2: by the boards of the matches between the two that are encounters."""
    only = replace(
        event,
        rows={
            number: tuple(
                one for one in row if one.opponent in level and event.is_game(one, forfeits=code.forfeits)
            )
            for number, row in event.counting.items()
        },
    )
    return by_boards(only, STEPS[code.base], level)


def places(groups: list[list[int]]) -> dict[int, Value]:
    found: dict[int, Value] = {}
    for group in groups:
        found |= dict.fromkeys(group, len(found) + 1)
    return found


def among(event: Event, code: Code, level: list[int]) -> dict[int, Value]:
    """The values of a tie-break that depends on who is level; a place of one alone is none."""
    if code.base == "BC":
        games = event.by("GP")
        if len({games.points[number] for number in level}) > 1:
            return dict.fromkeys(level)
        return {number: board_count(board_sums(event, number)) for number in level}
    if len(level) == 1:
        return {level[0]: None}
    if code.base in STEPS:
        return places(extended_encounter(event, code, level))
    if code.base == "TBR":
        return places(by_boards(event, "T", level))
    if code.base == "BBE":
        return places(by_boards(event, "B", level))
    return places(direct_encounter(event, code, level))


LEVEL = frozenset({"DE", "OTHER_DE1", "BC", "TBR", "BBE", *STEPS})
ASCENDING = LEVEL | {"TPN"}


class Line(NamedTuple):
    rank: int
    values: dict[str, Value]


def ranked(event: Event, codes: Sequence[str]) -> dict[int, Line]:
    """4.2: by the first of the codes, and those who are level by the next one.

    Those left out are last (C.05 6.6). F.10 of 1998: a direct encounter for the first place alone.
    """
    everybody = sorted(event.rows)
    groups = [[n for n in everybody if n not in event.out], [n for n in everybody if n in event.out]]
    groups = [group for group in groups if group]
    values: dict[int, dict[str, Value]] = {number: {} for number in everybody}
    for text in codes:
        code = Code.of(text)
        counted = event.by(code.score)
        further: list[list[int]] = []
        for place, group in enumerate(groups):
            if code.base == "OTHER_DE1" and place:
                found = dict.fromkeys(group)
            elif code.base in LEVEL:
                found = among(counted, code, group)
            else:
                found = {number: ALONE[code.base](counted, code, number) for number in group}
            for number in group:
                values[number][text] = found[number]
            downwards = (code.base in ASCENDING) == ("R" in code.words)
            known = sorted({v for v in found.values() if v is not None}, reverse=downwards)
            further += [[n for n in group if found[n] == value] for value in known]
            further += [without] if (without := [n for n in group if found[n] is None]) else []
        groups = further
    lines: dict[int, Line] = {}
    for group in groups:
        rank = len(lines) + 1
        lines |= {number: Line(rank, values[number]) for number in group}
    return lines
