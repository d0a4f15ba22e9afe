"""Taking an act back as its note remembers it, and the settlement of what contradicts the rules."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder
from django.db import DataError, IntegrityError
from django.db.models import F, Model
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.backup import queries as backup
from tournaments.backup.files import refuse
from tournaments.backup.queries import TABLES
from tournaments.chain import services as chain
from tournaments.errors import Conflict, DomainError, Level, RuleWarning
from tournaments.log import queries
from tournaments.log.acts import Act, LogLines, Question, acting, by_its_name, confirm, moment
from tournaments.models import AuditEvent, Correction, Game, IntegrityEvent, Round, Seat, Tournament
from tournaments.models.log import Bye
from tournaments.rounds.queries.by_hand import side_by_side
from tournaments.rounds.services.boards import is_as_corrected, take_back

Action = AuditEvent.Action
Kind = IntegrityEvent.Kind

# Name of a column -> its value as JSON.
Row = dict[str, Any]
# (table, key) -> row.
Snapshot = dict[tuple[str, int], Row]

# Columns that are not set back: counters of acts run on, and acts do not include when a round is played.
UNTOUCHED = {
    *("slug", "revision", "public_revision", "version", "changed_in"),
    *("entered_by_id", "helper_id", "by_hand_from"),
    # It gets smaller when the round is paired anew.
    "counts_from",
    *("day", "time"),
}

# Numbers that are unique at every moment: one must leave its row before another row may have it.
UNIQUE_NUMBER = {"player": "number", "game": "board"}


def snapshot(tournament: Tournament, tables: Iterable[str] = TABLES) -> Snapshot:
    """The event's rows as they are now."""
    return {
        (table, row["id"]): row
        for table in tables
        for row in as_json(backup.rows(TABLES[table], tournament).values())
    }


def snapshot_of_pairing(round_: Round) -> Snapshot:
    """The rows of one round's pairing as they are now; byes that were asked for are not part of it."""
    paired = round_.seats.exclude(kind__in=Seat.REQUESTED)
    tables = {"round": Round.objects.filter(pk=round_.pk), "game": round_.games.all(), "seat": paired}
    return {(table, row["id"]): row for table, rows in tables.items() for row in as_json(rows.values())}


def fit_to_keep(rows: Snapshot) -> list[list[Any]]:
    """A snapshot as a column can keep it: [table, row], …"""
    return [[table, row] for (table, _key), row in rows.items()]


def snapshot_of(rows: Iterable[list[Any]]) -> Snapshot:
    """The snapshot that a column kept."""
    return {(table, row["id"]): row for table, row in rows}


def rewound(rows: Snapshot, changes: Iterable[dict[str, Any]]) -> Snapshot:
    """The snapshot as it was before these changes."""
    earlier = dict(rows)
    for change in changes:
        key = (change["table"], change["key"])
        if change["before"] is None:
            earlier.pop(key, None)
        else:
            earlier[key] = earlier.get(key, {}) | change["before"]
    return earlier


def difference(before: Snapshot, after: Snapshot) -> list[dict[str, Any]]:
    """The changes between two snapshots: each row before and after, None if it was not there."""
    changes = []
    for key in sorted(before.keys() | after.keys()):
        old, new = before.get(key), after.get(key)
        if old is not None and new is not None:
            columns = [name for name in old if name not in UNTOUCHED and old[name] != new[name]]
            if not columns:
                continue
            old, new = ({name: row[name] for name in columns} for row in (old, new))
        changes.append({"table": key[0], "key": key[1], "before": old, "after": new})
    return changes


def is_as_left(tournament: Tournament, changes: Iterable[dict[str, Any]]) -> bool:
    """Whether the rows still are as the act left them."""
    changes = list(changes)
    present = snapshot(tournament, {change["table"] for change in changes})

    def same(change: dict[str, Any]) -> bool:
        row, left = present.get((change["table"], change["key"])), change["after"]
        if row is None or left is None:
            return row is left is None
        return all(row[name] == value for name, value in left.items() if name not in UNTOUCHED)

    return all(map(same, changes))


def put_back(act: Act, changes: Iterable[dict[str, Any]]) -> None:
    """Set the rows back to what they were before the act. The guards of the database apply as always.

    Before anything is written, every table, column and key is proved to be one of the act's own event; which
    accounts acted is not put back. Seats are deleted first and stored last, because who sits where is unique
    at every moment. Raises DomainError for what does not belong to the event, or not any more.
    """
    event = act.tournament
    changes = _own(event, changes)
    _raise_versions(act, changes)
    present = snapshot(event, ["seat"])
    order = list(TABLES)
    coming: list[tuple[str, int, Row]] = []
    for change in sorted(changes, key=lambda change: -order.index(change["table"])):
        table, key, before = change["table"], change["key"], change["before"]
        if before is not None and table == "seat":
            before = present.get((table, key), {}) | before
        if before is None or table == "seat":
            backup.rows(TABLES[table], event).filter(pk=key).delete()
        elif change["after"] is not None and UNIQUE_NUMBER.get(table) in before:
            backup.rows(TABLES[table], event).filter(pk=key).update(**{UNIQUE_NUMBER[table]: None})
        if before is not None:
            coming.append((table, key, before))
    for table, key, row in reversed(coming):
        model = TABLES[table]
        columns = {field.attname: field for field in model._meta.concrete_fields}
        values = {
            name: columns[name].to_python(value)
            for name, value in row.items()
            if columns[name].related_model is not User
        }
        if not backup.rows(model, event).filter(pk=key).update(**values):
            model._base_manager.create(**values | {"id": key})
    event.refresh_from_db()


def _own(tournament: Tournament, changes: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The changes, with every key proved to lead to a row of the event, or to one that they bring back."""
    changes = [_lasting(change) for change in backup.changes(list(changes), lambda _to, key, _place: key)]
    known: defaultdict[type[Model], set[int]] = defaultdict(set)
    for change in changes:
        if change["after"] is None:
            known[TABLES[change["table"]]].add(change["key"])
    for model, gone in known.items():
        for present in model._base_manager.filter(pk__in=gone).values_list("pk", flat=True):
            refuse("changes", present, _("a row that is gone"))

    def own(to: type[Model], key: int, place: str) -> int:
        if to is not User and key not in known[to]:
            if not backup.rows(to, tournament).filter(pk=key).exists():
                refuse(place, key, _("a row of this event"))
            known[to].add(key)
        return key

    return backup.changes(changes, own)


def _lasting(change: dict[str, Any]) -> dict[str, Any]:
    """The change without columns that are not set back."""
    before, after = change["before"], change["after"]
    if before is None or after is None:
        return change
    return change | {"before": {name: value for name, value in before.items() if name not in UNTOUCHED}}


def _raise_versions(act: Act, changes: Iterable[dict[str, Any]]) -> None:
    """Raise the versions of the games that changed, so that open pages notice it."""
    games = [change["key"] for change in changes if change["table"] == "game"]
    backup.rows(Game, act.tournament).filter(pk__in=games).update(
        version=F("version") + 1, changed_in=act.revision, entered_by=act.user, helper=None
    )


def as_json(rows: Iterable[Mapping[str, object]]) -> list[Row]:
    """Rows as they are kept: days and times as text."""
    found: list[Row] = json.loads(json.dumps(list(rows), cls=DjangoJSONEncoder))
    return found


@contextmanager
def breach(
    act: Act, kind: IntegrityEvent.Kind, number: int, *, tables: Iterable[str] = TABLES
) -> Iterator[IntegrityEvent]:
    """Note what the block does to the pairings of round `number`, and keep what is needed to undo it.

    `tables` are those that the block may change, if not all of `keys.TABLES`.
    """
    tables = list(tables)
    before = snapshot(act.tournament, tables)
    event = IntegrityEvent(tournament=act.tournament, kind=kind, round_number=number)
    yield event
    event.audit = act.recorded[-1]
    event.changes = difference(before, snapshot(act.tournament, tables))
    event.save()


def lift(act: Act, number: int, *kinds: IntegrityEvent.Kind) -> None:
    """Note that breaches of these kinds in round `number` no longer hold."""
    queries.active(act.tournament).filter(round_number=number, kind__in=kinds).update(
        lifted_at=timezone.now(), lifted_by=act.user
    )


def lift_gone_byes(act: Act) -> None:
    """Note which full-point byes are gone: taken back, replaced by another bye, or gone with their player."""
    full = Seat.objects.filter(round__tournament=act.tournament, kind=Seat.Kind.FULL_POINT_BYE)
    seats = full.values_list("round__number", "player")
    present = {(number, Bye(player, Seat.Kind.FULL_POINT_BYE)) for number, player in seats}
    for event in queries.active(act.tournament).filter(kind=Kind.FULL_POINT_BYE):
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
        number = queries.current_number(event)
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
        confirm(
            act,
            Question("leave-fide-mode", _("Leave FIDE mode")),
            [warning],
            of={},
            given=confirmation,
            reason=reason,
        )
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
            table=side_by_side((_("Now"), _("Then")), *reversed(queries.in_names(row))),
        )
        confirm(
            act,
            Question("undo", _("Take the change back")),
            [warning],
            of={"event": row.pk},
            given=confirmation,
            reason=reason,
        )
        chain.touch(act, row.round_number)
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
        put_back(act, event.changes)
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
    if fault := queries.why_not_restorable(event):
        raise DomainError(fault.code, fault.message)
    if not is_as_left(tournament, event.changes):
        raise _changed_since()


def _taken_over(_before: object, after: Mapping[str, str]) -> str:
    kinds = dict(Kind.choices)
    told = (str(kinds.get(after["kind"], after["kind"])), moment(after["at"]), after["who"])
    return " · ".join(filter(None, told))


LOG_LINES: LogLines = {
    Action.FIDE_MODE_LEFT: by_its_name,
    Action.RESTORED: by_its_name,
    Action.MANUAL_UNDONE: by_its_name,
    Action.TAKEN_OVER: _taken_over,
}
