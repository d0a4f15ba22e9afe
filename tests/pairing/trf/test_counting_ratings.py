"""C.04.2 B.1 (2026: 2.1) in report files: FIDE's rating, and the rating that counts in the event."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.__main__ import main
from pairing.core.strength import Method
from pairing.core.tournament import Player, TeamEvent, Tournament
from pairing.editions import EDITIONS
from pairing.trf import Format, national_record, read, read_closely, write

NATIONAL_FIRST = Path(__file__).parents[2] / "data" / "reports" / "national-rating-first.trf"


def person(number: int, rating: int | str = "") -> str:
    return f"001 {number:4}      {f'Player {number}':33} {rating:>4} NOR"


def national(number: int | str, rating: int | str, code: str = "FRA") -> str:
    return f"{code} {number:>4}      {f'Player {number}':33} {rating:>4}"


def counted(*records: str) -> list[tuple[int | None, int | None]]:
    """For each player of the file, the rating that counts, and FIDE's."""
    return [(player.rating, player.fide_rating) for player in read("\n".join(records)).players]


def lines(text: str, *starts: str) -> list[str]:
    return [line for line in text.split("\r\n") if line.startswith(starts)]


def test_b1_what_record_172_lets_count_decides_the_tie_breaks(capsys: pytest.CaptureFixture[str]) -> None:
    """The national rating of player 1 counts, 2200, and FIDE's stays 2600."""
    first = read(NATIONAL_FIRST.read_bytes()).players[0]
    assert (first.rating, first.fide_rating) == (2200, 2600)
    assert main(["tiebreaks", str(NATIONAL_FIRST), "--json", "--list", "PTS RTNG ARO"]) == 0
    values = json.loads(capsys.readouterr().out)["values"]
    assert [values[str(number)]["RTNG"] for number in (1, 2, 3, 4)] == [2200, 2150, 2100, 2050]
    assert [values[str(number)]["ARO"] for number in (2, 3)] == [2125, 2125]


def test_b1_check_ranks_by_the_rating_that_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Players 2 and 3 are equal but for their ratings."""
    text = NATIONAL_FIRST.read_text().replace("202 BH/C1,BH,SB", "202 RTNG")
    file = tmp_path / "report.trf"
    for rating, status in (("", 0), (f"{national(3, 2199)}\n", 1)):
        file.write_text(text + rating)
        assert main(["check", str(file)]) == status
    assert "player 2 found in place 2, expected in 3" in capsys.readouterr().out


BOTH, FIDES, NATIONAL, NONE = range(4)


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        ("", [2000, 2000, None, None]),
        ("172 FRA FIDE", [2000, 2000, None, None]),
        ("172 FRA NRO", [1900, None, 1800, None]),
        ("172 FRA FIDON", [2000, 2000, 1800, None]),
        ("172 FRA NIDOF", [1900, 2000, 1800, None]),
        ("172 FRA HBFN", [2000, 2000, 1800, None]),
        ("172 FRA LBFN", [1900, 2000, 1800, None]),
        ("172 FRA lbfn", [1900, 2000, 1800, None]),
        ("172 FRA OTHER", [2000, 2000, None, None]),
        ("172 FRA", [2000, 2000, None, None]),
        ("172 SUI NRO", [None, None, None, None]),
        # Without a federation it is that of the event, record 032.
        ("172     NRO", [1900, None, 1800, None]),
    ],
)
def test_b1_records_decide_what_counts(stated: str, expected: list[int | None]) -> None:
    found = counted(
        *("032 FRA", stated, person(1, 2000), person(2, 2000), person(3), person(4)),
        *(national(1, 1900), national(2, ""), national(3, 1800)),
    )
    assert [counts for counts, _fide in found] == expected
    assert [fide for _counts, fide in found] == [2000, 2000, None, None]


def test_b1_the_remark_goes_before_the_records() -> None:
    found = counted(
        *("172 FRA NIDOF", person(1, 2000), person(2, 2000), person(3)),
        *(national(1, 1900), "### Counting rating: 1: 2050"),
        *("### Counting rating: 2: -", "### Counting rating: 3: 1500"),
    )
    assert found == [(2050, 2000), (None, 2000), (1500, None)]


@pytest.mark.parametrize("text", ["4: 1500", "0: 1500", "1: 0", "1: 01500", "1:1500", "1: 1500 estimated"])
def test_a_remark_that_says_nothing_is_kept(text: str) -> None:
    tournament = read("\n".join([person(1, 2000), f"### Counting rating: {text}"]))
    assert tournament.players[0].rating == 2000
    assert tournament.other_records == (f"### Counting rating: {text}",)


@pytest.mark.parametrize(
    ("record", "column", "found"),
    [
        (national(1, "2x00"), 49, "2x00"),
        (national(3, 2000), 8, "3"),
        (national("one", 2000), 6, "one"),
    ],
)
def test_a_national_rating_that_cannot_be_read_is_told_with_its_place(
    record: str, column: int, found: str
) -> None:
    tournament, supplied = read_closely(
        "\n".join(["172 FRA NRO", person(1, 2000), person(2), record, national(1, 1, "SUI")])
    )
    [error] = supplied.unread
    assert (error.line, error.column, error.found) == (4, column, found)
    assert [player.rating for player in tournament.players] == [None, None]


def test_national_ratings_name_players_by_the_numbers_of_the_file() -> None:
    """Whose numbers are their places in the file if it says so; what is written has the new numbers."""
    tournament = read(
        "\n".join(["172 FRA NRO", "XXC rank", person(7), person(4), national(4, 1900), national(7, 2000)])
    )
    assert [player.rating for player in tournament.players] == [2000, 1900]
    for form in Format:
        assert [player.rating for player in read(write(tournament, form=form)).players] == [2000, 1900]


def event(*people: tuple[int | None, int | None], rule: str = "", others: Sequence[str] = ()) -> Tournament:
    """An event of players with these ratings: what counts, and FIDE's."""
    players = (Player(number).with_ratings(*both) for number, both in enumerate(people, 1))
    return Tournament(players=tuple(players), rating_method=rule, other_records=tuple(others))


def test_record_001_has_fides_rating_and_072_counts_it() -> None:
    """An estimate makes nobody a rated player."""
    text = write(event((1800, None), (2000, 2000), (2100, 2050), (None, 1950)))
    assert [line[48:52].strip() for line in lines(text, "001")] == ["", "2000", "2050", "1950"]
    assert lines(text, "062", "072", "082") == ["062 4", "072 3", "082 0"]
    assert lines(text, "### ") == [
        "### Counting rating: 1: 1800",
        "### Counting rating: 3: 2100",
        "### Counting rating: 4: -",
    ]


def test_trf26_says_nothing_twice_and_trf16_has_no_other_words() -> None:
    one = event((2200, 2600), (2300, 2600), (2100, 2100), rule="FRA NIDOF", others=[national(1, 2200)])
    assert lines(write(one, form=Format.TRF26), "### ") == ["### Counting rating: 2: 2300"]
    assert lines(write(one), "### ") == ["### Counting rating: 1: 2200", "### Counting rating: 2: 2300"]


def test_a_method_without_a_federation_stands_in_its_columns() -> None:
    text = write(event((None, 2600), rule="NRO"), form=Format.TRF26)
    assert "172     NRO" in lines(text, "172", "### ")
    assert read(text).rating_method == "NRO"


@pytest.mark.parametrize("form", Format)
def test_a_file_for_programs_that_know_nothing_of_it_has_what_counts(form: Format) -> None:
    text = write(event((1800, None), (2100, 2050), (None, 1950)), form=form, counting_ratings=True)
    assert [line[48:52].strip() for line in lines(text, "001")] == ["1800", "2100", ""]
    assert lines(text, "072", "### ") == ["072 2"]


RATINGS = st.none() | st.integers(1, 3999)


@given(
    st.lists(st.tuples(RATINGS, RATINGS, RATINGS), min_size=1, max_size=5),
    st.sampled_from(["", *(f"FRA {method}" for method in Method), *Method]),
    st.sampled_from(Format),
    st.booleans(),
)
def test_there_and_back(
    people: list[tuple[int | None, int | None, int | None]], rule: str, form: Format, others: bool
) -> None:
    """Whatever counts, and whatever the records say, everybody has the same two ratings again."""
    whole = event(*((counts, fide) for counts, fide, _national in people), rule=rule)
    records = [
        national_record("FRA", player, rating)
        for player, (_counts, _fide, rating) in zip(whole.players, people, strict=True)
        if rating and others
    ]
    whole = replace(whole, federation="FRA", other_records=tuple(records))
    again = read(write(whole, form=form))
    assert again.players == whole.players
    assert again.other_records == whole.other_records
    assert write(read(write(again, form=form)), form=form) == write(again, form=form)


@pytest.mark.parametrize("code", EDITIONS)
def test_counts_are_those_of_the_event(code: str) -> None:
    """Players who stand for their teams are as many teams."""
    of_teams = EDITIONS[code].form.of_teams
    whole = replace(event((1800, None), (2000, 2000)), edition=code)
    told = ["062 2", "072 1", f"082 {2 if of_teams else 0}"]
    for form in Format:
        assert lines(write(whole, form=form), "062", "072", "082") == told
        if of_teams:
            named = replace(whole, team_event=TeamEvent())
            assert lines(write(named, form=form), "062", "072", "082") == told


def test_teams_are_counted_by_their_records() -> None:
    teams = [f"310 {number:3} {f'Team {number}':64}  {number:4}" for number in (1, 2, 3)]
    people = [person(1, 2000), person(2), person(3)]
    for system in ("FIDE_TEAM", "OF_ANOTHER_PROGRAM"):
        text = write(read("\n".join([f"192 {system}", *people, *teams])))
        assert lines(text, "062", "072", "082") == ["062 3", "072 1", "082 3"]
    older = write(read("\n".join([*people, "013 Team 1", "013 Team 2"])))
    assert lines(older, "082") == ["082 2"]
