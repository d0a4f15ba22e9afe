"""Reading who sits in a round: boards with their players and scores, and who has no game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.models import Correction, Game, Round, Seat

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.models import Player


@dataclass(frozen=True, slots=True)
class Board:
    """One game of a round as every list shows it.

    Scores are tenths before the round; virtual points, tenths too, count for its pairing only.
    """

    row: Game
    white: Player
    black: Player
    white_score: int
    black_score: int
    white_virtual: int = 0
    black_virtual: int = 0
    corrections: tuple[Correction, ...] = ()


@dataclass(frozen=True, slots=True)
class Bye:
    """One player without a game in a round."""

    player: Player
    kind: str
    label: str
    score: int
    virtual: int = 0


def games_of(round_: Round) -> list[Board]:
    """The games of a round, by board; a draft's in the order in which they were paired."""
    return boards_of(round_, round_.games.all())


def boards_of(round_: Round, games: QuerySet[Game]) -> list[Board]:
    """These games of the round with their players and scores, in a few queries however many."""
    seats = Seat.objects.select_related("player")
    signed = games.select_related("entered_by", "helper__link")
    found = list(signed.prefetch_related(Prefetch("seats", queryset=seats)))
    scores = engine.scores_before(
        round_.tournament, round_.number, [seat.player_id for game in found for seat in game.seats.all()]
    )

    virtual = engine.virtual_points(round_.tournament, round_.number)
    corrections = list(Correction.objects.filter(game__round=round_))

    def board(game: Game) -> Board:
        players = {seat.colour: seat.player for seat in game.seats.all()}
        for player in players.values():
            player.tournament = round_.tournament
        white, black = players["w"], players["b"]
        return Board(
            game,
            white,
            black,
            scores[white.pk],
            scores[black.pk],
            virtual.get(white.pk, 0),
            virtual.get(black.pk, 0),
            tuple(correction for correction in corrections if game.pk in correction.games),
        )

    return [board(game) for game in found]


def byes_of(round_: Round) -> list[Bye]:
    """Who has no game in the round, the pairing-allocated bye first, then by pairing number."""
    idle = [
        (seat.player, Seat.Kind(seat.kind))
        for seat in round_.seats.exclude(kind=Seat.Kind.GAME).select_related("player__tournament")
    ]
    if round_.is_draft:
        # Their seats are written when the round is published: until then they may still come.
        absent = round_.tournament.players.exclude(seats__round=round_).select_related("tournament")
        idle += [(player, Seat.Kind.ZERO_POINT_BYE) for player in absent]
    scores = engine.scores_before(round_.tournament, round_.number, [player.pk for player, _kind in idle])
    virtual = engine.virtual_points(round_.tournament, round_.number)
    return sorted(
        (
            Bye(player, kind, _why_idle(player, kind, round_), scores[player.pk], virtual.get(player.pk, 0))
            for player, kind in idle
        ),
        key=lambda bye: (bye.kind != Seat.Kind.PAIRING_ALLOCATED_BYE, bye.player.number or 0),
    )


def _why_idle(player: Player, kind: Seat.Kind, round_: Round) -> str:
    """The bye in words; of who has left the tournament that he has."""
    if kind == Seat.Kind.ZERO_POINT_BYE and player.has_withdrawn_by(round_.number):
        return _("expelled") if player.expelled else _("withdrawn")
    return str(kind.label)


def boards_as_numbers(round_: Round) -> dict[str, Any]:
    """The pairing for the audit trail: [[white, black], …] in pairing numbers and board order, the bye."""
    seats = round_.seats.select_related("player", "game").order_by("game__board", "game_id", "-colour")
    pairs: dict[int, list[int | None]] = {}
    bye = None
    for seat in seats:
        if seat.game_id is not None:
            pairs.setdefault(seat.game_id, []).append(seat.player.number)
        elif seat.kind == Seat.Kind.PAIRING_ALLOCATED_BYE:
            bye = seat.player.number
    return {"boards": list(pairs.values()), "bye": bye}


def pairing_as_keys(round_: Round) -> dict[str, Any]:
    """The pairing by the players' keys, which no renumbering changes: "pairs" of [White, Black], "pab"."""
    pairs: dict[int, list[int]] = {}
    bye = None
    # White, whose letter comes later, first.
    for seat in round_.seats.order_by("game_id", "-colour"):
        if seat.game_id is not None:
            pairs.setdefault(seat.game_id, []).append(seat.player_id)
        elif seat.kind == Seat.Kind.PAIRING_ALLOCATED_BYE:
            bye = seat.player_id
    return {"pairs": list(pairs.values()), "pab": bye}
