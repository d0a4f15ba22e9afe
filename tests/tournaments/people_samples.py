"""Helpers shared by the tests of an event's people."""

from __future__ import annotations

from django.contrib.auth.models import User

from tests import builders
from tournaments.models import Invitation, Membership, Tournament
from tournaments.people import services as people

Role = Membership.Role


PASSWORD = "a rather long one"


def person(event: Tournament, name: str) -> int:
    return event.memberships.get(user__username=name).pk


def roles(event: Tournament) -> dict[str, str]:
    return dict(event.memberships.values_list("user__username", "role"))


def accept(invitation: Invitation, name: str) -> Membership:
    user = User.objects.filter(username=name).first() or builders.user(name)
    return people.accept_invitation(invitation=invitation, actor=user)
