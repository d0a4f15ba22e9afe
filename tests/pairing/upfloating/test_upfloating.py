"""The procedure of C.04.5 and C.04.6 art. 3: against a literal program, and one by one."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pairing.core.records import Float, Preference, Record, Strength
from pairing.core.tournament import Colour, UnpairableRound
from pairing.matching.completion import Completion, give_bye
from pairing.upfloating.rounds import Bracket, Choice, bye_order, pair_scoregroups
from tests.each import each
from tests.pairing import literal_upfloating as literal

PREFERENCES = (
    Preference(None, Strength.NONE),
    *(Preference(colour, strength) for colour in Colour for strength in (Strength.MILD, Strength.STRONG)),
)


def people(rng: random.Random, size: int, scores: int, met: float, preferences=PREFERENCES) -> list[Record]:
    """Random players in ranking order; `met` is the probability that two of them have met."""
    barred: list[set[int]] = [set() for _ in range(size + 1)]
    for one in range(1, size + 1):
        for two in range(one + 1, size + 1):
            if rng.random() < met:
                barred[one].add(two)
                barred[two].add(one)
    drawn = {number: 10 * rng.randrange(scores) for number in range(1, size + 1)}
    ranked = sorted(drawn, key=lambda number: (-drawn[number], number))
    return [
        Record(
            number=number,
            rank=rank,
            score=drawn[number],
            order=number,
            colours=(),
            difference=0,
            repeated=None,
            preference=rng.choice(preferences),
            floats=(rng.choice((None, None, Float.UP, Float.DOWN)), None),
            may_take_bye=rng.random() < 0.7,
            topscorer=False,
            unplayed=rng.randrange(3),
            likeness=0,
            barred=frozenset(barred[number]),
        )
        for rank, number in enumerate(ranked)
    ]


def by_engine(records: list[Record], *, looks_back: bool):
    try:
        taker, completion = give_bye(records, bye_order, 1)
    except UnpairableRound:
        return None
    playing = [record for record in records if record is not taker]
    levels = sorted({record.score for record in records}, reverse=True)
    return taker, pair_scoregroups(playing, levels, completion, looks_back=looks_back)


def numbers(pairs) -> set[frozenset[int]]:
    return {frozenset((one.number, two.number)) for one, two in pairs}


@each("seed", range(COUNT := 250))
def test_the_literal_program_makes_the_same_pairs(seed: int) -> None:
    rng = random.Random(seed)
    records = people(rng, rng.randint(2, 8), rng.randint(1, 4), rng.choice((0.1, 0.3, 0.5, 0.6)))
    looks_back = rng.random() < 0.7
    expected = literal.round_of(records, looks_back=looks_back)
    found = by_engine(records, looks_back=looks_back)
    if expected is None or found is None:
        assert expected is found is None
        return
    assert found[0] is expected[0]
    assert [numbers(bracket.pairs) for bracket in found[1]] == [numbers(pairs) for pairs in expected[1]]


@each("seed", range(40))
def test_both_ways_to_pair_a_bracket_agree(seed: int) -> None:
    """Where counting is enough, weighing finds the same pairs."""
    rng = random.Random(seed)
    size = rng.choice((10, 14, 18))
    records = people(rng, size, 2, rng.choice((0.05, 0.15, 0.25)))
    upfloaters = [record for record in records if record.score == 0][: rng.randrange(3)]
    # Upfloaters never meet: if two could, there would be fewer of them (C4).
    apart = frozenset(record.number for record in upfloaters)
    records = [
        replace(record, barred=record.barred | apart) if record in upfloaters else record
        for record in records
    ]
    upfloaters = [record for record in records if record.number in apart]
    bracket = Bracket(records, upfloaters, looks_back=True)
    by_classes = bracket.by_classes()
    if by_classes is not None:
        assert by_classes == bracket.by_weight()


@each("seed", range(60))
def test_who_is_far_below_does_not_matter_to_the_upfloaters(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The set is the same whether only the players who can matter are weighed, or everybody."""
    rng = random.Random(seed)
    records = people(rng, 40, 12, 0.1)
    records[1:2] = [replace(records[1], score=records[0].score, rank=1)]
    one, two = records[:2]
    # Both of the highest score have met, so that two must float up.
    records[0] = replace(one, barred=one.barred | {two.number})
    records[1] = replace(two, barred=two.barred | {one.number})
    residents = [record for record in records if record.score == one.score][:2]
    below = [record for record in records if record not in residents]
    following = [record for record in below if record.score == below[0].score]
    choice = Choice(residents, below, following, Completion(records, bye_limit=None), looks_back=True)
    near = choice.best()
    monkeypatch.setattr(choice, "_near", lambda: choice.below)
    assert choice.best() == near
    assert len(near.upfloaters) == 2
