"""What was worked out once is written again, and only where it would be the same."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client, override_settings

from tests import again, builders
from tests.tournaments.all_rows import everything
from tournaments import guards
from tournaments.errors import ConfirmationNeeded, DomainError
from tournaments.event.services.event import create_tournament
from tournaments.models import Tournament
from tournaments.rounds.services import rounds

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.any_database,
    # Elsewhere sequences do not roll back, so that everything runs in full.
    pytest.mark.skipif(connection.vendor != "sqlite", reason="done again on SQLite alone"),
]

ran: list[str] = []


@again.again
def announced(actor: User, name: str, more: dict[str, int]) -> Tournament:
    ran.append(name)
    return create_tournament(actor=actor, name=name, number_of_rounds=more["rounds"])


@again.again
def paired(event: Tournament, actor: User) -> Tournament:
    ran.append("paired")
    rounds.pair_round(tournament=event, number=1, actor=actor)
    event.refresh_from_db()
    return event


@pytest.fixture(autouse=True)
def _nothing_ran(db: None) -> None:
    ran.clear()
    again._deeds.clear()


def test_the_same_act_in_the_same_state_is_written_again(chief: User) -> None:
    seen = []
    for _twice in range(2):
        with builders.undone():
            event = announced(chief, "Open", {"rounds": 5})
            seen.append((event, event.revision, everything()))
    assert seen[0] == seen[1]
    assert ran == ["Open"]
    with builders.undone():
        announced(chief, "Open", {"rounds": 6})
        announced(chief, "Other", {"rounds": 5})
    assert ran == ["Open", "Open", "Other"]


def test_all_rows_and_the_arguments_are_as_they_were(chief: User) -> None:
    seen = []
    for _twice in range(2):
        with builders.undone():
            event = builders.tournament(chief, players=4)
            Client().force_login(chief)
            assert paired(event, chief) is event
            assert guards.faults() == []
            rows = everything()
            # Logging in has written the time of its own.
            del rows["auth_user"]
            seen.append((event.revision, rows))
    assert seen[0] == seen[1]
    assert ran == ["paired"]


def test_what_follows_an_act_that_is_done_anew_is_done_anew_too(chief: User) -> None:
    """It names what the act wrote: the second link of a chain the first one."""
    for _twice in range(2):
        with builders.undone():
            announced(chief, "First", {"rounds": 5})
            first = [*again._deeds][-1]
            announced(chief, "Second", {"rounds": 5})
        again._deeds[first] = replace(again._deeds[first], at=-math.inf)
    assert ran == ["First", "Second", "First", "Second"]


def write(chief: User) -> None:
    chief.first_name = "Somebody"
    chief.save()


def patch(_chief: User) -> None:
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(rounds, "pair_round", rounds.pair_round)


def drop(_chief: User) -> None:
    guards.drop()


def configure(_chief: User) -> None:
    with override_settings(PASSWORD_HASHERS=[]):
        pass


@pytest.mark.parametrize("change", [write, patch, drop, configure])
def test_after_another_change_everything_runs_in_full(chief: User, change: Callable[[User], None]) -> None:
    for _twice in range(2):
        with builders.undone():
            change(chief)
            announced(chief, "Open", {"rounds": 5})
    assert ran == ["Open", "Open"]


def test_what_a_changed_program_does_is_not_kept_even_if_it_was_changed_before(chief: User) -> None:
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(rounds, "pair_round", rounds.pair_round)
        with builders.undone():
            again.begin()
            announced(chief, "Open", {"rounds": 5})
    for _twice in range(2):
        with builders.undone():
            again.begin()
            announced(chief, "Open", {"rounds": 5})
    assert ran == ["Open", "Open"]


def test_at_another_time_everything_runs_in_full(chief: User) -> None:
    announced(chief, "Open", {"rounds": 5})
    with time_machine.travel(0):
        announced(chief, "Open", {"rounds": 5})
    assert ran == ["Open", "Open"]


def test_what_is_refused_is_refused_each_time(chief: User) -> None:
    event = builders.tournament(chief, players=0)
    for _twice in range(2):
        with pytest.raises((DomainError, ConfirmationNeeded)):
            paired(event, chief)
    assert ran == ["paired", "paired"]
