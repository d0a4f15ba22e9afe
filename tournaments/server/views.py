"""The server's pages: its state, copies, health, the style guide, the language, personal data."""

from __future__ import annotations

import platform
import secrets
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from types import SimpleNamespace

import django
from django.conf import settings
from django.contrib import auth, messages
from django.db import Error, connection
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from tournaments import __version__, guards
from tournaments.chain import verification
from tournaments.chain.texts import short
from tournaments.errors import DomainError, Level
from tournaments.monitoring import COUNTED
from tournaments.own.views import COOKIE_AGE
from tournaments.server import queries, services
from tournaments.server.copies import DAYS, NEWEST, copies_in
from tournaments.server.queries import archive, events_changed, state
from tournaments.server.services import database, fault, folder, keep_now, look, restore
from tournaments.web import logins, requests
from tournaments.web.access import AccountRequest
from tournaments.web.refusals import own_path


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
        "copies_fault": services.fault(),
        "is_file": services.database() is not None,
        "folder": settings.DATA_DIR,
        "watched": bool(settings.METRICS_TOKEN),
    }
    return render(request, "server/server.html", context)


def _version_of_database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT sqlite_version()" if connection.vendor == "sqlite" else "SHOW server_version")
        (version,) = cursor.fetchone()
    return str(version)


def copies(request: AccountRequest) -> HttpResponse:
    """The copies, the newest first; a POST makes one now."""
    if request.method == "POST":
        keep_now()
        messages.success(request, _("A copy of the database was made."))
        return redirect("copies")
    context = {
        "copies": copies_in(folder()),
        "folder": folder(),
        "second": settings.COPIES_TO,
        "is_file": database() is not None,
        "fault": fault(),
    }
    return render(request, "server/copies.html", context)


def copy(request: AccountRequest, number: int) -> HttpResponse:
    """The content of a copy; a POST replaces the database with it, and logs everybody out."""
    found = next((copy for copy in copies_in(folder()) if copy.number == number), None)
    if found is None or database() is None:
        raise Http404
    if request.method == "POST":
        kept = restore(found.path, actor=request.user)
        # The sessions in the copy are old ones.
        auth.logout(request)
        messages.success(
            request,
            _("The database is back as it was then. What it held until now is kept in %(file)s.")
            % {"file": kept.name},
        )
        return redirect("login")
    try:
        contents = look(found.path)
    except DomainError as error:
        return render(request, "server/copy.html", {"copy": found, "fault": error.message})
    last = parse_datetime(f"{contents.last_act}Z") if contents.last_act else None
    return render(request, "server/copy.html", {"copy": found, "contents": contents, "last_act": last})


def healthz(request: HttpRequest) -> HttpResponse:
    """200 if the database answers and has its guards, else 503.

    With ?full it also checks that the application's role has no rights beyond its own, that the server's log
    and the publications of every event are unchanged, and that copies of the database can be made, or its log
    is archived; if a METRICS_TOKEN is set, ?full requires it.
    """
    full = "full" in request.GET
    if full and settings.METRICS_TOKEN and not _has_token(request):
        return _token_wanted()
    try:
        found = guards.faults()
    except Error:
        return _plain_answer("no database", 503)
    if found:
        return _plain_answer(f"guards not as they should be: {len(found)}", 503)
    if full:
        if beyond := guards.beyond_rows():
            return _plain_answer(f"rights beyond those that the application needs: {len(beyond)}", 503)
        if broken := list(verification.faults()):
            return _plain_answer(f"server's log not as it should be: {len(broken)}", 503)
        changed = queries.events_changed()
        if changed is None:
            answer = _plain_answer("every event is being read for somebody else: ask again", 503)
            answer["Retry-After"] = 5
            return answer
        if changed:
            return _plain_answer(f"events changed behind their publications: {changed}", 503)
    if services.fault():
        status = 503 if full else 200
        return _plain_answer("ok, but no copy of the database could be made: see the log", status)
    if full and (kept := archive()) and kept.failed_at:
        return _plain_answer(
            "ok, but the log of the database is not archived: see the log of PostgreSQL", 503
        )
    return _plain_answer("ok")


def readyz(request: HttpRequest) -> HttpResponse:
    """200 if this process may serve visitors: the database answers, is migrated, and has its guards."""
    try:
        found = queries.unready()
    except Error:
        found = "no database"
    return _plain_answer(found, 503) if found else _plain_answer("ok")


def _plain_answer(text: str, status: int = 200) -> HttpResponse:
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain")


def _has_token(request: HttpRequest) -> bool:
    wanted = f"Bearer {settings.METRICS_TOKEN}"
    return secrets.compare_digest(request.headers.get("Authorization", "").encode(), wanted.encode())


def _token_wanted() -> HttpResponse:
    answer = _plain_answer("expected Authorization: Bearer and the METRICS_TOKEN of the settings", 401)
    answer["WWW-Authenticate"] = "Bearer"
    return answer


def metrics(request: HttpRequest) -> HttpResponse:
    """The counters of this process and the state of the server, for Prometheus; requires the token."""
    if not settings.METRICS_TOKEN:
        raise Http404
    if not _has_token(request):
        return _token_wanted()
    looked_up = CollectorRegistry()
    looked_up.register(_Now())
    text = generate_latest(COUNTED) + generate_latest(looked_up)
    return HttpResponse(text, content_type=CONTENT_TYPE_LATEST)


class _Now(Collector):
    """Metrics that are not counted but looked up on each request."""

    def collect(self) -> Iterable[GaugeMetricFamily]:
        """Each figure, with its name and description."""
        try:
            state = queries.state()
        except Error:
            yield _gauge("database_up", "1 if the database answers.", 0)
            return
        yield _gauge("database_up", "1 if the database answers.", 1)
        yield _gauge(
            "guard_faults", "Guards of the database that are missing or changed.", len(state.guard_faults)
        )
        yield _gauge("events", "Events on the server.", state.events)
        yield _gauge("disk_free_bytes", "Free space on the disk with the data.", state.disk_free)
        yield _gauge("disk_size_bytes", "Size of the disk with the data.", state.disk_size)
        yield _gauge("webhooks_waiting", "Webhook deliveries still to be sent.", state.deliveries)
        yield _gauge("copy_fault", "1 if the last copy of the database failed.", bool(services.fault()))
        if copied_at := newest_copy():
            age = (timezone.now() - copied_at).total_seconds()
            yield _gauge("copy_age_seconds", "Age of the newest copy of a SQLite database.", age)
        if kept := state.archive:
            told = "Time since a segment of PostgreSQL's log was last archived."
            yield _gauge("archive_age_seconds", told, kept.age)
            told = "1 if the last attempt to archive a segment failed."
            yield _gauge("archive_fault", told, bool(kept.failed_at))
        lists = _gauge("rating_list_age_days", "Days since the first of the month of a rating list.")
        for one in state.lists:
            lists.add_metric([one.name or one.kind], (timezone.localdate() - one.month).days)
        yield lists


def _gauge(name: str, told: str, value: float | None = None) -> GaugeMetricFamily:
    labels = ["list"] if value is None else None
    return GaugeMetricFamily(f"board_one_{name}", told, value=value, labels=labels)


def newest_copy() -> datetime | None:
    """When the newest copy of the database was made; None if there is none."""
    for copy in copies_in(services.folder()):
        # Skip a copy that has just been removed.
        with suppress(FileNotFoundError):
            return datetime.fromtimestamp(copy.path.stat().st_mtime, UTC)
    return None


# The icons of static/icons.svg, in its order.
ICONS = (
    "mark home boards rank people clock check alert info stop why lock print search next prev up down edit"
    " bin save screen star bell plus minus more swap keys out in swiss round-robin teams"
).split()

# A board as on the page of results: its look, its result, and the result as shown.
ROWS = (
    {"look": "", "result": "", "shown": ""},
    {"look": "", "result": "1-0", "shown": "1-0"},
    {"look": "saved", "result": "1/2-1/2", "shown": "½-½"},
    {"look": "changed", "result": "1-0", "shown": "1-0"},
    {"look": "differ", "result": "", "shown": ""},
    {"look": "wrong", "result": "1-0", "shown": "1-0"},
)

# Starts of rounds, players at the check-in, and a knock-out of four, as the partials expect them.
STARTS = (
    {
        "number": 4,
        "day": date(2026, 3, 1),
        "time": time(15),
        "starts_at": datetime(2026, 3, 1, 15, tzinfo=UTC),
    },
)
CHECKED = tuple(
    SimpleNamespace(
        pk=pk, name=name, title="", federation="IND", rating=None, withdrawn_from=None, presence=presence
    )
    for pk, (name, presence) in enumerate((("A", "present"), ("B", "expected"), ("C", "")), 1)
)
A, B = ({"number": number, "name": name, "get_absolute_url": "#a"} for number, name in ((1, "A"), (2, "B")))
BRACKET = (
    {
        "name": gettext_lazy("Semi-finals"),
        "matches": (
            {
                "number": 1,
                "sides": ({"player": A, "points": 15, "goes_on": True}, {"player": B, "points": 5}),
            },
            {
                "number": 2,
                "sides": ({"player": A, "points": 10}, {"player": B, "points": 10}),
                "is_level": True,
            },
        ),
    },
    {
        "name": gettext_lazy("Final"),
        "matches": ({"number": 3, "sides": ({"player": A, "points": None}, {"stands_for": "A – B"})},),
    },
)


def styleguide(request: HttpRequest) -> HttpResponse:
    """The components; this page exists only if DEBUG is on."""
    if not settings.DEBUG:
        raise Http404
    shown = {
        "icons": ICONS,
        "rows": ROWS,
        "levels": [level for level in Level if level.questions],
        "starts": STARTS,
        "checked": CHECKED,
        "event": {"slug": "open"},
        "bracket": BRACKET,
    }
    return render(request, "server/styleguide.html", shown)


# Public pages are made once for all readers, so their forms cannot contain a CSRF token. Another site cannot
# choose for an account: the session's cookie is not sent with another site's form.
@csrf_exempt
def language(request: HttpRequest) -> HttpResponse:
    """Store the chosen language, and lead back to the page."""
    answer = redirect(own_path(request, request.POST.get("next", "")))
    code = request.POST.get("language", "")
    if request.method == "POST" and code in dict(settings.LANGUAGES):
        requests.choose(request, answer, code)
    return answer


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
        "newest": NEWEST,
        "days": DAYS,
    }
    return render(request, "server/privacy.html", context)
