"""What belongs to an event, derived from the models: the tables, their order, and their columns.

So a new model with a key to an event, or to anything that belongs to one, is in every backup from the start.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from django.apps import apps
from django.db.models import Field, ForeignKey, Model, QuerySet

from tournaments.models import (
    AuditEvent,
    Membership,
    Part,
    PlayerLink,
    PushSubscription,
    Screen,
    Tournament,
    Webhook,
)

# Set up anew on each machine: roles, the screens of the hall, the players' links, the phones and programs
# that are notified, and the festival that the event is part of.
ELSEWHERE: frozenset[type[Model]] = frozenset(
    {Membership, Part, PlayerLink, PushSubscription, Screen, Webhook}
)
# The tokens of links and forms are secret. The fingerprint of a draft depends on the keys of this machine, so
# a restored draft is paired again.
LEFT_OUT = frozenset(
    {
        *("token_hash", "nonce", "tournaments.round.fingerprint"),
        # Each machine decides for itself whether the event continues there, and whether it is put away.
        *("tournaments.tournament.handed_over_at", "tournaments.tournament.set_aside_for"),
        *("tournaments.tournament.archived_at", "tournaments.tournament.removed_at"),
    }
)


@cache
def models() -> tuple[type[Model], ...]:
    """All models of an event, the event first, each after the models that its rows point to.

    A nullable key to the audit trail does not count for this order.
    """
    return _ordered(ELSEWHERE)


@cache
def all_models() -> tuple[type[Model], ...]:
    """As `models`, with those set up anew on each machine: everything that belongs to the event."""
    return _ordered(frozenset())


def _ordered(left_out: frozenset[type[Model]]) -> tuple[type[Model], ...]:
    ours = list(apps.get_app_config("tournaments").get_models(include_auto_created=True))
    found: list[type[Model]] = [Tournament]
    while more := [
        model for model in ours if model not in found and model not in left_out and _parents(model, found)
    ]:
        found += more
    waiting, ordered = sorted(found, key=lambda model: str(model._meta.model_name)), []
    while waiting:
        ready = next(
            model for model in waiting if not {key.related_model for key in _waits_for(model)} & {*waiting}
        )
        waiting.remove(ready)
        ordered.append(ready)
    return tuple(ordered)


def columns(model: type[Model]) -> list[Field[Any, Any]]:
    """The model's columns in a backup: all except its key and those LEFT_OUT."""
    return [
        field
        for field in model._meta.concrete_fields
        if not field.primary_key and not {field.name, f"{model._meta.label_lower}.{field.name}"} & LEFT_OUT
    ]


def path(model: type[Model]) -> str:
    """The lookup from the model's rows to their event, such as `game__round__tournament`."""
    if model is Tournament:
        return "pk"
    keys = sorted(_parents(model, all_models()), key=lambda key: key.null)
    parent = next(key for key in keys if key.related_model is not AuditEvent or len(keys) == 1)
    above = path(parent.related_model)
    return parent.name if above == "pk" else f"{parent.name}__{above}"


def rows(model: type[Model], tournament: Tournament) -> QuerySet[Any]:
    """The event's own rows of the model, and nobody else's.

    Whatever restores, moves, takes home or deletes an event, or takes an act back, writes rows found here.
    """
    return model._base_manager.filter(**{path(model): tournament.pk})


@cache
def told() -> tuple[type[Model], ...]:
    """The models whose rows need a line in the audit trail: corrections, notes, publications."""
    found: list[type[Model]] = []
    for model in models():
        if any(not key.null for key in _parents(model, (AuditEvent, *found))):
            found.append(model)
    # A correction comes before its note, whose restore point names it.
    return tuple(sorted(found, key=lambda model: str(model._meta.model_name)))


def _keys(model: type[Model]) -> Iterator[ForeignKey[Any, Any]]:
    return (field for field in model._meta.concrete_fields if isinstance(field, ForeignKey))


def _parents(model: type[Model], among: Any) -> list[ForeignKey[Any, Any]]:
    return [key for key in _keys(model) if key.related_model in among]


def _waits_for(model: type[Model]) -> list[ForeignKey[Any, Any]]:
    return [key for key in _keys(model) if not (key.null and key.related_model is AuditEvent)]
