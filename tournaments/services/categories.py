"""Categories: who belongs to them follows from the players' data."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tournaments.errors import Conflict, DomainError
from tournaments.models import AuditEvent, Category, Tournament
from tournaments.services.act import acting
from tournaments.services.telling import Told, by_its_name, fields


def add_category(*, tournament: Tournament, actor: User, **definition: Any) -> Category:
    """Add a category with these values for Category's fields.

    Raises DomainError for a name that is taken, ValidationError for a definition that makes no sense.
    """
    with acting(tournament, actor) as act:
        category = Category(tournament=act.tournament, **definition)
        if act.tournament.categories.filter(name=category.name).exists():
            raise DomainError(
                "category", _("There is a category %(name)s already.") % {"name": category.name}
            )
        category.full_clean()
        category.save()
        act.record(AuditEvent.Action.CATEGORY_ADDED, subject=category.name, after=definition)
        return category


def remove_category(*, tournament: Tournament, category: int, actor: User) -> None:
    """Remove the category with this key; the players stay. DomainError if there are prizes for it."""
    with acting(tournament, actor) as act:
        row = act.tournament.categories.filter(pk=category).first()
        if row is None:
            raise Conflict("gone", _("This category has been removed already."))
        if row.prize_lists.exists():
            raise DomainError(
                "prizes", _("There are prizes for %(name)s: remove these first.") % {"name": row.name}
            )
        row.delete()
        act.record(AuditEvent.Action.CATEGORY_REMOVED, subject=row.name)


TOLD: Told = {
    AuditEvent.Action.CATEGORY_ADDED: fields(Category),
    AuditEvent.Action.CATEGORY_REMOVED: by_its_name,
}
