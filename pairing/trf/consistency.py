"""The checks that the records of a report file agree with each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pairing.core.scores import points_by_round
from pairing.core.sentences import Saying
from pairing.core.tournament import BLANK, Cell, Colour, Outcome, Tournament
from pairing.trf.fields import TrfError
from pairing.trf.rows import POINTS, Row

# The results that the opponent may have for each result. Both players may lose a game or fail to appear,
# and one may get half a point while the other gets none.
_ANSWERS = {
    Outcome.WIN: (Outcome.LOSS,),
    Outcome.DRAW: (Outcome.DRAW, Outcome.LOSS),
    Outcome.LOSS: (Outcome.WIN, Outcome.DRAW, Outcome.LOSS),
    Outcome.UNRATED_WIN: (Outcome.UNRATED_LOSS,),
    Outcome.UNRATED_DRAW: (Outcome.UNRATED_DRAW, Outcome.UNRATED_LOSS),
    Outcome.UNRATED_LOSS: (Outcome.UNRATED_WIN, Outcome.UNRATED_DRAW, Outcome.UNRATED_LOSS),
    Outcome.FORFEIT_WIN: (Outcome.FORFEIT_LOSS,),
    Outcome.FORFEIT_LOSS: (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
    Outcome.NONE: (Outcome.NONE,),
}

# TRF06 has no codes for byes: it writes a result without an opponent.
_OLDER_BYES = {
    Outcome.DRAW: Outcome.HALF_POINT_BYE,
    Outcome.LOSS: Outcome.ZERO_POINT_BYE,
    Outcome.FORFEIT_LOSS: Outcome.ZERO_POINT_BYE,
}
_OLDER_FULL_POINT = {Outcome.WIN, Outcome.FORFEIT_WIN}
_OLDER = _OLDER_FULL_POINT | _OLDER_BYES.keys()

_OPPOSITE = {None: None, Colour.WHITE: Colour.BLACK, Colour.BLACK: Colour.WHITE}


def check_numbers(rows: Sequence[Row], *, gaps: bool) -> None:
    """Check that no starting rank occurs twice and, unless `gaps` are allowed, that none is missing."""
    lines: dict[int, int] = {}
    for row in rows:
        if row.player.number in lines:
            other = lines[row.player.number]
            raise row.line.field(5, 8).error(
                Saying("a starting rank of its own: line {other} has this one too", other=other)
            )
        lines[row.player.number] = row.line.number
    if not gaps:
        for number, row in enumerate(sorted(rows, key=lambda row: row.player.number), 1):
            if row.player.number != number:
                raise row.line.field(5, 8).error(
                    Saying("the starting rank {number}, which no player has", number=number)
                )


def check_lengths(rows: Sequence[Row]) -> None:
    """Check that every record reaches the columns of the points, once a round was paired.

    Before that a record may be shorter, because everything after the name may be blank.
    """
    short = [row for row in rows if len(row.line.text) < POINTS[1]]
    if short and any(cell.paired for row in rows for cell in row.player.cells):
        line = short[0].line
        raise TrfError(line.number, len(line.text) + 1, "", Saying("a record of at least 84 columns"))


def translate_older_byes(rows: list[Row]) -> list[Row]:
    """The rows, with the byes of TRF06 in the codes of TRF16.

    A full point without an opponent is the pairing-allocated bye if it is the only one in a round that was
    paired, and a full-point bye otherwise.
    """
    older = {
        row.player.number
        for row in rows
        if any(cell.opponent is None and cell.outcome in _OLDER for cell in row.player.cells)
    }
    if not older:
        return rows
    taken: dict[int, int] = defaultdict(int)
    paired: set[int] = set()
    for _, number, cell in _all_cells(rows):
        if cell.opponent is not None:
            paired.add(number)
        elif cell.outcome in _OLDER_FULL_POINT or cell.outcome is Outcome.PAIRING_ALLOCATED_BYE:
            taken[number] += 1

    def translated(number: int, cell: Cell) -> Cell:
        if cell.opponent is not None:
            return cell
        if cell.outcome in _OLDER_FULL_POINT:
            allocated = number in paired and taken[number] == 1
            return Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE if allocated else Outcome.FULL_POINT_BYE)
        return Cell(outcome=_OLDER_BYES.get(cell.outcome, cell.outcome))

    def with_byes(row: Row) -> Row:
        cells = tuple(translated(number, cell) for number, cell in enumerate(row.player.cells, 1))
        return replace(row, player=replace(row.player, cells=cells))

    return [with_byes(row) if row.player.number in older else row for row in rows]


def check_opponents(rows: Sequence[Row]) -> None:
    """Check that opponents name each other, and have opposite colours and compatible results."""
    by_number = {row.player.number: row for row in rows}
    for row in rows:
        own = row.player.number
        for number, cell in enumerate(row.player.cells, 1):
            if cell.opponent is None:
                continue
            other = by_number.get(cell.opponent)
            theirs = BLANK if other is None else other.player.cell(number)
            if (
                theirs.opponent != own
                or cell.opponent == own
                or theirs.colour is not _OPPOSITE[cell.colour]
                or cell.outcome not in _ANSWERS[theirs.outcome]
            ):
                raise _contradiction(row, number, other, len(rows))


def _contradiction(row: Row, number: int, other: Row | None, players: int) -> TrfError:
    """The error for the field in round `number` of `row` that contradicts the opponent's record, `other`."""
    cell = row.player.cell(number)
    if other is None:
        return row.opponent(number).error(Saying("the number of a player, 1 to {players}", players=players))
    if other is row:
        return row.opponent(number).error(Saying("the number of another player"))
    place = _place(other)
    theirs = other.player.cell(number)
    if theirs.opponent != row.player.number:
        named = theirs.opponent or Saying("no opponent")
        return row.opponent(number).error(
            Saying(
                "an opponent who names this player too: in round {number} {place} has {named}",
                number=number,
                place=place,
                named=named,
            )
        )
    if theirs.colour is not _OPPOSITE[cell.colour]:
        wanted = _OPPOSITE[theirs.colour] or "-"
        return row.colour(number).error(
            Saying("{wanted}, as {place} has {found}", wanted=wanted, place=place, found=theirs.colour or "-")
        )
    answers, *others = map(_letter, _ANSWERS[theirs.outcome])
    for other_answer in others:
        answers = Saying("{one} or {other}", one=answers, other=other_answer)
    found = _letter(theirs.outcome)
    return row.result(number).error(
        Saying("{wanted}, as {place} has {found}", wanted=answers, place=place, found=found)
    )


def _letter(outcome: Outcome) -> Saying | str:
    return outcome.strip() or Saying("a blank")


def _place(row: Row) -> Saying:
    return Saying("player {number} on line {line}", number=row.player.number, line=row.line.number)


def surplus_byes(rows: Sequence[Row]) -> tuple[TrfError, ...]:
    """The pairing-allocated byes beyond the one that a round may have (C.04.1 c).

    They are no reason to refuse a file: their points are known, and each bars its player from another
    (C.04.1 d).
    """
    holders: dict[int, Row] = {}
    return tuple(
        row.result(number).error(
            Saying(
                "one pairing-allocated bye a round: {holder} has it in round {number}",
                holder=_place(holders[number]),
                number=number,
            )
        )
        for row, number, cell in _all_cells(rows)
        if cell.outcome is Outcome.PAIRING_ALLOCATED_BYE and holders.setdefault(number, row) is not row
    )


def check_rounds(rows: Sequence[Row], tournament: Tournament) -> None:
    """Check that no record goes beyond the last round."""
    last = tournament.rounds
    if last is None:
        return
    for row in rows:
        # The last of the cells is never blank.
        if len(row.player.cells) > last:
            number = next(n for n, cell in enumerate(row.player.cells, 1) if n > last and cell != BLANK)
            field = row.opponent(number) if row.opponent(number).text else row.result(number)
            raise field.error(Saying("no more than the {last} rounds of the tournament", last=last))


def check_points(rows: Sequence[Row], tournament: Tournament) -> None:
    """Check that the points of every player are the sum of their rounds.

    Programs differ in what they count. They may include byes granted for rounds to come and the virtual
    points of the round last paired or to be paired, and may count games without a result as draws.
    """
    paired = tournament.played_rounds
    for row in rows:
        if row.points is None:
            continue
        player = tournament.players[row.player.number - 1]
        real, *with_byes = points_by_round(tournament, player, max(paired, len(player.cells)))[paired:]
        if row.points == real:
            continue
        extras = (0, *player.virtual[max(paired - 1, 0) : paired + 1])
        drawn = sum(cell.pending for cell in player.cells) * tournament.scoring.white_draw
        counted = {points + extra for points in (real, *with_byes) for extra in extras}
        if row.points not in counted | {points + drawn for points in counted}:
            # With a decimal point, as in the file.
            expected = Saying(
                "{points}, the sum of the player's {paired} rounds, or blanks",
                points=f"{real // 10}.{real % 10}",
                paired=paired,
            )
            raise row.line.field(*POINTS).error(expected)


def _all_cells(rows: Sequence[Row]) -> Iterator[tuple[Row, int, Cell]]:
    for row in rows:
        for number, cell in enumerate(row.player.cells, 1):
            yield row, number, cell
