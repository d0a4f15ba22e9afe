"""Whether this process can serve: for the container's health check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import OperationalError
from django.http import HttpResponse

from tournaments import guards

if TYPE_CHECKING:
    from django.http import HttpRequest


def healthz(_request: HttpRequest) -> HttpResponse:
    """200 when the database answers and holds its guards, else 503."""
    try:
        found = guards.faults()
    except OperationalError:
        return HttpResponse("no database\n", status=503, content_type="text/plain")
    if found:
        text = f"guards not as they should be: {len(found)}\n"
        return HttpResponse(text, status=503, content_type="text/plain")
    return HttpResponse("ok\n", content_type="text/plain")
