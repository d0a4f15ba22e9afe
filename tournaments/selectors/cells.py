"""Turns one value of a backup into that of a column of this release, or refuses it and names the place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Field, ForeignKey, JSONField
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.files.backups import refuse
from tournaments.models.items import ItemsField, as_item

# Kind of column -> its type in JSON, and the name of that in words. Days and times are texts in JSON.
KINDS: tuple[tuple[type[Field[Any, Any]], type, Callable[[], str]], ...] = (
    (models.BooleanField, bool, lambda: _("true or false")),
    (models.IntegerField, int, lambda: _("a number")),
    (Field, str, lambda: _("a text")),
)


def value_of(field: Field[Any, Any], found: Any, place: str) -> Any:
    """The column's value, with keys as the backup numbers them; DomainError for one that it cannot hold."""
    if found is None:
        if not field.null:
            refuse(place, found, _("a value"))
        return None
    if isinstance(field, ItemsField):
        if not isinstance(found, list):
            refuse(place, found, _("a list"))
        return list(map(as_item, found))
    if isinstance(field, JSONField):
        return found
    if isinstance(field, ForeignKey):
        if type(found) is not int:
            refuse(place, found, _("a number"))
        return found
    kind, words = next((kind, words) for of, kind, words in KINDS if isinstance(field, of))
    if type(found) is not kind or "\0" in str(found):
        refuse(place, found, words())
    return _checked(field, found, place)


def _checked(field: Field[Any, Any], found: Any, place: str) -> Any:
    """The value as the field itself accepts it: within its length, its range and its choices."""
    choices = [str(value) for value, _label in field.flatchoices]
    if choices and found not in choices and not (field.blank and found == ""):
        refuse(place, found, _("one of: %(choices)s") % {"choices": ", ".join(sorted(choices))})
    try:
        value = field.to_python(found)
        field.run_validators(value)
    except (ValidationError, OverflowError) as error:
        refuse(place, found, " ".join(getattr(error, "messages", [str(error)])))
    if isinstance(field, models.DateTimeField) and timezone.is_naive(value):
        refuse(place, found, _("a time with its zone"))
    return value
