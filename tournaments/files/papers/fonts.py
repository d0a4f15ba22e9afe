"""The letters of every paper: DejaVu Sans, plain and bold, which lie beside the program."""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from tournaments.texts import plain

# Latin, Greek, Cyrillic, Armenian and Georgian; a server need have no fonts.
PLAIN, BOLD = "DejaVuSans", "DejaVuSans-Bold"
# Browsers load them, too, for a paper that is printed from a page.
FOLDER = Path(__file__).parents[2] / "static" / "fonts"
# Writing from right to left is in the fonts, but nothing here would put it in order.
FROM_RIGHT = frozenset({"R", "AL"})


@cache
def register() -> None:
    """Make the fonts known to the library, once; into a file goes the part of them that it uses."""
    for name in (PLAIN, BOLD):
        pdfmetrics.registerFont(TTFont(name, FOLDER / f"{name}.ttf"))


def printable(text: str) -> str:
    """The text with plain letters for those that the fonts cannot show: a name has to be read on a wall."""
    if text.isascii():
        return text
    return "".join(letter if _is_shown(letter) else plain(letter) for letter in text)


@cache
def _is_shown(letter: str) -> bool:
    register()
    known = all(ord(letter) in pdfmetrics.getFont(name).face.charToGlyph for name in (PLAIN, BOLD))
    return known and unicodedata.bidirectional(letter) not in FROM_RIGHT


def width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide the text is in points, in letters of this size."""
    register()
    return float(pdfmetrics.stringWidth(text, BOLD if bold else PLAIN, size))
