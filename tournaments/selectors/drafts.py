"""How good a draft is, and how it differs from the pairing that it replaces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import engine
from tournaments.models import AuditEvent, Round
from tournaments.selectors import changes, next_round
from tournaments.selectors.boards import Board, pairing_as_keys
from tournaments.selectors.next_round import Difference

Action = AuditEvent.Action


class Quality(NamedTuple):
    """One thing that an arbiter looks for in a draft, and the boards where it could be better."""

    said: str
    boards: tuple[int, ...] = ()
    more: str = ""


def quality(round_: Round, boards: Sequence[Board], present: engine.Position) -> list[Quality]:
    """How good the boards of a draft are; `present` is the position before it.

    [] for round 1, for teams, and for pairings by a table or a bracket, where other things count.
    """
    event = round_.tournament
    if round_.number == 1 or engine.follows_players(event) or event.boards is not None:
        return []
    found = engine.quality(present, [(board.white, board.black) for board in boards])
    across = tuple(
        place
        for place, board in enumerate(boards, 1)
        if board.white_score + board.white_virtual != board.black_score + board.black_virtual
    )
    return [_met(found.met), _repeated(found.repeated), *_due(found), _across(across)]


def _met(places: tuple[int, ...]) -> Quality:
    if not places:
        return Quality(_("Nobody meets a second time"))
    text = ngettext("One pair has met before", "%(count)d pairs have met before", len(places))
    return Quality(text % {"count": len(places)}, places)


def _repeated(places: tuple[int, ...]) -> Quality:
    if not places:
        return Quality(_("Nobody gets a colour a third time running, or a colour difference of three"))
    text = ngettext(
        "On one board somebody gets a colour a third time running, or a colour difference of three",
        "On %(count)d boards somebody gets a colour a third time running, or a colour difference of three",
        len(places),
    )
    return Quality(text % {"count": len(places)}, places)


def _due(found: engine.Quality) -> list[Quality]:
    """[] if nobody is due a colour yet. If both players are due the same colour, one cannot get it."""
    if not found.due:
        return []
    text = _("Colours: %(granted)d of %(due)d as they are due")
    said = text % {"granted": found.granted, "due": found.due}
    alike = len(found.alike)
    more = ngettext("one pair is due the same one", "%(count)d pairs are due the same one", alike)
    return [Quality(said, more=more % {"count": alike} if alike else "")]


def _across(places: tuple[int, ...]) -> Quality:
    if not places:
        return Quality(_("Everybody meets somebody on the same points"))
    text = ngettext("One pair across score groups", "%(count)d pairs across score groups", len(places))
    return Quality(text % {"count": len(places)}, places)


def since_the_last_draft(round_: Round) -> Difference | None:
    """The changes since the previous draft; None for the first draft.

    The previous draft is the last one that was discarded or paired again, including changes by hand, or the
    published pairing that was withdrawn. The audit trail has it by keys, as numbers may have changed.
    """
    acts = round_.tournament.audit_events.filter(
        action__in=(Action.ROUND_PAIRED, Action.DRAFT_DISCARDED), round_number=round_.number
    )
    before = next((act.before for act in acts if act.before.get("pairs")), None)
    if before is None:
        return None
    people = {player.pk: player for player in round_.tournament.players.all()}
    found = changes.between(_pairing(before), _pairing(pairing_as_keys(round_)))
    return next_round.in_players(found, people)


def _pairing(stored: dict[str, Any]) -> changes.Pairing:
    return changes.Pairing(tuple((white, black) for white, black in stored["pairs"]), stored["pab"])
