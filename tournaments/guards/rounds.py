"""Guards of rounds: when one is published, and on which grounds one is withdrawn (C.04.2 D.10; 2026: 4.4)."""

from __future__ import annotations

from tournaments import engine
from tournaments.guards.conditions import (
    FOREIGN,
    OF_MATCHES,
    PUBLISHED,
    STANDS,
    altered,
    changed,
    fact,
    not_emptied,
    recorded,
)
from tournaments.guards.guard import Deed, Guard
from tournaments.guards.tables import (
    AUDIT,
    GAME,
    INTEGRITY,
    LOCKED,
    PLAYED,
    PUBLICATION,
    ROUND,
    SEAT,
    TOURNAMENT,
)
from tournaments.models import AuditEvent

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
        for edition in engine.all_editions()
        if edition.handling.grounds_for_change
    )
    + "))"
)

# The event ended before this round.
ENDED_BEFORE = (
    f"(NEW.repair_ground = '{engine.Ground.ENDED}' AND EXISTS (SELECT 1 FROM {TOURNAMENT} t"
    " WHERE t.id = OLD.tournament_id AND t.ended_after < OLD.number))"
)

# A ground that the database can check is true.
GROUND_TRUE = (
    f"(NEW.repair_ground <> '{engine.Ground.REMATCH}' OR {REMATCH})"
    f" AND (NEW.repair_ground <> '{engine.Ground.COLOURS}' OR {COLOURS})"
    f" AND (NEW.repair_ground <> '{engine.Ground.TOP_BOARDS}' OR {FINAL_ROUND})"
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
