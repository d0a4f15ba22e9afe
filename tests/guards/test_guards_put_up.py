"""The guards themselves: migrating puts them up; where they are gone they are missed and put up again."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.checks import CheckMessage, Tags, run_checks
from django.core.management import call_command
from django.db import DatabaseError, connection, models, transaction
from django.test import Client

from tests import builders
from tests.tournaments.guard_samples import SQLITE, Scene, of_another_release
from tournaments import guards
from tournaments.guards import Wrong, database
from tournaments.models import (
    Membership,
    Seat,
    ServerAct,
    Tournament,
)


@pytest.mark.django_db
def test_no_guard_is_missing_after_migrating() -> None:
    assert guards.faults() == []
    assert warnings() == []
    assert Client().get("/healthz").status_code == 200


def lose(lost: list[guards.Guard]) -> None:
    """Drop these guards, behind the program's back."""
    with connection.cursor() as cursor:
        for guard in lost:
            cursor.execute(f"DROP TRIGGER {guard.name}" + ("" if SQLITE else f" ON {guard.table}"))


@pytest.mark.django_db
def test_each_lost_guard_is_noticed() -> None:
    """Among others that stand, so one half of them after the other."""
    every = guards.guards_of(connection)
    for lost in (every[::2], every[1::2]):
        lose(lost)
        assert guards.faults() == [(guard.name, Wrong.MISSING) for guard in lost]
        guards.create()
        assert guards.faults() == []


@pytest.mark.django_db
def test_a_single_lost_guard_is_told_to_whoever_asks() -> None:
    guard = guards.guards_of(connection)[-1]
    lose([guard])
    assert guards.faults() == [(guard.name, Wrong.MISSING)]
    assert Client().get("/healthz").status_code == 503
    (warning,) = warnings()
    assert (warning.id, guard.name in warning.msg) == ("tournaments.W001", True)


def test_every_table_whose_rows_are_judged_is_held_before_they_are() -> None:
    """PostgreSQL fires the triggers of a table in the order of their names."""
    held = {guard.table: guard for guard in guards.GUARDS if isinstance(guard, guards.Hold)}
    judging = [guard for guard in guards.GUARDS if isinstance(guard, guards.Guard)]
    assert {guard.table for guard in judging if guard.event != "TRUNCATE"} == held.keys()
    assert max(hold.name for hold in held.values()) < min(guard.name for guard in judging)
    # The event itself is locked by whoever changes its row, and the log of the server is of no event.
    assert {table for table, hold in held.items() if not hold.rows} == {
        Tournament._meta.db_table,
        ServerAct._meta.db_table,
    }


@pytest.mark.django_db
def test_a_guard_of_another_release_is_noticed_and_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new edition brings new grounds: the triggers that a database has must be made anew."""
    present = guards.GUARDS
    older = [of_another_release(guard) if guard.table == guards.ROUND else guard for guard in present]
    changed = [guard.name for guard in guards.guards_of(connection) if guard.table == guards.ROUND]
    monkeypatch.setattr(database, "GUARDS", tuple(older))
    with transaction.atomic():
        guards.create()
        assert guards.faults() == []
        monkeypatch.setattr(database, "GUARDS", present)
        # PostgreSQL's TRUNCATE has its condition too.
        assert guards.faults() == [(name, Wrong.ALTERED) for name in changed]
        assert Client().get("/healthz").status_code == 503
        guards.create()
    assert guards.faults() == []


@pytest.mark.django_db
def test_dropped_guards_are_all_missing_and_put_up_again_as_they_were(event: Tournament) -> None:
    assert event.players.count() == 8
    before = definitions()
    guards.drop()
    assert guards.faults() == [(guard.name, Wrong.MISSING) for guard in guards.guards_of(connection)]
    assert definitions() == []
    guards.create()
    guards.create()
    assert definitions() == before


def warnings() -> list[CheckMessage]:
    """What `manage.py check --database default` says of the guards."""
    found = run_checks(tags=[Tags.database], databases=["default"])
    return [warning for warning in found if warning.id == "tournaments.W001"]


def definitions() -> list[tuple[Any, ...]]:
    query = (
        "SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
        if SQLITE
        else "SELECT tgname, tgrelid::regclass::text, pg_get_triggerdef(oid) FROM pg_trigger"
        " WHERE NOT tgisinternal ORDER BY tgname"
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchall()


@pytest.mark.django_db
def test_only_migrated_databases_are_asked_for_guards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guards, "ROUND", "no_such_table")
    guards.drop()
    assert warnings() == []


def test_migrate_puts_lost_guards_up_again(guarded_db: None) -> None:
    guards.drop()
    call_command("migrate", verbosity=0)
    assert guards.faults() == []


def test_a_rebuilt_table_keeps_its_guards(guarded_db: None) -> None:
    """SQLite rebuilds a table to add a constraint, and forgets its triggers with the old one."""
    scene = Scene(builders.user("chief"))
    constraint = models.CheckConstraint(name="seat_rebuilt", condition=~models.Q(kind="never"))
    guards.before_migrate(using="default")
    try:
        with connection.schema_editor() as editor:
            editor.add_constraint(Seat, constraint)
    finally:
        guards.after_migrate(using="default")
    try:
        assert guards.faults() == []
        with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
            Seat.objects.filter(pk=scene.seat.pk).update(player=scene.fresh)
    finally:
        guards.drop()
        with connection.schema_editor() as editor:
            editor.remove_constraint(Seat, constraint)
        guards.create()


def definition_of(model: type[models.Model]) -> str:
    """The text of its table in SQLite; "" elsewhere."""
    if not SQLITE:
        return ""
    with connection.cursor() as cursor:
        cursor.execute("SELECT sql FROM sqlite_master WHERE name = %s", [model._meta.db_table])
        return str(cursor.fetchone()[0])


def test_a_table_that_was_rebuilt_behind_their_back_is_noticed(guarded_db: None) -> None:
    """What happens without the two signals: on SQLite the triggers are gone, and health says so."""
    constraint = models.CheckConstraint(name="membership_rebuilt", condition=~models.Q(role="never"))
    # No guard of another table reads this one; otherwise SQLite would not let it be rebuilt.
    # On SQLite the editor writes the table's text anew, and not always as the migrations had left it.
    before = definition_of(Membership)
    with connection.schema_editor() as editor:
        editor.add_constraint(Membership, constraint)
    with connection.schema_editor() as editor:
        editor.remove_constraint(Membership, constraint)
    lost = {"guard_owner_insert", "guard_owner_update", "guard_owner_delete"} if SQLITE else set()
    rewritten = {"constraints of tournaments_membership"} if definition_of(Membership) != before else set()
    assert {name for name, _wrong in guards.faults()} == lost | rewritten
    assert Client().get("/healthz").status_code == (503 if SQLITE else 200)
    guards.create()
    assert guards.faults() == []
