"""Which phones are to be told of a board by Web Push, and what they are told."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db.models import Exists, F, OuterRef, Q, Subquery
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.files.web_push import LASTS
from tournaments.models import PushSubscription, Round

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet

    from tournaments.selectors.followed import Followed

# After this a phone whose push service did not answer is told again; not once the round is older than LASTS.
AGAIN = timedelta(minutes=5)


def due(now: datetime) -> QuerySet[PushSubscription]:
    """The phones that may not have been told of a board; never of a draft.

    A round was published since; or all results of one are in, of which a later one is public already: of a
    round robin whose rounds are published at once the next one begins. Or the clock was set back since.
    """
    public = Round.objects.filter(tournament=OuterRef("player__tournament"), state__in=Round.LOCKED)
    later = Round.objects.filter(tournament=OuterRef("tournament"), number__gt=OuterRef("number"))
    over = public.filter(Exists(later.filter(state__in=Round.LOCKED)), results_at__isnull=False)
    asked_for = PushSubscription.objects.annotate(
        published_at=Subquery(public.order_by("-number").values("published_at")[:1]),
        over_at=Subquery(over.order_by("-results_at").values("results_at")[:1]),
    )
    lately = now - timedelta(seconds=LASTS)
    late = Q(told_until__lt=F("published_at"), published_at__gt=lately)
    late |= Q(told_until__lt=F("over_at"), over_at__gt=lately)
    # Clocks of two machines are not as far apart as that.
    late |= Q(told_until__gt=now + AGAIN)
    return asked_for.filter(late).exclude(tried_at__range=(now - AGAIN, now + AGAIN))


def is_known(followed: Followed, phone: PushSubscription) -> bool:
    """Whether the phone was told of the player’s next game, and its round not published again since."""
    line = followed.card.now
    if line is None or line.number != phone.told_round:
        return False
    published_at = line.seat.round.published_at if line.seat else None
    return published_at is None or published_at <= phone.told_until


def message(followed: Followed, language: str) -> dict[str, str]:
    """What is told of a player’s next game, or bye; nothing where they do not take part."""
    player, line = followed.player, followed.card.now
    if line is None or line.seat is None:
        return {}
    event = player.tournament
    with translation.override(language):
        if line.opponent and line.seat.game:
            facts = {"number": line.number, "board": line.seat.game.board}
            title = _("Round %(number)d: board %(board)d") % facts
            opponent = " ".join(
                str(part) for part in (line.opponent.title, line.opponent.name, line.opponent.rating) if part
            )
            told = _("%(name)s has %(colour)s against %(opponent)s.") % {
                "name": player.name,
                "colour": line.seat.get_colour_display(),
                "opponent": opponent,
            }
        else:
            title = _("Round %(number)d") % {"number": line.number}
            told = f"{player.name}{_(':')} {line.seat.get_kind_display()}"
    return {
        "title": f"{title} · {event.name}",
        "body": told,
        "tag": player.key,
        "lang": language,
    }
