"""Matches of two games: they are two rounds of an event, paired together (C.04.5).

Of all other events each round is a match of its own, so that nobody has to ask which system it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing import editions

if TYPE_CHECKING:
    from tournaments.models import Tournament


def games_of_match(tournament: Tournament) -> int:
    """How many rounds of the event one pairing fills; one where this release does not have its rules."""
    known = editions.EDITIONS.get(tournament.edition)
    return known.form.games if known else 1


def rounds_of_match(tournament: Tournament, number: int) -> range:
    """The rounds of the event that are paired together with round `number`, that one among them."""
    games = games_of_match(tournament)
    first = number - (number - 1) % games
    return range(first, first + games)


def match_number(tournament: Tournament, number: int) -> int:
    """Which pairing it is that round `number` of the event belongs to, from 1."""
    return -(-number // games_of_match(tournament))
