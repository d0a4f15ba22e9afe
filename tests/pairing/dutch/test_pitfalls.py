"""Safeguards that the engine must not lose: with each one taken away, some round comes out differently.

Without the safeguard nearly all rounds would stay the same, so ordinary tests would not notice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest

from pairing.checker import pairing_of
from pairing.core.records import Record, float_of_2016
from pairing.core.tournament import RoundPairing, Tournament
from pairing.dutch import edition_2016, edition_2026
from pairing.dutch.plain_bracket import NextScoregroup
from pairing.dutch.rounds import Rules, decide
from pairing.matching.bracket import single_exchanges
from pairing.trf import read
from tests.pairing.positions import random_history, seeded
from tests.pairing.two_ways import both_ways

DATA = Path(__file__).parents[2] / "data"
RULES_2016, RULES_2026 = edition_2016.RULES, edition_2026.RULES


def lowest_number_first(
    classes: Sequence[int], pairs: int, promising: Callable[[int, int], bool]
) -> Iterator[tuple[int, int]]:
    """Single exchanges with the tie of D.2.c decided the wrong way round."""
    return iter(sorted(single_exchanges(classes, pairs, promising), key=lambda e: (e[1] - e[0], e[0])))


def least_cost(below: NextScoregroup, _floater: Record) -> int:
    return below.least


# Each safeguard that is taken away: name, replacement, and a round that shows it.
REPLACEMENTS = [
    pytest.param(
        "pairing.dutch.plain_bracket._Search._floats_best",
        lambda _search, _floater: True,
        "dutch-2016/d16t-0019p10r-720013",
        10,
        id="topscorers may meet with equal absolute preferences, and C.7 ranks above C.8",
    ),
    pytest.param(
        "pairing.dutch.plain_bracket.single_exchanges",
        lowest_number_first,
        "dutch-2016/d16t-0015p08r-720009",
        5,
        id="of equal exchanges the higher number leaves S1 first",
    ),
    pytest.param(
        "pairing.dutch.plain_bracket.NextScoregroup.cost",
        least_cost,
        "dutch-2016/d16-0006p03r-710064",
        3,
        id="the next scoregroup does not absorb everybody",
    ),
    pytest.param(
        "pairing.dutch.plain_bracket.NextScoregroup.left_over",
        lambda _below, _record: 1,
        "dutch-2016/d16-0009p05r-710187",
        5,
        id="above the last bracket it counts who may not take the bye",
    ),
    pytest.param(
        "pairing.dutch.rounds.absorbs_everybody",
        lambda _bracket: True,
        "dutch-2016/d16-0010p05r-710185",
        5,
        id="a weighed bracket must look at the next one",
    ),
    pytest.param(
        "pairing.dutch.rounds.pairs_ahead",
        lambda _bracket, _found, _completion: (),
        "dutch-2026/d26t-0010p06r-820054",
        5,
        id="the round is completed and C8 kept by one and the same completion",
    ),
    pytest.param(
        "pairing.dutch.edition_2026.gives_bye",
        lambda _players, _lower, _limit: False,
        "dutch-2026/d26-0011p08r-810151",
        3,
        id="C9 chooses who takes the bye in brackets that are not the last",
    ),
]


def position(name: str, number: int) -> tuple[Tournament, RoundPairing]:
    """A round of a reference tournament as it was about to be paired, and its pairing."""
    tournament = read((DATA / f"{name}.trf").read_bytes())
    tournament = replace(tournament, rounds=tournament.played_rounds)
    return tournament.before(number), pairing_of(tournament, number)


def same(one: RoundPairing, two: RoundPairing) -> bool:
    return set(one.pairs) == set(two.pairs) and one.bye == two.bye


@pytest.mark.parametrize(("safeguard", "replacement", "name", "number"), REPLACEMENTS)
def test_the_safeguard_matters(safeguard: str, replacement: object, name: str, number: int) -> None:
    before, expected = position(name, number)
    rules = RULES_2016 if name.startswith("dutch-2016") else RULES_2026
    assert same(decide(before, rules).pairing, expected)
    with patch(safeguard, replacement):
        assert not same(decide(before, rules).pairing, expected)


@pytest.mark.parametrize(
    ("rules", "name", "number"),
    [
        pytest.param(
            replace(RULES_2026, float_of=float_of_2016),
            "dutch-2026/d26-0009p05r-810049",
            3,
            id="who was absent without points did not float down",
        ),
    ],
)
def test_the_rule_of_the_other_edition_would_not_do(rules: Rules, name: str, number: int) -> None:
    before, expected = position(name, number)
    assert same(decide(before, RULES_2026).pairing, expected)
    assert not same(decide(before, rules).pairing, expected)


# No reference tournament shows these; histories that no Swiss would produce do.
HISTORIES = [
    pytest.param(
        "pairing.dutch.plain_bracket._Search._floats_best",
        lambda _search, _floater: True,
        [9171, 30475, 30617],
        id="topscorers may meet in 2026 too",
    ),
    pytest.param(
        "pairing.dutch.edition_2026.gives_bye",
        lambda players, _lower, limit: (
            limit is not None and players[-1].score <= limit and len(players) % 2 == 1
        ),
        [9477, 29815],
        id="C9 has nothing to say where another downfloater is needed",
    ),
]


@pytest.mark.parametrize(("safeguard", "replacement", "seeds"), HISTORIES)
def test_the_safeguard_matters_after_strange_histories(
    safeguard: str, replacement: object, seeds: list[int]
) -> None:
    for seed in seeds:
        rng = seeded(f"mut {seed}")
        before = random_history(rng, rng.randint(4, 12), rng.randint(1, 7), rng.choice([0, 5, 20, 40]))
        with both_ways(12) as tally:
            expected = decide(before, RULES_2026).pairing
        assert tally.compared
        with patch(safeguard, replacement):
            assert not same(decide(before, RULES_2026).pairing, expected)
