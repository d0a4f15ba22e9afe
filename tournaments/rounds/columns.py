"""The columns of a round: its boards, and in files and on paper the players without a game below."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from tournaments.columns import Column
from tournaments.models import Player, Seat, Tournament
from tournaments.players import columns as players
from tournaments.rounds.queries.boards import Board, Bye
from tournaments.texts import as_text, bdi

type Row = Board | Bye


def disc(colour: str) -> SafeString:
    """White's hollow disc or Black's full one on a page, with the word for readers who cannot see it."""
    return _disc(colour, get_language())


@functools.cache
def _disc(colour: str, _language: str | None) -> SafeString:
    # The list of a round has thousands of them.
    word = Seat.Colour(colour).label
    return format_html(
        '<span class="disc disc-{}" aria-hidden="true"></span><span class="unseen">{}</span>', colour, word
    )


def with_virtual(score: int, virtual: int) -> str:
    """A score on a page, and the virtual points that pairing adds to it: 2½ + 1."""
    return format_html("{}&nbsp;+&nbsp;{}", as_text(score), as_text(virtual)) if virtual else as_text(score)


def outcome(board: Board) -> SafeString:
    """The result on a page, or a word that there is none."""
    if not board.row.result:
        return format_html('<span class="unseen">{}</span>', _("not yet"))
    unrated = "" if board.row.rated else format_html(" <small>{}</small>", _("unrated"))
    return format_html("{}{}", board.row.get_result_display(), unrated)


def both_games(board: Board) -> SafeString | str:
    """In a match of two games, after a blank: the result of the other one, and the points of both."""
    both = board.match
    if both is None:
        return ""
    points: SafeString | str = ""
    if both.points:
        white, black = map(as_text, both.points)
        told = _("match %(white)s – %(black)s") % {"white": white, "black": black}
        points = format_html(" · <span>{}</span>", told)
    game = _("game %(game)s:") % {"game": both.game}
    result = both.other.get_result_display() if both.other.result else _("not yet")
    return format_html(' <small class="by match">{} {}{}</small>', game, result, points)


def decision(board: Board) -> SafeString | str:
    """In a level match of a knock-out, after a blank: who goes on."""
    found = board.decision
    if found is None:
        return ""
    words = _("%(name)s goes on: %(how)s") % {"name": "{}", "how": "{}"}
    told = format_html(words, bdi(found.player.name), found.in_words)
    return format_html(' <small class="by">{}</small>', told)


def _white(row: Row) -> Player:
    return row.player if isinstance(row, Bye) else row.white


def _black(row: Row) -> Player | None:
    return None if isinstance(row, Bye) else row.black


def _whites_points(row: Row) -> tuple[int, int]:
    return (row.score, row.virtual) if isinstance(row, Bye) else (row.white_score, row.white_virtual)


def _blacks_points(row: Row) -> tuple[int, int] | None:
    return None if isinstance(row, Bye) else (row.black_score, row.black_virtual)


def _seat(colour: str, player: Player, score: int, virtual: int) -> SafeString:
    return format_html(
        '<span class="seat">{} <a href="{}">{}</a>&nbsp;<small>({})</small></span>',
        disc(colour),
        player.get_absolute_url(),
        players.titled(player),
        with_virtual(score, virtual),
    )


def _in_api(player: Player, score: int) -> dict[str, Any]:
    return {**players.who(player), "points": score / 10}


def _result_in_sheet(row: Row) -> str:
    if isinstance(row, Bye):
        return row.label
    if not row.row.result:
        return ""
    return f"{row.row.get_result_display()} {'' if row.row.rated else _('unrated')}".strip()


def _result_on_paper(row: Row) -> str:
    """The result; "" while there is none, which leaves room to write it on the wall."""
    return "" if isinstance(row, Bye) or not row.row.result else str(row.row.get_result_display())


def _points_on_paper(points: tuple[int, int]) -> str:
    score, virtual = points
    return f"{as_text(score)} + {as_text(virtual)}" if virtual else as_text(score)


BOARD = Column(
    "board",
    gettext_lazy("Board"),
    lambda row: None if isinstance(row, Bye) else row.row.board,
    number=True,
    bold=True,
)
WHITE = Column(
    "white",
    gettext_lazy("White"),
    lambda board: _in_api(board.white, board.white_score),
    in_sheet=lambda row: players.title_and_name(_white(row)),
    on_page=lambda board: _seat("w", board.white, board.white_score, board.white_virtual),
    css="white",
    heading_css="",
    grows=True,
)
RESULT = Column(
    "result",
    gettext_lazy("Result"),
    lambda board: board.row.result or None,
    in_sheet=_result_in_sheet,
    on_paper=_result_on_paper,
    on_page=lambda board: format_html("{}{}{}", outcome(board), both_games(board), decision(board)),
    css="result",
    centred=True,
    bold=True,
)
BLACK = Column(
    "black",
    gettext_lazy("Black"),
    lambda board: _in_api(board.black, board.black_score),
    in_sheet=lambda row: None if isinstance(row, Bye) else players.title_and_name(row.black),
    on_paper=lambda row: row.label if isinstance(row, Bye) else players.title_and_name(row.black),
    on_page=lambda board: _seat("b", board.black, board.black_score, board.black_virtual),
    css="black",
    heading_css="",
    grows=True,
)
RATED = Column("rated", "", lambda board: board.row.rated)
WHITES_NUMBER = replace(players.NUMBER, part=_white, in_full=gettext_lazy("White’s number"))
BLACKS_NUMBER = replace(players.NUMBER, part=_black, in_full=gettext_lazy("Black’s number"))
WHITES_RATING = replace(players.RATING, part=_white, in_full=gettext_lazy("White’s rating"))
BLACKS_RATING = replace(players.RATING, part=_black, in_full=gettext_lazy("Black’s rating"))
# The points before the round, and those that pairing adds to them.
WHITES_POINTS = Column(
    "points",
    gettext_lazy("Pts"),
    lambda points: Decimal(points[0]) / 10,
    part=lambda row: (
        (row.score, row.virtual) if isinstance(row, Bye) else (row.white_score, row.white_virtual)
    ),
    on_paper=_points_on_paper,
    in_full=gettext_lazy("White’s points before"),
    number=True,
)
BLACKS_POINTS = replace(
    WHITES_POINTS,
    part=_blacks_points,
    in_full=gettext_lazy("Black’s points before"),
)

IN_API = (BOARD, WHITE, BLACK, RESULT, RATED)
IN_SHEET = (
    *(BOARD, WHITES_NUMBER, WHITE, WHITES_RATING, WHITES_POINTS, RESULT),
    *(BLACKS_NUMBER, BLACK, BLACKS_RATING, BLACKS_POINTS),
)
ON_PAPER = (
    *(BOARD, WHITES_NUMBER, WHITE, WHITES_RATING, WHITES_POINTS, RESULT),
    *(BLACKS_POINTS, BLACKS_NUMBER, BLACK, BLACKS_RATING),
)


def on_page(tournament: Tournament, why: Callable[[Player], str]) -> list[Column]:
    """The boards on the public page of a round; `why` gives the address of the reasons for a pairing."""
    reasons = _("Why these two, and why these colours")

    def number(board: Board) -> SafeString:
        return format_html('<a href="{}" title="{}">{}</a>', why(board.white), reasons, board.row.board)

    heading = _("Match") if tournament.boards else BOARD.heading
    return [replace(BOARD, heading=heading, on_page=number), WHITE, RESULT, BLACK]
