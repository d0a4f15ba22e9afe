"""Forfeits by players who have left a round robin or a knock-out (C.05 6.6)."""

from __future__ import annotations

from django.db.models import QuerySet

from tournaments import engine
from tournaments.log.acts import Act
from tournaments.models import AuditEvent, Game, Player, Round
from tournaments.selectors.boards import seated
from tournaments.selectors.rounds import first_not_over
from tournaments.services.boards import of_boards, recorded, store_result

Result = Game.Result


def of_who_left(act: Act, round_: Round) -> None:
    """Enter the forfeits of a public round: tables and brackets also pair players who have left.

    Games that have a result keep it, and so do team matches in which a board has one.
    """
    if not engine.follows_players(act.tournament):
        return
    for game, white, black in seated(round_):
        gone = (white.has_withdrawn_by(round_.number), black.has_withdrawn_by(round_.number))
        if not game.result and not game.boards and any(gone):
            _store(act, game, _RESULTS[gone])


def of_player(act: Act, player: Player) -> None:
    """Enter the forfeits in every round since the one from which the player has withdrawn."""
    for round_ in _rounds_from(act, player, player.withdrawn_from or 0):
        of_who_left(act, round_)


def lift(act: Act, player: Player, since: int) -> list[int]:
    """Reopen the games from round `since` on that the player, who is back, forfeited by having left.

    A round that is over keeps its forfeit; an opponent who has left too forfeits the game now. Returns the
    rounds whose games are open again.
    """
    if not engine.follows_players(act.tournament):
        return []
    opened = []
    for round_ in _rounds_from(act, player, max(since, first_not_over(act.tournament))):
        for game, *two in seated(round_):
            if player in two and game.is_forfeit:
                _store(act, game, Result.NOT_YET)
        of_who_left(act, round_)
        if round_.games.filter(seats__player=player, result=Result.NOT_YET).exists():
            opened.append(round_.number)
    return opened


def _rounds_from(act: Act, player: Player, number: int) -> QuerySet[Round]:
    """The public rounds from this one on in which the player sits and which have not ended."""
    found = act.tournament.rounds.filter(
        number__gte=number, state=Round.State.PUBLISHED, seats__player=player
    )
    return found.prefetch_related("tournament__players")


def _store(act: Act, game: Game, result: str) -> None:
    act.record(
        AuditEvent.Action.RESULT_CORRECTED if game.result else AuditEvent.Action.RESULT_ENTERED,
        round_number=game.round.number,
        before=recorded(game.board, game.result, game.boards),
        after=recorded(game.board, result, of_boards(game, result)),
    )
    store_result(act, game, result)


# (White has left, Black has left) -> the result.
_RESULTS = {
    (True, True): Result.BOTH_FORFEIT,
    (True, False): Result.BLACK_WINS_FORFEIT,
    (False, True): Result.WHITE_WINS_FORFEIT,
}
