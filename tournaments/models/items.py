"""The items that an integrity event lists: boards, byes, numbers, people.

An item refers to a player by primary key, so that it can be shown with today's pairing numbers and names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

if TYPE_CHECKING:
    from collections.abc import Sequence

    JSONField = models.JSONField[Sequence["Item"], list["Item"]]
else:
    JSONField = models.JSONField


class Board(NamedTuple):
    """White and Black, with the result if the event is about that."""

    white: int
    black: int
    result: str = ""


class Bye(NamedTuple):
    """A player with a bye of this kind."""

    player: int
    kind: str


class Number(NamedTuple):
    """A player with a pairing number that they had or have."""

    player: int
    number: int | None


class Identity(NamedTuple):
    """A player with their identity as a list states or stated it."""

    player: int
    said: str


class Apart(NamedTuple):
    """Players who are kept apart."""

    players: Sequence[int]


class Text(NamedTuple):
    """Text that names no player: a row that no service has written is shown as it is."""

    text: str


type Item = Board | Bye | Number | Identity | Apart | Text

KINDS: dict[str, type[Item]] = {
    kind.__name__.lower(): kind for kind in (Board, Bye, Number, Identity, Apart, Text)
}


def as_item(stored: Any) -> Item:
    """The item that a column holds as its kind and its facts."""
    try:
        kind, *facts = stored
        return KINDS[kind](*facts)
    except (KeyError, TypeError, ValueError):
        return Text(str(stored))


def as_kept(item: Item) -> list[Any]:
    """The item as a column holds it: its kind before its facts."""
    return [type(item).__name__.lower(), *item]


class ItemsField(JSONField):
    """A column of items."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"default": list, "encoder": DjangoJSONEncoder, **options})

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> list[Item]:
        """The items as a service has written them."""
        stored = super().from_db_value(value, expression, connection)
        return [as_item(item) for item in (stored if isinstance(stored, list) else [stored])]

    def get_prep_value(self, value: Any) -> Any:
        """Each item with its kind before it."""
        return super().get_prep_value([as_kept(item) for item in value])

    def deconstruct(self) -> Any:
        """The column is that of any JSONField, so migrations see no difference."""
        name, _path, arguments, options = super().deconstruct()
        return name, "django.db.models.JSONField", arguments, options
