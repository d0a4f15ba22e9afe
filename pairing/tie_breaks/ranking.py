"""Standings: the players ranked by points and tie-breaks (C.07)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from pairing.core.sentences import Phrase, Shortest
from pairing.core.tournament import Tournament
from pairing.tie_breaks.registry import USUAL, TieBreak, tie_break_by_code
from pairing.tie_breaks.table import NOTHING_GIVEN, System, Table, Text
from pairing.tie_breaks.working import UNDEFINED, Line, Value, Working, conclusion, hundredths, lines


class Standing(NamedTuple):
    """A player's place, and the values that decide it.

    Players equal in everything share a `rank`, and the ranks they take up are skipped after them.
    """

    number: int
    rank: int
    # In tenths.
    points: int
    # The value of each tie-break, points included, by its code and in its unit; None where undefined.
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
    """The standings after `rounds` rounds, best first; by default after the last finished round.

    The first of `tie_breaks` decides, then the next one among players who are still level (4.2); players
    equal in all of them share a rank, in the order of their pairing numbers. The default is the usual list,
    which begins with the points. The players in `left_out`, by pairing number, come last, and their games do
    not count for the others. Raises PairingError for a tie-break that is unknown, or that is not for this
    kind of tournament.
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
    """The scores after `rounds` rounds, by default after the last finished one.

    `given` has values of tie-breaks that are computed or decided elsewhere, by code and pairing number.
    """
    rounds = finished_rounds(tournament) if rounds is None else rounds
    return Table(tournament, rounds, system=system, text=text, given=given, left_out=left_out)


def ranked(table: Table, tie_breaks: Sequence[str] | None = None) -> tuple[Standing, ...]:
    """The standings by scores that are already computed. Raises the same errors as `standings`."""
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
    """Pairing number -> rank by the points in a report, which include those of a round in progress.

    Empty before any round is paired. A game without a result counts as a draw in an `interim` report, and as
    nothing otherwise. The `expelled` are in no standings, but a report has a rank for everybody: they share
    the one behind all others. For the other arguments see `standings`.
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
    """Groups of players who are still level, best first; at the start one group of all players (4.2).

    Players left out of the standings of a round robin form another group, which comes last (C.05 6.6).
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        everybody = sorted(table.entries, key=lambda number: (number in table.left_out, number))
        self.groups = [list(group) for _, group in groupby(everybody, table.left_out.__contains__)]

    def part(self, tie_break: TieBreak) -> Mapping[int, Working]:
        """Split each group by the tie-break; returns its working for each player.

        Raises PairingError for a tie-break that is not for this kind of tournament.
        """
        workings: dict[int, Working] = {}
        parted: list[list[int]] = []
        for group, found in self._valued(tie_break):
            workings |= found
            parted += _parted(group, found, tie_break) if len(group) > 1 else [group]
        self.groups = parted
        return workings

    def _valued(self, tie_break: TieBreak) -> Iterator[tuple[list[int], Mapping[int, Working]]]:
        """Each group of players who are still level, with the tie-break's working for each of them."""
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
    """The group split by the values of the tie-break, best first; players without a value come last."""
    equal: dict[Value | None, list[int]] = defaultdict(list)
    for number in group:
        equal[found[number].value].append(number)
    without = equal.pop(None, None)
    best_first = sorted((v for v in equal if v is not None), reverse=not tie_break.ascending)
    parted = [equal[value] for value in best_first]
    return [*parted, without] if without else parted


@dataclass(frozen=True, slots=True)
class Opened:
    """One tie-break of one player, and how its value was worked out."""

    tie_break: TieBreak
    working: Working

    @property
    def lines(self) -> tuple[Line, ...]:
        """A line for each round that contributes to it."""
        return tuple(lines(self.tie_break.way, self.working))

    @property
    def told(self) -> tuple[Phrase, ...]:
        """The whole working in words, one line each."""
        told = tuple(line.told for line in self.lines)
        return (*told, self.conclusion) if self.conclusion else told

    @property
    def conclusion(self) -> Phrase | None:
        """How the lines make up the value; None if it is simply their sum."""
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
    left_out: frozenset[int] = frozenset(),
) -> tuple[Phrase, ...]:
    """The working of a tie-break for the player with this pairing number, line by line.

    `after` are the tie-breaks before it: a direct encounter is decided among players who are level in them.
    The games of players in `left_out` do not count for the others. Raises PairingError as `standings` does.
    """
    table = table_of(tournament, rounds=rounds, system=system, text=text, left_out=left_out)
    return opened(table, number, (*after, tie_break))[-1].told


def finished_rounds(tournament: Tournament) -> int:
    """The last round in which every game has a result; 0 if there is none.

    A postponed game of an earlier round does not hold up the standings.
    """
    pending = {r for p in tournament.players for r, cell in enumerate(p.cells, 1) if cell.pending}
    return max((r for r in range(1, tournament.played_rounds + 1) if r not in pending), default=0)


# -- Why one player ranks above another: tie-break by tie-break, up to the one that decides (C.07 4.2)


@dataclass(frozen=True, slots=True)
class Step:
    """The values of one tie-break for both players; the player who is ahead by it comes first."""

    higher: int
    lower: int
    of_higher: Opened
    of_lower: Opened

    @property
    def tie_break(self) -> TieBreak:
        """The tie-break that they are compared by."""
        return self.of_higher.tie_break

    @property
    def decides(self) -> bool:
        """Whether the two values differ, so that this tie-break decides."""
        return self.of_higher.working.value != self.of_lower.working.value

    def told(self, higher: str, lower: str) -> Phrase:
        """The step as a sentence, with the names of both players."""
        known = self.tie_break
        first, second = self.of_higher.working.value, self.of_lower.working.value
        name, value, other = known.name, _fact(first, known), _fact(second, known)
        if first is None:
            return Phrase("{tie_break}: it has no value for either.", tie_break=name)
        if not self.decides:
            return Phrase("{tie_break}: {value} for both.", tie_break=name, value=value)
        if second is None:
            return Phrase(
                "{tie_break}: {value} for {higher}, and no value for {lower}. That decides: {higher} is"
                " ahead.",
                tie_break=name,
                value=value,
                higher=higher,
                lower=lower,
            )
        if known.way.is_place:
            return Phrase(
                "{tie_break}: place {value} for {higher}, place {other} for {lower}, by the games of those"
                " who were still level. That decides: {higher} is ahead.",
                tie_break=name,
                value=value,
                other=other,
                higher=higher,
                lower=lower,
            )
        if known.ascending:
            return Phrase(
                "{tie_break}: {value} for {higher}, {other} for {lower}; less is better. That decides:"
                " {higher} is ahead.",
                tie_break=name,
                value=value,
                other=other,
                higher=higher,
                lower=lower,
            )
        return Phrase(
            "{tie_break}: {value} for {higher}, {other} for {lower}. That decides: {higher} is ahead.",
            tie_break=name,
            value=value,
            other=other,
            higher=higher,
            lower=lower,
        )


# The sentence for two players whom no tie-break separates.
EQUAL = Phrase("Nothing separates them: they share the rank (C.07 4.2).")


def compare(table: Table, tie_breaks: Sequence[str], one: int, other: int) -> Iterator[Step]:
    """Each tie-break in turn, up to the one that separates these two players; all of them if none does.

    The players are given by their pairing numbers. Raises PairingError for an unknown tie-break, or one that
    is not for this kind of tournament.
    """
    levels = Levels(table)
    for known in map(tie_break_by_code, tie_breaks):
        found = levels.part(known)
        higher, lower = (
            (other, one) if _is_ahead(found[other].value, found[one].value, known) else (one, other)
        )
        step = Step(higher, lower, Opened(known, found[higher]), Opened(known, found[lower]))
        yield step
        if step.decides:
            return


def _is_ahead(value: Value | None, other: Value | None, known: TieBreak) -> bool:
    """Whether `value` ranks above `other`; a player without a value comes last."""
    if value is None or other is None:
        return value is not None and other is None
    return value < other if known.ascending else value > other


def _fact(value: Value | None, known: TieBreak) -> Shortest | str:
    return UNDEFINED if value is None else Shortest(hundredths(value, known.unit))
