"""Hostile files: read, or refused with a place and a reason, and never slowly."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pairing.trf import Format, TrfError, read, read_closely, write
from tests.pairing.trf.test_reader import TRF26
from tests.pairing.trf_samples import SAMPLE

DATA = Path(__file__).parents[2] / "data"
REAL = [
    SAMPLE.encode(),
    TRF26.encode(),
    *(
        (DATA / name).read_bytes()
        for name in (
            "tiebreaks/tec-swiss9.trf",
            "tiebreaks/bbp6-x1-win3.trf",
            "tiebreaks/trf-utf8-lf.trf",
            "tiebreaks/rr-02-p7-odd.trf",
        )
    ),
]
CODES = (
    *(
        "001",
        "012",
        "042",
        "062",
        "132",
        "142",
        "152",
        "162",
        "172",
        "192",
        "202",
        "212",
        "222",
        "240",
        "250",
    ),
    *("260", "299", "310", "###", "XXR", "XXC", "XXS", "XXA", "XXP", "XXZ", "BBW", "BBU", "NOR", ""),
)


def require_an_answer(data: bytes) -> None:
    """The file is read, and then written and read again; or it is refused with its place and a reason."""
    refused = None
    try:
        tournament, _supplied = read_closely(data)
    except TrfError as error:
        refused = error
    if refused:
        assert min(refused.line, refused.column) >= 1
        assert refused.expected
        return
    for form in Format:
        again = write(tournament, form=form)
        assert write(read(again), form=form)


@st.composite
def mutated(draw) -> bytes:
    """The bytes of a real file with a few of them changed, left out, doubled or exchanged."""
    data = bytearray(draw(st.sampled_from(REAL)))
    for _ in range(draw(st.integers(1, 8))):
        place = draw(st.integers(0, len(data)))
        length = draw(st.sampled_from((1, 1, 1, 2, 5, 10, 100)))
        match draw(st.integers(0, 3)):
            case 0:
                data[place : place + length] = draw(st.binary(max_size=length))
            case 1:
                del data[place : place + length]
            case 2:
                data[place:place] = data[place : place + length]
            case _:
                data[place : place + 1] = draw(st.sampled_from((b" ", b"\n", b"\r", b"0", b"9", b"-", b".")))
    return bytes(data)


@given(mutated())
def test_bytes_of_real_files_changed(data):
    require_an_answer(data)


LINES = st.builds(
    "{}{}".format,
    st.sampled_from(CODES),
    st.text("0123456789 .-+=wbWDLFHZU/XPTS", max_size=120)
    | st.lists(st.integers(-9, 10**5).map(str), max_size=12).map(" ".join).map(" {}".format),
)


@given(st.sampled_from((SAMPLE, TRF26, "")), st.lists(LINES, max_size=12))
@example(SAMPLE, ["142 1000"])
def test_records_of_any_kind_in_any_order(sample, lines):
    require_an_answer((sample + "\n".join(lines)).encode())


@given(st.binary(max_size=400))
def test_no_text_at_all(data):
    require_an_answer(data)


# The work that a file can ask for is bounded by its size, whatever it contains: no record causes a loop over
# all players or all rounds.


def field(players: int) -> str:
    """A file with this many players, before round 1."""
    return "".join(f"001 {number:>4}      Player\n" for number in range(1, players + 1))


def test_virtual_points_for_everybody_again_and_again_are_refused():
    ranges = "".join("250       1.0   1 999    1 2000\n" for _ in range(5000))
    with pytest.raises(TrfError) as caught:
        read(field(2000) + ranges)
    assert caught.value.line == 2001
    assert caught.value.expected == "records 250 for no more than 1000000 players and rounds together"


def test_the_virtual_points_of_a_large_open_are_none_too_many():
    ranges = "".join(f"250       1.0 {number:>3} {number:>3}    1 2000\n" for number in range(1, 30))
    assert len(read(field(2000) + "142 30\n" + ranges).players[1999].virtual) == 29


def test_more_rounds_than_a_record_can_name_are_refused():
    block = "  0000 - Z"
    row = f"001    1      {'Player':66}0.0     "
    assert len(read(row.ljust(89) + block * 999).players[0].cells) == 999
    with pytest.raises(TrfError) as caught:
        read(row.ljust(89) + block * 1000)
    assert (caught.value.line, caught.value.column) == (1, 90 + 9990 + 2)
    assert caught.value.expected == "no more than 999 rounds"


def test_byes_of_all_rounds_for_everybody_are_read_in_one_pass():
    """300,000 byes, as many as 1.5 MB hold."""
    numbers = " ".join(f"{number:>4}" for number in range(1, 301))
    byes = "".join(f"240 Z {number:>3} {numbers}\n" for number in range(1, 1000))
    players = read(field(300) + byes).players
    assert {len(player.cells) for player in players} == {999}


def test_abnormal_points_of_many_records_are_read_in_one_pass():
    kinds = "".join("299 Z         1.0   0\n" for _ in range(8000))
    tournament = read(field(1999) + "240 Z   1    1\n" + kinds)
    assert tournament.players[0].cells[0].points == 10
    # The last one counts; the others say the same and change nothing.
    assert len(tournament.other_records) == 7999
