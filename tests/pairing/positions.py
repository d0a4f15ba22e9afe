"""Random positions to be paired: realistic tournaments, and histories that no Swiss would produce."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pairing.core.records import colour_difference, colour_history, repeated_colour
from pairing.core.tournament import (
    BLANK,
    Cell,
    Colour,
    Outcome,
    Pair,
    Player,
    Prohibition,
    Scoring,
    Tournament,
    UnpairableRound,
)
from pairing.editions import pair_round
from pairing.generator.event import cells_of, with_cells

WIN, DRAW, LOSS = Outcome.WIN, Outcome.DRAW, Outcome.LOSS


@dataclass(frozen=True, slots=True)
class Habits:
    """The frequency of events, in percent of the games or of the players of a round."""

    draws: int = 30
    forfeits: int = 2
    requested_byes: int = 2
    full_point_byes: int = 0
    late: int = 0
    # Chance in percent that the stronger player, by number, wins a decided game.
    favourites: int = 70


def seeded(seed: object) -> random.Random:
    """A random generator that gives the same numbers for the same seed."""
    return random.Random(str(seed))


def happens(rng: random.Random, percent: int) -> bool:
    return rng.randrange(100) < percent


def a_tournament(players: int, rounds: int, **facts: object) -> Tournament:
    entries = tuple(Player(number, rating=2600 - number) for number in range(1, players + 1))
    return replace(Tournament(entries, rounds=rounds, initial_colour=Colour.WHITE), **facts)


def results(rng: random.Random, white: int, black: int, habits: Habits) -> tuple[Outcome, Outcome]:
    """The result of one game, for White and for Black."""
    if happens(rng, habits.forfeits):
        lose, win = Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN
        return rng.choice([(win, lose), (lose, win), (lose, lose)])
    if happens(rng, habits.draws):
        return DRAW, DRAW
    white_wins = happens(rng, habits.favourites) is (white < black)
    return (WIN, LOSS) if white_wins else (LOSS, WIN)


def bye_requests(rng: random.Random, tournament: Tournament, habits: Habits) -> Tournament:
    """The tournament with the byes that players asked for in the coming round."""
    coming = tournament.played_rounds + 1
    cells = {}
    for player in tournament.players:
        arrived = any(c.paired for c in player.cells)
        if coming <= 3 and not arrived and happens(rng, habits.late):
            cells[player.number] = Cell(outcome=Outcome.ZERO_POINT_BYE)
        elif happens(rng, habits.full_point_byes):
            cells[player.number] = Cell(outcome=Outcome.FULL_POINT_BYE)
        elif happens(rng, habits.requested_byes):
            kinds = [Outcome.HALF_POINT_BYE, Outcome.ZERO_POINT_BYE]
            cells[player.number] = Cell(outcome=rng.choice(kinds))
    return with_cells(tournament, cells)


def play(rng: random.Random, tournament: Tournament, habits: Habits, edition: str) -> Tournament:
    """Pair the coming round and play it."""
    pairing = pair_round(tournament, edition)

    def result(_board: int, pair: Pair) -> tuple[Outcome, Outcome]:
        return results(rng, pair.white, pair.black, habits)

    return with_cells(tournament, cells_of(pairing, result))


def events(
    rng: random.Random,
    tournament: Tournament,
    rounds: int,
    habits: Habits | None = None,
    edition: str = "dutch-2016",
) -> Iterator[Tournament]:
    """The positions of a tournament before each round, as long as it can be paired."""
    habits = habits or Habits()
    for _ in range(rounds):
        tournament = bye_requests(rng, tournament, habits)
        yield tournament
        try:
            tournament = play(rng, tournament, habits, edition)
        except UnpairableRound:
            return


def random_history(rng: random.Random, players: int, rounds: int, byes: int = 5) -> Tournament:
    """A history of arbitrary pairs and colours; players may have met more than once."""
    tournament = a_tournament(players, rounds + rng.choice([1, 1, 3]))
    for _ in range(rounds):
        numbers = list(range(1, players + 1))
        rng.shuffle(numbers)
        cells = dict.fromkeys(numbers, BLANK)
        allocated = False
        while numbers:
            one = numbers.pop()
            if not numbers or happens(rng, byes):
                kinds = [Outcome.HALF_POINT_BYE, Outcome.ZERO_POINT_BYE, Outcome.PAIRING_ALLOCATED_BYE]
                kind = rng.choice(kinds[: 2 if allocated else 3])
                allocated = allocated or kind is Outcome.PAIRING_ALLOCATED_BYE
                cells[one] = Cell(outcome=kind)
                continue
            two = numbers.pop()
            white, black = results(rng, one, two, Habits())
            cells[one], cells[two] = Cell(two, Colour.WHITE, white), Cell(one, Colour.BLACK, black)
        tournament = with_cells(tournament, cells)
    return tournament


SCORINGS = (
    Scoring(),
    Scoring(pairing_allocated_bye=5),
    Scoring(
        white_win=30,
        black_win=30,
        white_draw=10,
        black_draw=10,
        half_point_bye=10,
        full_point_bye=30,
        pairing_allocated_bye=30,
        forfeit_win=30,
    ),
)


def simulated(
    rng: random.Random, players: int, rounds: int, edition: str = "dutch-2016"
) -> Iterator[Tournament]:
    """The positions of a tournament with random habits, scoring, clubs and acceleration."""
    habits = Habits(
        draws=rng.randint(5, 90),
        forfeits=rng.choice([0, 3, 15]),
        requested_byes=rng.choice([0, 3, 15]),
        full_point_byes=rng.choice([0, 0, 4]),
    )
    tournament = a_tournament(players, rounds, scoring=rng.choice(SCORINGS))
    if rng.randrange(3) == 0:
        clubs = (Prohibition(frozenset(rng.sample(range(1, players + 1), min(players, 3)))) for _ in range(2))
        tournament = replace(tournament, forbidden=tuple(clubs))
    if rng.randrange(3) == 0:
        half = players // 2
        accelerated = tuple(
            replace(p, virtual=(10, 10, 5)[: rounds - 1] if p.number <= half else ())
            for p in tournament.players
        )
        tournament = replace(tournament, players=accelerated)
    yield from events(rng, tournament, rounds, habits, edition)


def scattered(rng: random.Random, players: int, rounds: int) -> Tournament:
    """An arbitrary history, sometimes with scores that no games could give."""
    tournament = random_history(rng, players, rounds, rng.choice([0, 5, 20, 40]))
    if rng.randrange(3) == 0:
        virtual = (tuple(rng.choice([0, 0, 5, 10]) for _ in range(rounds + 1)) for _ in tournament.players)
        moved = (replace(p, virtual=v) for p, v in zip(tournament.players, virtual, strict=True))
        tournament = replace(tournament, players=tuple(moved))
    return replace(tournament, scoring=rng.choice(SCORINGS))


def lawful_colours(player: Player) -> bool:
    """Whether a player's colours could come from pairings by the rules.

    For a difference of more than two, or if the last two games contradict the difference, the articles on
    colours define nothing to compare.
    """
    colours = colour_history(player, len(player.cells))
    difference, repeated = colour_difference(colours), repeated_colour(colours)
    if abs(difference) > 2:
        return False
    return not (repeated and difference and (repeated is Colour.WHITE) != (difference > 0))


def lawful(tournament: Tournament) -> bool:
    """Whether everybody's colours could come from pairings by the rules."""
    return all(map(lawful_colours, tournament.players))
