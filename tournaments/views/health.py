"""Health checks and metrics of this process, for containers, proxies and monitoring programs."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime

from django.conf import settings
from django.db import Error
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from tournaments import guards
from tournaments.chain import verification
from tournaments.files.copies import copies_in
from tournaments.metrics import COUNTED
from tournaments.selectors import server
from tournaments.selectors.archive import archive
from tournaments.services import copies


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
        return _said("no database", 503)
    if found:
        return _said(f"guards not as they should be: {len(found)}", 503)
    if full:
        if beyond := guards.beyond_rows():
            return _said(f"rights beyond those that the application needs: {len(beyond)}", 503)
        if broken := list(verification.faults()):
            return _said(f"server's log not as it should be: {len(broken)}", 503)
        changed = server.events_changed()
        if changed is None:
            answer = _said("every event is being read for somebody else: ask again", 503)
            answer["Retry-After"] = 5
            return answer
        if changed:
            return _said(f"events changed behind their publications: {changed}", 503)
    if copies.fault():
        status = 503 if full else 200
        return _said("ok, but no copy of the database could be made: see the log", status)
    if full and (kept := archive()) and kept.failed_at:
        return _said("ok, but the log of the database is not archived: see the log of PostgreSQL", 503)
    return _said("ok")


def readyz(request: HttpRequest) -> HttpResponse:
    """200 if this process may serve visitors: the database answers, is migrated, and has its guards."""
    try:
        found = server.unready()
    except Error:
        found = "no database"
    return _said(found, 503) if found else _said("ok")


def _said(text: str, status: int = 200) -> HttpResponse:
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain")


def _has_token(request: HttpRequest) -> bool:
    wanted = f"Bearer {settings.METRICS_TOKEN}"
    return secrets.compare_digest(request.headers.get("Authorization", "").encode(), wanted.encode())


def _token_wanted() -> HttpResponse:
    answer = _said("expected Authorization: Bearer and the METRICS_TOKEN of the settings", 401)
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
            state = server.state()
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
        yield _gauge("copy_fault", "1 if the last copy of the database failed.", bool(copies.fault()))
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
    for copy in copies_in(copies.folder()):
        # Skip a copy that has just been removed.
        with suppress(FileNotFoundError):
            return datetime.fromtimestamp(copy.path.stat().st_mtime, UTC)
    return None
