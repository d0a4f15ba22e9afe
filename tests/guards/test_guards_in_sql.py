"""C.04.2 D.10: once published, a pairing does not change by any statement, nor by another program."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Iterator

import pytest
from django.db import DatabaseError, connection, transaction

from tests import builders
from tests.tournaments.guard_samples import SQLITE, WHY, Scene, picture
from tournaments import guards
from tournaments.models import (
    AuditEvent,
)

# Plain SQL that both databases understand. Every statement would change who plays whom, with what
# colour, on which board, or that the pairing is public.
RAW = {
    "seat player": "UPDATE {Seat} SET player_id = {fresh} WHERE id = {seat}",
    "seat colour": "UPDATE {Seat} SET colour = CASE colour WHEN 'w' THEN 'b' ELSE 'w' END WHERE game_id"
    " = {game}",
    "seat game": "UPDATE {Seat} SET game_id = {second} WHERE id = {seat}",
    "seat round": "UPDATE {Seat} SET round_id = {draft} WHERE id = {seat}",
    "seat kind": "UPDATE {Seat} SET kind = 'full' WHERE id = {bye}",
    "seat key": "UPDATE {Seat} SET id = 99999 WHERE id = {seat}",
    "seat deleted": "DELETE FROM {Seat} WHERE id = {seat}",
    "all seats deleted": "DELETE FROM {Seat}",
    "seat inserted": "INSERT INTO {Seat} (round_id, player_id, kind) VALUES ({published}, {fresh}, 'zero')",
    "seat inserted from a draft": "INSERT INTO {Seat} (round_id, player_id, kind)"
    " SELECT {published}, {fresh}, 'half' FROM {Seat} WHERE id = {draft_bye}",
    "seat inserted at a published board": "INSERT INTO {Seat} (round_id, player_id, kind, game_id, colour)"
    " VALUES ({draft}, {fresh}, 'game', {game}, 'w')",
    "seat upserted by key": "INSERT INTO {Seat} (id, round_id, player_id, kind) VALUES ({seat},"
    " {draft}, {fresh}, 'zero')"
    " ON CONFLICT (id) DO UPDATE SET player_id = excluded.player_id",
    "seat upserted by player": "INSERT INTO {Seat} (round_id, player_id, kind) VALUES ({published},"
    " {player}, 'zero')"
    " ON CONFLICT (round_id, player_id) DO UPDATE SET kind = 'zero', game_id = NULL, colour = NULL",
    "seat upserted by colour": "INSERT INTO {Seat} (round_id, player_id, kind, game_id, colour)"
    " VALUES ({published}, {fresh}, 'game', {game}, 'w')"
    " ON CONFLICT (game_id, colour) DO UPDATE SET player_id = excluded.player_id",
    "game board": "UPDATE {Game} SET board = 77 WHERE id = {game}",
    "game left open": "UPDATE {Game} SET left_open = '-' WHERE id = {game}",
    "game boards moved on": "UPDATE {Game} SET board = board + 100 WHERE round_id = {published}",
    "game round": "UPDATE {Game} SET round_id = {draft}, board = NULL WHERE id = {game}",
    "game key": "UPDATE {Game} SET id = 99999 WHERE id = {game}",
    "game deleted": "DELETE FROM {Game} WHERE id = {game}",
    "game inserted": "INSERT INTO {Game} (round_id, board, result, rated, version, changed_in)"
    " VALUES ({published}, 99, '', {true}, 0, 0)",
    "game upserted by board": "INSERT INTO {Game} (round_id, board, result, rated, version, changed_in)"
    " VALUES ({published}, 1, '', {true}, 0, 0) ON CONFLICT (round_id, board) DO UPDATE SET board = 98",
    "round state": "UPDATE {Round} SET state = 'draft' WHERE id = {published}",
    "round state with a reason": "UPDATE {Round} SET state = 'draft', repair_reason = 'x' WHERE id ="
    " {published}",
    "round states": "UPDATE {Round} SET state = 'planned'",
    "round number": "UPDATE {Round} SET number = 30 WHERE id = {published}",
    "round key": "UPDATE {Round} SET id = 99999 WHERE id = {published}",
    "round tournament": "UPDATE {Round} SET tournament_id = {other}, number = 30 WHERE id = {published}",
    "round time": "UPDATE {Round} SET published_at = '2001-01-01 00:00:00+00:00' WHERE id = {published}",
    "round deleted": "DELETE FROM {Round} WHERE id = {published}",
    "round upserted": "INSERT INTO {Round} (tournament_id, number, state, fingerprint, imported,"
    " repair_ground, repair_reason)"
    " VALUES ({event}, 1, 'planned', '', {false}, '', '')"
    " ON CONFLICT (tournament_id, number) DO UPDATE SET state = 'planned'",
    "player moved to another event": "UPDATE {Player} SET tournament_id = {other}, number = 99 WHERE id"
    " = {player}",
    "player key": "UPDATE {Player} SET id = 99999 WHERE id = {player}",
    "player with a bye moved": "UPDATE {Player} SET tournament_id = {other}, number = 99 WHERE id ="
    " {bye_player}",
    "player renamed": "UPDATE {Player} SET name = 'Else, E' WHERE id = {player}",
    "player renamed by another act": "UPDATE {Player} SET name = 'Else, E', identity_audit_id = {audit}"
    " WHERE id = {player}",
    "names exchanged": "UPDATE {Player} SET name = (SELECT o.name FROM {Player} o WHERE o.id <>"
    " {Player}.id AND o.id IN ({player}, {bye_player})) WHERE id IN ({player}, {bye_player})",
    "player deleted": "DELETE FROM {Player} WHERE id = {player}",
    "player upserted": "INSERT INTO {Player} (id, tournament_id, number, name, title, sex, federation,"
    " fide_id, birth, club, presence, among_equals,"
    " key, first_round, virtual_points)"
    " VALUES ({player}, {other}, 99, 'Impostor', '', '', '', '', '', '', '', '', 'k', 1, '[]')"
    " ON CONFLICT (id) DO UPDATE SET tournament_id = excluded.tournament_id, number = 99",
    "tournament deleted": "DELETE FROM {Tournament} WHERE id = {event}",
    "tournament key": "UPDATE {Tournament} SET id = 99999 WHERE id = {event}",
    "number of rounds": "UPDATE {Tournament} SET number_of_rounds = 6 WHERE id = {event}",
    "edition": "UPDATE {Tournament} SET edition = 'dutch-2016' WHERE id = {event}",
    "acceleration": "UPDATE {Tournament} SET acceleration = 'given' WHERE id = {event}",
    "initial colour": "UPDATE {Tournament} SET initial_colour = 'b' WHERE id = {event}",
    "origin of the colour": "UPDATE {Tournament} SET colour_origin = 'lot' WHERE id = {event}",
    "points for a win": "UPDATE {Tournament} SET points_win = 11 WHERE id = {event}",
    "points for a draw": "UPDATE {Tournament} SET points_draw = 4 WHERE id = {event}",
    "points for a loss": "UPDATE {Tournament} SET points_loss = 1 WHERE id = {event}",
    "points for the bye": "UPDATE {Tournament} SET points_pab = 5 WHERE id = {event}",
    "virtual points": "UPDATE {Player} SET virtual_points = '[10]' WHERE id = {fresh}",
    "group inserted": "INSERT INTO {Prohibition} (tournament_id, first_round) VALUES ({event}, 1)",
    "group's rounds": "UPDATE {Prohibition} SET last_round = 2 WHERE id = {group}",
    "group moved in": "UPDATE {Prohibition} SET tournament_id = {event} WHERE id = {elsewhere}",
    "group moved out": "UPDATE {Prohibition} SET tournament_id = {other} WHERE id = {group}",
    "group deleted": "DELETE FROM {Prohibition} WHERE id = {group}",
    "member inserted": "INSERT INTO {Apart} (prohibition_id, player_id) VALUES ({group}, {fresh})",
    "member changed": "UPDATE {Apart} SET player_id = {fresh} WHERE id = {member}",
    "member moved in": "UPDATE {Apart} SET prohibition_id = {group} WHERE id = {outsider}",
    "member moved out": "UPDATE {Apart} SET prohibition_id = {elsewhere} WHERE id = {member}",
    "member deleted": "DELETE FROM {Apart} WHERE id = {member}",
    "stranger kept apart": "INSERT INTO {Apart} (prohibition_id, player_id) VALUES ({elsewhere}, {fresh})",
    "round unseen": "UPDATE {Round} SET state = 'planned', published_at = NULL WHERE id = {published}",
    "round's ground": "UPDATE {Round} SET repair_ground = 'rematch' WHERE id = {published}",
    "link": "UPDATE {Publication} SET text = 'nicer'",
    "links deleted": "DELETE FROM {Publication}",
    "player's key": "UPDATE {Player} SET key = 'another' WHERE id = {player}",
    "round's reason": "UPDATE {Round} SET repair_reason = 'nicer' WHERE id = {published}",
}


# Statements that only SQLite has: OR REPLACE deletes the rows in the way, without firing a trigger unless
# the connection asks for recursive_triggers.
REPLACING = {
    "seat by key": "INSERT OR REPLACE INTO {Seat} (id, round_id, player_id, kind)"
    " VALUES ({seat}, {draft}, {fresh}, 'zero')",
    "seat by rowid": "REPLACE INTO {Seat} (rowid, round_id, player_id, kind)"
    " VALUES ('{seat}', {draft}, {fresh}, 'zero')",
    "seat by player": "INSERT OR REPLACE INTO {Seat} (round_id, player_id, kind)"
    " VALUES ({published}, {player}, 'zero')",
    "seat by colour": "INSERT OR REPLACE INTO {Seat} (round_id, player_id, kind, game_id, colour)"
    " VALUES ({draft}, {fresh}, 'game', {game}, 'w')",
    "seat by allocated bye": "INSERT OR REPLACE INTO {Seat} (round_id, player_id, kind)"
    " VALUES ({published}, {fresh}, 'pab')",
    "draft's seat by key": "UPDATE OR REPLACE {Seat} SET id = {seat} WHERE id = {draft_seat}",
    "draft's seat by rowid": "UPDATE OR REPLACE {Seat} SET rowid = {seat} WHERE id = {draft_seat}",
    "draft's seat by round": "UPDATE OR REPLACE {Seat} SET round_id = {published} WHERE id = {draft_bye}",
    "draft's seat by colour": "UPDATE OR REPLACE {Seat} SET game_id = {game} WHERE id = {draft_seat}",
    "game by key": "INSERT OR REPLACE INTO {Game} (id, round_id, board, result, rated, version, changed_in)"
    " VALUES ({game}, {draft}, 50, '', 1, 0, 0)",
    "game by board": "INSERT OR REPLACE INTO {Game} (round_id, board, result, rated, version, changed_in)"
    " VALUES ({published}, 1, '', 1, 0, 0)",
    "draft's game by key": "UPDATE OR REPLACE {Game} SET id = {game} WHERE id = {draft_game}",
    "draft's game by board": "UPDATE OR REPLACE {Game} SET round_id = {published}, board = 1 WHERE id ="
    " {draft_game}",
    "board by board": "UPDATE OR REPLACE {Game} SET board = 1 WHERE id = {second}",
    "round by key": "INSERT OR REPLACE INTO {Round} (id, tournament_id, number, state, fingerprint, imported,"
    " repair_ground, repair_reason) VALUES ({published}, {other}, 40, 'draft', '', 0, '', '')",
    "round by number": "INSERT OR REPLACE INTO {Round} (tournament_id, number, state, fingerprint, imported,"
    " repair_ground, repair_reason) VALUES ({event}, 1, 'draft', '', 0, '', '')",
    "draft by key": "UPDATE OR REPLACE {Round} SET id = {published} WHERE id = {draft}",
    "draft by number": "UPDATE OR REPLACE {Round} SET number = 1 WHERE id = {draft}",
    "planned by number": "UPDATE OR REPLACE {Round} SET number = 1 WHERE id = {planned}",
    "player by key": "INSERT OR REPLACE INTO {Player} (id, tournament_id, number, name, title, sex,"
    " federation,"
    " fide_id, birth, club, presence, among_equals, key, first_round, virtual_points)"
    " VALUES ({player}, {other}, 99, 'Impostor', '', '', '', '', '', '', '', '', 'k', 1, '[]')",
    "player by number": "INSERT OR REPLACE INTO {Player} (tournament_id, number, name, title, sex,"
    " federation,"
    " fide_id, birth, club, presence, among_equals, key, first_round, virtual_points)"
    " SELECT {event}, number, 'Impostor', '', '', '', '', '', '', '', '', 'k', 1, '[]'"
    " FROM {Player} WHERE id = {player}",
    "fresh player by key": "UPDATE OR REPLACE {Player} SET id = {player} WHERE id = {fresh}",
    "fresh player by key of the chain": "UPDATE OR REPLACE {Player} SET key = (SELECT p.key FROM {Player} p"
    " WHERE p.id = {player}) WHERE id = {fresh}",
    "link by its act": "INSERT OR REPLACE INTO {Publication} (tournament_id, place, kind, round_number, at,"
    " audit_id, text, previous, fingerprint) SELECT tournament_id, place + 1, kind, round_number, at,"
    " audit_id, 'nicer', fingerprint, fingerprint FROM {Publication} WHERE tournament_id = {event}"
    " ORDER BY place DESC LIMIT 1",
    "fresh player by number": "UPDATE OR REPLACE {Player} SET number = 1 WHERE id = {fresh}",
    "other tournament by key": "UPDATE OR REPLACE {Tournament} SET id = {event} WHERE id = {other}",
    "other tournament by address": "UPDATE OR REPLACE {Tournament} SET slug = (SELECT slug FROM {Tournament}"
    " WHERE id = {event}) WHERE id = {other}",
    "audit by key": "INSERT OR REPLACE INTO {AuditEvent} (id, tournament_id, at, action, subject,"
    " before, after,"
    " reason) VALUES ({audit}, {event}, '2026-01-01', 'result_entered', '', '{{}}', '{{}}', '')",
    "audit updated": "UPDATE OR REPLACE {AuditEvent} SET id = {audit} WHERE id <> {audit}",
}


# Statements that only PostgreSQL has.
POSTGRESQL = {
    "seats truncated": "TRUNCATE {Seat} CASCADE",
    "chain truncated": "TRUNCATE {Publication}",
    "everything truncated": "TRUNCATE {Tournament} CASCADE",
    "owners truncated": "TRUNCATE tournaments_membership",
    "log of the server truncated": "TRUNCATE tournaments_serveract",
    "seat named in an upsert": "INSERT INTO {Seat} (round_id, player_id, kind) VALUES ({published},"
    " {player}, 'zero')"
    " ON CONFLICT ON CONSTRAINT seat_once_a_round DO UPDATE SET player_id = {fresh}",
    "seat merged": "MERGE INTO {Seat} s USING (VALUES (1)) v ON s.id = {seat} WHEN MATCHED THEN"
    " UPDATE SET player_id = {fresh}",
    "seats deleted using": "DELETE FROM {Seat} s USING {Round} r WHERE r.id = s.round_id",
    "seat in a common table": "WITH gone AS (DELETE FROM {Seat} WHERE id = {seat} RETURNING *)"
    " UPDATE {Game} SET result = '' WHERE id IN (SELECT game_id FROM gone)",
}


OWN = REPLACING if SQLITE else POSTGRESQL


# Statements that also break a constraint cannot show that it is the guards that stop them.
ALSO_NONSENSE = {
    "seat colour",
    "seat game",
    "seat round",
    "seat inserted at a published board",
    "draft's seat by round",
}


def flags(statement: str) -> str:
    true, false = ("1", "0") if SQLITE else ("true", "false")
    return statement.replace("{true}", true).replace("{false}", false)


def got_through(scene: Scene, *, guarded: bool) -> set[str]:
    """The statements that the database lets pass; each is taken back."""
    passed = set()
    for name, statement in (RAW | OWN).items():
        try:
            with transaction.atomic():
                with connection.cursor() as cursor:
                    cursor.execute(scene.sql(flags(statement)))
                if guarded:
                    # Foreign keys are checked when a transaction ends, which a test's never does.
                    connection.check_constraints()
                passed.add(name)
                transaction.set_rollback(True)
        except DatabaseError as error:
            if guarded and not re.search(WHY, str(error)):
                raise
    return passed


def test_d10_raw_sql_cannot_change_a_published_pairing(scene: Scene) -> None:
    before, trail = picture(scene.event), list(AuditEvent.objects.values_list())
    assert got_through(scene, guarded=True) == set()
    assert picture(scene.event) == before
    assert list(AuditEvent.objects.values_list()) == trail


def test_d10_without_its_guards_the_database_would_lie_open(scene: Scene) -> None:
    """The negative control: it is the guards that refuse, not an error in the statements."""
    guards.drop()
    passed = got_through(scene, guarded=False)
    guards.create()
    assert (RAW | OWN).keys() - passed <= ALSO_NONSENSE


if SQLITE:

    @pytest.fixture
    def stored(guarded_db: None) -> Scene:
        return Scene(builders.user("chief"))

    @pytest.fixture
    def stranger(stored: Scene) -> Iterator[sqlite3.Connection]:
        """Another program that has opened the file: no foreign keys, no recursive triggers."""
        other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None, timeout=20)
        yield other
        other.close()

    def got_through_elsewhere(scene: Scene, program: sqlite3.Connection) -> set[str]:
        passed = set()
        for name, statement in (RAW | REPLACING).items():
            program.execute("BEGIN IMMEDIATE")
            with contextlib.suppress(sqlite3.IntegrityError):
                program.execute(scene.sql(flags(statement)))
                passed.add(name)
            program.execute("ROLLBACK")
        return passed

    def test_d10_another_program_cannot_change_the_file(stored: Scene, stranger: sqlite3.Connection) -> None:
        assert stranger.execute("PRAGMA foreign_keys").fetchone() == (0,)
        assert stranger.execute("PRAGMA recursive_triggers").fetchone() == (0,)
        assert got_through_elsewhere(stored, stranger) == set()
        guards.drop()
        assert got_through_elsewhere(stored, stranger) >= (RAW | REPLACING).keys() - ALSO_NONSENSE
