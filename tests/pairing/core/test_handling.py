"""C.04.2: the initial order, late entries, and what an error reported after its round counts for."""

from __future__ import annotations

import pytest

from pairing.core.handling import (
    SHORT,
    TITLES,
    HalfPointByes,
    among_equals,
    credited_rounds,
    first_pairing_to_know,
    may_be_credited,
    missed_rounds,
    place_of_late_entry,
    seeding,
    title_of,
)


def test_b2_the_higher_rating_then_the_higher_title() -> None:
    players = [(2400, ""), (2300, "GM"), (2300, "WGM"), (2300, "CM"), (2300, ""), (2200, "GM"), (None, "FM")]
    keys = [seeding(rating, title, TITLES) for rating, title in players]
    assert keys == sorted(keys)
    assert len(set(keys)) == len(keys)


def test_b2_a_title_that_the_order_does_not_know_ranks_as_none() -> None:
    assert (
        seeding(2000, "CM", ("GM", "IM"))
        == seeding(2000, "", ("GM", "IM"))
        > seeding(2000, "IM", ("GM", "IM"))
    )


def test_b2_who_has_no_rating_ranks_below_everybody_who_has_one() -> None:
    assert seeding(None, "", TITLES) > seeding(1, "", TITLES)


PEOPLE = [
    {"name": "adams", "birth": "1990/05/02", "fide_id": "200"},
    {"name": "baker", "birth": "1988", "fide_id": "1000"},
    {"name": "clark", "birth": "", "fide_id": ""},
    {"name": "davis", "birth": "1990/05/02", "fide_id": "30"},
]


@pytest.mark.parametrize(
    ("criterion", "order"),
    [
        ("name", ["adams", "baker", "clark", "davis"]),
        # Of one day of birth by the alphabet; nobody knows how old Clark is.
        ("birth", ["baker", "adams", "davis", "clark"]),
        ("fide_id", ["davis", "adams", "baker", "clark"]),
    ],
)
def test_b2_c_equals_go_by_the_alphabet_or_by_what_was_announced(criterion: str, order: list[str]) -> None:
    ranked = sorted(PEOPLE, key=lambda person: among_equals(criterion, **person))
    assert [person["name"] for person in ranked] == order


@pytest.mark.parametrize(("newcomer", "place"), [(0, 0), (1, 1), (2, 1), (3, 3), (9, 3)])
def test_c2_a_late_entry_comes_in_above_the_first_one_outranked(newcomer: int, place: int) -> None:
    """The numbers of the others may no longer follow their data."""
    assert place_of_late_entry((1, 3, 2), newcomer) == place


@pytest.mark.parametrize(
    ("first", "most", "rounds"),
    [(1, 9, []), (4, 0, []), (4, 2, [2, 3]), (4, 3, [1, 2, 3]), (4, 9, [1, 2, 3])],
)
def test_c2_the_last_of_the_missed_rounds_bring_half_a_point(
    first: int, most: int, rounds: list[int]
) -> None:
    assert list(credited_rounds(first, most)) == rounds
    assert set(rounds) <= set(missed_rounds(first))


@pytest.mark.parametrize(
    ("had", "wanted", "exceeded"),
    [([], [1], False), ([1], [2], False), ([1], [1], False), ([1, 2], [2], False), ([1], [2, 3], True)],
)
def test_d4_so_many_half_point_byes_and_no_more(had: list[int], wanted: list[int], exceeded: bool) -> None:
    assert HalfPointByes(most=2, last=9).are_exceeded(had, wanted) is exceeded


@pytest.mark.parametrize(("last", "late"), [(5, []), (4, [5]), (2, [4, 5]), (0, [2, 4, 5]), (-1, [2, 4, 5])])
def test_d4_no_half_point_bye_after_the_last_round_that_has_one(last: int, late: list[int]) -> None:
    assert HalfPointByes(most=9, last=last).too_late([2, 4, 5]) == late


@pytest.mark.parametrize(
    ("first", "published", "still"), [(1, 0, False), (2, 1, True), (3, 1, True), (3, 2, True), (3, 3, False)]
)
def test_c2_until_a_pairing_with_the_player_is_published(first: int, published: int, still: bool) -> None:
    assert may_be_credited(first, published) is still


@pytest.mark.parametrize(
    ("stage", "in_time", "late"), [("", 6, 6), ("drafted", 6, 7), ("published", 7, 7), ("ended", None, None)]
)
def test_d8_the_three_cases(stage: str, in_time: int | None, late: int | None) -> None:
    """Errors of round 5 reported before the next pairing, before the end of the round it makes, and later."""
    stages = dict.fromkeys(("drafted", "published", "ended"), False)
    if stage:
        stages[stage] = True
    assert first_pairing_to_know(5, **stages, in_time=True) == in_time
    assert first_pairing_to_know(5, **stages, in_time=False) == late


def test_titles_are_read_in_full_and_shortened() -> None:
    assert (
        {title_of(short) for short in SHORT} == set(TITLES) == {title_of(title.lower()) for title in TITLES}
    )
    assert [title_of(text) for text in ("", "WH", "AIM", "MM")] == [""] * 4
