"""The arbiters' announcements: on all screens in the hall and on the public pages."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import Conflict
from tournaments.models import Announcement, AuditEvent, Tournament
from tournaments.services.act import acting
from tournaments.services.telling import Told, fields

Action = AuditEvent.Action


def announce(*, tournament: Tournament, text: str, actor: User) -> Announcement:
    """Announce the text until it is taken down. ValidationError for an empty or a long one."""
    with acting(tournament, actor) as act:
        row = Announcement(tournament=act.tournament, text=text, made_by=actor)
        row.full_clean()
        row.save()
        act.record(Action.ANNOUNCED, after={"text": row.text})
        return row


def end_announcement(*, tournament: Tournament, announcement: int, actor: User) -> None:
    """Take the announcement with this key down. Conflict if that has been done already."""
    with acting(tournament, actor) as act:
        row = act.tournament.announcements.standing().filter(pk=announcement).first()
        if row is None:
            raise Conflict("gone", _("This announcement has been taken down already."))
        row.ended_at = timezone.now()
        row.save(update_fields=["ended_at"])
        act.record(Action.ANNOUNCEMENT_ENDED, after={"text": row.text})


TOLD: Told = {
    Action.ANNOUNCED: fields(Announcement),
    Action.ANNOUNCEMENT_ENDED: fields(Announcement),
}
