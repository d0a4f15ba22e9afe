"""What a downfloater means for the next bracket (2016 C.7, 2026 C8): the look-up against full pairings."""

from __future__ import annotations

from itertools import combinations

import pytest

from pairing.core.records import Record
from pairing.dutch.plain_bracket import NextScoregroup, absorbs_everybody
from pairing.matching.bracket import Bracket
from pairing.matching.completion import Completion
from tests.pairing.people import a_record
from tests.pairing.positions import seeded


def two_scoregroups(seed: int) -> tuple[tuple[Record, ...], tuple[Record, ...]]:
    """A random scoregroup and the next one, in which many players have met."""
    rng = seeded(f"look ahead {seed}")
    upper, size = rng.randint(1, 4), rng.randint(2, 16)
    density = rng.choice([0, 10, 30, 60, 90])
    barred: dict[int, set[int]] = {number: set() for number in range(1, upper + size + 1)}
    for one, two in combinations(barred, 2):
        if rng.randrange(100) < density:
            barred[one].add(two)
            barred[two].add(one)
    records = tuple(
        a_record(
            number,
            rng.choice(["", "W", "WB", "WW", "BB"]),
            score=20 if number <= upper else 10,
            barred=met,
            may_take_bye=rng.randrange(3) > 0,
        )
        for number, met in barred.items()
    )
    return records[:upper], records[upper:]


@pytest.mark.parametrize("before_last", [False, True])
def test_who_is_plainly_absorbed_costs_the_least(before_last: bool) -> None:
    plain = 0
    for seed in range(300):
        residents, following = two_scoregroups(seed)
        below = NextScoregroup(Bracket((), residents, following, before_last=before_last))
        for floater in residents:
            plain += below.absorbs(floater)
            assert below.cost(floater) == below.exact_cost(floater) >= below.least
    assert plain


def test_above_the_last_scoregroup_a_floater_is_possible_or_not() -> None:
    """2026: the floater and all of the next scoregroup must be placed, and the bye if still to be given."""
    answers = set()
    for seed in range(300):
        residents, following = two_scoregroups(seed)
        limit = None if len(following) % 2 else 10
        bracket = Bracket((), residents, following, before_last=True, completing=True, bye_limit=limit)
        below = NextScoregroup(bracket)
        for floater in residents:
            possible = Completion((floater, *following), bye_limit=limit).possible
            answers.add(possible)
            assert below.cost(floater) == (0 if possible else None)
    assert answers == {True, False}


def test_a_large_scoregroup_absorbs_everybody() -> None:
    sure = 0
    for seed in range(300):
        residents, following = two_scoregroups(seed)
        bracket = Bracket((), residents, following)
        if absorbs_everybody(bracket):
            sure += 1
            below = NextScoregroup(bracket)
            assert {below.exact_cost(floater) for floater in residents} == {below.least}
            players = residents + following
            left_over = Completion(players, bye_limit=None).unplaced()
            assert len(left_over) == len(players) % 2
    assert sure
