"""The Dubov System against a program that tries everything that the text ranks, in small fields."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from pairing.core.tournament import Tournament, UnpairableRound
from pairing.editions import pair_round
from tests.each import each
from tests.pairing.dubov.literal import Literal, white_of
from tests.pairing.positions import lawful, scattered, seeded, simulated


def positions(rng: random.Random) -> Iterator[Tournament]:
    """A small event before each round, and a random history; the ratings are random, some perhaps equal."""
    found = [*simulated(rng, rng.randint(3, 8), rng.randint(3, 7), "dubov-2026")]
    history = scattered(rng, rng.randint(4, 8), rng.randint(1, 4))
    found += [history] if lawful(history) else []
    ratings = [rng.randrange(1500, 1540) for _ in range(8)]
    for tournament in found:
        rated = (replace(player, rating=ratings[player.number - 1]) for player in tournament.players)
        yield replace(tournament, players=tuple(rated))


@each("seed", range(24))
def test_every_round_is_the_one_that_the_text_makes(seed: int) -> None:
    for tournament in positions(seeded(f"dubov {seed}")):
        expected = Literal(tournament).pair()
        if expected is None:
            with pytest.raises(UnpairableRound):
                pair_round(tournament, "dubov-2026")
            continue
        found = pair_round(tournament, "dubov-2026")
        assert ({frozenset((pair.white, pair.black)) for pair in found.pairs}, found.bye) == expected
        for pair in found.pairs:
            assert white_of(tournament, pair.white, pair.black) == pair.white
