"""Before the report: each subject with its faults, each fault with a link to where it can be corrected."""

from __future__ import annotations

import re
from datetime import date, timedelta
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tournaments.errors import Cure, DomainError, Place
from tournaments.event.queries import obstacles
from tournaments.event.services.event import finish_tournament, name_arbiters
from tournaments.fide.queries import Check, checks
from tournaments.models import Player, Tournament
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def short(chief: User) -> Tournament:
    """Two rounds, of which the first has been played."""
    event = builders.tournament(chief, rounds=2)
    builders.play(event, 1, chief)
    return event


def check_of(event: Tournament, title: str) -> Check:
    """The check of this subject."""
    return next(check for check in checks(event) if check.title == title)


def said(event: Tournament, title: str) -> list[str]:
    """The faults of this subject."""
    return [fault.message for fault in check_of(event, title).faults]


def refused(event: Tournament) -> list[str]:
    """The faults that prevent the final report."""
    return [fault.message for check in checks(event) if check.refuses for fault in check.faults]


def test_there_is_no_final_report_before_the_last_round_has_its_results(
    short: Tournament, chief: User, chief_client: Client
) -> None:
    assert refused(short) == ["Round 2 is not published yet."]
    # The boards of a draft have no numbers yet, and their results are not reported as missing.
    rounds.pair_round(tournament=short, number=2, actor=chief)
    assert refused(short) == ["Round 2 is not published yet."]
    rounds.discard_draft(tournament=short, number=2, actor=chief)
    builders.publish(short, 2, chief)
    assert refused(short) == ["Round 2: the results of boards 1, 2, 3, 4 are missing."]
    builders.enter(short, 2, chief, {3: ""})
    assert refused(short) == ["Round 2: the result of board 3 is missing."]
    with pytest.raises(DomainError, match="Results are missing"):
        finish_tournament(tournament=short, actor=chief)
    # A report downloaded before that is marked as an interim one.
    assert "?" in chief_client.get(reverse("report", args=[short.slug])).content.decode()
    page = chief_client.get(reverse("preflight", args=[short.slug])).content.decode()
    assert "Download the interim report" in page
    assert f'href="{reverse("desk-round", args=[short.slug, 2])}#board-3"' in page
    builders.enter(short, 2, chief, {3: "1-0"})
    assert refused(short) == ["The tournament is not finished yet."]
    finish_tournament(tournament=short, actor=chief)
    short.refresh_from_db()
    assert refused(short) == []
    page = chief_client.get(reverse("preflight", args=[short.slug])).content.decode()
    assert "Download the final report" in page


def test_an_adjourned_game_refuses_it(short: Tournament, chief: User, chief_client: Client) -> None:
    builders.publish(short, 2, chief)
    builders.enter(short, 2, chief, {2: "adj"})
    assert len(refused(short)) == 1
    assert refused(short)[0].startswith("Round 2, board 2 is adjourned: ")
    with pytest.raises(DomainError, match="adjourned"):
        finish_tournament(tournament=short, actor=chief)
    report = reverse("report", args=[short.slug])
    assert chief_client.get(report).status_code == 422
    # A report that is refused there is not offered, and the pages say why.
    for name in ("preflight", "report-data", "desk"):
        page = chief_client.get(reverse(name, args=[short.slug])).content.decode()
        assert f'"{report}' not in page
        assert "An adjourned game is open: there is no report without its result." in page
        assert "Download the" not in page


def test_players_are_named_with_what_is_missing(event: Tournament) -> None:
    first, second, *_others = event.players.all()
    Player.objects.filter(pk=first.pk).update(fide_id="1503014", birth="1990/11/30", federation="NOR")
    Player.objects.filter(pk=second.pk).update(name="Mononym" * 5)
    assert [fault.cure for fault in check_of(event, "Names").faults] == [
        Cure(Place.PLAYER, player=second.pk)
    ] * 2
    assert said(event, "Names")[0] == f"Expected “Family name, first name”: 2 {'Mononym' * 5}"
    assert said(event, "FIDE IDs")[0] == f"No FIDE ID: 2 {'Mononym' * 5}"
    assert [len(said(event, title)) for title in ("FIDE IDs", "Dates of birth", "Federations")] == [7, 7, 7]


def test_of_many_players_the_first_are_named(chief: User) -> None:
    event = builders.tournament(chief, players=30)
    faults = check_of(event, "Dates of birth").faults
    assert len(faults) == 21
    assert (faults[-1].message, faults[-1].cure) == ("No date of birth: 10 more players", Cure(Place.PLAYERS))


def test_event_days_and_arbiters(short: Tournament, chief: User) -> None:
    assert said(short, "Arbiters") == ["Chief arbiter"]
    name_arbiters(
        tournament=short,
        chief={"title": "IA", "name": "Grant, Iain", "fide_id": ""},
        deputies=[],
        actor=chief,
    )
    assert said(short, "Arbiters") == ["FIDE ID of Grant, Iain"]
    assert said(short, "Dates of the rounds") == ["Days of rounds 1, 2"]
    assert "Time control" in said(short, "The event")


def test_system_and_acceleration_are_declared(chief: User) -> None:
    """C.04.2 A.3; 2026: 1.3."""
    event = builders.tournament(chief, edition="dutch-2016", acceleration="baku", end_date=date(2026, 11, 22))
    check = check_of(event, "System and acceleration")
    assert "BAKU" in check.says.upper()
    assert [fault.code for fault in check.faults] == ["edition_out_of_force"]
    for edition in ("dutch-2026", "round-robin", "dubov-2026"):
        lawful = builders.tournament(chief, name=edition, edition=edition, end_date=date(2026, 11, 22))
        assert check_of(lawful, "System and acceleration").faults == ()
        assert obstacles.edition_out_of_force(lawful) == []


def test_corrections_for_rating_alone_and_notes_are_told(chief: User, chief_client: Client) -> None:
    event = builders.tournament(chief, rounds=3, correction_minutes=0)
    builders.play(event, 1, chief)
    builders.play(event, 2, chief)
    event.rounds.update(results_at=timezone.now() - timedelta(days=2))
    builders.play(event, 3, chief)
    builders.correct(event, 1, chief, board=2, result="0-1")
    [fault] = check_of(event, "Corrections for the rating report only").faults
    assert fault.cure == Cure(Place.BOARD, 1, 2)
    [note] = check_of(event, "Integrity of the pairings").faults
    assert note.cure == Cure(Place.NOTE, note=event.integrity_events.get().pk)
    page = chief_client.get(reverse("integrity", args=[event.slug])).content.decode()
    assert f'id="event-{note.cure.note}"' in page


def test_every_fault_links_to_a_page_that_is_there(short: Tournament, chief_client: Client) -> None:
    page = unescape(chief_client.get(reverse("preflight", args=[short.slug])).content.decode())
    links = set(re.findall(r'<li><a href="([^"#]+)', page))
    assert len(links) > 10
    assert {chief_client.get(link).status_code for link in links} == {200}


def test_finish_desk_and_report_page_lead_there(short: Tournament, chief: User, chief_client: Client) -> None:
    builders.play(short, 2, chief)
    link = f'href="{reverse("preflight", args=[short.slug])}"'
    for route in ("desk", "report-data", "tournament-finish"):
        assert link in chief_client.get(reverse(route, args=[short.slug])).content.decode()


def test_more_players_are_no_more_queries(chief: User) -> None:
    asked = []
    for size in (4, 24):
        event = builders.tournament(chief, players=size, rounds=3)
        builders.play(event, 1, chief)
        with CaptureQueriesContext(connection) as queries:
            checks(event)
        asked.append(len(queries))
    assert asked[0] == asked[1]
