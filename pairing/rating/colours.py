"""Who has White (E): the rules peculiar to both of these revisions."""

from __future__ import annotations

from functools import partial

from pairing.core import colours
from pairing.core.colours import alternate, by_parity, grant, grant_both, grant_higher_ranked
from pairing.core.records import Record
from pairing.core.tournament import Colour


def grant_stronger(higher: Record, lower: Record) -> Record | None:
    """E.2: grant the stronger colour preference; two absolute ones are equally strong."""
    if higher.preference.strength == lower.preference.strength:
        return None
    stronger, weaker = sorted((higher, lower), key=lambda record: -record.preference.strength)
    return grant(stronger, weaker, stronger.preference.colour)


def first_round(higher: Record, lower: Record, initial: Colour | None) -> Record:
    """E.5: odd numbered players of S1 get the colour that was drawn, even numbered ones the other.

    This also applies in a later round if neither has played a game yet.
    """
    return by_parity(higher, lower, higher.number, initial)


# E.1 to E.4, in their order.
RULES = (grant_both, grant_stronger, alternate, grant_higher_ranked)

# E: the colours of a pair.
allocate = partial(colours.allocate, rules=RULES, lot=first_round)
