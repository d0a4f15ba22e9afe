"""The addresses of the places where an arbiter puts something right, and the labels of the acts there."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.selectors.cures import Cure, Place

# Place -> the route of its page, and the fragment of the address.
ROUTES = {
    Place.DESK: ("desk", ""),
    Place.INITIAL_COLOUR: ("desk", "#initial-colour"),
    Place.ABSENCES: ("desk", "#absences"),
    Place.REQUESTS: ("desk", "#requests"),
    Place.PLAYERS: ("desk-players", ""),
    Place.RATINGS: ("ratings-check", ""),
    Place.SETTINGS: ("settings", ""),
    Place.TIE_BREAKS: ("tie-breaks", ""),
    Place.ROUND: ("desk-round", ""),
    Place.BOARD: ("desk-round", "#board-{0.board}"),
    Place.TIE_BREAK: ("desk-round", "#tie-break-{0.board}"),
    Place.DEADLINE: ("desk-round", "#deadline"),
    Place.REPAIR: ("desk-round", "#repair"),
    Place.EVENT_FIELD: ("report-data", "#id_{0.field}"),
    Place.ARBITERS: ("report-data", "#arbiters"),
    Place.ARBITER: ("report-data", "#id_{0.arbiter}-fide_id"),
    Place.SCHEDULE: ("schedule", ""),
    Place.START: ("schedule", "#round-{0.round}"),
    Place.PLAYER: ("player-edit", ""),
    Place.NOTE: ("integrity", "#event-{0.note}"),
}

# Place -> the label of the desk's button, for the acts that the desk asks for.
ACTS = {
    Place.INITIAL_COLOUR: _("Draw it"),
    Place.ABSENCES: _("Decide"),
    Place.REQUESTS: _("Decide"),
    Place.PLAYERS: _("Add players"),
    Place.RATINGS: _("Check them"),
    Place.TIE_BREAKS: _("Choose"),
    Place.ROUND: _("To the round"),
    Place.BOARD: _("Enter it"),
    Place.TIE_BREAK: _("Enter it"),
    Place.DEADLINE: _("Change it"),
}


def address(cure: Cure, tournament: Tournament) -> str:
    """The address of the place."""
    route, part = ROUTES[cure.place]
    numbers = {"desk-round": [cure.round or 0], "player-edit": [cure.player or 0]}.get(route, [])
    return reverse(route, args=[tournament.slug, *numbers]) + part.format(cure)
