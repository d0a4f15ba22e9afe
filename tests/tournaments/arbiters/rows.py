"""Every row of the application, as the machine compares it, and the values that its acts choose from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.apps import apps
from django.db import connection
from hypothesis import strategies as st

from tournaments.models import Game

# Model -> key -> its columns.
Rows = dict[str, dict[Any, dict[str, Any]]]

REFUSED = object()

# The colours of the players who did not come.
STAYED_AWAY = {"1F-0F": "b", "0F-1F": "w", "0F-0F": "wb"}

picks = st.integers(0, 30)
sure = st.sampled_from((True, True, True, False))
several = st.lists(st.sampled_from(Game.Result.values), min_size=1, max_size=5)


class Sitting(NamedTuple):
    """One player in one round."""

    player: int
    kind: str
    colour: str | None
    game: int | None
    board: int | None
    result: str = ""


def rows_of_all() -> Rows:
    """Every row of the application, read from the database."""
    found: Rows = {}
    with connection.cursor() as cursor:
        for model in apps.get_app_config("tournaments").get_models(include_auto_created=True):
            cursor.execute(f"SELECT * FROM {model._meta.db_table}")
            names = [column[0] for column in cursor.description]
            rows = (dict(zip(names, row, strict=True)) for row in cursor.fetchall())
            found[model.__name__] = {row.get("id", place): row for place, row in enumerate(rows)}
    return found


def changed(before: Rows, after: Rows) -> dict[str, Any]:
    """The rows that differ, to explain a failure."""
    return {
        name: [(before[name].get(key), row) for key, row in rows.items() if before[name].get(key) != row]
        + [(row, None) for key, row in before[name].items() if key not in rows]
        for name, rows in after.items()
        if rows != before[name]
    }


def pairs_of(seats: Iterable[Sitting]) -> set[frozenset[int]]:
    """The players of each board."""
    boards: dict[int, set[int]] = {}
    for seat in seats:
        if seat.game:
            boards.setdefault(seat.game, set()).add(seat.player)
    return set(map(frozenset, boards.values()))


def without_games(seats: Iterable[Sitting]) -> set[Sitting]:
    """The same seats, without saying which games they belong to."""
    return {seat._replace(game=None) for seat in seats}


def second_games(seats: Iterable[Sitting]) -> set[Sitting]:
    """The seats of a match's second games: other colours, a draw for the allocated bye (C.04.5 1.4, 4.4)."""
    colours, byes = {"w": "b", "b": "w", None: None}, {"pab": "half"}
    return {
        seat._replace(colour=colours[seat.colour], kind=byes.get(seat.kind, seat.kind))
        for seat in without_games(seats)
    }
