"""Byes that players ask for: giving them and taking them back (C.04.2 D.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments import engine
from tournaments.errors import Conflict, DomainError, Level, RuleWarning
from tournaments.log.acts import Act, Told, acting, by_its_name, confirm, fields
from tournaments.log.services import breach, lift_gone_byes
from tournaments.models import AuditEvent, IntegrityEvent, Player, Round, Seat, Tournament
from tournaments.models.items import Bye
from tournaments.selectors import absences
from tournaments.selectors.rounds import PAIRED
from tournaments.services.players import row_of

Action = AuditEvent.Action


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
    numbers = sorted({engine.rounds_of_match(act.tournament, wanted).start for wanted in numbers})
    rounds = [_round_for_bye(act.tournament, row, wanted) for wanted in numbers]
    if kind != Seat.Kind.ZERO_POINT_BYE and row.no_half_point_bye:
        raise DomainError("no_half_point_bye", _("%(name)s gets no half-point bye.") % {"name": row.name})
    full = kind == Seat.Kind.FULL_POINT_BYE
    confirm(
        act,
        "give-bye",
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
    if engine.is_knock_out(tournament):
        raise DomainError(
            "no_byes",
            _(
                "In a knock-out there are no requests for byes: a player who does not come loses by forfeit,"
                " and is out."
            ),
        )
    if engine.is_round_robin(tournament):
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
    limits, numbers = absences.half_point_byes(tournament), [round_.number for round_ in rounds]
    earlier = player.seats.filter(kind=Seat.Kind.HALF_POINT_BYE).exclude(round__in=rounds)
    had = absences.first_games(tournament, earlier.values_list("round__number", flat=True))
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
        number = engine.rounds_of_match(act.tournament, number).start
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
            % {"number": number, "article": engine.edition_of(tournament).handling.change_article},
        )
    return round_


TOLD: Told = {
    Action.BYE_GIVEN: fields(Seat, kind=gettext_lazy("bye")),
    Action.BYE_CANCELLED: by_its_name,
}
