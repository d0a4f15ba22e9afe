"""Reading a match of two games: which round is which game, and the points of both games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tournaments import engine
from tournaments.models import Game, Round


@dataclass(frozen=True, slots=True)
class Place:
    """The match that a round belongs to, which of its games the round is, and the round of the other game."""

    match: int
    game: int
    other: Round


class Both(NamedTuple):
    """The other game at a board, which of the two it is, and the points so far of this one's White and Black.

    Points are tenths; None before either game has a result.
    """

    other: Game
    game: int
    points: tuple[int, int] | None


def place_of(round_: Round) -> Place | None:
    """The place of the round in its match; None if games are single."""
    match = engine.rounds_of_match(round_.tournament, round_.number)
    others = [number for number in match if number != round_.number]
    if not others:
        return None
    other = round_.tournament.rounds.filter(number=others[0]).first()
    game = match.index(round_.number) + 1
    return Place(engine.match_number(round_.tournament, round_.number), game, other) if other else None


def game_asked_for(round_: Round, game: str) -> Round:
    """The round, or that of its match's other game if `game` names it and that round is on."""
    place = place_of(round_) if game else None
    if place and game == str(3 - place.game) and place.other.state == Round.State.PUBLISHED:
        return place.other
    return round_


def both_games(round_: Round, games: Mapping[int, Game]) -> dict[int, Both]:
    """Board -> its match, for these games of the round by board; {} for single games or a draft."""
    place = place_of(round_) if round_.is_public else None
    if place is None:
        return {}
    scoring = engine.scoring(round_.tournament)
    found = {}
    for other in place.other.games.filter(board__in=games):
        own = games[other.board or 0]
        white, black = engine.points_at_board(scoring, own)
        of_black, of_white = engine.points_at_board(scoring, other)
        points = (white + of_white, black + of_black) if own.result or other.result else None
        found[other.board or 0] = Both(other, 3 - place.game, points)
    return found
