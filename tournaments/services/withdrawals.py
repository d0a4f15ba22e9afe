"""Players who leave and return: withdrawing and expelling (C.04.2 D.3)."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.errors import Conflict, DomainError
from tournaments.log.acts import Told, acting, by_its_name, fields, require_unfinished
from tournaments.models import AuditEvent, Player
from tournaments.selectors import rounds
from tournaments.services import forfeits
from tournaments.services.matches import require_first_game
from tournaments.services.players import row_of

Action = AuditEvent.Action


def withdraw_player(*, player: Player, actor: User, from_round: int | None = None) -> int:
    """Withdraw the player from a coming round on, the next unless another is named (C.04.2 D.3).

    Returns the number of that round. A published pairing stays as it is: a player who does not come loses by
    forfeit. A round robin or a knock-out goes on with the player, and these forfeits are entered at once.
    """
    with acting(player.tournament, actor) as act:
        row = row_of(act.tournament, player)
        if row.withdrawn_from is not None:
            raise Conflict("withdrawn", _("%(name)s has been withdrawn already.") % {"name": row.name})
        coming = rounds.first_to_miss(act.tournament, row)
        if coming is None:
            raise DomainError("no_round_left", _("All rounds are published: there is none to withdraw from."))
        wanted = from_round or coming
        if not coming <= wanted <= act.tournament.number_of_rounds:
            raise DomainError(
                "round",
                _("Expected a round from %(earliest)d to %(last)d.")
                % {"earliest": coming, "last": act.tournament.number_of_rounds},
            )
        require_first_game(act.tournament, wanted)
        row.withdrawn_from = wanted
        row.save(update_fields=["withdrawn_from"])
        act.record(Action.PLAYER_WITHDRAWN, subject=row.name, after={"from_round": wanted})
        forfeits.of_player(act, row)
        return wanted


def return_player(*, player: Player, actor: User) -> list[int]:
    """Take a withdrawn player back: they are paired again from the next round on.

    In a round robin or a knock-out, their games in public rounds that are not over, forfeited by the
    withdrawal, are open again; returns the numbers of these rounds.
    """
    with acting(player.tournament, actor) as act:
        require_unfinished(act.tournament)
        row = row_of(act.tournament, player)
        if row.withdrawn_from is None:
            raise Conflict("taking_part", _("%(name)s takes part already.") % {"name": row.name})
        before = row.withdrawn_from
        row.withdrawn_from, row.expelled = None, False
        row.save(update_fields=["withdrawn_from", "expelled"])
        act.record(Action.PLAYER_RETURNED, subject=row.name, before={"from_round": before})
        return forfeits.lift(act, row, before)


def expel_player(*, player: Player, reason: str, actor: User) -> None:
    """Expel the player: no longer paired, and in no standings; the opponents keep their results."""
    if not reason.strip():
        raise DomainError("reason", _("Give the reason: it is kept with the event."))
    with acting(player.tournament, actor) as act:
        require_unfinished(act.tournament)
        row = row_of(act.tournament, player)
        if row.expelled:
            raise Conflict("expelled", _("%(name)s is expelled already.") % {"name": row.name})
        row.expelled = True
        coming = rounds.first_to_miss(act.tournament, row) or act.tournament.number_of_rounds + 1
        row.withdrawn_from = min(coming, row.withdrawn_from or coming)
        row.save(update_fields=["expelled", "withdrawn_from"])
        act.record(
            Action.PLAYER_EXPELLED,
            subject=row.name,
            after={"from_round": row.withdrawn_from},
            reason=reason.strip(),
        )
        forfeits.of_player(act, row)


_from = fields(from_round=gettext_lazy("from round"))

TOLD: Told = {
    Action.PLAYER_WITHDRAWN: _from,
    Action.PLAYER_EXPELLED: _from,
    Action.PLAYER_RETURNED: by_its_name,
}
