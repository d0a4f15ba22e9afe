"""The Burstein System in force since 1 February 2026 (C.04.4.2)."""

from __future__ import annotations

from dataclasses import replace

from pairing.burstein.entrants import make_entrants
from pairing.burstein.rounds import decide
from pairing.core.edition import HANDLING, KEPT_APART, Book, Edition, ReportCodes, Wrong
from pairing.core.records import bars_by_2026
from pairing.core.sentences import in_catalogue
from pairing.core.tournament import RoundPairing, Tournament


def pair(tournament: Tournament) -> RoundPairing:
    """C.04.4.2: the pairing of the round after the last one that was paired; see `rounds.decide`."""
    return decide(tournament).pairing


BURSTEIN_2026 = Edition(
    code="burstein-2026",
    name=in_catalogue("Burstein System, 2026"),
    description=in_catalogue(
        "C.04.4.2 in force since 1 February 2026: up to four seeding rounds by the Dutch system, then within "
        "a score the first by the opponents’ points meets the last. Warning: there is no endorsed program "
        "with a free checker for this system, which FIDE therefore calls deprecated (C.04.2 art. 1.4)."
    ),
    pair=pair,
    records=make_entrants,
    told_by="pairing.explanation.burstein:account",
    report=ReportCodes("FIDE_BURSTEIN"),
    faults=Book(
        {
            Wrong.REMATCH: "C.04.1 art. 2, C.04.4.2 C1",
            Wrong.FORBIDDEN: KEPT_APART,
            Wrong.THIRD_COLOUR: "C.04.1 art. 7, C.04.4.2 C3",
            Wrong.COLOUR_DIFFERENCE: "C.04.1 art. 6, C.04.4.2 C3",
            Wrong.BOTH_COLOURS: "C.04.4.2 art. 5.2.2",
            Wrong.BYE: "C.04.1 art. 4, C.04.4.2 C2",
        }
    ),
    handling=replace(HANDLING, bars_from_bye=bars_by_2026),
)
