"""Writing down what happened at the boards: a result; a correction, and taking it back (C.04.2 D.7, D.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import F
from django.utils import timezone

from tournaments.models import Correction, Game, Helper, Round, Seat

if TYPE_CHECKING:
    from tournaments.services.act import Act


def store_result(act: Act, game: Game, result: str, *, rated: bool | None = None) -> None:
    """Write the result, and whether with it the results of the round are out (C.04.2 D.7, 2026 4.2)."""
    game.result = result
    game.rated = game.rated if rated is None else rated
    game.version += 1
    game.changed_in = act.revision
    if isinstance(act.actor, Helper):
        game.entered_by, game.helper = None, act.actor
    else:
        game.entered_by, game.helper = act.actor, None
    game.save(update_fields=["result", "rated", "version", "changed_in", "entered_by", "helper"])
    note_results(game.round)
    if game.round.state == Round.State.FINISHED:
        act.touches(game.round.number)


def note_results(round_: Round) -> None:
    """Keep the time at which the last result of a round that is on came in."""
    complete = not round_.games.filter(result=Game.Result.NOT_YET).exists()
    if round_.state == Round.State.PUBLISHED and complete != (round_.results_at is not None):
        round_.results_at = timezone.now() if complete else None
        round_.save(update_fields=["results_at"])


def carry_out(act: Act, correction: Correction) -> None:
    """Store the correction, and write what it says; for rating alone nothing but itself."""
    correction.save()
    if correction.case == Correction.Case.RATING:
        return
    if correction.player_id is None:
        store_result(act, correction.game, correction.after, rated=correction.after_rated)
        return
    there = correction.other_game_id, correction.other_colour
    _exchange(act, correction, there, (correction.game_id, correction.colour))
    correction.done = True
    correction.save(update_fields=["done"])


def is_as_corrected(correction: Correction) -> bool:
    """Whether the board still has the result that was corrected to: another may have come in since."""
    if correction.kind != Correction.Kind.RESULT or correction.case == Correction.Case.RATING:
        return True
    game = correction.game
    return (game.result, game.rated) == (correction.after, correction.after_rated)


def take_back(act: Act, correction: Correction) -> None:
    """Make the rows what they were before the correction, which is gone then. The guards watch over it."""
    if correction.case != Correction.Case.RATING:
        if correction.player_id is None:
            store_result(act, correction.game, correction.before, rated=correction.before_rated)
        else:
            correction.done = False
            correction.save(update_fields=["done"])
            there = correction.other_game_id, correction.other_colour
            _exchange(act, correction, (correction.game_id, correction.colour), there)
    correction.delete()


def _exchange(
    act: Act, correction: Correction, place: tuple[int | None, str], other_place: tuple[int | None, str]
) -> None:
    """Seat the correction's player at the first place (game, colour) and the other one at the second.

    It is the only way in which seats of a published round move. No place may be taken twice, so the one
    leaves his before the other takes it; the guards let these three steps pass while the correction is not
    done. Where both sit at one board, each keeps his points.
    """
    seats = Seat.objects.filter(round=correction.game.round)
    one = seats.filter(player=correction.player_id)
    one.update(kind=Seat.Kind.ZERO_POINT_BYE, game=None, colour=None)
    seats.filter(player=correction.other_player_id).update(game=other_place[0], colour=other_place[1])
    one.update(kind=Seat.Kind.GAME, game=place[0], colour=place[1])
    games = Game.objects.filter(pk__in=correction.games)
    games.update(version=F("version") + 1, changed_in=act.revision)
    act.touches(correction.game.round.number)
    if correction.kind == Correction.Kind.COLOURS:
        games.update(result=Game.Result(games.get().result).mirrored)
