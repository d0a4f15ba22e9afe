"""Points as people write them; the program counts in tenths."""

from __future__ import annotations

import re
from functools import lru_cache

from django.utils.formats import get_format

WRITTEN = re.compile(r"[0-9]{1,3}(\.[0-9])?")


def decimal_mark() -> str:
    """The decimal separator of the reader's language."""
    return str(get_format("DECIMAL_SEPARATOR"))


def as_text(tenths: int) -> str:
    """Tenths of a point as text: 25 is 2½, 5 is ½, 12 is 1.2, in French 1,2."""
    whole, rest = divmod(tenths, 10)
    if rest == 0:
        return str(whole)
    if rest == 5:
        return f"{whole or ''}½"
    return f"{whole}{decimal_mark()}{rest}"


def from_text(text: str) -> int | None:
    """Tenths of a point from 3, 0.5, 0,5, ½ or 1½; None if the text is not a number of points."""
    text = text.strip().replace(",", ".")
    if text.endswith("½"):
        text = f"{text[:-1] or '0'}.5"
    if not WRITTEN.fullmatch(text):
        return None
    whole, _point, tenth = text.partition(".")
    return int(whole) * 10 + int(tenth or 0)


# The value of a board for its player, in tenths of a game point, by the player's half of its result.
_WORTH = {"1": 10, "1/2": 5, "0": 0, "1F": 10, "0F": 0, "": 0}


@lru_cache(maxsize=1 << 12)
def points_at_boards(boards: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Tenths of a game point from each of these board results (`Game.boards`), White's first."""
    halves = [board.partition("-") for board in boards.split(",")]
    return tuple(_WORTH[white] for white, _dash, _black in halves), tuple(
        _WORTH[black] for _white, _dash, black in halves
    )


def game_points(boards: str) -> tuple[int, int]:
    """The game points from these board results (`Game.boards`) in tenths, White's first."""
    white, black = points_at_boards(boards)
    return sum(white), sum(black)
