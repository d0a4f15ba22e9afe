"""The data about an event for other programs: plain values, in no language, and only public ones.

docs/api.md and `tournaments/web/openapi.json` promise these names and types: within a version they are only
added to. Points are points, not tenths; a player's `id` stays when their number changes.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from tournaments import rulebook
from tournaments.chain import queries as chain
from tournaments.columns import members
from tournaments.models import Category, Game, Member, Player, Round, Tournament
from tournaments.players import columns as players
from tournaments.results.queries import UNSEEN
from tournaments.rounds import columns as round_columns
from tournaments.rounds.queries.boards import Board, Bye, byes_of, games_of
from tournaments.standings import columns
from tournaments.standings import queries as standings
from tournaments.teams.queries import BoardOfMatch

type Json = dict[str, Any]


def event(tournament: Tournament, published: list[Round]) -> Json:
    """The event with its published rounds."""
    return {
        **event_in_list(tournament, published),
        "edition": tournament.edition,
        "acceleration": tournament.acceleration,
        "chess960": tournament.chess960,
        "time_control": tournament.time_control,
        "points": {
            "win": points(tournament.points_win),
            "draw": points(tournament.points_draw),
            "loss": points(tournament.points_loss),
            "pairing_allocated_bye": points(tournament.points_pab),
        },
        "tie_breaks": list(tournament.tie_break_codes),
        "players": tournament.players.count(),
        "categories": [{"id": row.pk, "name": row.name} for row in tournament.categories.all()],
        "schedule": [
            _planned(round_) for round_ in tournament.rounds.all() if round_.number <= tournament.last_round
        ],
    }


def event_in_list(tournament: Tournament, published: list[Round]) -> Json:
    """The line of an event among others."""
    return {
        "slug": tournament.slug,
        "name": tournament.name,
        "city": tournament.city,
        "federation": tournament.federation,
        "start_date": tournament.start_date,
        "end_date": tournament.end_date,
        "rounds": tournament.number_of_rounds,
        "ended_after": tournament.ended_after,
        "state": _state(tournament, published),
        "published_rounds": [round_.number for round_ in published],
    }


def _state(tournament: Tournament, published: list[Round]) -> str:
    if tournament.is_finished:
        return "finished"
    return "running" if published else "planned"


def _planned(round_: Round) -> Json:
    return {"round": round_.number, "day": round_.day, "time": round_.time}


def player(entry: Player) -> Json:
    """An entry, as the public list of players shows it."""
    return members(players.IN_API, entry)


def round_in_list(round_: Round) -> Json:
    """The line of a published round among others."""
    return {
        "round": round_.number,
        "state": "finished" if round_.state == Round.State.FINISHED else "playing",
        "published_at": round_.published_at,
        "starts_at": round_.starts_at,
        "start_position": round_.start_position,
    }


def round_(shown: Round) -> Json:
    """A published round: its boards with the results so far, then the players without a game."""
    link = chain.shown_with(shown).last()
    return {
        **round_in_list(shown),
        "fingerprint": link.fingerprint if link else None,
        "games": games(shown),
        "byes": [_bye(bye) for bye in byes_of(shown)],
    }


def games(shown: Round, boards: Collection[int] = ()) -> list[Json]:
    """The games of a published round, all or those of these boards."""
    return [_game(board) for board in games_of(shown) if not boards or board.row.board in boards]


def version_to_write_over(tournament: Tournament, number: int, board: int, replaces: str | None) -> int:
    """The game's version if its result is open or is the one to be replaced knowingly; otherwise UNSEEN."""
    game = Game.objects.filter(round__tournament=tournament, round__number=number, board=board).first()
    return game.version if game and (game.is_open or game.result == replaces) else UNSEEN


def _game(board: Board) -> Json:
    # Line-ups named by captains must not be readable by others before the deadline.
    shows_boards = board.boards and not board.awaits_line_ups
    return {
        **members(round_columns.IN_API, board),
        **({"boards": [_of_match(one) for one in board.boards]} if shows_boards else {}),
    }


def _of_match(one: BoardOfMatch) -> Json:
    """A board of a match of teams, by colours."""
    white, black, result = one.by_colour
    return {
        "board": one.number,
        "white": _member(white),
        "black": _member(black),
        "result": result.value or None,
    }


def _member(member: Member | None) -> Json | None:
    if member is None:
        return None
    return {name: getattr(member, name) for name in ("name", "title", "rating", "federation", "fide_id")}


def _bye(bye: Bye) -> Json:
    return {"player": {**players.who(bye.player), "points": points(bye.score)}, "kind": bye.kind}


def table(tournament: Tournament, after: int, category: Category | None) -> Json:
    """The standings after a round: of all players, or of a category with its players' places."""
    found = columns.in_api(tournament)
    return {
        "after": after,
        "category": category.name if category else None,
        "tie_breaks": [tie.code for tie in rulebook.columns(tournament)],
        "standings": [members(found, row) for row in standings.rows(tournament, after, category)],
    }


def points(tenths: int) -> float:
    """Tenths as points."""
    return tenths / 10
