"""The articles that both revisions have, one by one."""

from __future__ import annotations

import pytest

from pairing.core.edition import Edition, Ground
from pairing.core.records import Float, may_meet, may_take_bye, preference, same_absolute_preference
from pairing.core.tournament import (
    Cell,
    Colour,
    Outcome,
    Pair,
    PairingError,
    Player,
    Tournament,
    UnpairableRound,
)
from pairing.rating.edition_1998 import RATING_1998, REVISION_1998
from pairing.rating.edition_2012 import RATING_2012, REVISION_2012
from pairing.rating.procedure import Revision, allocate
from pairing.rating.search import Bracket
from tests.pairing.people import a_record, history
from tests.pairing.positions import a_tournament
from tests.pairing.rating.brackets import REVISIONS, decide, having_met

by_edition = pytest.mark.parametrize("edition", [RATING_1998, RATING_2012], ids=lambda edition: edition.code)
by_revision = pytest.mark.parametrize("revision", REVISIONS, ids=["1998", "2012"])

WHITE, BLACK = Colour.WHITE, Colour.BLACK


# -- A -------------------------------------------------------------------------------------------------


@by_revision
@pytest.mark.parametrize(("moved_down", "homogeneous"), [(1, False), (2, True), (3, True)])
def test_a3_at_least_half_moved_down_is_homogeneous(
    revision: Revision, moved_down: int, homogeneous: bool
) -> None:
    players = [a_record(number) for number in range(1, 2 + 2 + 1)]
    bracket = Bracket(tuple(players[:moved_down]), tuple(players[moved_down:]))
    assert revision.homogeneous(bracket) is homogeneous


def test_a3_a_joined_bracket_is_always_heterogeneous_in_2012() -> None:
    players = [a_record(number) for number in range(1, 5)]
    joined = Bracket(tuple(players[:3]), tuple(players[3:]), lowest=True, joined=True)
    assert REVISION_1998.homogeneous(joined)
    assert not REVISION_2012.homogeneous(joined)


@by_edition
def test_a4_floats_of_a_pair_with_unequal_scores(edition: Edition) -> None:
    float_of, scoring = edition.handling.float_of, Tournament(()).scoring
    won, lost = Cell(2, WHITE, Outcome.WIN), Cell(1, BLACK, Outcome.LOSS)
    assert float_of(won, 20, 10, scoring) is Float.DOWN
    assert float_of(lost, 10, 20, scoring) is Float.UP
    assert float_of(won, 10, 10, scoring) is None


@by_edition
def test_a4_a_pair_floats_although_the_game_was_forfeited(edition: Edition) -> None:
    float_of, scoring = edition.handling.float_of, Tournament(()).scoring
    lost = Cell(1, BLACK, Outcome.FORFEIT_LOSS)
    assert float_of(lost, 10, 20, scoring) is Float.UP
    assert float_of(lost, 20, 10, scoring) is Float.DOWN
    assert float_of(lost, 10, 10, scoring) is None


@pytest.mark.parametrize(
    ("outcome", "in_1998", "in_2012"),
    [
        (Outcome.PAIRING_ALLOCATED_BYE, Float.DOWN, Float.DOWN),
        (Outcome.FULL_POINT_BYE, None, Float.DOWN),
        (Outcome.HALF_POINT_BYE, None, Float.DOWN),
        (Outcome.ZERO_POINT_BYE, None, None),
        (Outcome.NONE, None, None),
    ],
)
def test_a5_b1b_floats_without_an_opponent(
    outcome: Outcome, in_1998: Float | None, in_2012: Float | None
) -> None:
    scoring = Tournament(()).scoring
    assert RATING_1998.handling.float_of(Cell(outcome=outcome), 10, None, scoring) is in_1998
    assert RATING_2012.handling.float_of(Cell(outcome=outcome), 10, None, scoring) is in_2012


def test_b1b_a_win_by_forfeit_is_a_downfloat_in_2012() -> None:
    scoring = Tournament(()).scoring
    won = Cell(2, WHITE, Outcome.FORFEIT_WIN)
    assert RATING_2012.handling.float_of(won, 10, 20, scoring) is Float.DOWN
    assert RATING_1998.handling.float_of(won, 10, 20, scoring) is Float.UP


@pytest.mark.parametrize(
    ("colours", "colour", "strength"),
    [
        ("WW", BLACK, "ABSOLUTE"),
        ("BWW", BLACK, "ABSOLUTE"),
        ("WBWBW", BLACK, "STRONG"),
        ("BWB", WHITE, "STRONG"),
        ("BW", BLACK, "MILD"),
        ("WB", WHITE, "MILD"),
        ("", None, "NONE"),
    ],
)
def test_a7_preferences(colours: str, colour: Colour | None, strength: str) -> None:
    found = preference(history(colours))
    assert (found.colour, found.strength.name) == (colour, strength)


# -- B -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("outcome", "in_1998", "in_2012"),
    [
        (Outcome.PAIRING_ALLOCATED_BYE, False, False),
        (Outcome.FORFEIT_WIN, False, False),
        (Outcome.FULL_POINT_BYE, False, False),
        (Outcome.HALF_POINT_BYE, True, False),
        (Outcome.ZERO_POINT_BYE, True, True),
        (Outcome.FORFEIT_LOSS, True, True),
        (Outcome.WIN, True, True),
    ],
)
def test_b1b_who_may_not_get_a_bye(outcome: Outcome, in_1998: bool, in_2012: bool) -> None:
    tournament = Tournament(())
    player = Player(1, cells=(Cell(2, WHITE, Outcome.LOSS), Cell(3, BLACK, outcome)))
    assert may_take_bye(player, tournament.scoring, RATING_1998.handling.bars_from_bye) is in_1998
    assert may_take_bye(player, tournament.scoring, RATING_2012.handling.bars_from_bye) is in_2012


def test_b1a_nobody_meets_twice() -> None:
    one, two = having_met([a_record(1), a_record(2)], (1, [2]))
    assert not may_meet(one, two)


@pytest.mark.parametrize(
    ("one", "two", "allowed"),
    [("WW", "BWW", False), ("WW", "BB", True), ("WW", "WBW", True), ("W", "W", True)],
)
def test_b2_two_absolute_preferences_for_one_colour(one: str, two: str, allowed: bool) -> None:
    assert may_meet(a_record(1, one), a_record(2, two)) is allowed


def test_b2_does_not_bind_a_top_scorer() -> None:
    one, two = a_record(1, "WW", topscorer=True), a_record(2, "BWW")
    assert same_absolute_preference(one, two)
    assert may_meet(one, two)


# -- C -------------------------------------------------------------------------------------------------


@by_revision
def test_c1_a_resident_without_an_opponent_is_moved_down_at_once(revision: Revision) -> None:
    players = [a_record(n, score=20 if n < 4 else 10) for n in range(1, 7)]
    upper, lower = decide(revision, having_met(players, (1, [2, 3])))
    assert (upper.incompatible, upper.pairs, upper.downfloaters) == ((1,), ((2, 3),), (1,))
    assert upper.steps == ("C.1", "C.6")
    assert lower.moved_down == (1,)


@by_revision
def test_c1_not_in_the_lowest_bracket_for_who_can_take_the_bye(revision: Revision) -> None:
    players = [a_record(n, score=20 if n < 3 else 10) for n in range(1, 4)]
    upper, lower = decide(revision, players)
    assert upper.pairs == ((1, 2),)
    assert (lower.downfloaters, lower.steps) == ((3,), ())


@by_revision
def test_c6_s1_against_s2_as_they_stand(revision: Revision) -> None:
    (bracket,) = decide(revision, [a_record(n) for n in range(1, 6)])
    assert bracket.pairs == ((1, 3), (2, 4))
    assert (bracket.downfloaters, bracket.steps) == ((5,), ("C.6",))


@by_revision
def test_c7_transposition(revision: Revision) -> None:
    players = having_met([a_record(n) for n in range(1, 7)], (1, [4]))
    (bracket,) = decide(revision, players)
    assert bracket.pairs == ((1, 5), (2, 4), (3, 6))
    assert bracket.steps == ("C.6", "C.7")


@by_revision
def test_c8_exchange(revision: Revision) -> None:
    players = having_met([a_record(n) for n in range(1, 5)], (1, [3, 4]))
    (bracket,) = decide(revision, players)
    assert bracket.pairs == ((1, 2), (3, 4))
    assert bracket.steps == ("C.6", "C.8")


@by_revision
def test_c12_another_player_is_moved_down(revision: Revision) -> None:
    """3 would float to 4, 5 and 6, all of whom they have met."""
    players = [a_record(n, score=20 if n < 4 else 10) for n in range(1, 7)]
    upper, lower = decide(revision, having_met(players, (3, [4, 5, 6])))
    assert (upper.pairs, upper.downfloaters) == (((1, 3),), (2,))
    assert lower.pairs == ((2, 4), (5, 6))
    assert "C.12" in upper.steps
    assert "C.12" in lower.steps


@by_revision
def test_c13_fewer_players_moved_down_are_paired_as_such(revision: Revision) -> None:
    """1 has met everybody below, so 1 has the bye (C.14.b.2)."""
    players = [a_record(1, score=20), a_record(2), a_record(3)]
    upper, lower = decide(revision, having_met(players, (1, [2, 3])))
    assert upper.incompatible == (1,)
    assert (lower.m1, lower.pairs, lower.downfloaters) == (0, ((2, 3),), (1,))
    assert {"C.13", "C.14"} <= set(lower.steps)


@by_revision
def test_c13_the_penultimate_bracket_is_paired_again(revision: Revision) -> None:
    """5 and 6 have met: the bracket above must make one pair fewer."""
    players = [a_record(n, score=20 if n < 5 else 10) for n in range(1, 7)]
    upper, lower = decide(revision, having_met(players, (5, [6])))
    assert (upper.pairs, upper.downfloaters) == (((1, 2),), (3, 4))
    assert lower.pairs == ((3, 5), (4, 6))
    assert "C.13" in upper.steps
    assert "C.13" in lower.steps


@by_revision
def test_c13_the_two_lowest_brackets_are_joined(revision: Revision) -> None:
    """3 and 4 have met, so if 1 met 2 they would have no opponent: all four must be paired together."""
    players = [a_record(n, score=20 if n < 3 else 10) for n in range(1, 5)]
    (joined,) = decide(revision, having_met(players, (3, [4])))
    assert joined.joined
    assert (joined.moved_down, joined.residents) == ((1, 2), (3, 4))
    assert joined.pairs == ((1, 3), (2, 4))
    assert joined.m1 == (0 if revision is REVISION_1998 else 2)


@by_revision
def test_c14_a_pair_less(revision: Revision) -> None:
    """2, 3 and 4 have met one another, so only one pair can be made of the four."""
    players = [a_record(n, score=20 if n < 5 else 10) for n in range(1, 9)]
    upper, lower = decide(revision, having_met(players, (2, [3, 4]), (3, [4])))
    assert (upper.p1, upper.pairs, upper.downfloaters) == (1, ((1, 2),), (3, 4))
    assert "C.14" in upper.steps
    assert lower.moved_down == (3, 4)


@by_revision
def test_c14_the_entire_bracket_is_moved_down(revision: Revision) -> None:
    players = [a_record(n, score=20 if n < 3 else 10) for n in range(1, 7)]
    upper, lower = decide(revision, having_met(players, (1, [2])))
    assert (upper.p1, upper.pairs, upper.downfloaters) == (0, (), (1, 2))
    assert lower.moved_down == (1, 2)


@by_edition
def test_no_complete_pairing(edition: Edition) -> None:
    cells = (Cell(2, WHITE, Outcome.DRAW), Cell(1, BLACK, Outcome.DRAW))
    players = tuple(Player(n, cells=(cell,)) for n, cell in enumerate(cells, 1))
    with pytest.raises(UnpairableRound, match=r"Round 2 cannot be paired under B\.1 and B\.2") as caught:
        edition.pair(Tournament(players, rounds=3, initial_colour=WHITE))
    assert caught.value.players == (1, 2)


@by_edition
def test_a_result_is_missing(edition: Edition) -> None:
    cells = (Cell(2, WHITE), Cell(1, BLACK))
    players = tuple(Player(n, cells=(cell,)) for n, cell in enumerate(cells, 1))
    with pytest.raises(PairingError, match="Players 1 and 2 have no result in round 1 yet"):
        edition.pair(Tournament(players, rounds=3, initial_colour=WHITE))


# -- E -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("higher", "lower", "white"),
    [
        # E.1: both are granted.
        ("WB", "BW", 1),
        ("W", "", 2),
        # E.2: absolute before strong before mild; two absolute ones are equally strong.
        ("WBB", "BWB", 1),
        ("WB", "B", 2),
        # E.3: the last time when one had White and the other Black.
        ("BWWB", "WBWB", 2),
        # E.4: the higher ranked.
        ("WB", "WB", 1),
    ],
)
def test_e_colours(higher: str, lower: str, white: int) -> None:
    pair = allocate(a_record(1, higher), a_record(2, lower), None)
    assert pair == (Pair(1, 2) if white == 1 else Pair(2, 1))


def test_e2_the_wider_difference_does_not_count() -> None:
    """Both preferences are absolute: E.3 decides, and in the fourth game back 2 had White and 1 Black."""
    one, two = a_record(1, "BWBB", topscorer=True), a_record(2, "WWBB", topscorer=True)
    assert (one.difference, two.difference) == (-2, 0)
    assert allocate(one, two, None) == Pair(1, 2)
    one, two = a_record(1, "WWBB", topscorer=True), a_record(2, "BWBB", topscorer=True)
    assert allocate(one, two, None) == Pair(2, 1)
    one, two = a_record(1, "WBWBB", topscorer=True), a_record(2, "BBB", topscorer=True)
    assert allocate(one, two, None) == Pair(2, 1)


@by_edition
def test_e5_the_pairing_number_decides_though_somebody_is_absent(edition: Edition) -> None:
    """2 is known to miss round 1 (F.5), but was given their number before it (A.2)."""
    tournament = a_tournament(5, 5)
    players = tuple(
        Player(p.number, cells=(Cell(outcome=Outcome.HALF_POINT_BYE),) if p.number == 2 else ())
        for p in tournament.players
    )
    pairing = edition.pair(Tournament(players, rounds=5, initial_colour=WHITE))
    assert pairing.pairs == (Pair(1, 4), Pair(3, 5))


def test_e5_no_lot_was_drawn() -> None:
    with pytest.raises(PairingError, match="players 1 and 2 follow from the lot"):
        allocate(a_record(1), a_record(2), None)


# -- F -------------------------------------------------------------------------------------------------


@by_edition
def test_f1_order_of_the_boards(edition: Edition) -> None:
    """The higher player's score, then the sum of both scores, then the higher player's rank."""
    points = {1: 20, 2: 10, 3: 10, 4: 10, 5: 0, 6: 0}
    players = tuple(Player(n, virtual=(tenths,)) for n, tenths in points.items())
    order = edition.handling.board_order
    entries = Tournament(players, rounds=5)
    assert order(entries, [Pair(3, 6), Pair(2, 4), Pair(5, 1)]) == (Pair(5, 1), Pair(2, 4), Pair(3, 6))


@by_edition
def test_f2_an_unplayed_game_is_no_meeting(edition: Edition) -> None:
    cells = (Cell(2, WHITE, Outcome.FORFEIT_WIN), Cell(1, BLACK, Outcome.FORFEIT_LOSS))
    players = tuple(Player(n, cells=(cell,)) for n, cell in enumerate(cells, 1))
    assert edition.pair(Tournament(players, rounds=3, initial_colour=WHITE)).pairs == (Pair(1, 2),)


@by_edition
def test_f4_the_first_round(edition: Edition) -> None:
    pairing = edition.pair(a_tournament(7, 5))
    assert pairing.pairs == (Pair(1, 4), Pair(5, 2), Pair(3, 6))
    assert pairing.bye == 7


@by_edition
def test_f6_and_f8_what_the_desk_may_do(edition: Edition) -> None:
    handling = edition.handling
    assert (handling.grounds_for_change, handling.change_article) == ((Ground.REMATCH, Ground.COLOURS), "F.6")
    assert handling.absence_is_withdrawal
