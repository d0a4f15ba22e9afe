"""Guards of prizes: once round 1 is paired they change only with a reason in the log, after the end never."""

from __future__ import annotations

from tournaments.guards.conditions import changed, fact, finished, latest, not_emptied, paired
from tournaments.guards.guard import Guard
from tournaments.guards.tables import AUDIT, CATEGORY, PLAYER, PRIZE_FUND, PRIZE_LIST
from tournaments.models import AuditEvent

ANNOUNCED = "prizes change after round 1 with a reason alone, and after the end not at all"
WITHOUT = "who can win no prizes is told in the log, and after the end stays as it is"
ACTS = ", ".join(repr(str(action)) for action in AuditEvent.OF_PRIZES)


def told(player: str, without: str) -> str:
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


def event_of(row: str) -> str:
    """SQL: the id of the tournament to whose fund this row of prizes belongs."""
    return f"(SELECT f.tournament_id FROM {PRIZE_FUND} f WHERE f.id = {row}.fund_id)"


# The new row takes the place of one that is fixed.
FUND_REPLACED = f"EXISTS (SELECT 1 FROM {PRIZE_FUND} o WHERE o.id = NEW.id AND {fixed('o.tournament_id')})"
LIST_REPLACED = f"EXISTS (SELECT 1 FROM {PRIZE_LIST} o WHERE o.id = NEW.id AND {fixed(event_of('o'))})"

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
        f"{fixed(event_of('NEW'))} OR {LIST_REPLACED}",
        ANNOUNCED,
    ),
    Guard(
        "guard_prize_list_update",
        PRIZE_LIST,
        "UPDATE",
        f"{fixed(event_of('OLD'))} OR {fixed(event_of('NEW'))} OR {LIST_REPLACED}",
        ANNOUNCED,
    ),
    Guard("guard_prize_list_delete", PRIZE_LIST, "DELETE", fixed(event_of("OLD")), ANNOUNCED),
    Guard(
        "guard_player_prizes",
        PLAYER,
        "UPDATE",
        f"{changed('without_prizes')}"
        f" AND ({finished('OLD.tournament_id')} OR NOT {told('OLD', 'NEW.without_prizes')})",
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
