"""The engine against the letter of both texts, on random positions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.core.tournament import Tournament, UnpairableRound
from pairing.editions import pair_round
from tests.pairing.positions import Habits, a_tournament, events, random_history, seeded
from tests.pairing.rating.literal import TEXTS, pair_literally


def by_engine(tournament: Tournament, code: str) -> set[frozenset[int]] | None:
    try:
        return {frozenset((board.white, board.black)) for board in pair_round(tournament, code).pairs}
    except UnpairableRound:
        return None


def by_the_letter(tournament: Tournament, code: str) -> set[frozenset[int]] | None:
    couples = pair_literally(tournament, code)
    return None if couples is None else {frozenset((one.number, two.number)) for one, two in couples}


@pytest.mark.parametrize("code", TEXTS)
@given(seed=st.integers(0, 10**6))
def test_events_of_many_rounds_for_few_players(code: str, seed: int) -> None:
    rng = seeded(seed)
    players = rng.randint(4, 8)
    rounds = rng.randint(2, min(players - 1, 7))
    habits = Habits(draws=rng.choice([10, 40, 80]), forfeits=5, requested_byes=6, full_point_byes=2, late=10)
    for tournament in events(rng, a_tournament(players, rounds), rounds, habits, code):
        assert by_engine(tournament, code) == by_the_letter(tournament, code)


@pytest.mark.parametrize("code", TEXTS)
@given(seed=st.integers(0, 10**6))
def test_histories_that_no_swiss_would_produce(code: str, seed: int) -> None:
    rng = seeded(seed)
    tournament = random_history(rng, rng.randint(2, 8), rng.randint(1, 5), byes=rng.choice([5, 20]))
    assert by_engine(tournament, code) == by_the_letter(tournament, code)
