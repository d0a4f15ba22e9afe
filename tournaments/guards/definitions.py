"""The guards: which change of which table each refuses, and with which words."""

from __future__ import annotations

from tournaments.guards.conditions import (
    APART,
    AUDIT,
    CORRECTION,
    EXCHANGED,
    FILLED_IN,
    FOREIGN_MEMBER,
    FOREIGN_SEAT,
    GAME,
    GROUND_ALLOWED,
    GROUND_TRUE,
    HAS_LOCKED,
    HISTORY,
    IDENTITY_TOLD,
    INCOMPLETE,
    INTEGRITY,
    LAST_OWNER,
    LATER_LOCKED,
    LOCKED,
    MEMBERSHIP,
    OPEN,
    OWNER_REPLACED,
    PLAYER,
    PROHIBITION,
    PUBLIC_PLAYER,
    PUBLICATION,
    PUBLISHED_IN_CHAIN,
    ROUND,
    ROUND_REPLACED,
    SEAT,
    TOURNAMENT,
    UNLINKED,
    WITHDRAWN_IN_CHAIN,
    changed,
    credited,
    member_fixed,
    paired,
    player_replaced,
    prohibition_fixed,
    recorded,
    round_locked,
    row_locked,
    tournament_replaced,
    twin,
)
from tournaments.guards.corrections import CORRECTION_GUARDS
from tournaments.guards.guard import Deed, Guard
from tournaments.models import AuditEvent, Player, Tournament

PUBLISHED = "a published pairing cannot be changed (C.04.2 D.10)"
FOREIGN = "the seat joins two rounds or tournaments"
STAYS = "a player who has been paired stays in his tournament (C.04.2 D.10)"
ENTERED = "whether a player was there in a published round is history (C.04.2 C.2, D.10)"
APPEND_ONLY = "the audit trail is append-only"
LEFT = "FIDE mode cannot be entered again"
STANDS = "what touched the integrity of the pairings is not rewritten"
FIXED = "the regulations are fixed since round 1 was paired (C.04.2 A.3, 2026 1.3)"
UNFINISHED = "no tournament is finished while a game has no result (C.04.2 D.1)"
STRANGER = "a player is kept apart from those of his own tournament"
UNCHAINED = "a round is published, or withdrawn, together with its link in the chain of publications"
CHAINED = "the chain of publications is append-only"
NAMED = "who sits in a published round is corrected by an act that tells of it (C.04.2 D.10)"
TWIN = "two players of an event have not the same name and day of birth"
OWNED = "an event always keeps an owner"

# The acts with which corrections go.
LIFTING = (AuditEvent.Action.RESTORED, AuditEvent.Action.ROUND_WITHDRAWN)

GUARDS: tuple[Guard | Deed, ...] = (
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
        f"{ROUND_REPLACED} OR (NEW.state IN {LOCKED} AND NOT {PUBLISHED_IN_CHAIN})",
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
        f" AND NEW.repair_reason <> '' AND {GROUND_ALLOWED} AND {GROUND_TRUE} AND NOT {LATER_LOCKED}"
        f" AND {WITHDRAWN_IN_CHAIN}))"
        f" OR (NEW.state IN {LOCKED} AND (NEW.published_at <> OLD.published_at"
        " OR COALESCE(NEW.published_by_id, 0) <> COALESCE(OLD.published_by_id, 0)"
        f" OR {changed('repair_ground', 'repair_reason', 'imported')})))",
        PUBLISHED,
    ),
    # It is public, or withdrawn, only when the chain of publications says so.
    Guard(
        "guard_round_linked",
        ROUND,
        "UPDATE",
        f"OLD.state NOT IN {LOCKED} AND NEW.state IN {LOCKED} AND NOT {PUBLISHED_IN_CHAIN}",
        UNCHAINED,
    ),
    # Why it was withdrawn stays, also while it is a draft again.
    Guard(
        "guard_round_ground",
        ROUND,
        "UPDATE",
        f"OLD.published_at IS NOT NULL AND OLD.state NOT IN {LOCKED}"
        f" AND {changed('repair_ground', 'repair_reason')}",
        STANDS,
    ),
    # A round that the public has seen does not become one that nobody has.
    Guard(
        "guard_round_seen",
        ROUND,
        "UPDATE",
        "OLD.published_at IS NOT NULL AND (NEW.published_at IS NULL OR NEW.number <> OLD.number)",
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
    # Who sits at a published board stays who it is; what was written wrongly is corrected for all to see.
    Guard(
        "guard_player_identity",
        PLAYER,
        "UPDATE",
        f"({changed(*Player.IDENTITY)}"
        " OR COALESCE(NEW.identity_audit_id, 0) <> COALESCE(OLD.identity_audit_id, 0))"
        f" AND {PUBLIC_PLAYER} AND NOT {IDENTITY_TOLD}",
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
    *CORRECTION_GUARDS,
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
        f"NEW.lifted_at IS NOT NULL OR EXISTS (SELECT 1 FROM {INTEGRITY} i WHERE i.id = NEW.id"
        " OR (i.tournament_id = NEW.tournament_id AND i.round_number = NEW.round_number"
        " AND i.kind = NEW.kind AND i.kind IN ('manual', 'import', 'fide-mode') AND i.lifted_at IS NULL))",
        STANDS,
    ),
    # It may be lifted, once; a correction by the act that takes it back or withdraws its round, and what
    # cannot be taken back never.
    Guard(
        "guard_integrity_update",
        INTEGRITY,
        "UPDATE",
        f"{changed('id', 'tournament_id', 'kind', 'round_number', 'at')}"
        f" OR {changed('reason', 'before', 'changes')} OR ({changed('after')} AND NOT {FILLED_IN})"
        " OR COALESCE(NEW.actor_id, 0) <> COALESCE(OLD.actor_id, 0)"
        " OR OLD.lifted_at IS NOT NULL"
        " OR (NEW.lifted_at IS NOT NULL AND (NEW.kind IN ('fide-mode', 're-pairing', 'identity', 'import')"
        " OR (NEW.kind IN ('correction', 'rating-correction', 'adjournment')"
        f" AND NOT {recorded('NEW.tournament_id', *LIFTING)})))",
        STANDS,
    ),
    Guard("guard_integrity_delete", INTEGRITY, "DELETE", "1 = 1", STANDS),
    Guard("guard_publication_insert", PUBLICATION, "INSERT", UNLINKED, CHAINED),
    Guard("guard_publication_update", PUBLICATION, "UPDATE", "1 = 1", CHAINED),
    Guard("guard_publication_delete", PUBLICATION, "DELETE", "1 = 1", CHAINED),
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
    Guard("guard_publication_truncate", PUBLICATION, "TRUNCATE", "1 = 1", CHAINED),
)
