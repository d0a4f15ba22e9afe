"""What is kept of one entry, for the person whose it is; and what of it no result needs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import ForeignKey, Q

from tournaments.models import AuditEvent, Player
from tournaments.selectors import identity

if TYPE_CHECKING:
    from django.db.models import Model

# What opens something, or reaches a phone, is not written down where anybody may read it.
SECRET = frozenset(
    {
        *("playerlink.token_hash", "pushsubscription.endpoint"),
        *("pushsubscription.key", "pushsubscription.secret"),
    }
)


def kept(player: Player) -> str:
    """Everything that is kept of the entry, as JSON: a list for each kind of row, and the lines of the log.

    Rows are told by the columns of their models, what they point to by its name.
    """
    rows = {
        str(model._meta.model_name): [
            _told(row) for row in model._base_manager.filter(**{key: player.pk}).order_by("pk")
        ]
        for model, key in _sources()
    }
    content = {"event": player.tournament.name, **rows, "log": [_told(line) for line in _lines(player)]}
    return json.dumps(content, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1) + "\n"


def _sources() -> list[tuple[type[Model], str]]:
    """The models with rows of one player, and by which column they are theirs: so a new one is told too."""
    found: list[tuple[type[Model], str]] = [(Player, "pk")]
    for model in apps.get_app_config("tournaments").get_models(include_auto_created=True):
        keys = [
            field.name
            for field in model._meta.concrete_fields
            if isinstance(field, ForeignKey) and field.related_model is Player
        ]
        found += [(model, key) for key in keys]
    return found


def _told(row: Model) -> dict[str, Any]:
    return {
        field.name: (str(getattr(row, field.name) or ""))
        if isinstance(field, ForeignKey)
        else getattr(row, field.name)
        for field in row._meta.concrete_fields
        if f"{row._meta.model_name}.{field.name}" not in SECRET
    }


def _lines(player: Player) -> list[AuditEvent]:
    """The lines of the log that name the player, by today's name or one before, or by their key."""
    earlier = {
        act.before["name"]
        for act in identity.corrections(player.tournament)
        if act.after[identity.PLAYER] == player.pk
    }
    named = Q(subject__in={player.name, *earlier}) | Q(after__player=player.pk)
    return list(
        player.tournament.audit_events.filter(named).select_related("actor", "helper__link").order_by("pk")
    )


class Removable(NamedTuple):
    """What may go: days of birth (their years stay), phones that are told, a link of the player's own."""

    births: int
    phones: int
    links: int


def removable(player: Player) -> Removable:
    """What is kept of the entry, and of a team's members, that neither results nor their report need."""
    births = [player.birth, *player.members.values_list("birth", flat=True)]
    return Removable(
        sum(len(birth) > 4 for birth in births),
        player.push_subscriptions.count(),
        player.own_links.standing().count(),
    )
