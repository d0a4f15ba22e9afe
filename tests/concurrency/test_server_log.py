"""Acts on the server at the same moment: each line of its log has another one before it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext

import pytest
from django.db import DatabaseError

from tests.concurrency.crowd import THREADS, at_once, meeting_before
from tournaments.chain.verification import faults
from tournaments.models import ServerAct
from tournaments.server import services as server

Action = ServerAct.Action


def noting(name: str) -> Callable[[], None]:
    return lambda: server.note(Action.ACCOUNT_MADE, subject=name)


def written() -> set[str]:
    return set(ServerAct.objects.values_list("subject", flat=True))


def test_all_who_write_at_once_come_into_one_chain(guarded_db: None) -> None:
    names = {f"account{number}" for number in range(THREADS)}
    assert at_once(*map(noting, names)) == [None] * THREADS
    assert written() == names
    assert list(faults()) == []


def test_control_without_the_lock_two_read_the_same_last_line(
    guarded_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the database, which has no fork, takes one of them only, so the test above proves something."""
    monkeypatch.setattr(server, "_alone", nullcontext)
    meeting_before(monkeypatch, ServerAct, "save", 2)
    outcomes = at_once(noting("one"), noting("other"))
    assert sum(isinstance(outcome, DatabaseError) for outcome in outcomes) == 1, outcomes
    assert len(written()) == 1
    assert list(faults()) == []
