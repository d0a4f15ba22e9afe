"""Who plays and who does not: the check-in before round 1, byes, and absences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments import rulebook
from tournaments.errors import Conflict, DomainError, Level, RuleWarning
from tournaments.log.acts import (
    KEY,
    Act,
    LogLines,
    Question,
    Text,
    acting,
    by_its_name,
    confirm,
    fields,
    refuse_to_overwrite,
)
from tournaments.log.services import breach, lift_gone_byes
from tournaments.models import (
    Absence,
    AbsenceRules,
    AuditEvent,
    IntegrityEvent,
    Player,
    Round,
    Seat,
    Tournament,
)
from tournaments.models.log import Bye
from tournaments.players.queries import presence
from tournaments.players.services import numbers, players
from tournaments.players.services.players import row_of
from tournaments.rounds.queries import rounds
from tournaments.rounds.queries.rounds import PAIRED

Answer = Absence.Answer

Action = AuditEvent.Action
Presence = Player.Presence


def start_check_in(*, tournament: Tournament, actor: User) -> None:
    """From now on, pair only players who have been seen, or whom the arbiter decides to expect."""
    with acting(tournament, actor) as act:
        event = act.tournament
        if event.check_in_at:
            raise Conflict("check_in", _("The check-in has been started already."))
        _require_before_round_1(event)
        event.check_in_at = timezone.now()
        event.save(update_fields=["check_in_at"])
        act.record(Action.CHECK_IN_STARTED, subject=str(event.players.count()))


def abandon_check_in(*, tournament: Tournament, actor: User) -> None:
    """Pair everybody on the list, as without a check-in; it is forgotten who was seen."""
    with acting(tournament, actor) as act:
        event = act.tournament
        if not event.check_in_at:
            raise Conflict("no_check_in", _("There is no check-in."))
        _require_before_round_1(event)
        event.check_in_at = None
        event.save(update_fields=["check_in_at"])
        event.players.update(presence=Presence.MISSING)
        act.record(Action.CHECK_IN_ABANDONED)


def note_presence(*, player: Player, presence: str, actor: User) -> None:
    """Note that a player is there, is expected, or is missing after all.

    "expected" is the arbiter's decision to pair a player who has not arrived (C.04.2 C.1, C.2). Players seen
    after round 1 was published play from the next round on, and get for the missed rounds what the rules of
    the event give a late entry (C.2). The same again changes nothing. Raises DomainError once round 1 is
    published for a player who was not missing: they are withdrawn instead.
    """
    if presence not in Presence.values:
        raise DomainError("presence", _("Expected present, expected or missing."))
    with acting(player.tournament, actor) as act:
        event = act.tournament
        row = event.players.filter(pk=player.pk).first()
        if row is None:
            raise Conflict("gone", _("%(name)s has been removed in the meantime.") % {"name": player.name})
        if not event.check_in_at:
            raise Conflict("no_check_in", _("There is no check-in."))
        if row.presence == presence:
            return
        begun = rounds.has_begun(event)
        if begun and row.presence != Presence.MISSING:
            raise DomainError(
                "has_begun",
                _("Round 1 is published: withdraw %(name)s instead.") % {"name": row.name},
            )
        before, first_before = row.presence, row.first_round
        row.presence = presence
        if begun and (coming := rounds.next_number(event)):
            row.first_round = max(row.first_round, coming)
        act.record(
            Action.PRESENCE_NOTED,
            subject=row.name,
            before={"presence": before or "missing"},
            after={"presence": presence or "missing"},
        )
        row.save(update_fields=["presence", "first_round"])
        if row.first_round != first_before:
            players.follow_rules(act, row, first_before)


def strike_missing(*, tournament: Tournament, actor: User, confirmation: str = "") -> list[str]:
    """Strike out all missing players before round 1: they are excluded (C.04.2 C.1, 2026: 4.1).

    Returns their names. Without this they stay on the list and are paired as soon as they are seen. Raises
    ConfirmationNeeded first, Conflict if nobody is missing.
    """
    with acting(tournament, actor) as act:
        event = act.tournament
        _require_before_round_1(event)
        missing = [player for player in event.players.all() if player.is_missing]
        if not missing:
            raise Conflict("nobody_missing", _("Nobody is missing."))
        names = [player.name for player in missing]
        confirm(
            act,
            Question("strike-missing", _("Strike out missing players")),
            [
                RuleWarning(
                    Level.HARMLESS,
                    "struck_out",
                    ngettext(
                        "%(count)d player is struck from the list. A player who comes after all is entered"
                        " again.",
                        "%(count)d players are struck from the list. A player who comes after all is entered"
                        " again.",
                        len(names),
                    )
                    % {"count": len(names)},
                    article="C.04.2 C.1",
                    details=tuple(names),
                    facts={"players": sorted(player.pk for player in missing)},
                )
            ],
            of={},
            given=confirmation,
        )
        for player in missing:
            players.strike(act, player)
        numbers.close_gaps(event)
        return names


def _require_before_round_1(tournament: Tournament) -> None:
    if rounds.has_begun(tournament):
        raise DomainError("has_begun", _("Round 1 is published: the check-in is over."))


def _presence(written: str) -> Text:
    return Presence("" if written == "missing" else written).label


def give_bye(
    *,
    player: Player,
    number: int,
    kind: str,
    actor: User,
    last: int | None = None,
    reason: str = "",
    confirmation: str = "",
) -> None:
    """Give a bye that was asked for, in a round that is not published yet (C.04.2 D.4).

    With `last`, for all rounds from `number` to that one. Warns of half-point byes beyond what the rules of
    the event allow, and always of a full-point bye, which is noted with its reason. Raises DomainError for a
    player who gets none. The same bye again changes nothing.
    """
    if kind not in Seat.REQUESTED:
        raise DomainError("kind", _("Expected a half-point, a zero-point or a full-point bye."))
    if last is not None and last < number:
        raise DomainError("last", _("The last round is before the first."))
    with acting(player.tournament, actor) as act:
        give(act, player, range(number, (last or number) + 1), kind, reason=reason, confirmation=confirmation)


def give(
    act: Act, player: Player, numbers: Sequence[int], kind: str, *, reason: str = "", confirmation: str = ""
) -> None:
    """Give a bye in each of these rounds, as part of another service's act; warns as give_bye does."""
    row = row_of(act.tournament, player)
    require_byes(act.tournament)
    # A bye is for the whole match, and is kept in the round of its first game until that is published.
    numbers = sorted({rulebook.rounds_of_match(act.tournament, wanted).start for wanted in numbers})
    rounds = [_round_for_bye(act.tournament, row, wanted) for wanted in numbers]
    if kind != Seat.Kind.ZERO_POINT_BYE and row.no_half_point_bye:
        raise DomainError("no_half_point_bye", _("%(name)s gets no half-point bye.") % {"name": row.name})
    full = kind == Seat.Kind.FULL_POINT_BYE
    confirm(
        act,
        Question("give-bye", _("Give the bye")),
        _against_the_bye(act.tournament, row, rounds, kind),
        of={"player": row.pk, "numbers": list(numbers), "kind": kind},
        given=confirmation,
        reason=reason if full else None,
    )
    for round_ in rounds:
        seat = round_.seats.filter(player=row).first()
        if seat and seat.kind == kind:
            continue
        act.record(
            Action.BYE_GIVEN,
            subject=row.name,
            round_number=round_.number,
            before={"kind": seat.kind if seat else ""},
            after={"kind": kind},
            reason=reason.strip() if full else "",
        )
        # The regulations do not know full-point byes.
        noted = breach(act, IntegrityEvent.Kind.FULL_POINT_BYE, round_.number, tables=("seat",))
        with noted if full else nullcontext(IntegrityEvent()) as event:
            Seat.objects.update_or_create(round=round_, player=row, defaults={"kind": kind})
            event.after = [Bye(row.pk, kind)]
    lift_gone_byes(act)


def require_byes(tournament: Tournament) -> None:
    """Raise DomainError for a round robin, which has no byes (C.05 Annex 1), and for a knock-out."""
    if rulebook.is_knock_out(tournament):
        raise DomainError(
            "no_byes",
            _(
                "In a knock-out there are no requests for byes: a player who does not come loses by forfeit,"
                " and is out."
            ),
        )
    if rulebook.is_round_robin(tournament):
        raise DomainError(
            "no_byes",
            _(
                "In a round robin there are no byes: everybody meets everybody, and a player who does not"
                " come loses by forfeit (C.05 Annex 1)."
            ),
        )


def _against_the_bye(
    tournament: Tournament, player: Player, rounds: list[Round], kind: str
) -> Iterator[RuleWarning]:
    """The warnings before the player gets a bye of this kind in these rounds."""
    if kind == Seat.Kind.HALF_POINT_BYE:
        yield from _beyond_the_rules(tournament, player, rounds)
    if kind == Seat.Kind.FULL_POINT_BYE:
        yield RuleWarning(
            Level.UNDESCRIBED,
            "full_point_bye",
            _(
                "FIDE’s regulations do not describe a full-point bye. %(name)s would get a point without"
                " playing."
            )
            % {"name": player.name},
            article="C.04.2 D.4",
        )


def _round_for_bye(tournament: Tournament, player: Player, number: int) -> Round:
    """The round in which the player is to be given a bye; DomainError if they may not have one."""
    round_ = _open_round(tournament, number)
    if not player.takes_part_in(number):
        raise DomainError(
            "absent",
            _("%(name)s does not take part in round %(number)d anyway.")
            % {"name": player.name, "number": number},
        )
    if round_.seats.filter(player=player, kind__in=PAIRED).exists():
        raise DomainError(
            "in_draft",
            _("%(name)s is in the draft of round %(number)d: throw it away, give the bye, pair again.")
            % {"name": player.name, "number": number},
        )
    return round_


def _beyond_the_rules(tournament: Tournament, player: Player, rounds: list[Round]) -> Iterator[RuleWarning]:
    """The warnings about half-point byes in these rounds, by the rules of the event (C.05 6.7)."""
    limits, numbers = presence.half_point_byes(tournament), [round_.number for round_ in rounds]
    earlier = player.seats.filter(kind=Seat.Kind.HALF_POINT_BYE).exclude(round__in=rounds)
    had = presence.first_games(tournament, earlier.values_list("round__number", flat=True))
    if limits.are_exceeded(had, numbers):
        yield RuleWarning(
            Level.HARMLESS,
            "half_point_byes",
            ngettext(
                "%(name)s may have %(allowed)d half-point bye, and would have %(count)d.",
                "%(name)s may have %(allowed)d half-point byes, and would have %(count)d.",
                limits.most,
            )
            % {"name": player.name, "allowed": limits.most, "count": len(had) + len(rounds)},
            article="C.05 6.7",
            facts={"had": had, "allowed": limits.most},
        )
    elif had or len(rounds) > 1:
        yield RuleWarning(
            Level.HARMLESS,
            "second_half_point_bye",
            _("%(name)s would have more than one half-point bye. The rules of the event allow it.")
            % {"name": player.name},
            article="C.05 6.7",
            facts={"had": had},
        )
    if late := limits.too_late(numbers):
        yield RuleWarning(
            Level.HARMLESS,
            "half_point_bye_late",
            _("The rules of the event give no half-point bye after round %(free)d.") % {"free": limits.last},
            article="C.05 6.7",
            facts={"late": late, "free": limits.last},
        )


def cancel_bye(*, player: Player, number: int, actor: User) -> None:
    """Take a bye back before its round is published: the player will be paired."""
    with acting(player.tournament, actor) as act:
        row = row_of(act.tournament, player)
        number = rulebook.rounds_of_match(act.tournament, number).start
        round_ = _open_round(act.tournament, number)
        seat = round_.seats.filter(player=row, kind__in=Seat.REQUESTED).first()
        if seat is None:
            raise Conflict(
                "no_bye",
                _("%(name)s has no bye in round %(number)d.") % {"name": row.name, "number": number},
            )
        seat.delete()
        lift_gone_byes(act)
        act.record(Action.BYE_CANCELLED, subject=row.name, round_number=number, before={"kind": seat.kind})


def _open_round(tournament: Tournament, number: int) -> Round:
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is None:
        raise DomainError("no_round", _("This tournament has no round %(number)d.") % {"number": number})
    if round_.is_public:
        raise DomainError(
            "published",
            _("Round %(number)d is published. Pairings cannot be changed any more (%(article)s).")
            % {"number": number, "article": rulebook.edition_of(tournament).handling.change_article},
        )
    return round_


def answer_absence(*, player: Player, number: int, answer: str, actor: User, reason: str = "") -> Absence:
    """Decide about a player who lost by forfeit in round `number`, before the next pairing is published.

    If the absence is explained, they are paired; if they will miss the next round too, they get a zero-point
    bye there; otherwise they are withdrawn from that round on. Raises Conflict if it was decided already or
    the player was not absent, DomainError for an explanation without words, or if they sit in the draft that
    they would have to leave.
    """
    if answer not in Answer.values:
        raise DomainError("answer", _("Choose what becomes of the player."))
    with acting(player.tournament, actor) as act:
        if answer == Answer.BYE:
            require_byes(act.tournament)
        found = {one.player.pk: one for one in presence.unexplained(act.tournament)}.get(player.pk)
        if found is None or found.round_number != number:
            raise Conflict(
                "no_absence",
                _("There is nothing left to decide about %(name)s in round %(number)d.")
                % {"name": player.name, "number": number},
            )
        reason = reason.strip()
        if answer == Answer.EXPLAINED and not reason:
            raise DomainError("reason", _("Write how the absence was explained: it is kept."))
        row, coming = found.player, number + 1
        if answer == Answer.WITHDRAWN:
            row.withdrawn_from = coming
            row.save(update_fields=["withdrawn_from"])
        elif answer == Answer.BYE:
            _give_zero_point_bye(act.tournament, row, coming)
        # First: the database takes no answer but the one that the log tells.
        act.record(
            Action.ABSENCE_ANSWERED,
            subject=row.name,
            round_number=number,
            after={"answer": answer, KEY: row.key},
            reason=reason,
        )
        return Absence.objects.create(
            round=act.tournament.rounds.get(number=number), player=row, answer=answer, reason=reason
        )


def set_absence_rules(
    *,
    tournament: Tournament,
    half_point_byes: int,
    last_rounds: int,
    without: set[int],
    actor: User,
    missed_rounds: int = 0,
    seen: Mapping[str, Any] | None = None,
) -> None:
    """Set the rules of the event about half points (C.04.2 C.2, D.4; 2026: 2.4, 3.3; C.05 6.7).

    How many half-point byes a player may have, in how many last rounds there are none, which players, by
    their keys, get none at all, and how many missed rounds bring half a point to players who enter late from
    now on. `seen` holds the values that the actor's page showed: those that the actor has not touched stay as
    they are. Raises Overtaken for values that both the actor and somebody else have changed.
    """
    seen = seen or {}
    with acting(tournament, actor) as act:
        wanted = {
            "half_point_byes": half_point_byes,
            "last_rounds": last_rounds,
            "missed_rounds": missed_rounds,
        }
        rules = presence.rules_of(act.tournament)
        before = {name: getattr(rules, name) for name in wanted} | {"players": _without(act.tournament)}
        changes = {name: value for name, value in wanted.items() if seen.get(name) != value}
        refuse_to_overwrite(before, changes, seen)
        for name, value in changes.items():
            setattr(rules, name, value)
        rules.clean_fields()
        players = act.tournament.players
        stored = players.filter(no_half_point_bye=True).values_list("pk", flat=True)
        shown = seen.get("without", set(stored))
        players.filter(pk__in=without - shown).update(no_half_point_bye=True)
        players.filter(pk__in=shown - without).update(no_half_point_bye=False)
        after = {name: getattr(rules, name) for name in wanted} | {"players": _without(act.tournament)}
        if after != before:
            rules.save()
            act.record(Action.ABSENCE_RULES_SET, before=before, after=after)


def _without(tournament: Tournament) -> list[str]:
    """The names of the players who get no half-point bye."""
    return list(tournament.players.filter(no_half_point_bye=True).values_list("name", flat=True))


def _give_zero_point_bye(tournament: Tournament, player: Player, number: int) -> None:
    round_ = tournament.rounds.get(number=number)
    seat = round_.seats.filter(player=player).first()
    if seat and seat.kind in rounds.PAIRED:
        raise DomainError(
            "in_draft",
            _("%(name)s is in the draft of round %(number)d: throw it away, then decide, and pair again.")
            % {"name": player.name, "number": number},
        )
    # A bye that the player had asked for stays as it is.
    if seat is None:
        Seat.objects.create(round=round_, player=player, kind=Seat.Kind.ZERO_POINT_BYE)


LOG_LINES: LogLines = {
    Action.CHECK_IN_STARTED: by_its_name,
    Action.CHECK_IN_ABANDONED: by_its_name,
    Action.PRESENCE_NOTED: fields(presence=gettext_lazy("is"), words={"presence": _presence}),
    Action.BYE_GIVEN: fields(Seat, kind=gettext_lazy("bye")),
    Action.BYE_CANCELLED: by_its_name,
    Action.ABSENCE_ANSWERED: fields(Absence, answer=gettext_lazy("decided")),
    Action.ABSENCE_RULES_SET: fields(AbsenceRules, players=gettext_lazy("players")),
}
