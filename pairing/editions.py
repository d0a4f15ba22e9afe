"""The editions of the pairing rules that this rule book knows, by their codes."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from pairing import dutch
from pairing.tournament import PairingError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pairing.tournament import RoundPairing, Tournament


@dataclass(frozen=True, slots=True)
class Edition:
    """One text of one Swiss system. `pair` pairs the coming round of a tournament by it."""

    code: str
    name: str
    description: str
    pair: Callable[[Tournament], RoundPairing]


DUTCH_2016 = Edition(
    code="dutch-2016",
    name="FIDE (Dutch) System, Baku 2016",
    description="C.04.3 as approved by the Congress in Baku in 2016, in force until 31 January 2026",
    pair=dutch.pair,
)

EDITIONS: Mapping[str, Edition] = MappingProxyType({edition.code: edition for edition in (DUTCH_2016,)})


def pair_round(tournament: Tournament, edition_code: str) -> RoundPairing:
    """Pair the coming round of `tournament` by the edition with this code.

    Raises PairingError for a code that nobody knows, and whatever the pairing of the edition raises.
    """
    edition = EDITIONS.get(edition_code)
    if edition is None:
        known = ", ".join(EDITIONS)
        message = f"Unknown edition {edition_code!r}; known are: {known}"
        raise PairingError(message)
    return edition.pair(tournament)
