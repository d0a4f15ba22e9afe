"""The worked cases of tests/data/ratings, and both tables of conversion."""

import json
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from pairing.core.sentences import Phrase
from pairing.elo import (
    Coefficient,
    RatingKind,
    coefficient,
    expected_score,
    initial_rating,
    limited,
    rating_change,
    rating_difference,
)
from tests.pairing.elo.people import games

FILE = json.loads((Path(__file__).parents[2] / "data/ratings/cases.json").read_text(encoding="utf-8"))


def given(kind):
    return [pytest.param(case, id=case["id"]) for case in FILE["cases"] if case["type"] == kind]


def k_of(value):
    return Coefficient(value, Phrase("K"))


def hundredths(number):
    """A number of the file, which writes decimals, as exact hundredths."""
    return Fraction(str(number)) * 100


def test_every_case_is_of_a_kind_that_is_tested():
    kinds = {case["type"] for case in FILE["cases"]}
    assert kinds == {"game", "k_factor", "rating_period", "k_cap", "initial_rating", "floor"}


def test_8_1_1_the_table_of_differences():
    table = FILE["tables"]["p_to_dp"]
    assert {score: rating_difference(int(hundredths(score))) for score in table} == table


def test_8_1_2_the_table_of_expected_scores():
    rows = FILE["tables"]["D_to_PD"]
    assert rows[0]["from"] == 0
    for row, following in zip(rows, [*rows[1:], {"from": 1000}], strict=True):
        for difference in (row["from"], following["from"] - 1):
            assert expected_score(difference) == hundredths(row["H"])
            assert expected_score(-difference) == (hundredths(row["L"]) if difference else 50)


@pytest.mark.parametrize("case", given("game"))
def test_games(case):
    asked, expected = case["input"], case["expected"]
    change = rating_change(
        asked["rating"],
        games((asked["opponent"], asked["score"])),
        k_of(asked["K"]),
        kind=RatingKind(asked["time_control"]),
        start=date.fromisoformat(asked["tournament_start"]),
    )
    (part,) = change.contributions
    assert (part.difference, part.counted) == (expected["D"], expected["D_used"])
    assert part.expected == hundredths(expected["PD"])
    assert part.brought == hundredths(expected["deltaR"])
    assert change.unrounded == hundredths(expected["K_x_deltaR"])


@pytest.mark.parametrize("case", given("k_factor"))
def test_coefficients(case):
    asked = case["input"]
    reached = [2400] * asked["ever_published_2400"] + [2300] * asked["ever_reached_2300"]
    k = coefficient(
        max(asked["published_rating"], *reached, 0),
        asked["career_rated_games_completed"],
        asked["birth_year"],
        asked["year"],
    )
    assert k.value == case["expected"]["K"]


@pytest.mark.parametrize("case", given("k_cap"))
def test_limits_of_the_coefficient(case):
    assert limited(k_of(case["input"]["K"]), case["input"]["n"]).value == case["expected"]["K"]


@pytest.mark.parametrize("case", given("rating_period"))
def test_rating_periods(case):
    asked, expected = case["input"], case["expected"]
    change = rating_change(
        asked["rating"],
        games(*((game["opponent"], game["score"]) for game in asked["games"])),
        k_of(asked["K_before_cap"]),
        kind=RatingKind(asked["time_control"]),
        start=date(2026, 4, 1),
        games_in_period=asked["games_in_period"],
    )
    found = [
        (part.game.opponent.rating, part.counted, part.expected, part.brought)
        for part in change.contributions
    ]
    assert found == [
        (game["opponent"], game["D_used"], hundredths(game["PD"]), hundredths(game["deltaR"]))
        for game in expected["per_game"]
        if game.get("rated", True)
    ]
    assert len(found) == expected["rated_games"]
    assert change.total == hundredths(expected["sum_deltaR"])
    assert change.k.value == expected["K"]
    assert change.unrounded == hundredths(expected["change_unrounded"])
    assert (change.amount, change.new_rating) == (expected["change"], expected["new_rating"])


@pytest.mark.parametrize("case", given("initial_rating"))
def test_initial_ratings(case):
    asked, expected = case["input"], case["expected"]
    score, opponents = asked["score"], asked["opponents"]
    # The score as wins, a draw where there is half a point, and losses.
    scores = [1] * int(score) + [0.5] * (score % 1 == 0.5)
    made = zip(opponents, scores + [0] * (len(opponents) - len(scores)), strict=True)
    initial = initial_rating(games(*made), first_event=asked["first_event"])
    assert initial.disregarded == expected.get("disregarded", False)
    if initial.disregarded:
        assert (initial.rating, initial.published) == (None, False)
        return
    assert round(initial.average * 10_000) == hundredths(expected["Ra"]) * 100
    assert (initial.percent, rating_difference(initial.percent)) == (expected["p_percent"], expected["dp"])
    assert (initial.rating, initial.published) == (expected["Ru"], expected["published"])


@pytest.mark.parametrize("case", given("floor"))
def test_floors(case):
    """A lost game, with K chosen so that it brings the change that the case gives."""
    rating, change = case["input"]["rating"], case["input"]["change"]
    lost = rating_change(rating, games((rating, 0)), k_of(-2 * change), start=date(2026, 4, 1))
    assert (lost.amount, rating + lost.amount) == (change, case["expected"]["computed"])
    assert case["expected"]["next_list"] == "unrated"
    assert lost.new_rating is None
