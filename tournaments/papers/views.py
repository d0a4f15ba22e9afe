"""Papers to print, and tables for spreadsheets."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.chain import queries as chain
from tournaments.errors import DomainError
from tournaments.event.queries import schedule
from tournaments.models import Category, Round, Tournament
from tournaments.papers.drawing.sheet import SIZES, as_pdf, as_sheets
from tournaments.papers.forms import PrintForm
from tournaments.papers.queries import cards
from tournaments.papers.queries.cards import Paper
from tournaments.papers.queries.tables import Order
from tournaments.players import columns as player_columns
from tournaments.prizes import queries as prizes
from tournaments.ratings import columns as rating_columns
from tournaments.ratings import queries as ratings
from tournaments.results import queries as results
from tournaments.rounds import columns as round_columns
from tournaments.rounds.queries.boards import byes_of, games_of
from tournaments.rounds.queries.rounds import round_on
from tournaments.standings import columns as standings_columns
from tournaments.standings.queries import rest_on
from tournaments.standings.queries import rows as standings_rows
from tournaments.standings.views import round_asked_for
from tournaments.texts import fold
from tournaments.web.access import EventRequest
from tournaments.web.pages import address_for_phones, as_file, as_spreadsheet, of_event


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
        "form": form,
        "round": next((one for one in public if one.number == chosen.number), None),
        "chosen": chosen,
        "of_round": cards.OF_ROUND,
        "of_event": [(name, paper, paper.waits_for(tournament)) for name, paper in cards.OF_EVENT.items()],
    }
    return render(request, "papers/print.html", context)


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
    return _printed(request, cards.OF_EVENT[name], order, f"{name}.{form}", public=public)


def _of_round(
    request: HttpRequest, tournament: Tournament, number: int, name: str, form: str, *, public: bool
) -> HttpResponse:
    paper = cards.OF_ROUND[name]
    round_ = get_object_or_404(tournament.rounds, number=number)
    round_.tournament = tournament
    link = None
    if paper.kept and (place := request.GET.get("publication", "")):
        links = chain.of_round(round_)
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
            "printout": printout,
            "sheets": as_sheets(printout, size),
            "size": f"{size} wide" if printout.wide else size,
            "pdf": f"{request.path.removesuffix('html')}pdf{'?' if query else ''}{query}",
        }
        return render(request, "papers/paper.html", context)


def _addresses(request: HttpRequest) -> Callable[..., str]:
    host = address_for_phones(request, "").url
    return lambda page, *of: host + reverse(page, args=of)


@of_event("category")
def players(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    """The list of players."""
    category = prizes.chosen(tournament, request.GET.get("category", ""))
    entries = prizes.members(tournament, category, tournament.players.prefetch_related("ratings"))
    return as_spreadsheet(
        tournament,
        "-".join(filter(None, ("players", _slug(category)))),
        kind,
        title=_("Players"),
        columns=player_columns.in_sheet(prizes.by_player(tournament, entries)),
        rows=entries,
    )


@of_event("category", "after", made_from=rest_on)
def standings(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    """The standings after the last finished round, or an earlier one."""
    prefetch_related_objects([tournament], "players__ratings")
    category = prizes.chosen(tournament, request.GET.get("category", ""))
    after, last = round_asked_for(request, tournament)
    moment = "final" if tournament.is_finished and after == last else f"after-round-{after}"
    return as_spreadsheet(
        tournament,
        "-".join(filter(None, ("standings", moment, _slug(category)))),
        kind,
        title=_("Standings"),
        columns=standings_columns.in_sheet(tournament, category),
        rows=standings_rows(tournament, after, category),
    )


@of_event()
def boards(request: HttpRequest, tournament: Tournament, number: int, kind: str) -> HttpResponse:
    """The pairings of a published round, with the results so far."""
    round_ = get_object_or_404(tournament.rounds, number=number, state__in=Round.LOCKED)
    return as_spreadsheet(
        tournament,
        f"round-{number}",
        kind,
        title=_("Round %(number)d") % {"number": number},
        columns=round_columns.IN_SHEET,
        rows=[*games_of(round_), *byes_of(round_)],
    )


@of_event("letters")
def games(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The headers of a published round's games as PGN, in UTF-8; in ASCII with ?letters=plain."""
    round_ = get_object_or_404(tournament.rounds, number=number, state__in=Round.LOCKED)
    text = results.of_round(round_, ascii_alone=request.GET.get("letters") == "plain")
    return as_file(text, f"{tournament.slug}-round-{number}.pgn", "application/vnd.chess-pgn; charset=utf-8")


@of_event(made_from=rest_on)
def calendar(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The schedule of the rounds as a calendar file, for phones."""
    entries = [
        schedule.Entry(
            key=f"round-{round_.number}@{tournament.slug}.board-one",
            title=_("%(event)s, round %(number)d") % {"event": tournament.name, "number": round_.number},
            place=tournament.city,
            address=request.build_absolute_uri(tournament.get_absolute_url()),
            start=round_.starts_at or round_.day,
        )
        for round_ in schedule.lines(tournament)
        if round_.day
    ]
    text = schedule.written(tournament.name, entries, timezone.now())
    return as_file(text, f"{tournament.slug}.ics", "text/calendar; charset=utf-8")


def _slug(category: Category | None) -> str:
    return slugify(category.name) if category else ""


@require_safe
def entries(request: EventRequest, slug: str, kind: str) -> HttpResponse:
    """The list of players with all their data; it can be uploaded again."""
    return as_spreadsheet(
        request.tournament,
        "entries",
        kind,
        title=_("Players"),
        columns=player_columns.entries(),
        rows=request.tournament.players.select_related("tournament").prefetch_related("ratings"),
    )


@require_safe
def check_in(request: EventRequest, slug: str, kind: str) -> HttpResponse:
    """The check-in list, by name."""
    entered = sorted(request.tournament.players.all(), key=lambda player: fold(player.name))
    return as_spreadsheet(
        request.tournament,
        "check-in",
        kind,
        title=_("Check-in"),
        columns=player_columns.check_in(request.tournament),
        rows=entered,
    )


@require_safe
def ratings_check(request: EventRequest, slug: str, kind: str) -> HttpResponse:
    """The changes that the rating lists in use would make, and the players whom they do not cover."""
    return as_spreadsheet(
        request.tournament,
        "ratings",
        kind,
        title=_("Check the ratings"),
        columns=rating_columns.IN_SHEET,
        rows=rating_columns.lines(ratings.check(request.tournament)),
    )
