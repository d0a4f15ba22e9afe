"""The games of a round as PGN, without their moves."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import prefetch_related_objects

from tournaments import engine
from tournaments.files.pgn import GOES_ON, RESULTS, Header, Side, written
from tournaments.models import Game, Member, Player, Round
from tournaments.selectors.boards import games_of, seated

Result = Game.Result

# The player who came gets the point; a result that PGN lacks becomes the asterisk of a game without one.
AS_PGN = {Result.WHITE_WINS_FORFEIT: "1-0", Result.BLACK_WINS_FORFEIT: "0-1"}


def of_round(round_: Round, *, ascii_alone: bool = False) -> str:
    """One header for each board of the round, with the results so far; see `files.pgn.written`."""
    event = round_.tournament
    # "Oban SCO", as the standard asks for it (8.1.1.2).
    site = " ".join(filter(None, (event.city, event.federation)))
    headers = (
        Header(
            event=event.name,
            site=site,
            day=round_.day,
            round=f"{round_.number}.{board}",
            white=_side(white),
            black=_side(black),
            result=_result(game),
            termination=_termination(game),
            variant="Chess960" if event.chess960 else "",
            position="" if round_.start_position is None else engine.forsyth(round_.start_position),
        )
        for board, game, white, black in _games(round_)
    )
    return written(headers, ascii_alone=ascii_alone)


def _games(round_: Round) -> Iterator[tuple[str, Game, Player | Member, Player | Member]]:
    """Each game with the name of its board and its players; for matches, each board with two players."""
    if not round_.tournament.boards:
        prefetch_related_objects([round_.tournament], "players__ratings")
        yield from ((str(game.board), game, white, black) for game, white, black in seated(round_))
        return
    for match in games_of(round_):
        for one in match.boards if not match.awaits_line_ups else ():
            white, black, result = one.by_colour
            if white and black:
                yield f"{match.row.board}.{one.number}", Game(result=result), white, black


def _side(player: Player | Member) -> Side:
    """The player with FIDE's rating, which PGN means by Elo (9.1.1)."""
    return Side(player.name, player.title, _elo(player) or 0, player.fide_id)


def _elo(player: Player | Member) -> int | None:
    if isinstance(player, Member):
        return player.fide_rating
    found = engine.fide_rating(player.tournament, player.ratings.all())
    return found.value if found else None


def _result(game: Game) -> str:
    found = AS_PGN.get(Result(game.result), game.result)
    return found if found in RESULTS else GOES_ON


def _termination(game: Game) -> str:
    """How the game ended, if the result alone does not say so (9.8.1)."""
    if game.is_open:
        return "unterminated" if game.is_adjourned else ""
    if game.is_forfeit:
        return "forfeit"
    # Half a point or none for both is an arbiter's decision.
    return "" if game.result in RESULTS else "adjudication"
