"""What is to be corrected at a board, and the correction that would be stored for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.errors import DomainError
from tournaments.models import Correction, Game, Round, Tournament
from tournaments.selectors import teams
from tournaments.selectors.boards import boards_of
from tournaments.selectors.corrections import records, windows
from tournaments.selectors.corrections.windows import Window

Case = Correction.Case
Kind = Correction.Kind
Result = Game.Result


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """One board of a published round, and what is to be corrected there.

    For a wrong result, `result` is the right one and `rated` says whether the game counts for rating, if
    known; in a match of teams `boards` has the right results (`Game.boards`), from which `result` follows.
    For wrong opponents, `player` and `other_player` are the keys of players who sat in each other's place.
    """

    number: int
    board: int
    kind: str
    result: str = ""
    rated: bool | None = None
    boards: str = ""
    player: int | None = None
    other_player: int | None = None


def game_at(tournament: Tournament, number: int, board: int) -> Game:
    """The game at the board of a published round. Raises DomainError if there is none."""
    games = Game.objects.select_related("round", "entered_by")
    game = games.filter(round__tournament=tournament, round__number=number, board=board).first()
    if game is None or not game.round.is_public:
        text = _("Round %(number)d has no board %(board)d.")
        raise DomainError("no_board", text % {"number": number, "board": board})
    game.round.tournament = tournament
    return game


def planned(tournament: Tournament, wish: Wish) -> tuple[Correction, Window]:
    """The correction as it would be stored now, and the case that applies.

    Raises DomainError if it would change nothing, for a result that FIDE does not know or that was not
    entered yet, for colours or opponents of a game that was not played or is not over yet, and for a board
    that is already corrected for the rating report alone.
    """
    game = game_at(tournament, wish.number, wish.board)
    if wish.kind != Kind.RESULT and engine.games_of_match(tournament) > 1:
        text = _(
            "Who plays a match of two games, and with which colours, is fixed by its pairing: correct the"
            " result."
        )
        raise DomainError("match", text)
    if wish.kind != Kind.RESULT and engine.is_of_teams(tournament):
        text = _(
            "Which teams meet, and with which colours, is fixed by the pairing: correct the results of"
            " boards."
        )
        raise DomainError("match", text)
    window_ = windows.window(game)
    if wish.kind == Kind.OPPONENTS:
        # A correction of two boards needs a case that applies to both: the later one.
        cases = [window_, *map(windows.window, _games_of(game.round, wish.other_player))]
        window_ = max(cases, key=lambda found: list(Case).index(found.case))
    rows = records.seat_rows(game.round, window_.case)
    correction = Correction(
        kind=wish.kind, case=window_.case, counts_from=window_.counts_from, game=game, done=False
    )
    match wish.kind:
        case Kind.RESULT:
            _plan_result(correction, wish, rows)
        case Kind.COLOURS:
            seats = [row for row in rows if row.game_id == game.pk]
            _plan_exchange(correction, *sorted(seats, key=lambda row: row.colour or "", reverse=True))
        case Kind.OPPONENTS:
            sitting = {row.player_id: row for row in rows if row.game_id is not None}
            one, other = sitting.get(wish.player or 0), sitting.get(wish.other_player or 0)
            if one is None or other is None or one.game_id != game.pk or other.game_id == game.pk:
                text = _("Choose a player of board %(board)d, and one of another board.")
                raise DomainError("players", text % {"board": wish.board})
            _plan_exchange(correction, one, other)
        case _other:
            raise DomainError("kind", _("Choose what was wrong."))
    if window_.case != Case.RATING:
        _require_none_for_rating(correction)
    return correction, window_


def _require_none_for_rating(correction: Correction) -> None:
    """Refuse a board that is already corrected for rating alone: a report would correct it twice."""
    for game in correction.game.round.games.filter(pk__in=correction.games).order_by("board"):
        if any(made.case == Case.RATING for made in records.of_game(game)):
            text = _("Board %(board)d is corrected for the rating report only: take that back first.")
            raise DomainError("for_rating", text % {"board": game.board})


def _games_of(round_: Round, player: int | None) -> Iterable[Game]:
    return Game.objects.select_related("round__tournament").filter(round=round_, seats__player=player)


def _plan_result(correction: Correction, wish: Wish, rows: Iterable[engine.SeatRow]) -> None:
    row = next(row for row in rows if row.game_id == correction.game_id)
    before, rated = row.result or "", bool(row.rated)
    if engine.is_of_teams(correction.game.round.tournament):
        wish = replace(wish, result=_result_of_match(correction.game, wish.boards.split(",")), rated=True)
    if wish.result not in Result.values or wish.result in Game.OPEN:
        known = ", ".join(str(value.label) for value in Result if value not in Game.OPEN)
        text = _("“%(found)s” is not a result. Expected one of %(known)s.")
        raise DomainError("unknown_result", text % {"found": wish.result, "known": known})
    if before in Game.OPEN:
        text = _("Board %(board)d has no result yet: enter it in the list of the round.")
        raise DomainError("open", text % {"board": wish.board})
    # If not stated, `rated` stays as it was, provided that the result may be unrated at all.
    after_rated = wish.result not in Game.MAY_BE_UNRATED or (rated if wish.rated is None else wish.rated)
    if (before, rated, row.boards) == (wish.result, after_rated, wish.boards):
        raise DomainError("no_change", _("That result is already entered."))
    correction.before, correction.before_rated = before, rated
    correction.after, correction.after_rated = wish.result, after_rated
    correction.before_boards, correction.after_boards = row.boards or "", wish.boards
    correction.done = True


def _result_of_match(game: Game, results: Sequence[str]) -> str:
    """The result of the match from these boards; raises DomainError if they cannot be its results."""
    teams.require_every_board(game.round.tournament, results)
    [match] = boards_of(game.round, game.round.games.filter(pk=game.pk))
    teams.require_somebody(
        one._replace(result=result) for one, result in zip(match.boards, results, strict=True)
    )
    return engine.result_of_match(results)


def _plan_exchange(correction: Correction, one: engine.SeatRow, other: engine.SeatRow) -> None:
    """Let two players exchange places, which D.8 allows for games that "were played" like that.

    Until a game has a result, it is part of a published pairing, which only D.10 allows to change.
    """
    for row in (one, other):
        if not row.result:
            raise _not_played_yet(correction.game.round, row)
        if row.result not in Game.PLAYED:
            raise DomainError(
                "not_played", _("A game that was not played has neither colours nor opponents to correct.")
            )
    correction.player_id, correction.colour = one.player_id, one.colour or ""
    correction.other_player_id, correction.other_colour = other.player_id, other.colour or ""
    correction.other_game_id = other.game_id
    correction.done = correction.case == Case.RATING


def _not_played_yet(round_: Round, row: engine.SeatRow) -> DomainError:
    handling = engine.edition_of(round_.tournament).handling
    board = round_.games.values_list("board", flat=True).get(pk=row.game_id or 0)
    text = _(
        "Board %(board)d has no result yet. Players and their colours can be corrected only when the games"
        " have been played or adjourned (%(article)s). Before that the only way is to withdraw the pairing of"
        " round %(number)d, on the grounds of %(change_article)s."
    )
    article = engine.article(round_.tournament, windows.ARTICLE)
    facts = {"board": board, "number": round_.number, "article": article}
    return DomainError("open", text % (facts | {"change_article": handling.change_article}))
