"""Players who were absent without notice and about whom nothing has been decided yet (C.04.2 D.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F, QuerySet

from tournaments import engine
from tournaments.models import AbsenceRules, Player, Round, Seat, Tournament
from tournaments.selectors import rounds


@dataclass(frozen=True, slots=True)
class Unexplained:
    """A player who did not come to the board, and about whom nothing has been decided."""

    player: Player
    round_number: int
    board: int


def unexplained(tournament: Tournament) -> list[Unexplained]:
    """The absences of the last round that should be decided before the next pairing is published.

    Players who take no part in the coming round anyway are left out. There are none after the last round, nor
    in a knock-out, where players who did not come are out.
    """
    coming = rounds.next_number(tournament)
    if coming is None or tournament.is_finished or engine.is_knock_out(tournament):
        return []
    last = rounds.numbered(tournament, coming - 1)
    return [] if last is None else [found for found in _absent(last) if found.player.takes_part_in(coming)]


def _absent(round_: Round) -> list[Unexplained]:
    answered = set(round_.absences.values_list("player_id", flat=True))
    seats = (
        Seat.objects.filter(round=round_, game__result__in=list(engine.ABSENT))
        .select_related("game", "player__tournament")
        .order_by("game__board", "-colour")
    )
    return [
        Unexplained(seat.player, round_.number, seat.game.board or 0)
        for seat in seats
        if seat.game and seat.colour in engine.ABSENT[seat.game.result] and seat.player_id not in answered
    ]


def without_half_point_bye(tournament: Tournament) -> QuerySet[Player]:
    """The players who get no half-point bye."""
    return tournament.players.filter(no_half_point_bye=True)


def rules_of(tournament: Tournament) -> AbsenceRules:
    """The event's rules of half-point byes; FIDE's own if nothing else was set."""
    return AbsenceRules.objects.filter(tournament=tournament).first() or AbsenceRules(tournament=tournament)


def half_point_byes(tournament: Tournament) -> engine.handling.HalfPointByes:
    """How many half-point byes a player may have, and until which round (C.05 6.7)."""
    rules = rules_of(tournament)
    last_rounds = engine.games_of_match(tournament) * rules.last_rounds
    return engine.handling.HalfPointByes(
        most=rules.half_point_byes, last=tournament.number_of_rounds - last_rounds
    )


def first_games(tournament: Tournament, numbers: Iterable[int]) -> list[int]:
    """The rounds among these that begin a match, as a bye for a whole match counts once.

    So the second game of an allocated bye does not count as another bye.
    """
    return sorted(n for n in numbers if n == engine.rounds_of_match(tournament, n).start)


def credited(tournament: Tournament) -> dict[int, list[int]]:
    """Player's key -> the missed rounds that bring a late entry half a point (C.04.2 C.2, 2026: 2.4)."""
    seats = Seat.objects.filter(
        player__tournament=tournament,
        kind=Seat.Kind.HALF_POINT_BYE,
        round__number__lt=F("player__first_round"),
    )
    found: dict[int, list[int]] = {}
    for player, number in seats.order_by("round__number").values_list("player_id", "round__number"):
        found.setdefault(player, []).append(number)
    return found


def may_be_credited(player: Player) -> bool:
    """Whether points for the player's missed rounds can still be decided (C.04.2 C.2, 2026: 2.4)."""
    if player.tournament.is_finished:
        return False
    public = player.tournament.rounds.filter(state__in=Round.LOCKED).values_list("number", flat=True)
    return engine.handling.may_be_credited(player.first_round, max(public, default=0))
