"""The score used for pairing (C.04.3 A.2), and the topscorers (A.7). All in tenths of a point."""

from __future__ import annotations

from itertools import accumulate

from pairing.tournament import Player, Scoring, Tournament


def points(tournament: Tournament, player: Player, rounds: int) -> int:
    """The points of `player` after `rounds` rounds; a round without an entry counts as an absence."""
    return points_by_round(tournament, player, rounds)[-1]


def points_by_round(tournament: Tournament, player: Player, rounds: int) -> list[int]:
    """The points of `player` after no round, after round 1, and so on to round `rounds`."""
    cells = player.cells[:rounds]
    worth = [tournament.scoring.points(cell) for cell in cells]
    worth += [tournament.scoring.zero_point_bye] * (rounds - len(cells))
    return list(accumulate(worth, initial=0))


def pairing_scores(tournament: Tournament, player: Player, number: int) -> list[int]:
    """C.04.3 A.2: the scores of `player` for the pairings of round 1 to round `number`.

    Each is what the rounds before brought them, plus the virtual points of an accelerated round.
    """
    scores = points_by_round(tournament, player, number - 1)
    for place, virtual in enumerate(player.virtual[:number]):
        scores[place] += virtual
    return scores


def pairing_score(tournament: Tournament, player: Player, number: int) -> int:
    """C.04.3 A.2: the score of `player` for the pairing of round `number`."""
    return pairing_scores(tournament, player, number)[-1]


def best_result(scoring: Scoring) -> int:
    """The most that one game can bring."""
    return max(scoring.white_win, scoring.black_win, scoring.white_draw, scoring.black_draw)


def win(scoring: Scoring) -> int:
    """The least that a win brings: White's and Black's may differ."""
    return min(scoring.white_win, scoring.black_win)


def loss(scoring: Scoring) -> int:
    """The least that a loss brings."""
    return min(scoring.white_loss, scoring.black_loss)


def topscorer_limit(tournament: Tournament, number: int) -> int | None:
    """C.04.3 A.7: the score that a player must exceed to be a topscorer in round `number`.

    It is half of what the rounds before could have brought. Topscorers exist in the final round only: returns
    None before it, and if the number of rounds is unknown.
    """
    if tournament.rounds is None or number < tournament.rounds:
        return None
    return (number - 1) * best_result(tournament.scoring) // 2
