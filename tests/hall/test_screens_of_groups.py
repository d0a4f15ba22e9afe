"""One hall, several groups: a screen that turns through all of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.hall.test_screens import ask, machine_of, part_of, turns
from tests.tournaments.one_event import chief, db, event, made
from tournaments.backup.services import backups
from tournaments.event.services import course
from tournaments.hall import queries, services
from tournaments.models import Screen, Tournament

__all__ = ["chief", "db", "event", "made"]

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

Part = Screen.Part


@pytest.fixture
def group_b(event: Tournament, chief: User) -> Tournament:
    """Another group of the event's festival."""
    other = builders.tournament(chief, name="Group B")
    builders.publish(other, 1, chief)
    festival = course.make_festival(name="City Chess Days", actor=chief)
    for label, part in (("Group A", event), ("Group B", other)):
        course.set_part(tournament=part, festival=festival, label=label, actor=chief)
    return other


def test_a_screen_turns_through_all_groups_of_the_festival_if_the_desk_says_so(
    event: Tournament, group_b: Tournament, chief: User, chief_client: Client
) -> None:
    builders.publish(event, 1, chief)
    screen, machine = machine_of(event)
    assert {page.tournament for page in turns(screen, range(600))} == {event}
    url = reverse("screen-edit", args=[event.slug, screen.pk])
    form = {"name": "Stage", "parts": ["boards", "results"], "seconds": "15", "all_groups": "on"}
    assert chief_client.post(url, form).status_code == 302
    screen = queries.by_key(event, screen.pk)
    assert [(page.tournament, page.part) for page in turns(screen, range(0, 60, 15))] == [
        *((event, Part.BOARDS), (event, Part.RESULTS)),
        *((group_b, Part.BOARDS), (group_b, Part.RESULTS)),
    ]
    services.show_now(tournament=event, screen=screen.pk, part="boards", actor=chief)
    shown = {ask(machine, event).headers["Location"] for _turn in seconds_of_two_pages()}
    assert shown == {
        f"/t/{event.slug}/screen/boards/?page=1&led=15",
        f"/t/{group_b.slug}/screen/boards/?page=1&led=15&home={event.slug}",
    }
    # On another group's page, the machine still asks its own event.
    page = part_of(group_b, "boards", led=15, home=event.slug)
    assert f'data-next="/t/{event.slug}/screen/"' in page
    assert group_b.name in page
    desk = chief_client.get(reverse("screens", args=[event.slug])).content.decode()
    assert "pairings by board, page 1" in desk


def seconds_of_two_pages() -> Iterator[None]:
    """The moments of two pages of fifteen seconds, one after the other."""
    for at in (0, 15):
        with time_machine.travel(datetime(2026, 11, 21, tzinfo=UTC) + timedelta(seconds=at), tick=False):
            yield


def test_a_group_that_is_removed_or_has_nothing_to_show_is_left_out(
    event: Tournament, group_b: Tournament, chief: User
) -> None:
    screen, _machine = machine_of(event)
    services.change_screen(
        tournament=event, screen=screen.pk, changes={"all_groups": True, "parts": "boards"}, actor=chief
    )
    screen = queries.by_key(event, screen.pk)
    assert {page.tournament for page in turns(screen, range(60))} == {group_b}, "nothing is published in A"
    backups.remove_event(tournament=group_b, name=group_b.name, actor=chief)
    assert turns(screen, range(1)) == [(event, Part.COUNTDOWN, 1)]


def test_a_page_leads_back_to_no_address_but_that_of_an_event(event: Tournament) -> None:
    for home in ("//example.org", "../server", "a b", ""):
        assert f'data-next="/t/{event.slug}/screen/"' in part_of(event, "boards", led=15, home=home)


def test_an_event_of_its_own_is_not_asked_about_other_groups(event: Tournament, chief_client: Client) -> None:
    screen, _machine = machine_of(event)
    page = chief_client.get(reverse("screen-edit", args=[event.slug, screen.pk])).content.decode()
    assert 'name="seconds"' in page
    assert 'name="all_groups"' not in page
