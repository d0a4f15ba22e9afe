"""How a round of matches of two games was paired by C.04.5, and the words of its colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.double_swiss.colours import ARTICLES, by_rank
from pairing.double_swiss.edition_2026 import RULES
from pairing.explanation.upfloating import Colouring, ColourWords, UpfloatingAccount
from pairing.saying import Saying
from pairing.upfloating.rounds import decide

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pairing.tournament import Tournament


def _lot(board: Colouring) -> Saying:
    if board.first.order % 2:
        return Saying(
            "Neither has played: {higher} is ranked higher with the odd number {order} and gets {drawn}, the"
            " colour that was drawn; so {white} has White in the first game.",
            higher=board.first_name,
            order=board.first.order,
            drawn=board.drawn,
            white=board.white_name,
        )
    return Saying(
        "Neither has played: {higher} is ranked higher with the even number {order}, and {drawn} was drawn"
        " for the odd ones; so {white} has White in the first game.",
        higher=board.first_name,
        order=board.first.order,
        drawn=board.drawn,
        white=board.white_name,
    )


def _fewer(board: Colouring) -> Saying:
    return Saying(
        "{white} has White in the first game: they had it there in fewer matches than {black}.",
        white=board.white_name,
        black=board.black_name,
    )


def _difference(board: Colouring) -> Saying:
    return Saying(
        "{white} has White in the first game: the last time that their colours there differed, match by match"
        " back from the last, {white} had Black and {black} White.",
        white=board.white_name,
        black=board.black_name,
    )


def _higher_alternates(board: Colouring) -> Saying:
    return Saying(
        "{white} has White in the first game: {higher} is ranked higher, and gets the other colour than in"
        " the first game of their last match.",
        white=board.white_name,
        higher=board.first_name,
    )


def _lower_alternates(board: Colouring) -> Saying:
    return Saying(
        "{white} has White in the first game: {higher} has not played yet, and {lower} gets the other colour"
        " than in the first game of their last match.",
        white=board.white_name,
        higher=board.first_name,
        lower=board.other_name,
    )


COLOUR_WORDS: Mapping[str, ColourWords] = dict(
    zip(ARTICLES, (_lot, _fewer, _difference, _higher_alternates, _lower_alternates), strict=True)
)


def account(tournament: Tournament) -> UpfloatingAccount:
    """The account of the coming round. Raises what `decide` raises."""
    return UpfloatingAccount(decide(tournament, RULES), by_rank, COLOUR_WORDS)
