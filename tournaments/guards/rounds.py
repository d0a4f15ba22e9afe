"""Guards of rounds: their boards, decisions and corrections."""

from __future__ import annotations

from tournaments import rulebook
from tournaments.guards.guard import (
    AUDIT,
    CORRECTION,
    DECISION,
    FOREIGN,
    GAME,
    INTEGRITY,
    LOCKED,
    OF_MATCHES,
    PLAYED,
    PLAYER,
    PUBLICATION,
    PUBLISHED,
    ROUND,
    SEAT,
    STANDS,
    TOURNAMENT,
    Deed,
    Guard,
    altered,
    changed,
    fact,
    latest,
    not_emptied,
    recorded,
    round_locked,
    row_locked,
)
from tournaments.models import AuditEvent, Correction, Game

Action = AuditEvent.Action
Kind = Correction.Kind

UNCHAINED = "a round is published, or withdrawn, together with its link in the chain of publications"
DEADLINE_TOLD = "the deadline for corrections is set by an act that tells of it (C.04.2 D.8)"
SECOND_GAMES = "the second games of matches are the first ones with the other colours (C.04.5)"
POSITION_DRAWN = "the start position of a published round of Chess960 is drawn once, with its line in the log"

ROUND_REPLACED = (
    f"EXISTS (SELECT 1 FROM {ROUND} r WHERE r.state IN {LOCKED}"
    " AND (r.id = NEW.id OR (r.tournament_id = NEW.tournament_id AND r.number = NEW.number)))"
)

# C.04.1 b: two players of the round have really played one another in another public round.
REMATCH = f"""EXISTS (
    SELECT 1 FROM {SEAT} a
    JOIN {SEAT} b ON b.game_id = a.game_id AND b.id <> a.id
    JOIN {SEAT} c ON c.player_id = a.player_id AND c.round_id <> a.round_id
    JOIN {SEAT} d ON d.game_id = c.game_id AND d.player_id = b.player_id
    JOIN {GAME} g ON g.id = c.game_id
    JOIN {ROUND} r ON r.id = c.round_id AND r.state IN {LOCKED}
    WHERE a.round_id = OLD.id
      AND g.result IN {PLAYED})"""

# The games that player `a` has really played before the round.
BEFORE = f"""{SEAT} b
    JOIN {GAME} g ON g.id = b.game_id AND g.result IN {PLAYED}
    JOIN {ROUND} r ON r.id = b.round_id AND r.state IN {LOCKED} AND r.number < OLD.number
    WHERE b.player_id = a.player_id"""

# B.2 of the older revisions: a player of the round gets three more of one colour than of the other, or the
# same colour for the third time running.
COLOURS = f"""EXISTS (
    SELECT 1 FROM {SEAT} a WHERE a.round_id = OLD.id AND a.colour IS NOT NULL AND (
        (SELECT SUM(CASE WHEN b.colour = a.colour THEN 1 ELSE -1 END) FROM {BEFORE}) > 1
        OR (SELECT COUNT(*) FROM (SELECT b.colour FROM {BEFORE} ORDER BY r.number DESC LIMIT 2) l
            WHERE l.colour = a.colour) = 2))"""

# In matches of two games, the round of the first game is final too.
FINAL_ROUND = f"""EXISTS (
    SELECT 1 FROM {TOURNAMENT} t WHERE t.id = OLD.tournament_id AND (t.number_of_rounds = OLD.number
        OR (t.number_of_rounds = OLD.number + 1 AND {OF_MATCHES})))"""

# The ground is one of those that the tournament's edition allows.
GROUND_ALLOWED = (
    f"EXISTS (SELECT 1 FROM {TOURNAMENT} t WHERE t.id = OLD.tournament_id AND ("
    + " OR ".join(
        f"(t.edition = '{edition.code}' AND NEW.repair_ground IN"
        f" ({', '.join(repr(ground.value) for ground in edition.handling.grounds_for_change)}))"
        for edition in rulebook.all_editions()
        if edition.handling.grounds_for_change
    )
    + "))"
)

# The event ended before this round.
ENDED_BEFORE = (
    f"(NEW.repair_ground = '{rulebook.Ground.ENDED}' AND EXISTS (SELECT 1 FROM {TOURNAMENT} t"
    " WHERE t.id = OLD.tournament_id AND t.ended_after < OLD.number))"
)

# A ground that the database can check is true.
GROUND_TRUE = (
    f"(NEW.repair_ground <> '{rulebook.Ground.REMATCH}' OR {REMATCH})"
    f" AND (NEW.repair_ground <> '{rulebook.Ground.COLOURS}' OR {COLOURS})"
    f" AND (NEW.repair_ground <> '{rulebook.Ground.TOP_BOARDS}' OR {FINAL_ROUND})"
)

# SQL: round `n` has the second games of the matches that begin with round `f`.
HAS_SECOND_GAMES = (
    "n.tournament_id = f.tournament_id AND n.number = f.number + 1 AND n.number % 2 = 0"
    f" AND EXISTS (SELECT 1 FROM {TOURNAMENT} t WHERE t.id = n.tournament_id AND {OF_MATCHES})"
)

# Later rounds were computed from this one, so only the latest round may be paired again. The two rounds of a
# match are withdrawn together, by one statement on the first (`guard_round_match_withdrawn`).
LATER_LOCKED = f"""(EXISTS (
    SELECT 1 FROM {ROUND} f JOIN {ROUND} n ON n.tournament_id = f.tournament_id AND n.number > f.number
    WHERE f.id = OLD.id AND n.state IN {LOCKED} AND NOT (n.state = 'published' AND {HAS_SECOND_GAMES}))
    OR EXISTS (
    SELECT 1 FROM {ROUND} n JOIN {ROUND} f ON {HAS_SECOND_GAMES}
    WHERE n.id = OLD.id AND f.state IN {LOCKED}))"""

# A start position is written together with the line of the log that records its draw.
UNDRAWN = f"""(
    NOT EXISTS (SELECT 1 FROM {TOURNAMENT} t WHERE t.id = NEW.tournament_id AND t.chess960)
    OR NOT {
    recorded(
        "NEW.tournament_id",
        AuditEvent.Action.POSITION_DRAWN,
        number="NEW.number",
        says=fact("start_position", "NEW.start_position"),
    )
})"""

POSITION_REPLACED = (
    f"EXISTS (SELECT 1 FROM {ROUND} r WHERE r.start_position IS NOT NULL"
    " AND (r.id = NEW.id OR (r.tournament_id = NEW.tournament_id AND r.number = NEW.number)))"
)

# The deadline, in UTC and to the second, is the one that the latest line sets for this round.
DEADLINE_AS_TOLD = recorded(
    "OLD.tournament_id",
    AuditEvent.Action.DEADLINE_SET,
    number="OLD.number",
    says="SUBSTR(REPLACE(a.after ->> 'deadline', 'T', ' '), 1, 19)"
    " = SUBSTR(CAST(NEW.correction_deadline AT TIME ZONE 'UTC' AS text), 1, 19)",
)

INCOMPLETE = f"""EXISTS (
    SELECT 1 FROM {GAME} g WHERE g.round_id = NEW.id
    AND (g.board IS NULL OR (SELECT COUNT(s.colour) FROM {SEAT} s WHERE s.game_id = g.id) <> 2))"""


# C.04.5 Preface, 4.4: the second games of matches are of the same players with the other colours, at the same
# boards; the first ones are in the round before.
OTHER_SECOND_GAMES = f"""EXISTS (
    SELECT 1 FROM {ROUND} n JOIN {ROUND} f ON {HAS_SECOND_GAMES}
    WHERE n.id = NEW.id AND (
        EXISTS (
            SELECT 1 FROM {SEAT} a
            LEFT JOIN {SEAT} b ON b.round_id = n.id AND b.player_id = a.player_id
            LEFT JOIN {GAME} g ON g.id = a.game_id
            LEFT JOIN {GAME} h ON h.id = b.game_id
            WHERE a.round_id = f.id AND (b.id IS NULL
                OR COALESCE(g.board, 0) <> COALESCE(h.board, 0) OR COALESCE(a.colour, '') = b.colour))
        OR EXISTS (
            SELECT 1 FROM {SEAT} b WHERE b.round_id = n.id AND NOT EXISTS (
                SELECT 1 FROM {SEAT} a WHERE a.round_id = f.id AND a.player_id = b.player_id))))"""


def linked(kind: str, *actions: str, also: str = "1 = 1") -> str:
    """SQL: the new round's last pairing or withdrawal in the chain is of this kind, by one of these acts."""
    return (
        f"EXISTS (SELECT 1 FROM {PUBLICATION} k JOIN {AUDIT} a ON a.id = k.audit_id"
        " WHERE k.tournament_id = NEW.tournament_id AND k.round_number = NEW.number"
        f" AND k.kind = '{kind}' AND a.action IN ({', '.join(map(repr, actions))}) AND {also}"
        f" AND NOT EXISTS (SELECT 1 FROM {PUBLICATION} l WHERE l.tournament_id = k.tournament_id"
        " AND l.round_number = k.round_number AND l.kind IN ('pairing', 'withdrawn') AND l.place > k.place))"
    )


# A round that was played before there was a chain has only its results in it.
TAKEN_OVER = f"""EXISTS (
    SELECT 1 FROM {PUBLICATION} k JOIN {AUDIT} a ON a.id = k.audit_id
    WHERE k.tournament_id = NEW.tournament_id AND k.round_number = NEW.number
    AND k.kind = 'results' AND a.action = '{AuditEvent.Action.CHAIN_BEGUN}'
    AND NOT EXISTS (SELECT 1 FROM {PUBLICATION} l WHERE l.tournament_id = k.tournament_id
        AND l.round_number = k.round_number AND l.kind IN ('pairing', 'withdrawn')))"""

PUBLISHED_IN_CHAIN = (
    f"({linked('pairing', 'round_published', 'tournament_imported', 'chain_begun')} OR {TAKEN_OVER})"
)

# Each withdrawal has an act of its own in the log, a link of its own, and a note of its own.
WITHDRAWN_IN_CHAIN = f"""(
    {linked("withdrawn", "round_withdrawn", also="a.reason = NEW.repair_reason")}
    AND (SELECT COUNT(*) FROM {INTEGRITY} i WHERE i.tournament_id = NEW.tournament_id
        AND i.round_number = NEW.number AND i.kind = 're-pairing')
    >= (SELECT COUNT(*) FROM {PUBLICATION} k WHERE k.tournament_id = NEW.tournament_id
        AND k.round_number = NEW.number AND k.kind = 'withdrawn'))"""

ROUND_GUARDS = (
    Guard(
        "guard_round_moved",
        ROUND,
        "UPDATE",
        "(NEW.id <> OLD.id OR NEW.tournament_id <> OLD.tournament_id)"
        f" AND EXISTS (SELECT 1 FROM {SEAT} s WHERE s.round_id = OLD.id)",
        FOREIGN,
    ),
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
        f" AND NEW.repair_reason <> '' AND (({GROUND_ALLOWED} AND {GROUND_TRUE}) OR {ENDED_BEFORE})"
        f" AND NOT {LATER_LOCKED}"
        f" AND {WITHDRAWN_IN_CHAIN}))"
        f" OR (NEW.state IN {LOCKED} AND (NEW.published_at <> OLD.published_at"
        " OR COALESCE(NEW.published_by_id, 0) <> COALESCE(OLD.published_by_id, 0)"
        f" OR {changed('repair_ground', 'repair_reason', 'imported')})))",
        PUBLISHED,
    ),
    # A round becomes public only together with its link in the chain of publications.
    Guard(
        "guard_round_linked",
        ROUND,
        "UPDATE",
        f"OLD.state NOT IN {LOCKED} AND NEW.state IN {LOCKED} AND NOT {PUBLISHED_IN_CHAIN}",
        UNCHAINED,
    ),
    # The reason for a withdrawal stays, even while the round is a draft again.
    Guard(
        "guard_round_ground",
        ROUND,
        "UPDATE",
        f"OLD.published_at IS NOT NULL AND OLD.state NOT IN {LOCKED}"
        f" AND {changed('repair_ground', 'repair_reason')}",
        STANDS,
    ),
    # A round that the public has seen keeps its number and never becomes one that was not published.
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
    Guard(
        "guard_round_match",
        ROUND,
        "UPDATE",
        f"OLD.state NOT IN {LOCKED} AND NEW.state IN {LOCKED} AND {OTHER_SECOND_GAMES}",
        SECOND_GAMES,
    ),
    Deed(
        "guard_round_match_withdrawn",
        ROUND,
        "UPDATE",
        "OLD.state = 'published' AND NEW.state = 'draft'",
        (
            f"UPDATE {ROUND} SET state = 'draft', repair_ground = NEW.repair_ground,"
            " repair_reason = NEW.repair_reason WHERE state = 'published' AND id IN ("
            f"SELECT n.id FROM {ROUND} n JOIN {ROUND} f ON {HAS_SECOND_GAMES} WHERE f.id = NEW.id)",
        ),
    ),
    # It decides for which round a correction counts (C.04.2 D.8). It goes when its round is withdrawn.
    Guard(
        "guard_round_deadline",
        ROUND,
        "UPDATE",
        f"{altered('correction_deadline')} AND NOT {DEADLINE_AS_TOLD}"
        f" AND NOT (NEW.correction_deadline IS NULL AND NEW.state NOT IN {LOCKED})",
        DEADLINE_TOLD,
    ),
    # A lot that may be drawn again until it pleases is no lot.
    Guard(
        "guard_round_position",
        ROUND,
        "UPDATE",
        "COALESCE(NEW.start_position, -1) <> COALESCE(OLD.start_position, -1)"
        f" AND (OLD.start_position IS NOT NULL OR {UNDRAWN})",
        POSITION_DRAWN,
    ),
    Guard(
        "guard_round_position_insert",
        ROUND,
        "INSERT",
        f"NEW.start_position IS NOT NULL OR {POSITION_REPLACED}",
        POSITION_DRAWN,
    ),
    Guard("guard_round_delete", ROUND, "DELETE", "OLD.published_at IS NOT NULL", PUBLISHED),
    not_emptied("round", ROUND),
)


FOREIGN_SEAT = f"""(
    (NEW.game_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM {GAME} g WHERE g.id = NEW.game_id AND g.round_id = NEW.round_id))
    OR NOT EXISTS (
        SELECT 1 FROM {ROUND} r JOIN {PLAYER} p ON p.tournament_id = r.tournament_id
        WHERE r.id = NEW.round_id AND p.id = NEW.player_id))"""

# C.04.2 D.8: the database is exchanging two players of a round for a correction (see `corrections`), and this
# is one of the three steps: the first player leaves their place, the other takes it, and the first takes the
# other's. No statement leaves a correction half done, so no other statement finds one that is not done.
EXCHANGED = f"""(NEW.id = OLD.id AND NEW.round_id = OLD.round_id AND NEW.player_id = OLD.player_id
    AND EXISTS (
        SELECT 1 FROM {CORRECTION} c JOIN {GAME} g ON g.id = c.game_id AND g.round_id = OLD.round_id
        WHERE NOT c.done AND c.counts_from IS NOT NULL AND (
            (NEW.player_id = c.player_id AND NEW.kind = 'zero'
                AND OLD.game_id IN (c.game_id, c.other_game_id))
            OR (NEW.player_id IN (c.player_id, c.other_player_id) AND NEW.kind = 'game'
                AND ((NEW.game_id = c.game_id AND NEW.colour = c.colour)
                    OR (NEW.game_id = c.other_game_id AND NEW.colour = c.other_colour))))))"""


def missed(row: str) -> str:
    """SQL: this row of the seats is the bye of a late entry who has not been in any public round yet.

    The points for missed rounds are set when a late entry arrives (C.04.2 C.2, 2026: 2.4): no pairing of
    those rounds included the player.
    """
    return (
        f"({row}.kind IN ('half', 'zero') AND {row}.game_id IS NULL AND EXISTS ("
        f"SELECT 1 FROM {PLAYER} p JOIN {ROUND} r ON r.id = {row}.round_id"
        f" WHERE p.id = {row}.player_id AND p.first_round > r.number AND NOT EXISTS ("
        f"SELECT 1 FROM {ROUND} f WHERE f.tournament_id = p.tournament_id"
        f" AND f.number >= p.first_round AND f.state IN {LOCKED}) AND NOT EXISTS ("
        f"SELECT 1 FROM {SEAT} s JOIN {ROUND} f ON f.id = s.round_id AND f.state IN {LOCKED}"
        " WHERE s.player_id = p.id AND s.kind NOT IN ('half', 'zero'))))"
    )


# The acts that credit a late entry or set their first round; each is on the trail before the seats change.
CREDITING = (
    AuditEvent.Action.MISSED_CREDITED,
    AuditEvent.Action.PLAYER_ADDED,
    AuditEvent.Action.PLAYERS_IMPORTED,
    AuditEvent.Action.PLAYER_CHANGED,
    AuditEvent.Action.PRESENCE_NOTED,
)


def credited(row: str) -> str:
    """SQL: this row of the seats belongs to a late entry whom the latest act on the trail has credited."""
    event = f"(SELECT p.tournament_id FROM {PLAYER} p WHERE p.id = {row}.player_id)"
    return f"({missed(row)} AND {recorded(event, *CREDITING)})"


BOARD_GUARDS = (
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
    # The result may change; the round and board of the game may not, nor what its file left open.
    Guard(
        "guard_game_update",
        GAME,
        "UPDATE",
        "(NEW.id <> OLD.id OR NEW.round_id <> OLD.round_id"
        " OR COALESCE(NEW.board, 0) <> COALESCE(OLD.board, 0) OR NEW.left_open <> OLD.left_open)"
        f" AND ({round_locked('OLD.round_id')} OR {round_locked('NEW.round_id')}"
        f" OR {row_locked(GAME, 'NEW.id')})",
        PUBLISHED,
    ),
    # Moving a game would move its seats too, so only a game without seats is moved.
    Guard(
        "guard_game_moved",
        GAME,
        "UPDATE",
        "(NEW.id <> OLD.id OR NEW.round_id <> OLD.round_id)"
        f" AND EXISTS (SELECT 1 FROM {SEAT} s WHERE s.game_id = OLD.id)",
        FOREIGN,
    ),
    Guard("guard_game_delete", GAME, "DELETE", round_locked("OLD.round_id"), PUBLISHED),
    not_emptied("seat", SEAT),
    not_emptied("game", GAME),
)


DECISION_UNTOLD = "who goes on from a level match comes and goes with its line in the audit trail"

# The line that the new row names is the latest of its event and says the same; the player sits at the board.
DECISION_TOLD = f"""EXISTS (
    SELECT 1 FROM {AUDIT} a
    JOIN {ROUND} r ON r.tournament_id = a.tournament_id
    JOIN {GAME} g ON g.round_id = r.id
    JOIN {SEAT} s ON s.game_id = g.id
    JOIN {PLAYER} p ON p.id = s.player_id
    WHERE a.id = NEW.audit_id AND g.id = NEW.game_id AND s.player_id = NEW.player_id AND {latest("a")}
    AND (a.action = '{Action.TOURNAMENT_IMPORTED}'
        OR (a.action = '{Action.MATCH_DECIDED}' AND a.round_number = r.number
            AND {fact("board", "g.board")} AND {fact("player", "p.number")}
            AND {fact("how", "NEW.how")} AND {fact("score", "NEW.score")})))"""

REPLACED = f"EXISTS (SELECT 1 FROM {DECISION} d WHERE d.id = NEW.id OR d.game_id = NEW.game_id)"

# It is taken back, or its round was withdrawn before, and it goes with its game.
GONE = f"""EXISTS (
    SELECT 1 FROM {GAME} g JOIN {ROUND} r ON r.id = g.round_id
    WHERE g.id = OLD.game_id AND (r.state NOT IN {LOCKED}
        OR {
    recorded("r.tournament_id", Action.MATCH_DECIDED, number="r.number", says=fact("board", "g.board"))
}))"""

DECISION_GUARDS = (
    Guard("guard_decision_insert", DECISION, "INSERT", f"{REPLACED} OR NOT {DECISION_TOLD}", DECISION_UNTOLD),
    Guard("guard_decision_update", DECISION, "UPDATE", "1 = 1", DECISION_UNTOLD),
    Guard("guard_decision_delete", DECISION, "DELETE", f"NOT {GONE}", DECISION_UNTOLD),
    not_emptied("decision", DECISION),
)


CORRECTED = "a correction says what was so, and stays as it was made (C.04.2 D.8)"
CORRECTION_UNTOLD = "a correction comes and goes with its line in the audit trail (C.04.2 D.8)"
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
CORRECTION_TOLD = f"""EXISTS (
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
    Guard("guard_correction_insert_told", CORRECTION, "INSERT", f"NOT {CORRECTION_TOLD}", CORRECTION_UNTOLD),
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
        CORRECTION_UNTOLD,
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
        CORRECTION_UNTOLD,
    ),
    not_emptied("correction", CORRECTION),
)
