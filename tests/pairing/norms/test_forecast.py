"""Forecasts, and what holds for norms whoever the opponents were."""

from dataclasses import replace
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from pairing.norms import Format, forecast, norm
from pairing.norms.conditions import REQUIREMENTS, case_of
from pairing.norms.verdict import judged
from tests.pairing.norms.people import FEDERATIONS, LONG, TITLES, met, opponents, points

titles = st.sampled_from(tuple(REQUIREMENTS))
scores = st.sampled_from((0, 0.5, 1))


@st.composite
def halfway(draw):
    """A title, scores and opponents' ratings so far, and the number and average rating of those to come."""
    played = draw(st.lists(scores, min_size=1, max_size=8))
    ratings = draw(st.lists(st.integers(1800, 2750), min_size=len(played), max_size=len(played)))
    return draw(titles), played, ratings, draw(st.integers(1, 6)), draw(st.integers(2000, 2750))


def continued(ratings, played, remaining, average, tenths):
    """The tournament after the games to come have brought `tenths` tenths of a point."""
    others = opponents(len(ratings) + remaining)
    others = [
        replace(other, rating=rating)
        for other, rating in zip(others, [*ratings, *[average] * remaining], strict=True)
    ]
    return met(others, [*played, *points(tenths, remaining)])


@given(halfway())
def test_a_forecast_of_k_points_is_met_by_k_and_not_by_less(position):
    title, played, ratings, remaining, average = position
    so_far = continued(ratings, played, 0, average, 0)
    so_far = replace(so_far, rounds=len(played) + remaining)
    found = forecast(so_far, 1, title, LONG, remaining=remaining, average=average)

    def made(tenths):
        after = continued(ratings, played, remaining, average, tenths)
        verdict = judged(case_of(after, 1, title, LONG))
        return all(each.met for each in verdict.conditions if each.article.startswith("1.4.8"))

    for tenths in range(0, 10 * remaining + 1, 5):
        assert made(tenths) is (found.score is not None and tenths >= found.score)


@given(halfway())
def test_where_nine_games_are_played_the_forecast_decides_the_norm(position):
    title, played, ratings, _remaining, average = position
    remaining = 9 - len(played)
    so_far = replace(continued(ratings, played, 0, average, 0), rounds=9)
    found = forecast(so_far, 1, title, LONG, remaining=remaining, average=average)
    for tenths in range(0, 10 * remaining + 1, 5):
        after = norm(continued(ratings, played, remaining, average, tenths), 1, title, LONG)
        assert after.met is (found.score is not None and tenths >= found.score)
    if found.score is not None:
        assert found.possible


def test_what_is_needed_in_words():
    so_far = replace(met(opponents(5), points(35, 5)), rounds=9, round_dates=())
    found = forecast(so_far, 1, "GM", LONG, remaining=4, average=2480)
    assert (found.score, found.possible) == (25, True)
    told = [str(line) for line in found.working()]
    assert told[0] == "GM norm: needs 2.5 from 4 against 2480"
    assert "Opponents with one of the titles GM: 2, at least 3 (B.01 1.4.5b): 1 missing" in told
    assert "Rounds a day: not known, at most 2 (B.01 1.1.3)" in told


def test_no_score_may_be_enough():
    so_far = replace(met(opponents(5), points(5, 5)), rounds=9)
    found = forecast(so_far, 1, "GM", LONG, remaining=4, average=2400)
    assert (found.score, found.possible) == (None, False)
    assert str(next(found.working())) == "GM norm: no score from 4 against 2400 is enough"


def test_nor_is_any_where_too_few_titles_can_still_be_met():
    others = opponents(8, titles=("IM",))
    so_far = replace(met(others, points(70, 8)), rounds=9)
    found = forecast(so_far, 1, "GM", LONG, remaining=1, average=2500)
    assert found.score is not None
    assert not found.possible


def test_nor_where_too_many_of_one_federation_were_met():
    so_far = replace(met(opponents(7, federations=("GER",)), points(60, 7)), rounds=9)
    found = forecast(so_far, 1, "IM", LONG, remaining=2, average=2500)
    assert found.score is not None
    assert not found.possible


def test_a_round_robin_is_forecast_to_its_end():
    event = replace(LONG, format=Format.ROUND_ROBIN)
    so_far = replace(met(opponents(5), points(35, 5)), rounds=11)
    assert forecast(so_far, 1, "GM", event, remaining=6, average=2480).possible
    assert not forecast(so_far, 1, "GM", event, remaining=4, average=2480).possible


@given(
    titles,
    st.lists(st.tuples(st.integers(1800, 2750), scores), min_size=9, max_size=11),
    st.sampled_from((Format.SWISS, Format.ROUND_ROBIN)),
)
def test_whatever_is_left_out_was_allowed_to_be(title, results, format_):
    others = [
        replace(other, rating=rating)
        for other, (rating, _score) in zip(opponents(len(results)), results, strict=True)
    ]
    tournament = met(others, [score for _rating, score in results])
    event = replace(LONG, format=format_)
    made = norm(tournament, 1, title, event)
    whole = judged(case_of(tournament, 1, title, event))
    assert len(made.case.games) + len(made.case.left_out) == len(results)
    last = max(game.round for game in made.case.games)
    for part in made.case.left_out:
        assert part.game.percent == 100 or (part.game.round > last and format_ is Format.SWISS)
    if not made.met:
        assert not made.case.left_out
    # No game is left out of a result that is a norm already.
    assert not (whole.met and made.case.left_out)


@given(
    titles,
    st.lists(
        st.tuples(st.sampled_from((1500, 2000, 2250, 2450, 2600, 2700)), st.sampled_from((0.5, 1))),
        min_size=10,
        max_size=12,
    ),
    st.data(),
)
def test_no_allowed_choice_of_games_is_overlooked(title, results, data):
    """The choices that are looked at, against trying every set of wins that may be left out."""
    mixed = data.draw(st.lists(st.sampled_from(TITLES), min_size=len(results), max_size=len(results)))
    at_home = data.draw(st.lists(st.sampled_from(("ESP", *FEDERATIONS)), min_size=3, max_size=3))
    others = [
        replace(other, rating=rating)
        for other, (rating, _score) in zip(
            opponents(len(results), titles=tuple(mixed), federations=tuple(at_home)), results, strict=True
        )
    ]
    tournament = met(others, [score for _rating, score in results])
    case = case_of(tournament, 1, title, LONG)
    found = False
    for ending in range(len(results) - 8):
        kept = case.games[: len(results) - ending]
        wins = [game for game in kept if game.percent == 100]
        for n in range(len(kept) - 8):
            for chosen in combinations(wins, n):
                rest = tuple(game for game in kept if game not in chosen)
                found = found or judged(replace(case, games=rest)).met
    assert norm(tournament, 1, title, LONG).met is found


@given(titles, st.lists(st.tuples(st.integers(1400, 2750), scores), min_size=1, max_size=13))
def test_the_working_adds_up_to_the_performance(title, results):
    others = [
        replace(other, rating=rating)
        for other, (rating, _score) in zip(opponents(len(results)), results, strict=True)
    ]
    case = case_of(met(others, [score for _rating, score in results]), 1, title, LONG)
    n = len(results)
    assert sum(each.rating for each in case.counted) == case.performance.ratings
    assert case.performance.average == (2 * case.performance.ratings + n) // (2 * n)
    floor = REQUIREMENTS[title].floor
    raised = [each for each in case.counted if each.article]
    assert len(raised) == (1 if min(rating for rating, _score in results) < floor else 0)
