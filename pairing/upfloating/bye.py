"""Who takes the pairing-allocated bye (C.04.5 and C.04.6 art. 3.4): before all pairs, from the bottom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.dutch.completion import Completion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pairing.records import Record


def order_of_bye(record: Record) -> tuple[int, int, int]:
    """3.4.2 to 3.4.4: the lowest score, then the most matches played, then the largest number."""
    return record.score, record.unplayed, -record.number


def taker_of_bye(records: Sequence[Record]) -> Record | None:
    """3.4: the first in that order who may have the bye (C2) and leaves a legal pairing (3.4.1).

    None where nobody can take it.
    """
    able = sorted((record for record in records if record.may_take_bye), key=order_of_bye)
    return next((record for record in able if leaves_a_pairing(records, record)), None)


def leaves_a_pairing(records: Sequence[Record], taker: Record) -> bool:
    """3.4.1, C3: whether all but the taker of the bye can be paired."""
    return Completion([record for record in records if record is not taker], bye_limit=None).possible
