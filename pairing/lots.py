"""Lots among equals, drawn once; anybody can reproduce them from the seed (C.07 4.2)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def drawn(seed: str, numbers: Iterable[int]) -> dict[int, int]:
    """Pairing number -> lot, from 1; the lowest is the best.

    The lots follow the order of the SHA-256 of the seed, a colon and the pairing number, in hexadecimal. Only
    the seed is drawn by chance; everything else follows from it.
    """
    ordered = sorted(numbers, key=lambda number: hashlib.sha256(f"{seed}:{number}".encode()).hexdigest())
    return {number: lot for lot, number in enumerate(ordered, 1)}
