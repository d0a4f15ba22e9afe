"""Random tournaments: they fulfil the wishes, the engine paired every round, and chance is repeatable."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.checker import check, check_ranks
from pairing.core.tournament import Colour, Outcome, PairingError, Prohibition, Tournament
from pairing.editions import EDITIONS, entrants
from pairing.generator import (
    GivenRatings,
    RandomRatings,
    RatingRange,
    RatingSteps,
    Share,
    Wishes,
    generate,
)
from pairing.generator.plan import expected_score, game
from pairing.tie_breaks.ranking import standings
from pairing.trf import read, write
from tests.pairing.positions import seeded
from tests.swiss import OF_MATCHES

NONE = Share(number=0)
# A tournament that everybody attends and in which nothing unusual happens.
PLAIN = Wishes(
    edition="dutch-2016",
    players=16,
    rounds=5,
    full_point_byes=NONE,
    half_point_byes=NONE,
    zero_point_byes=NONE,
    forfeit_wins=NONE,
    forfeit_losses=NONE,
    unusual_results=NONE,
    late_entries=NONE,
    withdrawals=NONE,
    baku=False,
    forbidden=0,
)


def made(seed: object = 1, **wishes: object) -> Tournament:
    return generate(replace(PLAIN, **wishes), seeded(seed))


def outcomes(tournament: Tournament) -> Counter[Outcome]:
    return Counter(cell.outcome for player in tournament.players for cell in player.cells)


def games(tournament: Tournament) -> Counter[tuple[Outcome, Outcome]]:
    """The results of all games, White's first."""
    return Counter(
        (cell.outcome, tournament.players[cell.opponent - 1].cell(number).outcome)
        for player in tournament.players
        for number, cell in enumerate(player.cells, 1)
        if cell.colour is Colour.WHITE
    )


# Whole tournaments


@pytest.mark.parametrize("edition", [code for code in EDITIONS if code not in OF_MATCHES])
@given(seed=st.integers(0, 10**6), players=st.integers(2, 14))
def test_the_checker_accepts_what_was_generated(edition, seed, players):
    tournament = generate(Wishes(edition=edition, players=players), random.Random(seed))
    again = read(write(tournament))
    assert again == tournament
    assert again.edition == edition
    assert again.played_rounds == again.rounds
    assert all(result.agrees for result in check(again))
    assert check_ranks(again).differences == ()


@pytest.mark.parametrize("edition", OF_MATCHES)
@settings(max_examples=10)
@given(seed=st.integers(0, 10**6), players=st.integers(2, 9))
def test_the_checker_accepts_matches_that_were_generated(edition, seed, players):
    tournament = generate(Wishes(edition=edition, players=players), random.Random(seed))
    again = read(write(tournament))
    assert again.team_event == tournament.team_event
    assert [player.cells for player in again.players] == [player.cells for player in tournament.players]
    paired = entrants(again, edition)
    assert (len(paired.players), paired.played_rounds) == (players, paired.rounds)
    assert [result.number for result in check(again) if result.agrees] == list(
        range(1, paired.played_rounds + 1)
    )


def test_chance_is_repeatable():
    wishes = Wishes(edition="dutch-2016")
    texts = [write(generate(wishes, random.Random(seed))) for seed in (1, 1, 2)]
    assert texts[0] == texts[1] != texts[2]


def test_what_is_left_out_varies():
    tournaments = [generate(Wishes(edition="dutch-2016"), random.Random(seed)) for seed in range(30)]
    happened = sum(map(outcomes, tournaments), Counter())
    assert set(happened) >= set("HZFU10=+-")
    for fact in (
        lambda t: len(t.players) < 10,
        lambda t: len(t.players) > 100,
        lambda t: t.baku,
        lambda t: t.forbidden,
        lambda t: t.scoring.white_win != 10,
        lambda t: t.scoring.pairing_allocated_bye != t.scoring.white_win,
        lambda t: t.initial_colour is Colour.BLACK,
        lambda t: t.rounds % 2,
        lambda t: any(p.rating is None for p in t.players),
    ):
        assert 0 < sum(map(bool, map(fact, tournaments))) < 30


# What can be wished for


def test_a_plain_tournament():
    tournament = made()
    assert (len(tournament.players), tournament.rounds, tournament.edition) == (16, 5, "dutch-2016")
    assert set(outcomes(tournament)) <= {Outcome.WIN, Outcome.DRAW, Outcome.LOSS}
    assert not tournament.baku
    assert tournament.forbidden == ()


@pytest.mark.parametrize(
    ("wish", "outcome"),
    [
        ("full_point_byes", Outcome.FULL_POINT_BYE),
        ("half_point_byes", Outcome.HALF_POINT_BYE),
        ("zero_point_byes", Outcome.ZERO_POINT_BYE),
    ],
)
def test_byes(wish, outcome):
    assert outcomes(made(**{wish: Share(number=7)}))[outcome] == 7
    assert 5 < outcomes(made(**{wish: Share(permille=250)}))[outcome] < 40


def test_forfeits_and_unusual_results():
    tournament = made(
        forfeit_wins=Share(number=9), forfeit_losses=Share(number=4), unusual_results=Share(number=6)
    )
    found = games(tournament)
    assert found["+", "-"] + found["-", "+"] == 9
    assert found["-", "-"] == 4
    assert found["=", "0"] + found["0", "="] + found["0", "0"] == 6
    assert found.total() == 40


def test_late_entries_and_withdrawals():
    tournament = made(late_entries=Share(number=3), withdrawals=Share(number=4), rounds=6)
    absent = Outcome.ZERO_POINT_BYE
    late = [p for p in tournament.players if p.cell(1).outcome is absent]
    left = [p for p in tournament.players if p.cell(6).outcome is absent]
    assert (len(late), len(left)) == (3, 4)
    for player in late:
        missed = [cell.outcome is absent for cell in player.cells]
        assert missed[:4] == sorted(missed[:4], reverse=True)
        assert not missed[3]
    for player in left:
        missed = [cell.outcome is absent for cell in player.cells]
        assert missed.index(True) in range(6)


def test_two_are_always_there():
    for seed in range(30):
        tournament = made(
            seed, players=5, half_point_byes=Share(permille=900), withdrawals=Share(permille=900), rounds=2
        )
        for number in range(1, tournament.played_rounds + 1):
            assert sum(player.cell(number).paired for player in tournament.players) >= 2


def test_acceleration_points_and_colour():
    tournament = made(baku=True, points=(20, 10, 0), bye=5, initial_colour=Colour.BLACK, players=15)
    assert tournament.baku
    assert tournament.initial_colour is Colour.BLACK
    scoring = tournament.scoring
    assert (scoring.white_win, scoring.black_draw, scoring.white_loss) == (20, 10, 0)
    assert (scoring.half_point_bye, scoring.full_point_bye, scoring.pairing_allocated_bye) == (10, 20, 5)
    assert outcomes(tournament)[Outcome.PAIRING_ALLOCATED_BYE] == 5
    # Round 1 is paired within the groups: eight of fifteen are in group A.
    assert {player.cell(1).opponent <= 8 for player in tournament.players[:8]} == {True}


def test_forbidden_pairs_never_meet():
    tournament = made(forbidden=6, players=20)
    assert len(tournament.forbidden) == 6
    assert len({p.last is None and p.first == 1 for p in tournament.forbidden}) == 2
    for prohibition in tournament.forbidden:
        assert_kept(tournament, prohibition)


def assert_kept(tournament: Tournament, prohibition: Prohibition) -> None:
    for number in range(1, tournament.rounds + 1):
        if prohibition.holds_in(number):
            opponents = {tournament.players[one - 1].cell(number).opponent for one in prohibition.players}
            assert not opponents & prohibition.players


def test_tie_breaks():
    tournament = made(tie_breaks=("SB",), players=30)
    assert tournament.tie_breaks == ("PTS", "SB")
    ranks = {line.number: line.rank for line in standings(tournament, ("PTS", "SB"))}
    assert {player.number: player.rank for player in tournament.players} == ranks
    assert made(tie_breaks=()).tie_breaks == ("PTS",)


def test_fewer_rounds_where_no_more_can_be_paired():
    """Four players meet in three rounds at most; the last round is paired as the last."""
    tournament = made(players=4, rounds=9)
    assert 1 <= tournament.rounds <= 3
    assert tournament.played_rounds == tournament.rounds
    assert all(result.agrees for result in check(tournament))


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        ({"players": 1}, "found 1 players, expected 2 to 9999"),
        ({"rounds": 0}, "found 0 rounds, expected 1 to 999"),
        ({"draws": 101}, "found 101 percent of draws, expected 0 to 100"),
        ({"half_point_byes": Share(number=999)}, "found 999 half-point byes, expected 70 at most"),
        ({"forfeit_wins": Share(number=41)}, "found 41 forfeit wins, expected 40 at most"),
        ({"withdrawals": Share(number=15)}, "found 15 withdrawals, expected 14 at most"),
        ({"points": (10, 6, 0)}, "two draws to be worth no more than a win and a loss"),
        ({"bye": 11, "points": (10, 5, 0)}, "the bye to be worth no more than a win"),
        ({"baku": True, "points": (30, 10, 0)}, "a win to be worth two draws"),
        ({"tie_breaks": ("TBS",)}, "The tie-break TBS is not known"),
        ({"edition": "dutch-1066"}, "Unknown edition 'dutch-1066'"),
        ({"ratings": GivenRatings((2000,))}, "found 1 ratings, expected one for each of 16 players"),
        ({"forbidden": 121}, "found 121 groups of players who must not meet, expected 0 to 120"),
        ({"players": 2, "rounds": 1, "forbidden": 1}, "no tournament could be paired to its end"),
    ],
)
def test_wishes_that_cannot_be_fulfilled(wishes, message):
    with pytest.raises(PairingError, match=message.replace("'", ".")):
        made(**wishes)


# Shares


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("0", Share(number=0)),
        ("12", Share(number=12)),
        ("5%", Share(permille=50)),
        ("0.5%", Share(permille=5)),
        ("100%", Share(permille=1000)),
    ],
)
def test_shares(text, share):
    assert Share.of(text) == share


@pytest.mark.parametrize("text", ["", "-1", "five", "1.5", "101%", "%", "5 %", "1.25%", "²"])
def test_what_is_no_share(text):
    with pytest.raises(PairingError, match=r"expected a number such as 12, or a share such as 5% or 0\.5%"):
        Share.of(text)


# Ratings


def test_the_initial_order_follows_the_ratings():
    ratings = [
        player.rating for player in made(ratings=GivenRatings((0, 1900, 2400, 0, 2000)), players=None).players
    ]
    assert ratings == [2400, 2000, 1900, None, None]


def test_ways_to_give_ratings():
    rng = seeded(1)
    assert RatingSteps(2500, 10).draw(rng, 4) == [2500, 2490, 2480, 2470]
    drawn = RatingRange(1400, 1500).draw(rng, 200)
    assert min(drawn) in range(1400, 1405)
    assert max(drawn) in range(1496, 1501)
    rated = [rating for seed in range(50) for rating in RandomRatings().draw(seeded(seed), 20) if rating]
    assert 1400 <= min(rated) < 1600
    assert 2300 < max(rated) <= 2800


@pytest.mark.parametrize(
    ("ratings", "message"),
    [
        (RatingRange(1500, 1400), "found the ratings 1500 to 1400, expected the lowest first"),
        (RatingRange(0, 1400), "found the rating 0, expected one from 1 to 9999"),
        (RatingSteps(10000, 1), "found the rating 10000, expected one from 1 to 9999"),
        (RatingSteps(100, 50), "found a rating of 0 for the last of 3 players"),
        (GivenRatings((1, 2, 10000)), "found the rating 10000"),
    ],
)
def test_ratings_that_cannot_be_given(ratings, message):
    with pytest.raises(PairingError, match=message):
        ratings.draw(seeded(1), 3)


# Results


@pytest.mark.parametrize(
    ("difference", "percent"),
    [(0, 50), (3, 50), (4, 51), (100, 64), (198, 76), (391, 91), (400, 92), (735, 92), (2000, 92)],
)
def test_expected_scores(difference, percent):
    assert expected_score(2000 + difference, 2000) == percent
    assert expected_score(2000, 2000 + difference) == 100 - percent


class Every:
    """A source of chance that gives every possible number in turn."""

    def __init__(self) -> None:
        self.next = -1

    def randrange(self, stop: int) -> int:
        self.next = (self.next + 1) % stop
        return self.next


@given(st.integers(1000, 3000), st.integers(1000, 3000), st.integers(0, 100))
def test_results_bring_the_expected_score(white, black, draws):
    """Over all chances White makes exactly what the table expects of them, and Black the rest."""
    every = Every()
    found = Counter(game(every, white, black, draws) for _ in range(200))
    points = 2 * found["1", "0"] + found["=", "="]
    expected = expected_score(white, black)
    assert points == 4 * expected
    assert found["=", "="] == 2 * min(draws, 2 * expected, 2 * (100 - expected))
