"""Sentences over as many sheets as they take: explanations and reports, with lines to sign."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tournaments.files.papers.sheet import paragraph, style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reportlab.platypus import Paragraph

    from tournaments.files.papers.sheet import Sheet


class Section(NamedTuple):
    """A heading ("" for none) and what is said below it."""

    heading: str
    sentences: Sequence[str]


@dataclass(frozen=True, slots=True)
class Story:
    """Sections one below the other; who signs has a line at the end."""

    sections: Sequence[Section]
    signed_by: Sequence[str] = ()

    def draw(self, sheet: Sheet) -> None:
        """Draw it; a heading does not stay alone at the foot of a sheet."""
        heading, plain = style(10, bold=True, before=9), style(9, before=2)
        y = sheet.top
        for section in self.sections:
            blocks = [paragraph(section.heading, heading)] if section.heading else []
            blocks += [paragraph(sentence, plain) for sentence in section.sentences]
            for place, block in enumerate(blocks):
                alone = 30.0 if section.heading and not place else 0.0
                y = self._set(sheet, block, y, alone)
        for signer in self.signed_by:
            if y - 34 < sheet.bottom:
                sheet.turn()
                y = sheet.top
            y -= 34
            sheet.text(sheet.left, y, signer, 9, room=sheet.width * 0.4)
            sheet.rule(sheet.left + sheet.width * 0.42, y - 2, sheet.right, y - 2, 0.6)

    @staticmethod
    def _set(sheet: Sheet, block: Paragraph, y: float, more: float) -> float:
        """Set a paragraph below y, on the next sheet where it and `more` have no room; where it ends."""
        y -= block.getSpaceBefore()
        high = sheet.measure(block)
        if y - high - more < sheet.bottom and y < sheet.top:
            sheet.turn()
            y = sheet.top
        # Longer than a sheet is nothing that anybody says here but a reason of many lines.
        while high > sheet.height:
            first, block = sheet.split(block, y - sheet.bottom)
            sheet.put(first, y)
            sheet.turn()
            y, high = sheet.top, sheet.measure(block)
        sheet.put(block, y)
        return y - high
