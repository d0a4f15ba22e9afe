"""The sheets of a paper: the head and foot of each of them, and drawing between these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol
from xml.sax.saxutils import escape

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, LETTER, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph

from tournaments.files.papers import fitting, fonts
from tournaments.files.papers.surfaces import Surface

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
        fonts.register()
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
        found = fitting.fitted(fonts.printable(text), size, bold=bold, room=room)
        feet = fitting.FEET if len(found.lines) > 1 else (0.0,)
        for line, foot in zip(found.lines, feet, strict=True):
            if line:
                wide = fonts.width(line, found.size, bold=bold) * found.narrow
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
        for place, (_left, words) in enumerate(block.blPara.lines):
            foot = y - form.fontSize - place * form.leading
            self.text(self.left, foot, " ".join(words), form.fontSize, bold=form.fontName == fonts.BOLD)

    def lines(self, text: str, x: float, y: float, room: float, high: float, size: float) -> None:
        """Bold text in several lines below y, in smaller letters if it would be higher than `high`.

        The letters are also small enough that no word is broken, unless that would be unreadable.
        """
        text = fonts.printable(text)
        longest = max(fonts.width(word.strip(), 1, bold=True) for word in fitting.pieces(text))
        # Slightly smaller: rounding would break a word that fits exactly.
        size = max(SMALLEST, min(size, 0.99 * room / longest))
        lines = fitting.wrapped(text, size, room, bold=True)
        while size > SMALLEST and len(lines) * size * LEADING > high:
            size = max(SMALLEST, size - 1)
            lines = fitting.wrapped(text, size, room, bold=True)
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
    font = fonts.BOLD if bold else fonts.PLAIN
    return ParagraphStyle("", fontName=font, fontSize=size, leading=size * LEADING, spaceBefore=before)


def paragraph(text: str, style: ParagraphStyle) -> Paragraph:
    """Text that breaks into lines. It is escaped, as the library would read markup in it."""
    return Paragraph(escape(fonts.printable(text)), style)
