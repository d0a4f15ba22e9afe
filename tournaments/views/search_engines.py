"""Files for search engines: the list of public pages, and the pages that they should not visit."""

from __future__ import annotations

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.models import Festival, Round, Tournament

# The public pages of each event.
PAGES = ("event", "players", "standings", "cross-table", "prizes")
# Search engines read at most this many addresses in one file.
MOST = 50_000


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """The public pages of the server, of its festivals, and of all events, the newest first."""
    published = Prefetch("rounds", Round.objects.filter(state__in=Round.LOCKED), to_attr="public_rounds")
    found = [reverse(name) for name in ("home", "archive", "manual")]
    found += [reverse("festival", args=[slug]) for slug in Festival.objects.values_list("slug", flat=True)]
    for tournament in Tournament.objects.listed().prefetch_related(published):
        found += [reverse(name, args=[tournament.slug]) for name in PAGES]
        found += [round_.get_absolute_url() for round_ in tournament.public_rounds]
    addresses = [request.build_absolute_uri(path) for path in found[:MOST]]
    return render(request, "sitemap.xml", {"addresses": addresses}, content_type="application/xml")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Allow everything except the arbiters' side, which would only ask to log in."""
    text = f"User-agent: *\nDisallow: /t/*/desk/\nSitemap: {request.build_absolute_uri(reverse('sitemap'))}\n"
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
