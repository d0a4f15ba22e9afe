"""Round robins of teams as editions: the tables of Berger with a team for each number, single and double.

The codes of TRF26 have no exchange of two rounds for teams: at every second board the colours are reversed
anyway.
"""

from __future__ import annotations

from pairing.core.edition import Book, Edition, Form, Ground, ReportCodes, Wrong
from pairing.core.sentences import in_catalogue
from pairing.core.tournament import DOUBLE_ROUND_ROBIN, OWN_ROUND_ROBIN, ROUND_ROBIN, codes_of_table
from pairing.round_robin.berger import ARTICLE
from pairing.round_robin.editions import PLAIN_DOUBLE, SINGLE, handling_by
from pairing.swiss_team.matches import tournament_of_teams
from pairing.tie_breaks import USUAL_IN_TEAM_ROUND_ROBINS

TEAM_ROUND_ROBIN = Edition(
    code="team-round-robin",
    name=in_catalogue("Round robin of teams"),
    description=in_catalogue(
        "Every team meets every other once, by the tables of Berger (C.05 Annex 1), at several boards: for 3 "
        "to 30 teams."
    ),
    pair=SINGLE.pair,
    told_by="pairing.explanation.round_robin:single_of_teams",
    report=ReportCodes(
        ROUND_ROBIN[0],
        codes_of_table(ROUND_ROBIN)[1:],
        own_table=OWN_ROUND_ROBIN,
        kind="Team: Round-Robin",
    ),
    faults=Book({Wrong.REMATCH: ARTICLE}),
    handling=handling_by(SINGLE, Ground.REMATCH, tie_breaks=USUAL_IN_TEAM_ROUND_ROBINS),
    needs_lot=False,
    form=Form.TEAMS,
    entrants=tournament_of_teams,
    rounds_for=SINGLE.rounds,
    usual_table=SINGLE,
    free_rounds=SINGLE.free_rounds,
)
DOUBLE_TEAM_ROUND_ROBIN = Edition(
    code="double-team-round-robin",
    name=in_catalogue("Double round robin of teams"),
    description=in_catalogue(
        "Every team meets every other twice, in the second cycle with the other colours: for 2 to 16 teams."
    ),
    pair=PLAIN_DOUBLE.pair,
    told_by="pairing.explanation.round_robin:double_of_teams",
    report=ReportCodes(
        DOUBLE_ROUND_ROBIN[0], codes_of_table(DOUBLE_ROUND_ROBIN)[1:], kind="Team: Double Round-Robin"
    ),
    faults=Book({Wrong.REMATCH: ARTICLE}, meetings=2),
    handling=handling_by(PLAIN_DOUBLE, tie_breaks=USUAL_IN_TEAM_ROUND_ROBINS),
    needs_lot=False,
    form=Form.TEAMS,
    entrants=tournament_of_teams,
    rounds_for=PLAIN_DOUBLE.rounds,
    free_rounds=PLAIN_DOUBLE.free_rounds,
)
