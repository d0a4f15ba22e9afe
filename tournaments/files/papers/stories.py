"""Sentences over as many sheets as needed: explanations and reports, with lines to sign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from reportlab.platypus import Paragraph

from tournaments.files.papers.sheet import Sheet, paragraph, style

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
