"""The pictures that messengers show beside a link to an event or a round."""

from __future__ import annotations

from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from tournaments.files import previews
from tournaments.models import Round, Tournament
from tournaments.points import as_text
from tournaments.rounds.queries.boards import boards_of
from tournaments.standings import queries as standings
from tournaments.web.pages import of_event


@of_event(made_from=standings.rest_on)
def event(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The event with the top of its standings, once a round is over."""
    prefetch_related_objects([tournament], "players")
    rows = standings.rows(tournament)[: previews.LINES] if standings.rest_on(tournament)[0] else []
    lines = [(f"{row.rank}  {row.player.name}", "", as_text(row.standing.points)) for row in rows]
    return _picture(tournament.city, tournament.name, lines)


@of_event()
def round_(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A published round with its top boards, and their results as they come in."""
    shown = get_object_or_404(tournament.rounds, number=number, state__in=Round.LOCKED)
    boards = boards_of(shown, shown.games.filter(board__lte=previews.LINES))
    lines = [
        (board.white.name, board.row.get_result_display() if board.row.result else "–", board.black.name)
        for board in boards
    ]
    return _picture(tournament.name, _("Round %(number)d") % {"number": number}, lines)


def _picture(name: str, heading: str, lines: list[tuple[str, str, str]]) -> HttpResponse:
    return HttpResponse(previews.as_png(name, heading, lines), content_type="image/png")
