"""Links to printouts."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse

register = template.Library()


@register.inclusion_tag("partials/printed.html")
def printed(label: str, route: str, *place: str | int, **query: Any) -> dict[str, str]:
    """Link a paper as PDF and as a page for the browser to print: {% printed "standings" "paper" … %}.

    The route's arguments follow, without the form; empty values of the query are left out.
    """
    asked = {name: value for name, value in query.items() if value not in {None, ""}}
    tail = f"?{urlencode(asked)}" if asked else ""
    return {
        "label": label,
        "pdf": reverse(route, args=[*place, "pdf"]) + tail,
        "page": reverse(route, args=[*place, "html"]) + tail,
    }
