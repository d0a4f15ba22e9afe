"""Players who are kept apart: announced before round 1 (C.05 5.2), then fixed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.errors import Conflict, DomainError
from tournaments.models import AuditEvent, Player, Prohibition
from tournaments.services.act import acting
from tournaments.services.tournaments import require_unpaired

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.contrib.auth.models import User

    from tournaments.models import Tournament

Action = AuditEvent.Action


def keep_apart(
    *,
    tournament: Tournament,
    players: Iterable[int],
    actor: User,
    first_round: int = 1,
    last_round: int | None = None,
) -> Prohibition:
    """Let no two of these players, named by their keys, be paired from the first round to the last.

    Without a last round it holds to the end. Raises DomainError for fewer than two players of the
    tournament, for rounds it does not have, and once round 1 has been paired.
    """
    with acting(tournament, actor) as act:
        event = act.tournament
        require_unpaired(event, _("players kept apart"))
        found = list(event.players.filter(pk__in=set(players)))
        if len(found) < 2:
            raise DomainError("too_few", _("Choose at least two players who must not meet."))
        if not 1 <= first_round <= (last_round or event.number_of_rounds) <= event.number_of_rounds:
            raise DomainError(
                "rounds",
                _("Expected rounds from 1 to %(last)d, the first before the last.")
                % {"last": event.number_of_rounds},
            )
        group = Prohibition.objects.create(tournament=event, first_round=first_round, last_round=last_round)
        group.players.set(found)
        act.record(
            Action.KEPT_APART,
            subject=_names(found),
            after={"first_round": first_round, "last_round": last_round},
        )
        return group


def let_meet(*, tournament: Tournament, prohibition: int, actor: User) -> None:
    """Take the group of players with this key back: they may be paired."""
    with acting(tournament, actor) as act:
        event = act.tournament
        require_unpaired(event, _("players kept apart"))
        group = event.prohibitions.filter(pk=prohibition).first()
        if group is None:
            raise Conflict("gone", _("These players are not kept apart any more."))
        act.record(
            Action.LET_MEET,
            subject=_names(group.players.all()),
            before={"first_round": group.first_round, "last_round": group.last_round},
        )
        group.players.clear()
        group.delete()


def _names(players: Iterable[Player]) -> str:
    return " – ".join(player.name for player in players)
