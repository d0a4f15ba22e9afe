"""The course of an event: repeated from another, part of a festival, its schedule, and its end."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, time, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments import rulebook
from tournaments.chain import services as chain
from tournaments.corrections.services import deadline_runs
from tournaments.errors import Conflict, DomainError, Level, Overtaken, RuleWarning
from tournaments.event.queries import event as event_queries
from tournaments.event.queries import schedule
from tournaments.event.queries.event import Ending, part_of
from tournaments.event.services.event import create_tournament, finish_now, free_slug, name_arbiters
from tournaments.log.acts import Act, LogLines, Question, acting, confirm, fields, refuse_to_overwrite
from tournaments.log.queries import of_pairing
from tournaments.models import AuditEvent, Festival, IntegrityEvent, Part, Round, Tournament
from tournaments.models.fields import names_about
from tournaments.models.log import Text
from tournaments.models.tournament import CHIEF, Matter
from tournaments.own import queries as own
from tournaments.own.services import set_rules
from tournaments.players.queries import presence
from tournaments.players.services.byes import set_absence_rules
from tournaments.players.services.players import add_players
from tournaments.prizes import queries as prizes
from tournaments.prizes.services import add_category, add_prizes, set_prize_fund
from tournaments.rounds.queries.boards import pairing_as_keys
from tournaments.rounds.queries.by_hand import side_by_side
from tournaments.rounds.services.drafts import round_with, second_round
from tournaments.rounds.services.rounds import take_back_publication, throw_away

Action = AuditEvent.Action
Kind = IntegrityEvent.Kind

# What the next event does not take over: its name, address and days, the month of lists that goes with them,
# the edition, as another may be in force by then, the acceleration, which may be that of a file's players,
# the colour, which a lot decides anew, and what has happened.
OF_ITS_OWN = frozenset(
    {
        *("name", "list_month", "edition", "acceleration"),
        *names_about(Tournament, Matter.COPY, Matter.DAYS, Matter.COLOUR, Matter.COURSE),
    }
)


@transaction.atomic
def repeat_event(
    *,
    source: Tournament,
    name: str,
    start_date: date | None,
    end_date: date | None,
    with_players: bool,
    actor: User,
    nonce: UUID | None = None,
) -> Tournament:
    """Make a new event of the actor's with everything announced of `source`, and its players if wanted.

    Regulations, categories, prizes, arbiters for the report, the rules of byes and of players' own links are
    copied; so are the days of rounds, with as many days between, if both events have a first day. Nothing
    that happened there is: no result, bye, number, draft, role or link. Teams are not copied, nor players who
    were expelled. The same `nonce` again returns the event that was made the first time.
    Raises ValidationError and DomainError for what makes no sense on the new days.
    """
    regulations = _announced(source, OF_ITS_OWN)
    regulations |= {"name": name, "start_date": start_date, "end_date": end_date}
    if source.acceleration != Tournament.Acceleration.GIVEN:
        regulations["acceleration"] = source.acceleration
    regulations["edition"] = rulebook.successor_of(rulebook.edition_of(source), end_date)
    event = create_tournament(actor=actor, nonce=nonce, **regulations)
    if event.revision > 1:
        return event
    known = {
        category.pk: add_category(tournament=event, actor=actor, **_announced(category))
        for category in source.categories.all()
    }
    _take_prizes(source, event, known, actor)
    _name_arbiters(source, event, actor)
    rules = _announced(presence.rules_of(source))
    set_absence_rules(tournament=event, without=set(), actor=actor, **rules)
    allowed = _announced(own.rules_of(source))
    set_rules(tournament=event, changes=allowed, actor=actor)
    _take_schedule(source, event, actor)
    if with_players and source.boards is None:
        add_players(tournament=event, entries=event_queries.entries(source), actor=actor)
    event.refresh_from_db()
    return event


def _announced(row: Model, left_out: Collection[str] = ()) -> dict[str, Any]:
    """The row's fields that people enter, so that a new one is taken over; keys of other rows are not."""
    entered = (field for field in row._meta.concrete_fields if field.editable and not field.primary_key)
    return {
        field.name: getattr(row, field.name)
        for field in entered
        if not field.is_relation and field.name not in left_out
    }


def _take_prizes(source: Tournament, event: Tournament, known: dict[int, Any], actor: User) -> None:
    fund = prizes.fund_of(source)
    if fund.pk is None:
        return
    set_prize_fund(tournament=event, changes=_announced(fund), actor=actor)
    for row in fund.lists.all():
        category = known.get(row.category_id or 0)
        add_prizes(tournament=event, actor=actor, category=category, **_announced(row, {"place"}))


def _name_arbiters(source: Tournament, event: Tournament, actor: User) -> None:
    named = {one.place: _announced(one, {"place"}) for one in source.named_arbiters.all()}
    chief = next((person for one, person in named.items() if one == CHIEF), None)
    deputies = [person for one, person in named.items() if one != CHIEF]
    name_arbiters(tournament=event, chief=chief, deputies=deputies, actor=actor)


def _take_schedule(source: Tournament, event: Tournament, actor: User) -> None:
    if source.start_date is None or event.start_date is None:
        return
    later = event.start_date - source.start_date
    starts = {
        round_.number: {"day": round_.day + later, "time": round_.time}
        for round_ in source.rounds.filter(day__isnull=False, number__lte=event.number_of_rounds)
        if round_.day and (event.end_date is None or round_.day + later <= event.end_date)
    }
    set_schedule(tournament=event, changes=starts, actor=actor)


@transaction.atomic
def make_festival(*, name: str, actor: User) -> Festival:
    """Make a festival that the actor owns, without any event yet.

    Raises ValidationError for an invalid name, and DomainError for more than settings.MOST_EVENTS.
    """
    if not actor.is_staff and actor.festivals.count() >= settings.MOST_EVENTS:
        text = _("You have %(count)d festivals and seasons, and may have no more: remove one first.")
        raise DomainError("too_many_festivals", text % {"count": settings.MOST_EVENTS})
    festival = Festival(name=name, slug=free_slug(name, Festival), owner=actor)
    festival.full_clean()
    festival.save()
    return festival


@transaction.atomic
def remove_festival(*, festival: int, actor: User) -> Festival:
    """Remove the actor's festival with this key.

    Raises DomainError if it still has events, or is not the actor's.
    """
    row = Festival.objects.select_for_update().filter(pk=festival, owner=actor).first()
    if row is None:
        raise DomainError("no_festival", _("This festival is not yours, or it is removed already."))
    if row.parts.exists():
        raise DomainError("parts", _("Some events are part of it. Take them out first, on the page of each."))
    row.delete()
    return row


def set_part(*, tournament: Tournament, festival: Festival | None, label: str, actor: User) -> None:
    """Make the event a part of the festival under this label, or of none if `festival` is None.

    Raises DomainError for somebody else's festival, unless the event is in it already, and
    ValidationError for an invalid label.
    """
    with acting(tournament, actor) as act:
        part = part_of(act.tournament)
        before = {"festival": part.festival.name, "label": part.label} if part else {}
        if festival is None:
            after = {}
            Part.objects.filter(tournament=act.tournament).delete()
        else:
            if festival.owner_id != actor.pk and (part is None or part.festival_id != festival.pk):
                raise DomainError(
                    "no_festival", _("Only the person who made a festival can put events into it.")
                )
            part = part or Part(tournament=act.tournament)
            part.festival, part.label = festival, label
            part.full_clean(validate_unique=False)
            part.save()
            after = {"festival": festival.name, "label": part.label}
        if before != after:
            act.record(Action.FESTIVAL_SET, subject=act.tournament.name, before=before, after=after)


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
    for number, named in changes.items():
        for name, value in named.items():
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


def _log_line(before: Starts, after: Starts) -> str:
    def change(number: str, start: list[str | None]) -> str:
        was_and_is = " → ".join(filter(None, map(_start, (before["schedule"][number], start))))
        return _("round %(number)s: %(change)s") % {"number": number, "change": was_and_is}

    return "; ".join(change(*item) for item in after["schedule"].items())


def _start(written: list[str | None]) -> str:
    day, at = written
    return schedule.when(date.fromisoformat(day), time.fromisoformat(at) if at else None) if day else ""


def end_early(
    *, tournament: Tournament, actor: User, reason: str = "", annul: bool = False, confirmation: str = ""
) -> int:
    """Finish the event after the last round that was played; returns that round's number.

    The rounds after it are not played: a draft is thrown away, a public pairing withdrawn, and byes for them
    count for nothing. The number of rounds stays what was announced. With `annul`, a round of which only some
    games were played goes too, which FIDE mode does not allow. Raises ConfirmationNeeded twice, and
    DomainError while a game of the rounds that count is open, or if no round was played or is left.
    """
    with acting(tournament, actor) as act:
        event = act.tournament
        if event.is_finished or event.ended_after is not None:
            raise Conflict("finished", _("The tournament is finished already."))
        if annul and event.in_fide_mode:
            raise DomainError(
                "fide_mode",
                _("In FIDE mode no round is annulled: decide its open games first, or leave FIDE mode."),
            )
        found = event_queries.ending(event, annul=annul)
        if found is None:
            text = _("There is nothing to end early: no round was played, or none is left to play.")
            raise DomainError("nothing_left", text)
        if found.open:
            text = _("Decide the open games first: %(games)s")
            games = " ".join(line.message for line in found.open)
            raise DomainError("open_games", text % {"games": games})
        other = rulebook.not_paired_as_last(event, found.after)
        warnings = (_ends(event, found), *_not_paired_as_last(other), *deadline_runs(event, found.after))
        confirm(
            act,
            Question("end-early", _("End the tournament early")),
            warnings,
            of={"annul": annul},
            given=confirmation,
            reason=reason,
        )
        _end(act, found, other, reason.strip())
        return found.after


def _end(act: Act, found: Ending, other: rulebook.OtherPairing | None, reason: str) -> None:
    event, announced = act.tournament, act.tournament.number_of_rounds
    chain.note_what_no_act_explains(act, {*found.annulled, *found.unplayed})
    audit = act.record(
        Action.TOURNAMENT_ENDED,
        round_number=found.after,
        before={"rounds": announced},
        after={"rounds": found.after},
        reason=reason,
    )
    IntegrityEvent.objects.create(
        tournament=event,
        kind=Kind.ROUNDS,
        round_number=found.after,
        audit=audit,
        before=[Text(str(announced))],
        after=[Text(str(found.after))],
    )
    if other:
        expected = of_pairing(other.expected.boards, other.expected.bye) if other.expected else []
        IntegrityEvent.objects.create(
            tournament=event,
            kind=Kind.CONFIGURATION,
            round_number=found.after,
            audit=audit,
            before=expected,
            after=of_pairing(other.published.boards, other.published.bye),
        )
    event.ended_after = found.after
    event.save(update_fields=["ended_after"])
    for number in found.drafts:
        round_ = round_with(event, number)
        thrown_away = pairing_as_keys(round_)
        throw_away(act, round_)
        act.record(Action.DRAFT_DISCARDED, round_number=number, before=thrown_away)
    firsts = {rulebook.rounds_of_match(event, number).start for number in (*found.annulled, *found.unplayed)}
    # The last one first: the guards let no round be withdrawn before those after it.
    for number in sorted(firsts, reverse=True):
        round_ = round_with(event, number)
        take_back_publication(act, round_, second_round(event, round_), rulebook.Ground.ENDED, reason)
        throw_away(act, round_)
    finish_now(act)


def _ends(event: Tournament, found: Ending) -> RuleWarning:
    """Warn that fewer rounds are played than were announced (C.04.1 a)."""
    facts = {"after": found.after, "announced": event.number_of_rounds}
    text = _("%(announced)d rounds were announced, and the tournament ends after round %(after)d.")
    return RuleWarning(
        Level.NECESSARY,
        "ends_early",
        text % facts,
        article="C.04.1 a",
        facts=facts | {"annulled": found.annulled, "unplayed": found.unplayed, "drafts": found.drafts},
        details=tuple(_that_go(found)),
        consequence=_(
            "The standings after round %(after)d are final. Everybody can read that the tournament ended"
            " early, and why; so does the report."
        )
        % facts,
    )


def _that_go(found: Ending) -> Iterator[str]:
    """A line for each kind of round that is taken away."""

    def listed(numbers: tuple[int, ...]) -> dict[str, str]:
        return {"numbers": ", ".join(map(str, numbers))}

    if found.annulled:
        yield ngettext(
            "Round %(numbers)s is annulled: its results do not count.",
            "Rounds %(numbers)s are annulled: their results do not count.",
            len(found.annulled),
        ) % listed(found.annulled)
    if found.unplayed:
        yield ngettext(
            "The published pairing of round %(numbers)s is withdrawn.",
            "The published pairings of rounds %(numbers)s are withdrawn.",
            len(found.unplayed),
        ) % listed(found.unplayed)
    if found.drafts:
        yield ngettext(
            "The draft of round %(numbers)s is discarded.",
            "The drafts of rounds %(numbers)s are discarded.",
            len(found.drafts),
        ) % listed(found.drafts)


def _not_paired_as_last(other: rulebook.OtherPairing | None) -> Iterator[RuleWarning]:
    """Warn that the rules would have paired the last round otherwise, had it been known to be the last."""
    if other is None:
        return
    published, expected = other.in_names
    yield RuleWarning(
        Level.HARMLESS,
        "not_paired_as_last",
        _("Known to be the last, the last round would have been paired differently. The report says so."),
        article="C.04.3 A.7",
        facts={"published": published, "expected": expected},
        details=(other.message,) if other.message else (),
        table=side_by_side((_("As published"), _("As the last round")), published, expected),
    )


LOG_LINES: LogLines = {
    Action.FESTIVAL_SET: fields(festival=gettext_lazy("festival"), label=gettext_lazy("name within it")),
    AuditEvent.Action.SCHEDULE_SET: _log_line,
    Action.TOURNAMENT_ENDED: fields(rounds=gettext_lazy("rounds")),
}
