"""How a round of teams was paired by C.04.6, and the words of its colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.explanation.upfloating import Colouring, ColourWords, UpfloatingAccount
from pairing.saying import Saying
from pairing.swiss_team.colours import ARTICLES, first_team
from pairing.swiss_team.edition_2026 import RULES
from pairing.tournament import Colour
from pairing.upfloating.rounds import decide

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pairing.tournament import Tournament


def _lot(account: UpfloatingAccount, board: Colouring) -> Saying:
    drawn = account.tournament.initial_colour
    named = {
        "first": account.name(board.first),
        "number": board.first.number,
        "white": account.name(board.white),
        "drawn": Saying("White") if drawn is Colour.WHITE else Saying("Black"),
    }
    if board.first.number % 2:
        return Saying(
            "Neither has played: the first team, {first}, has the odd number {number} and gets {drawn}, the"
            " colour that was drawn; so {white} has White on board 1.",
            **named,
        )
    return Saying(
        "Neither has played: the first team, {first}, has the even number {number}, and {drawn} was drawn for"
        " the odd ones; so {white} has White on board 1.",
        **named,
    )


def _saying(text: Callable[..., Saying]) -> ColourWords:
    return lambda account, board: text(
        white=account.name(board.white),
        black=account.name(board.black),
        first=account.name(board.first),
        other=account.name(board.other),
    )


def _only(**named: str) -> Saying:
    return Saying(
        "{white} has White on board 1, and {black} Black: only one of the two has a colour preference.",
        **named,
    )


def _opposite(**named: str) -> Saying:
    return Saying("{white} has White on board 1, and {black} Black, as both prefer.", **named)


def _strong(**named: str) -> Saying:
    return Saying(
        "{white} has White on board 1, and {black} Black: both prefer the same colour, and only one of the"
        " preferences is strong.",
        **named,
    )


def _fewer(**named: str) -> Saying:
    return Saying(
        "{white} has White on board 1: of the matches played, fewer of theirs were with White, taken against"
        " those with Black, than of {black}.",
        **named,
    )


def _difference(**named: str) -> Saying:
    return Saying(
        "{white} has White on board 1: the last time that their colours differed, match by match back from"
        " the last, {white} had Black and {black} White.",
        **named,
    )


def _first_prefers(**named: str) -> Saying:
    return Saying("{white} has White on board 1: the first team, {first}, prefers so.", **named)


def _first_alternates(**named: str) -> Saying:
    return Saying(
        "{white} has White on board 1: the first team, {first}, gets the other colour than in its last"
        " match.",
        **named,
    )


def _other_alternates(**named: str) -> Saying:
    return Saying(
        "{white} has White on board 1: the first team has not played yet, and {other} gets the other colour"
        " than in its last match.",
        **named,
    )


COLOUR_WORDS: Mapping[str, ColourWords] = dict(
    zip(
        ARTICLES,
        (
            _lot,
            *map(
                _saying,
                (
                    _only,
                    _opposite,
                    _strong,
                    _fewer,
                    _difference,
                    _first_prefers,
                    _first_alternates,
                    _other_alternates,
                ),
            ),
        ),
        strict=True,
    )
)


def account(tournament: Tournament) -> UpfloatingAccount:
    """The account of the coming round. Raises what `decide` raises."""
    return UpfloatingAccount(
        decide(tournament, RULES), lambda one, two: first_team(one, two, tournament), COLOUR_WORDS
    )
