"""Which colour a player is due, and how strongly (C.04.3 A.6).

A colour history is a tuple of the colours of the games actually played, oldest first: unplayed rounds are not
in it, because only played games count in a colour sequence (C.04.2 D.5).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from pairing.tournament import Colour, Player


class Strength(IntEnum):
    """How much a colour preference weighs (A.6 a to d)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True, slots=True)
class Preference:
    """The colour that a player should get next; none before the first game."""

    colour: Colour | None
    strength: Strength

    def agrees_with(self, other: Preference) -> bool:
        """Whether both preferences can be granted at one board."""
        return self.colour is None or self.colour is not other.colour

    @property
    def absolute(self) -> bool:
        """Whether the preference is absolute."""
        return self.strength is Strength.ABSOLUTE


def colour_history(player: Player, rounds: int) -> tuple[Colour, ...]:
    """C.04.2 D.5: the colours of the games that `player` actually played in the first `rounds` rounds."""
    cells = player.cells[:rounds]
    return tuple(cell.colour for cell in cells if cell.played and cell.colour is not None)


def colour_difference(history: tuple[Colour, ...]) -> int:
    """C.04.3 A.6: games with White minus games with Black."""
    return 2 * history.count(Colour.WHITE) - len(history)


def repeated_colour(history: tuple[Colour, ...]) -> Colour | None:
    """C.04.3 A.6.a: the colour of the last two games, if it was the same."""
    return history[-1] if len(history) > 1 and history[-1] is history[-2] else None


def third_running(history: tuple[Colour, ...], colour: Colour) -> bool:
    """C.04.1 g (2026: 7), B.2: whether `colour` next would make three games running with the same colour."""
    return repeated_colour(history) is colour


def three_more(history: tuple[Colour, ...], colour: Colour) -> bool:
    """C.04.1 f (2026: 6), B.2: whether `colour` next would make it outnumber the other colour by three."""
    return 2 * history.count(colour) - len(history) > 1


def must_not_get(history: tuple[Colour, ...], colour: Colour) -> bool:
    """C.04.1 f, g (2026: 6, 7), B.2: whether a player with these games must not get `colour` next."""
    return third_running(history, colour) or three_more(history, colour)


def preference(history: tuple[Colour, ...]) -> Preference:
    """C.04.3 A.6: the preference that follows from a colour history.

    Where the difference and the last two games ask for different colours, the difference prevails:
    the article names it first.
    """
    difference = colour_difference(history)
    lesser = Colour.BLACK if difference > 0 else Colour.WHITE
    if abs(difference) > 1:
        return Preference(lesser, Strength.ABSOLUTE)
    if repeated := repeated_colour(history):
        return Preference(repeated.opposite, Strength.ABSOLUTE)
    if difference:
        return Preference(lesser, Strength.STRONG)
    if history:
        return Preference(history[-1].opposite, Strength.MILD)
    return Preference(None, Strength.NONE)
