"""The pairing criteria (B) that both revisions have, judged pair by pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.preferences import Strength

if TYPE_CHECKING:
    from pairing.floats import Float
    from pairing.records import Record


def never_met(one: Record, two: Record) -> bool:
    """B.1.a: two players shall not meet more than once; a pair that the organiser forbids counts as met."""
    return two.number not in one.barred


def same_preference(one: Record, two: Record) -> bool:
    """B.4: whether one of the two must be refused his colour."""
    return not one.preference.agrees_with(two.preference)


def same_strong_preference(one: Record, two: Record) -> bool:
    """A.8.b (2012): whether one of the two must be refused a strong or absolute preference."""
    weaker = min(one.preference.strength, two.preference.strength)
    return weaker >= Strength.STRONG and same_preference(one, two)


def same_absolute_preference(one: Record, two: Record) -> bool:
    """B.2: whether one of the two would get a colour that he must not get."""
    return one.preference.absolute and two.preference.absolute and same_preference(one, two)


def colours_possible(one: Record, two: Record) -> bool:
    """B.2: no two players with the same absolute preference, unless one of them is a top scorer."""
    return not same_absolute_preference(one, two) or one.topscorer or two.topscorer


def may_meet(one: Record, two: Record) -> bool:
    """B.1.a and B.2: whether the two may be paired."""
    return never_met(one, two) and colours_possible(one, two)


def upfloater(one: Record, two: Record) -> Record | None:
    """A.4: who gets an upfloat when the two are paired."""
    if one.score == two.score:
        return None
    return min(one, two, key=lambda record: record.score)


def had(float_: Float, record: Record, rounds_ago: int) -> bool:
    """B.5 (1 round ago), B.6 (2 rounds ago): whether the player had this float then."""
    return record.floats[rounds_ago - 1] is float_
