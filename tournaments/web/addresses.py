"""Addresses of ours that a request names, and none of another host."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.utils.http import url_has_allowed_host_and_scheme

if TYPE_CHECKING:
    from django.http import HttpRequest


def came_from(request: HttpRequest) -> str:
    """The page of ours that the user was on; the list of events where nobody can tell."""
    return own_path(request, request.headers.get("referer", ""))


def own_path(request: HttpRequest, address: str) -> str:
    """The path of an address of ours, which a header names; "/" for any other."""
    if not url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure()):
        return "/"
    parts = urlsplit(address)
    path = f"{parts.path}?{parts.query}".removesuffix("?")
    # "//elsewhere/" as a path would be another host again; "12" would be taken for a route of that name.
    return path if path.startswith("/") and url_has_allowed_host_and_scheme(path, None) else "/"
