"""Results that players reported by their own links, board by board; they count only once entered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Game, Player, ResultReport, Round, Seat
from tournaments.own import queries as own
from tournaments.selectors.boards import seated
from tournaments.selectors.cures import Cure, Place
from tournaments.selectors.obstacles import Obstacle


@dataclass(frozen=True, slots=True)
class Reported:
    """A board and the result that each of its players reported; "" from a player who reported nothing."""

    row: Game
    white: Player
    black: Player
    by_white: str
    by_black: str

    @property
    def differ(self) -> bool:
        """Whether the reports contradict each other or, once a result is entered, agree on a different one.

        An entered result decides between contradicting reports.
        """
        if not self.row.result:
            return not self.agreed
        return self.agreed not in {"", self.row.result}

    @property
    def agreed(self) -> str:
        """The only result that was reported; "" if the two players contradict each other."""
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
        """The reported result in print."""
        return str(Game.Result(self.agreed).label)

    @property
    def labels(self) -> tuple[str, str]:
        """White's report and Black's report in print, if they differ."""
        return str(Game.Result(self.by_white).label), str(Game.Result(self.by_black).label)

    @property
    def in_words(self) -> str:
        """Both reports in words."""
        white, black = self.labels
        if not self.by_black:
            return _("White reported %(white)s") % {"white": white}
        if not self.by_white:
            return _("Black reported %(black)s") % {"black": black}
        return _("White reported %(white)s, Black %(black)s") % {"white": white, "black": black}


def are_shown(round_: Round) -> bool:
    """Whether players may report results of this round: while it is on, if the event allows it."""
    return round_.state == Round.State.PUBLISHED and own.rules_of(round_.tournament).results


def reported(round_: Round) -> dict[int, Reported]:
    """Board -> what its players reported, for boards without a result; those that differ first."""
    told = [board for board in _told(round_) if not board.row.result]
    return {board.row.board or 0: board for board in sorted(told, key=lambda board: not board.differ)}


def said(round_: Round) -> dict[int, Reported]:
    """Board -> what its players reported, with or without a result; {} unless the round is on."""
    if not are_shown(round_):
        return {}
    return {board.row.board or 0: board for board in _told(round_)}


def differing(round_: Round) -> dict[int, Reported]:
    """Board -> what its players reported, if the reports differ from each other or the entered result."""
    return {number: board for number, board in said(round_).items() if board.differ}


def to_settle(round_: Round, told: Mapping[int, Reported]) -> list[Obstacle]:
    """A line for each board of `told` with the players' reports."""
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
    """The boards with at least one report, in order."""
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
    """The player's seat in the first published round in which their game has no result; None without one."""
    seats = Seat.objects.select_related("game", "round__tournament")
    open_ = seats.filter(player=player, round__state=Round.State.PUBLISHED, game__result=Game.Result.NOT_YET)
    return open_.order_by("round__number").first()
