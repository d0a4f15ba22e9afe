"""Knock-outs as editions: matches of a single game, and matches of two games with the colours reversed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pairing.core.edition import HANDLING, Book, Edition, Form, Ground, ReportCodes
from pairing.core.records import Record, make_records
from pairing.core.sentences import in_catalogue
from pairing.core.tournament import Pair, RoundPairing, Tournament
from pairing.double_swiss.colours import colours, colours_of_matches
from pairing.double_swiss.matches import second_games, tournament_of_matches
from pairing.knock_out.bracket import counted, pairs_in_order, require_decided, rounds_for, standing


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
    told_by="pairing.explanation.knock_out:account",
    report=ReportCodes("CUSTOM_KNOCKOUT", kind="Individual: Knock-out"),
    faults=Book({}),
    handling=_HANDLING,
    rounds_for=rounds_for,
    still_in=standing,
    counted=counted,
)
KNOCK_OUT_OF_MATCHES = Edition(
    code="knock-out-matches",
    name=in_catalogue("Knock-out, matches of two games"),
    description=in_catalogue(
        "Like the knock-out, but each match is two games with the colours reversed, which are two rounds."
    ),
    pair=pair,
    told_by="pairing.explanation.knock_out:account",
    report=ReportCodes("BOARD_ONE_KNOCKOUT_MATCHES", kind="Individual: Knock-out"),
    faults=Book({}),
    handling=replace(_HANDLING, board_order=board_order_of_matches),
    form=Form.MATCHES,
    entrants=tournament_of_matches,
    second_games=second_games,
    rounds_for=rounds_for,
    still_in=standing,
    counted=counted,
)
