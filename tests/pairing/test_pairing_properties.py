"""What every pairing has to keep, whatever the history."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.dutch.edition_2016 import pair
from pairing.tournament import Cell, Colour, Outcome, Tournament, UnpairableRound
from tests.pairing.positions import Habits, a_tournament, events, random_history, seeded

WIN_WITHOUT_PLAYING = {Outcome.FORFEIT_WIN, Outcome.PAIRING_ALLOCATED_BYE}

seeds = st.integers(0, 10**6)


@st.composite
def positions(draw: st.DrawFn) -> Tournament:
    """A position from a simulated tournament, or one after an arbitrary history."""
    rng = seeded(draw(seeds))
    if draw(st.booleans()):
        return random_history(rng, draw(st.integers(2, 24)), draw(st.integers(0, 6)))
    rounds = draw(st.integers(1, 8))
    habits = Habits(draws=draw(st.sampled_from([5, 40, 90])), forfeits=5, requested_byes=8, late=20)
    tournament = a_tournament(draw(st.integers(2, 24)), rounds)
    return list(events(rng, tournament, rounds, habits))[-1]


def paired(tournament: Tournament) -> list[tuple[int, int]] | None:
    try:
        return [(board.white, board.black) for board in pair(tournament).pairs]
    except UnpairableRound:
        return None


@settings(max_examples=150, deadline=None)
@given(positions())
def test_complete_and_within_the_absolute_criteria(tournament: Tournament) -> None:
    try:
        pairing = pair(tournament)
    except UnpairableRound:
        return
    coming = tournament.played_rounds + 1
    present = {p.number for p in tournament.players if p.cell(coming) == Cell()}
    placed = [number for board in pairing.pairs for number in (board.white, board.black)]
    byes = [] if pairing.bye is None else [pairing.bye]
    assert sorted(placed + byes) == sorted(present)
    assert len(byes) == len(present) % 2

    players = {p.number: p for p in tournament.players}
    for board in pairing.pairs:
        met = {cell.opponent for cell in players[board.white].cells if cell.played}
        assert board.black not in met
    for number in byes:
        assert not WIN_WITHOUT_PLAYING & {cell.outcome for cell in players[number].cells}
    if tournament.rounds is None or coming < tournament.rounds:
        for board in pairing.pairs:
            assert not third_time(tournament, board.white, Colour.WHITE)
            assert not third_time(tournament, board.black, Colour.BLACK)


def third_time(tournament: Tournament, number: int, colour: Colour) -> bool:
    """Whether a player with difference 0 or ±1 would have the same colour three times running."""
    player = next(p for p in tournament.players if p.number == number)
    colours = [cell.colour for cell in player.cells if cell.played]
    difference = colours.count(Colour.WHITE) - colours.count(Colour.BLACK)
    return abs(difference) < 2 and colours[-2:] == [colour, colour]


@settings(max_examples=60, deadline=None)
@given(positions())
def test_deterministic_and_independent_of_the_order_of_the_list(tournament: Tournament) -> None:
    first = paired(tournament)
    assert paired(tournament) == first
    assert paired(replace(tournament, players=tournament.players[::-1])) == first


@settings(max_examples=60, deadline=None)
@given(positions(), st.integers(1, 5))
def test_numbers_count_only_by_their_order(tournament: Tournament, step: int) -> None:
    """Numbers with gaps give the same pairing, as pairing numbers are counted among those present."""

    def moved(number: int | None) -> int | None:
        return None if number is None else number * step + 3

    players = tuple(
        replace(
            p,
            number=p.number * step + 3,
            cells=tuple(replace(c, opponent=moved(c.opponent)) for c in p.cells),
        )
        for p in tournament.players
    )
    pairs = paired(tournament)
    expected = pairs and [(moved(white), moved(black)) for white, black in pairs]
    assert paired(replace(tournament, players=players)) == expected


@settings(max_examples=60, deadline=None)
@given(positions())
def test_all_colours_reversed_reverse_the_pairing(tournament: Tournament) -> None:
    players = tuple(
        replace(p, cells=tuple(replace(c, colour=c.colour and c.colour.opposite) for c in p.cells))
        for p in tournament.players
    )
    pairs = paired(tournament)
    expected = pairs and [(black, white) for white, black in pairs]
    assert paired(replace(tournament, players=players, initial_colour=Colour.BLACK)) == expected
