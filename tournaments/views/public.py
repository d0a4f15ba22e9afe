"""The public pages: read on phones, by everybody in the second when a round is published."""

from __future__ import annotations

from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments import engine
from tournaments.chain import queries as chain
from tournaments.event.queries import event as queries_event
from tournaments.event.queries import schedule
from tournaments.fide import queries as fide
from tournaments.log import queries as log
from tournaments.models import Round, Tournament
from tournaments.names import matches
from tournaments.norms import queries as norms
from tournaments.players.queries import identity
from tournaments.prizes import queries as prizes
from tournaments.results.queries import results
from tournaments.rounds.queries import boards
from tournaments.rounds.queries.rounds import current_round, numbers_are_seen_frozen, round_on, with_round_on
from tournaments.selectors import cards, followed
from tournaments.standings import queries as standings
from tournaments.standings.views import round_asked_for
from tournaments.teams import queries as teams
from tournaments.web import embeds
from tournaments.web.access import role_in
from tournaments.web.downloads import as_file, file_choices
from tournaments.web.pages import of_event
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
    return render(request, "home.html", {"mine": mine, "tournaments": others, "archived": archived})


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """The list of archived events."""
    found = with_round_on().listed().exclude(archived_at=None)
    return render(request, "archive.html", {"tournaments": found})


@require_safe
def manual(request: HttpRequest) -> HttpResponse:
    """The manual: in the reader's language, or in English within a frame in theirs."""
    return render(request, "manual.html", {"texts": [f"manual/{get_language()}.html", "manual/en.html"]})


@of_event()
def event(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The event at a glance: the current round, the leaders or winners, and the regulations."""
    prefetch_related_objects([tournament], "players", "rounds", "prohibitions__players")
    every = [round_ for round_ in tournament.rounds.all() if round_.number <= tournament.last_round]
    rounds = [round_ for round_ in every if round_.is_public]
    on = round_on(tournament)
    progress = results.progress(on) if on else None
    stand = standings.stand(tournament) if rounds else None
    part = queries_event.part_of(tournament)
    return render(
        request,
        "event.html",
        {
            "tournament": tournament,
            "role": role_in(request, tournament),
            "rounds": rounds,
            "on": on,
            "progress": progress,
            "latest": boards.playing(on, progress.latest(NEWS)) if on and progress else (),
            "starts": schedule.starts(every, on),
            "after": stand.rounds if stand else 0,
            "top": standings.top(tournament, stand, TOP) if stand else (),
            "best": standings.best(tournament) if tournament.is_finished else (),
            "why_early": queries_event.why_ended_early(tournament),
            "withdrawn": chain.withdrawn(tournament, list(tournament.rounds.all())),
            "bracket": boards.bracket(tournament),
            "edition": engine.edition_of(tournament),
            "player_count": len(tournament.players.all()),
            "regulations": queries_event.regulations(tournament),
            "groups": queries_event.prohibitions(tournament),
            "schedule": every if any(round_.day for round_ in every) else (),
            "arbiters": tournament.named_arbiters.all(),
            "announced": prizes.announced(tournament),
            "part": part,
            "parts": queries_event.parts_beside(part) if part else (),
            "embeds": embeds.lines(request, tournament),
        },
    )


@require_safe
def rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect to the current round: at the desk for those with a role, else its public page or the event."""
    tournament = get_object_or_404(Tournament.objects.standing(), slug=slug)
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
        "tournament": tournament,
        "round": shown,
        "by": by if by in ORDERS else "",
        "lines": boards.by_name(games, byes) if by == "name" else (),
        "groups": boards.by_score(games) if by == "score" else (boards.Group(0, games),),
        "edition": engine.edition_of(tournament),
        "hands": log.hands(shown),
        "publication": chain.shown_with(shown).last(),
        "following": schedule.following(shown),
        "corrected": identity.in_round(shown, games, byes),
        "boards": games,
        "byes": byes,
        "query": query,
        "live": reverse("round-live", args=[tournament.slug, number])
        + (f"?{urlencode(asked)}" if asked else ""),
        "role": role_in(request, tournament),
        "rounds": list(tournament.rounds.filter(state__in=Round.LOCKED)),
    }


@of_event("q", "by")
def round_(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The pairing list of a published round, with results as they come in; or that it was withdrawn."""
    for one in chain.withdrawn(tournament):
        if one.round.number == number:
            context = {
                "tournament": tournament,
                "role": role_in(request, tournament),
                "edition": engine.edition_of(tournament),
                "rounds": list(tournament.rounds.filter(state__in=Round.LOCKED)),
                "one": one,
            }
            return render(request, "withdrawn.html", context)
    return render(request, "round.html", round_context(request, tournament, number))


@of_event("q", "by")
def round_live(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Only the list, and whether a new round is out, which the page requests every few seconds."""
    return render(request, "round_live.html", round_context(request, tournament, number))


@of_event("q", "category")
def players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The entries in initial order (C.04.2 B)."""
    query = request.GET.get("q", "").strip()
    category = prizes.chosen(tournament, request.GET.get("category", ""))
    people = tournament.players.select_related("tournament").prefetch_related("ratings")
    entries = [p for p in prizes.members(tournament, category, people) if matches(query, p.name)]
    context = {
        "tournament": tournament,
        "players": entries,
        "federations": any(player.federation for player in entries),
        "categories": prizes.by_player(tournament, entries),
        "category": category,
        "all_categories": tournament.categories.all(),
        "query": query,
        "role": role_in(request, tournament),
        "frozen": numbers_are_seen_frozen(tournament),
    }
    return render(request, "players.html", context)


@of_event("workings", "after", "norms")
def player(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """One player's card."""
    shown = get_object_or_404(tournament.players.prefetch_related("ratings"), number=number)
    wanted = "workings" in request.GET
    after, last = round_asked_for(request, tournament) if wanted else (None, None)
    stand = standings.stand(tournament)
    place = standings.place_in(stand.lines, shown) if after is None else standings.standing_of(shown, after)
    card = cards.card(shown)
    opened = engine.workings(tournament, number, after=after) if place and after is not None else []
    offered = norms.are_offered(tournament)
    context = {
        "tournament": tournament,
        "player": shown,
        "keys": (shown.key,),
        "members": teams.members_of([shown])[shown.pk] if tournament.boards else (),
        "floats": [
            (one, float_) for one, float_ in enumerate(stand.floats.get(number, ""), 1) if float_ != " "
        ],
        "place": place,
        "columns": engine.columns(tournament) if place else (),
        "workings": opened,
        "people": {one.number: one for one in tournament.players.all()} if opened else {},
        "after": after,
        "earlier": after != last,
        # The round after which these are the points and the rank: the card also counts later results.
        "counted": engine.finished_rounds(tournament) if after is None else after,
        "card": card,
        "now": followed.board(shown, card, place) if card.is_on else None,
        "norms_offered": offered,
        "norms": norms.details(shown) if offered and request.GET.get("norms") else None,
        "corrected": identity.of_player(shown),
        "role": role_in(request, tournament),
    }
    return render(request, "player.html", context)


@require_safe
def report(request: HttpRequest, slug: str) -> HttpResponse:
    """The report: for arbiters at any time, for everybody once the event has ended.

    It has a remark (###) for each act that touched the integrity of the pairings and for the fingerprint of
    each round; ?remarks=no leaves them out, for programs that accept no remarks. It is a TRF26 unless
    ?format=trf16 asks otherwise; ?letters=plain writes names in ASCII, for programs that misread other
    letters. ?period=2026-05 is the report of one month of a long event. Only arbiters get full dates of
    birth; others get the year.
    """
    tournament = get_object_or_404(Tournament.objects.standing(), slug=slug)
    arbiter = sees_drafts(role_in(request, tournament))
    if not tournament.is_finished and not arbiter:
        raise Http404
    remarks = fide.remarks(tournament) if request.GET.get("remarks") != "no" else []
    choices, period = file_choices(request, engine.Format.TRF26), request.GET.get("period", "")
    text = (
        engine.report_of_period(tournament, _month(period), remarks, births=arbiter, **choices)
        if period
        else engine.report(tournament, remarks, births=arbiter, **choices)
    )
    return as_file(text, f"{'-'.join(filter(None, (tournament.slug, period)))}.trf")


def _month(text: str) -> date:
    """The first day of a month written as 2026-05; Http404 for anything else."""
    try:
        return date.fromisoformat(f"{text}-01")
    except ValueError as error:
        raise Http404 from error
