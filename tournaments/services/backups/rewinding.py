"""Finds what the rows of a backup were before the acts that changed them under the guards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db.models import Model
from django.utils.translation import gettext as _

from tournaments.files.backups import refuse
from tournaments.models import AuditEvent, Correction, Game, Player, Round, Seat
from tournaments.selectors.cells import value_of

# Name of a column's attribute -> its value, with keys as the backup numbers them.
type Row = dict[str, Any]
type Rows = Mapping[type[Model], list[Row]]


def exchanges(correction: Row) -> bool:
    """Whether the database exchanged two seats for this correction: not if it is for rating alone."""
    return correction["player_id"] is not None and correction["counts_from"] is not None


def before_exchanges(rows: Rows) -> tuple[list[Row], set[int]]:
    """The seats as they were published, and the games whose seats have been exchanged since."""
    seats = [dict(row) for row in rows[Seat]]
    taken = {(row["round_id"], row["player_id"]): row for row in seats}
    moved: set[int] = set()
    corrections = [(number, row) for number, row in enumerate(rows[Correction], 1) if exchanges(row)]
    for number, row in sorted(corrections, key=lambda one: -one[1]["audit_id"]):
        round_ = rows[Game][row["game_id"] - 1]["round_id"]
        two = [taken.get((round_, row[who])) for who in ("player_id", "other_player_id")]
        one, other = two
        if one is None or other is None:
            refuse(f"correction, {number}", row["game_id"], _("two players of its round"))
        for place in ("game_id", "colour"):
            one[place], other[place] = other[place], one[place]
        moved |= {row["game_id"], row["other_game_id"]} - {None}
    return seats, moved


class Step(NamedTuple):
    """What a line of the log did to a player: it corrected their identity, or cut the birth to its year."""

    player: int
    values: Row
    corrected: bool = True


class Identities(NamedTuple):
    """The identities of players: at first, and the lines of the log that changed them."""

    first: dict[int, Row]
    steps: dict[int, Step]


def identities(rows: Rows) -> Identities:
    """The players whose name, FIDE ID or birth was corrected after they were published, line by line."""
    found = Identities({}, {})
    latest: dict[int, Row] = {}
    for line, act in enumerate(rows[AuditEvent], 1):
        if act["action"] == AuditEvent.Action.PERSONAL_REMOVED:
            # Only for corrected players: rows of others have the year, and players struck out have no row.
            player = act["after"].get("player")
            if player is None:
                refuse(f"auditevent, {line}, after, player", player, _("the number of a row"))
            if player in latest:
                year = {"birth": latest[player]["birth"][:4]}
                found.steps[line] = Step(player, year, corrected=False)
                latest[player] = latest[player] | year
        if act["action"] != AuditEvent.Action.PLAYER_IDENTITY_CORRECTED:
            continue
        was, now = (_identity(act[side], f"auditevent, {line}, {side}") for side in ("before", "after"))
        player = _player(rows, line, act)
        if rows[Player][player - 1]["identity_audit_id"] is not None:
            found.first.setdefault(player, was)
            found.steps[line] = Step(player, now)
            latest[player] = now
    for number, row in enumerate(rows[Player], 1):
        named = {name: row[name] for name in Player.IDENTITY}
        if row["identity_audit_id"] is not None and latest.get(number) != named:
            refuse(f"player, {number}", named, str(latest.get(number)))
    return found


def draws(rows: Rows) -> dict[int, int]:
    """Line of the log -> the round whose start position was drawn then."""
    acts = rows[AuditEvent]
    lines = {
        act["round_number"]: line
        for line, act in enumerate(acts, 1)
        if act["action"] == AuditEvent.Action.POSITION_DRAWN
    }
    found = {}
    for number, row in enumerate(rows[Round], 1):
        line = lines.get(row["number"])
        told = acts[line - 1]["after"] if line else {}
        drawn = {} if row["start_position"] is None else {"start_position": row["start_position"]}
        if told not in (drawn, drawn | {"in_the_hall": True}):
            refuse(f"round, {number}, start_position", row["start_position"], str(told or None))
        if line:
            found[line] = number
    return found


def _player(rows: Rows, line: int, act: Row) -> int:
    """The number of the player's row that the act names."""
    player: int | None = act["after"].get("player")
    if player is None or player > len(rows[Player]):
        refuse(f"auditevent, {line}, after, player", player, _("a row of the players"))
    return player


def _identity(side: Any, place: str) -> Row:
    if not isinstance(side, dict):
        refuse(place, side, _("an object"))
    fields = {field.name: field for field in Player._meta.concrete_fields}
    return {name: value_of(fields[name], side.get(name), f"{place}, {name}") for name in Player.IDENTITY}
