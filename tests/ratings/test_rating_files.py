"""FIDE's rating lists as files: every format that FIDE publishes, and files that are no list."""

from __future__ import annotations

import contextlib
import io
import zipfile
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import rating_samples as samples
from tests.rating_samples import person, text, xml, zipped
from tournaments.errors import DomainError
from tournaments.formats import workbooks
from tournaments.ratings import files
from tournaments.ratings.files import Entry, ListFile
from tournaments.texts import cleaned

pytestmark = pytest.mark.any_database

MAGNUS = person(
    *(100001, "Strand, Magnus"),
    Tit="GM",
    SRtng=2823,
    SGm=12,
    SK=10,
    RRtng=2801,
    Rk=20,
    BRtng=2860,
    BK=40,
    **{"B-day": 1990},
)
NINA = person(
    25100002,
    "van Öyen, Nina",
    Fed="NED",
    Sex="F",
    Tit="WIM",
    WTit="WIM",
    BRtng=1999,
    Flag="wi",
    **{"B-day": 0},
)
THREE = [
    Entry("100001", "Strand, Magnus", "NOR", "m", "GM", 1990, False, 2823, 2801, 2860, 10, 20, 40),
    Entry("25100002", "van Öyen, Nina", "NED", "w", "WIM", 0, True, 0, 0, 1999),
]


def read(data: bytes, *names: str, kind: str = "") -> list[Entry]:
    """The entries of the file."""
    source = ListFile(io.BytesIO(data), len(data), names)
    source.kind = kind or source.kind
    entries = list(source.entries())
    assert source.done == len(data)
    return entries


def opened(folder: Path, data: bytes, name: str) -> tuple[str, date | None, list[Entry]]:
    """Kind, month and entries of a file on the disk."""
    path = folder / name
    path.write_bytes(data)
    with files.open_list(path) as source:
        return source.kind, source.month, list(source.entries())


@pytest.mark.parametrize(
    "data",
    [
        text(MAGNUS, NINA),
        text(MAGNUS, NINA, end="\n"),
        text(MAGNUS, NINA, columns=samples.LEGACY),
        text(MAGNUS, NINA).rstrip(),
        text(MAGNUS, NINA) + b"\x1a",
        xml(MAGNUS, NINA),
        b"\xef\xbb\xbf" + xml(MAGNUS, NINA),
        xml(MAGNUS, NINA).replace(b"\n", b""),
        b'<?xml version="1.0" encoding="ISO-8859-1"?>' + xml(MAGNUS, NINA).decode().encode("latin-1"),
    ],
)
def test_a_combined_list_in_every_form_says_the_same(data: bytes) -> None:
    assert read(data) == THREE


@pytest.mark.parametrize("write", [text, xml])
@pytest.mark.parametrize("pack", [bytes, zipped])
def test_a_list_is_read_as_a_stream(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    write: Callable[..., bytes],
    pack: Callable[[bytes], bytes],
) -> None:
    """Two million people do not fit into memory: the file is read no further than the next person."""
    monkeypatch.setattr(files, "CHUNK", 4096)
    data = write(*[person(number, f"Strand, Magnus {number}") for number in range(1, 501)])
    path = tmp_path / "list"
    path.write_bytes(pack(data))
    with files.open_list(path) as source:
        assert source.done <= 4096
        for count, _entry in enumerate(source.entries(), 1):
            assert abs(source.done - len(data) * count // 500) <= 2 * 4096
    assert (count, source.done, source.total) == (500, len(data), len(data))


@pytest.mark.parametrize("kind", ["standard", "rapid", "blitz"])
@pytest.mark.parametrize("form", ["txt", "xml"])
def test_a_single_list_brings_one_rating(tmp_path: Path, kind: str, form: str) -> None:
    if form == "txt":
        data = text(MAGNUS | {"OCT26": "2500"}, columns=samples.SINGLE)
    else:
        data = xml(MAGNUS | {"SRtng": "2500"}, elements=samples.SINGLE_ELEMENTS)
    name = f"{kind}_rating_list.{form}"
    found, month, [entry] = opened(tmp_path, zipped(data, name), "list.zip")
    assert found == kind
    assert month == date(2026, 10 if form == "txt" else 11, 1)
    expected = {"standard": 0, "rapid": 0, "blitz": 0} | {kind: 2500}
    assert {kind: getattr(entry, kind) for kind in expected} == expected


def test_a_single_list_may_not_say_whose_ratings_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(text(MAGNUS | {"OCT26": "2500"}, columns=samples.SINGLE))
    with files.open_list(path) as source:
        assert (source.kind, source.month) == ("", date(2026, 10, 1))


def test_the_lists_of_earlier_years_have_other_columns_and_short_titles() -> None:
    titles = {"g": "GM", "wg": "WGM", "m": "IM", "wm": "WIM", "f": "FM", "wf": "WFM", "c": "CM", "wc": "WCM"}
    people = [
        person(number, "Holm, Ada", Titl=short, Mar11=2100, Born=1980, Flag="w")
        for number, short in enumerate(titles, 1)
    ]
    entries = read(text(*people, columns=samples.OLD), "standard_mar11frl.txt")
    assert [entry.title for entry in entries] == list(titles.values())
    assert {(e.standard, e.birth_year, e.sex, e.federation) for e in entries} == {(2100, 1980, "w", "NOR")}


@pytest.mark.parametrize("other", ["SI,FI,LSI,SLI,NA", "IA,FT,DI,NI,SI,FI,LSI,SLI"])
@pytest.mark.parametrize("foa", ["", "AFM"])
def test_other_titles_that_overflow_move_what_follows(other: str, foa: str) -> None:
    [entry] = read(text(MAGNUS | {"OTit": other, "FOA": foa}))
    assert entry == THREE[0]


def test_other_titles_that_fill_their_column_move_nothing() -> None:
    [entry] = read(text(MAGNUS | {"OTit": "SI,FI,LSI,SLI,A", "FOA": "AFM"}))
    assert entry == THREE[0]


@pytest.mark.parametrize(
    ("names", "month"),
    [
        (("players_list.zip", "players_list_foa.txt"), None),
        (("standard_sep26frl.zip",), date(2026, 9, 1)),
        (("players_list.zip", "players_list_foa.txt", "dec25"), date(2025, 12, 1)),
    ],
)
def test_the_month_is_that_of_the_files_name(names: tuple[str, ...], month: date | None) -> None:
    data = text(MAGNUS)
    assert ListFile(io.BytesIO(data), len(data), names).month == month


def test_a_combined_list_is_of_the_month_in_which_it_was_packed(tmp_path: Path) -> None:
    kind, month, entries = opened(tmp_path, zipped(text(MAGNUS, NINA), day=(2026, 9)), "players_list.zip")
    assert (kind, month, entries) == ("combined", date(2026, 9, 1), THREE)


@pytest.mark.parametrize("day", [(1980, 1), (2026, 0), (2026, 13), (2026, 15)])
def test_an_archive_that_was_not_told_the_time_says_no_month(tmp_path: Path, day: tuple[int, int]) -> None:
    _kind, month, _entries = opened(tmp_path, zipped(text(MAGNUS), day=day), "players_list.zip")
    assert month is None


# Files that make no sense.


def refusal(data: bytes) -> str:
    with pytest.raises(DomainError) as refused:
        read(data, kind="standard")
    return refused.value.message


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "expected “ID Number”, “Name”, “Fed” and a rating in the first line, found “”"),
        (b"Name;Elo\nStrand;2823\n", "found “Name;Elo”"),
        (text(), "The file holds no players"),
        (xml(), "The file holds no players"),
        (b"<html><body>Not found</body></html>", "Expected the XML element “playerslist”, found “html”"),
        (xml(MAGNUS)[:-5], "The XML is damaged: unclosed token"),
        (xml(MAGNUS).replace(b"</name>", b""), "The XML is damaged: mismatched tag"),
        (
            b'<!DOCTYPE p [<!ENTITY a "aaaa">]>' + xml(MAGNUS).replace(b"Magnus", b"&a;"),
            "The XML declares a document type",
        ),
        (xml(MAGNUS).replace(b"Magnus", b"&a;"), "The XML is damaged: undefined entity"),
        (xml(MAGNUS).replace(b"<name>", b"<a>" * 200), "a player has more than 100 elements"),
        (text(MAGNUS) + b"x" * 10_000, "A line is longer than 4096 characters"),
    ],
)
def test_what_is_no_list_is_refused_in_words(data: bytes, words: str) -> None:
    assert words in refusal(data)


@pytest.mark.parametrize(
    ("members", "words"),
    [
        (("readme.md",), "Expected one TXT or XML file in the archive, found: readme.md"),
        (("a.txt", "b.xml"), "found: a.txt, b.xml"),
    ],
)
def test_an_archive_holds_one_list(tmp_path: Path, members: tuple[str, ...], words: str) -> None:
    with pytest.raises(DomainError, match=words):
        opened(tmp_path, zipped(text(MAGNUS), *members), "list.zip")


@pytest.mark.parametrize("data", [text, xml])
def test_an_archive_that_is_cut_off_or_damaged_is_refused(tmp_path: Path, data: object) -> None:
    packed = bytearray(zipped((text if data is text else xml)(*[MAGNUS] * 500)))
    packed[200] ^= 0xFF
    with pytest.raises(DomainError, match="damaged"):
        opened(tmp_path, bytes(packed), "list.zip")


def test_an_archive_that_would_fill_the_disk_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 1 << 10)
    with pytest.raises(DomainError, match="more than"):
        opened(tmp_path, zipped(text(*[MAGNUS] * 50)), "list.zip")


@pytest.mark.parametrize("large", [False, True])
def test_an_archive_of_a_million_files_is_refused_before_they_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, large: bool
) -> None:
    """As its end says, or the record of large archives before the end."""
    member = b"PK\x01\x02" + bytes(24) + b"\x05" + bytes(17) + b"a.txt"
    size = len(member) * 1_000_000
    ends = [
        workbooks.LARGE_END.pack(b"PK\x06\x06", 44, 45, 45, 0, 0, 1, 1, size, 0),
        workbooks.LOCATOR.pack(b"PK\x06\x07", 0, size, 1),
        workbooks.END.pack(b"PK\x05\x06", 0, 0, 1, 1, 0, 0, 0),
    ]
    end = b"".join(ends) if large else workbooks.END.pack(b"PK\x05\x06", 0, 0, 1, 1, size, 0, 3) + b"end"
    monkeypatch.setattr(zipfile, "ZipFile", lambda *_args: pytest.fail("listed"))
    with pytest.raises(DomainError, match=r"The archive needs 49804 KB to name its files.* at most 64 KB"):
        opened(tmp_path, member * 1000 + end, "list.zip")


def test_the_size_of_a_directory_is_what_its_members_take(tmp_path: Path) -> None:
    path = tmp_path / "list.zip"
    path.write_bytes(zipped(text(MAGNUS), "a.txt"))
    assert workbooks.directory_size(path) == 46 + len("a.txt")
    for data in (b"", b"PK", b"PK\x05\x06", text(MAGNUS)):
        path.write_bytes(data)
        assert workbooks.directory_size(path) == 0


BROKEN = [
    (person("12a", "Letters, In The Number"), "expected a FIDE ID, found “12a”"),
    (person("", "Nobody, N"), "expected a FIDE ID, found “”"),
    (person("123456789012", "Long, L"), "expected a FIDE ID, found “123456789012”"),
    (person(7704658, ""), "FIDE ID 7704658 has no name"),
    (person(77, "Odd, O", RRtng="18x"), "expected a number of up to four digits, found “18x”"),
]


@pytest.mark.parametrize(("cells", "fault"), BROKEN)
@pytest.mark.parametrize("form", [text, xml])
def test_a_line_that_makes_no_player_is_named_and_skipped(
    cells: dict[str, str], fault: str, form: object
) -> None:
    data = text(MAGNUS, cells, NINA) if form is text else xml(MAGNUS, cells, NINA)
    source = ListFile(io.BytesIO(data), len(data), [])
    assert list(source.entries()) == THREE
    assert source.skipped == 1
    assert source.faults == [f"{'line 3' if form is text else 'player 2'}: {fault}"]


def test_a_file_of_which_most_makes_no_sense_is_refused() -> None:
    data = text(*[person("?", "Nobody, N")] * 200)
    assert "line 2: expected a FIDE ID, found “?”" in refusal(data)


def test_what_a_name_may_not_hold_is_cleaned() -> None:
    [entry] = read(xml(person(1, "Tab\tand  blank,\n O&amp;Brien")))
    assert entry.name == "Tab and blank, O&Brien"


CELL = st.text(st.characters(codec="latin-1", exclude_categories=["Cc"]), max_size=20).map(str.strip)


@given(
    # A name of which something is visible: a soft hyphen alone is no name.
    name=CELL.filter(cleaned),
    rating=st.integers(0, 3999),
    year=st.integers(0, 2020),
    number=st.integers(1, 10**10),
)
def test_text_and_xml_of_one_player_say_the_same(name: str, rating: int, year: int, number: int) -> None:
    cells = person(number, name, SRtng=rating, **{"B-day": year})
    escaped = cells | {"Name": name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")}
    as_text, as_xml = read(text(cells)), read(xml(escaped))
    assert as_text == as_xml
    assert (as_text[0].standard, as_text[0].birth_year, as_text[0].fide_id) == (rating, year, str(number))


@given(st.binary(max_size=300))
def test_bytes_by_chance_are_refused_in_words_or_read(data: bytes) -> None:
    for start in (b"", text(MAGNUS)[:180], b"<playerslist><player>"):
        with contextlib.suppress(DomainError):
            assert read(start + data, kind="rapid")
