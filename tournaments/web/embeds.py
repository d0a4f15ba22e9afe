"""Pages that other sites may embed: the only ones that may be framed."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.csp import CSP, build_policy
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.models import Tournament

# Stricter than for other pages: these run no scripts and send no forms, so a reader cannot be tricked into
# anything within a frame.
POLICY = build_policy(
    {
        **settings.SECURE_CSP,  # type: ignore[dict-item]  # its stub says: of anything
        "script-src": [CSP.NONE],
        "form-action": [CSP.NONE],
        "frame-ancestors": ["*"],
    }
)


def framed(answer: HttpResponse) -> HttpResponse:
    """Let any site frame the answer. Both headers stay with it when it is cached (`web.pages`)."""
    answer["Content-Security-Policy"] = POLICY
    answer.xframe_options_exempt = True  # as Django's decorator does
    return answer


def lines(request: HttpRequest, tournament: Tournament) -> list[tuple[str, SafeString]]:
    """The name of each embeddable page, and the line of HTML that embeds it."""
    shown = {"embed-standings": _("Standings"), "embed-pairings": _("Pairings and results")}
    return [
        (
            name,
            format_html(
                '<iframe src="{}" title="{}" width="100%" height="600" loading="lazy"></iframe>',
                request.build_absolute_uri(reverse(route, args=[tournament.slug])),
                f"{tournament.name}: {name}",
            ),
        )
        for route, name in shown.items()
    ]
