"""Who of those that a file names is which account here, where the event goes on with what stands here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.files.backups import refuse
from tournaments.selectors import moving

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from tournaments.files.backups import Backup
    from tournaments.models import Tournament


def accounts_here(tournament: Tournament, source: Backup) -> dict[int, int]:
    """Number of a person in the file -> the account here that did the same lines of the log.

    Two accounts may have one name, so each number has to be one account through all of our lines.
    DomainError at the first line where it is not, and where one with which somebody logs in here is said to
    have acted there.
    """
    acts, lines = moving.lines_of(source), moving.own_lines(tournament)
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
            refuse(_place(number), who, _("another person than in line %(line)d") % {"line": since[who]})
        since.setdefault(who, number)
    for number, act in enumerate(acts[len(lines) :], len(lines) + 1):
        if (account := found.get(act["actor"])) and account.is_active:
            refuse(_place(number), account.get_username(), _("somebody of the other machine"))
    return {number: account.pk for number, account in found.items()}


def _place(line: int) -> str:
    return f"auditevent, {line}, actor"
