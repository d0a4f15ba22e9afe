"""Guards of players: a player who has been paired stays in the event, and stays the same person."""

from __future__ import annotations

from tournaments import engine
from tournaments.guards.conditions import (
    ENDED,
    FIXED,
    altered,
    changed,
    finished,
    not_emptied,
    paired,
    personal_removed,
    recorded,
)
from tournaments.guards.guard import Guard
from tournaments.guards.tables import AUDIT, LOCKED, PLAYER, PUBLICATION, ROUND, SEAT, TOURNAMENT
from tournaments.models import AuditEvent, Player

STAYS = "a player who has been paired stays in the tournament (C.04.2 D.10)"
ENTERED = "whether a player was there in a published round is history (C.04.2 C.2, D.10)"
NAMED = "who sits in a published round is corrected by an act that tells of it (C.04.2 D.10)"
TWIN = "two players of an event have not the same name and day of birth"


def player_replaced(other: str) -> str:
    """SQL: the new row takes the id, number, key or FIDE ID of a player with seats for whom `other` holds."""
    return (
        f"EXISTS (SELECT 1 FROM {PLAYER} p JOIN {SEAT} s ON s.player_id = p.id"
        f" WHERE {other} AND (p.id = NEW.id OR (p.tournament_id = NEW.tournament_id"
        " AND (p.number = NEW.number OR p.key = NEW.key"
        " OR (p.fide_id = NEW.fide_id AND NEW.fide_id <> '')))))"
    )


# The public has seen the player in a round, even if the round has been withdrawn since.
PUBLIC_PLAYER = (
    f"(EXISTS (SELECT 1 FROM {SEAT} s JOIN {ROUND} r ON r.id = s.round_id"
    " WHERE s.player_id = OLD.id AND r.published_at IS NOT NULL)"
    # Also if the draft that took the place of a withdrawn pairing was thrown away.
    f" OR EXISTS (SELECT 1 FROM {PUBLICATION} k WHERE k.tournament_id = OLD.tournament_id"
    " AND k.text LIKE '%' || OLD.key || '%'))"
)

# The row names an act of its tournament, later than the one that it named before, which records this player's
# identity before and after. Nothing else changes the identity of a player who sits in a published round.
IDENTITY_TOLD = (
    f"EXISTS (SELECT 1 FROM {AUDIT} a WHERE a.id = NEW.identity_audit_id"
    " AND a.id > COALESCE(OLD.identity_audit_id, 0) AND a.tournament_id = OLD.tournament_id"
    f" AND a.action = '{AuditEvent.Action.PLAYER_IDENTITY_CORRECTED}'"
    " AND CAST(a.after ->> 'player' AS text) = CAST(OLD.id AS text)"
    + "".join(
        f" AND a.before ->> '{name}' = OLD.{name} AND a.after ->> '{name}' = NEW.{name}"
        for name in Player.IDENTITY
    )
    + ")"
)

# The latest act removes this player's day of birth; the year and everything else stay.
DAY_REMOVED = (
    f"(NOT {changed('name', 'fide_id')} AND NEW.birth = SUBSTR(OLD.birth, 1, 4)"
    " AND COALESCE(NEW.identity_audit_id, 0) = COALESCE(OLD.identity_audit_id, 0)"
    f" AND {personal_removed('OLD.tournament_id', 'OLD.id')})"
)


def twin(other: str) -> str:
    """SQL: a player other than the row itself has the name and the day of birth of the new row."""
    return (
        f"(LENGTH(NEW.birth) > 4 AND EXISTS (SELECT 1 FROM {PLAYER} p WHERE {other}"
        " AND p.tournament_id = NEW.tournament_id AND p.birth = NEW.birth"
        " AND LOWER(p.name) = LOWER(NEW.name)))"
    )


# C.04.2 C.1, C.2: a player who was missing at the check-in arrives later, and got only zero-point byes in the
# public rounds from the one in which they were to start.
SEEN_AT_LAST = f"""(OLD.presence = '' AND NEW.presence <> ''
    AND {recorded("OLD.tournament_id", AuditEvent.Action.PRESENCE_NOTED)}
    AND EXISTS (SELECT 1 FROM {TOURNAMENT} t WHERE t.id = OLD.tournament_id AND t.check_in_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM {ROUND} r WHERE r.tournament_id = OLD.tournament_id
        AND r.state IN {LOCKED} AND r.number >= NEW.first_round)
    AND NOT EXISTS (SELECT 1 FROM {SEAT} s JOIN {ROUND} r ON r.id = s.round_id AND r.state IN {LOCKED}
        WHERE s.player_id = OLD.id AND s.kind <> 'zero' AND r.number >= OLD.first_round))"""

# Whether a player was there in a published round is history: if their first round changed, their byes would
# become those of a late entry, which may still change.
HISTORY = f"""(NEW.first_round <> OLD.first_round AND NOT {SEEN_AT_LAST} AND EXISTS (
    SELECT 1 FROM {ROUND} r WHERE r.tournament_id = OLD.tournament_id AND r.state IN {LOCKED}
    AND (r.number >= OLD.first_round OR r.number >= NEW.first_round)))"""

# The player is in a round robin or a knock-out, which is paired by the players' numbers.
IN_A_TABLE = (
    f"EXISTS (SELECT 1 FROM {TOURNAMENT} t WHERE t.id = OLD.tournament_id AND t.edition IN ("
    + ", ".join(repr(edition.code) for edition in engine.all_editions() if edition.rounds_for)
    + "))"
)

PLAYER_GUARDS = (
    # Moving a player with their seats to another tournament would change who played whom.
    Guard(
        "guard_player_update",
        PLAYER,
        "UPDATE",
        f"{changed('id', 'tournament_id', 'key')}"
        f" AND EXISTS (SELECT 1 FROM {SEAT} s WHERE s.player_id = OLD.id)",
        STAYS,
    ),
    Guard("guard_player_insert", PLAYER, "INSERT", player_replaced("1 = 1"), STAYS),
    Guard(
        "guard_player_replace",
        PLAYER,
        "UPDATE",
        "(NEW.id <> OLD.id OR NEW.tournament_id <> OLD.tournament_id OR NEW.fide_id <> OLD.fide_id"
        " OR NEW.key <> OLD.key"
        f" OR COALESCE(NEW.number, 0) <> COALESCE(OLD.number, 0)) AND {player_replaced('p.id <> OLD.id')}",
        STAYS,
    ),
    Guard(
        "guard_player_delete",
        PLAYER,
        "DELETE",
        f"EXISTS (SELECT 1 FROM {SEAT} s JOIN {ROUND} r ON r.id = s.round_id"
        f" WHERE s.player_id = OLD.id AND r.state IN {LOCKED})",
        STAYS,
    ),
    Guard("guard_player_first_round", PLAYER, "UPDATE", HISTORY, ENTERED),
    # A player at a published board stays the same person; errors in their identity are corrected in public.
    Guard(
        "guard_player_identity",
        PLAYER,
        "UPDATE",
        f"({changed(*Player.IDENTITY)}"
        " OR COALESCE(NEW.identity_audit_id, 0) <> COALESCE(OLD.identity_audit_id, 0))"
        f" AND {PUBLIC_PLAYER} AND NOT {IDENTITY_TOLD} AND NOT {DAY_REMOVED}",
        NAMED,
    ),
    Guard("guard_player_insert_twin", PLAYER, "INSERT", twin("1 = 1"), TWIN),
    Guard(
        "guard_player_update_twin",
        PLAYER,
        "UPDATE",
        f"{changed('name', 'birth', 'tournament_id')} AND {twin('p.id <> OLD.id')}",
        TWIN,
    ),
    Guard(
        "guard_player_number",
        PLAYER,
        "UPDATE",
        "COALESCE(NEW.number, 0) <> COALESCE(OLD.number, 0)"
        f" AND {IN_A_TABLE} AND {paired('OLD.tournament_id')}",
        FIXED,
    ),
    Guard(
        "guard_player_points",
        PLAYER,
        "UPDATE",
        f"{changed('virtual_points')} AND {paired('OLD.tournament_id')}",
        FIXED,
    ),
    # A finished event has stated these data (`selectors.ends`). Names and FIDE IDs are still corrected, each
    # correction with a link of its own.
    Guard("guard_player_insert_ended", PLAYER, "INSERT", finished("NEW.tournament_id"), ENDED),
    Guard(
        "guard_player_update_ended",
        PLAYER,
        "UPDATE",
        f"{finished('OLD.tournament_id')}"
        f" AND ({altered('number', *Player.AT_THE_END)} OR ({changed('birth')} AND NOT {DAY_REMOVED}))",
        ENDED,
    ),
    Guard("guard_player_delete_ended", PLAYER, "DELETE", finished("OLD.tournament_id"), ENDED),
    # Without its salt, nobody can tell whether a day of birth is the one that an end was about.
    Guard(
        "guard_player_salt",
        PLAYER,
        "UPDATE",
        f"{changed('salt')} AND (OLD.salt <> '' OR {finished('OLD.tournament_id')})"
        f" AND NOT (NEW.salt = '' AND {personal_removed('OLD.tournament_id', 'OLD.id')})",
        ENDED,
    ),
    not_emptied("player", PLAYER),
)
