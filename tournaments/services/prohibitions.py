"""Players who are kept apart: announced before round 1 (C.05 5.2), then fixed."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.errors import Conflict, DomainError, Level, RuleWarning
from tournaments.log.acts import Act, Told, acting, by_its_name, confirm, fields
from tournaments.log.services import breach
from tournaments.models import AuditEvent, IntegrityEvent, Player, Prohibition, Tournament
from tournaments.models.items import Apart
from tournaments.selectors.rounds import is_bound, next_number
from tournaments.services.tournaments import require_unpaired

Action = AuditEvent.Action


def keep_apart(
    *,
    tournament: Tournament,
    players: Iterable[int],
    actor: User,
    first_round: int = 1,
    last_round: int | None = None,
    reason: str = "",
    confirmation: str = "",
) -> Prohibition:
    """Let no two of these players, named by their keys, be paired from the first round to the last.

    Without a last round it applies until the end. The same again is harmless. Raises DomainError for a round
    robin or a knock-out, for fewer than two players of the tournament, for rounds it does not have, and once
    round 1 has been paired. After FIDE mode was left, the last only applies to rounds that are public; for
    the others it raises ConfirmationNeeded.
    """
    with acting(tournament, actor) as act:
        event = act.tournament
        if engine.is_knock_out(event):
            raise DomainError(
                "everybody_meets",
                _("In a knock-out the bracket says who meets whom: nobody is kept apart."),
            )
        if engine.is_round_robin(event):
            raise DomainError(
                "everybody_meets",
                _("In a round robin everybody meets everybody: nobody is kept apart (C.05 Annex 1)."),
            )
        late = _require_open(event, first_round)
        found = list(event.players.filter(pk__in=set(players)))
        if len(found) < 2:
            raise DomainError("too_few", _("Choose at least two players who must not meet."))
        if not 1 <= first_round <= (last_round or event.number_of_rounds) <= event.number_of_rounds:
            raise DomainError(
                "rounds",
                _("Expected rounds from 1 to %(last)d, the first before the last.")
                % {"last": event.number_of_rounds},
            )
        rounds = {"first_round": first_round, "last_round": last_round}
        for group in event.prohibitions.filter(**rounds).prefetch_related("players"):
            if set(group.players.all()) == set(found):
                return group
        if late:
            _confirm(act, "keep-apart", found, rounds, given=confirmation, reason=reason)
        act.record(Action.KEPT_APART, subject=_names(found), after=rounds, reason=reason.strip())
        with _noted(act, first_round, late=late) as noted:
            group = Prohibition.objects.create(tournament=event, **rounds)
            group.players.set(found)
            noted.after = [Apart([player.pk for player in found])]
        return group


def let_meet(
    *, tournament: Tournament, prohibition: int, actor: User, reason: str = "", confirmation: str = ""
) -> None:
    """Remove the group of players with this key: they may be paired. Raises what `keep_apart` raises."""
    with acting(tournament, actor) as act:
        event = act.tournament
        group = event.prohibitions.filter(pk=prohibition).first()
        if group is None:
            raise Conflict("gone", _("These players are not kept apart any more."))
        late = _require_open(event, group.first_round)
        found = list(group.players.all())
        rounds = {"first_round": group.first_round, "last_round": group.last_round}
        if late:
            _confirm(act, "let-meet", found, rounds, given=confirmation, reason=reason)
        act.record(Action.LET_MEET, subject=_names(found), before=rounds, reason=reason.strip())
        with _noted(act, group.first_round, late=late) as noted:
            noted.before = [Apart([player.pk for player in found])]
            group.players.clear()
            group.delete()


def _require_open(event: Tournament, first_round: int) -> bool:
    """Whether it is late: round 1 is paired, and FIDE mode was left. DomainError if it is fixed."""
    if event.in_fide_mode or not is_bound(event):
        require_unpaired(event, _("players kept apart"))
        return False
    coming = next_number(event)
    if coming is None or first_round < coming:
        raise DomainError(
            "binding",
            _("Fixed for rounds that are published (C.05 5.2). Choose a first round that is not."),
        )
    return True


def _confirm(
    act: Act, what: str, players: Iterable[Player], rounds: dict[str, Any], *, given: str, reason: str
) -> None:
    named = list(players)
    warning = RuleWarning(
        Level.PROHIBITED,
        "late_prohibition",
        _("The players kept apart were announced before round 1, and round 1 has been paired."),
        article="C.05 5.2",
        details=(_names(named),),
    )
    of = {"players": sorted(player.pk for player in named), **rounds}
    confirm(act, what, [warning], of=of, given=given, reason=reason)


def _noted(act: Act, number: int, *, late: bool) -> AbstractContextManager[IntegrityEvent]:
    """Note the change only if it is late: before round 1 anything may be announced."""
    noted = breach(act, IntegrityEvent.Kind.PROHIBITION, number, tables=("prohibition", "apart"))
    return noted if late else nullcontext(IntegrityEvent())


def _names(players: Iterable[Player]) -> str:
    return " – ".join(player.name for player in players)


TOLD: Told = {Action.KEPT_APART: fields(Prohibition), Action.LET_MEET: by_its_name}
