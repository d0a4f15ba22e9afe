"""National rating lists: any CSV or XLSX, whose columns are named once."""

from __future__ import annotations

import io
import zipfile
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.rating_samples import load, person, text
from tournaments.errors import DomainError
from tournaments.models import ColumnMapping, RatingList, Tournament
from tournaments.players.services import players
from tournaments.ratings import national_lists, queries
from tournaments.ratings.services import lists, ratings
from tournaments.ratings.services.lists import name_columns

NOVEMBER, DECEMBER = date(2026, 11, 1), date(2026, 12, 1)
HEADINGS = ["PKZ", "Spielername", "Geschl.", "Jahr", "Zahl", "FIDE-ID", "Verein"]
COLUMNS = {
    "number": "PKZ",
    "name": "Spielername",
    "sex": "Geschl.",
    "birth": "Jahr",
    "national_rating": "Zahl",
    "fide_id": "FIDE-ID",
}
ROWS = [
    ["10001", "Holm,Ada", "W", "1990", "2222", "101", "SC Test"],
    ["10002", "Berg,Bob", "M", "1985", "1888", "", "SC Test"],
    ["10003", "Jürgens,Åse", "W", "2001", "", "", "SC Test"],
    ["10004", "Dahl,Cleo", "W", "1970", "1700", "", ""],
    ["10005", "Dahl,Cleo", "W", "2002", "1500", "", ""],
]


def csv_of(*rows: list[str], separator: str = ";", encoding: str = "utf-8") -> bytes:
    return "".join(separator.join(row) + "\r\n" for row in (HEADINGS, *rows)).encode(encoding)


def xlsx_of(*rows: list[str]) -> bytes:
    book = openpyxl.Workbook()
    for row in (HEADINGS, *rows):
        book.active.append([int(cell) if cell.isdigit() else cell for cell in row])
    kept = io.BytesIO()
    book.save(kept)
    return kept.getvalue()


def bring(folder: Path, data: bytes, month: date = NOVEMBER, name: str = "DWZ") -> RatingList:
    path = folder / "list.csv"
    path.write_bytes(data)
    return lists.import_list(path=path, month=month, national=name)


def said(person: queries.Listed) -> tuple[Any, ...]:
    ratings = {kind: (rating.value, rating.month) for kind, rating in person.ratings.items()}
    return (person.name, person.sex, person.birth_year, ratings)


@pytest.fixture
def named(db: None) -> ColumnMapping:
    return name_columns(name="DWZ", columns=COLUMNS, actor=None)


# The file.


@pytest.mark.parametrize(
    "data",
    [
        csv_of(*ROWS),
        csv_of(*ROWS, encoding="utf-8-sig"),
        csv_of(*ROWS, separator="\t"),
        csv_of(*ROWS, separator="|"),
        csv_of(*ROWS, encoding="cp1252"),
        ",".join(HEADINGS).encode()
        + b"\n"
        + csv_of(*[[f'"{cell}"' for cell in row] for row in ROWS], separator=",").partition(b"\n")[2],
        xlsx_of(*ROWS),
    ],
    ids=["csv", "bom", "tab", "bar", "windows", "quoted", "xlsx"],
)
def test_q117_a_list_of_ones_own_is_imported(tmp_path: Path, named: ColumnMapping, data: bytes) -> None:
    row = bring(tmp_path, data)
    assert (row.kind, row.name, row.state, row.players, row.skipped) == ("national", "DWZ", "in_force", 5, 0)
    found = queries.by_fide_id(["101", "N10002", "N10003"])
    assert said(found["101"]) == ("Holm,Ada", "w", 1990, {"national": (2222, NOVEMBER)})
    assert said(found["N10002"]) == ("Berg,Bob", "m", 1985, {"national": (1888, NOVEMBER)})
    assert said(found["N10003"]) == ("Jürgens,Åse", "w", 2001, {})
    assert [person.name for person in queries.search("bob")] == ["Berg,Bob"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "has no column"),
        (b"Name;Elo\r\nA;1\r\n", "has no column “Spielername”, “Zahl”, “PKZ”"),
        (csv_of(), "holds no players"),
        (b"\x00\x01\x02", "neither a CSV nor an Excel file"),
        (b"PK\x03\x04nothing", "damaged"),
        (csv_of(["1", "x" * 20_000, "", "", "1500", "", ""]), "longer than 16384 characters"),
        (b";" * 100 + b"x\r\n", "has 101 columns; expected at most 60"),
        (
            csv_of(*[[f"{n}", "Name, N", "", "", "much", "", ""] for n in range(100)]),
            "line 2: expected a rating",
        ),
    ],
    ids=["empty", "others", "nobody", "binary", "no workbook", "long", "wide", "nonsense"],
)
def test_what_is_no_such_list_is_refused_in_words(
    tmp_path: Path, named: ColumnMapping, data: bytes, words: str
) -> None:
    with pytest.raises(DomainError, match=words):
        bring(tmp_path, data)
    assert not RatingList.objects.filter(state="in_force").exists()


# Files are read in pieces of 64 KiB: within the first, across its end, and far behind it.
@pytest.mark.parametrize("before", [0, (1 << 16) - 32, 300_000])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_workbook_that_defines_entities_is_refused(
    tmp_path: Path, named: ColumnMapping, before: int, encoding: str
) -> None:
    text = f'<?xml version="1.0"?><!--{"x" * before}--><!DOCTYPE x [<!ENTITY a "b">]><x/>'
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w") as archive:
        archive.writestr("xl/workbook.xml", text.encode(encoding))
    with pytest.raises(DomainError, match="document type"):
        bring(tmp_path, kept.getvalue())


def test_skipped_lines_are_counted_and_named(tmp_path: Path, named: ColumnMapping) -> None:
    wrong = [["1", "", "", "", "1500", "", ""], ["2", "Wrong, W", "", "", "4000", "", ""]]
    row = bring(tmp_path, csv_of(*ROWS, *wrong))
    assert (row.players, row.skipped) == (5, 2)
    assert row.remark == "line 7: no name found; line 8: expected a rating up to 3999, found “4000”"


@pytest.mark.parametrize(
    ("headings", "expected"),
    [
        (["PKZ", "Nachname", "Vorname", "DWZ"], ["number", "name", "first_name", "national_rating"]),
        (["NrFFE", "Nom", "Elo", "Naissance"], ["number", "name", "national_rating", "birth"]),
        (["Spielername", "Zahl"], []),
    ],
)
def test_columns_are_guessed_by_their_headings(headings: list[str], expected: list[str]) -> None:
    assert national_lists.guess(headings) == dict(zip(expected, headings, strict=False))


# The lists that are kept.


def test_two_national_lists_stand_beside_fides(tmp_path: Path, named: ColumnMapping) -> None:
    name_columns(name="KNSB", columns=COLUMNS, actor=None)
    rows = [
        load(tmp_path, text(person(101, "Holm, Ada", SRtng=2100)), month=NOVEMBER),
        bring(tmp_path, csv_of(*ROWS)),
        bring(tmp_path, csv_of(*ROWS), name="KNSB"),
        bring(tmp_path, csv_of(*ROWS), DECEMBER),
    ]
    for row in rows:
        row.refresh_from_db()
    replaced, in_force = ("replaced", True), ("in_force", False)
    assert [(row.state, row.kept) for row in rows] == [in_force, replaced, in_force, in_force]
    assert [row.title for row in queries.in_use()] == ["DWZ", "combined", "KNSB"]


@pytest.mark.parametrize("fields", [{"kind": "national", "name": ""}, {"kind": "rapid", "name": "DWZ"}])
def test_a_national_list_has_a_name_and_no_other(db: None, fields: dict[str, str]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        RatingList.objects.create(month=NOVEMBER, source="x", **fields)


@pytest.mark.parametrize(
    "columns",
    [{}, {"name": "Name"}, {"national_rating": "Elo"}, {"name": "Name", "national_rating": "Name"}],
)
def test_name_and_rating_have_a_column_of_their_own(db: None, columns: dict[str, str]) -> None:
    with pytest.raises(DomainError, match="which column holds the name"):
        name_columns(name="X", columns=columns, actor=None)
    assert not ColumnMapping.objects.exists()


# In an event.


@pytest.fixture
def event(chief: User) -> Tournament:
    """An event in which the national rating comes before FIDE's."""
    return builders.tournament(chief, players=0, rating_method="NIDOF")


def entered(event: Tournament, actor: User, **entry: Any) -> Any:
    [player] = players.add_players(tournament=event, entries=[entry], actor=actor)
    return player


def follow(event: Tournament, actor: User) -> None:
    ratings.follow_lists(
        tournament=event,
        players=[player.pk for player in event.players.all()],
        lists=[row.pk for row in queries.followed(event)],
        actor=actor,
    )


def test_fides_and_the_national_rating_of_one_person(
    tmp_path: Path, named: ColumnMapping, event: Tournament, chief: User
) -> None:
    load(tmp_path, text(person(101, "Holm, Ada", SRtng=2100)), month=NOVEMBER)
    bring(tmp_path, csv_of(*ROWS))
    ada = entered(event, chief, name="Holm, Ada", fide_id="101")
    kinds = {rating.kind: (rating.value, rating.source) for rating in ada.ratings.all()}
    assert kinds == {"standard": (2100, "fide"), "national": (2222, "fide")}
    assert ada.rating == 2222


def test_the_check_finds_who_has_no_fide_id_by_name_and_year(
    tmp_path: Path, named: ColumnMapping, event: Tournament, chief: User
) -> None:
    bring(tmp_path, csv_of(*ROWS))
    bob = entered(event, chief, name="Berg, Bob", birth="1985/02/03", national_rating=1800)
    entered(event, chief, name="Jürgens, Åse", birth="1999", national_rating=1600)
    entered(event, chief, name="Dahl, Cleo", national_rating=1650)
    check = queries.check(event)
    changes = [(c.player.name, c.before.value, c.after.value) for c in check.changed if c.before and c.after]
    assert changes == [("Berg, Bob", 1800, 1888)]
    # A person with another year of birth is not taken, nor is either of two with the same name.
    assert {player.name for player in check.without_id} == {"Dahl, Cleo", "Jürgens, Åse"}
    follow(event, chief)
    bob.refresh_from_db()
    assert (bob.rating, bob.ratings.get().month) == (1888, NOVEMBER)


def test_a_fide_rating_that_was_handed_in_stays_beside_the_national_list(
    tmp_path: Path, named: ColumnMapping, event: Tournament, chief: User
) -> None:
    bring(tmp_path, csv_of(*ROWS))
    bob = entered(event, chief, name="Berg, Bob", birth="1985", fide_rating=1950, national_rating=1800)
    follow(event, chief)
    assert {rating.kind: rating.value for rating in bob.ratings.all()} == {"standard": 1950, "national": 1888}


def test_who_is_on_a_national_list_alone_is_found_and_entered(
    tmp_path: Path, named: ColumnMapping, event: Tournament, chief_client: Client
) -> None:
    bring(tmp_path, csv_of(*ROWS))
    url = reverse("player-find", args=[event.slug])
    assert "national 1888" in chief_client.get(url, {"q": "berg"}).content.decode()
    chief_client.post(url, {"fide_id": "N10002"})
    assert event.players.values_list("name", "fide_id", "rating").get() == ("Berg,Bob", "", 1888)


def test_of_several_national_lists_the_event_chooses_one(
    tmp_path: Path, named: ColumnMapping, event: Tournament, chief: User, chief_client: Client
) -> None:
    name_columns(name="KNSB", columns=COLUMNS, actor=None)
    bring(tmp_path, csv_of(*ROWS))
    assert queries.sources(queries.followed(event))["national"].name == "DWZ"
    bring(tmp_path, csv_of(["1", "Berg,Bob", "M", "1985", "1999", "", ""]), name="KNSB")
    assert "national" not in queries.sources(queries.followed(event))
    form = {"national_list": "KNSB", "initial-national_list": "", "compares_ratings": "on"}
    url = reverse("event-lists", args=[event.slug])
    assert chief_client.post(url, form | {"initial-compares_ratings": "True"}).status_code == 302
    event.refresh_from_db()
    assert queries.sources(queries.followed(event))["national"].name == "KNSB"
    entered(event, chief, name="Berg, Bob", birth="1985", national_rating=1800)
    assert [change.after.value for change in queries.check(event).changed if change.after] == [1999]


# The pages and the command.


@pytest.fixture
def uploads(settings: Any, tmp_path: Path) -> Path:
    """The directory where files wait for their import."""
    settings.DATA_DIR = tmp_path / "data"
    return tmp_path / "data" / "uploads"


@pytest.fixture
def keeper(chief: User, chief_client: Client, uploads: Path, monkeypatch: pytest.MonkeyPatch) -> Client:
    """The browser of the server's administrator; imports run at once, in this process."""
    chief.is_staff = True
    chief.save()

    def start(command: list[str], **_options: Any) -> None:
        call_command(*command[3:], stdout=io.StringIO())

    monkeypatch.setattr(lists.subprocess, "Popen", start)
    return chief_client


def send(client: Client, data: bytes, **more: str) -> Any:
    form = {"file": SimpleUploadedFile("spieler.csv", data), "name": "DWZ", "month": "2026-11"} | more
    return client.post(reverse("rating-list-import"), form, follow=True)


def test_q117_the_columns_are_asked_once_and_known_the_next_month(keeper: Client, uploads: Path) -> None:
    page = send(keeper, csv_of(*ROWS)).content.decode()
    assert "Columns of the list DWZ" in page
    # The first lines are shown; columns that their headings identify are already chosen.
    assert "Holm,Ada · Berg,Bob" in page
    assert '<option value="fide_id" selected>' in page
    places = {heading: f"column-{place}" for place, heading in enumerate(HEADINGS)}
    url, empty = reverse("rating-list-columns"), dict.fromkeys(places.values(), "")
    refused = keeper.post(url, empty | {places["Spielername"]: "name", places["Jahr"]: "name"})
    assert refused.status_code == 422
    assert "Two columns are the same." in refused.content.decode()
    assert "Say which column this is: rating." in refused.content.decode()
    chosen = empty | {places[heading]: field for field, heading in COLUMNS.items()}
    assert "5 players, from spieler.csv" in keeper.post(url, chosen, follow=True).content.decode()
    assert ColumnMapping.objects.get().columns == COLUMNS
    # Next month nothing is asked, even if the columns are in another order.
    data = "".join(";".join(reversed(row)) + "\n" for row in (HEADINGS, *ROWS)).encode()
    assert "5 players, from spieler.csv" in send(keeper, data, month="2026-12").content.decode()
    assert [(row.month, row.title) for row in queries.in_use()] == [(DECEMBER, "DWZ")]
    assert not list(uploads.iterdir())


def test_a_file_with_other_columns_is_asked_about_again(
    keeper: Client, named: ColumnMapping, uploads: Path
) -> None:
    assert "Columns of the list DWZ" in send(keeper, b"Name;Elo\nHolm, Ada;2222\n").content.decode()
    # The question also comes on request; the file of the earlier question is gone.
    assert "Columns of the list DWZ" in send(keeper, csv_of(*ROWS), again="on").content.decode()
    assert len(list(uploads.iterdir())) == 1


@pytest.mark.parametrize("form", [{"name": "", "kind": "national"}, {"name": "DWZ", "kind": "rapid"}])
def test_a_name_belongs_to_a_national_list(keeper: Client, form: dict[str, str]) -> None:
    answer = send(keeper, csv_of(*ROWS), **form)
    assert (answer.status_code, "A national list needs a name" in answer.content.decode()) == (422, True)


def test_without_a_file_nothing_is_asked(keeper: Client) -> None:
    assert keeper.get(reverse("rating-list-columns")).headers["Location"] == reverse("rating-list-import")


def test_the_command_imports_by_the_saved_columns(tmp_path: Path, named: ColumnMapping) -> None:
    path = tmp_path / "spieler_dec26.csv"
    path.write_bytes(csv_of(*ROWS))
    out = io.StringIO()
    call_command("import_fide_list", path, "--national=DWZ", stdout=out)
    assert out.getvalue().splitlines()[-1] == "DWZ list of 2026-12 is in use: 5 players."
    with pytest.raises(CommandError, match="Nobody has said yet what the columns of the list FFE are"):
        call_command("import_fide_list", path, "--national=FFE")
