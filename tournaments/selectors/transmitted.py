"""Results transmitted by electronic boards, as in a PGN of the round, compared with those entered here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from tournaments.files.pgn import GOES_ON
from tournaments.models import Game, Player, Round
from tournaments.names import is_spelling_of
from tournaments.selectors.boards import Seated, seated


class Found(Enum):
    """How a game of the file relates to the round; those that need an arbiter's attention come first."""

    DIFFERS = "differs"
    # Another game of the file is of the same board and has a different result.
    TWICE = "twice"
    # The two play each other, but with colours reversed.
    REVERSED = "reversed"
    # No board of the round has these two players.
    NOBODY = "nobody"
    OTHER_ROUND = "other-round"
    NEW = "new"
    GOES_ON = "goes-on"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class Line:
    """A game of the file, and the board that it belongs to, if any."""

    white: str
    black: str
    result: str
    found: Found
    game: Game | None = None

    @property
    def in_print(self) -> str:
        """The file's result as the program writes it."""
        return str(Game.Result(self.result).label) if self.result != GOES_ON else ""


def compared(round_: Round, games: Sequence[Mapping[str, str]]) -> list[Line]:
    """Each game of the file with the board of its two players, found by FIDE ID or name.

    Uncertain games do not count as that board's: names that fit nobody, or colours reversed.
    """
    boards = seated(round_)
    lines = [_line(round_, boards, tags) for tags in games]
    ends: dict[int, set[str]] = {}
    for line in lines:
        if line.game and line.result != GOES_ON:
            ends.setdefault(line.game.pk, set()).add(line.result)
    return [
        Line(line.white, line.black, line.result, Found.TWICE, line.game)
        if line.game and len(ends.get(line.game.pk, ())) > 1
        else line
        for line in lines
    ]


def _line(round_: Round, boards: Sequence[Seated], tags: Mapping[str, str]) -> Line:
    white, black, result = tags.get("White", ""), tags.get("Black", ""), tags["Result"]
    # "3", "3.12", or a text without a number.
    number = tags.get("Round", "").split(".")[0]
    if number.isdecimal() and int(number) != round_.number:
        return Line(white, black, result, Found.OTHER_ROUND)
    for board in boards:
        if _is(board.white, tags, "White") and _is(board.black, tags, "Black"):
            return Line(white, black, result, _beside(board.game, result), board.game)
        if _is(board.white, tags, "Black") and _is(board.black, tags, "White"):
            return Line(white, black, result, Found.REVERSED, board.game)
    return Line(white, black, result, Found.NOBODY)


def _beside(game: Game, result: str) -> Found:
    if result == GOES_ON:
        return Found.GOES_ON
    if game.result == Game.Result.NOT_YET:
        return Found.NEW
    return Found.SAME if game.result == result else Found.DIFFERS


def _is(player: Player, tags: Mapping[str, str], colour: str) -> bool:
    """Whether the file means this player: by FIDE ID if both have one, else by name."""
    fide_id = tags.get(f"{colour}FideId", "")
    if fide_id and player.fide_id:
        return fide_id == player.fide_id
    return bool(tags.get(colour)) and is_spelling_of(tags[colour], player.name)
