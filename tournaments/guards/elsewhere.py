"""Guards of closed events: while an event is handed over to another machine, it does not change here.

Nor does an event that is in the archive or removed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from tournaments.guards.conditions import changed, latest, recorded
from tournaments.guards.guard import Guard
from tournaments.guards.tables import AUDIT, GAME, PLAYER, ROUND, SEAT, SERVER_ACT, TOURNAMENT
from tournaments.models import AuditEvent, ServerAct, Tournament

Action = AuditEvent.Action

ELSEWHERE = "an event that was handed over or put away does not change until it is back"
TOLD = "that an event was handed over or put away, or is back, comes with the act that says so"

# The columns that close an event -> the acts that its trail may still record while they are set.
WHILE = {
    "handed_over_at": AuditEvent.WHILE_ELSEWHERE,
    "archived_at": AuditEvent.WHILE_ARCHIVED,
    "removed_at": AuditEvent.OF_THE_MACHINE,
}


# The clocks of a server and of its database may differ by this much.
LAG = "interval '10 minutes'"

# An event that is removed is deleted some time later: so it is removed now, and the server's log says so.
REMOVED_UNSEEN = f"""OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL AND NOT (
    NEW.removed_at BETWEEN clock_timestamp() - {LAG} AND clock_timestamp() + {LAG}
    AND EXISTS (SELECT 1 FROM {AUDIT} a
        WHERE a.tournament_id = OLD.id AND a.at = NEW.removed_at AND {latest("a")})
    AND EXISTS (SELECT 1 FROM {SERVER_ACT} s WHERE s.event = OLD.id AND s.at = NEW.removed_at
        AND s.action = '{ServerAct.Action.EVENT_REMOVED}' AND s.fingerprint <> ''))"""


def _closed_row(row: str) -> str:
    """SQL: the tournament in this row is closed."""
    return "(" + " OR ".join(f"{row}.{column} IS NOT NULL" for column in WHILE) + ")"


def _of_event(row: str) -> str:
    """SQL: the event of this row is closed."""
    return f"EXISTS (SELECT 1 FROM {TOURNAMENT} t WHERE t.id = {row}.tournament_id AND {_closed_row('t')})"


def _round_elsewhere(row: str) -> str:
    """SQL: the round of this row belongs to a closed tournament."""
    return (
        f"EXISTS (SELECT 1 FROM {ROUND} r JOIN {TOURNAMENT} t ON t.id = r.tournament_id"
        f" WHERE r.id = {row}.round_id AND {_closed_row('t')})"
    )


def _replaced(other: str) -> str:
    """SQL: the new row takes the id, address or nonce of a closed tournament for which `other` holds."""
    return (
        f"EXISTS (SELECT 1 FROM {TOURNAMENT} t WHERE {other} AND {_closed_row('t')}"
        " AND (t.id = NEW.id OR t.slug = NEW.slug OR t.nonce = NEW.nonce))"
    )


def _unwanted(column: str, allowed: Collection[AuditEvent.Action]) -> str:
    """SQL: the new line records an act that is not allowed while its event is closed by this column."""
    acts = ", ".join(repr(str(action)) for action in allowed)
    return (
        f"(NEW.action NOT IN ({acts}) AND EXISTS (SELECT 1 FROM {TOURNAMENT} t"
        f" WHERE t.id = NEW.tournament_id AND t.{column} IS NOT NULL))"
    )


def _untold(column: str, put: Collection[AuditEvent.Action], back: AuditEvent.Action, also: str = "") -> str:
    """SQL: the column is set or cleared without the act that does so; `also` is when it is never cleared."""
    return (
        f"(OLD.{column} IS NULL AND NEW.{column} IS NOT NULL AND NOT {recorded('OLD.id', *put)})"
        f" OR (OLD.{column} IS NOT NULL AND NEW.{column} IS NULL"
        f" AND ({also}NOT {recorded('OLD.id', back)})) OR NEW.{column} <> OLD.{column}"
    )


def _closed(name: str, table: str, condition: Callable[[str], str]) -> tuple[Guard, ...]:
    """The guards that let no row of a closed event, which the condition recognises, come, change or go."""
    old, new = condition("OLD"), condition("NEW")
    # OR REPLACE would delete it.
    replaced = f"EXISTS (SELECT 1 FROM {table} x WHERE x.id = NEW.id AND {condition('x')})"
    return (
        Guard(f"guard_{name}_insert_elsewhere", table, "INSERT", f"{new} OR {replaced}", ELSEWHERE),
        Guard(f"guard_{name}_update_elsewhere", table, "UPDATE", f"{old} OR {new} OR {replaced}", ELSEWHERE),
        Guard(f"guard_{name}_delete_elsewhere", table, "DELETE", old, ELSEWHERE),
    )


ELSEWHERE_GUARDS = (
    *_closed("round", ROUND, _of_event),
    *_closed("player", PLAYER, _of_event),
    *_closed("game", GAME, _round_elsewhere),
    *_closed("seat", SEAT, _round_elsewhere),
    # Whatever an act changes, it also writes a line; if the line is refused, the whole act is undone.
    Guard(
        "guard_audit_insert_elsewhere",
        AUDIT,
        "INSERT",
        " OR ".join(_unwanted(column, allowed) for column, allowed in WHILE.items()),
        ELSEWHERE,
    ),
    # OR REPLACE would delete the closed event and open it here again.
    Guard("guard_tournament_insert_elsewhere", TOURNAMENT, "INSERT", _replaced("1 = 1"), ELSEWHERE),
    Guard("guard_tournament_replace_elsewhere", TOURNAMENT, "UPDATE", _replaced("t.id <> OLD.id"), ELSEWHERE),
    Guard(
        "guard_tournament_update_elsewhere",
        TOURNAMENT,
        "UPDATE",
        f"{_closed_row('OLD')} AND ({changed('name', *Tournament.BINDING)}"
        " OR (NEW.finished_at IS NULL) <> (OLD.finished_at IS NULL))",
        ELSEWHERE,
    ),
    Guard(
        "guard_tournament_handed_over",
        TOURNAMENT,
        "UPDATE",
        _untold(
            "handed_over_at",
            (Action.HANDED_OVER, Action.TAKEN_HOME),
            Action.HAND_OVER_UNDONE,
            "NEW.set_aside_for <> '' OR ",
        ),
        TOLD,
    ),
    Guard(
        "guard_tournament_archived",
        TOURNAMENT,
        "UPDATE",
        _untold("archived_at", (Action.EVENT_ARCHIVED,), Action.EVENT_UNARCHIVED),
        TOLD,
    ),
    Guard(
        "guard_tournament_removed",
        TOURNAMENT,
        "UPDATE",
        f"{_untold('removed_at', (Action.EVENT_REMOVED,), Action.EVENT_RETURNED)} OR ({REMOVED_UNSEEN})",
        TOLD,
    ),
    Guard("guard_tournament_insert_removed", TOURNAMENT, "INSERT", "NEW.removed_at IS NOT NULL", TOLD),
    # An event that was set aside stays so.
    Guard(
        "guard_tournament_set_aside",
        TOURNAMENT,
        "UPDATE",
        f"{changed('set_aside_for')} AND (OLD.set_aside_for <> '' OR NEW.handed_over_at IS NULL"
        f" OR NOT {recorded('OLD.id', Action.TAKEN_HOME)})",
        TOLD,
    ),
)
