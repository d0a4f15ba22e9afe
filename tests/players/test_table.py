"""Many players are mended in one table: what was changed is written in one act, or what is wrong is said."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.players.test_registration_pages import said
from tests.tournaments.one_event import chief, db, event, made
from tournaments.errors import DomainError, Overtaken
from tournaments.log import acts
from tournaments.models import AuditEvent, Player, Tournament
from tournaments.players.services import doubles, players
from tournaments.players.services.many import RowsRefused, change_players

__all__ = ["chief", "db", "event", "made"]


def numbered(event: Tournament, number: int) -> Player:
    return event.players.get(number=number)


def change(event: Tournament, actor: User, changes: dict[int, dict[str, Any]], **seen: Any) -> list[Player]:
    """Change the players with these numbers; the page showed these values of each."""
    keyed = {numbered(event, number).pk: fields for number, fields in changes.items()}
    return change_players(tournament=event, changes=keyed, seen=dict.fromkeys(keyed, seen), actor=actor)


def fields_of(page: str) -> dict[str, str]:
    """What a browser would send of the form's inputs."""
    inputs = re.findall(r"<input [^>]*>", page)
    found = {}
    for one in inputs:
        attributes = dict(re.findall(r'([\w-]+)="([^"]*)"', one))
        if "name" in attributes and attributes["name"] != "row":
            found[attributes["name"]] = attributes.get("value", "")
    return found


def test_what_was_changed_is_written_in_one_act(event: Tournament, chief: User) -> None:
    revision, rating = event.revision, numbered(event, 3).rating
    changed = change(
        event,
        chief,
        {
            1: {"name": "Zorn,  Zoe", "sex": "w", "birth": "1990"},
            3: {"rating": 2850, "club": "Oban"},
            4: {"club": ""},
        },
    )
    assert len(changed) == 2
    zoe = event.players.get(name="Zorn, Zoe")
    assert (zoe.sex, zoe.birth) == ("w", "1990")
    event.refresh_from_db()
    assert event.revision == revision + 1
    act = AuditEvent.objects.latest("pk")
    assert (act.action, act.subject) == ("players_changed", "2")
    assert acts.change(act) == (
        "1 Zorn, Zoe: born 1990 · name Adler, A000 → Zorn, Zoe · sex female;"
        f" 3 Costa, A002: club Oban · rating {rating} → 2850"
    )
    # Its rating moved the third to the top.
    assert numbered(event, 1).name == "Costa, A002"
    assert change(event, chief, {1: {"club": "Oban"}}) == []


def test_fide_ids_that_slipped_by_a_row_are_put_right_at_once(event: Tournament, chief: User) -> None:
    change(event, chief, {1: {"fide_id": "101"}, 2: {"fide_id": "102"}, 3: {"fide_id": "103"}})
    change(event, chief, {1: {"fide_id": "102"}, 2: {"fide_id": "103"}, 3: {"fide_id": "101"}})
    assert [numbered(event, number).fide_id for number in (1, 2, 3)] == ["102", "103", "101"]


def test_everything_that_is_wrong_is_said_and_nothing_is_written(event: Tournament, chief: User) -> None:
    change(event, chief, {8: {"fide_id": "108"}})
    gone = numbered(event, 7)
    keys = {number: numbered(event, number).pk for number in range(1, 7)}
    players.remove_player(player=gone, actor=chief)
    wanted = {
        keys[1]: {"club": "Oban"},
        keys[2]: {"birth": "1800"},
        keys[3]: {"fide_id": "108"},
        keys[4]: {"name": Player.objects.get(pk=keys[5]).name},
        keys[6]: {"club": "Tain"},
        gone.pk: {"club": "Wick"},
    }
    seen = {keys[6]: {"club": "Dunoon"}}
    with pytest.raises(RowsRefused) as refused:
        change_players(tournament=event, changes=wanted, seen=seen, actor=chief)
    refusals = refused.value.refusals
    assert set(refusals) == {*wanted} - {keys[1]}
    assert isinstance(refusals[keys[6]], Overtaken)
    assert "FIDE ID 108 is entered already" in str(refusals[keys[3]])
    assert "is entered already" in str(refusals[keys[4]])
    assert "has been removed" in str(refusals[gone.pk])
    assert not event.players.filter(club="Oban").exists()


def test_two_people_of_one_name_are_no_double(event: Tournament, chief: User) -> None:
    name = numbered(event, 1).name
    builders.confirmed(doubles.add_player, tournament=event, entry={"name": name}, actor=chief)
    twin = event.players.filter(name=name).latest("pk")
    changed = change_players(
        tournament=event, changes={twin.pk: {"name": name.upper()}}, seen={}, actor=chief
    )
    assert changed == [twin]


def test_who_a_player_of_a_published_round_is_stays(event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    with pytest.raises(RowsRefused) as refused:
        change(event, chief, {1: {"birth": "1990"}})
    [refusal] = refused.value.refusals.values()
    assert isinstance(refusal, DomainError)
    assert "is in a published round" in refusal.message
    change(event, chief, {1: {"club": "Oban", "rating": 1234}})
    assert event.players.get(club="Oban").rating == 1234


@pytest.mark.any_database
def test_the_page_sends_what_it_showed_and_loses_nothing(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    url = reverse("players-table", args=[event.slug])
    assert url in said(chief_client.get(reverse("desk-players", args=[event.slug])))
    page = said(chief_client.get(url))
    assert "without FIDE ID 8" in page
    one, two = numbered(event, 1), numbered(event, 2)
    form = fields_of(page) | {"row": [str(pk) for pk in event.players.values_list("pk", flat=True)]}
    form |= {f"{one.pk}-birth": "19x", f"{two.pk}-club": "Oban", f"{two.pk}-federation": "nor"}
    refused = chief_client.post(url, form)
    assert refused.status_code == 422
    page = said(refused)
    assert "Nothing is saved yet" in page
    assert 'value="19x"' in page
    assert 'value="Oban"' in page
    assert page.count('class="fault"') == 1
    players.change_player(player=one, changes={"birth": "1991"}, actor=chief)
    overtaken = chief_client.post(url, form | {f"{one.pk}-birth": "1992"})
    assert overtaken.status_code == 409
    page = said(overtaken)
    assert "Somebody else has changed it to 1991" in page
    assert f'name="initial-{one.pk}-birth" value="1991"' in page
    again = form | {f"{one.pk}-birth": "1992", f"initial-{one.pk}-birth": "1991"}
    assert "2 players are changed." in said(chief_client.post(url, again, follow=True))
    one.refresh_from_db()
    two.refresh_from_db()
    assert (one.birth, two.club, two.federation) == ("1992", "Oban", "NOR")
    lacking = said(chief_client.get(url, {"missing": "birth"}))
    assert f"{one.pk}-name" not in lacking
    assert f"{two.pk}-name" in lacking


@pytest.mark.any_database
def test_a_large_event_has_pages_that_a_form_can_send(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    entries = [{"name": f"Player, P{number:03}"} for number in range(100)]
    players.add_players(tournament=event, entries=entries, actor=chief)
    url = reverse("players-table", args=[event.slug])
    first, second = (said(chief_client.get(url, {"page": page})) for page in (1, 2))
    assert (first.count('name="row"'), second.count('name="row"')) == (100, 8)
    assert 'href="?page=2"' in first
    form = fields_of(first) | {"row": re.findall(r'name="row" value="(\d+)"', first)}
    key = event.players.get(name="Player, P050").pk
    chief_client.post(f"{url}?page=1", form | {f"{key}-sex": "w", f"{key}-title": "WFM"})
    assert event.players.get(pk=key).title == "WFM"


@pytest.mark.any_database
def test_identity_in_a_published_round_is_shown_and_not_changed(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    builders.publish(event, 1, chief)
    url = reverse("players-table", args=[event.slug])
    page = said(chief_client.get(url))
    one = numbered(event, 1)
    name, club = (
        re.search(rf'<input [^>]*name="{one.pk}-{field}"[^>]*>', page)[0]  # type: ignore[index]  # it is there
        for field in ("name", "club")
    )
    assert "disabled" in name
    assert "disabled" not in club
