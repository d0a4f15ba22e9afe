"""Pairing numbers of a round robin drawn by lot: freely, or restricted by federations (C.05 Annexes 1, 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pairing.core import lots
from pairing.core import tournament as rules
from pairing.round_robin import editions as round_robin
from tournaments.engine.editions import in_words
from tournaments.errors import DomainError
from tournaments.models import Player

# The least and the greatest number of players for which there is a restricted drawing.
VARMA = (min(round_robin.ENVELOPES) - 1, max(round_robin.ENVELOPES))

_NONE = "–"


class NumberDraw(NamedTuple):
    """The numbers by the players' keys, and a line for each envelope drawn."""

    numbers: Mapping[int, int]
    told: tuple[str, ...]


def draw_freely(players: Sequence[Player], seed: str) -> NumberDraw:
    """A number for each player, in the order of their lots."""
    return NumberDraw(lots.drawn(seed, [player.pk for player in players]), ())


def draw_within_sides(players: Sequence[Player], seed: str, last_of_a: int) -> NumberDraw:
    """A number for each player, in the order of their lots, side A before side B; nobody changes sides."""
    lot = draw_freely(players, seed).numbers
    order = sorted(players, key=lambda player: ((player.number or 0) > last_of_a, lot[player.pk]))
    return NumberDraw({player.pk: number for number, player in enumerate(order, 1)}, ())


def draw_restricted(players: Sequence[Player], seed: str) -> NumberDraw:
    """Numbers drawn by C.05 Annex 2, so that players of one federation do not meet in the last rounds.

    A player without a federation counts as a federation of one. Raises DomainError if there is no table for
    that many players.
    """
    entrants = [
        round_robin.Entrant(player.pk, player.federation or f"{_NONE} {player.pk:012}", player.name)
        for player in players
    ]
    try:
        draws = round_robin.varma(entrants, seed)
    except rules.PairingError as error:
        raise DomainError("varma", in_words(error)) from error
    numbers = {key: number for draw in draws for key, number in draw.numbers.items()}
    told = (f"{draw.federation.split()[0]} {draw.envelope}: {_listed(draw.numbers)}" for draw in draws)
    return NumberDraw(numbers, tuple(told))


def _listed(numbers: Mapping[int, int]) -> str:
    return ", ".join(map(str, numbers.values()))
