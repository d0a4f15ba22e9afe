"""An arbiter's answer to a question; it comes with the request that repeats the act."""

from __future__ import annotations

from django.http import HttpRequest

from tournaments.texts import cleaned


def given(request: HttpRequest) -> str:
    """The answer that came with the request, for a service's `confirmation`."""
    return request.POST.get("confirmation", "")


def answer(request: HttpRequest) -> dict[str, str]:
    """The answer and the reason that came with the request, as a service takes them."""
    return {"confirmation": given(request), "reason": reason_of(request)}


def reason_of(request: HttpRequest) -> str:
    """The reason that came with the request, cleaned as it is stored."""
    return cleaned(request.POST.get("reason", ""))
