"""Addresses that contain a secret: showing them once, and keeping them out of caches and referrers."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

from tournaments.web.phones import address_for_phones


def guarded[R: HttpResponseBase](answer: R) -> R:
    """Guard the answer at a secret address: no cache keeps it, and no referrer names the address."""
    add_never_cache_headers(answer)
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def shown_once(
    request: HttpRequest, *, title: str, text: str, path: str, back: str, **context: Any
) -> HttpResponse:
    """The page that shows a new secret address, as text and as a QR code."""
    facts = {"title": title, "text": text, "address": address_for_phones(request, path), "back": back}
    answer = render(request, "link_made.html", {**facts, **context})
    add_never_cache_headers(answer)
    return answer
