"""Guards of ratings by round: the rating of a published round changes only by an act that records it."""

from __future__ import annotations

from tournaments.guards.conditions import ENDED, finished, not_emptied, recorded
from tournaments.guards.guard import Guard
from tournaments.guards.tables import EARLIER, LOCKED, PLAYER, ROUND, SEAT
from tournaments.models import AuditEvent

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


def held(row: str) -> str:
    """SQL: it does (see `rates`), and the latest line of its event's trail is no act that changes ratings."""
    told = recorded(event_of(row), AuditEvent.Action.PLAYER_CHANGED, AuditEvent.Action.RATINGS_UPDATED)
    return f"({rates(row)} AND NOT {told})"


# The new row takes the place of one that is held.
REPLACED = f"EXISTS (SELECT 1 FROM {EARLIER} o WHERE o.id = NEW.id AND {held('o')})"

RATING_GUARDS = (
    Guard("guard_earlier_rating_insert", EARLIER, "INSERT", f"{held('NEW')} OR {REPLACED}", RATED),
    # No act updates such a row: one is deleted and another inserted.
    Guard(
        "guard_earlier_rating_update",
        EARLIER,
        "UPDATE",
        f"{rates('OLD')} OR {rates('NEW')} OR {REPLACED}",
        RATED,
    ),
    Guard("guard_earlier_rating_delete", EARLIER, "DELETE", held("OLD"), RATED),
    *(
        Guard(f"guard_earlier_rating_{event.lower()}_ended", EARLIER, event, finished(event_of(row)), ENDED)
        for event, row in (("INSERT", "NEW"), ("UPDATE", "OLD"), ("DELETE", "OLD"))
    ),
    not_emptied("earlier_rating", EARLIER),
)
