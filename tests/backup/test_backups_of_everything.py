"""A backup of events that between them have a row of every kind."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields

import pytest
from django.contrib.auth.models import User

from tests import builders
from tests.backup.test_backups import same_again
from tests.everything import Everything, everything
from tournaments import rulebook
from tournaments.backup.queries import backup
from tournaments.fide import queries as fide
from tournaments.fide.services import import_tournament
from tournaments.models import ByeRequest, PlayerLink, ResultReport, Tournament
from tournaments.own import queries as own
from tournaments.own import services as own_services


@pytest.fixture(scope="module")
def events(module_db: None, tmp_path_factory: pytest.TempPathFactory) -> Everything:
    return everything(builders.user("chief"), tmp_path_factory.mktemp("lists"))


@pytest.fixture
def db(undone_db: None) -> None:
    """The tests of this file share the events."""


@pytest.fixture
def chief(events: Everything, db: None) -> User:
    return User.objects.get(username="chief")


def each(events: Everything) -> Iterator[Tournament]:
    return (getattr(events, field.name) for field in fields(events))


def test_rows_of_every_kind_come_back(events: Everything, chief: User) -> None:
    filled = set()
    for event in each(events):
        sections = json.loads(backup(event))["sections"]
        filled |= {name for name, section in sections.items() if section["rows"]}
        same_again(event, chief)
    # Records of a file that this program does not read are in the next test.
    assert sections.keys() - filled == {"otherrecords"}


def test_what_an_imported_file_holds_besides_comes_back(events: Everything, chief: User) -> None:
    event = events.finished
    file = rulebook.report(event, [*fide.remarks(event), "### Kept @ Round 1: of a file"])
    imported = import_tournament(data=file.encode(), actor=chief)
    lines = same_again(imported, chief).other_records.lines
    assert "### Kept @ Round 1: of a file" in lines


def test_what_was_asked_for_and_reported_comes_back_and_the_links_are_made_anew(
    events: Everything, chief: User
) -> None:
    found = same_again(events.running, chief)
    rules = own.rules_of(found)
    assert (rules.byes, rules.minutes, rules.results) == (True, 30, True)
    requests = ByeRequest.objects.filter(round__tournament=found).order_by("round__number")
    assert [*requests.values_list("round__number", "kind", "answer")] == [
        (3, "half", ""),
        (4, "half", "declined"),
    ]
    assert ResultReport.objects.get(game__round__tournament=found).result == "1/2-1/2"
    assert [held for [held] in rulebook.earlier_ratings(found).values()] == [
        held for [held] in rulebook.earlier_ratings(events.running).values()
    ]
    assert not PlayerLink.objects.filter(player__tournament=found).exists()
    made = own_services.make_links(tournament=found, actor=chief)
    assert len(made) == len(own.entitled(found)) > 0


def test_numbers_that_were_drawn_come_back_with_their_seed(events: Everything, chief: User) -> None:
    assert events.table.number_seed
    assert same_again(events.table, chief).number_seed == events.table.number_seed
