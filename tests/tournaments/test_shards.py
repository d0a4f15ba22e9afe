"""What a PostgreSQL distributed by event would require of the tables, and of the pages of an event.

docs/operations/scale.md says what follows from it.
"""

from __future__ import annotations

from contextlib import contextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import connection
from django.db.models import ForeignKey
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import builders
from tests.everything import everything
from tests.tournaments.event_statements import of_an_event, tables_in, without_event
from tests.tournaments.route_samples import BY_NAME, EVENT_ROUTES, address
from tournaments.models import Tournament
from tournaments.models.key_in_event import KeyInEvent, OneKeyInEvent
from tournaments.services import rounds, withdrawals
from tournaments.services.byes import give_bye
from tournaments.views.post_only import post_only

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from django.contrib.auth.models import User

pytestmark = pytest.mark.any_database

# Tables of no event: small ones, of which each machine would hold a copy, and the rating lists.
OF_THE_SERVER = {
    *("Attempts", "ColumnMapping", "Festival", "InstalledGuard", "ListSource", "ListedName", "ListedPlayer"),
    *("OwnLanguage", "RatingList", "SecondFactor", "ServerAct"),
}
# What an event's page may query in tables of no event: who has logged in, how often somebody tried, in which
# language; the festival; the rating lists.
ASKED_BESIDE = {
    *("auth_user", "django_session", "tournaments_attempts", "tournaments_ownlanguage"),
    # What the guards and constraints of the database looked like when they were put up.
    "tournaments_installedguard",
    *("tournaments_festival", "tournaments_ratinglist", "tournaments_listedplayer"),
}

# Pages of an event that query more than the event, and what. Such a statement goes to all machines.
ACROSS_EVENTS = {
    "event: tournaments_part": "the other events of its festival",
    "event: tournaments_tournament": "the same",
    "people: tournaments_membership": "whether another event knows a person too: who may reset a password",
    "players-import: tournaments_tournament": "the other events of its festival, whose players may be taken",
    "players-import: tournaments_part": "the same",
    "players-import: tournaments_membership": "whether one may read them",
    "put-away: tournaments_tournament": "what stood at its address before it came home",
    "put-away: tournaments_membership": "whether one may open that",
}
# The page that queries all events on purpose: everything that is kept about a person, for that person.
OF_A_PERSON = "player-data"
# Routes that no browser opens, besides the acts: the API's act, a link that ended, a certificate of no norm.
NOT_OPENED = {"api-result": 405, "notify": 405, "own": 410, "norm-certificate": 422}
# Rows that an act saves by their key alone, as Django does (unlike `SavedInEvent`).
BY_THE_KEY = {"withdrawal: tournaments_player"}


def tables_of_the_server() -> set[str]:
    """The models that have no event's id in their table, and are not events."""
    return {
        model.__name__
        for model in apps.get_app_config("tournaments").get_models(include_auto_created=True)
        if model._meta.db_table not in of_an_event()
    }


def test_each_table_of_an_event_has_its_id() -> None:
    assert tables_of_the_server() == OF_THE_SERVER
    # None of them refers to an event by a key, either.
    for model in apps.get_app_config("tournaments").get_models():
        keys = {key.related_model for key in model._meta.concrete_fields if key.is_relation}
        assert model.__name__ not in OF_THE_SERVER or not {
            key for key in keys if key._meta.db_table in of_an_event()
        }


def test_each_key_within_an_event_names_the_event() -> None:
    plain = [
        f"{model.__name__}.{key.name}"
        for model in apps.get_app_config("tournaments").get_models()
        for key in model._meta.concrete_fields
        if isinstance(key, ForeignKey) and not isinstance(key, KeyInEvent | OneKeyInEvent)
        if model._meta.db_table in of_an_event() and key.related_model._meta.db_table in of_an_event()
        if key.related_model is not Tournament
    ]
    assert plain == []


@pytest.mark.parametrize(
    ("sql", "tables"),
    [
        ('SELECT 1 FROM "tournaments_game" WHERE "tournaments_game"."round_id" = 1', {"tournaments_game"}),
        ('SELECT 1 FROM "tournaments_game" WHERE "tournaments_game"."tournament_id" = 1', set()),
        ('DELETE FROM "tournaments_seat" WHERE "tournaments_seat"."id" = 1', {"tournaments_seat"}),
        ('UPDATE "tournaments_seat" SET "tournament_id" = 1', {"tournaments_seat"}),
        ('UPDATE "tournaments_seat" SET "kind" = %s WHERE "tournaments_seat"."tournament_id" = %s', set()),
        ('INSERT INTO "tournaments_seat" ("round_id", "tournament_id") VALUES (1, 1)', set()),
        ('INSERT INTO "tournaments_seat" ("round_id") VALUES (1)', {"tournaments_seat"}),
        (
            'SELECT 1 FROM "tournaments_seat" INNER JOIN "tournaments_game" "T3" ON'
            ' ("tournaments_seat"."game_id" = "T3"."id")'
            ' WHERE "tournaments_seat"."tournament_id" IN (1)',
            {"tournaments_game"},
        ),
        (
            'SELECT 1 FROM "tournaments_seat" INNER JOIN "tournaments_game" "T3" ON'
            ' ("tournaments_seat"."game_id" = "T3"."id"'
            ' AND ("T3"."tournament_id" = ("tournaments_seat"."tournament_id")))'
            ' WHERE "tournaments_seat"."tournament_id" IN (1)',
            set(),
        ),
        (
            'SELECT 1 FROM "tournaments_seat" WHERE "tournaments_seat"."tournament_id" IN (1, 2)',
            "seats of two",
        ),
        ('SELECT 1 FROM "auth_user"', set()),
    ],
)
def test_a_statement_without_the_event_is_found(sql: str, tables: set[str] | str) -> None:
    assert without_event(sql) == ({"tournaments_seat"} if tables == "seats of two" else tables)


# Routes that redirect everything but a POST, and so have no page.
ACTS = {name for name in EVENT_ROUTES if BY_NAME[name].callback.__code__ is post_only(builders.user).__code__}
# Every other route is tried in the first of these events, and in the next ones until it opens.
STATES = ("running", "drafted", "played", "finished", "table", "teams", "league", "bracket")
Page = tuple[str, *tuple[int, ...]]
# Pages whose queries differ from those in the first one.
COMMON: list[Page] = [
    ("event",),
    ("standings",),
    ("round", 1),
    ("player", 1),
    ("desk",),
    ("desk-round", 1),
    ("settings",),
]
OF_THEIR_OWN: dict[str, list[Page]] = {
    "running": [("desk-round", 2), ("round", 2)],
    "drafted": [("desk-round", 1)],
    "finished": [*COMMON, ("prizes",), ("awards",), ("why-not", 1, 1, 2)],
    "teams": [*COMMON],
    "league": [*COMMON],
    "bracket": [*COMMON],
}


class Recorder:
    """Opens an event's pages, and notes which tables are queried: in all, and without naming the event."""

    def __init__(self, event: Tournament, chief: User) -> None:
        self.event = event
        self.client = Client()
        self.client.force_login(chief)
        self.asked: set[str] = set()
        self.across: set[str] = set()

    def ask(self, route: str, url: str) -> int:
        """Open a page, and return the answer's status."""
        with self.noting(route):
            return self.client.get(url).status_code

    @contextmanager
    def noting(self, what: str) -> Iterator[None]:
        """Note the queries that are made in the block."""
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            yield
        for query in queries:
            self.asked |= tables_in(query["sql"])
            self.across |= {f"{what}: {table}" for table in without_event(query["sql"])}


@pytest.mark.django_db
@pytest.mark.takes_long
def test_a_page_of_an_event_asks_for_its_rows_alone(chief: User, tmp_path: Path) -> None:
    events = everything(chief, tmp_path)
    recorders = {name: Recorder(getattr(events, name), chief) for name in STATES}
    opened, shut = set[str](), dict[str, int]()
    for recorder in recorders.values():
        for route in sorted(EVENT_ROUTES - ACTS - opened):
            answer = recorder.ask(route, address(route, recorder.event))
            if answer == HTTPStatus.OK:
                opened.add(route)
            else:
                shut[route] = answer
    rows: list[Page] = [
        ("prize-list", events.running.prize_fund.lists.earliest("pk").pk),
        ("screen-edit", events.running.screens.get(code="").pk),
    ]
    for name, pages in (("running", rows), *OF_THEIR_OWN.items()):
        for route, *numbers in pages:
            url = reverse(route, args=[recorders[name].event.slug, *numbers])
            assert recorders[name].ask(route, url) == HTTPStatus.OK, (name, route)
            opened.add(route)
    unopened = {route: shut[route] for route in EVENT_ROUTES - ACTS - opened}
    assert {route: status for route, status in unopened.items() if status != HTTPStatus.FOUND} == NOT_OPENED
    assert set().union(*(one.asked for one in recorders.values())) - of_an_event() == ASKED_BESIDE
    across = set().union(*(one.across for one in recorders.values()))
    assert {one for one in across if not one.startswith(f"{OF_A_PERSON}:")} == set(ACROSS_EVENTS)
    assert f"{OF_A_PERSON}: tournaments_player" in across


@pytest.mark.django_db
def test_an_act_says_of_which_event_the_rows_are(chief: User) -> None:
    event = builders.tournament(chief)
    recorder = Recorder(event, chief)
    with recorder.noting("pair"):
        builders.confirmed(rounds.pair_round, tournament=event, number=1, actor=chief)
    with recorder.noting("publish"):
        rounds.publish_round(tournament=event, number=1, actor=chief)
    with recorder.noting("result"):
        builders.enter(event, 1, chief)
    with recorder.noting("bye"):
        give_bye(player=event.players.get(number=1), number=2, kind="half", actor=chief)
    with recorder.noting("correction"):
        builders.correct(event, 1, chief, result="0-1")
    with recorder.noting("withdrawal"):
        withdrawals.withdraw_player(player=event.players.get(number=2), actor=chief)
    assert recorder.across == BY_THE_KEY
