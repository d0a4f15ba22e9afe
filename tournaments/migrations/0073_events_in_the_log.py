"""The server's log names each event: from now on when it is added, and now those that it does not know."""

from __future__ import annotations

from datetime import UTC
from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone

from tournaments.chain.texts import ServerLine, fingerprint, text_of_server

ADDED = "event_added"


def name_events(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Add a line for each event that has none; the first of them takes in lines that are no links yet."""
    using = schema_editor.connection.alias
    acts, events = (
        apps.get_model("tournaments", name)._default_manager.using(using)
        for name in ("ServerAct", "Tournament")
    )
    previous, lines = "", []
    for act in acts.order_by("pk").iterator():
        lines.append(_line(act))
        if act.fingerprint:
            previous, lines = act.fingerprint, []
    known = acts.exclude(event=None).values("event")
    for event in events.exclude(pk__in=known).order_by("pk"):
        subject = f"{event.name} ({event.slug})"[:200]
        act = acts.model(at=timezone.now(), action=ADDED, subject=subject, event=event.pk, previous=previous)
        act.fingerprint = fingerprint(text_of_server([*lines, _line(act)], previous))
        act.save(using=using)
        previous, lines = act.fingerprint, []


def _line(act: Any) -> ServerLine:
    about = "" if act.event is None else str(act.event)
    return ServerLine(act.at.astimezone(UTC).isoformat(), act.actor, act.action, about, act.subject)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0072_ends"),
    ]

    operations = [
        migrations.AlterField(
            model_name="serveract",
            name="action",
            field=models.CharField(
                choices=[
                    ("account_made", "made an account"),
                    ("account_closed", "closed an account"),
                    ("password_given", "gave a new password"),
                    ("reset_issued", "made a link for a new password"),
                    ("code_asked", "has the login ask for a code"),
                    ("code_ended", "has the login ask for the password alone"),
                    ("list_imported", "imported a rating list"),
                    ("copy_restored", "put back a copy of the database"),
                    ("event_added", "added an event"),
                    ("event_removed", "removed an event"),
                    ("event_returned", "brought a removed event back"),
                    ("event_purged", "deleted a removed event for good"),
                ],
                max_length=20,
            ),
        ),
        migrations.RunPython(name_events, migrations.RunPython.noop),
    ]
