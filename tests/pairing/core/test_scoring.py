"""Which scoring systems are refused, and what the refusal says."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.checker import check
from pairing.core.scores import check_bye, check_scoring
from pairing.core.tournament import PairingError, Scoring
from pairing.editions import pair_round
from tests.pairing.positions import a_tournament


def points(win: int, draw: int, loss: int, bye: int) -> Scoring:
    """The same points for both colours, in tenths."""
    return Scoring(win, win, draw, draw, loss, loss, pairing_allocated_bye=bye)


@pytest.mark.parametrize("bye", [0, 5, 10])
def test_the_usual_points_with_every_worth_of_the_bye(bye):
    check_scoring(points(10, 5, 0, bye))


@pytest.mark.parametrize("scoring", [points(30, 10, 0, 30), points(20, 10, 0, 10), points(30, 20, 10, 20)])
def test_other_points(scoring):
    check_scoring(scoring)


@pytest.mark.parametrize(
    ("scoring", "message"),
    [
        (
            points(10, 6, 0, 10),
            "found 1.0-0.6-0.0 for a win, a draw and a loss with White, expected two draws to be worth no "
            "more than a win and a loss",
        ),
        (
            replace(Scoring(), black_draw=6),
            "found 1.0-0.6-0.0 for a win, a draw and a loss with Black, expected two draws to be worth no "
            "more than a win and a loss",
        ),
        (
            points(10, 5, 0, 11),
            "found 1.1 for the pairing-allocated bye and 1.0-0.5-0.0 for a win, a draw and a loss with "
            "White, expected the bye to be worth no more than a win",
        ),
        (
            points(0, 0, 0, 0),
            "found 0.0-0.0-0.0 for a win, a draw and a loss with White, expected a win to be worth more "
            "than a loss",
        ),
        (
            points(30, 5, 10, 30),
            "found 3.0-0.5-1.0 for a win, a draw and a loss with White, expected a draw to be worth no "
            "less than a loss",
        ),
    ],
)
def test_points_that_make_no_sense(scoring, message):
    for act in (check_scoring, paired, checked):
        with pytest.raises(PairingError) as caught:
            act(scoring)
        assert str(caught.value) == f"The points make no sense: {message}."


def paired(scoring: Scoring) -> None:
    pair_round(a_tournament(4, 3, scoring=scoring), "dutch-2016")


def checked(scoring: Scoring) -> None:
    check(a_tournament(4, 3, scoring=scoring), "dutch-2016")


TENTHS = st.integers(0, 40)


@given(TENTHS, TENTHS, TENTHS, TENTHS)
def test_what_is_let_through(win, draw, loss, bye):
    try:
        check_scoring(points(win, draw, loss, bye))
    except PairingError:
        assert win <= loss or draw < loss or 2 * draw > win + loss or bye > win
    else:
        assert loss <= draw <= win
        assert 2 * draw <= win + loss
        assert bye <= win


@pytest.mark.parametrize(
    ("scoring", "worths"),
    [
        ((10, 5, 0), {0, 5, 10}),
        ((30, 10, 0), {0, 10, 20, 30}),
        ((20, 10, 0), {0, 10, 20}),
        ((30, 15, 5), {0, 5, 10, 15, 20, 25, 30}),
        ((30, 20, 10), {0, 10, 20, 30}),
    ],
)
def test_the_bye_is_worth_what_results_bring(scoring, worths):
    assert {bye for bye in range(scoring[0] + 1) if not refused(points(*scoring, bye))} == worths


def refused(scoring: Scoring) -> bool:
    try:
        check_bye(scoring)
    except PairingError:
        return True
    return False


def test_what_no_results_bring_is_refused_with_what_they_bring():
    with pytest.raises(PairingError, match=r"found 2\.5 .* one result or several .* with 3\.0-1\.0-0\.0"):
        check_bye(points(30, 10, 0, 25))


@given(TENTHS, TENTHS, st.lists(st.sampled_from(["win", "draw"]), max_size=4))
def test_whatever_results_bring_together_is_taken(win, draw, results):
    check_bye(points(win, draw, 0, sum({"win": win, "draw": draw}[result] for result in results)))
