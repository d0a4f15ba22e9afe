"""Removes the data of a person that results and their report do not need."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db.models.functions import Substr
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.errors import DomainError
from tournaments.log.acts import Told, acting, fields
from tournaments.models import AuditEvent, Player
from tournaments.selectors import identity, personal
from tournaments.services.players import row_of


def remove_personal_data(*, player: Player, actor: User) -> personal.Removable:
    """Cut births to their year, forget subscribed phones, end own links; returns how many of each.

    Name, title, federation, FIDE ID, club, ratings and results stay: published lists and the report to FIDE
    contain them. What ends of the event state about days of birth tells nothing any more: its salt goes. The
    log stays too, because nothing shortens it; the line that this act writes contains no day of birth. So do
    pairing numbers that a day of birth decided: nothing that the public reads changes.
    Raises DomainError if there is nothing to remove.
    """
    with acting(player.tournament, actor) as act:
        row = row_of(act.tournament, player)
        found = personal.removable(row)
        if not any(found):
            raise DomainError(
                "nothing_to_remove",
                _("Only what results need is kept about %(name)s.") % {"name": row.name},
            )
        # First, because the guard of players in published rounds looks for it.
        player_key = {identity.PLAYER: row.pk}
        act.record(
            AuditEvent.Action.PERSONAL_REMOVED,
            subject=row.name,
            before=player_key,
            after=player_key | {name: count for name, count in found._asdict().items() if count},
        )
        row.birth, row.salt = row.birth_year, ""
        row.save(update_fields=["birth", "salt"])
        row.members.update(birth=Substr("birth", 1, 4))
        row.push_subscriptions.all().delete()
        row.own_links.standing().update(revoked_at=timezone.now())
        return found


TOLD: Told = {
    AuditEvent.Action.PERSONAL_REMOVED: fields(
        births=gettext_lazy("days of birth"),
        phones=gettext_lazy("phones that were told"),
        links=gettext_lazy("links of their own"),
    )
}
