"""The Swiss team pairing system in force since 1 February 2026 (C.04.6)."""

from __future__ import annotations

from dataclasses import replace

from pairing.core.colours import alternate, alternate_first, alternate_other, grant, of_match
from pairing.core.edition import HANDLING, KEPT_APART, Book, Edition, Form, ReportCodes, Wrong
from pairing.core.records import (
    Preference,
    Record,
    Strength,
    bars_by_match,
    float_of_match,
    make_records,
    repeated_colour,
)
from pairing.core.scores import points
from pairing.core.sentences import in_catalogue
from pairing.core.tournament import (
    SYSTEM,
    Colour,
    Pair,
    Preferences,
    RoundPairing,
    TeamRules,
    Tournament,
    report_codes,
)
from pairing.swiss_team.matches import tournament_of_teams
from pairing.tie_breaks.registry import USUAL_OF_TEAMS
from pairing.upfloating.rounds import Articles, Rules, decide

# -- The colours of teams (C.04.6 art. 1.6, 1.7 and 4): those of board 1 ------------------------------

NO_PREFERENCE = Preference(None, Strength.NONE)


def preference_of(
    kind: Preferences, colours: tuple[Colour, ...], difference: int, *, last_round: bool
) -> Preference:
    """1.7: the preference that follows from the colours of the matches played.

    Type A has only one kind of preference, a simple one, which counts as mild here. `difference` is Whites
    minus Blacks.
    """
    if kind is Preferences.NONE or not colours:
        return NO_PREFERENCE
    strong = _strong_colour(colours, difference)
    if strong is not None:
        return Preference(strong, Strength.MILD if kind is Preferences.TYPE_A else Strength.STRONG)
    if kind is Preferences.TYPE_A:
        return NO_PREFERENCE
    return Preference(*_mild(colours, difference, last_round=last_round))


def _strong_colour(colours: tuple[Colour, ...], difference: int) -> Colour | None:
    """1.7.1, 1.7.2: the colour of a strong preference; None if there is none.

    It is the colour that came two times less than the other; or as often or once less, if the last two were
    the other.
    """
    repeated = repeated_colour(colours)
    for due, lacking in ((Colour.WHITE, -difference), (Colour.BLACK, difference)):
        if lacking > 1 or (lacking in (0, 1) and repeated is due.opposite):
            return due
    return None


def _mild(
    colours: tuple[Colour, ...], difference: int, *, last_round: bool
) -> tuple[Colour | None, Strength]:
    """1.7.2: the colour that came once less; if level, the other than the last, except in the last round."""
    if difference in (-1, 1):
        return (Colour.WHITE if difference < 0 else Colour.BLACK), Strength.MILD
    if difference == 0 and not last_round:
        return colours[-1].opposite, Strength.MILD
    return None, Strength.NONE


# -- who gets which ---------------------------------------------------------------------------------


def grant_only(first: Record, other: Record) -> Record | None:
    """4.3.2: only one of the two has a preference."""
    one, two = first.preference.colour, other.preference.colour
    if (one is None) is (two is None):
        return None
    return grant(first, other, one) or grant(other, first, two)


def grant_opposite(first: Record, other: Record) -> Record | None:
    """4.3.3: both have preferences, for different colours."""
    one, two = first.preference.colour, other.preference.colour
    return grant(first, other, one) if one is not None and two is one.opposite else None


def grant_strong(first: Record, other: Record) -> Record | None:
    """4.3.4: Type B, only one of the two preferences is strong."""
    strong = [record for record in (first, other) if record.preference.strength is Strength.STRONG]
    if len(strong) != 1:
        return None
    return grant(strong[0], other if strong[0] is first else first, strong[0].preference.colour)


def white_to_fewer(first: Record, other: Record) -> Record | None:
    """4.3.5: White to the lower colour difference."""
    if first.difference == other.difference:
        return None
    return min(first, other, key=lambda record: record.difference)


def grant_first(first: Record, other: Record) -> Record | None:
    """4.3.7: the preference of the first team."""
    return grant(first, other, first.preference.colour)


# 4.3.2 to 4.3.9; 4.3.1, which comes before them, is the lot.
COLOUR_RULES = (
    grant_only,
    grant_opposite,
    grant_strong,
    white_to_fewer,
    alternate,
    grant_first,
    alternate_first,
    alternate_other,
)
COLOUR_ARTICLES = tuple(f"art. 4.3.{place}" for place in range(1, len(COLOUR_RULES) + 2))


def first_team(one: Record, two: Record, tournament: Tournament) -> tuple[Record, Record]:
    """4.2: the first team and the other: by primary score, secondary score, smaller number.

    These are the scores of the standings, without virtual points.
    """
    played = tournament.played_rounds
    players = tournament.players
    event = tournament.team_event
    looks_at_both = event is None or event.rules.secondary

    def rank(record: Record) -> tuple[int, int, int]:
        team = players[record.number - 1]
        secondary = sum(cell.secondary for cell in team.cells[:played]) if looks_at_both else 0
        return -points(tournament, team, played), -secondary, record.number

    return (one, two) if rank(one) < rank(two) else (two, one)


def colours(one: Record, two: Record, tournament: Tournament) -> tuple[Pair, int]:
    """4.3: who has White on board 1, and the place of the rule that decided, from 0 for 4.3.1."""
    first, other = first_team(one, two, tournament)
    return of_match(COLOUR_RULES, first, other, first.number, tournament.initial_colour)


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
    told_by="pairing.swiss_team.explained:account",
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
