"""The order in which the boards are published (C.04.2 D.9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pairing.scores import pairing_score
from pairing.tournament import Pair, Tournament


def board_order(tournament: Tournament, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """C.04.2 D.9: the pairs of the coming round as they are to be published, board 1 first.

    The scores are the ones that the round is paired by.
    """
    coming = tournament.played_rounds + 1
    return in_order(pairs, {p.number: pairing_score(tournament, p, coming) for p in tournament.players})


def in_order(pairs: Iterable[Pair], scores: Mapping[int, int]) -> tuple[Pair, ...]:
    """C.04.2 D.9: `pairs`, board 1 first; `scores` has the players' scores by number.

    Sorted by the score of the higher ranked player, then by the sum of both scores, then by the place of the
    higher ranked player in the initial order.
    """

    def key(pair: Pair) -> tuple[int, int, int]:
        white, black = (-scores[pair.white], pair.white), (-scores[pair.black], pair.black)
        highest, number = min(white, black)
        return highest, white[0] + black[0], number

    return tuple(sorted(pairs, key=key))
