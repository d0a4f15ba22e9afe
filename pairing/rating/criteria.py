"""The pairing criteria (B) that both revisions have, judged pair by pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pairing.floats import Float
    from pairing.records import Record


def upfloater(one: Record, two: Record) -> Record | None:
    """A.4: who gets an upfloat when the two are paired."""
    if one.score == two.score:
        return None
    return min(one, two, key=lambda record: record.score)


def had(float_: Float, record: Record, rounds_ago: int) -> bool:
    """B.5 (1 round ago), B.6 (2 rounds ago): whether the player had this float then."""
    return record.floats[rounds_ago - 1] is float_
