"""Corrections: which results may still be corrected, what follows from it, and what was corrected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.models import Correction, Game, Player, Round, Tournament
from tournaments.results import queries as results
from tournaments.rounds.queries import boards as boards_queries
from tournaments.rounds.queries import rounds
from tournaments.rounds.queries.boards import boards_of
from tournaments.rounds.queries.drafts import Difference, in_players
from tournaments.teams import queries as teams

Kind = Correction.Kind
Result = Game.Result

Case = Correction.Case

# How an IntegrityEvent stores the result of a board that has none yet.
OPEN = "?"


def seat_rows(round_: Round, case: Correction.Case) -> list[rulebook.SeatRow]:
    """The seats of the round: as they count or, in the case RATING, as they are reported for rating."""
    known = Correction.objects.filter(game__round=round_, case=Case.RATING)
    return rulebook.corrected(rulebook.seat_rows(round_.seats.all()), known if case == Case.RATING else ())


def why_it_stays(correction: Correction) -> str:
    """Why the correction cannot be taken back; "" if it can.

    A correction that a pairing was made from is not undone: the board is corrected once more.
    """
    tournament = correction.game.round.tournament
    paired = tournament.rounds.filter(number__gte=correction.counts_from or 0, state__in=Round.LOCKED)
    if correction.counts_from and (round_ := paired.first()):
        text = _("Round %(number)d was paired from this correction: correct the board once more instead.")
        return text % {"number": round_.number}
    later = Correction.objects.filter(pk__gt=correction.pk)
    if later.filter(Q(game__in=correction.games) | Q(other_game__in=correction.games)).exists():
        return _("A later correction depends on it: take that back first.")
    return ""


def of_game(game: Game) -> list[Correction]:
    """The corrections of the game so far."""
    found = Correction.objects.filter(Q(game=game) | Q(other_game=game))
    return list(found.select_related("audit"))


def concerning(players: Sequence[Player]) -> list[Correction]:
    """The corrections in games of these players, or that exchanged these players."""
    events = {player.tournament_id for player in players}
    keys = [player.pk for player in players]
    concerned = (
        Q(game__seats__player__in=keys)
        | Q(other_game__seats__player__in=keys)
        | Q(player__in=keys)
        | Q(other_player__in=keys)
    )
    return list(
        Correction.objects.filter(concerned, game__round__tournament__in=events)
        .distinct()
        .select_related("game__round")
    )


def by_round(corrections: Iterable[Correction]) -> dict[int, list[str]]:
    """Round -> its corrections, in words."""
    found: dict[int, list[str]] = {}
    for correction in corrections:
        found.setdefault(correction.game.round.number, []).append(correction.in_words)
    return found


# As numbered in the text of 2016; engine.article gives its number in the event's edition.
ARTICLE = "C.04.2 D.8"


@dataclass(frozen=True, slots=True)
class Window:
    """The case of D.8, out of three, that applies if an error in a game is reported now.

    `counts_from` is the first round whose pairing uses the correction, None for none; `round` is the round
    whose deadline applies. The report is `late` if that is over although the next round is not paired yet.
    """

    case: Correction.Case
    counts_from: int | None
    round: Round
    following: Round | None
    late: bool = False


def window(game: Game) -> Window:
    """C.04.2 D.8, 2026 4.3: what the correction of an error reported now counts for.

    A round ends when the arbiter goes on, and pairs the next one or closes the event. An error that is
    reported after the deadline still counts while the next round has not been paired, but as `late`.

    An adjourned game belongs to the round in which its result came in, or to the latest round while it is
    open.
    """
    round_ = _round_of_result(game)
    number, tournament = round_.number, round_.tournament
    # An error in either game of a match is an error of the match.
    match = rulebook.rounds_of_match(tournament, number)
    following = tournament.rounds.filter(number=match.stop).first()
    state = following.state if following else Round.State.PLANNED
    late = round_.deadline_is_over
    knows = rulebook.handling.first_pairing_to_know(
        rulebook.match_number(tournament, number),
        drafted=state == Round.State.DRAFT,
        published=state == Round.State.PUBLISHED,
        ended=tournament.is_finished or state == Round.State.FINISHED,
        in_time=not late,
    )
    at_once = rulebook.match_number(tournament, number) + 1
    case = {at_once: Case.NEXT, at_once + 1: Case.FOLLOWING, None: Case.RATING}[knows]
    counts_from = None if knows is None else match.stop + len(match) * (knows - at_once)
    return Window(case, counts_from, round_, following, late and case == Case.NEXT)


def _round_of_result(game: Game) -> Round:
    """The round in which the game's result came in."""
    resumed = game.corrections.filter(kind=Kind.ADJOURNED).first()
    tournament = game.round.tournament
    number = game.round.number
    if game.is_adjourned:
        number = (rounds.next_number(tournament) or tournament.last_round + 1) - 1
    elif resumed and resumed.counts_from:
        number = max(number, resumed.counts_from - 1)
    return tournament.rounds.get(number=number)


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
    if wish.kind != Kind.RESULT and rulebook.games_of_match(tournament) > 1:
        text = _(
            "Who plays a match of two games, and with which colours, is fixed by its pairing: correct the"
            " result."
        )
        raise DomainError("match", text)
    if wish.kind != Kind.RESULT and rulebook.is_of_teams(tournament):
        text = _(
            "Which teams meet, and with which colours, is fixed by the pairing: correct the results of"
            " boards."
        )
        raise DomainError("match", text)
    window_ = window(game)
    if wish.kind == Kind.OPPONENTS:
        # A correction of two boards needs a case that applies to both: the later one.
        cases = [window_, *map(window, _games_of(game.round, wish.other_player))]
        window_ = max(cases, key=lambda found: list(Case).index(found.case))
    rows = seat_rows(game.round, window_.case)
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
        if any(made.case == Case.RATING for made in of_game(game)):
            text = _("Board %(board)d is corrected for the rating report only: take that back first.")
            raise DomainError("for_rating", text % {"board": game.board})


def _games_of(round_: Round, player: int | None) -> Iterable[Game]:
    return Game.objects.select_related("round__tournament").filter(round=round_, seats__player=player)


def _plan_result(correction: Correction, wish: Wish, rows: Iterable[rulebook.SeatRow]) -> None:
    row = next(row for row in rows if row.game_id == correction.game_id)
    before, rated = row.result or "", bool(row.rated)
    if rulebook.is_of_teams(correction.game.round.tournament):
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
    return rulebook.result_of_match(results)


def _plan_exchange(correction: Correction, one: rulebook.SeatRow, other: rulebook.SeatRow) -> None:
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


def _not_played_yet(round_: Round, row: rulebook.SeatRow) -> DomainError:
    handling = rulebook.edition_of(round_.tournament).handling
    board = round_.games.values_list("board", flat=True).get(pk=row.game_id or 0)
    text = _(
        "Board %(board)d has no result yet. Players and their colours can be corrected only when the games"
        " have been played or adjourned (%(article)s). Before that the only way is to withdraw the pairing of"
        " round %(number)d, on the grounds of %(change_article)s."
    )
    article = rulebook.article(round_.tournament, ARTICLE)
    facts = {"board": board, "number": round_.number, "article": article}
    return DomainError("open", text % (facts | {"change_article": handling.change_article}))


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
    rows = seat_rows(game.round, window(game).case)
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
    following = rulebook.rounds_of_match(tournament, window_.round.number).stop
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

    def facts(rows: Iterable[rulebook.SeatRow]) -> tuple[Facts, ...]:
        found = [row for row in rows if row.game_id in games]
        sitting = {(row.game_id, row.colour): players[row.player_id] for row in found}
        results = {row.game_id: (row.result or "", bool(row.rated), row.boards or "") for row in found}
        return tuple(
            Facts(board, sitting[game, "w"], sitting[game, "b"], *results[game])
            for game, board in sorted(games.items(), key=lambda item: item[1])
        )

    rows = seat_rows(correction.game.round, Case(correction.case))
    return facts(rows), facts(rulebook.corrected(rows, (correction,)))


def _standings(tournament: Tournament, correction: Correction) -> tuple[Change, ...]:
    """The players whose points or rank would change."""
    now, then = (
        {line.number: line for line in lines} for lines in rulebook.tables(tournament, [(), (correction,)])
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
        known, corrected = rulebook.positions(event, [(), (correction,)], before=number)
        present = (
            rulebook.as_published(event, number) if round_.is_public else rulebook.pair(event, number, known)
        )
        other = rulebook.pair(event, number, corrected)
    except DomainError as error:
        return Repairing(number, stays, message=error.message)
    found = boards_queries.between(_pairing(present), _pairing(other))
    return Repairing(number, stays, in_players(found, _players(event)))


def _pairing(drawn: rulebook.Drawn) -> boards_queries.Pairs:
    boards = tuple((white.pk, black.pk) for white, black in drawn.boards)
    return boards_queries.Pairs(boards, drawn.bye.pk if drawn.bye else None)
