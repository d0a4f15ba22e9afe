"""What the remarks (###) of a report file say about rounds that differ from the rules, and why.

    ### MPA @ Round 5: 12-3 9-4 => 12-4 9-3
    ### Import @ Round 5: 12-3 7=PAB => 12-7 3=PAB
    ### Correction @ Round 3: 5-7: 1-0 => 5-7: 0-1
    ### Late entry @ Round 2: 9
    ### Tie-break @ Round 2: 3-6 => 3
    ### Table @ Round 1: 1-8 2-7 3-6 4-5
    ### Rounds @ Round 5: 9 => 5: A flood in the hall.

Remarks on late entries, withdrawals and expulsions give the players' numbers. A tie-break names the winner of
a level knock-out match; a table of the organiser's own says who meets whom; rounds say that the event ended
after the fifth of nine. The others state how the round
was, or would be by the rules, and after the arrow how it is. A remark that is not understood, or that
contradicts the records of the players, explains nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pairing.core.timetable import read_table, written
from pairing.core.tournament import Cell, Colour, Outcome, PairingError, RoundPairing, Tournament

# Boards that differ from the rules: changed by hand, or imported that way.
_OTHER_BOARDS = ("MPA", "Import")
CORRECTION, RATING_CORRECTION, ADJOURNMENT = "Correction", "Rating correction", "Adjournment"

# Players who came late or left: the first round with them, or without them.
LATE_ENTRY, WITHDRAWAL, EXPULSION = "Late entry", "Withdrawal", "Expulsion"

# The outcomes for White and Black by how the result is written. A game without a result is a draw for the
# pairing (C.04.2 D.1; 2026: 3.1).
_RESULTS: Mapping[str, tuple[Outcome, Outcome]] = {
    "1-0": (Outcome.WIN, Outcome.LOSS),
    "0-1": (Outcome.LOSS, Outcome.WIN),
    "1/2-1/2": (Outcome.DRAW, Outcome.DRAW),
    "?": (Outcome.DRAW, Outcome.DRAW),
    "1F-0F": (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
    "0F-1F": (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
    "0F-0F": (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),
    "1/2-0": (Outcome.DRAW, Outcome.LOSS),
    "0-1/2": (Outcome.LOSS, Outcome.DRAW),
    "0-0": (Outcome.LOSS, Outcome.LOSS),
}
_HEAD = re.compile(r"### ([A-Za-z ]+) @ Round ([0-9]{1,3}): (.+) => (.+)")
_OF_PEOPLE = re.compile(rf"### ({LATE_ENTRY}|{WITHDRAWAL}|{EXPULSION}) @ Round ([0-9]{{1,3}}): ([0-9 ]+)")
_TIE_BREAK = re.compile(r"### Tie-break @ Round ([0-9]{1,3}): ([0-9]{1,4})-([0-9]{1,4}) => ([0-9]{1,4})")
_TABLE = re.compile(r"### Table @ Round ([0-9]{1,3}): ([-0-9 ]+)")
_ROUNDS = re.compile(r"### Rounds @ Round ([0-9]{1,3}): ([0-9]{1,3}) => ([0-9]{1,3})(?:: (.*))?")
_ITEM = re.compile(r"(?:([0-9]{1,4})-([0-9]{1,4})(?:: (\S+))?|([0-9]{1,4})=PAB|none)(?: |$)")


class Board(NamedTuple):
    """White, Black, and the result if the remark is about one."""

    white: int
    black: int
    result: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """A round as it was, or as it is: some of its boards, and the player with the allocated bye."""

    boards: tuple[Board, ...]
    bye: int | None = None

    @property
    def pairs(self) -> set[tuple[int, int]]:
        """White and Black of each board."""
        return {(board.white, board.black) for board in self.boards}

    @property
    def players(self) -> set[int]:
        """The players at these boards."""
        return {number for pair in self.pairs for number in pair}


@dataclass(frozen=True, slots=True)
class Remark:
    """One remark, and what it says."""

    text: str
    word: str
    round: int
    before: Side
    after: Side

    def states(self, number: int, found: RoundPairing, expected: RoundPairing | None) -> bool:
        """Whether it states exactly how `found` differs from `expected`, the pairing by the rules, if any."""
        if self.word not in _OTHER_BOARDS or self.round != number:
            return False
        here, there = _boards(found), _boards(expected)
        byes = (found.bye, expected.bye) if expected and found.bye != expected.bye else (None, None)
        if expected is None:
            byes = (found.bye, self.before.bye)
        return (self.after.pairs, self.after.bye, self.before.bye) == (here - there, *byes) and (
            expected is None or self.before.pairs == there - here
        )


def _boards(pairing: RoundPairing | None) -> set[tuple[int, int]]:
    """White and Black of each board."""
    return {(pair.white, pair.black) for pair in pairing.pairs} if pairing else set()


def remarks_of(tournament: Tournament) -> tuple[Remark, ...]:
    """The remarks of the file that state how a round was and how it is."""
    return tuple(found for record in tournament.other_records if (found := _read(record)))


def _read(record: str) -> Remark | None:
    head = _HEAD.fullmatch(record)
    if head is None:
        return None
    before, after = _side(head[3]), _side(head[4])
    return Remark(record, head[1], int(head[2]), before, after) if before and after else None


class OfPeople(NamedTuple):
    """A remark on players who came late or left: its word, the round, the numbers of the players."""

    word: str
    round: int
    numbers: tuple[int, ...]

    @property
    def text(self) -> str:
        """The remark as written in a report."""
        return f"### {self.word} @ Round {self.round}: {' '.join(map(str, self.numbers))}"


def of_people(record: str) -> OfPeople | None:
    """The record as a remark on players who came late or left; None for any other record."""
    found = _OF_PEOPLE.fullmatch(record)
    return OfPeople(found[1], int(found[2]), tuple(map(int, found[3].split()))) if found else None


def expelled_by_remarks(tournament: Tournament) -> set[int]:
    """The numbers of the players whom the file's remarks call expelled."""
    told = filter(None, map(of_people, tournament.other_records))
    return {number for remark in told if remark.word == EXPULSION for number in remark.numbers}


def tie_breaks_of(tournament: Tournament) -> Iterator[str]:
    """A remark for each level match of a knock-out that was decided by its tie-break, White first."""
    longest = max((len(player.cells) for player in tournament.players), default=0)
    for number in range(1, longest + 1):
        for player in tournament.players:
            cell = player.cell(number)
            if cell.decided:
                pair = (player.number, cell.opponent)
                white, black = pair if cell.colour is Colour.WHITE else reversed(pair)
                yield f"### Tie-break @ Round {number}: {white}-{black} => {player.number}"


def with_tie_breaks(tournament: Tournament) -> Tournament:
    """The tournament with its records of tie-breaks turned into marks of the players who won them.

    A record of two players who did not meet in the round stays as it is.
    """
    players = {player.number: player for player in tournament.players}
    others = []
    for record in tournament.other_records:
        found = _TIE_BREAK.fullmatch(record)
        number, one, two, winner = map(int, found.groups()) if found else (0, 0, 0, 0)
        other = two if winner == one else one
        if winner not in {one, two} & players.keys() or players[winner].cell(number).opponent != other:
            others.append(record)
            continue
        cells = players[winner].cells
        decided = replace(cells[number - 1], decided=True)
        players[winner] = replace(players[winner], cells=(*cells[: number - 1], decided, *cells[number:]))
    return replace(tournament, players=tuple(players.values()), other_records=tuple(others))


def rows_of_table(tournament: Tournament) -> Iterator[str]:
    """A remark for each round of the table that the organiser gave."""
    for number, pairs in enumerate(tournament.table, 1):
        yield f"### Table @ Round {number}: {written(pairs)}"


def with_table(tournament: Tournament) -> Tournament:
    """The tournament with its records of a table turned into that table.

    They stay as they are unless they can be read and cover the rounds from the first on, each once.
    """
    told = {record: found for record in tournament.other_records if (found := _TABLE.fullmatch(record))}
    rows = sorted((int(found[1]), found[2]) for found in told.values())
    if [number for number, _row in rows] != list(range(1, len(rows) + 1)):
        return tournament
    try:
        table = read_table("\n".join(row for _number, row in rows))
    except PairingError:
        return tournament
    others = tuple(record for record in tournament.other_records if record not in told)
    return replace(tournament, table=table, other_records=others)


class Ended(NamedTuple):
    """A remark on an event that ended early: its last round, the rounds that were announced, the reason."""

    after: int
    announced: int
    reason: str

    @property
    def text(self) -> str:
        """The remark as written in a report."""
        said = f"### Rounds @ Round {self.after}: {self.announced} => {self.after}"
        return f"{said}: {self.reason}" if self.reason else said


def ended(record: str) -> Ended | None:
    """The record as a remark on an early end; None for any other record."""
    found = _ROUNDS.fullmatch(record)
    if found is None or found[1] != found[3]:
        return None
    return Ended(int(found[1]), int(found[2]), found[4] or "")


def with_end(tournament: Tournament) -> Tournament:
    """The tournament with the round after which it ended early, if a remark says so.

    The remark counts only if all rounds up to that one were paired, none after it, and the number of rounds
    that it says were announced is that of the file. It stays among the records.
    """
    played = tournament.played_rounds
    for remark in filter(None, map(ended, tournament.other_records)):
        if remark.after == played and remark.announced == tournament.rounds and played < remark.announced:
            return replace(tournament, ended=played)
    return tournament


def _side(text: str) -> Side | None:
    boards, bye, place = [], None, 0
    while place < len(text):
        item = _ITEM.match(text, place)
        if item is None or (item[3] and item[3] not in _RESULTS):
            return None
        if item[1]:
            boards.append(Board(int(item[1]), int(item[2]), item[3] or ""))
        elif item[4]:
            bye = int(item[4])
        place = item.end()
    return Side(tuple(boards), bye)


def known_to_round(
    tournament: Tournament, remarks: Sequence[Remark], number: int
) -> Iterator[tuple[Tournament, tuple[Remark, ...]]]:
    """The tournament as it may have been known when the round was paired, each with the remarks undone.

    A correction for rating alone was never known to a pairing. A correction of a round was known to the next
    pairing, or only to the one after it (C.04.2 D.8; 2026: 4.3), and players who sat down at the wrong board
    were paired otherwise. When an adjourned game was finished is not recorded.
    """
    never = [one for one in remarks if one.word == RATING_CORRECTION and one.round <= number]
    late = [one for one in remarks if one.word == CORRECTION and number - 1 <= one.round <= number]
    adjourned = [one for one in remarks if one.word == ADJOURNMENT and one.round < number]
    tried: set[tuple[str, ...]] = {()}
    for undone in (never, [*never, *late], [*never, *adjourned], [*never, *late, *adjourned]):
        texts = tuple(one.text for one in undone)
        if texts not in tried:
            tried.add(texts)
            known = _without(tournament, undone)
            if known is not None:
                yield known, tuple(undone)


def for_standings(tournament: Tournament) -> Tournament:
    """The tournament without the corrections that are for rating alone."""
    undone = [one for one in remarks_of(tournament) if one.word == RATING_CORRECTION]
    return _without(tournament, undone) or tournament


def _without(tournament: Tournament, undone: Sequence[Remark]) -> Tournament | None:
    """The tournament with the boards as they were before; None if they are now not as the remarks say."""
    players = {player.number: player for player in tournament.players}
    for remark in reversed(undone):
        number = remark.round
        if remark.before.players != remark.after.players:
            return None
        for player, cell in _cells(remark.after).items():
            found = players[player].cell(number) if player in players else None
            if found is None or (found.opponent, found.colour) != (cell.opponent, cell.colour):
                return None
        for player, cell in _cells(remark.before).items():
            cells = players[player].cells
            players[player] = replace(players[player], cells=(*cells[: number - 1], cell, *cells[number:]))
    return replace(tournament, players=tuple(players.values()))


def _cells(side: Side) -> dict[int, Cell]:
    """The cells of the round for the players at these boards."""
    cells = {}
    for white, black, result in side.boards:
        outcomes = _RESULTS.get(result, (Outcome.NONE, Outcome.NONE))
        cells[white] = Cell(black, Colour.WHITE, outcomes[0])
        cells[black] = Cell(white, Colour.BLACK, outcomes[1])
    return cells
