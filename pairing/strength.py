"""The measure of a player's strength: which rating counts, and how other scales convert (C.04.2 B.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from pairing.saying import Saying
from pairing.tournament import PairingError

LOWEST, HIGHEST = 1, 3999


class Method(StrEnum):
    """The list from which a tournament takes the ratings, by the names that TRF26 has for it (record 172)."""

    # FIDE's rating alone.
    FIDE = "FIDE"
    # The national rating alone.
    NRO = "NRO"
    # FIDE's rating, or the national one of players without it.
    FIDON = "FIDON"
    # The national rating, or FIDE's of players without it.
    NIDOF = "NIDOF"
    # The higher of both.
    HBFN = "HBFN"
    # The lower of both.
    LBFN = "LBFN"
    # Some other measure, which the arbiters enter.
    OTHER = "OTHER"


STANDARD, NATIONAL = "standard", "national"


def counting_rating(
    method: Method,
    tempo: str,
    ratings: Mapping[str, int],
    sequence: Sequence[str] = (),
    *,
    highest: bool = False,
) -> str | None:
    """The list whose rating counts, a key of `ratings`; None if no list has one (C.04.2 B.1).

    For a rapid or blitz event FIDE's rating is that of the tempo, or else the standard one ("effective" rapid
    and blitz). Of two equally high ratings FIDE's counts. With OTHER it is the first list of the `sequence`
    that has a rating, or the one with the `highest`; without a sequence there is none.
    """
    fide = next((kind for kind in (tempo, STANDARD) if kind in ratings), None)
    national = NATIONAL if NATIONAL in ratings else None
    match method:
        case Method.FIDE:
            return fide
        case Method.NRO:
            return national
        case Method.FIDON:
            return fide or national
        case Method.NIDOF:
            return national or fide
        case Method.HBFN:
            return max(filter(None, (fide, national)), key=ratings.__getitem__, default=None)
        case Method.LBFN:
            return min(filter(None, (fide, national)), key=ratings.__getitem__, default=None)
        case Method.OTHER:
            known = [kind for kind in sequence if kind in ratings]
            return max(known, key=ratings.__getitem__, default=None) if highest else next(iter(known), None)


def elo_of_ingo(ingo: int) -> int:
    """The rating for a German Ingo number, where lower is better: 2840 - 8 x Ingo (1998, A.1).

    Raises PairingError if the result is not a possible rating.
    """
    return _rating(2840 - 8 * ingo, f"Ingo {ingo}")


def elo_of_bcf(bcf: int) -> int:
    """The rating for a British BCF grade: 600 + 8 x BCF (1998, A.1).

    Raises PairingError if the result is not a possible rating.
    """
    return _rating(600 + 8 * bcf, f"BCF {bcf}")


def _rating(elo: int, found: str) -> int:
    if not LOWEST <= elo <= HIGHEST:
        raise PairingError(
            Saying(
                "{found} comes to {rating}; expected a rating from {lowest} to {highest}.",
                found=found,
                rating=elo,
                lowest=LOWEST,
                highest=HIGHEST,
            )
        )
    return elo
