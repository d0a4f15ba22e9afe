"""C.04.2 B.1, and A.1 of 1998: which rating counts, and what Ingo and BCF come to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.core.strength import Method, counting_rating, elo_of_bcf, elo_of_ingo
from pairing.core.tournament import PairingError

BOTH = {"standard": 2100, "rapid": 2050, "blitz": 2000, "national": 2080}
CASES = {
    # method: with both, without FIDE's, without the national one
    Method.FIDE: ("standard", None, "standard"),
    Method.NRO: ("national", "national", None),
    Method.FIDON: ("standard", "national", "standard"),
    Method.NIDOF: ("national", "national", "standard"),
    Method.HBFN: ("standard", "national", "standard"),
    Method.LBFN: ("national", "national", "standard"),
    Method.OTHER: (None, None, None),
}


@pytest.mark.parametrize("method", Method)
def test_b1_each_method_takes_its_list(method: Method) -> None:
    cases = (BOTH, {"national": 2080}, {kind: value for kind, value in BOTH.items() if kind != "national"})
    assert tuple(counting_rating(method, "standard", ratings) for ratings in cases) == CASES[method]
    assert counting_rating(method, "standard", {}) is None


@pytest.mark.parametrize("tempo", ["rapid", "blitz"])
def test_b1_effective_rapid_and_blitz_fall_back_to_standard(tempo: str) -> None:
    assert counting_rating(Method.FIDE, tempo, BOTH) == tempo
    assert counting_rating(Method.FIDE, tempo, {"standard": 2100}) == "standard"
    assert counting_rating(Method.FIDON, tempo, {"standard": 2100, "national": 2300}) == "standard"


def test_b1_standard_falls_back_to_nothing() -> None:
    assert counting_rating(Method.FIDE, "standard", {"rapid": 2050, "blitz": 2000}) is None


@given(fide=st.integers(1, 3999), national=st.integers(1, 3999))
def test_b1_the_higher_of_both(fide: int, national: int) -> None:
    ratings = {"standard": fide, "national": national}
    counting = counting_rating(Method.HBFN, "standard", ratings)
    assert counting == ("national" if national > fide else "standard")


@given(fide=st.integers(1, 3999), national=st.integers(1, 3999))
def test_b1_the_lower_of_both(fide: int, national: int) -> None:
    ratings = {"standard": fide, "national": national}
    counting = counting_rating(Method.LBFN, "standard", ratings)
    assert counting == ("national" if national < fide else "standard")


@pytest.mark.parametrize(("ingo", "elo"), [(0, 2840), (80, 2200), (105, 2000), (300, 440), (354, 8)])
def test_a1_1998_ingo(ingo: int, elo: int) -> None:
    assert elo_of_ingo(ingo) == elo


@pytest.mark.parametrize(("bcf", "elo"), [(0, 600), (150, 1800), (200, 2200), (424, 3992)])
def test_a1_1998_bcf(bcf: int, elo: int) -> None:
    assert elo_of_bcf(bcf) == elo


@given(st.integers(0, 280))
def test_a1_1998_both_scales_are_one(bcf: int) -> None:
    """2840 - 8 x Ingo = 600 + 8 x BCF: the two numbers of one player add up to 280."""
    assert elo_of_bcf(bcf) == elo_of_ingo(280 - bcf)


def test_a1_1998_what_comes_to_no_rating_is_refused() -> None:
    with pytest.raises(PairingError, match=r"Ingo 355 comes to 0; expected a rating from 1 to 3999"):
        elo_of_ingo(355)
    with pytest.raises(PairingError, match="BCF 425 comes to 4000"):
        elo_of_bcf(425)
