"""SQL that the guards' conditions are made of, over NEW and OLD. One text serves both databases."""

from __future__ import annotations

from tournaments import engine
from tournaments.models import AuditEvent, Game, Player, Publication

SEAT, GAME, ROUND = "tournaments_seat", "tournaments_game", "tournaments_round"
PLAYER, TOURNAMENT = "tournaments_player", "tournaments_tournament"
AUDIT, INTEGRITY = "tournaments_auditevent", "tournaments_integrityevent"
MEMBERSHIP = "tournaments_membership"
PROHIBITION, APART = "tournaments_prohibition", "tournaments_prohibition_players"
CORRECTION = "tournaments_correction"

PUBLICATION = "tournaments_publication"

LOCKED = "('published', 'finished')"


def round_locked(round_id: str) -> str:
    """SQL: the round with this id is locked."""
    return f"EXISTS (SELECT 1 FROM {ROUND} r WHERE r.id = {round_id} AND r.state IN {LOCKED})"


def row_locked(table: str, row_id: str) -> str:
    """SQL: the row with this id stands in a locked round (INSERT OR REPLACE would delete it)."""
    return (
        f"EXISTS (SELECT 1 FROM {table} t JOIN {ROUND} r ON r.id = t.round_id"
        f" WHERE t.id = {row_id} AND r.state IN {LOCKED})"
    )


def paired(tournament_id: str) -> str:
    """SQL: a round of the tournament with this id has been paired, or was before it was paired again."""
    return (
        f"EXISTS (SELECT 1 FROM {ROUND} r WHERE r.tournament_id = {tournament_id}"
        " AND (r.state <> 'planned' OR r.published_at IS NOT NULL))"
    )


def recorded(tournament_id: str, *actions: AuditEvent.Action, number: str = "") -> str:
    """SQL: the latest line of the event's audit trail is one of these acts, in the round of this number."""
    acts = ", ".join(repr(str(action)) for action in actions)
    in_round = f" AND a.round_number = {number}" if number else ""
    return (
        f"EXISTS (SELECT 1 FROM {AUDIT} a WHERE a.tournament_id = {tournament_id} AND a.action IN ({acts})"
        f"{in_round} AND NOT EXISTS ("
        f"SELECT 1 FROM {AUDIT} b WHERE b.tournament_id = a.tournament_id AND b.id > a.id))"
    )


def changed(*columns: str) -> str:
    """SQL: one of these columns, none of which is ever null, gets another value."""
    return "(" + " OR ".join(f"NEW.{column} <> OLD.{column}" for column in columns) + ")"


# Where OR REPLACE stands, a row that takes another's place deletes it, and SQLite tells no trigger of
# that unless the connection asks for it (recursive_triggers). So the guards of whatever is written also
# look at the rows whose key, number or address the new row takes.
ROUND_REPLACED = (
    f"EXISTS (SELECT 1 FROM {ROUND} r WHERE r.state IN {LOCKED}"
    " AND (r.id = NEW.id OR (r.tournament_id = NEW.tournament_id AND r.number = NEW.number)))"
)


def player_replaced(other: str) -> str:
    """SQL: a player with seats, other than the row itself, stands where the new row goes."""
    return (
        f"EXISTS (SELECT 1 FROM {PLAYER} p JOIN {SEAT} s ON s.player_id = p.id"
        f" WHERE {other} AND (p.id = NEW.id OR (p.tournament_id = NEW.tournament_id"
        " AND (p.number = NEW.number OR p.key = NEW.key"
        " OR (p.fide_id = NEW.fide_id AND NEW.fide_id <> '')))))"
    )


# The public has seen the player in a round, though it may have been withdrawn since.
PUBLIC_PLAYER = (
    f"(EXISTS (SELECT 1 FROM {SEAT} s JOIN {ROUND} r ON r.id = s.round_id"
    " WHERE s.player_id = OLD.id AND r.published_at IS NOT NULL)"
    # Also where the draft that took the place of a withdrawn pairing was thrown away.
    f" OR EXISTS (SELECT 1 FROM {PUBLICATION} k WHERE k.tournament_id = OLD.tournament_id"
    " AND k.text LIKE '%' || OLD.key || '%'))"
)

# The row names an act of its tournament, later than the one that it named before, which says of this player
# how he was called and is called now. Nothing else makes somebody else of who sits in a published round.
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


def twin(other: str) -> str:
    """SQL: a player other than the row itself has the name and the day of birth of the new row."""
    return (
        f"(LENGTH(NEW.birth) > 4 AND EXISTS (SELECT 1 FROM {PLAYER} p WHERE {other}"
        " AND p.tournament_id = NEW.tournament_id AND p.birth = NEW.birth"
        " AND LOWER(p.name) = LOWER(NEW.name)))"
    )


def tournament_replaced(other: str) -> str:
    """SQL: a tournament other than the row itself stands where the new row goes.

    One with a paired round, or that has left FIDE mode.
    """
    return (
        f"EXISTS (SELECT 1 FROM {TOURNAMENT} t WHERE {other}"
        " AND (t.id = NEW.id OR t.slug = NEW.slug OR t.nonce = NEW.nonce)"
        f" AND ({paired('t.id')} OR t.fide_mode_left_at IS NOT NULL))"
    )


HAS_LOCKED = f"EXISTS (SELECT 1 FROM {ROUND} r WHERE r.tournament_id = OLD.id AND r.state IN {LOCKED})"

PLAYED = f"({', '.join(repr(str(result)) for result in Game.PLAYED)})"
OPEN = f"({', '.join(repr(str(result)) for result in Game.OPEN)})"

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

# B.2 of the older revisions: somebody of the round would have had a colour three times more often than
# the other, or gets it a third time running.
COLOURS = f"""EXISTS (
    SELECT 1 FROM {SEAT} a WHERE a.round_id = OLD.id AND a.colour IS NOT NULL AND (
        (SELECT SUM(CASE WHEN b.colour = a.colour THEN 1 ELSE -1 END) FROM {BEFORE}) > 1
        OR (SELECT COUNT(*) FROM (SELECT b.colour FROM {BEFORE} ORDER BY r.number DESC LIMIT 2) l
            WHERE l.colour = a.colour) = 2))"""

FINAL_ROUND = f"""EXISTS (
    SELECT 1 FROM {TOURNAMENT} t WHERE t.id = OLD.tournament_id AND t.number_of_rounds = OLD.number)"""

# The ground is one of those that the tournament's edition allows.
GROUND_ALLOWED = (
    f"EXISTS (SELECT 1 FROM {TOURNAMENT} t WHERE t.id = OLD.tournament_id AND ("
    + " OR ".join(
        f"(t.edition = '{edition.code}' AND NEW.repair_ground IN"
        f" ({', '.join(repr(ground.value) for ground in edition.handling.grounds_for_change)}))"
        for edition in engine.all_editions()
    )
    + "))"
)

# Of a ground that the database can see, that it is a true one.
GROUND_TRUE = (
    f"(NEW.repair_ground <> '{engine.Ground.REMATCH}' OR {REMATCH})"
    f" AND (NEW.repair_ground <> '{engine.Ground.COLOURS}' OR {COLOURS})"
    f" AND (NEW.repair_ground <> '{engine.Ground.TOP_BOARDS}' OR {FINAL_ROUND})"
)

# What was played after the round was computed from it: only the latest round may be paired again.
LATER_LOCKED = f"""EXISTS (
    SELECT 1 FROM {ROUND} n
    WHERE n.tournament_id = OLD.tournament_id AND n.number > OLD.number AND n.state IN {LOCKED})"""

FOREIGN_SEAT = f"""(
    (NEW.game_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM {GAME} g WHERE g.id = NEW.game_id AND g.round_id = NEW.round_id))
    OR NOT EXISTS (
        SELECT 1 FROM {ROUND} r JOIN {PLAYER} p ON p.tournament_id = r.tournament_id
        WHERE r.id = NEW.round_id AND p.id = NEW.player_id))"""

FOREIGN_MEMBER = f"""NOT EXISTS (
    SELECT 1 FROM {PROHIBITION} x JOIN {PLAYER} p ON p.tournament_id = x.tournament_id
    WHERE x.id = NEW.prohibition_id AND p.id = NEW.player_id)"""


def prohibition_fixed(x: str) -> str:
    """SQL: the prohibition in row `x` may not come, change or go (C.05 5.2).

    Once round 1 has been paired it is fixed; after FIDE mode was left, only where it holds in a public round.
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

# The new row takes the place of its event's only owner, and is none itself.
OWNER_REPLACED = f"""EXISTS (
    SELECT 1 FROM {MEMBERSHIP} m WHERE m.role = 'owner'
    AND (m.id = NEW.id OR (m.tournament_id = NEW.tournament_id AND m.user_id = NEW.user_id))
    AND (NEW.role <> 'owner' OR NEW.tournament_id <> m.tournament_id)
    AND NOT EXISTS (
        SELECT 1 FROM {MEMBERSHIP} o
        WHERE o.tournament_id = m.tournament_id AND o.role = 'owner' AND o.id <> m.id))"""

# C.04.2 D.8: the database is exchanging two players of a round, as a correction says (see `corrections`), and
# this is one of the three steps: the first leaves his place, the other takes it, the first the other's. No
# statement leaves a correction undone, so nobody else meets one.
EXCHANGED = f"""(NEW.id = OLD.id AND NEW.round_id = OLD.round_id AND NEW.player_id = OLD.player_id
    AND EXISTS (
        SELECT 1 FROM {CORRECTION} c JOIN {GAME} g ON g.id = c.game_id AND g.round_id = OLD.round_id
        WHERE NOT c.done AND c.counts_from IS NOT NULL AND (
            (NEW.player_id = c.player_id AND NEW.kind = 'zero'
                AND OLD.game_id IN (c.game_id, c.other_game_id))
            OR (NEW.player_id IN (c.player_id, c.other_player_id) AND NEW.kind = 'game'
                AND ((NEW.game_id = c.game_id AND NEW.colour = c.colour)
                    OR (NEW.game_id = c.other_game_id AND NEW.colour = c.other_colour))))))"""


def known_to_a_pairing(row: str) -> str:
    """SQL: a public round has been paired from what this row of the corrections says."""
    return (
        f"EXISTS (SELECT 1 FROM {GAME} g JOIN {ROUND} o ON o.id = g.round_id"
        f" JOIN {ROUND} r ON r.tournament_id = o.tournament_id AND r.state IN {LOCKED}"
        f" WHERE g.id = {row}.game_id AND r.number >= {row}.counts_from)"
    )


def missed(row: str) -> str:
    """SQL: this row of the seats is the bye of a late entry who has not been in any public round yet.

    What the rounds that he missed bring him is said when he comes (C.04.2 C.2, 2026: 2.4): no pairing of
    theirs knew him.
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


INCOMPLETE = f"""EXISTS (
    SELECT 1 FROM {GAME} g WHERE g.round_id = NEW.id
    AND (g.board IS NULL OR (SELECT COUNT(s.colour) FROM {SEAT} s WHERE s.game_id = g.id) <> 2))"""


def linked(kind: str, *actions: str, also: str = "1 = 1") -> str:
    """SQL: the chain says last of the new round that it was published, or withdrawn, by such an act."""
    return (
        f"EXISTS (SELECT 1 FROM {PUBLICATION} k JOIN {AUDIT} a ON a.id = k.audit_id"
        " WHERE k.tournament_id = NEW.tournament_id AND k.round_number = NEW.number"
        f" AND k.kind = '{kind}' AND a.action IN ({', '.join(map(repr, actions))}) AND {also}"
        f" AND NOT EXISTS (SELECT 1 FROM {PUBLICATION} l WHERE l.tournament_id = k.tournament_id"
        " AND l.round_number = k.round_number AND l.kind IN ('pairing', 'withdrawn') AND l.place > k.place))"
    )


PUBLISHED_IN_CHAIN = linked("pairing", "round_published", "tournament_imported")

# Each withdrawal has an act of its own in the log, a link of its own, and a note of its own.
WITHDRAWN_IN_CHAIN = f"""(
    {linked("withdrawn", "round_withdrawn", also="a.reason = NEW.repair_reason")}
    AND (SELECT COUNT(*) FROM {INTEGRITY} i WHERE i.tournament_id = NEW.tournament_id
        AND i.round_number = NEW.number AND i.kind = 're-pairing')
    >= (SELECT COUNT(*) FROM {PUBLICATION} k WHERE k.tournament_id = NEW.tournament_id
        AND k.round_number = NEW.number AND k.kind = 'withdrawn'))"""

# What a withdrawn pairing made room for is noted when it is known: while the round is a draft, and once.
FILLED_IN = f"""(OLD.kind = 're-pairing' AND OLD.after = '[]' AND EXISTS (
    SELECT 1 FROM {ROUND} r WHERE r.tournament_id = OLD.tournament_id
    AND r.number = OLD.round_number AND r.state = 'draft'))"""

# The new link is no next one: it must follow the last, and belong to the latest act of its event. A round is
# published once, and again only after it was withdrawn.
UNLINKED = f"""(
    EXISTS (SELECT 1 FROM {PUBLICATION} k WHERE k.id = NEW.id)
    OR NEW.place <> COALESCE(
        (SELECT MAX(k.place) FROM {PUBLICATION} k WHERE k.tournament_id = NEW.tournament_id), 0) + 1
    OR NEW.previous <> COALESCE((SELECT k.fingerprint FROM {PUBLICATION} k
        WHERE k.tournament_id = NEW.tournament_id AND k.place = NEW.place - 1), '')
    OR LENGTH(NEW.fingerprint) <> 64
    OR (NEW.kind IN ('pairing', 'withdrawn') AND CASE NEW.kind WHEN 'pairing' THEN 0 ELSE 1 END <> (
        SELECT COALESCE(SUM(CASE k.kind WHEN 'pairing' THEN 1 WHEN 'withdrawn' THEN -1 ELSE 0 END), 0)
        FROM {PUBLICATION} k
        WHERE k.tournament_id = NEW.tournament_id AND k.round_number = NEW.round_number))
    OR EXISTS (SELECT 1 FROM {PUBLICATION} k
        WHERE k.audit_id = NEW.audit_id AND k.round_number = NEW.round_number AND k.kind = NEW.kind)
    OR NOT EXISTS (SELECT 1 FROM {AUDIT} a
        WHERE a.id = NEW.audit_id AND a.tournament_id = NEW.tournament_id
        AND (NEW.kind = 'found' OR {
    " OR ".join(
        f"(NEW.kind = '{kind}' AND a.action IN ({', '.join(repr(str(act)) for act in acts)}))"
        for kind, acts in Publication.ACTS.items()
    )
})
        AND NOT EXISTS (SELECT 1 FROM {AUDIT} b
            WHERE b.tournament_id = a.tournament_id AND b.id > a.id)))"""

# Who credits a late entry, or says from when he plays, puts it on the trail first.
CREDITING = (
    AuditEvent.Action.MISSED_CREDITED,
    AuditEvent.Action.PLAYER_ADDED,
    AuditEvent.Action.PLAYERS_IMPORTED,
    AuditEvent.Action.PLAYER_CHANGED,
    AuditEvent.Action.PRESENCE_NOTED,
)


def credited(row: str) -> str:
    """SQL: this row of the seats is of a late entry, and the trail says that he was just credited."""
    event = f"(SELECT p.tournament_id FROM {PLAYER} p WHERE p.id = {row}.player_id)"
    return f"({missed(row)} AND {recorded(event, *CREDITING)})"


# C.04.2 C.1, C.2: who was missing at the check-in is seen later, and had nothing of the rounds since he was
# to come.
SEEN_AT_LAST = f"""(OLD.presence = '' AND NEW.presence <> ''
    AND {recorded("OLD.tournament_id", AuditEvent.Action.PRESENCE_NOTED)}
    AND EXISTS (SELECT 1 FROM {TOURNAMENT} t WHERE t.id = OLD.tournament_id AND t.check_in_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM {ROUND} r WHERE r.tournament_id = OLD.tournament_id
        AND r.state IN {LOCKED} AND r.number >= NEW.first_round)
    AND NOT EXISTS (SELECT 1 FROM {SEAT} s JOIN {ROUND} r ON r.id = s.round_id AND r.state IN {LOCKED}
        WHERE s.player_id = OLD.id AND s.kind <> 'zero' AND r.number >= OLD.first_round))"""

# Whether a player was there in a published round is history: with his first round, his byes would turn into
# those of a late entry, which may still change.
HISTORY = f"""(NEW.first_round <> OLD.first_round AND NOT {SEEN_AT_LAST} AND EXISTS (
    SELECT 1 FROM {ROUND} r WHERE r.tournament_id = OLD.tournament_id AND r.state IN {LOCKED}
    AND (r.number >= OLD.first_round OR r.number >= NEW.first_round)))"""
