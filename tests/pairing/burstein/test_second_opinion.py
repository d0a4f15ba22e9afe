"""The Burstein System against a program that tries everything that the text ranks, in small fields."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from pairing.burstein.edition_2026 import Decision, best_pairing, decide, seeding_rounds, weighed_pairing
from pairing.core.tournament import Cell, Outcome, Player, Tournament, UnpairableRound
from pairing.editions import pair_round
from tests.each import each
from tests.pairing.burstein.literal import Literal
from tests.pairing.positions import lawful, scattered, seeded, simulated


def positions(rng: random.Random) -> Iterator[Tournament]:
    """A small event before each round after its seeding rounds, and a random history that some left."""
    for tournament in simulated(rng, rng.randint(4, 8), rng.randint(3, 7), "burstein-2026"):
        if tournament.played_rounds >= seeding_rounds(tournament.rounds or 0):
            yield tournament
    history = scattered(rng, rng.randint(4, 8), rng.randint(2, 5))
    history = replace(history, rounds=history.played_rounds + 1)
    if lawful(history):
        left = set(rng.sample(range(1, len(history.players) + 1), rng.choice([0, 1, 2])))
        players = (gone(p, history.played_rounds) if p.number in left else p for p in history.players)
        yield replace(history, players=tuple(players))


def gone(player: Player, rounds: int) -> Player:
    """The player, who left after the last round in which they had a game."""
    last = max((number for number in range(1, rounds + 1) if player.cell(number).opponent), default=0)
    absence = Cell(outcome=Outcome.ZERO_POINT_BYE)
    return replace(player, cells=(*player.cells[:last], *(absence,) * (rounds + 1 - last)))


@each("seed", range(24))
def test_every_round_is_the_one_that_the_text_makes(seed: int) -> None:
    for tournament in positions(seeded(f"burstein {seed}")):
        expected = Literal(tournament).pair()
        if expected is None:
            with pytest.raises(UnpairableRound):
                pair_round(tournament, "burstein-2026")
            continue
        found = pair_round(tournament, "burstein-2026")
        assert ({frozenset((pair.white, pair.black)) for pair in found.pairs}, found.bye) == expected


@pytest.mark.parametrize("seed", range(12))
def test_every_bracket_is_the_best_by_weight(seed: int) -> None:
    """The pairs found without weighing all players are those that weighing all players finds."""
    rng = seeded(f"weighed {seed}")
    compared = 0
    for tournament in simulated(rng, rng.randint(9, 24), rng.randint(4, 9), "burstein-2026"):
        try:
            decision = decide(tournament)
        except UnpairableRound:
            continue
        if isinstance(decision, Decision):
            for bracket in decision.brackets:
                assert weighed_pairing(bracket.scene) == bracket.pairs
                assert best_pairing(bracket.scene) == bracket.pairs
                compared += 1
    assert compared
