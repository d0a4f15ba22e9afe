"""The screens of the hall, and the arbiters' announcements there and on the public pages.

A machine asks for a code; an arbiter opens it and says what it shows.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import Conflict, DomainError
from tournaments.hall.queries import by_key, opened
from tournaments.log.acts import LogLines, acting, by_its_name, fields, refuse_to_overwrite
from tournaments.models import Announcement, AuditEvent, Screen, Tournament
from tournaments.models.outside import CODE_LASTS, DIGITS
from tournaments.models.people import hash_of, new_token

Action = AuditEvent.Action

# Machines that asked for a code and were never opened are forgotten after this.
FORGOTTEN_AFTER = timedelta(days=1)
# The time at which a screen was last seen is stored this often at most.
SEEN_STEP = timedelta(seconds=15)


def ask_for_code(*, tournament: Tournament) -> tuple[Screen, str]:
    """Let a machine wait to be opened; returns its row with the code, and its token, stored nowhere."""
    with transaction.atomic():
        event = Tournament.objects.select_for_update().get(pk=tournament.pk)
        waiting = event.screens.exclude(code="")
        waiting.filter(asked_at__lt=timezone.now() - FORGOTTEN_AFTER).delete()
        token = new_token()
        screen = Screen(tournament=event, token_hash=hash_of(token), code=_new_code(event))
        screen.save()
        return screen, token


def renew_code(*, screen: Screen) -> Screen:
    """Give a machine that is still waiting another code, if the one it shows is too old to be typed."""
    with transaction.atomic():
        event = Tournament.objects.select_for_update().get(pk=screen.tournament_id)
        row = event.screens.get(pk=screen.pk)
        if row.code and timezone.now() - row.asked_at > CODE_LASTS:
            row.code, row.asked_at = _new_code(event), timezone.now()
            row.save(update_fields=["code", "asked_at"])
        return row


def _new_code(tournament: Tournament) -> str:
    """A code that no other machine of the event shows."""
    taken = set(tournament.screens.values_list("code", flat=True))
    while (code := f"{secrets.randbelow(10**DIGITS):0{DIGITS}}") in taken:
        pass
    return code


def note_seen(*, screen: Screen) -> None:
    """Note that the screen is there."""
    now = timezone.now()
    if screen.seen_at is None or now - screen.seen_at > SEEN_STEP:
        Screen.objects.filter(pk=screen.pk).update(seen_at=now)


def open_screen(*, tournament: Tournament, code: str, name: str, actor: User) -> Screen:
    """Open the machine that shows the code. DomainError if none does, or if the code is too old."""
    with acting(tournament, actor) as act:
        waiting = act.tournament.screens.exclude(code="").filter(asked_at__gt=timezone.now() - CODE_LASTS)
        screen = waiting.filter(code=code).first()
        if screen is None:
            raise DomainError("code", _("No screen shows this code now. Type the one that it shows."))
        screen.name, screen.code, screen.opened_at = name, "", timezone.now()
        screen.full_clean(exclude=["token_hash"])
        screen.save()
        act.record(Action.SCREEN_OPENED, subject=name)
        return screen


def change_screen(
    *,
    tournament: Tournament,
    screen: int,
    changes: Mapping[str, Any],
    seen: Mapping[str, Any] | None = None,
    actor: User,
) -> None:
    """Change what the screen with this key shows and how, by Screen's fields.

    Raises Conflict if it was closed, Overtaken if somebody else has changed the same.
    """
    with acting(tournament, actor) as act:
        row = by_key(act.tournament, screen)
        stored = {name: getattr(row, name) for name in changes}
        refuse_to_overwrite(stored, changes, seen or {})
        changed = {name: value for name, value in changes.items() if stored[name] != value}
        for name, value in changed.items():
            setattr(row, name, value)
        row.full_clean(exclude=["token_hash"])
        if changed:
            row.save(update_fields=[*changed])
            before = {name: stored[name] for name in changed}
            act.record(Action.SCREEN_CHANGED, subject=row.name, before=before, after=changed)


def show_now(*, tournament: Tournament, screen: int | None, part: str, actor: User) -> None:
    """Have one screen, or all of them if None, show only this part; "" lets them turn again."""
    with acting(tournament, actor) as act:
        rows = [by_key(act.tournament, screen)] if screen else opened(act.tournament)
        if not rows:
            raise DomainError("no_screen", _("No screen is open."))
        for row in rows:
            if row.held != part:
                before, row.held = {"held": row.held}, part
                row.full_clean(exclude=["token_hash"])
                row.save(update_fields=["held"])
                act.record(Action.SCREEN_CHANGED, subject=row.name, before=before, after={"held": part})


def close_screen(*, tournament: Tournament, screen: int, actor: User) -> None:
    """Close a screen: the machine shows a new code."""
    with acting(tournament, actor) as act:
        row = by_key(act.tournament, screen)
        row.delete()
        act.record(Action.SCREEN_CLOSED, subject=row.name)


def _parts(written: str) -> str:
    return ", ".join(str(Screen.Part(part).label) for part in written.split(","))


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
        row = act.tournament.announcements.active().filter(pk=announcement).first()
        if row is None:
            raise Conflict("gone", _("This announcement has been taken down already."))
        row.ended_at = timezone.now()
        row.save(update_fields=["ended_at"])
        act.record(Action.ANNOUNCEMENT_ENDED, after={"text": row.text})


LOG_LINES: LogLines = {
    Action.SCREEN_OPENED: by_its_name,
    Action.SCREEN_CHANGED: fields(Screen, words={"parts": _parts}),
    Action.SCREEN_CLOSED: by_its_name,
    Action.ANNOUNCED: fields(Announcement),
    Action.ANNOUNCEMENT_ENDED: fields(Announcement),
}
