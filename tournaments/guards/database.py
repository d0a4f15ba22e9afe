"""All guards, whether a database has them, and putting them up again."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import sha256
from types import ModuleType
from typing import Any, TextIO

from django.apps import apps
from django.apps import apps as present_apps
from django.apps.registry import Apps
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from tournaments.guards import postgresql, sqlite
from tournaments.guards.events import EVENT_GUARDS, PRIZE_GUARDS, holds_for
from tournaments.guards.guard import ROUND, Deed, Fault, Guard, Installed, Trigger, Wrong
from tournaments.guards.log import ELSEWHERE_GUARDS, TRAIL_GUARDS
from tournaments.guards.players import ABSENCE_GUARDS, PLAYER_GUARDS, RATING_GUARDS, TEAM_GUARDS
from tournaments.guards.rounds import BOARD_GUARDS, CORRECTION_GUARDS, DECISION_GUARDS, ROUND_GUARDS
from tournaments.models import AuditEvent, InstalledGuard

_JUDGING: tuple[Guard | Deed, ...] = (
    *BOARD_GUARDS,
    *ROUND_GUARDS,
    *PLAYER_GUARDS,
    *RATING_GUARDS,
    *ABSENCE_GUARDS,
    *EVENT_GUARDS,
    *PRIZE_GUARDS,
    *CORRECTION_GUARDS,
    *DECISION_GUARDS,
    *TEAM_GUARDS,
    *TRAIL_GUARDS,
    *ELSEWHERE_GUARDS,
)

GUARDS: tuple[Trigger, ...] = (*holds_for(_JUDGING), *_JUDGING)


# The name under which the digest of the migrations is stored, after which the others were.
MIGRATED = "migrations"


def guards_of(connection: BaseDatabaseWrapper) -> list[Trigger]:
    """The guards that this database can have."""
    return [guard for guard in GUARDS if _dialect(connection).can_hold(guard)]


def faults(using: str = DEFAULT_DB_ALIAS) -> list[Fault]:
    """What is wrong with the guards of the database; [] if all are in place, and nothing besides them."""
    connection = connections[using]
    dialect = _dialect(connection)
    guards = guards_of(connection)
    found = triggers_installed(using)
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
        shapes = dialect.shapes(cursor, our_tables())
        wrong += [
            Fault(f"constraint {name} on {table}", Wrong.MISSING)
            for table, name in _constraints()
            if name not in dialect.NAMED.findall(shapes.get(table, ""))
        ]
        wrong += [Fault(name, Wrong.ALTERED) for name in _altered_constraints(using, shapes)]
        gone = former(using) if found else []
        wrong += [Fault(name, Wrong.ALTERED) for _table, name in gone]
        others = [f"trigger {name} on {table}" for table, name in sorted(found.keys() - gone)]
        others += dialect.strangers(cursor, our_tables())
    return wrong + [Fault(name, Wrong.FOREIGN) for name in others]


def triggers_installed(using: str = DEFAULT_DB_ALIAS) -> dict[tuple[str, str], Installed]:
    """(table, name) -> every trigger on one of our tables, whoever created it."""
    connection = connections[using]
    with connection.cursor() as cursor:
        found: dict[tuple[str, str], Installed] = _dialect(connection).installed(cursor, our_tables())
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


def former(using: str = DEFAULT_DB_ALIAS) -> list[tuple[str, str]]:
    """(table, name) of the guards that an earlier release put up and this one no longer has.

    Those that somebody has touched since are none of them.
    """
    ours, known = {guard.name for guard in GUARDS}, installed(using)
    return [
        (table, name)
        for (table, name), stands in triggers_installed(using).items()
        if name not in ours and known.get(name) == stands.digest
    ]


def drop(using: str = DEFAULT_DB_ALIAS) -> None:
    """Take the guards down: for a migration, and for a test that empties its tables."""
    connection = connections[using]
    tables = set(connection.introspection.table_names())
    with transaction.atomic(using=using), connection.cursor() as cursor:
        ours = [(guard.table, guard.name) for guard in guards_of(connection) if guard.table in tables]
        gone = former(using)
        for table, name in ours + gone:
            on = "" if connection.vendor == "sqlite" else f" ON {table}"
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{on}")
        # Guards that this release has are put up again, with their functions.
        if connection.vendor == "postgresql":
            for _table, name in gone:
                cursor.execute(f"DROP FUNCTION {name}()")


def create(using: str = DEFAULT_DB_ALIAS, *, altered: Collection[str] = ()) -> None:
    """Put the guards of all tables up, or none; does nothing while their tables do not exist yet.

    Their digests are stored, so that a later release can tell the guards that this one created from those
    that somebody has changed since; and those of the constraints of each table, which no release can make
    anew. The stored digests of `altered` ones stay, so that they are not found right from now on.
    """
    connection = connections[using]
    tables = set(connection.introspection.table_names())
    if not {guard.table for guard in GUARDS} <= {*connection.introspection.table_names(include_views=True)}:
        return
    with transaction.atomic(using=using):
        drop(using)
        # None can stand on a view in the place of a table; that is a fault, and the others are put up.
        put_up([guard for guard in guards_of(connection) if guard.table in tables], using)
        if InstalledGuard._meta.db_table in tables:
            _write_down(using, altered)


def put_up(guards: Iterable[Trigger], using: str = DEFAULT_DB_ALIAS) -> None:
    """Put these guards up; none of them may exist yet."""
    with connections[using].cursor() as cursor:
        for texts in _dialect(connections[using]).statements(cursor, guards).values():
            for statement in texts:
                cursor.execute(statement)


def installed(using: str) -> dict[str, str]:
    """Name -> the digest of each guard, and of each table's constraints, when guards were last put up."""
    if InstalledGuard._meta.db_table not in connections[using].introspection.table_names():
        return {}
    return dict(InstalledGuard.objects.using(using).values_list("name", "digest"))


def digests(using: str) -> dict[str, str]:
    """The same of what the database has now, and of all other triggers on our tables."""
    return {
        name: stands.digest for (_table, name), stands in triggers_installed(using).items()
    } | _digests_of_tables(using)


def _altered_constraints(using: str, shapes: Mapping[str, str]) -> list[str]:
    """The names of the digests of those tables whose constraints are not as they were.

    A migration that stopped half-way has changed some without storing them; then nothing is known of any.
    """
    now = _digests_of(shapes)
    if f"constraints of {InstalledGuard._meta.db_table}" not in now:
        return []
    known = dict(InstalledGuard.objects.using(using).values_list("name", "digest"))
    altered = [name for name, digest in now.items() if known.get(name, digest) != digest]
    # Asked only if something differs, as every page of the desk asks for the rest.
    return altered if altered and known.get(MIGRATED) == _migrated(using) else []


def _migrated(using: str) -> str:
    """The digest of all migrations that the database has had."""
    applied = sorted(map(" ".join, MigrationRecorder(connections[using]).applied_migrations()))
    return sha256("\n".join(applied).encode()).hexdigest()


def _digests_of_tables(using: str) -> dict[str, str]:
    connection = connections[using]
    with connection.cursor() as cursor:
        return _digests_of(_dialect(connection).shapes(cursor, our_tables()))


def _digests_of(shapes: Mapping[str, str]) -> dict[str, str]:
    return {f"constraints of {table}": sha256(shape.encode()).hexdigest() for table, shape in shapes.items()}


def _write_down(using: str, altered: Collection[str]) -> None:
    names = {guard.name for guard in guards_of(connections[using])} | _digests_of_tables(using).keys()
    now = {name: digest for name, digest in digests(using).items() if name in names}
    now |= {name: digest for name, digest in installed(using).items() if name in altered}
    now[MIGRATED] = _migrated(using)
    rows = InstalledGuard.objects.using(using)
    rows.all().delete()
    rows.bulk_create(InstalledGuard(name=name, digest=digest) for name, digest in now.items())


def _dialect(connection: BaseDatabaseWrapper) -> ModuleType:
    return sqlite if connection.vendor == "sqlite" else postgresql


def beyond_rows(using: str = DEFAULT_DB_ALIAS) -> list[Fault]:
    """What the application's role may do besides reading and writing rows; no dump carries all of it."""
    connection = connections[using]
    with connection.cursor() as cursor:
        return [Fault(what, Wrong.FOREIGN) for what in _dialect(connection).beyond_rows(cursor)]


# Database -> what was wrong before the migration that is under way.
_noticed: dict[str, list[Fault]] = {}


def before_migrate(using: str, plan: Sequence[object] | None = None, **_: Any) -> None:
    """pre_migrate: check the guards, then take them down, unless there is nothing to migrate.

    They are down for everybody until the last migration has run, also for the previous release, which may
    serve meanwhile (docs/operations/server.md, Another release).
    """
    _noticed[using] = touched(using)
    if plan is None or plan:
        drop(using)


def after_migrate(using: str, *, stdout: TextIO | None = None, apps: Apps = present_apps, **_: Any) -> None:
    """post_migrate: put the guards up, and report what had been done to them."""
    found = _noticed.pop(using, [])
    # In one transaction: if interrupted, the guards stay down, for the next migration to find and report.
    with transaction.atomic(using=using):
        events = _held(using, apps) if found else []
        create(using, altered=[fault.name for fault in found if fault.wrong == Wrong.ALTERED])
        if not found or ROUND not in connections[using].introspection.table_names():
            return
        write = (stdout or sys.stdout).write
        write(f"The guards of the database had been touched: {', '.join(map(str, found))}.\n")
        if left := faults(using):
            write(f"To be seen to by hand: {', '.join(map(str, left))}.\n")
        else:
            write("They stand again as they should.\n")
        _log(using, found, events, apps)


def touched(using: str) -> list[Fault]:
    """The faults of the guards that no change of release explains.

    Another release has other guards: a guard that is still as it was last put up, or that was never put up,
    has not been touched. Guards put up by a release that stored no digests cannot be judged.
    """
    tables = set(connections[using].introspection.table_names())
    if ROUND not in tables:
        return []
    known, present = installed(using), digests(using)
    return [
        fault
        for fault in faults(using)
        if fault.wrong == Wrong.FOREIGN
        or (fault.name in known and known[fault.name] != present.get(fault.name))
    ]


def _log_line(_before: object, after: dict[str, list[list[str]]]) -> str:
    return "; ".join(f"{name}: {Wrong(wrong).label}" for name, wrong in after["guards"])


LOG_LINES = {AuditEvent.Action.GUARDS_REPAIRED: _log_line}


def _held(using: str, apps: Apps) -> list[int]:
    """The ids of all events, each locked: no act is in progress, so the next line of its log is ours."""
    if ROUND not in connections[using].introspection.table_names():
        return []
    events = apps.get_model("tournaments", "Tournament")._default_manager.using(using)
    return list(events.order_by("pk").select_for_update().values_list("pk", flat=True))


def _log(using: str, found: list[Fault], events: list[int], apps: Apps) -> None:
    """Write the faults into the log of every event, without an actor."""
    trail = apps.get_model("tournaments", "AuditEvent")
    trail._default_manager.using(using).bulk_create(
        trail(
            tournament_id=key,
            action=AuditEvent.Action.GUARDS_REPAIRED,
            after={"guards": [[fault.name, fault.wrong] for fault in found]},
        )
        for key in events
    )
