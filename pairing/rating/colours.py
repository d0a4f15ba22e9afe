"""Who has White (E): the rules of both revisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.colours import alternate, grant, grant_both, grant_higher_ranked
from pairing.saying import Saying
from pairing.tournament import Colour, Pair, PairingError

if TYPE_CHECKING:
    from pairing.records import Record


def grant_stronger(higher: Record, lower: Record) -> Record | None:
    """E.2: grant the stronger colour preference; two absolute ones are equally strong."""
    if higher.preference.strength == lower.preference.strength:
        return None
    stronger, weaker = sorted((higher, lower), key=lambda record: -record.preference.strength)
    return grant(stronger, weaker, stronger.preference.colour)


def first_round(higher: Record, lower: Record, initial: Colour | None) -> Record:
    """E.5: odd numbered players of S1 get the colour that was drawn, even numbered ones the other.

    Also in a later round, where neither has played a game yet.
    """
    if initial is None:
        raise PairingError(
            Saying(
                "The colours of players {one} and {two} follow from the lot (E.5), but no initial colour is "
                "known",
                one=higher.number,
                two=lower.number,
            )
        )
    return higher if (higher.number % 2 == 1) is (initial is Colour.WHITE) else lower


# E.1 to E.4, in their order.
RULES = (grant_both, grant_stronger, alternate, grant_higher_ranked)


def allocate(higher: Record, lower: Record, initial: Colour | None) -> Pair:
    """E: the first rule that decides gives the colours of a pair.

    Raises PairingError when it comes to E.5 and `initial`, the colour drawn before round 1, is None.
    """
    white = next((player for rule in RULES if (player := rule(higher, lower))), None)
    if white is None:
        white = first_round(higher, lower, initial)
    return Pair(higher.number, lower.number) if white is higher else Pair(lower.number, higher.number)
