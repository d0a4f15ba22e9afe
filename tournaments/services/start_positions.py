"""Draws the position from which the games of a round of Chess960 begin."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.errors import DomainError
from tournaments.log.acts import Told, acting
from tournaments.models import AuditEvent, Round, Tournament
from tournaments.selectors import start_positions
from tournaments.services.drafts import round_with

Action = AuditEvent.Action


def draw_start_position(
    *, tournament: Tournament, number: int, actor: User, in_the_hall: int | None = None
) -> int:
    """Draw one of the 960 positions for all games of round `number`, once; returns its number.

    Or store the one that was drawn `in_the_hall`. Raises DomainError if there is no such round or position,
    in an event that is not of Chess960, while the round is not published, once its position is drawn, and
    once one of its games has a result.
    """
    with acting(tournament, actor) as act:
        round_ = round_with(act.tournament, number)
        _require_a_lot(round_)
        by_hand = in_the_hall is not None
        drawn = secrets.randbelow(engine.POSITIONS) if in_the_hall is None else in_the_hall
        if not 0 <= drawn < engine.POSITIONS:
            text = _("There is no start position %(found)d; expected 0 to %(last)d.")
            raise DomainError("no_position", text % {"found": drawn, "last": engine.POSITIONS - 1})
        # The database takes no position without its line in the log.
        after = {"start_position": drawn} | ({"in_the_hall": True} if by_hand else {})
        act.record(Action.POSITION_DRAWN, round_number=number, after=after)
        round_.start_position = drawn
        round_.save(update_fields=["start_position"])
        return drawn


def _require_a_lot(round_: Round) -> None:
    facts = {"number": round_.number}
    if not round_.tournament.chess960:
        raise DomainError("no_chess960", _("This event is not one of Chess960."))
    if round_.start_position is not None:
        # A lot that may be drawn again until it pleases is no lot.
        text = _("The start position of round %(number)d is drawn already. It is drawn once.")
        raise DomainError("drawn", text % facts)
    if round_.state != Round.State.PUBLISHED:
        text = _("The start position of round %(number)d is drawn once its pairings are published.")
        raise DomainError("unpublished", text % facts)
    if start_positions.has_moved(round_):
        text = _("A start position is drawn before the first move: round %(number)d has results already.")
        raise DomainError("moved", text % facts)


def _told(_before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    drawn = after["start_position"]
    if after.get("in_the_hall"):
        return _("start position %(position)d, drawn in the hall: %(pieces)s") % {
            "position": drawn,
            "pieces": start_positions.in_words(drawn),
        }
    return _("start position %(position)d: %(pieces)s") % {
        "position": drawn,
        "pieces": start_positions.in_words(drawn),
    }


TOLD: Told = {Action.POSITION_DRAWN: _told}
