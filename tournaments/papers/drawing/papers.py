"""Each paper as it is drawn: lists, slips, cards, posters, certificates and forms to be signed."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import batched
from math import ceil
from typing import NamedTuple
from xml.sax.saxutils import escape

import openpyxl
import segno
from django.utils.translation import gettext as _
from openpyxl.styles import Font
from reportlab.lib.colors import black
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Spacer
from reportlab.platypus import Table as PrintedTable

from tournaments.papers.drawing import sheet
from tournaments.papers.drawing import sheet as drawing_sheet
from tournaments.papers.drawing.sheet import Sheet, paragraph, style

# Sizes of the letters of lists in points; the columns decide which fits.
LARGEST, SMALLEST = 10.0, 5.5
# The gap between two columns; and the least room of a name, in widths of a letter.
GAP, NAME = 8.0, 15
AIR = 1.4

# Columns on the wall: names have more room in two, if one sheet is enough for that.
FEWEST, MOST = 2, 3
# The height of a row on the wall.
HIGHEST, LOWEST = 17.0, 12.4


class Column(NamedTuple):
    """A column: its heading, the alignment of its cells, and whether it takes the room that is left."""

    heading: str
    align: str = "left"
    grows: bool = False
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """Rows of text under headings that every sheet repeats, and notes below the last row."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()

    def draw(self, sheet: Sheet) -> None:
        """Draw it, in the largest letters that leave room for names."""
        size, widths = self._measures(sheet.width)
        high = size * AIR
        y = self._headings(sheet, size, widths)
        for row in self.rows:
            if y - high < sheet.bottom:
                sheet.turn()
                y = self._headings(sheet, size, widths)
            y -= high
            self._row(sheet, y, size, widths, row)
            sheet.rule(sheet.left, y - size * 0.35, sheet.right, y - size * 0.35, 0.25)
        y -= size * 0.4
        for note in self.notes:
            block = paragraph(note, style(8))
            high = sheet.measure(block)
            if y - high - 3 < sheet.bottom:
                sheet.turn()
                y = sheet.top
            y -= 3
            sheet.put(block, y)
            y -= high

    @property
    def _growing(self) -> list[int]:
        """The places of the columns that take the room that is left."""
        return [place for place, column in enumerate(self.columns) if column.grows]

    def _measures(self, room: float) -> tuple[float, list[float]]:
        """The size of the letters, and the width of each column."""
        # Widths scale with the size, so size 1 is enough; a column's longest text need not be the widest.
        needed = [
            max(
                [drawing_sheet.width(column.heading, 1, bold=True)]
                + [
                    drawing_sheet.width(drawing_sheet.printable(row[place]), 1, bold=column.bold)
                    for row in self.rows
                ]
            )
            for place, column in enumerate(self.columns)
        ]
        growing = len(self._growing)
        size = LARGEST
        while True:
            fixed = sum(
                width * size for width, column in zip(needed, self.columns, strict=True) if not column.grows
            )
            left = room - fixed - GAP * (len(self.columns) - 1)
            if not growing or left >= growing * NAME * size or size <= SMALLEST:
                break
            size -= 0.5
        widths = [width * size for width in needed]
        # Columns that need less than their share leave the rest to those that need more.
        left = max(left, growing * SMALLEST * 6)
        for place in sorted(self._growing, key=needed.__getitem__):
            widths[place] = min(widths[place], left / growing) if growing > 1 else left
            left -= widths[place]
            growing -= 1
        return size, widths

    def _headings(self, sheet: Sheet, size: float, widths: Sequence[float]) -> float:
        y = sheet.top - size
        headings = [column.heading for column in self.columns]
        self._row(sheet, y, size * 0.9, widths, headings, bold=True)
        sheet.rule(sheet.left, y - size * 0.4, sheet.right, y - size * 0.4, 1)
        return y

    def _row(
        self,
        sheet: Sheet,
        y: float,
        size: float,
        widths: Sequence[float],
        cells: Iterable[str],
        *,
        bold: bool = False,
    ) -> None:
        x = sheet.left
        for column, width, cell in zip(self.columns, widths, cells, strict=True):
            start = x + {"left": 0.0, "centre": width / 2, "right": width}[column.align]
            sheet.text(start, y, cell, size, bold=bold or column.bold, room=width, align=column.align)
            x += width + GAP


class Entry(NamedTuple):
    """A name on the wall, with the colour ("w", "b") and the board, or why there is none, in words."""

    name: str
    initial: str
    colour: str
    place: str


@dataclass(frozen=True, slots=True)
class ByName:
    """Names in columns, each with colour and board; a thick rule where the letter changes."""

    entries: Sequence[Entry]
    notes: Sequence[str] = ()

    def draw(self, sheet: Sheet) -> None:
        """Draw it on as few sheets as possible, with rows as high as these allow."""
        room = sheet.height - 12 * len(self.notes)
        most = int(room // LOWEST)
        columns = FEWEST if len(self.entries) <= most * FEWEST else MOST
        sheets = max(1, ceil(len(self.entries) / (most * columns)))
        lines = max(1, ceil(len(self.entries) / (sheets * columns)))
        high = min(HIGHEST, room / lines)
        gap = 12.0
        wide = (sheet.width - gap * (columns - 1)) / columns
        for place, entry in enumerate(self.entries):
            column, line = divmod(place % (lines * columns), lines)
            if place and column == line == 0:
                self._notes(sheet)
                sheet.turn()
            x, y = sheet.left + column * (wide + gap), sheet.top - line * high
            first = line == 0 or self.entries[place - 1].initial != entry.initial
            sheet.rule(x, y, x + wide, y, 1.6 if first else 0.25)
            self._entry(sheet, x, y - high * 0.76, wide, high * 0.76, entry)
        self._notes(sheet)

    @staticmethod
    def _entry(sheet: Sheet, x: float, y: float, wide: float, size: float, entry: Entry) -> None:
        if not entry.colour:
            small = size * 0.6
            kept = min(wide * 0.45, drawing_sheet.width(entry.place, small)) + 4
            sheet.text(x, y, entry.name, size, room=wide - kept)
            sheet.text(x + wide, y, entry.place, small, room=kept - 4, align="right")
            return
        sheet.text(x, y, entry.name, size, room=wide - size * 3.6)
        sheet.disc(x + wide - size * 2.95, y + size * 0.36, size * 0.3, entry.colour)
        sheet.text(x + wide, y, entry.place, size * 1.05, bold=True, align="right")

    def _notes(self, sheet: Sheet) -> None:
        for place, note in enumerate(self.notes):
            sheet.text(sheet.left, sheet.bottom + 3 + 11 * place, note, 8, room=sheet.width)


SLIPS_ACROSS, SLIPS_DOWN = 2, 4
RESULTS = ("1 – 0", "½ – ½", "0 – 1")


class Seat(NamedTuple):
    """A player at a board: the name, and other facts that identify them."""

    name: str
    facts: str


class Slip(NamedTuple):
    """One board."""

    board: str
    white: Seat
    black: Seat


@dataclass(frozen=True, slots=True)
class Slips:
    """Eight boards on a sheet."""

    event: str
    round: str
    slips: Sequence[Slip]

    def draw(self, sheet: Sheet) -> None:
        """Draw them, with lines to cut along."""
        for x, y, wide, high, slip in sheet.cut(self.slips, SLIPS_ACROSS, SLIPS_DOWN):
            self._slip(sheet, x, y, wide, high, slip)

    def _slip(self, sheet: Sheet, x: float, y: float, wide: float, high: float, slip: Slip) -> None:
        left, right, top = x + 12, x + wide - 12, y + high - 8
        room = right - left
        sheet.text(left, top - 8, self.event, 7.5, room=room * 0.72)
        sheet.text(left, top - 18, self.round, 7.5, room=room * 0.72)
        sheet.text(right, top - 16, slip.board, 21, bold=True, align="right", room=room * 0.26)
        sheet.text(right, top - 27, _("board"), 6.5, align="right")
        for seat, colour, line in ((slip.white, "w", top - 45), (slip.black, "b", top - 69)):
            sheet.disc(left + 5, line + 4, 4.5, colour)
            sheet.text(left + 15, line, seat.name, 11, bold=True, room=room - 15)
            sheet.text(left + 15, line - 10.5, seat.facts, 7, room=room - 15)
        box = room / len(RESULTS)
        for place, result in enumerate(RESULTS):
            at = left + place * box
            sheet.box(at, y + high - 111, 15, 15, 1)
            sheet.text(at + 21, y + high - 108, result, 11, room=box - 22)
        for text, at in ((_("White signs"), left), (_("Black signs"), left + room / 2 + 5)):
            sheet.rule(at, y + 22, at + room / 2 - 5, y + 22, 0.6)
            sheet.text(at, y + 13, text, 6.5)


# The height of the places for signatures, in points.
SIGNED = 52.0


class Section(NamedTuple):
    """A heading ("" for none) and the sentences below it."""

    heading: str
    sentences: Sequence[str]


@dataclass(frozen=True, slots=True)
class Story:
    """Sections one below the other; signatures have places at the end, on the sheet of the last section."""

    sections: Sequence[Section]
    signed_by: Sequence[str] = ()

    def draw(self, sheet: Sheet) -> None:
        """Draw it; a heading is never left alone at the foot of a sheet."""
        heading, plain = style(10, bold=True, before=9), style(9, before=2)
        y = sheet.top
        for number, section in enumerate(self.sections, 1):
            blocks = [paragraph(section.heading, heading)] if section.heading else []
            blocks += [paragraph(sentence, plain) for sentence in section.sentences]
            for place, block in enumerate(blocks):
                alone = 30.0 if section.heading and not place else 0.0
                if self.signed_by and number == len(self.sections) and not place:
                    alone = sum(sheet.measure(other) + 2 for other in blocks[1:]) + SIGNED
                y = self._set(sheet, block, y, alone)
        if self.signed_by and y - SIGNED < sheet.bottom:
            sheet.turn()
            y = sheet.top
        width = sheet.width / max(1, len(self.signed_by))
        for place, signer in enumerate(self.signed_by):
            left = sheet.left + place * width
            sheet.rule(left, y - SIGNED + 14, left + width - 12, y - SIGNED + 14, 0.6)
            sheet.text(left, y - SIGNED + 4, signer, 7, room=width - 12)

    @staticmethod
    def _set(sheet: Sheet, block: Paragraph, y: float, more: float) -> float:
        """Draw a paragraph below y, or on the next sheet if it and `more` do not fit; returns its end."""
        y -= block.getSpaceBefore()
        high = sheet.measure(block)
        if y - high - more < sheet.bottom and y < sheet.top:
            sheet.turn()
            y = sheet.top
        # Only a reason of many lines can be longer than a sheet.
        while high > sheet.height:
            first, block = sheet.split(block, y - sheet.bottom)
            sheet.put(first, y)
            sheet.turn()
            y, high = sheet.top, sheet.measure(block)
        sheet.put(block, y)
        return y - high


# Parts of the sheet's height: the code, and each of the sentences.
CODE, SENTENCE = 0.5, 0.08


@dataclass(frozen=True, slots=True)
class Poster:
    """The title, a line below it, the address in the code, and a sentence for each step."""

    title: str
    below: str
    address: str
    steps: Sequence[str]

    def draw(self, sheet: Sheet) -> None:
        """Draw it; people without a camera can type the address below the code."""
        middle = sheet.left + sheet.width / 2
        y = sheet.top - 46
        size = min(
            44.0, 44.0 * sheet.width / drawing_sheet.width(drawing_sheet.printable(self.title), 44, bold=True)
        )
        sheet.text(middle, y, self.title, size, bold=True, room=sheet.width, align="centre")
        y -= 34
        sheet.text(middle, y, self.below, 20, room=sheet.width, align="centre")
        side = sheet.height * CODE
        y -= side + 24
        sheet.squares(middle - side / 2, y, side, segno.make(self.address, error="m", micro=False).matrix)
        y -= 28
        sheet.text(middle, y, self.address, 14, room=sheet.width, align="centre")
        y -= 16
        high = sheet.height * SENTENCE
        for number, step in enumerate(self.steps, 1):
            sheet.text(sheet.left + 20, y - 20, str(number), 20, bold=True, align="right")
            sheet.lines(step, sheet.left + 34, y, sheet.width - 34, high, 17)
            y -= high


WIDTH = A4[0] - 30 * mm


@dataclass(frozen=True, slots=True)
class Table:
    """Columns with their widths in percent of the page, and the rows; numbers are aligned right."""

    columns: tuple[tuple[str, int], ...]
    rows: tuple[tuple[str | int, ...], ...]


@dataclass(frozen=True, slots=True)
class Paper:
    """One document: its title, named facts, a table, remarks, and who signs."""

    title: str
    facts: tuple[tuple[str, str | int], ...]
    table: Table
    # Shown after the table.
    totals: tuple[tuple[str, str | int], ...] = ()
    remarks: tuple[str, ...] = ()
    signed_by: tuple[str, ...] = ()


def as_pdf(paper: Paper) -> bytes:
    """The paper as a PDF of A4 pages, with its font; the same bytes for the same paper."""
    sheet.register()
    plain = ParagraphStyle("plain", fontName=sheet.PLAIN, fontSize=8, leading=11)
    number = ParagraphStyle("number", plain, alignment=TA_RIGHT)
    heading = ParagraphStyle("heading", plain, fontSize=14, leading=20, spaceAfter=4 * mm)

    def cell(value: str | int) -> Paragraph:
        # Escaped, as the library would read markup in the text.
        return Paragraph(escape(sheet.printable(str(value))), number if isinstance(value, int) else plain)

    def facts(pairs: Sequence[tuple[str, str | int]]) -> list[Flowable]:
        # Two facts side by side, so that a certificate fits on one page.
        rows = [[cell(str(text)) for pair in two for text in pair] for two in batched(pairs, 2)]
        widths = [WIDTH * width / 100 for width in (26, 24, 26, 24)]
        if not rows:
            return []
        rows[-1] += [""] * (4 - len(rows[-1]))
        return [PrintedTable(rows, colWidths=widths, style=_TIGHT), Spacer(1, 4 * mm)]

    story = [Paragraph(escape(paper.title), heading), *facts(paper.facts)]
    names = [[cell(name) for name, _width in paper.table.columns]]
    rows = [[cell(value) for value in row] for row in paper.table.rows]
    widths = [WIDTH * width / 100 for _name, width in paper.table.columns]
    story += [PrintedTable(names + rows, colWidths=widths, repeatRows=1, style=_RULED), Spacer(1, 4 * mm)]
    story += facts(paper.totals)
    story += [Paragraph(escape(remark), plain) for remark in paper.remarks]
    for signer in paper.signed_by:
        story += [Spacer(1, 7 * mm), Paragraph(escape(f"{signer}: ") + "_" * 45, plain)]
    out = io.BytesIO()
    margins = {f"{side}Margin": 15 * mm for side in ("left", "right", "top", "bottom")}
    SimpleDocTemplate(out, pagesize=A4, title=paper.title, invariant=1, **margins).build(story)
    return out.getvalue()


def as_xlsx(paper: Paper) -> bytes:
    """The paper as a workbook of one sheet. Typed texts stay text there, and are never formulas."""
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    rows: list[Sequence[str | int]] = [(paper.title,), (), *paper.facts, ()]
    rows += [[name for name, _width in paper.table.columns], *paper.table.rows, (), *paper.totals]
    rows += [*((remark,) for remark in paper.remarks), (), *((f"{signer}:",) for signer in paper.signed_by)]
    for number, row in enumerate(rows, 1):
        for place, value in enumerate(row, 1):
            cell = sheet.cell(number, place, value)
            if isinstance(value, str):
                cell.data_type, cell.quotePrefix = "s", True
    sheet["A1"].font = Font(bold=True, size=14)
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


_TIGHT = [("VALIGN", (0, 0), (-1, -1), "TOP"), ("TOPPADDING", (0, 0), (-1, -1), 0)]
_RULED = [("VALIGN", (0, 0), (-1, -1), "TOP"), ("GRID", (0, 0), (-1, -1), 0.25, black)]


CARDS_DOWN = 6
# The part of the width that the names of the lines take.
NAMES = 0.13
FLOATS = {"D": "↓", "U": "↑", "": ""}


class Line(NamedTuple):
    """One round on a card: the opponent's number, the colour ("w", "b"), float, result and total as text."""

    opponent: str
    colour: str
    floated: str
    result: str
    total: str


class PairingCard(NamedTuple):
    """The facts about a player, in the order of the headings, and their rounds so far."""

    facts: tuple[str, str, str, str, str, str]
    rounds: Sequence[Line]


@dataclass(frozen=True, slots=True)
class PairingCards:
    """Six cards on a sheet, with one column per round of the event; those of rounds to come are empty."""

    rounds: int
    cards: Sequence[PairingCard]

    def draw(self, sheet: Sheet) -> None:
        """Draw them, with lines to cut along."""
        for x, y, wide, high, card in sheet.cut(self.cards, 1, CARDS_DOWN):
            self._card(sheet, x + 6, y + 6, wide - 12, high - 12, card)

    def _card(self, sheet: Sheet, x: float, y: float, wide: float, high: float, card: PairingCard) -> None:
        headings = (_("No."), _("Name"), _("Title"), _("Fed."), _("Rating"), _("FIDE ID"))
        step = high / 8
        at = x
        top = y + high
        sheet.box(x, y, wide, high, 0.9)
        for heading, part, fact in zip(headings, (0.09, 0.44, 0.1, 0.1, 0.11, 0.16), card.facts, strict=True):
            sheet.text(at + 3, top - step * 0.6, heading, 6, room=wide * part - 6)
            sheet.text(at + 3, top - step * 1.6, fact, 10, bold=True, room=wide * part - 6)
            at += wide * part
        self._rounds(sheet, x, y, wide, step, card.rounds)

    def _rounds(
        self, sheet: Sheet, x: float, y: float, wide: float, step: float, rounds: Sequence[Line]
    ) -> None:
        names = (_("Round"), _("Opponent"), _("Colour"), _("Float"), _("Result"), _("Total"))
        column = wide * (1 - NAMES) / self.rounds
        for place, name in enumerate(names):
            line = y + step * (len(names) - place)
            sheet.rule(x, line, x + wide, line, 0.9 if place < 2 else 0.3)
            sheet.text(x + 3, line - step * 0.68, name, 6.5, room=wide * NAMES - 6)
        for number in range(self.rounds):
            left = x + wide * NAMES + number * column
            sheet.rule(left, y, left, y + step * len(names), 0.3)
            middle = left + column / 2
            self._cell(sheet, middle, y + step * 5.3, column, str(number + 1))
            if number < len(rounds):
                self._round(sheet, middle, y, step, column, rounds[number])

    def _round(self, sheet: Sheet, middle: float, y: float, step: float, column: float, line: Line) -> None:
        self._cell(sheet, middle, y + step * 4.3, column, line.opponent)
        if line.colour:
            sheet.disc(middle, y + step * 3.5, step * 0.26, line.colour)
        self._cell(sheet, middle, y + step * 2.3, column, FLOATS[line.floated])
        self._cell(sheet, middle, y + step * 1.3, column, line.result)
        self._cell(sheet, middle, y + step * 0.3, column, line.total)

    @staticmethod
    def _cell(sheet: Sheet, middle: float, y: float, column: float, text: str) -> None:
        sheet.text(middle, y, text, 8, room=column - 2, align="centre")


class Badge(NamedTuple):
    """The player's number, name and other facts, and the address in the code."""

    number: str
    name: str
    facts: str
    address: str


@dataclass(frozen=True, slots=True)
class Badges:
    """Eight badges on a sheet, each with a code that leads to the player's public card."""

    event: str
    badges: Sequence[Badge]
    across: int = 2
    down: int = 4

    def draw(self, sheet: Sheet) -> None:
        """Draw them, with lines to cut along."""
        for x, y, wide, high, badge in sheet.cut(self.badges, self.across, self.down):
            # A camera needs four squares of white around the code.
            side = high - 78
            sheet.text(x + 12, y + high - 22, self.event, 8, room=wide - 24)
            sheet.rule(x + 12, y + high - 27, x + wide - 12, y + high - 27, 1.2)
            sheet.lines(badge.name, x + 12, y + high - 32, wide - side - 42, side, 17)
            sheet.text(x + 12, y + 14, badge.facts, 9, room=wide - 70)
            sheet.text(x + wide - 12, y + 14, badge.number, 12, bold=True, align="right")
            code = segno.make(badge.address, error="m", micro=False)
            sheet.squares(x + wide - side - 14, y + 34, side, code.matrix)


class Card(NamedTuple):
    """The large text of a card, and the small one below it."""

    large: str
    small: str


@dataclass(frozen=True, slots=True)
class Standing:
    """Cards to be folded and stood up: two on a sheet, each readable from both sides."""

    event: str
    cards: Sequence[Card]

    def draw(self, sheet: Sheet) -> None:
        """Draw them; the fold is the line in the middle of a card."""
        for x, y, wide, high, card in sheet.cut(self.cards, 1, 2):
            middle = y + high / 2
            sheet.rule(x, middle, x + 14, middle)
            sheet.rule(x + wide - 14, middle, x + wide, middle)
            self._side(sheet, x, y, wide, high / 2, card)
            sheet.upside_down(x + wide / 2, middle)
            self._side(sheet, x, y, wide, high / 2, card)
            sheet.upright()

    def _side(self, sheet: Sheet, x: float, y: float, wide: float, high: float, card: Card) -> None:
        size = 64 if len(card.large) <= 4 else 30
        middle = x + wide / 2
        sheet.text(
            middle, y + high / 2 - size * 0.2, card.large, size, bold=True, room=wide - 48, align="centre"
        )
        sheet.text(middle, y + 34, card.small, 13, room=wide - 48, align="centre")
        sheet.text(middle, y + 14, self.event, 8, room=wide - 48, align="centre")


class Receipt(NamedTuple):
    """A recipient, their prizes, and the total."""

    number: str
    name: str
    facts: str
    prizes: Sequence[str]
    total: str


@dataclass(frozen=True, slots=True)
class Receipts:
    """Three receipts on a sheet."""

    event: str
    receipts: Sequence[Receipt]

    def draw(self, sheet: Sheet) -> None:
        """Draw them, with lines to cut along."""
        for x, y, wide, high, receipt in sheet.cut(self.receipts, 1, 3):
            left, right, top = x + 12, x + wide - 12, y + high
            room = right - left
            sheet.text(left, top - 26, receipt.number, 13, bold=True)
            sheet.text(right, top - 26, self.event, 9, room=room * 0.7, align="right")
            sheet.text(left, top - 52, receipt.name, 13, bold=True, room=room * 0.72)
            sheet.text(left, top - 64, receipt.facts, 8, room=room * 0.72)
            sheet.text(right, top - 52, receipt.total, 13, bold=True, room=room * 0.27, align="right")
            self._prizes(sheet, left, top - 84, room, y + 62, receipt.prizes)
            for text, at in ((_("Place, date"), left), (_("Signature"), left + room / 2 + 6)):
                sheet.rule(at, y + 32, at + room / 2 - 6, y + 32, 0.6)
                sheet.text(at, y + 22, text, 7)

    @staticmethod
    def _prizes(
        sheet: Sheet, left: float, top: float, room: float, bottom: float, prizes: Sequence[str]
    ) -> None:
        """Each prize on a line; the more lines there are, the closer they are."""
        step = min(13.0, (top - bottom) / max(1, len(prizes) - 1))
        for place, prize in enumerate(prizes):
            sheet.text(left, top - place * step, prize, min(9.0, step * 0.75), room=room)


class Honour(NamedTuple):
    """The person honoured, their place, and lines about the achievement."""

    name: str
    place: str
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class Certificates:
    """One sheet for each person, in the order of the standings: the winners' sheets come first."""

    event: str
    when: str
    signed_by: Sequence[str]
    honours: Sequence[Honour]

    def draw(self, sheet: Sheet) -> None:
        """Draw them."""
        for number, honour in enumerate(self.honours):
            if number:
                sheet.turn()
            self._certificate(sheet, honour)

    def _certificate(self, sheet: Sheet, honour: Honour) -> None:
        middle, room = (sheet.left + sheet.right) / 2, sheet.width - 60
        sheet.box(sheet.left, sheet.bottom, sheet.width, sheet.height - 6, 1.6)
        sheet.box(sheet.left + 5, sheet.bottom + 5, sheet.width - 10, sheet.height - 16, 0.5)
        y = sheet.top - 80
        sheet.text(middle, y, self.event, 26, bold=True, room=room, align="centre")
        sheet.text(middle, y - 24, self.when, 12, room=room, align="centre")
        sheet.rule(middle - 60, y - 48, middle + 60, y - 48, 1)
        sheet.text(middle, y - 115, honour.name, 36, bold=True, room=room, align="centre")
        sheet.text(middle, y - 165, honour.place, 28, room=room, align="centre")
        for place, line in enumerate(honour.lines):
            sheet.text(middle, y - 200 - 18 * place, line, 13, room=room, align="centre")
        width = room / max(1, len(self.signed_by))
        for place, signer in enumerate(self.signed_by):
            left = sheet.left + 30 + place * width
            sheet.rule(left, sheet.bottom + 48, left + width - 24, sheet.bottom + 48, 0.6)
            sheet.text(left, sheet.bottom + 36, signer, 8, room=width - 24)
