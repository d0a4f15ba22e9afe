"""Rating changes and norms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pairing import editions, elo, norms
from pairing.core import tournament as rules
from tournaments.models import Correction, Player, Rating, Tournament
from tournaments.rulebook.editions import in_words, known_words
from tournaments.rulebook.imported import ReportedPlayer
from tournaments.rulebook.positions import days_of_rounds, position
from tournaments.rulebook.rows import SeatRow, fide_rating, histories, with_fide_ratings
from tournaments.rulebook.standings import finished_rounds, table


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


@dataclass(frozen=True, slots=True)
class NormOutlook:
    """A player's prospects of a norm after the last finished round. Ratings in Elo, scores in tenths."""

    number: int
    title: str
    # Whether nothing that is known still speaks against it.
    met: bool
    # The score still needed from the remaining games against opponents of this average; None if the norm is
    # met or no score is enough.
    needed: int | None
    remaining: int
    against: int
    # Whether it depends on something about the event that is not known.
    open: bool


class ConditionLine(NamedTuple):
    """A condition in words, with its article; `met` is None if the facts it asks for are not known."""

    text: str
    met: bool | None


@dataclass(frozen=True, slots=True)
class NormDetails:
    """A norm of one player: the prospects and the reasons, in the reader's language."""

    outlook: NormOutlook
    possible: bool
    # What is needed, or that no score is enough; "" if the norm is met or no games remain.
    forecast: str
    conditions: tuple[ConditionLine, ...]
    # Game by game: what counts, and with which rating.
    games: tuple[str, ...]


class NormGame(NamedTuple):
    """A game that counts for a norm: the opponent, the score in tenths, and the rating counted."""

    round: int
    opponent: ReportedPlayer
    score: int
    rating: int


@dataclass(frozen=True, slots=True)
class NormRecord:
    """A norm that was made, as certificates state it. Ratings in Elo, scores in tenths."""

    number: int
    title: str
    games: tuple[NormGame, ...]
    score: int
    required: int
    average: int
    performance: int
    # The number of games that it counts for in an application.
    counts_as: int
    # The article that exempts from the rules on federations, or "".
    exempt: str
    # Games that were left out and conditions that are not fully known, in English.
    remarks: tuple[str, ...]


def norms_are_rated(tournament: Tournament) -> bool:
    """Whether norms can be made at all: in standard games, in seven rounds or more (B.01 1.4.1).

    Chess960 is rated in none of FIDE's lists, a team makes no norm, and events of two sides (Scheveningen)
    have given none since March 2024.
    """
    standard = tournament.rating_kind == Tournament.RatingKind.STANDARD
    rated = standard and not tournament.chess960 and tournament.boards is None
    if tournament.edition in editions.EDITIONS:
        rated = rated and not editions.EDITIONS[tournament.edition].of_sides
    return rated and tournament.last_round >= 7


def norm_outlooks(tournament: Tournament) -> tuple[NormOutlook, ...]:
    """The norms that players have made or still may, the highest titles first; `_Way` says what is assumed.

    Fetch the players with their ratings.
    """
    way = _Way(tournament)
    found = [outlook for player in way.order for outlook in way.outlooks(player)]
    return tuple(
        sorted(found, key=lambda one: (norms.NORM_TITLES.index(one.title), not one.met, one.remaining))
    )


def norm_details(tournament: Tournament, number: int) -> tuple[NormDetails, ...]:
    """All norms that the player with this pairing number may make, condition by condition."""
    way = _Way(tournament)
    player = next((player for player in way.order if player.number == number), None)
    return tuple(way.details(player)) if player else ()


def norm_records(tournament: Tournament) -> tuple[NormRecord, ...]:
    """The norms that were made so far, the highest titles first. Fetch the players with their ratings."""
    way = _Way(tournament)
    found = [record for player in way.order for record in way.records(player)]
    return tuple(sorted(found, key=lambda one: norms.NORM_TITLES.index(one.title)))


def norm_foreigners(tournament: Tournament) -> norms.Foreigners:
    """The numbers that 1.4.3d asks for, over the finished rounds. Fetch the players with their ratings."""
    return norms.foreigners(_Way(tournament).present)


class _Way:
    """The event after its last finished round, and the opponents that each player may still meet.

    These are first the opponents already published, then the nearest in the standings whom the player has not
    met; a forecast assumes their average.
    """

    def __init__(self, tournament: Tournament) -> None:
        self.after = finished_rounds(tournament)
        known = Correction.objects.filter(game__round__tournament=tournament, case=Correction.Case.RATING)
        published = with_fide_ratings(tournament, position(tournament, supposed=list(known)))
        self.withdrawn = {row.number for row in tournament.players.all() if row.withdrawn_from is not None}
        players = {player.number: player for player in published.players}
        self._next = {number: player.cell(self.after + 1).opponent for number, player in players.items()}
        present = replace(
            published,
            players=tuple(replace(player, cells=player.cells[: self.after]) for player in players.values()),
            round_dates=days_of_rounds(tournament),
        )
        self.present = present
        arbiters = [row.title for row in tournament.named_arbiters.all()]
        self.event = norms.NormEvent(
            championship=norms.Championship(tournament.championship) if tournament.championship else None,
            minutes=tournament.minutes,
            titled_arbiters=sum(title in {"IA", "FA"} for title in arbiters) if arbiters else None,
            foreigners=norms.foreigners(present),
            no_members=frozenset(tournament.no_members.split()),
        )
        self._players = {player.number: player for player in present.players}
        self.order = [self._players[line.number] for line in table(tournament)]
        self._place = {player.number: place for place, player in enumerate(self.order)}

    def _remaining(self, player: rules.Player) -> int:
        return 0 if player.number in self.withdrawn else (self.present.rounds or 0) - self.after

    def _to_come(self, player: rules.Player) -> list[int]:
        """The assumed ratings of the opponents to come."""
        n = self._remaining(player)
        met = {cell.opponent for cell in player.cells} | {player.number}
        chosen = [number for number in (self._next[player.number],) if number and n]
        place = self._place[player.number]
        for step in range(1, len(self.order)):
            for other in (place - step, place + step):
                if len(chosen) < n and 0 <= other < len(self.order):
                    number = self.order[other].number
                    if number not in met and number not in chosen:
                        chosen.append(number)
            if len(chosen) >= n:
                break
        return [self._players[number].fide_rating or norms.UNRATED for number in chosen]

    def _titles(self, player: rules.Player) -> Sequence[str]:
        """The titles with norms that are higher than the player's own."""
        titles = norms.norm_titles(player.sex)
        return titles[: titles.index(player.title)] if player.title in titles else titles

    def outlooks(self, player: rules.Player) -> Iterator[NormOutlook]:
        """The norms that are made or within reach."""
        for title in self._titles(player):
            outlook, forecast, _norm = self._judged(player, title)
            if outlook.met or (forecast is not None and forecast.possible):
                yield outlook

    def details(self, player: rules.Player) -> Iterator[NormDetails]:
        """Every norm that is higher than the player's title."""
        tell = known_words().tell
        for title in self._titles(player):
            outlook, forecast, norm = self._judged(player, title)
            first, *_more = forecast.working() if forecast else ("",)
            conditions = norm.conditions if forecast is None else (*forecast.fixed, *forecast.mix)
            yield NormDetails(
                outlook,
                possible=outlook.met or (forecast is not None and forecast.possible),
                forecast=tell(first),
                conditions=tuple(ConditionLine(tell(one.told()), one.met) for one in conditions),
                games=tuple(map(tell, norm.case.working())),
            )

    def records(self, player: rules.Player) -> Iterator[NormRecord]:
        """The norms that the player has made, with all that certificates state."""
        if len(player.cells) < 7:
            return
        for title in self._titles(player):
            norm = norms.norm(self.present, player.number, title, self.event)
            performance = norm.case.performance
            if not norm.met or performance is None or norm.required is None:
                continue
            yield NormRecord(
                player.number,
                title,
                tuple(
                    NormGame(each.game.round, each.game.opponent, each.game.percent // 10, each.rating)
                    for each in norm.case.counted
                ),
                norm.case.score // 10,
                norm.required,
                performance.average,
                performance.value,
                norm.counts_as,
                norm.case.exempt,
                (
                    *(str(part.told()) for part in norm.case.left_out),
                    *(str(condition.told()) for condition in norm.open),
                ),
            )

    def _judged(
        self, player: rules.Player, title: str
    ) -> tuple[NormOutlook, norms.Forecast | None, norms.Norm]:
        norm = norms.norm(self.present, player.number, title, self.event)
        ahead = self._to_come(player)
        average = (2 * sum(ahead) + len(ahead)) // (2 * len(ahead)) if ahead else 0
        forecast = None
        if ahead and not norm.met:
            forecast = norms.forecast(
                self.present, player.number, title, self.event, remaining=len(ahead), average=average
            )
        needed = forecast.score if forecast else None
        outlook = NormOutlook(
            player.number, title, norm.met, needed, len(ahead), average, open=bool(norm.open)
        )
        return outlook, forecast, norm
