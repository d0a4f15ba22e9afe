"""The header records of the report, for each kind of event and each file that is made of it."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User

from pairing.editions import EDITIONS
from tests import builders, team_events
from tournaments import rulebook
from tournaments.event.services import event as event_services
from tournaments.fide import queries
from tournaments.models import Member, Tournament
from tournaments.players.services import players

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

FIRST, LAST = date(2026, 3, 1), date(2026, 3, 3)
ABOUT = {
    "name": "Spring Open",
    "city": "Oban",
    "federation": "SCO",
    "start_date": FIRST,
    "end_date": LAST,
    "time_control": "90 minutes",
}
ESTIMATE = {"rating": 1500, "rating_source": "estimate"}
# Players beside four rated ones: two without a rating of FIDE's.
UNRATED = [{"name": "Known, K"} | ESTIMATE, {"name": "New, N"}]


def event_of(code: str, chief: User) -> Tournament:
    """An event by this edition, before its first round."""
    form = EDITIONS[code].form
    facts: dict[str, Any] = {**ABOUT, "edition": code, "rounds": 4}
    if form.of_teams:
        event = team_events.event_of(chief, 4, **facts)
        unrated = Member.objects.filter(team__tournament=event, place=5)
        unrated.update(rating=None)
    else:
        event = builders.tournament(chief, players=4, **facts)
        # Everybody needs a rating in systems that pair by it, and an estimate is good enough.
        second = ESTIMATE if EDITIONS[code].needs_ratings else {}
        entries = [UNRATED[0], UNRATED[1] | second]
        players.add_players(tournament=event, entries=entries, actor=chief)
    chief_arbiter = {"name": "Grey, Gus", "title": "IA", "fide_id": "100001"}
    deputy = {"name": "Hall, Hal", "title": "", "fide_id": ""}
    event_services.name_arbiters(tournament=event, chief=chief_arbiter, deputies=[deputy], actor=chief)
    event.rounds.filter(number=1).update(day=FIRST)
    event.refresh_from_db()
    return event


def headers(text: str) -> dict[str, list[str]]:
    """Record -> what stands after its code, for the records 012 to 132."""
    found: dict[str, list[str]] = {}
    for line in text.split("\r\n"):
        if line[:3].isdecimal() and line[2] == "2" and line[:3] <= "132":
            found.setdefault(line[:3], []).append(line[4:].strip())
    return found


@pytest.mark.parametrize("code", EDITIONS)
def test_every_header_is_that_of_the_event(chief: User, code: str) -> None:
    """Of four teams of five members, one in each is unrated; of six players, two are."""
    event = event_of(code, chief)
    people, rated, teams = (20, 16, 4) if EDITIONS[code].form.of_teams else (6, 4, 0)
    expected = {
        "012": ["Spring Open"],
        "022": ["Oban"],
        "032": ["SCO"],
        "042": ["2026/03/01"],
        "052": ["2026/03/03"],
        "062": [str(people)],
        "072": [str(rated)],
        "082": [str(teams)],
        "092": [rulebook.type_of_report(event)[0]],
        "102": ["IA Grey, Gus (100001)"],
        "112": ["Hall, Hal"],
        "122": ["90 minutes"],
        "132": ["26/03/01"],
    }
    remarks = queries.remarks(event)
    for form in rulebook.Format:
        assert headers(rulebook.report(event, remarks, form=form)) == expected
        assert headers(rulebook.exchange_file(event, remarks, form=form)) == expected
    # What everybody may have before a round is paired names no arbiters and no days of the rounds.
    before = headers(rulebook.file_before(event, 1))
    assert {name: before[name] for name in ("062", "072", "082")} == {
        name: expected[name] for name in ("062", "072", "082")
    }
