"""Installing Board One on a phone as an app, which opens pages it has seen without a network."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

# Name, pixels, and purpose: a phone may cut the edges off a "maskable" icon.
ICONS = (
    ("icons/192.png", 192, "any"),
    ("icons/512.png", 512, "any"),
    ("icons/maskable.png", 512, "maskable"),
)
GROUND, BAR = "#f5f4f0", "#121a3c"


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """The manifest of the app: its name, icons and first page."""
    facts = {
        "id": "/",
        "name": "Board One",
        "short_name": "Board One",
        "description": _("Pairings, results and standings of chess tournaments."),
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": BAR,
        "icons": [
            {"src": static(name), "sizes": f"{pixels}x{pixels}", "type": "image/png", "purpose": purpose}
            for name, pixels, purpose in ICONS
        ],
    }
    return JsonResponse(facts, content_type="application/manifest+json")


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, which keeps public pages. It is served from the root to apply to all pages."""
    path = settings.PAGES / "static/js/worker.js"
    answer = HttpResponse(path.read_bytes(), content_type="text/javascript")
    answer["Cache-Control"] = "no-cache"
    return answer


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The page that the service worker shows without a network instead of a page never seen."""
    return render(request, "offline.html")
