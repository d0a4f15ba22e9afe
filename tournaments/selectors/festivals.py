"""Reading festivals and seasons: their events, and players in all of them at once."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet, prefetch_related_objects

from tournaments.models import Festival, Membership, Part, Player, Round, Tournament
from tournaments.names import matches
from tournaments.selectors.rounds import with_round_on

# The most players that a search shows.
MOST = 100


@dataclass(frozen=True, slots=True)
class Group:
    """One event of a festival: its label there, and its next round if the day of that round is known."""

    label: str
    tournament: Tournament
    coming: Round | None


def groups(festival: Festival) -> list[Group]:
    """The events of the festival that were not removed, each as `rounds.with_round_on` gives it."""
    parts = Part.objects.filter(festival=festival)
    labels = dict(parts.values_list("tournament", "label"))
    events = {event.pk: event for event in with_round_on().filter(pk__in=labels)}
    prefetch_related_objects(list(events.values()), "rounds")
    return [Group(label, events[key], _coming(events[key])) for key, label in labels.items() if key in events]


def _coming(event: Tournament) -> Round | None:
    """The first round that is not public, unless its day is not known or it is not played."""
    following = next((round_ for round_ in event.rounds.all() if not round_.is_public), None)
    to_come = following and following.day and not event.is_finished and event.ended_after is None
    return following if to_come else None


def open_to(user: User, tournament: Tournament) -> QuerySet[Festival]:
    """The festivals that the user may put the event into: their own, and the one it is already in."""
    return Festival.objects.filter(Q(owner=user) | Q(parts__tournament=tournament)).distinct()


def part_of(tournament: Tournament) -> Part | None:
    """The event as a part of its festival; None if it is not part of one."""
    return Part.objects.filter(tournament=tournament).select_related("festival").first()


def parts_beside(part: Part) -> list[Part]:
    """All parts of the same festival whose events were not removed, including this one, with their events."""
    parts = part.festival.parts.filter(tournament__removed_at=None)
    return list(parts.select_related("tournament"))


def found(festival: Festival, query: str) -> list[tuple[str, Player]]:
    """Players of all groups whose names have every word of the query, each with the group's label."""
    if not query:
        return []
    events = {group.tournament.pk: group for group in groups(festival)}
    players = Player.objects.filter(tournament__in=events).select_related("tournament")
    rows = [player for player in players.order_by("name", "pk") if matches(query, player.name)]
    return [(events[player.tournament_id].label, player) for player in rows[:MOST]]


def sources(tournament: Tournament, user: User) -> list[Part]:
    """The other groups of the festival whose players the user, as an arbiter there too, may copy."""
    part = part_of(tournament)
    if part is None or tournament.boards is not None:
        return []
    arbiters = (Membership.Role.OWNER, Membership.Role.CHIEF, Membership.Role.DEPUTY)
    events = user.memberships.filter(role__in=arbiters, tournament__boards=None).values("tournament")
    parts = part.festival.parts.filter(tournament__in=events, tournament__removed_at=None)
    return list(parts.exclude(pk=part.pk).select_related("tournament"))
