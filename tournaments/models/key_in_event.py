"""Keys from one row of an event to another; every query by them also names the event.

So a database that is distributed by event finds all rows in one place. Other databases need no further index:
rows are found by the key, and the event only confirms them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import models
from django.db.models import Model, QuerySet
from django.db.models.expressions import Col
from django.db.models.fields.related_descriptors import ForwardManyToOneDescriptor, ForwardOneToOneDescriptor
from django.db.models.fields.related_lookups import RelatedExact, RelatedIn
from django.db.models.lookups import Exact, In


def _event(row: object) -> int | None:
    """The event's id, if this is a row that has it loaded; else None."""
    found: int | None = getattr(row, "__dict__", {}).get("tournament_id")
    return found


def _events(rows: Iterable[object]) -> set[int]:
    """The events of all these rows; empty if one of them does not have its event loaded."""
    found = set(map(_event, rows))
    return set() if None in found else {event for event in found if event}


def _key_to_the_event(model: type[Model]) -> models.Field[Any, Any]:
    return next(field for field in model._meta.concrete_fields if field.name == "tournament")


class _OfAnEvent:
    """A forward relation that also filters by event when it fetches the rows of many at once."""

    def get_prefetch_querysets(
        self, instances: Sequence[Model], querysets: Sequence[QuerySet[Any]] | None = None
    ) -> Any:
        """The rows to which these point, as Django asks for them."""
        queryset = querysets[0] if querysets else self.get_queryset(instance=instances[0])  # type: ignore[attr-defined]  # of the descriptor
        if events := _events(instances):
            queryset = queryset.filter(tournament__in=sorted(events))
        return super().get_prefetch_querysets(instances, [queryset])  # type: ignore[misc]  # of the descriptor


class _Forward(_OfAnEvent, ForwardManyToOneDescriptor):  # type: ignore[type-arg]  # none while it runs
    pass


class _ForwardOne(_OfAnEvent, ForwardOneToOneDescriptor):  # type: ignore[type-arg]  # none while it runs
    pass


class _WithEvent:
    """A lookup by loaded rows that also names their event."""

    lhs: Any
    rhs: Any
    events: Sequence[int] = ()

    def get_prep_lookup(self) -> Any:
        """The value to look up, as Django prepares it; the event is noted."""
        if isinstance(self.rhs, models.Model):
            self.events = sorted(_events([self.rhs]))
        elif isinstance(self.rhs, list | tuple | set):
            self.events = sorted(_events(self.rhs))
        return super().get_prep_lookup()  # type: ignore[misc]  # of the lookup

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        """The lookup, and the condition on the event."""
        sql, params = super().as_sql(compiler, connection)  # type: ignore[misc]  # of the lookup
        if not self.events or not isinstance(self.lhs, Col):
            return sql, params
        key = Col(self.lhs.alias, _key_to_the_event(self.lhs.target.model))
        also, more = compiler.compile(In(key, self.events))
        return f"({sql} AND {also})", (*params, *more)


class _Exact(_WithEvent, RelatedExact):
    pass


class _In(_WithEvent, RelatedIn):
    pass


class _InEvent:
    """The behaviour that both kinds of keys share."""

    model: type[Model]
    remote_field: Any

    def get_extra_restriction(self, alias: str | None, related_alias: str | None) -> Any:
        """Rows are joined within their event."""
        if alias is None or related_alias is None:
            return None
        there, here = map(_key_to_the_event, (self.remote_field.model, self.model))
        return Exact(Col(alias, there), Col(related_alias, here))

    def get_extra_descriptor_filter(self, instance: Model) -> dict[str, int]:
        """The row that this instance points to is fetched from its event."""
        event = _event(instance)
        return {"tournament": event} if event else {}

    def deconstruct(self) -> Any:
        """The column is that of any other key, so migrations see no difference."""
        name, _path, arguments, options = super().deconstruct()  # type: ignore[misc]  # of the key
        path = "django.db.models.ForeignKey" if self.many_to_one else "django.db.models.OneToOneField"  # type: ignore[attr-defined]  # of the key
        return name, path, arguments, options


class SavedInEvent(models.Model):
    """A row that is updated by its event and its key: rounds and games, which change while everybody waits.

    Django itself only offers a primary key of two columns for this, to which no foreign key can point.
    """

    class Meta:
        abstract = True

    def _do_update(self, base_qs: QuerySet[Any], *how: Any) -> Any:
        event = self.tournament_id  # type: ignore[attr-defined]  # of each that has one
        return super()._do_update(base_qs.filter(tournament=event), *how)


class KeyInEvent[S, G](_InEvent, models.ForeignKey[S, G]):
    """A key from one row of an event to another."""

    forward_related_accessor_class = _Forward


class OneKeyInEvent[S, G](_InEvent, models.OneToOneField[S, G]):
    """The same for a one-to-one relation."""

    forward_related_accessor_class = _ForwardOne


for _key in (KeyInEvent, OneKeyInEvent):
    for _lookup in (_Exact, _In):
        _key.register_lookup(_lookup)
