"""What a correction would change before it is made: boards, standings, pairings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.errors import DomainError
from tournaments.models import Correction, Game, Player, Round, Tournament
from tournaments.selectors import changes, results
from tournaments.selectors.corrections import records, windows
from tournaments.selectors.corrections.windows import Window
from tournaments.selectors.next_round import Difference, in_players

Case = Correction.Case


@dataclass(frozen=True, slots=True)
class Facts:
    """White, Black and the result of one board."""

    board: int
    white: Player
    black: Player
    result: str
    rated: bool = True
    # In a match of teams: `Game.boards`.
    of_boards: str = ""

    @property
    def label(self) -> str:
        """The result in print."""
        return Game.in_print(self.result, self.of_boards)


@dataclass(frozen=True, slots=True)
class Change:
    """A player's points and rank in the standings, before and after. Points are tenths."""

    player: Player
    points: tuple[int, int]
    rank: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Repairing:
    """How the pairing of a round would differ; `message` says why this cannot be told.

    A pairing `stays` if it was made too early to know of the correction.
    """

    number: int
    stays: bool
    difference: Difference | None = None
    message: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a correction would change, before it is made."""

    window: Window
    # Each board as it is, and as it would be.
    boards: tuple[tuple[Facts, Facts], ...]
    standings: tuple[Change, ...] = ()
    pairings: tuple[Repairing, ...] = ()

    @property
    def scores(self) -> tuple[Change, ...]:
        """The players whose points would change."""
        return tuple(change for change in self.standings if change.points[0] != change.points[1])

    @property
    def ranks(self) -> tuple[Change, ...]:
        """The players of whom only the rank would change."""
        return tuple(change for change in self.standings if change.points[0] == change.points[1])


def sitting(game: Game) -> list[tuple[int, Player]]:
    """(board, player) of everybody who has a game in the round, as a correction made now would see them."""
    rows = records.seat_rows(game.round, windows.window(game).case)
    boards = dict(game.round.games.values_list("pk", "board"))
    players = _players(game.round.tournament)
    seated = [row for row in rows if row.game_id is not None]
    seated.sort(key=lambda row: (boards[row.game_id or 0] or 0, row.colour == "b"))
    return [(boards[row.game_id or 0] or 0, players[row.player_id]) for row in seated]


def _players(tournament: Tournament) -> dict[int, Player]:
    return {player.pk: player for player in tournament.players.all()}


def preview(correction: Correction, window_: Window) -> Preview:
    """What a correction that is not stored yet would change in this case.

    It may change scores and ranks in the standings, the pairing of the next round, had it been known in time,
    and the pairing that it counts for, as far as the results allow to tell. A correction for rating alone
    changes none of these.
    """
    compared = tuple(zip(*boards(correction), strict=True))
    if window_.case == Case.RATING:
        return Preview(window_, compared)
    tournament = window_.round.tournament
    following = engine.rounds_of_match(tournament, window_.round.number).stop
    asked = tournament.rounds.filter(number__in={following, window_.counts_from or 0})
    return Preview(
        window_,
        compared,
        _standings(tournament, correction),
        tuple(_repairing(round_, correction, window_) for round_ in asked),
    )


def boards(correction: Correction) -> tuple[tuple[Facts, ...], tuple[Facts, ...]]:
    """The boards that a correction concerns, before and after it; call this before it is stored."""
    games = {game.pk: game.board or 0 for game in correction.game.round.games.filter(pk__in=correction.games)}
    players = _players(correction.game.round.tournament)

    def facts(rows: Iterable[engine.SeatRow]) -> tuple[Facts, ...]:
        found = [row for row in rows if row.game_id in games]
        sitting = {(row.game_id, row.colour): players[row.player_id] for row in found}
        results = {row.game_id: (row.result or "", bool(row.rated), row.boards or "") for row in found}
        return tuple(
            Facts(board, sitting[game, "w"], sitting[game, "b"], *results[game])
            for game, board in sorted(games.items(), key=lambda item: item[1])
        )

    rows = records.seat_rows(correction.game.round, Case(correction.case))
    return facts(rows), facts(engine.corrected(rows, (correction,)))


def _standings(tournament: Tournament, correction: Correction) -> tuple[Change, ...]:
    """The players whose points or rank would change."""
    now, then = (
        {line.number: line for line in lines} for lines in engine.tables(tournament, [(), (correction,)])
    )
    players = {player.number: player for player in tournament.players.all()}
    changes = (
        Change(players[n], (now[n].points, line.points), (now[n].rank, line.rank)) for n, line in then.items()
    )
    return tuple(c for c in changes if c.points[0] != c.points[1] or c.rank[0] != c.rank[1])


def _repairing(round_: Round, correction: Correction, window_: Window) -> Repairing:
    """The round's pairing with the correction known, compared with its pairing without it."""
    number, event = round_.number, round_.tournament
    stays = number < (window_.counts_from or 0)
    if missing := results.missing_before(event, number):
        text = _("This will be known when all results of round %(number)d are in.")
        return Repairing(number, stays, message=text % {"number": missing[0][0]})
    try:
        known, corrected = engine.positions(event, [(), (correction,)], before=number)
        present = (
            engine.as_published(event, number) if round_.is_public else engine.pair(event, number, known)
        )
        other = engine.pair(event, number, corrected)
    except DomainError as error:
        return Repairing(number, stays, message=error.message)
    found = changes.between(_pairing(present), _pairing(other))
    return Repairing(number, stays, in_players(found, _players(event)))


def _pairing(drawn: engine.Drawn) -> changes.Pairing:
    boards = tuple((white.pk, black.pk) for white, black in drawn.boards)
    return changes.Pairing(boards, drawn.bye.pk if drawn.bye else None)
