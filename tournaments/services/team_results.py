"""Results of team matches: those of the boards are entered, and that of the match follows."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction

from tournaments import engine
from tournaments.models import Game, Tournament
from tournaments.results.services import enter_result
from tournaments.rounds.queries.boards import boards_of
from tournaments.selectors.teams import require_every_board, require_somebody


def enter_boards(
    *,
    tournament: Tournament,
    number: int,
    board: int,
    results: Sequence[str],
    version: int,
    actor: User,
) -> Game:
    """Enter the results of the boards of one match, the team with White on board 1 first; "" for one to come.

    The match has its result once all are in. Raises DomainError for a result that no board can have, for a
    wrong number of boards, for a board at which nobody sits and that is not a forfeit, and as
    `results.enter_result` does.
    """
    require_every_board(tournament, results)
    boards = ",".join(results) if any(results) else ""
    with transaction.atomic():
        game = enter_result(
            tournament=tournament,
            number=number,
            board=board,
            result=engine.result_of_match(results),
            boards=boards,
            version=version,
            actor=actor,
        )
        require_somebody(boards_of(game.round, Game.objects.filter(pk=game.pk))[0].boards)
        return game
