"""Real threads with real transactions, and a way to remove their protection as a control."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, connections
from django.db.models import QuerySet

from tournaments.errors import DomainError
from tournaments.event.services import event
from tournaments.log import acts
from tournaments.models import AuditEvent, Tournament
from tournaments.people import services as people
from tournaments.players.services import players
from tournaments.results import services as results
from tournaments.rounds.services import by_hand, rounds

THREADS = 8
SQLITE = connection.vendor == "sqlite"
# A thread that never arrives is a failure, not a reason to wait for ever.
PATIENCE = 600


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """The results or refusals of the acts, which start together, each in a thread with its own connection."""
    start = threading.Barrier(len(acts))

    def run(one: Callable[[], Any]) -> Any:
        try:
            start.wait(PATIENCE)
            return one()
        except (DomainError, DatabaseError) as refusal:
            return refusal
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def without_the_tournaments_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the lock that makes acts run one after another.

    On PostgreSQL that is select_for_update; on SQLite, which silently ignores it, it is the transaction that
    is IMMEDIATE from its first statement: without it, the service reads before it has any lock at all.
    """
    if not SQLITE:
        monkeypatch.setattr(QuerySet, "select_for_update", lambda self, **_options: self)
        return

    @contextmanager
    def unlocked(tournament: Tournament, actor: User | None) -> Iterator[acts.Act]:
        yield acts.Act(Tournament.objects.get(pk=tournament.pk), actor)

    for service in (by_hand, people, players, results, rounds, event):
        monkeypatch.setattr(service, "acting", unlocked)


def meeting_before(monkeypatch: pytest.MonkeyPatch, owner: object, name: str, parties: int) -> None:
    """Make all threads wait before they write until all have read: the worst moment, every time."""
    together = threading.Barrier(parties)
    write = getattr(owner, name)

    def wait_then_write(*args: Any, **kwargs: Any) -> Any:
        together.wait(PATIENCE)
        return write(*args, **kwargs)

    monkeypatch.setattr(owner, name, wait_then_write)


def written(event: Tournament, action: str) -> int:
    """How many entries of the audit trail have this action."""
    return AuditEvent.objects.filter(tournament=event, action=action).count()
