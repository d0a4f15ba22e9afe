"""Guards of what only grows: the audit trail, integrity notes, the chain of publications, the server log."""

from __future__ import annotations

from tournaments.guards.conditions import STANDS, changed, fact, latest, recorded
from tournaments.guards.guard import Guard
from tournaments.guards.tables import AUDIT, INTEGRITY, LOCKED, PUBLICATION, ROUND, SERVER_ACT
from tournaments.models import AuditEvent, Publication

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
