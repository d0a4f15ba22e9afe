"""Papers for winners: receipts that they sign, certificates that they keep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.files.papers.sheet import Sheet


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
