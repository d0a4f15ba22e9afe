"""Events in which norms are made: strong players of many federations, one of whom seeks a norm."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django.contrib.auth.models import User

from tests import builders
from tests.again import again
from tournaments.event.services import course
from tournaments.event.services import event as event_services
from tournaments.models import Game, Player, Tournament
from tournaments.players.services.players import add_players

FIRST = date(2026, 4, 1)
FEDERATIONS = ("ESP", "FRA", "GER", "ITA")
TITLES = ("GM", "GM", "IM", "FM")
HERO = "Ødegård-Łukasz, Ελένη Жанна"


@again
def event(chief: User, *, players: int = 24, rounds: int = 9, **regulations: Any) -> Tournament:
    """An open in Spain with players rated 2560, 2555 and so on, all titled except one, from Poland.

    A round a day, two hours for each player, an arbiter with the title IA.
    """
    days = {"start_date": FIRST, "end_date": FIRST + timedelta(days=rounds - 1)}
    made = builders.tournament(
        chief,
        players=0,
        rounds=rounds,
        **{"name": "Open of Oban", "city": "Oban", "federation": "ESP", "minutes": 120} | days | regulations,
    )
    others = [
        {
            "name": f"{builders.NAMES[place % 10]}, {chr(65 + place)}",
            "rating": 2560 - 5 * place,
            "title": TITLES[place % 4],
            "federation": FEDERATIONS[place // 4 % 4],
            "fide_id": str(1000 + place),
        }
        for place in range(players - 1)
    ]
    hero = {"name": HERO, "rating": 2400, "federation": "POL", "fide_id": "2000", "sex": "w"}
    add_players(tournament=made, actor=chief, entries=[*others, hero | {"birth": "2001/02/03"}])
    event_services.name_arbiters(
        tournament=made, chief={"title": "IA", "name": "Grant, Iain", "fide_id": "2400001"}, actor=chief
    )
    course.fill_schedule(tournament=made, first_day=FIRST, every=1, times=[], actor=chief)
    made.refresh_from_db()
    return made


def hero_of(made: Tournament) -> Player:
    """The player who seeks a norm."""
    return made.players.get(name=HERO)


@again
def play(made: Tournament, chief: User, *outcomes: float, begin: int = 1) -> None:
    """Play a round for each of the hero's outcomes: 1, 0.5 or 0. All other games are drawn."""
    for number, outcome in enumerate(outcomes, begin):
        round_ = builders.publish(made, number, chief)
        seat = hero_of(made).seats.select_related("game").get(round=round_)
        results = dict.fromkeys(range(1, made.players.count() // 2 + 1), Game.Result.DRAW)
        if seat.game and outcome != 0.5:
            won_by_white = (outcome == 1) == (seat.colour == "w")
            results[seat.game.board or 0] = Game.Result.WHITE_WINS if won_by_white else Game.Result.BLACK_WINS
        builders.enter(made, number, chief, results)
