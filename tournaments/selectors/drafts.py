"""What a draft has otherwise than the pairing that it has taken the place of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tournaments.models import AuditEvent
from tournaments.selectors import changes, next_round
from tournaments.selectors.boards import pairing_as_keys

if TYPE_CHECKING:
    from tournaments.models import Round
    from tournaments.selectors.next_round import Difference

Action = AuditEvent.Action


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
