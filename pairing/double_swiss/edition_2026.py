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
from pairing.core.scores import virtual_points
from pairing.core.sentences import Phrase, in_catalogue
from pairing.core.tournament import (
    BLANK,
    Cell,
    Colour,
    Outcome,
    Pair,
    PairingError,
    Player,
    Prohibition,
    RoundPairing,
    Scoring,
    Tournament,
)
from pairing.upfloating.rounds import Articles, Rules, decide

# -- A tournament of matches of two games as its pairing sees it: one match per round -----------------
#
# In a report file match k takes rounds 2k-1 and 2k, as FIDE has published no format for such tournaments.

GAMES = Form.MATCHES.games

_FORFEITS = frozenset({Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS})
# The outcome of a match without an opponent, by those of its two rounds; the allocated bye is a game won and
# one drawn (1.4).
_BYES = {
    (Outcome.PAIRING_ALLOCATED_BYE, Outcome.HALF_POINT_BYE): Outcome.PAIRING_ALLOCATED_BYE,
    # An absence may be noted only in the round to be paired.
    (Outcome.ZERO_POINT_BYE, Outcome.NONE): Outcome.ZERO_POINT_BYE,
    (Outcome.NONE, Outcome.ZERO_POINT_BYE): Outcome.ZERO_POINT_BYE,
    **{
        (outcome, outcome): outcome
        for outcome in (
            Outcome.PAIRING_ALLOCATED_BYE,
            Outcome.FULL_POINT_BYE,
            Outcome.HALF_POINT_BYE,
            Outcome.ZERO_POINT_BYE,
            Outcome.NONE,
        )
    },
}
# A match in which no game was played, but which counts as played for pairing and standings (Preface).
_UNPLAYED = {1: Outcome.UNRATED_WIN, 0: Outcome.UNRATED_DRAW, -1: Outcome.UNRATED_LOSS}
_PLAYED = {1: Outcome.WIN, 0: Outcome.DRAW, -1: Outcome.LOSS}


def tournament_of_matches(tournament: Tournament) -> Tournament:
    """The tournament with its matches as rounds.

    Raises PairingError if two rounds do not form a match: for an odd number of rounds, for two opponents in
    one match, for the same colour twice, and for a bye of one game.
    """
    if tournament.rounds is not None and tournament.rounds % GAMES:
        raise PairingError(
            Phrase(
                "Found {rounds} rounds, expected an even number: a match of two games takes two rounds"
                " (C.04.5).",
                rounds=tournament.rounds,
            )
        )
    return replace(
        tournament,
        players=tuple(
            replace(player, cells=_matches(tournament, player), virtual=player.virtual[::GAMES])
            for player in tournament.players
        ),
        rounds=None if tournament.rounds is None else tournament.rounds // GAMES,
        ended=None if tournament.ended is None else tournament.ended // GAMES,
        scoring=scoring_of_matches(tournament.scoring),
        forbidden=tuple(map(_of_matches, tournament.forbidden)),
        round_dates=tournament.round_dates[::GAMES],
    )


def scoring_of_matches(scoring: Scoring) -> Scoring:
    """The points for both games of a match; the allocated bye is a game won and one drawn (1.4)."""
    win, draw, loss = (
        scoring.white_win + scoring.black_win,
        scoring.white_draw + scoring.black_draw,
        scoring.white_loss + scoring.black_loss,
    )
    return Scoring(
        *(win, win, draw, draw, loss, loss),
        zero_point_bye=GAMES * scoring.zero_point_bye,
        half_point_bye=GAMES * scoring.half_point_bye,
        full_point_bye=GAMES * scoring.full_point_bye,
        pairing_allocated_bye=scoring.pairing_allocated_bye + scoring.half_point_bye,
        forfeit_win=GAMES * scoring.forfeit_win,
        forfeit_loss=GAMES * scoring.forfeit_loss,
    )


def virtual_points_of_games(rounds: int, scoring: Scoring) -> tuple[int, ...]:
    """C.04.7: virtual points by round: both games of a match have its points, by the scoring of matches."""
    matches = virtual_points(rounds // GAMES, scoring_of_matches(scoring))
    return tuple(points for points in matches for _game in range(GAMES))


def second_game(first: Cell) -> Cell:
    """The second game of a match before it is played: the other colour (4.4), or the same bye.

    The allocated bye is a game won, and then one drawn (1.4).
    """
    if first.opponent is not None:
        return Cell(first.opponent, first.colour and first.colour.opposite)
    allocated = first.outcome is Outcome.PAIRING_ALLOCATED_BYE
    return Cell(outcome=Outcome.HALF_POINT_BYE if allocated else first.outcome)


def second_games(tournament: Tournament) -> RoundPairing:
    """The coming round if it has the second games of matches: the same pairs, with the colours reversed."""
    last = tournament.played_rounds
    return RoundPairing(
        tuple(
            Pair(cell.opponent, player.number)
            for player in tournament.players
            if (cell := player.cell(last)).opponent is not None and cell.colour is Colour.WHITE
        ),
        None,
    )


def _of_matches(prohibition: Prohibition) -> Prohibition:
    """The prohibition with its rounds counted in matches."""
    last = prohibition.last
    return replace(
        prohibition,
        first=(prohibition.first + 1) // GAMES,
        last=None if last is None else (last + 1) // GAMES,
    )


def _matches(tournament: Tournament, player: Player) -> tuple[Cell, ...]:
    numbers = range(1, len(player.cells) + 1, GAMES)
    cells = [_match(tournament, player, number) for number in numbers]
    while cells and cells[-1] == BLANK:
        cells.pop()
    return tuple(cells)


def _match(tournament: Tournament, player: Player, number: int) -> Cell:
    """The match whose first game is in round `number`."""
    first, second = player.cell(number), player.cell(number + 1)
    if first == second == BLANK:
        return BLANK
    scoring = tournament.scoring
    points = scoring.points(first) + scoring.points(second)
    if first.opponent is None and second.opponent is None:
        outcome = _BYES.get((first.outcome, second.outcome))
        if first.paired and second == BLANK and number > tournament.played_rounds:
            # Set beforehand, it may be noted only in the round to be paired.
            outcome = first.outcome
        if outcome is None:
            raise _no_match(player, number)
        return Cell(outcome=outcome, points=points)
    if first.opponent != second.opponent or (first.colour is not None and first.colour is second.colour):
        raise _no_match(player, number)
    colour = first.colour or (second.colour and second.colour.opposite)
    if first.pending or second.pending:
        return Cell(first.opponent, colour)
    decided = first.decided or second.decided
    return Cell(first.opponent, colour, _outcome(tournament, player, number), points, decided=decided)


def _outcome(tournament: Tournament, player: Player, number: int) -> Outcome:
    """Preface: only a player who forfeits both games forfeits the match; otherwise it counts as played."""
    opponent = tournament.players[(player.cell(number).opponent or 0) - 1]
    mine, theirs = ([one.cell(game) for game in (number, number + 1)] for one in (player, opponent))
    lost = [all(cell.outcome is Outcome.FORFEIT_LOSS for cell in cells) for cells in (mine, theirs)]
    if any(lost):
        return Outcome.FORFEIT_LOSS if lost[0] else Outcome.FORFEIT_WIN
    scoring = tournament.scoring
    own, other = (sum(map(scoring.points, cells)) for cells in (mine, theirs))
    played = any(cell.outcome not in _FORFEITS for cell in mine)
    return (_PLAYED if played else _UNPLAYED)[(own > other) - (own < other)]


def _no_match(player: Player, number: int) -> PairingError:
    return PairingError(
        Phrase(
            "Rounds {first} and {second} of player {number} are not a match of two games: expected the same"
            " opponent with the other colour, or the same bye, or U and then H (C.04.5).",
            first=number,
            second=number + 1,
            number=player.number,
        )
    )


# -- The colours of a match of two games (C.04.5 art. 1.6 and 4): those of its first game -------------

_OVER_THE_BOARD = frozenset({Outcome.WIN, Outcome.DRAW, Outcome.LOSS})


def colours_of_matches(player: Player, rounds: int) -> tuple[Colour, ...]:
    """1.6: the colours of the first games, of matches in which at least one game was played."""
    cells = player.cells[:rounds]
    return tuple(cell.colour for cell in cells if cell.outcome in _OVER_THE_BOARD and cell.colour is not None)


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


# -- The edition --------------------------------------------------------------------------------------

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
    explained_by="pairing.double_swiss.explained:account",
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
