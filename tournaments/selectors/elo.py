"""The effect of a player's games on their FIDE rating, and the assumptions made for it (B.02)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.models import Player, Rating


@dataclass(frozen=True, slots=True)
class Estimate:
    """What FIDE's next list is expected to say, and the assumptions; or why nothing can be said."""

    outcome: engine.RatingOutcome | None
    assumptions: tuple[str, ...] = ()
    refused: str = ""


def estimate(player: Player, rows: Sequence[engine.SeatRow], people: Mapping[int, Player]) -> Estimate | None:
    """The effect of the player's games; None before the first, and for teams. Arguments are the engine's."""
    if player.tournament.boards is not None:
        return None
    if player.tournament.chess960:
        return Estimate(None, refused=_("Games of Chess960 are not rated in FIDE’s lists."))
    found = engine.rating_outcome(player, rows, people)
    if found is None:
        return None
    if isinstance(found, str):
        return Estimate(None, refused=found)
    return Estimate(found, tuple(_assumptions(player, found)))


def _assumptions(player: Player, found: engine.RatingOutcome) -> list[str]:
    tournament = player.tournament
    said = []
    if found.rating is None:
        said.append(_("It is assumed that this is the first event with rated opponents."))
    elif found.rating.source != Rating.Source.FIDE_LIST:
        said.append(
            _("No FIDE list shows %(rating)d: it is assumed to be a FIDE rating.")
            % {"rating": found.rating.value}
        )
    if found.opponents_assumed:
        said.append(_("The same is assumed of opponents’ ratings that no FIDE list shows."))
    if tournament.start_date is None:
        said.append(
            _("The first day of the event is not known: it is assumed to be the day it was entered here.")
        )
    if tournament.is_long:
        said.append(
            _(
                "The event lasts more than 30 days: FIDE rates each game with the list of its own day, here"
                " all are rated with the ratings that are known."
            )
        )
    return said
