"""Sets when rounds are played. Nothing waits for it: a round is paired and published when it is ready."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, time, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.errors import DomainError, Overtaken
from tournaments.log.acts import Act, Told, acting, refuse_to_overwrite
from tournaments.models import AuditEvent, Round, Tournament
from tournaments.selectors import schedule

# Round -> its fields `day` and `time`, or one of them.
Changes = Mapping[int, Mapping[str, Any]]

FIELDS = ("day", "time")


def set_schedule(
    *, tournament: Tournament, changes: Changes, actor: User, seen: Changes | None = None
) -> None:
    """Set when rounds are played, one by one: a day and a time for each, only a day, or neither.

    `seen` is what the actor's page showed; raises Overtaken, with the present fields by round, if others have
    changed the same since. Raises ValidationError, by round, for times that do not fit the event's days or
    the other rounds, and DomainError for a round that does not exist.
    """
    with acting(tournament, actor) as act:
        rounds = _rounds(act)
        if strange := sorted(changes.keys() - rounds.keys()):
            text = _("This tournament has no round %(number)d.")
            raise DomainError("no_round", text % {"number": strange[0]})
        now = dict(_changed_by_others(rounds, changes, seen or {}))
        if now:
            raise Overtaken(now)
        _set(act, rounds, changes)


def fill_schedule(
    *,
    tournament: Tournament,
    first_day: date,
    every: int,
    times: Sequence[time],
    first_times: Sequence[time] = (),
    actor: User,
) -> None:
    """Set when all rounds are played, in one go: one round at each of these times, on each playing day.

    There is a playing day `every` so many days, from the first one on, which may have times of its own;
    without times there is one round a day. What was set before is replaced. Raises ValidationError, by
    round, for days that do not fit the event's.
    """
    with acting(tournament, actor) as act:
        rounds = _rounds(act)
        starts = _starts(first_day, timedelta(days=every), times or [None], first_times or times or [None])
        _set(act, rounds, {number: next(starts) for number in sorted(rounds)})


def _starts(
    day: date, step: timedelta, times: Sequence[time | None], first_times: Sequence[time | None]
) -> Iterator[dict[str, Any]]:
    """The starts of the rounds; the iterator never ends."""
    yield from ({"day": day, "time": time} for time in first_times)
    while True:
        day += step
        yield from ({"day": day, "time": time} for time in times)


def _rounds(act: Act) -> dict[int, Round]:
    return {round_.number: round_ for round_ in act.tournament.rounds.select_related("tournament")}


def _changed_by_others(
    rounds: Mapping[int, Round], changes: Changes, seen: Changes
) -> Iterator[tuple[str, Mapping[str, object]]]:
    for number, wanted in changes.items():
        stored = {name: getattr(rounds[number], name) for name in FIELDS}
        try:
            refuse_to_overwrite(stored, wanted, seen.get(number, {}))
        except Overtaken as error:
            yield str(number), error.now


def _set(act: Act, rounds: Mapping[int, Round], changes: Changes) -> None:
    before = {number: _entry(round_) for number, round_ in rounds.items()}
    for number, fields in changes.items():
        for name, value in fields.items():
            setattr(rounds[number], name, value)
    changed = [number for number, round_ in rounds.items() if _entry(round_) != before[number]]
    if not changed:
        return
    for number in changed:
        _require_sense(rounds[number])
    if faults := schedule.faults(act.tournament, rounds.values()):
        raise ValidationError({str(number): [fault] for number, fault in faults.items()})
    for number in changed:
        rounds[number].save(update_fields=FIELDS)
    act.record(
        AuditEvent.Action.SCHEDULE_SET,
        before={"schedule": {number: before[number] for number in changed}},
        after={"schedule": {number: _entry(rounds[number]) for number in changed}},
    )


def _require_sense(round_: Round) -> None:
    """Raise ValidationError for a day that no report can carry, and for a time without a day."""
    try:
        round_.clean_fields(exclude={f.name for f in round_._meta.fields} - {*FIELDS})
        round_.validate_constraints()
    except ValidationError as error:
        raise ValidationError({str(round_.number): error.messages}) from error


def _entry(round_: Round) -> list[Any]:
    """The round's day and time, as the audit trail keeps them."""
    return [round_.day, round_.time]


type Starts = Mapping[str, Mapping[str, list[str | None]]]


def _told(before: Starts, after: Starts) -> str:
    def change(number: str, start: list[str | None]) -> str:
        was_and_is = " → ".join(filter(None, map(_start, (before["schedule"][number], start))))
        return _("round %(number)s: %(change)s") % {"number": number, "change": was_and_is}

    return "; ".join(change(*item) for item in after["schedule"].items())


def _start(written: list[str | None]) -> str:
    day, at = written
    return schedule.when(date.fromisoformat(day), time.fromisoformat(at) if at else None) if day else ""


TOLD: Told = {AuditEvent.Action.SCHEDULE_SET: _told}
