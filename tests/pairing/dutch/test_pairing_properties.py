"""Properties of every pairing, whatever the edition and the history."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.core.records import colour_history
from pairing.core.scores import pairing_score, topscorer_limit
from pairing.core.tournament import (
    ABSENCE,
    BLANK,
    Colour,
    Outcome,
    Player,
    Prohibition,
    RoundPairing,
    Tournament,
    UnpairableRound,
)
from pairing.editions import pair_round
from tests.pairing.positions import Habits, a_tournament, events, random_history, seeded
from tests.swiss import SWISS


@dataclass(frozen=True)
class Text:
    """What the text of an edition says about the bye, topscorers and the last rule of colours."""

    # A player who had one of these takes no bye.
    bars_bye: frozenset[Outcome]
    # Whether a topscorer's opponent is exempt from the limits for colours as the topscorer is.
    opponent_exempt: bool
    # Whether that rule counts numbers among those who take part; if not, the number itself is odd or even.
    numbers_by_place: bool
    # Whether anybody is exempt at all.
    topscorers: bool = True


HAD_BYE = frozenset({Outcome.PAIRING_ALLOCATED_BYE, Outcome.FORFEIT_WIN})
HAD_FULL_POINT = HAD_BYE | {Outcome.FULL_POINT_BYE}
TEXTS = {
    "dutch-2026": Text(HAD_FULL_POINT, opponent_exempt=True, numbers_by_place=True),
    "dutch-2016": Text(HAD_BYE, opponent_exempt=True, numbers_by_place=True),
    "burstein-2026": Text(HAD_FULL_POINT, opponent_exempt=False, numbers_by_place=True, topscorers=False),
    "rating-2012": Text(
        HAD_FULL_POINT | {Outcome.HALF_POINT_BYE}, opponent_exempt=True, numbers_by_place=False
    ),
    "dubov-2026": Text(HAD_FULL_POINT, opponent_exempt=False, numbers_by_place=True, topscorers=False),
    "rating-1998": Text(HAD_FULL_POINT, opponent_exempt=False, numbers_by_place=False),
}

every_edition = pytest.mark.parametrize("edition", SWISS)
seeds = st.integers(0, 10**6)


def position(seed: int, edition: str) -> Tournament:
    """A position from a simulated tournament, or one after an arbitrary history."""
    rng = seeded(seed)
    if rng.randrange(2):
        return random_history(rng, rng.randint(2, 24), rng.randint(0, 6))
    rounds = rng.randint(1, 8)
    habits = Habits(
        draws=rng.choice([5, 40, 90]),
        forfeits=5,
        requested_byes=8,
        full_point_byes=rng.choice([0, 4]),
        late=20,
    )
    return list(events(rng, a_tournament(rng.randint(2, 24), rounds), rounds, habits, edition))[-1]


def small_position(seed: int, edition: str) -> Tournament:
    """A position of few players after many rounds; some must not meet, and often there is no pairing."""
    rng = seeded(seed)
    players = rng.randint(2, 7)
    rounds = rng.randint(1, players)
    clubs = (frozenset(rng.sample(range(1, players + 1), 2)) for _ in range(rng.randint(0, 3)))
    tournament = a_tournament(players, rounds, forbidden=tuple(map(Prohibition, clubs)))
    habits = Habits(draws=rng.choice([5, 40, 90]), forfeits=5, requested_byes=8, full_point_byes=4, late=10)
    return list(events(rng, tournament, rounds, habits, edition))[-1]


def paired(tournament: Tournament, edition: str) -> RoundPairing | None:
    try:
        return pair_round(tournament, edition)
    except UnpairableRound:
        return None


def boards(tournament: Tournament, edition: str) -> list[tuple[int, int]] | None:
    pairing = paired(tournament, edition)
    return pairing and [(board.white, board.black) for board in pairing.pairs]


# -- the absolute criteria, from the facts --------------------------------------------------------------


def players_to_pair(tournament: Tournament) -> list[Player]:
    coming = tournament.played_rounds + 1
    return [player for player in tournament.players if player.cell(coming) == BLANK]


def is_topscorer(tournament: Tournament, player: Player) -> bool:
    coming = tournament.played_rounds + 1
    limit = topscorer_limit(tournament, coming)
    return limit is not None and pairing_score(tournament, player, coming) > limit


def within_limits(colours: Sequence[Colour]) -> bool:
    """Whether no difference was ever above two, and no colour came three times running."""
    differences = accumulate(1 if colour is Colour.WHITE else -1 for colour in colours)
    running = zip(colours, colours[1:], colours[2:], strict=False)
    return all(abs(d) <= 2 for d in differences) and all(len(set(three)) > 1 for three in running)


def colours_of(player: Player) -> tuple[Colour, ...]:
    return colour_history(player, len(player.cells))


def breaks_limits(player: Player, colour: Colour) -> bool:
    """Whether `colour` would be the first to break the limits for `player`."""
    return within_limits(colours_of(player)) and not within_limits((*colours_of(player), colour))


def have_met(one: Player, two: Player) -> bool:
    return any(cell.played and cell.opponent == two.number for cell in one.cells)


def may_take_bye(player: Player, edition: str) -> bool:
    return not TEXTS[edition].bars_bye & {cell.outcome for cell in player.cells}


def colours_in_order(tournament: Tournament, white: Player, black: Player, edition: str) -> bool:
    tops = tuple(TEXTS[edition].topscorers and is_topscorer(tournament, one) for one in (white, black))
    exempt = (any(tops),) * 2 if TEXTS[edition].opponent_exempt else tops
    return (exempt[0] or not breaks_limits(white, Colour.WHITE)) and (
        exempt[1] or not breaks_limits(black, Colour.BLACK)
    )


@every_edition
@given(seed=seeds)
def test_complete_and_within_the_absolute_criteria(edition: str, seed: int) -> None:
    tournament = position(seed, edition)
    pairing = paired(tournament, edition)
    if pairing is None:
        return
    present = {player.number: player for player in players_to_pair(tournament)}
    placed = [number for board in pairing.pairs for number in (board.white, board.black)]
    byes = [] if pairing.bye is None else [pairing.bye]
    assert sorted(placed + byes) == sorted(present)
    assert len(byes) == len(present) % 2
    assert all(may_take_bye(present[number], edition) for number in byes)
    for board in pairing.pairs:
        white, black = present[board.white], present[board.black]
        assert not have_met(white, black)
        assert colours_in_order(tournament, white, black, edition)


@every_edition
@given(seed=seeds)
def test_no_pairing_only_where_there_is_none(edition: str, seed: int) -> None:
    """Every way to pair a small field is tried."""
    tournament = small_position(seed, edition)
    coming = tournament.played_rounds + 1
    apart = [group.players for group in tournament.forbidden if group.holds_in(coming)]

    def may_meet(one: Player, two: Player) -> bool:
        if have_met(one, two) or any({one.number, two.number} <= group for group in apart):
            return False
        either = ((one, two), (two, one))
        return any(colours_in_order(tournament, white, black, edition) for white, black in either)

    def completable(players: list[Player]) -> bool:
        if not players:
            return True
        first, *rest = players
        if len(players) % 2 and may_take_bye(first, edition) and completable(rest):
            return True
        return any(
            may_meet(first, two) and completable([other for other in rest if other is not two])
            for two in rest
        )

    possible = completable(players_to_pair(tournament))
    assert (paired(tournament, edition) is not None) is possible


# -- what must not matter -------------------------------------------------------------------------------


@every_edition
@given(seed=seeds)
def test_deterministic_and_independent_of_the_order_of_the_list(edition: str, seed: int) -> None:
    tournament = position(seed, edition)
    first = paired(tournament, edition)
    assert paired(tournament, edition) == first
    assert paired(replace(tournament, players=tournament.players[::-1]), edition) == first


@every_edition
@given(seed=seeds, step=st.integers(1, 5))
def test_numbers_count_only_by_their_order(edition: str, seed: int, step: int) -> None:
    """Numbers with gaps give the same pairing, and a player who never came does not count."""
    tournament = position(seed, edition)
    # Where odd and even numbers matter, they stay odd and even.
    factor, shift = (step, 3) if TEXTS[edition].numbers_by_place else (2 * step + 1, 2)

    def moved(number: int | None) -> int | None:
        return None if number is None else number * factor + shift

    players = tuple(
        replace(
            p,
            number=p.number * factor + shift,
            cells=tuple(replace(c, opponent=moved(c.opponent)) for c in p.cells),
        )
        for p in tournament.players
    )
    stranger = Player(1, cells=(ABSENCE,) * (tournament.played_rounds + 1))
    found = boards(tournament, edition)
    expected = found and [(moved(white), moved(black)) for white, black in found]
    assert boards(replace(tournament, players=(stranger, *players)), edition) == expected


# The Dubov System orders players who seek White by other numbers than those who seek Black.
@pytest.mark.parametrize("edition", [code for code in SWISS if code != "dubov-2026"])
@given(seed=seeds)
def test_all_colours_reversed_reverse_the_pairing(edition: str, seed: int) -> None:
    tournament = position(seed, edition)
    players = tuple(
        replace(p, cells=tuple(replace(c, colour=c.colour and c.colour.opposite) for c in p.cells))
        for p in tournament.players
    )
    found = boards(tournament, edition)
    expected = found and [(black, white) for white, black in found]
    assert boards(replace(tournament, players=players, initial_colour=Colour.BLACK), edition) == expected
