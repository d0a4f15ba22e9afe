"""The event's id in the tables whose rows belong to an event through the row above them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models

if TYPE_CHECKING:
    from django.db.models import Model

    from tournaments.models.tournament import Tournament

    ForeignKey = models.ForeignKey[Tournament | None, Tournament | None]
else:
    ForeignKey = models.ForeignKey


class EventKey(ForeignKey):
    """The event of this row, copied from the row above (the one that `of` points to) when it is written.

    So each table of an event can be distributed by event. Rows are still found by the row above, so there is
    no index; the database already checks the event of the row above, so there is no constraint either.
    Deletions are the business of the key to the row above.
    """

    def __init__(self, to: Any = "tournaments.Tournament", *, of: str = "", **options: Any) -> None:
        self.of = of
        ours = {"null": True, "editable": False, "db_index": False, "db_constraint": False}
        # A release without the column may still write rows: `tournaments.guards.event_keys` fills theirs.
        super().__init__(to, **{"on_delete": models.DO_NOTHING, "related_name": "+", **ours, **options})

    def pre_save(self, instance: Model, add: bool) -> Any:
        """The event of the row above, unless one is given."""
        if getattr(instance, self.attname) is None:
            setattr(instance, self.attname, getattr(instance, self.of).tournament_id)
        return super().pre_save(instance, add)

    def deconstruct(self) -> Any:
        """The column is that of any ForeignKey, so migrations see no difference."""
        name, _path, arguments, options = super().deconstruct()
        return name, "django.db.models.ForeignKey", arguments, options
