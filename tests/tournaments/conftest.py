"""Fixtures shared by the tests of several pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import time_machine
from django.utils import timezone

from tests import builders
from tests.tournaments.guard_samples import Scene

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.contrib.auth.models import User

    from tournaments.models import Tournament


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """A stopped clock, which tests move."""
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        yield traveller


@pytest.fixture
def timed(chief: User) -> Tournament:
    """An event in which errors must be reported within half an hour of the last result."""
    return builders.tournament(chief, correction_minutes=30)


@pytest.fixture
def scene(chief: User) -> Scene:
    return Scene(chief)
