"""Players of a published round stay who they are: data are corrected openly, people are not exchanged."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests import builders, rating_samples
from tests.fide.test_imports import HEADER, file, load, row
from tests.tournaments.one_event import chief, db, event, made
from tournaments.errors import ConfirmationNeeded, DomainError, Level
from tournaments.log import queries as log
from tournaments.log import services as log_services
from tournaments.models import AuditEvent, IntegrityEvent, Player, Tournament
from tournaments.players.services import numbers, players

__all__ = ["chief", "db", "event", "made"]

pytestmark = pytest.mark.any_database

TABLE, TRAIL = "tournaments_player", "tournaments_auditevent"
CORRECTED = AuditEvent.Action.PLAYER_IDENTITY_CORRECTED


@pytest.fixture
def played(event: Tournament, chief: User) -> Tournament:
    """Round 1 is published: 1 Adler, A000 has White against 5 Eklund, A004."""
    builders.publish(event, 1, chief)
    return event


def numbered(event: Tournament, number: int) -> Player:
    return event.players.get(number=number)


def said(answer: HttpResponse) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", answer.content.decode())).split())


def correct(player: Player, actor: User, **changes: Any) -> None:
    builders.confirmed(players.change_player, player=player, changes=changes, actor=actor)


def asked(player: Player, actor: User, **changes: Any) -> ConfirmationNeeded:
    """The question that these changes raise."""
    with pytest.raises(ConfirmationNeeded) as question:
        players.change_player(player=player, changes=changes, actor=actor)
    return question.value


# The form.


def post(client: Client, player: Player, **fields: str) -> HttpResponse:
    shown = {"name": player.name, "first_round": str(player.first_round), "rating": str(player.rating)}
    url = reverse("player-edit", args=[player.tournament.slug, player.pk])
    return client.post(url, shown | {f"initial-{name}": text for name, text in shown.items()} | fields)


def answered(client: Client, player: Player, **fields: str) -> HttpResponse:
    """Send the form, and answer the question about it."""
    player.refresh_from_db()
    page = post(client, player, **fields)
    assert page.status_code == 422
    token = re.search(r'name="confirmation" value="([^"]+)"', page.content.decode())
    assert token
    return post(client, player, **fields, confirmation=token[1], reason="The entry form was misread.")


def test_three_posts_that_exchange_two_people_are_three_questions(
    played: Tournament, deputy: User, client: Client
) -> None:
    client.force_login(deputy)
    one, other = numbered(played, 1), numbered(played, 2)
    for player, name in ((one, "Temp, T"), (other, one.name), (one, other.name)):
        page = post(client, player, name=name)
        assert page.status_code == 422
        assert "is in a published round" in said(page)
    assert [numbered(played, n).name for n in (1, 2)] == [one.name, other.name]
    assert not IntegrityEvent.objects.exists()


def test_answered_the_exchange_stands_on_the_list_and_in_the_notes(
    played: Tournament, deputy: User, client: Client
) -> None:
    client.force_login(deputy)
    one, other = numbered(played, 1), numbered(played, 2)
    names = one.name, other.name
    for player, name in ((one, "Temp, T"), (other, one.name), (one, other.name)):
        assert answered(client, player, name=name).status_code == 302
    kinds = list(IntegrityEvent.objects.values_list("kind", "round_number", "audit__actor__username"))
    assert kinds == [("identity", 1, "deputy")] * 3
    for address in ("round", "desk-round"):
        page = said(client.get(reverse(address, args=[played.slug, 1])))
        assert f"Board 1, {names[1]}: name corrected: was {names[0]} (" in page
        assert f"Board 1, {names[1]}: name corrected: was Temp, T (" in page
        assert f"Board 2, {names[0]}: name corrected: was {names[1]} (" in page
        assert page.count("“The entry form was misread.”") == 3
    client.logout()
    assert f"Name corrected: was {names[0]} (" in said(client.get(reverse("player", args=[played.slug, 1])))


def test_the_form_says_what_it_is_about(played: Tournament, chief_client: Client) -> None:
    page = said(chief_client.get(reverse("player-edit", args=[played.slug, numbered(played, 1).pk])))
    assert "Adler, A000 is in a published round. Mistakes are corrected here" in page


def test_before_a_round_is_published_nobody_is_asked(event: Tournament, chief_client: Client) -> None:
    assert post(chief_client, numbered(event, 1), name="Another, A").status_code == 302
    assert not AuditEvent.objects.filter(action=CORRECTED).exists()
    page = said(chief_client.get(reverse("player-edit", args=[event.slug, numbered(event, 1).pk])))
    assert "is in a published round" not in page


def test_who_has_not_played_yet_is_nobody_on_a_list(played: Tournament, chief: User) -> None:
    [late] = players.add_players(tournament=played, entries=[{"name": "Late, L"}], actor=chief)
    players.change_player(player=late, changes={"name": "Later, L"}, actor=chief)
    assert not AuditEvent.objects.filter(action=CORRECTED).exists()


def test_other_data_are_corrected_without_a_question(played: Tournament, chief: User) -> None:
    players.change_player(player=numbered(played, 1), changes={"club": "SC", "rating": 2500}, actor=chief)
    assert AuditEvent.objects.first().action == "player_changed"  # type: ignore[union-attr]


# What is asked, and at which level.


@pytest.mark.parametrize(
    ("before", "after", "level"),
    [
        ({}, {"name": "Adlér, A000"}, Level.UNDESCRIBED),
        ({}, {"name": "A000 ADLER"}, Level.UNDESCRIBED),
        ({}, {"name": "Aldler, A000"}, Level.UNDESCRIBED),
        ({}, {"name": "Adler, Anna"}, Level.HARMLESS),
        ({}, {"name": "Temp, T"}, Level.HARMLESS),
        # Resembles Berg, A001.
        ({"name": "Bergg, A01"}, {"name": "Bergq, A001"}, Level.HARMLESS),
        ({}, {"fide_id": "2400111"}, Level.UNDESCRIBED),
        ({"fide_id": "2400111"}, {"fide_id": "2400112"}, Level.UNDESCRIBED),
        ({"fide_id": "2400111"}, {"fide_id": "2400999"}, Level.HARMLESS),
        ({"fide_id": "2400111"}, {"fide_id": ""}, Level.HARMLESS),
        # Number 2 has 1503014.
        ({}, {"fide_id": "1503041"}, Level.HARMLESS),
        ({}, {"birth": "1990"}, Level.UNDESCRIBED),
        ({"birth": "1990"}, {"birth": "1990/05/31"}, Level.UNDESCRIBED),
        ({"birth": "1990"}, {"birth": "1991"}, Level.UNDESCRIBED),
        ({"birth": "1990"}, {"birth": "2004"}, Level.HARMLESS),
        ({"birth": "1990/05/31"}, {"birth": ""}, Level.HARMLESS),
        ({"birth": "1990"}, {"birth": "1990/05/31", "name": "Temp, T"}, Level.HARMLESS),
    ],
    ids=str,
)
def test_the_level_of_the_question(
    event: Tournament, chief: User, before: dict[str, str], after: dict[str, str], level: Level
) -> None:
    event.players.filter(number=2).update(fide_id="1503014")
    event.players.filter(number=1).update(**before)
    builders.publish(event, 1, chief)
    question = asked(numbered(event, 1), chief, **after)
    assert (question.level, question.reason) == (level, "")
    correct(numbered(event, 1), chief, **after)
    assert IntegrityEvent.objects.exists() == (level is Level.HARMLESS)


def test_a_name_that_another_bore_resembles_them(played: Tournament, chief: User) -> None:
    correct(numbered(played, 1), chief, name="Temp, T")
    question = asked(numbered(played, 2), chief, name="Adler, A000")
    assert question.warnings[0].details == ("Player 1: Adler, A000",)


def test_before_and_after_stand_in_the_question(played: Tournament, chief: User) -> None:
    question = asked(numbered(played, 1), chief, name="Temp, T", birth="1990", club="SC")
    assert question.warnings[0].table == (
        ("", "Before", "After"),
        ("name", "Adler, A000", "Temp, T"),
        ("born", "–", "1990"),
    )


def test_without_its_reason_an_answer_is_none(played: Tournament, chief: User) -> None:
    question = asked(numbered(played, 1), chief, name="Temp, T")
    with pytest.raises(ConfirmationNeeded):
        players.change_player(
            player=numbered(played, 1),
            changes={"name": "Temp, T"},
            actor=chief,
            confirmation=question.token,
            reason=" ",
        )


def test_the_answer_to_one_name_is_none_to_another(played: Tournament, chief: User) -> None:
    question = asked(numbered(played, 1), chief, name="Temp, T")
    with pytest.raises(ConfirmationNeeded):
        players.change_player(
            player=numbered(played, 1),
            changes={"name": "Berg, A002"},
            actor=chief,
            confirmation=question.token,
            reason="So.",
        )


# What is kept.


def test_the_trail_tells_of_it(played: Tournament, chief: User) -> None:
    one = numbered(played, 1)
    correct(one, chief, name="Temp, T", fide_id="2400111", club="SC")
    other, act = AuditEvent.objects.filter(tournament=played)[:2]
    assert (act.action, act.subject, act.reason) == (CORRECTED, "Temp, T", "So it was decided.")
    assert act.before == {"player": one.pk, "name": "Adler, A000", "fide_id": "", "birth": ""}
    assert act.after == {"player": one.pk, "name": "Temp, T", "fide_id": "2400111", "birth": ""}
    assert (other.action, other.after) == ("player_changed", {"club": "SC"})
    assert numbered(played, 1).identity_audit == act


def test_the_report_notes_it(played: Tournament, chief: User) -> None:
    correct(numbered(played, 1), chief, name="Temp {2}, Ť")
    assert log.remarks(played) == ["### Identity @ Round 1: 1=Adler, A000 => 1=Temp {2}, T"]
    [entry] = log.entries(played)
    assert (entry.before, entry.after) == (["Temp {2}, Ť: Adler, A000"], ["Temp {2}, Ť: Temp {2}, Ť"])
    with pytest.raises(DomainError, match="cannot be taken back"):
        log_services.undo(tournament=played, event=entry.event.pk, actor=chief)


def test_a_round_says_what_was_corrected_since_it_was_published(
    played: Tournament, chief: User, client: Client
) -> None:
    builders.enter(played, 1, chief)
    correct(numbered(played, 1), chief, name="Temp, T", birth="1990/05/31")
    builders.publish(played, 2, chief)
    correct(numbered(played, 8), chief, fide_id="2400111")
    first, second = (said(client.get(reverse("round", args=[played.slug, n]))) for n in (1, 2))
    assert "name corrected: was Adler, A000, birth corrected (" in first
    assert "1990" not in first
    assert "name corrected" not in second
    assert "FIDE ID added (" in first
    assert "FIDE ID added (" in second


def test_a_withdrawn_round_was_seen_too(chief: User) -> None:
    event = builders.with_rematch(chief)
    builders.repair(event, 2, chief)
    assert asked(numbered(event, 1), chief, name="Temp, T").level is Level.HARMLESS


def test_a_player_of_the_rating_list_takes_the_same_way(
    played: Tournament, chief: User, chief_client: Client, tmp_path: Path
) -> None:
    rating_samples.load(tmp_path, rating_samples.text(rating_samples.person(101, "Listed, L", B_day=1990)))
    one = numbered(played, 1)
    page = chief_client.post(
        f"{reverse('player-find', args=[played.slug])}?player={one.pk}", {"fide_id": "101"}
    )
    assert page.status_code == 422
    assert "is in a published round" in said(page)
    builders.confirmed(players.identify_player, player=one, fide_id="101", actor=chief)
    one.refresh_from_db()
    assert (one.name, one.fide_id, one.birth) == ("Listed, L", "101", "1990")
    assert AuditEvent.objects.filter(action=CORRECTED).count() == 1


def test_what_is_undone_gives_nobody_their_old_name_back(event: Tournament, chief: User) -> None:
    numbers_before = {p.name: p.number for p in event.players.all()}
    event.players.filter(number=2).update(rating=2400)
    event.players.get(number=2).ratings.update(value=2400)
    one, two = numbered(event, 1), numbered(event, 2)
    builders.confirmed(numbers.exchange_numbers, player=one, other=two, actor=chief)
    builders.publish(event, 1, chief)
    correct(event.players.get(pk=one.pk), chief, name="Temp, T")
    note = IntegrityEvent.objects.get(kind="exchange")
    builders.confirmed(log_services.undo, tournament=event, event=note.pk, actor=chief)
    assert {p.name: p.number for p in event.players.all()} == {
        {"Adler, A000": "Temp, T"}.get(name, name): number for name, number in numbers_before.items()
    }


# Two of one name.


DAY = "1990/05/31"


@pytest.mark.parametrize(
    ("other", "entered"),
    [
        ({"fide_id": "5"}, False),
        ({"fide_id": "5", "name": "Else, E"}, False),
        ({"fide_id": "6", "birth": DAY}, False),
        ({"fide_id": "6", "birth": DAY, "name": "TWIN, ÉLODIE"}, False),
        ({"birth": "1990"}, False),
        ({}, False),
        ({"fide_id": "6", "birth": "1990"}, True),
        ({"fide_id": "6"}, True),
        ({"birth": "1990/06/01"}, True),
        ({"birth": "1991"}, True),
    ],
    ids=str,
)
def test_two_of_one_name(event: Tournament, chief: User, other: dict[str, str], entered: bool) -> None:
    first = {"name": "Twin, Élodie", "fide_id": "5", "birth": DAY}
    players.add_players(tournament=event, entries=[first], actor=chief)
    second = {"name": "Twin, Élodie"} | other
    if entered:
        players.add_players(tournament=event, entries=[second], actor=chief)
    else:
        with pytest.raises(DomainError, match="entered already"):
            players.add_players(tournament=event, entries=[second], actor=chief)


def test_a_correction_makes_no_twins(played: Tournament, chief: User) -> None:
    correct(numbered(played, 1), chief, birth=DAY, fide_id="5")
    correct(numbered(played, 2), chief, birth=DAY, fide_id="6")
    with pytest.raises(DomainError, match="born 1990/05/31, is entered already"):
        correct(numbered(played, 2), chief, name="adler, a000")
    with pytest.raises(DomainError, match="FIDE ID 5 is entered already"):
        correct(numbered(played, 2), chief, fide_id="5")


def test_a_file_with_two_of_one_name_and_day_is_read(chief: User) -> None:
    twins = [row(n, "Twin, T", birth=DAY, fide_id=f"240011{n}") for n in (1, 2)]
    event = load(chief, file(*HEADER, *twins))
    assert [p.birth for p in event.players.all()] == [DAY, "1990"]
    act = AuditEvent.objects.get(action="tournament_imported")
    assert f"Player 2, born: “{DAY}” became “1990”." in act.after["supplied"]


# Without the services.


def refused(statement: str) -> bool:
    """Whether a guard or a constraint refuses it."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    except DatabaseError as error:
        return bool(re.search("corrected by an act|same name and day|unique", str(error), re.IGNORECASE))
    return False


def test_the_orm_makes_nobody_else_of_a_player(played: Tournament) -> None:
    one = numbered(played, 1)
    for column, value in (("name", "Temp, T"), ("fide_id", "5"), ("birth", "1990")):
        with pytest.raises(DatabaseError, match="corrected by an act"), transaction.atomic():
            Player.objects.filter(pk=one.pk).update(**{column: value})
        setattr(one, column, value)
        with pytest.raises(DatabaseError, match="corrected by an act"), transaction.atomic():
            one.save()
        one.refresh_from_db()
    Player.objects.filter(pk=one.pk).update(club="SC", title="FM")


def told(one: Player, **other: Any) -> AuditEvent:
    """A row of the trail saying that the player is called Temp now; `other` replaces some of its facts."""
    before = {"player": one.pk, "name": one.name, "fide_id": one.fide_id, "birth": one.birth}
    facts = {"action": CORRECTED, "tournament": one.tournament, "before": before} | other
    after = before | {"name": "Temp, T"} | facts.pop("after", {})
    return AuditEvent.objects.create(**facts, after=after)


def rename(one: Player, act: int | str, name: str = "Temp, T") -> str:
    return f"UPDATE {TABLE} SET name = '{name}', identity_audit_id = {act} WHERE id = {one.pk}"


def untrue(one: Player, other: Tournament) -> Iterator[AuditEvent]:
    """Rows that do not justify calling the player Temp."""
    yield told(one, action="player_changed")
    yield told(one, tournament=other)
    yield told(one, after={"name": "Else, E"})
    yield told(one, after={"fide_id": "5"})
    yield told(one, after={"player": one.pk + 1})
    yield told(one, before={"player": one.pk, "name": "Else, E", "fide_id": "", "birth": ""})
    yield told(one, before={})


def test_raw_sql_makes_nobody_else_of_a_player(played: Tournament, chief: User) -> None:
    one, two = numbered(played, 1), numbered(played, 2)
    assert refused(f"UPDATE {TABLE} SET name = 'Temp, T' WHERE id = {one.pk}")
    assert refused(f"UPDATE {TABLE} SET fide_id = '5' WHERE id = {one.pk}")
    assert refused(f"UPDATE {TABLE} SET birth = '1990' WHERE id = {one.pk}")
    # All at once, so that no name is there twice.
    assert refused(
        f"UPDATE {TABLE} SET name = CASE id WHEN {one.pk} THEN '{two.name}' ELSE '{one.name}' END"
        f" WHERE id IN ({one.pk}, {two.pk})"
    )
    other = builders.tournament(chief, name="Other Open")
    for act in untrue(one, other):
        assert refused(rename(one, act.pk))
    assert refused(rename(one, "NULL"))


def test_a_row_that_says_nothing_breaks_no_page(played: Tournament, chief: User, client: Client) -> None:
    correct(numbered(played, 1), chief, name="Temp, T")
    AuditEvent.objects.create(tournament=played, action=CORRECTED)
    AuditEvent.objects.create(tournament=played, action=CORRECTED, before=[], after=[1])
    page = said(client.get(reverse("round", args=[played.slug, 1])))
    assert page.count("name corrected") == 1
    assert asked(numbered(played, 2), chief, name="Else, E").level is Level.HARMLESS


def test_a_row_of_the_trail_that_is_dated_back_is_told_all_the_same(
    played: Tournament, client: Client
) -> None:
    """A program that writes rows may choose the time in them, but not the order in which they come."""
    one = numbered(played, 1)
    with time_machine.travel("2020-01-01 12:00", tick=False):
        act = told(one)
    with connection.cursor() as cursor:
        cursor.execute(rename(one, act.pk))
    assert "name corrected: was Adler, A000" in said(client.get(reverse("round", args=[played.slug, 1])))


def test_the_log_tells_of_it(played: Tournament, chief: User, chief_client: Client) -> None:
    correct(numbered(played, 1), chief, name="Temp, T", fide_id="5")
    page = said(chief_client.get(reverse("log", args=[played.slug])))
    assert "corrected who a player is: Temp, T · name Adler, A000 → Temp, T · FIDE ID 5" in page
    assert "“So it was decided.”" in page


def test_a_row_of_the_trail_serves_one_correction(played: Tournament, chief: User) -> None:
    one = numbered(played, 1)
    first, second = told(one), told(one)
    with connection.cursor() as cursor:
        cursor.execute(rename(one, second.pk))
    assert refused(rename(one, second.pk, "Adler, A000"))
    assert refused(rename(one, first.pk))
    assert refused(f"UPDATE {TABLE} SET identity_audit_id = NULL WHERE id = {one.pk}")
    one.refresh_from_db()
    assert (one.name, one.identity_audit_id) == ("Temp, T", second.pk)


def test_the_database_has_no_twins_either(event: Tournament, chief: User) -> None:
    entries = [{"name": "Twin, T", "birth": DAY, "fide_id": "5"}, {"name": "Else, E", "birth": DAY}]
    twin, other = players.add_players(tournament=event, entries=entries, actor=chief)
    assert refused(f"UPDATE {TABLE} SET name = 'TWIN, T' WHERE id = {other.pk}")
    assert refused(f"UPDATE {TABLE} SET fide_id = '5' WHERE id = {other.pk}")
    with pytest.raises(DatabaseError, match="same name and day"), transaction.atomic():
        Player.objects.create(tournament=event, number=99, name="Twin, T", birth=DAY)
    Player.objects.filter(pk=twin.pk).update(name="Twin, T", birth=DAY)
    Player.objects.create(tournament=event, number=99, name="Twin, T", birth="1990")


def test_the_trail_keeps_what_the_guard_reads(played: Tournament, chief: User) -> None:
    correct(numbered(played, 1), chief, name='Ünïcode, "Quoted" \\ O’Neill')
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT CAST(after AS text) FROM {TRAIL} ORDER BY id DESC LIMIT 1")
        [kept] = cursor.fetchone()
    assert json.loads(kept)["name"] == numbered(played, 1).name == 'Ünïcode, "Quoted" \\ O’Neill'
