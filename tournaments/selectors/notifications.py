"""The phones that are due a notification by Web Push, and the message they get."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.files.web_push import LASTS
from tournaments.models import PushSubscription, Round
from tournaments.ratings import queries as ratings
from tournaments.selectors.followed import Followed

# A phone whose push service did not answer is tried again after this; not once the round is older than LASTS.
AGAIN = timedelta(minutes=5)


def due(now: datetime) -> QuerySet[PushSubscription]:
    """The phones that may not have been notified of a board; drafts never count.

    Since the last notification, a round was published; or all results of a round came in while a later round
    is already public, as in a round robin published at once, where the next round then begins; or the clock
    was set back.
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
    # The clocks of two machines do not differ by that much.
    late |= Q(told_until__gt=now + AGAIN)
    return asked_for.filter(late).exclude(tried_at__range=(now - AGAIN, now + AGAIN))


def is_known(followed: Followed, phone: PushSubscription) -> bool:
    """Whether the phone was notified of the player’s next game and its round not published again since."""
    line = followed.card.now
    if line is None or line.number != phone.told_round:
        return False
    published_at = line.seat.round.published_at if line.seat else None
    return published_at is None or published_at <= phone.told_until


def message(followed: Followed, language: str) -> dict[str, str]:
    """The message about a player’s next game or bye; {} if they do not take part."""
    player, line = followed.player, followed.card.now
    if line is None or line.seat is None:
        return {}
    event = player.tournament
    with translation.override(language):
        if line.opponent and line.seat.game:
            facts = {"number": line.number, "board": line.seat.game.board}
            title = _("Round %(number)d: board %(board)d") % facts
            known = (line.opponent.title, line.opponent.name, ratings.in_print(line.opponent))
            told = _("%(name)s has %(colour)s against %(opponent)s.") % {
                "name": player.name,
                "colour": line.seat.get_colour_display(),
                "opponent": " ".join(filter(None, known)),
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
