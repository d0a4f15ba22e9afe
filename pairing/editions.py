"""The editions of the pairing rules that this rule book knows, by their codes."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from pairing.acceleration import accelerated
from pairing.dutch.edition_2016 import DUTCH_2016
from pairing.dutch.edition_2026 import DUTCH_2026
from pairing.rating.edition_1998 import RATING_1998
from pairing.rating.edition_2012 import RATING_2012
from pairing.saying import Saying
from pairing.scoring import check_scoring
from pairing.tournament import PairingError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pairing.edition import Edition
    from pairing.tournament import RoundPairing, Tournament

EDITIONS: Mapping[str, Edition] = MappingProxyType(
    {edition.code: edition for edition in (DUTCH_2026, DUTCH_2016, RATING_2012, RATING_1998)}
)


def edition_by_code(code: str) -> Edition:
    """The edition with this code. Raises PairingError for a code that nobody knows."""
    edition = EDITIONS.get(code)
    if edition is None:
        raise PairingError(
            Saying("Unknown edition '{code}'; known are: {known}", code=code, known=", ".join(EDITIONS))
        )
    return edition


def pair_round(tournament: Tournament, edition_code: str) -> RoundPairing:
    """Pair the coming round of `tournament`, accelerated if it is to be, by the edition with this code.

    Raises PairingError for a code that nobody knows, for points that make no sense and for an acceleration
    that does not fit the tournament, and whatever the pairing of the edition raises.
    """
    check_scoring(tournament.scoring)
    return edition_by_code(edition_code).pair(accelerated(tournament))
