"""Whether this process can serve: for the container's health check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.cache import cache
from django.db import OperationalError
from django.http import HttpResponse

from tournaments import guards
from tournaments.models import Tournament
from tournaments.selectors.verification import differences
from tournaments.services import copies

if TYPE_CHECKING:
    from django.http import HttpRequest


# Seconds for which the full answer is kept: it reads every event, and everybody may ask.
FULL_LASTS = 60


def healthz(request: HttpRequest) -> HttpResponse:
    """200 when the database answers and holds its guards, else 503.

    With ?full also whether what every event has published still stands as it was published, and whether
    copies of the database can be made.
    """
    try:
        found = guards.faults()
    except OperationalError:
        return HttpResponse("no database\n", status=503, content_type="text/plain")
    if found:
        text = f"guards not as they should be: {len(found)}\n"
        return HttpResponse(text, status=503, content_type="text/plain")
    if "full" in request.GET and (changed := cache.get_or_set("healthz-full", _changed, FULL_LASTS)):
        text = f"events changed behind their publications: {changed}\n"
        return HttpResponse(text, status=503, content_type="text/plain")
    if copies.fault():
        status = 503 if "full" in request.GET else 200
        text = "ok, but no copy of the database could be made: see the log\n"
        return HttpResponse(text, status=status, content_type="text/plain")
    return HttpResponse("ok\n", content_type="text/plain")


def _changed() -> int:
    """How many events have something that is not as it was published."""
    return sum(bool(differences(event)) for event in Tournament.objects.all())
