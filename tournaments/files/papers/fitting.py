"""Fitting text into its room: a little narrower, then smaller, then in two lines, and finally cut."""

from __future__ import annotations

import re
from typing import NamedTuple

from tournaments.files.papers import fonts

# Narrower letters than this look squeezed.
NARROWEST = 0.9
# As parts of the wanted size: the smallest letters in one line, and those of two lines as high as one.
SMALLER, HALVED = 0.75, 0.56
# In points; smaller letters are unreadable.
FLOOR = 4.2
# As parts of the wanted size: how far the feet of the two lines are above the foot of a single line. With
# accents and tails, the lines do not touch: together they reach from 0.31 below that foot to 1 above it.
FEET = (0.48, -0.173)
ELLIPSIS = "…"


class Fitted(NamedTuple):
    """One or two lines of text, the size of the letters, and their horizontal scale (1: unchanged)."""

    lines: tuple[str, ...]
    size: float
    narrow: float = 1.0


def fitted(text: str, size: float, *, bold: bool = False, room: float | None = None) -> Fitted:
    """The text as it fits into its room, in letters of this size if possible."""
    wide = fonts.width(text, size, bold=bold)
    if room is None or wide <= room:
        return Fitted((text,), size)
    if room >= wide * NARROWEST:
        return Fitted((text,), size, room / wide)
    smallest = max(size * SMALLER, min(size, FLOOR))
    smaller = size * room / (wide * NARROWEST)
    if smaller >= smallest:
        return Fitted((text,), smaller, NARROWEST)
    if size * HALVED < FLOOR:
        return Fitted((cut(text, smallest, room, bold=bold),), smallest)
    return Fitted(_in_two(text, size * HALVED, room, bold=bold), size * HALVED)


def pieces(text: str) -> list[str]:
    """The text in pieces after which a line may end: after blanks and hyphens."""
    return [piece for piece in re.split(r"(?<=[\s-])", text) if piece]


def cut(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """As much of the text as fits, with an ellipsis for what is left out; "" if no letter fits."""
    if fonts.width(text, size, bold=bold) <= room:
        return text
    while text and fonts.width(text + ELLIPSIS, size, bold=bold) > room:
        text = text[:-1]
    return text.rstrip(" ,-") + ELLIPSIS if text else ""


def wrapped(text: str, size: float, room: float, *, bold: bool = False) -> list[str]:
    """The text in lines that fit into the room; a word that is wider than it is broken."""
    lines = [""]
    for piece in pieces(text):
        if lines[-1] and fonts.width((lines[-1] + piece).rstrip(), size, bold=bold) > room:
            lines.append("")
        for letter in piece:
            if lines[-1] and fonts.width((lines[-1] + letter).rstrip(), size, bold=bold) > room:
                lines.append("")
            lines[-1] += letter
    return [line.strip() for line in lines]


def _in_two(text: str, size: float, room: float, *, bold: bool) -> tuple[str, ...]:
    """Two lines of about the same length; what does not fit into them is cut."""

    def widest(lines: tuple[str, ...]) -> float:
        return max(fonts.width(line.strip(), size, bold=bold) for line in lines)

    words = pieces(text)
    ends = (("".join(words[:end]), "".join(words[end:])) for end in range(1, len(words)))
    lines = min(ends, key=widest, default=(text, ""))
    if widest(lines) > room:
        first = wrapped(text, size, room, bold=bold)[0]
        lines = (first, text.removeprefix(first))
    first, second = (cut(line.strip(), size, room, bold=bold) for line in lines)
    return (first, second) if second else (cut(text, size, room, bold=bold),)
