"""Scheveningen as an edition: a table in which the two sides of an event meet each other."""

from __future__ import annotations

from pairing.core.edition import Book, Edition, Ground, ReportCodes, Wrong
from pairing.core.sentences import in_catalogue
from pairing.round_robin.editions import handling_by
from pairing.scheveningen.sides import ARTICLE, SIDES

SCHEVENINGEN = Edition(
    code="scheveningen",
    name=in_catalogue("Scheveningen"),
    description=in_catalogue(
        "Two sides, such as two clubs: each player meets each of the other side once. The first half of the"
        " numbers is side A, the rest side B."
    ),
    pair=SIDES.pair,
    told_by="pairing.explanation.scheveningen:account",
    report=ReportCodes(
        "FIDE_SCHEVENINGEN",
        ("FIDE_SCHEVENINGEN_G1",),
        own_table="CUSTOM_SCHEVENINGEN",
        kind="Individual: Scheveningen",
    ),
    faults=Book({Wrong.REMATCH: ARTICLE}),
    handling=handling_by(SIDES, Ground.REMATCH, tie_breaks=("PTS", "WIN", "SB")),
    needs_lot=False,
    rounds_for=SIDES.rounds,
    usual_table=SIDES,
    free_rounds=SIDES.free_rounds,
    of_sides=True,
)
