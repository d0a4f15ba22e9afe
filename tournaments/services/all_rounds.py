"""Publishing all rounds of a round robin at once."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import engine
from tournaments.errors import Conflict, DomainError, Level, RuleWarning
from tournaments.log.acts import acting, confirm
from tournaments.models import Round, Tournament
from tournaments.selectors.boards import pairing_as_keys
from tournaments.services.drafts import clear_draft, make_draft, to_be_paired
from tournaments.services.rounds import lost_hands, make_public, require_no_open_absence


def publish_all_rounds(*, tournament: Tournament, actor: User, confirmation: str = "") -> list[Round]:
    """Pair and publish all rounds of a round robin that are not public: its table is known from the start.

    Returns them. Each is locked as if it had been published alone (C.04.2 D.10, 2026: 4.4). Asks for a
    confirmation first. Raises DomainError for a Swiss, whose rounds follow from results, and everything that
    pairing and publishing a single round raise.
    """
    with acting(tournament, actor) as act:
        event = act.tournament
        if not engine.is_round_robin(event):
            raise DomainError(
                "not_a_table", _("Only the rounds of a round robin are known before they are played.")
            )
        left = list(event.rounds.exclude(state__in=Round.LOCKED))
        if not left:
            raise Conflict("published", _("All rounds are published already."))
        first = to_be_paired(event, left[0].number)
        if first.is_by_hand:
            raise Conflict(
                "by_hand",
                _("Round %(number)d is being paired by hand: end that first.") % {"number": first.number},
            )
        require_no_open_absence(event)
        warning = RuleWarning(
            Level.HARMLESS,
            "publish_all",
            ngettext(
                "%(count)d round is paired by the table, published and locked: its pairings and the pairing"
                " numbers can no longer change.",
                "%(count)d rounds are paired by the table, published and locked: their pairings and the"
                " pairing numbers can no longer change.",
                len(left),
            )
            % {"count": len(left)},
            article=engine.edition_of(event).handling.change_article,
            facts={"rounds": [round_.number for round_ in left]},
        )
        confirm(act, "publish-all", (*lost_hands(first), warning), of={}, given=confirmation)
        for round_ in left:
            replaced = pairing_as_keys(round_) if round_.is_draft else {}
            clear_draft(round_)
            make_draft(act, round_, replaced)
            make_public(act, round_, engine.position(event, before=round_.number))
        return left
