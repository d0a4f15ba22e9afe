"""Lists: rows in columns over as many sheets as needed, and names in two or three columns for the wall."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from tournaments.files.papers import fonts
from tournaments.files.papers.sheet import Sheet, paragraph, style

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
                [fonts.width(column.heading, 1, bold=True)]
                + [fonts.width(fonts.printable(row[place]), 1, bold=column.bold) for row in self.rows]
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
            kept = min(wide * 0.45, fonts.width(entry.place, small)) + 4
            sheet.text(x, y, entry.name, size, room=wide - kept)
            sheet.text(x + wide, y, entry.place, small, room=kept - 4, align="right")
            return
        sheet.text(x, y, entry.name, size, room=wide - size * 3.6)
        sheet.disc(x + wide - size * 2.95, y + size * 0.36, size * 0.3, entry.colour)
        sheet.text(x + wide, y, entry.place, size * 1.05, bold=True, align="right")

    def _notes(self, sheet: Sheet) -> None:
        for place, note in enumerate(self.notes):
            sheet.text(sheet.left, sheet.bottom + 3 + 11 * place, note, 8, room=sheet.width)
