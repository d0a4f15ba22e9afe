"""Whether a round can be paired at all is known without pairing it (C.04.3: 2016 A.9, 2026 C4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing.core.edition import Form
from pairing.core.tournament import Tournament, UnpairableRound
from pairing.editions import EDITIONS, entrants, pair_round, why_unpairable
from pairing.generator import Share, Wishes
from pairing.generator.event import PLAYED
from pairing.generator.plan import draw_plan
from tests.pairing.positions import scattered, seeded

SWISS = [code for code, edition in EDITIONS.items() if edition.rounds_for is None]


def paired_in_vain(tournament: Tournament, edition: str) -> tuple[int, ...] | None:
    """The players for whom pairing the round finds no place; None if it finds a pairing."""
    try:
        pair_round(tournament, edition)
    except UnpairableRound as error:
        return error.players
    return None


def told(tournament: Tournament, edition: str) -> tuple[int, ...] | None:
    found = why_unpairable(tournament, edition)
    return found.players if found else None


@pytest.mark.parametrize("edition", [code for code in SWISS if EDITIONS[code].form is Form.GAMES])
def test_of_any_history_it_is_known_what_pairing_finds(edition: str) -> None:
    found = []
    for seed in range(60):
        rng = seeded(f"{edition} {seed}")
        position = scattered(rng, rng.randint(2, 7), rng.randint(1, 4))
        found.append(paired_in_vain(position, edition))
        assert told(position, edition) == found[-1], seed
    # Both happen.
    assert 10 < found.count(None) < 50


@pytest.mark.parametrize("edition", SWISS)
def test_an_event_ends_when_it_says_so(edition: str) -> None:
    nobody = Share(number=0)
    for seed in range(5):
        rng = seeded(f"{edition} {seed}")
        players = rng.randint(3, 7)
        wishes = Wishes(
            edition=edition,
            players=players,
            rounds=players + 1,
            half_point_byes=nobody,
            zero_point_byes=nobody,
            full_point_byes=nobody,
            withdrawals=nobody,
            late_entries=nobody,
            baku=False,
        )
        plan = draw_plan(wishes, rng)
        last = PLAYED[EDITIONS[edition].form](plan, rng)
        over = entrants(last, edition).played_rounds
        assert over <= plan.rounds
        assert told(last, edition) == paired_in_vain(last, edition) is not None
        games = EDITIONS[edition].form.games
        for before in range(over * games):
            earlier = after(last, before)
            assert told(earlier, edition) == paired_in_vain(earlier, edition), (seed, before)


def after(tournament: Tournament, rounds: int) -> Tournament:
    """The games of that many rounds; teams keep their later byes, which may leave no pairing."""
    players = tuple(replace(one, cells=one.cells[:rounds]) for one in tournament.players)
    return replace(tournament, players=players)


def test_a_table_repeats_no_pair_and_a_bracket_has_no_criteria() -> None:
    for code, edition in EDITIONS.items():
        assert (edition.records is None) == (code not in SWISS)
