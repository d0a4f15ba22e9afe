"""A sheet of paper: its fonts, what fits into a field, and how it is drawn as PDF or SVG."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import NamedTuple, Protocol
from xml.sax.saxutils import escape

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, LETTER, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph
from reportlab.platypus.paragraph import FragLine

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
    wide = width(text, size, bold=bold)
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
    if width(text, size, bold=bold) <= room:
        return text
    while text and width(text + ELLIPSIS, size, bold=bold) > room:
        text = text[:-1]
    return text.rstrip(" ,-") + ELLIPSIS if text else ""


def wrapped(text: str, size: float, room: float, *, bold: bool = False) -> list[str]:
    """The text in lines that fit into the room; a word that is wider than it is broken."""
    lines = [""]
    for piece in pieces(text):
        if lines[-1] and width((lines[-1] + piece).rstrip(), size, bold=bold) > room:
            lines.append("")
        for letter in piece:
            if lines[-1] and width((lines[-1] + letter).rstrip(), size, bold=bold) > room:
                lines.append("")
            lines[-1] += letter
    return [line.strip() for line in lines]


def _in_two(text: str, size: float, room: float, *, bold: bool) -> tuple[str, ...]:
    """Two lines of about the same length; what does not fit into them is cut."""

    def widest(lines: tuple[str, ...]) -> float:
        return max(width(line.strip(), size, bold=bold) for line in lines)

    words = pieces(text)
    ends = (("".join(words[:end]), "".join(words[end:])) for end in range(1, len(words)))
    lines = min(ends, key=widest, default=(text, ""))
    if widest(lines) > room:
        first = wrapped(text, size, room, bold=bold)[0]
        lines = (first, text.removeprefix(first))
    first, second = (cut(line.strip(), size, room, bold=bold) for line in lines)
    return (first, second) if second else (cut(text, size, room, bold=bold),)


class Surface(Protocol):
    """Sheets of one size, one after the other."""

    width: float
    height: float

    def turn(self) -> None:
        """Continue on the next sheet."""

    def again(self) -> Iterator[tuple[int, int]]:
        """Return to every sheet in turn, with its number and the number of sheets; this ends the drawing."""

    def text(self, x: float, y: float, text: str, size: float, wide: float, *, bold: bool) -> None:
        """A line of text from x, with its foot on y, exactly as wide as this."""

    def rule(self, x: float, y: float, x2: float, y2: float, thick: float, *, dashed: bool) -> None:
        """A line."""

    def box(self, x: float, y: float, wide: float, high: float, thick: float) -> None:
        """An empty rectangle, from its lower left corner."""

    def disc(self, x: float, y: float, radius: float, *, full: bool) -> None:
        """A ring, or a black disc, around its middle."""

    def fill(self, boxes: Iterable[tuple[float, float, float, float]]) -> None:
        """Black rectangles: x, y, width and height of each."""

    def upside_down(self, x: float, y: float) -> None:
        """Rotate what is drawn until `upright` by half a turn around this point."""

    def upright(self) -> None:
        """Draw as before."""


# In points: the margin that a printer leaves white, and the heights of head and foot.
MARGIN = 34.0
HEAD, FOOT = 40.0, 24.0
# The distance between lines of a text, in sizes of their letters; and the smallest size of those letters.
LEADING, SMALLEST = 1.35, 8.0

SIZES = {"a4": A4, "letter": LETTER}


@dataclass(frozen=True, slots=True)
class Imprint:
    """The text on every sheet: title, event, when it was printed, and the publication that proves it."""

    title: str
    event: str
    # The days of the event, or the day and time of the round.
    detail: str
    printed: str
    # The publication that it shows, with its fingerprint; "" if there is none.
    publication: str = ""
    # Says that it is out of date, or was corrected, so that nobody takes it for another state.
    notice: str = ""

    @property
    def heading(self) -> str:
        """The title with the event: the name of the whole paper."""
        return f"{self.title} – {self.event}"


class Body(Protocol):
    """The content of a paper between head and foot."""

    def draw(self, sheet: Sheet) -> None:
        """Draw it, on as many sheets as needed."""


@dataclass(frozen=True, slots=True)
class Printout:
    """One paper: its imprint and its body; `wide` is landscape."""

    imprint: Imprint
    body: Body
    wide: bool = False


def measures(printout: Printout, size: str) -> tuple[float, float]:
    """Width and height of the paper's sheets in this size (SIZES)."""
    wide, high = landscape(SIZES[size]) if printout.wide else SIZES[size]
    return wide, high


def draw(printout: Printout, surface: Surface) -> None:
    """Draw the paper, with head and foot on every sheet."""
    sheet = Sheet(printout.imprint, surface)
    printout.body.draw(sheet)
    sheet.finish()


class Sheet:
    """The sheet that is drawn on, between its head and its foot, in the measures of `Surface`."""

    def __init__(self, imprint: Imprint, surface: Surface) -> None:
        register()
        self._imprint, self._surface = imprint, surface
        self.left, self.right = MARGIN, surface.width - MARGIN
        self.bottom = MARGIN + FOOT
        self.top = surface.height - MARGIN - HEAD - (22 if imprint.notice else 0)

    @property
    def width(self) -> float:
        """The width between the margins."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The height between head and foot."""
        return self.top - self.bottom

    def turn(self) -> None:
        """Continue on the next sheet."""
        self._surface.turn()

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 9,
        *,
        bold: bool = False,
        room: float | None = None,
        align: str = "left",
    ) -> None:
        """A line of text from x, with its foot on y; "right" ends at x, "centre" has its middle there.

        Text wider than its room is made to fit by `fitting`, within the height of the line.
        """
        found = fitted(printable(text), size, bold=bold, room=room)
        feet = FEET if len(found.lines) > 1 else (0.0,)
        for line, foot in zip(found.lines, feet, strict=True):
            if line:
                wide = width(line, found.size, bold=bold) * found.narrow
                start = x - {"left": 0.0, "centre": wide / 2, "right": wide}[align]
                self._surface.text(start, y + foot * size, line, found.size, wide, bold=bold)

    def rule(
        self, x: float, y: float, x2: float, y2: float, thick: float = 0.4, *, cut: bool = False
    ) -> None:
        """A line; dashed if the paper is to be cut along it."""
        self._surface.rule(x, y, x2, y2, thick, dashed=cut)

    def box(self, x: float, y: float, wide: float, high: float, thick: float = 0.6) -> None:
        """A rectangle from its lower left corner."""
        self._surface.box(x, y, wide, high, thick)

    def disc(self, x: float, y: float, radius: float, colour: str) -> None:
        """White's ring or Black's disc ("w", "b"), around its middle."""
        self._surface.disc(x, y, radius, full=colour == "b")

    def squares(self, x: float, y: float, side: float, rows: Iterable[Iterable[int]]) -> None:
        """A QR code: the dark ones of these squares, from the upper left corner at (x, y + side)."""
        lines = [list(row) for row in rows]
        step = side / len(lines)
        boxes = []
        for place, line in enumerate(lines, 1):
            column = 0
            # Neighbours are drawn as one box: the badges of an event have a hundred thousand squares.
            for dark, squares in groupby(line):
                many = len(list(squares))
                if dark:
                    boxes.append((x + column * step, y + side - place * step, many * step, step))
                column += many
        self._surface.fill(boxes)

    def measure(self, block: Paragraph) -> float:
        """The height of a paragraph between the margins."""
        return float(block.wrap(self.width, self.height)[1])

    def split(self, block: Paragraph, high: float) -> tuple[Paragraph, Paragraph]:
        """The part of a paragraph that fits into this height, and the rest."""
        first, rest = block.split(self.width, high)
        self.measure(first)
        return first, rest

    def put(self, block: Paragraph, y: float) -> None:
        """Draw a measured paragraph below y; `paragraph` must have made it, with a single font."""
        form = block.style
        for place, line in enumerate(block.blPara.lines):
            foot = y - form.fontSize - place * form.leading
            self.text(self.left, foot, _text_of(line), form.fontSize, bold=form.fontName == BOLD)

    def lines(self, text: str, x: float, y: float, room: float, high: float, size: float) -> None:
        """Bold text in several lines below y, in smaller letters if it would be higher than `high`.

        The letters are also small enough that no word is broken, unless that would be unreadable.
        """
        text = printable(text)
        longest = max(width(word.strip(), 1, bold=True) for word in pieces(text))
        # Slightly smaller: rounding would break a word that fits exactly.
        size = max(SMALLEST, min(size, 0.99 * room / longest))
        lines = wrapped(text, size, room, bold=True)
        while size > SMALLEST and len(lines) * size * LEADING > high:
            size = max(SMALLEST, size - 1)
            lines = wrapped(text, size, room, bold=True)
        for place, line in enumerate(lines):
            self.text(x, y - size - place * size * LEADING, line, size, bold=True)

    def cut[Piece](
        self, pieces: Sequence[Piece], across: int, down: int
    ) -> Iterator[tuple[float, float, float, float, Piece]]:
        """Each piece with its place on a sheet to be cut: x, y, width, height; cutting lines are drawn.

        If the sheets are cut as a pile, the pieces of each place are in order.
        """
        wide, high = self.width / across, self.height / down
        sheets = -(-len(pieces) // (across * down))
        for number in range(sheets):
            if number:
                self.turn()
            for place, piece in enumerate(pieces[number::sheets]):
                row, column = divmod(place, across)
                yield self.left + column * wide, self.top - (row + 1) * high, wide, high, piece
            for column in range(1, across):
                x = self.left + column * wide
                self.rule(x, self.bottom, x, self.top, cut=True)
            for row in range(down + 1):
                y = self.top - row * high
                self.rule(self.left, y, self.right, y, cut=True)

    def upside_down(self, x: float, y: float) -> None:
        """Rotate what is drawn until `upright` by half a turn around this point."""
        self._surface.upside_down(x, y)

    def upright(self) -> None:
        """Draw as before."""
        self._surface.upright()

    def finish(self) -> None:
        """Draw head and foot of every sheet."""
        for number, pages in self._surface.again():
            self._frame(number, pages)

    def _frame(self, number: int, pages: int) -> None:
        imprint, half = self._imprint, self.width / 2
        upper = self._surface.height - MARGIN
        self.text(self.left, upper - 14, imprint.title, 15, bold=True, room=self.width * 0.62)
        self.text(self.left, upper - 28, imprint.event, 9, room=self.width * 0.62)
        self.text(self.right, upper - 14, imprint.detail, 9, room=self.width * 0.36, align="right")
        self.rule(self.left, upper - 33, self.right, upper - 33, 1)
        if imprint.notice:
            self.box(self.left, upper - 55, self.width, 17, 1.2)
            self.text(self.left + 5, upper - 50, imprint.notice, 9, bold=True, room=self.width - 10)
        self.rule(self.left, MARGIN + 14, self.right, MARGIN + 14)
        self.text(self.left, MARGIN + 5, imprint.printed, 7, room=half)
        page = _("page %(number)d of %(pages)d") % {"number": number, "pages": pages}
        self.text(self.right, MARGIN + 5, page, 7, align="right")
        self.text(self.left, MARGIN - 4, imprint.publication, 7, room=self.width)


def style(size: float = 9, *, bold: bool = False, before: float = 0) -> ParagraphStyle:
    """The style of a paragraph, with the space before it."""
    font = BOLD if bold else PLAIN
    return ParagraphStyle("", fontName=font, fontSize=size, leading=size * LEADING, spaceBefore=before)


def paragraph(text: str, style: ParagraphStyle) -> Paragraph:
    """Text that breaks into lines. It is escaped, as the library would read markup in it."""
    return Paragraph(escape(printable(text)), style)


def _text_of(line: tuple[float, list[str]] | FragLine) -> str:
    """A line of a measured paragraph: words, or pieces of text if there were signs to escape, such as &."""
    if isinstance(line, FragLine):
        return "".join(piece.text for piece in line.words).strip()
    return " ".join(line[1])


def as_sheets(printout: Printout, size: str = "a4") -> list[str]:
    """The paper as one SVG for each sheet of this size (SIZES), drawn in the same way as by `as_pdf`."""
    surface = _Svg(measures(printout, size))
    draw(printout, surface)
    return surface.content()


class _Svg:
    """The sheets of one page; `Surface` says what each method draws."""

    def __init__(self, size: tuple[float, float]) -> None:
        self.width, self.height = size
        self._marks: list[str] = []
        self._sheets = [self._marks]

    def turn(self) -> None:
        self._marks = []
        self._sheets.append(self._marks)

    def again(self) -> Iterator[tuple[int, int]]:
        for number, marks in enumerate(self._sheets, 1):
            self._marks = marks
            yield number, len(self._sheets)

    def text(self, x: float, y: float, text: str, size: float, wide: float, *, bold: bool) -> None:
        # So that a browser without the papers' fonts takes no more room than they do.
        natural = width(text, size, bold=bold)
        fits = f' textLength="{wide:.2f}" lengthAdjust="spacingAndGlyphs"' if wide < natural else ""
        weight = ' font-weight="700"' if bold else ""
        self._marks.append(
            f'<text {self._at(x, y)} font-size="{size:.4g}"{weight}{fits}>{html.escape(text)}</text>'
        )

    def rule(self, x: float, y: float, x2: float, y2: float, thick: float, *, dashed: bool) -> None:
        dashes = ' stroke-dasharray="3"' if dashed else ""
        end = f'x2="{x2:.2f}" y2="{self.height - y2:.2f}"'
        start = f'x1="{x:.2f}" y1="{self.height - y:.2f}"'
        self._marks.append(f'<line {start} {end} stroke="#000" stroke-width="{thick:.3g}"{dashes}/>')

    def box(self, x: float, y: float, wide: float, high: float, thick: float) -> None:
        size = f'width="{wide:.2f}" height="{high:.2f}"'
        at = self._at(x, y + high)
        self._marks.append(f'<rect {at} {size} fill="none" stroke="#000" stroke-width="{thick:.3g}"/>')

    def disc(self, x: float, y: float, radius: float, *, full: bool) -> None:
        inside = "#000" if full else "none"
        at = f'cx="{x:.2f}" cy="{self.height - y:.2f}" r="{radius:.2f}"'
        self._marks.append(f'<circle {at} fill="{inside}" stroke="#000" stroke-width="0.7"/>')

    def fill(self, boxes: Iterable[tuple[float, float, float, float]]) -> None:
        path = "".join(
            f"M{x:.2f} {self.height - y:.2f}v{-high:.2f}h{wide:.2f}v{high:.2f}z" for x, y, wide, high in boxes
        )
        self._marks.append(f'<path d="{path}"/>')

    def upside_down(self, x: float, y: float) -> None:
        self._marks.append(f'<g transform="rotate(180 {x:.2f} {self.height - y:.2f})">')

    def upright(self) -> None:
        self._marks.append("</g>")

    def content(self) -> list[str]:
        """The drawings."""
        box = f'viewBox="0 0 {self.width:.2f} {self.height:.2f}"'
        return [f"<svg {box}>{''.join(marks)}</svg>" for marks in self._sheets]

    def _at(self, x: float, y: float) -> str:
        return f'x="{x:.2f}" y="{self.height - y:.2f}"'


def as_pdf(printout: Printout, size: str = "a4") -> bytes:
    """The paper on sheets of this size (SIZES), with its fonts; the same bytes for the same paper."""
    surface = _Pdf(measures(printout, size), printout.imprint.heading)
    draw(printout, surface)
    return surface.content()


class _Counted(Canvas):  # type: ignore[misc]  # the library has no types
    """A canvas that keeps its pages until their number is known."""

    def __init__(self, out: io.BytesIO, size: tuple[float, float], language: str) -> None:
        super().__init__(out, pagesize=size, invariant=1, lang=language)
        self.kept: list[dict[str, object]] = []

    def showPage(self) -> None:  # noqa: N802  the library's name
        """Keep the page."""
        self.kept.append(dict(self.__dict__))
        self._startPage()

    def printed(self, page: dict[str, object]) -> None:
        """Continue a page that was kept."""
        self.__dict__.update(page)

    def really_show(self) -> None:
        """Write the page that was continued."""
        super().showPage()


class _Pdf:
    """The sheets of one file; `Surface` says what each method draws."""

    def __init__(self, size: tuple[float, float], heading: str) -> None:
        self.width, self.height = size
        self._out = io.BytesIO()
        self._canvas = _Counted(self._out, size, get_language() or "en")
        self._canvas.setTitle(heading)
        self._canvas.setCreator("Board One")

    def turn(self) -> None:
        self._canvas.showPage()

    def again(self) -> Iterator[tuple[int, int]]:
        canvas = self._canvas
        canvas.showPage()
        pages, canvas.kept = canvas.kept, []
        for number, page in enumerate(pages, 1):
            canvas.printed(page)
            yield number, len(pages)
            canvas.really_show()

    def text(self, x: float, y: float, text: str, size: float, wide: float, *, bold: bool) -> None:
        line = self._canvas.beginText(x, y)
        line.setFont(BOLD if bold else PLAIN, size)
        # This applies to all text that follows, too.
        line.setHorizScale(100 * wide / (width(text, size, bold=bold) or 1))
        line.textOut(text)
        self._canvas.drawText(line)

    def rule(self, x: float, y: float, x2: float, y2: float, thick: float, *, dashed: bool) -> None:
        self._canvas.setLineWidth(thick)
        self._canvas.setDash(*((3, 3) if dashed else ()))
        self._canvas.line(x, y, x2, y2)

    def box(self, x: float, y: float, wide: float, high: float, thick: float) -> None:
        self._canvas.setLineWidth(thick)
        self._canvas.setDash()
        self._canvas.rect(x, y, wide, high, stroke=1, fill=0)

    def disc(self, x: float, y: float, radius: float, *, full: bool) -> None:
        self._canvas.setLineWidth(0.7)
        self._canvas.setDash()
        self._canvas.circle(x, y, radius, stroke=1, fill=full)

    def fill(self, boxes: Iterable[tuple[float, float, float, float]]) -> None:
        path = self._canvas.beginPath()
        for box in boxes:
            path.rect(*box)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def upside_down(self, x: float, y: float) -> None:
        self._canvas.saveState()
        self._canvas.translate(x, y)
        self._canvas.rotate(180)
        self._canvas.translate(-x, -y)

    def upright(self) -> None:
        self._canvas.restoreState()

    def content(self) -> bytes:
        """The file."""
        self._canvas.save()
        return self._out.getvalue()
