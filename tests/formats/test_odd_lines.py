"""One odd line, an unknown heading or a title above a list changes nothing of how the rest is read."""

from __future__ import annotations

import pytest

from tests.formats.test_lists import read
from tests.tournaments.one_event import chief, db, event, made
from tournaments.formats import lists
from tournaments.formats.lists.single_blanks import by_words
from tournaments.models import Tournament

__all__ = ["chief", "db", "event", "made"]

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

SMITH = {"name": "Smith, John", "rating": 1655, "federation": "SCO"}
BROWN = {"name": "Brown, Al", "rating": 1402, "federation": "ENG"}
KERR = {"name": "Kerr, Wei", "rating": 1500, "federation": "SCO"}


@pytest.mark.parametrize(
    "text",
    [
        "Smith, John;1655;SCO;1970\nBrown, Al;1402;ENG;2004\nKerr, Wei;1500;SCO;1985",
        "Smith, John;1970;1655;SCO\nBrown, Al;2004;1402;ENG\nKerr, Wei;1985;1500;SCO",
        "Smith, John 1655 SCO 1970\nBrown, Al 1402 ENG 2004\nKerr, Wei 1500 SCO 1985",
    ],
)
def test_beside_ratings_a_column_of_years_is_of_births(event: Tournament, text: str) -> None:
    assert read(text, event) == [
        SMITH | {"birth": "1970"},
        BROWN | {"birth": "2004"},
        KERR | {"birth": "1985"},
    ]


def test_without_ratings_beside_them_numbers_like_years_are_ratings(event: Tournament) -> None:
    assert [entry["rating"] for entry in read("Smith, John;1970\nBrown, Al;2004", event)] == [1970, 2004]


@pytest.mark.parametrize(
    ("numbers", "column"),
    [
        ("2012 2014 2013 2015", "birth"),
        ("2012 2014 2013 1780", "rating"),
        ("2012 1960 1985 1999", "rating"),
        ("2012 1960 1985 1999 1971 1990 2001 1953", "birth"),
        ("2000 2000 2000 2000 2000", "rating"),
    ],
)
def test_many_years_are_births_even_without_ratings(event: Tournament, numbers: str, column: str) -> None:
    text = "\n".join(f"Adler, A{'x' * n};{number}" for n, number in enumerate(numbers.split(), 1))
    assert lists.read(text, event).columns == ("name", column)


def test_days_behind_months_are_known_by_those_that_are_no_months(event: Tournament) -> None:
    def births(*days: str) -> list[str]:
        text = "\n".join(f"Adler, A{'x' * n};{day}" for n, day in enumerate(days, 1))
        return [line.fields["birth"] for line in lists.read(f"Name;Born\n{text}", event).lines]

    assert births("05/31/1987", "12/13/1990", "01/02/2003") == ["1987/05/31", "1990/12/13", "2003/01/02"]
    assert births("05/31/1987", "31/12/1990", "01/02/2003") == ["1987/31/05", "1990/12/31", "2003/02/01"]
    american = ["05/31/1987", "12/13/1990", "01/02/2003", "07/30/2001", "08/17/1999"]
    assert births(*american, "31/12/1990")[2:] == ["2003/01/02", "2001/07/30", "1999/08/17", "1990/12/31"]
    assert births("05/31/1987", "01/02/2003") == ["1987/31/05", "2003/02/01"]


def test_a_line_with_a_cell_too_many_is_named_and_the_others_are_read(event: Tournament) -> None:
    text = "Smith, John;1655;SCO\nBrown, Al;1402;ENG\nFM;Kerr, Wei;1500;SCO\nKosten, Tony\t2400\tFRA"
    found = lists.read(text, event)
    assert [(line.number, line.fault) for line in found.faults] == [(3, "no name found")]
    assert found.entries == [SMITH, BROWN, {"name": "Kosten, Tony", "rating": 2400, "federation": "FRA"}]


@pytest.mark.parametrize(
    "odd", ["1655;?;??", "Doe, A;strong;SCO", "Doe, A;1655;SCO;x;y;z", "Doe, A", "-;1655;SCO"]
)
@pytest.mark.parametrize("place", [0, 1, 3])
def test_one_odd_line_changes_nothing_of_the_others(event: Tournament, odd: str, place: int) -> None:
    lines = ["Smith, John;1655;SCO", "Brown, Al;1402;ENG", "Kerr, Wei;1500;SCO"]
    lines.insert(place, odd)
    found = lists.read("\n".join(lines), event)
    assert [line.fields for line in found.lines if line.number != place + 1] == [SMITH, BROWN, KERR]


SINGLE_BLANKS = {
    "1 GM Smith John 1655 SCO": {"title": "GM", "name": "Smith John", "rating": "1655", "federation": "SCO"},
    "2 Brown Al 1402 England": {"name": "Brown Al", "rating": "1402", "federation": "England"},
    "3. Kerr, Wei SCO 1500 1985": {
        "name": "Kerr, Wei",
        "federation": "SCO",
        "rating": "1500",
        "birth": "1985",
    },
    "4 DUPONT Jean unr. FRA m": {"name": "DUPONT Jean", "rating": "unr.", "federation": "FRA", "sex": "m"},
    "5 van der Berg Jan (NED) IM": {"name": "van der Berg Jan", "federation": "NED", "title": "IM"},
    "6 Berg, Ute 9900001 31.05.1987": {"name": "Berg, Ute", "fide_id": "9900001", "birth": "31.05.1987"},
    "10 Costa Carla 1800 POR Castle of Nowhere": {
        "name": "Costa Carla",
        "rating": "1800",
        "federation": "POR",
    }
    | {"club": "Castle of Nowhere"},
    "11 Dahl, Dag (1700) Czech Republic": {
        "name": "Dahl, Dag",
        "rating": "1700",
        "federation": "Czech Republic",
    },
    # These words are names.
    "12 LEE SAM": {"name": "LEE SAM"},
    "13 Anna Holland 1300": {"name": "Anna Holland", "rating": "1300"},
    "14 Smith J M": {"name": "Smith J M"},
}


def test_cells_between_single_blanks() -> None:
    found = by_words([*SINGLE_BLANKS])
    assert found
    columns, rows = found
    read = [{column: cell for column, cell in zip(columns, row, strict=True) if cell} for row in rows]
    assert read == [*SINGLE_BLANKS.values()]


def test_headings_between_single_blanks(event: Tournament) -> None:
    assert read("Nr Name Elo Land\n1 Smith, John 1655 SCO\n2 Brown, Al 1402 ENG", event) == [SMITH, BROWN]


def test_a_number_typed_twice_stays_in_no_name(event: Tournament) -> None:
    text = "1 Smith, John 1655 SCO\n2 Brown, Al 1402 ENG\n2 Kerr, Wei 1500 SCO\n4 Doe, Jo 1300"
    names = [entry["name"] for entry in read(text, event)]
    assert names == ["Smith, John", "Brown, Al", "Kerr, Wei", "Doe, Jo"]


def test_names_that_end_in_a_rating_are_no_such_list() -> None:
    assert by_words(["Fischer, Robert 2785", "Jana Hoàng (1575)", "LEE SAM", "Pelé unr."]) is None


@pytest.mark.parametrize(
    "above",
    [
        ["Test Open 2026"],
        ["Open of Nowhere, Nowhere; 2026; Group A", "Last update 06.09.2026 12:00:00, Creator: x"],
        ["Name;Open of Nowhere", "Place;Nowhere", "Rating;FIDE", "Group 1;U 18;2026", "Starting rank"],
        [f"Remark {number}" for number in range(15)],
    ],
)
def test_what_stands_above_the_headings_is_nobody(event: Tournament, above: list[str]) -> None:
    text = "\n".join([*above, "No.;Name;Rtg;FED", "1;Smith, John;1655;SCO", "2;Brown, Al;1402;ENG"])
    assert read(text, event) == [SMITH, BROWN]
    told = [line for line in lists.read(text, event).unused if "above the headings" in line]
    assert len(told) == len(above)


def test_players_above_a_second_line_of_headings_are_not_lost(event: Tournament) -> None:
    found = lists.read("Smith, John;1655;SCO\nBrown, Al;1402;ENG\nName;Rating;Fed\nKerr, Wei;1500;SCO", event)
    assert found.entries == [SMITH, BROWN, KERR]
    assert [line.number for line in found.faults] == [3]


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("Name,Rating,ID\nAdler Anna,2000,player_001\nBerg Bo,1900,player_002", "name rating -"),
        ("Name,Rating,ID\nAdler Anna,2000,9900001\nBerg Bo,1900,x", "name rating fide_id"),
        ("Name,Rating,ID\nAdler Anna,2000,101\nBerg Bo,1900,205", "name rating -"),
        ("ID;Name;FIDE ID\nA1;Adler Anna;9900001\nB2;Berg Bo;", "- name fide_id"),
        ("Name;Title\nAdler Anna;NM\nBerg Bo;LM\nDoe, A;GM", "name -"),
        ("Name;Title\nAdler Anna;NM\nBerg Bo;", "name title"),
        ("Name;Land;Elo\nAdler Anna;Wien;x\nBerg Bo;Graz;2000", "name - rating"),
        ("Name;Nachname;Vorname\nAnna Adler;Adler;Anna\nBo Berg;Berg;Bo", "- name first_name"),
        ("Name;Vorname\nAdler;Anna\nBerg;Bo", "name first_name"),
        ("Name;Vorname\nAdler, Anna;Anna\nBerg, Bo;Bo\n", "name -"),
        ("Nombre;Apellidos\nAnna;Adler\nBo;Berg", "first_name name"),
        ("NAME / NOM;FIDE ID;ELO STD;FED.\nAdler, A;9900001;2000;NOR", "name fide_id fide_rating federation"),
        ("John\tSmith\t1655\nAnna\tBrown\t1402", "first_name name rating"),
        ("Smith\tJohn\t1655\nBrown\tAnna\t1402", "name first_name rating"),
        ("Xyzzy\tQuux\t1655\nPlugh\tFoo\t1402", "name first_name rating"),
        ("Last,First,Rating\nAdler,Anna,2000\nBerg,Bo,1900", "name first_name rating"),
        (
            "Full name (Last, First);Date of birth (dd.mm.yyyy);Sex (M/F)\nAdler, A;1.2.1990;F",
            "name birth sex",
        ),
    ],
)
def test_a_column_is_what_most_of_its_cells_can_be(event: Tournament, text: str, columns: str) -> None:
    assert " ".join(column or "-" for column in lists.read(text, event).columns) == columns


def test_a_column_that_loses_nothing_is_not_spoken_of(event: Tournament) -> None:
    text = "Name;Pts;Land\nAdler Anna;0;Wien\nBerg Bo;0;Graz"
    assert lists.read(text, event).unused == ("Column 3, “Land” (Wien, Graz …), is not used.",)


def test_one_sex_in_another_language_changes_none_of_the_others(event: Tournament) -> None:
    text = "Name;Sexo\nAdler, A;M\nBerg, B;H\nCosta, C;M\nDahl, D;H\nEng, E;F"
    assert [entry["sex"] for entry in read(text, event)] == ["w", "m", "w", "m", "w"]


def test_a_running_number_with_a_gap_is_no_rating(event: Tournament) -> None:
    lines = [f"{number};Adler, A{number}x;{1000 + number * 7}" for number in range(150, 400) if number != 200]
    assert lists.read("\n".join(lines), event).columns == ("", "name", "rating")
