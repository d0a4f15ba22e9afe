"""Guards of the log, and of events that were handed over or put away."""

from __future__ import annotations

from collections.abc import Callable, Collection

from tournaments.guards.guard import (
    AUDIT,
    GAME,
    INTEGRITY,
    LOCKED,
    PLAYER,
    PUBLICATION,
    ROUND,
    SEAT,
    SERVER_ACT,
    STANDS,
    TOURNAMENT,
    Guard,
    changed,
    fact,
    latest,
    recorded,
)
from tournaments.models import AuditEvent, Publication, ServerAct, Tournament

Action = AuditEvent.Action

APPEND_ONLY = "the audit trail is append-only"
CHAINED = "the chain of publications is append-only"
SERVER_LOG = "the log of the server is append-only"
OUT_OF_ORDER = "the audit trail is append-only: a new line gets the next number"
SERVER_OUT_OF_ORDER = "the log of the server is append-only: a new line gets the next number"
SERVER_UNLINKED = "a line of the log of the server follows the one before it"

# The latest line takes back the act of the note; or its round is a draft, and was withdrawn since.
LIFTED_AS_TOLD = f"""{
    recorded("NEW.tournament_id", AuditEvent.Action.RESTORED, says=fact("event", "NEW.id", "before"))
}
    OR (EXISTS (SELECT 1 FROM {AUDIT} a WHERE a.tournament_id = NEW.tournament_id AND a.id > NEW.audit_id
            AND a.action = '{AuditEvent.Action.ROUND_WITHDRAWN}' AND a.round_number = NEW.round_number)
        AND NOT EXISTS (SELECT 1 FROM {ROUND} r WHERE r.tournament_id = NEW.tournament_id
            AND r.number = NEW.round_number AND r.state IN {LOCKED}))"""

# The pairing that replaces a withdrawn one is noted when it is known: while the round is a draft, and once.
FILLED_IN = f"""(OLD.kind = 're-pairing' AND OLD.after = '[]' AND EXISTS (
    SELECT 1 FROM {ROUND} r WHERE r.tournament_id = OLD.tournament_id
    AND r.number = OLD.round_number AND r.state = 'draft'))"""

# What was published before there was a chain is taken over by the act that begins the chain.
CHAIN_BEGINS = f"""(a.action = '{AuditEvent.Action.CHAIN_BEGUN}' AND NEW.kind IN ('pairing', 'results')
    AND NOT EXISTS (SELECT 1 FROM {PUBLICATION} k
        WHERE k.tournament_id = NEW.tournament_id AND k.audit_id <> a.id))"""

OF_END = f"({', '.join(repr(str(kind)) for kind in Publication.OF_END)})"

# The new link is not a valid next one: it must follow the last link and belong to its event's latest act. A
# round is published once, and again only after it was withdrawn; an event ends once, and again once reopened.
UNLINKED = f"""(
    EXISTS (SELECT 1 FROM {PUBLICATION} k WHERE k.id = NEW.id)
    OR NEW.place <> COALESCE(
        (SELECT MAX(k.place) FROM {PUBLICATION} k WHERE k.tournament_id = NEW.tournament_id), 0) + 1
    OR NEW.previous <> COALESCE((SELECT k.fingerprint FROM {PUBLICATION} k
        WHERE k.tournament_id = NEW.tournament_id AND k.place = NEW.place - 1), '')
    OR LENGTH(NEW.fingerprint) <> 64
    OR (NEW.kind IN ('pairing', 'withdrawn') AND CASE NEW.kind WHEN 'pairing' THEN 0 ELSE 1 END <> (
        SELECT COALESCE(SUM(CASE k.kind WHEN 'pairing' THEN 1 WHEN 'withdrawn' THEN -1 ELSE 0 END), 0)
        FROM {PUBLICATION} k
        WHERE k.tournament_id = NEW.tournament_id AND k.round_number = NEW.round_number))
    OR (NEW.kind IN {OF_END} AND NEW.kind = (SELECT k.kind FROM {PUBLICATION} k
        WHERE k.tournament_id = NEW.tournament_id AND k.kind IN {OF_END} ORDER BY k.place DESC LIMIT 1))
    OR EXISTS (SELECT 1 FROM {PUBLICATION} k
        WHERE k.audit_id = NEW.audit_id AND k.round_number = NEW.round_number AND k.kind = NEW.kind)
    OR NOT EXISTS (SELECT 1 FROM {AUDIT} a
        WHERE a.id = NEW.audit_id AND a.tournament_id = NEW.tournament_id
        AND (NEW.kind = 'found' OR {CHAIN_BEGINS} OR {
    " OR ".join(
        f"(NEW.kind = '{kind}' AND a.action IN ({', '.join(repr(str(act)) for act in acts)}))"
        for kind, acts in Publication.ACTS.items()
    )
})
        AND {latest("a")}))"""


# The new line of the server's log is no next link, nor one of the release before, which knows no links.
SERVER_UNLINKED_LINE = f"""(NEW.previous <> '' OR NEW.fingerprint <> '') AND (LENGTH(NEW.fingerprint) <> 64
    OR NEW.previous <> COALESCE((SELECT b.fingerprint FROM {SERVER_ACT} b
        WHERE b.id < NEW.id AND b.fingerprint <> '' ORDER BY b.id DESC LIMIT 1), ''))"""


def not_allotted(table: str) -> str:
    """SQL: nobody has been given the id of the new row of this table as the next one.

    A line with a greater id would stay the latest: nothing that must follow an act could be done any more. On
    PostgreSQL ids are allotted before they are committed, so an id may be smaller than those of other events.
    """
    allotted = f"pg_sequence_last_value(pg_get_serial_sequence('{table}', 'id')::regclass)"
    return f"(NEW.id < 1 OR NEW.id > {AuditEvent.GREATEST_ID} OR NEW.id > COALESCE({allotted}, 0))"


TRAIL_GUARDS = (
    Guard(
        "guard_audit_insert",
        AUDIT,
        "INSERT",
        f"EXISTS (SELECT 1 FROM {AUDIT} a WHERE a.id = NEW.id)",
        APPEND_ONLY,
    ),
    # Transactions that write lines of one event follow one another (`holds`), so each knows the latest.
    Guard(
        "guard_audit_insert_order",
        AUDIT,
        "INSERT",
        f"{not_allotted(AUDIT)} OR NOT {latest('NEW')}",
        OUT_OF_ORDER,
        of_new_id=True,
    ),
    Guard("guard_audit_update", AUDIT, "UPDATE", "1 = 1", APPEND_ONLY),
    Guard("guard_audit_delete", AUDIT, "DELETE", "1 = 1", APPEND_ONLY),
    Guard(
        "guard_integrity_insert",
        INTEGRITY,
        "INSERT",
        f"NEW.lifted_at IS NOT NULL OR EXISTS (SELECT 1 FROM {INTEGRITY} i WHERE i.id = NEW.id"
        " OR (i.tournament_id = NEW.tournament_id AND i.round_number = NEW.round_number"
        " AND i.kind = NEW.kind AND i.kind IN ('manual', 'import', 'fide-mode') AND i.lifted_at IS NULL))"
        # A note belongs to the act that it comes with.
        f" OR NOT EXISTS (SELECT 1 FROM {AUDIT} a WHERE a.id = NEW.audit_id"
        f" AND a.tournament_id = NEW.tournament_id AND {latest('a')})",
        STANDS,
    ),
    # A note may be lifted once; the note of a correction only by the act that takes it back or withdraws its
    # round, and the note of what cannot be taken back never.
    Guard(
        "guard_integrity_update",
        INTEGRITY,
        "UPDATE",
        f"{changed('id', 'tournament_id', 'kind', 'round_number', 'audit_id')}"
        f" OR {changed('remark', 'before', 'changes')} OR ({changed('after')} AND NOT {FILLED_IN})"
        " OR OLD.lifted_at IS NOT NULL"
        " OR (NEW.lifted_at IS NOT NULL AND (NEW.kind IN ('fide-mode', 're-pairing', 'identity', 'import')"
        " OR (NEW.kind IN ('correction', 'rating-correction', 'adjournment')"
        f" AND NOT ({LIFTED_AS_TOLD}))))",
        STANDS,
    ),
    Guard("guard_integrity_delete", INTEGRITY, "DELETE", "1 = 1", STANDS),
    Guard("guard_publication_insert", PUBLICATION, "INSERT", UNLINKED, CHAINED),
    Guard("guard_publication_update", PUBLICATION, "UPDATE", "1 = 1", CHAINED),
    Guard("guard_publication_delete", PUBLICATION, "DELETE", "1 = 1", CHAINED),
    Guard(
        "guard_server_act_insert",
        SERVER_ACT,
        "INSERT",
        f"EXISTS (SELECT 1 FROM {SERVER_ACT} a WHERE a.id = NEW.id)",
        SERVER_LOG,
    ),
    Guard(
        "guard_server_act_insert_order",
        SERVER_ACT,
        "INSERT",
        f"{not_allotted(SERVER_ACT)} OR EXISTS (SELECT 1 FROM {SERVER_ACT} b WHERE b.id > NEW.id)",
        SERVER_OUT_OF_ORDER,
        of_new_id=True,
    ),
    Guard(
        "guard_server_act_insert_link",
        SERVER_ACT,
        "INSERT",
        SERVER_UNLINKED_LINE,
        SERVER_UNLINKED,
        of_new_id=True,
    ),
    Guard("guard_server_act_update", SERVER_ACT, "UPDATE", "1 = 1", SERVER_LOG),
    Guard("guard_server_act_delete", SERVER_ACT, "DELETE", "1 = 1", SERVER_LOG),
    Guard("guard_audit_truncate", AUDIT, "TRUNCATE", "1 = 1", APPEND_ONLY),
    Guard("guard_integrity_truncate", INTEGRITY, "TRUNCATE", "1 = 1", STANDS),
    Guard("guard_publication_truncate", PUBLICATION, "TRUNCATE", "1 = 1", CHAINED),
    Guard("guard_server_act_truncate", SERVER_ACT, "TRUNCATE", "1 = 1", SERVER_LOG),
)


ELSEWHERE = "an event that was handed over or put away does not change until it is back"
PUT_AWAY_TOLD = "that an event was handed over or put away, or is back, comes with the act that says so"

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
        PUT_AWAY_TOLD,
    ),
    Guard(
        "guard_tournament_archived",
        TOURNAMENT,
        "UPDATE",
        _untold("archived_at", (Action.EVENT_ARCHIVED,), Action.EVENT_UNARCHIVED),
        PUT_AWAY_TOLD,
    ),
    Guard(
        "guard_tournament_removed",
        TOURNAMENT,
        "UPDATE",
        f"{_untold('removed_at', (Action.EVENT_REMOVED,), Action.EVENT_RETURNED)} OR ({REMOVED_UNSEEN})",
        PUT_AWAY_TOLD,
    ),
    Guard(
        "guard_tournament_insert_removed", TOURNAMENT, "INSERT", "NEW.removed_at IS NOT NULL", PUT_AWAY_TOLD
    ),
    # An event that was set aside stays so.
    Guard(
        "guard_tournament_set_aside",
        TOURNAMENT,
        "UPDATE",
        f"{changed('set_aside_for')} AND (OLD.set_aside_for <> '' OR NEW.handed_over_at IS NULL"
        f" OR NOT {recorded('OLD.id', Action.TAKEN_HOME)})",
        PUT_AWAY_TOLD,
    ),
)
