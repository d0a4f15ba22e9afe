"""The meaning of the columns of a national rating list: entered once, and kept under the list's name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.files.national_lists import NEEDED
from tournaments.models import ColumnMapping


def mapping_of(name: str) -> ColumnMapping:
    """The columns of the national list of that name; DomainError if nobody has entered them yet."""
    mapping = ColumnMapping.objects.filter(name=name).first()
    if mapping is None:
        raise DomainError(
            "columns", _("Nobody has said yet what the columns of the list %(name)s are.") % {"name": name}
        )
    return mapping


def name_columns(*, name: str, columns: Mapping[str, str], actor: User | None) -> ColumnMapping:
    """Keep the headings of a national list's columns (files.national_lists.FIELDS), for all its files.

    Raises DomainError if the name or the rating is missing, or if one column is to mean two things.
    """
    if any(not columns.get(field) for field in NEEDED) or len({*columns.values()}) < len(columns):
        raise DomainError("columns", _("Say which column holds the name and which the rating, each once."))
    mapping, _made = ColumnMapping.objects.update_or_create(
        name=name, defaults={"columns": dict(columns), "changed_by": actor}
    )
    return mapping


def unknown_columns(missing: Iterable[str]) -> DomainError:
    """The error for a file that lacks these headings of its list."""
    return DomainError(
        "columns",
        _("The list has no column %(names)s: say again what its columns are.")
        % {"names": ", ".join(f"“{heading}”" for heading in missing)},
    )
