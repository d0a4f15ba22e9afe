"""Drawing by lot: ranks among equals, and the start positions of Chess960."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from itertools import combinations

# -- Lots among equals, drawn once; anybody can reproduce them from the seed (C.07 4.2) ---------------


def drawn(seed: str, numbers: Iterable[int]) -> dict[int, int]:
    """Pairing number -> lot, from 1; the lowest is the best.

    The lots follow the order of the SHA-256 of the seed, a colon and the pairing number, in hexadecimal. Only
    the seed is drawn by chance; everything else follows from it.
    """
    ordered = sorted(numbers, key=lambda number: hashlib.sha256(f"{seed}:{number}".encode()).hexdigest())
    return {number: lot for lot, number in enumerate(ordered, 1)}


# -- The 960 start positions of Chess960 by their numbers (Laws of Chess, Guidelines II) --------------
#
# A back rank is written from the a-file to the h-file with the letters that the Laws use for the pieces:
# the usual one is RNBQKBNR, number 518. Black's pieces mirror White's. Positions are drawn elsewhere:
# nothing in this module is random.

POSITIONS = 960

_FILES = range(8)
# The places of the knights among the five squares that bishops and queen leave free.
_KNIGHTS = tuple(combinations(range(5), 2))


def back_rank(number: int) -> str:
    """The back rank of the position with this number, 0 to 959.

    The bishops stand on squares of different colours and the king between the rooks (Guidelines II.2). Raises
    ValueError for a number outside that range.
    """
    if not 0 <= number < POSITIONS:
        raise ValueError(f"expected 0 to {POSITIONS - 1}, found {number}")
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    pieces = {2 * light + 1: "B", 2 * dark: "B"}
    pieces[_free(pieces)[queen]] = "Q"
    free = _free(pieces)
    pieces |= {free[place]: "N" for place in _KNIGHTS[knights]}
    pieces |= dict(zip(_free(pieces), "RKR", strict=True))
    return "".join(pieces[file] for file in _FILES)


def forsyth(number: int) -> str:
    """The position with this number in Forsyth-Edwards notation, as in PGN's FEN tag.

    Both sides may castle with both rooks. Raises ValueError for a number outside 0 to 959.
    """
    white = back_rank(number)
    return f"{white.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1"


def _free(pieces: dict[int, str]) -> list[int]:
    return [file for file in _FILES if file not in pieces]
