"""Reading which results are in, and which are missing."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from tournaments.models import Game, Round, Tournament

# No version that a game has: who has not been shown the standing result is asked before replacing it.
UNSEEN = -1


def by_board(round_: Round) -> list[tuple[int, str]]:
    """Each board of a published round and its result; "" where that is missing."""
    return [(board or 0, result) for board, result in round_.games.values_list("board", "result")]


def missing_results(round_: Round) -> list[int]:
    """Board numbers without a result."""
    return [b for b in round_.games.filter(result="").values_list("board", flat=True) if b is not None]


@dataclass(frozen=True, slots=True)
class Progress:
    """How many of a round's boards there are, which of them have no result, and which are adjourned."""

    total: int
    missing: list[int]
    adjourned: list[int]

    @property
    def entered(self) -> int:
        """How many have one."""
        return self.total - len(self.missing)


def progress(round_: Round) -> Progress:
    """How far the results of the round are."""
    games = list(round_.games.values_list("board", "result"))

    def with_result(wanted: str) -> list[int]:
        return [board for board, result in games if result == wanted and board is not None]

    return Progress(len(games), with_result(Game.Result.NOT_YET), with_result(Game.Result.ADJOURNED))


def missing_before(tournament: Tournament, number: int) -> list[tuple[int, int]]:
    """(round, board) of published games before the round that have no result, and are not adjourned."""
    public = Round.objects.filter(tournament=tournament, number__lt=number, state__in=Round.LOCKED)
    games = Game.objects.filter(round__in=public, result="")
    found = games.order_by("round__number", "board").values_list("round__number", "board")
    return [(round_, board or 0) for round_, board in found]


def open_games(tournament: Tournament) -> int:
    """How many published games have no result."""
    return Game.objects.filter(
        Q(round__tournament=tournament) & Q(round__state__in=Round.LOCKED) & Q(result="")
    ).count()
