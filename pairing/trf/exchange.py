"""The data that pairing programs exchange during a tournament: absences, virtual points, forbidden pairs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pairing.core.sentences import Saying
from pairing.core.tournament import BLANK, Cell, Outcome, Player, Prohibition, Tournament
from pairing.trf.fields import Field, Line
from pairing.trf.rows import LAST_ROUND

_ROUND = Saying("the number of a round")
# More than 9,999 players in 99 rounds can need. The limit keeps a file from asking for too much work at once.
_MOST_VIRTUAL = 1_000_000
_POINTS = Saying("a number of points such as 1.0")


@dataclass(frozen=True, slots=True)
class Entries:
    """The numbers that the file gives its players, and the pairing numbers they stand for."""

    numbers: dict[int, int]

    def number(self, field: Field) -> int:
        """The pairing number of the player whom `field` names."""
        expected = Saying("the number of a player of this tournament")
        named = field.whole(expected, 1)
        if named not in self.numbers:
            raise field.error(expected)
        return self.numbers[named]

    def between(self, first: Field, last: Field) -> list[int]:
        """The pairing numbers of the players from the one named by `first` to the one named by `last`."""
        for field in (first, last):
            self.number(field)
        low, high = int(first.text), int(last.text)
        if high < low:
            raise last.error(Saying("{number} or the number of a later player", number=first.text))
        return [self.numbers[number] for number in range(low, high + 1) if number in self.numbers]

    def listed(self, line: Line, column: int) -> list[tuple[Field, int]]:
        """The players that `line` names from `column` on, in four columns each, with one column between."""
        fields = [line.field(first, first + 4) for first in range(column, len(line.text) + 1, 5)]
        return [(field, self.number(field)) for field in fields if field.text]


def prohibition(line: Line, entries: Entries) -> Prohibition:
    """Record XXP: players who must not meet."""
    return Prohibition(_group(line, [entries.number(word) for word in line.words()]))


def prohibition_of_rounds(line: Line, entries: Entries, rounds: int | None) -> Prohibition:
    """Record 260: players who must not meet in certain rounds; a last round or later means to the end."""
    first, last = range_of_rounds(line.field(5, 7), line.field(9, 11))
    group = _group(line, [number for _, number in entries.listed(line, 13)])
    return Prohibition(group, first, None if last >= (rounds or LAST_ROUND) else last)


def with_virtual_points(
    tournament: Tournament, player_lines: Sequence[Line], range_lines: Sequence[Line], entries: Entries
) -> Tournament:
    """The tournament with the virtual points of records XXA (one player each) and 250 (ranges of players).

    A record 250 overrides XXA and earlier records 250.
    """
    virtual: dict[int, tuple[int, ...]] = {}
    for line in player_lines:
        rounds = [line.field(column, column + 4) for column in range(9, len(line.text) + 1, 5)]
        points = tuple(field.tenths(_POINTS) if field.text else 0 for field in rounds)
        virtual[entries.number(line.field(5, 8))] = points
    work = 0
    for line in range_lines:
        if line.field(5, 8).text and line.field(5, 8).tenths(_POINTS):
            raise line.field(5, 8).error(Saying("blanks: match points are for teams"))
        value = line.field(10, 13).tenths(_POINTS)
        first, last = range_of_rounds(line.field(15, 17), line.field(19, 21))
        last = min(last, tournament.rounds or last)
        numbers = entries.between(line.field(23, 26), line.field(28, 31))
        work += len(numbers) * last
        if work > _MOST_VIRTUAL:
            raise line.field(1, 3).error(
                Saying("records 250 for no more than {most} players and rounds together", most=_MOST_VIRTUAL)
            )
        for number in numbers:
            held = virtual.get(number, ())
            padded = held + (0,) * (last - len(held))
            virtual[number] = tuple(
                value if first <= place <= last else points for place, points in enumerate(padded, 1)
            )
    return _with_players(
        tournament,
        {
            number: replace(tournament.players[number - 1], virtual=points)
            for number, points in virtual.items()
        },
    )


def with_absences(
    tournament: Tournament, absent_lines: Sequence[Line], bye_lines: Sequence[Line], entries: Entries
) -> Tournament:
    """The tournament with the absences of records XXZ (in the round to be paired) and 240 (in any).

    A record 240 may repeat the players' own records, but must not contradict them.
    """
    coming = tournament.played_rounds + 1
    cells: dict[int, dict[int, Cell]] = defaultdict(dict)
    for line in bye_lines:
        kind, round_field = line.field(5, 5), line.field(7, 9)
        if kind.text.upper() not in ("F", "H", "Z"):
            raise kind.error(Saying("the kind of bye: F, H or Z"))
        number = round_field.whole(_ROUND, 1, tournament.rounds or LAST_ROUND)
        bye = Cell(outcome=Outcome(kind.text.upper()))
        for field, player in entries.listed(line, 11):
            if tournament.players[player - 1].cell(number) not in (BLANK, bye):
                raise field.error(
                    Saying("a player whose own record has no other entry in round {number}", number=number)
                )
            cells[player][number] = bye
    for line in absent_lines:
        for word in line.words():
            cells[entries.number(word)].setdefault(coming, Cell(outcome=Outcome.ZERO_POINT_BYE))

    def marked(player: Player, missed: dict[int, Cell]) -> Player:
        cells = [player.cell(number) for number in range(1, max(len(player.cells), *missed) + 1)]
        for number, cell in missed.items():
            # Some programs leave XXZ in the file after the tournament is over.
            if cells[number - 1] == BLANK and number <= (tournament.rounds or number):
                cells[number - 1] = cell
        while cells and cells[-1] == BLANK:
            cells.pop()
        return replace(player, cells=tuple(cells))

    return _with_players(
        tournament,
        {number: marked(tournament.players[number - 1], missed) for number, missed in cells.items()},
    )


def _with_players(tournament: Tournament, changed: dict[int, Player]) -> Tournament:
    """The tournament with the players in `changed` replaced, by number."""
    if not changed:
        return tournament
    return replace(tournament, players=tuple(changed.get(p.number, p) for p in tournament.players))


def range_of_rounds(first_field: Field, last_field: Field, most: int = 9999) -> tuple[int, int]:
    """The first and the last round of a range, from 1.

    Raises TrfError if the last comes before the first, or if one of them is beyond `most`.
    """
    first, last = first_field.whole(_ROUND, 0, most), last_field.whole(_ROUND, 0, most)
    if last < first:
        raise last_field.error(Saying("{number} or a later round", number=first_field.text))
    return max(first, 1), last


def _group(line: Line, numbers: Sequence[int]) -> frozenset[int]:
    group = frozenset(numbers)
    if len(group) < 2:
        raise line.field(4).error(Saying("the numbers of at least two players who must not meet"))
    return group
