"""Ratings by round: in a long event an earlier round keeps the rating that it was played with (C.07 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.models import AuditEvent, EarlierRating, Player, Round, Tournament
from tournaments.services.act import acting, require_unfinished

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.contrib.auth.models import User


def keep_earlier(tournament: Tournament, before: Mapping[Player, int | None]) -> None:
    """Keep the ratings that players had `before` an act, for the published rounds of a long event.

    A rating that counted for no round is not kept. The act must have been recorded: the guards check that.
    """
    public = tournament.rounds.filter(state__in=Round.LOCKED).order_by("-number")
    last = public.values_list("number", flat=True).first()
    if not tournament.is_long or last is None:
        return
    kept = {
        row.player_id: row
        for row in EarlierRating.objects.filter(player__in=[player.pk for player in before], until=last)
    }
    gone = [
        kept[player.pk].pk
        for player in before
        if player.pk in kept and kept[player.pk].value == player.rating
    ]
    EarlierRating.objects.filter(pk__in=gone).delete()
    EarlierRating.objects.bulk_create(
        EarlierRating(player=player, until=last, value=rating)
        for player, rating in before.items()
        if player.pk not in kept and player.rating != rating and player.first_round <= last
    )


def forget_earlier(*, player: Player, actor: User) -> None:
    """Let the present rating count from round 1 on: the earlier ones were mistakes.

    Raises DomainError if there is none, or the event is finished.
    """
    with acting(player.tournament, actor) as act:
        rows = EarlierRating.objects.filter(player=player, player__tournament=act.tournament)
        told = [f"{row.value or '–'} ({row.until})" for row in rows]
        require_unfinished(act.tournament)
        if not told:
            raise DomainError("rating", _("%(name)s has no earlier rating.") % {"name": player.name})
        act.record(
            AuditEvent.Action.PLAYER_CHANGED,
            subject=player.name,
            before={"earlier_ratings": told},
            after={"earlier_ratings": [str(player.rating or "–")]},
        )
        rows.delete()
