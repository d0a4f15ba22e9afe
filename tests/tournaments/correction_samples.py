"""Facts about an event for the tests of corrections."""

from __future__ import annotations

from django.contrib.auth.models import User

from tests import builders
from tests.again import again
from tournaments import rulebook
from tournaments.corrections import queries as corrections
from tournaments.models import AuditEvent, Correction, Game, Player, Round, Seat, Tournament

Case = Correction.Case


def game(event: Tournament, number: int, board: int = 1) -> Game:
    games = Game.objects.select_related("round__tournament")
    return games.get(round__tournament=event, round__number=number, board=board)


def at(event: Tournament, number: int, board: int, colour: str) -> Player:
    return game(event, number, board).seats.get(colour=colour).player


def window(event: Tournament, number: int, board: int = 1) -> tuple[str, int | None, bool]:
    found = corrections.window(game(event, number, board))
    return found.case, found.counts_from, found.late


def points(event: Tournament, player: Player) -> int:
    return next(line.points for line in rulebook.table(event) if line.number == player.number)


def outcome(event: Tournament, player: Player, number: int, *, before: int) -> str:
    known = rulebook.position(event, before=before).players
    return next(p for p in known if p.number == player.number).cell(number).outcome


@again
def clear(event: Tournament, number: int, chief: User) -> None:
    """Clear the results of the round."""
    boards = event.rounds.get(number=number).games.values_list("board", flat=True)
    builders.enter(event, number, chief, dict.fromkeys(boards, ""))


def replays(event: Tournament) -> list[int]:
    """The public rounds whose pairing differs if they are paired again from what was known then."""

    def pairing(drawn: rulebook.Drawn) -> object:
        return {(w.pk, b.pk) for w, b in drawn.boards}, drawn.bye and drawn.bye.pk

    public = event.rounds.filter(state__in=Round.LOCKED).values_list("number", flat=True)
    return [n for n in public if pairing(rulebook.pair(event, n)) != pairing(rulebook.as_published(event, n))]


def everything(event: Tournament) -> list[object]:
    return [
        list(Game.objects.order_by("pk").values_list()),
        list(Seat.objects.order_by("pk").values_list()),
        list(Correction.objects.values_list()),
        list(AuditEvent.objects.order_by("pk").values_list("pk", "reason")),
        Tournament.objects.get(pk=event.pk).revision,
    ]
