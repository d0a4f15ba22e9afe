"""The data kept about one entry, for the person concerned; and those of it that results do not need."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import ForeignKey, Model, Q, QuerySet

from tournaments import engine
from tournaments.models import AuditEvent, Game, Player
from tournaments.selectors import identity

# Secrets that open something, or reach a phone, are not written where anybody may read them. A person who
# asks for a team's data is one of its members and must not learn the others' births.
SECRET = frozenset(
    {
        *("playerlink.token_hash", "pushsubscription.endpoint"),
        *("pushsubscription.key", "pushsubscription.secret", "member.birth"),
    }
)
# With it, everybody could find out by trying which days of birth an end is about.
SECRET_OF_TEAMS = SECRET | {"player.salt"}


def kept(player: Player) -> str:
    """All data kept about the entry, as JSON: a list for each kind of row, and the lines of the log.

    Rows are given by the columns of their models, with rows that they point to by name, and games with the
    opponent. Left out are secrets and, for a team, its members' births, both in its rows and in the log, and
    what they can be found out by.
    """
    secret = SECRET_OF_TEAMS if engine.is_of_teams(player.tournament) else SECRET
    rows = {
        str(model._meta.model_name): [_told(row, secret) for row in _rows(model, theirs)]
        for model, theirs in _sources(player)
    }
    content = {
        "event": player.tournament.name,
        **rows,
        "game": list(_games(player)),
        "log": [_told(line) for line in _lines(player)],
    }
    return json.dumps(content, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1) + "\n"


def _games(player: Player) -> Iterator[dict[str, Any]]:
    """The games of the player with their results, White's first, and the opponents."""
    for game in _rows(Game, Q(seats__player=player)).prefetch_related("seats__player"):
        opponents = [seat.player.name for seat in game.seats.all() if seat.player_id != player.pk]
        yield _told(game) | {"opponent": ", ".join(opponents)}


def _rows[M: Model](model: type[M], theirs: Q) -> QuerySet[M]:
    """The rows, with all that `_told` needs to name what they point to, in one query."""
    return model._base_manager.filter(theirs).select_related(*_pointed(model)).order_by("pk")


def _pointed(model: type[Model], *, always: bool = False) -> Iterator[str]:
    """The keys of a model, and those that its parents always have: game, game__round."""
    for field in model._meta.concrete_fields:
        if isinstance(field, ForeignKey) and not (always and field.null):
            yield field.name
            yield from (f"{field.name}__{above}" for above in _pointed(field.related_model, always=True))


def _sources(player: Player) -> Iterator[tuple[type[Model], Q]]:
    """The models with rows of the player, and the filter for them; found so that new models are included."""
    yield Player, Q(pk=player.pk)
    for model in apps.get_app_config("tournaments").get_models(include_auto_created=True):
        keys = [
            field.name
            for field in model._meta.concrete_fields
            if isinstance(field, ForeignKey) and field.related_model is Player
        ]
        if keys:
            yield model, reduce(or_, (Q((key, player.pk)) for key in keys))


def _told(row: Model, secret: Collection[str] = SECRET) -> dict[str, Any]:
    return {
        field.name: (str(getattr(row, field.name) or ""))
        if isinstance(field, ForeignKey)
        else getattr(row, field.name)
        for field in row._meta.concrete_fields
        if f"{row._meta.model_name}.{field.name}" not in secret
    }


def _lines(player: Player) -> list[AuditEvent]:
    """The lines of the log that name the player by their key, or by a name that nobody else has or had.

    Their own names from before corrections count too.
    """
    called: dict[bool, set[str]] = {True: set(), False: set()}
    for key, name in player.tournament.players.values_list("pk", "name"):
        called[key == player.pk].add(name)
    for act in identity.corrections(player.tournament):
        called[act.after[identity.PLAYER] == player.pk].add(act.before["name"])
    named = Q(subject__in=called[True] - called[False]) | Q(after__player=player.pk)
    lines = player.tournament.audit_events.filter(named).exclude(action=AuditEvent.Action.MEMBERS_SET)
    return list(lines.select_related("actor", "helper__link").order_by("pk"))


class Removable(NamedTuple):
    """Counts of what may be removed: days of birth (years stay), notified phones, the player's own links."""

    births: int
    phones: int
    links: int


def removable(player: Player) -> Removable:
    """The data about the entry, and a team's members, that neither results nor their report need."""
    births = [player.birth, *player.members.values_list("birth", flat=True)]
    return Removable(
        sum(len(birth) > 4 for birth in births),
        player.push_subscriptions.count(),
        player.own_links.standing().count(),
    )
