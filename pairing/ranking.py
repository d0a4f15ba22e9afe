"""Standings: who stands where, by points and tie-breaks (C.07)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from pairing.tie_breaks import USUAL, System, Table, Text, tie_break_by_code
from pairing.tie_breaks.table import NOTHING_GIVEN
from pairing.tie_breaks.working import Working, conclusion, lines

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from pairing.saying import Saying
    from pairing.tie_breaks.tie_break import TieBreak
    from pairing.tie_breaks.working import Line, Value
    from pairing.tournament import Tournament


class Standing(NamedTuple):
    """A player's place, and what it rests on.

    Players equal in everything share the `rank`, and the ranks they take up are left out after them.
    """

    number: int
    rank: int
    # In tenths.
    points: int
    # What each tie-break came to, points among them, by its code and in its unit; None where undefined.
    values: Mapping[str, Value | None]


def standings(
    tournament: Tournament,
    tie_breaks: Sequence[str] | None = None,
    *,
    rounds: int | None = None,
    system: System = System.SWISS,
    text: Text = Text.MARCH_2026,
    left_out: frozenset[int] = frozenset(),
) -> tuple[Standing, ...]:
    """The standings after that many rounds, best first; without a number after the last finished one.

    The first of `tie_breaks` decides, then the next one among those who are still level (4.2); players equal
    in all of them share a rank and stand by pairing number. Without a list it is the usual one, which begins
    with the points. Those who are `left_out`, by their pairing numbers, come last, and their games count for
    nobody else. Raises PairingError for a tie-break that nobody knows, or that is not for this kind of
    tournament.
    """
    table = table_of(tournament, rounds=rounds, system=system, text=text, left_out=left_out)
    return ranked(table, tie_breaks)


def table_of(
    tournament: Tournament,
    *,
    rounds: int | None = None,
    system: System = System.SWISS,
    text: Text = Text.MARCH_2026,
    given: Mapping[str, Mapping[int, Value]] = NOTHING_GIVEN,
    left_out: frozenset[int] = frozenset(),
) -> Table:
    """The scores after that many rounds, without a number after the last finished one.

    `given` are values of tie-breaks that are computed or decided elsewhere, by code and pairing number.
    """
    rounds = finished_rounds(tournament) if rounds is None else rounds
    return Table(tournament, rounds, system=system, text=text, given=given, left_out=left_out)


def ranked(table: Table, tie_breaks: Sequence[str] | None = None) -> tuple[Standing, ...]:
    """As `standings`, from scores that are there already. Raises the same."""
    values: dict[int, dict[str, Value | None]] = {number: {} for number in table.entries}
    levels = Levels(table)
    for code in USUAL if tie_breaks is None else tie_breaks:
        known = tie_break_by_code(code)
        for number, found in levels.part(known).items():
            values[number][known.code] = found.value
    result: list[Standing] = []
    for group in levels.groups:
        rank = len(result) + 1
        result += [Standing(number, rank, table.points[number], values[number]) for number in group]
    return tuple(result)


def ranked_among(lines: Sequence[Standing]) -> tuple[Standing, ...]:
    """Lines of a table, best first, ranked anew among themselves."""
    first: dict[int, int] = {}
    for place, line in enumerate(lines, 1):
        first.setdefault(line.rank, place)
    return tuple(
        [line if line.rank == first[line.rank] else line._replace(rank=first[line.rank]) for line in lines]
    )


def reported_ranks(
    tournament: Tournament,
    tie_breaks: Sequence[str] | None = None,
    *,
    interim: bool = False,
    expelled: Collection[int] = (),
    system: System = System.SWISS,
    text: Text = Text.MARCH_2026,
    given: Mapping[str, Mapping[int, Value]] = NOTHING_GIVEN,
    left_out: frozenset[int] = frozenset(),
) -> dict[int, int]:
    """Pairing number -> rank by the points that a report has, those of a round that is on included.

    {} before a round was paired. A game without a result counts as a draw in an `interim` report, and else
    for nothing. The `expelled` are in no standings: a report, which has a rank for everybody, has them behind
    all others. For the rest see `standings`.
    """
    rounds = tournament.played_rounds
    if not rounds:
        return {}
    known = tournament.with_pending_drawn() if interim else tournament
    table = table_of(known, rounds=rounds, system=system, text=text, given=given, left_out=left_out)
    lines = ranked(table, tie_breaks)
    standing = ranked_among([line for line in lines if line.number not in expelled])
    behind = dict.fromkeys((line.number for line in lines if line.number in expelled), len(standing) + 1)
    return {line.number: line.rank for line in standing} | behind


class Levels:
    """The players in groups who are still level, best first: at the start all of them (4.2).

    But for those who are left out of the standings of a round robin: they come last (C.05 6.6).
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        everybody = sorted(table.entries, key=lambda number: (number in table.left_out, number))
        self.groups = [list(group) for _, group in groupby(everybody, table.left_out.__contains__)]

    def part(self, tie_break: TieBreak) -> Mapping[int, Working]:
        """Part each group by the tie-break; returns what it comes to for each player.

        Raises PairingError for one that is not for this kind of tournament.
        """
        workings: dict[int, Working] = {}
        parted: list[list[int]] = []
        for group, found in self._valued(tie_break):
            workings |= found
            parted += _parted(group, found, tie_break) if len(group) > 1 else [group]
        self.groups = parted
        return workings

    def _valued(self, tie_break: TieBreak) -> Iterator[tuple[list[int], Mapping[int, Working]]]:
        """Each group of players who are still level, with what the tie-break comes to."""
        if tie_break.among is None:
            of_all = tie_break.workings(self._table, [number for group in self.groups for number in group])
            yield from ((group, {number: of_all[number] for number in group}) for group in self.groups)
        else:
            for place, group in enumerate(self.groups):
                if place and tie_break.first_place:
                    yield group, dict.fromkeys(group, Working((), None))
                else:
                    yield group, tie_break.workings(self._table, group)


def _parted(group: Iterable[int], found: Mapping[int, Working], tie_break: TieBreak) -> list[list[int]]:
    """Those who are level so far as the tie-break parts them, best first; without a value is last."""
    equal: dict[Value | None, list[int]] = defaultdict(list)
    for number in group:
        equal[found[number].value].append(number)
    without = equal.pop(None, None)
    best_first = sorted((v for v in equal if v is not None), reverse=not tie_break.ascending)
    parted = [equal[value] for value in best_first]
    return [*parted, without] if without else parted


@dataclass(frozen=True, slots=True)
class Opened:
    """What one tie-break comes to for one player, and what it comes from."""

    tie_break: TieBreak
    working: Working

    @property
    def lines(self) -> tuple[Line, ...]:
        """A line for each round that brings something to it."""
        return tuple(lines(self.tie_break.way, self.working))

    @property
    def told(self) -> tuple[Saying, ...]:
        """All of it in words, a line each."""
        told = tuple(line.told for line in self.lines)
        return (*told, self.conclusion) if self.conclusion else told

    @property
    def conclusion(self) -> Saying | None:
        """How the lines make the value, where it is not their sum."""
        return conclusion(self.tie_break.way, self.working)


def opened(table: Table, number: int, tie_breaks: Sequence[str]) -> tuple[Opened, ...]:
    """Every tie-break of the player with this pairing number, in the order in which they decide.

    Raises PairingError as `standings` does.
    """
    levels = Levels(table)
    known = map(tie_break_by_code, tie_breaks)
    return tuple([Opened(tie_break, levels.part(tie_break)[number]) for tie_break in known])


def working(
    tournament: Tournament,
    tie_break: str,
    number: int,
    *,
    after: Sequence[str] = ("PTS",),
    rounds: int | None = None,
    system: System = System.SWISS,
    text: Text = Text.MARCH_2026,
) -> tuple[Saying, ...]:
    """What a tie-break of the player with this pairing number was computed from, a line each.

    Those who are level in the tie-breaks that it comes `after` decide a direct encounter. Raises PairingError
    as `standings` does.
    """
    table = table_of(tournament, rounds=rounds, system=system, text=text)
    return opened(table, number, (*after, tie_break))[-1].told


def finished_rounds(tournament: Tournament) -> int:
    """The last round in which every game has a result; 0 where there is none.

    A postponed game of an earlier round does not hold the standings up.
    """
    pending = {r for p in tournament.players for r, cell in enumerate(p.cells, 1) if cell.pending}
    return max((r for r in range(1, tournament.played_rounds + 1) if r not in pending), default=0)
