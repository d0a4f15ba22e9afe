"""Guards of seats and games: who sits where in a public round does not change (C.04.2 D.10)."""

from __future__ import annotations

from tournaments.guards.conditions import FOREIGN, PUBLISHED, not_emptied, recorded, round_locked, row_locked
from tournaments.guards.guard import Guard
from tournaments.guards.tables import CORRECTION, GAME, LOCKED, PLAYER, ROUND, SEAT
from tournaments.models import AuditEvent

FOREIGN_SEAT = f"""(
    (NEW.game_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM {GAME} g WHERE g.id = NEW.game_id AND g.round_id = NEW.round_id))
    OR NOT EXISTS (
        SELECT 1 FROM {ROUND} r JOIN {PLAYER} p ON p.tournament_id = r.tournament_id
        WHERE r.id = NEW.round_id AND p.id = NEW.player_id))"""

# C.04.2 D.8: the database is exchanging two players of a round for a correction (see `corrections`), and this
# is one of the three steps: the first player leaves their place, the other takes it, and the first takes the
# other's. No statement leaves a correction half done, so no other statement finds one that is not done.
EXCHANGED = f"""(NEW.id = OLD.id AND NEW.round_id = OLD.round_id AND NEW.player_id = OLD.player_id
    AND EXISTS (
        SELECT 1 FROM {CORRECTION} c JOIN {GAME} g ON g.id = c.game_id AND g.round_id = OLD.round_id
        WHERE NOT c.done AND c.counts_from IS NOT NULL AND (
            (NEW.player_id = c.player_id AND NEW.kind = 'zero'
                AND OLD.game_id IN (c.game_id, c.other_game_id))
            OR (NEW.player_id IN (c.player_id, c.other_player_id) AND NEW.kind = 'game'
                AND ((NEW.game_id = c.game_id AND NEW.colour = c.colour)
                    OR (NEW.game_id = c.other_game_id AND NEW.colour = c.other_colour))))))"""


def missed(row: str) -> str:
    """SQL: this row of the seats is the bye of a late entry who has not been in any public round yet.

    The points for missed rounds are set when a late entry arrives (C.04.2 C.2, 2026: 2.4): no pairing of
    those rounds included the player.
    """
    return (
        f"({row}.kind IN ('half', 'zero') AND {row}.game_id IS NULL AND EXISTS ("
        f"SELECT 1 FROM {PLAYER} p JOIN {ROUND} r ON r.id = {row}.round_id"
        f" WHERE p.id = {row}.player_id AND p.first_round > r.number AND NOT EXISTS ("
        f"SELECT 1 FROM {ROUND} f WHERE f.tournament_id = p.tournament_id"
        f" AND f.number >= p.first_round AND f.state IN {LOCKED}) AND NOT EXISTS ("
        f"SELECT 1 FROM {SEAT} s JOIN {ROUND} f ON f.id = s.round_id AND f.state IN {LOCKED}"
        " WHERE s.player_id = p.id AND s.kind NOT IN ('half', 'zero'))))"
    )


# The acts that credit a late entry or set their first round; each is on the trail before the seats change.
CREDITING = (
    AuditEvent.Action.MISSED_CREDITED,
    AuditEvent.Action.PLAYER_ADDED,
    AuditEvent.Action.PLAYERS_IMPORTED,
    AuditEvent.Action.PLAYER_CHANGED,
    AuditEvent.Action.PRESENCE_NOTED,
)


def credited(row: str) -> str:
    """SQL: this row of the seats belongs to a late entry whom the latest act on the trail has credited."""
    event = f"(SELECT p.tournament_id FROM {PLAYER} p WHERE p.id = {row}.player_id)"
    return f"({missed(row)} AND {recorded(event, *CREDITING)})"


BOARD_GUARDS = (
    Guard(
        "guard_seat_insert",
        SEAT,
        "INSERT",
        f"({round_locked('NEW.round_id')} AND NOT {credited('NEW')}) OR {row_locked(SEAT, 'NEW.id')}"
        f" OR {row_locked(GAME, 'NEW.game_id')}",
        PUBLISHED,
    ),
    Guard(
        "guard_seat_update",
        SEAT,
        "UPDATE",
        f"({round_locked('OLD.round_id')} OR {round_locked('NEW.round_id')}"
        f" OR {row_locked(GAME, 'NEW.game_id')} OR {row_locked(SEAT, 'NEW.id')}) AND NOT {EXCHANGED}",
        PUBLISHED,
    ),
    Guard(
        "guard_seat_delete",
        SEAT,
        "DELETE",
        f"{round_locked('OLD.round_id')} AND NOT {credited('OLD')}",
        PUBLISHED,
    ),
    Guard("guard_seat_insert_foreign", SEAT, "INSERT", FOREIGN_SEAT, FOREIGN),
    Guard("guard_seat_update_foreign", SEAT, "UPDATE", FOREIGN_SEAT, FOREIGN),
    Guard(
        "guard_game_insert",
        GAME,
        "INSERT",
        f"{round_locked('NEW.round_id')} OR {row_locked(GAME, 'NEW.id')}",
        PUBLISHED,
    ),
    # The result may change; the round and board of the game may not, nor what its file left open.
    Guard(
        "guard_game_update",
        GAME,
        "UPDATE",
        "(NEW.id <> OLD.id OR NEW.round_id <> OLD.round_id"
        " OR COALESCE(NEW.board, 0) <> COALESCE(OLD.board, 0) OR NEW.left_open <> OLD.left_open)"
        f" AND ({round_locked('OLD.round_id')} OR {round_locked('NEW.round_id')}"
        f" OR {row_locked(GAME, 'NEW.id')})",
        PUBLISHED,
    ),
    # Moving a game would move its seats too, so only a game without seats is moved.
    Guard(
        "guard_game_moved",
        GAME,
        "UPDATE",
        "(NEW.id <> OLD.id OR NEW.round_id <> OLD.round_id)"
        f" AND EXISTS (SELECT 1 FROM {SEAT} s WHERE s.game_id = OLD.id)",
        FOREIGN,
    ),
    Guard("guard_game_delete", GAME, "DELETE", round_locked("OLD.round_id"), PUBLISHED),
    not_emptied("seat", SEAT),
    not_emptied("game", GAME),
)
