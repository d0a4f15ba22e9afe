"""The facts about each player that the Burstein System pairs by: above all the Index (art. 1.7, 1.8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pairing.core.records import Record, bars_by_2026, enriched, make_records
from pairing.core.scores import points
from pairing.core.tournament import Outcome, Player, Scoring, Tournament


class Index(NamedTuple):
    """1.7.1: more is better, and the first decides. In tenths of a point, and in hundredths."""

    buchholz: int
    sonneborn_berger: int


@dataclass(frozen=True, slots=True, eq=False)
class Entrant(Record):
    """A player who takes part in the round. The `rank` is that of 1.8: by Index, and not by score."""

    index: Index


def make_entrants(tournament: Tournament) -> tuple[Entrant, ...]:
    """The players to be paired in the coming round, by score and then by rank.

    Raises PairingError if the history is not fit to pair from.
    """
    records = make_records(tournament, bars_from_bye=bars_by_2026)
    players = {player.number: player for player in tournament.players}
    rounds = tournament.played_rounds
    scores = {number: points(tournament, player, rounds) for number, player in players.items()}
    seen = {
        number: scores[number] + worth_of_absence(player, rounds, tournament.scoring)
        for number, player in players.items()
    }
    indices = {r.number: index_of(players[r.number], tournament, rounds, scores, seen) for r in records}
    ranked = sorted(indices, key=lambda number: (*(-part for part in indices[number]), number))
    ranks = {number: rank for rank, number in enumerate(ranked)}
    # C3 makes no exception for topscorers.
    entrants = (
        enriched(Entrant, r, rank=ranks[r.number], topscorer=False, index=indices[r.number]) for r in records
    )
    return tuple(sorted(entrants, key=lambda one: (-one.score, one.rank)))


def index_of(
    player: Player,
    tournament: Tournament,
    rounds: int,
    scores: Mapping[int, int],
    seen: Mapping[int, int],
) -> Index:
    """1.7: Buchholz, then Sonneborn-Berger, after that many rounds.

    `scores` are everybody's points, `seen` the points as their opponents count them. A round without a game
    counts as a game against oneself, with the points that it brought (1.7.2).
    """
    buchholz = sonneborn_berger = 0
    for number in range(1, rounds + 1):
        cell = player.cell(number)
        met = cell.opponent if cell.played else None
        score = scores[player.number] if met is None else seen[met]
        brought = (
            tournament.scoring.points(cell)
            if number <= len(player.cells)
            else tournament.scoring.zero_point_bye
        )
        buchholz += score
        sonneborn_berger += brought * score
    return Index(buchholz, sonneborn_berger)


def worth_of_absence(player: Player, rounds: int, scoring: Scoring) -> int:
    """1.7.2: what a player's opponents add to the player's score, in tenths of a point.

    For them, a player who is absent with a zero-point bye in the coming round has drawn in each round of the
    same absence, which runs up to now without a gap.
    """
    if player.cell(rounds + 1).outcome is not Outcome.ZERO_POINT_BYE:
        return 0
    run = 0
    while run < rounds and absent(player, rounds - run):
        run += 1
    return run * (min(scoring.white_draw, scoring.black_draw) - scoring.zero_point_bye)


def absent(player: Player, number: int) -> bool:
    """Whether the player had a zero-point bye, or nothing at all, in that round."""
    cell = player.cell(number)
    return cell.opponent is None and cell.outcome in {Outcome.ZERO_POINT_BYE, Outcome.NONE}
