"""Three second opinions on random positions: the rule to the letter, an independent program, ourselves.

The engine has two ways to pair a bracket; wherever the short one finds something, the long one must
find the same.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from pairing.dutch.best_candidate import pair_bracket
from pairing.dutch.edition_2016 import pair
from pairing.dutch.plain_bracket import pair_plainly
from pairing.dutch.weighed_bracket import pair_by_weight
from pairing.preferences import colour_difference, colour_history, repeated_colour
from pairing.records import initial_order
from pairing.tournament import Colour, Player, Prohibition, Tournament, UnpairableRound
from tests.pairing.literal_2016 import pair_literally
from tests.pairing.other_program import as_set, pairs_of, prepared
from tests.pairing.positions import SCORINGS, Habits, a_tournament, events, random_history, seeded

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

    from pairing.dutch.bracket import Bracket, Candidate, Couple
    from pairing.dutch.criteria import Criterion


def simulated(rng: random.Random, players: int, rounds: int) -> Iterator[Tournament]:
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
    yield from events(rng, tournament, rounds, habits)


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

    Beyond a difference of two, or where the last two games contradict the difference, the articles on
    colours do not say anything that one could compare.
    """
    colours = colour_history(player, len(player.cells))
    difference, repeated = colour_difference(colours), repeated_colour(colours)
    if abs(difference) > 2:
        return False
    return not (repeated and difference and (repeated is Colour.WHITE) != (difference > 0))


def lawful(tournament: Tournament) -> bool:
    return all(map(lawful_colours, tournament.players))


# -- the letter of the rule -----------------------------------------------------------------------------


def couples_of(tournament: Tournament) -> set[frozenset[int]] | None:
    try:
        return {frozenset((board.white, board.black)) for board in pair(tournament).pairs}
    except UnpairableRound:
        return None


def literal_couples_of(tournament: Tournament) -> set[frozenset[int]] | None:
    couples = pair_literally(tournament)
    return None if couples is None else {frozenset((one.number, two.number)) for one, two in couples}


@pytest.mark.parametrize("seed", range(12))
def test_the_letter_of_the_rule_in_simulated_tournaments(seed: int) -> None:
    rng = seeded(f"simulated {seed}")
    for _ in range(8):
        players = rng.randint(3, 8)
        for tournament in simulated(rng, players, rng.randint(2, players)):
            assert couples_of(tournament) == literal_couples_of(tournament)


@pytest.mark.parametrize("seed", range(12))
def test_the_letter_of_the_rule_after_arbitrary_histories(seed: int) -> None:
    rng = seeded(f"scattered {seed}")
    for _ in range(80):
        tournament = scattered(rng, rng.randint(3, 8), rng.randint(1, 6))
        if lawful(tournament):
            assert couples_of(tournament) == literal_couples_of(tournament)


# -- py4swiss -------------------------------------------------------------------------------------------


def in_its_terms(tournament: Tournament) -> set[tuple[int, int]] | None:
    try:
        pairing = pair(tournament)
    except UnpairableRound:
        return None
    return as_set(pairing.pairs, pairing.bye)


@pytest.mark.parametrize("seed", range(20))
def test_py4swiss_agrees(seed: int) -> None:
    """The other program also numbers players who have not arrived yet: such positions are left out.

    In a few small rounds it pairs otherwise; there the letter of the rule has the last word.
    """
    rng = seeded(f"py4swiss {seed}")
    compared = 0
    for tournament in simulated(rng, rng.randint(6, 40), rng.randint(4, 11)):
        if len(initial_order(tournament)) < len(tournament.players):
            continue
        compared += 1
        theirs = pairs_of(prepared(tournament))
        if in_its_terms(tournament) != theirs:
            assert len(tournament.players) <= 8
            assert couples_of(tournament) == literal_couples_of(tournament)
    assert compared


# -- the two ways ---------------------------------------------------------------------------------------


def as_numbers(pairs: Sequence[Couple]) -> set[frozenset[int]]:
    return {frozenset((one.number, two.number)) for one, two in pairs}


@pytest.mark.parametrize("kind", ["simulated", "long", "scattered"])
@pytest.mark.parametrize("seed", range(5))
def test_the_short_way_ends_where_the_long_way_ends(
    monkeypatch: pytest.MonkeyPatch, kind: str, seed: int
) -> None:
    compared = 0

    def both(bracket: Bracket, criteria: Sequence[Criterion]) -> Candidate:
        nonlocal compared
        plain = pair_plainly(bracket, criteria)
        if plain is not None and len(bracket.players + bracket.following) <= 40:
            compared += 1
            assert as_numbers(plain) == as_numbers(pair_by_weight(bracket, criteria)[0])
        return pair_bracket(bracket, criteria)

    monkeypatch.setattr("pairing.dutch.edition_2016.pair_bracket", both)
    rng = seeded(f"{kind} {seed}")
    for _ in range(6):
        if kind == "scattered":
            couples_of(scattered(rng, rng.randint(4, 40), rng.randint(1, 8)))
            continue
        players = rng.randint(4, 16) if kind == "long" else rng.randint(10, 60)
        rounds = players // 2 if kind == "long" else rng.randint(3, 9)
        for tournament in simulated(rng, players, rounds):
            couples_of(tournament)
    assert compared
