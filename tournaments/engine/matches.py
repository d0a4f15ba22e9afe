"""Matches of two games: they are two rounds of an event, paired together (C.04.5).

In all other events each round is a match of its own, so that callers need not ask which system it is.
"""

from __future__ import annotations

from pairing import editions
from tournaments.models import Tournament


def games_of_match(tournament: Tournament) -> int:
    """How many rounds of the event one pairing fills; 1 if this release does not have its rules."""
    known = editions.EDITIONS.get(tournament.edition)
    return known.form.games if known else 1


def rounds_of_match(tournament: Tournament, number: int) -> range:
    """The rounds of the event that are paired together with round `number`, that one among them."""
    games = games_of_match(tournament)
    first = number - (number - 1) % games
    return range(first, first + games)


def match_number(tournament: Tournament, number: int) -> int:
    """The number, from 1, of the pairing that round `number` of the event belongs to."""
    return -(-number // games_of_match(tournament))
