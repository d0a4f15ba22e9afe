"""Guards of corrections, and the exchange of seats that the database makes for one (C.04.2 D.8; 2026: 4.3).

Players of a published round change places only through a correction. It comes with its line of the audit
trail, or not at all; and the database exchanges the two seats itself, as part of the statement that writes
the correction. So no statement leaves a board with one player, not even on SQLite, which has no trigger that
waits for the end of a transaction.
"""

from __future__ import annotations

from tournaments.guards.conditions import OF_MATCHES, fact, latest, not_emptied, recorded
from tournaments.guards.guard import Deed, Guard
from tournaments.guards.tables import (
    AUDIT,
    CORRECTION,
    GAME,
    INTEGRITY,
    LOCKED,
    PLAYED,
    ROUND,
    SEAT,
    TOURNAMENT,
)
from tournaments.models import AuditEvent, Correction, Game

Action = AuditEvent.Action
Kind = Correction.Kind

CORRECTED = "a correction says what was so, and stays as it was made (C.04.2 D.8)"
UNTOLD = "a correction comes and goes with its line in the audit trail (C.04.2 D.8)"
UNPLAYED = "who sat where is corrected once the games were played (C.04.2 D.8)"


def known_to_a_pairing(row: str) -> str:
    """SQL: a public round has been paired with this row of the corrections taken into account."""
    return (
        f"EXISTS (SELECT 1 FROM {GAME} g JOIN {ROUND} o ON o.id = g.round_id"
        f" JOIN {ROUND} r ON r.tournament_id = o.tournament_id AND r.state IN {LOCKED}"
        f" WHERE g.id = {row}.game_id AND r.number >= {row}.counts_from)"
    )


def seated(row: str, place: str, other_place: str) -> str:
    """SQL: the two players of this row of the corrections sit at its places with these prefixes, in order.

    A prefix is "" or "other_".
    """
    return " AND ".join(
        f"EXISTS (SELECT 1 FROM {SEAT} s WHERE s.player_id = {row}.{player}"
        f" AND s.game_id = {row}.{at}game_id AND s.colour = {row}.{at}colour)"
        for player, at in (("player_id", place), ("other_player_id", other_place))
    )


def exchanged(place: str, other_place: str) -> tuple[str, ...]:
    """SQL: the statements that seat the two players of the new row of the corrections at these of its places.

    No place is taken twice: the first player leaves theirs before the other takes it. Players who exchange
    colours at one board keep their points.
    """
    seat = (
        f"WHERE round_id = (SELECT g.round_id FROM {GAME} g WHERE g.id = NEW.game_id)"
        " AND player_id = NEW.{player}"
    )
    one, other = seat.format(player="player_id"), seat.format(player="other_player_id")
    mirrored = " ".join(f"WHEN '{result}' THEN '{result.mirrored}'" for result in Game.Result)
    return (
        f"UPDATE {SEAT} SET kind = 'zero', game_id = NULL, colour = NULL {one}",
        f"UPDATE {SEAT} SET game_id = NEW.{other_place}game_id, colour = NEW.{other_place}colour {other}",
        f"UPDATE {SEAT} SET kind = 'game', game_id = NEW.{place}game_id, colour = NEW.{place}colour {one}",
        f"UPDATE {GAME} SET result = CASE result {mirrored} END"
        f" WHERE id = NEW.game_id AND NEW.kind = '{Kind.COLOURS}'",
    )


# The players do not sit where the correction says, or its games are not in one public round. A correction for
# rating alone moves nobody, so the seats are not compared.
UNTRUE = f"""(
    NOT EXISTS (SELECT 1 FROM {GAME} g JOIN {ROUND} r ON r.id = g.round_id AND r.state IN {LOCKED}
        WHERE g.id = NEW.game_id AND (NEW.other_game_id IS NULL OR EXISTS (
            SELECT 1 FROM {GAME} h WHERE h.id = NEW.other_game_id AND h.round_id = g.round_id)))
    OR (NEW.player_id IS NOT NULL AND NEW.counts_from IS NOT NULL AND NOT (
        (NOT NEW.done AND {seated("NEW", "", "other_")}) OR (NEW.done AND {seated("NEW", "other_", "")}))))"""

# The correction exchanges players of a game that has not been played yet.
NOT_PLAYED_YET = f"""(NEW.player_id IS NOT NULL AND NEW.counts_from IS NOT NULL AND EXISTS (
    SELECT 1 FROM {GAME} g WHERE g.id IN (NEW.game_id, NEW.other_game_id) AND g.result NOT IN {PLAYED}))"""

# The new row names the latest line of its event's trail, which records this very correction with its reason
# (the result of an adjourned game needs none).
TOLD = f"""EXISTS (
    SELECT 1 FROM {AUDIT} a
    JOIN {ROUND} r ON r.tournament_id = a.tournament_id AND r.number = a.round_number
    JOIN {GAME} g ON g.round_id = r.id
    WHERE a.id = NEW.audit_id AND g.id = NEW.game_id AND a.actor_id IS NOT NULL AND {latest("a")}
    AND (a.reason <> '' OR NEW.kind = '{Kind.ADJOURNED}')
    AND a.action = CASE WHEN NEW.counts_from IS NULL THEN '{Action.RATING_CORRECTED}' ELSE CASE NEW.kind
        WHEN '{Kind.RESULT}' THEN '{Action.RESULT_CORRECTED}'
        WHEN '{Kind.COLOURS}' THEN '{Action.COLOURS_CORRECTED}'
        WHEN '{Kind.OPPONENTS}' THEN '{Action.OPPONENTS_CORRECTED}'
        ELSE '{Action.ADJOURNED_RESULT}' END END)"""


def locked_and(row: str, condition: str) -> str:
    """SQL: this row of the corrections belongs to a public round r for which the condition holds."""
    return (
        f"EXISTS (SELECT 1 FROM {GAME} g JOIN {ROUND} r ON r.id = g.round_id AND r.state IN {LOCKED}"
        f" WHERE g.id = {row}.game_id AND {condition})"
    )


def taken_back(row: str) -> str:
    """SQL: the latest line of the log takes back the note of this row of the corrections."""
    return recorded(
        "r.tournament_id",
        Action.RESTORED,
        number="r.number",
        says=f"EXISTS (SELECT 1 FROM {INTEGRITY} i"
        f" WHERE i.audit_id = {row}.audit_id AND {fact('event', 'i.id', 'before')})",
    )


# A correction that came too late for a round's first pairing may count in it once the round is paired again.
KNOWN_AT_LAST = f"""EXISTS (
    SELECT 1 FROM {GAME} g JOIN {ROUND} o ON o.id = g.round_id
    JOIN {TOURNAMENT} t ON t.id = o.tournament_id
    JOIN {ROUND} r ON r.tournament_id = o.tournament_id AND r.number = NEW.counts_from
    WHERE g.id = NEW.game_id AND r.state = 'draft'
    AND OLD.counts_from - NEW.counts_from = CASE WHEN {OF_MATCHES} THEN 2 ELSE 1 END)"""

CHANGED = (
    "(NEW.id <> OLD.id OR "
    + " OR ".join(
        f"COALESCE(CAST(NEW.{column} AS {kind}), {none}) <> COALESCE(CAST(OLD.{column} AS {kind}), {none})"
        for column, kind, none in (
            *((name, "text", "''") for name in ("kind", '"case"', "before", "after")),
            *((name, "text", "''") for name in ("before_boards", "after_boards")),
            *((name, "text", "''") for name in ("colour", "other_colour")),
            *((name, "integer", "0") for name in ("before_rated", "after_rated")),
            *((name, "bigint", "0") for name in ("game_id", "other_game_id", "player_id")),
            *((name, "bigint", "0") for name in ("other_player_id", "audit_id")),
        )
    )
    + f" OR (OLD.done AND NOT NEW.done AND {known_to_a_pairing('OLD')})"
    + f" OR (COALESCE(NEW.counts_from, 0) <> COALESCE(OLD.counts_from, 0) AND NOT {KNOWN_AT_LAST}))"
)

CORRECTION_GUARDS = (
    Guard(
        "guard_correction_insert",
        CORRECTION,
        "INSERT",
        f"EXISTS (SELECT 1 FROM {CORRECTION} c WHERE c.id = NEW.id OR c.audit_id = NEW.audit_id)"
        # A correction that exchanges players is not done yet; one for rating alone has nothing left to do.
        f" OR (NEW.player_id IS NOT NULL AND NEW.done = (NEW.counts_from IS NOT NULL)) OR {UNTRUE}"
        # No published pairing has taken it into account already.
        f" OR {known_to_a_pairing('NEW')}",
        CORRECTED,
    ),
    Guard("guard_correction_insert_told", CORRECTION, "INSERT", f"NOT {TOLD}", UNTOLD),
    Guard("guard_correction_insert_unplayed", CORRECTION, "INSERT", NOT_PLAYED_YET, UNPLAYED),
    Deed(
        "guard_correction_made",
        CORRECTION,
        "INSERT",
        "NOT NEW.done",
        (*exchanged("other_", ""), f"UPDATE {CORRECTION} SET done = true WHERE id = NEW.id"),
    ),
    Guard(
        "guard_correction_update",
        CORRECTION,
        "UPDATE",
        f"{CHANGED} OR (NEW.done AND NOT OLD.done AND {UNTRUE})"
        # Only the last of several exchanges is taken back: the players still sit where it put them.
        " OR (OLD.done AND NOT NEW.done AND OLD.player_id IS NOT NULL AND OLD.counts_from IS NOT NULL"
        f" AND NOT ({seated('OLD', 'other_', '')}))",
        CORRECTED,
    ),
    Guard(
        "guard_correction_update_told",
        CORRECTION,
        "UPDATE",
        f"OLD.done AND NOT NEW.done AND {locked_and('OLD', f'NOT {taken_back("OLD")}')}",
        UNTOLD,
    ),
    Deed(
        "guard_correction_undone",
        CORRECTION,
        "UPDATE",
        "OLD.done AND NOT NEW.done",
        (*exchanged("", "other_"), f"DELETE FROM {CORRECTION} WHERE id = NEW.id"),
    ),
    Guard(
        "guard_correction_delete",
        CORRECTION,
        "DELETE",
        # When its round is paired again it goes with its game; in a public round it is taken back only if no
        # pairing has taken it into account and the players are back at their places.
        locked_and(
            "OLD",
            f"OLD.counts_from IS NOT NULL AND ({known_to_a_pairing('OLD')} OR (OLD.player_id IS NOT NULL"
            f" AND (OLD.done OR NOT ({seated('OLD', '', 'other_')}))))",
        ),
        CORRECTED,
    ),
    Guard(
        "guard_correction_delete_told",
        CORRECTION,
        "DELETE",
        locked_and("OLD", f"NOT {taken_back('OLD')}"),
        UNTOLD,
    ),
    not_emptied("correction", CORRECTION),
)
