"""B.01, article by article: each condition of a norm except the mix, at both sides of its limit."""

from dataclasses import replace

import pytest

from pairing.core.tournament import Cell, Colour, Outcome, PairingError, Player
from pairing.explanation.language import LANGUAGES
from pairing.norms import Championship, Format, NormEvent, norm, norm_titles
from pairing.norms.conditions import most_rounds_a_day
from tests.pairing.norms.people import LONG, SIX, conditions, met, opponents, points


def test_1_4_a_norm_meets_every_condition():
    made = norm(met(opponents(9), SIX), 1, "GM", LONG)
    assert made.met
    assert made.open == ()
    assert made.counts_as == 9
    assert [str(line) for line in made.working()][8:] == [
        "Round 9, 10 (2500): scored 0.00",
        "Average of the opponents: 22500 ÷ 9 = 2500 (B.01 1.4.7)",
        "Performance: 2500 and, for a score of 0.67, +125 make 2625 (B.01 1.4.8)",
        "Minutes of play a day: 240, at most 720 (B.01 1.1.2)",
        "Rounds a day: 1, at most 2 (B.01 1.1.3)",
        "Minutes for 60 moves: 120, at least 120 (B.01 1.1.3)",
        "Arbiters with the title IA or FA: 1, at least 1 (B.01 1.1.5)",
        "Games that count: 9, at least 9 (B.01 1.4.1a)",
        "Other federations among the opponents: 3, at least 2 (B.01 1.4.3)",
        "Opponents of the player’s own federation: 0, at most 5 (B.01 1.4.4)",
        "Opponents of the same federation: 3, at most 6 (B.01 1.4.4)",
        "Opponents with titles, other than CM and WCM: 7, at least 5 (B.01 1.4.5a)",
        "Opponents with one of the titles GM: 3, at least 3 (B.01 1.4.5b)",
        "Average of the opponents: 2500, at least 2380 (B.01 1.4.8a)",
        "Per cent of the points: 67, at least 35 (B.01 1.4.8b)",
        "Performance: 2625, at least 2600 (B.01 1.4.8)",
    ]
    assert (
        LANGUAGES["fr"].tell(made.conditions[-1].told())
        == "Performance\xa0: 2625, au moins 2600 (B.01 1.4.8)"
    )


@pytest.mark.parametrize(
    ("title", "rating", "required"),
    # 64 % is worth 102, and 6 of 9 are 67 %; 35 % is the least, however high the average.
    [("GM", 2500, 60), ("GM", 2400, 70), ("IM", 2500, 40), ("WIM", 2700, 35), ("GM", 1700, None)],
)
def test_1_4_8_the_score_that_a_norm_takes(title, rating, required):
    assert norm(met(opponents(9, rating), SIX), 1, title, LONG).required == required


def test_norms_are_for_four_titles_and_those_of_women_for_women():
    assert norm_titles("w") == ("GM", "IM", "WGM", "WIM")
    assert norm_titles("m") == norm_titles("") == ("GM", "IM")
    with pytest.raises(PairingError, match="There are no norms for FM: expected one of GM, IM, WGM, WIM"):
        norm(met(opponents(9), SIX), 1, "FM", LONG)
    with pytest.raises(PairingError, match="No player has the number 77"):
        norm(met(opponents(9), SIX), 77, "GM", LONG)


def test_days_count_where_the_number_of_rounds_is_not_known():
    assert most_rounds_a_day(replace(met(opponents(9), SIX), rounds=None)) == 1


def test_without_a_game_everything_is_missing():
    made = norm(met([], [], rounds=9), 1, "IM", LONG)
    assert not made.met
    assert [each.missing for each in made.conditions] == [0, 0, 0, 0, 9, 2, 0, 0, 0, 3, 2230, 35, 2450]


# -- the event --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("minutes", "made"), [(120, True), (119, False), (180, True), (181, False)])
def test_1_1_2_and_1_1_3_two_hours_for_each_and_twelve_a_day(minutes, made):
    tournament = met(opponents(9), SIX)
    two_a_day = replace(tournament, round_dates=tuple(f"2026/04/{1 + number // 2:02}" for number in range(9)))
    assert norm(two_a_day, 1, "GM", NormEvent(minutes=minutes)).met is made


def test_1_1_3_three_rounds_on_one_day_are_too_many():
    tournament = met(opponents(9), SIX)
    days = ("2026/04/01",) * 3 + tournament.round_dates[3:]
    found = conditions(replace(tournament, round_dates=days))["Rounds a day"]
    assert (found.found, found.met, found.missing) == (3, False, 1)
    assert str(found.told()) == "Rounds a day: 3, at most 2 (B.01 1.1.3): 1 too many"


def test_what_is_not_known_of_the_event_is_open_and_prevents_nothing():
    made = norm(met(opponents(9), SIX, days=False), 1, "GM", NormEvent())
    assert made.met
    assert [str(condition.told()) for condition in made.open] == [
        "Minutes of play a day: not known, at most 720 (B.01 1.1.2)",
        "Rounds a day: not known, at most 2 (B.01 1.1.3)",
        "Minutes for 60 moves: not known, at least 120 (B.01 1.1.3)",
        "Arbiters with the title IA or FA: not known, at least 1 (B.01 1.1.5)",
    ]


@pytest.mark.parametrize(("arbiters", "made"), [(0, False), (1, True), (3, True)])
def test_1_1_5_an_arbiter_has_the_title(arbiters, made):
    assert norm(met(opponents(9), SIX), 1, "GM", replace(LONG, titled_arbiters=arbiters)).met is made


@pytest.mark.parametrize("days", [("2026/04/01",) * 8, ("2026/04/01",) * 8 + ("",)])
def test_a_round_without_its_day_leaves_the_rounds_a_day_open(days):
    assert most_rounds_a_day(replace(met(opponents(9), SIX), round_dates=days)) is None


# -- 1.4.1: how many games --------------------------------------------------------------------------


def test_1_4_1a_nine_games():
    found = conditions(met(opponents(8), points(60, 8), rounds=10))["Games that count"]
    assert (found.found, found.expected, found.article, found.missing) == (8, 9, "1.4.1a", 1)


@pytest.mark.parametrize(
    ("championship", "rounds", "games"),
    [
        (Championship.TEAM, 7, 7),
        (Championship.TEAM, 8, 7),
        (Championship.TEAM, 9, 7),
        (Championship.TEAM, 6, 9),
        (Championship.TEAM, 10, 9),
        (Championship.WORLD_CUP, 12, 8),
        (Championship.ZONAL, 9, 9),
    ],
)
def test_1_4_1b_some_championships_take_fewer(championship, rounds, games):
    event = replace(LONG, championship=championship)
    found = conditions(met(opponents(7), points(50, 7), rounds=rounds), event=event)
    assert found["Games that count"].expected == games


@pytest.mark.parametrize(
    ("cell", "rounds", "games"),
    [("+", 9, 8), ("U", 9, 8), ("U", 10, 9), ("-", 9, 9), ("H", 9, 9)],
)
def test_1_4_1c_eight_of_nine_where_the_ninth_was_not_theirs_to_play(cell, rounds, games):
    absent = Player(99, rating=2400, federation="GER")
    others = [*opponents(8), absent if cell in "+-" else None]
    made = norm(met(others, [*points(55, 8), cell], rounds=rounds), 1, "GM", LONG)
    found = {str(each.about): each for each in made.conditions}["Games that count"]
    assert (found.found, found.expected) == (8, games)
    assert made.met is (games == 8)
    assert made.counts_as == (9 if games == 8 else 8)


def test_1_4_1e_a_round_robin_takes_all_its_rounds():
    event = replace(LONG, format=Format.ROUND_ROBIN)
    short = met(opponents(9), points(70, 9), rounds=11)
    found = conditions(short, event=event)["Rounds with a result"]
    assert (found.found, found.expected, found.met) == (9, 11, False)
    assert norm(short, 1, "GM", LONG).met
    assert conditions(short, event=event)["Games that count"].expected == 9
    assert not norm(short, 1, "GM", event).met


def test_1_4_1e_a_swiss_may_be_left_once_the_norm_is_made():
    scores = [*points(65, 9), 0, 0]
    tournament = met(opponents(11), scores)
    made = norm(tournament, 1, "GM", LONG)
    assert made.met
    assert [part.game.round for part in made.case.left_out] == [11]
    assert "left out, as it came after the norm (B.01 1.4.1e)" in " ".join(map(str, made.working()))
    assert not norm(tournament, 1, "GM", replace(LONG, format=Format.ROUND_ROBIN)).met


@pytest.mark.parametrize("format_", list(Format)[:2])
def test_1_4_1f_a_win_may_be_left_out(format_):
    """Against 1900 a win costs more average than it brings score."""
    others = opponents(11, rating=2560)
    others[9:] = [replace(other, rating=1900) for other in others[9:]]
    scores = [*points(50, 9), 1, 1]
    made = norm(met(others, scores), 1, "GM", replace(LONG, format=format_))
    assert made.met
    assert {part.game.opponent.rating for part in made.case.left_out} == {1900}
    assert [str(part.reason) for part in made.case.left_out] == [
        "left out, as it was won (B.01 1.4.1f)"
    ] * len(made.case.left_out)
    drawn = norm(met(others, [*scores[:9], 0.5, 0.5]), 1, "GM", replace(LONG, format=Format.ROUND_ROBIN))
    assert not drawn.met


def test_1_4_1f_of_a_double_round_robin_the_lowest_rating_may_be_worth_keeping():
    """Both games against one player rated 1900 count as 2200; those against the other are better left out."""
    event = replace(LONG, format=Format.DOUBLE_ROUND_ROBIN)
    ratings = (2650, 2750, 2750, 1900, 1900, 2000)
    titles, federations = ("GM", "GM", "IM", "FM", "FM", "FM"), ("GER", "FRA", "GER", "GER", "GER", "FRA")
    others = [
        replace(other, rating=rating)
        for other, rating in zip(opponents(6, titles=titles, federations=federations), ratings, strict=True)
    ]
    made = norm(met(others * 2, [1, 0.5, 0, 1, 1, 1, 0, 0, 1, 1, 1, 1]), 1, "GM", event)
    assert made.met
    assert [part.game.opponent.rating for part in made.case.left_out] == [1900, 1900, 2000]
    assert [each.rating for each in made.case.counted if each.article] == [2200, 2200]


def test_1_4_1f_what_was_not_counted_anyway_is_told_beside_it():
    others = opponents(11, rating=2560)
    others[10] = replace(others[10], rating=1900)
    made = norm(met(others, [*points(50, 9), "+", 1]), 1, "GM", LONG)
    assert made.met
    assert [part.game.round for part in made.case.left_out] == [10, 11]


def test_1_4_1f_a_round_robin_must_make_a_norm_possible_as_a_whole():
    """A third of eleven opponents is four grandmasters; of nine, three would be enough."""
    titles = ("GM",) * 3 + ("FM",) * 6 + ("",) * 2
    others = opponents(11, rating=2560, titles=titles)
    others[9:] = [replace(other, rating=1900) for other in others[9:]]
    tournament = met(others, [*points(50, 9), 1, 1])
    assert norm(tournament, 1, "GM", LONG).met
    assert not norm(tournament, 1, "GM", replace(LONG, format=Format.ROUND_ROBIN)).met


def test_1_7_a_longer_tournament_counts_as_13_games():
    made = norm(met(opponents(15), points(110, 15)), 1, "GM", LONG)
    assert (made.met, made.counts_as) == (True, 13)


# -- 1.4.2: what is not counted ---------------------------------------------------------------------


@pytest.mark.parametrize("outcome", ["+", "-", "W", "D", "L"])
def test_1_4_2c_what_was_not_played_is_not_counted(outcome):
    made = norm(met(opponents(9), [*points(60, 8), outcome], rounds=10), 1, "GM", LONG)
    assert len(made.case.games) == 8
    assert str(made.case.left_out[0].reason) == "not counted, as it was not played (B.01 1.4.2c)"


def test_1_4_2a_nor_games_against_who_is_of_no_federation_of_fide():
    others = opponents(9)
    others[4] = replace(others[4], federation="ZZZ")
    made = norm(met(others, SIX), 1, "GM", replace(LONG, no_members=frozenset({"ZZZ"})))
    assert [part.game.round for part in made.case.left_out] == [5]


@pytest.mark.parametrize(
    ("format_", "scored", "counts"),
    [(Format.ROUND_ROBIN, 0, False), (Format.ROUND_ROBIN, 0.5, True), (Format.SWISS, 0, True)],
)
def test_1_4_2b_nor_those_against_unrated_players_without_a_point_in_a_round_robin(format_, scored, counts):
    others = opponents(9)
    outcome = Outcome.DRAW if scored else Outcome.LOSS
    # An unrated player's points count only against rated opponents, and their other opponent is unrated too.
    own = (Cell(3, Colour.BLACK, outcome), Cell(10, Colour.BLACK, Outcome.WIN))
    others[0] = replace(others[0], rating=None, cells=own)
    others[8] = replace(others[8], rating=None, cells=(Cell(3, Colour.BLACK, Outcome.WIN),))
    made = norm(met(others, SIX), 1, "GM", replace(LONG, format=format_))
    assert (1 in {game.round for game in made.case.games}) is counts
    assert 9 in {game.round for game in made.case.games}


# -- 1.4.6 to 1.4.8: the result ---------------------------------------------------------------------


def test_1_4_6_unrated_opponents_count_1400_and_the_lowest_is_raised():
    others = opponents(9)
    others[0] = replace(others[0], rating=None)
    others[1] = replace(others[1], rating=None)
    others[2] = replace(others[2], rating=1900)
    case = norm(met(others, SIX), 1, "GM", LONG).case
    assert [each.rating for each in case.counted[:4]] == [2200, 1400, 1900, 2500]
    assert [str(line) for line in case.working()][:3] == [
        "Round 1, 2: scored 1.00, rating counted as 2200 (B.01 1.4.6c)",
        "Round 2, 3: scored 1.00, rating counted as 1400 (B.01 1.4.6d)",
        "Round 3, 4 (1900): scored 1.00",
    ]


@pytest.mark.parametrize(("title", "floor"), [("GM", 2200), ("IM", 2050), ("WGM", 2000), ("WIM", 1850)])
def test_1_4_6b_the_floor_is_that_of_the_title_and_lowers_nobody(title, floor):
    for rating, counted in ((floor - 1, floor), (floor, floor), (floor + 1, floor + 1)):
        others = opponents(9)
        others[5] = replace(others[5], rating=rating)
        case = norm(met(others, SIX), 1, title, LONG).case
        assert case.counted[5].rating == counted
        assert bool(case.counted[5].article) is (rating < floor)


def test_1_4_6c_who_was_met_twice_is_raised_twice():
    others = opponents(5)
    others[3] = replace(others[3], rating=2000)
    case = norm(met(others * 2, points(70, 10)), 1, "GM", LONG).case
    assert [each.game.round for each in case.counted if each.rating == 2200] == [4, 9]


@pytest.mark.parametrize(("title", "average"), [("GM", 2380), ("IM", 2230), ("WGM", 2180), ("WIM", 2030)])
def test_1_4_8a_the_least_average(title, average):
    for rating in (average, average - 1):
        tournament = met(opponents(9, rating=rating), points(80, 9))
        found = [each for each in norm(tournament, 1, title, LONG).conditions if each.article == "1.4.8a"]
        assert [each.met for each in found] == [rating == average]


@pytest.mark.parametrize(("tenths", "n", "percent"), [(35, 10, 35), (30, 9, 33), (35, 9, 39), (45, 13, 35)])
def test_1_4_8b_at_least_35_per_cent(tenths, n, percent):
    found = conditions(met(opponents(n, rating=2790), points(tenths, n)))["Per cent of the points"]
    assert (found.found, found.met) == (percent, percent >= 35)


@pytest.mark.parametrize(("title", "level"), [("GM", 2600), ("IM", 2450), ("WGM", 2400), ("WIM", 2250)])
def test_1_4_8_the_level_of_play(title, level):
    """5 of 9 are 56 %, which is worth 43."""
    for rating in (level - 43, level - 44):
        tournament = met(opponents(9, rating=rating), points(50, 9))
        found = conditions(tournament, title)["Performance"]
        assert (found.found, found.expected) == (rating + 43, level)
        assert found.missing == level - 43 - rating


def test_1_4_8_half_a_point_below_the_level_is_rounded_up():
    others = opponents(10, rating=2600)
    others[:5] = [replace(other, rating=2599) for other in others[:5]]
    assert conditions(met(others, points(50, 10)))["Performance"].found == 2600
