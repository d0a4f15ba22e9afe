"""Events of more than 30 days: marked as such, with a report for each rating period."""

from __future__ import annotations

import html
from datetime import date

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from pairing import trf
from tests import builders
from tests.loaded import complete
from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.event.services import course
from tournaments.event.services.event import change_regulations
from tournaments.models import Game, OtherRecords, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

APRIL, MAY, JUNE = date(2026, 4, 1), date(2026, 5, 1), date(2026, 6, 1)


@pytest.fixture
def league(chief: User) -> Tournament:
    """Eight players who meet every two weeks: rounds 1 and 2 in April, 3 and 4 in May, 5 in June."""
    event = builders.tournament(
        chief, name="Long League", start_date=date(2026, 4, 7), end_date=date(2026, 6, 2)
    )
    course.fill_schedule(tournament=event, first_day=date(2026, 4, 7), every=14, times=[], actor=chief)
    return event


@pytest.mark.parametrize(
    ("last", "long"), [(date(2026, 5, 7), False), (date(2026, 5, 8), True), (None, False)]
)
def test_more_than_30_days_are_long(last: date | None, long: bool) -> None:
    assert Tournament(start_date=date(2026, 4, 7), end_date=last).is_long is long


def test_q210_a_long_event_is_marked_everywhere(league: Tournament, client: Client, chief: User) -> None:
    client.force_login(chief)
    for route in ("event", "desk"):
        page = complete(client.get(reverse(route, args=[league.slug])))
        assert "more than 30 days" in page, route
    page = client.get(reverse("report-data", args=[league.slug])).content.decode()
    assert "This event lasts more than 30 days" in page
    for month in ("April 2026", "May 2026", "June 2026"):
        assert month in page
    short = builders.tournament(chief, name="Short", start_date=APRIL, end_date=date(2026, 4, 9))
    assert "more than 30 days" not in client.get(reverse("event", args=[short.slug])).content.decode()
    assert rulebook.rating_periods(short) == ()


@pytest.mark.parametrize("code", ["ARO", "ARO/C1", "TPR", "PTP", "APRO", "APPO", "RTNG", "RTNG/R"])
def test_q211_tie_breaks_by_rating_are_advised_against(
    league: Tournament, client: Client, chief: User, code: str
) -> None:
    change_regulations(tournament=league, changes={"tie_breaks": f"BH,{code}"}, actor=chief)
    client.force_login(chief)
    league.refresh_from_db()
    name = rulebook.columns(league)[-1].name
    for route in ("desk", "settings", "tie-breaks"):
        page = html.unescape(client.get(reverse(route, args=[league.slug])).content.decode())
        assert f"tie-breaks by rating are advised against then (C.07 10). It has: {name}." in page, route


def test_q211_it_is_said_while_the_list_is_put_together_and_changes_nothing(
    league: Tournament, client: Client, chief: User
) -> None:
    client.force_login(chief)
    answer = client.post(
        reverse("tie-breaks", args=[league.slug]), {"code": "BH", "add": "1", "more": "TPR", "text": "2026"}
    )
    assert "are advised against then (C.07 10)" in answer.content.decode()
    assert league.tie_breaks == Tournament.objects.get(pk=league.pk).tie_breaks


def test_q211_nothing_is_said_of_other_tie_breaks_of_short_events_nor_once_round_1_is_public(
    league: Tournament, client: Client, chief: User
) -> None:
    short = builders.tournament(
        chief, name="Short", start_date=APRIL, end_date=date(2026, 4, 9), tie_breaks="TPR,ARO"
    )
    begun = builders.tournament(
        chief, name="Begun", start_date=APRIL, end_date=date(2026, 6, 9), tie_breaks="TPR,ARO"
    )
    builders.publish(begun, 1, chief)
    client.force_login(chief)
    for event in (league, short, begun):
        for route in ("desk", "tie-breaks"):
            page = client.get(reverse(route, args=[event.slug])).content.decode()
            assert "advised against" not in page, (event, route)


def test_the_periods_are_the_months_of_the_rounds(league: Tournament) -> None:
    assert rulebook.rating_periods(league) == ((APRIL, (1, 2)), (MAY, (3, 4)), (JUNE, (5,)))


def test_the_report_of_a_period_has_its_rounds_alone(league: Tournament, chief: User) -> None:
    for number in (1, 2, 3, 4):
        builders.play(league, number, chief)
    whole, may = trf.read(rulebook.report(league)), trf.read(rulebook.report_of_period(league, MAY))
    assert (may.rounds, may.start_date, may.end_date) == (2, "2026/05/05", "2026/05/19")
    assert may.round_dates == ("2026/05/05", "2026/05/19")
    assert [player.cells for player in may.players] == [player.cells[2:4] for player in whole.players]
    assert {player.number for player in may.players} == set(range(1, 9))
    both = trf.read(rulebook.report_of_period(league, APRIL))
    for player, one, other in zip(whole.players, both.players, may.players, strict=True):
        assert player.cells[:4] == (*one.cells, *other.cells)


def test_the_report_of_a_period_has_no_line_that_goes_by_the_numbers_of_the_event(
    league: Tournament, client: Client, chief: User
) -> None:
    """A period's round 1 is not the event's: a remark or a record from a file would mean another round."""
    for number in (1, 2, 3, 4):
        builders.play(league, number, chief)
    OtherRecords.objects.create(tournament=league, text="### Kept @ Round 1: of a file\nXYZ of a file")
    lasting = "### Lots among equals: of no round"
    remarks = ["### Fingerprint @ Round 3: 0a1b", "### Late entry @ Round 2: 8", lasting]
    assert {*remarks, "XYZ of a file"} <= set(rulebook.report(league, remarks).splitlines())
    assert trf.read(rulebook.report_of_period(league, MAY, remarks)).other_records == (lasting,)
    client.force_login(chief)
    address = reverse("report", args=[league.slug])
    assert "@ Round" in client.get(address).content.decode()
    page = client.get(address, {"period": "2026-05"}).content.decode()
    assert "@ Round" not in page
    assert "XYZ" not in page


def test_the_report_of_a_period_keeps_what_a_file_brought_that_is_of_the_whole_event(
    league: Tournament, chief: User
) -> None:
    for number in (1, 2):
        builders.play(league, number, chief)
    national = f"{'NED    1  m    Adler, A000':48}2411 NED"
    lasting = ["### Made by another program", national]
    dropped = ["### Runde 2: Adler late", "XYZ of a file"]
    OtherRecords.objects.create(tournament=league, text="\n".join(lasting + dropped))
    assert set(lasting + dropped) <= set(rulebook.report(league).splitlines())
    assert trf.read(rulebook.report_of_period(league, APRIL)).other_records == tuple(lasting)


def test_there_is_none_before_its_results_are_in(league: Tournament, chief: User) -> None:
    builders.play(league, 1, chief)
    builders.publish(league, 2, chief)
    builders.enter(league, 2, chief, {1: ""})
    for month in (APRIL, MAY):
        with pytest.raises(DomainError, match="Results of rounds of that month are missing"):
            rulebook.report_of_period(league, month)
    with pytest.raises(DomainError, match="No round of a long event"):
        rulebook.report_of_period(league, date(2026, 7, 1))


def test_an_adjourned_game_holds_its_own_period_up(league: Tournament, chief: User) -> None:
    builders.play(league, 1, chief)
    builders.publish(league, 2, chief)
    builders.enter(league, 2, chief, {1: Game.Result.ADJOURNED})
    with pytest.raises(DomainError, match="Results of rounds of that month are missing"):
        rulebook.report_of_period(league, APRIL)


def test_it_is_downloaded_under_its_month(league: Tournament, client: Client, chief: User) -> None:
    for number in (1, 2):
        builders.play(league, number, chief)
    client.force_login(chief)
    address = reverse("report", args=[league.slug])
    answer = client.get(address, {"period": "2026-04"})
    assert answer.status_code == 200
    assert answer["Content-Disposition"] == 'attachment; filename="long-league-2026-04.trf"'
    assert client.get(address, {"period": "2026-13"}).status_code == 404
    assert client.get(address, {"period": "2026-05"}).status_code == 422
    # Only the period with all results is offered; for the other the page says why not.
    page = client.get(reverse("report-data", args=[league.slug])).content.decode()
    assert f"{address}?period=2026-04" in page
    assert "?period=2026-05" not in page
    assert "results are missing: there is no report yet" in page
