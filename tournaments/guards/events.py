"""Guards of events: their regulations, what holds them open, and prizes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.apps import apps
from django.db.models import ForeignKey, Model

from tournaments.guards.guard import (
    APART,
    AUDIT,
    CATEGORY,
    ENDED,
    FIXED,
    GAME,
    GIVEN,
    LOCKED,
    MEMBERSHIP,
    PLAYER,
    PRIZE_FUND,
    PRIZE_LIST,
    PROHIBITION,
    PUBLICATION,
    PUBLISHED,
    ROUND,
    SEAT,
    TOURNAMENT,
    Deed,
    Guard,
    Hold,
    altered,
    changed,
    fact,
    finished,
    latest,
    not_emptied,
    paired,
    recorded,
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


ROWS = ("INSERT", "UPDATE", "DELETE")

# Two owners who leave at once would each see the other one stay; and a line of the log must follow all others
# of its event. So two transactions that write such rows follow one another, even outside any act.
STRONG = dict.fromkeys((MEMBERSHIP, AUDIT), "NO KEY UPDATE")


def event_of(model: type[Model], row: str) -> str:
    """SQL: the event of this row of the model, found through the rows above it; "" if it is of no event."""
    keys = [key for key in model._meta.concrete_fields if isinstance(key, ForeignKey) and not key.null]
    for key in keys:
        if key.related_model is Tournament:
            return f"{row}.{key.column}"
    above = f"of_{row}".lower()
    for key in keys:
        if event := event_of(key.related_model, above):
            table = key.related_model._meta.db_table
            return f"(SELECT {event} FROM {table} {above} WHERE {above}.id = {row}.{key.column})"
    return ""


def awaited(model: type[Model]) -> Iterator[str]:
    """The rows for which a row of this model waits, by what it was and what it will be, with their locks."""
    table = model._meta.db_table
    if all(events := [event_of(model, row) for row in ("OLD", "NEW")]):
        how = STRONG.get(table, "KEY SHARE")
        yield f"{TOURNAMENT} t WHERE t.id IN ({', '.join(events)}) FOR {how}"
    if table in {SEAT, GAME}:
        # Also of somebody who publishes without holding the event.
        yield f"{ROUND} r WHERE r.id IN (OLD.round_id, NEW.round_id) FOR SHARE"


def holds_for(guards: Iterable[Guard | Deed]) -> tuple[Hold, ...]:
    """One for each table whose rows these guards judge."""
    guarded = {guard.table for guard in guards if isinstance(guard, Guard) and guard.event in ROWS}
    return tuple(
        # Triggers fire in the order of their names: these come before all guards.
        Hold(f"await_{model._meta.model_name}", model._meta.db_table, tuple(awaited(model)))
        for model in apps.get_app_config("tournaments").get_models(include_auto_created=True)
        if model._meta.db_table in guarded
    )


ANNOUNCED = "prizes change after round 1 with a reason alone, and after the end not at all"
WITHOUT = "who can win no prizes is told in the log, and after the end stays as it is"
ACTS = ", ".join(repr(str(action)) for action in AuditEvent.OF_PRIZES)


def logged(player: str, without: str) -> str:
    """SQL: the latest line of the log takes this player out of the prizes, or, unless `without`, back in."""
    return (
        f"EXISTS (SELECT 1 FROM {AUDIT} a WHERE a.tournament_id = {player}.tournament_id AND a.action ="
        f" CASE WHEN {without} THEN '{AuditEvent.Action.TAKEN_OUT_OF_PRIZES}'"
        f" ELSE '{AuditEvent.Action.GIVEN_PRIZES_AGAIN}' END"
        f" AND {fact('player', f'{player}.id')} AND {latest('a')})"
    )


def fixed(tournament_id: str) -> str:
    """SQL: the prizes of the tournament with this id may not change now.

    The tournament is finished; or round 1 has been paired, and the latest line of the log gives no reason.
    """
    with_reason = (
        f"EXISTS (SELECT 1 FROM {AUDIT} a WHERE a.tournament_id = {tournament_id} AND a.action IN ({ACTS})"
        f" AND a.reason <> '' AND {latest('a')})"
    )
    return f"({finished(tournament_id)} OR ({paired(tournament_id)} AND NOT {with_reason}))"


def prize_event(row: str) -> str:
    """SQL: the id of the tournament to whose fund this row of prizes belongs."""
    return f"(SELECT f.tournament_id FROM {PRIZE_FUND} f WHERE f.id = {row}.fund_id)"


# The new row takes the place of one that is fixed.
FUND_REPLACED = f"EXISTS (SELECT 1 FROM {PRIZE_FUND} o WHERE o.id = NEW.id AND {fixed('o.tournament_id')})"
LIST_REPLACED = f"EXISTS (SELECT 1 FROM {PRIZE_LIST} o WHERE o.id = NEW.id AND {fixed(prize_event('o'))})"

PRIZE_GUARDS = (
    Guard(
        "guard_prize_fund_insert",
        PRIZE_FUND,
        "INSERT",
        f"{fixed('NEW.tournament_id')} OR {FUND_REPLACED}",
        ANNOUNCED,
    ),
    Guard(
        "guard_prize_fund_update",
        PRIZE_FUND,
        "UPDATE",
        f"{fixed('OLD.tournament_id')} OR {fixed('NEW.tournament_id')} OR {FUND_REPLACED}",
        ANNOUNCED,
    ),
    Guard("guard_prize_fund_delete", PRIZE_FUND, "DELETE", fixed("OLD.tournament_id"), ANNOUNCED),
    Guard(
        "guard_prize_list_insert",
        PRIZE_LIST,
        "INSERT",
        f"{fixed(prize_event('NEW'))} OR {LIST_REPLACED}",
        ANNOUNCED,
    ),
    Guard(
        "guard_prize_list_update",
        PRIZE_LIST,
        "UPDATE",
        f"{fixed(prize_event('OLD'))} OR {fixed(prize_event('NEW'))} OR {LIST_REPLACED}",
        ANNOUNCED,
    ),
    Guard("guard_prize_list_delete", PRIZE_LIST, "DELETE", fixed(prize_event("OLD")), ANNOUNCED),
    Guard(
        "guard_player_prizes",
        PLAYER,
        "UPDATE",
        f"{changed('without_prizes')}"
        f" AND ({finished('OLD.tournament_id')} OR NOT {logged('OLD', 'NEW.without_prizes')})",
        WITHOUT,
    ),
    # Whom prizes are for changes as little as the prizes.
    Guard(
        "guard_category_update",
        CATEGORY,
        "UPDATE",
        f"{fixed('OLD.tournament_id')}"
        f" AND EXISTS (SELECT 1 FROM {PRIZE_LIST} l WHERE l.category_id = OLD.id)",
        ANNOUNCED,
    ),
    not_emptied("prize_fund", PRIZE_FUND),
    not_emptied("prize_list", PRIZE_LIST),
)
