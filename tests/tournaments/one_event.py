"""The event of eight players and its chief arbiter, made once for all tests of a file.

A file that imports these fixtures uses them instead of those of tests/conftest.py. Each test's changes are
undone, so the next one finds the event as it was made. No test of that file may need real transactions.
A file whose tests need another event imports `round_1_played` in place of `made`, or defines `made` itself.
"""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from tests import builders
from tournaments.models import Tournament


@pytest.fixture(scope="module")
def made(module_db: None) -> int:
    """The key of the event."""
    return builders.tournament(builders.user("chief")).pk


@pytest.fixture(scope="module", name="made")
def round_1_played(module_db: None) -> int:
    """The key of the event after round 1."""
    chief = builders.user("chief")
    event = builders.tournament(chief)
    builders.play(event, 1, chief)
    return event.pk


@pytest.fixture
def db(made: int, undone_db: None) -> None:
    """The tests of this file share the event."""


@pytest.fixture
def event(made: int, db: None) -> Tournament:
    """Eight players, five rounds, nothing paired yet, White drawn; or the event that the file has made."""
    return Tournament.objects.get(pk=made)


@pytest.fixture
def chief(db: None) -> User:
    """The owner of `event`, who is also its arbiter."""
    return User.objects.get(username="chief")
