"""Who has White (C.04.3: 2016 section E, 2026 art. 5).

Each rule names the player it gives White to, or leaves it to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairing.core.records import Record
from pairing.core.sentences import Phrase
from pairing.core.tournament import Colour, Pair, PairingError

# Takes the higher and the lower ranked player; returns the one who gets White, None if it does not decide.
type Rule = Callable[[Record, Record], Record | None]


def grant(player: Record, other: Record, colour: Colour | None) -> Record | None:
    """The player who gets White, or None if no colour is due: `player` gets `colour` against `other`."""
    if colour is None:
        return None
    return player if colour is Colour.WHITE else other


def grant_both(higher: Record, lower: Record) -> Record | None:
    """2016 E.1, 2026 art. 5.2.1: grant both colour preferences.

    A player without a preference is content with the colour that the other's preference leaves (A.6.d).
    """
    if not higher.preference.agrees_with(lower.preference):
        return None
    return grant(higher, lower, higher.preference.colour) or grant(lower, higher, lower.preference.colour)


def grant_stronger(higher: Record, lower: Record) -> Record | None:
    """2016 E.2, 2026 art. 5.2.2: grant the stronger preference.

    Of two absolute preferences, the one with the wider colour difference is the stronger.
    """

    def weight(record: Record) -> tuple[int, int]:
        absolute = record.preference.absolute
        return record.preference.strength, abs(record.difference) if absolute else 0

    if weight(higher) == weight(lower):
        return None
    stronger, weaker = (higher, lower) if weight(higher) > weight(lower) else (lower, higher)
    return grant(stronger, weaker, stronger.preference.colour)


def alternate(higher: Record, lower: Record) -> Record | None:
    """2016 E.3, 2026 art. 5.2.3: reverse the colours of the last time when the two had different ones.

    Games are counted back from the last one that each of them played (C.04.2 D.5).
    """
    for mine, yours in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if mine is not yours:
            return grant(higher, lower, mine.opposite)
    return None


def grant_higher_ranked(higher: Record, lower: Record) -> Record | None:
    """2016 E.4, 2026 art. 5.2.4: grant the preference of the higher ranked player."""
    return grant(higher, lower, higher.preference.colour)


def initial_colour(higher: Record, lower: Record, initial: Colour | None) -> Record:
    """2016 E.5, 2026 art. 5.2.5: an odd pairing number gets the initial-colour, an even one the opposite.

    Only players who have taken part by now hold a pairing number (C.04.2 C.2, C.3).
    """
    return by_parity(higher, lower, higher.order, initial)


def by_parity(higher: Record, lower: Record, number: int, initial: Colour | None) -> Record:
    """E.5: the higher ranked player gets the colour that was drawn if `number` is odd, else the opposite.

    Returns the player who gets White. Raises PairingError if no colour was drawn.
    """
    if initial is None:
        raise PairingError(
            Phrase(
                "The colours of players {one} and {two} follow from the lot (E.5), but no initial colour is "
                "known",
                one=higher.number,
                two=lower.number,
            )
        )
    return higher if (number % 2 == 1) is (initial is Colour.WHITE) else lower


# E.1 to E.4, 5.2.1 to 5.2.4, in this order.
RULES = (grant_both, grant_stronger, alternate, grant_higher_ranked)


def deciding_rule(rules: Sequence[Rule], higher: Record, lower: Record) -> tuple[int, Record] | None:
    """2016 E, 2026 art. 5.2: the place, from 0, of the first rule that decides, and who gets White by it.

    None if the lot has to decide (E.5).
    """
    for place, rule in enumerate(rules):
        white = rule(higher, lower)
        if white is not None:
            return place, white
    return None


def alternate_first(first: Record, other: Record) -> Record | None:
    """C.04.5 4.3.4, C.04.6 4.3.8: `first` gets the opposite of the colour it had in its last match."""
    return grant(first, other, first.colours[-1].opposite) if first.colours else None


def alternate_other(first: Record, other: Record) -> Record | None:
    """C.04.5 4.3.5, C.04.6 4.3.9: `other` gets the opposite of the colour it had in its last match."""
    return grant(other, first, other.colours[-1].opposite) if other.colours else None


def of_match(
    rules: Sequence[Rule], first: Record, other: Record, number: int, initial: Colour | None
) -> tuple[Pair, int]:
    """C.04.5, C.04.6 4.3: the pair with its colours, and the place of the rule that decided, 0 for the lot.

    If neither has met anybody, the lot decides (4.3.1), by whether `number` is odd.
    """
    decided = deciding_rule(rules, first, other) if first.colours or other.colours else None
    place, white = decided or (-1, by_parity(first, other, number, initial))
    return Pair(white.number, (other if white is first else first).number), place + 1


def allocate(
    one: Record,
    two: Record,
    initial: Colour | None,
    rules: Sequence[Rule] = RULES,
    lot: Callable[[Record, Record, Colour | None], Record] = initial_colour,
) -> Pair:
    """E, 2026 art. 5.2: the first rule that decides gives the colours, or the lot if no rule does.

    Raises PairingError if the lot has to decide and `initial`, the colour drawn before round 1, is None.
    """
    higher, lower = (one, two) if one.rank < two.rank else (two, one)
    decided = deciding_rule(rules, higher, lower)
    white = decided[1] if decided else lot(higher, lower, initial)
    return Pair(higher.number, lower.number) if white is higher else Pair(lower.number, higher.number)


def allocate_all(pairs: Sequence[tuple[Record, Record]], initial: Colour | None) -> list[Pair]:
    """Give colours to every pair of the round."""
    return [allocate(one, two, initial) for one, two in pairs]
