"""Games of a round robin to which somebody who has left cannot come (C.05 6.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments import engine
from tournaments.models import AuditEvent, Game, Player, Round
from tournaments.selectors.boards import seated
from tournaments.services.boards import store_result

if TYPE_CHECKING:
    from tournaments.services.act import Act

Result = Game.Result


def of_who_left(act: Act, round_: Round) -> None:
    """Enter the forfeits of a public round of a round robin: the table pairs also those who have left.

    Games that have a result keep it.
    """
    if not engine.is_round_robin(act.tournament):
        return
    for game, white, black in seated(round_):
        gone = (white.has_withdrawn_by(round_.number), black.has_withdrawn_by(round_.number))
        if game.result or not any(gone):
            continue
        result = _RESULTS[gone]
        act.record(
            AuditEvent.Action.RESULT_ENTERED,
            round_number=round_.number,
            before={"board": game.board, "result": game.result},
            after={"board": game.board, "result": result},
        )
        store_result(act, game, result)


def of_player(act: Act, player: Player) -> None:
    """The same in every round from which the player has left."""
    left = act.tournament.rounds.filter(
        number__gte=player.withdrawn_from or 0, state=Round.State.PUBLISHED, seats__player=player
    )
    for round_ in left.prefetch_related("tournament__players"):
        of_who_left(act, round_)


# By who of White and Black has left.
_RESULTS = {
    (True, True): Result.BOTH_FORFEIT,
    (True, False): Result.BLACK_WINS_FORFEIT,
    (False, True): Result.WHITE_WINS_FORFEIT,
}
