"""The points of late entries for the rounds that they missed (C.04.2 C.2; 2026: 2.4)."""

from __future__ import annotations

from collections.abc import Iterator

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments import engine
from tournaments.chain import services as chain
from tournaments.errors import Conflict, DomainError, Level, RuleWarning
from tournaments.log.acts import Act, Told, acting, confirm, fields, require_unfinished
from tournaments.models import AuditEvent, Player, Seat, Tournament
from tournaments.selectors import absences
from tournaments.selectors.rounds import PAIRED

Kind = Seat.Kind


def credit_missed_rounds(*, player: Player, rounds: set[int], actor: User, confirmation: str = "") -> None:
    """Set which of the missed rounds bring half a point; the others bring none.

    This is possible until the first pairing with the player is published. Raises DomainError afterwards, for
    a round that they do not miss, and for a player who gets no half-point bye; ConfirmationNeeded for more
    than the rules of the event give.
    """
    with acting(player.tournament, actor) as act:
        require_unfinished(act.tournament)
        row = act.tournament.players.filter(pk=player.pk).first()
        if row is None:
            raise Conflict("gone", _("%(name)s has been removed in the meantime.") % {"name": player.name})
        if not absences.may_be_credited(row):
            raise DomainError(
                "begun",
                _("%(name)s is in a published round: the points for the rounds before it are fixed.")
                % {"name": row.name},
            )
        event = act.tournament
        rounds = {game for number in rounds for game in engine.rounds_of_match(event, number)}
        if not_missed := rounds.difference(engine.handling.missed_rounds(row.first_round)):
            raise DomainError(
                "not_missed",
                _("%(name)s does not miss round %(number)d.") % {"name": row.name, "number": min(not_missed)},
            )
        if rounds and row.no_half_point_bye:
            raise DomainError("no_half_point_bye", _("%(name)s gets no half-point bye.") % {"name": row.name})
        confirm(
            act,
            "credit-missed",
            _beyond_the_rules(act.tournament, row, rounds),
            of={"player": row.pk, "rounds": sorted(rounds)},
            given=confirmation,
        )
        before = set(absences.credited(act.tournament).get(row.pk, ()))
        if before == rounds:
            return
        act.record(
            AuditEvent.Action.MISSED_CREDITED,
            subject=row.name,
            before={"rounds": sorted(before)},
            after={"rounds": sorted(rounds)},
        )
        _credit(act, row, rounds, row.first_round)


def follow_rules(act: Act, player: Player, first_before: int = 1) -> None:
    """Within the act of a late entry: credit the player what the rules of the event give.

    This is half a point for at most that many of the rounds right before their first. `first_before` is what
    their first round was until then: a round that they play after all brings nothing as a missed one.
    """
    most = 0 if player.no_half_point_bye else _most(act.tournament)
    missed = engine.handling.credited_rounds(player.first_round, most)
    _credit(act, player, set(missed), max(player.first_round, first_before))


def _credit(act: Act, player: Player, rounds: set[int], until: int) -> None:
    """Credit half a point for exactly these of the rounds before `until`."""
    seats = player.seats.filter(round__number__lt=until)
    credited = seats.filter(round__number__in=rounds)
    if drafted := credited.filter(kind__in=PAIRED).select_related("round").first():
        raise DomainError(
            "in_draft",
            _("%(name)s is in the draft of round %(number)d: throw it away first.")
            % {"name": player.name, "number": drafted.round.number},
        )
    chain.touch(act, *range(1, until))
    (seats.filter(kind=Kind.HALF_POINT_BYE) | credited).delete()
    Seat.objects.bulk_create(
        Seat(round=round_, player=player, kind=Kind.HALF_POINT_BYE)
        for round_ in player.tournament.rounds.filter(number__in=rounds)
    )


def _most(tournament: Tournament) -> int:
    """For how many missed rounds the rules of the event give half a point; the rules count matches."""
    return engine.games_of_match(tournament) * absences.rules_of(tournament).missed_rounds


def _beyond_the_rules(tournament: Tournament, player: Player, rounds: set[int]) -> Iterator[RuleWarning]:
    allowed = _most(tournament)
    if len(rounds) > allowed:
        yield RuleWarning(
            Level.HARMLESS,
            "missed_rounds",
            ngettext(
                "The rules of the event give a late entry half a point for %(allowed)d missed round;"
                " %(name)s would have it for %(count)d.",
                "The rules of the event give a late entry half a point for %(allowed)d missed rounds;"
                " %(name)s would have it for %(count)d.",
                allowed,
            )
            % {"name": player.name, "allowed": allowed, "count": len(rounds)},
            article="C.04.2 C.2",
            facts={"allowed": allowed, "rounds": sorted(rounds)},
        )


TOLD: Told = {AuditEvent.Action.MISSED_CREDITED: fields(rounds=gettext_lazy("rounds"))}
