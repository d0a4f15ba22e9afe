"""An organiser's own table: given before round 1, announced, fixed with it, and in the report again."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from pairing import checker, trf
from tests import builders
from tests.event.test_regulations import text
from tests.rounds.test_round_robin import enter, event_of, pairs, publish_all
from tests.team_events import event_of as teams_of
from tests.teams.test_team_round_robin import play
from tournaments import rulebook
from tournaments.backup.queries import backup
from tournaments.backup.services import backups
from tournaments.errors import DomainError
from tournaments.event.services import course
from tournaments.event.services import event as event_services
from tournaments.fide import queries as fide
from tournaments.log.acts import change
from tournaments.models import AuditEvent, Tournament
from tournaments.players.services import numbers, players
from tournaments.rounds.services import rounds

TABLE = "1-2 3-4\n3-1 4-2\n1-4 2-3"
DRAWN = {1: [(1, 2), (3, 4)], 2: [(3, 1), (4, 2)], 3: [(1, 4), (2, 3)]}


def with_table(event: Tournament, chief: User, table: str = TABLE) -> Tournament:
    event_services.change_regulations(tournament=event, changes={"own_table": table}, actor=chief)
    event.refresh_from_db()
    return event


def by_report(event: Tournament, client: Client, code: str) -> Tournament:
    """The event imported from its own report, which the checker accepts; its rounds are the same."""
    written = rulebook.report(event, fide.remarks(event))
    assert f"192 {code}" in written.splitlines()
    again = trf.read(written)
    assert all(one.agrees for one in checker.check(again))
    answer = client.post(
        reverse("tournament-import"), {"file": ContentFile(written.encode(), "own.trf")}, follow=True
    )
    assert answer.status_code == 200
    found = Tournament.objects.exclude(pk=event.pk).get()
    assert (found.edition, found.own_table) == (event.edition, event.own_table)
    assert {number: pairs(found, number) for number in DRAWN} == DRAWN
    return found


def test_from_the_settings_to_the_report_and_back(chief: User, chief_client: Client, client: Client) -> None:
    event = event_of(chief, 4)
    address = reverse("settings", args=[event.slug])
    page = chief_client.get(address)
    assert 'name="own_table"' in page.content.decode()
    answers = {name: page.context["form"][name].value() or "" for name in page.context["form"].fields}
    shown = {f"initial-{name}": value for name, value in answers.items()}
    wrong = chief_client.post(address, answers | shown | {"own_table": "1-2 3-4\r\n1-3 2-4\r\n4-2 1-3"})
    assert wrong.status_code == 422
    assert "Your own table, round 3: found 4-2, who meet in round 2 already" in text(wrong)
    assert "id_own_table_error" in text(wrong)
    saved = chief_client.post(
        address, answers | shown | {"own_table": " 1-2  3-4\r\n\r\n3-1 4-2\r\n1-4 2-3\r\n"}, follow=True
    )
    assert saved.status_code == 200
    event.refresh_from_db()
    assert event.own_table == TABLE
    act = AuditEvent.objects.filter(tournament=event, action="regulations_changed").get()
    assert "own table 1-2 3-4; 3-1 4-2; 1-4 2-3" in change(act)
    # A browser's line ends do not make it another table.
    same = {"own_table": TABLE.replace("\n", "\r\n"), "initial-own_table": TABLE.replace("\n", "\r\n")}
    assert chief_client.post(address, answers | shown | same | {"city": "Oban"}).status_code == 302
    assert "Round 2: 3-1 4-2" in text(client.get(reverse("event", args=[event.slug])))

    publish_all(event, chief)
    assert {number: pairs(event, number) for number in DRAWN} == DRAWN
    for number in DRAWN:
        enter(event, chief, number, "1-0")
    why = text(client.get(reverse("why", args=[event.slug, 2, 3])))
    assert "The event has a table of its own" in why
    assert "C.05 Annex 1" not in why
    builders.confirmed(event_services.finish_tournament, tournament=event, actor=chief)
    assert by_report(event, chief_client, "CUSTOM_ROUNDROBIN").rounds.count() == 3


def test_it_is_fixed_once_round_1_is_paired(chief: User) -> None:
    event = with_table(event_of(chief, 4), chief)
    rounds.pair_round(tournament=event, number=1, actor=chief)
    with pytest.raises(DomainError, match="own table"):
        with_table(event, chief, "")
    with pytest.raises(IntegrityError, match="fixed"), transaction.atomic():
        Tournament.objects.filter(pk=event.pk).update(own_table="")


@pytest.mark.any_database
def test_it_is_for_as_many_as_take_part(chief: User) -> None:
    event = with_table(event_of(chief, 4), chief)
    players.add_players(tournament=event, entries=[{"name": "Five, F"}], actor=chief)
    with pytest.raises(DomainError, match="Varma’s drawing is for Berger’s tables"):
        numbers.draw_numbers(tournament=event, actor=chief, restricted=True)
    with pytest.raises(DomainError, match="own table is for 4 participants, and 5 are entered"):
        rounds.pair_round(tournament=event, number=1, actor=chief)
    # Nor does it keep the event's pages from being shown.
    assert rulebook.table(event)


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("code", "table", "fault"),
    [
        ("dutch-2026", TABLE, "take no table"),
        ("double-round-robin", TABLE, "take no table"),
        ("round-robin", "1-2 3-4\n1-3", "2 rounds, expected 3"),
        ("round-robin", "1:2", "found “1:2”, expected two numbers"),
        ("scheveningen", TABLE, "3 rounds, expected 2"),
    ],
)
def test_what_serves_no_such_event_is_refused(chief: User, code: str, table: str, fault: str) -> None:
    event = event_of(chief, 2, code)
    with pytest.raises(ValidationError, match=fault):
        with_table(event, chief, table)


@pytest.mark.any_database
def test_of_teams_it_has_them_meet(chief: User, chief_client: Client) -> None:
    event = with_table(teams_of(chief, 4, edition="team-round-robin", rounds=1), chief)
    publish_all(event, chief)
    for number in DRAWN:
        play(event, number, chief)
    assert rulebook.type_of_report(event) == ("Team: Round-Robin", "CUSTOM_TEAM_ROUNDROBIN")
    by_report(event, chief_client, "CUSTOM_TEAM_ROUNDROBIN")


def test_a_backup_and_an_event_like_this_one_have_it(chief: User) -> None:
    event = with_table(event_of(chief, 4), chief)
    like = course.repeat_event(
        source=event, name="Next", start_date=None, end_date=None, with_players=True, actor=chief
    )
    assert like.own_table == TABLE
    data = backup(event)
    Tournament.objects.filter(pk=event.pk).update(slug="before")
    assert backups.restore_event(data=data.encode(), actor=chief).own_table == TABLE


@pytest.mark.any_database
def test_a_file_whose_table_does_not_serve_its_players_is_refused(chief: User, chief_client: Client) -> None:
    event = with_table(event_of(chief, 4), chief)
    publish_all(event, chief)
    written = rulebook.exchange_file(event, form=rulebook.Format.TRF26).replace("1-4 2-3", "1-4 2-5")
    answer = chief_client.post(
        reverse("tournament-import"), {"file": ContentFile(written.encode(), "own.trf")}
    )
    assert answer.status_code == 422
    assert "has 3 rounds, expected 5 for 5 participants" in text(answer)
