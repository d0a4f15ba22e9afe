"""What players reported of their games by their own links, board by board: no result before it is entered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tournaments.models import Game, ResultReport, Round, Seat
from tournaments.selectors import own_links
from tournaments.selectors.boards import seated
from tournaments.selectors.cures import Cure, Place
from tournaments.selectors.obstacles import Obstacle

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.models import Player


@dataclass(frozen=True, slots=True)
class Reported:
    """A board, and what those who sit there say that its result is; "" from a side that says nothing."""

    row: Game
    white: Player
    black: Player
    by_white: str
    by_black: str

    @property
    def differ(self) -> bool:
        """Whether the two contradict each other and nothing is entered, or what is entered all that was said.

        What is entered where they contradict each other decides between them.
        """
        if not self.row.result:
            return not self.agreed
        return self.agreed not in {"", self.row.result}

    @property
    def agreed(self) -> str:
        """The only result that was reported; "" where the two players contradict each other."""
        results = {self.by_white, self.by_black} - {""}
        return results.pop() if len(results) == 1 else ""

    @property
    def keys(self) -> str:
        """The results that were reported, one after the other, for the keys of the row."""
        return " ".join(dict.fromkeys(filter(None, (self.by_white, self.by_black))))

    @property
    def both(self) -> bool:
        """Whether both players reported it."""
        return self.by_white == self.by_black

    @property
    def label(self) -> str:
        """What was reported, as results are written."""
        return str(Game.Result(self.agreed).label)

    @property
    def labels(self) -> tuple[str, str]:
        """What White said and what Black said, where they differ."""
        return str(Game.Result(self.by_white).label), str(Game.Result(self.by_black).label)

    @property
    def in_words(self) -> str:
        """Who reported what."""
        white, black = self.labels
        if not self.by_black:
            return _("White reported %(white)s") % {"white": white}
        if not self.by_white:
            return _("Black reported %(black)s") % {"black": black}
        return _("White reported %(white)s, Black %(black)s") % {"white": white, "black": black}


def are_shown(round_: Round) -> bool:
    """Whether players report the results of this round: while it is on, where the event lets them."""
    return round_.state == Round.State.PUBLISHED and own_links.rules_of(round_.tournament).results


def reported(round_: Round) -> dict[int, Reported]:
    """Board -> what its players reported, while it has no result; those that differ first."""
    told = [board for board in _told(round_) if not board.row.result]
    return {board.row.board or 0: board for board in sorted(told, key=lambda board: not board.differ)}


def said(round_: Round) -> dict[int, Reported]:
    """Board -> what its players reported while the round is on, for its row among all others."""
    if not are_shown(round_):
        return {}
    return {board.row.board or 0: board for board in _told(round_)}


def differing(round_: Round) -> dict[int, Reported]:
    """Board -> what its players reported while the round is on, where that differs, also from what stands."""
    return {number: board for number, board in said(round_).items() if board.differ}


def to_settle(round_: Round, told: Mapping[int, Reported]) -> list[Obstacle]:
    """A line for each board of `told`: who said what."""
    text = _("Board %(board)d: %(reports)s.")
    return [
        Obstacle(
            "reports_differ",
            text % {"board": board, "reports": reported.in_words},
            Cure(Place.BOARD, round_.number, board),
        )
        for board, reported in told.items()
    ]


def _told(round_: Round) -> list[Reported]:
    """The boards of which somebody reported something, in their order."""
    found = ResultReport.objects.filter(game__round=round_)
    results = {(report.game_id, report.player_id): report.result for report in found}
    if not results:
        return []
    boards = [
        Reported(
            game, white, black, results.get((game.pk, white.pk), ""), results.get((game.pk, black.pk), "")
        )
        for game, white, black in seated(round_)
    ]
    return [board for board in boards if board.by_white or board.by_black]


def seat_to_report(player: Player) -> Seat | None:
    """Where the player sits in the first published round in which their game has no result."""
    seats = Seat.objects.select_related("game", "round__tournament")
    open_ = seats.filter(player=player, round__state=Round.State.PUBLISHED, game__result=Game.Result.NOT_YET)
    return open_.order_by("round__number").first()
