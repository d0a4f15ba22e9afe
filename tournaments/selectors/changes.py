"""The differences between two pairings of one round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

# White and Black, by the players' keys.
Board = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Pairing:
    """The boards of a pairing and the taker of the pairing-allocated bye, by the players' keys."""

    boards: tuple[Board, ...]
    bye: int | None = None


@dataclass(frozen=True, slots=True)
class Changes:
    """From one pairing to another: boards that are gone, new ones, same boards with colours exchanged."""

    gone: tuple[Board, ...]
    new: tuple[Board, ...]
    # With the colours they have now.
    turned: tuple[Board, ...]
    bye_before: int | None
    bye_now: int | None

    def __bool__(self) -> bool:
        return bool(self.gone or self.new or self.turned or self.bye_moves)

    @property
    def bye_moves(self) -> bool:
        """Whether another player, or nobody, now has the pairing-allocated bye."""
        return self.bye_before != self.bye_now

    @property
    def players(self) -> frozenset[int]:
        """All players with another opponent or colour, and those of a moved bye, by key."""
        moved = {key for board in (*self.gone, *self.new, *self.turned) for key in board}
        byes = {self.bye_before, self.bye_now} - {None} if self.bye_moves else set()
        return frozenset(moved | {key for key in byes if key is not None})


def between(before: Pairing, now: Pairing) -> Changes:
    """The boards that are gone, new, or have colours exchanged, in board order."""
    old, new = _pairs(before.boards), _pairs(now.boards)
    was = set(before.boards)
    return Changes(
        gone=tuple(board for board in before.boards if frozenset(board) not in new),
        new=tuple(board for board in now.boards if frozenset(board) not in old),
        turned=tuple(board for board in now.boards if frozenset(board) in old and board not in was),
        bye_before=before.bye,
        bye_now=now.bye,
    )


def _pairs(boards: Iterable[Board]) -> set[frozenset[int]]:
    return {frozenset(board) for board in boards}
