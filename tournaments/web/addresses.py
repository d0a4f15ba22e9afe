"""Addresses on this site that a request names; those of other hosts are not followed."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def came_from(request: HttpRequest) -> str:
    """The page of this site that the user came from; the list of events if that is unknown."""
    return own_path(request, request.headers.get("referer", ""))


def own_path(request: HttpRequest, address: str) -> str:
    """The path of an address on this site; "/" for any other address."""
    if not url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure()):
        return "/"
    parts = urlsplit(address)
    path = f"{parts.path}?{parts.query}".removesuffix("?")
    # "//elsewhere/" as a path would be another host again; "12" would be taken for a route of that name.
    return path if path.startswith("/") and url_has_allowed_host_and_scheme(path, None) else "/"
