"""The Double-Swiss system in force since 1 February 2026 (C.04.5)."""

from __future__ import annotations

from dataclasses import replace

from pairing.core.edition import HANDLING, KEPT_APART, Book, Edition, Form, ReportCodes, Wrong
from pairing.core.handling import FREEZING_ROUND
from pairing.core.records import (
    Preference,
    Record,
    Strength,
    bars_by_match,
    colour_difference,
    float_of_match,
    make_records,
    repeated_colour,
)
from pairing.core.sentences import in_catalogue
from pairing.core.tournament import RoundPairing, Tournament
from pairing.double_swiss.colours import ARTICLES as COLOUR_ARTICLES
from pairing.double_swiss.colours import colours, colours_of_matches
from pairing.double_swiss.matches import second_games, tournament_of_matches, virtual_points_of_games
from pairing.upfloating.rounds import decide
from pairing.upfloating.rules import Articles, Rules

# There is no criterion on colours.
NO_PREFERENCE = Preference(None, Strength.NONE)


def records(tournament: Tournament) -> tuple[Record, ...]:
    """1.2: the players to be paired in the coming round, in the order of score and number."""
    played = tournament.played_rounds
    players = {player.number: player for player in tournament.players}

    def known(record: Record) -> Record:
        player = players[record.number]
        had = colours_of_matches(player, played)
        return replace(
            record,
            colours=had,
            difference=colour_difference(had),
            repeated=repeated_colour(had),
            preference=NO_PREFERENCE,
            unplayed=played - sum(cell.played for cell in player.cells[:played]),
        )

    return tuple(map(known, make_records(tournament, float_of=float_of_match, bars_from_bye=bars_by_match)))


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
        opponents_floated="C8",
        first_set="art. 3.5.4",
        first_identifier="art. 3.6.4",
    ),
    blind_rounds=1,
    bars_from_bye=bars_by_match,
    records=records,
    colours=colours,
    colour_articles=COLOUR_ARTICLES,
)


def pair(tournament: Tournament) -> RoundPairing:
    """C.04.5: the pairing of the match after the last one that was paired; see `rounds.decide`."""
    return decide(tournament, RULES).pairing


DOUBLE_SWISS_2026 = Edition(
    code="double-swiss-2026",
    name=in_catalogue("Double-Swiss System, 2026"),
    description=in_catalogue(
        "C.04.5 in force since 1 February 2026: matches of two games, each match two rounds."
    ),
    pair=pair,
    records=records,
    told_by="pairing.explanation.double_swiss:account",
    report=ReportCodes("FIDE_DOUBLESWISS", kind="Individual: Double-Swiss"),
    faults=Book(
        {
            Wrong.REMATCH: "C.04.1 art. 2, C.04.5 C1",
            Wrong.FORBIDDEN: KEPT_APART,
            Wrong.BYE: "C.04.1 art. 4, C.04.5 C2",
        }
    ),
    handling=replace(
        HANDLING,
        float_of=float_of_match,
        bars_from_bye=bars_by_match,
        # With the first game of the fourth match.
        freezing_round=Form.MATCHES.games * (FREEZING_ROUND - 1) + 1,
    ),
    form=Form.MATCHES,
    entrants=tournament_of_matches,
    virtual_points=virtual_points_of_games,
    second_games=second_games,
)
