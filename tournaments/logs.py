"""What is written down about requests, and what is left out of it."""

from __future__ import annotations

import logging
import re
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

logger = logging.getLogger(__name__)

# Addresses of tournaments/urls.py that hold a token.
SECRET = re.compile(r"(/(?:invitation|enter|own|(?:reset|let-in)/[^/\s]+)/)[^/\s]+")


class WithoutSecrets(logging.Formatter):
    """Lines without the secrets that stand in addresses: who reads them must not be able to use them."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, and the traceback that may follow it."""
        return SECRET.sub(r"\1…", super().format(record))


class AccessLog:
    """The application, with a line in the log for each answer: who asked, for what, how long it took."""

    def __init__(self, application: WSGIApplication) -> None:
        self.application = application

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer as the application does."""
        began = perf_counter()

        def started(status: str, *answer: Any) -> Any:
            asked = (environ[name] for name in ("REMOTE_ADDR", "REQUEST_METHOD", "REQUEST_URI"))
            took = 1000 * (perf_counter() - began)
            logger.info("%s %s %s %s, %.0f ms", *asked, status.partition(" ")[0], took)
            return start_response(status, *answer)

        return self.application(environ, started)
