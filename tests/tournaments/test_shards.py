"""What a PostgreSQL that is distributed by event would ask of the tables, and of the pages of an event.

docs/operations/scale.md tells what follows from it.
"""

from __future__ import annotations

import re
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
from tournaments.models import Tournament

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.db.models import Model

pytestmark = pytest.mark.any_database

# Tables of no event: small ones, of which each machine would hold a copy, and the rating lists.
OF_THE_SERVER = {
    *("Attempts", "ColumnMapping", "Festival", "InstalledGuard", "ListSource", "ListedName", "ListedPlayer"),
    *("OwnLanguage", "RatingList", "SecondFactor", "ServerAct"),
}
# Those that know their event by the row above them alone; each would need the event's id beside.
BY_THE_ROW_ABOVE = {
    *("Absence", "ByeRequest", "Correction", "Decision", "Delivery", "EarlierRating", "Game", "Helper"),
    *("LineUp", "Member", "PlayerLink", "PrizeList", "PushSubscription", "Rating"),
    *("ResultReport", "Seat"),
}
# What a page of an event may ask of tables of no event: who has logged in, in which language; the festival.
ASKED_BESIDE = {"auth_user", "django_session", "tournaments_ownlanguage", "tournaments_festival"}


def way_to_the_event(model: type[Model], seen: frozenset[type[Model]] = frozenset()) -> int | None:
    """How many rows stand between one of these and its event, by keys that are never empty; None for none."""
    if model is Tournament:
        return 0
    keys = [
        field.related_model
        for field in model._meta.concrete_fields
        if isinstance(field, ForeignKey) and not field.null and field.related_model not in seen
    ]
    ways = [way for key in keys if (way := way_to_the_event(key, seen | {model})) is not None]
    return min(ways) + 1 if ways else None


def test_each_table_is_of_one_event_or_of_the_server() -> None:
    ways = {
        model.__name__: way_to_the_event(model) for model in apps.get_app_config("tournaments").get_models()
    }
    assert {name for name, way in ways.items() if way is None} == OF_THE_SERVER
    assert {name for name, way in ways.items() if way and way > 1} == BY_THE_ROW_ABOVE


def tables_asked(client: Client, event: Tournament, *where: object) -> set[str]:
    """The tables that a page of the event asks."""
    cache.clear()
    route, *numbers = where
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(reverse(str(route), args=[event.slug, *numbers]))
    assert answer.status_code == 200, where
    return {
        table
        for query in queries
        for table in re.findall(r'(?:FROM|JOIN|INTO|UPDATE) "(\w+)"', str(query["sql"]))
    }


@pytest.mark.django_db
def test_a_page_of_an_event_asks_its_own_rows_and_who_looks(chief: User) -> None:
    event = builders.tournament(chief)
    other = builders.tournament(chief, name="Another")
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    arbiter = Client()
    arbiter.force_login(chief)
    pages: list[tuple[object, ...]] = [
        *(("event",), ("players",), ("standings",), ("round", 2), ("player", 1)),
        *(("desk",), ("desk-round", 2), ("desk-players",), ("people",), ("settings",), ("log",)),
    ]
    of_the_event = {
        model._meta.db_table
        for model in apps.get_app_config("tournaments").get_models()
        if way_to_the_event(model) is not None
    }
    beside = {page: tables_asked(arbiter, event, *page) - of_the_event - ASKED_BESIDE for page in pages}
    assert {page: tables for page, tables in beside.items() if tables} == {}
    assert other.slug != event.slug
