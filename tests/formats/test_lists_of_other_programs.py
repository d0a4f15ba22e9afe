"""Lists as other programs write them: the players are read, and the lines around them are reported.

The formats are those of each program's files and documents; the people in them do not exist.
"""

from __future__ import annotations

import io
from typing import Any

import openpyxl
import pytest
from django.test import Client

from tests.formats.test_lists import post, read
from tests.tournaments.one_event import chief, db, event, made
from tournaments.formats import lists
from tournaments.models import Tournament

__all__ = ["chief", "db", "event", "made"]

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

ADLER = {"name": "Adler, A001", "title": "FM", "federation": "NOR", "fide_id": "9900001"}


def unused(text: str, event: Tournament) -> str:
    return "\n".join(lists.read(text, event).unused)


def workbook(*rows: list[Any]) -> bytes:
    """An Excel file with these rows."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


# -- chess-results -----------------------------------------------------------------------------------

ABOVE = [
    ["From the Tournament-Database of Chess-Results https://chess-results.com"],
    ["Open of Nowhere"],
    ["Last update 13.02.2026 18:17:32"],
]
BELOW = [
    [],
    ["You find all details to this tournament under https://chess-results.com/tnr1.aspx?lan=1"],
    ["Chess-Tournament-Results-Server: Chess-Results"],
]


def test_the_starting_rank_of_chess_results(event: Tournament) -> None:
    """The column of titles has no heading; ratings are in RtgI and RtgN where both are given."""
    data = workbook(
        *ABOVE,
        ["Starting rank"],
        ["No.", None, "Name", "FideID", "FED", "RtgI", "RtgN", "sex", "Typ", "Club/City"],
        [1, "FM", "Adler, A001", 9900001, "NOR", 2301, 2280, None, "U18", "SK Alpha"],
        [2, None, "Berg, B002", 9900002, "SWE", 2100, 0, "w", None, "SK Beta"],
        [3, None, "Costa C003", 0, "POR", 0, 1650, None, None, None],
        *BELOW,
    )
    text = lists.decode(data)
    assert read(text, event) == [
        ADLER | {"fide_rating": 2301, "national_rating": 2280, "club": "SK Alpha"},
        {"name": "Berg, B002", "fide_rating": 2100, "national_rating": None, "sex": "w"}
        | {"federation": "SWE", "fide_id": "9900002", "club": "SK Beta"},
        {"name": "Costa C003", "fide_rating": None, "national_rating": 1650, "federation": "POR"},
    ]
    told = unused(text, event)
    assert told.count("chess-results’ own") == 3
    assert "Open of Nowhere" in told
    assert "“Typ” (U18" in told


def test_a_crosstable_of_chess_results(event: Tournament) -> None:
    text = "\n".join(
        [
            *(f"{row[0]},,,,,,," for row in ABOVE),
            "Ranking crosstable after Round 2,,,,,,,",
            "Rk.,,Name,Rtg,FED,1.Rd,2.Rd,Pts. ,TB1",
            "1,FM,Adler A001 ,2020,SWE, 17b1,  5w1,2,5",
            "2,,Berg B002 ,1904,SWE,   -½, 31w1,1.5,3.5",
            ",,,,,,,,",
            *(f"{row[0]},,,,,,," for row in BELOW[1:]),
        ]
    )
    assert read(text, event) == [
        {"name": "Adler A001", "title": "FM", "fide_rating": 2020, "federation": "SWE"},
        {"name": "Berg B002", "fide_rating": 1904, "federation": "SWE"},
    ]


def test_the_german_lists_of_chess_results(event: Tournament) -> None:
    """The final standings, with chess-results' German headings and the German lines above them."""
    text = "\n".join(
        [
            "Aus der Turnierdatenbank von Chess-Results https://chess-results.com",
            "Open of Nowhere",
            "Die Seite wurde zuletzt aktualisiert am 25.04.2026 17:30:48",
            "Endstand nach 5 Runden",
            "Rg.;Snr;;Name;Land;Elo;Verein/Ort;Pkt. ;Wtg1",
            "1;4;FM;Adler, A001;AUT;2301;SK Alpha;4.5;14.5",
            "2;1;;Berg, B002;GER;0;SK Beta;4;13",
        ]
    )
    assert read(text, event) == [
        {"name": "Adler, A001", "title": "FM", "fide_rating": 2301, "federation": "AUT", "club": "SK Alpha"},
        {"name": "Berg, B002", "fide_rating": None, "federation": "GER", "club": "SK Beta"},
    ]
    assert "Die Seite wurde zuletzt aktualisiert" in unused(text, event)


@pytest.mark.parametrize("heading", ["Club/City", "Verein/Ort", "Club/Ville", "Club/Ciudad", "Clube/Cidade"])
def test_the_club_in_the_languages_of_chess_results(heading: str, event: Tournament) -> None:
    (entry,) = read(f"No.;Name;Rtg;{heading}\n1;Adler, A001;2301;SK Alpha", event)
    assert entry["club"] == "SK Alpha"


def test_a_player_of_a_club_with_that_name_is_one(event: Tournament) -> None:
    """A single mention of the program does not make a line part of its frame."""
    (entry,) = read("Name;Rtg;Club\nAdler, A001;2301;Chess-Results Fans", event)
    assert entry["club"] == "Chess-Results Fans"


# -- Swiss-Manager ----------------------------------------------------------------------------------

SWISS_MANAGER = """\
Nr;Name;Titel;Identnr;EloNat;EloInt;Geburt;Fed;Sex;Typ;Gr;KlubNr;Klub;FideIdent;Quelle;Pkt;Rang;Nachname;Vorname;Atitel
1;Adler A001;FM;;2280;2301;01.06.1992;NOR;;;;0;SK Alpha;9900001;;0;1;Adler;A001;
2;von Berg B002;;12345;1850;0;00.00.1970;SWE;W;S50;A;14;;0;;0;2;von Berg;B002;NA"""


def test_the_players_of_swiss_manager(event: Tournament) -> None:
    """Surname and first name have columns of their own beside the whole name."""
    assert read(SWISS_MANAGER, event) == [
        ADLER | {"fide_rating": 2301, "national_rating": 2280, "birth": "1992/06/01", "club": "SK Alpha"},
        {"name": "von Berg, B002", "federation": "SWE", "fide_rating": None, "national_rating": 1850}
        | {"birth": "1970", "sex": "w"},
    ]


# -- Vega --------------------------------------------------------------------------------------------

ARCHIVE = "NAME;COUNTRY;BIRTHDAY;GENDER;TITLE;IDFIDE;ELOFIDE;IDNAT;ELONAT;KCOEFF"
PLAYERS = [
    "ADLER A001               ;NOR;13.04.63;m; IM; 9900001; 2301;       0;    0;10",
    "BERG B002                ;SWE;00.00.00;f;   ;       0;    0;  123456; 1850;30",
]
ENTRIES = [
    {"name": "ADLER A001", "federation": "NOR", "birth": "1963/04/13", "sex": "m", "title": "IM"}
    | {"fide_id": "9900001", "fide_rating": 2301, "national_rating": None},
    {"name": "BERG B002", "federation": "SWE", "sex": "w", "fide_rating": None, "national_rating": 1850},
]


def test_the_archive_of_players_of_vega(event: Tournament) -> None:
    """A birth of 00.00.00 and numbers of 0 mean unknown."""
    text = "\n".join([ARCHIVE, *PLAYERS])
    assert read(text, event) == ENTRIES
    assert "IDNAT" in unused(text, event)


def veg(count: int) -> str:
    """A Vega tournament with two players, whose file claims to have `count`."""
    return "\n".join(
        [
            *(
                "Vega 5.4 # Do not edit this file!",
                "Open of Nowhere",
                "Nowhere ITA",
                "24/12/2007, 27/12/2007",
            ),
            *("Arbiter A", "0.5 1.0", " 1 2 0 0 0 0 0 0 0 0", "open", "5 5 9 0", "0", str(count)),
            "NAME;            COUNTRY;BIRTHDAY;G;TITLE;IDFIDE;ELOFIDE; IDNAT;ELONAT;K;ISAVAL",
            *(f"{line}; 1" for line in PLAYERS),
            *("   1    2 1", "   2    1 0"),
        ]
    )


def test_a_tournament_of_vega(event: Tournament) -> None:
    """Only its players are read: the lines about the tournament are above them, its rounds below."""
    assert read(veg(2), event) == ENTRIES
    assert "13 lines are not used" in unused(veg(2), event)
    assert read(veg(1), event) == ENTRIES[:1]


# -- Swiss-Chess -------------------------------------------------------------------------------------


@pytest.mark.parametrize("separator", [";", "\t", " | "])
def test_the_list_of_swiss_chess(separator: str, event: Tournament) -> None:
    rows = [
        "TlnNr;Teilnehmer;Titel;ELO;NWZ;Attr.;Verein/Ort;Land;Geburt;FideKenn.;PKZ",
        "1;Adler,A001;FM;2301;2280;M;SK Alpha;NOR;1999;9900001;10000001",
        "2;Berg,B002;;;1783;W;SK Beta;GER;2010;;10000002",
    ]
    assert read("\n".join(row.replace(";", separator) for row in rows), event) == [
        ADLER
        | {"fide_rating": 2301, "national_rating": 2280, "sex": "m", "club": "SK Alpha", "birth": "1999"},
        {"name": "Berg, B002", "federation": "GER", "national_rating": 1783, "sex": "w"}
        | {"club": "SK Beta", "birth": "2010"},
    ]


# -- lichess -----------------------------------------------------------------------------------------

SWISS = (
    '{"rank":1,"points":8.5,"tieBreak":77,"rating":2618,"username":"adler_a001","title":"IM","performance":2423}'
    '\n{"rank":2,"points":0,"tieBreak":0,"rating":1500,"username":"Berg-B002","performance":0,"absent":true}'
)
ARENA = (
    '{"rank":1,"score":124,"rating":2618,"username":"adler_a001","title":"IM","flair":"nature.penguin",'
    '"patronColor":10,"performance":2873,"sheet":{"scores":"255423"}}\n'
    '{"rank":2,"score":0,"rating":1500,"username":"Berg-B002","title":"BOT","sheet":{"scores":""}}'
)


SWISS_CSV = """Rank,Title,Username,Rating,Points,Tie Break,Performance
1,IM,adler_a001,2618,8.5,77.0,2423
2,,Berg-B002,1500,0.0,0.0,"""
ARENA_CSV = """Rank,Title,Username,Rating,Score,Performance,Team
1,IM,adler_a001,2618,124,2873,some-team
2,BOT,Berg-B002,1500,0,,"""


@pytest.mark.parametrize("text", [SWISS, ARENA, SWISS_CSV, ARENA_CSV])
def test_results_of_lichess(text: str, event: Tournament) -> None:
    """A title that FIDE does not give is left out."""
    assert read(text, event) == [
        {"name": "adler_a001", "title": "IM", "estimate": 2618},
        {"name": "Berg-B002", "estimate": 1500},
    ]
    assert "not FIDE ratings" in unused(text, event)


@pytest.mark.parametrize("line", ['{"rank":3}', '{"username":7}', "[3]", '{"username":', '{"username":' * 40])
def test_a_line_of_lichess_that_is_none_is_named(line: str, event: Tournament) -> None:
    found = lists.read(f"{SWISS}\n{line}", event)
    assert [(one.number, "“username”" in one.fault) for one in found.faults] == [(3, True)]


def test_they_are_entered_by_the_page(event: Tournament, chief_client: Client) -> None:
    post(chief_client, event, SWISS, **{"import": "1"})
    assert event.players.filter(name="adler_a001", rating=2618).exists()
