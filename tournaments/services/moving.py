"""Moving an event: one machine hands it over, another goes on with it, and it comes home with its log."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import DataError, IntegrityError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.errors import Conflict, DomainError
from tournaments.event.services.event import free_slug
from tournaments.files.backups import Backup, read, refuse
from tournaments.log.acts import Act, Told, acting, by_its_name, fields
from tournaments.models import (
    AuditEvent,
    Membership,
    Part,
    PlayerLink,
    PushSubscription,
    Screen,
    ServerAct,
    Tournament,
    Webhook,
)
from tournaments.results import services as results
from tournaments.selectors import belongings, moving
from tournaments.services.backups import replayed
from tournaments.services.backups.attribution import accounts_here
from tournaments.services.backups.replay import Replay
from tournaments.services.server_log import note_event

Action = AuditEvent.Action

# How far clocks may be off: in a hall without internet nothing sets the clock of a laptop.
CLOCKS = timedelta(days=1)


def hand_over(*, tournament: Tournament, where: str, actor: User) -> None:
    """Let another machine go on with the event: from now on nothing of it changes on this one.

    The other machine restores the backup that is taken then; its log says that it came from the address
    `where`. Links for results end. Raises Conflict if it is handed over already.
    """
    with acting(tournament, actor, despite={"elsewhere"}) as act:
        if act.tournament.is_elsewhere:
            raise Conflict("elsewhere", _("This event is handed over already."))
        results.end_all(act)
        act.record(Action.HANDED_OVER, subject=act.tournament.name, after={"where": where})
        act.tournament.handed_over_at = timezone.now()
        act.tournament.save(update_fields=["handed_over_at"])


def undo_hand_over(*, tournament: Tournament, reason: str, actor: User) -> None:
    """Let the event go on here after all: what the other machine did with it can no longer come home.

    Raises DomainError without a reason, if it is not handed over, and if it came home already.
    """
    with acting(tournament, actor, despite={"elsewhere"}) as act:
        if not act.tournament.is_elsewhere or act.tournament.set_aside_for:
            raise DomainError("at_home", _("This event is not handed over."))
        if not reason:
            raise DomainError("reason", _("Say why: it is kept in the log."))
        act.record(Action.HAND_OVER_UNDONE, subject=act.tournament.name, reason=reason)
        act.tournament.handed_over_at = None
        act.tournament.save(update_fields=["handed_over_at"])


def take_home(*, tournament: Tournament, data: bytes, actor: User) -> Tournament:
    """Put the event of a backup in the place of the one that it continues, at the same address.

    Its log has to continue ours line by line, and its chain has to continue ours. Then it is stored like any
    backup, under the guards; people who acted here before keep their accounts. Roles, players' own links,
    subscribed phones, screens and webhooks are those of this machine. The event as it was here is set aside,
    at an address of its own, and does not change any more.
    The log records how many rows of which section are different in the file.
    Raises DomainError for an unusable file, if rows differ though no line was added, if the other machine has
    not handed the event over, if times of lines are off by more than a day, and if both copies have gone on:
    then it names the first line in which they differ. Nothing is changed in these cases.
    """
    source = read(data)
    try:
        with acting(tournament, actor, despite={"elsewhere"}) as act:
            before = act.tournament
            if before.set_aside_for:
                raise DomainError("set_aside", _("The event that came home is at another address already."))
            # First, because it checks every value of the file.
            replay = Replay(source)
            lines, here = moving.own_lines(before), moving.as_it_stands(before)
            _require_continuation(before, replay, lines, here)
            rows = _others(here, source, is_longer=len(replay.rows[AuditEvent]) > len(lines))
            replay.accounts = accounts_here(before, replay, lines)
            [row] = replay.rows[Tournament]
            row["slug"] = before.slug
            _set_aside(act)
            event = replayed(replay)
            _take_along(before, event)
            _forget(event, list(event.audit_events.order_by("pk"))[len(lines) :])
            with acting(event, actor) as there:
                there.record(
                    Action.TAKEN_HOME,
                    subject=event.name,
                    after={
                        "acts": len(source.sections["auditevent"].rows),
                        "file": hashlib.sha256(data).hexdigest(),
                        "aside": before.slug,
                    }
                    | ({"rows": rows} if rows else {}),
                )
            note_event(ServerAct.Action.EVENT_ADDED, event, actor=actor)
            return event
    except (IntegrityError, DataError) as error:
        raise DomainError(
            "backup", _("The database refuses the backup: %(why)s.") % {"why": error}
        ) from error


def _require_continuation(
    tournament: Tournament, replay: Replay, own: Sequence[AuditEvent], here: Backup
) -> None:
    found = moving.divergence(here, replay.source, len(own))
    if found:
        text = _(
            "Both copies of the event have been continued, and they cannot be merged: line %(line)d of the"
            " log is “%(here)s” here, and “%(there)s” in the file."
        )
        raise DomainError("diverged", text % found._asdict())
    lines = replay.rows[AuditEvent]
    if not tournament.is_elsewhere and len(lines) <= len(own):
        raise DomainError("nothing_new", _("Everything done in the file is already here."))
    if not moving.is_closed(replay.source):
        text = _(
            "The event is still running on the other machine. Hand it over there, on “On another machine”,"
            " and bring the backup that you take then."
        )
        raise DomainError("open_there", text)
    latest = own[-1].at
    for number, line in enumerate(lines[len(own) :], len(own) + 1):
        if not latest - CLOCKS <= line["at"] <= timezone.now() + CLOCKS:
            expected = _("a time after the line before it, and not to come")
            refuse(f"auditevent, {number}, at", line["at"].isoformat(), expected)
        latest = max(latest, line["at"])


def _others(here: Backup, source: Backup, *, is_longer: bool) -> str:
    """How many rows of each section differ from those here; DomainError if no line of the log says why."""
    found = ", ".join(f"{name} {count}" for name, count in moving.differing(here, source).items())
    if found and not is_longer:
        text = _("Rows of the file differ from those here, and its log does not say why: %(rows)s.")
        raise DomainError("unlogged", text % {"rows": found})
    return found


def _set_aside(act: Act) -> None:
    """Give the event here an address of its own, so that its old one is free."""
    event, address = act.tournament, act.tournament.slug
    event.slug = free_slug(f"{address[:40]}-before")
    act.record(Action.TAKEN_HOME, subject=event.name, after={"aside": event.slug})
    event.handed_over_at = event.handed_over_at or timezone.now()
    event.set_aside_for = address
    event.save(update_fields=["slug", "handed_over_at", "set_aside_for"])


def _take_along(before: Tournament, event: Tournament) -> None:
    """Give the event that came home everything that each machine settles for itself."""
    Membership.objects.bulk_create(
        Membership(tournament=event, user_id=row.user_id, role=row.role)
        for row in belongings.rows(Membership, before)
    )
    for whole in (Screen, Webhook, Part):
        belongings.rows(whole, before).update(tournament=event)
    players = dict(event.players.values_list("key", "pk"))
    for model in (PlayerLink, PushSubscription):
        rows = list(belongings.rows(model, before).select_related("player"))
        kept = [row for row in rows if row.player.key in players]
        for row in kept:
            row.player_id = players[row.player.key]
        model.objects.bulk_update(kept, ["player"])


def _forget(event: Tournament, lines: list[AuditEvent]) -> None:
    """Forget the phones and end the links of players whose data these lines removed elsewhere."""
    removed = [line.after["player"] for line in lines if line.action == Action.PERSONAL_REMOVED]
    belongings.rows(PushSubscription, event).filter(player__in=removed).delete()
    links = belongings.rows(PlayerLink, event).filter(player__in=removed, revoked_at=None)
    links.update(revoked_at=timezone.now())


TOLD: Told = {
    Action.HANDED_OVER: fields(where=gettext_lazy("address")),
    Action.HAND_OVER_UNDONE: by_its_name,
    Action.TAKEN_HOME: fields(
        acts=gettext_lazy("acts"),
        file=gettext_lazy("SHA-256 of the file"),
        aside=gettext_lazy("what stood here before"),
        rows=gettext_lazy("rows that are different now"),
    ),
}
