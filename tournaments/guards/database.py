"""The guards of a database: put up, taken down, and compared with what this release would put up.

The check compares whole definitions and lists everything else that is attached to our tables: a trigger that
has the right name and never fires is no guard. Constraints only have to be there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connections, transaction

from tournaments.guards import postgresql, sqlite
from tournaments.guards.definitions import GUARDS
from tournaments.guards.faults import Fault, Standing, Wrong
from tournaments.models import InstalledGuard

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

    from django.db.backends.base.base import BaseDatabaseWrapper
    from django.db.models import Model

    from tournaments.guards.guard import Trigger


def guards_of(connection: BaseDatabaseWrapper) -> list[Trigger]:
    """The guards that this database can have."""
    return [guard for guard in GUARDS if _dialect(connection).can_hold(guard)]


def faults(using: str = DEFAULT_DB_ALIAS) -> list[Fault]:
    """What is wrong with the guards of the database; [] if all are in place, and nothing besides them."""
    connection = connections[using]
    dialect = _dialect(connection)
    guards = guards_of(connection)
    found = standing(using)
    wrong = []
    with connection.cursor() as cursor:
        wanted = dialect.statements(cursor, guards)
        for guard in guards:
            stands = found.pop((guard.table, guard.name), None)
            if stands is None:
                wrong.append(Fault(guard.name, Wrong.MISSING))
            elif stands.definition != "".join(wanted[guard.name]):
                wrong.append(Fault(guard.name, Wrong.ALTERED))
            elif not stands.fires:
                wrong.append(Fault(guard.name, Wrong.OFF))
        kept = dialect.constraints(cursor, our_tables())
        wrong += [
            Fault(f"constraint {name} on {table}", Wrong.MISSING)
            for table, name in _constraints()
            if (table, name) not in kept
        ]
        others = [f"trigger {name} on {table}" for table, name in sorted(found)]
        others += dialect.strangers(cursor, our_tables())
    return wrong + [Fault(name, Wrong.FOREIGN) for name in others]


def standing(using: str = DEFAULT_DB_ALIAS) -> dict[tuple[str, str], Standing]:
    """(table, name) -> every trigger on one of our tables, whoever created it."""
    connection = connections[using]
    with connection.cursor() as cursor:
        found: dict[tuple[str, str], Standing] = _dialect(connection).standing(cursor, our_tables())
    return found


def our_tables() -> list[str]:
    """The names of this application's tables."""
    return sorted(model._meta.db_table for model in _models())


def _constraints() -> list[tuple[str, str]]:
    """(table, name) of the constraints of this application's models."""
    return sorted(
        (model._meta.db_table, constraint.name)
        for model in _models()
        for constraint in model._meta.constraints
    )


def _models() -> Iterable[type[Model]]:
    return apps.get_app_config("tournaments").get_models(include_auto_created=True)


def drop(using: str = DEFAULT_DB_ALIAS) -> None:
    """Take the guards down: for a migration, and for a test that empties its tables."""
    connection = connections[using]
    tables = set(connection.introspection.table_names())
    with transaction.atomic(using=using), connection.cursor() as cursor:
        for guard in guards_of(connection):
            if guard.table in tables:
                on = "" if connection.vendor == "sqlite" else f" ON {guard.table}"
                cursor.execute(f"DROP TRIGGER IF EXISTS {guard.name}{on}")


def create(using: str = DEFAULT_DB_ALIAS) -> None:
    """Put the guards up, all or none; does nothing while their tables do not exist yet.

    Their digests are stored, so that a later release can tell the guards that this one created from those
    that somebody has changed since.
    """
    connection = connections[using]
    tables = set(connection.introspection.table_names())
    if not {guard.table for guard in GUARDS} <= tables:
        return
    with transaction.atomic(using=using):
        drop(using)
        put_up(guards_of(connection), using)
        if InstalledGuard._meta.db_table in tables:
            _write_down(using)


def put_up(guards: Iterable[Trigger], using: str = DEFAULT_DB_ALIAS) -> None:
    """Put these guards up; none of them may exist yet."""
    with connections[using].cursor() as cursor:
        for texts in _dialect(connections[using]).statements(cursor, guards).values():
            for statement in texts:
                cursor.execute(statement)


def _write_down(using: str) -> None:
    names = {guard.name for guard in guards_of(connections[using])}
    installed = InstalledGuard.objects.using(using)
    installed.all().delete()
    installed.bulk_create(
        InstalledGuard(name=name, digest=stands.digest)
        for (_table, name), stands in standing(using).items()
        if name in names
    )


def _dialect(connection: BaseDatabaseWrapper) -> ModuleType:
    return sqlite if connection.vendor == "sqlite" else postgresql
