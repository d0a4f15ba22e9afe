"""The log of acts on the server; acts in an event are in the event's own log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.models import ServerAct

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def note(action: ServerAct.Action, *, subject: str, actor: User | None = None) -> None:
    """Write a line, in the transaction of the act; without an actor it was done at the machine."""
    who = actor.get_username() if actor else ""
    ServerAct.objects.create(action=action, actor=who, subject=subject[:200])
