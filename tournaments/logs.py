"""What is written down about requests, and what is left out of it: secrets, and who asked."""

from __future__ import annotations

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime
from time import perf_counter
from typing import TYPE_CHECKING, Any

from django.conf import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from django.db.backends.base.base import BaseDatabaseWrapper
    from sentry_sdk.types import Event

logger = logging.getLogger(__name__)

# The id of the request that this thread answers; none where nobody asked for what is done.
request_id: ContextVar[str] = ContextVar("request_id", default="-")

# Signs of a slow statement that are written down. What it does stands at its beginning, and one that names
# 2,000 players has 100,000 of them.
SHOWN_OF_A_STATEMENT = 1000

# Addresses of tournaments/urls.py that hold a token.
SECRET = re.compile(r"(/(?:invitation|enter|own|(?:reset|let-in)/[^/\s]+)/)[^/\s\"]+")


def without_secrets(text: str) -> str:
    """The text without the secrets that stand in addresses: who reads it must not be able to use them."""
    return SECRET.sub(r"\1…", text)


class Line(logging.Formatter):
    """A line for people to read."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, and the traceback that may follow it."""
        record.request_id = request_id.get()
        return without_secrets(super().format(record))


class Json(logging.Formatter):
    """A line for a program: one object, whose members stay what they are called."""

    def format(self, record: logging.LogRecord) -> str:
        """The object; what a record carries as `extra={"told": ...}` is among its members."""
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
    """Write down what this connection, which has just been made, takes long for."""
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
            # The statement has places for its values, which are not written down: they may be names.
            logger.warning("slow query, %.0f ms: %s", took, sql[:SHOWN_OF_A_STATEMENT])


def report_faults_to(dsn: str, release: str) -> None:
    """Send what nobody expected to a Sentry, too: where in the program, never whom or what it concerned.

    Raises ImportError where the library is not installed.
    """
    import sentry_sdk  # noqa: PLC0415  an extra of the server's

    sentry_sdk.init(
        dsn=dsn,
        release=release,
        include_local_variables=False,
        max_request_body_size="never",
        server_name="",
        # Faults alone: no count of visits, and no header on what push services are sent.
        auto_session_tracking=False,
        trace_propagation_targets=[],
        before_send=_without_who_and_what,
    )


def _without_who_and_what(event: Event, _hint: object) -> Event:
    for name in ("user", "breadcrumbs", "extra", "logentry"):
        event.pop(name, None)  # type: ignore[misc]  # mypy wants a literal
    for fault in event.get("exception", {}).get("values", []):
        # A database tells of the row that it refused.
        fault["value"] = ""
    if "transaction" in event:
        event["transaction"] = without_secrets(event["transaction"])
    request = event.pop("request", {})
    event["request"] = {"method": request.get("method"), "url": without_secrets(str(request.get("url", "")))}
    event["tags"] = {**event.get("tags", {}), "request_id": request_id.get()}
    return event
