"""Acts in words: each action has its renderer beside its service, in the TOLD of that module.

A renderer takes the `before` and `after` of the act's line, as the service writes them and every earlier
release has written them, and says in the reader's language what changed. `services.log` finds it by the
action.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from django.db.models import Model
from django.utils.dateformat import format as date_format
from django.utils.dateparse import parse_datetime
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournaments.models import AuditEvent

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

type Text = str | _StrPromise
type Renderer = Callable[[Any, Any], str]
type Told = dict[AuditEvent.Action, Renderer]

NOTHING: tuple[Any, ...] = ("", None, [])

# Facts of lines that the guards hold against what changes; people read them in other words beside.
RATED, KEY = "rated", "key"
FOR_GUARDS = (RATED, KEY)


def by_its_name(_before: object, _after: object) -> str:
    """Nothing: the name of the action and its subject say everything."""
    return ""


def fields(
    *models: type[Model], words: Mapping[str, Callable[[Any], Text]] | None = None, **names: Text
) -> Renderer:
    """A renderer of the values of fields before and after: `rating 2395 → 2400 · club SC Riga`.

    Fields have the names that the models give them, or those in `names`; values are worded by the choices of
    the field, or by `words`.
    """

    def told(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
        known = {field.name: field for model in models for field in model._meta.concrete_fields}
        called = {key: field.verbose_name for key, field in known.items()} | names
        said = {key: dict(field.flatchoices).get for key, field in known.items()} | dict(words or {})

        def value(key: str, item: Any) -> str:
            if isinstance(item, bool):
                return _("yes") if item else _("no")
            if isinstance(item, list):
                # Not commas, because names contain them.
                return "; ".join(map(str, item[:5])) + (" …" if len(item) > 5 else "")
            return str((key in said and said[key](item)) or item)

        return " · ".join(
            f"{called.get(key, key)} {value(key, before[key])} → {value(key, item)}"
            if before.get(key) not in NOTHING
            else f"{called.get(key, key)} {value(key, item)}"
            for key, item in after.items()
            if key not in FOR_GUARDS
            and item not in NOTHING
            and item != before.get(key)
            and (item is not False or key in before)
        )

    return told


def moment(written: str) -> str:
    """A time in the audit trail, as the hall's clock shows it."""
    read = parse_datetime(written)
    return date_format(localtime(read), _("j N H:i")) if read else written
