"""The boards of a round and its matches: their order, what changed, why they are as they are."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from secrets import token_hex
from threading import Lock
from typing import Any, NamedTuple, TypedDict

from django.core.cache import cache
from django.db.models import Q, QuerySet
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments import rulebook
from tournaments.models import AuditEvent, Correction, Decision, Game, Player, Round, Seat, Tournament
from tournaments.own import queries as own
from tournaments.teams import queries as teams
from tournaments.teams.queries import BoardOfMatch
from tournaments.texts import fold


@dataclass(frozen=True, slots=True)
class Place:
    """The match that a round belongs to, which of its games the round is, and the round of the other game."""

    match: int
    game: int
    other: Round


class Both(NamedTuple):
    """The other game at a board, which of the two it is, and the points so far of this one's White and Black.

    Points are tenths; None before either game has a result.
    """

    other: Game
    game: int
    points: tuple[int, int] | None


def place_of(round_: Round) -> Place | None:
    """The place of the round in its match; None if games are single."""
    match = rulebook.rounds_of_match(round_.tournament, round_.number)
    others = [number for number in match if number != round_.number]
    if not others:
        return None
    other = round_.tournament.rounds.filter(number=others[0]).first()
    game = match.index(round_.number) + 1
    return Place(rulebook.match_number(round_.tournament, round_.number), game, other) if other else None


def game_asked_for(round_: Round, game: str) -> Round:
    """The round, or that of its match's other game if `game` names it and that round is on."""
    place = place_of(round_) if game else None
    if place and game == str(3 - place.game) and place.other.state == Round.State.PUBLISHED:
        return place.other
    return round_


def both_games(round_: Round, games: Mapping[int, Game]) -> dict[int, Both]:
    """Board -> its match, for these games of the round by board; {} for single games or a draft."""
    place = place_of(round_) if round_.is_public else None
    if place is None:
        return {}
    scoring = rulebook.scoring(round_.tournament)
    found = {}
    for other in place.other.games.filter(board__in=games):
        own = games[other.board or 0]
        white, black = rulebook.points_at_board(scoring, own)
        of_black, of_white = rulebook.points_at_board(scoring, other)
        points = (white + of_white, black + of_black) if own.result or other.result else None
        found[other.board or 0] = Both(other, 3 - place.game, points)
    return found


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
    scores = rulebook.scores_before(round_.tournament, round_.number, sitting)
    virtual = rulebook.virtual_points(round_.tournament, round_.number)
    matches = both_games(round_, {game.board: game for game, _white, _black in games if game.board})
    corrections = list(Correction.objects.filter(game__round=round_).select_related("audit"))
    many = round_.tournament.boards
    decisions = (
        {one.game_id: one for one in Decision.objects.filter(game__round=round_).select_related("player")}
        if rulebook.is_knock_out(round_.tournament)
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
            rules is not None and teams.are_awaited(game, round_, rules),
        )
        for game, white, black in games
    ]


def byes_of(round_: Round) -> list[Bye]:
    """The players without a game in the round: the pairing-allocated bye first, then by pairing number.

    In a knock-out, only those who are still in.
    """
    knock_out = rulebook.is_knock_out(round_.tournament)
    idle = [
        (seat.player, Seat.Kind(seat.kind))
        for seat in round_.seats.exclude(kind=Seat.Kind.GAME).select_related("player__tournament")
    ]
    if round_.is_draft:
        # Their seats are written when the round is published, as until then they may still come.
        absent = round_.tournament.players.exclude(seats__round=round_)
        present = rulebook.position(round_.tournament, before=round_.number) if knock_out else None
        through = (rulebook.still_in(round_.tournament, present) if present else None) or ()
        idle += [
            (player, Seat.Kind.FULL_POINT_BYE if player.number in through else Seat.Kind.ZERO_POINT_BYE)
            for player in absent
        ]
    if knock_out:
        # Players who are out are not listed again.
        idle = [(player, kind) for player, kind in idle if kind != Seat.Kind.ZERO_POINT_BYE]
    scores = rulebook.scores_before(round_.tournament, round_.number, [player.pk for player, _kind in idle])
    virtual = rulebook.virtual_points(round_.tournament, round_.number)
    return sorted(
        (
            Bye(player, kind, _why_idle(player, kind, round_), scores[player.pk], virtual.get(player.pk, 0))
            for player, kind in idle
        ),
        key=lambda bye: (bye.kind != Seat.Kind.PAIRING_ALLOCATED_BYE, bye.player.number or 0),
    )


def in_words(tournament: Tournament, kind: str) -> str:
    """The name of a seat without a game; in a knock-out such a player goes on or is out."""
    if rulebook.is_knock_out(tournament):
        return _("out") if kind == Seat.Kind.ZERO_POINT_BYE else _("goes on without a game")
    return str(Seat.Kind(kind).label)


def _why_idle(player: Player, kind: Seat.Kind, round_: Round) -> str:
    """The kind of bye in words, or that the player has left the tournament."""
    if kind == Seat.Kind.ZERO_POINT_BYE and player.has_withdrawn_by(round_.number):
        return _("expelled") if player.expelled else _("withdrawn")
    if kind == Seat.Kind.ZERO_POINT_BYE and rulebook.is_round_robin(round_.tournament):
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


@dataclass(frozen=True, slots=True)
class Line:
    """One player in the list by name: their board, colour and opponent, or why they have none."""

    player: Player
    board: Board | None = None
    colour: str = ""
    opponent: Player | None = None
    bye: str = ""

    @property
    def result(self) -> str:
        """The result with the player's own points first; "" while there is none."""
        found = Game.Result(self.board.row.result if self.board else "")
        return str((found.mirrored if self.colour == "b" else found).label) if found else ""


def by_name(boards: Iterable[Board], byes: Iterable[Bye]) -> list[Line]:
    """Everybody by name, whether they have a game or not."""
    lines = [Line(bye.player, bye=bye.label) for bye in byes]
    for board in boards:
        lines.append(Line(board.white, board, "w", board.black))
        lines.append(Line(board.black, board, "b", board.white))
    return sorted(lines, key=lambda line: (fold(line.player.name), line.player.number or 0))


@dataclass(frozen=True, slots=True)
class Group:
    """The boards of a score group: by the higher score of the two, in tenths and with virtual points."""

    score: int
    boards: Sequence[Board]
    # The number of boards in the groups above.
    before: int = 0

    @property
    def is_accelerated(self) -> bool:
        """Whether a player in the group has virtual points."""
        return any(board.white_virtual or board.black_virtual for board in self.boards)


def by_score(boards: Iterable[Board]) -> list[Group]:
    """The score groups, the highest first; a board with two scores is in the group of the higher one."""
    groups: dict[int, list[Board]] = {}
    for board in boards:
        score = max(board.white_score + board.white_virtual, board.black_score + board.black_virtual)
        groups.setdefault(score, []).append(board)
    found, before = [], 0
    for score in sorted(groups, reverse=True):
        found.append(Group(score, groups[score], before))
        before += len(groups[score])
    return found


# White and Black, by the players' keys.
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Pairs:
    """The boards of a pairing and the taker of the pairing-allocated bye, by the players' keys."""

    boards: tuple[Pair, ...]
    bye: int | None = None


@dataclass(frozen=True, slots=True)
class Changes:
    """From one pairing to another: boards that are gone, new ones, same boards with colours exchanged."""

    gone: tuple[Pair, ...]
    new: tuple[Pair, ...]
    # With the colours they have now.
    turned: tuple[Pair, ...]
    bye_before: int | None
    bye_now: int | None

    def __bool__(self) -> bool:
        return bool(self.gone or self.new or self.turned or self.bye_moves)

    @property
    def bye_moves(self) -> bool:
        """Whether another player, or nobody, now has the pairing-allocated bye."""
        return self.bye_before != self.bye_now

    @property
    def players(self) -> frozenset[int]:
        """All players with another opponent or colour, and those of a moved bye, by key."""
        moved = {key for board in (*self.gone, *self.new, *self.turned) for key in board}
        byes = {self.bye_before, self.bye_now} - {None} if self.bye_moves else set()
        return frozenset(moved | {key for key in byes if key is not None})


def between(before: Pairs, now: Pairs) -> Changes:
    """The boards that are gone, new, or have colours exchanged, in board order."""
    old, new = _pairs(before.boards), _pairs(now.boards)
    was = set(before.boards)
    return Changes(
        gone=tuple(board for board in before.boards if frozenset(board) not in new),
        new=tuple(board for board in now.boards if frozenset(board) not in old),
        turned=tuple(board for board in now.boards if frozenset(board) in old and board not in was),
        bye_before=before.bye,
        bye_now=now.bye,
    )


def _pairs(boards: Iterable[Pair]) -> set[frozenset[int]]:
    return {frozenset(board) for board in boards}


def rematches(round_: Round) -> list[tuple[Player, Player]]:
    """Pairs of the round who have really met in another one (C.04.1 b, 2026 2)."""
    pairs = {(white.pk, black.pk): (white, black) for _game, white, black in seated(round_)}
    met = rulebook.rounds_met(round_.tournament, pairs, besides=round_.number)
    return [pairs[pair] for pair in met]


@dataclass(frozen=True, slots=True)
class Offer:
    """A ground on which the published round may be changed, and the players concerned if they are known."""

    ground: rulebook.Ground
    label: str
    concerned: tuple[str, ...] = ()


def grounds_for_change(round_: Round) -> list[Offer]:
    """The edition's grounds that may apply to the round; those that the rows can prove must be true."""
    match = rulebook.rounds_of_match(round_.tournament, round_.number)
    final = match[-1] == round_.tournament.number_of_rounds

    def concerned(ground: rulebook.Ground) -> tuple[str, ...] | None:
        match ground:
            case rulebook.Ground.REMATCH:
                return tuple(f"{a.name} – {b.name}" for a, b in rematches(round_)) or None
            case rulebook.Ground.COLOURS:
                found = rulebook.colour_violations(round_.tournament, round_.number)
                return tuple(player.name for player in found) or None
            case rulebook.Ground.TOP_BOARDS:
                return () if final else None
        return ()

    allowed = rulebook.edition_of(round_.tournament).handling.grounds_for_change
    return [
        Offer(ground, str(rulebook.GROUNDS[ground]), names)
        for ground in allowed
        if (names := concerned(ground)) is not None
    ]


# A hall asks about the round that has just been published. An explanation for 2,000 players takes some 4 MB.
MOST = 4


class _Cached(NamedTuple):
    state: tuple[object, ...]
    explanation: rulebook.Explanation


class _Latest:
    """The explanations that this process was asked for last, by event and round.

    They hold the computation that decided, which cannot be pickled into the cache. They never change, so
    threads share them. While one is computed, requests for others wait: side by side they would take longer.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[tuple[int, int], _Cached] = OrderedDict()

    def of(self, tournament: Tournament, number: int) -> rulebook.Explanation:
        # Read before the rows: an explanation that was computed while an act committed is out of date. The
        # mark goes with the cache, which is emptied when a copy of the database is put back.
        state = cache.get_or_set(f"explanations:{tournament.pk}", token_hex), _last_act(tournament, number)
        with self._lock:
            kept = self._kept.pop((tournament.pk, number), None)
            if kept is None or kept.state != state:
                kept = _Cached(state, rulebook.explanation(tournament, number))
            self._kept[tournament.pk, number] = kept
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
        return kept.explanation


def _last_act(tournament: Tournament, number: int) -> int | None:
    """The key of the last public act that may change the explanation: any but a result that came after it."""
    too_late = Q(action=AuditEvent.Action.RESULT_ENTERED, round_number__gte=number)
    acts = tournament.audit_events.exclude(Q(action__in=AuditEvent.PRIVATE) | too_late)
    return acts.values_list("pk", flat=True).first()


latest = _Latest()


def explained(tournament: Tournament, number: int, you: int | None = None) -> rulebook.Explained:
    """The explanation of a locked round in the reader's language.

    `you` is the pairing number of the player who is spoken to. Raises DomainError if there is no explanation.
    """
    return rulebook.Explained(latest.of(tournament, number), (get_language() or "en")[:2], you)


@dataclass(frozen=True, slots=True)
class Side:
    """The player on a line of a match; without a player, `stands_for` says who is to come."""

    player: Player | None
    # The points in the match, in tenths; None before it is over.
    points: int | None = None
    goes_on: bool = False
    stands_for: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """A match of the bracket as pages show it."""

    number: int
    sides: tuple[Side, Side]
    # Its tie-break, if that decided the match.
    decision: Decision | None = None
    is_level: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """A round of the bracket with its name, and the first round of the event in it, if that is public."""

    name: str
    matches: tuple[Match, ...]
    round: Round | None


@dataclass(frozen=True, slots=True)
class Level:
    """A level match at a board, and the decision of its tie-break, if there is one yet."""

    round: Round
    match: int
    game: Game
    white: Player
    black: Player
    decision: Decision | None


def bracket(tournament: Tournament) -> list[Stage]:
    """The rounds of the bracket from the first to the coming one; [] before the first is public."""
    public = {round_.number: round_ for round_ in tournament.rounds.all() if round_.is_public}
    if not rulebook.is_knock_out(tournament) or not public:
        return []
    players = {player.number: player for player in tournament.players.all()}
    decided = {
        (one.game.round.number, one.player_id): one
        for one in Decision.objects.filter(game__round__tournament=tournament).select_related("game__round")
    }
    rounds = rulebook.knock_out_rounds(tournament)

    def side(one: rulebook.KnockOutMatch, place: int, before: tuple[rulebook.KnockOutMatch, ...]) -> Side:
        number = one.sides[place]
        return Side(
            players[number] if number else None,
            one.points[place] if one.points else None,
            goes_on=number is not None and number == one.winner,
            stands_for="" if number else _who_is_to_come(before, one.number, place),
        )

    def stage(found: rulebook.KnockOutRound, before: tuple[rulebook.KnockOutMatch, ...]) -> Stage:
        matches = tuple(
            Match(
                one.number,
                (side(one, 0, before), side(one, 1, before)),
                decided.get((found.last, players[one.winner].pk))
                if one.winner and one.by_tie_break
                else None,
                one.is_level,
            )
            for one in found.matches
        )
        first = rulebook.rounds_of_match(tournament, found.last).start
        return Stage(_name(len(matches)), matches, public.get(first))

    return [stage(found, rounds[place - 1].matches if place else ()) for place, found in enumerate(rounds)]


def level_matches(tournament: Tournament, number: int) -> list[Level]:
    """The level matches that end with round `number` of the event, in the order of their boards."""
    if not rulebook.is_knock_out(tournament):
        return []
    found = next((one for one in rulebook.knock_out_rounds(tournament) if one.last == number), None)
    round_ = tournament.rounds.filter(number=number, state__in=Round.LOCKED).first()
    if found is None or round_ is None:
        return []
    round_.tournament = tournament
    level = {frozenset(one.sides): one.number for one in found.matches if one.is_level}
    decisions = {one.game_id: one for one in Decision.objects.filter(game__round=round_)}
    return [
        Level(round_, level[who], game, white, black, decisions.get(game.pk))
        for game, white, black in seated(round_)
        if (who := frozenset((white.number, black.number))) in level
    ]


def undecided(tournament: Tournament, number: int) -> list[Level]:
    """The level matches before round `number` for which the player who goes on was not entered yet."""
    if number < 2 or not rulebook.is_knock_out(tournament):
        return []
    last = rulebook.rounds_of_match(tournament, number - 1)[-1]
    return [level for level in level_matches(tournament, last) if level.decision is None]


def _who_is_to_come(before: tuple[rulebook.KnockOutMatch, ...], number: int, place: int) -> str:
    """Who will be on a line of the round after these matches, in words; nobody in the first round."""
    if not before:
        return _("no opponent")
    above = before[2 * number - 2 + place]
    if above.is_open:
        return _("winner of match %(number)d") % {"number": above.number}
    return _("no opponent")


def _name(matches: int) -> str:
    """The name of a round with that many matches."""
    names = {1: _("Final"), 2: _("Semi-finals"), 4: _("Quarter-finals")}
    return names.get(matches) or _("Last %(players)d") % {"players": 2 * matches}
