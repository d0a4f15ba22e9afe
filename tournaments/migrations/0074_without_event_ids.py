"""The event's id goes from the tables whose rows belong to an event through the row above them.

It was there for a database that is distributed by event, which no installation is. Rows that are kept for
taking an act back, and for the end of a pairing by hand, lose it too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

NAMES = (
    *(
        "absence",
        "byerequest",
        "correction",
        "decision",
        "delivery",
        "earlierrating",
        "game",
        "helper",
        "lineup",
    ),
    *(
        "member",
        "playerlink",
        "prizelist",
        "prohibition_players",
        "pushsubscription",
        "rating",
        "resultreport",
    ),
    "seat",
)
# Their names in what is kept of rows.
KEPT = frozenset({"apart", "correction", "game", "seat"})


def forget(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Take the id out of what is kept of rows."""
    using = schema_editor.connection.alias
    notes, rounds = (
        apps.get_model("tournaments", name)._default_manager.using(using)
        for name in ("IntegrityEvent", "Round")
    )
    for note in notes.only("changes").iterator():
        sides = ((change["table"], change[side]) for change in note.changes for side in ("before", "after"))
        if _forgotten(sides):
            note.save(update_fields=["changes"])
    for round_ in rounds.filter(by_hand_from__isnull=False).only("by_hand_from").iterator():
        if _forgotten(round_.by_hand_from):
            round_.save(update_fields=["by_hand_from"])


def _forgotten(rows: Iterable[tuple[str, dict[str, Any] | None]]) -> bool:
    found = [row for table, row in rows if row and table in KEPT and "tournament_id" in row]
    for row in found:
        del row["tournament_id"]
    return bool(found)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0073_events_in_the_log"),
    ]

    operations = [
        migrations.RunPython(forget, migrations.RunPython.noop),
        *(migrations.RemoveField(model_name=name, name="tournament") for name in NAMES),
    ]
