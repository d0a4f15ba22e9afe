"""The number of pairs in a bracket that cannot grant both colour preferences in any pairing (A.8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pairing.core.records import Record, Strength
from pairing.core.tournament import Colour


def wanting(players: Sequence[Record]) -> Counter[Colour | None]:
    """The number of players who prefer each colour, or none."""
    return Counter(record.preference.colour for record in players)


def x_of_1998(players: Sequence[Record]) -> int:
    """A.8 (1998): x. It cannot be less than 0, though the text forgets to say so."""
    wants = wanting(players)
    q = (len(players) + 1) // 2
    return max(0, wants[Colour.WHITE] - q, wants[Colour.BLACK] - q)


def x1_of_2012(players: Sequence[Record]) -> int:
    """A.8.a (2012): X1, the pairs that cannot fulfil all colour preferences.

    The players with a mild preference that A.8 counts apart in even rounds (w, b) come together again
    with the others (W, B) in every place of this formula.
    """
    wants = wanting(players)
    return max(0, len(players) // 2 - min(wants[Colour.WHITE], wants[Colour.BLACK]) - wants[None])


def z1_of_2012(players: Sequence[Record]) -> int:
    """A.8.b (2012): Z1, the pairs of an even round that cannot fulfil all strong colour preferences.

    A player with a mild preference in an even round has missed an odd number of games: w and b count them.
    """
    strong = wanting([record for record in players if record.preference.strength >= Strength.STRONG])
    yielding = len(players) - strong[Colour.WHITE] - strong[Colour.BLACK]
    return max(0, len(players) // 2 - min(strong[Colour.WHITE], strong[Colour.BLACK]) - yielding)
