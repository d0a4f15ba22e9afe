"""The lock on what is published, against those who write rows or own the database (C.04.2 D.10)."""

from __future__ import annotations

import os
import runpy
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.checks import Tags, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.tournaments.guard_samples import of_another_release
from tournaments import guards
from tournaments.guards import Wrong, database
from tournaments.models import AuditEvent, InstalledGuard, Seat, Tournament

SQLITE = connection.vendor == "sqlite"

pytestmark = pytest.mark.django_db


def run(*statements: str) -> None:
    """Run the statements one after another."""
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


@contextmanager
def rights_on_rows_only() -> Iterator[None]:
    """Inside the block, the connection may read and write every row, and owns nothing.

    SQLite has no roles: there everybody is the owner, and the block runs plain SQL that anybody could run.
    """
    if SQLITE:
        yield
        return
    role = f"clerk_{os.getpid()}"
    rows = "SELECT, INSERT, UPDATE, DELETE"
    run(
        f"CREATE ROLE {role}",
        f"GRANT {rows} ON ALL TABLES IN SCHEMA public TO {role}",
        f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {role}",
        f"SET ROLE {role}",
    )
    yield
    run("RESET ROLE", f"DROP OWNED BY {role}", f"DROP ROLE {role}")


def refused(match: str, *statements: str) -> None:
    """The database refuses these statements, at the latest when they are committed."""
    with pytest.raises(DatabaseError, match=match), transaction.atomic():
        run(*statements)


@pytest.fixture
def played(event: Tournament, chief: User) -> Tournament:
    """Round 1 is played."""
    builders.play(event, 1, chief)
    return event


# Corrections, written row by row.


def exchange(event: Tournament, *, audit: str = "NULL") -> str:
    """SQL for a correction, not done yet: the Blacks of boards 1 and 2 had sat in each other's places."""
    one, other = (
        Seat.objects.get(game__round__tournament=event, game__round__number=1, game__board=n, colour="b")
        for n in (1, 2)
    )
    false, true = ("0", "1") if SQLITE else ("false", "true")
    return (
        'INSERT INTO tournaments_correction (kind, "case", counts_from, game_id, before,'
        " before_rated, after, after_rated, player_id, colour, other_player_id, other_game_id, other_colour,"
        f" done, audit_id) SELECT 'opponents', 'next', 2, {one.game_id}, '', {true}, '',"
        f" {true}, {one.player_id}, 'b', {other.player_id}, {other.game_id}, 'b', {false},"
        f" {audit} FROM tournaments_auditevent a WHERE a.action = 'round_published'"
    )


LOG_LINES = (
    "INSERT INTO tournaments_auditevent (tournament_id, at, actor_id, action, round_number, subject, before,"
    " after, reason) SELECT tournament_id, at, actor_id, 'opponents_corrected', 1, '', '{}', '{}', 'x'"
    " FROM tournaments_auditevent WHERE action = 'round_published'"
)
LATEST = "(SELECT MAX(b.id) FROM tournaments_auditevent b)"


def sitting(event: Tournament) -> set[tuple[int, str, int]]:
    """(board, colour, player's number) of every seat at a board of round 1."""
    seats = Seat.objects.filter(game__round__tournament=event, game__round__number=1)
    return set(seats.values_list("game__board", "colour", "player__number"))


def test_a_correction_without_its_line_in_the_trail_is_refused(played: Tournament) -> None:
    before = sitting(played)
    with rights_on_rows_only():
        refused("audit trail", exchange(played))
        refused("audit trail", exchange(played, audit="(SELECT MIN(b.id) FROM tournaments_auditevent b)"))
    assert sitting(played) == before


def test_a_correction_with_its_line_leaves_no_board_with_one_player(played: Tournament) -> None:
    """Checked after each statement, since it may be the last one of somebody who stops half-way."""
    before = sitting(played)
    leave = "UPDATE tournaments_seat SET kind = 'zero', game_id = NULL, colour = NULL WHERE kind = 'game'"
    with rights_on_rows_only():
        run(LOG_LINES, exchange(played, audit=LATEST))
        refused(r"D\.10", leave)
        for done in ("0", "1") if SQLITE else ("false", "true"):
            refused(r"D\.8|D\.10", f"UPDATE tournaments_correction SET done = {done}", leave)
        refused(r"D\.8", "DELETE FROM tournaments_correction")
    moved = sitting(played) - before
    assert {(board, colour) for board, colour, _number in moved} == {(1, "b"), (2, "b")}
    assert len(sitting(played)) == len(before) == 8
    assert guards.faults() == []


# Objects with the name of something that a guard reads (PostgreSQL).

if not SQLITE:
    SHADOWS = {
        "a temporary table": (
            (
                "CREATE TEMP TABLE tournaments_round AS SELECT * FROM public.tournaments_round",
                "UPDATE pg_temp.tournaments_round SET state = 'draft'",
                "GRANT SELECT, UPDATE ON pg_temp.tournaments_round TO public",
            ),
            "UPDATE public.tournaments_seat SET colour = NULL, game_id = NULL, kind = 'zero'",
        ),
        "an operator": (
            (
                "CREATE SCHEMA shadow",
                "GRANT USAGE ON SCHEMA shadow TO public",
                "CREATE FUNCTION shadow.never(smallint, smallint) RETURNS boolean LANGUAGE sql"
                " AS 'SELECT false'",
                "CREATE OPERATOR shadow.<> (FUNCTION = shadow.never, LEFTARG = smallint,"
                " RIGHTARG = smallint)",
                "SET search_path = shadow, pg_catalog, public",
            ),
            "UPDATE public.tournaments_round SET number = 40 WHERE number = 1",
        ),
        # It fits the columns better than PostgreSQL's own, which compares texts.
        "an operator of our own schema": (
            (
                "CREATE FUNCTION public.never(varchar, varchar) RETURNS boolean LANGUAGE sql"
                " AS 'SELECT false'",
                "CREATE OPERATOR public.= (FUNCTION = public.never, LEFTARG = varchar, RIGHTARG = varchar)",
            ),
            "UPDATE public.tournaments_seat SET colour = NULL, game_id = NULL, kind = 'zero'",
        ),
    }

    @pytest.mark.parametrize("shadow", SHADOWS)
    def test_no_shadow_falls_on_what_a_guard_reads(played: Tournament, shadow: str) -> None:
        preparation, attack = SHADOWS[shadow]
        run(*preparation)
        with rights_on_rows_only():
            refused(r"D\.10", attack)

    @pytest.mark.parametrize("shadow", SHADOWS)
    def test_control_functions_without_names_and_path_of_their_own_are_deceived(
        played: Tournament, shadow: str
    ) -> None:
        run(
            "UPDATE pg_proc SET proconfig = NULL, prosrc = replace(prosrc, 'public.', '')"
            " WHERE proname LIKE 'guard\\_%'"
        )
        preparation, attack = SHADOWS[shadow]
        run(*preparation)
        with rights_on_rows_only():
            run(attack)


# The owner of the database can change the guards, but not unseen.

EVENT = "BEFORE UPDATE ON tournaments_seat FOR EACH ROW"
OTHER_INDEX = (
    (
        "DROP INDEX seat_one_pab_a_round",
        "CREATE UNIQUE INDEX seat_one_pab_a_round ON tournaments_seat (round_id, player_id)",
    ),
    ("constraints of tournaments_seat", Wrong.ALTERED),
)
if SQLITE:
    TAMPERING = {
        "taken down": (("DROP TRIGGER guard_seat_update",), ("guard_seat_update", Wrong.MISSING)),
        "never fires": (
            (
                "DROP TRIGGER guard_seat_update",
                f"CREATE TRIGGER guard_seat_update {EVENT} WHEN 0 BEGIN SELECT RAISE(ABORT, 'no'); END",
            ),
            ("guard_seat_update", Wrong.ALTERED),
        ),
        "of another column": (
            (
                "DROP TRIGGER guard_seat_update",
                "CREATE TRIGGER guard_seat_update BEFORE UPDATE OF id ON tournaments_seat FOR EACH ROW"
                " BEGIN SELECT RAISE(ABORT, 'no'); END",
            ),
            ("guard_seat_update", Wrong.ALTERED),
        ),
        "of another table": (
            (
                "DROP TRIGGER guard_seat_update",
                "CREATE TRIGGER guard_seat_update BEFORE UPDATE ON auth_group FOR EACH ROW"
                " BEGIN SELECT RAISE(ABORT, 'no'); END",
            ),
            ("guard_seat_update", Wrong.MISSING),
        ),
        "another trigger": (
            (f"CREATE TRIGGER aaa {EVENT} BEGIN SELECT RAISE(IGNORE); END",),
            ("trigger aaa on tournaments_seat", Wrong.FOREIGN),
        ),
        "a view in the place of a table": (
            (
                "ALTER TABLE tournaments_category RENAME TO hidden",
                "CREATE VIEW tournaments_category AS SELECT * FROM hidden",
            ),
            ("view tournaments_category", Wrong.FOREIGN),
        ),
        "another index of the same name": OTHER_INDEX,
    }
else:
    CALL = "EXECUTE FUNCTION guard_seat_update()"
    TAMPERING = {
        "taken down": (
            ("DROP TRIGGER guard_seat_update ON tournaments_seat",),
            ("guard_seat_update", Wrong.MISSING),
        ),
        "switched off": (
            ("ALTER TABLE tournaments_seat DISABLE TRIGGER guard_seat_update",),
            ("guard_seat_update", Wrong.OFF),
        ),
        "never fires": (
            (f"CREATE OR REPLACE TRIGGER guard_seat_update {EVENT} WHEN (false) {CALL}",),
            ("guard_seat_update", Wrong.ALTERED),
        ),
        "of another column": (
            (
                "CREATE OR REPLACE TRIGGER guard_seat_update BEFORE UPDATE OF id ON tournaments_seat"
                f" FOR EACH ROW {CALL}",
            ),
            ("guard_seat_update", Wrong.ALTERED),
        ),
        "of another table": (
            (
                "DROP TRIGGER guard_seat_update ON tournaments_seat",
                f"CREATE TRIGGER guard_seat_update BEFORE UPDATE ON auth_group FOR EACH ROW {CALL}",
            ),
            ("guard_seat_update", Wrong.MISSING),
        ),
        "a function's search path": (
            ("ALTER FUNCTION guard_seat_update() SET search_path = evil, public",),
            ("guard_seat_update", Wrong.ALTERED),
        ),
        "a function's text": (
            (
                "CREATE OR REPLACE FUNCTION guard_seat_update() RETURNS trigger LANGUAGE plpgsql"
                " SET search_path TO 'pg_catalog', 'public', 'pg_temp' AS 'BEGIN RETURN NEW; END'",
            ),
            ("guard_seat_update", Wrong.ALTERED),
        ),
        "another function": (
            (
                "CREATE FUNCTION tame() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
                f"CREATE OR REPLACE TRIGGER guard_seat_update {EVENT} EXECUTE FUNCTION tame()",
            ),
            ("guard_seat_update", Wrong.ALTERED),
        ),
        "another trigger": (
            (
                "CREATE FUNCTION undo() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'",
                f"CREATE TRIGGER aaa {EVENT} EXECUTE FUNCTION undo()",
            ),
            ("trigger aaa on tournaments_seat", Wrong.FOREIGN),
        ),
        "a rule": (
            ("CREATE RULE diverted AS ON UPDATE TO tournaments_seat DO INSTEAD NOTHING",),
            ("rule diverted on tournaments_seat", Wrong.FOREIGN),
        ),
        "a child": (
            ("CREATE TABLE more_seats () INHERITS (tournaments_seat)",),
            ("inheritance: more_seats from tournaments_seat", Wrong.FOREIGN),
        ),
        "hidden rows": (
            ("ALTER TABLE tournaments_round ENABLE ROW LEVEL SECURITY",),
            ("row security on tournaments_round", Wrong.FOREIGN),
        ),
        "a view in the place of a table": (
            (
                "ALTER TABLE tournaments_category RENAME TO hidden",
                "CREATE VIEW tournaments_category AS SELECT * FROM hidden",
            ),
            ("relation tournaments_category that is no table", Wrong.FOREIGN),
        ),
        "another index of the same name": OTHER_INDEX,
        "another check of the same name": (
            (
                "ALTER TABLE tournaments_absence DROP CONSTRAINT absence_answer,"
                " ADD CONSTRAINT absence_answer CHECK (answer <> 'never')",
            ),
            ("constraints of tournaments_absence", Wrong.ALTERED),
        ),
        "another unique constraint of the same name": (
            (
                "ALTER TABLE tournaments_rating DROP CONSTRAINT rating_one_of_a_kind,"
                " ADD CONSTRAINT rating_one_of_a_kind UNIQUE (player_id, kind, value)",
            ),
            ("constraints of tournaments_rating", Wrong.ALTERED),
        ),
        "one constraint more": (
            ("ALTER TABLE tournaments_rating ADD CONSTRAINT one EXCLUDE (id WITH =)",),
            ("constraints of tournaments_rating", Wrong.ALTERED),
        ),
        "an index that no longer holds": (
            ("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'seat_one_pab_a_round'::regclass",),
            ("constraint seat_one_pab_a_round on tournaments_seat", Wrong.MISSING),
        ),
        "an operator": (
            (
                "CREATE FUNCTION never(varchar, varchar) RETURNS boolean LANGUAGE sql AS 'SELECT false'",
                "CREATE OPERATOR public.<-> (FUNCTION = never, LEFTARG = varchar, RIGHTARG = varchar)",
            ),
            ("operator <->(character varying,character varying)", Wrong.FOREIGN),
        ),
        "a function": (
            ("CREATE FUNCTION lower(varchar) RETURNS text LANGUAGE sql AS 'SELECT $1'",),
            ("function lower(character varying)", Wrong.FOREIGN),
        ),
        "a cast": (
            ("CREATE CAST (text AS integer) WITH INOUT AS IMPLICIT",),
            ("cast from text to integer", Wrong.FOREIGN),
        ),
        "a right of everybody": (
            ("GRANT SELECT ON tournaments_player TO PUBLIC",),
            ("SELECT on tournaments_player for PUBLIC", Wrong.FOREIGN),
        ),
        "a right to one column": (
            ("GRANT UPDATE (colour) ON tournaments_seat TO PUBLIC",),
            ("UPDATE on tournaments_seat.colour for PUBLIC", Wrong.FOREIGN),
        ),
        "a right to refer to one column": (
            ("CREATE ROLE clerk", "GRANT REFERENCES (colour) ON tournaments_seat TO clerk"),
            ("REFERENCES on tournaments_seat.colour for clerk", Wrong.FOREIGN),
        ),
        "a right beyond rows": (
            ("CREATE ROLE clerk", "GRANT TRUNCATE ON tournaments_auditevent TO clerk"),
            ("TRUNCATE on tournaments_auditevent for clerk", Wrong.FOREIGN),
        ),
        "a right to hand on": (
            ("CREATE ROLE clerk", "GRANT UPDATE ON tournaments_seat TO clerk WITH GRANT OPTION"),
            ("UPDATE on tournaments_seat for clerk", Wrong.FOREIGN),
        ),
        "a right to set the numbers of the log": (
            ("CREATE ROLE clerk", "GRANT UPDATE ON SEQUENCE tournaments_auditevent_id_seq TO clerk"),
            ("UPDATE on tournaments_auditevent_id_seq for clerk", Wrong.FOREIGN),
        ),
        "a right to make objects": (
            ("GRANT CREATE ON SCHEMA public TO PUBLIC",),
            ("CREATE on schema public for PUBLIC", Wrong.FOREIGN),
        ),
        "another owner of a table": (
            ("CREATE ROLE clerk", "ALTER TABLE tournaments_seat OWNER TO clerk"),
            ("table tournaments_seat belongs to clerk", Wrong.FOREIGN),
        ),
        "another owner of the numbers": (
            ("CREATE ROLE clerk", "ALTER TABLE tournaments_seat OWNER TO clerk"),
            ("sequence tournaments_seat_id_seq belongs to clerk", Wrong.FOREIGN),
        ),
        "another owner of a function": (
            ("CREATE ROLE clerk", "ALTER FUNCTION guard_seat_update() OWNER TO clerk"),
            ("function guard_seat_update() belongs to clerk", Wrong.FOREIGN),
        ),
        "a setting of the role": (
            (
                "CREATE ROLE board_one_application",
                "ALTER ROLE board_one_application SET search_path = evil, public",
            ),
            ("search_path = evil, public for role board_one_application", Wrong.FOREIGN),
        ),
        "a role to act as": (
            (
                "CREATE ROLE clerk",
                "CREATE ROLE board_one_application",
                "ALTER ROLE board_one_application SET role = 'clerk'",
            ),
            ("role = clerk for role board_one_application", Wrong.FOREIGN),
        ),
        "guards that sleep for a role": (
            (
                "CREATE ROLE board_one_application",
                "ALTER ROLE board_one_application SET session_replication_role = replica",
            ),
            ("session_replication_role = replica for role board_one_application", Wrong.FOREIGN),
        ),
        "a setting of the database": (
            (
                "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET statement_timeout = 1',"
                " current_database()); END $$",
            ),
            ("statement_timeout = 1 for every role", Wrong.FOREIGN),
        ),
        "a picture of its own": (
            ("SET LOCAL default_transaction_isolation = serializable",),
            ("default_transaction_isolation = serializable", Wrong.FOREIGN),
        ),
        "triggers of replication alone": (
            ("SET LOCAL session_replication_role = replica",),
            ("session_replication_role = replica", Wrong.FOREIGN),
        ),
    }

    def test_foreign_keys_that_are_switched_off_are_found() -> None:
        run("ALTER TABLE tournaments_category DISABLE TRIGGER ALL")
        found = guards.faults()
        assert found
        ours = {guard.name for guard in guards.GUARDS if guard.table == "tournaments_category"}
        assert {name for name, wrong in found if wrong == Wrong.OFF} >= ours
        keys = [name for name, _wrong in found if name not in ours]
        assert keys
        assert all(name.endswith("on tournaments_category, switched off") for name in keys)

    def test_a_setting_of_the_role_that_connects_is_found() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT session_user")
            [role] = cursor.fetchone()
        run(f'ALTER ROLE "{role}" SET lock_timeout = 1')
        assert guards.faults() == [(f"lock_timeout = 1 for role {role}", Wrong.FOREIGN)]

    def test_what_blinds_no_guard_is_no_fault() -> None:
        """What an extension brought, rights to rows, settings of others or that change nothing."""
        run(
            "CREATE FUNCTION never(varchar, varchar) RETURNS boolean LANGUAGE sql AS 'SELECT false'",
            "ALTER EXTENSION plpgsql ADD FUNCTION never(varchar, varchar)",
            "CREATE ROLE board_one_application",
            "GRANT SELECT, INSERT, UPDATE, DELETE ON tournaments_seat TO board_one_application",
            "GRANT USAGE ON SEQUENCE tournaments_seat_id_seq TO board_one_application",
            "ALTER ROLE board_one_application SET default_transaction_isolation = 'read committed'",
            "ALTER ROLE board_one_application SET work_mem = '1GB'",
            "CREATE ROLE clerk",
            "ALTER ROLE clerk SET search_path = evil",
            # As in a database of PostgreSQL 15 or newer, whose schema belongs to a role of its own.
            "ALTER SCHEMA public OWNER TO clerk",
            "GRANT ALL ON SCHEMA public TO CURRENT_USER",
        )
        assert guards.faults() == []


@pytest.mark.parametrize("how", TAMPERING)
def test_what_the_owner_does_to_the_guards_is_found(how: str) -> None:
    attack, found = TAMPERING[how]
    assert guards.faults() == []
    run(*attack)
    assert found in guards.faults()
    assert Client().get("/healthz").status_code == 503
    assert found[0] in str(run_checks(tags=[Tags.database], databases=["default"]))


def test_a_lost_constraint_is_found() -> None:
    """An index, not a trigger, ensures that a round has one allocated bye."""
    run("DROP INDEX seat_one_pab_a_round")
    assert guards.faults() == [
        ("constraint seat_one_pab_a_round on tournaments_seat", Wrong.MISSING),
        ("constraints of tournaments_seat", Wrong.ALTERED),
    ]
    assert Client().get("/healthz").status_code == 503


def test_the_process_does_not_start_with_guards_that_somebody_has_touched() -> None:
    run(*TAMPERING["never fires"][0])
    with pytest.raises(ImproperlyConfigured, match=r"guard_seat_update \(not as this program makes it\)"):
        runpy.run_module("tournaments.wsgi")


def migrated(stdout: StringIO) -> None:
    """What `migrate` does about the guards when there is nothing else to migrate."""
    guards.before_migrate(using="default")
    guards.after_migrate(using="default", stdout=stdout)


@pytest.mark.parametrize("how", TAMPERING)
def test_migrate_says_what_it_found_and_writes_it_into_every_log(
    event: Tournament, chief: User, how: str
) -> None:
    builders.tournament(chief, name="Other Open")
    # PostgreSQL alters no table that has pending foreign-key checks.
    connection.check_constraints()
    attack, (name, wrong) = TAMPERING[how]
    run(*attack)
    # A view has no constraints. Which a table has to have is known without any digest.
    found = [fault for fault in guards.faults() if not fault.name.startswith("constraint ")]
    said = StringIO()
    migrated(said)
    assert f"{name} ({wrong.label})" in said.getvalue()
    # No migration removes objects, makes constraints as they were, or puts up a guard on a view.
    left = [fault.name for fault in guards.faults() if not fault.name.startswith("constraint ")]
    tables = connection.introspection.table_names()
    on_views = {guard.name for guard in guards.GUARDS if guard.table not in tables}
    stays = [one for one, how in found if how == Wrong.FOREIGN or one.startswith("constraints of ")]
    assert left == [one for one, _how in found if one in on_views or one in stays]
    assert ("To be seen to by hand:" in said.getvalue()) == bool(left)
    acts = AuditEvent.objects.filter(action="guards_repaired")
    assert [(act.actor, act.after) for act in acts] == [(None, {"guards": list(map(list, found))})] * 2


def test_after_a_migration_that_stopped_half_way_nothing_is_known_of_constraints(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It has changed some, and stored nothing."""
    run(*OTHER_INDEX[0])
    assert OTHER_INDEX[1] in guards.faults()
    begun = {("tournaments", "9999_half_way"): None}
    monkeypatch.setattr(MigrationRecorder, "applied_migrations", lambda _self: begun)
    assert OTHER_INDEX[1] not in guards.faults()


def test_constraints_are_right_again_once_they_are_as_they_were(event: Tournament) -> None:
    """Migrating does not take what it finds for what it should be."""
    with connection.cursor() as cursor:
        place = "sqlite_master WHERE name" if SQLITE else "pg_indexes WHERE indexname"
        cursor.execute(f"SELECT {'sql' if SQLITE else 'indexdef'} FROM {place} = 'seat_one_pab_a_round'")
        [index] = cursor.fetchone()
    connection.check_constraints()
    run(*OTHER_INDEX[0])
    for _time in range(2):
        migrated(StringIO())
        lacking = ("constraint seat_one_pab_a_round on tournaments_seat", guards.Wrong.MISSING)
        assert guards.faults() == [lacking, OTHER_INDEX[1]]
    run("DROP INDEX seat_one_pab_a_round", index)
    assert guards.faults() == []


def test_a_migration_that_finds_all_as_it_was_says_nothing(event: Tournament) -> None:
    said = StringIO()
    migrated(said)
    assert said.getvalue() == ""
    assert not AuditEvent.objects.filter(action="guards_repaired").exists()


def test_the_guards_of_an_older_release_were_touched_by_nobody(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    present = guards.GUARDS
    older = map(of_another_release, present[1:])
    guards.drop()
    monkeypatch.setattr(database, "GUARDS", tuple(older))
    guards.create()
    monkeypatch.setattr(database, "GUARDS", present)
    assert len(guards.faults()) == len(guards.guards_of(connection))
    said = StringIO()
    # One of them, however, was taken down meanwhile.
    run("DROP TRIGGER guard_seat_delete" + ("" if SQLITE else " ON tournaments_seat"))
    migrated(said)
    assert guards.faults() == []
    assert said.getvalue().count("guard_") == 1
    assert "guard_seat_delete (taken down)" in said.getvalue()


def test_a_guard_that_this_release_no_longer_has_goes_without_a_word(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless somebody has touched it: then it is as foreign as any other trigger."""
    present, spare = guards.GUARDS, guards.GUARDS[-1]
    more = [replace(spare, name=name) for name in ("guard_of_old", "guard_touched")]
    guards.drop()
    monkeypatch.setattr(database, "GUARDS", (*present, *more))
    guards.create()
    monkeypatch.setattr(database, "GUARDS", present)
    assert len(guards.faults()) == 2
    run("DROP TRIGGER guard_touched" + ("" if SQLITE else f" ON {spare.table}"))
    database.put_up([replace(spare, name="guard_touched", condition="1 = 2")])
    said = StringIO()
    migrated(said)
    assert [fault.name for fault in guards.faults()] == [f"trigger guard_touched on {spare.table}"]
    assert "guard_of_old" not in said.getvalue()
    assert "guard_touched" in said.getvalue()


def test_what_a_release_did_not_write_down_cannot_be_told(event: Tournament) -> None:
    InstalledGuard.objects.all().delete()
    run(*TAMPERING["taken down"][0])
    said = StringIO()
    migrated(said)
    assert said.getvalue() == ""
    assert guards.faults() == []


def test_the_desk_shows_it_until_the_next_round_is_published(
    played: Tournament, chief: User, chief_client: Client
) -> None:
    desk, log = (reverse(name, args=[played.slug]) for name in ("desk", "log"))
    notice = "Somebody with access to the database had changed the locks of what is published."
    assert notice not in chief_client.get(desk).content.decode()
    run(*TAMPERING["taken down"][0])
    migrated(StringIO())
    assert notice in chief_client.get(desk).content.decode()
    reader = Client()
    reader.force_login(builders.member(played, "reader", "clerk"))
    assert notice not in reader.get(desk).content.decode()
    written = "found the locks of the database touched, and set them again · guard_seat_update: taken down"
    assert written in chief_client.get(log).content.decode()
    builders.publish(played, 2, chief)
    assert notice not in chief_client.get(desk).content.decode()
    assert written in chief_client.get(log).content.decode()
