"""FIDE mode, and acts that touch the integrity of the pairings, each with its reason and a restore point.

A service does such an act inside `breach`, once its warning has been confirmed::

    with breach(act, Kind.FULL_POINT_BYE, number) as event:
        Seat.objects.create(round=round_, player=row, kind=Seat.Kind.FULL_POINT_BYE)
        event.after = [Bye(row.pk, Seat.Kind.FULL_POINT_BYE)]
        act.record(Action.BYE_GIVEN, ..., reason=reason)   # before the block, or in it

The changes made in the block are the restore point; `before` and `after` are what the list, the report and
the print show. The act's line of the trail, to which the note points, says who did it, when and why. `undo`
takes the act back, `lift` notes that it no longer holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from django.contrib.auth.models import User
from django.db import DataError, IntegrityError
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import Conflict, DomainError, Level, RuleWarning
from tournaments.models import AuditEvent, Correction, IntegrityEvent, Seat, Tournament
from tournaments.models.items import Bye
from tournaments.selectors import integrity
from tournaments.selectors.by_hand import side_by_side
from tournaments.selectors.keys import TABLES
from tournaments.services import publications, restore
from tournaments.services.act import Act, acting
from tournaments.services.boards import is_as_corrected, take_back
from tournaments.services.confirm import confirm
from tournaments.services.telling import Told, by_its_name, moment

Action, Kind = AuditEvent.Action, IntegrityEvent.Kind


@contextmanager
def breach(
    act: Act, kind: IntegrityEvent.Kind, number: int, *, tables: Iterable[str] = TABLES
) -> Iterator[IntegrityEvent]:
    """Note what the block does to the pairings of round `number`, and keep what is needed to undo it.

    `tables` are those that the block may change, if not all of `keys.TABLES`.
    """
    tables = list(tables)
    before = restore.snapshot(act.tournament, tables)
    event = IntegrityEvent(tournament=act.tournament, kind=kind, round_number=number)
    yield event
    event.audit = act.recorded[-1]
    event.changes = restore.difference(before, restore.snapshot(act.tournament, tables))
    event.save()


def lift(act: Act, number: int, *kinds: IntegrityEvent.Kind) -> None:
    """Note that breaches of these kinds in round `number` no longer hold."""
    integrity.standing(act.tournament).filter(round_number=number, kind__in=kinds).update(
        lifted_at=timezone.now(), lifted_by=act.user
    )


def lift_gone_byes(act: Act) -> None:
    """Note which full-point byes are gone: taken back, replaced by another bye, or gone with their player."""
    full = Seat.objects.filter(round__tournament=act.tournament, kind=Seat.Kind.FULL_POINT_BYE)
    seats = full.values_list("round__number", "player")
    present = {(number, Bye(player, Seat.Kind.FULL_POINT_BYE)) for number, player in seats}
    for event in integrity.standing(act.tournament).filter(kind=Kind.FULL_POINT_BYE):
        if not {(event.round_number, item) for item in event.after} <= present:
            event.lifted_at, event.lifted_by = timezone.now(), act.user
            event.save(update_fields=["lifted_at", "lifted_by"])


def leave_fide_mode(*, tournament: Tournament, actor: User, reason: str = "", confirmation: str = "") -> int:
    """Leave FIDE mode for good; returns the round in which that happens.

    It is the latest round that has been paired, or the first. Raises ConfirmationNeeded twice, Conflict
    if FIDE mode was left already, DomainError if the tournament is finished.
    """
    with acting(tournament, actor) as act:
        event = act.tournament
        if not event.in_fide_mode:
            raise Conflict("left", _("FIDE mode was left already; there is no way back."))
        if event.is_finished:
            raise DomainError("finished", _("The tournament is finished. Nothing is left to be done."))
        number = integrity.current_number(event)
        warning = RuleWarning(
            Level.NECESSARY,
            "leave_fide_mode",
            _("In FIDE mode, what FIDE's regulations prohibit is refused. You are about to leave it."),
            article="C.04.2 A.2, C.04.2 A.3",
            facts={"round": number},
            consequence=_(
                "FIDE mode ends in round %(number)d for good. Every page of the event says so from now on,"
                " the public ones too, and so does the report; the event may not be rated."
            )
            % {"number": number},
        )
        confirm(act, "leave-fide-mode", [warning], of={}, given=confirmation, reason=reason)
        act.record(Action.FIDE_MODE_LEFT, round_number=number, reason=reason.strip())
        with breach(act, Kind.FIDE_MODE, number, tables=()):
            event.fide_mode_left_at, event.fide_mode_left_in = timezone.now(), number
            event.save(update_fields=["fide_mode_left_at", "fide_mode_left_in"])
        return number


def undo(
    *, tournament: Tournament, event: int, actor: User, reason: str = "", confirmation: str = ""
) -> IntegrityEvent:
    """Take back the act that the event with this key notes: its rows become what they were before it.

    Raises Conflict if it was taken back already or its rows have changed since; DomainError if it has no
    restore point, or if a published pairing or anything else that is fixed by now would change.
    """
    with acting(tournament, actor) as act:
        row = act.tournament.integrity_events.filter(pk=event).first()
        if row is None or not row.stands:
            raise Conflict("lifted", _("This was taken back already, or no longer holds."))
        _require_restorable(act.tournament, row)
        warning = RuleWarning(
            Level.HARMLESS,
            "undo",
            _("%(what)s, round %(number)d: everything becomes what it was before.")
            % {"what": row.get_kind_display(), "number": row.round_number},
            facts={"event": row.pk},
            table=side_by_side((_("Now"), _("Then")), *reversed(integrity.in_names(row))),
        )
        confirm(act, "undo", [warning], of={"event": row.pk}, given=confirmation, reason=reason)
        publications.touch(act, row.round_number)
        act.record(
            # A pairing by hand is taken back while only arbiters have seen it, and only they are to notice.
            Action.MANUAL_UNDONE if row.kind == Kind.MANUAL_PAIRING else Action.RESTORED,
            subject=row.get_kind_display(),
            round_number=row.round_number,
            before={"event": row.pk},
            reason=reason.strip(),
        )
        _put_back(act, row)
        row.lifted_at, row.lifted_by, row.lifted_reason = timezone.now(), actor, reason.strip()
        row.save(update_fields=["lifted_at", "lifted_by", "lifted_reason"])
        return row


def _put_back(act: Act, event: IntegrityEvent) -> None:
    # A correction knows itself what it has changed, including seats of a published round.
    keys = [change["key"] for change in event.changes if change["table"] == "correction"]
    if keys:
        for correction in Correction.objects.filter(
            game__round__tournament=act.tournament, pk__in=keys
        ).select_related("game__round__tournament"):
            if not is_as_corrected(correction):
                raise _changed_since()
            take_back(act, correction)
        return
    try:
        restore.put_back(act, event.changes)
    except (IntegrityError, DataError, DomainError) as error:
        # The rows are as they were left, but something else has taken their places (a bye, a number), or what
        # they belonged to is gone.
        raise _changed_since() from error


def _changed_since() -> Conflict:
    return Conflict(
        "changed_since",
        _("What this act changed has been changed again since, so it cannot be taken back as a whole."),
    )


def _require_restorable(tournament: Tournament, event: IntegrityEvent) -> None:
    """Raise if the rules do not allow taking the act back, or if its rows have changed since."""
    if fault := integrity.why_not_restorable(event):
        raise DomainError(fault.code, fault.message)
    if not restore.is_as_left(tournament, event.changes):
        raise _changed_since()


def _taken_over(_before: object, after: Mapping[str, str]) -> str:
    kinds = dict(Kind.choices)
    told = (str(kinds.get(after["kind"], after["kind"])), moment(after["at"]), after["who"])
    return " · ".join(filter(None, told))


TOLD: Told = {
    Action.FIDE_MODE_LEFT: by_its_name,
    Action.RESTORED: by_its_name,
    Action.MANUAL_UNDONE: by_its_name,
    Action.TAKEN_OVER: _taken_over,
}
