"""The acts that a page may offer, and the addresses it links to. Loaded for every template."""

from __future__ import annotations

from django import template
from django.contrib.auth.models import User
from django.template import Context
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.errors import Cure
from tournaments.models import Player, Round, Tournament
from tournaments.web import refusals, rights
from tournaments.web.rights import Access

register = template.Library()


@register.filter
def may(role: str | None, route: str) -> bool:
    """Whether this role in the event may open its route: {% if role|may:"round-pair" %}."""
    return rights.may(role, route)


@register.filter
def opens(user: User, route: str) -> bool:
    """Whether the account may open a route that belongs to no event: {% if user|opens:"accounts" %}."""
    return rights.opens(user, route)


@register.filter
def enters(role: str | None, round_: Round) -> bool:
    """Whether this role may enter, or correct, the results of the round in its present state."""
    return rights.may(role, "result", round_.state)


@register.filter
def sees_drafts(role: str | None) -> bool:
    """Whether this role may see what is not public yet."""
    return rights.sees_drafts(role)


@register.filter
def whose(route: str) -> str:
    """A sentence that says who may do it instead."""
    match rights.rules()[route].access:
        case Access.OWNER:
            return _("Only the owner can do this.")
        case Access.CHIEF:
            return _("Only the chief arbiter can do this.")
        case Access.RESULTS:
            return _("Only arbiters and result clerks can do this.")
        case _other:
            return _("Only arbiters can do this.")


@register.filter
def address(cure: Cure, tournament: Tournament) -> str:
    """The address where an obstacle is put right: <a href="{{ obstacle.cure|address:tournament }}">."""
    return refusals.address(cure, tournament)


@register.filter
def act(cure: Cure) -> str:
    """The act done there, as a button's label: `{{ obstacle.cure|act }}`; "" if the sentence says enough."""
    return str(refusals.ACTS.get(cure.place, ""))


@register.simple_tag(takes_context=True)
def player_page(context: Context, player: Player) -> str:
    """Where a player's name links to: their data for an account that may change it, else their card."""
    if rights.may(context.get("role"), "player-edit"):
        return reverse("player-edit", args=[player.tournament.slug, player.pk])
    return player.get_absolute_url()
