"""The state of the server, for its administrators."""

from __future__ import annotations

import platform

import django
from django.conf import settings
from django.db import connection
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments import __version__
from tournaments.chain import verification
from tournaments.chain.texts import short
from tournaments.selectors.server import events_changed, state
from tournaments.services import copies
from tournaments.views.health import newest_copy
from tournaments.web.access import AccountRequest


@require_safe
def server(request: AccountRequest) -> HttpResponse:
    """Versions, guards, the log, changed publications, copies, disk, rating lists, and work in progress."""
    context = {
        "versions": {
            "Board One": __version__,
            "Python": platform.python_version(),
            "Django": django.get_version(),
            connection.display_name: _version_of_database(),
        },
        "server": state(),
        "changed": events_changed(),
        "log_faults": list(verification.faults()),
        "log_fingerprint": short(verification.head()),
        "copied_at": newest_copy(),
        "copies_fault": copies.fault(),
        "is_file": copies.database() is not None,
        "folder": settings.DATA_DIR,
        "watched": bool(settings.METRICS_TOKEN),
    }
    return render(request, "server.html", context)


def _version_of_database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT sqlite_version()" if connection.vendor == "sqlite" else "SHOW server_version")
        (version,) = cursor.fetchone()
    return str(version)
