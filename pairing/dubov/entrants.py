"""The facts about each player that the Dubov System pairs by, derived once for a round (art. 1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pairing.core.records import (
    Float,
    Preference,
    Record,
    Strength,
    bars_by_2026,
    enriched,
    float_in,
    make_records,
)
from pairing.core.scores import pairing_scores
from pairing.core.sentences import Saying
from pairing.core.tournament import Cell, Colour, PairingError, Player, Scoring, Tournament

# 1.6.4: for players who have not played a game.
UNPLAYED = Preference(Colour.BLACK, Strength.MILD)


@dataclass(frozen=True, slots=True, eq=False)
class Entrant(Record):
    """A player who takes part in the round."""

    # 1.7, in Elo.
    aro: int
    # 1.4: the number of rounds in which they met a higher score.
    upfloats: int

    @property
    def seeks_white(self) -> bool:
        """3.2.3: whether they are one of the White seekers."""
        return self.preference.colour is Colour.WHITE

    @property
    def upfloated_last(self) -> bool:
        """C10: whether they floated up in the previous round."""
        return self.had(Float.UP, 1)


def float_of(cell: Cell, own: int, opponent: int | None, _scoring: Scoring) -> Float | None:
    """1.4: a player who meets a higher score in a game floats up; there are no other floats."""
    return Float.UP if cell.played and opponent is not None and own < opponent else None


def make_entrants(tournament: Tournament) -> tuple[Entrant, ...]:
    """The players to be paired in the coming round, by score and then by pairing number.

    Raises PairingError if the history is not fit to pair from, or if somebody has no rating (1.1).
    """
    records = make_records(tournament, float_of=float_of, bars_from_bye=bars_by_2026)
    players = {player.number: player for player in tournament.players}
    ratings = _ratings(tournament, {record.number for record in records})
    coming = tournament.played_rounds + 1
    scores = {number: pairing_scores(tournament, player, coming) for number, player in players.items()}

    def entrant(record: Record) -> Entrant:
        player = players[record.number]
        return enriched(
            Entrant,
            record,
            # C3 makes no exception for topscorers.
            topscorer=False,
            preference=record.preference if record.colours else UNPLAYED,
            aro=average_rating(player, ratings),
            upfloats=sum(
                float_in(player, number, float_of, scores, tournament.scoring) is Float.UP
                for number in range(1, coming)
            ),
        )

    return tuple(map(entrant, records))


def average_rating(player: Player, ratings: Mapping[int, int]) -> int:
    """1.7: the average rating of the opponents met over the board, a half rounded up; 0 without a game."""
    met = [ratings[cell.opponent] for cell in player.cells if cell.played and cell.opponent is not None]
    return (2 * sum(met) + len(met)) // (2 * len(met)) if met else 0


def most_upfloats(rounds: int) -> int:
    """1.8, MaxT: the number of upfloats that makes a player a maximum upfloater."""
    return 2 + rounds // 5


def _ratings(tournament: Tournament, present: set[int]) -> dict[int, int]:
    """1.1: the ratings of all players who count. Raises PairingError if one of them has none."""
    opponents = {c.opponent for p in tournament.players if p.number in present for c in p.cells if c.played}
    known = present | opponents
    counted = [player for player in tournament.players if player.number in known]
    without = [player.number for player in counted if player.rating is None]
    if without:
        raise PairingError(
            Saying(
                "The Dubov System pairs by ratings, and players without one need a provisional one from the "
                "arbiter (1.1): no rating is known of {players}",
                players=", ".join(map(str, without)),
            )
        )
    return {player.number: player.rating for player in counted if player.rating is not None}
