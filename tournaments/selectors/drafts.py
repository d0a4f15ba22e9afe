"""How good a draft is, and what it has otherwise than the pairing that it has taken the place of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import engine
from tournaments.models import AuditEvent
from tournaments.selectors import changes, next_round
from tournaments.selectors.boards import pairing_as_keys

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.models import Round
    from tournaments.selectors.boards import Board
    from tournaments.selectors.next_round import Difference

Action = AuditEvent.Action


class Quality(NamedTuple):
    """One thing that an arbiter looks for in a draft, and the boards where it is not at its best."""

    said: str
    boards: tuple[int, ...] = ()
    more: str = ""


def quality(round_: Round, boards: Sequence[Board], present: engine.Position) -> list[Quality]:
    """How good the boards of a draft are; `present` is the position before it.

    Nothing in round 1, of teams, and where a table or a bracket pairs: what is good there is something else.
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
    """Nothing where nobody has had a colour yet. Where both are due the same, one cannot get it."""
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
    """What changes against the draft before; None for the first draft.

    That is the draft that was thrown away or paired again last, with what had been done to it by hand, or
    the published pairing that was withdrawn. It stands in the audit trail, by keys: numbers may have changed.
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
