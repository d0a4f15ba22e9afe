"""The public pages, what is embedded in other sites, previews, and notifications."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.db.models import Prefetch, prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from tournaments import rulebook
from tournaments.chain import queries as chain
from tournaments.errors import DomainError
from tournaments.event.queries import event as event_queries
from tournaments.event.queries import schedule
from tournaments.fide import queries as fide
from tournaments.log import queries as log
from tournaments.models import Festival, Player, Round, Tournament
from tournaments.norms import queries as norms
from tournaments.players import columns as player_columns
from tournaments.players.queries import identity
from tournaments.prizes import queries as prizes
from tournaments.public import previews, queries
from tournaments.public.forms import PhoneForm, SubscriptionForm
from tournaments.public.services import subscribe, unsubscribe
from tournaments.results import queries as results
from tournaments.rounds import columns as round_columns
from tournaments.rounds.queries import boards
from tournaments.rounds.queries.boards import boards_of
from tournaments.rounds.queries.rounds import current_round, numbers_are_seen_frozen, round_on, with_round_on
from tournaments.standings import queries as standings
from tournaments.standings.queries import rest_on
from tournaments.standings.views import round_asked_for, standings_context
from tournaments.teams import queries as teams
from tournaments.texts import as_text, matches
from tournaments.web import logins, pages, requests
from tournaments.web.access import role_in
from tournaments.web.pages import address_for_phones, as_file, file_choices, framed, of_event
from tournaments.web.refusals import sent
from tournaments.web.rights import sees_drafts

# The latest results, and the lines of the standings, that the event's page shows.
NEWS, TOP = 4, 5
# The orders of a round's list that can be asked for; otherwise it is in the order of the boards.
ORDERS = ("name", "score")


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The list of events; an arbiter's own first."""
    listed = with_round_on().listed()
    tournaments = listed.filter(archived_at=None)
    mine = tournaments.filter(arbiters=request.user) if request.user.is_authenticated else tournaments.none()
    others = tournaments.exclude(pk__in=[t.pk for t in mine])
    archived = listed.exclude(archived_at=None).exists()
    return render(request, "public/home.html", {"mine": mine, "tournaments": others, "archived": archived})


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """The list of archived events."""
    found = with_round_on().listed().exclude(archived_at=None)
    return render(request, "public/archive.html", {"tournaments": found})


@require_safe
def manual(request: HttpRequest) -> HttpResponse:
    """The manual: in the reader's language, or in English within a frame in theirs."""
    return render(
        request, "public/manual.html", {"texts": [f"manual/{get_language()}.html", "manual/en.html"]}
    )


@of_event()
def event(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The event at a glance: the current round, the leaders or winners, and the regulations."""
    prefetch_related_objects([tournament], "players", "rounds", "prohibitions__players")
    every = [round_ for round_ in tournament.rounds.all() if round_.number <= tournament.last_round]
    rounds = [round_ for round_ in every if round_.is_public]
    on = round_on(tournament)
    progress = results.progress(on) if on else None
    stand = standings.stand(tournament) if rounds else None
    part = event_queries.part_of(tournament)
    return render(
        request,
        "public/event.html",
        {
            "rounds": rounds,
            "on": on,
            "progress": progress,
            "latest": boards.playing(on, progress.latest(NEWS)) if on and progress else (),
            "starts": schedule.starts(every, on),
            "after": stand.rounds if stand else 0,
            "top": standings.top(tournament, stand, TOP) if stand else (),
            "best": standings.best(tournament) if tournament.is_finished else (),
            "why_early": event_queries.why_ended_early(tournament),
            "withdrawn": chain.withdrawn(tournament, list(tournament.rounds.all())),
            "bracket": boards.bracket(tournament),
            "edition": rulebook.edition_of(tournament),
            "player_count": len(tournament.players.all()),
            "regulations": event_queries.regulations(tournament),
            "groups": event_queries.prohibitions(tournament),
            "schedule": every if any(round_.day for round_ in every) else (),
            "arbiters": tournament.named_arbiters.all(),
            "announced": prizes.announced(tournament),
            "part": part,
            "parts": event_queries.parts_beside(part) if part else (),
            "embeds": pages.lines(request, tournament),
        },
    )


@require_safe
def rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect to the current round: at the desk for those with a role, else its public page or the event."""
    tournament = get_object_or_404(Tournament.objects.active(), slug=slug)
    role = role_in(request, tournament)
    round_ = current_round(tournament, drafts=sees_drafts(role))
    if round_ and role:
        return redirect("desk-round", slug, round_.number)
    return redirect(round_ if round_ and round_.is_public else tournament)


def round_context(request: HttpRequest, tournament: Tournament, number: int) -> dict[str, Any]:
    """The context for showing a published round; Http404 for any other."""
    # For the public, a draft is the same as a round that does not exist.
    shown = get_object_or_404(tournament.rounds, number=number, state__in=Round.LOCKED)
    games, byes = boards.games_of(shown), boards.byes_of(shown)
    query = request.GET.get("q", "").strip()
    if query:
        games = [b for b in games if matches(query, b.white.name, b.black.name)]
        byes = [b for b in byes if matches(query, b.player.name)]
    by = request.GET.get("by", "")
    asked = {name: value for name, value in (("by", by), ("q", query)) if value}
    return {
        "round": shown,
        "by": by if by in ORDERS else "",
        "columns": round_columns.on_page(
            tournament, lambda player: reverse("why", args=[tournament.slug, number, player.number])
        ),
        "lines": boards.by_name(games, byes) if by == "name" else (),
        "groups": boards.by_score(games) if by == "score" else (boards.Group(0, games),),
        "edition": rulebook.edition_of(tournament),
        "hands": log.hands(shown),
        "publication": chain.shown_with(shown).last(),
        "following": schedule.following(shown),
        "corrected": identity.in_round(shown, games, byes),
        "boards": games,
        "byes": byes,
        "query": query,
        "live": reverse("round-live", args=[tournament.slug, number])
        + (f"?{urlencode(asked)}" if asked else ""),
        "rounds": list(tournament.rounds.filter(state__in=Round.LOCKED)),
    }


@of_event("q", "by")
def round_(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The pairing list of a published round, with results as they come in; or that it was withdrawn."""
    for one in chain.withdrawn(tournament):
        if one.round.number == number:
            context = {
                "edition": rulebook.edition_of(tournament),
                "rounds": list(tournament.rounds.filter(state__in=Round.LOCKED)),
                "one": one,
            }
            return render(request, "public/withdrawn.html", context)
    return render(request, "public/round.html", round_context(request, tournament, number))


@of_event("q", "by")
def round_live(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Only the list, and whether a new round is out, which the page requests every few seconds."""
    return render(request, "public/round_live.html", round_context(request, tournament, number))


@of_event("q", "category")
def players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The entries in initial order (C.04.2 B)."""
    query = request.GET.get("q", "").strip()
    category = prizes.chosen(tournament, request.GET.get("category", ""))
    people = tournament.players.select_related("tournament").prefetch_related("ratings")
    entries = [p for p in prizes.members(tournament, category, people) if matches(query, p.name)]
    context = {
        "players": entries,
        "columns": player_columns.on_page(entries, prizes.by_player(tournament, entries)),
        "category": category,
        "all_categories": tournament.categories.all(),
        "query": query,
        "frozen": numbers_are_seen_frozen(tournament),
    }
    return render(request, "public/players.html", context)


@of_event("workings", "after", "norms")
def player(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """One player's card."""
    shown = get_object_or_404(tournament.players.prefetch_related("ratings"), number=number)
    wanted = "workings" in request.GET
    after, last = round_asked_for(request, tournament) if wanted else (None, None)
    stand = standings.stand(tournament)
    place = standings.place_in(stand.lines, shown) if after is None else standings.standing_of(shown, after)
    card = queries.card(shown)
    opened = rulebook.workings(tournament, number, after=after) if place and after is not None else []
    offered = norms.are_offered(tournament)
    context = {
        "player": shown,
        "keys": (shown.key,),
        "members": teams.members_of([shown])[shown.pk] if tournament.boards else (),
        "floats": [
            (one, float_) for one, float_ in enumerate(stand.floats.get(number, ""), 1) if float_ != " "
        ],
        "place": place,
        "columns": rulebook.columns(tournament) if place else (),
        "workings": opened,
        "people": {one.number: one for one in tournament.players.all()} if opened else {},
        "after": after,
        "earlier": after != last,
        # The round after which these are the points and the rank: the card also counts later results.
        "counted": rulebook.finished_rounds(tournament) if after is None else after,
        "card": card,
        "now": queries.board(shown, card, place) if card.is_on else None,
        "norms_offered": offered,
        "norms": norms.details(shown) if offered and request.GET.get("norms") else None,
        "corrected": identity.of_player(shown),
    }
    return render(request, "public/player.html", context)


@require_safe
def report(request: HttpRequest, slug: str) -> HttpResponse:
    """The report: for arbiters at any time, for everybody once the event has ended.

    It has a remark (###) for each act that touched the integrity of the pairings and for the fingerprint of
    each round; ?remarks=no leaves them out, for programs that accept no remarks. It is a TRF26 unless
    ?format=trf16 asks otherwise; ?letters=plain writes names in ASCII, for programs that misread other
    letters. ?period=2026-05 is the report of one month of a long event. Only arbiters get full dates of
    birth; others get the year.
    """
    tournament = get_object_or_404(Tournament.objects.active(), slug=slug)
    arbiter = sees_drafts(role_in(request, tournament))
    if not tournament.is_finished and not arbiter:
        raise Http404
    remarks = fide.remarks(tournament) if request.GET.get("remarks") != "no" else []
    choices, period = file_choices(request, rulebook.Format.TRF26), request.GET.get("period", "")
    text = (
        rulebook.report_of_period(tournament, _month(period), remarks, births=arbiter, **choices)
        if period
        else rulebook.report(tournament, remarks, births=arbiter, **choices)
    )
    return as_file(text, f"{'-'.join(filter(None, (tournament.slug, period)))}.trf")


def _month(text: str) -> date:
    """The first day of a month written as 2026-05; Http404 for anything else."""
    try:
        return date.fromisoformat(f"{text}-01")
    except ValueError as error:
        raise Http404 from error


# Enough for family and friends, and for the teacher of a school's team.
MOST = 12


@of_event("q")
def follow(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Ask for the name of a player to follow."""
    return _page(request, tournament, ())


@of_event("q", made_from=queries.rest_on)
def followed(request: HttpRequest, tournament: Tournament, keys: Sequence[str]) -> HttpResponse:
    """The boards of these players, with links to follow another one, or one fewer."""
    found = queries.players(tournament, keys)
    if not found:
        raise Http404
    return _page(request, tournament, found)


def _page(request: HttpRequest, tournament: Tournament, players: Sequence[Player]) -> HttpResponse:
    keys = [player.key for player in players]
    query = request.GET.get("q", "").strip()
    others = tournament.players.exclude(key__in=keys) if query and len(keys) < MOST else ()
    context = {
        "boards": [
            (board, [key for key in keys if key != board.player.key]) for board in queries.boards(players)
        ],
        "after": rulebook.finished_rounds(tournament),
        "starts": schedule.starts(list(tournament.rounds.all()), round_on(tournament)),
        "query": query,
        "found": [(player, [*keys, player.key]) for player in others if matches(query, player.name)],
        "full": len(keys) >= MOST,
    }
    return render(request, "public/followed.html", context)


@of_event(made_from=standings.rest_on)
def code(request: HttpRequest, tournament: Tournament, key: str) -> HttpResponse:
    """The QR code of the address of a player's board, for another phone's camera."""
    player = get_object_or_404(tournament.players, key=key)
    address = address_for_phones(request, reverse("followed", args=[tournament.slug, [player.key]]))
    return HttpResponse(address.drawing, content_type="image/svg+xml")


# Seconds after which the frame is loaded again; an unchanged page is a 304.
AGAIN = 60
# Readers who have logged in see the same there as everybody.
PUBLIC = {"role": None, "again": AGAIN}


@of_event(made_from=rest_on)
def embedded_standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The standings after the last finished round."""
    return framed(render(request, "public/standings.html", standings_context(request, tournament) | PUBLIC))


@of_event()
def embedded_pairings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The latest published round with its results so far."""
    latest = tournament.rounds.filter(state__in=Round.LOCKED).order_by("-number").first()
    context = round_context(request, tournament, latest.number) if latest else {}
    return framed(render(request, "public/pairings.html", context | PUBLIC))


@of_event(made_from=standings.rest_on)
def event_preview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The event with the top of its standings, once a round is over."""
    prefetch_related_objects([tournament], "players")
    rows = standings.rows(tournament)[: previews.LINES] if standings.rest_on(tournament)[0] else []
    lines = [(f"{row.rank}  {row.player.name}", "", as_text(row.standing.points)) for row in rows]
    return _picture(tournament.city, tournament.name, lines)


@of_event()
def round_preview(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A published round with its top boards, and their results as they come in."""
    shown = get_object_or_404(tournament.rounds, number=number, state__in=Round.LOCKED)
    boards = boards_of(shown, shown.games.filter(board__lte=previews.LINES))
    lines = [
        (board.white.name, board.row.get_result_display() if board.row.result else "–", board.black.name)
        for board in boards
    ]
    return _picture(tournament.name, _("Round %(number)d") % {"number": number}, lines)


def _picture(name: str, heading: str, lines: list[tuple[str, str, str]]) -> HttpResponse:
    return HttpResponse(previews.as_png(name, heading, lines), content_type="image/png")


# The public pages of each event.
PAGES = ("event", "players", "standings", "cross-table", "prizes")
# Search engines read at most this many addresses in one file.
MOST_ADDRESSES = 50_000


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """The public pages of the server, of its festivals, and of all events, the newest first."""
    published = Prefetch("rounds", Round.objects.filter(state__in=Round.LOCKED), to_attr="public_rounds")
    found = [reverse(name) for name in ("home", "archive", "manual")]
    found += [reverse("festival", args=[slug]) for slug in Festival.objects.values_list("slug", flat=True)]
    for tournament in Tournament.objects.listed().prefetch_related(published):
        found += [reverse(name, args=[tournament.slug]) for name in PAGES]
        found += [round_.get_absolute_url() for round_ in tournament.public_rounds]
    addresses = [request.build_absolute_uri(path) for path in found[:MOST_ADDRESSES]]
    return render(request, "sitemap.xml", {"addresses": addresses}, content_type="application/xml")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Allow everything except the arbiters' side, which would only ask to log in."""
    text = f"User-agent: *\nDisallow: /t/*/desk/\nSitemap: {request.build_absolute_uri(reverse('sitemap'))}\n"
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


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
    return render(request, "public/offline.html")


# Public pages are made once for all readers, so they cannot contain a CSRF token; and the phone's own
# endpoint, which is sent here, is known to no other site.
@csrf_exempt
@require_POST
def notify(request: HttpRequest, slug: str) -> HttpResponse:
    """Subscribe a phone, or unsubscribe it (`act` is "tell" or "silence")."""
    if not settings.WEB_PUSH:
        raise Http404
    tells = request.POST.get("act") == "tell"
    phone = sent(SubscriptionForm(request.POST) if tells else PhoneForm(request.POST))
    player = get_object_or_404(
        Player.objects.select_related("tournament").filter(tournament__removed_at=None),
        tournament__slug=slug,
        key=phone["player"],
    )
    if not tells:
        unsubscribe(player=player, endpoint=phone["endpoint"])
        return HttpResponse(status=204)
    requests.open_event(request, player.tournament)
    try:
        logins.count_phone(request, player.tournament)
    except logins.Throttled as error:
        raise DomainError("throttled", " ".join(error.messages)) from error
    subscribe(
        player=player,
        endpoint=phone["endpoint"],
        key=phone["key"],
        secret=phone["secret"],
        language=get_language() or settings.LANGUAGE_CODE,
    )
    return HttpResponse(status=204)
