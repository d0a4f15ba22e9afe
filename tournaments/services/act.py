"""The frame of every act: the lock, the transaction, the audit trail, the revision."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import metrics
from tournaments.errors import DomainError, Overtaken
from tournaments.models import AuditEvent, EntryLink, Helper, Tournament
from tournaments.webhooks import outbox

# Name of the property (`is_…`) that closes an event -> why nothing of it changes then.
CLOSED = {
    "removed": gettext_lazy("This event is removed: nothing in it changes unless it is brought back."),
    "archived": gettext_lazy("This event is in the archive: nothing in it changes until it is taken out."),
    "elsewhere": gettext_lazy(
        "This event is on another machine: nothing in it changes here in the meantime."
    ),
}


class Act:
    """One act in progress: the locked tournament as it is now, and the writer of its audit trail."""

    def __init__(self, tournament: Tournament, actor: User | Helper | None) -> None:
        self.tournament = tournament
        self.actor = actor
        self.recorded: list[AuditEvent] = []
        self.touched: set[int] = set()
        self._at_end: list[Callable[[Act], None]] = []

    @property
    def user(self) -> User | None:
        """The account that acts; None for a helper by a link, and for the program itself."""
        return None if isinstance(self.actor, Helper) else self.actor

    @property
    def revision(self) -> int:
        """The revision that the tournament will have when this act is done."""
        return self.tournament.revision + 1

    def record(
        self,
        action: AuditEvent.Action,
        *,
        subject: object = "",
        round_number: int | None = None,
        before: Mapping[str, Any] | None = None,
        after: Mapping[str, Any] | None = None,
        reason: str = "",
    ) -> AuditEvent:
        """Write one line of the audit trail. An act that records nothing has changed nothing."""
        event = AuditEvent.objects.create(
            tournament=self.tournament,
            actor=self.user,
            helper=self.actor if isinstance(self.actor, Helper) else None,
            action=action,
            subject=str(subject)[:200],
            round_number=round_number,
            before=before or {},
            after=after or {},
            reason=reason,
        )
        self.recorded.append(event)
        return event

    def at_end(self, do: Callable[[Act], None]) -> None:
        """Run this once, after everything else in the act."""
        if do not in self._at_end:
            self._at_end.append(do)

    def count(self) -> None:
        """Count what was done for a monitoring program, once it is committed."""
        for event in self.recorded:
            metrics.ACTS.labels(event.action).inc()

    def end(self) -> None:
        """Run what was put off to the end, and raise the revision of the tournament."""
        if not self.recorded:
            return
        for do in self._at_end:
            do(self)
        self.tournament.revision += 1
        if any(event.action not in AuditEvent.PRIVATE for event in self.recorded):
            self.tournament.public_revision = self.tournament.revision
        self.tournament.save(update_fields=["revision", "public_revision"])
        outbox.note(self.tournament, self.recorded)


def _require_link(tournament: Tournament, helper: Helper) -> None:
    if not EntryLink.objects.standing().filter(pk=helper.link_id, tournament=tournament).exists():
        raise DomainError("link_ended", _("This link has ended. Ask an arbiter for a new one."))


def _require_open(tournament: Tournament, despite: Collection[str]) -> None:
    for name, why in CLOSED.items():
        if name not in despite and getattr(tournament, f"is_{name}"):
            raise DomainError(name, str(why))


def require_unfinished(tournament: Tournament) -> None:
    """Raise DomainError if the event is finished: what its end has stated stays until it is reopened."""
    if tournament.is_finished:
        raise DomainError("finished", _("The tournament is finished. Reopen it first."))


@contextmanager
def acting(
    tournament: Tournament, actor: User | Helper | None, *, despite: Collection[str] = ()
) -> Iterator[Act]:
    """Hold the tournament's lock for one act, in one transaction.

    The lock makes the acts of two arbiters follow one another: without it, eight threads that publish one
    round would all do so. PostgreSQL locks the row; on SQLite, where select_for_update silently does nothing,
    the transaction is IMMEDIATE and so the only writer from its first statement. Either way the tournament is
    read again once the lock is held, and a helper's link too. Raises DomainError if that link has ended, or
    if the event is closed; `despite` names the entries of CLOSED that do not hinder this act.
    """
    with transaction.atomic():
        act = Act(outbox.watched(Tournament.objects.select_for_update()).get(pk=tournament.pk), actor)
        if isinstance(actor, Helper):
            _require_link(act.tournament, actor)
        _require_open(act.tournament, despite)
        yield act
        act.end()
        if act.recorded:
            tournament.revision = act.tournament.revision
            transaction.on_commit(act.count)


def refuse_to_overwrite(
    stored: Mapping[str, Any], changes: Mapping[str, Any], seen: Mapping[str, Any]
) -> None:
    """Raise Overtaken if a field to be changed is no longer as its user's page showed it (`seen`).

    A field that already has the value that the user wants is no conflict. To be called under the lock.
    """
    now = {
        name: stored[name]
        for name in changes.keys() & seen.keys()
        if stored[name] not in (seen[name], changes[name])
    }
    if now:
        raise Overtaken(now)
