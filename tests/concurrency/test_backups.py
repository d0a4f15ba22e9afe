"""The same backup is brought back twice at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import User

from tests import builders
from tests.concurrency.crowd import SQLITE, at_once, meeting_before
from tournaments.backup.queries import backup
from tournaments.backup.services import backups, replay
from tournaments.errors import Conflict, DomainError
from tournaments.models import Tournament


@pytest.fixture
def text(chief: User) -> bytes:
    """The backup of an event whose address is free."""
    event = builders.tournament(chief)
    found = backup(event).encode()
    Tournament.objects.filter(pk=event.pk).update(slug="before")
    return found


def twice(text: bytes, actor: User, *nonces: UUID | None) -> list[Any]:
    def bring_back(nonce: UUID | None) -> Callable[[], Tournament]:
        return lambda: backups.restore_event(data=text, actor=actor, nonce=nonce)

    return at_once(*map(bring_back, nonces))


def with_one_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both look for a free address before either has stored anything.

    On SQLite the second waits for the first from its first statement on: there its look is left out.
    """
    if SQLITE:
        monkeypatch.setattr(replay, "free_slug", lambda address: address)
    else:
        meeting_before(monkeypatch, replay, "accounts_of", 2)


@pytest.mark.parametrize("attempt", range(3))
def test_of_one_form_sent_twice_there_is_one_event(text: bytes, chief: User, attempt: int) -> None:
    one, other = twice(text, chief, *[uuid4()] * 2)
    assert one == other
    assert Tournament.objects.count() == 2


def test_of_two_forms_one_is_told(text: bytes, chief: User, monkeypatch: pytest.MonkeyPatch) -> None:
    with_one_look(monkeypatch)
    outcomes = twice(text, chief, None, None)
    [made] = [one for one in outcomes if isinstance(one, Tournament)]
    [told] = [one for one in outcomes if isinstance(one, Conflict)]
    assert told.message == (
        "An event at this address was made at the same moment. Nothing of this file was kept."
    )
    assert {*Tournament.objects.values_list("slug", flat=True)} == {"before", made.slug}


def test_control_without_a_second_look_at_the_address_sql_is_told(
    text: bytes, chief: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without it the refusal is the database's own, so the test above proves something."""
    with_one_look(monkeypatch)
    monkeypatch.setattr(replay.Replay, "address", "")
    [told] = [one for one in twice(text, chief, None, None) if isinstance(one, DomainError)]
    assert "unique constraint" in told.message.lower()
