"""The public pages: a player's card, who is followed, and what phones are told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments import rulebook
from tournaments.corrections import queries as corrections_queries
from tournaments.models import Correction, Player, PushSubscription, Round, Seat, Tournament
from tournaments.norms.queries import Estimate, estimate
from tournaments.public.web_push import LASTS
from tournaments.ratings import queries as ratings
from tournaments.rounds.queries.boards import in_words
from tournaments.standings import queries as standings


@dataclass(frozen=True, slots=True)
class CardLine:
    """One round on a player's card. Scores are tenths."""

    number: int
    seat: Seat | None
    opponent: Player | None
    points: int | None
    total: int
    notes: tuple[str, ...] = ()
    # Why there is no game.
    idle: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A line for each published round, and the effect of the games on the player's FIDE rating."""

    lines: tuple[CardLine, ...]
    # The player's first game without a result in the current rounds; if there is none, the last line.
    now: CardLine | None
    elo: Estimate | None

    @property
    def is_on(self) -> bool:
        """Whether that game has brought no points yet: it is open, or adjourned."""
        return bool(self.now and self.now.seat and self.now.seat.game and self.now.points is None)


def card(player: Player) -> Card:
    """The pairing card of a player. Must be fast: all players of an event ask for it in the same minute."""
    return of_players([player])[player.pk]


def of_players(players: Sequence[Player]) -> dict[int, Card]:
    """Player's key -> the pairing card, for some players of one event."""
    corrections = corrections_queries.concerning(players)
    seats = _seats_around(players, [game for one in corrections for game in one.games])
    keys = {seat.player_id for seat in seats} | {one.pk for one in players}
    found = Player.objects.filter(tournament__in=_events(players), pk__in=keys)
    people = {one.pk: one for one in found.select_related("tournament").prefetch_related("ratings")}
    for_rating = [one for one in corrections if one.case == Correction.Case.RATING]
    rows = rulebook.corrected(rulebook.as_they_count(rulebook.rows_of(seats)), for_rating)
    rounds = players[0].tournament.rounds.filter(state__in=Round.LOCKED) if players else Round.objects.none()
    numbers = list(rounds.values_list("number", flat=True))
    cards = {}
    for player in players:
        games = {seat.game_id for seat in seats if seat.player_id == player.pk}
        own = [
            one
            for one in corrections
            if games.intersection(one.games) or player.pk in (one.player_id, one.other_player_id)
        ]
        lines = _lines(player, numbers, seats, people, corrections_queries.by_round(own))
        now = next(filter(_is_open, lines), lines[-1] if lines else None)
        cards[player.pk] = Card(tuple(lines), now, estimate(people[player.pk], rows, people))
    return cards


def _is_open(line: CardLine) -> bool:
    """Whether the round is on and the player's game in it has no result yet, as in `first_open`."""
    seat = line.seat
    return bool(seat and seat.game and not seat.game.result and seat.round.state == Round.State.PUBLISHED)


def _events(players: Sequence[Player]) -> set[int]:
    return {player.tournament_id for player in players}


def _seats_around(players: Sequence[Player], games: Iterable[int]) -> list[Seat]:
    """The published seats of the players, of their opponents, and of these games."""
    public = Seat.objects.filter(round__tournament__in=_events(players), round__state__in=Round.LOCKED)
    own = Q(player__in=[player.pk for player in players])
    boards = Q(game__in=public.filter(own).values("game")) | Q(game__in=list(games))
    return list(public.filter(boards | own).select_related("round", "game"))


def _lines(
    player: Player,
    numbers: Iterable[int],
    around: Sequence[Seat],
    people: Mapping[int, Player],
    notes: Mapping[int, Sequence[str]],
) -> list[CardLine]:
    scoring = rulebook.scoring(player.tournament)
    seats = {seat.round.number: seat for seat in around if seat.player_id == player.pk}
    rows = rulebook.rows_of(seats.values())
    cells = {row.number: rulebook.counted(player.tournament, rulebook.cell_of(row)) for row in rows}
    across = {seat.game_id: people[seat.player_id] for seat in around if seat.player_id != player.pk}
    lines, total = [], 0
    for number in numbers:
        seat = seats.get(number)
        gained = rulebook.points_of(scoring, cells.get(number))
        total += gained or 0
        lines.append(
            CardLine(
                number=number,
                seat=seat,
                opponent=across.get(seat.game_id) if seat and seat.game_id else None,
                points=gained,
                total=total,
                notes=tuple(notes.get(number, ())),
                idle=in_words(player.tournament, seat.kind) if seat and not seat.game_id else "",
            )
        )
    return lines


@dataclass(frozen=True, slots=True)
class Followed:
    """One player at their next game, or after their last one; scores are tenths."""

    player: Player
    card: Card
    # Their place after the last finished round.
    place: rulebook.Standing | None
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
    known = of_players(followed)
    places = {line.number: line for line in standings.table(followed[0].tournament)}
    return _seated([(player, known[player.pk], places.get(player.number or 0)) for player in followed])


def board(player: Player, card: Card, place: rulebook.Standing | None) -> Followed:
    """The board of one player whose card and place the caller already has."""
    (found,) = _seated([(player, card, place)])
    return found


def _seated(followed: Sequence[tuple[Player, Card, rulebook.Standing | None]]) -> list[Followed]:
    tournament = followed[0][0].tournament
    met: dict[int, list[int]] = defaultdict(list)
    for player, card, _place in followed:
        if card.now and card.now.opponent:
            met[card.now.number] += player.pk, card.now.opponent.pk
    # If several rounds were published at once, players may be in different ones.
    scores = {
        number: rulebook.scores_before(tournament, rulebook.rounds_of_match(tournament, number).start, asked)
        for number, asked in met.items()
    }
    by_score = not rulebook.follows_players(tournament)

    def of(player: Player, card: Card, place: rulebook.Standing | None) -> Followed:
        line = card.now
        if line is None or line.opponent is None:
            return Followed(player, card, place, None)
        before = scores[line.number]
        return Followed(
            player, card, place, before[line.opponent.pk], before[player.pk] if by_score else None
        )

    return [of(*one) for one in followed]


# A phone whose push service did not answer is tried again after this; not once the round is older than LASTS.
AGAIN = timedelta(minutes=5)


def due(now: datetime) -> QuerySet[PushSubscription]:
    """The phones that may not have been notified of a board; drafts never count.

    Since the last notification, a round was published; or all results of a round came in while a later round
    is already public, as in a round robin published at once, where the next round then begins; or the clock
    was set back.
    """
    public = Round.objects.filter(tournament=OuterRef("player__tournament"), state__in=Round.LOCKED)
    later = Round.objects.filter(tournament=OuterRef("tournament"), number__gt=OuterRef("number"))
    over = public.filter(Exists(later.filter(state__in=Round.LOCKED)), results_at__isnull=False)
    asked_for = PushSubscription.objects.annotate(
        published_at=Subquery(public.order_by("-number").values("published_at")[:1]),
        over_at=Subquery(over.order_by("-results_at").values("results_at")[:1]),
    )
    lately = now - timedelta(seconds=LASTS)
    late = Q(told_until__lt=F("published_at"), published_at__gt=lately)
    late |= Q(told_until__lt=F("over_at"), over_at__gt=lately)
    # The clocks of two machines do not differ by that much.
    late |= Q(told_until__gt=now + AGAIN)
    return asked_for.filter(late).exclude(tried_at__range=(now - AGAIN, now + AGAIN))


def is_known(followed: Followed, phone: PushSubscription) -> bool:
    """Whether the phone was notified of the player’s next game and its round not published again since."""
    line = followed.card.now
    if line is None or line.number != phone.told_round:
        return False
    published_at = line.seat.round.published_at if line.seat else None
    return published_at is None or published_at <= phone.told_until


def message(followed: Followed, language: str) -> dict[str, str]:
    """The message about a player’s next game or bye; {} if they do not take part."""
    player, line = followed.player, followed.card.now
    if line is None or line.seat is None:
        return {}
    event = player.tournament
    with translation.override(language):
        if line.opponent and line.seat.game:
            facts = {"number": line.number, "board": line.seat.game.board}
            title = _("Round %(number)d: board %(board)d") % facts
            known = (line.opponent.title, line.opponent.name, ratings.in_print(line.opponent))
            told = _("%(name)s has %(colour)s against %(opponent)s.") % {
                "name": player.name,
                "colour": line.seat.get_colour_display(),
                "opponent": " ".join(filter(None, known)),
            }
        else:
            title = _("Round %(number)d") % {"number": line.number}
            told = f"{player.name}{_(':')} {line.seat.get_kind_display()}"
    return {
        "title": f"{title} · {event.name}",
        "body": told,
        "tag": player.key,
        "lang": language,
    }
