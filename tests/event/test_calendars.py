"""The rounds as a calendar (RFC 5545)."""

from __future__ import annotations

from datetime import UTC, date, datetime, time

import pytest
from django.contrib.auth.models import User
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from tests import builders
from tournaments.event.queries.schedule import LONGEST, Entry, written
from tournaments.event.services import course

NOON = datetime(2026, 3, 6, 12, tzinfo=UTC)


def unfolded(calendar: bytes) -> list[str]:
    """The lines as a reader puts them together again (3.1)."""
    return calendar.decode().replace("\r\n ", "").split("\r\n")


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=200))
def test_whatever_the_name_no_line_is_too_long_and_a_reader_gets_it_back(name: str) -> None:
    calendar = written(name, [Entry("1", name, name, "http://x/", NOON)], NOON)
    assert max(map(len, calendar.split(b"\r\n"))) <= LONGEST
    title = next(line for line in unfolded(calendar) if line.startswith("SUMMARY:")).removeprefix("SUMMARY:")
    found, letters = "", iter(title)
    for letter in letters:
        found += next(letters) if letter == "\\" else letter
    assert found == name


def test_a_start_is_a_moment_or_a_whole_day() -> None:
    entries = [Entry("1", "a", "", "http://x/", NOON), Entry("2", "b", "", "http://x/", date(2026, 3, 7))]
    lines = unfolded(written("Open", entries, NOON))
    assert [line for line in lines if line.startswith("DTSTART")] == [
        "DTSTART:20260306T120000Z",
        "DTSTART;VALUE=DATE:20260307",
    ]
    assert not [line for line in lines if line.startswith("LOCATION")]
    assert lines[0] == "BEGIN:VCALENDAR"
    assert lines[-2:] == ["END:VCALENDAR", ""]


@pytest.mark.django_db
@pytest.mark.any_database
def test_the_rounds_whose_days_are_known_stand_in_the_calendar(chief: User) -> None:
    event = builders.tournament(chief, rounds=3, name="Calendar Open")
    url = f"/t/{event.slug}/rounds.ics"
    assert "VEVENT" not in Client().get(url).content.decode()
    days = {1: {"day": date(2026, 3, 6), "time": time(15)}, 2: {"day": date(2026, 3, 7)}}
    course.set_schedule(tournament=event, changes=days, actor=chief)
    answer = Client().get(url)
    assert answer.headers["Content-Type"].startswith("text/calendar")
    lines = unfolded(answer.content)
    assert [line for line in lines if line.startswith("SUMMARY")] == [
        "SUMMARY:Calendar Open\\, round 1",
        "SUMMARY:Calendar Open\\, round 2",
    ]
    assert "DTSTART;VALUE=DATE:20260307" in lines
    # It is made once for everybody.
    kept = {"If-None-Match": answer.headers["ETag"]}
    assert Client().get(url, headers=kept).status_code == 304
    course.set_schedule(tournament=event, changes={2: {"day": date(2026, 3, 8)}}, actor=chief)
    assert "DTSTART;VALUE=DATE:20260308" in unfolded(Client().get(url, headers=kept).content)
