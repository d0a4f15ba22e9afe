"""The boards of the players that a reader follows: where they sit, their opponents and their points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments import engine
from tournaments.models import Player, Round, Seat, Tournament
from tournaments.selectors import cards
from tournaments.standings import queries as standings


@dataclass(frozen=True, slots=True)
class Followed:
    """One player at their next game, or after their last one; scores are tenths."""

    player: Player
    card: cards.Card
    # Their place after the last finished round.
    place: engine.Standing | None
    # The opponent's score when the round was paired; the player's own, if pairings depend on scores.
    opponent_score: int | None
    score: int | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        """The player's key, as in the address of their board."""
        return (self.player.key,)

    @property
    def rating_change(self) -> int | None:
        """The rating change from the game, in hundredths of a point; None if it is open or not rated."""
        line, estimate = self.card.now, self.card.elo
        if line is None or estimate is None or estimate.outcome is None:
            return None
        return estimate.outcome.by_round.get(line.number)


def rest_on(tournament: Tournament, keys: Sequence[str]) -> tuple[object, ...]:
    """A key that changes whenever the boards of these players change."""
    public = Seat.objects.filter(round__tournament=tournament, round__state__in=Round.LOCKED)
    own = public.filter(player__key__in=keys).order_by("pk")
    results = own.values_list("player_id", "game__board", "game__result", "game__rated")
    # An opponent's score is from rounds that are over, so only a correction changes it.
    return (*standings.rest_on(tournament), *results)


def players(tournament: Tournament, keys: Sequence[str]) -> list[Player]:
    """The players of the event with these keys, in the order of the keys; unknown keys are left out."""
    found = {player.key: player for player in tournament.players.filter(key__in=keys)}
    for player in found.values():
        player.tournament = tournament
    return [found[key] for key in dict.fromkeys(keys) if key in found]


def boards(followed: Sequence[Player]) -> list[Followed]:
    """The board of each of these players of one event in their next game (`cards.Card.now`)."""
    if not followed:
        return []
    known = cards.of_players(followed)
    places = {line.number: line for line in standings.table(followed[0].tournament)}
    return _seated([(player, known[player.pk], places.get(player.number or 0)) for player in followed])


def board(player: Player, card: cards.Card, place: engine.Standing | None) -> Followed:
    """The board of one player whose card and place the caller already has."""
    (found,) = _seated([(player, card, place)])
    return found


def _seated(followed: Sequence[tuple[Player, cards.Card, engine.Standing | None]]) -> list[Followed]:
    tournament = followed[0][0].tournament
    met: dict[int, list[int]] = defaultdict(list)
    for player, card, _place in followed:
        if card.now and card.now.opponent:
            met[card.now.number] += player.pk, card.now.opponent.pk
    # If several rounds were published at once, players may be in different ones.
    scores = {
        number: engine.scores_before(tournament, engine.rounds_of_match(tournament, number).start, asked)
        for number, asked in met.items()
    }
    by_score = not engine.follows_players(tournament)

    def of(player: Player, card: cards.Card, place: engine.Standing | None) -> Followed:
        line = card.now
        if line is None or line.opponent is None:
            return Followed(player, card, place, None)
        before = scores[line.number]
        return Followed(
            player, card, place, before[line.opponent.pk], before[player.pk] if by_score else None
        )

    return [of(*one) for one in followed]
