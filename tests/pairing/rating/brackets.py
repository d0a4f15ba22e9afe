"""Rounds made from single players, for tests of single articles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pairing.core.records import Float, Record
from pairing.rating.edition_1998 import REVISION_1998
from pairing.rating.edition_2012 import REVISION_2012
from pairing.rating.procedure import BracketDecision, Procedure, Revision, describe

REVISIONS = (REVISION_1998, REVISION_2012)

# Floats in the last round and in the one before: B.5 and B.6 forbid the same float again.
DOWN_LAST, DOWN_BEFORE = (Float.DOWN, None), (None, Float.DOWN)
UP_LAST, UP_BEFORE = (Float.UP, None), (None, Float.UP)


def having_met(records: Iterable[Record], *meetings: tuple[int, Iterable[int]]) -> list[Record]:
    """The players after some have met: the first of each entry has met the others."""
    met: dict[int, set[int]] = {}
    for one, others in meetings:
        for two in others:
            met.setdefault(one, set()).add(two)
            met.setdefault(two, set()).add(one)
    return [replace(record, barred=frozenset(met.get(record.number, ()))) for record in records]


def decide(revision: Revision, records: Iterable[Record], number: int = 4) -> list[BracketDecision]:
    """The brackets of a round of these players, who are given in ranking order."""
    procedure = Procedure(revision, number)
    procedure.run(tuple(records))
    return [
        describe(p, procedure.requirements(p.target), procedure.first_values(p.bracket, p.target))
        for p in procedure.paired
    ]


def lowered(decision: BracketDecision) -> dict[str, int]:
    """The requirements that were lowered, with their values, by name."""
    return {r.name: r.value for r in decision.requirements if r.value > r.first}
