"""Guards of players: who they are, their ratings, absences and teams."""

from __future__ import annotations

from tournaments import rulebook
from tournaments.guards.guard import (
    ABSENCE,
    AUDIT,
    EARLIER,
    ENDED,
    FIXED,
    GAME,
    LINE_UP,
    LOCKED,
    MEMBER,
    OF_TEAMS,
    PLAYER,
    PUBLICATION,
    ROUND,
    SEAT,
    TOURNAMENT,
    Guard,
    altered,
    as_text,
    changed,
    fact,
    finished,
    latest,
    not_emptied,
    paired,
    personal_removed,
    recorded,
    round_locked,
)
from tournaments.models import AuditEvent, Member, Player

STAYS = "a player who has been paired stays in the tournament (C.04.2 D.10)"
ENTERED = "whether a player was there in a published round is history (C.04.2 C.2, D.10)"
NAMED = "who sits in a published round is corrected by an act that tells of it (C.04.2 D.10)"
TWIN = "two players of an event have not the same name and day of birth"


def player_replaced(other: str) -> str:
    """SQL: the new row takes the id, number, key or FIDE ID of a player with seats for whom `other` holds."""
    return (
        f"EXISTS (SELECT 1 FROM {PLAYER} p JOIN {SEAT} s ON s.player_id = p.id"
        f" WHERE {other} AND (p.id = NEW.id OR (p.tournament_id = NEW.tournament_id"
        " AND (p.number = NEW.number OR p.key = NEW.key"
        " OR (p.fide_id = NEW.fide_id AND NEW.fide_id <> '')))))"
    )


# The public has seen the player in a round, even if the round has been withdrawn since.
PUBLIC_PLAYER = (
    f"(EXISTS (SELECT 1 FROM {SEAT} s JOIN {ROUND} r ON r.id = s.round_id"
    " WHERE s.player_id = OLD.id AND r.published_at IS NOT NULL)"
    # Also if the draft that took the place of a withdrawn pairing was thrown away.
    f" OR EXISTS (SELECT 1 FROM {PUBLICATION} k WHERE k.tournament_id = OLD.tournament_id"
    " AND k.text LIKE '%' || OLD.key || '%'))"
)

# The row names an act of its tournament, later than the one that it named before, which records this player's
# identity before and after. Nothing else changes the identity of a player who sits in a published round.
IDENTITY_TOLD = (
    f"EXISTS (SELECT 1 FROM {AUDIT} a WHERE a.id = NEW.identity_audit_id"
    " AND a.id > COALESCE(OLD.identity_audit_id, 0) AND a.tournament_id = OLD.tournament_id"
    f" AND a.action = '{AuditEvent.Action.PLAYER_IDENTITY_CORRECTED}'"
    " AND CAST(a.after ->> 'player' AS text) = CAST(OLD.id AS text)"
    + "".join(
        f" AND a.before ->> '{name}' = OLD.{name} AND a.after ->> '{name}' = NEW.{name}"
        for name in Player.IDENTITY
    )
    + ")"
)

# The latest act removes this player's day of birth; the year and everything else stay.
DAY_REMOVED = (
    f"(NOT {changed('name', 'fide_id')} AND NEW.birth = SUBSTR(OLD.birth, 1, 4)"
    " AND COALESCE(NEW.identity_audit_id, 0) = COALESCE(OLD.identity_audit_id, 0)"
    f" AND {personal_removed('OLD.tournament_id', 'OLD.id')})"
)


def twin(other: str) -> str:
    """SQL: a player other than the row itself has the name and the day of birth of the new row."""
    return (
        f"(LENGTH(NEW.birth) > 4 AND EXISTS (SELECT 1 FROM {PLAYER} p WHERE {other}"
        " AND p.tournament_id = NEW.tournament_id AND p.birth = NEW.birth"
        " AND LOWER(p.name) = LOWER(NEW.name)))"
    )


# C.04.2 C.1, C.2: a player who was missing at the check-in arrives later, and got only zero-point byes in the
# public rounds from the one in which they were to start.
SEEN_AT_LAST = f"""(OLD.presence = '' AND NEW.presence <> ''
    AND {recorded("OLD.tournament_id", AuditEvent.Action.PRESENCE_NOTED)}
    AND EXISTS (SELECT 1 FROM {TOURNAMENT} t WHERE t.id = OLD.tournament_id AND t.check_in_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM {ROUND} r WHERE r.tournament_id = OLD.tournament_id
        AND r.state IN {LOCKED} AND r.number >= NEW.first_round)
    AND NOT EXISTS (SELECT 1 FROM {SEAT} s JOIN {ROUND} r ON r.id = s.round_id AND r.state IN {LOCKED}
        WHERE s.player_id = OLD.id AND s.kind <> 'zero' AND r.number >= OLD.first_round))"""

# Whether a player was there in a published round is history: if their first round changed, their byes would
# become those of a late entry, which may still change.
HISTORY = f"""(NEW.first_round <> OLD.first_round AND NOT {SEEN_AT_LAST} AND EXISTS (
    SELECT 1 FROM {ROUND} r WHERE r.tournament_id = OLD.tournament_id AND r.state IN {LOCKED}
    AND (r.number >= OLD.first_round OR r.number >= NEW.first_round)))"""

# The player is in a round robin or a knock-out, which is paired by the players' numbers.
IN_A_TABLE = (
    f"EXISTS (SELECT 1 FROM {TOURNAMENT} t WHERE t.id = OLD.tournament_id AND t.edition IN ("
    + ", ".join(repr(edition.code) for edition in rulebook.all_editions() if edition.rounds_for)
    + "))"
)

PLAYER_GUARDS = (
    # Moving a player with their seats to another tournament would change who played whom.
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
    # A player at a published board stays the same person; errors in their identity are corrected in public.
    Guard(
        "guard_player_identity",
        PLAYER,
        "UPDATE",
        f"({changed(*Player.IDENTITY)}"
        " OR COALESCE(NEW.identity_audit_id, 0) <> COALESCE(OLD.identity_audit_id, 0))"
        f" AND {PUBLIC_PLAYER} AND NOT {IDENTITY_TOLD} AND NOT {DAY_REMOVED}",
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
    Guard(
        "guard_player_number",
        PLAYER,
        "UPDATE",
        "COALESCE(NEW.number, 0) <> COALESCE(OLD.number, 0)"
        f" AND {IN_A_TABLE} AND {paired('OLD.tournament_id')}",
        FIXED,
    ),
    Guard(
        "guard_player_points",
        PLAYER,
        "UPDATE",
        f"{changed('virtual_points')} AND {paired('OLD.tournament_id')}",
        FIXED,
    ),
    # A finished event has stated these data (`selectors.ends`). Names and FIDE IDs are still corrected, each
    # correction with a link of its own.
    Guard("guard_player_insert_ended", PLAYER, "INSERT", finished("NEW.tournament_id"), ENDED),
    Guard(
        "guard_player_update_ended",
        PLAYER,
        "UPDATE",
        f"{finished('OLD.tournament_id')}"
        f" AND ({altered('number', *Player.AT_THE_END)} OR ({changed('birth')} AND NOT {DAY_REMOVED}))",
        ENDED,
    ),
    Guard("guard_player_delete_ended", PLAYER, "DELETE", finished("OLD.tournament_id"), ENDED),
    # Without its salt, nobody can tell whether a day of birth is the one that an end was about.
    Guard(
        "guard_player_salt",
        PLAYER,
        "UPDATE",
        f"{changed('salt')} AND (OLD.salt <> '' OR {finished('OLD.tournament_id')})"
        f" AND NOT (NEW.salt = '' AND {personal_removed('OLD.tournament_id', 'OLD.id')})",
        ENDED,
    ),
    not_emptied("player", PLAYER),
)


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


def line_gives(key: str, until: str, value: str, side: str) -> str:
    """SQL: the line `a` gives the player with this key this rating, until this round or, for 0, for now."""
    return f"a.{side} ->> 'rated' LIKE '%,' || {key} || ':' || {until} || ':' || COALESCE({value}, 0) || ',%'"


def logged(tournament_id: str, *rating: str) -> str:
    """SQL: the latest line of the event's trail is an act that changes ratings, and it says this."""
    return recorded(
        tournament_id,
        AuditEvent.Action.PLAYER_CHANGED,
        AuditEvent.Action.PLAYERS_CHANGED,
        AuditEvent.Action.RATINGS_UPDATED,
        says=line_gives(*rating),
    )


def held(row: str, side: str) -> str:
    """SQL: it does (see `rates`), and the act in progress has no such rating `before` it, or `after` it."""
    key = f"(SELECT p.key FROM {PLAYER} p WHERE p.id = {row}.player_id)"
    as_told = logged(event_of(row), key, f"{row}.until", f"{row}.value", side)
    return f"({rates(row)} AND NOT {as_told})"


# The new row takes the place of one that is held.
REPLACED = f"EXISTS (SELECT 1 FROM {EARLIER} o WHERE o.id = NEW.id AND {held('o', 'before')})"

RATING_GUARDS = (
    Guard(
        "guard_player_rating",
        PLAYER,
        "UPDATE",
        f"{altered('rating')} AND {paired('OLD.tournament_id')}"
        f" AND NOT {logged('OLD.tournament_id', 'OLD.key', '0', 'NEW.rating', 'after')}",
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


DECIDED = "what becomes of a player who did not come is decided by an act that tells of it (C.04.2 D.2)"

_AS_TOLD = recorded(
    "n.tournament_id",
    AuditEvent.Action.ABSENCE_ANSWERED,
    number="n.number",
    says=f"{fact('key', 'p.key')} AND {fact('answer', 'NEW.answer')} AND a.reason = NEW.reason",
)
ABSENCE_UNTOLD = (
    f"NOT EXISTS (SELECT 1 FROM {ROUND} n JOIN {PLAYER} p ON p.id = NEW.player_id"
    f" WHERE n.id = NEW.round_id AND (NOT {paired('n.tournament_id')} OR {_AS_TOLD}))"
)
# INSERT OR REPLACE would delete the row.
ABSENCE_REPLACED = (
    f"EXISTS (SELECT 1 FROM {ABSENCE} o WHERE {round_locked('o.round_id')}"
    " AND (o.id = NEW.id OR (o.round_id = NEW.round_id AND o.player_id = NEW.player_id)))"
)

ABSENCE_GUARDS = (
    Guard("guard_absence_insert", ABSENCE, "INSERT", f"{ABSENCE_UNTOLD} OR {ABSENCE_REPLACED}", DECIDED),
    # No act updates or deletes one; it goes with a player who was in no round that is public now.
    Guard(
        "guard_absence_update",
        ABSENCE,
        "UPDATE",
        f"{round_locked('OLD.round_id')} OR {round_locked('NEW.round_id')} OR {ABSENCE_REPLACED}",
        DECIDED,
    ),
    Guard("guard_absence_delete", ABSENCE, "DELETE", round_locked("OLD.round_id"), DECIDED),
    not_emptied("absence", ABSENCE),
)


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
    for result in (*rulebook.RESULTS_OF_BOARDS, ""):
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


def _logged_line_up(row: str, *, to_sit: bool) -> str:
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
        f"({_lined_up('NEW')} AND NOT {_logged_line_up('NEW', to_sit=True)}) OR {LINE_UP_REPLACED}",
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
        f"{_lined_up('OLD')} AND NOT {_logged_line_up('OLD', to_sit=False)}",
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
