"""The Dubov System in force since 1 February 2026 (C.04.4.1)."""

from __future__ import annotations

from dataclasses import replace

from pairing.core.edition import HANDLING, KEPT_APART, Book, Edition, ReportCodes, Wrong
from pairing.core.records import bars_by_2026
from pairing.core.sentences import in_catalogue
from pairing.core.tournament import RoundPairing, Tournament
from pairing.dubov.entrants import float_of, make_entrants
from pairing.dubov.rounds import decide


def pair(tournament: Tournament) -> RoundPairing:
    """C.04.4.1: the pairing of the round after the last one that was paired; see `rounds.decide`."""
    return decide(tournament).pairing


DUBOV_2026 = Edition(
    code="dubov-2026",
    name=in_catalogue("Dubov System, 2026"),
    description=in_catalogue(
        "C.04.4.1 in force since 1 February 2026: for each score, opponents of about the same average rating"
        " for everybody; everybody needs a rating. Warning: there is no endorsed program with a free checker"
        " for this system, which FIDE therefore calls deprecated (C.04.2 art. 1.4)."
    ),
    pair=pair,
    records=make_entrants,
    told_by="pairing.explanation.dubov:account",
    report=ReportCodes("FIDE_DUBOV"),
    faults=Book(
        {
            Wrong.REMATCH: "C.04.1 art. 2, C.04.4.1 C1",
            Wrong.FORBIDDEN: KEPT_APART,
            Wrong.THIRD_COLOUR: "C.04.1 art. 7, C.04.4.1 C3",
            Wrong.COLOUR_DIFFERENCE: "C.04.1 art. 6, C.04.4.1 C3",
            Wrong.BOTH_COLOURS: "C.04.4.1 art. 5.2.2",
            Wrong.BYE: "C.04.1 art. 4, C.04.4.1 C2",
        }
    ),
    handling=replace(HANDLING, float_of=float_of, bars_from_bye=bars_by_2026),
    needs_ratings=True,
)
