"""One person entered twice, and a FIDE ID of which the arbiter says whose it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.backup.test_backups import same_again
from tests.rating_samples import load, person, xml
from tournaments.errors import ConfirmationNeeded, Conflict, DomainError, Overtaken
from tournaments.event.queries.obstacles import about_the_players
from tournaments.event.services.event import keep_apart
from tournaments.models import AuditEvent, Player, Seat, Tournament
from tournaments.own import services as own
from tournaments.players.queries import identity
from tournaments.players.services import byes, doubles, players
from tournaments.ratings import queries as ratings
from tournaments.rounds.services import rounds

JOSE = "The rating list has Garcia, Jose, 1980, ESP under FIDE ID 2201111."
ENTRIES: list[dict[str, Any]] = [
    {"name": "Mueller, Joerg", "fide_id": "4600001", "birth": "1975", "fide_rating": 1650, "first_round": 2},
    {"name": "Müller, Jörg", "birth": "1975/03/04", "club": "SC Test", "sex": "m", "national_rating": 1700},
    {"name": "Smith, Peter", "birth": "1999", "federation": "ENG", "fide_id": "2201111", "rating": 1500},
]


@pytest.fixture
def event(chief: User, tmp_path: Path) -> Tournament:
    """Eight players; one person entered twice; and one with somebody else's FIDE ID."""
    load(tmp_path, xml(person(2201111, "Garcia, Jose", Fed="ESP", Sex="M", SRtng=1805, B_day=1980)))
    event = builders.tournament(chief, players=8, name="Double Open")
    players.add_players(tournament=event, entries=ENTRIES, actor=chief)
    return event


def of(event: Tournament, name: str) -> Player:
    return event.players.get(name=name)


def both(event: Tournament) -> dict[str, Player]:
    return {"player": of(event, "Müller, Jörg"), "other": of(event, "Mueller, Joerg")}


def actions(event: Tournament, since: int) -> list[str]:
    return list(event.audit_events.filter(pk__gt=since).order_by("pk").values_list("action", flat=True))


def latest(event: Tournament) -> int:
    return event.audit_events.values_list("pk", flat=True)[0]


def decide(client: Client, event: Tournament, route: str, player: Player, **form: object) -> str:
    answer = client.post(reverse(route, args=[event.slug, player.pk]), form, follow=True)
    return answer.content.decode()


def test_before_round_1_the_fuller_entry_stays_with_what_the_other_knew(
    event: Tournament, chief: User
) -> None:
    fuller, other = both(event).values()
    byes.give_bye(player=other, number=3, kind=Seat.Kind.HALF_POINT_BYE, actor=chief)
    since = latest(event)
    found = doubles.merge(player=other, other=fuller, actor=chief)
    assert (found.keeps, found.double.name, found.removes) == (fuller, other.name, True)
    assert actions(event, since) == ["entries_merged"]
    row = of(event, fuller.name)
    assert not event.players.filter(name=other.name).exists()
    assert (row.fide_id, row.birth, row.club, row.first_round) == ("4600001", "1975/03/04", "SC Test", 2)
    assert dict(row.ratings.values_list("kind", "value")) == {"standard": 1650, "national": 1700}
    assert row.rating == 1650
    assert row.seats.filter(round__number=3, kind=Seat.Kind.HALF_POINT_BYE).exists()
    assert sorted(event.players.values_list("number", flat=True)) == list(range(1, 11))
    assert identity.doubles(event) == []


def test_what_holds_of_the_double_holds_of_the_entry_that_stays(event: Tournament, chief: User) -> None:
    """Who must not meet, and their own link; and a backup from afterwards brings everything back."""
    fuller, other = both(event).values()
    enemy = event.players.get(number=1)
    apart = {"first_round": 1, "last_round": None, "actor": chief}
    keep_apart(tournament=event, players=[other.pk, enemy.pk], **apart)
    keep_apart(tournament=event, players=[other.pk, fuller.pk], **apart)
    own.make_link(player=other, actor=chief)
    doubles.merge(player=fuller, other=other, actor=chief)
    assert [{*group.players.all()} for group in event.prohibitions.all()] == [{fuller, enemy}]
    assert fuller.own_links.active().count() == 1
    doubles.confirm_id(player=of(event, "Smith, Peter"), fide_id="2201111", actor=chief)
    builders.publish(event, 1, chief)
    same_again(event, chief)


def test_after_round_1_the_double_withdraws(event: Tournament, chief: User, chief_client: Client) -> None:
    builders.publish(event, 1, chief)
    fuller, other = both(event).values()
    page = chief_client.get(reverse("player-edit", args=[event.slug, other.pk])).content.decode()
    assert f"no. {fuller.number} stays, and no. {other.number} is withdrawn" in page
    since = latest(event)
    decide(chief_client, event, "player-double", fuller, other=other.pk, decision="same")
    assert actions(event, since) == ["player_withdrawn"]
    assert of(event, other.name).withdrawn_from == 2
    assert identity.doubles(event) == []


def test_whoever_comes_second_is_told_that_it_is_done(event: Tournament, chief: User) -> None:
    pair = both(event)
    doubles.merge(**pair, actor=chief)
    with pytest.raises(Conflict, match="Mueller, Joerg has been removed in the meantime"):
        doubles.merge(**pair, actor=chief)
    with pytest.raises(Conflict):
        doubles.tell_two_people(**pair, actor=chief)


def test_an_entry_in_a_draft_stays_and_nothing_is_lost(event: Tournament, chief: User) -> None:
    pair = both(event)
    players.change_player(player=pair["other"], changes={"first_round": 1}, actor=chief)
    rounds.pair_round(tournament=event, number=1, actor=chief)
    before = list(event.players.values())
    with pytest.raises(DomainError, match="draft"):
        doubles.merge(player=pair["other"], other=pair["player"], actor=chief)
    assert list(event.players.values()) == before


def test_two_people_are_not_asked_about_again(event: Tournament, chief: User, chief_client: Client) -> None:
    check = reverse("ratings-check", args=[event.slug])
    preflight = reverse("preflight", args=[event.slug])
    pages = (check, preflight, reverse("player-edit", args=[event.slug, both(event)["player"].pk]))
    assert all("probably the same person" in chief_client.get(page).content.decode() for page in pages)
    first, second = both(event).values()
    page = decide(chief_client, event, "player-double", first, other=second.pk, decision="two", then="check")
    assert "are two people" in page
    assert "<h1>Check the ratings</h1>" in page
    assert not any("probably the same person" in chief_client.get(page).content.decode() for page in pages)
    since = latest(event)
    doubles.tell_two_people(player=second, other=first, actor=chief)
    assert actions(event, since) == []


def test_an_id_that_is_right_is_not_asked_about_again(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    peter = of(event, "Smith, Peter")
    pages = [
        reverse("ratings-check", args=[event.slug]),
        reverse("preflight", args=[event.slug]),
        reverse("player-edit", args=[event.slug, peter.pk]),
    ]
    assert all(JOSE in chief_client.get(page).content.decode() for page in pages)
    decide(chief_client, event, "player-id", peter, fide_id="2201111", decision="right")
    assert not any(JOSE in chief_client.get(page).content.decode() for page in pages)
    assert ratings.doubts(event, [peter.person]) == [None]
    # Nobody has confirmed another ID.
    players.change_player(player=peter, changes={"fide_id": "2201112"}, actor=chief)
    assert not of(event, peter.name).has_confirmed_id


def test_the_id_goes_or_the_data_of_the_list_come(event: Tournament, chief_client: Client) -> None:
    peter = of(event, "Smith, Peter")
    page = decide(chief_client, event, "player-id", peter, fide_id="2201111", decision="listed")
    assert "Smith, Peter has the data of the rating list." in page
    peter.refresh_from_db()
    assert (peter.name, peter.birth, peter.federation) == ("Garcia, Jose", "1980", "ESP")
    decide(chief_client, event, "player-id", peter, fide_id="2201111", decision="none")
    peter.refresh_from_db()
    assert peter.fide_id == ""


def test_an_id_is_decided_about_as_the_page_showed_it(event: Tournament, chief: User) -> None:
    peter = of(event, "Smith, Peter")
    with pytest.raises(Overtaken):
        doubles.confirm_id(player=peter, fide_id="2201112", actor=chief)
    assert not event.audit_events.filter(action=AuditEvent.Action.ID_CONFIRMED).exists()


def test_a_form_without_a_decision_is_refused(event: Tournament, chief_client: Client) -> None:
    first, second = both(event).values()
    for route, form in (
        ("player-id", {}),
        ("player-double", {"other": second.pk}),
        ("player-double", {"other": "0", "decision": "two"}),
    ):
        url = reverse(route, args=[event.slug, first.pk])
        assert chief_client.post(url, form).status_code == 422


def test_who_is_asked_and_answers_enters_another_person(event: Tournament, chief: User) -> None:
    entry = {"name": "Müller, Jörg"}
    with pytest.raises(ConfirmationNeeded) as question:
        doubles.add_player(tournament=event, entry=entry, actor=chief)
    [warning] = question.value.warnings
    assert len(warning.details) == 2
    doubles.add_player(tournament=event, entry=entry, actor=chief, confirmation=question.value.token)
    assert len(identity.told_apart(event)) == 2


def test_the_desk_counts_what_is_to_be_decided_and_what_the_report_would_miss(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    desk = reverse("desk", args=[event.slug])
    check = reverse("ratings-check", args=[event.slug])
    page = chief_client.get(desk).content.decode()
    assert f'<a href="{check}#doubtful">1 FIDE ID belongs to someone else on the rating list.</a>' in page
    assert f'<a href="{check}#doubles">1 probable double.</a>' in page
    assert "9 of 11 have no FIDE ID." in page
    assert "8 of 11 have no year of birth." in page
    assert "10 of 11 have no federation." in page
    assert "have a title" not in page
    # Nobody is bothered with it once round 1 is published; the preflight goes on.
    builders.publish(event, 1, chief)
    page = chief_client.get(desk).content.decode()
    assert "probable double" not in page
    assert "have no FIDE ID" not in page


def test_a_player_with_other_data_or_without_a_title_of_the_list_is_counted(
    chief: User, tmp_path: Path
) -> None:
    load(tmp_path, xml(person(2201111, "Garcia, Jose", Fed="ESP", Sex="M", Tit="FM", SRtng=2305, B_day=1980)))
    event = builders.tournament(chief, players=0, name="Untitled Open")
    garcia = {"name": "Garcia, Jose", "fide_id": "2201111", "birth": "1980", "federation": "POR", "rating": 1}
    players.add_players(tournament=event, entries=[garcia], actor=chief)
    assert [notice.message for notice in about_the_players(event)] == [
        "1 player has other data on the rating list.",
        "1 of 1 have a title on the rating list that is missing here.",
    ]
