"""Guards of decisions of level knock-out matches, which come and go with their line in the audit trail."""

from __future__ import annotations

from tournaments.guards.conditions import fact, latest, not_emptied, recorded
from tournaments.guards.guard import Guard
from tournaments.guards.tables import AUDIT, DECISION, GAME, LOCKED, PLAYER, ROUND, SEAT
from tournaments.models import AuditEvent

Action = AuditEvent.Action

UNTOLD = "who goes on from a level match comes and goes with its line in the audit trail"

# The line that the new row names is the latest of its event and says the same; the player sits at the board.
TOLD = f"""EXISTS (
    SELECT 1 FROM {AUDIT} a
    JOIN {ROUND} r ON r.tournament_id = a.tournament_id
    JOIN {GAME} g ON g.round_id = r.id
    JOIN {SEAT} s ON s.game_id = g.id
    JOIN {PLAYER} p ON p.id = s.player_id
    WHERE a.id = NEW.audit_id AND g.id = NEW.game_id AND s.player_id = NEW.player_id AND {latest("a")}
    AND (a.action = '{Action.TOURNAMENT_IMPORTED}'
        OR (a.action = '{Action.MATCH_DECIDED}' AND a.round_number = r.number
            AND {fact("board", "g.board")} AND {fact("player", "p.number")}
            AND {fact("how", "NEW.how")} AND {fact("score", "NEW.score")})))"""

REPLACED = f"EXISTS (SELECT 1 FROM {DECISION} d WHERE d.id = NEW.id OR d.game_id = NEW.game_id)"

# It is taken back, or its round was withdrawn before, and it goes with its game.
GONE = f"""EXISTS (
    SELECT 1 FROM {GAME} g JOIN {ROUND} r ON r.id = g.round_id
    WHERE g.id = OLD.game_id AND (r.state NOT IN {LOCKED}
        OR {
    recorded("r.tournament_id", Action.MATCH_DECIDED, number="r.number", says=fact("board", "g.board"))
}))"""

DECISION_GUARDS = (
    Guard("guard_decision_insert", DECISION, "INSERT", f"{REPLACED} OR NOT {TOLD}", UNTOLD),
    Guard("guard_decision_update", DECISION, "UPDATE", "1 = 1", UNTOLD),
    Guard("guard_decision_delete", DECISION, "DELETE", f"NOT {GONE}", UNTOLD),
    not_emptied("decision", DECISION),
)
