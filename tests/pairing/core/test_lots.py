"""4.2: lots among equals follow from their seed, so that anybody can draw them again."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.core.lots import drawn
from pairing.core.tournament import PairingError
from pairing.tie_breaks import GIVEN
from pairing.tie_breaks.ranking import ranked, table_of
from tests.pairing.histories import black, event, white

NUMBERS = st.sets(st.integers(1, 3000), min_size=1, max_size=40)

LEVEL = event([white(2, "=")], [black(1, "=")], [white(4, "=")], [black(3, "=")])


def test_the_order_is_that_of_the_hashes():
    lots = drawn("5eed", (1, 2, 3))
    by_hand = sorted((1, 2, 3), key=lambda n: hashlib.sha256(f"5eed:{n}".encode()).hexdigest())
    assert [number for number, _lot in sorted(lots.items(), key=lambda item: item[1])] == by_hand


@given(st.text(max_size=20), NUMBERS)
def test_each_gets_one_lot_and_the_same_one_again(seed, numbers):
    lots = drawn(seed, numbers)
    assert sorted(lots.values()) == list(range(1, len(numbers) + 1))
    assert drawn(seed, sorted(numbers, reverse=True)) == lots


@given(st.text(max_size=20), NUMBERS, st.data())
def test_who_else_takes_part_changes_nothing_between_two(seed, numbers, data):
    some = data.draw(st.sets(st.sampled_from(sorted(numbers)), min_size=1))
    among = drawn(seed, some)
    of_all = drawn(seed, numbers)
    assert sorted(some, key=of_all.__getitem__) == sorted(some, key=among.__getitem__)


def test_lots_part_those_whom_nothing_else_does():
    lots = {1: 3, 2: 1, 3: 4, 4: 2}
    lines = ranked(table_of(LEVEL, given={"OTHER_LOT": lots}), ("PTS", "OTHER_LOT"))
    assert [(line.rank, line.number) for line in lines] == [(1, 2), (2, 4), (3, 1), (4, 3)]


def test_a_play_off_is_for_those_who_played_it():
    lines = ranked(table_of(LEVEL, given={"OTHER_PO": {3: 1, 2: 2}}), ("PTS", "OTHER_PO"))
    assert [(line.rank, line.number) for line in lines] == [(1, 3), (2, 2), (3, 1), (3, 4)]


def test_more_of_a_value_computed_elsewhere_is_better():
    lines = ranked(table_of(LEVEL, given={"OTHER_VALUE": {1: 50, 2: 1250, 4: 1249}}), ("PTS", "OTHER_VALUE"))
    assert [line.number for line in lines] == [2, 4, 1, 3]


@pytest.mark.parametrize("code", GIVEN)
def test_what_is_given_is_not_to_be_had_without_being_given(code):
    with pytest.raises(PairingError, match=f"{code} is not known: its values are given elsewhere"):
        ranked(table_of(LEVEL), ("PTS", code))
