"""Whether two players may be paired at all, and whether their colours clash: the rules all editions share.

The absolute criteria are C.1 and C.3 of C.04.3 (2026: C1 and C3), and B.1.a and B.2 of the systems based on
rating; they follow from C.04.1 b, f and g (2026: 2, 6 and 7).
"""

from __future__ import annotations

from pairing.preferences import Strength
from pairing.records import Record


def may_meet(one: Record, two: Record) -> bool:
    """C.1 and C.3, C1 and C3, B.1.a and B.2: whether the two may be paired."""
    return never_met(one, two) and colours_possible(one, two)


def never_met(one: Record, two: Record) -> bool:
    """C.1, C1, B.1.a: two players meet at most once; a pair that is kept apart counts as met."""
    return two.number not in one.barred


def colours_possible(one: Record, two: Record) -> bool:
    """C.3, C3, B.2: two players with the same absolute preference may meet only if one is a topscorer."""
    return not same_absolute_preference(one, two) or one.topscorer or two.topscorer


def pair_is_excused(player: Record, other: Record) -> bool:
    """Whether one of the two may be refused the colour that they must get (C.04.1 f, g; 2026: 6, 7).

    That is when both must get the same colour and one of them is a topscorer, so in the final round only
    (2016 A.7 and C.3, 2026 C3, B.2 of 2012).
    """
    return same_absolute_preference(player, other) and (player.topscorer or other.topscorer)


def same_absolute_preference(one: Record, two: Record) -> bool:
    """C.3, C3, B.2: whether one of the two would be refused an absolute preference."""
    mine, yours = one.preference, two.preference
    return mine.colour is yours.colour and mine.absolute and yours.absolute


def same_strong_preference(one: Record, two: Record) -> bool:
    """C.11, C13, A.8.b (2012): whether one of the two must be refused a strong or absolute preference."""
    weaker = min(one.preference.strength, two.preference.strength)
    return weaker >= Strength.STRONG and same_preference(one, two)


def same_preference(one: Record, two: Record) -> bool:
    """C.04.1 h (2026: 8), B.4: whether one of the two must be refused the colour that is due."""
    return not one.preference.agrees_with(two.preference)
