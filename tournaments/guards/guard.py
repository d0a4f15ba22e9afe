"""What a guard is, its conditions in SQL, its tables, and what is wrong with one."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments import rulebook
from tournaments.models import AuditEvent, Game


@dataclass(frozen=True, slots=True)
class Hold:
    """Before a row of `table` comes, changes or goes, lock these `rows` (SQL over NEW and OLD)."""

    name: str
    table: str
    rows: tuple[str, ...]
    event: str = "INSERT OR DELETE OR UPDATE"


@dataclass(frozen=True, slots=True)
class Guard:
    """Refuse `event` on `table` where `condition` (SQL over NEW and OLD) holds."""

    name: str
    table: str
    event: str
    condition: str
    message: str
    # The condition asks for the id of a new row, which SQLite gives it only when it is written.
    of_new_id: bool = False


@dataclass(frozen=True, slots=True)
class Deed:
    """After `event` on `table`, where `condition` holds, the database does the `statements` itself.

    They are part of the statement that caused them, so nobody ever sees them half done.
    """

    name: str
    table: str
    event: str
    condition: str
    statements: tuple[str, ...]


type Trigger = Hold | Guard | Deed


PUBLISHED = "a published pairing cannot be changed (C.04.2 D.10)"
FOREIGN = "the seat joins two rounds or tournaments"
FIXED = "the regulations are fixed since round 1 was paired (C.04.2 A.3, 2026 1.3)"
ENDED = "what a finished event has stated about its end changes only once it is reopened"
STANDS = "what touched the integrity of the pairings is not rewritten"


# SQL: the event t has matches of two games, so that each match takes two rounds.
OF_MATCHES = (
    "t.edition IN ("
    + ", ".join(repr(edition.code) for edition in rulebook.all_editions() if edition.form.games > 1)
    + ")"
)


# SQL: the event t is one of teams, which meet in matches of several boards.
OF_TEAMS = (
    "t.edition IN ("
    + ", ".join(repr(edition.code) for edition in rulebook.all_editions() if edition.form.of_teams)
    + ")"
)


def round_locked(round_id: str) -> str:
    """SQL: the round with this id is locked."""
    return f"EXISTS (SELECT 1 FROM {ROUND} r WHERE r.id = {round_id} AND r.state IN {LOCKED})"


def row_locked(table: str, row_id: str) -> str:
    """SQL: the row with this id is in a locked round (INSERT OR REPLACE would delete it)."""
    return (
        f"EXISTS (SELECT 1 FROM {table} t JOIN {ROUND} r ON r.id = t.round_id"
        f" WHERE t.id = {row_id} AND r.state IN {LOCKED})"
    )


def paired(tournament_id: str) -> str:
    """SQL: a round of the tournament with this id has been paired, or was before it was paired again."""
    return (
        f"EXISTS (SELECT 1 FROM {ROUND} r WHERE r.tournament_id = {tournament_id}"
        " AND (r.state <> 'planned' OR r.published_at IS NOT NULL))"
    )


def latest(line: str) -> str:
    """SQL: this line of the audit trail is the latest of its event."""
    return (
        f"NOT EXISTS (SELECT 1 FROM {AUDIT} b WHERE b.tournament_id = {line}.tournament_id"
        f" AND b.id > {line}.id)"
    )


def recorded(tournament_id: str, *actions: AuditEvent.Action, number: str = "", says: str = "") -> str:
    """SQL: the latest line `a` of the event's audit trail is one of these acts, and it `says` this.

    With `number`, it is of the round with this number.
    """
    acts = ", ".join(repr(str(action)) for action in actions)
    in_round = f" AND a.round_number = {number}" if number else ""
    facts = f" AND {says}" if says else ""
    return (
        f"EXISTS (SELECT 1 FROM {AUDIT} a WHERE a.tournament_id = {tournament_id} AND a.action IN ({acts})"
        f"{in_round}{facts} AND {latest('a')})"
    )


def fact(name: str, value: str, side: str = "after") -> str:
    """SQL: the line `a` of the audit trail has this value under this name, `before` or `after` its act."""
    return f"CAST(a.{side} ->> '{name}' AS text) = CAST({value} AS text)"


def personal_removed(tournament_id: str, player_id: str) -> str:
    """SQL: the latest line of the event's audit trail removes this player's personal data beyond results."""
    return recorded(tournament_id, AuditEvent.Action.PERSONAL_REMOVED, says=fact("player", player_id))


def finished(tournament_id: str) -> str:
    """SQL: the tournament with this id is finished."""
    return f"EXISTS (SELECT 1 FROM {TOURNAMENT} t WHERE t.id = {tournament_id} AND t.finished_at IS NOT NULL)"


def altered(*columns: str) -> str:
    """SQL: one of these columns, which may be null, gets another value."""
    return "(" + " OR ".join(f"{as_text('NEW', one)} <> {as_text('OLD', one)}" for one in columns) + ")"


def as_text(row: str, column: str) -> str:
    """SQL: the value of the column in this row as text, '' if there is none."""
    return f"COALESCE(CAST({row}.{column} AS text), '')"


def changed(*columns: str) -> str:
    """SQL: one of these columns, none of which is ever null, gets another value."""
    return "(" + " OR ".join(f"NEW.{column} <> OLD.{column}" for column in columns) + ")"


def not_emptied(name: str, table: str) -> Guard:
    """The guard against TRUNCATE, which sees no rows: it refuses while any round of any event is public."""
    any_locked = f"EXISTS (SELECT 1 FROM {ROUND} r WHERE r.state IN {LOCKED})"
    return Guard(f"guard_{name}_truncate", table, "TRUNCATE", any_locked, PUBLISHED)


ABSENCE = "tournaments_absence"
EARLIER = "tournaments_earlierrating"
SEAT, GAME, ROUND = "tournaments_seat", "tournaments_game", "tournaments_round"
PLAYER, TOURNAMENT = "tournaments_player", "tournaments_tournament"
AUDIT, INTEGRITY = "tournaments_auditevent", "tournaments_integrityevent"
MEMBERSHIP = "tournaments_membership"
PROHIBITION, APART = "tournaments_prohibition", "tournaments_prohibition_players"
CORRECTION = "tournaments_correction"
DECISION = "tournaments_decision"
MEMBER, LINE_UP = "tournaments_member", "tournaments_lineup"
GIVEN = "tournaments_givenvalue"
PUBLICATION = "tournaments_publication"
SERVER_ACT = "tournaments_serveract"
CATEGORY = "tournaments_category"
PRIZE_FUND, PRIZE_LIST = "tournaments_prizefund", "tournaments_prizelist"

LOCKED = "('published', 'finished')"

PLAYED = f"({', '.join(repr(str(result)) for result in Game.PLAYED)})"


class Wrong(models.TextChoices):
    """What is wrong with a guard."""

    MISSING = "missing", _("taken down")
    ALTERED = "altered", _("not as this program makes it")
    OFF = "off", _("switched off")
    FOREIGN = "foreign", _("not of this program")


class Fault(NamedTuple):
    """One guard that is not as it should be, or one object on our tables that this program did not create."""

    name: str
    wrong: Wrong

    def __str__(self) -> str:
        return f"{self.name} ({self.wrong.label})"


@dataclass(frozen=True, slots=True)
class Installed:
    """A trigger that a database has: its whole definition, and whether it fires."""

    definition: str
    fires: bool = True

    @property
    def digest(self) -> str:
        """The digest by which a later release recognises the trigger."""
        return sha256(f"{self.definition}\n{self.fires}".encode()).hexdigest()
