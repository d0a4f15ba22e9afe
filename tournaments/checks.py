"""System checks: the database holds the guards."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Tags, register
from django.core.checks import Warning as CheckWarning
from django.db import connections

from tournaments import guards


@register(Tags.database)
def guards_stand(app_configs: Any, databases: Any = None, **_: Any) -> list[CheckMessage]:
    """Warn where a migrated database has lost triggers. `migrate` makes them again, so it is no error."""
    return [
        CheckWarning(
            f"The database lacks guards: {', '.join(lost)}.",
            hint="Run `manage.py migrate`: it puts them up again.",
            id="tournaments.W001",
        )
        for using in databases or []
        if guards.ROUND in connections[using].introspection.table_names() and (lost := guards.missing(using))
    ]
