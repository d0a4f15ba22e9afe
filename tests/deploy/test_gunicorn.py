"""What gunicorn writes down."""

from __future__ import annotations

import runpy
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.urls import reverse
from gunicorn.config import Config

ROOT = Path(__file__).parents[2]
TOKEN = "oiJIye3qgF7K7WiAGzUxibx-UXru4tY_eIBmVv8vhgc"


def logged(path: str) -> str:
    """The line of the access log for a request."""
    conf = runpy.run_path(str(ROOT / "gunicorn.conf.py"))
    settings = Config()
    settings.set("logger_class", conf["logger_class"])
    settings.set("accesslog", "-")
    logger = settings.logger_class(settings)
    lines: list[str] = []
    logger.access_log = SimpleNamespace(
        info=lambda text, atoms: lines.append(text % atoms), handlers=[], setLevel=lambda _level: None
    )
    answer: Any = SimpleNamespace(status="302 Found", sent=0, headers=[], response_length=0)
    request: Any = SimpleNamespace(headers=[("REFERER", path)])
    environ = {
        "REQUEST_METHOD": "GET",
        "RAW_URI": path,
        "PATH_INFO": path,
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_REFERER": f"http://localhost{path}",
        "REMOTE_ADDR": "127.0.0.1",
    }
    logger.access(answer, request, environ, timedelta(seconds=1))
    (line,) = lines
    return line


@pytest.mark.parametrize(
    ("name", "args"),
    [("invitation-open", [TOKEN]), ("entry-open", [TOKEN]), ("password-reset", ["MQ", TOKEN])],
)
def test_no_secret_stands_in_the_log(name: str, args: list[str]) -> None:
    address = reverse(name, args=args)
    line = logged(address)
    assert TOKEN not in line
    assert address.replace(TOKEN, "…") in line


@pytest.mark.parametrize(
    "path", ["/t/open/rounds/1/", "/login/?next=/t/open/desk/", "/invitation/", "/enter/"]
)
def test_everything_else_does(path: str) -> None:
    assert f"GET {path} HTTP/1.1" in logged(path)
