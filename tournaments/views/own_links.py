"""The arbiters' side of players' links: making, printing and revoking them; and answering bye requests."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import engine
from tournaments.errors import Overtaken
from tournaments.forms.own_links import OwnLinkRulesForm
from tournaments.models import Player
from tournaments.selectors.own_links import entitled, rules_of
from tournaments.services import bye_requests, own_links
from tournaments.views.post_only import post_only
from tournaments.web.access import EventRequest, player_of
from tournaments.web.answers import given
from tournaments.web.phones import Address, address_for_phones


@require_safe
def links(request: EventRequest, slug: str) -> HttpResponse:
    """The players with and without a link of their own, and what players may do by it."""
    return _page(request, OwnLinkRulesForm(instance=rules_of(request.tournament)))


def _page(request: EventRequest, form: OwnLinkRulesForm) -> HttpResponse:
    found = entitled(request.tournament)
    context = {
        "tournament": request.tournament,
        "role": request.role,
        "form": form,
        "table": engine.follows_players(request.tournament),
        "rules": rules_of(request.tournament),
        "players": found,
        "without": sum(link is None for _player, link in found),
    }
    return render(request, "desk/own_links.html", context, status=form.status)


@post_only
def rules(request: EventRequest, slug: str) -> HttpResponse:
    """Set what players may do by their links."""
    tournament = request.tournament
    form = OwnLinkRulesForm(request.POST, instance=rules_of(tournament))
    if form.is_valid():
        try:
            own_links.set_rules(
                tournament=tournament, changes=form.changes, seen=form.seen, actor=request.user
            )
        except Overtaken as error:
            form.overtaken(OwnLinkRulesForm(instance=rules_of(tournament)), error.now)
        else:
            messages.success(request, _("What players may do by their own links is saved."))
            return redirect("own-links", slug)
    return _page(request, form)


@post_only
def make(request: EventRequest, slug: str) -> HttpResponse:
    """Make links for the players without one, or new ones for all, and show them, once."""
    made = own_links.make_links(
        tournament=request.tournament, anew=request.POST.get("whose") == "all", actor=request.user
    )
    return _shown(request, made)


@post_only
def make_one(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Make a link for one player, which ends their older one, and show it, once."""
    player = player_of(request, pk)
    return _shown(request, [(player, own_links.make_link(player=player, actor=request.user))])


def _shown(request: EventRequest, made: Sequence[tuple[Player, str]]) -> HttpResponse:
    """The sheet to print, the only place where these addresses are ever shown."""
    host = address_for_phones(request, "")
    context = {
        "tournament": request.tournament,
        "role": request.role,
        "host": host,
        "made": [(player, Address(host.url + reverse("own-open", args=[token]))) for player, token in made],
    }
    answer = render(request, "desk/own_links_made.html", context)
    add_never_cache_headers(answer)
    return answer


@post_only
def revoke(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """End a player's link."""
    player = player_of(request, pk)
    own_links.revoke_link(player=player, actor=request.user)
    messages.success(request, _("The link of %(name)s is revoked.") % {"name": player.name})
    return redirect("own-links", slug)


@post_only
def grant(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Grant a requested bye."""
    row = bye_requests.grant(
        tournament=request.tournament, request=pk, actor=request.user, confirmation=given(request)
    )
    text = _("%(name)s has a bye in round %(number)d.")
    messages.success(request, text % {"name": row.player.name, "number": row.round.number})
    return redirect("desk", slug)


@post_only
def decline(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Decline a requested bye."""
    row = bye_requests.decline(tournament=request.tournament, request=pk, actor=request.user)
    text = _("%(name)s gets no bye in round %(number)d, and is told so by their link.")
    messages.success(request, text % {"name": row.player.name, "number": row.round.number})
    return redirect("desk", slug)
