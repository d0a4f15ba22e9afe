"""The results of a round, adjourned games, and what players, boards and PGN files report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache

from django.db.models import Prefetch, Q, prefetch_related_objects
from django.utils.translation import gettext as _

from tournaments import rulebook
from tournaments.errors import Cure, Obstacle, Place
from tournaments.models import Game, Member, Player, ResultReport, Round, Seat, Tournament
from tournaments.own import queries as own
from tournaments.persons import Crowd, Likeness, name_likeness
from tournaments.results.pgn import GOES_ON, RESULTS, UNKNOWN, Header, Side, written
from tournaments.rounds.queries.boards import Seated, games_of, seated
from tournaments.texts import is_spelling_of

Result = Game.Result

ADJOURNED_ARTICLE = "C.04.2 D.1"


def adjourned_games(tournament: Tournament, *, before: int | None = None) -> list[Game]:
    """The open adjourned games of the event, or of the rounds before one, with their players."""
    found = Game.objects.filter(round__tournament=tournament, result=Game.Result.ADJOURNED)
    if before is not None:
        found = found.filter(round__number__lt=before)
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("-colour"))
    found = found.select_related("round__tournament").prefetch_related(seats)
    return list(found.order_by("round__number", "board"))


def older_adjourned(tournament: Tournament, number: int) -> list[Game]:
    """The open adjourned games of rounds before the one that ends when round `number` is paired."""
    return adjourned_games(tournament, before=number - 1)


# A version that no game has: users who have not seen the present result are asked before replacing it.
UNSEEN = -1


def by_board(round_: Round) -> list[tuple[int, str]]:
    """Each board of a published round and its result; "" if that is missing."""
    return [(board or 0, result) for board, result in round_.games.values_list("board", "result")]


def missing_results(round_: Round) -> list[int]:
    """Board numbers without a result."""
    return [b for b in round_.games.filter(result="").values_list("board", flat=True) if b is not None]


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a round's results: its games, by board."""

    games: list[Game]

    @property
    def total(self) -> int:
        """The number of boards."""
        return len(self.games)

    @property
    def entered(self) -> int:
        """The number of boards with a result."""
        return self.total - len(self.missing)

    @property
    def missing(self) -> list[int]:
        """The boards without a result."""
        return self._with(Game.Result.NOT_YET)

    @property
    def adjourned(self) -> list[int]:
        """The boards whose games are adjourned."""
        return self._with(Game.Result.ADJOURNED)

    def latest(self, most: int) -> list[Game]:
        """At most `most` games, those whose results came in last first."""
        entered = [game for game in self.games if game.result]
        return sorted(entered, key=lambda game: -game.changed_in)[:most]

    def _with(self, result: str) -> list[int]:
        return [game.board for game in self.games if game.result == result and game.board is not None]


def progress(round_: Round) -> Progress:
    """The progress of the round's results."""
    return Progress(list(round_.games.order_by("board")))


def missing_before(tournament: Tournament, number: int) -> list[tuple[int, int]]:
    """(round, board) of published games before the round that have no result, and are not adjourned."""
    games = Game.objects.filter(
        round__tournament=tournament, round__number__lt=number, round__state__in=Round.LOCKED, result=""
    )
    found = games.order_by("round__number", "board").values_list("round__number", "board")
    return [(round_, board or 0) for round_, board in found]


def open_games(tournament: Tournament) -> int:
    """The number of published games without a result."""
    return Game.objects.filter(
        Q(round__tournament=tournament) & Q(round__state__in=Round.LOCKED) & Q(result="")
    ).count()


@dataclass(frozen=True, slots=True)
class Reported:
    """A board and the result that each of its players reported; "" from a player who reported nothing."""

    row: Game
    white: Player
    black: Player
    by_white: str
    by_black: str

    @property
    def differ(self) -> bool:
        """Whether the reports contradict each other or, once a result is entered, agree on a different one.

        An entered result decides between contradicting reports.
        """
        if not self.row.result:
            return not self.agreed
        return self.agreed not in {"", self.row.result}

    @property
    def agreed(self) -> str:
        """The only result that was reported; "" if the two players contradict each other."""
        results = {self.by_white, self.by_black} - {""}
        return results.pop() if len(results) == 1 else ""

    @property
    def keys(self) -> str:
        """The results that were reported, one after the other, for the keys of the row."""
        return " ".join(dict.fromkeys(filter(None, (self.by_white, self.by_black))))

    @property
    def both(self) -> bool:
        """Whether both players reported it."""
        return self.by_white == self.by_black

    @property
    def label(self) -> str:
        """The reported result in print."""
        return str(Game.Result(self.agreed).label)

    @property
    def labels(self) -> tuple[str, str]:
        """White's report and Black's report in print, if they differ."""
        return str(Game.Result(self.by_white).label), str(Game.Result(self.by_black).label)

    @property
    def in_words(self) -> str:
        """Both reports in words."""
        white, black = self.labels
        if not self.by_black:
            return _("White reported %(white)s") % {"white": white}
        if not self.by_white:
            return _("Black reported %(black)s") % {"black": black}
        return _("White reported %(white)s, Black %(black)s") % {"white": white, "black": black}


def are_shown(round_: Round) -> bool:
    """Whether players may report results of this round: while it is on, if the event allows it."""
    return round_.state == Round.State.PUBLISHED and own.rules_of(round_.tournament).results


def reported(round_: Round) -> dict[int, Reported]:
    """Board -> what its players reported, for boards without a result; those that differ first."""
    told = [board for board in _boards_reported(round_) if not board.row.result]
    return {board.row.board or 0: board for board in sorted(told, key=lambda board: not board.differ)}


def reports(round_: Round) -> dict[int, Reported]:
    """Board -> what its players reported, with or without a result; {} unless the round is on."""
    if not are_shown(round_):
        return {}
    return {board.row.board or 0: board for board in _boards_reported(round_)}


def differing(round_: Round) -> dict[int, Reported]:
    """Board -> what its players reported, if the reports differ from each other or the entered result."""
    return {number: board for number, board in reports(round_).items() if board.differ}


def to_settle(round_: Round, told: Mapping[int, Reported]) -> list[Obstacle]:
    """A line for each board of `told` with the players' reports."""
    text = _("Board %(board)d: %(reports)s.")
    return [
        Obstacle(
            "reports_differ",
            text % {"board": board, "reports": reported.in_words},
            Cure(Place.BOARD, round_.number, board),
        )
        for board, reported in told.items()
    ]


def _boards_reported(round_: Round) -> list[Reported]:
    """The boards with at least one report, in order."""
    found = ResultReport.objects.filter(game__round=round_)
    results = {(report.game_id, report.player_id): report.result for report in found}
    if not results:
        return []
    boards = [
        Reported(
            game, white, black, results.get((game.pk, white.pk), ""), results.get((game.pk, black.pk), "")
        )
        for game, white, black in seated(round_)
    ]
    return [board for board in boards if board.by_white or board.by_black]


def seat_to_report(player: Player) -> Seat | None:
    """The player's seat in the first published round in which their game has no result; None without one."""
    seats = Seat.objects.select_related("game", "round__tournament")
    open_ = seats.filter(player=player, round__state=Round.State.PUBLISHED, game__result=Game.Result.NOT_YET)
    return open_.order_by("round__number").first()


class Found(Enum):
    """How a game of the file relates to the round; those that need an arbiter's attention come first."""

    DIFFERS = "differs"
    # Another game of the file is of the same board and has a different result.
    TWICE = "twice"
    # A FIDE ID is that of a player whose name is another one.
    OTHER_ID = "other-id"
    # The two play each other, but with colours reversed.
    REVERSED = "reversed"
    # No board of the round has these two players.
    NOBODY = "nobody"
    OTHER_ROUND = "other-round"
    NEW = "new"
    GOES_ON = "goes-on"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class Line:
    """A game of the file, and the board that it belongs to, if any."""

    white: str
    black: str
    result: str
    found: Found
    game: Game | None = None

    @property
    def in_print(self) -> str:
        """The file's result as the program writes it."""
        return str(Game.Result(self.result).label) if self.result != GOES_ON else ""


def compared(round_: Round, games: Sequence[Mapping[str, str]]) -> list[Line]:
    """Each game of the file with the board of its two players, found by FIDE ID or name.

    A name may be in another spelling, order or alphabet, or have initials, if the two fit one board alone.
    Uncertain games do not count as that board's: names that fit nobody, a FIDE ID of somebody who has another
    name, or colours reversed.
    """
    named = _Named(seated(round_))
    lines = [_line(round_, named, tags) for tags in games]
    ends: dict[int, set[str]] = {}
    for line in lines:
        if line.game and line.result != GOES_ON:
            ends.setdefault(line.game.pk, set()).add(line.result)
    return [
        Line(line.white, line.black, line.result, Found.TWICE, line.game)
        if line.game and len(ends.get(line.game.pk, ())) > 1
        else line
        for line in lines
    ]


class _Named:
    """The players of a round by what a file calls them; a file has many games of each of them."""

    def __init__(self, boards: Sequence[Seated]) -> None:
        self.boards = boards
        self.players = [player for board in boards for player in (board.white, board.black)]
        self.crowd = Crowd[Player]()
        for player in self.players:
            self.crowd.add(player.person, player)
        self.meant = cache(self._meant)

    def _meant(self, name: str, fide_id: str) -> tuple[set[Player], set[Player]]:
        """Who has the FIDE ID, or else the name in some spelling; and who has a name that is like it."""
        known = {player for player in self.players if _is(player, name, fide_id)}
        like = (one for one in self.crowd.named(name) if not (fide_id and one.fide_id))
        return known, known or set(like)

    def board(self, tags: Mapping[str, str], white: str, black: str) -> Seated | None:
        """The board on which the file's `white`, a colour, has White and `black` Black; None if not sure."""
        whites, blacks = (
            self.meant(tags.get(colour, ""), tags.get(f"{colour}FideId", "")) for colour in (white, black)
        )
        for one, other in zip(whites, blacks, strict=True):
            found = [board for board in self.boards if board.white in one and board.black in other]
            if found:
                return found[0] if len(found) == 1 else None
        return None


def _line(round_: Round, named: _Named, tags: Mapping[str, str]) -> Line:
    white, black, result = tags.get("White", ""), tags.get("Black", ""), tags["Result"]
    # "3", "3.12", or a text without a number.
    number = tags.get("Round", "").split(".")[0]
    if number.isdecimal() and int(number) != round_.number:
        return Line(white, black, result, Found.OTHER_ROUND)
    for one, other in (("White", "Black"), ("Black", "White")):
        board = named.board(tags, one, other)
        if board is None:
            continue
        if _is_of_another(board.white, tags, one) or _is_of_another(board.black, tags, other):
            return Line(white, black, result, Found.OTHER_ID, board.game)
        found = _beside(board.game, result) if one == "White" else Found.REVERSED
        return Line(white, black, result, found, board.game)
    return Line(white, black, result, Found.NOBODY)


def _beside(game: Game, result: str) -> Found:
    if result == GOES_ON:
        return Found.GOES_ON
    if game.result == Game.Result.NOT_YET:
        return Found.NEW
    return Found.SAME if game.result == result else Found.DIFFERS


def _is(player: Player, name: str, fide_id: str) -> bool:
    """Whether the file means this player: by FIDE ID if both have one, else by name."""
    if fide_id and player.fide_id:
        return fide_id == player.fide_id
    return bool(name) and is_spelling_of(name, player.name)


def _is_of_another(player: Player, tags: Mapping[str, str], colour: str) -> bool:
    """Whether the file has the player's FIDE ID beside the name of somebody else."""
    name = tags.get(colour, "")
    return (
        tags.get(f"{colour}FideId", "") == player.fide_id != ""
        and name not in ("", UNKNOWN)
        and name_likeness(name, player.name) is Likeness.UNLIKE
        and not is_spelling_of(name, player.name)
    )


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
            position="" if round_.start_position is None else rulebook.forsyth(round_.start_position),
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
    found = rulebook.fide_rating(player.tournament, player.ratings.all())
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
