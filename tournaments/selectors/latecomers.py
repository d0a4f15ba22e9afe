"""Players who arrive when the pairing of a round is published: what can and cannot be done for them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.models import Round, Tournament
from tournaments.selectors import rounds
from tournaments.selectors.cures import Cure, Place


@dataclass(frozen=True, slots=True)
class Way:
    """One of the ways, its article, and the place where it is done if that is another page."""

    title: str
    sentence: str
    article: str
    cure: Cure | None = None


def ways(tournament: Tournament) -> list[Way]:
    """The three ways for a player who comes while a round is on; [] if no round is on."""
    round_ = rounds.round_on(tournament)
    if round_ is None or round_.state != Round.State.PUBLISHED:
        return []
    facts = {"number": round_.number}
    handling = engine.edition_of(tournament).handling
    if coming := rounds.next_number(tournament):
        later = _(
            "Players entered or checked in now are paired from round %(number)d on. The rounds before score"
            " nothing, unless the rules of the event give half a point for them."
        ) % {"number": coming}
    else:
        later = _("There is none: round %(number)d is the last one.") % facts
    cure: Cure | None = Cure(Place.REPAIR, round_.number)
    if engine.Ground.LATE_ENTRY in handling.grounds_for_change:
        withdrawn = _(
            "If those whose pairing changes agree, the pairing of round %(number)d can be withdrawn. Then"
            " enter the player and pair the round again."
        )
    else:
        withdrawn = _(
            "Under these rules that is no ground to change the published pairing of round %(number)d."
        )
        cure = None
    return [
        Way(_("The next round"), later, engine.article(tournament, "C.04.2 C.2")),
        Way(_("The round again"), withdrawn % facts, handling.change_article, cure),
        Way(
            _("A forfeit"),
            _(
                "A player in the published pairing who does not come in time loses by forfeit; a latecomer"
                " takes nobody’s place."
            ),
            _("Laws of Chess 6.7"),
        ),
    ]
