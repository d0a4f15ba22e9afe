"""Excel workbooks: read as the text that a spreadsheet copies, or refused before they fill the memory."""

from __future__ import annotations

import io
import zipfile
from datetime import date, datetime
from typing import Any

import openpyxl
import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tournaments.formats import lists, workbooks
from tournaments.models import Tournament

pytestmark = pytest.mark.any_database


def workbook(*rows: list[Any], before: int = 0) -> bytes:
    """A workbook with these rows on one sheet, after `before` empty sheets."""
    book = openpyxl.Workbook()
    for number in range(before):
        book.create_sheet(f"Empty {number}", 0)
    sheet = book.worksheets[-1]
    for row in rows:
        sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def changed(data: bytes, **parts: bytes) -> bytes:
    """The workbook with some parts replaced, each named by the end of its file's name."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            other = [part for name, part in parts.items() if info.filename.endswith(f"{name}.xml")]
            new.writestr(info.filename, other[0] if other else old.read(info))
    return out.getvalue()


LIST = workbook(
    ["Name", "Elo", "Born", "FIDE ID"],
    ["Tal, Mikhail", 2705, date(1936, 11, 9), 13700010],
    [],
    ["Fischer,\n Robert", 2785.0, 1943, "2000555"],
    ["Pelé", None, datetime(1940, 10, 23, 12, 0), 0],  # noqa: DTZ001  a sheet knows no zone
)


def test_a_sheet_becomes_lines_with_the_numbers_of_its_rows() -> None:
    assert workbooks.text_of(LIST).split("\n") == [
        "Name\tElo\tBorn\tFIDE ID",
        "Tal, Mikhail\t2705\t1936/11/09\t13700010",
        "",
        "Fischer, Robert\t2785\t1943\t2000555",
        "Pelé\t\t1940/10/23\t0",
        "",
    ]


def test_its_players_are_read_like_any_others(event: Tournament) -> None:
    found = lists.read(lists.decode(LIST), event)
    assert [line.number for line in found.lines] == [2, 4, 5]
    assert found.entries == [
        {"name": "Tal, Mikhail", "rating": 2705, "birth": "1936/11/09", "fide_id": "13700010"},
        {"name": "Fischer, Robert", "rating": 2785, "birth": "1943", "fide_id": "2000555"},
        {"name": "Pelé", "birth": "1940/10/23"},
    ]


def test_a_fault_is_named_by_the_row_of_the_sheet(event: Tournament) -> None:
    data = workbook(["Name", "Elo"], [], ["Tal, Mikhail", "strong"])
    [fault] = lists.read(lists.decode(data), event).faults
    assert (fault.number, fault.fault) == (3, "rating: found “strong”, expected a number")


def test_the_upload_shows_a_preview_and_enters_what_it_showed(
    chief_client: Client, event: Tournament
) -> None:
    address = reverse("players-import", args=[event.slug])
    page = chief_client.post(address, {"file": SimpleUploadedFile("players.xlsx", LIST)})
    assert page.status_code == 200
    assert "Add 3 players" in page.content.decode()
    assert event.players.count() == 8
    chief_client.post(address, {"text": page.context["text"], "import": "1"})
    assert event.players.get(name="Fischer, Robert").rating == 2785


def test_the_first_sheet_that_holds_something_is_the_list() -> None:
    assert workbooks.text_of(workbook(["Tal"], before=2)) == "Tal\n"


@pytest.mark.parametrize("data", [workbook(), workbook([None, ""], ["  "], before=1)])
def test_an_empty_workbook_is_an_empty_list(data: bytes) -> None:
    assert workbooks.text_of(data) == ""


def test_cells_that_would_be_read_otherwise_are_quoted(event: Tournament) -> None:
    data = workbook(["Name", "Club"], ['"Quoted", Q', 'SC "Tab\tand line\nend"'])
    found = lists.read(lists.decode(data), event)
    assert found.entries == [{"name": '"Quoted", Q', "club": 'SC "Tab and line end"'}]


# Files that are no list of players.


def refusal(data: bytes) -> str:
    with pytest.raises(ValidationError) as refused:
        lists.decode(data)
    return " ".join(refused.value.messages)


TOO_LARGE = (
    "This Excel file is too large for a list of players: found {}, expected at most {}."
    " Copy the players and paste them here."
)
MAIN = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
END = b"</sheetData></worksheet>"


def test_a_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = changed(LIST, sheet1=b" " * (workbooks.MOST_BYTES + 1))
    assert len(bomb) < 100_000
    monkeypatch.setattr(zipfile.ZipFile, "read", lambda *_args: pytest.fail("unpacked"))
    assert refusal(bomb).startswith("This Excel file is too large for a list of players: found 2")
    assert refusal(bomb).count("bytes unpacked, expected at most 20971520.") == 1


def test_an_archive_of_many_parts_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for number in range(workbooks.MOST_PARTS + 1):
            archive.writestr(f"{number}.xml", b"")
    assert refusal(out.getvalue()) == TOO_LARGE.format("201 files inside", 200)


@pytest.mark.parametrize(
    ("part", "content", "words"),
    [
        ("sheet1", b'<row r="1"><c><v>1</v></c></row>' * 450_000, ("450000 rows", 20_000)),
        ("sheet1", b'<row r="1">' + b"<c><v>1</v></c>" * 100_001 + b"</row>", ("100001 cells", 100_000)),
        ("sheet1", b"<x:row/>" * 900_000, ("900", "")),
        ("styles", b'<xf numFmtId="0"/>' * 60_000, ("60", "")),
    ],
    ids=["repeated rows", "cells", "rows by another name", "styles"],
)
def test_what_takes_long_to_read_is_counted_and_not_read(
    monkeypatch: pytest.MonkeyPatch, part: str, content: bytes, words: tuple[str, object]
) -> None:
    bomb = changed(LIST, **{part: MAIN + content + END})
    assert len(bomb) < 100_000
    monkeypatch.setattr(openpyxl, "load_workbook", lambda *_args, **_options: pytest.fail("read"))
    found = refusal(bomb)
    assert f"found {words[0]}" in found
    assert f"expected at most {words[1] or ''}" in found


def test_the_longest_list_is_read() -> None:
    rows = [
        ["Name", "Title", "Elo", *"ABCDEFG"],
        *([f"Tal, Mikhail {n}", "GM", 2705, *"1234567"] for n in range(2000)),
    ]
    assert workbooks.text_of(workbook(*rows)).count("\n") == 2001


def test_of_a_hundred_sheets_without_a_value_the_first_are_looked_at() -> None:
    far = MAIN + b'<row r="20000"><c r="GR20000"><v></v></c></row>' + END
    data = workbook(["Tal"], before=workbooks.MOST_SHEETS)
    assert workbooks.text_of(changed(data, sheet1=far)) == ""


def test_an_archive_that_lies_about_its_size_is_refused() -> None:
    """The library reads no more of a part than its stated size; what is then cut off counts as damaged."""
    sheet = b'<worksheet xmlns="x"><sheetData>' + b" " * 100_000
    data = bytearray(changed(LIST, sheet1=sheet))
    size = len(sheet).to_bytes(4, "little")
    assert data.count(size) >= 2
    assert "damaged" in refusal(bytes(data.replace(size, (1000).to_bytes(4, "little"))))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_document_type_is_refused(encoding: str) -> None:
    text = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet>&a;</worksheet>'
    assert "document type" in refusal(changed(LIST, sheet1=text.encode(encoding)))


@pytest.mark.parametrize("part", ["sheet1", "workbook", "styles", "Content_Types]"])
def test_a_damaged_workbook_is_refused_in_words(part: str) -> None:
    assert "cannot be read" in refusal(changed(LIST, **{part: b"<a><b>"}))


def test_an_archive_that_is_no_workbook_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("players.txt", "Tal")
    assert "cannot be read" in refusal(out.getvalue())


def test_a_row_far_below_is_not_waited_for() -> None:
    """A sheet may say that its second row is the millionth; the rows between take no memory."""
    sheet = (
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        b'<row r="1"><c r="A1" t="inlineStr"><is><t>Tal</t></is></c></row>'
        b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>'
    )
    assert workbooks.text_of(changed(LIST, sheet1=sheet)) == "Tal\n"
