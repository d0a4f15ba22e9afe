"""Who floated in an earlier round: one rule per edition, all of the same shape."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

from pairing.scores import loss, pairing_scores
from pairing.tournament import Cell, Outcome, Player, Scoring, Tournament


class Float(StrEnum):
    """What a round can leave with a player besides its points."""

    DOWN = "D"
    UP = "U"


# The float that a cell leaves with its player. The second argument is the player's score when the round was
# paired, the third the opponent's score at that time, None if there was no opponent.
type FloatRule = Callable[[Cell, int, int | None, Scoring], Float | None]


def float_of_2016(cell: Cell, own: int, opponent: int | None, _scoring: Scoring) -> Float | None:
    """C.04.3 A.4.b (Baku 2016): of two who played, the higher scorer floats down and the lower one up.

    A player who did not play, for whatever reason, gets a downfloat: byes of every kind, absences, forfeits.
    """
    if cell.played and opponent is not None:
        return _float_of_game(own, opponent)
    return Float.DOWN


def float_of_2026(cell: Cell, own: int, opponent: int | None, scoring: Scoring) -> Float | None:
    """C.04.3 1.4.2 to 1.4.4 (2026): of two who played, the higher scorer floats down, the lower one up.

    The player who receives the allocated bye floats down too, whatever it is worth, and so do those who score
    more than a loss is worth without playing (1.4.3). Nobody else floats (1.4.4).
    """
    if cell.played and opponent is not None:
        return _float_of_game(own, opponent)
    allocated = cell.outcome is Outcome.PAIRING_ALLOCATED_BYE
    return Float.DOWN if allocated or scoring.points(cell) > loss(scoring) else None


def float_of_match(cell: Cell, own: int, opponent: int | None, _scoring: Scoring) -> Float | None:
    """C.04.5 and C.04.6 art. 1.5: only those who played an opponent with a different score are floaters."""
    return _float_of_game(own, opponent) if cell.played and opponent is not None else None


def _float_of_game(own: int, opponent: int) -> Float | None:
    if own == opponent:
        return None
    return Float.DOWN if own > opponent else Float.UP


def float_in(
    player: Player,
    number: int,
    float_of: FloatRule | None,
    scores: Mapping[int, Sequence[int]],
    scoring: Scoring,
) -> Float | None:
    """The float that round `number` gave to `player`; none in a round before the first, or without a rule.

    `scores` are everybody's scores for the pairings of round 1, round 2 and so on, by pairing number.
    """
    if number < 1 or float_of is None:
        return None
    cell = player.cell(number)
    opponent = None if cell.opponent is None else scores[cell.opponent][number - 1]
    return float_of(cell, scores[player.number][number - 1], opponent, scoring)


def floats_of_round(
    tournament: Tournament, number: int, float_of: FloatRule | None
) -> dict[int, Float | None]:
    """The float that round `number` gave to each player; none in a round before the first."""
    scores = {p.number: pairing_scores(tournament, p, number) for p in tournament.players}
    return {p.number: float_in(p, number, float_of, scores, tournament.scoring) for p in tournament.players}
