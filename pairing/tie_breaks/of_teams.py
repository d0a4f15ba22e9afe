"""Tie-breaks for teams alone (C.07 12, 13): their parts, and how they separate teams that are level."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest

from pairing.core import scores
from pairing.core.sentences import Boards, Saying, Tenths
from pairing.core.tournament import Score
from pairing.tie_breaks.direct_encounter import parted
from pairing.tie_breaks.opponents import scores_of_opponents
from pairing.tie_breaks.own_record import points
from pairing.tie_breaks.table import Table
from pairing.tie_breaks.working import PLACE, Part, Value, Way, tenths, total

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


def _encounter(part: Part) -> Saying:
    return Saying(
        "{primary} and {secondary} ({boards})",
        primary=tenths(part),
        secondary=Tenths(part.points),
        boards=Boards(part.boards),
    )


def _boards(part: Part) -> Boards:
    return Boards(part.boards)


def _boards_told(parts: Sequence[Part]) -> Saying:
    return Saying(
        "{boards} at the boards together. The place is that among those who were level",
        boards=Boards(sums_of_boards(parts)),
    )


def _counted(part: Part) -> Saying:
    return Saying("{count} ({boards})", count=tenths(part), boards=Boards(part.boards))


def _strength(parts: Sequence[Part]) -> Fraction:
    return sum((Fraction(part.amount, part.points) for part in parts), Fraction())


def _quotient(part: Part) -> Saying:
    return Saying("{sum} ÷ {n}", sum=tenths(part), n=part.points)


def _strength_told(parts: Sequence[Part]) -> Saying:
    own, *strength = parts
    return Saying(
        "{secondary} of their own, and {sum} ÷ {n}",
        secondary=tenths(own),
        sum=Tenths(int(total(strength))),
        n=strength[0].points if strength else 1,
    )


ENCOUNTER = PLACE._replace(told=_encounter)
SCHEDULE_STRENGTH = Way(10, _strength, _quotient, _strength_told)
BOARD_COUNT = Way(10, lambda _parts: None, _counted)
BOARDS = PLACE._replace(told=_boards, conclusion=_boards_told)
