"""Results that players report by their own links. They do not count: somebody who may do so enters them."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.errors import Conflict, DomainError
from tournaments.log.acts import Told, acting
from tournaments.models import AuditEvent, Game, PlayerLink, ResultReport
from tournaments.selectors import own_links
from tournaments.selectors.result_reports import seat_to_report
from tournaments.services.boards import entered
from tournaments.services.bye_requests import holder_of

Action = AuditEvent.Action


def report_result(*, link: PlayerLink, number: int, result: str) -> None:
    """Report a win, a draw or a loss of the holder's own game in round `number`, White's score first.

    The same again is harmless; another one replaces what they had reported. Raises DomainError if the event
    does not let players report, or this player has done so too often; Conflict if they have no game in that
    round that waits for a result.
    """
    if result not in Game.MAY_BE_UNRATED:
        raise DomainError("result", _("Expected a win, a draw or a loss."))
    with acting(link.player.tournament, None) as act:
        player = holder_of(act, link)
        if not own_links.rules_of(act.tournament).results or act.tournament.is_finished:
            raise DomainError("no_reports", _("In this event results are not reported by a link."))
        seat = seat_to_report(player)
        if seat is None or seat.game is None or seat.round.number != number:
            text = _("Your game in round %(number)d already has a result. If it is wrong, tell an arbiter.")
            raise Conflict("no_game", text % {"number": number})
        report = ResultReport.objects.filter(game=seat.game, player=player).first()
        if report and report.result == result:
            return
        if report and report.times >= ResultReport.MOST:
            raise DomainError("too_often", _("You have reported other results before: tell an arbiter."))
        before = report.result if report else ""
        report = report or ResultReport(game=seat.game, player=player, times=0)
        report.result, report.times = result, report.times + 1
        report.save()
        # So that the arbiters' pages show the board anew: its row says whether the reports differ.
        seat.game.changed_in = act.revision
        seat.game.save(update_fields=["changed_in"])
        act.record(
            Action.RESULT_REPORTED,
            subject=player.name,
            round_number=number,
            before={"board": seat.game.board, "result": before},
            after={"board": seat.game.board, "result": result},
        )


TOLD: Told = {Action.RESULT_REPORTED: entered}
