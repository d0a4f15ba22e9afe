"""What each tie-break is made of (C.07 6 to 10, 12, 13): functions that give its parts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, zip_longest
from typing import NamedTuple

from pairing.core import scores
from pairing.core.sentences import Boards, Phrase, Tenths
from pairing.core.tournament import Colour, Outcome, Score, Scoring
from pairing.tie_breaks.table import REQUESTED, Entry, Table, Text
from pairing.tie_breaks.working import (
    PLACE,
    Part,
    Together,
    Value,
    Way,
    perfect_performance,
    performance,
    tenths,
    total,
)

# -- Tie-breaks by the player's own results (C.07 7): each function gives the parts of one of them ----

_WON = {Outcome.WIN, Outcome.UNRATED_WIN}


def points(table: Table, number: int) -> tuple[Part, ...]:
    """The points of each round, in tenths."""
    return tuple([entry.made for entry in table.entries[number]])


def rounds_won(table: Table, number: int) -> tuple[Part, ...]:
    """The rounds that brought as much as a win, played or not (7.1)."""
    win = scores.win(table.scoring)
    return tuple(
        [
            entry.once
            for entry in table.entries[number]
            if (entry.outcome in _WON if entry.played else entry.points == win)
        ]
    )


def games_won(table: Table, number: int) -> tuple[Part, ...]:
    """The games won over the board (7.2)."""
    return tuple([entry.once for entry in table.entries[number] if entry.outcome in _WON])


def games_with_black(table: Table, number: int) -> tuple[Part, ...]:
    """The games played over the board with Black (7.3)."""
    return tuple(
        [entry.once for entry in table.entries[number] if entry.played and entry.colour is Colour.BLACK]
    )


def games_won_with_black(table: Table, number: int) -> tuple[Part, ...]:
    """The games won over the board with Black (7.4)."""
    return tuple(
        [
            entry.once
            for entry in table.entries[number]
            if entry.outcome in _WON and entry.colour is Colour.BLACK
        ]
    )


def progressive_scores(table: Table, number: int) -> tuple[Part, ...]:
    """The score after each round, in tenths (7.5); after one that does not count, it is that before it."""
    made = {entry.round: entry.points for entry in table.entries[number]}
    after = accumulate([made.get(round_, 0) for round_ in range(1, table.rounds + 1)])
    return tuple([Part(round_, None, score) for round_, score in enumerate(after, 1)])


def rounds_elected_to_play(table: Table, number: int) -> tuple[Part, ...]:
    """All rounds except half-point and zero-point byes and forfeit losses (7.6)."""
    return tuple([entry.once for entry in table.entries[number] if entry.outcome not in REQUESTED])


def standard_points(table: Table, number: int) -> tuple[Part, ...]:
    """A point for each round with more points than the opponent, half a point for the same (7.7), in tenths.

    In a round without an opponent the points of a draw take the place of the opponent's.
    """
    parts = []
    for entry in table.entries[number]:
        other = table.scoring.white_draw
        if entry.opponent is not None:
            other = table.points_of_round(table.players[entry.opponent], entry.round)
        if entry.points >= other:
            parts.append(Part(entry.round, entry.opponent, 10 if entry.points > other else 5))
    return tuple(parts)


def given(code: str) -> Callable[[Table, int], tuple[Part, ...]]:
    """The value that the player was given for this tie-break, by lot or by hand."""

    def parts(table: Table, number: int) -> tuple[Part, ...]:
        found = table.given.get(code, {}).get(number)
        return () if found is None else (Part(0, None, found),)

    return parts


def pairing_number(_table: Table, number: int) -> tuple[Part, ...]:
    """The pairing number; lower is better (7.8)."""
    return (Part(0, None, number),)


# -- Tie-breaks by the scores of the opponents (C.07 8, 9): each function gives the parts of one of them.

# Half a point, in tenths.
_HALF = 5


def scores_of_opponents(table: Table, number: int) -> tuple[Part, ...]:
    """The score of each opponent, and the points made against them, in tenths (8.1, 9.1).

    Unplayed rounds are games against a dummy. A round robin has no dummies, and forfeits are games (15.2).
    """
    points, adjusted = table.points, table.adjusted
    dummies = not table.system.by_table
    parts = []
    for entry in table.entries[number]:
        opponent = entry.opponent
        if entry.met and opponent is not None:
            score = adjusted[opponent]
            seen = "" if score == points[opponent] else "16.3"
            parts.append(Part(entry.round, opponent, score, entry.points, False, False, seen))
        elif dummies:
            score = _dummy(table, number, entry)
            parts.append(Part(entry.round, opponent, score, entry.points, True, entry.voluntary, "16.4"))
    return tuple(parts)


def _dummy(table: Table, number: int, entry: Entry) -> int:
    """The score of the dummy that stands for the opponent of an unplayed round (16.4).

    It is the player's own. Since 2026 it is capped: by the adjusted score of the opponent in a forfeited
    game, or by a draw in every round of the tournament if there was no opponent.
    """
    own = table.points[number]
    if table.text is Text.AUGUST_2024:
        return own
    if entry.opponent is not None:
        return min(own, table.adjusted[entry.opponent])
    return min(own, table.scoring.white_draw * table.rounds)


def fore_scores_of_opponents(table: Table, number: int) -> tuple[Part, ...]:
    """Like `scores_of_opponents`, as if the games of the final round had been drawn (8.3)."""
    return table.fore.parts(scores_of_opponents)[number]


def buchholz_of_opponents(table: Table, number: int) -> tuple[Part, ...]:
    """The Buchholz of each opponent met over the board, in tenths (8.2)."""
    buchholz = table.values(scores_of_opponents, total)
    return tuple(
        [
            Part(entry.round, opponent, found)
            for entry in table.entries[number]
            if entry.played
            and (opponent := entry.opponent) is not None
            and (found := buchholz[opponent]) is not None
        ]
    )


def points_against_the_upper_half(table: Table, number: int) -> tuple[Part, ...]:
    """The points made against opponents with at least half of the possible points, in tenths (9.2).

    Forfeits count too.

    The limit may be raised or lowered by half-points (14.5).
    """
    points, limit = table.points, table.most_points + 2 * _HALF * table.supposed.limit
    return tuple(
        [
            entry.made
            for entry in table.entries[number]
            if entry.opponent is not None and 2 * points[entry.opponent] >= limit
        ]
    )


# -- Tie-breaks by ratings (C.07 10): each function gives the parts of one of them --------------------
#
# Only games over the board count, at 1, ½ and 0 whatever points the event gives. If anybody in the
# standings has no rating, and the regulations do not provide for it, they are undefined for everybody,
# except for the player's own rating.

_PERCENT = {
    Outcome.WIN: 100,
    Outcome.UNRATED_WIN: 100,
    Outcome.DRAW: 50,
    Outcome.UNRATED_DRAW: 50,
    Outcome.LOSS: 0,
    Outcome.UNRATED_LOSS: 0,
}


def ratings_of_opponents(table: Table, number: int) -> tuple[Part, ...]:
    """The rating of each opponent, and the result against them in percent (10.1 to 10.3).

    For an opponent who has had several ratings it is that of the round, if the regulations say so. Only
    between two players who are both left out (C.05 6.6) can one be without, and then the game is left out.
    """
    if not table.all_are_rated:
        return ()
    return tuple(
        [
            Part(entry.round, opponent, rating, _PERCENT[entry.outcome])
            for entry in table.entries[number]
            if entry.played
            and (opponent := entry.opponent) is not None
            and (rating := table.rating_in(opponent, entry.round)) is not None
        ]
    )


def performances_of_opponents(table: Table, number: int) -> tuple[Part, ...]:
    """The tournament performance of each opponent (10.4)."""
    return _of_opponents(table, number, performance)


def perfect_performances_of_opponents(table: Table, number: int) -> tuple[Part, ...]:
    """The perfect tournament performance of each opponent (10.5)."""
    return _of_opponents(table, number, perfect_performance)


def own_rating(table: Table, number: int) -> tuple[Part, ...]:
    """The player's own rating (10.6), the first one if there are several."""
    return (Part(0, None, table.ratings[number]),) if number in table.ratings else ()


def _of_opponents(table: Table, number: int, together: Together) -> tuple[Part, ...]:
    values = table.values(ratings_of_opponents, together)
    return tuple(
        [
            Part(part.round, part.opponent, found)
            for part in table.parts(ratings_of_opponents)[number]
            if part.opponent is not None and (found := values[part.opponent]) is not None
        ]
    )


# -- Direct encounter: the games between the players who are still level (C.07 6) ---------------------


def games(table: Table, number: int) -> tuple[Part, ...]:
    """The result against each opponent, in tenths; forfeits only if they count as games (6.1, 15.2)."""
    return tuple([entry.made for entry in table.entries[number] if entry.met])


class ScoreAmong(NamedTuple):
    """A player's score among those who are level, in tenths, at worst and at best, and how many they met."""

    worst: Value
    best: Value
    met: int


def places(games_of: Mapping[int, Sequence[Part]], scoring: Scoring) -> dict[int, int]:
    """The place of each player, from 1, by the games between them; players who stay level share a place.

    If all have met, the scores decide (6.2), and those with the same score start anew. If not, a player whom
    nobody could reach, whatever the missing games brought, is ahead; then the next such player; and the rest
    start anew (6.3).
    """
    groups = parted(games_of, scoring)
    if len(groups) == 1:
        return dict.fromkeys(games_of, 1)
    result: dict[int, int] = {}
    for group in groups:
        before = len(result)
        again = {number: games_of[number] for number in group}
        result |= {number: before + place for number, place in places(again, scoring).items()}
    return result


def places_in(table: Table, games_of: Mapping[int, Sequence[Part]]) -> dict[int, int]:
    """Like `places`, by the points of the table."""
    return places(games_of, table.scoring)


def parted(games_of: Mapping[int, Sequence[Part]], scoring: Scoring) -> list[list[int]]:
    """The players who are level, separated once by the games between them, best first (6.2, 6.3)."""
    found = {number: _score(parts, games_of, scoring) for number, parts in games_of.items()}
    if all(score.met == len(found) - 1 for score in found.values()):
        return _by_score(found)
    return _beyond_reach(found)


def _score(parts: Iterable[Part], among: Mapping[int, object], scoring: Scoring) -> ScoreAmong:
    """The score against those who are level; games against the same opponent count as their average (6.1)."""
    made: dict[int, list[Value]] = defaultdict(list)
    for part in parts:
        if part.opponent is not None and part.opponent in among:
            made[part.opponent].append(part.amount)
    score: Value = sum(
        brought[0] if len(brought) == 1 else Fraction(sum(brought), len(brought)) for brought in made.values()
    )
    missing = len(among) - 1 - len(made)
    return ScoreAmong(
        score + missing * scores.loss(scoring), score + missing * scores.best_result(scoring), len(made)
    )


def _by_score(found: Mapping[int, ScoreAmong]) -> list[list[int]]:
    """The groups of players with the same score, best first."""
    groups: dict[Value, list[int]] = defaultdict(list)
    for number, score in found.items():
        groups[score.worst].append(number)
    return [groups[score] for score in sorted(groups, reverse=True)]


def _beyond_reach(found: Mapping[int, ScoreAmong]) -> list[list[int]]:
    """One by one, the players whom nobody can reach any more, and then all others together."""
    left = sorted(found, key=lambda number: found[number].worst, reverse=True)
    groups = []
    while len(left) > 1 and found[left[0]].worst > max(found[number].best for number in left[1:]):
        groups.append([left.pop(0)])
    return [*groups, left]


# -- Tie-breaks for teams alone (C.07 12, 13): their parts, and how they separate teams that are level

# The values that teams are compared by, more is better, given the points of each board.
type Step = Callable[[Sequence[int]], tuple[int, ...]]


# -- by both scores (13) ----------------------------------------------------------------------------


def _other(table: Table) -> Table:
    """The table by the score that is not the primary one."""
    return table.counting(table.event.rules.primary.other)


def other_points(table: Table, number: int) -> tuple[Part, ...]:
    """The points of each match in the score that is not the primary one, in tenths (13.1)."""
    return points(_other(table), number)


def extended_products(of_opponent: Score, own: Score) -> Callable[[Table, int], tuple[Part, ...]]:
    """The opponents' totals in one score, and the points made against them in `own` (13.2)."""

    def parts(table: Table, number: int) -> tuple[Part, ...]:
        made = {entry.round: entry.points for entry in table.counting(own).entries[number]}
        totals = table.counting(of_opponent).parts(scores_of_opponents)[number]
        return tuple([part._replace(points=made[part.round]) for part in totals])

    return parts


def schedule_strength(table: Table, number: int) -> tuple[Part, ...]:
    """The secondary score, and the primary ones of the opponents over the normalising factor (13.4)."""
    as_played = table.under(table.supposed._replace(fore=False))
    factor = table.supposed.factor or normalising_factor(table)
    strength = table.parts(scores_of_opponents)[number]
    own = Part(0, None, total(other_points(as_played, number)), 1)
    return (own, *[part._replace(points=factor) for part in strength])


def normalising_factor(table: Table) -> int:
    """13.4.2: the maximum primary score of the tournament, divided by that of one match in the other score.

    It is rounded down to a whole number, at least 1.
    """
    most = (table.tournament.last_round or table.rounds) * scores.best_result(table.scoring)
    return max(1, most // scores.best_result(_other(table).scoring))


def encounters(table: Table, number: int) -> tuple[Part, ...]:
    """The points made against each opponent in both scores, in tenths, and at each board (13.3)."""
    secondary = {entry.round: entry.points for entry in _other(table).entries[number]}
    player = table.players[number]
    return tuple(
        [
            entry.made._replace(points=secondary[entry.round], boards=player.cell(entry.round).boards)
            for entry in table.entries[number]
            if entry.met
        ]
    )


def extended_places(
    table: Table, matches_of: Mapping[int, Sequence[Part]], *, steps: Sequence[Step]
) -> dict[int, int]:
    """13.3: the place of each team, from 1, by the matches between them; teams that stay level share a place.

    Groups that one score has separated go on with it; once it separates nobody, they go on with the other.
    Two teams that are level in both are separated by the boards of their own matches, step by step.
    """
    other = _other(table)

    def ends(level: Mapping[int, Sequence[Part]], *, secondary: bool, both: bool) -> Iterable[list[int]]:
        """The groups that stay level, best first; `both` if the other score has separated nobody."""
        made = level
        if secondary:
            made = {n: [part._replace(amount=part.points) for part in level[n]] for n in level}
        groups = parted(made, (other if secondary else table).scoring)
        if len(groups) > 1:
            for group in groups:
                yield from ends({n: level[n] for n in group}, secondary=secondary, both=False)
        elif not both and len(level) > 1:
            yield from ends(level, secondary=not secondary, both=True)
        elif len(level) == 2:
            yield from _by_boards(
                {n: [part for part in level[n] if part.opponent in level] for n in level}, steps
            )
        else:
            yield list(level)

    return _places(ends(matches_of, secondary=False, both=False))


# -- by boards (12) ---------------------------------------------------------------------------------


def points_by_board(table: Table, number: int) -> tuple[Part, ...]:
    """The points of each match at its boards, and their sum weighted by board number, in tenths (12)."""
    player = table.players[number]
    parts = []
    for entry in table.entries[number]:
        boards = player.cell(entry.round).boards
        count = -board_count(boards)[0]
        parts.append(Part(entry.round, entry.opponent, count, boards=boards))
    return tuple(parts)


def board_count(boards: Sequence[int]) -> tuple[int, ...]:
    """12.1: the sum of each board's number times its points, negated because less is better."""
    return (-sum(number * made for number, made in enumerate(boards, 1)),)


def top_boards(boards: Sequence[int]) -> tuple[int, ...]:
    """12.2: board 1, then the next one, and so on."""
    return tuple(boards)


def without_bottom_boards(boards: Sequence[int]) -> tuple[int, ...]:
    """12.3: all boards but the last, then all but the last two, and so on."""
    return tuple([sum(boards[:left]) for left in range(len(boards) - 1, 0, -1)])


def counts_in(table: Table, parts_of: Mapping[int, Sequence[Part]]) -> dict[int, Value | None]:
    """12.1: the board count of each team, in tenths; None unless all have the same number of game points."""
    made = table.counting(Score.GAME_POINTS).points
    if len({made[number] for number in parts_of}) > 1:
        return dict.fromkeys(parts_of)
    return {number: total(parts) for number, parts in parts_of.items()}


def places_by(
    _table: Table, parts_of: Mapping[int, Sequence[Part]], *, steps: Sequence[Step]
) -> dict[int, int]:
    """The place of each team among those who are level, from 1, by the points of its boards, step by step."""
    return _places(_by_boards(parts_of, steps))


def _by_boards(parts_of: Mapping[int, Sequence[Part]], steps: Sequence[Step]) -> list[list[int]]:
    """The groups that are level by all these steps, best first; a board that no match has brings nothing."""
    found: dict[tuple[int, ...], list[int]] = {}
    sums = {number: sums_of_boards(parts) for number, parts in parts_of.items()}
    size = max(map(len, sums.values()))
    for number, made in sums.items():
        boards = (*made, *[0] * (size - len(made)))
        found.setdefault(tuple([value for step in steps for value in step(boards)]), []).append(number)
    return [found[value] for value in sorted(found, reverse=True)]


def _places(groups: Iterable[list[int]]) -> dict[int, int]:
    """The place of each team, from 1; the teams of a group share one."""
    result: dict[int, int] = {}
    for group in groups:
        result |= dict.fromkeys(group, len(result) + 1)
    return result


# -- how they are told ------------------------------------------------------------------------------


def sums_of_boards(parts: Sequence[Part]) -> tuple[int, ...]:
    """The points of each board in all these matches together, board 1 first, in tenths."""
    return tuple(map(sum, zip_longest(*(part.boards for part in parts), fillvalue=0)))


def _encounter(part: Part) -> Phrase:
    return Phrase(
        "{primary} and {secondary} ({boards})",
        primary=tenths(part),
        secondary=Tenths(part.points),
        boards=Boards(part.boards),
    )


def _boards(part: Part) -> Boards:
    return Boards(part.boards)


def _boards_line(parts: Sequence[Part]) -> Phrase:
    return Phrase(
        "{boards} at the boards together. The place is that among those who were level",
        boards=Boards(sums_of_boards(parts)),
    )


def _counted(part: Part) -> Phrase:
    return Phrase("{count} ({boards})", count=tenths(part), boards=Boards(part.boards))


def _strength(parts: Sequence[Part]) -> Fraction:
    return sum((Fraction(part.amount, part.points) for part in parts), Fraction())


def _quotient(part: Part) -> Phrase:
    return Phrase("{sum} ÷ {n}", sum=tenths(part), n=part.points)


def _strength_line(parts: Sequence[Part]) -> Phrase:
    own, *strength = parts
    return Phrase(
        "{secondary} of their own, and {sum} ÷ {n}",
        secondary=tenths(own),
        sum=Tenths(int(total(strength))),
        n=strength[0].points if strength else 1,
    )


ENCOUNTER = PLACE._replace(told=_encounter)
SCHEDULE_STRENGTH = Way(10, _strength, _quotient, _strength_line)
BOARD_COUNT = Way(10, lambda _parts: None, _counted)
BOARDS = PLACE._replace(told=_boards, conclusion=_boards_line)
