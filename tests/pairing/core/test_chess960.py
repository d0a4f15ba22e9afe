"""The start positions of Chess960: all of them, by the Laws (Guidelines II), each once, and their numbers."""

from __future__ import annotations

from itertools import permutations

import pytest

from pairing.core import lots


def _is_allowed(rank: str) -> bool:
    """Whether Guidelines II.2 allows the rank, judged without its number."""
    first, second = (file for file, piece in enumerate(rank) if piece == "B")
    left, right = (file for file, piece in enumerate(rank) if piece == "R")
    return first % 2 != second % 2 and left < rank.index("K") < right


def test_guidelines_ii_2_the_numbers_give_every_position_that_the_laws_allow_once() -> None:
    allowed = {rank for pieces in set(permutations("RNBQKBNR")) if _is_allowed(rank := "".join(pieces))}
    ranks = [lots.back_rank(number) for number in range(lots.POSITIONS)]
    assert len(ranks) == len(set(ranks)) == 960
    assert set(ranks) == allowed


@pytest.mark.parametrize(
    ("number", "rank"),
    [
        (0, "BBQNNRKR"),
        (1, "BQNBNRKR"),
        (4, "QBBNNRKR"),
        (16, "BBNQNRKR"),
        (96, "BBQNRNKR"),
        (518, "RNBQKBNR"),
        (959, "RKRNNQBB"),
    ],
)
def test_the_standard_numbering(number: int, rank: str) -> None:
    assert lots.back_rank(number) == rank


def test_518_is_the_usual_position() -> None:
    usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert lots.forsyth(518) == usual
    assert lots.forsyth(0) == "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"


@pytest.mark.parametrize("number", [-1, 960])
def test_other_numbers_have_no_position(number: int) -> None:
    with pytest.raises(ValueError, match=f"expected 0 to 959, found {number}"):
        lots.back_rank(number)
