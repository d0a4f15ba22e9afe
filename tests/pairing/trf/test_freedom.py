"""Reading report files: how freely they may be written, and the files of TRF06."""

from itertools import product

import pytest

from pairing.core.tournament import Cell, Outcome
from pairing.trf import TrfError, read, read_closely, write
from tests.each import each
from tests.pairing.trf_samples import (
    ADAMS,
    CLARK,
    DAVIS,
    EVORA,
    SAMPLE,
    UNPLAYED,
    added,
    changed,
    replaced,
)


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "latin-1"])
def test_encodings_and_line_ends(end, encoding):
    assert read(SAMPLE.replace("\n", end).encode(encoding)) == read(SAMPLE)


def test_bytes_without_a_meaning_in_windows_1252():
    assert read(SAMPLE.replace("É", "\x81").encode("latin-1")).players[4].name == "\x81vora, Eve"


def test_an_end_mark_of_dos_and_a_byte_order_mark_in_text():
    assert read("\ufeff" + SAMPLE + "\x1a") == read(SAMPLE)


def test_other_line_separators_are_part_of_the_text():
    assert read(replaced(1, "012 Spring\u2028Open")).name == "Spring\u2028Open"


@pytest.mark.parametrize(
    "written",
    [
        *("2024/03/01", "2024-3-1", "01/03/2024", "1.3.2024", "01-03-2024", "01. 03. 2024", "1. 3.2024"),
        *("Mar 1, 2024", "March 01, 2024", "mar. 1 2024", "1 March 2024", "1. March 2024", "01-Mar-2024"),
    ],
)
def test_dates(written):
    assert read(replaced(4, f"042 {written}")).start_date == "2024/03/01"


@pytest.mark.parametrize(
    "written", ["in spring", "2024/02/30", "Mars 1, 2024", "1.-3. 3. 2024", "Foo 0, 2024", "31 April 2024"]
)
@pytest.mark.parametrize(("line", "code", "field"), [(4, "042", "start_date"), (5, "052", "end_date")])
def test_a_day_that_is_none_is_kept_as_it_stands_and_reported(line, code, field, written):
    """It has no bearing on a pairing or on points."""
    tournament, supplied = read_closely(replaced(line, f"{code} {written}"))
    assert getattr(tournament, field) == ""
    assert tournament.other_records == ("### a remark", f"{code} {written}")
    (unread,) = supplied.unread
    assert (unread.line, unread.column, unread.found) == (line, 5, written)
    assert unread.expected == "a date as YYYY/MM/DD"
    assert f"\r\n{code} {written}\r\n" in write(tournament)
    assert read(write(tournament)) == tournament


@pytest.mark.parametrize(
    ("written", "birth"),
    [
        ("1990/05/17", "1990/05/17"),
        ("17.05.1990", "1990/05/17"),
        ("1990-05-17", "1990/05/17"),
        ("1990", "1990/00/00"),
        ("      1990", "1990/00/00"),
        ("1990/05/00", "1990/05/00"),
        ("00/00/1990", "1990/00/00"),
        ("0000/00/00", ""),
        ("0000", ""),
        ("    /  /  ", ""),
        ("", ""),
    ],
)
def test_dates_of_birth(written, birth):
    assert read(changed(ADAMS, 70, written.ljust(10))).players[0].birth == birth


@pytest.mark.parametrize(
    ("written", "title"),
    [("  g", "GM"), ("m  ", "IM"), (" wf", "WFM"), ("wGM", "WGM"), (" NM", "NM"), ("   ", "")],
)
def test_titles(written, title):
    assert read(changed(ADAMS, 11, written)).players[0].title == title


@pytest.mark.parametrize(("written", "sex"), [("m", "m"), ("W", "w"), ("f", "w"), ("F", "w"), (" ", "")])
def test_sex(written, sex):
    assert read(changed(ADAMS, 10, written)).players[0].sex == sex


def test_zeros_for_nothing():
    sample = changed(ADAMS, 49, "   0", changed(ADAMS, 58, "          0", changed(ADAMS, 86, "   0")))
    adams = read(sample).players[0]
    assert (adams.rating, adams.fide_id, adams.rank) == (None, "", None)


def test_colours_in_capitals_and_opponents_without_zeros():
    sample = changed(ADAMS, 97, "W", changed(CLARK, 97, "B", changed(EVORA, 92, "   0")))
    assert read(sample) == read(SAMPLE)


def test_tabs_in_a_header_are_blanks():
    assert read(replaced(1, "012\tSpring\tOpen")) == read(SAMPLE)


def test_commas_between_numbers():
    assert read(replaced(18, "XXP 1,5")) == read(replaced(18, "XXP 1, 5")) == read(SAMPLE)


def test_records_without_a_value_say_nothing():
    empty = (
        "012",
        "042",
        "112 ",
        "142",
        "152",
        "162",
        "192",
        "XXR",
        "XXC",
        "XXZ",
        "XXP",
        "XXA",
        "XXS",
        "BBW",
    )
    assert read(added(*empty)) == read(SAMPLE)


def test_lines_cut_at_the_right_before_round_1():
    assert [player.rating for player in read(UNPLAYED).players] == [2300, None, 2100]


def test_days_of_rounds_of_the_last_century_and_in_full():
    assert read(replaced(14, f"132{'':88}99/12/31            00/01/01")).round_dates == (
        "1999/12/31",
        "",
        "2000/01/01",
    )
    assert read(replaced(14, f"132{'':88}2024/03/012024/03/02")).round_dates == ("2024/03/01", "2024/03/02")


def test_a_day_of_a_round_that_is_none_is_reported_and_left_out():
    """It has no bearing on a pairing or on points."""
    source, supplied = read_closely(changed(14, 102, "24/13/01"))
    assert source.round_dates == ("2024/03/01", "")
    (unread,) = supplied.unread
    assert (unread.line, unread.column, unread.found) == (14, 102, "24/13/01")
    assert unread.expected == "a date as YY/MM/DD, or blanks"


# TRF06 has no codes for byes


def test_byes_of_trf06():
    sample = changed(DAVIS, 109, "1", changed(EVORA, 99, "="))
    assert read(sample) == read(SAMPLE)


def test_absences_of_trf06():
    cells = read(changed(EVORA, 99, "-", changed(EVORA, 82, "0.0"))).players[4].cells
    assert cells[0] == Cell(outcome=Outcome.ZERO_POINT_BYE)
    cells = read(changed(EVORA, 99, "0", changed(EVORA, 82, "0.0"))).players[4].cells
    assert cells[0] == Cell(outcome=Outcome.ZERO_POINT_BYE)


def test_more_than_one_full_point_without_an_opponent_is_a_full_point_bye():
    sample = SAMPLE.replace("2 w 0  0000 - U", "2 w 0  0000 - +") + "001    6      Frost, Fay"
    players = read(changed(25, 82, "1.0", changed(25, 102, "0000 - +", sample))).players
    assert [players[place].cells[1].outcome for place in (3, 5)] == [Outcome.FULL_POINT_BYE] * 2


# What the two players of a game have, each by the letter of their record.
LAWFUL_PAIRS = {"10", "==", "01", "00", "=0", "0=", "WL", "DD", "LW", "LL", "DL", "LD", "+-", "-+", "--"}


@each("letters", ["".join(two) for two in product("1=0WDL+-", repeat=2)])
def test_q181_to_184_a_game_has_a_result_that_fide_knows(letters):
    """Never 1-1, never a drawn forfeit, never half played and half forfeit."""
    text = SAMPLE
    for line, letter in zip((ADAMS, ADAMS + 1), letters, strict=True):
        # The result of round 2, with the points left blank.
        text = changed(line, 109, letter, changed(line, 81, "    ", text))
    if letters in LAWFUL_PAIRS:
        assert [player.cell(2).outcome for player in read(text).players[:2]] == list(letters)
    else:
        with pytest.raises(TrfError, match=r"column 109: found .+, expected"):
            read(text)
