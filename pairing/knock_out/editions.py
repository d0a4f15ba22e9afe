"""Knock-outs as editions: matches of a single game, and matches of two games with the colours reversed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from pairing.core.edition import HANDLING, Book, Edition, Form, Ground, ReportCodes
from pairing.core.records import Record, make_records
from pairing.core.sentences import Phrase, in_catalogue
from pairing.core.tournament import (
    Cell,
    Outcome,
    Pair,
    PairingError,
    Player,
    RoundPairing,
    Scoring,
    Tournament,
)
from pairing.double_swiss.edition_2026 import colours, colours_of_matches, second_games, tournament_of_matches

# -- The bracket of a knock-out: who is in which match, and who goes on from it (K1 to K3, K5, K6) ----
#
# A round here is one of the tournament as it is paired: one match per round, of one game or of two. The
# bracket is not stored: it follows from who met whom, from the results, and from the tie-breaks of level
# matches.

# The players on the lines of a round, from the top; two lines are a match.
type Lines = tuple[int | None, ...]

POINT = 10


class Way(StrEnum):
    """How a player goes on from a match, or why nobody does yet."""

    # Without an opponent (K5).
    ALONE = "alone"
    # More points in the match (K2).
    WON = "won"
    # The match was level, and a tie-break decided (K3).
    TIE_BREAK = "tie-break"
    # The next round was paired with this player, whatever the results say by now.
    PAIRED = "paired"
    # Neither came, or the match has no players (K5).
    NOBODY = "nobody"
    # The result or the tie-break is still to come.
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Match:
    """One match of a round: its number, counted from 1 at the top, its players, and the one who goes on."""

    number: int
    sides: tuple[int | None, int | None]
    way: Way = Way.OPEN
    winner: int | None = None

    @property
    def players(self) -> tuple[int, ...]:
        """The players of the match."""
        return tuple(side for side in self.sides if side is not None)

    @property
    def loser(self) -> int | None:
        """The player put out by the winner, if any."""
        return next((one for one in self.players if one != self.winner), None) if self.winner else None


@dataclass(frozen=True, slots=True)
class Bracket:
    """The matches of all rounds that were paired, and those of the coming one; () if there is none."""

    rounds: tuple[tuple[Match, ...], ...]
    coming: tuple[Match, ...]

    @property
    def open_matches(self) -> tuple[Match, ...]:
        """The matches of the last paired round in which it is not known yet who goes on."""
        last = self.rounds[-1] if self.rounds else ()
        return tuple(match for match in last if match.way is Way.OPEN)

    def last_match(self, player: int) -> tuple[int, Match] | None:
        """The last match of the player among the paired rounds, with its round; None if they are in none."""
        for number, matches in reversed(tuple(enumerate(self.rounds, 1))):
            for match in matches:
                if player in match.players:
                    return number, match
        return None


def size_of_bracket(players: int) -> int:
    """K1: the number of lines in the first round: the smallest power of two that suffices, at least two."""
    return 1 << rounds_for(players)


def rounds_for(players: int) -> int:
    """K1: the number of rounds of a bracket for this many players, at least one."""
    return max((players - 1).bit_length(), 1)


def seeds(size: int) -> tuple[int, ...]:
    """K1: the seeds on the lines of a bracket of this size, from the top.

    In each half the best seed meets the last one, so that the first and the second meet in the final.
    """
    lines: tuple[int, ...] = (1,)
    while len(lines) < size:
        last = 2 * len(lines) + 1
        lines = tuple(line for seed in lines for line in (seed, last - seed))
    return lines


def follow(tournament: Tournament) -> Bracket:
    """The bracket of a tournament as far as it has been paired."""
    players = len(tournament.players)
    known = {player.number: player for player in tournament.players}
    lines: Lines = tuple(seed if seed <= players else None for seed in seeds(size_of_bracket(players)))
    rounds = []
    for number in range(1, min(tournament.played_rounds, rounds_for(players)) + 1):
        lines = arranged(lines, _boards(tournament, number))
        matches = tuple(_decided(tournament.scoring, known, number, match) for match in matches_of(lines))
        rounds.append(matches)
        lines = tuple(match.winner for match in matches)
    return Bracket(tuple(rounds), matches_of(lines) if len(lines) > 1 else ())


def matches_of(lines: Lines) -> tuple[Match, ...]:
    """The matches of these lines, from the top."""
    sides = zip(lines[::2], lines[1::2], strict=True)
    return tuple(Match(number, two) for number, two in enumerate(sides, 1))


def arranged(lines: Lines, boards: Iterable[frozenset[int]]) -> Lines:
    """The lines as the boards of the round actually were: each board is one match.

    They do not change if the round was paired by K2. If it was paired by hand, a board takes the match of the
    better seed of the two, else that of the other, else the first match that is free; so do players without
    an opponent.
    """
    matches = [set(match.players) for match in matches_of(lines)]
    boards = list(boards)
    if all(board in matches for board in boards):
        return lines
    where = {player: place for place, match in enumerate(matches) for player in match}
    playing = {player for board in boards for player in board}
    found: dict[int, tuple[int, ...]] = {}
    for one in [*sorted(sorted(board) for board in boards), *([p] for p in sorted(where.keys() - playing))]:
        free = [place for place in range(len(matches)) if place not in found]
        own = [where[player] for player in one if where.get(player) in free]
        for place in (own or free)[:1]:
            found[place] = tuple(one)
    return tuple(line for place in range(len(matches)) for line in (*found.get(place, ()), None, None)[:2])


def still_in(tournament: Tournament) -> frozenset[int]:
    """The players who are still in before the coming round."""
    return frozenset(player for match in follow(tournament).coming for player in match.players)


def pairs_in_order(tournament: Tournament, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """The pairs of the coming round, in the order of the bracket from the top."""
    by_players = {frozenset((pair.white, pair.black)): pair for pair in pairs}
    lines = tuple(side for match in follow(tournament).coming for side in match.sides)
    found = [frozenset(match.players) for match in matches_of(arranged(lines, by_players))]
    in_order = [by_players.pop(two) for two in found if two in by_players]
    return (*in_order, *by_players.values())


def counted(tournament: Tournament) -> Tournament:
    """K6: the tournament as its standings count it: a point for each match from which a player goes on.

    So players who are out in the same round are equal, and tie-breaks of level matches decide nothing else.
    """
    won = {
        (number, match.winner)
        for number, matches in enumerate(follow(tournament).rounds, 1)
        for match in matches
    }
    players = (
        player.with_cells(
            tuple(
                replace(cell, points=POINT if (number, player.number) in won else 0)
                for number, cell in enumerate(player.cells, 1)
            )
        )
        for player in tournament.players
    )
    return replace(tournament, players=tuple(players))


def require_decided(tournament: Tournament) -> Bracket:
    """The bracket, if it is known who meets whom in the coming round.

    Raises PairingError if there is no such round, or if a match of the round before is not decided.
    """
    bracket = follow(tournament)
    number = len(bracket.rounds) + 1
    if len(tournament.players) < 2 or not bracket.coming:
        raise PairingError(
            Phrase(
                "The bracket for {players} players has {rounds} rounds: there is no round {number}.",
                players=len(tournament.players),
                rounds=rounds_for(len(tournament.players)),
                number=tournament.played_rounds + 1,
            )
        )
    for match in bracket.open_matches:
        one, two = match.players
        raise PairingError(
            Phrase(
                "Match {match} of round {round}, {one} against {two}, is not decided: enter the result, or"
                " who goes on by the tie-break.",
                match=match.number,
                round=number - 1,
                one=one,
                two=two,
            )
        )
    return bracket


def _boards(tournament: Tournament, number: int) -> list[frozenset[int]]:
    """The pairs of players who met in the round."""
    cells = ((player.number, player.cell(number).opponent) for player in tournament.players)
    return list(dict.fromkeys(frozenset((one, other)) for one, other in cells if other is not None))


def _decided(scoring: Scoring, known: Mapping[int, Player], number: int, match: Match) -> Match:
    """The match of the round with the player who goes on from it, and how."""
    players = match.players
    if not players:
        return replace(match, way=Way.NOBODY)
    if len(players) == 1:
        return replace(match, way=Way.ALONE, winner=players[0])
    way, winner = _by_result(scoring, {player: known[player].cell(number) for player in players})
    following = [player for player in players if known[player].cell(number + 1).opponent is not None]
    if len(following) == 1 and following != [winner]:
        return replace(match, way=Way.PAIRED, winner=following[0])
    return replace(match, way=way, winner=winner)


def _by_result(scoring: Scoring, cells: Mapping[int, Cell]) -> tuple[Way, int | None]:
    """How the match of these two players was decided, at the board or by its tie-break, and the winner."""
    points = {player: scoring.points(cell) for player, cell in cells.items()}
    one, two = cells
    if any(cell.pending for cell in cells.values()):
        return Way.OPEN, None
    if points[one] != points[two]:
        return Way.WON, max(points, key=points.__getitem__)
    if all(cell.outcome is Outcome.FORFEIT_LOSS or cell.opponent is None for cell in cells.values()):
        return Way.NOBODY, None
    winners = [player for player, cell in cells.items() if cell.decided]
    return (Way.TIE_BREAK, winners[0]) if len(winners) == 1 else (Way.OPEN, None)


# -- The editions -------------------------------------------------------------------------------------


def records(tournament: Tournament) -> dict[int, Record]:
    """Everybody by pairing number, which is the seed, with the colours of the first games played (K4)."""
    played = tournament.played_rounds
    cut = tuple(player.with_cells(player.cells[:played]) for player in tournament.players)
    had = {player.number: colours_of_matches(player, played) for player in cut}
    return {
        record.number: replace(record, rank=record.number, order=record.number, colours=had[record.number])
        for record in make_records(replace(tournament, players=cut))
    }


def pair(tournament: Tournament) -> RoundPairing:
    """K1, K2: the matches of the coming round that have two players, from the top of the bracket.

    Nobody has the allocated bye: a player without an opponent goes on without a game (K5). Absent players are
    paired, and lose by forfeit. Raises PairingError if there is no such round, if a match is not decided, or
    if the colour drawn by lot is needed and unknown.
    """
    bracket = require_decided(tournament)
    known = records(tournament)
    meeting = (match.players for match in bracket.coming if len(match.players) > 1)
    return RoundPairing(tuple(colours(known[one], known[two], tournament)[0] for one, two in meeting))


def board_order_of_matches(tournament: Tournament, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """Like `pairs_in_order`, if a match takes two rounds: second games have the order of the first ones."""
    whole = tournament.played_rounds - tournament.played_rounds % Form.MATCHES.games
    players = tuple(player.with_cells(player.cells[:whole]) for player in tournament.players)
    return pairs_in_order(tournament_of_matches(replace(tournament, players=players)), pairs)


# Nobody enters a bracket that has begun: numbers are fixed from the first round on.
_HANDLING = replace(
    HANDLING,
    grounds_for_change=(Ground.COMPETITION_RULES,),
    freezing_round=1,
    board_order=pairs_in_order,
    # Players who are out in the same round share their place (K6).
    tie_breaks=("PTS",),
)

KNOCK_OUT = Edition(
    code="knock-out",
    name=in_catalogue("Knock-out"),
    description=in_catalogue(
        "The loser is out. A match is one game; the bracket and the byes follow from the pairing numbers. By"
        " a rule of our own: FIDE’s Handbook has none."
    ),
    pair=pair,
    explained_by="pairing.knock_out.explained:account",
    report=ReportCodes("CUSTOM_KNOCKOUT", kind="Individual: Knock-out"),
    faults=Book({}),
    handling=_HANDLING,
    rounds_for=rounds_for,
    still_in=still_in,
    counted=counted,
)
KNOCK_OUT_OF_MATCHES = Edition(
    code="knock-out-matches",
    name=in_catalogue("Knock-out, matches of two games"),
    description=in_catalogue(
        "Like the knock-out, but each match is two games with the colours reversed, which are two rounds."
    ),
    pair=pair,
    explained_by="pairing.knock_out.explained:account",
    report=ReportCodes("BOARD_ONE_KNOCKOUT_MATCHES", kind="Individual: Knock-out"),
    faults=Book({}),
    handling=replace(_HANDLING, board_order=board_order_of_matches),
    form=Form.MATCHES,
    entrants=tournament_of_matches,
    second_games=second_games,
    rounds_for=rounds_for,
    still_in=still_in,
    counted=counted,
)
