"""Events of teams (C.04.6): the result of a match from its boards, and the rules for line-ups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from pairing import editions
from pairing.core import tournament as rules
from pairing.core.tournament import check_line_up
from pairing.swiss_team.edition_2026 import boards_without_games, outcome_of_match
from tournaments.errors import DomainError
from tournaments.models import Game, Tournament
from tournaments.rulebook.editions import in_words, match_points
from tournaments.rulebook.rows import AT_BOARD, OUTCOMES
from tournaments.texts import game_points

Result = Game.Result

# The results that a board of a match can have.
RESULTS_OF_BOARDS = tuple(result for result in Result if result not in Game.OPEN)
# The results that can be entered for a whole match: one team, or both, did not come at all.
FORFEITS_OF_MATCHES = (Result.WHITE_WINS_FORFEIT, Result.BLACK_WINS_FORFEIT, Result.BOTH_FORFEIT)


def is_of_teams(tournament: Tournament) -> bool:
    """Whether teams meet in matches of several boards; False if this release does not have its rules."""
    known = editions.EDITIONS.get(tournament.edition)
    return known is not None and known.form.of_teams


def result_of_match(boards: Sequence[str]) -> str:
    """The result of a match from those of its boards, the team with White on board 1 first.

    "" while one is missing. Raises DomainError for a result that no board can have, and for an unplayed match
    that is level by forfeits on both sides, as no article says who wins it.
    """
    for board, result in enumerate(boards, 1):
        if result not in (Result.NOT_YET, *RESULTS_OF_BOARDS):
            text = _("Board %(board)d: “%(found)s” is not a result. Expected one of %(known)s.")
            known = ", ".join(str(one.label) for one in RESULTS_OF_BOARDS)
            raise DomainError("unknown_result", text % {"board": board, "found": result, "known": known})
    if Result.NOT_YET in boards:
        return Result.NOT_YET
    white, black = game_points(",".join(boards))
    played = any(AT_BOARD[result, True, "w"][1] in rules.PLAYED for result in boards)
    if not played and white == black != 0:
        raise DomainError(
            "match",
            _("Nobody has played, and both teams have the same by forfeit: one of them wins, or none."),
        )
    outcomes = outcome_of_match(white, black, played=played), outcome_of_match(black, white, played=played)
    return next(result for result, known in OUTCOMES.items() if known == outcomes)


def rating_of_team(ratings: Sequence[int | None], boards: int) -> int | None:
    """The rounded average rating, in Elo, of those rated among the first `boards`; None if nobody is."""
    rated = [rating for rating in ratings[:boards] if rating]
    return (2 * sum(rated) + len(rated)) // (2 * len(rated)) if rated else None


def require_line_up(places: Sequence[int | None], boards: int) -> None:
    """Raise DomainError if members with these places in a team's order may not sit so, board 1 first."""
    try:
        check_line_up(places, boards)
    except rules.PairingError as error:
        raise DomainError("line_up", in_words(error)) from error


def usual_with_bye(outcome: rules.Outcome, members: int, boards: int) -> tuple[int | None, ...]:
    """The places of the members to whom a report gives the bye of their team, board 1 first, None for nobody.

    The allocated bye is the first members' in order; of any other one the record of the team tells (240).
    """
    last = members if outcome is rules.Outcome.PAIRING_ALLOCATED_BYE else 0
    return tuple(place if place <= last else None for place in range(1, boards + 1))


# The points per board of a round without an opponent, in tenths (C.04.6 1.4).
_OF_BYES = {
    rules.Outcome.PAIRING_ALLOCATED_BYE: 5,
    rules.Outcome.HALF_POINT_BYE: 5,
    rules.Outcome.FULL_POINT_BYE: 10,
}


def points_of_bye(tournament: Tournament, outcome: rules.Outcome) -> int:
    """The game points that a round without an opponent brings a team, in tenths (1.4)."""
    return (tournament.boards or 0) * _OF_BYES.get(outcome, 0)


def counted(tournament: Tournament, cell: rules.Cell) -> rules.Cell:
    """A team's round with all that it brought by the event's regulations; a player's round is unchanged.

    If game points come first, the points are those of the boards, once the match is over.
    """
    if tournament.boards is None:
        return cell
    if cell.opponent is None:
        boards = boards_without_games(cell.outcome, rules.Scoring(), tournament.boards)
        cell = replace(cell, secondary=points_of_bye(tournament, cell.outcome), boards=boards)
    if cell.pending or not tournament.by_game_points:
        return cell
    return replace(cell, points=cell.secondary, secondary=match_points(tournament).points(cell))
