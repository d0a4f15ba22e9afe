"""Absence without notice: what becomes of the player (C.04.2 D.2), and the event's rules of byes (D.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.errors import Conflict, DomainError
from tournaments.log.acts import KEY, Told, acting, fields, refuse_to_overwrite
from tournaments.models import Absence, AbsenceRules, AuditEvent, Player, Seat, Tournament
from tournaments.selectors import absences, rounds
from tournaments.services.byes import require_byes

Action, Answer = AuditEvent.Action, Absence.Answer


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
        found = {one.player.pk: one for one in absences.unexplained(act.tournament)}.get(player.pk)
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
        rules = absences.rules_of(act.tournament)
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


TOLD: Told = {
    Action.ABSENCE_ANSWERED: fields(Absence, answer=gettext_lazy("decided")),
    Action.ABSENCE_RULES_SET: fields(AbsenceRules, players=gettext_lazy("players")),
}
