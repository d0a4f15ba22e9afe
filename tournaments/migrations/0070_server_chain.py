"""The lines of the server's log become a chain, and events that are removed get their line in it."""

from __future__ import annotations

from datetime import UTC

import django.utils.timezone
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from tournaments.chain.texts import ServerLine, fingerprint, text_of_server

REMOVED = "event_removed"


def link(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Take in the lines as they are, after adding those that removed events need to be deleted one day."""
    using = schema_editor.connection.alias
    acts, events, trail = (
        apps.get_model("tournaments", name)._default_manager.using(using)
        for name in ("ServerAct", "Tournament", "AuditEvent")
    )
    for event in events.exclude(removed_at=None).order_by("removed_at"):
        removal = trail.filter(tournament=event, action=REMOVED).select_related("actor").latest("pk")
        acts.create(
            at=event.removed_at,
            actor=removal.actor.username if removal.actor else "",
            action=REMOVED,
            subject=f"{event.name} ({event.slug})"[:200],
            event=event.pk,
        )
    linked, previous = list(acts.order_by("pk")), ""
    for act in linked:
        about = "" if act.event is None else str(act.event)
        line = ServerLine(act.at.astimezone(UTC).isoformat(), act.actor, act.action, about, act.subject)
        act.previous, act.fingerprint = previous, fingerprint(text_of_server([line], previous))
        previous = act.fingerprint
    acts.bulk_update(linked, ["previous", "fingerprint"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0069_members_two_ratings"),
    ]

    operations = [
        migrations.AddField(
            model_name="serveract",
            name="event",
            field=models.BigIntegerField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="serveract",
            name="fingerprint",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=64),
        ),
        migrations.AddField(
            model_name="serveract",
            name="previous",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=64),
        ),
        migrations.AlterField(
            model_name="serveract",
            name="at",
            field=models.DateTimeField(default=django.utils.timezone.now, editable=False),
        ),
        migrations.RunPython(link, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="serveract",
            constraint=models.UniqueConstraint(
                condition=models.Q(("fingerprint", ""), _negated=True),
                fields=("previous",),
                name="server_act_previous",
            ),
        ),
    ]
