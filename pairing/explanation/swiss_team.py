"""How a round of teams was paired by C.04.6, and the words of its colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.explanation.upfloating import Colouring, ColourWords, UpfloatingAccount
from pairing.saying import Saying
from pairing.swiss_team.colours import ARTICLES, first_team
from pairing.swiss_team.edition_2026 import RULES
from pairing.upfloating.rounds import decide

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pairing.tournament import Tournament


def _lot(board: Colouring) -> Saying:
    if board.first.number % 2:
        return Saying(
            "Neither has played: the first team, {first}, has the odd number {number} and gets {drawn}, the"
            " colour that was drawn; so {white} has White on board 1.",
            first=board.first_name,
            number=board.first.number,
            drawn=board.drawn,
            white=board.white_name,
        )
    return Saying(
        "Neither has played: the first team, {first}, has the even number {number}, and {drawn} was drawn for"
        " the odd ones; so {white} has White on board 1.",
        first=board.first_name,
        number=board.first.number,
        drawn=board.drawn,
        white=board.white_name,
    )


def _only(board: Colouring) -> Saying:
    return Saying(
        "{white} has White on board 1, and {black} Black: only one of the two has a colour preference.",
        white=board.white_name,
        black=board.black_name,
    )


def _opposite(board: Colouring) -> Saying:
    return Saying(
        "{white} has White on board 1, and {black} Black, as both prefer.",
        white=board.white_name,
        black=board.black_name,
    )


def _strong(board: Colouring) -> Saying:
    return Saying(
        "{white} has White on board 1, and {black} Black: both prefer the same colour, and only one of the"
        " preferences is strong.",
        white=board.white_name,
        black=board.black_name,
    )


def _fewer(board: Colouring) -> Saying:
    return Saying(
        "{white} has White on board 1: of the matches played, fewer of theirs were with White, taken against"
        " those with Black, than of {black}.",
        white=board.white_name,
        black=board.black_name,
    )


def _difference(board: Colouring) -> Saying:
    return Saying(
        "{white} has White on board 1: the last time that their colours differed, match by match back from"
        " the last, {white} had Black and {black} White.",
        white=board.white_name,
        black=board.black_name,
    )


def _first_prefers(board: Colouring) -> Saying:
    return Saying(
        "{white} has White on board 1: the first team, {first}, prefers so.",
        white=board.white_name,
        first=board.first_name,
    )


def _first_alternates(board: Colouring) -> Saying:
    return Saying(
        "{white} has White on board 1: the first team, {first}, gets the other colour than in its last"
        " match.",
        white=board.white_name,
        first=board.first_name,
    )


def _other_alternates(board: Colouring) -> Saying:
    return Saying(
        "{white} has White on board 1: the first team has not played yet, and {other} gets the other colour"
        " than in its last match.",
        white=board.white_name,
        other=board.other_name,
    )


COLOUR_WORDS: Mapping[str, ColourWords] = dict(
    zip(
        ARTICLES,
        (
            _lot,
            _only,
            _opposite,
            _strong,
            _fewer,
            _difference,
            _first_prefers,
            _first_alternates,
            _other_alternates,
        ),
        strict=True,
    )
)


def account(tournament: Tournament) -> UpfloatingAccount:
    """The account of the coming round. Raises what `decide` raises."""
    return UpfloatingAccount(
        decide(tournament, RULES), lambda one, two: first_team(one, two, tournament), COLOUR_WORDS
    )
