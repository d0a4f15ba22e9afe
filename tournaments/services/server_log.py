"""The log of acts on the server; acts in an event are in the event's own log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.utils import timezone

from tournaments.chain.texts import fingerprint, text_of_server
from tournaments.chain.verification import head, not_linked
from tournaments.models import ServerAct, Tournament


def note(
    action: ServerAct.Action,
    *,
    subject: str,
    actor: User | None = None,
    event: Tournament | None = None,
    at: datetime | None = None,
) -> None:
    """Add a line to the chain, in the transaction of the act; without an actor it was done at the machine.

    To be called last, as nobody else adds one until that transaction ends.
    """
    with _alone():
        act = ServerAct(
            at=at or timezone.now(),
            action=action,
            actor=actor.get_username() if actor else "",
            subject=subject[:200],
            event=event.pk if event else None,
            previous=head(),
        )
        lines = [one.line for one in (*not_linked(), act)]
        act.fingerprint = fingerprint(text_of_server(lines, act.previous))
        act.save()


def note_event(
    action: ServerAct.Action, event: Tournament, *, actor: User | None = None, at: datetime | None = None
) -> None:
    """Add a line about an event, as `note` does."""
    note(action, subject=called(event), actor=actor, event=event, at=at)


def called(event: Tournament) -> str:
    """The event's name and address, as lines and messages about the server's events have them."""
    return f"{event.name} ({event.slug})"


@contextmanager
def _alone() -> Iterator[None]:
    """Let those who write lines follow one another: two links must not have the same one before them.

    On SQLite a transaction is the only writer from its first statement. On PostgreSQL this locks the table,
    not a number of our own: `purge` locks all tables, and a writer with only one lock never waits crosswise.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f"LOCK TABLE {ServerAct._meta.db_table} IN SHARE ROW EXCLUSIVE MODE")
        yield
