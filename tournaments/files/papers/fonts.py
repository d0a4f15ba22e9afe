"""The fonts of every paper: DejaVu Sans, plain and bold, which come with the program."""

from __future__ import annotations

from functools import cache

from django.conf import settings
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from tournaments.texts import plain, runs_from_right

# They have Latin, Greek, Cyrillic, Armenian and Georgian; the server needs no fonts of its own.
PLAIN, BOLD = "DejaVuSans", "DejaVuSans-Bold"
# Browsers load them too, for papers that are printed from a page.
FOLDER = settings.PAGES / "static/fonts"


@cache
def register() -> None:
    """Register the fonts with the library, once; a file gets only the part of them that it uses."""
    for name in (PLAIN, BOLD):
        pdfmetrics.registerFont(TTFont(name, FOLDER / f"{name}.ttf"))


def printable(text: str) -> str:
    """The text with plain letters for those that the fonts lack, as names must be readable on a wall."""
    if text.isascii():
        return text
    return "".join(letter if _is_shown(letter) else plain(letter) for letter in text)


@cache
def _is_shown(letter: str) -> bool:
    register()
    known = all(ord(letter) in pdfmetrics.getFont(name).face.charToGlyph for name in (PLAIN, BOLD))
    # The fonts have right-to-left scripts, but nothing here would order their letters.
    return known and not runs_from_right(letter)


def width(text: str, size: float, *, bold: bool = False) -> float:
    """The width of the text in points, in letters of this size."""
    register()
    return float(pdfmetrics.stringWidth(text, BOLD if bold else PLAIN, size))
