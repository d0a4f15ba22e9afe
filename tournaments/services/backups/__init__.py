"""Bringing an event back from a backup, as a new event of this machine."""

from __future__ import annotations

import hashlib
from uuid import UUID, uuid5

from django.contrib.auth.models import User
from django.db import DataError, IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.chain import verification
from tournaments.errors import Conflict, DomainError
from tournaments.event.services.event import made_from, make_owner
from tournaments.files.backups import read
from tournaments.log.acts import Told, fields
from tournaments.models import AuditEvent, ServerAct, Tournament
from tournaments.services.backups.replay import Replay
from tournaments.services.server_log import note_event


def restore_event(*, data: bytes, actor: User, nonce: UUID | None = None) -> Tournament:
    """Restore the event of a backup, at its old address if that is free; the actor becomes its owner.

    People who acted come back as names: accounts that nobody can log in with. The rows are stored act by act,
    in the order of the log, so that the guards check each of them as they did when it was made; then rows,
    log and chain of fingerprints are compared with one another. The same `nonce` again is the same form sent
    twice: it returns the event that was made the first time.
    Raises DomainError with place, found and expected, and leaves nothing behind, for a file that is damaged,
    was changed, or holds something that no event can have; Conflict if an event at its address is made at the
    same moment.
    """
    source = read(data)
    own = uuid5(nonce, str(actor.pk)) if nonce else None
    replay = Replay(source, own)
    try:
        with transaction.atomic():
            if made := made_from(own):
                return made
            event = replayed(replay)
            make_owner(event, actor)
            # This is not an act of the event, and so not in its next backup: its revision stays.
            AuditEvent.objects.create(
                tournament=event,
                actor=actor,
                action=AuditEvent.Action.EVENT_RESTORED,
                subject=event.name,
                after={
                    "acts": len(source.sections["auditevent"].rows),
                    "file": hashlib.sha256(data).hexdigest(),
                },
            )
            note_event(ServerAct.Action.EVENT_ADDED, event, actor=actor)
            return event
    except (IntegrityError, DataError) as error:
        # The form was sent twice at once, and the other request was faster.
        if made := made_from(own):
            return made
        # The address was free when it was chosen.
        if Tournament.objects.filter(slug=replay.address).exists():
            text = _("An event at this address was made at the same moment. Nothing of this file was kept.")
            raise Conflict("at_once", text) from error
        raise DomainError(
            "backup", _("The database refuses the backup: %(why)s.") % {"why": error}
        ) from error


def replayed(replay: Replay) -> Tournament:
    """Store a backup and return its event; to be called in a transaction.

    Raises DomainError if rows, log and chain of fingerprints contradict one another.
    """
    event = replay.event()
    for difference in verification.contradictions(event):
        raise DomainError("backup", _("The backup contradicts itself: %(what)s.") % {"what": difference})
    return event


TOLD: Told = {
    AuditEvent.Action.EVENT_RESTORED: fields(
        acts=gettext_lazy("acts"), file=gettext_lazy("SHA-256 of the file")
    )
}
