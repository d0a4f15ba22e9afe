"""Printing: every paper of an event and of its rounds, as PDF and as a page, and the page to choose one."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from tournaments.errors import DomainError
from tournaments.files.papers.pdf import as_pdf
from tournaments.files.papers.sheet import SIZES
from tournaments.files.papers.svg import as_sheets
from tournaments.forms.papers import PrintForm
from tournaments.models import Round, Tournament
from tournaments.prizes import queries as prizes
from tournaments.selectors import publications
from tournaments.selectors.papers import registry
from tournaments.selectors.papers.orders import Order
from tournaments.selectors.papers.registry import Paper
from tournaments.selectors.rounds import round_on
from tournaments.views.standings import round_asked_for
from tournaments.web.access import EventRequest
from tournaments.web.downloads import as_file
from tournaments.web.pages import of_event
from tournaments.web.phones import address_for_phones


@require_safe
def choice(request: EventRequest, slug: str) -> HttpResponse:
    """All papers that the reader may print, with a choice of paper size and language."""
    tournament = request.tournament
    public = list(tournament.rounds.filter(state__in=Round.LOCKED))
    language = tournament.language or get_language() or "en"
    on = round_on(tournament)
    form = PrintForm(request.GET or None, rounds=public, round_on=on.number if on else 0, language=language)
    chosen = form.chosen()
    context = {
        "tournament": tournament,
        "role": request.role,
        "form": form,
        "round": next((one for one in public if one.number == chosen.number), None),
        "chosen": chosen,
        "of_round": registry.OF_ROUND,
        "of_event": [(name, paper, paper.waits_for(tournament)) for name, paper in registry.OF_EVENT.items()],
    }
    return render(request, "desk/print.html", context)


@of_event("size", "language", "after", "category")
def paper(request: HttpRequest, tournament: Tournament, name: str, form: str) -> HttpResponse:
    """A public paper of the event."""
    return _of_event(request, tournament, name, form, public=True)


@require_safe
def desk_paper(request: EventRequest, slug: str, name: str, form: str) -> HttpResponse:
    """A paper of the event for the arbiters."""
    return _of_event(request, request.tournament, name, form, public=False)


@of_event("size", "language", "publication")
def round_paper(
    request: HttpRequest, tournament: Tournament, number: int, name: str, form: str
) -> HttpResponse:
    """A paper of a published round, or of an earlier publication of it: ?publication=3."""
    return _of_round(request, tournament, number, name, form, public=True)


@require_safe
def desk_round_paper(request: EventRequest, slug: str, number: int, name: str, form: str) -> HttpResponse:
    """A paper of a published round for those who work on the event."""
    return _of_round(request, request.tournament, number, name, form, public=False)


def _of_event(
    request: HttpRequest, tournament: Tournament, name: str, form: str, *, public: bool
) -> HttpResponse:
    after, last = round_asked_for(request, tournament)
    order = Order(
        tournament,
        after=after if after != last else None,
        category=prizes.chosen(tournament, request.GET.get("category", "")),
        address=_addresses(request),
    )
    return _printed(request, registry.OF_EVENT[name], order, f"{name}.{form}", public=public)


def _of_round(
    request: HttpRequest, tournament: Tournament, number: int, name: str, form: str, *, public: bool
) -> HttpResponse:
    paper = registry.OF_ROUND[name]
    round_ = get_object_or_404(tournament.rounds, number=number)
    round_.tournament = tournament
    link = None
    if paper.kept and (place := request.GET.get("publication", "")):
        links = publications.of_round(round_)
        known = place.isascii() and place.isdecimal() and len(place) < 10
        link = get_object_or_404(links, place=place) if known else None
    # A draft has no paper, not even for arbiters: people take a list on a wall for published.
    if link is None and not round_.is_public:
        raise Http404
    order = Order(tournament, round_, link, address=_addresses(request))
    return _printed(request, paper, order, f"round-{number}-{name}.{form}", public=public)


def _printed(request: HttpRequest, paper: Paper, order: Order, name: str, *, public: bool) -> HttpResponse:
    if paper.public is not public:
        raise Http404
    if waits_for := paper.waits_for(order.tournament):
        raise DomainError("paper", waits_for)
    asked, language = request.GET.get("size", ""), request.GET.get("language", "")
    size = asked if asked in SIZES else "a4"
    # Papers that arbiters hand out are in the event's language, whatever their own is.
    usual = get_language() if public else order.tournament.language or get_language()
    with override(language if language in dict(settings.LANGUAGES) else usual):
        printout = paper.maker(order)
        if name.endswith(".pdf"):
            content = as_pdf(printout, size)
            return as_file(content, f"{order.tournament.slug}-{name}", "application/pdf", opened=True)
        query = request.META.get("QUERY_STRING", "")
        context = {
            "tournament": order.tournament,
            "printout": printout,
            "sheets": as_sheets(printout, size),
            "size": f"{size} wide" if printout.wide else size,
            "pdf": f"{request.path.removesuffix('html')}pdf{'?' if query else ''}{query}",
        }
        return render(request, "paper.html", context)


def _addresses(request: HttpRequest) -> Callable[..., str]:
    host = address_for_phones(request, "").url
    return lambda page, *of: host + reverse(page, args=of)
