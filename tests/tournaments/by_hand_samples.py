"""An arbiter who pairs a round by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests import builders
from tournaments.errors import ConfirmationNeeded, Level
from tournaments.log import queries as log
from tournaments.models import Game, IntegrityEvent, Player, Round, Tournament
from tournaments.rounds.queries import by_hand as by_hand_queries
from tournaments.rounds.queries.boards import games_of
from tournaments.rounds.services import by_hand


class Desk:
    """An arbiter at one round."""

    def __init__(self, event: Tournament, number: int, actor: User) -> None:
        self.event, self.number, self.actor = event, number, actor

    @property
    def round(self) -> Round:
        return self.event.rounds.get(number=self.number)

    def do(self, service: Callable[..., Any], **facts: Any) -> Any:
        """Call the service without answering its questions."""
        return service(tournament=self.event, number=self.number, actor=self.actor, **facts)

    def insist(self, service: Callable[..., Any], **facts: Any) -> Any:
        """Call the service, and confirm its questions."""
        return builders.confirmed(
            service, tournament=self.event, number=self.number, actor=self.actor, **facts
        )

    def player(self, number: int) -> Player:
        return self.event.players.get(number=number)

    def game(self, white: int, black: int) -> Game:
        found = Game.objects.filter(round=self.round, seats__player__number=white)
        return found.get(pk__in=Game.objects.filter(seats__player__number=black))

    def pair(self, white: int, black: int, *, insist: bool = True) -> Game:
        how = self.insist if insist else self.do
        made: Game = how(by_hand.pair_two, white=self.player(white).pk, black=self.player(black).pk)
        return made

    def unpair(self, white: int, black: int) -> None:
        self.do(by_hand.unpair, game=self.game(white, black).pk)

    def boards(self) -> set[tuple[int | None, int | None]]:
        return {(board.white.number, board.black.number) for board in games_of(self.round)}

    def swap(self, white: int, black: int) -> None:
        """Give White to the player who had Black, whatever it takes."""
        self.insist(by_hand.swap_colours, game=self.game(white, black).pk, white_to=self.player(black).pk)

    def free(self) -> list[int]:
        return [player.number or 0 for player in by_hand_queries.free_players(self.round)]

    def standing(self) -> IntegrityEvent | None:
        return log.manual_pairing(self.round)


@pytest.fixture
def desk(event: Tournament, chief: User) -> Desk:
    """Round 2, which the rules pair 3-1 2-4 … or similarly, after one game for everybody."""
    return Desk(event, 2, chief)


@pytest.fixture
def begun(desk: Desk) -> Desk:
    """The desk after the phase has begun, with the engine's draft."""
    desk.do(by_hand.begin)
    return desk


@pytest.fixture
def odd(chief: User) -> Desk:
    """Seven players, one round played: number 7 has had the bye."""
    event = builders.tournament(chief, players=7)
    builders.play(event, 1, chief)
    desk = Desk(event, 2, chief)
    desk.do(by_hand.begin)
    return desk


def won(event: Tournament, player: Player) -> bool:
    seat = player.seats.get(round__number=1)
    return seat.colour == "w"


def asked(desk: Desk, service: Callable[..., Any], **facts: Any) -> list[tuple[Level, str, str]]:
    with pytest.raises(ConfirmationNeeded) as question:
        desk.do(service, **facts)
    return [(w.level, w.code, w.sentence) for w in question.value.warnings]


def exchange(desk: Desk) -> tuple[set[tuple[int | None, int | None]], set[tuple[int | None, int | None]]]:
    """Two boards exchange their Blacks; returns the boards before and after."""
    before = desk.boards()
    (white, black), (other, last) = sorted(before, key=str)[:2]
    desk.unpair(white or 0, black or 0)
    desk.unpair(other or 0, last or 0)
    desk.pair(white or 0, last or 0)
    desk.pair(other or 0, black or 0)
    return before, desk.boards()
