"""A small picture of what a screen of the hall shows, for the desk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import NamedTuple
from urllib.parse import quote
from xml.sax.saxutils import escape

# A sixth of a screen of 1920 × 1080 each way; it has at most 12 lines, as there.
WIDE, HIGH = 320, 180
HEAD, LINE = 30, 11.5
# The most letters in a line of an announcement; and the approximate width of a letter of a list.
LETTERS, LETTER = 38, 4.6
LIGHT, DARK = ("#fff", "#111"), ("#000", "#eee")


class Row(NamedTuple):
    """One line: its number, and its texts at the left, in the middle and at the right."""

    number: str = ""
    left: str = ""
    middle: str = ""
    right: str = ""
    heading: bool = False


def as_address(title: str, event: str, columns: Sequence[Sequence[Row]], *, dark: bool) -> str:
    """The picture as a data: address, black on white or white on black."""
    paper, ink = DARK if dark else LIGHT
    beside = WIDE - 24 - len(title) * LETTER * 13 / 8
    texts = [
        _text(8, 19, title, 13, bold=True),
        _text(WIDE - 8, 19, _cut(event, beside), 8, anchor="end"),
    ]
    width = (WIDE - 16) / max(1, len(columns))
    for place, rows in enumerate(columns):
        for number, row in enumerate(rows):
            texts += _row(row, 8 + place * width, HEAD + (number + 1) * LINE, width - 8)
    drawn = "".join(texts)
    return "data:image/svg+xml," + quote(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" font-family="sans-serif"'
        f' fill="{ink}"><rect width="{WIDE}" height="{HIGH}" fill="{paper}"/>'
        f'<path d="M8 24H{WIDE - 8}" stroke="{ink}"/>{drawn}</svg>'
    )


def told(text: str) -> list[Row]:
    """The rows of an announcement."""
    return [Row(left=line) for line in wrap(text, LETTERS)]


def _row(row: Row, x: float, y: float, width: float) -> Iterator[str]:
    if row.number:
        yield _text(x + 14, y, row.number, 8, anchor="end")
    start = 18 if row.number else 0
    room = width * 0.42 - start if row.right else width - start - (24 if row.middle else 0)
    yield _text(x + start, y, _cut(row.left, room), 8, bold=row.heading)
    if row.right:
        yield _text(x + width * 0.5, y, row.middle, 8, bold=True, anchor="middle")
        yield _text(x + width * 0.58, y, _cut(row.right, width * 0.42), 8)
    elif row.middle:
        yield _text(x + width, y, row.middle, 8, bold=True, anchor="end")


def _cut(text: str, room: float) -> str:
    """As much of the text as usually fits into the room."""
    most = int(room / LETTER)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _text(x: float, y: float, text: str, size: int, *, bold: bool = False, anchor: str = "start") -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}"{weight}>{escape(text)}</text>'
    )
