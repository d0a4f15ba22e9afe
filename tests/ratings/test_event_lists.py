"""Which rating lists an event follows, and the comparison after each import (C.04.2 B.1, 2026: 2.1)."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.rating_samples import SINGLE, load, person, text
from tournaments.errors import DomainError
from tournaments.event.services import event as event_services
from tournaments.models import AuditEvent, Comparison, ListedPlayer, RatingList, Tournament
from tournaments.players.services import players
from tournaments.ratings import queries
from tournaments.ratings.services import ratings

pytestmark = pytest.mark.any_database

OCTOBER, NOVEMBER, DECEMBER = (date(2026, month, 1) for month in (10, 11, 12))
FIRST_DAY = date(2026, 11, 20)
TODAY = "2026-12-03 12:00:00Z"


def monthly(folder: Path, month: int, rating: int, **cells: Any) -> RatingList:
    """The list of a month of 2026, on which Ada has this rating."""
    data = text(person(101, "Holm, Ada", SRtng=rating, **cells), person(102, "Berg, Bob", SRtng=1800))
    return load(folder, data, month=date(2026, month, 1))


def enter(event: Tournament, actor: User, fide_id: str = "101") -> None:
    entry = {"name": {"101": "Holm, Ada", "102": "Berg, Bob"}[fide_id], "fide_id": fide_id}
    players.add_players(tournament=event, entries=[entry], actor=actor)


@pytest.fixture
def november(chief: User) -> Tournament:
    """An event in November, without players."""
    return builders.tournament(chief, players=0, start_date=FIRST_DAY, end_date=date(2026, 11, 28))


# Which lists are kept.


def test_the_lists_of_two_older_months_are_kept(db: None, tmp_path: Path) -> None:
    rows = [monthly(tmp_path, month, 2000 + month) for month in (8, 9, 10, 11)]
    for row in rows:
        row.refresh_from_db()
    assert [(row.state, row.kept) for row in rows] == [
        ("replaced", False),
        ("replaced", True),
        ("replaced", True),
        ("in_force", False),
    ]
    assert set(ListedPlayer.objects.values_list("list", flat=True)) == {row.pk for row in rows[1:]}
    assert queries.months() == [NOVEMBER, OCTOBER, date(2026, 9, 1)]


def test_an_older_list_does_not_replace_the_newest(db: None, tmp_path: Path) -> None:
    newest, older, again = (monthly(tmp_path, month, 2000) for month in (11, 10, 10))
    for row in (newest, older, again):
        row.refresh_from_db()
    assert [(row.state, row.kept) for row in (newest, older, again)] == [
        ("in_force", False),
        ("replaced", False),
        ("replaced", True),
    ]
    assert queries.in_use() == [newest]


def test_a_list_of_the_same_month_takes_the_place_of_the_other(db: None, tmp_path: Path) -> None:
    monthly(tmp_path, 11, 2000)
    second = monthly(tmp_path, 11, 2001)
    assert queries.of_month(NOVEMBER) == [second]
    assert set(ListedPlayer.objects.values_list("list", flat=True)) == {second.pk}


def test_a_list_that_would_be_the_newest_for_a_year_is_refused(db: None, tmp_path: Path) -> None:
    with (
        time_machine.travel("2026-11-22 12:00:00Z", tick=False),
        pytest.raises(DomainError, match="found 2027-11, expected 2026-12 at the latest"),
    ):
        load(tmp_path, text(person(101, "Holm, Ada")), month=date(2027, 11, 1))
    assert not RatingList.objects.exists()


def test_only_a_replaced_list_is_kept(db: None, tmp_path: Path) -> None:
    row = monthly(tmp_path, 11, 2000)
    with pytest.raises(IntegrityError), transaction.atomic():
        RatingList.objects.filter(pk=row.pk).update(kept=True)


# Which list counts.


@pytest.mark.parametrize(
    ("first", "last", "rating"),
    [
        (FIRST_DAY, date(2026, 11, 28), 2011),
        (FIRST_DAY, None, 2011),
        # Longer than thirty days: the present list.
        (date(2026, 10, 5), date(2026, 12, 20), 2012),
        (date(2026, 10, 5), date(2026, 11, 4), 2010),
        # No list of that month is there: the newest one.
        (date(2026, 3, 1), date(2026, 3, 8), 2012),
        (None, None, 2012),
    ],
)
def test_q137_the_list_of_the_first_day_or_todays_for_long_events(
    chief: User, tmp_path: Path, first: date | None, last: date | None, rating: int
) -> None:
    event = builders.tournament(chief, players=0, start_date=first, end_date=last)
    players.add_players(
        tournament=event, entries=[{"name": "Holm, Ada", "fide_id": "101", "rating": 1}], actor=chief
    )
    with time_machine.travel(TODAY, tick=False):
        for month in (10, 11, 12):
            monthly(tmp_path, month, 2000 + month)
        [change] = queries.check(event).changed
        assert change.after is not None
        assert change.after.value == rating
        # A player who is entered now has the rating of the same list.
        enter(event, chief, "102")
        listed = event.players.get(fide_id="102").ratings.get()
        assert change.after.month == listed.month


def test_q137_the_arbiters_choose_another_month(november: Tournament, chief: User, tmp_path: Path) -> None:
    for month in (10, 11, 12):
        monthly(tmp_path, month, 2000 + month)
    enter(november, chief)
    event_services.change_regulations(tournament=november, changes={"list_month": OCTOBER}, actor=chief)
    november.refresh_from_db()
    check = queries.check(november)
    assert [(change.before.value, change.after.value) for change in check.changed] == [(2011, 2010)]
    # It also says that by the regulations the list of another month counts.
    assert check.other_month == NOVEMBER
    assert [(row.kind, row.month) for row in check.sources] == [("combined", OCTOBER)]


def test_of_the_first_days_month_a_single_list_goes_before_the_newest_combined_one(
    november: Tournament, tmp_path: Path
) -> None:
    line = person(101, "Holm, Ada", OCT26=2100)
    load(tmp_path, text(line, columns=SINGLE), kind="rapid", month=NOVEMBER)
    monthly(tmp_path, 12, 2012, RRtng=2120)
    found = queries.by_fide_id(["101"], queries.followed(november))["101"]
    assert {kind: (rating.value, rating.month) for kind, rating in found.ratings.items()} == {
        "rapid": (2100, NOVEMBER),
        "standard": (2012, DECEMBER),
    }


def test_who_is_only_on_the_newest_list_is_found_and_unrated(
    november: Tournament, chief: User, chief_client: Client, tmp_path: Path
) -> None:
    monthly(tmp_path, 11, 2011)
    load(tmp_path, text(person(103, "Newcomer, Nils", SRtng=1600)), month=DECEMBER)
    page = chief_client.get(reverse("player-find", args=[november.slug]), {"q": "newc"}).content.decode()
    assert "unrated" in page
    chief_client.post(reverse("player-find", args=[november.slug]), {"fide_id": "103"})
    assert november.players.values_list("name", "rating").get() == ("Newcomer, Nils", None)


# The page.


def test_q137_the_page_shows_and_chooses_the_list(
    november: Tournament, chief: User, chief_client: Client, tmp_path: Path
) -> None:
    for month in (11, 12):
        monthly(tmp_path, month, 2000 + month)
    enter(november, chief)
    url = reverse("event-lists", args=[november.slug])
    page = chief_client.get(url).content.decode()
    assert "that of the first day: November 2026" in page
    assert '<option value="2026-12-01">December 2026</option>' in page
    form = {"list_month": "2026-12-01", "initial-list_month": "", "compares_ratings": "on"}
    checked = chief_client.post(url, form | {"initial-compares_ratings": "True"}, follow=True)
    assert "December 2026" in checked.content.decode()
    november.refresh_from_db()
    assert november.list_month == DECEMBER
    act = AuditEvent.objects.filter(action="regulations_changed").get()
    assert (act.before, act.after) == ({"list_month": None}, {"list_month": "2026-12-01"})
    for wrong in ("2026-09-01", "yesterday"):
        assert chief_client.post(url, form | {"list_month": wrong}).status_code == 422


def test_of_two_who_choose_the_later_one_is_told(
    november: Tournament, chief: User, chief_client: Client, tmp_path: Path
) -> None:
    for month in (10, 11, 12):
        monthly(tmp_path, month, 2000 + month)
    event_services.change_regulations(tournament=november, changes={"list_month": OCTOBER}, actor=chief)
    form = {"list_month": "2026-12-01", "initial-list_month": "", "compares_ratings": "on"}
    answer = chief_client.post(
        reverse("event-lists", args=[november.slug]), form | {"initial-compares_ratings": "True"}
    )
    assert answer.status_code == 409
    assert "Somebody else has changed it to October 2026 in the meantime" in answer.content.decode()


# The comparison after each import.


def test_q139_after_each_import_the_ratings_are_compared(
    chief: User, chief_client: Client, tmp_path: Path
) -> None:
    event = builders.tournament(chief, players=0)
    monthly(tmp_path, 11, 2011)
    enter(event, chief)
    before = Tournament.objects.values().get(pk=event.pk)
    monthly(tmp_path, 12, 2012)
    found = Comparison.objects.get(tournament=event)
    assert (found.month, found.differing) == (DECEMBER, 1)
    # It tells, and changes nothing.
    assert Tournament.objects.values().get(pk=event.pk) == before
    assert event.players.get().rating == 2011
    told = "1 player has another rating or title on the list of December 2026."
    link = f'<a href="{reverse("ratings-check", args=[event.slug])}">{told}</a>'
    for route in ("desk", "desk-players"):
        assert link in chief_client.get(reverse(route, args=[event.slug])).content.decode()
    ratings.follow_lists(
        tournament=event,
        players=[event.players.get().pk],
        lists=[row.pk for row in queries.followed(event)],
        actor=chief,
    )
    assert Comparison.objects.get(tournament=event).differing == 0
    assert told not in chief_client.get(reverse("desk", args=[event.slug])).content.decode()


def test_q138_the_comparison_is_switched_off_and_on(chief: User, tmp_path: Path) -> None:
    event = builders.tournament(chief, players=0)
    monthly(tmp_path, 10, 2010)
    enter(event, chief)
    assert Comparison.objects.get().differing == 0
    event_services.change_regulations(tournament=event, changes={"compares_ratings": False}, actor=chief)
    monthly(tmp_path, 11, 2011)
    assert not Comparison.objects.exists()
    # It can still be made by hand.
    assert len(queries.check(event).changed) == 1
    event_services.change_regulations(tournament=event, changes={"compares_ratings": True}, actor=chief)
    assert Comparison.objects.get().differing == 1


def test_an_event_that_is_over_is_compared_no_more(chief: User, tmp_path: Path) -> None:
    event = builders.tournament(chief, players=2, rounds=1)
    builders.play(event, 1, chief)
    event_services.finish_tournament(tournament=event, actor=chief)
    monthly(tmp_path, 11, 2011)
    assert not Comparison.objects.exists()


def test_the_comparison_follows_the_regulations(november: Tournament, chief: User, tmp_path: Path) -> None:
    monthly(tmp_path, 11, 2011)
    enter(november, chief)
    monthly(tmp_path, 12, 2012)
    assert Comparison.objects.values_list("month", "differing").get() == (NOVEMBER, 0)
    event_services.change_regulations(tournament=november, changes={"list_month": DECEMBER}, actor=chief)
    assert Comparison.objects.values_list("month", "differing").get() == (DECEMBER, 1)
