"""From the rating list to the player list, and preparations for round 1: numbers."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.errors import DomainError
from tournaments.models import Player, Rating
from tournaments.selectors import (
    event_lists,
    latecomers,
    numbers,
    rating_lists,
    ratings,
    rounds,
)
from tournaments.services.earlier_ratings import forget_earlier
from tournaments.services.numbers import assign_numbers, close_list, exchange_numbers, open_list
from tournaments.services.players import add_players, identify_player
from tournaments.services.ratings import follow_lists, let_count
from tournaments.views.post_only import post_only
from tournaments.web.access import EventRequest
from tournaments.web.answers import answer, given


def _number(text: str) -> int:
    """A key from a form; 0, which no row has, if it is not a number."""
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def find(request: EventRequest, slug: str) -> HttpResponse:
    """Search the rating list while the user types; enter a found person, or identify a player with them."""
    tournament = request.tournament
    player = tournament.players.filter(pk=_number(request.GET.get("player", ""))).first()
    if request.method == "POST":
        return _enter(request, player)
    query = request.GET.get("q", "").strip()
    lists = event_lists.followed(tournament)
    found = rating_lists.search(query, lists)
    context = {
        "tournament": tournament,
        "role": request.role,
        "query": query,
        "player": player,
        "found": found,
        "entered": ratings.entered(tournament, found, besides=player),
        "counting": {
            person.fide_id: ratings.counting(tournament, ratings.from_list(person)) for person in found
        },
        "lists": list(dict.fromkeys(rating_lists.sources(lists).values())),
        "most": rating_lists.MOST_FOUND,
        "latecomer": latecomers.ways(tournament),
    }
    template = "desk/player_find.html#found" if request.htmx else "desk/player_find.html"
    return render(request, template, context)


def _enter(request: EventRequest, player: Player | None) -> HttpResponse:
    fide_id = request.POST.get("fide_id", "").replace("\x00", "")
    listed = rating_lists.by_fide_id([fide_id], event_lists.followed(request.tournament)).get(fide_id)
    if listed is None:
        raise DomainError("not_listed", _("FIDE ID %(id)s is on no rating list in use.") % {"id": fide_id})
    slug = request.tournament.slug
    if player:
        identify_player(player=player, fide_id=fide_id, actor=request.user, **answer(request))
        messages.success(request, _("%(name)s is taken from the rating list.") % {"name": listed.name})
        return redirect("player-edit", slug, player.pk)
    [entered] = add_players(
        tournament=request.tournament,
        entries=[listed.entry],
        actor=request.user,
        source=Rating.Source.FIDE_LIST,
    )
    text = (
        _("%(name)s is entered, rating %(rating)s.") if entered.rating else _("%(name)s is entered, unrated.")
    )
    messages.success(request, text % {"name": entered.name, "rating": entered.rating})
    return redirect("player-find", slug)


def check_ratings(request: EventRequest, slug: str) -> HttpResponse:
    """The players whose rating differs from the lists in use; a POST updates the chosen ones."""
    tournament = request.tournament
    if request.method == "POST":
        followed = follow_lists(
            tournament=tournament,
            players={_number(key) for key in request.POST.getlist("player")},
            lists={_number(key) for key in request.POST.getlist("list")},
            actor=request.user,
        )
        text = ngettext(
            "%(count)d player follows the rating list.",
            "%(count)d players follow the rating list.",
            len(followed),
        )
        messages.success(request, text % {"count": len(followed)})
        return redirect("desk-players" if numbers.moves(tournament) else "ratings-check", slug)
    context = {"tournament": tournament, "role": request.role, "check": ratings.check(tournament)}
    return render(request, "desk/ratings.html", context)


@post_only
def renumber(request: EventRequest, slug: str) -> HttpResponse:
    """Assign the pairing numbers anew, from corrected data."""
    count = assign_numbers(tournament=request.tournament, actor=request.user, **answer(request))
    text = ngettext("%(count)d player has a new number.", "%(count)d players have new numbers.", count)
    messages.success(request, text % {"count": count})
    return redirect("desk-players", slug)


@post_only
def exchange(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Exchange the numbers of two equal players."""
    player = get_object_or_404(Player, tournament=request.tournament, pk=pk)
    other = request.tournament.players.filter(pk=_number(request.POST.get("other", ""))).first()
    if other is None:
        raise DomainError("other", _("Choose the player with whom to exchange the number."))
    exchange_numbers(player=player, other=other, actor=request.user, **answer(request))
    text = _("%(one)s and %(other)s have exchanged their numbers.")
    messages.success(request, text % {"one": player.name, "other": other.name})
    return redirect("desk-players", slug)


@post_only
def count(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Choose which of a player's known ratings counts in this event."""
    player = get_object_or_404(Player, tournament=request.tournament, pk=pk)
    rating = let_count(player=player, kind=request.POST.get("kind", ""), actor=request.user)
    text = _("The rating of %(name)s is %(rating)d now.")
    messages.success(request, text % {"name": player.name, "rating": rating.value})
    return redirect("player-edit", slug, pk)


@post_only
def forget(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Let a player's present rating count from round 1 on, because the earlier ones were mistakes."""
    player = get_object_or_404(Player, tournament=request.tournament, pk=pk)
    forget_earlier(player=player, actor=request.user)
    messages.success(
        request, _("The present rating of %(name)s counts from round 1 on.") % {"name": player.name}
    )
    return redirect("player-edit", slug, pk)


@post_only
def close(request: EventRequest, slug: str) -> HttpResponse:
    """Close the list of participants."""
    close_list(tournament=request.tournament, actor=request.user, confirmation=given(request))
    messages.success(request, _("The list is closed: its pairing numbers are definitive."))
    return redirect("desk-players", slug)


@post_only
def reopen(request: EventRequest, slug: str) -> HttpResponse:
    """Open the list of participants again."""
    open_list(tournament=request.tournament, actor=request.user)
    if rounds.numbers_are_frozen(request.tournament):
        messages.success(request, _("The list is open again."))
    else:
        messages.success(request, _("The list is open again: its pairing numbers are provisional."))
    return redirect("desk-players", slug)
