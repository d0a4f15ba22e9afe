"""Acts take a POST. A GET, after a login or a reload, is redirected to the page with the button."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from tournaments.web.access import EventRequest


def post_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Run the view for a POST; redirect anything else to the round's page, or to the desk."""

    @wraps(view)
    def wrapper(request: EventRequest, slug: str, **kwargs: Any) -> HttpResponse:
        if request.method == "POST":
            return view(request, slug, **kwargs)
        if "number" in kwargs:
            return redirect("desk-round", slug, kwargs["number"])
        return redirect("desk", slug)

    return wrapper
