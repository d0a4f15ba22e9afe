"""Slips that the players of a board sign: several on a sheet, with lines to cut along."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.files.papers.sheet import Sheet

ACROSS, DOWN = 2, 4
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
        for x, y, wide, high, slip in sheet.cut(self.slips, ACROSS, DOWN):
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
