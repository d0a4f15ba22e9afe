"""Reading the boards of a round with their players and scores, and the players without a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypedDict

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.models import Correction, Decision, Game, Player, Round, Seat, Tournament
from tournaments.own import queries as own
from tournaments.selectors import line_ups, teams
from tournaments.selectors.matches import Both, both_games
from tournaments.selectors.teams import BoardOfMatch


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
    # In a match of two games: the other game, and the points of both.
    match: Both | None = None
    # In a level match of a knock-out: its tie-break.
    decision: Decision | None = None
    # In a match of teams: its boards.
    boards: tuple[BoardOfMatch, ...] = ()
    # Whether captains may still enter line-ups; until the deadline only arbiters may read them.
    awaits_line_ups: bool = False


@dataclass(frozen=True, slots=True)
class Bye:
    """One player without a game in a round."""

    player: Player
    kind: str
    label: str
    score: int
    virtual: int = 0


class Seated(NamedTuple):
    """A game and its players."""

    game: Game
    white: Player
    black: Player


# The relations that lists need to name the person who entered a result.
SIGNED = ("entered_by", "helper__link")


def seated(round_: Round) -> list[Seated]:
    """Each game of the round as (game, White, Black), by board; a draft's in the order of its pairing."""
    return playing(round_, round_.games.all())


def games_of(round_: Round) -> list[Board]:
    """Each game of the round with all that a list shows."""
    return _boards(round_, _seated(round_.games.select_related(*SIGNED), _everybody(round_)))


def boards_of(round_: Round, games: QuerySet[Game]) -> list[Board]:
    """A few games of the round as a list shows them."""
    found = list(games.select_related(*SIGNED))
    players = round_.tournament.players.filter(seats__game__in=found).in_bulk()
    return _boards(round_, _seated(found, players))


def playing(round_: Round, games: Iterable[Game]) -> list[Seated]:
    """These games of the round with their players, in their order."""
    return _seated(games, _everybody(round_))


def _everybody(round_: Round) -> dict[int, Player]:
    return {player.pk: player for player in round_.tournament.players.all()}


def _seated(games: Iterable[Game], players: Mapping[int, Player]) -> list[Seated]:
    found = list(games)
    seats = Seat.objects.filter(game__in=found).order_by().values_list("game_id", "colour", "player_id")
    sitting = {(game, colour): players[player] for game, colour, player in seats}
    return [Seated(game, sitting[game.pk, "w"], sitting[game.pk, "b"]) for game in found]


def _boards(round_: Round, games: Sequence[Seated]) -> list[Board]:
    sitting = [player.pk for game in games for player in (game.white, game.black)]
    scores = engine.scores_before(round_.tournament, round_.number, sitting)
    virtual = engine.virtual_points(round_.tournament, round_.number)
    matches = both_games(round_, {game.board: game for game, _white, _black in games if game.board})
    corrections = list(Correction.objects.filter(game__round=round_).select_related("audit"))
    many = round_.tournament.boards
    decisions = (
        {one.game_id: one for one in Decision.objects.filter(game__round=round_).select_related("player")}
        if engine.is_knock_out(round_.tournament)
        else {}
    )
    sides = teams.line_ups(round_, many) if many and round_.is_public else {}
    rules = own.rules_of(round_.tournament) if sides else None
    return [
        Board(
            game,
            white,
            black,
            scores[white.pk],
            scores[black.pk],
            virtual.get(white.pk, 0),
            virtual.get(black.pk, 0),
            tuple(correction for correction in corrections if game.pk in correction.games),
            matches.get(game.board or 0),
            decisions.get(game.pk),
            teams.boards_of_match(game, sides[white.pk], sides[black.pk]) if sides else (),
            rules is not None and line_ups.are_awaited(game, round_, rules),
        )
        for game, white, black in games
    ]


def byes_of(round_: Round) -> list[Bye]:
    """The players without a game in the round: the pairing-allocated bye first, then by pairing number.

    In a knock-out, only those who are still in.
    """
    knock_out = engine.is_knock_out(round_.tournament)
    idle = [
        (seat.player, Seat.Kind(seat.kind))
        for seat in round_.seats.exclude(kind=Seat.Kind.GAME).select_related("player__tournament")
    ]
    if round_.is_draft:
        # Their seats are written when the round is published, as until then they may still come.
        absent = round_.tournament.players.exclude(seats__round=round_)
        present = engine.position(round_.tournament, before=round_.number) if knock_out else None
        through = (engine.still_in(round_.tournament, present) if present else None) or ()
        idle += [
            (player, Seat.Kind.FULL_POINT_BYE if player.number in through else Seat.Kind.ZERO_POINT_BYE)
            for player in absent
        ]
    if knock_out:
        # Players who are out are not listed again.
        idle = [(player, kind) for player, kind in idle if kind != Seat.Kind.ZERO_POINT_BYE]
    scores = engine.scores_before(round_.tournament, round_.number, [player.pk for player, _kind in idle])
    virtual = engine.virtual_points(round_.tournament, round_.number)
    return sorted(
        (
            Bye(player, kind, _why_idle(player, kind, round_), scores[player.pk], virtual.get(player.pk, 0))
            for player, kind in idle
        ),
        key=lambda bye: (bye.kind != Seat.Kind.PAIRING_ALLOCATED_BYE, bye.player.number or 0),
    )


def in_words(tournament: Tournament, kind: str) -> str:
    """The name of a seat without a game; in a knock-out such a player goes on or is out."""
    if engine.is_knock_out(tournament):
        return _("out") if kind == Seat.Kind.ZERO_POINT_BYE else _("goes on without a game")
    return str(Seat.Kind(kind).label)


def _why_idle(player: Player, kind: Seat.Kind, round_: Round) -> str:
    """The kind of bye in words, or that the player has left the tournament."""
    if kind == Seat.Kind.ZERO_POINT_BYE and player.has_withdrawn_by(round_.number):
        return _("expelled") if player.expelled else _("withdrawn")
    if kind == Seat.Kind.ZERO_POINT_BYE and engine.is_round_robin(round_.tournament):
        return _("free")
    return in_words(round_.tournament, kind)


class Pairing(TypedDict):
    """[[White, Black], …] in pairing numbers and board order, and the taker of the allocated bye."""

    boards: list[list[int | None]]
    bye: int | None


def boards_as_numbers(round_: Round) -> Pairing:
    """The pairing for the audit trail."""
    boards, bye = _pairing(round_, "player__number", "game__board")
    return Pairing(boards=boards, bye=bye)


def pairing_as_keys(round_: Round) -> dict[str, Any]:
    """The pairing by player's key, which stays when numbers change: "pairs" of [White, Black], "pab"."""
    pairs, bye = _pairing(round_, "player_id")
    return {"pairs": pairs, "pab": bye}


def _pairing(round_: Round, player: str, *order: str) -> tuple[list[list[int | None]], int | None]:
    """The pairs and the allocated bye, with this field of the player."""
    pairs: dict[int, list[int | None]] = {}
    bye = None
    # White first: "w" sorts after "b".
    seats = round_.seats.order_by(*order, "game_id", "-colour")
    for game, kind, who in seats.values_list("game_id", "kind", player):
        if game is not None:
            pairs.setdefault(game, []).append(who)
        elif kind == Seat.Kind.PAIRING_ALLOCATED_BYE:
            bye = who
    return list(pairs.values()), bye
