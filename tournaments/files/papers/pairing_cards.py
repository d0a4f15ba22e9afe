"""Pairing cards, with which arbiters pair by hand: the player's data and their games round by round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.files.papers.sheet import Sheet

DOWN = 6
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
        for x, y, wide, high, card in sheet.cut(self.cards, 1, DOWN):
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
