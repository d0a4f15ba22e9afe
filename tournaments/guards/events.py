"""Guards of events: their regulations, who is kept apart, and that they keep an owner."""

from __future__ import annotations

from tournaments.guards.conditions import (
    ENDED,
    FIXED,
    PUBLISHED,
    altered,
    changed,
    fact,
    finished,
    not_emptied,
    paired,
    recorded,
)
from tournaments.guards.guard import Guard
from tournaments.guards.tables import (
    APART,
    AUDIT,
    GAME,
    GIVEN,
    LOCKED,
    MEMBERSHIP,
    PLAYER,
    PROHIBITION,
    PUBLICATION,
    ROUND,
    TOURNAMENT,
)
from tournaments.models import AuditEvent, Game, Publication, Tournament

LEFT = "FIDE mode cannot be entered again"
UNFINISHED = "no tournament is finished while a game has no result (C.04.2 D.1)"
STRANGER = "a player is kept apart from those of the same tournament"
DRAWN = "lots are drawn once, when all is played and the event is not finished"
ENDS_TOLD = "an event ends early, or goes on after that, with its line in the log"
DECIDED = "what decides among equals is entered when all is played and the event is not finished"
UNCHAINED_END = "an event is finished, or reopened, together with its link in the chain of publications"
OWNED = "an event always keeps an owner"


def tournament_replaced(other: str) -> str:
    """SQL: the new row takes the id, address or nonce of a tournament for which `other` holds.

    That tournament has a paired round, or has left FIDE mode.
    """
    return (
        f"EXISTS (SELECT 1 FROM {TOURNAMENT} t WHERE {other}"
        " AND (t.id = NEW.id OR t.slug = NEW.slug OR t.nonce = NEW.nonce)"
        f" AND ({paired('t.id')} OR t.fide_mode_left_at IS NOT NULL))"
    )


HAS_LOCKED = f"EXISTS (SELECT 1 FROM {ROUND} r WHERE r.tournament_id = OLD.id AND r.state IN {LOCKED})"
OPEN = f"({', '.join(repr(str(result)) for result in Game.OPEN)})"


def unfinished(tournament_id: str) -> str:
    """SQL: a game in a public round of the tournament with this id is still open."""
    return (
        f"EXISTS (SELECT 1 FROM {GAME} g JOIN {ROUND} r ON r.id = g.round_id"
        f" WHERE r.tournament_id = {tournament_id} AND r.state IN {LOCKED} AND g.result IN {OPEN})"
    )


def not_over(tournament_id: str) -> str:
    """SQL: the tournament with this id has a round to come that is not public, or an open game."""
    return (
        f"(EXISTS (SELECT 1 FROM {ROUND} r JOIN {TOURNAMENT} e ON e.id = r.tournament_id"
        f" WHERE r.tournament_id = {tournament_id} AND r.state NOT IN {LOCKED}"
        f" AND r.number <= COALESCE(e.ended_after, e.number_of_rounds)) OR {unfinished(tournament_id)})"
    )


def given_closed(row: str) -> str:
    """SQL: this row's player may be given no value.

    Not all games are played, the event is finished, or the player is not in it.
    """
    return (
        f"({not_over(f'{row}.tournament_id')} OR {finished(f'{row}.tournament_id')}"
        f" OR NOT EXISTS (SELECT 1 FROM {PLAYER} p"
        f" WHERE p.id = {row}.player_id AND p.tournament_id = {row}.tournament_id))"
    )


# The new row takes the place of a value that may not be removed.
GIVEN_REPLACED = f"EXISTS (SELECT 1 FROM {GIVEN} o WHERE o.id = NEW.id AND {given_closed('o')})"

FOREIGN_MEMBER = f"""NOT EXISTS (
    SELECT 1 FROM {PROHIBITION} x JOIN {PLAYER} p ON p.tournament_id = x.tournament_id
    WHERE x.id = NEW.prohibition_id AND p.id = NEW.player_id)"""


def prohibition_fixed(x: str) -> str:
    """SQL: the prohibition in row `x` may not come, change or go (C.05 5.2).

    Once round 1 has been paired it is fixed; after FIDE mode was left, only if it applies to a public round.
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

# The new row takes the place of an event's only owner, and is not itself an owner of that event.
OWNER_REPLACED = f"""EXISTS (
    SELECT 1 FROM {MEMBERSHIP} m WHERE m.role = 'owner'
    AND (m.id = NEW.id OR (m.tournament_id = NEW.tournament_id AND m.user_id = NEW.user_id))
    AND (NEW.role <> 'owner' OR NEW.tournament_id <> m.tournament_id)
    AND NOT EXISTS (
        SELECT 1 FROM {MEMBERSHIP} o
        WHERE o.tournament_id = m.tournament_id AND o.role = 'owner' AND o.id <> m.id))"""


def last_of_end(kind: Publication.Kind) -> str:
    """SQL: the last link of the event that is about its end is of this kind."""
    of_end = ", ".join(repr(str(one)) for one in Publication.OF_END)
    return (
        f"EXISTS (SELECT 1 FROM {PUBLICATION} k WHERE k.tournament_id = OLD.id AND k.kind = '{kind}'"
        f" AND NOT EXISTS (SELECT 1 FROM {PUBLICATION} l WHERE l.tournament_id = k.tournament_id"
        f" AND l.kind IN ({of_end}) AND l.place > k.place))"
    )


# Without any such link the event comes from a release that ended events without one: its log alone tells it.
ENDED_BEFORE_ENDS = f"""(
    NOT EXISTS (SELECT 1 FROM {PUBLICATION} k WHERE k.tournament_id = OLD.id
        AND k.kind IN ({", ".join(repr(str(one)) for one in Publication.OF_END)}))
    AND EXISTS (SELECT 1 FROM {AUDIT} a WHERE a.tournament_id = OLD.id
        AND a.action = '{AuditEvent.Action.TOURNAMENT_FINISHED}'
        AND NOT EXISTS (SELECT 1 FROM {AUDIT} b WHERE b.tournament_id = OLD.id AND b.id > a.id
            AND b.action = '{AuditEvent.Action.TOURNAMENT_REOPENED}')))"""

# An open game is refused in words of its own (guard_tournament_finish).
UNLINKED_END = (
    "(OLD.finished_at IS NULL AND NEW.finished_at IS NOT NULL"
    f" AND NOT ({unfinished('OLD.id')} OR {last_of_end(Publication.Kind.END)} OR {ENDED_BEFORE_ENDS}))"
    " OR (OLD.finished_at IS NOT NULL AND NEW.finished_at IS NULL"
    f" AND NOT {last_of_end(Publication.Kind.REOPENED)})"
    " OR NEW.finished_at <> OLD.finished_at"
)

# The line says after which round the event ends, or that it goes on with all rounds that were announced.
ENDS_AS_TOLD = (
    recorded("OLD.id", AuditEvent.Action.TOURNAMENT_ENDED, says=fact("rounds", "NEW.ended_after"))
    + " OR (NEW.ended_after IS NULL AND "
    + recorded("OLD.id", AuditEvent.Action.TOURNAMENT_REOPENED, says=fact("rounds", "OLD.number_of_rounds"))
    + ")"
)

EVENT_GUARDS = (
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
    # The regulations do not change once pairings have been made under them (C.04.2 A.3).
    Guard(
        "guard_tournament_regulations",
        TOURNAMENT,
        "UPDATE",
        # Only an event of teams has a number of boards.
        f"({changed(*Tournament.BINDING)} OR (NEW.boards IS NULL) <> (OLD.boards IS NULL))"
        f" AND {paired('OLD.id')}",
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
    Guard(
        "guard_tournament_early_end",
        TOURNAMENT,
        "UPDATE",
        f"COALESCE(NEW.ended_after, 0) <> COALESCE(OLD.ended_after, 0) AND NOT ({ENDS_AS_TOLD})",
        ENDS_TOLD,
    ),
    # A lot that may be drawn again until it pleases is no lot.
    Guard(
        "guard_tournament_lots",
        TOURNAMENT,
        "UPDATE",
        f"{changed('lot_seed')} AND (OLD.lot_seed <> '' OR OLD.finished_at IS NOT NULL"
        f" OR {not_over('OLD.id')})",
        DRAWN,
    ),
    # Nor do the numbers of a round robin change once it is paired by them (C.05 Annex 1).
    Guard(
        "guard_tournament_numbers",
        TOURNAMENT,
        "UPDATE",
        f"{changed('number_seed')} AND {paired('OLD.id')}",
        FIXED,
    ),
    Guard("guard_given_insert", GIVEN, "INSERT", f"{given_closed('NEW')} OR {GIVEN_REPLACED}", DECIDED),
    Guard(
        "guard_given_update",
        GIVEN,
        "UPDATE",
        f"{changed('id', 'tournament_id', 'player_id', 'tie_break')} OR {given_closed('NEW')}",
        DECIDED,
    ),
    Guard("guard_given_delete", GIVEN, "DELETE", given_closed("OLD"), DECIDED),
    not_emptied("given", GIVEN),
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
    # Also if the row takes the place of another one.
    Guard(
        "guard_owner_update",
        MEMBERSHIP,
        "UPDATE",
        f"({LAST_OWNER} AND (NEW.role <> 'owner' OR NEW.tournament_id <> OLD.tournament_id))"
        f" OR ({changed('id', 'tournament_id', 'user_id')} AND {OWNER_REPLACED})",
        OWNED,
    ),
    Guard("guard_owner_delete", MEMBERSHIP, "DELETE", LAST_OWNER, OWNED),
    Guard("guard_owner_truncate", MEMBERSHIP, "TRUNCATE", f"EXISTS (SELECT 1 FROM {MEMBERSHIP})", OWNED),
    Guard(
        "guard_tournament_finish",
        TOURNAMENT,
        "UPDATE",
        f"OLD.finished_at IS NULL AND NEW.finished_at IS NOT NULL AND {unfinished('OLD.id')}",
        UNFINISHED,
    ),
    Guard("guard_tournament_ended", TOURNAMENT, "UPDATE", UNLINKED_END, UNCHAINED_END),
    Guard(
        "guard_tournament_end_stands",
        TOURNAMENT,
        "UPDATE",
        # The others of Tournament.AT_THE_END are fixed already.
        f"OLD.finished_at IS NOT NULL AND {altered('start_date', 'end_date', 'ended_after')}",
        ENDED,
    ),
    not_emptied("tournament", TOURNAMENT),
    not_emptied("prohibition", PROHIBITION),
    not_emptied("apart", APART),
)
