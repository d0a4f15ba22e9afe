"""C.04.3 A.9: whether a round can be completed, and who is left when it cannot."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest

from pairing.core.records import Record, may_meet
from pairing.core.tournament import (
    Cell,
    Colour,
    Outcome,
    Pair,
    PairingError,
    Prohibition,
    RoundPairing,
    UnpairableRound,
)
from pairing.dutch.edition_2016 import pair
from pairing.matching.completion import BYE, Completion
from pairing.matching.heaviest import heaviest_matching
from tests.each import each
from tests.pairing.people import a_record
from tests.pairing.positions import a_tournament, seeded, with_cells

ALLOCATED = Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE)


def most_placed(records: tuple[Record, ...]) -> int:
    """The greatest number of players who can have a place, by trying everything."""
    if not records:
        return 0
    first, rest = records[0], records[1:]
    partners = (other for other in rest if may_meet(first, other))
    best = [most_placed(rest)]
    best += [2 + most_placed(tuple(r for r in rest if r is not other)) for other in partners]
    return max(best)


def most_placed_with_bye(records: tuple[Record, ...]) -> int:
    others = [tuple(r for r in records if r is not record) for record in records if record.may_take_bye]
    with_bye = [1 + most_placed(rest) for rest in others if len(records) % 2]
    return max([most_placed(records), *with_bye])


def most_placed_by_weight(records: Sequence[Record], *, bye: bool) -> int:
    """The same number for many players, by weights: a pair places two, the bye one."""
    matrix = [[2 * (one is not two and may_meet(one, two)) for two in records] for one in records]
    if bye and len(records) % 2:
        able = [int(record.may_take_bye) for record in records]
        matrix = [[*row, last] for row, last in zip([*matrix, able], [*able, 0], strict=True)]
    mates = heaviest_matching(matrix)
    return sum(mate is not None for mate in mates[: len(records)])


def strangers(seed: int, most: int = 9) -> tuple[Record, ...]:
    """Random players, many of whom have met."""
    rng = seeded(seed)
    size = rng.randint(1, most)
    density = rng.randrange(100)
    barred: dict[int, set[int]] = {number: set() for number in range(1, size + 1)}
    for one, two in combinations(barred, 2):
        if rng.randrange(100) < density:
            barred[one].add(two)
            barred[two].add(one)
    return tuple(
        a_record(number, rng.choice(["", "W", "WW", "BB"]), barred=met, may_take_bye=rng.random() < 0.5)
        for number, met in barred.items()
    )


@each("seed", range(100))
def test_as_many_as_possible_are_placed(seed: int) -> None:
    records = strangers(seed)
    completion = Completion(records)
    assert len(records) - len(completion.unplaced()) == most_placed_with_bye(records)
    assert completion.possible == (most_placed_with_bye(records) == len(records))


@each("seed", range(100))
def test_the_rest_after_a_bracket(seed: int) -> None:
    records = strangers(seed)
    completion = Completion(records)
    if not completion.possible:
        return
    rng = seeded(seed)
    couples = [couple for couple in combinations(records, 2) if may_meet(*couple)]
    if not couples:
        return
    couple = rng.choice(couples)
    rest = tuple(record for record in records if record not in couple)
    before = completion.mates.copy()
    possible = most_placed_with_bye(rest) == len(rest)
    assert completion.remove([couple]) is possible
    assert completion.possible
    assert len(completion.mates) == len(before) - 2 * possible
    if not possible:
        assert completion.mates == before


@each("seed", range(60))
def test_as_many_as_possible_of_many_are_placed(seed: int) -> None:
    records = strangers(seed, most=40)
    assert len(records) - len(Completion(records).unplaced()) == most_placed_by_weight(records, bye=True)
    without = Completion(records, bye_limit=None)
    assert len(records) - len(without.unplaced()) == most_placed_by_weight(records, bye=False)


@each("seed", range(60))
def test_one_bracket_after_the_other(seed: int) -> None:
    """Pairs are removed and some are restored; for those left the completion always holds."""
    rng = seeded(f"brackets {seed}")
    rest = list(strangers(seed, most=40))
    completion = Completion(rest)
    while completion.possible and len(rest) > 1:
        bracket = rest[: rng.randint(2, 6)]
        couples = [couple for couple in combinations(bracket, 2) if may_meet(*couple)]
        gone = [rng.choice(couples)] if couples else []
        rest = [record for record in rest if not any(record in couple for couple in gone)]
        if not completion.remove(gone):
            assert most_placed_by_weight(rest, bye=True) < len(rest)
            return
        assert_complete(completion, rest)
        if gone and rng.randrange(4) == 0:
            completion.restore(gone)
            rest = sorted([*rest, *gone[0]], key=lambda record: record.rank)
            assert_complete(completion, rest)
            assert completion.remove(gone)
            rest = [record for record in rest if record not in gone[0]]
        if not gone:
            return


def assert_complete(completion: Completion, records: Sequence[Record]) -> None:
    """Everybody is placed with somebody they may meet, or has the bye if they may take it."""
    assert most_placed_by_weight(records, bye=True) == len(records)
    ranks = {record.rank: record for record in records}
    assert set(completion.mates) - {BYE} == set(ranks)
    for one, two in completion.mates.items():
        assert completion.mates[two] == one
        if BYE not in (one, two):
            assert may_meet(ranks[one], ranks[two])
    assert BYE not in completion.mates or ranks[completion.mates[BYE]].may_take_bye


def test_the_bye_leaves_with_who_has_it() -> None:
    records = (a_record(1, may_take_bye=False), a_record(2), a_record(3, may_take_bye=False))
    completion = Completion(records)
    completion.give_bye()
    assert completion.mates == {0: 2, 2: 0}


def test_the_bye_goes_to_who_may_take_it() -> None:
    records = (a_record(1, may_take_bye=False), a_record(2), a_record(3, may_take_bye=False))
    assert Completion(records).mates[BYE] == 1


def test_an_unpairable_round_names_who_is_left() -> None:
    tournament = a_tournament(4, 5, forbidden=(Prohibition(frozenset({1, 2, 3})),))
    with pytest.raises(UnpairableRound, match="Round 1 cannot be paired") as caught:
        pair(tournament)
    assert len(caught.value.players) == 2
    assert set(caught.value.players) < {1, 2, 3}
    assert all(str(number) in str(caught.value) for number in caught.value.players)


def test_nobody_may_take_the_bye() -> None:
    tournament = with_cells(a_tournament(1, 5), {1: ALLOCATED})
    with pytest.raises(UnpairableRound) as caught:
        pair(tournament)
    assert caught.value.players == (1,)


def test_all_have_met() -> None:
    tournament = a_tournament(2, 5)
    played = {1: Cell(2, Colour.WHITE, Outcome.WIN), 2: Cell(1, Colour.BLACK, Outcome.LOSS)}
    with pytest.raises(UnpairableRound) as caught:
        pair(with_cells(tournament, played))
    assert caught.value.players == (1, 2)


def test_nobody_is_there() -> None:
    assert pair(a_tournament(0, 5)) == RoundPairing(())


def test_one_player_alone_has_the_bye() -> None:
    assert pair(a_tournament(1, 5)) == RoundPairing((), bye=1)


def test_the_error_is_one_of_the_rule_book() -> None:
    assert issubclass(UnpairableRound, PairingError)


def test_the_first_round_of_eight() -> None:
    expected = (Pair(1, 5), Pair(6, 2), Pair(3, 7), Pair(8, 4))
    assert pair(a_tournament(8, 5)).pairs == expected
