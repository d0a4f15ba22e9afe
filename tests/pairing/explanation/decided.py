"""The decisions of small rounds, with their accounts."""

from __future__ import annotations

import random
from collections.abc import Iterator

from pairing.core.tournament import Tournament, UnpairableRound
from pairing.dutch import edition_2016, edition_2026
from pairing.dutch import explained as dutch_explained
from pairing.dutch.explained import DutchAccount
from pairing.dutch.measures import READINGS_2016, READINGS_2026
from pairing.dutch.rounds import Decision, decide
from tests.pairing.positions import Habits, a_tournament, events, lawful, random_history, seeded

EDITIONS = {
    "dutch-2016": (edition_2016.RULES, dutch_explained.ARTICLES_2016, READINGS_2016),
    "dutch-2026": (edition_2026.RULES, dutch_explained.ARTICLES_2026, READINGS_2026),
}


def positions(rng: random.Random) -> Iterator[Tournament]:
    """Realistic tournaments of up to eight players, and one that would never happen."""
    players = rng.randint(3, 8)
    habits = Habits(requested_byes=rng.choice([0, 10]), forfeits=rng.choice([0, 10]))
    yield from events(rng, a_tournament(players, players - 1), players - 1, habits)
    scattered = random_history(rng, rng.randint(3, 8), rng.randint(1, 5), rng.choice([0, 5, 20]))
    if lawful(scattered):
        yield scattered


def decisions(edition: str, seed: int) -> Iterator[tuple[Decision, DutchAccount]]:
    rules, cited, readings = EDITIONS[edition]
    for tournament in positions(seeded(f"{edition} {seed}")):
        try:
            decision = decide(tournament, rules)
        except UnpairableRound:
            continue
        yield decision, DutchAccount(decision, cited, readings)
