"""The score that pairing goes by (C.04.3 A.2), and the topscorers (A.7). All in tenths of a point."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pairing.tournament import Player, Scoring, Tournament


def points(tournament: Tournament, player: Player, rounds: int) -> int:
    """What the first `rounds` rounds brought `player`."""
    return sum(tournament.scoring.points(player.cell(number)) for number in range(1, rounds + 1))


def pairing_score(tournament: Tournament, player: Player, number: int) -> int:
    """C.04.3 A.2: the score of `player` for the pairing of round `number`.

    That is what the rounds before brought him, and the virtual points of an accelerated round.
    """
    virtual = player.virtual[number - 1] if number <= len(player.virtual) else 0
    return points(tournament, player, number - 1) + virtual


def best_result(scoring: Scoring) -> int:
    """The most that one game can bring."""
    return max(scoring.white_win, scoring.black_win, scoring.white_draw, scoring.black_draw)


def is_topscorer(tournament: Tournament, score: int) -> bool:
    """C.04.3 A.7: whether `score` makes a topscorer of the player in the round now to be paired.

    Topscorers exist in the final round only; they have more than half of what the rounds played so far
    could have brought.
    """
    played = tournament.played_rounds
    final = tournament.rounds is not None and played + 1 >= tournament.rounds
    return final and 2 * score > played * best_result(tournament.scoring)
