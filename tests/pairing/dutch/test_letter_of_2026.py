"""The engine of 2026 against the rule carried out to the letter, on small positions of every kind."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from pairing.core.records import Float, bars_by_2026, float_of_2026, make_records
from pairing.core.tournament import (
    Cell,
    Colour,
    Outcome,
    Player,
    Prohibition,
    Scoring,
    Tournament,
    UnpairableRound,
)
from pairing.dutch.edition_2026 import pair
from tests.chance import all_of_it
from tests.pairing.literal_2026 import pair_literally
from tests.pairing.positions import (
    SCORINGS,
    Habits,
    a_tournament,
    events,
    happens,
    lawful,
    scattered,
    seeded,
)

type Couples = set[frozenset[int]]

UNUSUAL_SCORINGS = (
    *SCORINGS,
    Scoring(pairing_allocated_bye=0),
    # An absence and the allocated bye bring what a loss brings.
    Scoring(
        white_win=30,
        black_win=30,
        white_draw=20,
        black_draw=20,
        white_loss=10,
        black_loss=10,
        forfeit_win=30,
        full_point_bye=30,
        half_point_bye=20,
        pairing_allocated_bye=10,
        zero_point_bye=10,
    ),
)


def by_engine(tournament: Tournament) -> Couples | None:
    try:
        return {frozenset((board.white, board.black)) for board in pair(tournament).pairs}
    except UnpairableRound:
        return None


def by_letter(tournament: Tournament) -> Couples | None:
    couples = pair_literally(tournament)
    return None if couples is None else {frozenset((one.number, two.number)) for one, two in couples}


def kept_apart(rng: random.Random, players: int, rounds: int) -> tuple[Prohibition, ...]:
    """Clubs whose members may not meet, in all rounds or in some."""
    clubs = []
    for _ in range(rng.choice([0, 0, 1, 2])):
        members = frozenset(rng.sample(range(1, players + 1), min(players, rng.randint(2, 4))))
        first = rng.randint(1, rounds)
        spans = [(1, None), (first, None), (first, rng.randint(first, rounds)), (1, first)]
        clubs.append(Prohibition(members, *rng.choice(spans)))
    return tuple(clubs)


def with_virtual_points(rng: random.Random, tournament: Tournament, rounds: int) -> Tournament:
    """No virtual points, points for the upper half, or random points that may make most scores differ."""
    size = len(tournament.players)
    match rng.randrange(5):
        case 0:
            schedules = [(10, 10, 5)[:rounds] if number < size / 2 else () for number in range(size)]
        case 1:
            schedules = [tuple(rng.randrange(0, 40, 5) for _ in range(rounds)) for _ in range(size)]
        case 2:
            schedules = [tuple(rng.sample(range(0, 90, 5), rounds)) for _ in range(size)]
        case _:
            return tournament
    pairs = zip(tournament.players, schedules, strict=True)
    return replace(tournament, players=tuple(replace(player, virtual=points) for player, points in pairs))


def played(rng: random.Random, players: int) -> Iterator[Tournament]:
    """The rounds of a realistic tournament, with at most one round per possible opponent."""
    rounds = rng.randint(2, max(2, players - 1))
    habits = Habits(
        draws=rng.choice([5, 30, 60, 95]),
        forfeits=rng.choice([0, 3, 20]),
        requested_byes=rng.choice([0, 3, 20]),
        full_point_byes=rng.choice([0, 0, 10]),
        late=rng.choice([0, 0, 40]),
        favourites=rng.choice([50, 70, 95]),
    )
    tournament = a_tournament(
        players,
        rounds,
        scoring=rng.choice(UNUSUAL_SCORINGS),
        forbidden=kept_apart(rng, players, rounds),
    )
    tournament = with_virtual_points(rng, tournament, rounds)
    yield from events(rng, tournament, rounds, habits, "dutch-2026")


def anything(rng: random.Random, players: int) -> Iterator[Tournament]:
    """A history that no Swiss would produce, often before the last round."""
    rounds = rng.randint(1, 6)
    tournament = scattered(rng, players, rounds)
    if happens(rng, 30):
        tournament = with_virtual_points(rng, tournament, rounds + 1)
    if happens(rng, 30):
        tournament = replace(tournament, players=tuple(map(with_full_points, tournament.players)))
    if happens(rng, 40):
        tournament = replace(tournament, rounds=tournament.played_rounds + 1)
    tournament = replace(
        tournament,
        scoring=rng.choice(UNUSUAL_SCORINGS),
        forbidden=kept_apart(rng, players, rounds + 1),
    )
    if lawful(tournament):
        yield tournament


def with_full_points(player: Player) -> Player:
    """The player with full-point byes in place of half-point byes."""
    full = Cell(outcome=Outcome.FULL_POINT_BYE)
    cells = tuple(full if cell.outcome is Outcome.HALF_POINT_BYE else cell for cell in player.cells)
    return replace(player, cells=cells)


KINDS = (played, anything)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(10 if all_of_it() else 4))
def test_the_letter_of_the_rule(
    kind: Callable[[random.Random, int], Iterator[Tournament]], seed: int
) -> None:
    rng = seeded(f"{kind.__name__} {seed}")
    compared = 0
    for _ in range(12 if kind is played else 40):
        for tournament in kind(rng, rng.randint(3, 8)):
            compared += 1
            assert by_engine(tournament) == by_letter(tournament), tournament
    assert compared > 10


# -- what is known of each player -----------------------------------------------------------------------


def score_in(tournament: Tournament, player: Player, number: int) -> int:
    """1.2: the points of the rounds before, and the virtual points of the round."""
    earned = sum(tournament.scoring.points(player.cell(before)) for before in range(1, number))
    return earned + sum(player.virtual[number - 1 : number])


def float_by_letter(tournament: Tournament, player: Player, number: int) -> Float | None:
    """1.4.2 to 1.4.4."""
    if number < 1:
        return None
    cell, scoring = player.cell(number), tournament.scoring
    if cell.played:
        opponent = next(other for other in tournament.players if other.number == cell.opponent)
        mine, yours = (score_in(tournament, one, number) for one in (player, opponent))
        return None if mine == yours else Float.DOWN if mine > yours else Float.UP
    more_than_a_loss = scoring.points(cell) > scoring.white_loss
    return Float.DOWN if cell.outcome is Outcome.PAIRING_ALLOCATED_BYE or more_than_a_loss else None


def preference_by_letter(colours: list[Colour]) -> tuple[str, Colour | None]:
    """1.7."""
    if not colours:
        return "none", None
    white = colours.count(Colour.WHITE)
    difference = white - (len(colours) - white)
    if abs(difference) > 1:
        return "absolute", Colour.BLACK if difference > 1 else Colour.WHITE
    if colours[-2:] in ([Colour.WHITE] * 2, [Colour.BLACK] * 2):
        return "absolute", colours[-1].opposite
    if difference:
        return "strong", Colour.BLACK if difference > 0 else Colour.WHITE
    return "mild", colours[-1].opposite


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_known_of_each_player(kind: Callable[[random.Random, int], Iterator[Tournament]]) -> None:
    rng = seeded(f"known {kind.__name__}")
    for _ in range(60):
        for tournament in kind(rng, rng.randint(3, 12)):
            played, scoring = tournament.played_rounds, tournament.scoring
            players = {player.number: player for player in tournament.players}
            records = make_records(tournament, float_of=float_of_2026, bars_from_bye=bars_by_2026)
            for record in records:
                player = players[record.number]
                cells = [player.cell(number) for number in range(1, played + 1)]
                colours = [cell.colour for cell in cells if cell.played and cell.colour]
                barring = [
                    cell.outcome is Outcome.PAIRING_ALLOCATED_BYE
                    or (not cell.played and scoring.points(cell) >= scoring.white_win)
                    for cell in cells
                ]
                score = score_in(tournament, player, played + 1)
                assert record.score == score
                assert record.floats == tuple(
                    float_by_letter(tournament, player, number) for number in (played, played - 1)
                )
                assert record.may_take_bye is not any(barring)
                assert record.unplayed == played - len(colours)
                strength = record.preference.strength.name.lower()
                assert (strength, record.preference.colour) == preference_by_letter(colours)
                last = tournament.rounds == played + 1
                assert record.topscorer is (last and 2 * score > played * scoring.white_win)
