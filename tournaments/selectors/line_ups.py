"""Line-ups that captains enter by their teams' links: the deadline, and when everybody may read them."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from tournaments.models import Game, OwnLinkRules, Player, Round, Seat, Tournament
from tournaments.own import queries as own


def until(round_: Round, rules: OwnLinkRules) -> datetime | None:
    """The deadline for entering line-ups of the round; None while its starting time is not known."""
    start = round_.starts_at
    return start - timedelta(minutes=rules.line_up_minutes) if start else None


def are_awaited(game: Game, round_: Round, rules: OwnLinkRules) -> bool:
    """Whether captains may still enter line-ups for a match of a public round, hidden from others until then.

    False once a board has, or had, a result.
    """
    if not rules.line_ups or round_.state != Round.State.PUBLISHED:
        return False
    if game.version or game.boards or game.result:
        return False
    last = until(round_, rules)
    return last is None or timezone.now() < last


def rounds_awaited(tournament: Tournament) -> list[int]:
    """The rounds with a match whose captains may still enter line-ups."""
    rules = own.rules_of(tournament)
    if not rules.line_ups:
        return []
    games = Game.objects.filter(round__tournament=tournament, round__state=Round.State.PUBLISHED)
    found = games.select_related("round__tournament").order_by("round__number")
    return sorted({game.round.number for game in found if are_awaited(game, game.round, rules)})


def seconds_hidden(tournament: Tournament) -> int | None:
    """The seconds until line-ups become readable by the clock alone; None if no time decides that."""
    rules = own.rules_of(tournament)
    if not rules.line_ups:
        return None
    now = timezone.now()
    rounds = tournament.rounds.filter(state=Round.State.PUBLISHED).select_related("tournament")
    ends = [last for last in (until(round_, rules) for round_ in rounds) if last and last > now]
    return int((min(ends) - now).total_seconds()) + 1 if ends else None


def seat_to_line_up(team: Player, rules: OwnLinkRules) -> Seat | None:
    """The seat of the team's next match whose line-up may be entered now; None if there is none."""
    seats = Seat.objects.select_related("game", "round__tournament")
    found = seats.filter(player=team, round__state=Round.State.PUBLISHED, game__isnull=False)
    for seat in found.order_by("round__number"):
        if seat.game and are_awaited(seat.game, seat.round, rules):
            return seat
    return None
