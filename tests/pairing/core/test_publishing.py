"""C.04.2 D.9: the order of the boards."""

from __future__ import annotations

from dataclasses import replace

from pairing.core.handling import board_order
from pairing.core.tournament import Cell, Colour, Outcome, Pair, Player, Tournament


def scoring(*points: int) -> Tournament:
    """Players 1, 2, ... with these virtual points for round 1, in tenths."""
    return Tournament(tuple(Player(i, virtual=(tenths,)) for i, tenths in enumerate(points, 1)))


def test_the_score_of_the_higher_ranked_comes_first() -> None:
    tournament = scoring(10, 10, 0, 20)
    assert board_order(tournament, [Pair(1, 2), Pair(3, 4)]) == (Pair(3, 4), Pair(1, 2))


def test_then_the_sum_of_the_scores() -> None:
    tournament = scoring(20, 20, 10, 15)
    assert board_order(tournament, [Pair(1, 3), Pair(4, 2)]) == (Pair(4, 2), Pair(1, 3))


def test_then_the_rank_of_the_higher_ranked() -> None:
    tournament = scoring(10, 10, 10, 10)
    assert board_order(tournament, [Pair(4, 2), Pair(3, 1)]) == (Pair(3, 1), Pair(4, 2))


def test_the_higher_ranked_is_the_one_with_the_higher_score() -> None:
    tournament = scoring(0, 20, 0, 20)
    assert board_order(tournament, [Pair(1, 4), Pair(3, 2)]) == (Pair(3, 2), Pair(1, 4))


def test_a_bye_in_the_coming_round_does_not_count_yet() -> None:
    games = [(2, Outcome.WIN), (1, Outcome.LOSS), (4, Outcome.DRAW), (3, Outcome.DRAW)]
    players = tuple(
        Player(i, cells=(Cell(opponent, Colour.WHITE if i % 2 else Colour.BLACK, outcome),))
        for i, (opponent, outcome) in enumerate(games, 1)
    )
    half = Cell(outcome=Outcome.HALF_POINT_BYE)
    players = (*players, Player(5, cells=(half, half)))
    pairs = [Pair(3, 2), Pair(1, 4)]
    assert board_order(Tournament(players), pairs) == (Pair(1, 4), Pair(3, 2))


def test_real_and_virtual_points_count_together() -> None:
    """With an acceleration the scores are those that the round is paired with (2026: 3.6)."""
    games = [(3, Outcome.LOSS), (4, Outcome.LOSS), (1, Outcome.WIN), (2, Outcome.WIN)]
    players = tuple(
        Player(i, cells=(Cell(opponent, Colour.WHITE if i < 3 else Colour.BLACK, outcome),))
        for i, (opponent, outcome) in enumerate(games, 1)
    )
    pairs = [Pair(1, 2), Pair(3, 4)]
    assert board_order(Tournament(players), pairs) == (Pair(3, 4), Pair(1, 2))
    fast = tuple(replace(player, virtual=(20, 20) if player.number < 3 else ()) for player in players)
    assert board_order(Tournament(fast), pairs) == (Pair(1, 2), Pair(3, 4))
