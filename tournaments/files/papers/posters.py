"""A sheet for the wall: one code, as large as the paper allows, and what to do with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import segno

from tournaments.files.papers import fonts
from tournaments.files.papers.sheet import Sheet

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
        size = min(44.0, 44.0 * sheet.width / fonts.width(fonts.printable(self.title), 44, bold=True))
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
