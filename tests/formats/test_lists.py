"""Lists of players as people bring them: understood, or refused line by line; never half-imported."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.tournaments.one_event import chief, db, event, made
from tournaments.formats import lists
from tournaments.models import AuditEvent, Player, Tournament
from tournaments.players.services import players

__all__ = ["chief", "db", "event", "made"]

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def read(text: str, event: Tournament) -> list[dict[str, Any]]:
    """The entries of a list without faults."""
    found = lists.read(text, event)
    assert [line.fault for line in found.faults] == []
    return found.entries


def names(text: str, event: Tournament) -> list[str]:
    return [entry["name"] for entry in read(text, event)]


def post(client: Client, event: Tournament, text: str, /, **data: object) -> str:
    """Send a list; returns the page's HTML with white space collapsed."""
    address = reverse("players-import", args=[event.slug])
    return " ".join(client.post(address, {"text": text, **data}).content.decode().split())


def faults(text: str, event: Tournament) -> dict[int, str]:
    return {line.number: line.fault for line in lists.read(text, event).faults}


FISCHER = {"name": "Fischer, Robert James", "rating": 2785}
TAL = {"name": "Tal, Mikhail", "rating": 2705}


@pytest.mark.parametrize(
    "text",
    [
        "Fischer, Robert James 2785\nTal, Mikhail 2705",
        "Fischer, Robert James   2785\r\n\r\n  Tal, Mikhail\t".strip() + " 2705\r\n",
        "Name\nFischer, Robert James 2785\nTal, Mikhail 2705",
        "Fischer, Robert James\t2785\nTal, Mikhail\t2705",
        "Fischer, Robert James;2785\nTal, Mikhail;2705",
        '"Fischer, Robert James",2785\n"Tal, Mikhail",2705\n',
        "Name;Rating\nFischer, Robert James;2785\nTal, Mikhail;2705",
        'Name,Rating\n"Fischer, Robert James",2785\n"Tal, Mikhail",2705',
        "NAME\tFED\tELO\nFischer, Robert James\t\t2785\nTal, Mikhail\t\t2705",
        "Nom;Prénom;Classement\nFischer;Robert James;2785\nTal;Mikhail;2705",
        "nom,prenom,elo\nFischer,Robert James,2785\nTal,Mikhail,2705",
        "1\tFischer, Robert James\t2785\n2\tTal, Mikhail\t2705",
        "No.;Name;Rtg\n1;Fischer, Robert James;2785\n2;Tal, Mikhail;2705",
        "\ufeffName;Rating\nFischer, Robert James;2785\nTal, Mikhail;2705",
        "Fischer\tRobert James\t2785\nTal\tMikhail\t2705",
        "Fischer, Robert James, 2785\nTal, Mikhail, 2705",
        "1.;Fischer;Robert James;2785\n2.;Tal;Mikhail;2705",
        "1. Fischer;Robert James;2785\n2. Tal;Mikhail;2705",
        "1. Fischer, Robert James (2785)\n2) Tal, Mikhail(2705)",
        "Name Elo\nFischer, Robert James 2785\nTal, Mikhail 2705",
        "Last name\tFirst name\tElo\nFischer\tRobert James\t2785\nTal\tMikhail\t2705",
        "FAMILY_NAME;First-names;Rtg.\nFischer;Robert James;2785\nTal;Mikhail;2705",
        "Vorname;Nachname;Elo\nRobert James;Fischer;2785\nMikhail;Tal;2705",
        "Nom de famille;Prénoms;Élo\nFischer;Robert James;2785\nTal;Mikhail;2705",
    ],
)
def test_the_same_two_players_in_every_form(event: Tournament, text: str) -> None:
    assert read(text, event) == [FISCHER, TAL]


def test_a_column_of_names_keeps_the_first_names(event: Tournament) -> None:
    assert read("Name\nFischer, Robert\nTal, Mikhail", event) == [
        {"name": "Fischer, Robert"},
        {"name": "Tal, Mikhail"},
    ]


def test_plain_lines_of_names_alone(event: Tournament) -> None:
    assert read("Fischer, Robert\n\nTal, Mikhail\nPelé", event) == [
        {"name": "Fischer, Robert"},
        {"name": "Tal, Mikhail"},
        {"name": "Pelé"},
    ]


FULL = {
    "name": "Polgár, Judit",
    "title": "GM",
    "rating": 2675,
    "federation": "HUN",
    "fide_id": "700070",
    "birth": "1976/07/23",
    "sex": "w",
}
OTHER = {
    "name": "Élie, Zoé",
    "title": "WFM",
    "rating": 1999,
    "federation": "FRA",
    "fide_id": "600001",
    "birth": "2001/05/31",
    "sex": "w",
}


@pytest.mark.parametrize(
    "text",
    [
        "Title;Name;Rating;Fed;FIDE ID;Birth;Sex\n"
        "GM;Polgár, Judit;2675;HUN;700070;1976-07-23;F\n"
        "wfm;Élie, Zoé;1999;fra;600001;31.05.2001;female",
        "titre\tnom\tprénom\télo\tfédération\tcode fide\tnaissance\tsexe\n".replace("élo", "elo")
        + "GM\tPolgár\tJudit\t2675\tHUN\t700070\t1976/07/23\tw\n"
        + "WFM\tÉlie\tZoé\t1999\tFRA\t600001\t31/05/2001\tF",
        "GM;Polgár, Judit;2675;HUN;700070;1976/07/23;w\nWFM;Élie, Zoé;1999;FRA;600001;2001/05/31;w",
        "2675;HUN;Polgár, Judit;GM;700070;1976.07.23;f\n1999;FRA;Élie, Zoé;WFM;600001;2001.05.31;f",
        "Titel;Nachname;Vorname;Wertung;Verband;FIDE-ID;Geburtsdatum;Geschlecht\n"
        "GM;Polgár;Judit;2675;HUN;700070;23.7.1976;w\nWFM;Élie;Zoé;1999;FRA;600001;31.05.2001;w",
        "Titre;Nom;Prénom;Classement;Fédé.;Code FIDE;Né le;Sexe\n"
        "GM;Polgár;Judit;2675;HUN;700070;23/07/1976;F\nWFM;Élie;Zoé;1999;FRA;600001;31/05/2001;F",
    ],
    ids=["English", "French", "no headings", "no headings, another order", "German", "more French"],
)
def test_every_column_is_understood(event: Tournament, text: str) -> None:
    assert read(text, event) == [FULL, OTHER]


def test_the_preview_says_what_each_column_was_taken_for(event: Tournament) -> None:
    found = lists.read("Name;Town;Elo\nTal, Mikhail;Riga;2705", event)
    assert found.columns == ("name", "", "rating")
    assert found.columns == ("name", "", "rating")
    assert found.entries == [TAL]


@pytest.mark.parametrize(
    ("text", "unused"),
    [
        ("Name;Town;Elo\nTal;Riga;2705\nPelé;Rio;", ["Column 2, “Town” (Riga, Rio …), is not used."]),
        ("Hans Müller;Wien;1900\nUte Berg;Graz;1800", ["Column 2 (Wien, Graz …) is not used."]),
        ("Tal, Mikhail\tRiga\t2705", ["Column 2 (Riga …) is not used."]),
        ("Name;Elo\nTal;2705;GM", ["Column 3 (GM …) is not used."]),
        # A running number or an empty column loses nothing.
        ("No;Name;Town\n1;Tal;\n2;Pelé;", []),
        ("Müller, Hans, 1900\nvan Foreest, Lucas, 2500", []),
    ],
)
def test_what_is_not_used_is_warned_of(event: Tournament, text: str, unused: list[str]) -> None:
    assert list(lists.read(text, event).unused) == unused


def test_the_warning_stands_on_the_preview(chief_client: Client, event: Tournament) -> None:
    answer = post(chief_client, event, "Name;Town\nTal;Riga")
    assert '<p class="message warning">Column 2, “Town” (Riga …), is not used.</p>' in answer


def test_clubs_and_ratings_of_other_scales_are_understood(event: Tournament) -> None:
    text = "Name;Club;Elo;DWZ;Ingo;BCF\nTal, Mikhail;Riga;2705;2650;;\nBerg, Ute;;;;105;150\nPelé;;0;0;0;0"
    assert read(text, event) == [
        {"name": "Tal, Mikhail", "club": "Riga", "rating": 2705, "national_rating": 2650},
        {"name": "Berg, Ute", "ingo": 105, "bcf": 150},
        {"name": "Pelé", "rating": None, "national_rating": None, "ingo": None, "bcf": None},
    ]


@pytest.mark.parametrize(
    ("heading", "column"),
    [
        *[(heading, "rating") for heading in ("Rating", "Elo", "Rtg", "Classement", "Elozahl")],
        *[(heading, "fide_rating") for heading in ("FIDE", "FIDE rating", "FIDE-Elo", "RtgI", "Elo FIDE")],
        *[(heading, "fide_rating") for heading in ("Elo standard", "Elo Int.", "Std.")],
        *[(heading, "national_rating") for heading in ("DWZ", "RtgN", "Nat. rating", "Elo national", "FEDA")],
    ],
)
def test_q145_fides_the_national_and_the_arbiters_own_rating_are_three_columns(
    event: Tournament, heading: str, column: str
) -> None:
    """Each column is what its heading says, even when it is the only one."""
    assert read(f"Name;{heading}\nTal, Mikhail;2705", event) == [{"name": "Tal, Mikhail", column: 2705}]


def test_q145_all_three_of_a_line(event: Tournament) -> None:
    text = "Name;Elo FIDE;Elo national;Elo\nTal, Mikhail;2705;2650;2600\nBerg, Ute;0;;-"
    assert read(text, event) == [
        {"name": "Tal, Mikhail", "fide_rating": 2705, "national_rating": 2650, "rating": 2600},
        {"name": "Berg, Ute", "fide_rating": None, "rating": None},
    ]
    assert faults("Name;FIDE rating\nTal, Mikhail;4000\nPelé;strong", event) == {
        2: "FIDE rating: found “4000”. Ensure this value is less than or equal to 3999.",
        3: "FIDE rating: found “strong”, expected a number",
    }


@pytest.mark.parametrize(
    ("heading", "method", "warned"),
    [
        (
            "DWZ",
            "FIDE",
            ["National rating: under the regulations of the event it does not count (FIDE’s rating)."],
        ),
        ("DWZ", "FIDON", []),
        (
            "Elo FIDE",
            "NRO",
            ["FIDE rating: under the regulations of the event it does not count (the national rating)."],
        ),
        ("Elo FIDE", "FIDE", []),
        ("Elo FIDE;DWZ", "FIDE", []),
        ("Elo;DWZ", "FIDE", []),
        ("DWZ;Ingo", "FIDE", []),
    ],
)
def test_a_column_that_does_not_count_here_is_warned_of(
    event: Tournament, heading: str, method: str, warned: list[str]
) -> None:
    event.rating_method = method
    cells = ";".join(["2705"] * len(heading.split(";")))
    assert list(lists.read(f"Name;{heading}\nTal, Mikhail;{cells}", event).unused) == warned


def test_what_is_no_rating_on_its_scale_is_a_fault_of_its_line(event: Tournament) -> None:
    text = "Name;Elo;DWZ;Ingo;BCF\nA, A;;4000;;\nB, B;;;355;\nC, C;;;;425\nD, D;;;;strong"
    assert faults(text, event) == {
        2: "national rating: found “4000”. Ensure this value is less than or equal to 3999.",
        3: "Ingo: found “355”. Ingo 355 comes to 0; expected a rating from 1 to 3999.",
        4: "BCF: found “425”. BCF 425 comes to 4000; expected a rating from 1 to 3999.",
        5: "BCF: found “strong”, expected a number",
    }


def test_a_numbered_line_with_its_rating_in_brackets(event: Tournament) -> None:
    assert read("1. Jana Hoàng (1575)\n12) Tal, Mikhail\n3.Pelé 0", event) == [
        {"name": "Jana Hoàng", "rating": 1575},
        {"name": "Tal, Mikhail"},
        {"name": "Pelé", "rating": None},
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Spielerin;Zahl\nTal, Mikhail;2705\nFischer, R;2785",
        "Spielerin\tZahl\nTal\t2705",
        "Spielerin,Zahl\nTal,2705\nFischer,2785",
        "Spielerin Zahl\nTal, Mikhail 2705\nFischer, R 2785",
        "Spielerin Zahl\n1. Tal\n2. Fischer",
    ],
)
def test_unknown_headings_are_no_player(chief_client: Client, event: Tournament, text: str) -> None:
    found = lists.read(text, event)
    assert found.lines == ()
    assert "none of them is known as the name: “Spielerin" in found.refusal
    assert "name, first name, rating, title, federation, FIDE ID, born, sex" in found.refusal
    answer = post(chief_client, event, text, **{"import": "1"})
    assert "“Spielerin" in answer
    assert 'id="id_text"' in answer
    assert event.players.count() == 8
    # The way out that the refusal suggests.
    assert lists.read(f"Name\n{text}", event).lines


@pytest.mark.parametrize(
    "text",
    [
        "Pelé;;BRA\nTal, Mikhail;2705;\nFischer, R;2785;USA",
        "Pelé, E\nTal, Mikhail 2705\nFischer, R 2785",
        "Pelé\nTal, Mikhail 2705",
    ],
)
def test_a_first_player_without_rating_is_no_heading(event: Tournament, text: str) -> None:
    assert names(text, event)[0].startswith("Pelé")


@pytest.mark.parametrize("birth", ["1987/13/40", "30.02.2001", "1987/01/00", "1987/00/01", "05/31/2001"])
def test_a_birthday_that_no_calendar_has(event: Tournament, birth: str) -> None:
    (fault,) = faults(f"Name;Born\nTal, Mikhail;{birth}", event).values()
    assert fault.startswith("born: found “")
    assert fault.endswith("There is no such day.")


@pytest.mark.parametrize("birth", ["1987/00/00", "1987", "2000-02-29", "1.2.1987"])
def test_a_birthday(event: Tournament, birth: str) -> None:
    assert names(f"Name;Born\nTal, Mikhail;{birth}", event) == ["Tal, Mikhail"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"PK\x03\x04\x14\x00", "This Excel file is damaged"),
        (b"\xd0\xcf\x11\xe0\xa1", "This is an Excel file of the old kind: save it as XLSX or CSV"),
        (b"%PDF-1.7\n", "This is not a text file"),
        (b"\x89PNG\r\n\x1a\n", "This is not a text file"),
        (b"Tal\x00\x01", "This is not a text file"),
    ],
)
def test_a_file_that_is_no_text_is_refused(
    chief_client: Client, event: Tournament, data: bytes, words: str
) -> None:
    answer = post(chief_client, event, "", file=SimpleUploadedFile("players.csv", data))
    assert words in answer
    assert "Paste the players, or choose" not in answer


def test_the_form_calls_nothing_optional(chief_client: Client, event: Tournament) -> None:
    address = reverse("players-import", args=[event.slug])
    page = chief_client.get(address).content.decode()
    assert ">Paste the players here, one per line</label>" in page
    assert ">… or choose a file: CSV, Excel (XLSX) or TRF</label>" in page
    assert "optional" not in page
    assert "Paste the players, or choose a file." in post(chief_client, event, "")


def test_a_list_too_long_is_refused_before_it_is_read(chief_client: Client, event: Tournament) -> None:
    text = "\n".join(f"Player {n}" for n in range(lists.MOST_LINES + 1))
    found = lists.read(text, event)
    assert found.lines == ()
    assert found.refusal.startswith("The list has 2001 lines; expected at most 2000 at once.")
    assert found.refusal in post(chief_client, event, text)


def test_a_list_too_wide_is_refused(event: Tournament) -> None:
    found = lists.read("Name;Elo\n" + "Tal;" * 200_000, event)
    assert found.refusal == "Line 2 has 200001 columns; expected at most 100."


def test_a_line_is_compared_with_its_likes_alone(event: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each with everybody would be ten million comparisons for the longest list in a large event."""
    compared = 0
    compare = Player.is_same_person

    def counted(one: Player, other: Player) -> bool:
        nonlocal compared
        compared += 1
        return compare(one, other)

    monkeypatch.setattr(Player, "is_same_person", counted)
    Player.objects.bulk_create(
        Player(tournament=event, number=n, name=f"Entered, {n}", fide_id=f"{n}") for n in range(100, 1000)
    )
    length = 300
    text = "Name;FIDE ID\n" + "\n".join(f"Tal, M{n}x;{n * 7}" for n in range(1, length))
    found = lists.read(text, event)
    assert len(found.faults) > 100
    assert compared <= length


def test_what_is_to_be_done_stands_above_the_table(chief_client: Client, event: Tournament) -> None:
    good = post(chief_client, event, "Name;Elo\nNew, Nina;2100")
    assert good.index('class="primary"') < good.index('class="preview by-player')
    bad = post(chief_client, event, "Name;Elo\nNew, Nina;strong")
    order = ['role="alert"', 'class="primary"', 'class="preview by-player', 'name="cell-']
    assert sorted(order, key=bad.index) == order
    assert bad.count('class="primary"') == 1


def test_no_rating_and_no_fide_id_are_often_written_as_nought(event: Tournament) -> None:
    assert read("Name;Rating;FIDE ID\nTal, Mikhail;0;0\nPetrosian, T;;", event) == [
        {"name": "Tal, Mikhail", "rating": None},
        {"name": "Petrosian, T"},
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_from_a_spreadsheet_is_decoded(event: Tournament, encoding: str) -> None:
    data = "Nom;Elo\r\nÉlie, Zoé;1999\r\n".encode(encoding)
    assert read(lists.decode(data), event) == [{"name": "Élie, Zoé", "rating": 1999}]


@pytest.mark.parametrize(
    "data", [b"", b"\x81\x8d\x8f", b"PK", b"Tal\xff", b"\xff\xfe" + "Tal".encode("utf-16-le")]
)
def test_a_file_that_may_be_text_is_decoded_somehow(data: bytes) -> None:
    assert isinstance(lists.decode(data), str)


@pytest.mark.parametrize("text", ["", "\n\n", "   ", ";;;\n;;", "\t\t"])
def test_an_empty_list_has_nobody(event: Tournament, text: str) -> None:
    found = lists.read(text, event)
    assert (found.entries, found.faults) == ([], [])


def test_faults_are_named_by_line_with_what_was_found_and_expected(event: Tournament) -> None:
    text = (
        "Name;Title;Rating;Fed;FIDE ID;Birth;Sex\n"
        "Tal, Mikhail;GM;2705;URS;14100;1936;m\n"
        ";GM;2700;;;;\n"
        "Rated, Badly;;27O5;;;;\n"
        "\n"
        "Rated, Wildly;;9999;;;;\n"
        "Titled, Oddly;XM;;;;;\n"
        "From, Nowhere;;;Atlantis;;;\n"
        "Identified, Not;;;;SCO1;;\n"
        "Born, Never;;;;;yesterday;\n"
        "Sexed, Oddly;;;;;;x\n"
        f"{'L' * 81};;;;;;\n"
    )
    found = faults(text, event)
    assert list(found) == [3, 4, 6, 7, 8, 9, 10, 11, 12]
    assert found[3] == "no name found"
    for line, words in {
        4: "rating: found “27O5”, expected a number",
        6: "rating: found “9999”",
        7: "title: found “XM”. Expected GM, IM, WGM, FM, WIM, CM, WFM or WCM.",
        8: "federation: found “ATLANTIS”",
        9: "FIDE ID: found “SCO1”",
        10: "born: found “yesterday”",
        11: "sex: found “x”. Expected m or w.",
        12: "name: found",
    }.items():
        assert words in found[line]
    assert [entry["name"] for entry in lists.read(text, event).entries] == ["Tal, Mikhail"]


DOUBLES = {
    "in the list": "Tal, Mikhail 2705\nFischer, R\nTAL, MIKHAIL 2700",
    "in the list, by FIDE ID": "Name;FIDE ID\nTal, Mikhail;14100\nFischer, R;1\nTal, M.;14100",
    "in the list, one without FIDE ID": "Name;FIDE ID\nTal, Mikhail;14100\nFischer, R;\nTal, Mikhail;",
    "in the list, one without birth": "Name;Born\nTal, Mikhail;1936\nFischer, R;\nTal, Mikhail;",
    "in the list, beyond English": "Élie, Zoé\nFischer, R\nÉLIE, ZOÉ",
}
ENTERED = {
    "entered, by name": "Name\nFischer, R\nBerg, X\nAdler, A000",
    "entered, by name in other letters": "Name\nFischer, R\nBerg, X\nADLER, a000",
    "entered, though the list has a FIDE ID": "Name;FIDE ID\nFischer, R;\nBerg, X;\nAdler, A000;14100",
    "entered, by FIDE ID": "Name;FIDE ID\nFischer, R;\nBerg, X;\nBerg, A.;2000567",
    "entered with a FIDE ID that the list lacks": "Name;FIDE ID\nFischer, R;\nBerg, X;\nBerg, A001;",
}


@pytest.mark.parametrize("where", DOUBLES)
def test_a_double_is_found(event: Tournament, where: str) -> None:
    text = DOUBLES[where]
    first = 2 if text.startswith("Name") else 1
    assert faults(text, event) == {len(text.splitlines()): f"same as line {first}"}


@pytest.mark.parametrize("where", ENTERED)
def test_who_is_entered_already_is_skipped(event: Tournament, where: str) -> None:
    event.players.filter(name="Berg, A001").update(fide_id="2000567")
    found = lists.read(ENTERED[where], event)
    assert found.faults == []
    assert [line.number for line in found.skipped] == [4]
    assert [entry["name"] for entry in found.entries] == ["Fischer, R", "Berg, X"]


def test_the_same_list_again_with_one_player_more(chief_client: Client, event: Tournament) -> None:
    pasted = "\n".join(player.name for player in event.players.all())
    answer = post(chief_client, event, pasted)
    assert "All these players are already entered." in answer
    assert 'name="import"' not in answer
    answer = post(chief_client, event, f"Name\n{pasted}\nNew, Nina")
    assert "1 new, 8 already entered (skipped)" in answer
    assert "Add 1 player<" in answer
    assert answer.count('class="note"> already entered') == 8
    post(chief_client, event, f"Name\n{pasted}\nNew, Nina", **{"import": "1"})
    assert event.players.count() == 9


def test_a_list_of_nobody(chief_client: Client, event: Tournament) -> None:
    answer = post(chief_client, event, ";;;")
    assert "No players found." in answer
    assert 'name="import"' not in answer


@pytest.mark.parametrize(
    "text",
    [
        "Name;Born\nSmith, John;1960\nSmith, John;1990",
        "Name;FIDE ID\nSmith, John;100001\nSmith, John;100002",
        "Name;FIDE ID\nAdler, A000;100001\nBerg, A001;100002",
    ],
)
def test_namesakes_are_two_people(event: Tournament, chief: User, text: str) -> None:
    event.players.filter(name="Adler, A000").update(fide_id="2000567")
    event.players.filter(name="Berg, A001").update(fide_id="2000568")
    entries = read(text, event)
    players.add_players(tournament=event, entries=entries, actor=chief)
    assert event.players.count() == 10


REPORT = (
    "012 Somewhere Open\n"
    "XXR 9\n"
    "001    1 m  g Tal, Mikhail                      2705 LAT    13700010 1936/11/09  1.0    1"
    "     2 w 1\n"
    "001    2 wwfm Müller, Jürgen                         GER             1990/00/00  0.0    2"
    "     1 b 0\n"
)


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_of_a_report_the_players_are_entered_and_not_their_results(
    chief_client: Client, event: Tournament, encoding: str
) -> None:
    file = SimpleUploadedFile("open.trf", REPORT.replace("\n", "\r\n").encode(encoding))
    page = chief_client.post(reverse("players-import", args=[event.slug]), {"file": file})
    assert [line.number for line in page.context["found"].lines] == [3, 4]
    assert page.context["found"].entries == [
        {
            "name": "Tal, Mikhail", "title": "GM", "fide_rating": 2705, "federation": "LAT",
            "fide_id": "13700010", "birth": "1936/11/09", "sex": "m",
        },
        {"name": "Müller, Jürgen", "title": "WFM", "federation": "GER", "birth": "1990", "sex": "w"},
    ]  # fmt: skip
    post(chief_client, event, page.context["text"], **{"import": "1"})
    assert event.players.get(name="Tal, Mikhail").number == 1
    assert event.players.count() == 10


def test_a_record_that_is_wrong_is_named_by_line_and_column(chief_client: Client, event: Tournament) -> None:
    text = REPORT.replace("2705", "27O5").replace("wfm", " xy")
    found = faults(text, event)
    assert found[3] == "column 49: found '27O5', expected a rating, or blanks"
    assert found[4].startswith("title: found “XY”")
    answer = post(chief_client, event, text, **{"import": "1"})
    assert "Line 3: column 49" in answer
    assert event.players.count() == 8


def test_the_same_report_again_enters_nobody_twice(event: Tournament) -> None:
    again = REPORT + REPORT.splitlines()[2]
    assert faults(again, event) == {5: "same as line 3"}


def test_what_the_preview_accepts_can_be_entered(event: Tournament, chief: User) -> None:
    entries = read(
        "Title;Name;Rating;Fed;FIDE ID;Birth;Sex\n"
        "GM;Polgár, Judit;2675;HUN;700070;1976-07-23;F\n"
        ";Plain, P;;;;;\n"
        "wfm;Élie, Zoé;1999;fra;600001;2001;female\n",
        event,
    )
    added = players.add_players(tournament=event, entries=entries, actor=chief)
    assert [p.name for p in added] == ["Polgár, Judit", "Plain, P", "Élie, Zoé"]
    assert event.players.get(number=1).name == "Polgár, Judit"


def test_reading_a_list_writes_nothing(event: Tournament) -> None:
    before = Player.objects.count(), AuditEvent.objects.count()
    lists.read("Tal, Mikhail 2705\nTal, Mikhail 2705\n;;;", event)
    assert (Player.objects.count(), AuditEvent.objects.count()) == before


# Anything that somebody might paste.

CELLS = st.one_of(
    st.sampled_from(
        [
            *("Tal, Mikhail", "Name", "Rating", "2705", "GM", "HUN", "14100", "1936/11/09", "f"),
            *("", '"', "\x00", "²", "٣"),
        ]
    ),
    st.text(max_size=8),
)  # fmt: skip
TABLES = st.builds(
    lambda rows, separator, end: end.join(separator.join(cells) for cells in rows),
    st.lists(st.lists(CELLS, max_size=5), max_size=8),
    st.sampled_from(["\t", ";", ",", " ", '","']),
    st.sampled_from(["\n", "\r\n", "\r"]),
)


@given(text=st.one_of(st.text(), TABLES))
@example(text='"')
@example(text='"\n;')
@example(text="Name;Rating\nTal;²")
@example(text="Name;Rating\nTal;٣٣٣٣")
@example(text=f"Name;Rating\nTal;{'9' * 5000}")
@example(text="Name\nTal\x00")
@example(text='Name,Rating\n"Tal\n2705')
@example(text="a;" + "x" * 140_000)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_odd_input_never_breaks(event: Tournament, text: str) -> None:
    found = lists.read(text, event)
    numbers = [line.number for line in found.lines]
    assert numbers == sorted(numbers)
    assert len(found.entries) + len(found.faults) + len(found.skipped) == len(found.lines)
    assert all(line.fault or line.fields["name"] for line in found.lines)
    assert len(found.heads) >= len(found.columns)


@given(data=st.binary())
def test_odd_files_never_break(data: bytes) -> None:
    with contextlib.suppress(ValidationError):
        assert isinstance(lists.decode(data), str)


@given(text=TABLES)
@example(text="Name\nTal\x00")
@example(text="Tal\x00, Mikhail 2705")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_any_preview_accepts_can_be_entered(chief: User, text: str) -> None:
    """The import enters exactly what the preview showed, so that nothing is half-imported."""
    event = Tournament.objects.create(
        slug=f"odd-{Tournament.objects.count()}", name="Odd", number_of_rounds=1, edition="dutch-2026"
    )
    event.rounds.create(number=1)
    found = lists.read(text, event)
    added = players.add_players(tournament=event, entries=found.entries, actor=chief)
    assert len(added) == len(found.entries)
