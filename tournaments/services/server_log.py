"""The log of what belongs to no event; what does stands in the event's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.models import ServerAct

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def note(action: ServerAct.Action, *, subject: str, actor: User | None = None) -> None:
    """Write a line, within the transaction of what was done; without an actor it was done at the machine."""
    who = actor.get_username() if actor else ""
    ServerAct.objects.create(action=action, actor=who, subject=subject[:200])
