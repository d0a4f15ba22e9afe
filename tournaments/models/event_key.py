"""The event's id in the tables of an event that know it by the row above them."""

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
    """The event of the row `of` which this one is: taken from there when the row is written.

    So each table of an event can be distributed by event. Rows are found by the row above, as ever: there is
    no index. And the database holds the row above to its event, so it does not look for the event once more.
    It goes with the row above.
    """

    def __init__(self, to: Any = "tournaments.Tournament", *, of: str = "", **options: Any) -> None:
        self.of = of
        ours = {"null": True, "editable": False, "db_index": False, "db_constraint": False}
        # A release without the column may still write rows: `tournaments.guards.event_keys` fills theirs.
        super().__init__(to, **{"on_delete": models.DO_NOTHING, "related_name": "+", **ours, **options})

    def pre_save(self, instance: Model, add: bool) -> Any:
        """The event of the row above, where none is said."""
        if getattr(instance, self.attname) is None:
            setattr(instance, self.attname, getattr(instance, self.of).tournament_id)
        return super().pre_save(instance, add)

    def deconstruct(self) -> Any:
        """The column is any ForeignKey's: no migration knows the difference."""
        name, _path, arguments, options = super().deconstruct()
        return name, "django.db.models.ForeignKey", arguments, options
