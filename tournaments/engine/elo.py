"""How a player's games change their FIDE rating, as far as the event knows (B.02)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pairing import elo
from pairing.core import tournament as rules
from tournaments.engine.editions import in_words, known_words
from tournaments.engine.fide_ratings import fide_rating
from tournaments.engine.rows import SeatRow, histories
from tournaments.models import Player, Rating


@dataclass(frozen=True, slots=True)
class RatingOutcome:
    """The effect of the games so far on a player's rating; ratings in Elo."""

    # The rating by which the games are rated; None for an unrated player.
    rating: Rating | None
    # How many games count, and the points scored in them, in tenths.
    games: int
    score: int
    # The expected score of a rated player, in hundredths of a point, and the change of their rating.
    expected: int | None
    change: int | None
    # The rating afterwards; None below 1400, and before an unrated player has a game that counts.
    after: int | None
    # Whether the next list will have it: a first rating takes five games.
    published: bool
    performance: int | None
    # How it is worked out round by round, with the articles, in the reader's language.
    working: tuple[str, ...]
    # Round -> what its game brings a rated player, in hundredths of a rating point.
    by_round: Mapping[int, int]
    # Whether an opponent has a rating that is not from a FIDE list.
    opponents_assumed: bool


def rating_outcome(
    player: Player, rows: Sequence[SeatRow], people: Mapping[int, Player]
) -> RatingOutcome | str | None:
    """The effect of the player's games on their rating (B.02 8), from the seats as reported for rating.

    `people` has the players in those seats by key; fetch `ratings` with them. Returns None before there is a
    game, and a sentence if the rules of that day are not known.
    """
    tournament = player.tournament
    kind = elo.RatingKind(tournament.rating_kind)
    games, ratings = _games(player, rows, people)
    if not games:
        return None
    own = ratings[player.number or 0]
    start = tournament.start_date or tournament.created_at.date()
    found: elo.InitialRating | elo.RatingChange
    by_round: dict[int, int]
    if own is None:
        found = elo.initial_rating(games, first_event=True, kind=kind)
        counted, expected, change, after = found.games, None, None, found.rating
        by_round = {}
        published = found.published
    else:
        try:
            found = elo.rating_change(
                own.value, games, _k(player, own, start.year, kind), start=start, kind=kind
            )
        except rules.PairingError as error:
            return in_words(error)
        counted = tuple(part.game for part in found.contributions)
        expected = sum(part.expected for part in found.contributions)
        by_round = {part.game.round: found.k.value * part.brought for part in found.contributions}
        change, after, published = found.amount, found.new_rating, found.new_rating is not None
    performance = elo.performance(games)
    working = [*found.working(), *(performance.working() if performance else ())]
    return RatingOutcome(
        own,
        len(counted),
        sum(game.percent for game in counted) // 10,
        expected,
        change,
        after,
        published,
        performance and performance.value,
        tuple(map(known_words().tell, working)),
        by_round,
        any(_is_assumed(ratings[game.opponent.number]) for game in counted),
    )


def _k(player: Player, own: Rating, year: int, kind: elo.RatingKind) -> elo.Coefficient:
    """K from the list that gave the rating of this kind, else what can be assumed (8.3.3)."""
    if own.k and own.kind == kind:
        return elo.listed(own.k, kind)
    born = int(player.birth_year) if player.birth else None
    return elo.assumed(own.value, player.title, born, year, kind)


def _is_assumed(rating: Rating | None) -> bool:
    return rating is not None and rating.source != Rating.Source.FIDE_LIST


def _games(
    player: Player, rows: Sequence[SeatRow], people: Mapping[int, Player]
) -> tuple[tuple[elo.Game, ...], dict[int, Rating | None]]:
    """The player's games, and FIDE's ratings by pairing number."""
    event = player.tournament
    numbers = {key: one.number or 0 for key, one in people.items()}
    ratings = {numbers[key]: fide_rating(event, one.ratings.all()) for key, one in people.items()}

    def met(number: int, name: str) -> rules.Player:
        rating = ratings[number]
        return rules.Player(number, name=name, rating=rating.value if rating else None)

    by_number = {numbers[key]: met(numbers[key], one.name) for key, one in people.items()}
    games = (
        elo.Game(number, by_number[cell.opponent], cell.outcome)
        for number, cell in sorted(histories(rows, numbers)[player.pk].items())
        if cell.opponent is not None and not cell.pending
    )
    return tuple(games), ratings
