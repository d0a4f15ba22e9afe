"""The checks that the records of a report file agree with each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pairing.core.scores import points_by_round
from pairing.core.sentences import Phrase
from pairing.core.tournament import (
    BLANK,
    KIND_OF_RESULT,
    KINDS_OF_RESULT,
    Cell,
    Colour,
    Outcome,
    Player,
    Scoring,
    Tournament,
)
from pairing.trf.exchange import Entries
from pairing.trf.fields import Field, Line, TrfError, decimal, pairing_number, round_number
from pairing.trf.rows import POINTS, Row

# -- Record 299 of TRF26: results that are worth something else to some players, and points beside results.

# The column of the kind.
_KIND = 5
# The round ends at most this many columns after the points; the players begin after it.
_TO_THE_ROUND = 6


@dataclass(frozen=True, slots=True)
class _Rule:
    """One record: the points of a kind of result in a round (0 for all), for some players (none for all)."""

    line: Line
    kind: str
    points: int
    round: int
    players: frozenset[int]


def with_abnormal_points(
    tournament: Tournament, lines: Sequence[Line], entries: Entries
) -> tuple[Tournament, list[str]]:
    """The tournament with the points of records 299, and the records that change nothing in it.

    A round of 000, or none, means every round; no players means all of them. Points beside the results must
    name one round that was paired: for every round it would be unclear whether they count once. Of several
    records for the same result the last one counts. Programs differ in the columns, so the points are
    recognised by their decimals; match points, which only teams have, come before them.
    """
    if not lines:
        return tournament, []
    rules = _Rules([_read(tournament, line, entries) for line in lines])

    def player(old: Player) -> Player:
        last = max(len(old.cells), rules.last_round_beside(old.number))
        cells = [
            rules.applied(old.number, number, old.cell(number), tournament.scoring)
            for number in range(1, last + 1)
        ]
        while cells and cells[-1] == BLANK:
            cells.pop()
        return replace(old, cells=tuple(cells))

    changed = replace(tournament, players=tuple(map(player, tournament.players)))
    return changed, [line.text for place, line in enumerate(lines) if place not in rules.used]


class _Rules:
    """The rules of all records by player (0 for all) and round, so that the work grows only with the file."""

    def __init__(self, rules: Sequence[_Rule | None]) -> None:
        # The places of the records that change something.
        self.used: set[int] = set()
        self._points = {place: rule.points for place, rule in enumerate(rules) if rule}
        self._stated: dict[tuple[int, str, int], int] = {}
        self._beside: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        for place, rule in enumerate(rules):
            if rule and rule.kind:
                self._stated |= {(number, rule.kind, rule.round): place for number in rule.players or (0,)}
            elif rule and rule.points:
                for number in rule.players or (0,):
                    self._beside[number][rule.round].append(place)

    def last_round_beside(self, number: int) -> int:
        """The last round in which the player has points beside the result; 0 for none."""
        return max((*self._beside.get(number, ()), *self._beside.get(0, ())), default=0)

    def applied(self, number: int, round_: int, cell: Cell, scoring: Scoring) -> Cell:
        """The cell with its points according to the rules."""
        ordinary = total = scoring.points(cell)
        kind = KIND_OF_RESULT.get(cell.outcome, "")
        keys = ((who, kind, when) for who in (number, 0) for when in (round_, 0))
        last = max((self._stated[key] for key in keys if key in self._stated), default=None)
        if last is not None and self._points[last] != ordinary:
            total = self._points[last]
            self.used.add(last)
        for who in (number, 0):
            for place in self._beside.get(who, {}).get(round_, ()):
                total += self._points[place]
                self.used.add(place)
        return cell if total == ordinary else replace(cell, points=total)


def _read(tournament: Tournament, line: Line, entries: Entries) -> _Rule | None:
    """The rule that one record states; None if it states no points."""
    kind = kind_of(line)
    words = [word for word in line.words() if word.column > _KIND]
    place = max((place for place, word in enumerate(words) if "." in word.text), default=None)
    if place is None:
        if words:
            raise words[0].error(Phrase("a number of points such as 1.0"))
        return None
    points = words[place].signed_tenths(Phrase("a number of points such as 1.0"))
    round_, players = round_and_numbers(words[place], words[place + 1 :], entries.number)
    if not kind and points and not 1 <= round_ <= tournament.played_rounds:
        raise words[place].error(
            Phrase("0.0, or a round that was paired, as these points are beside the results")
        )
    return _Rule(line, kind, points, round_, frozenset(players))


def kind_of(line: Line) -> str:
    """The kind of result in a record 299; "" for points beside the results. Raises TrfError for any other."""
    kind = line.field(_KIND, _KIND)
    if kind.text.upper() not in ("", *KINDS_OF_RESULT):
        raise kind.error(Phrase("the kind of result: one of W D L F H Z + - or a blank"))
    return kind.text.upper()


def round_and_numbers(
    points: Field, words: Sequence[Field], number: Callable[[Field], int]
) -> tuple[int, list[int]]:
    """The round that follows the points, 0 for every round, and the players or teams that follow it."""
    end = points.column + len(points.text) - 1
    if words and words[0].column + len(words[0].text) - 1 - end <= _TO_THE_ROUND:
        round_ = words[0].whole(Phrase("the number of a round, or 000 for all"), 0, 999)
        return round_, [number(word) for word in words[1:]]
    return 0, [number(word) for word in words]


def records(tournament: Tournament) -> Iterator[str]:
    """Records 299 for the cells whose points differ from the scoring."""
    groups: dict[tuple[int, str, int], list[int]] = defaultdict(list)
    for player in tournament.players:
        for number, cell in enumerate(player.cells, 1):
            ordinary = tournament.scoring.points(replace(cell, points=None))
            if cell.points not in (None, ordinary):
                kind = KIND_OF_RESULT.get(cell.outcome)
                stated = cell.points if kind else cell.points - ordinary
                groups[number, kind or " ", stated].append(player.number)
    for (number, kind, points), players in groups.items():
        yield f"299 {kind}{decimal(points):>12}  {round_number(number)} {_listed(players)}"


def _listed(players: Iterable[int]) -> str:
    return " ".join(map(pairing_number, players))


# -- The checks that records agree with each other ----------------------------------------------------

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
                Phrase("a starting rank of its own: line {other} has this one too", other=other)
            )
        lines[row.player.number] = row.line.number
    if not gaps:
        for number, row in enumerate(sorted(rows, key=lambda row: row.player.number), 1):
            if row.player.number != number:
                raise row.line.field(5, 8).error(
                    Phrase("the starting rank {number}, which no player has", number=number)
                )


def check_lengths(rows: Sequence[Row]) -> None:
    """Check that every record reaches the columns of the points, once a round was paired.

    Before that a record may be shorter, because everything after the name may be blank.
    """
    short = [row for row in rows if len(row.line.text) < POINTS[1]]
    if short and any(cell.paired for row in rows for cell in row.player.cells):
        line = short[0].line
        raise TrfError(line.number, len(line.text) + 1, "", Phrase("a record of at least 84 columns"))


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
        return row.opponent(number).error(Phrase("the number of a player, 1 to {players}", players=players))
    if other is row:
        return row.opponent(number).error(Phrase("the number of another player"))
    place = _place(other)
    theirs = other.player.cell(number)
    if theirs.opponent != row.player.number:
        named = theirs.opponent or Phrase("no opponent")
        return row.opponent(number).error(
            Phrase(
                "an opponent who names this player too: in round {number} {place} has {named}",
                number=number,
                place=place,
                named=named,
            )
        )
    if theirs.colour is not _OPPOSITE[cell.colour]:
        wanted = _OPPOSITE[theirs.colour] or "-"
        return row.colour(number).error(
            Phrase("{wanted}, as {place} has {found}", wanted=wanted, place=place, found=theirs.colour or "-")
        )
    answers, *others = map(_letter, _ANSWERS[theirs.outcome])
    for other_answer in others:
        answers = Phrase("{one} or {other}", one=answers, other=other_answer)
    found = _letter(theirs.outcome)
    return row.result(number).error(
        Phrase("{wanted}, as {place} has {found}", wanted=answers, place=place, found=found)
    )


def _letter(outcome: Outcome) -> Phrase | str:
    return outcome.strip() or Phrase("a blank")


def _place(row: Row) -> Phrase:
    return Phrase("player {number} on line {line}", number=row.player.number, line=row.line.number)


def surplus_byes(rows: Sequence[Row]) -> tuple[TrfError, ...]:
    """The pairing-allocated byes beyond the one that a round may have (C.04.1 c).

    They are no reason to refuse a file: their points are known, and each bars its player from another
    (C.04.1 d).
    """
    holders: dict[int, Row] = {}
    return tuple(
        row.result(number).error(
            Phrase(
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
            raise field.error(Phrase("no more than the {last} rounds of the tournament", last=last))


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
            expected = Phrase(
                "{points}, the sum of the player's {paired} rounds, or blanks",
                points=f"{real // 10}.{real % 10}",
                paired=paired,
            )
            raise row.line.field(*POINTS).error(expected)


def _all_cells(rows: Sequence[Row]) -> Iterator[tuple[Row, int, Cell]]:
    for row in rows:
        for number, cell in enumerate(row.player.cells, 1):
            yield row, number, cell
