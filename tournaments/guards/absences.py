"""Guards of absences: what was decided about one (C.04.2 D.2) stands as its line in the log says."""

from __future__ import annotations

from tournaments.guards.conditions import fact, not_emptied, paired, recorded, round_locked
from tournaments.guards.guard import Guard
from tournaments.guards.tables import ABSENCE, PLAYER, ROUND
from tournaments.models import AuditEvent

DECIDED = "what becomes of a player who did not come is decided by an act that tells of it (C.04.2 D.2)"

_AS_TOLD = recorded(
    "n.tournament_id",
    AuditEvent.Action.ABSENCE_ANSWERED,
    number="n.number",
    says=f"{fact('key', 'p.key')} AND {fact('answer', 'NEW.answer')} AND a.reason = NEW.reason",
)
UNTOLD = (
    f"NOT EXISTS (SELECT 1 FROM {ROUND} n JOIN {PLAYER} p ON p.id = NEW.player_id"
    f" WHERE n.id = NEW.round_id AND (NOT {paired('n.tournament_id')} OR {_AS_TOLD}))"
)
# INSERT OR REPLACE would delete the row.
REPLACED = (
    f"EXISTS (SELECT 1 FROM {ABSENCE} o WHERE {round_locked('o.round_id')}"
    " AND (o.id = NEW.id OR (o.round_id = NEW.round_id AND o.player_id = NEW.player_id)))"
)

ABSENCE_GUARDS = (
    Guard("guard_absence_insert", ABSENCE, "INSERT", f"{UNTOLD} OR {REPLACED}", DECIDED),
    # No act updates or deletes one; it goes with a player who was in no round that is public now.
    Guard(
        "guard_absence_update",
        ABSENCE,
        "UPDATE",
        f"{round_locked('OLD.round_id')} OR {round_locked('NEW.round_id')} OR {REPLACED}",
        DECIDED,
    ),
    Guard("guard_absence_delete", ABSENCE, "DELETE", round_locked("OLD.round_id"), DECIDED),
    not_emptied("absence", ABSENCE),
)
