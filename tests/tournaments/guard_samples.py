"""An event for tests that try to change its published rounds."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, models

from tests import builders
from tournaments import guards
from tournaments.event.services import event
from tournaments.models import (
    AuditEvent,
    Game,
    Player,
    Prohibition,
    Publication,
    Round,
    Seat,
    Tournament,
)
from tournaments.players.services import players
from tournaments.rounds.services import rounds

SQLITE = connection.vendor == "sqlite"


Apart = Prohibition.players.through


TABLES = {
    model: model._meta.db_table
    for model in (Tournament, Player, Round, Game, Seat, Prohibition, Apart, AuditEvent, Publication)
}


class Scene:
    """An event with round 1 published, round 2 in draft, and a second event that has only players."""

    def __init__(self, chief: User) -> None:
        self.chief = chief
        self.event = builders.tournament(chief, players=9)
        apart = self.event.players.filter(number__in=(8, 9)).values_list("pk", flat=True)
        self.group = event.keep_apart(tournament=self.event, players=apart, actor=chief)
        self.member = Apart.objects.filter(prohibition=self.group).order_by("pk")[0]
        builders.play(self.event, 1, chief)
        rounds.pair_round(tournament=self.event, number=2, actor=chief)
        # Pairing round 2 finishes round 1.
        self.other = builders.tournament(chief, name="Other Open", players=4, rounds=2)
        self.fresh = players.add_players(
            tournament=self.event, entries=[{"name": "Newcomer, N", "rating": 1000}], actor=chief
        )[0]
        # The newcomer's byes for missed rounds may only be written right after the trail's entry about them:
        # another act ends that.
        builders.entry_link(self.event)
        self.published = self.event.rounds.get(number=1)
        self.draft = self.event.rounds.get(number=2)
        self.planned = self.event.rounds.get(number=3)
        self.seat = self.published.seats.filter(kind="game").order_by("pk")[0]
        self.opposite = self.seat.game.seats.exclude(pk=self.seat.pk).get()
        self.bye = self.published.seats.get(kind="pab")
        self.game = self.seat.game
        self.second = self.published.games.exclude(pk=self.game.pk).order_by("pk")[0]
        self.draft_seat = self.draft.seats.filter(kind="game").order_by("pk")[0]
        self.draft_game = self.draft_seat.game
        self.draft_bye = self.draft.seats.get(kind="pab")
        away = self.other.players.values_list("pk", flat=True)[2:]
        self.elsewhere = event.keep_apart(tournament=self.other, players=away, actor=chief)
        self.outsider = Apart.objects.filter(prohibition=self.elsewhere).order_by("pk")[0]
        self.stranger = self.other.players.order_by("pk")[0]
        self.audit = AuditEvent.objects.filter(tournament=self.event).order_by("pk")[0]
        # PostgreSQL defers the check of foreign keys, and cannot truncate tables until it is done.
        connection.check_constraints()

    def sql(self, statement: str) -> str:
        """The statement with this scene's keys and the tables' names filled in."""
        keys = {name: value.pk for name, value in vars(self).items() if isinstance(value, models.Model)}
        tables = {model.__name__: name for model, name in TABLES.items()} | {"Apart": TABLES[Apart]}
        return statement.format(**keys, **tables, player=self.seat.player_id, bye_player=self.bye.player_id)


@pytest.fixture(scope="module")
def made(module_db: None) -> Scene:
    """The scene shared by the tests of a file that imports these fixtures; each test's changes are undone."""
    return Scene(builders.user("chief"))


@pytest.fixture
def db(made: Scene, undone_db: None) -> None:
    """The tests of that file share the scene."""


@pytest.fixture
def scene(made: Scene, db: None) -> Scene:
    """The scene with its own copies of the rows."""
    return copy.deepcopy(made)


@pytest.fixture
def chief(scene: Scene) -> User:
    """The scene's chief arbiter."""
    return scene.chief


def picture(tournament: Tournament) -> list[tuple[Any, ...]]:
    """The seats and colours of all players in the public rounds."""
    return sorted(
        Seat.objects.filter(round__tournament=tournament, round__state__in=Round.LOCKED).values_list(
            "pk",
            "round_id",
            "round__number",
            "player_id",
            "player__tournament_id",
            "player__name",
            "kind",
            "game_id",
            "game__board",
            "colour",
        ),
        key=str,
    )


# Foreign keys or the audit trail's guard refuse some changes before the guards of the pairing do.
WHY = (
    r"D\.10|append-only|foreign key|FOREIGN KEY|joins two|protected|regulations are fixed|kept apart"
    r"|keeps an owner"
)


def of_another_release(guard: guards.Trigger) -> guards.Trigger:
    """The guard as another release words it."""
    if isinstance(guard, guards.Hold):
        return replace(guard, rows=(*guard.rows, "tournaments_tournament WHERE id = 0 FOR KEY SHARE"))
    return replace(guard, condition=f"{guard.condition} AND 1 = 1")


def save(row: models.Model, **changes: Any) -> None:
    for name, value in changes.items():
        setattr(row, name, value)
    row.save()
