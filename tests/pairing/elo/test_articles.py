"""B.02, article by article: what the worked cases do not cover."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.core.sentences import Hundredths, Phrase
from pairing.core.tournament import Cell, Colour, Outcome, PairingError, Player, Tournament
from pairing.elo import (
    Coefficient,
    Game,
    RatingKind,
    assumed,
    coefficient,
    counted_differences,
    games_of,
    initial_rating,
    limited,
    listed,
    performance,
    rating_change,
)
from pairing.explanation.language import LANGUAGES
from tests.pairing.elo.people import games

STANDARD, RAPID, BLITZ = RatingKind
TODAY = date(2026, 4, 1)
K20 = Coefficient(20, Phrase("K"))

made = st.lists(
    st.tuples(st.one_of(st.none(), st.integers(1400, 2850)), st.sampled_from((0, 0.5, 1))), max_size=24
)
ratings = st.integers(1400, 2850)


def told(of):
    return [str(line) for line in of.working()]


# -- which games count ------------------------------------------------------------------------------


@pytest.mark.parametrize("outcome", ["+", "-", "W", "D", "L"])
def test_5_1_unplayed_games_are_not_rated(outcome):
    game = Game(1, Player(2, rating=2000), Outcome(outcome))
    change = rating_change(2000, [game], K20, start=TODAY)
    assert change.contributions == ()
    assert told(change)[0] == "Round 1, 2 (2000): not rated, as it was not played (B.02 5.1)"


def test_5_1_byes_and_games_without_a_result_are_no_games():
    cells = (
        Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE),
        Cell(2, Colour.WHITE, Outcome.WIN),
        Cell(2, Colour.BLACK),
    )
    tournament = Tournament((Player(1, cells=cells), Player(2, rating=1900)))
    assert games_of(tournament, tournament.players[0]) == (Game(2, tournament.players[1], Outcome.WIN),)


@pytest.mark.parametrize(("kind", "article"), [(STANDARD, "B.02 8.3.1"), (BLITZ, "B.02RB 7.3.1")])
def test_8_3_1_games_against_unrated_opponents_are_not_rated(kind, article):
    change = rating_change(2000, games((None, 1)), K20, start=TODAY, kind=kind)
    assert change.amount == 0
    assert told(change)[0] == f"Round 1, 2: not rated, as the opponent has no rating ({article})"


# -- the rule of 400 points -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rating", "kind", "day", "counted"),
    [
        (2650, STANDARD, date(2025, 10, 1), (650, 450)),
        (2649, STANDARD, date(2025, 10, 1), (400, 400)),
        (2650, STANDARD, date(2025, 9, 30), (400, 400)),
        (2650, RAPID, date(2025, 10, 1), (400, 400)),
        (2650, STANDARD, date(2024, 3, 1), (400, 400)),
        (2650, STANDARD, date(2024, 2, 29), (400, 450)),
        (2650, STANDARD, date(2022, 1, 1), (400, 450)),
        (2650, BLITZ, date(2021, 1, 1), (400, 400)),
    ],
)
def test_8_3_1_by_day_and_kind(rating, kind, day, counted):
    opponents = (rating - 650, rating - 450)
    assert counted_differences(rating, opponents, kind, day) == counted


def test_8_3_1_until_2024_the_weaker_player_is_limited_in_every_game():
    assert counted_differences(1500, (2000, 2100, 1400), STANDARD, date(2023, 1, 1)) == (-400, -400, 100)


def test_8_3_1_before_2022_the_rule_is_not_known():
    with pytest.raises(PairingError, match="from 2022-01-01 on"):
        rating_change(2000, games((2000, 1)), K20, start=date(2021, 12, 31))


@pytest.mark.parametrize(
    ("rating", "opponent", "kind", "day", "rated"),
    [
        (2601, 2001, RAPID, date(2024, 12, 1), False),
        (2001, 2601, BLITZ, date(2024, 12, 1), False),
        (2601, 2002, RAPID, date(2024, 12, 1), True),
        (2600, 2000, RAPID, date(2024, 12, 1), True),
        (2601, 2001, RAPID, date(2024, 11, 30), True),
        (2601, 2001, STANDARD, date(2024, 12, 1), True),
    ],
)
def test_7_3_1_rapid_and_blitz_games_too_far_apart_are_not_rated(rating, opponent, kind, day, rated):
    change = rating_change(rating, games((opponent, 1)), K20, start=day, kind=kind)
    assert bool(change.contributions) is rated
    assert bool(change.left_out) is not rated


# -- K ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("highest", "played", "born", "k"),
    [
        (2399, 30, 1990, 20),
        (2400, 30, 1990, 10),
        (2400, 0, 2015, 10),
        (2299, 30, 2008, 40),
        (2299, 30, 2007, 20),
        (2300, 30, 2008, 20),
        (2300, 29, 2008, 40),
        (1800, 29, None, 40),
        (1800, 30, None, 20),
    ],
)
def test_8_3_3_by_rating_age_and_games(highest, played, born, k):
    found = coefficient(highest, played, born, 2026)
    assert found.value == k
    assert f"K is {k}" in str(found.reason)


@given(st.sampled_from((10, 20, 40)), st.integers(1, 700))
def test_8_3_3_k_times_games_is_at_most_700_and_no_smaller_than_that(k, n):
    value = limited(Coefficient(k, Phrase("K")), n).value
    assert value == k or (value * n <= 700 < (value + 1) * n)
    assert value == k or k * n > 700


def test_8_3_3_exactly_700_is_not_too_much():
    assert limited(K20, 35) is K20


@pytest.mark.parametrize(
    ("rating", "title", "born", "k", "because"),
    [
        (2400, "", None, 10, "a published rating has reached 2400"),
        (2390, "IM", 2010, 10, "assuming that the IM once reached 2400"),
        (2390, "WGM", None, 20, "assuming 30 games or more ("),
        (2299, "", 2008, 40, "18 this year at most"),
        (2300, "", 2008, 20, "assuming 30 games or more ("),
        (2000, "FM", 2007, 20, "assuming 30 games or more ("),
        (2000, "", None, 20, "assuming 30 games or more and over 18 years of age ("),
    ],
)
def test_8_3_3_what_no_list_says_is_assumed_and_told(rating, title, born, k, because):
    found = assumed(rating, title, born, 2026)
    assert (found.value, because in str(found.reason)) == (k, True)


def test_8_3_3_a_list_knows_k_and_700_limits_it_as_well():
    assert str(listed(40, BLITZ).reason) == "K is 40, as the rating list has it (B.02RB 7.3.3)"
    assert limited(listed(40), 18).value == 38


def test_8_3_3_the_games_of_the_whole_period_limit_k():
    one = games((1500, 1))
    assert rating_change(1500, one, K20, start=TODAY).k.value == 20
    limited_by_others = rating_change(1500, one, K20, start=TODAY, games_in_period=36)
    assert (limited_by_others.k.value, limited_by_others.amount) == (19, 10)


# -- the change -------------------------------------------------------------------------------------


def test_8_3_2_the_working_of_a_change():
    change = rating_change(2000, games((2100, 1), (1500, 0.5), (None, 1)), K20, start=TODAY, kind=RAPID)
    assert told(change) == [
        "Round 1, 2 (2100): difference −100; 1.00 scored, 0.36 expected: 0.64",
        "Round 2, 3 (1500): difference +500, counted as +400 (B.02RB 7.3.1); "
        "0.50 scored, 0.92 expected: −0.42",
        "Round 3, 4: not rated, as the opponent has no rating (B.02RB 7.3.1)",
        "K",
        "0.22 × 20 = 4.40, rounded +4 (B.02RB 7.3.4)",
    ]
    assert LANGUAGES["fr"].tell(next(change.working())) == (
        "Ronde 1, 2 (2100)\xa0: différence −100\xa0; 1,00 marqué, 0,36 attendu\xa0: 0,64"
    )


@given(ratings, made, st.sampled_from((10, 20, 40)), st.sampled_from((STANDARD, RAPID, BLITZ)))
def test_8_3_2_the_working_adds_up_to_the_change(rating, results, k, kind):
    change = rating_change(rating, games(*results), Coefficient(k, Phrase("K")), start=TODAY, kind=kind)
    lines = list(change.working())
    brought = [line.facts["brought"].hundredths for line in lines if "brought" in line.facts]
    assert len(brought) + len(change.left_out) == len(results)
    exact = sum(brought) * change.k.value
    assert exact == change.unrounded
    assert abs(change.amount * 100 - exact) <= 50


@given(st.integers(1400, 2200), st.lists(st.tuples(st.integers(1400, 2200), st.sampled_from((0, 0.5, 1)))))
def test_8_3_4_a_change_is_rounded_alike_in_both_directions(rating, results):
    """Opposite scores against opponents equally far away on the other side lose as much as was won."""
    opposite = [(2 * rating - opponent, 1 - score) for opponent, score in results]
    won = rating_change(rating, games(*results), K20, start=TODAY)
    lost = rating_change(rating, games(*opposite), K20, start=TODAY)
    assert won.amount == -lost.amount


@pytest.mark.parametrize(("rating", "left"), [(1410, 1400), (1409, None)])
def test_7_2_1_who_drops_below_1400_is_unrated(rating, left):
    change = rating_change(rating, games((rating, 0)), K20, start=TODAY)
    assert change.new_rating == left
    assert ("Below 1400: unrated on the next list (B.02 7.2.1)" in told(change)) is (left is None)


# -- initial ratings --------------------------------------------------------------------------------


def test_8_2_2_the_published_example():
    """Opponents with 9507 rating points in all and a score of 3 out of 5: 1872.43, and 50 points more."""
    results = ((1900, 1), (1900, 1), (1900, 0.5), (1900, 0.5), (1907, 0))
    initial = initial_rating(games(*results), first_event=True)
    assert (initial.percent, initial.rating, initial.published) == (57, 1922, True)
    assert told(initial)[-2:] == [
        "With two draws against 1800, a score of 0.57 against an average of 1872.43 (B.02 8.2.2)",
        "Initial rating, at most 2200: 1922 (B.02 8.2.3)",
    ]


def test_8_2_1_nothing_scored_counts_after_the_first_event():
    lost = games(*[(1800, 0)] * 5)
    assert initial_rating(lost, first_event=True).rating is None
    assert "disregarded" in told(initial_rating(lost, first_event=True))[-1]
    # One point of seven, with the two draws: 14 %.
    assert initial_rating(lost, first_event=False).rating == 1800 - 309


def test_8_2_3_at_most_2200():
    initial = initial_rating(games(*[(2500, 1)] * 9), first_event=True)
    assert (initial.rating, initial.published) == (2200, True)


def test_7_1_4_five_games_against_rated_opponents():
    four = games(*[(1800, 0.5)] * 4, (None, 1))
    initial = initial_rating(four, first_event=True, kind=BLITZ)
    assert (initial.rating, initial.published) == (1800, False)
    assert told(initial)[-1] == "Published from five games and from 1400 on (B.02RB 6.1.4)"


def test_without_a_rated_opponent_there_is_no_rating():
    initial = initial_rating(games((None, 1)), first_event=True)
    assert (initial.rating, initial.published) == (None, False)
    assert len(told(initial)) == 1


@given(made.filter(lambda results: any(rating for rating, _score in results)))
def test_8_2_the_working_adds_up_to_the_initial_rating(results):
    initial = initial_rating(games(*results), first_event=False)
    lines = list(initial.working())
    scored = [line.facts["score"].hundredths for line in lines if "score" in line.facts]
    n = len(initial.games)
    assert len(scored) == n
    # A half is rounded up: 2 · 100 · (W + 1) + (n + 2) over 2 · (n + 2).
    assert initial.percent == (2 * (sum(scored) + 100) + n + 2) // (2 * (n + 2))
    assert initial.average * (n + 2) == sum(game.opponent.rating for game in initial.games) + 3600
    assert initial.rating <= 2200


# -- performances -----------------------------------------------------------------------------------


def test_b01_1_4_7_and_1_4_9_halves_are_rounded_up():
    found = performance(games((2000, 1), (2001, 1), (2000, 0), (2001, 0.5), (None, 1)))
    # 8002 ÷ 4 = 2000.5, and 62.5 %.
    assert (found.average, found.percent, found.difference, found.value) == (2001, 63, 95, 2096)
    assert told(found) == [
        "Average of the opponents: 8002 ÷ 4 = 2001 (B.01 1.4.7)",
        "Performance: 2001 and, for a score of 0.63, +95 make 2096 (B.01 1.4.8)",
    ]


def test_without_a_rated_game_there_is_no_performance():
    assert performance(games((None, 1))) is None


# -- how numbers are said ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "english", "french"),
    [(-8, "−0.08", "−0,08"), (187243, "1872.43", "1872,43"), (0, "0.00", "0,00")],
)
def test_hundredths_have_the_mark_of_the_language(number, english, french):
    saying = Phrase("{amount}", amount=Hundredths(number))
    assert (str(saying), LANGUAGES["fr"].tell(saying)) == (english, french)
