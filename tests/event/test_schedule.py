"""When rounds are played: entered in one go or one by one, checked, shown, reported, and read again."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from itertools import combinations
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pairing import trf
from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tests.tournaments.test_two_arbiters import Fields, form_on
from tournaments import rulebook
from tournaments.corrections import services as corrections
from tournaments.errors import DomainError, Overtaken
from tournaments.event.forms import TimesField
from tournaments.event.queries import schedule
from tournaments.event.services import course
from tournaments.event.services import event as event_services
from tournaments.fide import services as fide
from tournaments.models import AuditEvent, Round, Tournament
from tournaments.rounds.services import rounds

__all__ = ["chief", "db", "event", "made"]

pytestmark = pytest.mark.django_db

SATURDAY = date(2026, 11, 21)
SUNDAY = date(2026, 11, 22)


def starts(event: Tournament) -> list[tuple[str, str]]:
    """Day and time of each round, as they are stored."""
    return [
        (str(round_.day or ""), f"{round_.time:%H:%M}" if round_.time else "")
        for round_ in event.rounds.all()
    ]


def fill(event: Tournament, actor: User, **plan: Any) -> None:
    facts = {"first_day": SATURDAY, "every": 1, "times": [time(10), time(15)]} | plan
    course.fill_schedule(tournament=event, actor=actor, **facts)


def put(event: Tournament, actor: User, **fields: Any) -> None:
    """Set one round's day and time: `put(event, chief, number=3, day=SUNDAY)`."""
    number = fields.pop("number")
    course.set_schedule(tournament=event, changes={number: fields}, actor=actor)


# In one go.


@pytest.mark.any_database
def test_a_first_day_and_its_times_fill_all_rounds(event: Tournament, chief: User) -> None:
    fill(event, chief)
    assert starts(event) == [
        ("2026-11-21", "10:00"),
        ("2026-11-21", "15:00"),
        ("2026-11-22", "10:00"),
        ("2026-11-22", "15:00"),
        ("2026-11-23", "10:00"),
    ]
    act = AuditEvent.objects.get(action="schedule_set")
    assert act.before["schedule"]["2"] == [None, None]
    assert act.after["schedule"]["2"] == ["2026-11-21", "15:00:00"]


@pytest.mark.any_database
def test_the_first_day_may_have_times_of_its_own(event: Tournament, chief: User) -> None:
    fill(event, chief, first_times=[time(18)])
    assert [at for _day, at in starts(event)] == ["18:00", "10:00", "15:00", "10:00", "15:00"]


@pytest.mark.any_database
def test_a_club_plays_every_week_at_a_time_that_is_not_known(event: Tournament, chief: User) -> None:
    fill(event, chief, every=7, times=[])
    assert starts(event)[:3] == [("2026-11-21", ""), ("2026-11-28", ""), ("2026-12-05", "")]


def test_filling_again_replaces_what_stood_there(event: Tournament, chief: User) -> None:
    fill(event, chief)
    fill(event, chief, times=[time(9)])
    assert starts(event)[4] == ("2026-11-25", "09:00")
    fill(event, chief, times=[time(9)])
    assert AuditEvent.objects.filter(action="schedule_set").count() == 2


# A day or time that does not fit is refused in words, and nothing is written.


def refusal(event: Tournament, actor: User, **fields: Any) -> list[str]:
    before = starts(event)
    with pytest.raises(ValidationError) as caught:
        put(event, actor, **fields)
    assert starts(event) == before
    return caught.value.messages


@pytest.mark.any_database
def test_days_outside_the_event_are_refused(chief: User) -> None:
    event = builders.tournament(chief, start_date=SATURDAY, end_date=SUNDAY)
    assert refusal(event, chief, number=1, day=SATURDAY - timedelta(days=1)) == [
        "Round 1: Fri 20 November 2026 is before the first day of the event, Sat 21 November 2026."
    ]
    assert refusal(event, chief, number=5, day=SUNDAY + timedelta(days=1), time=time(10)) == [
        "Round 5: Mon 23 November 2026, 10:00 is after the last day of the event, Sun 22 November 2026."
    ]
    with pytest.raises(ValidationError, match="Round 5: Mon 23 November 2026, 10:00 is after the last day"):
        fill(event, chief)
    assert starts(event) == [("", "")] * 5


@pytest.mark.any_database
def test_a_round_before_the_one_before_it_is_refused(event: Tournament, chief: User) -> None:
    put(event, chief, number=2, day=SUNDAY, time=time(10))
    assert refusal(event, chief, number=4, day=SATURDAY) == [
        "Round 4: Sat 21 November 2026 is not after round 2, Sun 22 November 2026, 10:00."
    ]
    assert refusal(event, chief, number=3, day=SUNDAY, time=time(10))
    assert refusal(event, chief, number=1, day=SUNDAY, time=time(11))
    put(event, chief, number=3, day=SUNDAY)
    put(event, chief, number=4, day=SUNDAY, time=time(11))


def test_a_time_needs_a_day_in_the_database_too(event: Tournament, chief: User) -> None:
    assert refusal(event, chief, number=1, time=time(10)) == ["Expected a day for this time."]
    with pytest.raises(IntegrityError), transaction.atomic():
        Round.objects.filter(tournament=event, number=1).update(time=time(10))


@pytest.mark.any_database
@pytest.mark.parametrize("day", [date(1, 1, 1), date(1969, 12, 31), date(2070, 1, 1), date.max])
def test_a_day_that_no_report_can_carry_is_refused(event: Tournament, chief: User, day: date) -> None:
    assert refusal(event, chief, number=1, day=day)


@pytest.mark.any_database
def test_a_round_that_there_is_not_is_refused(event: Tournament, chief: User) -> None:
    with pytest.raises(DomainError, match="no round 6"):
        put(event, chief, number=6, day=SATURDAY)


def test_the_days_of_the_event_may_move_and_the_rounds_that_are_left_outside_are_named(
    chief_client: Client, event: Tournament, chief: User
) -> None:
    fill(event, chief)
    event_services.change_regulations(tournament=event, changes={"end_date": SUNDAY}, actor=chief)
    assert list(schedule.faults(Tournament.objects.get(pk=event.pk), event.rounds.all())) == [5]
    page = chief_client.get(reverse("schedule", args=[event.slug])).content.decode()
    assert "is after the last day of the event, Sun 22 November 2026" in page


DAYS = st.none() | st.dates(SATURDAY, SATURDAY + timedelta(days=3))


@pytest.mark.any_database
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(plan=st.lists(st.tuples(DAYS, st.none() | st.sampled_from([time(10), time(15)])), max_size=6))
def test_there_is_a_fault_where_two_rounds_are_out_of_order(
    plan: list[tuple[date | None, time | None]],
) -> None:
    rounds = [
        Round(number=number, day=day, time=at if day else None) for number, (day, at) in enumerate(plan, 1)
    ]
    dated = [(round_.day, round_.time) for round_ in rounds if round_.day]
    in_order = all(
        one_day < other_day or (one_day == other_day and not (one and other and other <= one))
        for (one_day, one), (other_day, other) in combinations(dated, 2)
    )
    assert (schedule.faults(Tournament(), rounds) == {}) is in_order


# Two arbiters.


def test_of_two_who_set_one_round_the_second_is_told(event: Tournament, chief: User) -> None:
    seen = {1: {"day": None, "time": None}, 2: {"day": None, "time": None}}
    put(event, chief, number=1, day=SATURDAY)
    with pytest.raises(Overtaken) as caught:
        course.set_schedule(tournament=event, changes={1: {"day": SUNDAY}}, seen=seen, actor=chief)
    assert caught.value.now == {"1": {"day": SATURDAY}}
    course.set_schedule(tournament=event, changes={2: {"day": SUNDAY}}, seen=seen, actor=chief)
    assert starts(event)[:2] == [("2026-11-21", ""), ("2026-11-22", "")]


def test_the_table_keeps_what_somebody_else_has_set_meanwhile(
    chief_client: Client, event: Tournament, chief: User
) -> None:
    url = reverse("schedule", args=[event.slug])
    form = form_on(chief_client, url)
    fill(event, chief)
    answer = chief_client.post(url, form | {"round-1-day": "2026-11-20"})
    assert answer.status_code == 409
    page = answer.content.decode()
    assert (
        "Somebody else has changed it to 2026-11-21 in the meantime. Yours is not saved yet: 2026-11-20."
    ) in page
    again = Fields(page, url).forms[url]
    assert again["round-1-day"] == "2026-11-20"
    assert chief_client.post(url, again).status_code == 302
    assert starts(event)[:2] == [("2026-11-20", "10:00"), ("2026-11-21", "15:00")]


# By page.


def test_by_page_in_one_go_and_one_by_one(chief_client: Client, event: Tournament) -> None:
    plan = {"first_day": "2026-11-21", "every": "1", "times": "10h, 15.30", "first_times": "18:00"}
    answer = chief_client.post(reverse("schedule-fill", args=[event.slug]), plan, follow=True)
    assert "The days and times of all rounds are set." in answer.content.decode()
    assert starts(event)[:3] == [("2026-11-21", "18:00"), ("2026-11-22", "10:00"), ("2026-11-22", "15:30")]
    url = reverse("schedule", args=[event.slug])
    form = form_on(chief_client, url) | {"round-3-time": ""}
    assert "are saved" in chief_client.post(url, form, follow=True).content.decode()
    assert starts(event)[2] == ("2026-11-22", "")
    log = chief_client.get(reverse("log", args=[event.slug])).content.decode()
    assert "round 3: Sun 22 November 2026, 15:30 → Sun 22 November 2026" in log


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("sent", "fault"),
    [
        ({"times": "noon"}, "found “noon”"),
        ({"times": "15:00 10:00"}, "found “10:00”"),
        ({"times": "25:00"}, "found “25:00”"),
        ({"first_day": "9999-12-31"}, "less than or equal to"),
        ({"first_day": "tomorrow"}, "valid date"),
        ({"every": "99999999999999999999"}, "is not offered here"),
    ],
)
def test_a_plan_that_cannot_be_read_is_named_and_kept(
    chief_client: Client, event: Tournament, sent: dict[str, str], fault: str
) -> None:
    plan = {"first_day": "2026-11-21", "every": "1", "times": "10:00"} | sent
    answer = chief_client.post(reverse("schedule-fill", args=[event.slug]), plan)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert fault in page.replace("&#x27;", "’")
    assert f'value="{plan["first_day"]}"' in page
    assert starts(event) == [("", "")] * 5


@pytest.mark.any_database
def test_a_table_with_a_fault_is_shown_again_with_it(chief_client: Client, event: Tournament) -> None:
    url = reverse("schedule", args=[event.slug])
    form = form_on(chief_client, url)
    answer = chief_client.post(url, form | {"round-1-day": "2026-11-22", "round-2-day": "2026-11-21"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Round 2: Sat 21 November 2026 is not after round 1, Sun 22 November 2026." in page
    assert Fields(page, url).forms[url]["round-2-day"] == "2026-11-21"
    assert "Expected a day" in chief_client.post(url, form | {"round-1-time": "10:00"}).content.decode()


@pytest.mark.any_database
@given(st.lists(st.times(), unique_by=lambda at: (at.hour, at.minute), max_size=6))
def test_times_are_read_as_they_are_written(times: list[time]) -> None:
    times = sorted(at.replace(second=0, microsecond=0, fold=0) for at in times)
    for form in ("{:%H:%M}", "{:%H.%M}", "{:%Hh%M}"):
        assert TimesField(required=False).clean(", ".join(map(form.format, times))) == times


# Shown.


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("last", "english", "french", "german"),
    [
        (None, "7 November 2026", "7 novembre 2026", "7. November 2026"),
        (date(2026, 11, 7), "7 November 2026", "7 novembre 2026", "7. November 2026"),
        (date(2026, 11, 15), "7–15 November 2026", "7–15 novembre 2026", "7.–15. November 2026"),
        (
            date(2026, 12, 5),
            "7 November – 5 December 2026",
            "7 novembre – 5 décembre 2026",
            "7. November – 5. Dezember 2026",
        ),
        (
            date(2027, 1, 3),
            "7 November 2026 – 3 January 2027",
            "7 novembre 2026 – 3 janvier 2027",
            "7. November 2026 – 3. Januar 2027",
        ),
    ],
)
def test_the_days_of_an_event_say_nothing_twice(
    last: date | None, english: str, french: str, german: str
) -> None:
    for language, told in (("en", english), ("fr", french), ("de", german)):
        with override(language):
            assert schedule.days(date(2026, 11, 7), last) == told


@pytest.mark.any_database
@time_machine.travel(datetime(2026, 11, 21, 9, 30, tzinfo=ZoneInfo("UTC")), tick=False)
def test_the_start_stands_on_the_events_page_the_rounds_and_the_desk(
    chief_client: Client, client: Client, event: Tournament, chief: User
) -> None:
    event_page, desk = event.get_absolute_url(), reverse("desk", args=[event.slug])
    assert "When rounds are played" not in client.get(event_page).content.decode()
    fill(event, chief)
    page = client.get(event_page).content.decode()
    assert "Sat 21 November 2026, 15:00" in page
    # Only the next round is counted down to, not those after it.
    assert page.count("data-countdown") == 1
    assert "Round 1:" in chief_client.get(desk).content.decode()
    builders.publish(event, 1, chief)
    for browser, url in (
        (client, reverse("round", args=[event.slug, 1])),
        (chief_client, reverse("desk-round", args=[event.slug, 1])),
    ):
        page = browser.get(url).content.decode()
        assert "Sat 21 November 2026, 10:00" in page
        assert "Round 2 begins:" in page
        assert "Errors must be reported before round 2 is paired." in page


@pytest.mark.any_database
def test_the_countdown_does_not_tell_the_public_of_a_draft(
    client: Client, event: Tournament, chief: User
) -> None:
    fill(event, chief)
    builders.play(event, 1, chief)
    pages = (event.get_absolute_url(), reverse("round", args=[event.slug, 1]))
    before = [client.get(page).content for page in pages]
    rounds.pair_round(tournament=event, number=2, actor=chief)
    cache.clear()
    assert [client.get(page).content for page in pages] == before


@pytest.mark.any_database
def test_the_start_is_told_in_the_clock_of_the_event(
    event: Tournament, chief: User, settings: Any, client: Client
) -> None:
    settings.TIME_ZONE = "Asia/Kolkata"
    fill(event, chief)
    round_ = event.rounds.get(number=1)
    assert round_.starts_at == datetime(2026, 11, 21, 4, 30, tzinfo=ZoneInfo("UTC"))
    page = client.get(event.get_absolute_url()).content.decode()
    assert 'datetime="2026-11-21T04:30:00+00:00"' in page
    assert "Sat 21 November 2026, 10:00" in page


@pytest.mark.any_database
def test_a_plan_changes_nothing_about_deadlines_and_holds_nobody_up(event: Tournament, chief: User) -> None:
    """D.8 depends on the deadline that was announced; the clock refuses no pairing."""
    fill(event, chief, first_day=date(2060, 1, 1))
    builders.play(event, 1, chief)
    round_ = event.rounds.get(number=1)
    assert (round_.deadline, round_.deadline_runs, round_.is_settled) == (None, False, False)
    builders.publish(event, 2, chief)


@pytest.mark.any_database
def test_a_deadline_later_than_the_next_start_is_pointed_out(
    chief_client: Client, event: Tournament, chief: User
) -> None:
    fill(event, chief, first_day=date(2060, 1, 1))
    builders.play(event, 1, chief)
    start = event.rounds.get(number=2).starts_at
    assert start
    url = reverse("desk-round", args=[event.slug, 1])
    corrections.set_deadline(tournament=event, number=1, deadline=start - timedelta(hours=1), actor=chief)
    assert "before the deadline for reporting" not in chief_client.get(url).content.decode()
    corrections.set_deadline(tournament=event, number=1, deadline=start + timedelta(hours=1), actor=chief)
    assert "That is before the deadline for reporting errors" in chief_client.get(url).content.decode()


# Reported, and read again.


@pytest.mark.any_database
def test_record_132_has_each_day_above_its_round(event: Tournament, chief: User) -> None:
    put(event, chief, number=1, day=SATURDAY, time=time(10))
    put(event, chief, number=3, day=SUNDAY)
    (line,) = (line for line in rulebook.report(event).split("\r\n") if line.startswith("132"))
    assert (line[91:99], line[101:109].strip(), line[111:119], len(line)) == ("26/11/21", "", "26/11/22", 119)


@pytest.mark.any_database
def test_without_days_there_is_no_record_132(event: Tournament) -> None:
    assert "\r\n132" not in rulebook.report(event)


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(days=st.lists(st.none() | st.dates(date(1970, 1, 1), date(2069, 12, 31)), min_size=5, max_size=5))
def test_the_days_come_back(chief: User, days: list[date | None]) -> None:
    with transaction.atomic():
        event = builders.tournament(chief, players=2, name="There and Back")
        for number, day in enumerate(days, 1):
            event.rounds.filter(number=number).update(day=day)
        copy = fide.import_tournament(data=rulebook.report(event).encode(), actor=chief)
        assert [round_.day for round_ in copy.rounds.all()] == days
        transaction.set_rollback(True)


@pytest.mark.any_database
def test_a_132_that_is_no_day_is_told_and_refuses_nothing(
    chief_client: Client, event: Tournament, chief: User
) -> None:
    fill(event, chief)
    data = rulebook.report(event).replace("26/11/22", "26/11/42", 1).encode()
    assert trf.read(data).round_dates[2] == ""
    copy = fide.import_tournament(data=data, actor=chief)
    assert [day for day, _at in starts(copy)][1:4] == ["2026-11-21", "", "2026-11-22"]
    log = chief_client.get(reverse("log", args=[copy.slug])).content.decode()
    assert "column 112: found &#x27;26/11/42&#x27;, expected a date as YY/MM/DD" in log
