"""The Double-Swiss system in force since 1 February 2026 (C.04.5)."""

from __future__ import annotations

from dataclasses import replace

from pairing.core.colours import alternate, alternate_first, alternate_other, of_match
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
from pairing.core.tournament import Colour, Outcome, Pair, Player, RoundPairing, Tournament
from pairing.double_swiss.matches import second_games, tournament_of_matches, virtual_points_of_games
from pairing.upfloating.rounds import Articles, Rules, decide

# -- The colours of a match of two games (C.04.5 art. 1.6 and 4): those of its first game -------------

_PLAYED = frozenset({Outcome.WIN, Outcome.DRAW, Outcome.LOSS})


def colours_of_matches(player: Player, rounds: int) -> tuple[Colour, ...]:
    """1.6: the colours of the first games, of matches in which at least one game was played."""
    cells = player.cells[:rounds]
    return tuple(cell.colour for cell in cells if cell.outcome in _PLAYED and cell.colour is not None)


def white_to_fewer(higher: Record, lower: Record) -> Record | None:
    """4.3.2: White to the player who had it less often."""
    mine, yours = (record.colours.count(Colour.WHITE) for record in (higher, lower))
    if mine == yours:
        return None
    return higher if mine < yours else lower


# 4.3.2 to 4.3.5; 4.3.1, which comes before them, is the lot.
COLOUR_RULES = (white_to_fewer, alternate, alternate_first, alternate_other)
COLOUR_ARTICLES = tuple(f"art. 4.3.{place}" for place in range(1, len(COLOUR_RULES) + 2))


def by_rank(one: Record, two: Record) -> tuple[Record, Record]:
    """4.3: the higher ranked of two players, then the lower (1.2)."""
    return (one, two) if one.rank < two.rank else (two, one)


def colours(one: Record, two: Record, tournament: Tournament) -> tuple[Pair, int]:
    """4.3: who has White in the first game, and the place of the rule that decided, from 0 for 4.3.1."""
    higher, lower = by_rank(one, two)
    return of_match(COLOUR_RULES, higher, lower, higher.order, tournament.initial_colour)


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
    told_by="pairing.double_swiss.explained:account",
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
