"""Results: saved at once, board by board, without losing another arbiter's work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.errors import Conflict, DomainError
from tournaments.models import AuditEvent, Game, Helper, Round
from tournaments.services.act import acting

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from tournaments.models import Tournament

Action, Result = AuditEvent.Action, Game.Result


class ResultConflict(Conflict):
    """Another arbiter entered another result meanwhile; `game` holds it."""

    def __init__(self, game: Game, message: str) -> None:
        super().__init__("result_conflict", message)
        self.game = game


def enter_result(
    *,
    tournament: Tournament,
    number: int,
    board: int,
    result: str,
    version: int,
    actor: User | Helper,
    reason: str = "",
) -> Game:
    """Enter, correct or clear (`result` "") the result of a board.

    `version` is the game's version that the arbiter saw. The same result again is harmless. Raises
    ResultConflict where another result came in meanwhile; DomainError for a result FIDE does not know,
    a draft, or a round that is over: there a result is corrected with a reason and never cleared. A
    helper who has no account enters results of the round that is on, and clears none.
    """
    if result not in Result.values:
        raise DomainError(
            "unknown_result",
            _("“%(found)s” is not a result. Expected one of %(known)s.")
            % {"found": result, "known": ", ".join(str(label) for label in Result.labels)},
        )
    with acting(tournament, actor) as act:
        game = (
            Game.objects.select_related("round", "entered_by", "helper__link")
            .filter(round__tournament=act.tournament, round__number=number, board=board)
            .first()
        )
        if game is None or not game.round.is_public:
            raise DomainError(
                "no_board",
                _("Round %(number)d has no board %(board)d.") % {"number": number, "board": board},
            )
        if game.result == result:
            return game
        if game.version != version:
            text = (
                _("Board %(board)d: you have entered %(result)s meanwhile. This was not saved.")
                if game.who == actor
                else _("Board %(board)d: %(who)s has entered %(result)s meanwhile. Yours was not saved.")
            )
            facts = {"board": board, "who": game.who, "result": game.get_result_display()}
            raise ResultConflict(game, text % facts)
        if act.tournament.is_finished:
            raise DomainError("finished", _("The tournament is finished. Reopen it to correct a result."))
        over = game.round.state == Round.State.FINISHED
        if isinstance(actor, Helper) and (over or not result):
            raise DomainError("for_arbiters", _("This is for an arbiter to do: nothing was changed."))
        if over and not result:
            raise DomainError("over", _("The round is over: a result can be corrected, not removed."))
        if over and not reason.strip():
            raise DomainError("reason", _("The round is over: give the reason for the correction."))
        before = game.result
        game.result = result
        game.version += 1
        game.changed_in = act.revision
        if isinstance(actor, Helper):
            game.entered_by, game.helper = None, actor
        else:
            game.entered_by, game.helper = actor, None
        game.save(update_fields=["result", "version", "changed_in", "entered_by", "helper"])
        act.record(
            Action.RESULT_CORRECTED if before else Action.RESULT_ENTERED,
            round_number=number,
            before={"board": board, "result": before},
            after={"board": board, "result": result},
            reason=reason.strip(),
        )
        return game
