"""Which program or federation a list is from is recognised by its layout."""

from __future__ import annotations

import pytest

from tests.formats.test_lists import read
from tests.rating_samples import COMBINED, SINGLE, person, text
from tests.tournaments.one_event import chief, db, event, made
from tournaments.formats import lists
from tournaments.formats.lists.cells import written
from tournaments.formats.lists.sources import SOURCES, recognised
from tournaments.models import Tournament

__all__ = ["chief", "db", "event", "made"]

pytestmark = pytest.mark.any_database

FRAME = "From the Tournament-Database of Chess-Results https://chess-results.com\nOpen 2026\n"
END = "\nYou find all details under https://chess-results.com/tnr1.aspx"


@pytest.mark.parametrize(
    ("first", "code"),
    [
        (f"{FRAME}No.;Name;FED;Rtg\n1;Adler, Anna;NOR;2300{END}", "chess-results"),
        (f"Open 2026\nNo.;;Name;FED;Rtg;Club/City\n1;;Adler, Anna;NOR;2300;A{END}", "swiss-manager"),
        ("Nr;Name;Titel;Identnr;EloNat;EloInt;Fed;FideIdent;Nachname;Vorname;Atitel", "swiss-manager"),
        ("Ном.;;Имя;код FIDE;Фед.;Рейт.;Клуб/Город", "swiss-manager"),
        ("TlnNr;Teilnehmer;Titel;ELO;NWZ;Attr.;Verein/Ort;Land;Geburt;FideKenn.;PKZ", "swiss-chess"),
        ("NAME;COUNTRY;BIRTHDAY;GENDER;TITLE;IDFIDE;ELOFIDE;IDNAT;ELONAT;KCOEFF", "vega"),
        ("Rank,Title,Username,Rating,Points,Tie Break,Performance", "lichess"),
        ('{"rank":1,"rating":2618,"username":"adler"}', "lichess"),
        (
            "title,last_name,first_name,date_of_birth,year_of_birth,club,fide_id,rating,rating_type",
            "sharly-chess",
        ),
        ("NrFFE;Nom;Prenom;Elo;Cat;Club", "ffe"),
        ("ECF_code,full_name,member_no,FIDE_no,gender,original_standard,club_name", "ecf"),
        ("ID,VKZ,Mgl-Nr,Status,Spielername,Geschlecht,Geburtsjahr,DWZ,Index,FIDE-Elo", "dsb"),
        ("Tornelo ID,First name,Last name,FIDE ID,Rating,Team name", "tornelo"),
        ("Last Name\tFirst Name\tRate\tID\tExp.\tSt", "wintd"),
        ("Name,ID#,Rtng,Team", "swisssys"),
        ("MEM_ID\tMEM_NAME\tSTATE\tEXP_DATE\tR_LPB_RAT", "uscf"),
        (text().decode(), "fide"),
        ("Nom;Prénom;Elo", "sheet"),
        ("Adler, Anna 2300", "pasted"),
    ],
)
def test_it_is_recognised_by_its_headings(first: str, code: str) -> None:
    assert recognised([*written(f"{first}\nBerg, Bo")]).source.code == code


def test_every_source_says_what_its_ratings_are() -> None:
    assert {source.rating for source in SOURCES} <= {"rating", "fide_rating", "national_rating", "estimate"}
    assert len({source.code for source in SOURCES}) == len(SOURCES)
    assert all(str(source.label) for source in SOURCES)


FIDE_PLAYERS = (
    person(9900001, "Adler, Anna", Tit="FM", SRtng=2301, B_day=1992, Sex="F"),
    person(9900002, "van der Berg, Bo Christian", Fed="SWE"),
)
FIDE_ENTRIES = [
    {"name": "Adler, Anna", "title": "FM", "fide_rating": 2301, "federation": "NOR", "fide_id": "9900001"}
    | {"birth": "1992", "sex": "w"},
    {"name": "van der Berg, Bo Christian", "fide_rating": None, "federation": "SWE"}
    | {"fide_id": "9900002", "sex": "m"},
]


@pytest.mark.django_db
@pytest.mark.parametrize("headings", [True, False])
@pytest.mark.parametrize("columns", [COMBINED, SINGLE])
def test_lines_of_fides_rating_list(event: Tournament, columns: dict[str, int], headings: bool) -> None:
    players = [one | {"OCT26": one.get("SRtng", "0")} for one in FIDE_PLAYERS]
    lines = text(*players, columns=columns).decode().splitlines()
    assert read("\n".join(lines if headings else lines[1:]), event) == FIDE_ENTRIES


@pytest.mark.django_db
def test_swiss_manager_writes_1_january_for_an_unknown_day(event: Tournament) -> None:
    rows = "\n1;Adler, Anna;01.01.1970;1\n2;Berg, Bo;02.01.1970;\n3;Costa, C;1970/01/01;2"
    found = lists.read(f"Nr;Name;Geburt;FideIdent{rows}", event)
    assert [entry["birth"] for entry in found.entries] == ["1970/01/01", "1970/01/02", "1970/01/01"]
    found = lists.read(f"Nr;Name;Geburt;FideIdent;Identnr{rows}", event)
    assert [entry["birth"] for entry in found.entries] == ["1970", "1970/01/02", "1970"]
    assert found.unused[0] == (
        "Swiss-Manager writes 1 January for an unknown day: of 2 births only the year is read."
    )


@pytest.mark.django_db
def test_headings_that_stand_above_each_group_are_nobody(event: Tournament) -> None:
    headings = "Name;Rating;Fed"
    found = lists.read(f"{headings}\nAdler, Anna;2300;NOR\n{headings}\nBerg, Bo;2200;SWE", event)
    assert [entry["name"] for entry in found.entries] == ["Adler, Anna", "Berg, Bo"]
    assert found.unused == ("Line 3 has the headings again and is not used.",)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "headings",
    [
        "Nazwisko;Imię;Tytuł;Ranking krajowy;Kraj;Rok urodzenia;Płeć;Klub",
        "Příjmení;Jméno;Titul;Elo ČR;Země;Rok narození;Pohlaví;Oddíl",
        "Priezvisko;Meno;Titul;Národné Elo;Krajina;Rok narodenia;Pohlavie;Klub",
        "Vezetéknév;Keresztnév;Cím;Nat. rating;Ország;Születési dátum;Nem;Egyesület",
        "Prezime;Ime;Titula;Nat. rating;Država;Godište;Spol;Klub",
        "Презиме;Име;Титула;Nat. rating;Држава;Датум рођења;Пол;Клуб",
        "Efternamn;Förnamn;Titel;LASK;Land;Födelseår;Kön;Klubb",
        "Etternavn;Fornavn;Titel;Nat. rating;Land;Fødselsår;Kjønn;Klubb",
        "Efternavn;Fornavn;Titel;Nat. rating;Land;Født;Køn;Skakklub",
        "Sukunimi;Etunimi;Arvo;Nat. rating;Maa;Syntymävuosi;Sukupuoli;Seura",
        "Фамилия;Имя;Звание;Рейт.Нац.;Страна;Год рождения;Пол;Клуб",
        "Прізвище;Ім'я;Звання;Nat. rating;Країна;Дата народження;Стать;Команда",
        "Soyadı;Adı;Unvan;UKD;Ülke;Doğum Yılı;Cinsiyet;Kulüp",
        "Επώνυμο;Όνομα;Τίτλος;Nat. rating;Χώρα;Year;Φύλο;Σύλλογος",
    ],
)
def test_headings_in_more_languages(event: Tournament, headings: str) -> None:
    rows = "Adler;Anna;FM;2280;NOR;1992;w;SK A\nBerg;Bo;;2180;SWE;1990;m;SK B"
    found = lists.read(f"{headings}\n{rows}", event)
    names = ("name", "first_name", "title", "national_rating", "federation", "birth", "sex", "club")
    assert found.columns == names
