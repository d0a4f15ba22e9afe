"""Writes what happened at the boards: results, corrections, and taking these back (C.04.2 D.7, D.8)."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict, final

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.log.acts import Act
from tournaments.models import Correction, Game, Helper, Round
from tournaments.rounds.queries.boards import boards_of
from tournaments.teams.queries import require_somebody


def store_result(
    act: Act, game: Game, result: str, *, rated: bool | None = None, boards: str | None = None
) -> None:
    """Write the result, and note whether all results of the round are out now (C.04.2 D.7, 2026 4.2).

    In a team match, `boards` are the results of its boards; those of a whole match by forfeit follow from it.
    """
    game.boards = of_boards(game, result) if boards is None else boards
    game.result = result
    game.rated = game.rated if rated is None else rated
    game.version += 1
    game.changed_in = act.revision
    if isinstance(act.actor, Helper):
        game.entered_by, game.helper = None, act.actor
    else:
        game.entered_by, game.helper = act.actor, None
    game.save(update_fields=["result", "boards", "rated", "version", "changed_in", "entered_by", "helper"])
    note_results(game.round)


def of_boards(game: Game, result: str) -> str:
    """The results of a match's boards if the whole match has this result; "" outside of events of teams.

    A board at which nobody sits for the winner is lost by both. Raises DomainError for a result that must
    follow from those of the boards, and for a win of a team for which nobody sits at any board.
    """
    if not rulebook.is_of_teams(game.round.tournament) or not result:
        return ""
    if result not in rulebook.FORFEITS_OF_MATCHES:
        raise DomainError(
            "boards", _("The result of a match follows from those of its boards: enter these instead.")
        )
    [match] = boards_of(game.round, game.round.games.filter(pk=game.pk))
    whole = [board._replace(result=result) for board in match.boards]
    known = [one.result if one.is_forfeited_by_absence else Game.Result.BOTH_FORFEIT for one in whole]
    if rulebook.result_of_match(known) != result:
        require_somebody(whole)
    return ",".join(known)


def note_results(round_: Round) -> None:
    """Keep the time at which the last result of a running round came in."""
    complete = not round_.games.filter(result=Game.Result.NOT_YET).exists()
    if round_.state == Round.State.PUBLISHED and complete != (round_.results_at is not None):
        round_.results_at = timezone.now() if complete else None
        round_.save(update_fields=["results_at"])


def carry_out(act: Act, correction: Correction) -> None:
    """Store the correction, and write what it says; one for rating alone is only stored.

    This is the only way in which seats of a published round move: the database itself exchanges them when the
    correction is stored, and its line in the trail must be there before.
    """
    correction.save()
    if correction.case == Correction.Case.RATING:
        return
    if correction.player_id is None:
        after, boards = correction.after, correction.after_boards
        store_result(act, correction.game, after, rated=correction.after_rated, boards=boards)
        return
    correction.done = True
    _show_change(act, correction)


def is_as_corrected(correction: Correction) -> bool:
    """Whether the board still has the corrected result: another one may have come in since."""
    if correction.kind != Correction.Kind.RESULT or correction.case == Correction.Case.RATING:
        return True
    game = correction.game
    after = (correction.after, correction.after_rated, correction.after_boards)
    return (game.result, game.rated, game.boards) == after


def take_back(act: Act, correction: Correction) -> None:
    """Set the rows back to what they were before the correction, and delete it. The guards check this."""
    if correction.case == Correction.Case.RATING:
        correction.delete()
    elif correction.player_id is None:
        before, boards = correction.before, correction.before_boards
        store_result(act, correction.game, before, rated=correction.before_rated, boards=boards)
        correction.delete()
    else:
        _show_change(act, correction)
        correction.done = False
        correction.save(update_fields=["done"])


def _show_change(act: Act, correction: Correction) -> None:
    """Raise the versions of the boards, so that open pages notice the change."""
    games = correction.game.round.games.filter(pk__in=correction.games)
    games.update(version=F("version") + 1, changed_in=act.revision)


@final
class Entered(TypedDict):
    """A result at a board; for a correction also the first round that it counts for, or None.

    In a team match, `boards` are the results of its boards (`Game.boards`).
    """

    board: int
    result: str
    boards: NotRequired[str]
    counts_from: NotRequired[int | None]


@final
class Seated(TypedDict):
    """Boards, each with White's and Black's number and the result."""

    seated: list[tuple[int, int | None, int | None, str]]
    counts_from: NotRequired[int | None]


def recorded(board: int | None, result: str, boards: str) -> dict[str, Any]:
    """A result at a board for the audit trail."""
    return {"board": board, "result": result} | ({"boards": boards} if boards else {})


def entered(before: Entered, after: Entered) -> str:
    """`board 12: ½-½ → 0-1`."""
    was, now = _result_text(before), _result_text(after)
    change = f"{was} → {now}" if before["result"] or before.get("boards") else now
    return _board(after["board"], change) + _counts_from(after)


def _result_text(fact: Entered) -> str:
    """The result; in a team match those of its boards, as `1-0 ½-½ – 0-1`."""
    results = dict(Game.Result.choices)
    if boards := fact.get("boards"):
        return " ".join(str(results[board]) if board else "–" for board in boards.split(","))
    return str(results[fact["result"]])


def exchanged(before: Seated, after: Seated) -> str:
    """`board 1: 1–5 1-0 → 5–1 0-1`."""
    changes = zip(before["seated"], after["seated"], strict=True)
    told = (_board(was[0], f"{_seated(*was)} → {_seated(*now)}") for was, now in changes)
    return "; ".join(told) + _counts_from(after)


def _board(board: int, change: str) -> str:
    return _("board %(board)d: %(change)s") % {"board": board, "change": change}


def _seated(_number: int, white: int | None, black: int | None, result: str) -> str:
    return f"{white}–{black} {Game.Result(result).label if result else ''}".strip()


def _counts_from(after: Entered | Seated) -> str:
    """The first pairing that a correction counts for, in words; empty if the act is not a correction."""
    if "counts_from" not in after:
        return ""
    number = after["counts_from"]
    if number is None:
        return ", " + _("for the rating report only")
    return ", " + _("counts from round %(number)d on") % {"number": number}
