"""Faults of hand-made pairs: each is found by its article, and none in what the rules make."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.checker import Fault, faults
from pairing.core.edition import Form, Wrong
from pairing.core.records import pair_is_excused
from pairing.core.tournament import (
    ABSENCE,
    Cell,
    Colour,
    Outcome,
    Pair,
    PairingError,
    Prohibition,
    Tournament,
    UnpairableRound,
)
from pairing.editions import EDITIONS, pair_round
from pairing.rating.edition_1998 import topscorer_is_excused
from tests.pairing.core.test_records import after, game
from tests.pairing.people import a_record
from tests.pairing.positions import seeded, simulated
from tests.swiss import SWISS

ALLOCATED = Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE)
WITH_POINT = Cell(outcome=Outcome.FULL_POINT_BYE)


def wrong(
    tournament: Tournament, *pairs: tuple[int, int], bye: int | None = None
) -> list[tuple[str, tuple[int, ...]]]:
    found = faults(tournament, "dutch-2026", (Pair(*pair) for pair in pairs), bye)
    return [(fault.wrong.value, fault.players) for fault in found]


def colours(white: str, black: str, *, rounds: int = 9) -> Tournament:
    """Players 1 and 2 with these histories, oldest first, against 3, 4, 5 …; "-" is a missed round."""
    played = []
    for number, both in enumerate(zip(white, black, strict=True)):
        cells: dict[int, Cell] = {}
        for player, colour, other in ((1, both[0], 3 + 2 * number), (2, both[1], 4 + 2 * number)):
            if colour == "-":
                cells[player] = ABSENCE
            else:
                cells |= game(player, other) if colour == "W" else game(other, player)
        played.append(cells)
    return after(*played, players=2 + 2 * len(white), rounds=rounds)


def test_every_edition_has_its_articles() -> None:
    of_all = set(Wrong) - {Wrong.HIGHER_BYE}
    for code, edition in EDITIONS.items():
        if edition.rounds_for:
            # No pair of the table is forbidden, and it gives no bye.
            continue
        if edition.form is not Form.GAMES:
            # No colour is forbidden to a team, nor in a match of two games.
            assert set(edition.faults.articles) == {Wrong.REMATCH, Wrong.FORBIDDEN, Wrong.BYE}
            continue
        # Before 2026 no article asks that the bye go to the lowest score.
        asked = set(Wrong) if code == "dutch-2026" else of_all
        assert (set(edition.faults.articles), bool(edition.faults.lowest_bye)) == (asked, asked != of_all)


@pytest.mark.parametrize(
    ("edition", "article"),
    [
        ("dutch-2026", "C.04.1 art. 2, C.04.3 C1"),
        ("dutch-2016", "C.04.1 b, C.04.3 C.1"),
        ("rating-2012", "B.1.a"),
        ("rating-1998", "B.1.a"),
    ],
)
def test_c1_two_who_have_met(edition: str, article: str) -> None:
    met = after(game(1, 2), players=4)
    assert faults(met, edition, [Pair(2, 1)]) == (Fault(Wrong.REMATCH, article, (2, 1)),)


def test_c1_a_forfeit_is_no_meeting() -> None:
    """C.04.2 D.6 (2026: 3.5)."""
    assert wrong(after(game(1, 2, "+-"), players=4), (2, 1)) == []


def test_c05_players_kept_apart_in_those_rounds_only() -> None:
    apart = (Prohibition(frozenset({1, 3}), 2, 3),)
    assert wrong(after(players=4, forbidden=apart), (1, 3)) == []
    later = after(game(1, 2) | game(3, 4), players=4, forbidden=apart)
    assert wrong(later, (3, 1)) == [("forbidden", (3, 1))]
    assert wrong(later, (4, 1)) == []


def test_a_third_colour_running() -> None:
    """C.04.1 g (2026: 7): only the games that were played count, whatever was missed between them (D.5)."""
    assert wrong(colours("BWW", "WBW"), (1, 2)) == [("third-colour", (1,))]
    assert wrong(colours("BWW", "WBW"), (2, 1)) == []
    assert wrong(colours("BW-W", "BWBW"), (1, 2)) == [("third-colour", (1,))]
    assert wrong(colours("WBB", "BWB"), (2, 1)) == [("third-colour", (1,))]


def test_a_colour_difference_beyond_two() -> None:
    """C.04.1 f (2026: 6)."""
    assert wrong(colours("WWBW", "WWBW"), (1, 2)) == [("colour-difference", (1,))]
    assert wrong(colours("BBWB", "BBWB"), (1, 2)) == [("colour-difference", (2,))]
    assert wrong(colours("WBWW", "BWBW"), (1, 2)) == [("third-colour", (1,)), ("colour-difference", (1,))]


def test_both_get_the_other_ones_colour() -> None:
    """C.04.1 h, E.1 (2026: 8, 5.2.1): it is no fault if only one of two gets a colour not due to them."""
    assert wrong(colours("W", "B"), (1, 2)) == [("both-colours", (1, 2))]
    assert wrong(colours("W", "B"), (2, 1)) == []
    assert wrong(colours("W", "W"), (1, 2)) == []
    assert wrong(colours("W", "-"), (1, 2)) == []


def test_c2_a_second_bye() -> None:
    had = after({1: ALLOCATED} | game(2, 3), players=3)
    assert wrong(had, bye=1) == [("bye", (1,))]
    assert wrong(had, bye=3) == []


@pytest.mark.parametrize(("edition", "barred"), [("dutch-2026", True), ("dutch-2016", False)])
def test_c2_a_full_point_without_playing_bars_in_2026(edition: str, barred: bool) -> None:
    """C.04.1 art. 4 of 2026; d of 2016 names only the allocated bye and the win by forfeit."""
    had = after({1: WITH_POINT} | game(2, 3, "+-"), players=3)
    assert bool(faults(had, edition, [], 1)) is barred
    assert faults(had, edition, [], 2)


def test_c5_the_bye_of_somebody_with_more_than_the_lowest_score_that_can_have_it() -> None:
    """Number 5 has had a bye, and the lowest score of the others is that of the losers, 3 and 4."""
    played = after(game(1, 3) | game(2, 4) | {5: ALLOCATED}, players=5)
    assert wrong(played, bye=1) == [("higher-bye", (1,))]
    assert wrong(played, bye=2) == [("higher-bye", (2,))]
    assert wrong(played, bye=3) == wrong(played, bye=4) == []
    assert faults(played, "dutch-2026", [], 1)[0].article == "C.04.3 C5"
    assert faults(played, "dutch-2016", [], 1) == ()


@pytest.mark.parametrize("apart", [False, True])
def test_c5_it_is_the_lowest_with_which_the_round_can_be_completed(*, apart: bool) -> None:
    """If 2, who lost, has the bye, 1 and 3 must meet; if those two are kept apart, 1 has the bye."""
    forbidden = (Prohibition(frozenset({1, 3})),) if apart else ()
    played = after(game(1, 2) | {3: ALLOCATED}, players=3, forbidden=forbidden)
    assert wrong(played, bye=1) == ([] if apart else [("higher-bye", (1,))])


@pytest.mark.parametrize(
    ("one", "two", "excused"),
    [
        (("WW", True), ("WW", False), True),
        (("WW", False), ("WW", True), True),
        (("WW", False), ("WW", False), False),
        (("WW", True), ("BB", False), False),
        (("WW", False), ("W", True), False),
    ],
)
def test_c3_topscorers_may_have_to_do_without(
    one: tuple[str, bool], two: tuple[str, bool], excused: bool
) -> None:
    """2016 A.7 and C.3, 2026 C3: only if both must get the same colour and one of them is a topscorer."""
    player, other = (
        a_record(number, letters, topscorer=top) for number, (letters, top) in enumerate((one, two), 1)
    )
    assert pair_is_excused(player, other) is excused


@pytest.mark.parametrize("topscorer", [True, False])
def test_a7_of_1998_frees_the_topscorer_alone(topscorer: bool) -> None:
    player, other = a_record(1, "WW", topscorer=topscorer), a_record(2, "WW", topscorer=not topscorer)
    assert topscorer_is_excused(player, other) is topscorer


def test_the_final_round_excuses_a_topscorer_and_their_opponent() -> None:
    assert wrong(colours("BWW", "BWW", rounds=5), (1, 2)) == [("third-colour", (1,))]
    assert wrong(colours("BWW", "BWW", rounds=4), (1, 2)) == []


def test_who_is_not_to_be_paired_is_not_judged() -> None:
    away = after(game(1, 2) | {3: ABSENCE, 4: ABSENCE}, {1: ABSENCE}, players=4)
    assert wrong(away, (1, 2), bye=1) == []


def test_several_faults_in_the_order_of_the_boards() -> None:
    met = after(game(1, 2) | game(3, 4) | {5: ALLOCATED}, players=5)
    assert wrong(met, (4, 3), (2, 1), bye=5) == [
        ("rematch", (4, 3)),
        ("rematch", (2, 1)),
        ("bye", (5,)),
    ]


def test_an_unknown_edition_and_a_missing_result_are_refused() -> None:
    with pytest.raises(PairingError, match="Unknown edition"):
        faults(after(players=2), "dutch-1830", [Pair(1, 2)])
    open_game = after({1: Cell(2, Colour.WHITE), 2: Cell(1, Colour.BLACK)}, players=2)
    with pytest.raises(PairingError, match="no result"):
        faults(open_game, "dutch-2026", [Pair(1, 2)])


@pytest.mark.parametrize("edition", SWISS)
@settings(max_examples=25)
@given(seed=st.integers(0, 10**6))
def test_no_fault_in_what_the_rules_make(edition: str, seed: int) -> None:
    rng = seeded(seed)
    for position in simulated(rng, rng.randint(4, 20), rng.randint(3, 8), edition):
        try:
            answer = pair_round(position, edition)
        except UnpairableRound:
            return
        assert faults(position, edition, answer.pairs, answer.bye) == ()


@given(seed=st.integers(0, 10**6))
def test_reversed_colours_are_as_wrong_the_other_way(seed: int) -> None:
    """Faults that do not concern colours stay when all colours are reversed, whatever the pairs."""
    rng = seeded(seed)
    *_, position = simulated(rng, 10, 5)
    numbers = [player.number for player in position.players]
    rng.shuffle(numbers)
    pairs = [Pair(*numbers[place : place + 2]) for place in range(0, len(numbers) - 1, 2)]

    def people(pairs: Iterable[Pair]) -> set[tuple[Wrong, frozenset[int]]]:
        of_people = (Wrong.REMATCH, Wrong.FORBIDDEN)
        found = faults(position, "dutch-2016", pairs)
        return {(fault.wrong, frozenset(fault.players)) for fault in found if fault.wrong in of_people}

    assert people(pairs) == people(Pair(pair.black, pair.white) for pair in pairs)
