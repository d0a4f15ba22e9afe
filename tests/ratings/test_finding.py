"""People of an event are found on the rating list: the right one, surely or probably, or nobody."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import builders
from tests.rating_samples import load, person, xml
from tournaments.models import Tournament
from tournaments.persons import Person
from tournaments.ratings.finding import found, likely

LIST = (
    person(1, "Mueller, Juergen", Fed="GER", B_day=1970),
    person(2, "Smith, John", Fed="ENG", B_day=1980),
    person(3, "Smith, John", Fed="ENG", B_day=1991),
    person(4, "Smith, John", Fed="USA", B_day=1980),
    person(5, "Garcia Lopez, Jose Luis", Fed="ESP", B_day=1965),
    person(6, "Van der Berg, Jan", Fed="NED", B_day=1988),
    person(7, "Ivanova, Anna", Fed="BUL", B_day=2001, Sex="F"),
    person(8, "Wang, Xiaoming", Fed="CHN", B_day=1999),
    person(9, "Kumar, S", Fed="IND", B_day=1975),
    person(10, "Nilsen, Bjorn Erik", Fed="NOR", B_day=1950),
    person(11, "Brown, Alan", Fed="SCO", B_day=1969),
    person(12, "Brown, Alan Peter", Fed="SCO", B_day=1969),
    person(13, "Nguyen, Thi Anh", Fed="VIE", B_day=1995),
    person(14, "Suharto", Fed="INA", B_day=1985),
)
# Name, birth, federation -> the FIDE ID, with "?" if it is only probable; "" for nobody.
CASES = {
    ("Müller, Jürgen", "1970", "GER"): "1",
    ("Jürgen Mueller", "1970", ""): "1",
    ("MULLER JURGEN", "1970/05/06", "GER"): "1",
    ("Dr. Jürgen Müller", "", "GER"): "1?",
    ("Muller, Juergen", "", ""): "1?",
    ("Müller, Jürgen", "1971", "GER"): "",
    ("Müller, Jürgen", "1970", "AUT"): "",
    ("Müller, J.", "1970", "GER"): "",
    ("Müller, J.", "", "GER"): "",
    ("Müller, Jörg", "1970", "GER"): "",
    # The other is of another federation, and people move.
    ("Smith, John", "1980", "ENG"): "2?",
    ("Smith, John", "1980", ""): "",
    ("Smith, John", "1991", "ENG"): "3",
    ("Smith, John", "", "ENG"): "",
    ("Smith, John", "", "USA"): "4?",
    ("Smith, John jr.", "1991", "ENG"): "",
    ("García López, José", "1965", "ESP"): "5?",
    ("García, José Luis", "1965", "ESP"): "5?",
    ("José Luis García López", "1965", ""): "5",
    ("García, José", "1965", ""): "",
    ("García, José", "", "ESP"): "",
    ("Jan van der Berg", "1988", "NED"): "6",
    ("Berg, Jan", "1988", "NED"): "6?",
    ("Vanderberg, Jan", "1988", "NED"): "",
    ("Иванова Анна", "2001", "BUL"): "7",
    ("Xiao Ming Wang", "1999", "CHN"): "8",
    ("Kumar, S.", "1975", "IND"): "9?",
    ("Kumar, S.", "", "IND"): "",
    ("Bjørn Erik Nilsen", "1950", "NOR"): "10",
    ("Nilsen, Bjørn", "1950", "NOR"): "10?",
    ("Nilsen, Bjørn Erik Olav", "1950", "NOR"): "10?",
    # The list has somebody of the whole name, and somebody of a longer one.
    ("Brown, Alan", "1969", "SCO"): "",
    ("Brown, Alan Peter", "1969", "SCO"): "",
    ("Brown, Alan Peter", "", "SCO"): "12?",
    ("Anh Thi Nguyen", "1995", "VIE"): "13",
    ("Suharto", "1985", "INA"): "14?",
    ("Smith", "1991", "ENG"): "",
    ("Smi", "", ""): "",
    ("", "1991", "ENG"): "",
    ("%_\"', \\", "", ""): "",
}


@pytest.fixture
def event(db: None, tmp_path: Path, chief: User) -> Tournament:
    """An event that follows the list."""
    load(tmp_path, xml(*LIST), name="list.xml")
    return builders.tournament(chief, players=0)


def test_each_is_found_who_can_be_told_from_others(event: Tournament) -> None:
    people = [Person(name, birth, federation) for name, birth, federation in CASES]
    with CaptureQueriesContext(connection) as queries:
        hits = found(event, people)
    told = [hit.listed.fide_id + "?" * (not hit.is_sure) if hit else "" for hit in hits]
    assert dict(zip(CASES, told, strict=True)) == CASES
    assert len(queries) <= 5


def test_a_fide_id_is_believed_if_the_list_has_that_person_under_it(event: Tournament) -> None:
    hits = found(
        event,
        [
            Person("Smith, John", "", "ENG", fide_id="3"),
            Person("Müller, J.", "1970", "SUI", fide_id="1"),
            Person("Smith, John", "1991", "ENG", fide_id="1"),
            Person("Smith, John", "1991", "ENG", fide_id="99"),
        ],
    )
    assert [(hit.listed.fide_id, hit.is_sure) if hit else None for hit in hits] == [
        ("3", True),
        None,
        None,
        None,
    ]


def test_everybody_who_may_be_meant_is_named_the_likeliest_first(event: Tournament) -> None:
    [smiths, browns] = likely(
        event, [Person("John Smith", "1980", "USA"), Person("Alan Brown", "1969", "SCO")]
    )
    assert [hit.listed.fide_id for hit in smiths] == ["4", "2"]
    assert [hit.listed.fide_id for hit in browns] == ["11", "12"]
    assert not any(hit.is_sure for hit in (*smiths, *browns))


def test_thousands_of_words_are_no_more_work_than_a_name(event: Tournament) -> None:
    hostile = Person(" ".join(f"Smaueoe{number}" for number in range(5000)), "1980", "ENG")
    assert found(event, [hostile, Person("Smith " * 3000, "1980", "ENG")]) == [None, None]


def test_an_event_without_a_list_finds_nobody(db: None, chief: User) -> None:
    event = builders.tournament(chief, players=0)
    assert found(event, [Person("Smith, John", fide_id="2"), Person("Smith, John")]) == [None, None]
