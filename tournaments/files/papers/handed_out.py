"""Papers for players to wear or put in front of them: badges, place cards, table numbers, cut from sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import segno

from tournaments.files.papers.sheet import Sheet


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
