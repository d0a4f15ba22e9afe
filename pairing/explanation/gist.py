"""The gist of a pairing: what a player is told first, and what is drawn beside it.

As in facts.py there is no wording here. Players are named by their pairing numbers, scores are in tenths of a
point.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pairing.explanation.facts import PlayerExplanation, WhyNot


class Manner(StrEnum):
    """How a group is paired."""

    # The upper half meets the lower half.
    HALVES = "halves"
    # Players who seek White meet players who seek Black (Dubov).
    SEEKERS = "seekers"
    # The first meets the last (Burstein).
    ENDS = "ends"
    # Among equally good pairings, the first by the numbers (C.04.5, C.04.6).
    IDENTIFIER = "identifier"
    # Everybody meets everybody; and everybody meets all of the other side (Scheveningen).
    TABLE = "table"
    SIDES = "sides"


@dataclass(frozen=True, slots=True)
class Group:
    """The group in which two players met, in rows of two as they are drawn."""

    manner: Manner
    # The scores of its residents, from the highest down; none if a table says who meets.
    scores: tuple[int, ...]
    # The pairs of players who came down, and the other pairs; the player above, or the first, comes first.
    came_pairs: tuple[tuple[int, int], ...]
    pairs: tuple[tuple[int, int], ...]
    # The players who came to it with another score, and whether they came up; the players left over in it.
    came: tuple[int, ...] = ()
    up: bool = False
    left: tuple[int, ...] = ()
    # For players who had not come down: how many were in the upper and lower half at first, who changed
    # sides, and whether the order was kept.
    upper: int = 0
    lower: int = 0
    crossed: tuple[int, ...] = ()
    in_order: bool = False
    # Everybody in the order by which the first meets the last (Burstein).
    order: tuple[int, ...] = ()

    def row(self, player: int) -> tuple[int, int] | None:
        """The pair of a player, in the order in which it is drawn."""
        return next((pair for pair in (*self.came_pairs, *self.pairs) if player in pair), None)


@dataclass(frozen=True, slots=True)
class Gist:
    """How a player came to an opponent, a bye or neither, as far as one sentence or two can tell."""

    told: PlayerExplanation
    # The player's group, if there is an opponent and the system has groups.
    group: Group | None = None
    # The first pair, of those that the group would have had in order, that a rule forbids.
    blocked: WhyNot | None = None
    # The brackets, by number, that left the player over because they had met all possible opponents there.
    met_all: tuple[int, ...] = ()
    # Whether all players with a lower score than the taker of the bye may not have it.
    only_barred: bool = False
