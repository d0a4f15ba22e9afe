"""Guards of ratings: that of a published round, and that of a player, change only by an act that says how."""

from __future__ import annotations

from tournaments.guards.conditions import ENDED, altered, finished, not_emptied, paired, recorded
from tournaments.guards.guard import Guard
from tournaments.guards.tables import EARLIER, LOCKED, PLAYER, ROUND, SEAT
from tournaments.models import AuditEvent

COUNTS = "once round 1 is paired a rating changes by an act that tells of it (C.04.2 B.3)"
RATED = "the rating of a published round changes by an act that tells of it (C.07 10)"


def rates(row: str) -> str:
    """SQL: this earlier rating holds for a published round in which its player has a seat."""
    return (
        f"EXISTS (SELECT 1 FROM {SEAT} s JOIN {ROUND} r ON r.id = s.round_id"
        f" WHERE s.player_id = {row}.player_id AND r.number <= {row}.until AND r.state IN {LOCKED})"
    )


def event_of(row: str) -> str:
    """SQL: the id of the event of this row's player."""
    return f"(SELECT p.tournament_id FROM {PLAYER} p WHERE p.id = {row}.player_id)"


def says(key: str, until: str, value: str, side: str) -> str:
    """SQL: the line `a` gives the player with this key this rating, until this round or, for 0, for now."""
    return f"a.{side} ->> 'rated' LIKE '%,' || {key} || ':' || {until} || ':' || COALESCE({value}, 0) || ',%'"


def told(tournament_id: str, *rating: str) -> str:
    """SQL: the latest line of the event's trail is an act that changes ratings, and it says this."""
    return recorded(
        tournament_id,
        AuditEvent.Action.PLAYER_CHANGED,
        AuditEvent.Action.RATINGS_UPDATED,
        says=says(*rating),
    )


def held(row: str, side: str) -> str:
    """SQL: it does (see `rates`), and the act in progress has no such rating `before` it, or `after` it."""
    key = f"(SELECT p.key FROM {PLAYER} p WHERE p.id = {row}.player_id)"
    as_told = told(event_of(row), key, f"{row}.until", f"{row}.value", side)
    return f"({rates(row)} AND NOT {as_told})"


# The new row takes the place of one that is held.
REPLACED = f"EXISTS (SELECT 1 FROM {EARLIER} o WHERE o.id = NEW.id AND {held('o', 'before')})"

RATING_GUARDS = (
    Guard(
        "guard_player_rating",
        PLAYER,
        "UPDATE",
        f"{altered('rating')} AND {paired('OLD.tournament_id')}"
        f" AND NOT {told('OLD.tournament_id', 'OLD.key', '0', 'NEW.rating', 'after')}",
        COUNTS,
    ),
    Guard("guard_earlier_rating_insert", EARLIER, "INSERT", f"{held('NEW', 'after')} OR {REPLACED}", RATED),
    # No act updates such a row: one is deleted and another inserted.
    Guard(
        "guard_earlier_rating_update",
        EARLIER,
        "UPDATE",
        f"{rates('OLD')} OR {rates('NEW')} OR {REPLACED}",
        RATED,
    ),
    Guard("guard_earlier_rating_delete", EARLIER, "DELETE", held("OLD", "before"), RATED),
    *(
        Guard(f"guard_earlier_rating_{event.lower()}_ended", EARLIER, event, finished(event_of(row)), ENDED)
        for event, row in (("INSERT", "NEW"), ("UPDATE", "OLD"), ("DELETE", "OLD"))
    ),
    not_emptied("earlier_rating", EARLIER),
)
