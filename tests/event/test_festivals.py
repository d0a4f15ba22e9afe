"""Festivals and seasons: events that belong together, on one page, with players found in all of them."""

from __future__ import annotations

from datetime import date

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from tests import builders
from tournaments.backup.queries import backup
from tournaments.backup.services import backups
from tournaments.backup.services.backups import restore_event
from tournaments.errors import DomainError
from tournaments.event.services.course import make_festival, remove_festival, set_part, set_schedule
from tournaments.models import AuditEvent, Festival, Part, Tournament
from tournaments.players.services import players


@pytest.fixture
def festival(chief: User) -> Festival:
    return make_festival(name="Oban Festival", actor=chief)


@pytest.fixture
def other(chief: User, festival: Festival, event: Tournament) -> Tournament:
    """Group B, without a player; `event` is group A."""
    other = builders.tournament(chief, name="Oban B", players=0)
    set_part(tournament=event, festival=festival, label="Group A", actor=chief)
    set_part(tournament=other, festival=festival, label="Group B", actor=chief)
    return other


def test_made_under_the_account_and_joined_in_the_settings(event: Tournament, chief_client: Client) -> None:
    page = chief_client.post(reverse("festivals"), {"name": "Oban Festival"}, follow=True).content.decode()
    made = Festival.objects.get()
    assert made.slug == "oban-festival"
    assert "Oban Festival is made." in page
    url = reverse("festival-part", args=[event.slug])
    assert "Expected the name of the event there" in (
        chief_client.post(url, {"festival": made.pk, "label": " "}).content.decode()
    )
    chief_client.post(url, {"festival": made.pk, "label": "Group A"})
    act = event.audit_events.latest("pk")
    assert (act.action, act.after) == (
        AuditEvent.Action.FESTIVAL_SET,
        {"festival": "Oban Festival", "label": "Group A"},
    )
    assert "Group A" in chief_client.get(reverse("festivals")).content.decode()
    chief_client.post(url, {"festival": "", "label": ""})
    assert not Part.objects.exists()
    chief_client.post(reverse("festival-remove", args=[made.pk]))
    assert not Festival.objects.exists()


def test_its_page_has_the_events_with_how_far_they_are(
    event: Tournament, other: Tournament, chief: User
) -> None:
    builders.publish(event, 1, chief)
    set_schedule(tournament=event, changes={2: {"day": date(2026, 12, 24)}}, actor=chief)
    page = Client().get(reverse("festival", args=["oban-festival"])).content.decode()
    assert page.index("Group A") < page.index("round 1 of 5") < page.index("Round 2:") < page.index("Group B")
    assert "2026-12-24" in page
    assert "5 rounds, not started" in page


def test_each_event_leads_to_the_others(event: Tournament, other: Tournament) -> None:
    page = " ".join(Client().get(event.get_absolute_url()).content.decode().split())
    assert f'<a href="{reverse("festival", args=["oban-festival"])}">Oban Festival</a>' in page
    assert '<b aria-current="page">Group A</b>' in page
    assert f'<a href="{other.get_absolute_url()}">Group B</a>' in page


def test_a_player_is_found_in_all_groups(event: Tournament, other: Tournament, chief: User) -> None:
    players.add_players(tournament=other, entries=[{"name": "Adler, Zoe"}], actor=chief)
    url = reverse("festival", args=["oban-festival"])
    page = Client().get(url, {"q": "adler"}).content.decode()
    assert ">Adler, A000</a> <small>Group A</small>" in page
    assert ">Adler, Zoe</a> <small>Group B</small>" in page
    assert "Berg" not in page
    assert "Nobody of that name" in Client().get(url, {"q": "nobody"}).content.decode()


def test_players_of_another_group_are_taken_over_by_the_preview(
    event: Tournament, other: Tournament, chief: User, chief_client: Client
) -> None:
    first = event.players.get(number=1)
    players.change_player(player=first, changes={"birth": "1990/05/04", "federation": "SCO"}, actor=chief)
    url = reverse("players-import", args=[other.slug])
    assert '<a href="?from=test-open">Group A</a>' in chief_client.get(url).content.decode()
    page = chief_client.get(url, {"from": "test-open"})
    assert "Add 8 players" in page.content.decode()
    third = page.context["found"].lines[1].key  # type: ignore[attr-defined]
    chief_client.post(url, {"text": page.context["text"], "previewed": "1", "left_out": third, "import": "1"})
    taken = other.players.get(name=first.name)
    assert (taken.birth, taken.federation, taken.rating) == ("1990/05/04", "SCO", 2400)
    assert other.players.count() == 7
    # An arbiter who is none of that event is shown nobody's birth.
    deputy = Client()
    deputy.force_login(builders.deputy(other, "deputy"))
    assert "?from=" not in deputy.get(url).content.decode()
    assert "1990" not in deputy.get(url, {"from": "test-open"}).content.decode()


def test_a_festival_takes_only_its_owners_events(
    event: Tournament, festival: Festival, outsider: User, chief: User
) -> None:
    theirs = builders.tournament(outsider, name="Their Open", players=0)
    with pytest.raises(DomainError, match="Only the person who made a festival"):
        set_part(tournament=theirs, festival=festival, label="Group C", actor=outsider)
    client = Client()
    client.force_login(outsider)
    url = reverse("festival-part", args=[theirs.slug])
    assert client.post(url, {"festival": festival.pk, "label": "Group C"}).status_code == 422
    assert client.post(reverse("festival-remove", args=[festival.pk])).status_code == 422
    set_part(tournament=event, festival=festival, label="Group A", actor=chief)
    with pytest.raises(DomainError, match="Some events are part of it"):
        remove_festival(festival=festival.pk, actor=chief)


def test_another_arbiter_names_it_anew_within_its_festival_and_moves_it_into_no_other(
    event: Tournament, other: Tournament, festival: Festival, chief: User
) -> None:
    deputy = builders.deputy(event, "deputy")
    set_part(tournament=event, festival=festival, label="Masters", actor=deputy)
    season = make_festival(name="Season", actor=chief)
    with pytest.raises(DomainError, match="Only the person who made a festival"):
        set_part(tournament=event, festival=season, label="Masters", actor=deputy)
    part = Part.objects.get(tournament=event)
    assert (part.festival, part.label) == (festival, "Masters")


def test_nobody_fills_the_server_with_them(chief: User, festival: Festival, settings: Settings) -> None:
    settings.MOST_EVENTS = 1
    with pytest.raises(DomainError, match="may have no more"):
        make_festival(name="Second", actor=chief)


def test_a_removed_event_is_in_no_festival(event: Tournament, other: Tournament, chief: User) -> None:
    backups.remove_event(tournament=other, name=other.name, actor=chief)
    pages = (reverse("festival", args=["oban-festival"]), event.get_absolute_url())
    assert all("Group B" not in Client().get(page).content.decode() for page in pages)


def test_an_event_that_comes_home_is_the_same_part(event: Tournament, other: Tournament, chief: User) -> None:
    backups.hand_over(tournament=event, where="https://example.org/", actor=chief)
    laptop = builders.user("laptop")
    there = restore_event(data=backup(event).encode(), actor=laptop)
    assert not Part.objects.filter(tournament=there).exists()
    backups.hand_over(tournament=there, where="https://example.org/", actor=laptop)
    home = backups.take_home(tournament=event, data=backup(there).encode(), actor=chief)
    assert home.part.label == "Group A"
