"""Personal data: the privacy page, a player's data as a file, and removing what no result needs."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.files import copies
from tournaments.selectors import personal
from tournaments.services.personal import remove_personal_data
from tournaments.views.own import COOKIE_AGE
from tournaments.views.post_only import post_only
from tournaments.web import logins
from tournaments.web.access import EventRequest, player_of
from tournaments.web.downloads import as_file


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """The personal data that is stored, who sees it and how long, according to this server's settings."""
    context = {
        "session_hours": settings.SESSION_COOKIE_AGE // 3600,
        "removed_days": settings.REMOVED_LASTS.days,
        "own_link_days": COOKIE_AGE.days,
        "browser_days": logins.BROWSER_COOKIE_AGE.days,
        "attempt_hours": logins.FORGOTTEN_AFTER // timedelta(hours=1),
        "tells_phones": bool(settings.WEB_PUSH),
        "reports_faults": bool(settings.SENTRY_DSN),
        "newest": copies.NEWEST,
        "days": copies.DAYS,
    }
    return render(request, "privacy.html", context)


def data(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """A file with all data stored about one entry, to be handed to that person."""
    player = player_of(request, pk)
    name = f"{slug}-player-{player.number}.json"
    return as_file(personal.kept(player), name, "application/json; charset=utf-8")


@post_only
def remove(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Remove the data of one entry that no result needs."""
    player = player_of(request, pk)
    remove_personal_data(player=player, actor=request.user)
    messages.success(request, _("Now only what results need is kept about %(name)s.") % {"name": player.name})
    return redirect("player-edit", slug, pk)
