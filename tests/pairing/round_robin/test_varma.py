"""C.05 Annex 2: the restricted drawing of lots."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.core.tournament import PairingError
from pairing.round_robin.editions import ENVELOPES, LETTERS, SINGLE, Entrant, envelopes_for, varma

PRINTED = Path(__file__).parents[2] / "data" / "berger" / "varma.txt"

entrants = st.lists(st.sampled_from(("AUT", "FRA", "ITA", "SUI", "USA")), min_size=9, max_size=24).map(
    lambda codes: [Entrant(key, code, f"Player {key:02}") for key, code in enumerate(codes, 1)]
)


def test_the_envelopes_are_those_of_the_printed_tables() -> None:
    printed: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    for line in PRINTED.read_text().splitlines():
        if not line.startswith("#"):
            sizes, _letter, *numbers = line.split()
            printed[int(sizes.split("/")[1])].append(tuple(map(int, numbers)))
    assert {size: tuple(envelopes) for size, envelopes in printed.items()} == ENVELOPES
    for size, envelopes in ENVELOPES.items():
        assert sorted(number for numbers in envelopes for number in numbers) == list(range(1, size + 1))


@pytest.mark.parametrize("size", [size for size in ENVELOPES if size != 12])
def test_numbers_of_one_envelope_do_not_meet_in_the_last_three_rounds(size: int) -> None:
    """The printed table for 12 puts 6 and 12 in one, who meet in the last round: it is kept as printed."""
    for numbers in ENVELOPES[size]:
        met = [SINGLE.rounds_of(size, one, other)[0] for one in numbers for other in numbers if one < other]
        assert all(number <= size - 4 for number in met)


@given(entrants, st.text("0123456789abcdef", min_size=1, max_size=32))
def test_everybody_draws_one_number_and_again_the_same(people: list[Entrant], seed: str) -> None:
    draws = varma(people, seed)
    numbers = {key: number for draw in draws for key, number in draw.numbers.items()}
    assert sorted(numbers) == [entrant.key for entrant in people]
    assert sorted(numbers.values()) == list(range(1, len(people) + 1))
    assert varma(people[::-1], seed) == draws
    known = envelopes_for(len(people))
    for draw in draws:
        assert set(draw.numbers.values()) <= set(known[LETTERS.index(draw.envelope)])


@given(entrants, st.text("0123456789abcdef", min_size=1, max_size=8))
def test_a_federation_draws_from_one_envelope_that_is_large_enough(people: list[Entrant], seed: str) -> None:
    """It draws from a second envelope only if none was large enough."""
    left = [len(numbers) for numbers in envelopes_for(len(people))]
    of: dict[str, list[tuple[int, int]]] = defaultdict(list)
    needed = {code: sum(one.federation == code for one in people) for code in {p.federation for p in people}}
    order = []
    for draw in varma(people, seed):
        place = LETTERS.index(draw.envelope)
        if draw.federation not in of:
            order.append(draw.federation)
        wanted = needed[draw.federation]
        assert len(draw.numbers) == wanted or (len(draw.numbers) == max(left) and max(left) < wanted)
        needed[draw.federation] -= len(draw.numbers)
        left[place] -= len(draw.numbers)
        of[draw.federation].append((place, len(draw.numbers)))
    sizes = {code: sum(count for _, count in draws) for code, draws in of.items()}
    assert order == sorted(order, key=lambda code: (-sizes[code], code))


def test_other_seeds_draw_otherwise() -> None:
    people = [Entrant(key, "FRA" if key < 4 else f"X{key:02}", f"{key}") for key in range(1, 11)]
    assert len({tuple(sorted(varma(people, str(seed))[0].numbers.items())) for seed in range(20)}) > 5


@pytest.mark.parametrize("count", [2, 8, 25])
def test_the_tables_are_for_9_to_24_players(count: int) -> None:
    with pytest.raises(PairingError, match="expected 9 to 24"):
        varma([Entrant(key, "FRA", "") for key in range(count)], "1")
