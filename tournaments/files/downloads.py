"""Fetching a file from an address: limited in size and time, resumed after a break, its checksum compared."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from time import monotonic
from urllib.error import HTTPError
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
)

from django.utils.translation import gettext as _

from tournaments.errors import DomainError

# FIDE's combined list has 40 MB.
MOST_BYTES = 512 << 20
# Seconds that the other side may be silent, and that the whole download may take.
SILENCE, LONGEST = 30, 1800
CHUNK = 1 << 18
MOST_CHECKSUM = 4096
SHA256 = re.compile(rb"\b[0-9a-fA-F]{64}\b")


@dataclass(frozen=True, slots=True)
class Version:
    """What identifies this version on the server: its ETag, else its time of change; "" for neither."""

    text: str = ""

    @property
    def condition(self) -> dict[str, str]:
        """The header that asks for the file only if it has changed."""
        if not self.text:
            return {}
        return {"If-None-Match" if self._is_tag else "If-Modified-Since": self.text}

    @property
    def _is_tag(self) -> bool:
        return self.text.startswith(('"', "W/"))


def download(
    address: str, path: Path, known: Version, progress: Callable[[int], object] = lambda _percent: None
) -> Version | None:
    """Fetch the file to `path` and return its version, or None if it is still the `known` one.

    An interrupted attempt leaves a partial file beside it, which the next one continues. Raises DomainError
    if the file cannot be fetched or does not match its checksum.
    """
    part, noted = path.with_suffix(".part"), path.with_suffix(".version")
    begun = Version(noted.read_text()) if part.exists() and noted.exists() else Version()
    start = part.stat().st_size if begun.text and not begun.text.startswith("W/") else 0
    headers = {"Range": f"bytes={start}-", "If-Range": begun.text} if start else known.condition
    try:
        with _open(address, headers) as answer:
            version = _version_of(answer)
            if not answer.headers.get("Content-Range", "").startswith(f"bytes {start}-"):
                start = 0
            noted.write_text(version.text)
            _receive(answer, part, start, progress)
    except HTTPError as error:
        error.close()
        if error.code == HTTPStatus.NOT_MODIFIED:
            return None
        if error.code == HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
            part.unlink(missing_ok=True)
        raise _failed(address, f"{error.code} {error.reason}") from error
    except (OSError, HTTPException) as error:
        raise _failed(address, str(getattr(error, "reason", "") or error)) from error
    noted.unlink(missing_ok=True)
    _check(address, part)
    part.replace(path)
    return version


def _open(address: str, headers: dict[str, str]) -> HTTPResponse:
    """The answer to a request. HTTP and HTTPS are the only protocols, also after a redirection."""
    opener = OpenerDirector()
    for handler in (
        *(ProxyHandler, HTTPHandler, HTTPSHandler, HTTPRedirectHandler),
        *(HTTPErrorProcessor, HTTPDefaultErrorHandler),
    ):
        opener.add_handler(handler())
    request = Request(address, headers={"User-Agent": "Board One"} | headers)  # noqa: S310  see settings.RATING_LISTS
    answer: HTTPResponse | None = opener.open(request, timeout=SILENCE)
    if answer is None:
        raise OSError(_("unknown protocol"))
    return answer


def _receive(answer: HTTPResponse, part: Path, start: int, progress: Callable[[int], object]) -> None:
    total = start + int(answer.headers.get("Content-Length") or 0)
    end, found = monotonic() + LONGEST, start
    with part.open("r+b" if start else "wb") as file:
        file.seek(start)
        while data := answer.read(CHUNK):
            found += len(data)
            if max(found, total) > MOST_BYTES:
                raise OSError(_("it is larger than %(most)d MB") % {"most": MOST_BYTES >> 20})
            if monotonic() > end:
                raise OSError(_("it takes longer than %(most)d minutes") % {"most": LONGEST // 60})
            file.write(data)
            progress(found * 100 // max(total, found))
    if found < total:
        raise OSError(_("it broke off after %(found)d of %(total)d bytes") % {"found": found, "total": total})


def _check(address: str, part: Path) -> None:
    """Compare the file with the checksum beside its address, if there is one; DomainError if it differs."""
    try:
        with _open(f"{address}.sha256", {}) as answer:
            expected = SHA256.search(answer.read(MOST_CHECKSUM))
    except HTTPError as error:
        error.close()
        return
    except (OSError, HTTPException) as error:
        raise _failed(address, str(getattr(error, "reason", "") or error)) from error
    if expected is None:
        return
    with part.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != expected[0].decode().lower():
        part.unlink()
        raise _failed(address, _("its checksum is different: it was damaged on its way"))


def _version_of(answer: HTTPResponse) -> Version:
    return Version(answer.headers.get("ETag") or answer.headers.get("Last-Modified") or "")


def _failed(address: str, reason: str) -> DomainError:
    text = _("%(address)s could not be fetched: %(reason)s.")
    return DomainError("download", text % {"address": address, "reason": reason.rstrip(".")})
