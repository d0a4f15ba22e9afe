"""Guards of team matches: their results come with those of boards, and members play for their own team.

The line-ups of a published round, and the data of its members, change only with an act that records it.
"""

from __future__ import annotations

from tournaments import engine
from tournaments.guards.conditions import (
    ENDED,
    OF_TEAMS,
    altered,
    as_text,
    changed,
    finished,
    latest,
    not_emptied,
    personal_removed,
)
from tournaments.guards.guard import Guard
from tournaments.guards.tables import AUDIT, GAME, LINE_UP, LOCKED, MEMBER, PLAYER, ROUND, SEAT, TOURNAMENT
from tournaments.models import AuditEvent, Member

WITHOUT_BOARDS = "a match of teams has its result from those of its boards, and no other game has boards"
NO_BOARDS = "a match of teams has for each of its boards one of the results that a board can have"
FOREIGN_MEMBER = "a line-up names a member of its own team, in their order, and each board of the match once"
UNTOLD_LINE_UP = "who plays in a published round is entered by an act that tells of it"
UNTOLD_MEMBER = (
    "who is in a team that sits in a published round, and their data, are entered by an act that tells of it"
)
ORDER = "the order of a team stays once it sits in a published round"


def _of_event(round_id: str, condition: str) -> str:
    """SQL: the condition holds for the event t of the round with this id."""
    return (
        f"EXISTS (SELECT 1 FROM {ROUND} r JOIN {TOURNAMENT} t ON t.id = r.tournament_id"
        f" WHERE r.id = {round_id} AND {condition})"
    )


# A round of teams that is imported or brought back needs the results of its boards as well.
MISMATCHED = (
    f"(NEW.boards <> '' AND NOT {_of_event('NEW.round_id', OF_TEAMS)})"
    " OR (NEW.boards = '' AND NEW.result <> ''"
    f" AND {_of_event('NEW.round_id', OF_TEAMS)})"
)


def _without_known(boards: str) -> str:
    """SQL: what is left of comma-separated results after removing those that a board can have; "" if nothing.

    Each result first gets commas of its own on both sides, so that removing one never joins its neighbours.
    """
    left = f"',' || REPLACE({boards}, ',', ',,') || ','"
    for result in (*engine.RESULTS_OF_BOARDS, ""):
        left = f"REPLACE({left}, ',{result},', '')"
    return left


MISCOUNTED = (
    f"NEW.boards <> '' AND ({_without_known('NEW.boards')} <> ''"
    " OR NOT "
    + _of_event("NEW.round_id", "LENGTH(NEW.boards) - LENGTH(REPLACE(NEW.boards, ',', '')) + 1 = t.boards")
    + ")"
)

# A round that was imported has the line-ups of its file, in whatever order.
STRANGER = f"""((NEW.member_id IS NOT NULL AND (
    NOT EXISTS (SELECT 1 FROM {SEAT} s JOIN {MEMBER} m ON m.team_id = s.player_id
        WHERE s.id = NEW.seat_id AND m.id = NEW.member_id)
    OR EXISTS (SELECT 1 FROM {LINE_UP} l JOIN {MEMBER} o ON o.id = l.member_id
        JOIN {MEMBER} m ON m.id = NEW.member_id
        WHERE l.seat_id = NEW.seat_id AND l.id <> NEW.id
        AND ((l.board < NEW.board AND o.place > m.place) OR (l.board > NEW.board AND o.place < m.place))
        AND NOT EXISTS (SELECT 1 FROM {SEAT} s JOIN {ROUND} r ON r.id = s.round_id
            WHERE s.id = NEW.seat_id AND r.imported))))
    OR NOT EXISTS (SELECT 1 FROM {SEAT} s JOIN {ROUND} r ON r.id = s.round_id
        JOIN {TOURNAMENT} t ON t.id = r.tournament_id WHERE s.id = NEW.seat_id AND NEW.board <= t.boards))"""


# SQL: the latest line of the trail of round r’s event enters exactly the member in the new row.
_TOLD_MEMBER = (
    f"EXISTS (SELECT 1 FROM {AUDIT} a JOIN {PLAYER} p ON p.id = NEW.team_id AND p.key = a.after ->> 'team'"
    f" WHERE a.tournament_id = r.tournament_id AND a.action = '{AuditEvent.Action.MEMBERS_SET}'"
    f" AND {latest('a')}"
    + "".join(
        f" AND a.after -> 'places' -> CAST(NEW.place AS text) ->> '{name}' = {as_text('NEW', name)}"
        for name in Member.ENTERED
    )
    + ")"
)


def _event_of(row: str) -> str:
    """SQL: the id of the event of this row of the members."""
    return f"(SELECT p.tournament_id FROM {PLAYER} p WHERE p.id = {row}.team_id)"


def _ended(row: str) -> str:
    """SQL: the event of this row of the members is finished."""
    return finished(_event_of(row))


def _day_removed(event: str) -> str:
    """SQL: the latest line of the event's trail removes the team's days of birth; all else stays."""
    return (
        f"(NOT {altered(*(name for name in Member.ENTERED if name != 'birth'))}"
        f" AND NEW.birth = SUBSTR(OLD.birth, 1, 4) AND {personal_removed(event, 'OLD.team_id')})"
    )


def _lined_up(row: str) -> str:
    """SQL: this row of the line-ups belongs to a locked round."""
    return (
        f"EXISTS (SELECT 1 FROM {SEAT} s JOIN {ROUND} r ON r.id = s.round_id AND r.state IN {LOCKED}"
        f" WHERE s.id = {row}.seat_id)"
    )


def _told(row: str, *, to_sit: bool) -> str:
    """SQL: the latest line of the trail enters a line-up with this row in it; if not `to_sit`, without it."""
    named = (
        f"a.after ->> 'places' {'LIKE' if to_sit else 'NOT LIKE'} '%,' || {row}.board || ':' ||"
        f" COALESCE((SELECT m.place FROM {MEMBER} m WHERE m.id = {row}.member_id), 0) || ',%'"
    )
    return (
        f"EXISTS (SELECT 1 FROM {SEAT} s JOIN {ROUND} r ON r.id = s.round_id"
        f" JOIN {PLAYER} p ON p.id = s.player_id"
        f" JOIN {AUDIT} a ON a.tournament_id = r.tournament_id AND a.round_number = r.number"
        f" WHERE s.id = {row}.seat_id AND a.action = '{AuditEvent.Action.LINE_UP_SET}'"
        f" AND a.after ->> 'team' = p.key AND {latest('a')} AND {named})"
    )


def _seated(row: str, and_so: str = "1 = 1") -> str:
    """SQL: the team of this row of the members sits in a locked round r for which the condition holds."""
    return (
        f"EXISTS (SELECT 1 FROM {SEAT} s JOIN {ROUND} r ON r.id = s.round_id AND r.state IN {LOCKED}"
        f" WHERE s.player_id = {row}.team_id AND {and_so})"
    )


# INSERT OR REPLACE would delete the row.
LINE_UP_REPLACED = f"EXISTS (SELECT 1 FROM {LINE_UP} l WHERE l.id = NEW.id AND {_lined_up('l')})"


def _member_replaced(other: str) -> str:
    """SQL: the new row takes the id or place of a member (`other`) whose team sits in a locked round."""
    return (
        f"EXISTS (SELECT 1 FROM {MEMBER} m WHERE {other} AND {_seated('m')}"
        " AND (m.id = NEW.id OR (m.team_id = NEW.team_id AND m.place = NEW.place)))"
    )


_UNTOLD = f"NOT {_TOLD_MEMBER} AND NOT {_day_removed('r.tournament_id')}"

TEAM_GUARDS = (
    Guard("guard_game_boards_insert", GAME, "INSERT", MISMATCHED, WITHOUT_BOARDS),
    Guard("guard_game_boards_update", GAME, "UPDATE", MISMATCHED, WITHOUT_BOARDS),
    Guard("guard_game_boards_insert_known", GAME, "INSERT", MISCOUNTED, NO_BOARDS),
    Guard("guard_game_boards_update_known", GAME, "UPDATE", MISCOUNTED, NO_BOARDS),
    Guard("guard_line_up_insert", LINE_UP, "INSERT", STRANGER, FOREIGN_MEMBER),
    Guard("guard_line_up_update", LINE_UP, "UPDATE", STRANGER, FOREIGN_MEMBER),
    Guard(
        "guard_line_up_insert_told",
        LINE_UP,
        "INSERT",
        f"({_lined_up('NEW')} AND NOT {_told('NEW', to_sit=True)}) OR {LINE_UP_REPLACED}",
        UNTOLD_LINE_UP,
    ),
    Guard(
        "guard_line_up_update_told",
        LINE_UP,
        "UPDATE",
        f"{_lined_up('OLD')} OR {_lined_up('NEW')} OR {LINE_UP_REPLACED}",
        UNTOLD_LINE_UP,
    ),
    Guard(
        "guard_line_up_delete",
        LINE_UP,
        "DELETE",
        f"{_lined_up('OLD')} AND NOT {_told('OLD', to_sit=False)}",
        UNTOLD_LINE_UP,
    ),
    Guard(
        "guard_member_insert",
        MEMBER,
        "INSERT",
        f"{_seated('NEW', f'NOT {_TOLD_MEMBER}')} OR {_member_replaced('1 = 1')}",
        UNTOLD_MEMBER,
    ),
    Guard(
        "guard_member_update",
        MEMBER,
        "UPDATE",
        f"{changed('id', 'team_id', 'place')}"
        f" AND ({_seated('OLD')} OR {_seated('NEW')} OR {_member_replaced('m.id <> OLD.id')})",
        ORDER,
    ),
    Guard(
        "guard_member_identity",
        MEMBER,
        "UPDATE",
        f"{altered(*Member.ENTERED)} AND {_seated('OLD', _UNTOLD)}",
        UNTOLD_MEMBER,
    ),
    Guard("guard_member_delete", MEMBER, "DELETE", _seated("OLD"), ORDER),
    Guard("guard_member_insert_ended", MEMBER, "INSERT", _ended("NEW"), ENDED),
    Guard(
        "guard_member_update_ended",
        MEMBER,
        "UPDATE",
        f"{_ended('OLD')} AND {altered('team_id', 'place', *Member.ENTERED)}"
        f" AND NOT (NOT {changed('team_id', 'place')} AND {_day_removed(_event_of('OLD'))})",
        ENDED,
    ),
    Guard("guard_member_delete_ended", MEMBER, "DELETE", _ended("OLD"), ENDED),
    not_emptied("line_up", LINE_UP),
    not_emptied("member", MEMBER),
)
