"""C and D of both older revisions carried out to the letter, attempt by attempt.

Slow beyond eight players or so, and independent of the engine's methods: no weights, no matching, just
nested loops over the attempts in the order of the text. Used as a second opinion on small positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby, permutations

from pairing.core import records
from pairing.core.records import Float, FloatRule, Record, Strength, make_records
from pairing.core.tournament import Tournament
from pairing.rating import edition_1998, edition_2012
from pairing.rating.search import Bracket, Target

type Couple = tuple[Record, Record]
type Couples = tuple[Couple, ...]
# All attempts on a bracket of a round, in the order of the procedure, that comply with its requirements.
type Attempts = Callable[[int, Bracket, Target], Iterator[Couples]]


# -- B.1, B.2 --------------------------------------------------------------------------------------------


def legal(one: Record, two: Record) -> bool:
    mine, yours = one.preference, two.preference
    clash = mine.colour is yours.colour and mine.strength is yours.strength is Strength.ABSOLUTE
    return two.number not in one.barred and (not clash or one.topscorer or two.topscorer)


def completable(players: Sequence[Record]) -> bool:
    """Whether everybody can be paired, except one who gets the bye if their number is odd."""
    if not players:
        return True
    first, rest = players[0], players[1:]
    if len(players) % 2 and first.may_take_bye and completable(rest):
        return True
    return any(legal(first, other) and completable([r for r in rest if r is not other]) for other in rest)


# -- D: the order of the attempts ----------------------------------------------------------------------


def transpositions(s2: Iterable[int], length: int) -> list[tuple[int, ...]]:
    """D.1: the first `length` numbers of every order of S2, in ascending order."""
    return sorted(permutations(s2, length))


def exchanges(s1: Sequence[int], s2: Sequence[int]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """D.2: the exact procedure for the exchange of 0, 1, 2, ... players."""
    for n in range(min(len(s1), len(s2)) + 1):
        s1_list = sorted(combinations(sorted(s1, reverse=True), n), reverse=True)
        s2_list = sorted(combinations(sorted(s2), n))
        differences = [sum(two) - sum(one) for one in s1_list for two in s2_list]
        for delta in range(min(differences), max(differences) + 1):
            for one in s1_list:
                for two in s2_list:
                    if sum(two) - sum(one) == delta:
                        yield one, two


def first_parts(bracket: Bracket, m1: int) -> Iterator[Couples]:
    """D.3, D.1.2: the pairs of `m1` players moved down with residents; in a joined bracket (C.4) with all."""
    for chosen in combinations(bracket.moved_down, m1):
        s2 = bracket.residents
        if bracket.joined:
            s2 = tuple(record for record in bracket.players if record not in chosen)
        for opponents in transpositions(range(len(s2)), m1):
            couples = tuple(zip(chosen, (s2[i] for i in opponents), strict=True))
            if all(legal(*couple) for couple in couples):
                yield couples


def remainders(group: Sequence[Record], pairs: int) -> Iterator[Couples]:
    """D.2, D.1.1: the pairs of a homogeneous bracket or a remainder."""
    bsns = range(len(group))
    for down, up in exchanges(bsns[:pairs], bsns[pairs:]):
        s1 = sorted({*bsns[:pairs], *up} - {*down})
        s2 = sorted({*bsns[pairs:], *down} - {*up})
        for partners in transpositions(s2, pairs):
            couples = tuple((group[a], group[b]) for a, b in zip(s1, partners, strict=True))
            if all(legal(*couple) for couple in couples):
                yield couples


def left_over(bracket: Bracket, couples: Couples) -> list[Record]:
    paired = {record for couple in couples for record in couple}
    return [record for record in bracket.players if record not in paired]


def allowed_to_stay(bracket: Bracket, couples: Couples) -> bool:
    """B.1.b: in the lowest bracket, the player left over gets the bye."""
    return not bracket.lowest or all(record.may_take_bye for record in left_over(bracket, couples))


# -- B: the requirements ---------------------------------------------------------------------------------


def refusals(couples: Couples, least: Strength = Strength.MILD, most: Strength = Strength.ABSOLUTE) -> int:
    """B.4: pairs with the same preference, of which the weaker is of a strength from `least` to `most`."""
    return sum(
        one.preference.colour is two.preference.colour
        and least <= min(one.preference.strength, two.preference.strength) <= most
        for one, two in couples
    )


def lower_ones(couples: Couples) -> list[Record]:
    """A.4: the upfloaters."""
    return [min(couple, key=lambda r: r.score) for couple in couples if couple[0].score != couple[1].score]


def again(players: Iterable[Record], float_: Float, rounds_ago: int) -> int:
    """B.5, B.6: how many players had this float `rounds_ago` rounds ago."""
    return sum(record.floats[rounds_ago - 1] is float_ for record in players)


def dropped(players: Iterable[Record], float_: Float) -> int:
    """1998: 0 when B.5 and B.6 are kept, 1 when B.6 must be dropped, 2 when B.5 must be dropped too."""
    bound = [record for record in players if not record.topscorer]
    return 2 if again(bound, float_, 1) else 1 if again(bound, float_, 2) else 0


# -- C.2 to C.11 -----------------------------------------------------------------------------------------


def attempts_of_1998(_number: int, bracket: Bracket, target: Target) -> Iterator[Couples]:
    """C.6 to C.11 of 1998 as nested loops, the innermost last."""
    wants = Counter(str(record.preference.colour or "") for record in bracket.players)
    q = (len(bracket.players) + 1) // 2
    x = max(wants["b"], wants["w"]) - q - (bracket.most_pairs - target.pairs)
    for limit in range(max(0, x), target.pairs + 1):
        for dropped_up in (0, 1, 2) if target.moved_down else (2,):
            for first in first_parts(bracket, target.moved_down):
                if dropped(lower_ones(first), Float.UP) > dropped_up:
                    continue
                group = left_over(bracket, first)
                for dropped_down in (0, 1, 2):
                    for rest in remainders(group, target.pairs - target.moved_down):
                        couples = first + rest
                        if (
                            allowed_to_stay(bracket, couples)
                            and refusals(couples) <= limit
                            and dropped(left_over(bracket, couples), Float.DOWN) <= dropped_down
                            and (not target.moved_down or dropped(lower_ones(rest), Float.UP) <= dropped_up)
                        ):
                            yield couples


def attempts_of_2012(number: int, bracket: Bracket, target: Target) -> Iterator[Couples]:
    """C.6 to C.10 of 2012: each requirement is lowered for the minimum number of pairs."""
    attempts = [
        first + rest
        for first in first_parts(bracket, target.moved_down)
        for rest in remainders(left_over(bracket, first), target.pairs - target.moved_down)
        if allowed_to_stay(bracket, first + rest)
    ]

    def lowered(couples: Couples) -> list[int]:
        left, up = left_over(bracket, couples), lower_ones(couples) if target.moved_down else []
        strong = refusals(couples, Strength.STRONG)
        absolute = refusals(couples, Strength.ABSOLUTE)
        colours = [strong - absolute, refusals(couples)] if number % 2 else [refusals(couples), strong]
        floats = [again(left, Float.DOWN, 1), again(left, Float.DOWN, 2)]
        return [absolute, *colours, *floats, again(up, Float.UP, 1), again(up, Float.UP, 2)]

    yield from sorted(attempts, key=lowered)


# -- C: the round ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Text:
    """The parts of one revision that differ for the round."""

    attempts: Attempts
    joined_may_be_homogeneous: bool
    same_scores: bool
    float_of: FloatRule
    bars_from_bye: Callable[..., bool]
    prepare: Callable[[Record], Record]


TEXTS = {
    "rating-1998": Text(
        attempts_of_1998,
        joined_may_be_homogeneous=True,
        same_scores=False,
        float_of=edition_1998.float_of,
        bars_from_bye=records.bars_by_1998,
        prepare=edition_1998.freed_in_last_round,
    ),
    "rating-2012": Text(
        attempts_of_2012,
        joined_may_be_homogeneous=False,
        same_scores=True,
        float_of=edition_2012.float_of,
        bars_from_bye=records.bars_by_2012,
        prepare=lambda record: record,
    ),
}


@dataclass(frozen=True)
class Done:
    """A paired bracket, and the players who left it by C.1."""

    bracket: Bracket
    target: Target
    couples: Couples
    gone: tuple[Record, ...]

    @property
    def floaters(self) -> tuple[Record, ...]:
        return ordered([*left_over(self.bracket, self.couples), *self.gone])


def ordered(records: Iterable[Record]) -> tuple[Record, ...]:
    return tuple(sorted(records, key=lambda record: record.rank))


def alone(record: Record, bracket: Bracket) -> bool:
    """C.1."""
    return not any(legal(record, other) for other in bracket.players if other is not record)


class LiteralRound:
    """One round by one revision's text."""

    def __init__(self, text: Text, number: int) -> None:
        self.text, self.number = text, number
        self.done: list[Done] = []

    def target(self, bracket: Bracket) -> Target:
        moved_down = len(bracket.moved_down)
        at_least_half = 2 * moved_down >= len(bracket.players)
        if at_least_half and (self.text.joined_may_be_homogeneous or not bracket.joined):
            moved_down = 0
        return Target(len(bracket.players) // 2, moved_down)

    def attempts(self, bracket: Bracket, target: Target) -> Iterator[Couples]:
        if target.moved_down <= target.pairs:
            yield from self.text.attempts(self.number, bracket, target)

    def pair(self, bracket: Bracket, target: Target) -> Couples | None:
        return next(self.attempts(bracket, target), None)

    def after_c14(self, bracket: Bracket, target: Target) -> Target:
        reached = next(first_parts(bracket, target.moved_down), None) is not None
        if reached:
            return Target(target.pairs - 1, min(target.moved_down, target.pairs - 1))
        if target.moved_down == 1:
            return Target(len(bracket.players) // 2, 0)
        return Target(target.pairs, target.moved_down - 1)

    def go_back(self, bracket: Bracket, target: Target) -> bool:
        """C.12."""
        if not bracket.moved_down:
            return False
        above = self.done[-1]
        before = left_over(above.bracket, above.couples)
        scores = sorted(record.score for record in before)
        for couples in self.attempts(above.bracket, above.target):
            other = left_over(above.bracket, couples)
            if set(other) == set(before):
                continue
            if self.text.same_scores and sorted(record.score for record in other) != scores:
                continue
            candidate = replace(above, couples=couples)
            if self.pair(replace(bracket, moved_down=candidate.floaters), target) is not None:
                self.done[-1] = candidate
                return True
        return False

    def next_bracket(self, residents: tuple[Record, ...]) -> None:
        def without_c1() -> tuple[Bracket, tuple[Record, ...]]:
            full = Bracket(self.done[-1].floaters if self.done else (), residents)
            gone = tuple(record for record in residents if alone(record, full))
            return replace(full, residents=tuple(r for r in residents if r not in gone)), gone

        bracket = Bracket(self.done[-1].floaters if self.done else (), residents)
        went_back = any(alone(record, bracket) for record in bracket.moved_down) and self.go_back(
            bracket, self.target(bracket)
        )
        bracket, gone = without_c1()
        target = self.target(bracket)
        couples: Couples | None = ()
        while target.pairs and (couples := self.pair(bracket, target)) is None:
            if not went_back and self.go_back(bracket, target):
                went_back = True
                bracket, gone = without_c1()
                target = self.target(bracket)
            else:
                target = self.after_c14(bracket, target)
        self.done.append(Done(bracket, target, couples or (), gone))

    def lowest_bracket(self, residents: tuple[Record, ...]) -> None:
        """C.13."""
        added: tuple[Record, ...] = ()
        untouched = True
        while True:
            floaters = self.done[-1].floaters if self.done else ()
            bracket = Bracket(ordered(floaters + added), residents, lowest=True, joined=bool(added))
            target = self.target(bracket)
            couples = self.pair(bracket, target)
            if couples is None and untouched and self.go_back(bracket, target):
                untouched = False
                continue
            while couples is None and target.moved_down:
                target = replace(target, moved_down=target.moved_down - 1)
                couples = self.pair(bracket, target)
            if couples is not None:
                self.done.append(Done(bracket, target, couples, ()))
                return
            untouched = False
            if not self.repair(ordered(added + residents)):
                above = self.done.pop()
                moved = self.done[-1].floaters if self.done else ()
                residents = ordered(added + residents)
                added = ordered(set(above.bracket.players + above.gone) - set(moved))

    def repair(self, lowest: tuple[Record, ...]) -> bool:
        """C.13: another pairing of the penultimate bracket, for the sake of the lowest."""
        above = self.done[-1]
        target = above.target
        while target.pairs:
            for couples in self.attempts(above.bracket, target):
                candidate = replace(above, target=target, couples=couples)
                if completable(ordered(candidate.floaters + lowest)):
                    self.done[-1] = candidate
                    return True
            target = self.after_c14(above.bracket, target)
        return False


def pair_literally(tournament: Tournament, code: str) -> list[Couple] | None:
    """The pairs of the coming round; None if it cannot be completed."""
    text = TEXTS[code]
    records = make_records(tournament, float_of=text.float_of, bars_from_bye=text.bars_from_bye)
    records = tuple(map(text.prepare, records))
    if not completable(records):
        return None
    groups = [tuple(group) for _, group in groupby(records, key=lambda record: record.score)]
    procedure = LiteralRound(text, tournament.played_rounds + 1)
    for residents in groups[:-1]:
        procedure.next_bracket(residents)
    if groups:
        procedure.lowest_bracket(groups[-1])
    return [couple for done in procedure.done for couple in done.couples]
