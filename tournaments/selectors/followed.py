"""The boards of the players whom somebody follows: where they sit, against whom, and what it brought."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments import engine
from tournaments.models import Round, Seat
from tournaments.selectors import cards, standings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.models import Player, Tournament


@dataclass(frozen=True, slots=True)
class Followed:
    """One player in the latest public round; scores are tenths."""

    player: Player
    card: cards.Card
    # Where they stand after the last finished round.
    place: engine.Standing | None
    # What the opponent had when the round was paired.
    opponent_score: int | None

    @property
    def keys(self) -> tuple[str, ...]:
        """The player's key, as the address of their board alone names it."""
        return (self.player.key,)

    @property
    def rating_change(self) -> int | None:
        """What the game brings, in hundredths of a rating point; None while it is open or not rated."""
        line, estimate = self.card.latest, self.card.elo
        if line is None or estimate is None or estimate.outcome is None:
            return None
        return estimate.outcome.by_round.get(line.number)


def rest_on(tournament: Tournament, keys: Sequence[str]) -> tuple[object, ...]:
    """What tells whether the boards of these players are still the same."""
    public = Seat.objects.filter(round__tournament=tournament, round__state__in=Round.LOCKED)
    own = public.filter(player__key__in=keys).order_by("pk")
    results = own.values_list("player_id", "game__board", "game__result", "game__rated")
    return (*standings.rest_on(tournament), *results)


def players(tournament: Tournament, keys: Sequence[str]) -> list[Player]:
    """The players of the event who have these keys, in the order of the keys; others are passed by."""
    found = {player.key: player for player in tournament.players.filter(key__in=keys)}
    for player in found.values():
        player.tournament = tournament
    return [found[key] for key in dict.fromkeys(keys) if key in found]


def boards(followed: Sequence[Player]) -> list[Followed]:
    """Where each of these players of one event sits in the latest public round."""
    if not followed:
        return []
    tournament = followed[0].tournament
    known = cards.of_players(followed)
    places = {line.number: line for line in standings.table(tournament)}
    latest = [card.latest for card in known.values() if card.latest]
    met = [line.opponent.pk for line in latest if line.opponent]
    paired = engine.rounds_of_match(tournament, latest[0].number).start if latest else 1
    scores = engine.scores_before(tournament, paired, met) if met else {}

    def of(player: Player) -> Followed:
        line = known[player.pk].latest
        opponent = line.opponent if line else None
        place = places.get(player.number or 0)
        return Followed(player, known[player.pk], place, scores[opponent.pk] if opponent else None)

    return [of(player) for player in followed]
