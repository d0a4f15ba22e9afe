"""Triggers that keep what no constraint can: a published round's pairings do not change (C.04.2 D.10).

Nor do the regulations that they were made by. They hold for every path — form, ORM, raw SQL — on SQLite
and PostgreSQL alike, because one condition serves both. SQLite forgets a table's triggers when Django
rebuilds the table, so they are dropped before every migration, made anew after it, and compared with
what they should say at start-up and in /healthz: a new edition of the rules changes what they say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import DEFAULT_DB_ALIAS, connections, transaction

from tournaments import engine
from tournaments.models import Game, Tournament

if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper

SEAT, GAME, ROUND = "tournaments_seat", "tournaments_game", "tournaments_round"
PLAYER, TOURNAMENT = "tournaments_player", "tournaments_tournament"
AUDIT, INTEGRITY = "tournaments_auditevent", "tournaments_integrityevent"
MEMBERSHIP = "tournaments_membership"
PROHIBITION, APART = "tournaments_prohibition", "tournaments_prohibition_players"
CORRECTION = "tournaments_correction"

LOCKED = "('published', 'finished')"


def round_locked(round_id: str) -> str:
    """SQL: the round with this id is locked."""
    return f"EXISTS (SELECT 1 FROM {ROUND} r WHERE r.id = {round_id} AND r.state IN {LOCKED})"


def row_locked(table: str, row_id: str) -> str:
    """SQL: the row with this id stands in a locked round (INSERT OR REPLACE would delete it)."""
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


def changed(*columns: str) -> str:
    """SQL: one of these columns, none of which is ever null, gets another value."""
    return "(" + " OR ".join(f"NEW.{column} <> OLD.{column}" for column in columns) + ")"


# Where OR REPLACE stands, a row that takes another's place deletes it, and SQLite tells no trigger of
# that unless the connection asks for it (recursive_triggers). So the guards of whatever is written also
# look at the rows whose key, number or address the new row takes.
ROUND_REPLACED = (
    f"EXISTS (SELECT 1 FROM {ROUND} r WHERE r.state IN {LOCKED}"
    " AND (r.id = NEW.id OR (r.tournament_id = NEW.tournament_id AND r.number = NEW.number)))"
)


def player_replaced(other: str) -> str:
    """SQL: a player with seats, other than the row itself, stands where the new row goes."""
    return (
        f"EXISTS (SELECT 1 FROM {PLAYER} p JOIN {SEAT} s ON s.player_id = p.id"
        f" WHERE {other} AND (p.id = NEW.id OR (p.tournament_id = NEW.tournament_id"
        " AND (p.number = NEW.number OR (p.fide_id = NEW.fide_id AND NEW.fide_id <> '')))))"
    )


def tournament_replaced(other: str) -> str:
    """SQL: a tournament other than the row itself stands where the new row goes.

    One with a paired round, or that has left FIDE mode.
    """
    return (
        f"EXISTS (SELECT 1 FROM {TOURNAMENT} t WHERE {other}"
        " AND (t.id = NEW.id OR t.slug = NEW.slug OR t.nonce = NEW.nonce)"
        f" AND ({paired('t.id')} OR t.fide_mode_left_at IS NOT NULL))"
    )


HAS_LOCKED = f"EXISTS (SELECT 1 FROM {ROUND} r WHERE r.tournament_id = OLD.id AND r.state IN {LOCKED})"

PLAYED = f"({', '.join(repr(str(result)) for result in Game.PLAYED)})"
OPEN = f"({', '.join(repr(str(result)) for result in Game.OPEN)})"

# C.04.1 b: two players of the round have really played one another in another public round.
REMATCH = f"""EXISTS (
    SELECT 1 FROM {SEAT} a
    JOIN {SEAT} b ON b.game_id = a.game_id AND b.id <> a.id
    JOIN {SEAT} c ON c.player_id = a.player_id AND c.round_id <> a.round_id
    JOIN {SEAT} d ON d.game_id = c.game_id AND d.player_id = b.player_id
    JOIN {GAME} g ON g.id = c.game_id
    JOIN {ROUND} r ON r.id = c.round_id AND r.state IN {LOCKED}
    WHERE a.round_id = OLD.id
      AND g.result IN {PLAYED})"""

# The games that player `a` has really played before the round.
BEFORE = f"""{SEAT} b
    JOIN {GAME} g ON g.id = b.game_id AND g.result IN {PLAYED}
    JOIN {ROUND} r ON r.id = b.round_id AND r.state IN {LOCKED} AND r.number < OLD.number
    WHERE b.player_id = a.player_id"""

# B.2 of the older revisions: somebody of the round would have had a colour three times more often than
# the other, or gets it a third time running.
COLOURS = f"""EXISTS (
    SELECT 1 FROM {SEAT} a WHERE a.round_id = OLD.id AND a.colour IS NOT NULL AND (
        (SELECT SUM(CASE WHEN b.colour = a.colour THEN 1 ELSE -1 END) FROM {BEFORE}) > 1
        OR (SELECT COUNT(*) FROM (SELECT b.colour FROM {BEFORE} ORDER BY r.number DESC LIMIT 2) l
            WHERE l.colour = a.colour) = 2))"""

FINAL_ROUND = f"""EXISTS (
    SELECT 1 FROM {TOURNAMENT} t WHERE t.id = OLD.tournament_id AND t.number_of_rounds = OLD.number)"""

# The ground is one of those that the tournament's edition allows.
GROUND_ALLOWED = (
    f"EXISTS (SELECT 1 FROM {TOURNAMENT} t WHERE t.id = OLD.tournament_id AND ("
    + " OR ".join(
        f"(t.edition = '{edition.code}' AND NEW.repair_ground IN"
        f" ({', '.join(repr(ground.value) for ground in edition.handling.grounds_for_change)}))"
        for edition in engine.all_editions()
    )
    + "))"
)

# Of a ground that the database can see, that it is a true one.
GROUND_TRUE = (
    f"(NEW.repair_ground <> '{engine.Ground.REMATCH}' OR {REMATCH})"
    f" AND (NEW.repair_ground <> '{engine.Ground.COLOURS}' OR {COLOURS})"
    f" AND (NEW.repair_ground <> '{engine.Ground.TOP_BOARDS}' OR {FINAL_ROUND})"
)

# What was played after the round was computed from it: only the latest round may be paired again.
LATER_LOCKED = f"""EXISTS (
    SELECT 1 FROM {ROUND} n
    WHERE n.tournament_id = OLD.tournament_id AND n.number > OLD.number AND n.state IN {LOCKED})"""

FOREIGN_SEAT = f"""(
    (NEW.game_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM {GAME} g WHERE g.id = NEW.game_id AND g.round_id = NEW.round_id))
    OR NOT EXISTS (
        SELECT 1 FROM {ROUND} r JOIN {PLAYER} p ON p.tournament_id = r.tournament_id
        WHERE r.id = NEW.round_id AND p.id = NEW.player_id))"""

FOREIGN_MEMBER = f"""NOT EXISTS (
    SELECT 1 FROM {PROHIBITION} x JOIN {PLAYER} p ON p.tournament_id = x.tournament_id
    WHERE x.id = NEW.prohibition_id AND p.id = NEW.player_id)"""


def prohibition_fixed(x: str) -> str:
    """SQL: the prohibition in row `x` may not come, change or go (C.05 5.2).

    Once round 1 has been paired it is fixed; after FIDE mode was left, only where it holds in a public round.
    """
    return (
        f"({paired(f'{x}.tournament_id')} AND (EXISTS (SELECT 1 FROM {TOURNAMENT} t"
        f" WHERE t.id = {x}.tournament_id AND t.fide_mode_left_at IS NULL)"
        f" OR EXISTS (SELECT 1 FROM {ROUND} r WHERE r.tournament_id = {x}.tournament_id"
        f" AND r.state IN {LOCKED} AND r.number >= {x}.first_round)))"
    )


def member_fixed(row: str) -> str:
    """SQL: the prohibition to which this row of its players belongs is fixed."""
    fixed = prohibition_fixed("x")
    return f"EXISTS (SELECT 1 FROM {PROHIBITION} x WHERE x.id = {row}.prohibition_id AND {fixed})"


# The row is its event's only owner.
LAST_OWNER = f"""OLD.role = 'owner' AND NOT EXISTS (
    SELECT 1 FROM {MEMBERSHIP} o
    WHERE o.tournament_id = OLD.tournament_id AND o.role = 'owner' AND o.id <> OLD.id)"""

# The new row takes the place of its event's only owner, and is none itself.
OWNER_REPLACED = f"""EXISTS (
    SELECT 1 FROM {MEMBERSHIP} m WHERE m.role = 'owner'
    AND (m.id = NEW.id OR (m.tournament_id = NEW.tournament_id AND m.user_id = NEW.user_id))
    AND (NEW.role <> 'owner' OR NEW.tournament_id <> m.tournament_id)
    AND NOT EXISTS (
        SELECT 1 FROM {MEMBERSHIP} o
        WHERE o.tournament_id = m.tournament_id AND o.role = 'owner' AND o.id <> m.id))"""

# C.04.2 D.8: a correction that is being made, or taken back, says that two players of a round exchange their
# places, and this is one of the three steps: the first leaves his, the other takes it, the first the other's.
EXCHANGED = f"""(NEW.id = OLD.id AND NEW.round_id = OLD.round_id AND NEW.player_id = OLD.player_id
    AND EXISTS (
        SELECT 1 FROM {CORRECTION} c JOIN {GAME} g ON g.id = c.game_id AND g.round_id = OLD.round_id
        WHERE NOT c.done AND c.counts_from IS NOT NULL AND (
            (NEW.player_id = c.player_id AND NEW.kind = 'zero'
                AND OLD.game_id IN (c.game_id, c.other_game_id))
            OR (NEW.player_id IN (c.player_id, c.other_player_id) AND NEW.kind = 'game'
                AND ((NEW.game_id = c.game_id AND NEW.colour = c.colour)
                    OR (NEW.game_id = c.other_game_id AND NEW.colour = c.other_colour))))))"""


def seated(row: str, place: str, other_place: str) -> str:
    """SQL: the players of this row of the corrections sit at these of its places ("" or "other_")."""
    return " AND ".join(
        f"EXISTS (SELECT 1 FROM {SEAT} s WHERE s.player_id = {row}.{player}"
        f" AND s.game_id = {row}.{at}game_id AND s.colour = {row}.{at}colour)"
        for player, at in (("player_id", place), ("other_player_id", other_place))
    )


def known_to_a_pairing(row: str) -> str:
    """SQL: a public round has been paired from what this row of the corrections says."""
    return (
        f"EXISTS (SELECT 1 FROM {GAME} g JOIN {ROUND} o ON o.id = g.round_id"
        f" JOIN {ROUND} r ON r.tournament_id = o.tournament_id AND r.state IN {LOCKED}"
        f" WHERE g.id = {row}.game_id AND r.number >= {row}.counts_from)"
    )


def missed(row: str) -> str:
    """SQL: this row of the seats is the bye of a late entry who has not been in any public round yet.

    What the rounds that he missed bring him is said when he comes (C.04.2 C.2, 2026: 2.4): no pairing of
    theirs knew him.
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


# What a correction in force says must be so, and both games stand in one public round. What is for rating
# alone moves nobody.
CORRECTION_UNTRUE = f"""(
    NOT EXISTS (SELECT 1 FROM {GAME} g JOIN {ROUND} r ON r.id = g.round_id AND r.state IN {LOCKED}
        WHERE g.id = NEW.game_id AND (NEW.other_game_id IS NULL OR EXISTS (
            SELECT 1 FROM {GAME} h WHERE h.id = NEW.other_game_id AND h.round_id = g.round_id)))
    OR (NEW.player_id IS NOT NULL AND NEW.counts_from IS NOT NULL AND NOT (
        (NOT NEW.done AND {seated("NEW", "", "other_")}) OR (NEW.done AND {seated("NEW", "other_", "")}))))"""

# A round that is paired again may know what came too late for its first pairing.
KNOWN_AT_LAST = f"""(NEW.counts_from = OLD.counts_from - 1 AND EXISTS (
    SELECT 1 FROM {GAME} g JOIN {ROUND} o ON o.id = g.round_id
    JOIN {ROUND} r ON r.tournament_id = o.tournament_id AND r.number = NEW.counts_from
    WHERE g.id = NEW.game_id AND r.state = 'draft'))"""

CORRECTION_CHANGED = (
    "(NEW.id <> OLD.id OR "
    + " OR ".join(
        f"COALESCE(CAST(NEW.{column} AS {kind}), {none}) <> COALESCE(CAST(OLD.{column} AS {kind}), {none})"
        for column, kind, none in (
            *((name, "text", "''") for name in ("kind", '"case"', "before", "after", "colour")),
            *((name, "text", "''") for name in ("other_colour", "reason", "made_at")),
            *((name, "integer", "0") for name in ("before_rated", "after_rated")),
            *((name, "bigint", "0") for name in ("game_id", "other_game_id", "player_id")),
            *((name, "bigint", "0") for name in ("other_player_id", "made_by_id")),
        )
    )
    + f" OR (OLD.done AND NOT NEW.done AND {known_to_a_pairing('OLD')})"
    + f" OR (COALESCE(NEW.counts_from, 0) <> COALESCE(OLD.counts_from, 0) AND NOT {KNOWN_AT_LAST}))"
)

INCOMPLETE = f"""EXISTS (
    SELECT 1 FROM {GAME} g WHERE g.round_id = NEW.id
    AND (g.board IS NULL OR (SELECT COUNT(s.colour) FROM {SEAT} s WHERE s.game_id = g.id) <> 2))"""


@dataclass(frozen=True, slots=True)
class Guard:
    """Refuse `event` on `table` where `condition` (SQL over NEW and OLD) holds."""

    name: str
    table: str
    event: str
    condition: str
    message: str


PUBLISHED = "a published pairing cannot be changed (C.04.2 D.10)"
FOREIGN = "the seat joins two rounds or tournaments"
STAYS = "a player who has been paired stays in his tournament (C.04.2 D.10)"
APPEND_ONLY = "the audit trail is append-only"
LEFT = "FIDE mode cannot be entered again"
STANDS = "what touched the integrity of the pairings is not rewritten"
FIXED = "the regulations are fixed since round 1 was paired (C.04.2 A.3, 2026 1.3)"
CORRECTED = "a correction says what was so, and stays as it was made (C.04.2 D.8)"
UNFINISHED = "no tournament is finished while a game has no result (C.04.2 D.1)"
STRANGER = "a player is kept apart from those of his own tournament"
OWNED = "an event always keeps an owner"

GUARDS = (
    Guard(
        "guard_seat_insert",
        SEAT,
        "INSERT",
        f"({round_locked('NEW.round_id')} AND NOT {missed('NEW')}) OR {row_locked(SEAT, 'NEW.id')}"
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
        f"{round_locked('OLD.round_id')} AND NOT {missed('OLD')}",
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
    # The result may change; where the game stands may not.
    Guard(
        "guard_game_update",
        GAME,
        "UPDATE",
        "(NEW.id <> OLD.id OR NEW.round_id <> OLD.round_id"
        " OR COALESCE(NEW.board, 0) <> COALESCE(OLD.board, 0))"
        f" AND ({round_locked('OLD.round_id')} OR {round_locked('NEW.round_id')}"
        f" OR {row_locked(GAME, 'NEW.id')})",
        PUBLISHED,
    ),
    # A game takes its seats along, a round its players: neither is moved with them.
    Guard(
        "guard_game_moved",
        GAME,
        "UPDATE",
        "(NEW.id <> OLD.id OR NEW.round_id <> OLD.round_id)"
        f" AND EXISTS (SELECT 1 FROM {SEAT} s WHERE s.game_id = OLD.id)",
        FOREIGN,
    ),
    Guard(
        "guard_round_moved",
        ROUND,
        "UPDATE",
        "(NEW.id <> OLD.id OR NEW.tournament_id <> OLD.tournament_id)"
        f" AND EXISTS (SELECT 1 FROM {SEAT} s WHERE s.round_id = OLD.id)",
        FOREIGN,
    ),
    Guard("guard_game_delete", GAME, "DELETE", round_locked("OLD.round_id"), PUBLISHED),
    Guard(
        "guard_round_insert",
        ROUND,
        "INSERT",
        ROUND_REPLACED,
        PUBLISHED,
    ),
    Guard(
        "guard_round_replace", ROUND, "UPDATE", f"OLD.state NOT IN {LOCKED} AND {ROUND_REPLACED}", PUBLISHED
    ),
    Guard(
        "guard_round_update",
        ROUND,
        "UPDATE",
        f"OLD.state IN {LOCKED} AND ("
        "NEW.id <> OLD.id OR NEW.tournament_id <> OLD.tournament_id OR NEW.number <> OLD.number"
        " OR (NEW.state <> OLD.state AND NOT (OLD.state = 'published' AND NEW.state = 'finished')"
        " AND NOT (OLD.state = 'published' AND NEW.state = 'draft'"
        f" AND NEW.repair_reason <> '' AND {GROUND_ALLOWED} AND {GROUND_TRUE} AND NOT {LATER_LOCKED}))"
        f" OR (NEW.state IN {LOCKED} AND (NEW.published_at <> OLD.published_at"
        " OR COALESCE(NEW.published_by_id, 0) <> COALESCE(OLD.published_by_id, 0)"
        f" OR {changed('repair_ground', 'repair_reason')})))",
        PUBLISHED,
    ),
    # A round that the public has seen does not become one that nobody has.
    Guard(
        "guard_round_seen",
        ROUND,
        "UPDATE",
        "OLD.published_at IS NOT NULL AND NEW.published_at IS NULL",
        PUBLISHED,
    ),
    Guard(
        "guard_round_complete",
        ROUND,
        "UPDATE",
        f"OLD.state NOT IN {LOCKED} AND NEW.state IN {LOCKED} AND {INCOMPLETE}",
        "a round is published with two players and a number on every board",
    ),
    Guard("guard_round_delete", ROUND, "DELETE", "OLD.published_at IS NOT NULL", PUBLISHED),
    # Moving a player with his seats to another tournament would change who played whom.
    Guard(
        "guard_player_update",
        PLAYER,
        "UPDATE",
        "(NEW.id <> OLD.id OR NEW.tournament_id <> OLD.tournament_id)"
        f" AND EXISTS (SELECT 1 FROM {SEAT} s WHERE s.player_id = OLD.id)",
        STAYS,
    ),
    Guard("guard_player_insert", PLAYER, "INSERT", player_replaced("1 = 1"), STAYS),
    Guard(
        "guard_player_replace",
        PLAYER,
        "UPDATE",
        "(NEW.id <> OLD.id OR NEW.tournament_id <> OLD.tournament_id OR NEW.fide_id <> OLD.fide_id"
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
    Guard("guard_tournament_insert", TOURNAMENT, "INSERT", tournament_replaced("1 = 1"), PUBLISHED),
    Guard(
        "guard_tournament_update",
        TOURNAMENT,
        "UPDATE",
        f"(NEW.id <> OLD.id AND {HAS_LOCKED})"
        f" OR ((NEW.id <> OLD.id OR NEW.slug <> OLD.slug) AND {tournament_replaced('t.id <> OLD.id')})",
        PUBLISHED,
    ),
    Guard("guard_tournament_delete", TOURNAMENT, "DELETE", HAS_LOCKED, PUBLISHED),
    # What the pairings are made by does not change under them (C.04.2 A.3).
    Guard(
        "guard_tournament_regulations",
        TOURNAMENT,
        "UPDATE",
        f"{changed(*Tournament.BINDING)} AND {paired('OLD.id')}",
        FIXED,
    ),
    Guard(
        "guard_player_points",
        PLAYER,
        "UPDATE",
        f"{changed('virtual_points')} AND {paired('OLD.tournament_id')}",
        FIXED,
    ),
    # There is no way back into FIDE mode, nor is it left twice.
    Guard(
        "guard_tournament_fide_mode",
        TOURNAMENT,
        "UPDATE",
        "OLD.fide_mode_left_at IS NOT NULL AND (NEW.fide_mode_left_at IS NULL"
        f" OR {changed('fide_mode_left_at', 'fide_mode_left_in')})",
        LEFT,
    ),
    Guard("guard_prohibition_insert", PROHIBITION, "INSERT", prohibition_fixed("NEW"), FIXED),
    Guard(
        "guard_prohibition_update",
        PROHIBITION,
        "UPDATE",
        f"{prohibition_fixed('OLD')} OR {prohibition_fixed('NEW')}",
        FIXED,
    ),
    Guard("guard_prohibition_delete", PROHIBITION, "DELETE", prohibition_fixed("OLD"), FIXED),
    Guard("guard_apart_insert", APART, "INSERT", member_fixed("NEW"), FIXED),
    Guard("guard_apart_update", APART, "UPDATE", f"{member_fixed('OLD')} OR {member_fixed('NEW')}", FIXED),
    Guard("guard_apart_delete", APART, "DELETE", member_fixed("OLD"), FIXED),
    Guard("guard_apart_insert_foreign", APART, "INSERT", FOREIGN_MEMBER, STRANGER),
    Guard("guard_apart_update_foreign", APART, "UPDATE", FOREIGN_MEMBER, STRANGER),
    Guard("guard_owner_insert", MEMBERSHIP, "INSERT", OWNER_REPLACED, OWNED),
    # Also where the row takes the place of another one.
    Guard(
        "guard_owner_update",
        MEMBERSHIP,
        "UPDATE",
        f"({LAST_OWNER} AND (NEW.role <> 'owner' OR NEW.tournament_id <> OLD.tournament_id))"
        f" OR ({changed('id', 'tournament_id', 'user_id')} AND {OWNER_REPLACED})",
        OWNED,
    ),
    Guard("guard_owner_delete", MEMBERSHIP, "DELETE", LAST_OWNER, OWNED),
    Guard(
        "guard_tournament_finish",
        TOURNAMENT,
        "UPDATE",
        "OLD.finished_at IS NULL AND NEW.finished_at IS NOT NULL AND EXISTS ("
        f"SELECT 1 FROM {GAME} g JOIN {ROUND} r ON r.id = g.round_id"
        f" WHERE r.tournament_id = OLD.id AND r.state IN {LOCKED} AND g.result IN {OPEN})",
        UNFINISHED,
    ),
    # Corrections are what lets a seat move, and what earlier pairings are computed from: these stay.
    Guard(
        "guard_correction_insert",
        CORRECTION,
        "INSERT",
        f"EXISTS (SELECT 1 FROM {CORRECTION} c WHERE c.id = NEW.id) OR {CORRECTION_UNTRUE}"
        # No pairing that has been published already knew of it.
        f" OR {known_to_a_pairing('NEW')}",
        CORRECTED,
    ),
    Guard(
        "guard_correction_update",
        CORRECTION,
        "UPDATE",
        f"{CORRECTION_CHANGED} OR (NEW.done AND NOT OLD.done AND {CORRECTION_UNTRUE})",
        CORRECTED,
    ),
    Guard(
        "guard_correction_delete",
        CORRECTION,
        "DELETE",
        # Of a round that is paired again it goes with its game; else what no pairing has known is taken back.
        f"EXISTS (SELECT 1 FROM {GAME} g JOIN {ROUND} r ON r.id = g.round_id"
        f" WHERE g.id = OLD.game_id AND r.state IN {LOCKED}) AND OLD.counts_from IS NOT NULL"
        f" AND ({known_to_a_pairing('OLD')} OR (OLD.player_id IS NOT NULL"
        f" AND (OLD.done OR NOT ({seated('OLD', '', 'other_')}))))",
        CORRECTED,
    ),
    Guard(
        "guard_audit_insert",
        AUDIT,
        "INSERT",
        f"EXISTS (SELECT 1 FROM {AUDIT} a WHERE a.id = NEW.id)",
        APPEND_ONLY,
    ),
    Guard("guard_audit_update", AUDIT, "UPDATE", "1 = 1", APPEND_ONLY),
    Guard("guard_audit_delete", AUDIT, "DELETE", "1 = 1", APPEND_ONLY),
    Guard(
        "guard_integrity_insert",
        INTEGRITY,
        "INSERT",
        f"EXISTS (SELECT 1 FROM {INTEGRITY} i WHERE i.id = NEW.id)",
        STANDS,
    ),
    # It may be lifted, once; leaving FIDE mode never is.
    Guard(
        "guard_integrity_update",
        INTEGRITY,
        "UPDATE",
        f"{changed('id', 'tournament_id', 'kind', 'round_number', 'at')}"
        f" OR {changed('reason', 'before', 'after', 'changes')}"
        " OR COALESCE(NEW.actor_id, 0) <> COALESCE(OLD.actor_id, 0)"
        " OR OLD.lifted_at IS NOT NULL OR NEW.kind = 'fide-mode'",
        STANDS,
    ),
    Guard("guard_integrity_delete", INTEGRITY, "DELETE", "1 = 1", STANDS),
    *(
        Guard(
            f"guard_{name}_truncate",
            table,
            "TRUNCATE",
            f"EXISTS (SELECT 1 FROM {ROUND} r WHERE r.state IN {LOCKED})",
            PUBLISHED,
        )
        for name, table in {
            "seat": SEAT,
            "game": GAME,
            "round": ROUND,
            "player": PLAYER,
            "tournament": TOURNAMENT,
            "prohibition": PROHIBITION,
            "apart": APART,
            "correction": CORRECTION,
        }.items()
    ),
    Guard("guard_audit_truncate", AUDIT, "TRUNCATE", "1 = 1", APPEND_ONLY),
    Guard("guard_integrity_truncate", INTEGRITY, "TRUNCATE", "1 = 1", STANDS),
)

# The rows of a round that is being published stand still meanwhile (PostgreSQL; on SQLite one alone writes).
ROUNDS_OF = {"INSERT": "NEW.round_id", "UPDATE": "OLD.round_id, NEW.round_id", "DELETE": "OLD.round_id"}


def guards_of(connection: BaseDatabaseWrapper) -> list[Guard]:
    """The guards that this database can have; SQLite knows no TRUNCATE."""
    return [guard for guard in GUARDS if connection.vendor != "sqlite" or guard.event != "TRUNCATE"]


def missing(using: str = DEFAULT_DB_ALIAS) -> list[str]:
    """Names of the guards that the database lacks or has from another release; [] when all stand."""
    connection = connections[using]
    query = (
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        if connection.vendor == "sqlite"
        else "SELECT t.tgname, p.prosrc FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid"
        " WHERE NOT t.tgisinternal AND t.tgenabled IN ('O', 'A')"
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        present = dict(cursor.fetchall())
    return [
        guard.name for guard in guards_of(connection) if present.get(guard.name) != _text(guard, connection)
    ]


def drop(using: str = DEFAULT_DB_ALIAS) -> None:
    """Take the guards down: for a migration, and for a test that empties its tables."""
    connection = connections[using]
    tables = set(connection.introspection.table_names())
    with transaction.atomic(using=using), connection.cursor() as cursor:
        for guard in guards_of(connection):
            if guard.table in tables:
                on = "" if connection.vendor == "sqlite" else f" ON {guard.table}"
                cursor.execute(f"DROP TRIGGER IF EXISTS {guard.name}{on}")


def create(using: str = DEFAULT_DB_ALIAS) -> None:
    """Put the guards up, all or none; does nothing while their tables do not exist yet."""
    connection = connections[using]
    if not {guard.table for guard in GUARDS} <= set(connection.introspection.table_names()):
        return
    drop(using)
    with transaction.atomic(using=using), connection.cursor() as cursor:
        for guard in guards_of(connection):
            for statement in _statements(guard, connection):
                cursor.execute(statement)


def before_migrate(using: str, **_: Any) -> None:
    """pre_migrate: a table that is rebuilt must not take its triggers with it unnoticed."""
    drop(using)


def after_migrate(using: str, **_: Any) -> None:
    """post_migrate: the guards follow the tables."""
    create(using)


def _statements(guard: Guard, connection: BaseDatabaseWrapper) -> tuple[str, ...]:
    text = _text(guard, connection)
    if connection.vendor == "sqlite":
        return (text,)
    each = "STATEMENT" if guard.event == "TRUNCATE" else "ROW"
    return (
        f"CREATE OR REPLACE FUNCTION {guard.name}() RETURNS trigger LANGUAGE plpgsql AS $${text}$$",
        f"CREATE TRIGGER {guard.name} BEFORE {guard.event} ON {guard.table} FOR EACH {each}"
        f" EXECUTE FUNCTION {guard.name}()",
    )


def _text(guard: Guard, connection: BaseDatabaseWrapper) -> str:
    """What the database keeps of the guard: SQLite the trigger, PostgreSQL its function's body."""
    if connection.vendor == "sqlite":
        return (
            f"CREATE TRIGGER {guard.name} BEFORE {guard.event} ON {guard.table} FOR EACH ROW"
            f" WHEN {guard.condition} BEGIN SELECT RAISE(ABORT, '{guard.message}'); END"
        )
    # PostgreSQL allows no subquery in a trigger's WHEN, so the condition moves into its function.
    row = {"DELETE": "OLD", "TRUNCATE": "NULL"}.get(guard.event, "NEW")
    return (
        f"BEGIN{_hold(guard)} IF {guard.condition} THEN RAISE EXCEPTION '{guard.message}'"
        f" USING ERRCODE = 'check_violation'; END IF; RETURN {row}; END"
    )


def _hold(guard: Guard) -> str:
    """The lock without which two at once would each see the other's row as it was (PostgreSQL)."""
    if guard.table in {SEAT, GAME} and guard.event in ROUNDS_OF:
        # Who changes a draft while another publishes it would see it as a draft still.
        return f" PERFORM 1 FROM {ROUND} WHERE id IN ({ROUNDS_OF[guard.event]}) FOR SHARE;"
    if guard.table == MEMBERSHIP and guard.event != "INSERT":
        # Of two owners who leave at once, each would see the other stay.
        return f" PERFORM 1 FROM {TOURNAMENT} WHERE id = OLD.tournament_id FOR NO KEY UPDATE;"
    return ""
