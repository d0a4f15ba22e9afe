"""The gist of a pairing: what a player is told first, and what is drawn beside it.

As in facts.py there is not a word here. Players are named by their pairing numbers, scores are in tenths of a
point.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pairing.explanation.facts import PlayerExplanation, WhyNot


class Manner(StrEnum):
    """How a group is paired."""

    # The upper half meets the lower half.
    HALVES = "halves"
    # Who seeks White meets who seeks Black (Dubov).
    SEEKERS = "seekers"
    # The first meets the last (Burstein).
    ENDS = "ends"
    # Of the pairings that are as good, the first by the numbers (C.04.5, C.04.6).
    IDENTIFIER = "identifier"
    # Everybody meets everybody; and all of the other side (Scheveningen).
    TABLE = "table"
    SIDES = "sides"


@dataclass(frozen=True, slots=True)
class Group:
    """Those among whom two met, in rows of two as they are drawn."""

    manner: Manner
    # The scores of its residents, from the highest down; none where a table says who meets.
    scores: tuple[int, ...]
    # The pairs, whoever stands above or comes first being the first of them; apart those of who came down.
    came_pairs: tuple[tuple[int, int], ...]
    pairs: tuple[tuple[int, int], ...]
    # Who came to it with another score, and whether that was up; who was left over in it.
    came: tuple[int, ...] = ()
    up: bool = False
    left: tuple[int, ...] = ()
    # Of those who had not come down, how many stood above and below at first, who changed sides, and
    # whether the order was kept.
    upper: int = 0
    lower: int = 0
    crossed: tuple[int, ...] = ()
    in_order: bool = False
    # Everybody in the order of the first and the last (Burstein).
    order: tuple[int, ...] = ()

    def row(self, player: int) -> tuple[int, int] | None:
        """The pair of a player, in the order in which it is drawn."""
        return next((pair for pair in (*self.came_pairs, *self.pairs) if player in pair), None)


@dataclass(frozen=True, slots=True)
class Gist:
    """How a player came to an opponent, a bye or neither, as far as one sentence or two can tell."""

    told: PlayerExplanation
    # Where there is an opponent, and the system has groups.
    group: Group | None = None
    # Of the pairs that the group would have had in order, the first that a rule forbids.
    blocked: WhyNot | None = None
    # By the number of a bracket: whether the player, left over there, had met all whom its halves offered.
    met_all: tuple[int, ...] = ()
    # Everybody who came before the taker of a bye may not have it.
    only_barred: bool = False
