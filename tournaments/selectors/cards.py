"""A player's card: opponents and points round by round, and the effect on their rating."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from tournaments import engine
from tournaments.corrections import queries as corrections_queries
from tournaments.models import Correction, Player, Round, Seat
from tournaments.norms.queries import Estimate, estimate
from tournaments.rounds.queries.boards import in_words


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
    rows = engine.corrected(engine.as_they_count(engine.rows_of(seats)), for_rating)
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
    scoring = engine.scoring(player.tournament)
    seats = {seat.round.number: seat for seat in around if seat.player_id == player.pk}
    rows = engine.rows_of(seats.values())
    cells = {row.number: engine.counted(player.tournament, engine.cell_of(row)) for row in rows}
    across = {seat.game_id: people[seat.player_id] for seat in around if seat.player_id != player.pk}
    lines, total = [], 0
    for number in numbers:
        seat = seats.get(number)
        gained = engine.points_of(scoring, cells.get(number))
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
