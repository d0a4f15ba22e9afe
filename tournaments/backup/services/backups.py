"""Backups, events that move to another server, and events put away."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid5

from django.contrib.auth.models import User
from django.db import DEFAULT_DB_ALIAS, DataError, IntegrityError, connection, transaction
from django.db.models import Field, Model
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import guards
from tournaments.backup import queries
from tournaments.backup.files import Backup, read, refuse
from tournaments.backup.queries import overdue
from tournaments.backup.services.replay import Replay, came_with_a_file
from tournaments.chain import verification
from tournaments.errors import Conflict, DomainError
from tournaments.event.services.event import free_slug, made_from, make_owner
from tournaments.log.acts import CLOSED, Act, LogLines, acting, by_its_name, fields
from tournaments.models import (
    Announcement,
    AuditEvent,
    Delivery,
    EntryLink,
    Game,
    IntegrityEvent,
    Invitation,
    Membership,
    Part,
    PlayerLink,
    PushSubscription,
    Round,
    Screen,
    ServerAct,
    Tournament,
    Webhook,
)
from tournaments.public.services import forget_phones
from tournaments.results import services as results
from tournaments.rounds.queries.rounds import first_open
from tournaments.server.services import called, note_event
from tournaments.texts import cleaned

Action = AuditEvent.Action


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


# The columns that identify a row that names an account on both machines: primary keys are counted anew.
KNOWN_BY = {
    Announcement: ("made_at",),
    EntryLink: ("made_at", "label"),
    Game: ("round__number", "board"),
    IntegrityEvent: ("audit__at", "kind"),
    Invitation: ("made_at", "label"),
    Round: ("number",),
}


def accounts_here(tournament: Tournament, replay: Replay, lines: Sequence[AuditEvent]) -> dict[int, int]:
    """Number of a person in the file -> the account here that did the same `lines` of the log.

    Two accounts may have the same name, so each number has to be the same account in all of our lines.
    Raises DomainError at the first line where it is not. Also raises it if the file says that an account with
    which somebody logs in, or did, on this machine has acted there: by a line, or by a row that differs here.
    """
    acts = queries.lines_of(replay.source)
    found: dict[int, User] = {}
    numbers: dict[int, int] = {}
    since: dict[int, int] = {}
    for number, (act, line) in enumerate(zip(acts, lines, strict=False), 1):
        who, account = act["actor"], line.actor
        if who is None or account is None:
            continue
        if (same := numbers.setdefault(account.pk, who)) != who:
            refuse(_place(number), who, _("the same person as in line %(line)d") % {"line": since[same]})
        if found.setdefault(who, account) != account:
            refuse(
                _place(number), who, _("another person than the one in line %(line)d") % {"line": since[who]}
            )
        since.setdefault(who, number)
    for number, act in enumerate(acts[len(lines) :], len(lines) + 1):
        if (account := found.get(act["actor"])) and not came_with_a_file(account):
            refuse(_place(number), account.get_username(), _("somebody on the other machine"))
    ours = {number: account.pk for number, account in found.items() if not came_with_a_file(account)}
    for model, known_by in KNOWN_BY.items():
        for field in queries.columns(model):
            if field.related_model is User:
                _require_same(tournament, replay, (model, field, known_by), ours)
    return {number: account.pk for number, account in found.items()}


def _require_same(
    tournament: Tournament,
    replay: Replay,
    column: tuple[type[Model], Field[Any, Any], tuple[str, ...]],
    ours: Mapping[int, int],
) -> None:
    """Refuse a row of the file that names one of our accounts, unless the same row is here."""
    model, field, known_by = column
    here = {*queries.rows(model, tournament).values_list(*known_by, field.attname)}
    for number, row in enumerate(replay.rows[model], 1):
        if account := ours.get(row[field.attname]):
            facts = (_fact(replay, model, row, name) for name in known_by)
            if (*facts, account) not in here:
                place = f"{model._meta.model_name}, {number}, {field.name}"
                refuse(
                    place, replay.source.people[row[field.attname] - 1], _("somebody on the other machine")
                )


def _fact(replay: Replay, model: type[Model], row: Mapping[str, Any], name: str) -> Any:
    """The value in the row of the file, or in the row that it belongs to (as `round__number`)."""
    key, _separator, of = name.partition("__")
    if not of:
        return row[key]
    parent: Any = model._meta.get_field(key).related_model
    return replay.rows[parent][row[f"{key}_id"] - 1][of]


def _place(line: int) -> str:
    return f"auditevent, {line}, actor"


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
            lines, here = queries.own_lines(before), queries.as_it_stands(before)
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
    found = queries.divergence(here, replay.source, len(own))
    if found:
        text = _(
            "Both copies of the event have been continued, and they cannot be merged: line %(line)d of the"
            " log is “%(here)s” here, and “%(there)s” in the file."
        )
        raise DomainError("diverged", text % found._asdict())
    lines = replay.rows[AuditEvent]
    if not tournament.is_elsewhere and len(lines) <= len(own):
        raise DomainError("nothing_new", _("Everything done in the file is already here."))
    if not queries.is_closed(replay.source):
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
    found = ", ".join(f"{name} {count}" for name, count in queries.differing(here, source).items())
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
        for row in queries.rows(Membership, before)
    )
    for whole in (Screen, Webhook, Part):
        queries.rows(whole, before).update(tournament=event)
    players = dict(event.players.values_list("key", "pk"))
    for model in (PlayerLink, PushSubscription):
        rows = list(queries.rows(model, before).select_related("player"))
        kept = [row for row in rows if row.player.key in players]
        for row in kept:
            row.player_id = players[row.player.key]
        model.objects.bulk_update(kept, ["player"])


def _forget(event: Tournament, lines: list[AuditEvent]) -> None:
    """Forget the phones and end the links of players whose data these lines removed elsewhere."""
    removed = [line.after["player"] for line in lines if line.action == Action.PERSONAL_REMOVED]
    queries.rows(PushSubscription, event).filter(player__in=removed).delete()
    links = queries.rows(PlayerLink, event).filter(player__in=removed, revoked_at=None)
    links.update(revoked_at=timezone.now())


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
    Invitation.objects.active().filter(tournament=event).update(revoked_at=now)
    PlayerLink.objects.active().filter(player__tournament=event).update(revoked_at=now)
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
    for model in reversed(queries.all_models()):
        # Past the protection of rows by on_delete: all of them go.
        queries.rows(model, event)._raw_delete(DEFAULT_DB_ALIAS)
    for account in User.objects.filter(pk__in=actors):
        if came_with_a_file(account) and not AuditEvent.objects.filter(actor=account).exists():
            account.delete()


LOG_LINES: LogLines = {
    AuditEvent.Action.EVENT_RESTORED: fields(
        acts=gettext_lazy("acts"), file=gettext_lazy("SHA-256 of the file")
    ),
    Action.HANDED_OVER: fields(where=gettext_lazy("address")),
    Action.HAND_OVER_UNDONE: by_its_name,
    Action.TAKEN_HOME: fields(
        acts=gettext_lazy("acts"),
        file=gettext_lazy("SHA-256 of the file"),
        aside=gettext_lazy("what stood here before"),
        rows=gettext_lazy("rows that are different now"),
    ),
    **dict.fromkeys(
        (Action.EVENT_ARCHIVED, Action.EVENT_UNARCHIVED, Action.EVENT_REMOVED, Action.EVENT_RETURNED),
        by_its_name,
    ),
}
