"""The results of a round, and games that are adjourned."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch, Q

from tournaments.models import Game, Round, Seat, Tournament

ADJOURNED_ARTICLE = "C.04.2 D.1"


def adjourned_games(tournament: Tournament, *, before: int | None = None) -> list[Game]:
    """The open adjourned games of the event, or of the rounds before one, with their players."""
    found = Game.objects.filter(round__tournament=tournament, result=Game.Result.ADJOURNED)
    if before is not None:
        found = found.filter(round__number__lt=before)
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("-colour"))
    found = found.select_related("round__tournament").prefetch_related(seats)
    return list(found.order_by("round__number", "board"))


def older_adjourned(tournament: Tournament, number: int) -> list[Game]:
    """The open adjourned games of rounds before the one that ends when round `number` is paired."""
    return adjourned_games(tournament, before=number - 1)


# A version that no game has: users who have not seen the present result are asked before replacing it.
UNSEEN = -1


def by_board(round_: Round) -> list[tuple[int, str]]:
    """Each board of a published round and its result; "" if that is missing."""
    return [(board or 0, result) for board, result in round_.games.values_list("board", "result")]


def missing_results(round_: Round) -> list[int]:
    """Board numbers without a result."""
    return [b for b in round_.games.filter(result="").values_list("board", flat=True) if b is not None]


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a round's results: its games, by board."""

    games: list[Game]

    @property
    def total(self) -> int:
        """The number of boards."""
        return len(self.games)

    @property
    def entered(self) -> int:
        """The number of boards with a result."""
        return self.total - len(self.missing)

    @property
    def missing(self) -> list[int]:
        """The boards without a result."""
        return self._with(Game.Result.NOT_YET)

    @property
    def adjourned(self) -> list[int]:
        """The boards whose games are adjourned."""
        return self._with(Game.Result.ADJOURNED)

    def latest(self, most: int) -> list[Game]:
        """At most `most` games, those whose results came in last first."""
        entered = [game for game in self.games if game.result]
        return sorted(entered, key=lambda game: -game.changed_in)[:most]

    def _with(self, result: str) -> list[int]:
        return [game.board for game in self.games if game.result == result and game.board is not None]


def progress(round_: Round) -> Progress:
    """The progress of the round's results."""
    return Progress(list(round_.games.order_by("board")))


def missing_before(tournament: Tournament, number: int) -> list[tuple[int, int]]:
    """(round, board) of published games before the round that have no result, and are not adjourned."""
    games = Game.objects.filter(
        round__tournament=tournament, round__number__lt=number, round__state__in=Round.LOCKED, result=""
    )
    found = games.order_by("round__number", "board").values_list("round__number", "board")
    return [(round_, board or 0) for round_, board in found]


def open_games(tournament: Tournament) -> int:
    """The number of published games without a result."""
    return Game.objects.filter(
        Q(round__tournament=tournament) & Q(round__state__in=Round.LOCKED) & Q(result="")
    ).count()
