"""C.04.2 D.10: once published, a pairing does not change, whichever way somebody tries.

Nor do the regulations that it was made by, once round 1 is paired (C.04.2 A.3).
"""

from __future__ import annotations

import contextlib
import copy
import re
import sqlite3
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.core.checks import Tags, run_checks
from django.core.management import call_command
from django.db import DatabaseError, connection, models, transaction
from django.test import Client
from django.utils import timezone

from tests import builders
from tournaments import engine, guards
from tournaments.guards import Wrong, database
from tournaments.models import (
    AuditEvent,
    Correction,
    Game,
    Membership,
    Player,
    Prohibition,
    Publication,
    Round,
    Seat,
    Tournament,
)
from tournaments.services import players, prohibitions, rounds
from tournaments.services.act import acting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from django.contrib.auth.models import User
    from django.core.checks import CheckMessage

SQLITE = connection.vendor == "sqlite"
Apart = Prohibition.players.through
TABLES = {
    model: model._meta.db_table
    for model in (Tournament, Player, Round, Game, Seat, Prohibition, Apart, AuditEvent, Publication)
}


class Scene:
    """An event with round 1 published, round 2 in draft, and a second event that has only players."""

    def __init__(self, chief: User) -> None:
        self.chief = chief
        self.event = builders.tournament(chief, players=9)
        apart = self.event.players.filter(number__in=(8, 9)).values_list("pk", flat=True)
        self.group = prohibitions.keep_apart(tournament=self.event, players=apart, actor=chief)
        self.member = Apart.objects.filter(prohibition=self.group).order_by("pk")[0]
        builders.play(self.event, 1, chief)
        rounds.pair_round(tournament=self.event, number=2, actor=chief)
        # Round 1 ends when round 2 is paired; the rest of this scene wants rounds in both locked states.
        self.other = builders.tournament(chief, name="Other Open", players=4, rounds=2)
        self.fresh = players.add_players(
            tournament=self.event, entries=[{"name": "Newcomer, N", "rating": 1000}], actor=chief
        )[0]
        # His byes for the rounds he missed are written with what the trail says of them, never after it.
        builders.entry_link(self.event)
        self.published = self.event.rounds.get(number=1)
        self.draft = self.event.rounds.get(number=2)
        self.planned = self.event.rounds.get(number=3)
        self.seat = self.published.seats.filter(kind="game").order_by("pk")[0]
        self.opposite = self.seat.game.seats.exclude(pk=self.seat.pk).get()
        self.bye = self.published.seats.get(kind="pab")
        self.game = self.seat.game
        self.second = self.published.games.exclude(pk=self.game.pk).order_by("pk")[0]
        self.draft_seat = self.draft.seats.filter(kind="game").order_by("pk")[0]
        self.draft_game = self.draft_seat.game
        self.draft_bye = self.draft.seats.get(kind="pab")
        away = self.other.players.values_list("pk", flat=True)[2:]
        self.elsewhere = prohibitions.keep_apart(tournament=self.other, players=away, actor=chief)
        self.outsider = Apart.objects.filter(prohibition=self.elsewhere).order_by("pk")[0]
        self.stranger = self.other.players.order_by("pk")[0]
        self.audit = AuditEvent.objects.filter(tournament=self.event).order_by("pk")[0]
        # PostgreSQL keeps foreign keys to be looked at later, and truncates nothing meanwhile.
        connection.check_constraints()

    def sql(self, statement: str) -> str:
        """The statement with this scene's keys and the tables' names filled in."""
        keys = {name: value.pk for name, value in vars(self).items() if isinstance(value, models.Model)}
        tables = {model.__name__: name for model, name in TABLES.items()} | {"Apart": TABLES[Apart]}
        return statement.format(**keys, **tables, player=self.seat.player_id, bye_player=self.bye.player_id)


@pytest.fixture
def scene(chief: User) -> Scene:
    return Scene(chief)


def picture(tournament: Tournament) -> list[tuple[Any, ...]]:
    """Who sits where, with what colour, in the rounds that are public."""
    return sorted(
        Seat.objects.filter(round__tournament=tournament, round__state__in=Round.LOCKED).values_list(
            "pk",
            "round_id",
            "round__number",
            "player_id",
            "player__tournament_id",
            "player__name",
            "kind",
            "game_id",
            "game__board",
            "colour",
        ),
        key=str,
    )


# The foreign keys or the audit trail's guard refuse some of them before the guards of the pairing do.
WHY = r"D\.10|append-only|foreign key|FOREIGN KEY|joins two|protected|regulations are fixed|kept apart"


def save(row: models.Model, **changes: Any) -> None:
    for name, value in changes.items():
        setattr(row, name, value)
    row.save()


def bulk(row: models.Model, name: str, value: Any) -> None:
    setattr(row, name, value)
    type(row)._default_manager.bulk_update([row], [name])


ORM: dict[str, Callable[[Scene], object]] = {
    "seat player saved": lambda s: save(s.seat, player=s.fresh),
    "seat colour saved": lambda s: save(s.seat, colour="b" if s.seat.colour == "w" else "w"),
    "seat saved as it is": lambda s: s.seat.save(),
    "seat player updated": lambda s: Seat.objects.filter(pk=s.seat.pk).update(player=s.fresh),
    "seat colour updated": lambda s: Seat.objects.filter(pk=s.seat.pk).update(colour="x"),
    "seat colours swapped at once": lambda s: s.game.seats.update(
        colour=models.Case(models.When(colour="w", then=models.Value("b")), default=models.Value("w"))
    ),
    "seat game updated": lambda s: Seat.objects.filter(pk=s.seat.pk).update(game=s.second),
    "seat moved to a draft": lambda s: Seat.objects.filter(pk=s.seat.pk).update(round=s.draft),
    "draft's seat moved in": lambda s: Seat.objects.filter(pk=s.draft_bye.pk).update(round=s.published),
    "draft's seat put at a published board": lambda s: Seat.objects.filter(pk=s.draft_seat.pk).update(
        game=s.game
    ),
    "seat kind updated": lambda s: Seat.objects.filter(pk=s.bye.pk).update(kind="zero"),
    "game made a bye": lambda s: Seat.objects.filter(pk=s.seat.pk).update(
        kind="zero", game=None, colour=None
    ),
    "bye given to another": lambda s: Seat.objects.filter(pk=s.bye.pk).update(player=s.fresh),
    "all seats updated": lambda s: Seat.objects.update(colour=None),
    "seat in bulk": lambda s: bulk(s.seat, "player", s.fresh),
    "seat deleted": lambda s: s.seat.delete(),
    "seats deleted": lambda s: s.published.seats.all().delete(),
    "seats deleted without asking": lambda s: s.published.seats.all()._raw_delete("default"),
    "seat created": lambda s: Seat.objects.create(round=s.published, player=s.fresh, kind="zero"),
    "seats created in bulk": lambda s: Seat.objects.bulk_create(
        [Seat(round=s.published, player=s.fresh, kind="half")]
    ),
    "seat put in place of another": lambda s: Seat.objects.bulk_create(
        [Seat(pk=s.seat.pk, round=s.draft, player=s.fresh, kind="zero")],
        update_conflicts=True,
        unique_fields=["pk"],
        update_fields=["round", "player", "kind"],
    ),
    "seat that ignores conflicts": lambda s: Seat.objects.bulk_create(
        [Seat(round=s.published, player=s.fresh, kind="zero")], ignore_conflicts=True
    ),
    "game created": lambda s: Game.objects.create(round=s.published, board=99),
    "game deleted": lambda s: s.game.delete(),
    "game board saved": lambda s: save(s.game, board=77),
    "game board updated": lambda s: Game.objects.filter(pk=s.game.pk).update(board=77),
    "game board taken away": lambda s: Game.objects.filter(pk=s.game.pk).update(board=None),
    "game boards in bulk": lambda s: bulk(s.game, "board", 77),
    "game moved to a draft": lambda s: Game.objects.filter(pk=s.game.pk).update(round=s.draft),
    "draft's game moved in": lambda s: Game.objects.filter(pk=s.draft_game.pk).update(
        round=s.published, board=88
    ),
    "game's result changed with its board": lambda s: Game.objects.filter(pk=s.game.pk).update(
        result="0-1", board=77
    ),
    "round back to draft": lambda s: save(s.published, state="draft"),
    "round back to planned": lambda s: Round.objects.filter(pk=s.published.pk).update(state="planned"),
    "round back to published": lambda s: Round.objects.filter(pk=s.published.pk).update(state="published"),
    "round back to draft with a reason": lambda s: save(
        s.published, state="draft", repair_reason="I want to"
    ),
    "round number": lambda s: Round.objects.filter(pk=s.published.pk).update(number=30),
    "round tournament": lambda s: Round.objects.filter(pk=s.published.pk).update(
        tournament=s.other, number=30
    ),
    "round time": lambda s: Round.objects.filter(pk=s.published.pk).update(
        published_at=timezone.now() - timedelta(days=1)
    ),
    "round deleted": lambda s: s.published.delete(),
    "rounds deleted without asking": lambda s: s.event.rounds.all()._raw_delete("default"),
    "tournament deleted": lambda s: s.event.delete(),
    "tournament deleted without asking": lambda s: Tournament.objects.filter(pk=s.event.pk)._raw_delete(
        "default"
    ),
    "player deleted": lambda s: s.seat.player.delete(),
    "player deleted without asking": lambda s: Player.objects.filter(pk=s.seat.player_id)._raw_delete(
        "default"
    ),
    "player renamed": lambda s: save(s.seat.player, name="Else, E"),
    "player renamed in bulk": lambda s: bulk(s.seat.player, "name", "Else, E"),
    "player moved": lambda s: Player.objects.filter(pk=s.seat.player_id).update(
        tournament=s.other, number=99
    ),
    "round unseen": lambda s: save(s.published, state="planned", published_at=None),
    "edition saved": lambda s: save(s.event, edition="dutch-2016"),
    "edition updated": lambda s: Tournament.objects.filter(pk=s.event.pk).update(edition="dutch-2016"),
    "edition in bulk": lambda s: bulk(s.event, "edition", "dutch-2016"),
    "scoring saved": lambda s: save(s.event, points_win=30, points_draw=10),
    "acceleration saved": lambda s: save(s.event, acceleration="baku"),
    "virtual points saved": lambda s: save(s.fresh, virtual_points=[10]),
    "group created": lambda s: Prohibition.objects.create(tournament=s.event),
    "group changed": lambda s: save(s.group, last_round=1),
    "group moved": lambda s: save(s.elsewhere, tournament=s.event),
    "group deleted": lambda s: s.group.delete(),
    "group joined": lambda s: s.group.players.add(s.fresh),
    "group left": lambda s: s.group.players.remove(s.member.player),
    "group emptied": lambda s: s.group.players.clear(),
    "group of strangers": lambda s: s.elsewhere.players.add(s.fresh),
    "round's publisher": lambda s: Round.objects.filter(pk=s.published.pk).update(published_by=None),
}


def test_d10_orm_cannot_change_a_published_pairing(scene: Scene) -> None:
    before = picture(scene.event)
    assert len(before) == 9
    passed = []
    for name, way in ORM.items():
        # Rows of its own, as the way before has changed others in memory.
        own = copy.copy(scene)
        vars(own).update({key: copy.copy(value) for key, value in vars(scene).items()})
        try:
            with transaction.atomic():
                way(own)
                connection.check_constraints()
                passed.append(name)
                transaction.set_rollback(True)
        except DatabaseError as error:
            if not re.search(WHY, str(error)):
                raise
    assert passed == []
    assert picture(scene.event) == before


@pytest.mark.parametrize("state", [Round.State.PUBLISHED, Round.State.FINISHED])
def test_d10_holds_from_the_moment_of_publishing_to_the_end(scene: Scene, state: Round.State) -> None:
    if state == Round.State.PUBLISHED:
        scene.published = builders.publish(scene.event, 2, scene.chief)
    scene.published.refresh_from_db()
    assert scene.published.state == state
    for seat in scene.published.seats.all():
        with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
            Seat.objects.filter(pk=seat.pk).update(player=scene.fresh)
    for name in ("planned", "draft"):
        with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
            Round.objects.filter(pk=scene.published.pk).update(state=name)


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

# What only SQLite has: OR REPLACE deletes whatever stands in the way, without firing a trigger unless
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
# And what only PostgreSQL has.
POSTGRESQL = {
    "seats truncated": "TRUNCATE {Seat}",
    "chain truncated": "TRUNCATE {Publication}",
    "everything truncated": "TRUNCATE {Tournament} CASCADE",
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
# A statement that breaks a constraint besides cannot show that it is the guards that hold it.
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
    """Which statements the database lets pass; each is taken back."""
    passed = set()
    for name, statement in (RAW | OWN).items():
        try:
            with transaction.atomic():
                with connection.cursor() as cursor:
                    cursor.execute(scene.sql(flags(statement)))
                if guarded:
                    # Foreign keys are looked at when a transaction ends, which a test's never does.
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


def test_the_result_of_a_published_game_may_change(scene: Scene) -> None:
    for result in Game.Result.values:
        Game.objects.filter(pk=scene.game.pk).update(result=result, version=models.F("version") + 1)
        scene.game.refresh_from_db()
        assert scene.game.result == result
        scene.game.rated = not scene.game.rated
        scene.game.save()


def test_a_players_data_may_be_corrected_after_publishing_b3(scene: Scene) -> None:
    row = Player.objects.get(pk=scene.seat.player_id)
    row.club, row.rating, row.number = "Corrected Club", 2222, 50
    row.save()
    assert Player.objects.get(pk=row.pk).number == 50


def test_a_draft_changes_freely(scene: Scene) -> None:
    seats = scene.draft_game.seats.order_by("pk")
    colours = [seat.colour for seat in seats]
    scene.draft_game.seats.update(colour=None, kind="zero", game=None)
    for seat, colour in zip(seats, reversed(colours), strict=False):
        save(seat, kind="game", game=scene.draft_game, colour=colour)
    Seat.objects.filter(pk=scene.draft_bye.pk).update(player=scene.fresh)
    Game.objects.filter(pk=scene.draft_game.pk).update(board=7)
    scene.draft_game.delete()
    scene.draft.games.all().delete()
    scene.draft.seats.all().delete()
    Round.objects.filter(pk=scene.draft.pk).update(state="planned")
    scene.draft.delete()


def test_a_published_round_may_be_finished_and_never_back(scene: Scene) -> None:
    published = builders.publish(scene.event, 2, scene.chief)
    Round.objects.filter(pk=published.pk).update(state="finished")
    for state in ("published", "draft", "planned"):
        with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
            Round.objects.filter(pk=published.pk).update(state=state, repair_reason="because")


@pytest.mark.parametrize("flaw", ["a board without a number", "a board with one player", "an empty board"])
def test_a_round_is_not_published_with(scene: Scene, flaw: str) -> None:
    rounds.pair_round(tournament=scene.event, number=2, actor=scene.chief)
    for board, game in enumerate(scene.draft.games.all(), 1):
        save(game, board=board)
    game = scene.draft.games.all()[0]
    if flaw == "a board without a number":
        save(game, board=None)
    elif flaw == "a board with one player":
        game.seats.all()[0].delete()
    else:
        Game.objects.create(round=scene.draft, board=44)
    with pytest.raises(DatabaseError, match="two players and a number"), transaction.atomic():
        Round.objects.filter(pk=scene.draft.pk).update(state="published", published_at=timezone.now())


@pytest.mark.parametrize("what", ["game", "round"])
def test_a_draft_is_not_moved_away_from_its_seats(scene: Scene, what: str) -> None:
    move = {
        "game": lambda: Game.objects.filter(pk=scene.draft_game.pk).update(round=scene.planned),
        "round": lambda: Round.objects.filter(pk=scene.draft.pk).update(tournament=scene.other, number=30),
    }[what]
    with pytest.raises(DatabaseError, match="joins two rounds or tournaments"), transaction.atomic():
        move()


# D.10's exception.


def test_d10_a_true_rematch_with_a_reason_goes_back_to_draft(chief: User) -> None:
    round_ = builders.with_rematch(chief).rounds.get(number=2)
    builders.announce_withdrawal(round_, chief, "they met in round 1")
    Round.objects.filter(pk=round_.pk).update(
        state="draft", repair_ground="rematch", repair_reason="they met in round 1"
    )
    round_.refresh_from_db()
    assert round_.state == "draft"
    round_.games.all().delete()


@pytest.mark.parametrize(
    "left_out",
    ["everything", "the note", "the link", "the reason of the act", "a withdrawal of its own"],
)
def test_d10_a_round_goes_back_only_with_what_the_act_leaves(chief: User, left_out: str) -> None:
    """Otherwise two seats could change places between two states, and nobody would know."""
    round_ = builders.with_rematch(chief).rounds.get(number=2)
    back = {"state": "draft", "repair_ground": "rematch", "repair_reason": "they met"}
    match left_out:
        case "the note" | "the link":
            builders.announce_withdrawal(
                round_, chief, "they met", note=left_out != "the note", link=left_out != "the link"
            )
        case "the reason of the act":
            builders.announce_withdrawal(round_, chief, "something else")
        case "a withdrawal of its own":
            builders.announce_withdrawal(round_, chief, "they met")
            Round.objects.filter(pk=round_.pk).update(**back)
            builders.announce(round_, chief)
            Round.objects.filter(pk=round_.pk).update(state="published")
    with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
        Round.objects.filter(pk=round_.pk).update(**back)


def test_d10_a_withdrawn_round_is_public_again_only_with_a_link_of_its_own(chief: User) -> None:
    round_ = builders.with_rematch(chief).rounds.get(number=2)
    builders.announce_withdrawal(round_, chief, "they met")
    rows = Round.objects.filter(pk=round_.pk)
    rows.update(state="draft", repair_ground="rematch", repair_reason="they met")
    with pytest.raises(DatabaseError, match="chain of publications"), transaction.atomic():
        rows.update(state="published")
    builders.announce(round_, chief)
    rows.update(state="published")
    assert rows.get().state == "published"


def test_what_the_public_has_seen_keeps_its_number_and_its_origin(chief: User) -> None:
    event = builders.with_rematch(chief)
    with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
        event.rounds.filter(number=2).update(imported=True)
    builders.repair(event, 2, chief)
    rounds.discard_draft(tournament=event, number=2, actor=chief)
    with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
        event.rounds.filter(number=2).update(number=30)


def test_a_note_is_lifted_by_the_act_that_takes_it_back_and_by_nothing_else(chief: User) -> None:
    event = builders.with_rematch(chief)
    builders.repair(event, 2, chief)
    rounds.publish_round(tournament=event, number=2, actor=chief)
    builders.enter(event, 2, chief)
    builders.correct(event, 2, chief, kind="colours")
    notes = event.integrity_events.filter(lifted_at__isnull=True)
    assert {note.kind for note in notes} >= {"correction", "re-pairing"}
    for note in notes:
        with pytest.raises(DatabaseError, match="is not rewritten"), transaction.atomic():
            event.integrity_events.filter(pk=note.pk).update(lifted_at=timezone.now())
        with pytest.raises(DatabaseError, match="is not rewritten"), transaction.atomic():
            save(note, pk=None, lifted_at=timezone.now())


def test_of_two_exchanges_only_the_last_is_taken_back(chief: User) -> None:
    """Else both could be, one after the other, and nobody would sit where he was paired."""
    event = builders.tournament(chief)
    builders.play(event, 1, chief)
    first = builders.correct(event, 1, chief, kind="colours")
    builders.correct(event, 1, chief, kind="colours")
    before = picture(event)
    with acting(event, chief) as act:
        act.record(AuditEvent.Action.RESTORED, round_number=1)
    with pytest.raises(DatabaseError, match=r"stays as it was made"), transaction.atomic():
        Correction.objects.filter(pk=first.pk).update(done=False)
    assert picture(event) == before


@pytest.mark.parametrize("state", ["draft", "published"])
@pytest.mark.parametrize("change", [{"repair_ground": ""}, {"repair_reason": ""}, {"repair_reason": "nicer"}])
def test_why_a_pairing_was_withdrawn_is_never_rewritten(
    chief: User, state: str, change: dict[str, str]
) -> None:
    event = builders.with_rematch(chief)
    builders.confirmed(
        rounds.repair_round, tournament=event, number=2, ground="rematch", reason="they met", actor=chief
    )
    if state == "published":
        rounds.publish_round(tournament=event, number=2, actor=chief)
    with pytest.raises(DatabaseError, match=r"D\.10|is not rewritten"), transaction.atomic():
        event.rounds.filter(number=2).update(**change)


CHAIN: dict[str, Callable[[Publication], object]] = {
    "a link changed": lambda link: Publication.objects.filter(pk=link.pk).update(text="nicer"),
    "all links changed": lambda link: Publication.objects.update(fingerprint="0" * 64),
    "a link taken out": lambda link: link.delete(),
    "all links taken out": lambda link: Publication.objects.all()._raw_delete("default"),
    "the first link again": lambda link: save(link, pk=None, place=1),
    "a link left out": lambda link: save(link, pk=None, place=link.place + 2),
    "a link that follows none": lambda link: save(
        link, pk=None, place=link.place + 1, previous="0" * 64, kind="change"
    ),
    "a link in the place of another": lambda link: Publication.objects.bulk_create(
        [copy.copy(link)], update_conflicts=True, unique_fields=["pk"], update_fields=["text"]
    ),
    "a link by an old act": lambda link: save(
        link,
        pk=None,
        place=link.place + 1,
        previous=link.fingerprint,
        kind="change",
        audit=AuditEvent.objects.filter(tournament=link.tournament).order_by("pk")[0],
    ),
    "a link by an act of another kind": lambda link: save(
        link,
        pk=None,
        place=link.place + 1,
        previous=link.fingerprint,
        kind="results",
        audit=AuditEvent.objects.filter(tournament=link.tournament).order_by("pk").last(),
    ),
    "a link without an act": lambda link: save(
        link,
        pk=None,
        place=link.place + 1,
        previous=link.fingerprint,
        audit=AuditEvent.objects.exclude(tournament=link.tournament).order_by("pk")[0],
    ),
}


@pytest.mark.parametrize("way", CHAIN)
def test_the_chain_of_publications_is_append_only(scene: Scene, way: str) -> None:
    before = list(Publication.objects.values_list())
    end = scene.event.publications.order_by("place").last()
    assert end
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        CHAIN[way](end)
    assert list(Publication.objects.values_list()) == before


def test_d10_a_true_rematch_without_a_reason_stays(chief: User) -> None:
    round_ = builders.with_rematch(chief).rounds.get(number=2)
    with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
        Round.objects.filter(pk=round_.pk).update(state="draft", repair_ground="rematch")


def test_d10_a_true_rematch_does_not_unplan_the_round(chief: User) -> None:
    round_ = builders.with_rematch(chief).rounds.get(number=2)
    with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
        Round.objects.filter(pk=round_.pk).update(
            state="planned", repair_ground="rematch", repair_reason="they met in round 1"
        )


def test_d6_two_who_did_not_play_their_game_are_no_rematch(chief: User) -> None:
    event = builders.with_rematch(chief)
    Game.objects.filter(round__tournament=event, round__number=1).update(result="1F-0F")
    round_ = event.rounds.get(number=2)
    with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
        Round.objects.filter(pk=round_.pk).update(
            state="draft", repair_ground="rematch", repair_reason="they met in round 1"
        )


def test_d10_a_game_invented_in_an_unpublished_round_makes_no_rematch(scene: Scene) -> None:
    """Otherwise two rows in a draft would open any published round."""
    published = builders.publish(scene.event, 2, scene.chief)
    planned = scene.event.rounds.get(number=3)
    invented = Game.objects.create(round=planned, result="1-0")
    for seat in published.games.all()[0].seats.all():
        Seat.objects.create(
            round=planned, player_id=seat.player_id, kind="game", game=invented, colour=seat.colour
        )
    with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
        Round.objects.filter(pk=published.pk).update(
            state="draft", repair_ground="rematch", repair_reason="invented"
        )


# The regulations.


@pytest.mark.parametrize("name", Tournament.BINDING)
def test_a3_regulations_are_fixed_from_the_draft_of_round_1_on(chief: User, name: str) -> None:
    event = builders.tournament(chief)
    rows = Tournament.objects.filter(pk=event.pk)
    other = {
        "number_of_rounds": 7,
        "edition": "dutch-2016",
        "acceleration": "given",
        "initial_colour": "b",
        "colour_origin": "lot",
        "points_win": 11,
        "points_draw": 4,
        "points_loss": 1,
        "points_pab": 5,
        "rating_kind": "rapid",
        "rating_method": "NRO",
        "rating_sequence": "rapid national",
        "highest_counts": True,
        "among_equals": "lot",
        "tie_breaks": "SB",
        "tie_break_text": "2024",
        "chess960": True,
    }[name]
    with transaction.atomic():
        assert rows.update(**{name: other}) == 1
        transaction.set_rollback(True)
    rounds.pair_round(tournament=event, number=1, actor=chief)
    with (
        pytest.raises(DatabaseError, match=r"regulations are fixed .* \(C\.04\.2 A\.3"),
        transaction.atomic(),
    ):
        rows.update(**{name: other})
    assert rows.update(city="Oban") == 1
    rounds.discard_draft(tournament=event, number=1, actor=chief)
    assert rows.update(**{name: other}) == 1


def test_a3_a_withdrawn_round_1_leaves_them_fixed(chief: User) -> None:
    """The public has seen what it was paired by, though neither a round nor a draft stands now."""
    event = builders.tournament(chief)
    builders.publish(event, 1, chief)
    truth = {"ground": "competition-rules", "reason": "The hall burnt down"}
    builders.repair(event, 1, chief, **truth)
    rounds.discard_draft(tournament=event, number=1, actor=chief)
    assert event.rounds.get(number=1).state == "planned"
    with pytest.raises(DatabaseError, match="regulations are fixed"), transaction.atomic():
        Tournament.objects.filter(pk=event.pk).update(edition="dutch-2016")
    for act in (
        lambda: event.rounds.update(published_at=None),
        lambda: event.rounds.filter(number=1).delete(),
    ):
        with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
            act()


# The grounds of the editions.


def withdraw(round_: Round, ground: str, reason: str = "because") -> int:
    """What a program does that knows the rows and no service, and leaves what an act leaves."""
    builders.announce_withdrawal(round_, round_.published_by, reason)
    return Round.objects.filter(pk=round_.pk).update(
        state="draft", repair_ground=ground, repair_reason=reason
    )


def refused(round_: Round, ground: str, reason: str = "because") -> bool:
    try:
        with transaction.atomic():
            withdraw(round_, ground, reason)
            transaction.set_rollback(True)
    except DatabaseError as error:
        return bool(re.search(r"D\.10", str(error)))
    return False


GROUNDS = {
    "dutch-2016": {"rematch"},
    "dutch-2026": {"rematch", "competition-rules", "without-opponent", "late-entry", "top-boards"},
    "rating-2012": {"rematch", "colours"},
    "rating-1998": {"rematch", "colours"},
    "round-robin": {"rematch"},
    "double-round-robin": set(),
    "double-round-robin-plain": set(),
}


def test_every_edition_is_in_the_table_of_grounds() -> None:
    assert set(GROUNDS) == {edition.code for edition in engine.all_editions()}
    assert set(engine.GROUNDS) == set(engine.Ground)


@pytest.mark.parametrize("edition", GROUNDS)
def test_a_ground_is_one_of_the_edition_and_a_true_one(chief: User, edition: str) -> None:
    """A first round of three has neither rematch, colour nor end: what is left are the arbiter's words."""
    event = builders.tournament(chief, rounds=3, edition=edition)
    round_ = builders.publish(event, 1, chief)
    seen = {"rematch", "colours", "top-boards"}
    for ground in (*engine.Ground, "", "another"):
        assert refused(round_, ground) == (ground not in GROUNDS[edition] - seen), ground
        assert refused(round_, ground, reason=""), ground


@pytest.mark.parametrize("edition", GROUNDS)
def test_a_true_rematch_is_a_ground_of_every_edition(chief: User, edition: str) -> None:
    round_ = builders.with_rematch(chief, edition).rounds.get(number=2)
    assert not refused(round_, "rematch")
    assert refused(round_, "colours")
    assert refused(round_, "rematch", reason="")
    assert refused(round_, "")


@pytest.mark.parametrize(("rounds_", "fixed"), [(1, False), (2, True)])
def test_44_top_boards_are_those_of_the_final_round(chief: User, rounds_: int, fixed: bool) -> None:
    event = builders.tournament(chief, rounds=rounds_)
    assert refused(builders.publish(event, 1, chief), "top-boards") == fixed


@pytest.mark.parametrize(
    ("before", "now", "found"),
    [
        (["w"], "w", False),
        (["w", "w"], "w", True),
        (["w", "w"], "b", False),
        (["w", "b", "w", "w"], "w", True),
        (["b", "w", "w", "w"], "b", False),
        (["w", "w", "b", "w"], "w", True),
        (["w", "b", "w"], "w", False),
        (["w", "w", "forfeit", "b"], "w", False),
        (["w", "w", "forfeit"], "w", True),
        (["b", "b", "w", "b"], "b", True),
    ],
)
def test_f6_a_third_colour_running_or_in_excess_is_a_ground(
    chief: User, before: list[str], now: str, found: bool
) -> None:
    """B.2, by the rows alone and by the rule book; a game that was not played has no colour (F.2)."""
    event = builders.tournament(chief, players=0, rounds=9, edition="rating-2012")
    one = Player.objects.create(tournament=event, number=1, name="One, O")
    for number, colour in enumerate([*before, now], 1):
        other = Player.objects.create(tournament=event, number=number + 1, name=f"Other, {number}")
        round_ = event.rounds.get(number=number)
        forfeit = colour == "forfeit"
        result = "" if number > len(before) else "1F-0F" if forfeit else "1/2-1/2"
        game = Game.objects.create(round=round_, board=1, result=result)
        mine = "w" if forfeit else colour
        theirs = "b" if mine == "w" else "w"
        Seat.objects.create(round=round_, player=one, kind="game", game=game, colour=mine)
        Seat.objects.create(round=round_, player=other, kind="game", game=game, colour=theirs)
        builders.announce(round_, chief)
        round_.state, round_.published_at = Round.State.PUBLISHED, timezone.now()
        round_.save()
    assert refused(round_, "colours") is not found
    assert [p.name for p in engine.colour_violations(event, len(before) + 1)] == ["One, O"] * found


def test_only_the_latest_round_is_withdrawn_on_any_ground(chief: User) -> None:
    event = builders.tournament(chief)
    first = builders.play(event, 1, chief)
    assert not refused(first, "late-entry")
    builders.publish(event, 2, chief)
    first.refresh_from_db()
    for ground in engine.Ground:
        assert refused(first, ground)


def test_a_round_that_nobody_ended_is_withdrawn_only_until_the_next_is_public(
    chief: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a program that pairs on without ending the round before: its results are in the next pairing too."""
    event = builders.tournament(chief)
    first = builders.play(event, 1, chief)
    monkeypatch.setattr(rounds, "end_round_before", lambda *_arguments, **_options: None)
    rounds.pair_round(tournament=event, number=2, actor=chief)
    first.refresh_from_db()
    assert first.state == Round.State.PUBLISHED
    assert not refused(first, "late-entry")
    rounds.publish_round(tournament=event, number=2, actor=chief)
    assert refused(first, "late-entry")


# The audit trail.


@pytest.mark.parametrize(
    "act",
    [
        lambda row: AuditEvent.objects.filter(pk=row.pk).update(reason="nicer"),
        lambda row: AuditEvent.objects.update(actor=None),
        lambda row: save(row, subject="nicer"),
        lambda row: row.delete(),
        lambda row: AuditEvent.objects.all().delete(),
        lambda row: AuditEvent.objects.all()._raw_delete("default"),
        lambda row: AuditEvent.objects.bulk_update([row], ["at"]),
        lambda row: AuditEvent.objects.bulk_create(
            [AuditEvent(pk=row.pk, tournament=row.tournament, action="result_entered")],
            update_conflicts=True,
            unique_fields=["pk"],
            update_fields=["action"],
        ),
    ],
)
def test_the_audit_trail_is_append_only(event: Tournament, act: Callable[[AuditEvent], object]) -> None:
    before = list(AuditEvent.objects.values_list())
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        act(AuditEvent.objects.filter(tournament=event).order_by("pk")[0])
    assert list(AuditEvent.objects.values_list()) == before


# The guards themselves are watched.


@pytest.mark.django_db
def test_no_guard_is_missing_after_migrating() -> None:
    assert guards.faults() == []
    assert warnings() == []
    assert Client().get("/healthz").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("guard", guards.guards_of(connection), ids=lambda guard: guard.name)
def test_each_lost_guard_is_noticed(guard: guards.Guard) -> None:
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(f"DROP TRIGGER {guard.name}" + ("" if SQLITE else f" ON {guard.table}"))
        assert guards.faults() == [(guard.name, Wrong.MISSING)]
        assert Client().get("/healthz").status_code == 503
        (warning,) = warnings()
        assert (warning.id, guard.name in warning.msg) == ("tournaments.W001", True)
        guards.create()
    assert guards.faults() == []


@pytest.mark.django_db
def test_a_guard_of_another_release_is_noticed_and_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new edition brings new grounds: the triggers that a database has must be made anew."""
    present = guards.GUARDS
    older = [
        replace(guard, condition=f"{guard.condition} AND 1 = 1") if guard.table == guards.ROUND else guard
        for guard in present
    ]
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


def test_a_table_that_was_rebuilt_behind_their_back_is_noticed(guarded_db: None) -> None:
    """What happens without the two signals: on SQLite the triggers are gone, and health says so."""
    constraint = models.CheckConstraint(name="membership_rebuilt", condition=~models.Q(role="never"))
    # No guard of another table reads this one: SQLite would not let it be rebuilt.
    with connection.schema_editor() as editor:
        editor.add_constraint(Membership, constraint)
    with connection.schema_editor() as editor:
        editor.remove_constraint(Membership, constraint)
    lost = {"guard_owner_insert", "guard_owner_update", "guard_owner_delete"} if SQLITE else set()
    assert {name for name, _wrong in guards.faults()} == lost
    assert Client().get("/healthz").status_code == (503 if SQLITE else 200)
    guards.create()
    assert guards.faults() == []
