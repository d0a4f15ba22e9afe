"""System checks: the database has its guards, and is neither of a newer release nor of too old a one."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Tags, register
from django.core.checks import Error as CheckError
from django.core.checks import Warning as CheckWarning
from django.db import connections

from tournaments import guards, rulebook
from tournaments.models import Tournament
from tournaments.releases import THROUGH, applied_steps, steps_of_a_newer_release, steps_out_of_reach


@register(Tags.database)
def guards_stand(app_configs: Any, databases: Any = None, **_: Any) -> list[CheckMessage]:
    """Warn if the guards of a migrated database are not intact. No error, because `migrate` restores them."""
    return [
        CheckWarning(
            f"The guards of the database are not as they should be: {', '.join(map(str, found))}.",
            hint="Run `manage.py migrate`: it puts them up again. Remove whatever is not of this program.",
            id="tournaments.W001",
        )
        for using in databases or []
        if guards.ROUND in connections[using].introspection.table_names() and (found := guards.faults(using))
    ]


@register(Tags.database)
def no_newer_release_was_here(app_configs: Any, databases: Any = None, **_: Any) -> list[CheckMessage]:
    """Refuse a database that a newer release has migrated; `migrate` begins with this check."""
    return [
        CheckError(
            f"A newer release has migrated the database: it has made {newer[-1]}.",
            hint="Run that release, or restore the backup from before.",
            id="tournaments.E001",
        )
        for using in databases or []
        if (newer := steps_of_a_newer_release(using))
    ]


@register(Tags.database)
def no_step_is_out_of_reach(app_configs: Any, databases: Any = None, **_: Any) -> list[CheckMessage]:
    """Refuse a database of a release so old that the migrations which lead on are gone."""
    return [
        CheckError(
            f"The database is of an old release, and this one no longer knows how to make {missing[0]}.",
            hint=f"Run `manage.py migrate` with the program of commit {THROUGH}, then with this one.",
            id="tournaments.E002",
        )
        for using in databases or []
        if (missing := steps_out_of_reach(applied_steps(using)))
    ]


@register(Tags.database)
def editions_are_known(app_configs: Any, databases: Any = None, **_: Any) -> list[CheckMessage]:
    """Warn of events whose pairing rules this release does not know: a newer release has made them."""
    known = [edition.code for edition in rulebook.all_editions()]
    warnings: list[CheckMessage] = []
    for using in databases or []:
        if guards.ROUND not in connections[using].introspection.table_names():
            continue
        strange = Tournament.objects.using(using).exclude(edition__in=known).order_by("edition")
        if codes := list(strange.values_list("edition", flat=True)):
            subject = "1 tournament has" if len(codes) == 1 else f"{len(codes)} tournaments have"
            warnings.append(
                CheckWarning(
                    f"{subject} pairing rules that this release does not know:"
                    f" {', '.join(dict.fromkeys(codes))}.",
                    hint="Run the release that made them, or a newer one.",
                    id="tournaments.W002",
                )
            )
    return warnings
