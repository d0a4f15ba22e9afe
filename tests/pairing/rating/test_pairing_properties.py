"""Properties of every pairing by the older revisions, whatever the history."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.core.edition import Edition
from pairing.core.records import colour_difference, colour_history
from pairing.core.scores import pairing_score, topscorer_limit
from pairing.core.tournament import BLANK, Cell, Colour, Outcome, Player, Tournament, UnpairableRound
from pairing.rating import edition_1998, edition_2012
from pairing.rating.edition_1998 import RATING_1998
from pairing.rating.edition_2012 import RATING_2012
from tests.pairing.positions import Habits, a_tournament, events, random_history, seeded

DECIDE = {"rating-1998": edition_1998.decide, "rating-2012": edition_2012.decide}
by_edition = pytest.mark.parametrize("edition", [RATING_1998, RATING_2012], ids=lambda edition: edition.code)
seeds = st.integers(0, 10**6)


def position(seed: int, edition: Edition) -> Tournament:
    """A position from a tournament paired by the edition, or one after an arbitrary history."""
    rng = seeded(seed)
    if rng.random() < 0.4:
        return random_history(rng, rng.randint(2, 24), rng.randint(0, 6))
    rounds = rng.randint(1, 8)
    habits = Habits(draws=rng.choice([5, 40, 90]), forfeits=5, requested_byes=8, late=20)
    entries = a_tournament(rng.randint(2, 24), rounds)
    return list(events(rng, entries, rounds, habits, edition.code))[-1]


def pairs(tournament: Tournament, edition: Edition) -> list[tuple[int, int]] | None:
    try:
        return [(board.white, board.black) for board in edition.pair(tournament).pairs]
    except UnpairableRound:
        return None


def forbidden_colour(player: Player, colour: Colour) -> bool:
    """B.2: a difference above two, or the same colour a third time; valid only if the history kept B.2."""
    colours = colour_history(player, len(player.cells))
    difference = colour_difference(colours) + (1 if colour is Colour.WHITE else -1)
    if abs(difference) > 2:
        return True
    return colours[-2:] == (colour, colour) and abs(colour_difference(colours)) < 2


def lawful(player: Player) -> bool:
    """Whether the player's colours so far kept B.2."""
    colours = colour_history(player, len(player.cells))
    return not any(
        abs(colour_difference(colours[:n])) > 2 or len(set(colours[n - 3 : n])) == 1
        for n in range(3, len(colours) + 1)
    )


@by_edition
@given(seed=seeds)
def test_complete_and_within_the_absolute_criteria(edition: Edition, seed: int) -> None:
    tournament = position(seed, edition)
    try:
        pairing = edition.pair(tournament)
    except UnpairableRound:
        return
    coming = tournament.played_rounds + 1
    players = {player.number: player for player in tournament.players}
    present = {number for number, player in players.items() if player.cell(coming) == BLANK}
    placed = [number for board in pairing.pairs for number in (board.white, board.black)]
    byes = [] if pairing.bye is None else [pairing.bye]
    assert sorted(placed + byes) == sorted(present)
    assert len(byes) == len(present) % 2

    for number in byes:
        barring = {Outcome.PAIRING_ALLOCATED_BYE, Outcome.FORFEIT_WIN, Outcome.FULL_POINT_BYE}
        barring |= {Outcome.HALF_POINT_BYE} if edition is RATING_2012 else set()
        assert not barring & {cell.outcome for cell in players[number].cells}
    limit = topscorer_limit(tournament, coming)
    for board in pairing.pairs:
        white, black = players[board.white], players[board.black]
        assert black.number not in {cell.opponent for cell in white.cells if cell.played}
        top = [
            limit is not None and pairing_score(tournament, player, coming) > limit
            for player in (white, black)
        ]
        for player, colour, own in ((white, Colour.WHITE, top[0]), (black, Colour.BLACK, top[1])):
            # 1998 exempts only the top scorer, 2012 their opponent too (the note to B.2).
            free = any(top) if edition is RATING_2012 else own
            assert free or not (lawful(player) and forbidden_colour(player, colour))


@by_edition
@given(seed=seeds)
def test_deterministic_and_independent_of_the_order_of_the_list(edition: Edition, seed: int) -> None:
    tournament = position(seed, edition)
    first = pairs(tournament, edition)
    assert pairs(tournament, edition) == first
    assert pairs(replace(tournament, players=tournament.players[::-1]), edition) == first


@by_edition
@given(seed=seeds)
def test_all_colours_reversed_reverse_the_pairing(edition: Edition, seed: int) -> None:
    tournament = position(seed, edition)
    players = tuple(
        replace(p, cells=tuple(replace(c, colour=c.colour and c.colour.opposite) for c in p.cells))
        for p in tournament.players
    )
    found = pairs(tournament, edition)
    expected = found and [(black, white) for white, black in found]
    assert pairs(replace(tournament, players=players, initial_colour=Colour.BLACK), edition) == expected


@by_edition
@given(seed=seeds)
def test_the_account_of_a_round_is_the_round(edition: Edition, seed: int) -> None:
    """Brackets hand their downfloaters on, their pairs are the pairing, and A.8 is never too high."""
    tournament = position(seed, edition)
    try:
        decision = DECIDE[edition.code](tournament)
    except UnpairableRound:
        return
    pairing = decision.pairing
    assert pairing == edition.pair(tournament)
    waiting: tuple[int, ...] = ()
    for bracket in decision.brackets:
        assert set(waiting) <= set(bracket.moved_down)
        assert bracket.joined or waiting == bracket.moved_down
        paired = [number for pair in bracket.pairs for number in pair]
        assert sorted((*paired, *bracket.downfloaters)) == sorted((*bracket.moved_down, *bracket.residents))
        assert len(bracket.pairs) == bracket.p1
        assert all(one in bracket.moved_down for one, _ in bracket.pairs[: bracket.m1])
        s2 = bracket.moved_down + bracket.residents if bracket.joined else bracket.residents
        assert all(two in s2 for _, two in bracket.pairs[: bracket.m1])
        assert all(r.value >= r.first for r in bracket.requirements if bracket.p1)
        waiting = bracket.downfloaters
    assert waiting == (() if pairing.bye is None else (pairing.bye,))
    boards = {frozenset((board.white, board.black)) for board in pairing.pairs}
    assert boards == {frozenset(pair) for bracket in decision.brackets for pair in bracket.pairs}


@by_edition
@pytest.mark.parametrize("players", [60, 97, 120])
def test_large_events_are_paired_to_the_end(edition: Edition, players: int) -> None:
    habits = Habits(draws=30, forfeits=3, requested_byes=4, late=4)
    rng = seeded(f"{edition.code} {players}")
    positions = list(events(rng, a_tournament(players, 9), 9, habits, edition.code))
    assert len(positions) == 9
    pairing = edition.pair(positions[-1])
    present = sum(player.cell(9) == BLANK for player in positions[-1].players)
    assert len(pairing.pairs) == present // 2


@by_edition
def test_large_brackets_full_of_obstacles(edition: Edition) -> None:
    """Forty players of one score who met in fours and want the same colour: no early attempt succeeds."""
    numbers = range(1, 41)
    groups = [[n for n in numbers if n % 10 == rest] for rest in range(10)]
    cells: dict[int, list[Cell]] = {n: [] for n in numbers}
    for a, b, c, d in groups:
        for one, two in ((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)):
            for white, black in (one, two):
                cells[white].append(Cell(black, Colour.WHITE, Outcome.DRAW))
                cells[black].append(Cell(white, Colour.BLACK, Outcome.DRAW))
    players = tuple(Player(n, cells=tuple(cells[n])) for n in numbers)
    pairing = edition.pair(Tournament(players, rounds=9, initial_colour=Colour.WHITE))
    assert len(pairing.pairs) == 20
    assert all(board.white % 10 != board.black % 10 for board in pairing.pairs)
