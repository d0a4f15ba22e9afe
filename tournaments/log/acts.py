"""An act: confirmed if it must be, done in one transaction under the lock, and told in the log."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from typing import TYPE_CHECKING, Any, NamedTuple

from django.contrib.auth.models import User
from django.core import signing
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.db.models import Model
from django.utils.dateformat import format as date_format
from django.utils.dateparse import parse_datetime
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import tournaments
from tournaments import monitoring, rulebook
from tournaments.errors import ConfirmationNeeded, DomainError, Level, Overtaken, RuleWarning
from tournaments.guards import database
from tournaments.models import AuditEvent, EntryLink, Game, Helper, Player, Tournament
from tournaments.webhooks import outbox

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

type Text = str | _StrPromise
type Renderer = Callable[[Any, Any], str]
type LogLines = dict[AuditEvent.Action, Renderer]

NOTHING: tuple[Any, ...] = ("", None, [])

# Facts of lines that the guards hold against what changes; people read them in other words beside.
RATED, KEY = "rated", "key"
FOR_GUARDS = (RATED, KEY)


def by_its_name(_before: object, _after: object) -> str:
    """Nothing: the name of the action and its subject say everything."""
    return ""


def fields(
    *models: type[Model], words: Mapping[str, Callable[[Any], Text]] | None = None, **names: Text
) -> Renderer:
    """A renderer of the values of fields before and after: `rating 2395 → 2400 · club SC Riga`.

    Fields have the names that the models give them, or those in `names`; values are worded by the choices of
    the field, or by `words`.
    """

    def told(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
        known = {field.name: field for model in models for field in model._meta.concrete_fields}
        called = {key: field.verbose_name for key, field in known.items()} | names
        said = {key: dict(field.flatchoices).get for key, field in known.items()} | dict(words or {})

        def value(key: str, item: Any) -> str:
            if isinstance(item, bool):
                return _("yes") if item else _("no")
            if isinstance(item, list):
                # Not commas, because names contain them.
                return "; ".join(map(str, item[:5])) + (" …" if len(item) > 5 else "")
            return str((key in said and said[key](item)) or item)

        return " · ".join(
            f"{called.get(key, key)} {value(key, before[key])} → {value(key, item)}"
            if before.get(key) not in NOTHING
            else f"{called.get(key, key)} {value(key, item)}"
            for key, item in after.items()
            if key not in FOR_GUARDS
            and item not in NOTHING
            and item != before.get(key)
            and (item is not False or key in before)
        )

    return told


def moment(written: str) -> str:
    """A time in the audit trail, as the hall's clock shows it."""
    read = parse_datetime(written)
    return date_format(localtime(read), _("j N H:i")) if read else written


def write(column: str, rows: Collection[Game] | Collection[Player]) -> None:
    """Store this column of these rows, with one statement for each row.

    `bulk_update` makes one statement with a case for each row, and for every row the database goes through
    all cases: for 2,000 players that takes a second.
    """
    if not rows:
        return
    table, name = (connection.ops.quote_name(name) for name in (next(iter(rows))._meta.db_table, column))
    with connection.cursor() as cursor:
        cursor.executemany(
            f'UPDATE {table} SET {name} = %s WHERE "id" = %s',  # noqa: S608  names of our own
            [(getattr(row, column), row.pk) for row in rows],
        )


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
            monitoring.ACTS.labels(event.action).inc()

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
    if not EntryLink.objects.active().filter(pk=helper.link_id, tournament=tournament).exists():
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


# As earlier releases signed: a question that is open during an upgrade can still be answered.
SALT = "tournaments.services.confirm"
# Seconds for which an answer holds: an arbiter who went to lunch over the question is asked again.
HOLDS = 3600


class Question(NamedTuple):
    """The act that is asked about: its name, by which answers are told apart, and its label.

    The label is a verb with its object, which the page asks about and its button shows. It may contain
    arguments of the act (`of`).
    """

    name: str
    label: Text


def confirm(
    act: Act,
    what: Question,
    found: Iterable[RuleWarning],
    *,
    of: Mapping[str, Any],
    given: str,
    reason: str | None = None,
) -> None:
    """Return if the arbiter has confirmed the act `what` with the arguments `of`, or nothing is amiss.

    `given` is the answer as it was posted, "" for none. If `reason` is not None, a reason is asked for
    together with the answer. Raises ConfirmationNeeded while the question is open, and DomainError for
    what FIDE mode prohibits.
    """
    warnings = tuple(found)
    for warning in warnings:
        if warning.level is Level.PROHIBITED and act.tournament.in_fide_mode:
            raise DomainError(
                warning.code,
                _("%(sentence)s FIDE mode prohibits it (%(article)s).")
                % {
                    "sentence": warning.sentence,
                    "article": rulebook.article(act.tournament, warning.article),
                },
            )
    ask(what, warnings, of={"tournament": act.tournament.pk, **of}, by=act.actor, given=given, reason=reason)


def ask(
    what: Question,
    warnings: Sequence[RuleWarning],
    *,
    of: Mapping[str, Any],
    by: User | Helper | None,
    given: str,
    reason: str | None = None,
) -> None:
    """Like `confirm`, for an act before there is a tournament: `of` must then name everything it is about."""
    level = max(
        (w.level for w in warnings), default=Level.ALLOWED, key=lambda level: (level.questions, level)
    )
    if not level.questions:
        return
    digest = _digest(what.name, warnings, of, by)
    answered = _answered(given, digest)
    wanted = reason is not None and not reason.strip()
    if answered == level.questions and not wanted:
        return
    # An answer without its reason does not count.
    step = 1 if wanted else answered + 1
    raise ConfirmationNeeded(
        label=str(what.label) % dict(of),
        warnings=warnings,
        level=level,
        step=step,
        token=signing.dumps([digest, step], salt=SALT),
        reason=reason,
        stale=bool(given) and not answered,
    )


def _digest(
    what: str, warnings: Sequence[RuleWarning], of: Mapping[str, Any], by: User | Helper | None
) -> str:
    """A digest of the question. Independent of the language: it may be changed between the pages."""
    named = [(warning.level, warning.code, dict(warning.facts)) for warning in warnings]
    person = by and (by._meta.model_name, by.pk)
    text = json.dumps([what, dict(of), person, named], sort_keys=True, cls=DjangoJSONEncoder)
    return hashlib.sha256(text.encode()).hexdigest()


def _answered(given: str, digest: str) -> int:
    """How many questions of this act the answer has answered; 0 for none, or for those of another act."""
    try:
        signed, step = signing.loads(given, salt=SALT, max_age=HOLDS)
    except (signing.BadSignature, ValueError, TypeError):
        return 0
    return int(step) if signed == digest else 0


def tables() -> Iterator[Mapping[AuditEvent.Action, Renderer]]:
    """What each module of services says of its acts, and what the repair of the guards says."""
    yield database.LOG_LINES
    for found in walk_packages(tournaments.__path__, "tournaments."):
        if "services" in found.name.split("."):
            yield getattr(import_module(found.name), "LOG_LINES", {})


@cache
def renderers() -> dict[str, Renderer]:
    """The renderer of each action. Asked for late, as services import this module."""
    return {action: renderer for table in tables() for action, renderer in table.items()}


def change(act: AuditEvent) -> str:
    """What an act changed, in words: `board 12: ½-½ → 0-1`, `half-point bye`, `59 boards`.

    A line that no service has written is shown as it is: it must not hide the others.
    """
    if act.after == {}:
        return ""
    try:
        return renderers()[act.action](act.before, act.after)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return f"{act.before} → {act.after}"
