"""Guards of matches of teams: their results come with those of boards, members play for their own team."""

from __future__ import annotations

from tournaments.guards.conditions import OF_TEAMS, not_emptied
from tournaments.guards.guard import Guard
from tournaments.guards.tables import GAME, LINE_UP, LOCKED, MEMBER, ROUND, SEAT, TOURNAMENT

WITHOUT_BOARDS = "a match of teams has its result from those of its boards, and no other game has boards"
FOREIGN_MEMBER = "a line-up names a member of its own team, in their order, and each board of the match once"
ORDER = "the order of a team stays once it sits in a published round"


def _of_event(round_id: str, condition: str) -> str:
    """SQL: of the event t of the round with this id the condition holds."""
    return (
        f"EXISTS (SELECT 1 FROM {ROUND} r JOIN {TOURNAMENT} t ON t.id = r.tournament_id"
        f" WHERE r.id = {round_id} AND {condition})"
    )


# A round of teams that is imported or brought back has its results with those of the boards as well.
MISMATCHED = (
    f"(NEW.boards <> '' AND NOT {_of_event('NEW.round_id', OF_TEAMS)})"
    " OR (NEW.boards = '' AND NEW.result <> ''"
    f" AND {_of_event('NEW.round_id', OF_TEAMS)})"
)

STRANGER = f"""(NEW.member_id IS NOT NULL AND (
    NOT EXISTS (SELECT 1 FROM {SEAT} s JOIN {MEMBER} m ON m.team_id = s.player_id
        WHERE s.id = NEW.seat_id AND m.id = NEW.member_id)
    OR EXISTS (SELECT 1 FROM {LINE_UP} l JOIN {MEMBER} o ON o.id = l.member_id
        JOIN {MEMBER} m ON m.id = NEW.member_id
        WHERE l.seat_id = NEW.seat_id AND l.id <> NEW.id
        AND ((l.board < NEW.board AND o.place > m.place) OR (l.board > NEW.board AND o.place < m.place)))))"""

SEATED = (
    f"EXISTS (SELECT 1 FROM {SEAT} s JOIN {ROUND} r ON r.id = s.round_id AND r.state IN {LOCKED}"
    " WHERE s.player_id = OLD.team_id)"
)

TEAM_GUARDS = (
    Guard("guard_game_boards_insert", GAME, "INSERT", MISMATCHED, WITHOUT_BOARDS),
    Guard("guard_game_boards_update", GAME, "UPDATE", MISMATCHED, WITHOUT_BOARDS),
    Guard("guard_line_up_insert", LINE_UP, "INSERT", STRANGER, FOREIGN_MEMBER),
    Guard("guard_line_up_update", LINE_UP, "UPDATE", STRANGER, FOREIGN_MEMBER),
    Guard(
        "guard_member_update",
        MEMBER,
        "UPDATE",
        f"(NEW.id <> OLD.id OR NEW.team_id <> OLD.team_id OR NEW.place <> OLD.place) AND {SEATED}",
        ORDER,
    ),
    Guard("guard_member_delete", MEMBER, "DELETE", SEATED, ORDER),
    not_emptied("line_up", LINE_UP),
    not_emptied("member", MEMBER),
)
