"""The list of a round in other orders than that of its boards: by name, and by score group."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.models import Game, Player
from tournaments.names import fold
from tournaments.selectors.boards import Board, Bye


@dataclass(frozen=True, slots=True)
class Line:
    """One player in the list by name: their board, colour and opponent, or why they have none."""

    player: Player
    board: Board | None = None
    colour: str = ""
    opponent: Player | None = None
    bye: str = ""

    @property
    def result(self) -> str:
        """The result with the player's own points first; "" while there is none."""
        found = Game.Result(self.board.row.result if self.board else "")
        return str((found.mirrored if self.colour == "b" else found).label) if found else ""


def by_name(boards: Iterable[Board], byes: Iterable[Bye]) -> list[Line]:
    """Everybody by name, whether they have a game or not."""
    lines = [Line(bye.player, bye=bye.label) for bye in byes]
    for board in boards:
        lines.append(Line(board.white, board, "w", board.black))
        lines.append(Line(board.black, board, "b", board.white))
    return sorted(lines, key=lambda line: (fold(line.player.name), line.player.number or 0))


@dataclass(frozen=True, slots=True)
class Group:
    """The boards of a score group: by the higher score of the two, in tenths and with virtual points."""

    score: int
    boards: Sequence[Board]
    # The number of boards in the groups above.
    before: int = 0

    @property
    def is_accelerated(self) -> bool:
        """Whether a player in the group has virtual points."""
        return any(board.white_virtual or board.black_virtual for board in self.boards)


def by_score(boards: Iterable[Board]) -> list[Group]:
    """The score groups, the highest first; a board with two scores is in the group of the higher one."""
    groups: dict[int, list[Board]] = {}
    for board in boards:
        score = max(board.white_score + board.white_virtual, board.black_score + board.black_virtual)
        groups.setdefault(score, []).append(board)
    found, before = [], 0
    for score in sorted(groups, reverse=True):
        found.append(Group(score, groups[score], before))
        before += len(groups[score])
    return found
