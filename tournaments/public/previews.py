"""The picture that messengers show with a link: the event, what the link leads to, the top boards."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache

from PIL import Image, ImageDraw, ImageFont

from tournaments.papers.drawing.sheet import FOLDER

# The size that readers of Open Graph show in full.
SIZE = (1200, 630)
MARGIN = 72
# The number of lines of a preview below its two headings.
LINES = 5
# The tokens of the stylesheet: --ground, --ink, --ink-3, --brand.
PAPER, INK, QUIET, MARK = "#f5f4f0", "#15171c", "#5f6571", "#2340a6"


def as_png(name: str, heading: str, lines: Sequence[tuple[str, str, str]]) -> bytes:
    """A preview: the event's name, a heading, and at most LINES lines of left, middle and right text.

    The same bytes for the same words.
    """
    image = Image.new("RGB", SIZE, PAPER)
    draw = ImageDraw.Draw(image)
    width, height = SIZE
    draw.rectangle((0, 0, 18, height), fill=MARK)
    draw.text((MARGIN, 54), _cut(draw, name, 40, width - 2 * MARGIN), font=_font(40), fill=QUIET)
    draw.text((MARGIN, 112), _cut(draw, heading, 76, width - 2 * MARGIN), font=_font(76), fill=INK)
    half = (width - 2 * MARGIN - 130) // 2
    for place, (left, middle, right) in enumerate(lines[:LINES]):
        top = 252 + 64 * place
        draw.text((MARGIN, top), _cut(draw, left, 36, half), font=_font(36), fill=INK)
        draw.text((width // 2, top), middle, font=_font(36), fill=MARK, anchor="ma")
        far = _cut(draw, right, 36, half)
        draw.text((width - MARGIN, top), far, font=_font(36), fill=INK, anchor="ra")
    draw.text((width - MARGIN, height - 42), "Board One", font=_font(26), fill=QUIET, anchor="rs")
    file = io.BytesIO()
    # A few colours are enough and take a quarter of the bytes; this method finds them fastest.
    image.quantize(32, method=Image.Quantize.FASTOCTREE).save(file, "PNG", optimize=True)
    return file.getvalue()


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FOLDER / "DejaVuSans.ttf", size)


def _cut(draw: ImageDraw.ImageDraw, text: str, size: int, width: int) -> str:
    """As much of the text as fits into the width, in pixels."""
    shown = text
    while shown and draw.textlength(shown, font=_font(size)) > width:
        text = text[:-1].rstrip()
        shown = f"{text}…"
    return shown
