"""Reading the adjourned games whose result is still to come (C.04.2 D.1)."""

from __future__ import annotations

from django.db.models import Prefetch

from tournaments.models import Game, Seat, Tournament

ADJOURNED_ARTICLE = "C.04.2 D.1"


def adjourned_games(tournament: Tournament, *, before: int | None = None) -> list[Game]:
    """The open adjourned games of the event, or of the rounds before one, with their players."""
    found = Game.objects.filter(round__tournament=tournament, result=Game.Result.ADJOURNED)
    if before is not None:
        found = found.filter(round__number__lt=before)
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("-colour"))
    found = found.select_related("round__tournament").prefetch_related(seats)
    return list(found.order_by("round__number", "board"))


def older_adjourned(tournament: Tournament, number: int) -> list[Game]:
    """The open adjourned games of rounds before the one that ends when round `number` is paired."""
    return adjourned_games(tournament, before=number - 1)
