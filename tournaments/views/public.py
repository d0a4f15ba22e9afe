"""What everybody may see: on phones, all at the second a round is published."""

from __future__ import annotations

import functools
import hashlib
from functools import wraps
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.cache import cache
from django.db.models import Prefetch
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments import engine
from tournaments.models import Player, Round, Tournament
from tournaments.names import matches
from tournaments.selectors import categories, events, identity, integrity, publications, schedule
from tournaments.selectors.adjourned import adjourned_games
from tournaments.selectors.boards import byes_of, games_of
from tournaments.web import languages
from tournaments.web.access import role_in
from tournaments.web.permissions import sees_drafts

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest

    PublicView = Callable[..., HttpResponse]


@functools.cache
def release() -> str:
    """A hash of what pages are made with: after an upgrade no phone keeps a page of the old release."""
    digest = hashlib.sha256()
    for folder in ("templates", "static", "locale"):
        for path in sorted((settings.BASE_DIR / folder).rglob("*.*")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def of_event(view: PublicView) -> PublicView:
    """Fetch the event for a public view; make each page once for the public while nothing changes.

    The ETag holds the tournament's public revision, which every act that the public may know of raises:
    who has the page gets a 304, who has not the copy made last. An arbiter's pages carry their name and
    messages: they are made anew.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
        tournament = get_object_or_404(Tournament, slug=slug)
        languages.speak_as_event(request, tournament)
        if request.user.is_authenticated:
            return view(request, tournament, **kwargs)
        # With the address in it, only who has seen this very page can ask whether it is still the same.
        state = (
            release(),
            tournament.pk,
            tournament.public_revision,
            get_language(),
            request.get_full_path(),
        )
        etag = f'"{hashlib.sha256(repr(state).encode()).hexdigest()[:32]}"'
        # "*" asks whether there is such a page at all, which only the view can tell.
        known = request.headers.get("If-None-Match", "") != "*"
        answer = get_conditional_response(request, etag=etag) if known else None
        if answer is None:
            answer = _made_once(etag, view, request, tournament, **kwargs)
            answer["ETag"] = etag
        patch_cache_control(answer, no_cache=True)
        return answer

    return require_safe(wrapper)


def _made_once(
    etag: str, view: PublicView, request: HttpRequest, tournament: Tournament, **kwargs: Any
) -> HttpResponse:
    """All phones ask at once: one of them has the page made, the others get the same bytes."""
    content: bytes | None = cache.get(etag)
    if content is not None:
        return HttpResponse(content)
    answer = view(request, tournament, **kwargs)
    if not request.GET:
        # A search is one visitor's, and would push out what all ask for.
        cache.set(etag, answer.content)
    return answer


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The list of events; an arbiter's own first."""
    published = Prefetch("rounds", Round.objects.filter(state__in=Round.LOCKED), to_attr="public_rounds")
    tournaments = Tournament.objects.prefetch_related(published)
    mine = tournaments.filter(arbiters=request.user) if request.user.is_authenticated else tournaments.none()
    others = tournaments.exclude(pk__in=[t.pk for t in mine])
    return render(request, "home.html", {"mine": mine, "tournaments": others})


@require_safe
def manual(request: HttpRequest) -> HttpResponse:
    """How to use all of it, in the reader's language."""
    return render(request, "manual.html", {"text": f"manual/{get_language()}.html"})


@of_event
def event(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The event at a glance."""
    return render(
        request,
        "event.html",
        {
            "tournament": tournament,
            "role": role_in(request, tournament),
            "rounds": list(tournament.rounds.filter(state__in=Round.LOCKED)),
            "withdrawn": publications.withdrawn(tournament),
            "edition": engine.edition_of(tournament),
            "player_count": tournament.players.count(),
            "regulations": events.regulations(tournament),
            "groups": events.prohibitions(tournament),
            "schedule": schedule.lines(tournament),
            "counted": schedule.counted(tournament),
            "arbiters": tournament.named_arbiters.all(),
        },
    )


def _round_context(request: HttpRequest, tournament: Tournament, number: int) -> dict[str, Any]:
    # A draft is not there: to the public it is the same as a round that does not exist.
    shown = get_object_or_404(tournament.rounds, number=number, state__in=Round.LOCKED)
    boards, byes = games_of(shown), byes_of(shown)
    query = request.GET.get("q", "").strip()
    if query:
        boards = [b for b in boards if matches(query, b.white.name, b.black.name)]
        byes = [b for b in byes if matches(query, b.player.name)]
    return {
        "tournament": tournament,
        "round": shown,
        "edition": engine.edition_of(tournament),
        "hands": integrity.hands(shown),
        "publication": publications.shown_with(shown).last(),
        "following": schedule.following(shown),
        "corrected": identity.in_round(shown, boards, byes),
        "boards": boards,
        "byes": byes,
        "query": query,
        "role": role_in(request, tournament),
        "rounds": list(tournament.rounds.filter(state__in=Round.LOCKED)),
    }


@of_event
def round_(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The pairing list of a published round, with results as they come in; that it was withdrawn."""
    for one in publications.withdrawn(tournament):
        if one.round.number == number:
            context = {
                "tournament": tournament,
                "role": role_in(request, tournament),
                "edition": engine.edition_of(tournament),
                "rounds": list(tournament.rounds.filter(state__in=Round.LOCKED)),
                "one": one,
            }
            return render(request, "withdrawn.html", context)
    return render(request, "round.html", _round_context(request, tournament, number))


@of_event
def round_live(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The list alone, which the page asks for every few seconds."""
    return render(request, "round.html#boards", _round_context(request, tournament, number))


@of_event
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The table after the last finished round."""
    query = request.GET.get("q", "").strip()
    category = categories.chosen(tournament, request.GET.get("category", ""))
    members = {p.pk for p in categories.members(tournament, category, tournament.players.all())}
    rows = [row for row in events.standings(tournament) if row.player.pk in members]
    context = {
        "tournament": tournament,
        "rows": [row for row in rows if matches(query, row.player.name)],
        "query": query,
        "category": category,
        "all_categories": tournament.categories.all(),
        "columns": engine.columns(),
        "tie_breaks": events.tie_breaks(),
        "after": engine.finished_rounds(tournament),
        "adjourned": adjourned_games(tournament),
        "role": role_in(request, tournament),
    }
    return render(request, "standings.html", context)


@of_event
def players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The entries in initial order (C.04.2 B)."""
    query = request.GET.get("q", "").strip()
    category = categories.chosen(tournament, request.GET.get("category", ""))
    people = tournament.players.select_related("tournament").prefetch_related("ratings")
    entries = [p for p in categories.members(tournament, category, people) if matches(query, p.name)]
    context = {
        "tournament": tournament,
        "players": entries,
        "categories": categories.by_player(tournament, entries),
        "category": category,
        "all_categories": tournament.categories.all(),
        "query": query,
        "role": role_in(request, tournament),
    }
    return render(request, "players.html", context)


@of_event
def player(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """One player's card."""
    shown = get_object_or_404(
        Player.objects.select_related("tournament"), tournament=tournament, number=number
    )
    place = next((row for row in events.standings(tournament) if row.player.pk == shown.pk), None)
    context = {
        "tournament": tournament,
        "player": shown,
        "place": place,
        "workings": engine.workings(tournament, number) if place and "workings" in request.GET else [],
        "lines": events.card(shown),
        "corrected": identity.of_player(shown),
        "role": role_in(request, tournament),
    }
    return render(request, "player.html", context)


@require_safe
def report(request: HttpRequest, slug: str) -> HttpResponse:
    """The TRF16 report: for arbiters at any time, for everybody once the event has ended.

    With a line of its own (###) for whatever touched the integrity of the pairings and for the fingerprint of
    each round; ?remarks=no leaves them out, for a program that takes no remarks.
    """
    tournament = get_object_or_404(Tournament, slug=slug)
    if not tournament.is_finished and not sees_drafts(role_in(request, tournament)):
        raise Http404
    wanted = request.GET.get("remarks") != "no"
    remarks = [*integrity.remarks(tournament), *publications.remarks(tournament)] if wanted else []
    answer = HttpResponse(engine.report(tournament, remarks), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{tournament.slug}.trf"'
    return answer
