"""What the pairing of a round needs to know about each player, derived once from the tournament."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pairing.floats import floats_of_round
from pairing.preferences import Preference, colour_difference, colour_history, preference, repeated_colour
from pairing.scores import pairing_score, topscorer_limit
from pairing.tournament import BLANK, PairingError

if TYPE_CHECKING:
    from pairing.byes import ByeRule
    from pairing.floats import Float, FloatRule
    from pairing.tournament import Colour, Player, Tournament


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """One player who takes part in the round to be paired."""

    number: int
    # Place in the order of A.2, from 0.
    rank: int
    # In tenths of a point, with virtual points.
    score: int
    # Place in the initial order among those who hold a pairing number, from 1 (E.5).
    order: int
    colours: tuple[Colour, ...]
    difference: int
    repeated: Colour | None
    preference: Preference
    # The floats of the last round and of the last but one.
    floats: tuple[Float | None, Float | None]
    may_take_bye: bool
    topscorer: bool
    # Rounds of the tournament so far in which he really played no game, for whatever reason.
    unplayed: int
    # Equal for players of one round who are alike to every criterion but for whom they must not meet:
    # equal in `difference`, `repeated`, `preference`, `floats`, `may_take_bye`, `topscorer` and
    # `unplayed`. Numbered from 0.
    likeness: int
    # Pairing numbers of those he must not meet: played already, or kept apart by the organiser.
    barred: frozenset[int]


def barred_opponents(tournament: Tournament) -> dict[int, set[int]]:
    """C.04.3 C.1: whom each player must not meet in the coming round.

    Everybody he has played, and those from whom the organiser keeps him apart in that round. A game
    that was never played bars nobody (C.04.2 D.6).
    """
    barred: dict[int, set[int]] = defaultdict(set)
    for player in tournament.players:
        barred[player.number] |= {cell.opponent for cell in player.cells if cell.played and cell.opponent}
    coming = tournament.played_rounds + 1
    for prohibition in tournament.forbidden:
        if prohibition.holds_in(coming):
            for number in prohibition.players:
                barred[number] |= prohibition.players - {number}
    return barred


def present_players(tournament: Tournament) -> list[Player]:
    """Who is to be paired in the coming round: everybody for whom no bye is noted in it."""
    coming = tournament.played_rounds + 1
    return [player for player in tournament.players if player.cell(coming) == BLANK]


def initial_order(tournament: Tournament) -> dict[int, int]:
    """C.04.2 B.3, C.2: the place of each player in the initial order, from 1.

    Only who was ever paired, or is to be paired now, holds a definitive pairing number: a player who
    has not arrived yet does not count.
    """
    holders = {player.number for player in present_players(tournament)}
    holders |= {p.number for p in tournament.players if any(cell.paired for cell in p.cells)}
    return {number: place for place, number in enumerate(sorted(holders), 1)}


def check_history(tournament: Tournament) -> None:
    """Refuse a history that cannot be paired from: open results, opponents nobody knows."""
    known = {p.number for p in tournament.players}
    for player in tournament.players:
        for number, cell in enumerate(player.cells, 1):
            opponent = cell.opponent
            if cell.pending:
                message = f"Players {player.number} and {opponent} have no result in round {number} yet"
                raise PairingError(message)
            if opponent is not None and opponent not in known:
                message = f"Player {player.number} met {opponent} in round {number}, who is unknown"
                raise PairingError(message)


def make_records(tournament: Tournament, *, float_of: FloatRule, may_take_bye: ByeRule) -> tuple[Record, ...]:
    """The players to be paired in the coming round, in the order of C.04.3 A.2.

    `float_of` and `may_take_bye` are the rules of the edition. Raises PairingError where the history is
    not fit to pair from.
    """
    check_history(tournament)
    played = tournament.played_rounds
    barred = barred_opponents(tournament)
    order = initial_order(tournament)
    scores = {p.number: pairing_score(tournament, p, played + 1) for p in tournament.players}
    last = floats_of_round(tournament, played, float_of)
    earlier = floats_of_round(tournament, played - 1, float_of)
    limit = topscorer_limit(tournament, played + 1)
    present = present_players(tournament)
    present.sort(key=lambda p: (-scores[p.number], p.number))
    likenesses: dict[tuple[object, ...], int] = {}
    records = []
    for rank, player in enumerate(present):
        history = colour_history(player, played)
        traits = (
            colour_difference(history),
            repeated_colour(history),
            preference(history),
            (last[player.number], earlier[player.number]),
            may_take_bye(player, tournament.scoring),
            limit is not None and scores[player.number] > limit,
            played - sum(cell.played for cell in player.cells),
        )
        records.append(
            Record(
                player.number,
                rank,
                scores[player.number],
                order[player.number],
                history,
                *traits,
                likeness=likenesses.setdefault(traits, len(likenesses)),
                barred=frozenset(barred[player.number]),
            )
        )
    return tuple(records)
