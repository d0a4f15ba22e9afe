"""Addresses that hold a secret: how they are shown once, and how they are kept from travelling on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import segno
from django.conf import settings
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.utils.http import is_same_domain
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse
    from django.http.response import HttpResponseBase

THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")


def guarded[R: HttpResponseBase](answer: R) -> R:
    """An answer to a secret address: kept by nobody, and named to nobody as where one came from."""
    add_never_cache_headers(answer)
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def absolute(request: HttpRequest, path: str) -> str:
    """The whole address of a path, as other machines reach this one if it has a name for them."""
    host, colon, port = request.get_host().rpartition(":")
    if not colon or not port.isdecimal():
        host, colon, port = request.get_host(), "", ""
    if is_local(host):
        named = [name for name in settings.ALLOWED_HOSTS if not is_local(name) and name[0] not in ".*"]
        host = named[0] if named else host
    return f"{request.scheme}://{host}{colon}{port}{path}"


def is_local(host: str) -> bool:
    """Whether this name leads to the same machine wherever it is used."""
    return any(is_same_domain(host, name) for name in THIS_MACHINE)


def shown_once(
    request: HttpRequest, *, title: str, text: str, url: str, back: str, **context: Any
) -> HttpResponse:
    """The page that shows a new secret address, as text and for a phone's camera."""
    host = url.partition("://")[2].partition("/")[0].rpartition(":")[0] or url
    image = segno.make(url, error="m", micro=False).svg_data_uri(border=4, light="#fff", dark="#000")
    facts = {"title": title, "text": text, "url": url, "back": back, "image": image}
    warning = (
        _(
            "This address works on this machine alone. For phones, start Board One under an address that they"
            " reach (docs/operations/server.md, “A laptop for the hall”)."
        )
        if is_local(host)
        else ""
    )
    answer = render(request, "link_made.html", {**facts, "warning": warning, **context})
    add_never_cache_headers(answer)
    return answer
