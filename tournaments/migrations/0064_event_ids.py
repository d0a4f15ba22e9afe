"""Each table of an event has the event's id: empty at first, filled by the migration after this one.

Migration 0074 takes them out again.
"""

from __future__ import annotations

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

# Model -> the key to the row above, and whose that is; rows above first.
ABOVE = {
    "game": ("round", "round"),
    "seat": ("round", "round"),
    "absence": ("round", "round"),
    "byerequest": ("player", "player"),
    "earlierrating": ("player", "player"),
    "member": ("team", "player"),
    "playerlink": ("player", "player"),
    "pushsubscription": ("player", "player"),
    "rating": ("player", "player"),
    "correction": ("game", "game"),
    "decision": ("game", "game"),
    "resultreport": ("game", "game"),
    "lineup": ("seat", "seat"),
    "delivery": ("webhook", "webhook"),
    "helper": ("link", "entrylink"),
    "prizelist": ("fund", "prizefund"),
    "prohibition_players": ("prohibition", "prohibition"),
}


def event_id() -> models.Field[Any, Any]:
    """The column, in one table of many."""
    return models.ForeignKey(
        db_constraint=False,
        db_index=False,
        editable=False,
        null=True,
        on_delete=django.db.models.deletion.DO_NOTHING,
        related_name="+",
        to="tournaments.tournament",
    )


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0063_screens_of_all_groups"),
    ]

    operations = [
        # The table is there: Django made it for the players of a prohibition.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="Prohibition_players",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="tournaments.player",
                            ),
                        ),
                        (
                            "prohibition",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="tournaments.prohibition",
                            ),
                        ),
                    ],
                    options={"unique_together": {("prohibition", "player")}},
                ),
                migrations.AlterField(
                    model_name="prohibition",
                    name="players",
                    field=models.ManyToManyField(
                        related_name="prohibitions",
                        through="tournaments.Prohibition_players",
                        to="tournaments.player",
                    ),
                ),
            ]
        ),
        *(migrations.AddField(model_name=name, name="tournament", field=event_id()) for name in ABOVE),
    ]
