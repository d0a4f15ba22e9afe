"""Round robins as editions: single, double with the recommended exchange, and double without it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from pairing.core.edition import ARTICLES, HANDLING, Book, Edition, Ground, Handling, ReportCodes, Wrong
from pairing.core.sentences import in_catalogue
from pairing.core.timetable import Timetable
from pairing.core.tournament import Pair, Tournament
from pairing.round_robin.berger import ARTICLE
from pairing.round_robin.schedule import Schedule
from pairing.tie_breaks import USUAL_IN_ROUND_ROBINS

SINGLE = Schedule()
DOUBLE = Schedule(cycles=2, exchanged=True)
PLAIN_DOUBLE = Schedule(cycles=2)


def board_order(schedule: Timetable, tournament: Tournament, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """The pairs of the coming round in the order of the table; pairs that are not in it come last."""
    number = tournament.played_rounds + 1
    table = {pair: board for board, pair in enumerate(schedule.row(tournament, number))}
    return tuple(sorted(pairs, key=lambda pair: (table.get(pair, len(table)), min(pair.white, pair.black))))


def handling_by(
    schedule: Timetable, *grounds: Ground, tie_breaks: tuple[str, ...] = USUAL_IN_ROUND_ROBINS
) -> Handling:
    """How a table is handled: nobody enters one that has begun, as its numbers are fixed from round 1 on."""
    return replace(
        HANDLING,
        grounds_for_change=grounds,
        freezing_round=1,
        board_order=partial(board_order, schedule),
        tie_breaks=tie_breaks,
        articles={**ARTICLES, "C.04.2 B.3": "C.05 Annex 1", "C.04.1 b": "C.05 Annex 1"},
    )


ROUND_ROBIN = Edition(
    code="round-robin",
    name=in_catalogue("Round robin"),
    description=in_catalogue(
        "Everybody meets everybody once, by the tables of Berger (C.05 Annex 1): for 3 to 30 players."
    ),
    pair=SINGLE.pair,
    told_by="pairing.explanation.round_robin:single",
    report=ReportCodes(
        "FIDE_ROUNDROBIN",
        ("BERGER_ROUNDROBIN",),
        own_table="CUSTOM_ROUNDROBIN",
        kind="Individual: Round-Robin",
    ),
    faults=Book({Wrong.REMATCH: ARTICLE}),
    handling=handling_by(SINGLE, Ground.REMATCH),
    needs_lot=False,
    rounds_for=SINGLE.rounds,
    usual_table=SINGLE,
    free_rounds=SINGLE.free_rounds,
)
_TWICE = {Wrong.REMATCH: ARTICLE, Wrong.THIRD_COLOUR: ARTICLE}
DOUBLE_ROUND_ROBIN = Edition(
    code="double-round-robin",
    name=in_catalogue("Double round robin"),
    description=in_catalogue(
        "Everybody meets everybody twice, once with each colour. The last two rounds of the first cycle "
        "change places, so that nobody has the same colour three times running: for 2 to 16 players."
    ),
    pair=DOUBLE.pair,
    told_by="pairing.explanation.round_robin:double",
    report=ReportCodes("FIDE_DOUBLEROUNDROBIN", kind="Individual: Double Round-Robin"),
    faults=Book(_TWICE, meetings=2),
    handling=handling_by(DOUBLE),
    needs_lot=False,
    rounds_for=DOUBLE.rounds,
    free_rounds=DOUBLE.free_rounds,
)
PLAIN_DOUBLE_ROUND_ROBIN = Edition(
    code="double-round-robin-plain",
    name=in_catalogue("Double round robin, no exchange"),
    description=in_catalogue(
        "Everybody meets everybody twice, both cycles in the order of the table; two players have the same "
        "colour three times running where the cycles meet."
    ),
    pair=PLAIN_DOUBLE.pair,
    told_by="pairing.explanation.round_robin:plain_double",
    report=ReportCodes("BERGER_DOUBLEROUNDROBIN", kind="Individual: Double Round-Robin"),
    faults=Book(_TWICE, meetings=2),
    handling=handling_by(PLAIN_DOUBLE),
    needs_lot=False,
    rounds_for=PLAIN_DOUBLE.rounds,
    free_rounds=PLAIN_DOUBLE.free_rounds,
)
