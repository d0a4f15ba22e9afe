"""Puts events away: into the archive, which is read-only, or removed, and later deleted for good."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import DEFAULT_DB_ALIAS, connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import guards
from tournaments.chain import verification
from tournaments.errors import DomainError
from tournaments.log.acts import CLOSED, Act, Told, acting, by_its_name
from tournaments.models import AuditEvent, Delivery, Invitation, PlayerLink, ServerAct, Tournament
from tournaments.results import services as results
from tournaments.rounds.queries.rounds import first_open
from tournaments.selectors import belongings
from tournaments.selectors.put_away import overdue
from tournaments.services.backups.people import came_with_a_file
from tournaments.services.notifications import forget_phones
from tournaments.services.server_log import called, note_event
from tournaments.texts import cleaned

Action = AuditEvent.Action


def archive_event(*, tournament: Tournament, actor: User) -> None:
    """Put the event into the archive: everybody may read it there, and nothing of it changes.

    Links for results end. Raises DomainError while a game of a public round has no result.
    """
    with acting(tournament, actor) as act:
        event = act.tournament
        if (number := first_open(event)) is not None:
            text = _("Round %(number)s is on: the event goes into the archive when all its results are in.")
            raise DomainError("round_on", text % {"number": number})
        results.end_all(act)
        act.record(Action.EVENT_ARCHIVED, subject=event.name)
        event.archived_at = timezone.now()
        event.save(update_fields=["archived_at"])


def unarchive_event(*, tournament: Tournament, actor: User) -> None:
    """Take the event out of the archive, to go on with it. DomainError if it is not there."""
    with acting(tournament, actor, despite={"archived"}) as act:
        if not act.tournament.is_archived:
            raise DomainError("not_archived", _("This event is not in the archive."))
        act.record(Action.EVENT_UNARCHIVED, subject=act.tournament.name)
        act.tournament.archived_at = None
        act.tournament.save(update_fields=["archived_at"])


def remove_event(*, tournament: Tournament, name: str, actor: User) -> None:
    """Hide the event from everybody but the people who may bring it back, for settings.REMOVED_LASTS.

    All its links end, its phones are forgotten, and messages that wait for other programs are not sent.
    Raises DomainError if `name`, as the actor typed it, is not the event's.
    """
    with acting(tournament, actor, despite={"archived", "elsewhere"}) as act:
        event = act.tournament
        if cleaned(name).casefold() != event.name.casefold():
            text = _("Expected the name of the event, %(name)s. Nothing was removed.")
            raise DomainError("name", text % {"name": event.name})
        _end_links(act)
        event.removed_at = act.record(Action.EVENT_REMOVED, subject=event.name).at
        note_event(ServerAct.Action.EVENT_REMOVED, event, actor=actor, at=event.removed_at)
        event.save(update_fields=["removed_at"])


def _end_links(act: Act) -> None:
    event, now = act.tournament, timezone.now()
    results.end_all(act)
    Invitation.objects.standing().filter(tournament=event).update(revoked_at=now)
    PlayerLink.objects.standing().filter(player__tournament=event).update(revoked_at=now)
    forget_phones(event)
    Delivery.objects.waiting().filter(webhook__tournament=event).delete()


def return_event(*, tournament: Tournament, actor: User) -> None:
    """Bring a removed event back as it was, except for its links. DomainError if it is not removed."""
    with acting(tournament, actor, despite=CLOSED) as act:
        if not act.tournament.is_removed:
            raise DomainError("not_removed", _("This event is not removed."))
        act.record(Action.EVENT_RETURNED, subject=act.tournament.name)
        note_event(ServerAct.Action.EVENT_RETURNED, act.tournament, actor=actor)
        act.tournament.removed_at = None
        act.tournament.save(update_fields=["removed_at"])


def purge_removed() -> list[str]:
    """Delete for good the events removed longer ago than settings.REMOVED_LASTS; returns their names.

    Events whose removal the server's log does not have stay (selectors.server_log.faults names them).
    Published rows cannot be deleted while the guards are up: they come down and go up again in the same
    transaction, so nobody finds the database without them. Raises DomainError if they were not as they should
    be before, because putting them up would silently repair that.
    """
    over = overdue()
    if not over.exists():
        return []
    with transaction.atomic():
        # In the order in which others lock several events.
        locked, log = over.order_by("pk").select_for_update(), verification.read()
        events = [event for event in locked if verification.is_logged(event, log)]
        if not events:
            return []
        if found := guards.faults():
            text = _("The locks of the database are not as they should be: %(faults)s. Nothing was deleted.")
            raise DomainError("guards", text % {"faults": ", ".join(map(str, found))})
        guards.drop()
        for event in events:
            _delete(event)
            note_event(ServerAct.Action.EVENT_PURGED, event)
        # PostgreSQL makes no trigger on a table while checks of rows deleted there are still pending.
        connection.check_constraints()
        guards.create()
    return list(map(called, events))


def _delete(event: Tournament) -> None:
    """Delete all rows of the event, first those that point to others; and accounts that came with it."""
    actors = list(event.audit_events.exclude(actor=None).values_list("actor", flat=True).distinct())
    for model in reversed(belongings.all_models()):
        # Past the protection of rows by on_delete: all of them go.
        belongings.rows(model, event)._raw_delete(DEFAULT_DB_ALIAS)
    for account in User.objects.filter(pk__in=actors):
        if came_with_a_file(account) and not AuditEvent.objects.filter(actor=account).exists():
            account.delete()


TOLD: Told = dict.fromkeys(
    (Action.EVENT_ARCHIVED, Action.EVENT_UNARCHIVED, Action.EVENT_REMOVED, Action.EVENT_RETURNED), by_its_name
)
