"""The Swiss team pairing system in force since 1 February 2026 (C.04.6)."""

from __future__ import annotations

from dataclasses import replace

from pairing.core.edition import HANDLING, KEPT_APART, Book, Edition, Form, ReportCodes, Wrong
from pairing.core.records import Record, bars_by_match, float_of_match, make_records
from pairing.core.sentences import in_catalogue
from pairing.core.tournament import SYSTEM, RoundPairing, TeamRules, Tournament, report_codes
from pairing.swiss_team.colours import ARTICLES as COLOUR_ARTICLES
from pairing.swiss_team.colours import colours, preference_of
from pairing.swiss_team.matches import tournament_of_teams
from pairing.tie_breaks.registry import USUAL_OF_TEAMS
from pairing.upfloating.rounds import decide
from pairing.upfloating.rules import Articles, Rules


def records(tournament: Tournament) -> tuple[Record, ...]:
    """The teams to be paired in the coming round, in the order of score and number."""
    coming = tournament.played_rounds + 1
    kind = (tournament.team_event.rules if tournament.team_event else TeamRules()).preferences
    last_round = coming == tournament.rounds
    return tuple(
        replace(
            record,
            preference=preference_of(kind, record.colours, record.difference, last_round=last_round),
        )
        for record in make_records(tournament, float_of=float_of_match, bars_from_bye=bars_by_match)
    )


RULES = Rules(
    articles=Articles(
        rematch="C1",
        bye="C2",
        bye_order=("art. 3.4.2", "art. 3.4.3", "art. 3.4.4"),
        completion="C3",
        fewest_upfloaters="C4",
        highest_upfloaters="C5",
        following="C6",
        upfloaters_floated="C7",
        preferences="C8",
        strong_preferences="C9",
        opponents_floated="C10",
        first_set="art. 3.5.4",
        first_identifier="art. 3.6.4",
    ),
    blind_rounds=2,
    bars_from_bye=bars_by_match,
    records=records,
    colours=colours,
    colour_articles=COLOUR_ARTICLES,
)


def pair(tournament: Tournament) -> RoundPairing:
    """C.04.6: the pairing of the round after the last one that was paired; see `rounds.decide`."""
    return decide(tournament, RULES).pairing


SWISS_TEAM_2026 = Edition(
    code="swiss-team-2026",
    name=in_catalogue("Swiss Team Pairing System, 2026"),
    description=in_catalogue("C.04.6 in force since 1 February 2026: teams, by match points or game points."),
    pair=pair,
    records=records,
    told_by="pairing.explanation.swiss_team:account",
    report=ReportCodes(
        SYSTEM, report_codes()[1:], since="2026/02/01", undated=True, kind="Team: Swiss-System"
    ),
    faults=Book(
        {
            Wrong.REMATCH: "C.04.1 art. 2, C.04.6 C1",
            Wrong.FORBIDDEN: KEPT_APART,
            Wrong.BYE: "C.04.1 art. 4, C.04.6 C2",
        }
    ),
    handling=replace(
        HANDLING,
        float_of=float_of_match,
        bars_from_bye=bars_by_match,
        tie_breaks=USUAL_OF_TEAMS,
    ),
    form=Form.TEAMS,
    entrants=tournament_of_teams,
)
