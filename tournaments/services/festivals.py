"""Festivals and seasons: accounts make and remove them, and events become parts of them."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.errors import DomainError
from tournaments.log.acts import Told, acting, fields
from tournaments.models import AuditEvent, Festival, Part, Tournament
from tournaments.selectors.festivals import part_of
from tournaments.services.tournaments import free_slug

Action = AuditEvent.Action


@transaction.atomic
def make_festival(*, name: str, actor: User) -> Festival:
    """Make a festival that the actor owns, without any event yet.

    Raises ValidationError for an invalid name, and DomainError for more than settings.MOST_EVENTS.
    """
    if not actor.is_staff and actor.festivals.count() >= settings.MOST_EVENTS:
        text = _("You have %(count)d festivals and seasons, and may have no more: remove one first.")
        raise DomainError("too_many_festivals", text % {"count": settings.MOST_EVENTS})
    festival = Festival(name=name, slug=free_slug(name, Festival), owner=actor)
    festival.full_clean()
    festival.save()
    return festival


@transaction.atomic
def remove_festival(*, festival: int, actor: User) -> Festival:
    """Remove the actor's festival with this key.

    Raises DomainError if it still has events, or is not the actor's.
    """
    row = Festival.objects.select_for_update().filter(pk=festival, owner=actor).first()
    if row is None:
        raise DomainError("no_festival", _("This festival is not yours, or it is removed already."))
    if row.parts.exists():
        raise DomainError("parts", _("Some events are part of it. Take them out first, on the page of each."))
    row.delete()
    return row


def set_part(*, tournament: Tournament, festival: Festival | None, label: str, actor: User) -> None:
    """Make the event a part of the festival under this label, or of none if `festival` is None.

    Raises DomainError for somebody else's festival, unless the event is in it already, and
    ValidationError for an invalid label.
    """
    with acting(tournament, actor) as act:
        part = part_of(act.tournament)
        before = {"festival": part.festival.name, "label": part.label} if part else {}
        if festival is None:
            after = {}
            Part.objects.filter(tournament=act.tournament).delete()
        else:
            if festival.owner_id != actor.pk and (part is None or part.festival_id != festival.pk):
                raise DomainError(
                    "no_festival", _("Only the person who made a festival can put events into it.")
                )
            part = part or Part(tournament=act.tournament)
            part.festival, part.label = festival, label
            part.full_clean(validate_unique=False)
            part.save()
            after = {"festival": festival.name, "label": part.label}
        if before != after:
            act.record(Action.FESTIVAL_SET, subject=act.tournament.name, before=before, after=after)


TOLD: Told = {
    Action.FESTIVAL_SET: fields(festival=gettext_lazy("festival"), label=gettext_lazy("name within it"))
}
