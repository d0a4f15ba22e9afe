"""Guards of events that were handed over: one machine goes on with an event, and no other changes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.guards.conditions import changed, recorded
from tournaments.guards.guard import Guard
from tournaments.guards.tables import AUDIT, GAME, PLAYER, ROUND, SEAT, TOURNAMENT
from tournaments.models import AuditEvent, Tournament

if TYPE_CHECKING:
    from collections.abc import Callable

Action = AuditEvent.Action

ELSEWHERE = "an event that was handed over does not change until it is taken home"
TOLD = "that an event was handed over, or is back, comes with the act that says so"


def _elsewhere(tournament_id: str) -> str:
    """SQL: the tournament with this id goes on elsewhere."""
    return (
        f"EXISTS (SELECT 1 FROM {TOURNAMENT} t WHERE t.id = {tournament_id} AND t.handed_over_at IS NOT NULL)"
    )


def _of_event(row: str) -> str:
    return _elsewhere(f"{row}.tournament_id")


def _round_elsewhere(row: str) -> str:
    """SQL: the round of this row is of such a tournament."""
    return (
        f"EXISTS (SELECT 1 FROM {ROUND} r JOIN {TOURNAMENT} t ON t.id = r.tournament_id"
        f" WHERE r.id = {row}.round_id AND t.handed_over_at IS NOT NULL)"
    )


def _replaced(other: str) -> str:
    """SQL: a tournament other than the row itself, which goes on elsewhere, stands where the new row goes."""
    return (
        f"EXISTS (SELECT 1 FROM {TOURNAMENT} t WHERE {other} AND t.handed_over_at IS NOT NULL"
        " AND (t.id = NEW.id OR t.slug = NEW.slug OR t.nonce = NEW.nonce))"
    )


def _closed(name: str, table: str, condition: Callable[[str], str]) -> tuple[Guard, ...]:
    """The table takes no row of such an event, changes none and lets none go; the condition by its row."""
    old, new = condition("OLD"), condition("NEW")
    # OR REPLACE would delete it.
    replaced = f"EXISTS (SELECT 1 FROM {table} x WHERE x.id = NEW.id AND {condition('x')})"
    return (
        Guard(f"guard_{name}_insert_elsewhere", table, "INSERT", f"{new} OR {replaced}", ELSEWHERE),
        Guard(f"guard_{name}_update_elsewhere", table, "UPDATE", f"{old} OR {new} OR {replaced}", ELSEWHERE),
        Guard(f"guard_{name}_delete_elsewhere", table, "DELETE", old, ELSEWHERE),
    )


ALLOWED = ", ".join(repr(str(action)) for action in AuditEvent.WHILE_ELSEWHERE)

ELSEWHERE_GUARDS = (
    *_closed("round", ROUND, _of_event),
    *_closed("player", PLAYER, _of_event),
    *_closed("game", GAME, _round_elsewhere),
    *_closed("seat", SEAT, _round_elsewhere),
    # Whatever else an act changes, it writes a line, and is undone with it.
    Guard(
        "guard_audit_insert_elsewhere",
        AUDIT,
        "INSERT",
        f"{_of_event('NEW')} AND NEW.action NOT IN ({ALLOWED})",
        ELSEWHERE,
    ),
    # OR REPLACE would delete what is away, and have it here again.
    Guard("guard_tournament_insert_elsewhere", TOURNAMENT, "INSERT", _replaced("1 = 1"), ELSEWHERE),
    Guard("guard_tournament_replace_elsewhere", TOURNAMENT, "UPDATE", _replaced("t.id <> OLD.id"), ELSEWHERE),
    Guard(
        "guard_tournament_update_elsewhere",
        TOURNAMENT,
        "UPDATE",
        f"OLD.handed_over_at IS NOT NULL AND ({changed('name', *Tournament.BINDING)}"
        " OR (NEW.finished_at IS NULL) <> (OLD.finished_at IS NULL))",
        ELSEWHERE,
    ),
    Guard(
        "guard_tournament_handed_over",
        TOURNAMENT,
        "UPDATE",
        "(OLD.handed_over_at IS NULL AND NEW.handed_over_at IS NOT NULL"
        f" AND NOT {recorded('OLD.id', Action.HANDED_OVER, Action.TAKEN_HOME)})"
        " OR (OLD.handed_over_at IS NOT NULL AND NEW.handed_over_at IS NULL"
        f" AND (NEW.set_aside_for <> '' OR NOT {recorded('OLD.id', Action.HAND_OVER_UNDONE)}))"
        " OR NEW.handed_over_at <> OLD.handed_over_at",
        TOLD,
    ),
    # What was set aside stays so.
    Guard(
        "guard_tournament_set_aside",
        TOURNAMENT,
        "UPDATE",
        f"{changed('set_aside_for')} AND (OLD.set_aside_for <> '' OR NEW.handed_over_at IS NULL"
        f" OR NOT {recorded('OLD.id', Action.TAKEN_HOME)})",
        TOLD,
    ),
)
