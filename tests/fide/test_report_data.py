"""Data for the report: the arbiters, and what is missing, asked for only when the report is near."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tests.tournaments.test_two_arbiters import Fields, form_on
from tournaments import rulebook
from tournaments.errors import Overtaken
from tournaments.event.services import course
from tournaments.event.services import event as event_services
from tournaments.fide import queries, services
from tournaments.models import Arbiter, AuditEvent, Tournament

__all__ = ["chief", "db", "event", "made"]

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

GRANT = {"title": "IA", "name": "Grant, Iain", "fide_id": "2400001"}
DEPUTY = {"title": "", "name": "Deputy, D", "fide_id": ""}
WHOLE = {
    "city": "Oban",
    "federation": "sco",
    "start_date": "2026-01-02",
    "end_date": "2026-01-06",
    "time_control": "G/60 + 30 s",
}


@pytest.fixture
def short(chief: User) -> Tournament:
    """Four players and one round."""
    return builders.tournament(chief, players=4, rounds=1)


def name(event: Tournament, actor: User, *deputies: dict[str, str], **more: Any) -> None:
    event_services.name_arbiters(
        tournament=event, chief=more.pop("chief", GRANT), deputies=deputies, actor=actor, **more
    )


def named(event: Tournament) -> list[tuple[int, str]]:
    return [(row.place, str(row)) for row in event.named_arbiters.all()]


def report_lines(event: Tournament, *codes: str) -> list[str]:
    return [line for line in rulebook.report(event).split("\r\n") if line[:3] in codes]


# The arbiters.


def test_records_102_and_112_name_them_with_title_and_fide_id(event: Tournament, chief: User) -> None:
    assert report_lines(event, "102", "112") == ["102", "112"]
    name(event, chief, DEPUTY | {"title": "FA", "fide_id": "17"}, DEPUTY)
    assert report_lines(event, "102", "112") == [
        "102 IA Grant, Iain (2400001)",
        "112 FA Deputy, D (17)",
        "112 Deputy, D",
    ]
    act = AuditEvent.objects.get(action="arbiters_named")
    assert act.before == {"chief_arbiter": "", "deputy_arbiters": []}
    assert act.after["chief_arbiter"] == "IA Grant, Iain (2400001)"
    name(event, chief, DEPUTY | {"title": "FA", "fide_id": "17"}, DEPUTY)
    assert AuditEvent.objects.filter(action="arbiters_named").count() == 1
    name(event, chief, chief=None)
    assert named(event) == []


def test_deputies_may_be_known_before_the_chief_arbiter_is(event: Tournament, chief: User) -> None:
    name(event, chief, DEPUTY, chief=None)
    assert named(event) == [(2, "Deputy, D")]
    assert report_lines(event, "102", "112") == ["102", "112 Deputy, D"]


def test_a_fide_id_of_letters_is_refused(event: Tournament, chief: User) -> None:
    with pytest.raises(ValidationError, match="digits only") as caught:
        name(event, chief, DEPUTY | {"fide_id": "12a"})
    assert list(caught.value.message_dict) == ["2"]
    assert named(event) == []


def test_of_two_who_name_them_the_second_is_told(event: Tournament, chief: User) -> None:
    name(event, chief, seen=[])
    with pytest.raises(Overtaken) as caught:
        name(event, chief, chief=DEPUTY, seen=[])
    assert caught.value.now == {"arbiters": ["IA Grant, Iain (2400001)"]}
    name(event, chief, chief=DEPUTY, seen=["IA Grant, Iain (2400001)"])
    assert named(event) == [(1, "Deputy, D")]


LINES = st.text(st.characters(blacklist_categories=["C", "Z"]) | st.sampled_from(" ()"), max_size=40)


@given(
    st.sampled_from(["", "IA ", "FA ", "NA ", "IM "]),
    LINES.map(str.strip).filter(bool),
    st.sampled_from(["", " (1)", " (2400001)", " (123456789012)", "(7)"]),
)
def test_whatever_a_report_says_of_an_arbiter_is_written_again_as_it_was(
    title: str, text: str, fide_id: str
) -> None:
    line = f"{title}{text}{fide_id}"
    arbiter = Arbiter.from_line(line)
    assert str(arbiter) == line
    assert arbiter.name


def test_a_file_and_its_arbiters_come_back(event: Tournament, chief: User) -> None:
    name(event, chief, DEPUTY, {"name": "Third, T", "title": "NA"})
    course.fill_schedule(tournament=event, first_day=date(2026, 11, 21), every=1, times=[], actor=chief)
    copy = services.import_tournament(data=rulebook.report(event).encode(), actor=chief)
    assert named(copy) == named(event)
    assert rulebook.report(copy) == rulebook.report(event)


# The page.


def test_the_page_asks_for_all_that_is_missing_and_then_for_nothing(
    chief_client: Client, event: Tournament
) -> None:
    url = reverse("report-data", args=[event.slug])
    page = chief_client.get(url).content.decode()
    for gap in ("City", "Federation", "First day", "Last day", "Time control", "Chief arbiter"):
        assert f">{gap}</a></li>" in page
    assert "Days of rounds 1, 2, 3, 4, 5" in page
    assert "Individual: Swiss-System" in page
    assert "FIDE_DUTCH_2026" in page

    chief_client.post(url, form_on(chief_client, url) | WHOLE)
    people = reverse("arbiters", args=[event.slug])
    form = form_on(chief_client, url, people)
    sent = {"1-title": "IA", "1-name": "Grant, Iain", "2-name": "Deputy, D"}
    page = chief_client.post(people, form | sent, follow=True).content.decode()
    assert "The arbiters are saved." in page
    assert "FIDE ID of Grant, Iain" in page
    assert "FIDE ID of Deputy, D" in page
    form = form_on(chief_client, url, people)
    chief_client.post(people, form | {"1-fide_id": "2400001", "2-fide_id": "17"})
    plan = {"first_day": "2026-01-02", "every": "1", "times": "10:00"}
    chief_client.post(reverse("schedule-fill", args=[event.slug]), plan)
    assert "Nothing is missing." in chief_client.get(url).content.decode()

    report = chief_client.get(reverse("report", args=[event.slug])).content.decode()
    for line in (
        *("022 Oban", "032 SCO", "042 2026/01/02", "052 2026/01/06", "092 Individual: Swiss-System"),
        *("102 IA Grant, Iain (2400001)", "112 Deputy, D (17)", "122 G/60 + 30 s"),
        f"132{'':88}26/01/02  26/01/03  26/01/04  26/01/05  26/01/06",
    ):
        assert f"{line}\r\n" in report


def test_an_emptied_row_goes_and_one_without_a_name_is_named(
    chief_client: Client, event: Tournament, chief: User
) -> None:
    name(event, chief, DEPUTY, {"name": "Third, T"})
    url, people = (reverse(route, args=[event.slug]) for route in ("report-data", "arbiters"))
    form = form_on(chief_client, url, people)
    answer = chief_client.post(people, form | {"1-name": ""})
    assert answer.status_code == 422
    assert "Write the name, or clear the whole row." in answer.content.decode()
    assert chief_client.post(people, form | {"2-name": ""}).status_code == 302
    assert named(event) == [(1, "IA Grant, Iain (2400001)"), (2, "Third, T")]


def test_a_fault_stands_in_the_row_it_belongs_to(chief_client: Client, event: Tournament) -> None:
    """Empty rows name nobody: the second deputy on the page is the first in the report."""
    url, people = (reverse(route, args=[event.slug]) for route in ("report-data", "arbiters"))
    form = form_on(chief_client, url, people) | {"3-name": "Deputy, D", "3-fide_id": "12a"}
    answer = chief_client.post(people, form)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert 'id="id_3-fide_id_error"' in page
    assert Fields(page, url).forms[people]["3-name"] == "Deputy, D"


def test_a_post_without_rows_takes_nobody_away(chief_client: Client, event: Tournament, chief: User) -> None:
    name(event, chief)
    assert chief_client.post(reverse("arbiters", args=[event.slug])).status_code == 422
    assert named(event) == [(1, "IA Grant, Iain (2400001)")]


def test_who_was_overtaken_sees_both_and_saves_again(
    chief_client: Client, event: Tournament, chief: User
) -> None:
    url, people = (reverse(route, args=[event.slug]) for route in ("report-data", "arbiters"))
    form = form_on(chief_client, url, people) | {"1-name": "Another, A"}
    name(event, chief, DEPUTY)
    answer = chief_client.post(people, form)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "named these in the meantime: IA Grant, Iain (2400001); Deputy, D." in page
    assert chief_client.post(people, Fields(page, url).forms[people]).status_code == 302
    assert named(event) == [(1, "Another, A")]


def test_the_days_of_the_event_are_held_against_one_another(chief_client: Client, event: Tournament) -> None:
    url = reverse("report-data", args=[event.slug])
    answer = chief_client.post(url, WHOLE | {"end_date": "2026-01-01"})
    assert answer.status_code == 422
    assert "The last day is before the first." in answer.content.decode()


def test_the_public_page_names_the_arbiters(client: Client, event: Tournament, chief: User) -> None:
    name(event, chief, DEPUTY)
    page = client.get(event.get_absolute_url()).content.decode()
    assert 'title="International Arbiter">IA</abbr> Grant, Iain' in page
    assert "Deputy, D" in page


def test_settings_lead_there(chief_client: Client, event: Tournament) -> None:
    page = chief_client.get(reverse("settings", args=[event.slug])).content.decode()
    assert f'href="{reverse("report-data", args=[event.slug])}"' in page
    assert f'href="{reverse("schedule", args=[event.slug])}"' in page
    assert 'name="chief_arbiter"' not in page


# When it is asked for.


def test_nothing_is_asked_for_before_the_last_round_is_on(
    chief_client: Client, short: Tournament, chief: User
) -> None:
    desk = reverse("desk", args=[short.slug])
    assert "FIDE also asks for" not in chief_client.get(desk).content.decode()
    assert not queries.is_near(short)
    builders.publish(short, 1, chief)
    page = chief_client.get(desk).content.decode()
    assert "FIDE also asks for" in page
    assert f"{reverse('report-data', args=[short.slug])}#id_city" in page
    builders.enter(short, 1, chief)
    event_services.finish_tournament(tournament=short, actor=chief)
    assert chief_client.get(desk).content.decode().count("FIDE also asks for") == 1


def test_who_may_not_enter_it_is_led_nowhere(short: Tournament, chief: User) -> None:
    builders.play(short, 1, chief)
    client = Client()
    client.force_login(builders.member(short, "clerk", "clerk"))
    page = client.get(reverse("desk", args=[short.slug])).content.decode()
    assert reverse("report-data", args=[short.slug]) not in page


def test_the_events_page_leads_arbiters_to_what_is_missing_and_all_others_to_the_report(
    chief_client: Client, client: Client, short: Tournament, chief: User
) -> None:
    builders.play(short, 1, chief)
    event_services.finish_tournament(tournament=short, actor=chief)
    data, report = (f'href="{reverse(name, args=[short.slug])}"' for name in ("report-data", "report"))
    for browser, shown, hidden in ((chief_client, data, report), (client, report, data)):
        page = browser.get(short.get_absolute_url()).content.decode()
        assert shown in page
        assert hidden not in page


def test_a_report_with_gaps_is_not_refused(chief_client: Client, short: Tournament, chief: User) -> None:
    builders.play(short, 1, chief)
    event_services.finish_tournament(tournament=short, actor=chief)
    assert chief_client.get(reverse("report", args=[short.slug])).status_code == 200
