"""What watches the server: log lines and figures."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from time import perf_counter
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector

if TYPE_CHECKING:
    from sentry_sdk.types import Event

logger = logging.getLogger(__name__)

# The id of the request that this thread answers; "-" for work that no request asked for.
request_id: ContextVar[str] = ContextVar("request_id", default="-")

# Characters of a slow statement that are logged. Its beginning says what it does; one that names 2,000
# players has 100,000 characters.
SHOWN_OF_A_STATEMENT = 1000

# Addresses of tournaments/urls.py that contain a token.
SECRET = re.compile(r"(/(?:invitation|enter|own|(?:reset|let-in)/[^/\s]+)/)[^/\s\"]+")


def without_secrets(text: str) -> str:
    """The text without the secrets in addresses, so that readers of the log cannot use them."""
    return SECRET.sub(r"\1…", text)


class Line(logging.Formatter):
    """Formats a line for people to read."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, and the traceback that may follow it."""
        record.request_id = request_id.get()
        return without_secrets(super().format(record))


class Json(logging.Formatter):
    """Formats a line for programs: one JSON object, whose members keep their names."""

    def format(self, record: logging.LogRecord) -> str:
        """The object, including the members that a record carries as `extra={"told": ...}`."""
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "request": request_id.get(),
            "message": record.getMessage(),
            **getattr(record, "told", {}),
        }
        if record.exc_info:
            told["exception"] = self.formatException(record.exc_info)
        return without_secrets(json.dumps(told, ensure_ascii=False))


def time_queries(connection: BaseDatabaseWrapper, **_signal: object) -> None:
    """Log the slow queries of this connection, which has just been made."""
    if _timed not in connection.execute_wrappers:
        connection.execute_wrappers.append(_timed)


def _timed(
    execute: Callable[..., Any], sql: str, parameters: object, many: bool, context: Mapping[str, Any]
) -> Any:
    began = perf_counter()
    try:
        return execute(sql, parameters, many, context)
    finally:
        took = 1000 * (perf_counter() - began)
        if took >= settings.SLOW_QUERY:
            # The statement has placeholders; its values are not logged, because they may be names.
            logger.warning("slow query, %.0f ms: %s", took, sql[:SHOWN_OF_A_STATEMENT])


def report_faults_to(dsn: str, release: str) -> None:
    """Also send unexpected errors to Sentry: the place in the program, never the people or data concerned.

    Raises ImportError if the library is not installed.
    """
    import sentry_sdk  # noqa: PLC0415  an extra of the server's

    sentry_sdk.init(
        dsn=dsn,
        release=release,
        include_local_variables=False,
        max_request_body_size="never",
        server_name="",
        # Errors only: no counting of visits, and no tracing header on requests to push services.
        auto_session_tracking=False,
        trace_propagation_targets=[],
        before_send=_without_who_and_what,
    )


def _without_who_and_what(event: Event, _hint: object) -> Event:
    for name in ("user", "breadcrumbs", "extra", "logentry"):
        event.pop(name, None)  # type: ignore[misc]  # mypy wants a literal
    for fault in event.get("exception", {}).get("values", []):
        # A database's message contains the row that it refused.
        fault["value"] = ""
    if "transaction" in event:
        event["transaction"] = without_secrets(event["transaction"])
    request = event.pop("request", {})
    event["request"] = {"method": request.get("method"), "url": without_secrets(str(request.get("url", "")))}
    event["tags"] = {**event.get("tags", {}), "request_id": request_id.get()}
    return event


# A registry of our own: the library's default one also reports Python's garbage collection.
COUNTED = CollectorRegistry()
ProcessCollector(registry=COUNTED)

REQUESTS = Histogram(
    "board_one_request_seconds",
    "Time to answer a request, by the name of its route and the status of the answer.",
    ["route", "status"],
    buckets=(0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10),
    registry=COUNTED,
)
PAGES = Counter(
    "board_one_public_pages",
    "Public pages: sent, unchanged since the client's copy, or made.",
    ["how"],
    registry=COUNTED,
)
ACTS = Counter("board_one_acts", "Acts written into the logs of events.", ["action"], registry=COUNTED)
PAIRING = Histogram(
    "board_one_pairing_seconds",
    "Time to pair a round, by the edition of the rules.",
    ["edition"],
    buckets=(0.01, 0.05, 0.1, 0.5, 1, 5, 30),
    registry=COUNTED,
)
