"""Decisions among equals that rounds do not yield: play-offs, values from elsewhere, lots (C.07 4.2)."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.log.acts import Act, LogLines, acting, refuse_to_overwrite
from tournaments.models import AuditEvent, GivenValue, Tournament
from tournaments.results import queries as results
from tournaments.results.queries import adjourned_games
from tournaments.rounds.queries.rounds import next_number
from tournaments.standings import queries

Action = AuditEvent.Action


def give_values(
    *,
    tournament: Tournament,
    tie_break: str,
    values: Mapping[int, int | None],
    actor: User,
    seen: Mapping[int, int | None] | None = None,
) -> None:
    """Enter players' values in a tie-break of the event: places in a play-off, or hundredths of a value.

    `values` has them by the players' keys; None takes a value back. `seen` is what the actor's page showed;
    raises Overtaken, by keys, if others have changed the same values. Raises DomainError if the event has no
    such tie-break, is finished, or is not all played.
    """
    with acting(tournament, actor) as act:
        _require_the_end(act)
        if tie_break not in queries.given_tie_breaks(act.tournament):
            raise DomainError("tie_break", _("The event’s tie-breaks do not include it."))
        players = {player.pk: player for player in act.tournament.players.all()}
        if strange := values.keys() - players.keys():
            raise DomainError("player", _("Player %(key)d is not in this event.") % {"key": min(strange)})
        rows = {row.player_id: row for row in act.tournament.given_values.filter(tie_break=tie_break)}
        before = {key: rows[key].value if key in rows else None for key in values}
        refuse_to_overwrite(*(_by_text(one) for one in (before, values, seen or {})))
        changed = [key for key, value in values.items() if before[key] != value]
        for key in changed:
            _store(act, players[key].pk, tie_break, values[key])
        if changed:
            names = {key: f"{players[key].number} {players[key].name}" for key in changed}
            act.record(
                Action.VALUES_GIVEN,
                before={"tie_break": tie_break, "values": {names[key]: before[key] for key in changed}},
                after={"tie_break": tie_break, "values": {names[key]: values[key] for key in changed}},
            )


def draw_lots(*, tournament: Tournament, actor: User) -> str:
    """Draw lots among all players who are equal at the end, once; returns the seed from which they follow."""
    with acting(tournament, actor) as act:
        event = act.tournament
        _require_the_end(act)
        if event.lot_seed:
            # A lot that may be drawn again until it pleases is no lot.
            raise DomainError("drawn", _("The lots are drawn already. They are drawn once."))
        if not queries.equals(event):
            raise DomainError("no_equals", _("No players are level."))
        event.lot_seed = secrets.token_hex(8)
        event.save(update_fields=["lot_seed"])
        act.record(Action.LOTS_DRAWN, after={"lot_seed": event.lot_seed})
        return event.lot_seed


def _require_the_end(act: Act) -> None:
    event = act.tournament
    if event.is_finished:
        raise DomainError("finished", _("The tournament is finished. Open it again first."))
    if next_number(event) is not None or results.open_games(event) or adjourned_games(event):
        raise DomainError("not_over", _("It is decided when the last round is over and all results are in."))


def _store(act: Act, player: int, tie_break: str, value: int | None) -> None:
    rows = act.tournament.given_values
    if value is None:
        rows.filter(player=player, tie_break=tie_break).delete()
        return
    row = rows.filter(player=player, tie_break=tie_break).first()
    row = row or GivenValue(tournament=act.tournament, player_id=player, tie_break=tie_break)
    row.value = value
    row.full_clean()
    row.save()


def _by_text(values: Mapping[int, int | None]) -> dict[str, int | None]:
    return {str(key): value for key, value in values.items()}


def _values_line(before: dict[str, Any], after: dict[str, Any]) -> str:
    kind = GivenValue.TieBreak(after["tie_break"])

    def written(value: int | None) -> str:
        return "–" if value is None else GivenValue(tie_break=kind, value=value).written

    changes = (
        f"{player} {written(before['values'][player])} → {written(value)}"
        for player, value in after["values"].items()
    )
    return _("%(tie_break)s: %(changes)s") % {"tie_break": kind.label, "changes": "; ".join(changes)}


def _seed_line(_before: object, after: dict[str, str]) -> str:
    return _("seed %(seed)s") % {"seed": after["lot_seed"]}


LOG_LINES: LogLines = {Action.VALUES_GIVEN: _values_line, Action.LOTS_DRAWN: _seed_line}
