"""Reading corrections: which case of C.04.2 D.8 holds, what one would change, what is still open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Prefetch, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.errors import DomainError
from tournaments.models import Correction, Game, Player, Round, Seat
from tournaments.selectors import absences, changes
from tournaments.selectors import rounds as reading
from tournaments.selectors.next_round import in_players
from tournaments.selectors.rounds import Obstacle

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from tournaments.models import Tournament
    from tournaments.selectors.next_round import Difference

Case, Kind, Result = Correction.Case, Correction.Kind, Game.Result

# As the text of 2016 numbers them; engine.article says what the event's edition calls them.
ARTICLE = "C.04.2 D.8"
ADJOURNED_ARTICLE = "C.04.2 D.1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """One board of a published round, and what is to be put right there.

    For a wrong result `result` is the right one, `rated` where it is known whether the game counts for
    rating; for opponents `player` and `other_player` are the keys of those who sat in one another's place.
    """

    number: int
    board: int
    kind: str
    result: str = ""
    rated: bool | None = None
    player: int | None = None
    other_player: int | None = None


@dataclass(frozen=True, slots=True)
class Window:
    """In which of the three cases of D.8 an error of a game would be reported now.

    `counts_from` is the first round whose pairing uses it, None for none; `round` is the one whose
    deadline counts. It is `late` where that is over although the next round is not paired yet.
    """

    case: Correction.Case
    counts_from: int | None
    round: Round
    following: Round | None
    late: bool = False


def window(game: Game) -> Window:
    """C.04.2 D.8, 2026 4.3: what an error reported now counts for.

    Before the deadline it is used for the standings and the next pairing; after that pairing, but before
    the end of the round so paired, for the one after it; later for the rating report alone. A round ends
    when the arbiter goes on: he pairs the next one, or closes the event. The text says nothing of an error
    that is reported after the deadline while the next round has not been paired: no pairing would have to
    change for it, so it counts, as a `late` one.

    An adjourned game counts as one of the round in which its result came in, an open one as one of the
    latest round.
    """
    round_ = _round_of_result(game)
    tournament = round_.tournament
    following = tournament.rounds.filter(number=round_.number + 1).first()
    late = round_.deadline_is_over
    if tournament.is_finished or (following and following.state == Round.State.FINISHED):
        return Window(Case.RATING, None, round_, following)
    if following and (following.is_public or (following.is_draft and late)):
        return Window(Case.FOLLOWING, round_.number + 2, round_, following)
    return Window(Case.NEXT, round_.number + 1, round_, following, late)


def _round_of_result(game: Game) -> Round:
    """The round with whose results the game's came in."""
    resumed = game.corrections.filter(kind=Kind.ADJOURNED).first()
    tournament = game.round.tournament
    number = game.round.number
    if game.is_adjourned:
        number = (reading.next_number(tournament) or tournament.number_of_rounds + 1) - 1
    elif resumed and resumed.counts_from:
        number = max(number, resumed.counts_from - 1)
    return tournament.rounds.select_related("tournament").get(number=number)


def game_at(tournament: Tournament, number: int, board: int) -> Game:
    """The game at the board of a published round. DomainError where there is none."""
    games = Game.objects.select_related("round__tournament", "entered_by")
    game = games.filter(round__tournament=tournament, round__number=number, board=board).first()
    if game is None or not game.round.is_public:
        text = _("Round %(number)d has no board %(board)d.")
        raise DomainError("no_board", text % {"number": number, "board": board})
    return game


def planned(tournament: Tournament, wish: Wish) -> tuple[Correction, Window]:
    """The correction as it would be stored now, and the case that holds.

    DomainError for what would change nothing, for a result that FIDE does not know or that is not there
    yet, for colours or opponents of a game that was not played or is not over yet, and for what the rating
    report alone knows otherwise already.
    """
    game = game_at(tournament, wish.number, wish.board)
    window_ = window(game)
    if wish.kind == Kind.OPPONENTS:
        # Two boards are corrected for what both of them may still be.
        windows = [window_, *map(window, _games_of(game.round, wish.other_player))]
        window_ = max(windows, key=lambda found: list(Case).index(found.case))
    rows = _rows(game.round, window_.case)
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
    """An event that was reopened may have such: the report would put right once more what is right then."""
    for game in Game.objects.filter(pk__in=correction.games).order_by("board"):
        if any(made.case == Case.RATING for made in of_game(game)):
            text = _("Board %(board)d is corrected for the rating report only: take that back first.")
            raise DomainError("for_rating", text % {"board": game.board})


def _games_of(round_: Round, player: int | None) -> Iterable[Game]:
    return Game.objects.select_related("round__tournament").filter(round=round_, seats__player=player)


def _rows(round_: Round, case: Correction.Case) -> list[engine.SeatRow]:
    """Who played whom in the round: as it counts, or as it is reported for rating."""
    known = Correction.objects.filter(game__round=round_, case=Case.RATING)
    return engine.corrected(engine.seat_rows(round_.seats.all()), known if case == Case.RATING else ())


def _plan_result(correction: Correction, wish: Wish, rows: Iterable[engine.SeatRow]) -> None:
    row = next(row for row in rows if row.game_id == correction.game_id)
    before, rated = row.result or "", bool(row.rated)
    if wish.result not in Result.values or wish.result in Game.OPEN:
        known = ", ".join(str(value.label) for value in Result if value not in Game.OPEN)
        text = _("“%(found)s” is not a result. Expected one of %(known)s.")
        raise DomainError("unknown_result", text % {"found": wish.result, "known": known})
    if before in Game.OPEN:
        text = _("Board %(board)d has no result yet: enter it in the list of the round.")
        raise DomainError("open", text % {"board": wish.board})
    # What is not said stays, where the result can be one of a game shorter than a move.
    after_rated = wish.result not in Game.MAY_BE_UNRATED or (rated if wish.rated is None else wish.rated)
    if (before, rated) == (wish.result, after_rated):
        raise DomainError("no_change", _("That is the result which stands already."))
    correction.before, correction.before_rated = before, rated
    correction.after, correction.after_rated = wish.result, after_rated
    correction.done = True


def _plan_exchange(correction: Correction, one: engine.SeatRow, other: engine.SeatRow) -> None:
    """Let two players change places, which D.8 allows for games that "were played" so.

    Until a game has a result, what is published of it is a pairing, and that is changed by D.10 alone.
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
        "Board %(board)d has no result yet. Who sat where, and with which colour, is corrected when the games"
        " have been played or adjourned (%(article)s). Before that the only way is to withdraw the pairing of"
        " round %(number)d, on the grounds of %(change_article)s."
    )
    article = engine.article(round_.tournament, ARTICLE)
    facts = {"board": board, "number": round_.number, "article": article}
    return DomainError("open", text % (facts | {"change_article": handling.change_article}))


@dataclass(frozen=True, slots=True)
class Facts:
    """What one board would say: White, Black, the result."""

    board: int
    white: Player
    black: Player
    result: str
    rated: bool = True

    @property
    def label(self) -> str:
        """The result in print."""
        return str(Result(self.result).label)


@dataclass(frozen=True, slots=True)
class Change:
    """A player's points and rank in the standings, before and after. Points are tenths."""

    player: Player
    points: tuple[int, int]
    rank: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Repairing:
    """How the pairing of a round would differ; `message` says why nothing can be told.

    A pairing that was made too early to know of the correction `stays`.
    """

    number: int
    stays: bool
    difference: Difference | None = None
    message: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a correction would change, before it is made."""

    window: Window
    # Each board as it stands and as it would.
    boards: tuple[tuple[Facts, Facts], ...]
    standings: tuple[Change, ...] = ()
    pairings: tuple[Repairing, ...] = ()

    @property
    def scores(self) -> tuple[Change, ...]:
        """Whose points would be others."""
        return tuple(change for change in self.standings if change.points[0] != change.points[1])

    @property
    def ranks(self) -> tuple[Change, ...]:
        """Whose rank alone would be another."""
        return tuple(change for change in self.standings if change.points[0] == change.points[1])


def sitting(game: Game) -> list[tuple[int, Player]]:
    """(board, player) of everybody who has a game in the round, as a correction made now finds them."""
    rows = _rows(game.round, window(game).case)
    boards = dict(game.round.games.values_list("pk", "board"))
    players = Player.objects.filter(seats__round=game.round).in_bulk()
    seated = [row for row in rows if row.game_id is not None]
    seated.sort(key=lambda row: (boards[row.game_id or 0] or 0, row.colour == "b"))
    return [(boards[row.game_id or 0] or 0, players[row.player_id]) for row in seated]


def preview(correction: Correction, window_: Window) -> Preview:
    """What the correction, which is not stored, would change in this case.

    Scores and ranks of the standings; the pairing of the next round, had it been known in time; and the
    pairing that it counts for, as far as results allow to tell. For rating alone nothing of it changes.
    """
    compared = tuple(zip(*boards(correction), strict=True))
    if window_.case == Case.RATING:
        return Preview(window_, compared)
    tournament = window_.round.tournament
    asked = tournament.rounds.filter(number__in={window_.round.number + 1, window_.counts_from or 0})
    return Preview(
        window_,
        compared,
        _standings(tournament, correction),
        tuple(_repairing(round_, correction, window_) for round_ in asked),
    )


def boards(correction: Correction) -> tuple[tuple[Facts, ...], tuple[Facts, ...]]:
    """The boards that a correction is about, before and after it; asked before it is stored."""
    games = {game.pk: game.board or 0 for game in Game.objects.filter(pk__in=correction.games)}
    players = Player.objects.filter(seats__round=correction.game.round).in_bulk()

    def facts(rows: Iterable[engine.SeatRow]) -> tuple[Facts, ...]:
        found = [row for row in rows if row.game_id in games]
        sitting = {(row.game_id, row.colour): players[row.player_id] for row in found}
        results = {row.game_id: (row.result or "", bool(row.rated)) for row in found}
        return tuple(
            Facts(board, sitting[game, "w"], sitting[game, "b"], *results[game])
            for game, board in sorted(games.items(), key=lambda item: item[1])
        )

    rows = _rows(correction.game.round, Case(correction.case))
    return facts(rows), facts(engine.corrected(rows, (correction,)))


def _standings(tournament: Tournament, correction: Correction) -> tuple[Change, ...]:
    """Whose points or rank would be others."""
    now = {line.number: line for line in engine.table(tournament)}
    then = {line.number: line for line in engine.table(tournament, supposed=(correction,))}
    players = {player.number: player for player in tournament.players.all()}
    changes = (
        Change(players[n], (now[n].points, line.points), (now[n].rank, line.rank)) for n, line in then.items()
    )
    return tuple(c for c in changes if c.points[0] != c.points[1] or c.rank[0] != c.rank[1])


def _repairing(round_: Round, correction: Correction, window_: Window) -> Repairing:
    """How the round would be paired with the correction known, beside how it is or would be without."""
    number, event = round_.number, round_.tournament
    stays = number < (window_.counts_from or 0)
    if missing := reading.missing_before(event, number):
        text = _("That can be said when all results of round %(number)d are in.")
        return Repairing(number, stays, message=text % {"number": missing[0][0]})
    try:
        present = engine.as_published(event, number) if round_.is_public else engine.pair(event, number)
        other = engine.pair(event, number, supposed=(correction,))
    except DomainError as error:
        return Repairing(number, stays, message=error.message)
    people = {player.pk: player for player in event.players.select_related("tournament")}
    found = changes.between(_pairing(present), _pairing(other))
    return Repairing(number, stays, in_players(found, people))


def _pairing(drawn: engine.Drawn) -> changes.Pairing:
    boards = tuple((white.pk, black.pk) for white, black in drawn.boards)
    return changes.Pairing(boards, drawn.bye.pk if drawn.bye else None)


def board_item(white: Player, black: Player, result: str) -> str:
    """A board with its result as an IntegrityEvent names them; ? while it has none."""
    return f"{{{white.pk}}}-{{{black.pk}}}: {'?' if result in Game.OPEN else result}"


def why_it_stays(correction: Correction) -> str:
    """Why the correction cannot be taken back; "" where it can.

    What a pairing was made from is not undone, it is corrected once more.
    """
    tournament = correction.game.round.tournament
    paired = tournament.rounds.filter(number__gte=correction.counts_from or 0, state__in=Round.LOCKED)
    if correction.counts_from and (round_ := paired.first()):
        text = _("Round %(number)d was paired from it: correct the board once more instead.")
        return text % {"number": round_.number}
    later = Correction.objects.filter(pk__gt=correction.pk)
    if later.filter(Q(game__in=correction.games) | Q(other_game__in=correction.games)).exists():
        return _("A later correction rests on it: take that back first.")
    return ""


def adjourned_games(tournament: Tournament, *, before: int | None = None) -> list[Game]:
    """The open adjourned games of the event, or of the rounds before one, with their players."""
    found = Game.objects.filter(round__tournament=tournament, result=Result.ADJOURNED)
    if before is not None:
        found = found.filter(round__number__lt=before)
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("-colour"))
    found = found.select_related("round__tournament").prefetch_related(seats)
    return list(found.order_by("round__number", "board"))


def older_adjourned(tournament: Tournament, number: int) -> list[Game]:
    """The open adjourned games of rounds before the one that ends when round `number` is paired."""
    return adjourned_games(tournament, before=number - 1)


def notices(tournament: Tournament, number: int) -> list[Obstacle]:
    """What an arbiter ought to see to before round `number` is paired or published, though he may go on."""
    found = [
        Obstacle(line.code, _("%(line)s It would count as adjourned.") % {"line": line.message}, line.cure)
        for line in reading.missing_in(tournament, number)
    ]
    found += [open_game(tournament, game) for game in adjourned_games(tournament, before=number)]
    if asked := absences.unexplained(tournament):
        names = "; ".join(one.player.name for one in asked)
        text = _("Absent without notice, and nothing is decided yet: %(names)s.")
        desk = reverse("desk", args=[tournament.slug])
        found.append(Obstacle("absent", text % {"names": names}, f"{desk}#absences"))
    last = tournament.rounds.select_related("tournament").filter(number=number - 1).first()
    if last and last.deadline and last.deadline_runs:
        text = _("Errors of round %(number)d can be reported until %(time)s.")
        facts = {"number": last.number, "time": clock(last.deadline)}
        found.append(Obstacle("deadline_runs", text % facts, f"{_page(tournament, last)}#deadline"))
    return found


def unfinished(tournament: Tournament) -> list[Obstacle]:
    """What keeps the tournament from its final standings: games without a result (C.04.2 D.1)."""
    last = tournament.number_of_rounds + 1
    adjourned = [open_game(tournament, game) for game in adjourned_games(tournament)]
    return [*reading.obstacles(tournament, last), *reading.missing_in(tournament, last), *adjourned]


def open_game(tournament: Tournament, game: Game) -> Obstacle:
    """An open adjourned game, and where its result is entered."""
    white, black = (seat.player.name for seat in game.seats.all())
    text = _("Round %(number)d, board %(board)d is adjourned: %(white)s – %(black)s.")
    facts = {"number": game.round.number, "board": game.board, "white": white, "black": black}
    return Obstacle("adjourned", text % facts, f"{_page(tournament, game.round)}#board-{game.board}")


def clock(moment: datetime) -> str:
    """The time on the wall of the hall; with the day where that is another one."""
    local = timezone.localtime(moment)
    return date_format(local, "H:i" if local.date() == timezone.localdate() else "j N H:i")


def _page(tournament: Tournament, round_: Round) -> str:
    return reverse("desk-round", args=[tournament.slug, round_.number])


def of_game(game: Game) -> list[Correction]:
    """The corrections of the game so far."""
    return list(Correction.objects.filter(Q(game=game) | Q(other_game=game)))


def of_player(player: Player) -> dict[int, list[str]]:
    """Round -> what was corrected in the player's game, in words."""
    concerned = Q(game__seats__player=player) | Q(player=player) | Q(other_player=player)
    found: dict[int, list[str]] = {}
    for correction in Correction.objects.filter(concerned).distinct().select_related("game__round"):
        found.setdefault(correction.game.round.number, []).append(correction.in_words)
    return found
