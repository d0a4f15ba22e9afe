"""All players of an event get their FIDE IDs, and what else the rating list knows of them, in one act."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.players.test_registration_pages import said
from tests.rating_samples import load, person, xml
from tournaments.errors import Conflict, DomainError
from tournaments.log import acts
from tournaments.models import AuditEvent, Player, Tournament
from tournaments.players.queries import identity
from tournaments.players.services.many import take_from_list
from tournaments.players.services.players import add_players
from tournaments.ratings.finding import gaps

SURE, PROBABLE, TWINS, COMPLETE = "Müller, Jürgen", "Brown, Alan", "Smith, John", "Ivanova, Anna"
HOLDER, STRANGER, BARE = "Nilsen, Bjørn", "Zebrowski, Hubert", "Wang, Xiaoming"


@pytest.fixture
def event(db: None, tmp_path: Path, chief: User) -> Tournament:
    """Players who are on the list in one way each."""
    load(
        tmp_path,
        xml(
            person(11, "Mueller, Juergen", Fed="GER", B_day=1970, Tit="FM", SRtng=2310),
            person(12, "Brown, Alan", Fed="SCO", B_day=1969, SRtng=1700),
            person(13, "Smith, John", Fed="ENG", B_day=1980),
            person(14, "Smith, John", Fed="ENG", B_day=1991),
            person(15, "Ivanova, Anna", Fed="BUL", B_day=2001, Sex="F", Tit="WFM"),
            person(16, "Nilsen, Bjorn", Fed="NOR", B_day=1950, SRtng=1900),
            person(18, "Wang, Xiaoming", Fed="CHN", B_day=1999, Sex="M"),
        ),
        name="list.xml",
    )
    event = builders.tournament(chief, players=0, name="Found Open")
    entries = [
        {"name": SURE, "birth": "1970/02/03", "rating": 2200},
        {"name": PROBABLE, "federation": "SCO"},
        {"name": TWINS, "federation": "ENG"},
        {"name": COMPLETE, "birth": "2001", "federation": "BUL", "sex": "w", "title": "WFM", "fide_id": "15"},
        {"name": HOLDER, "birth": "1950", "federation": "NOR", "sex": "m", "fide_id": "16"},
        {"name": STRANGER, "federation": "POL"},
        {"name": BARE, "fide_id": "18"},
    ]
    add_players(tournament=event, entries=entries, actor=chief)
    return event


def named(event: Tournament, name: str) -> Player:
    return event.players.get(name=name)


def test_whoever_lacks_something_that_the_list_knows_is_shown_with_it(event: Tournament) -> None:
    found = {gap.player.name: gap for gap in gaps(event, set())}
    assert {
        name: ([one.listed.fide_id for one in gap.candidates], gap.is_sure, gap.besides)
        for name, gap in found.items()
    } == {
        SURE: (["11"], True, {"fide_id": "11", "title": "FM", "federation": "GER", "sex": "m"}),
        PROBABLE: (["12"], False, {"fide_id": "12", "birth": "1969", "sex": "m"}),
        TWINS: (["13", "14"], False, {}),
        STRANGER: ([], False, {}),
        BARE: (["18"], True, {"sex": "m", "federation": "CHN", "birth": "1999"}),
    }


def test_nobody_is_sure_who_is_found_for_two_players(event: Tournament, chief: User) -> None:
    add_players(tournament=event, entries=[{"name": "Juergen Mueller", "birth": "1970"}], actor=chief)
    add_players(tournament=event, entries=[{"name": "Bjørn Nilsen", "birth": "1950"}], actor=chief)
    found = {gap.player.name: gap for gap in gaps(event, set())}
    assert not found[SURE].is_sure
    assert not found["Juergen Mueller"].is_sure
    assert found["Bjørn Nilsen"].candidates == []


def test_the_chosen_get_their_gaps_filled_in_one_act(event: Tournament, chief: User) -> None:
    chosen = {named(event, SURE).pk: "11", named(event, TWINS).pk: "14", named(event, BARE).pk: "18"}
    taken = take_from_list(tournament=event, chosen=chosen, actor=chief)
    assert {player.name for player in taken} == {SURE, TWINS, BARE}
    sure, twin, bare = (named(event, name) for name in (SURE, TWINS, BARE))
    assert (sure.fide_id, sure.title, sure.birth, sure.federation, sure.rating) == (
        *("11", "FM", "1970/02/03", "GER"),
        2310,
    )
    assert (twin.fide_id, twin.birth, twin.rating) == ("14", "1991", None)
    assert (bare.federation, bare.sex, bare.birth) == ("CHN", "m", "1999")
    assert next(iter(event.players.values_list("number", "name"))) == (1, SURE)
    act = AuditEvent.objects.latest("pk")
    assert (act.action, act.subject) == ("players_changed", "3")
    assert acts.change(act).startswith(f"1 {SURE}: federation GER · FIDE ID 11 · sex male · title FM; ")
    assert take_from_list(tournament=event, chosen=chosen, actor=chief) == []


def test_a_refusal_names_the_player_and_changes_nothing(event: Tournament, chief: User) -> None:
    sure, twin = named(event, SURE), named(event, TWINS)
    removed = {sure.pk: "11", 10**6: "12"}
    for chosen, fault, words in (
        ({sure.pk: "99"}, DomainError, f"{SURE}: FIDE ID 99 is on no rating list in use."),
        ({sure.pk: "16"}, DomainError, f"FIDE ID 16 is not for {SURE}: {HOLDER} has it."),
        ({sure.pk: "11", twin.pk: "11"}, DomainError, f"FIDE ID 11 is not for {TWINS}: {SURE} has it."),
        ({named(event, HOLDER).pk: "11"}, Conflict, f"{HOLDER} has got FIDE ID 16 in the meantime"),
        (removed, Conflict, "A player has been removed in the meantime"),
    ):
        with pytest.raises(fault, match=words):
            take_from_list(tournament=event, chosen=chosen, actor=chief)
    assert named(event, SURE).fide_id == ""


def test_a_new_id_in_a_published_round_is_left_to_the_own_page(event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    public = identity.in_public(event)
    assert public == {player.pk for player in event.players.all() if identity.is_public(player)}
    sure, bare = named(event, SURE), named(event, BARE)
    assert {sure.pk, bare.pk} <= public
    found = {gap.player.name: gap for gap in gaps(event, public)}
    assert found[SURE].is_correction
    assert not found[BARE].is_correction
    with pytest.raises(DomainError, match=f"{SURE} is in a published round"):
        take_from_list(tournament=event, chosen={sure.pk: "11"}, actor=chief)
    take_from_list(tournament=event, chosen={bare.pk: "18"}, actor=chief)
    bare.refresh_from_db()
    assert (bare.sex, bare.federation, bare.birth) == ("m", "CHN", "")


@pytest.mark.any_database
def test_the_page_ticks_who_is_sure_and_takes_what_is_chosen(event: Tournament, chief_client: Client) -> None:
    url = reverse("players-find-all", args=[event.slug])
    assert url in chief_client.get(reverse("desk-players", args=[event.slug])).content.decode()
    assert url in chief_client.get(reverse("ratings-check", args=[event.slug])).content.decode()
    answer = chief_client.get(url)
    page = answer.content.decode()
    sure, probable, twin = (named(event, name).pk for name in (SURE, PROBABLE, TWINS))
    assert f'name="player-{sure}" value="11" checked' in page
    assert f'name="player-{probable}" value="12">' in page
    assert f'<select name="player-{twin}"' in page
    text = said(answer)
    assert "2 players are found for sure" in text
    assert "<small>+ title FM, sex male, federation GER</small>" in text
    assert f"?player={named(event, STRANGER).pk}&amp;q=Zebrowski" in text
    answer = chief_client.post(
        url, {f"player-{sure}": "11", f"player-{twin}": "", "player-x": "1"}, follow=True
    )
    assert "1 player is completed from the rating list." in said(answer)
    assert named(event, SURE).fide_id == "11"
    refused = chief_client.post(url, {f"player-{probable}": "0\x00"})
    assert refused.status_code == 422
    assert "on no rating list" in said(refused)
