"""The positions from which the games of a round of Chess960 begin (Laws of Chess, Guidelines II)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.models import Game, Round

FIGURES = str.maketrans("RNBQK", "♖♘♗♕♔")


def figures(number: int) -> str:
    """The back rank of the position with this number, from the a-file to the h-file, as figures."""
    return engine.back_rank(number).translate(FIGURES)


def in_words(number: int) -> str:
    """The back rank in words: `rook, knight, bishop, queen, king, bishop, knight, rook`."""
    words = {"R": _("rook"), "N": _("knight"), "B": _("bishop"), "Q": _("queen"), "K": _("king")}
    return ", ".join(words[piece] for piece in engine.back_rank(number))


def is_to_be_drawn(round_: Round) -> bool:
    """Whether the position of this round can be drawn now: it is published, and no game has been played."""
    if not round_.tournament.chess960 or round_.start_position is not None:
        return False
    return round_.state == Round.State.PUBLISHED and not has_moved(round_)


def has_moved(round_: Round) -> bool:
    """Whether a game of the round has a result other than by forfeit."""
    return round_.games.filter(result__in=Game.PLAYED).exists()
