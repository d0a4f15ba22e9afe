"""A tournament as the rules see it: players, and for each player one cell per round.

This is the one vocabulary of the rule book. The TRF reader makes it, the TRF writer prints it, the engine
pairs it, the checker replays it. Scores are integers in tenths of a point, ratings are Elo, rounds count from
1, and players and teams are identified by their pairing numbers (C.04.2 B.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from pairing.core.sentences import Phrase

# -- A tournament of teams as report files describe it: who plays for whom, and byes and forfeits of teams.
#
# Scores are in tenths of a point; teams and players are given by pairing number, and rounds count from 1.


class Preferences(StrEnum):
    """C.04.6 art. 1.7: which colour preferences the rules of the competition give the teams."""

    NONE = ""
    TYPE_A = "A"
    TYPE_B = "B"


class Score(StrEnum):
    """C.04.6 art. 1.2: what teams are ranked by, as record 192 writes it."""

    MATCH_POINTS = "MP"
    GAME_POINTS = "GP"

    @property
    def other(self) -> Score:
        """The other of the two."""
        return Score.GAME_POINTS if self is Score.MATCH_POINTS else Score.MATCH_POINTS


@dataclass(frozen=True, slots=True)
class TeamRules:
    """C.04.6 art. 1.2, 1.7: what the rules of a competition choose for the pairing."""

    preferences: Preferences = Preferences.TYPE_A
    primary: Score = Score.MATCH_POINTS
    # Whether the other score counts too when a first team must be found for the colours (4.2.2).
    secondary: bool = True


# Record 192: the code of the system alone, and how it names the types.
SYSTEM = "FIDE_TEAM"
_TYPES = {"TYPEA": Preferences.TYPE_A, "TYPEB": Preferences.TYPE_B}
# The single and the double round robins of teams; the first code is the one that is written. They name no
# score: if game points come first, the same ending follows as for the Swiss, which is our own addition.
ROUND_ROBIN_OF_TEAMS = ("FIDE_TEAM_ROUNDROBIN", "BERGER_TEAM_ROUNDROBIN", "BERGER_TEAM_ROUNDROBIN_G1")
DOUBLE_ROUND_ROBIN_OF_TEAMS = (
    "FIDE_TEAM_DOUBLEROUNDROBIN",
    "BERGER_TEAM_DOUBLEROUNDROBIN",
    "BERGER_TEAM_ROUNDROBIN_G2",
)
# A single one, by a table of the organiser's own.
OWN_ROUND_ROBIN_OF_TEAMS = "CUSTOM_TEAM_ROUNDROBIN"
_BY_GAME_POINTS = f"_{Score.GAME_POINTS}_{Score.MATCH_POINTS}"


def rules_of(code: str) -> TeamRules | None:
    """The rules in record 192 without its acceleration; None if it names no system of teams.

    The Swiss code alone means Type A, match points before game points; if one score is named, the other is
    not used. In a round robin the table gives the colours, so preferences do not matter.
    """
    if code.removesuffix(_BY_GAME_POINTS) in (
        *ROUND_ROBIN_OF_TEAMS,
        *DOUBLE_ROUND_ROBIN_OF_TEAMS,
        OWN_ROUND_ROBIN_OF_TEAMS,
    ):
        by_games = code.endswith(_BY_GAME_POINTS)
        return TeamRules(primary=Score.GAME_POINTS if by_games else Score.MATCH_POINTS)
    if code != SYSTEM and not code.startswith(f"{SYSTEM}_"):
        return None
    words = code.split("_")[2:]
    named = bool(words) and words[0] in _TYPES
    scores = words[named:]
    preferences = _TYPES[words[0]] if named else Preferences.NONE if scores else Preferences.TYPE_A
    if not scores:
        return TeamRules(preferences)
    if scores[0] not in list(Score):
        return None
    primary = Score(scores[0])
    if scores[1:] not in ([], [primary.other]):
        return None
    return TeamRules(preferences, primary, secondary=len(scores) > 1)


def code_of(rules: TeamRules, system: str = SYSTEM) -> str:
    """Record 192 for these rules, beginning with the code of the `system`."""
    if system != SYSTEM:
        return system + (_BY_GAME_POINTS if rules.primary is Score.GAME_POINTS else "")
    kind = {kind: f"_{name}" for name, kind in _TYPES.items()}.get(rules.preferences, "")
    return f"{SYSTEM}{kind}_{rules.primary}" + (f"_{rules.primary.other}" if rules.secondary else "")


def report_codes() -> tuple[str, ...]:
    """All codes of record 192 that mean the Swiss system of teams."""
    types = ("", *(f"_{name}" for name in _TYPES))
    scores = ("", *(f"_{one}{other}" for one in Score for other in ("", f"_{one.other}")))
    return tuple(f"{SYSTEM}{kind}{score}" for kind in types for score in scores)


def codes_of_table(codes: tuple[str, ...]) -> tuple[str, ...]:
    """All codes of record 192 that mean one of the round robins of teams."""
    return (*codes, *(f"{code}{_BY_GAME_POINTS}" for code in codes))


@dataclass(frozen=True, slots=True)
class Team:
    """Record 310: a team and its members, board 1 first. The points and the rank are as stated there."""

    number: int
    name: str = ""
    members: tuple[int, ...] = ()
    nickname: str = ""
    strength: str = ""
    match_points: int | None = None
    game_points: int | None = None
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class MatchForfeit:
    """Record 330: a match that was not played, as +-, -+ or --, the team with White on board 1 first."""

    round: int
    white: int
    black: int
    result: str


@dataclass(frozen=True, slots=True)
class LineUp:
    """Record 300: the players at a team's boards, if not in the order of the team; 0 is an empty board."""

    round: int
    team: int
    opponent: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AllocatedByes:
    """Record 320: what the allocated bye brings, and the team that had it in each round, 0 for none."""

    match_points: int
    game_points: int
    teams: tuple[int, ...]


class ByeKind(StrEnum):
    """A bye other than the allocated one: full points, half points or none, as TRF16 writes them."""

    FULL = "F"
    HALF = "H"
    ZERO = "Z"


@dataclass(frozen=True, slots=True)
class TeamBye:
    """Record 240: a bye that teams asked for."""

    kind: ByeKind
    round: int
    teams: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class VirtualPoints:
    """Record 250: points for the pairing alone, for a range of team numbers."""

    match_points: int
    game_points: int
    first_round: int
    last_round: int
    first_team: int
    last_team: int


@dataclass(frozen=True, slots=True)
class ExtraPoints:
    """Record 299: what a `kind` of result is worth, or without a kind points beside what the round brought.

    `round` is 0 for all rounds, `teams` is empty for all teams. Points of None stay as they are.
    """

    match_points: int | None
    game_points: int | None
    round: int
    teams: tuple[int, ...]
    kind: str = ""


@dataclass(frozen=True, slots=True)
class KeptApart:
    """Record 260: teams that must not meet from round `first` to `last`, or to the end if that is None."""

    teams: frozenset[int]
    first: int
    last: int | None


@dataclass(frozen=True, slots=True)
class TeamEvent:
    """Everything that makes a tournament one of teams. If `teams` is empty, its players stand for teams."""

    rules: TeamRules = TeamRules()
    teams: tuple[Team, ...] = ()
    # Record 352: the colours of the team that has White on board 1, board after board, as WBWB.
    boards: str = ""
    # Record 362: match points.
    win: int = 20
    draw: int = 10
    loss: int = 0
    forfeits: tuple[MatchForfeit, ...] = ()
    line_ups: tuple[LineUp, ...] = ()
    allocated: AllocatedByes | None = None
    byes: tuple[TeamBye, ...] = ()
    virtual: tuple[VirtualPoints, ...] = ()
    extra: tuple[ExtraPoints, ...] = ()
    kept_apart: tuple[KeptApart, ...] = ()


# -- Players, rounds and results ----------------------------------------------------------------------

# The pairs of each round, White first.
type Table = tuple[tuple[Pair, ...], ...]


class Colour(StrEnum):
    """White or Black, as TRF writes them."""

    WHITE = "w"
    BLACK = "b"

    @property
    def opposite(self) -> Colour:
        """The other colour."""
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class Outcome(StrEnum):
    """The outcome of a round for a player: the result codes of TRF16."""

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    # Shorter than one move: played for pairing and standings, not rated.
    UNRATED_WIN = "W"
    UNRATED_DRAW = "D"
    UNRATED_LOSS = "L"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    HALF_POINT_BYE = "H"
    FULL_POINT_BYE = "F"
    PAIRING_ALLOCATED_BYE = "U"
    ZERO_POINT_BYE = "Z"
    # With an opponent: not finished yet. Without one: nothing is recorded, which counts as an absence without
    # points once others have played the round.
    NONE = " "


# The kinds of result whose points record 299 of TRF26 states.
KINDS_OF_RESULT = {
    "W": (Outcome.WIN, Outcome.UNRATED_WIN),
    "D": (Outcome.DRAW, Outcome.UNRATED_DRAW),
    "L": (Outcome.LOSS, Outcome.UNRATED_LOSS),
    "F": (Outcome.FULL_POINT_BYE,),
    "H": (Outcome.HALF_POINT_BYE,),
    "Z": (Outcome.ZERO_POINT_BYE,),
    "+": (Outcome.FORFEIT_WIN,),
    "-": (Outcome.FORFEIT_LOSS,),
}
KIND_OF_RESULT = {outcome: kind for kind, outcomes in KINDS_OF_RESULT.items() for outcome in outcomes}

PLAYED = frozenset(
    {
        Outcome.WIN,
        Outcome.DRAW,
        Outcome.LOSS,
        Outcome.UNRATED_WIN,
        Outcome.UNRATED_DRAW,
        Outcome.UNRATED_LOSS,
    }
)


@dataclass(frozen=True, slots=True)
class Cell:
    """One player in one round: the ten columns of a TRF16 round block."""

    opponent: int | None = None
    colour: Colour | None = None
    outcome: Outcome = Outcome.NONE
    # Its worth in tenths, if that differs from the scoring (record 299).
    points: int | None = None
    # For a match of teams: what it brought in the other score, game points or match points, in tenths.
    secondary: int = 0
    # And what each of its boards brought, board 1 first, in tenths. Only tie-breaks count it, no pairing
    # does: cells compare equal without it.
    boards: tuple[int, ...] = field(default=(), compare=False, repr=False)
    # For a level match of a knock-out: whether this player went on by its tie-break.
    decided: bool = False

    @property
    def played(self) -> bool:
        """Whether a game was actually played (C.04.2 D.5, D.6)."""
        return self.opponent is not None and self.outcome in PLAYED

    @property
    def paired(self) -> bool:
        """Whether the pairing of the round dealt with this player: an opponent, or the allocated bye."""
        return self.opponent is not None or self.outcome is Outcome.PAIRING_ALLOCATED_BYE

    @property
    def pending(self) -> bool:
        """Whether the game has no result yet."""
        return self.opponent is not None and self.outcome is Outcome.NONE


BLANK = Cell()
ABSENCE = Cell(outcome=Outcome.ZERO_POINT_BYE)


@dataclass(frozen=True, slots=True)
class Scoring:
    """The worth of each outcome, in tenths of a point. The names are those of XXS in TRF(x)."""

    white_win: int = 10
    black_win: int = 10
    white_draw: int = 5
    black_draw: int = 5
    white_loss: int = 0
    black_loss: int = 0
    zero_point_bye: int = 0
    half_point_bye: int = 5
    full_point_bye: int = 10
    pairing_allocated_bye: int = 10
    forfeit_win: int = 10
    forfeit_loss: int = 0

    def points(self, cell: Cell) -> int:
        """Tenths of a point that `cell` is worth; a pending game and a blank are worth nothing."""
        if cell.points is not None:
            return cell.points
        black = cell.colour is Colour.BLACK
        match cell.outcome:
            case Outcome.WIN | Outcome.UNRATED_WIN:
                return self.black_win if black else self.white_win
            case Outcome.DRAW | Outcome.UNRATED_DRAW:
                return self.black_draw if black else self.white_draw
            case Outcome.LOSS | Outcome.UNRATED_LOSS:
                return self.black_loss if black else self.white_loss
            case Outcome.FORFEIT_WIN:
                return self.forfeit_win
            case Outcome.FORFEIT_LOSS:
                return self.forfeit_loss
            case Outcome.HALF_POINT_BYE:
                return self.half_point_bye
            case Outcome.FULL_POINT_BYE:
                return self.full_point_bye
            case Outcome.PAIRING_ALLOCATED_BYE:
                return self.pairing_allocated_bye
            case Outcome.ZERO_POINT_BYE:
                return self.zero_point_bye
            case Outcome.NONE:
                return 0 if cell.opponent is not None else self.zero_point_bye


@dataclass(frozen=True, slots=True)
class Player:
    """One entry of the tournament: the player, and what each round brought them."""

    number: int
    name: str = ""
    cells: tuple[Cell, ...] = ()
    sex: str = ""
    title: str = ""
    # The rating that counts in this event (C.04.2 B.1; 2026: 2.1).
    rating: int | None = None
    federation: str = ""
    fide_id: str = ""
    # YYYY/MM/DD, with 00 for an unknown month or day, or ""; or whatever a file has instead of a date.
    birth: str = ""
    # Final position as a report states it; None if it states none.
    rank: int | None = None
    # Acceleration: virtual points of each round, in tenths, that count for pairing only.
    virtual: tuple[int, ...] = ()
    # If tie-breaks use the rating of each round: the later ratings, each with the round it begins in.
    later_ratings: tuple[tuple[int, int | None], ...] = ()
    # FIDE's rating for events of this kind where another one counts, 0 for a player without it; None where
    # FIDE's rating counts.
    uncounted_fide_rating: int | None = None

    @property
    def fide_rating(self) -> int | None:
        """FIDE's rating for events of this kind, in Elo, whichever counts; None for a player without it."""
        return self.rating if self.uncounted_fide_rating is None else self.uncounted_fide_rating or None

    def with_ratings(self, counting: int | None, fide: int | None) -> Player:
        """The player with these ratings in Elo: the one that counts, and FIDE's; None for none."""
        return replace(self, rating=counting, uncounted_fide_rating=None if counting == fide else fide or 0)

    def cell(self, number: int) -> Cell:
        """The cell of round `number`; BLANK if nothing is recorded."""
        return self.cells[number - 1] if number <= len(self.cells) else BLANK

    def with_cells(self, cells: tuple[Cell, ...]) -> Player:
        """The player with other cells.

        `replace` would take five times as long, and every page copies all players.
        """
        return Player(
            self.number,
            self.name,
            cells,
            self.sex,
            self.title,
            self.rating,
            self.federation,
            self.fide_id,
            self.birth,
            self.rank,
            self.virtual,
            self.later_ratings,
            self.uncounted_fide_rating,
        )


@dataclass(frozen=True, slots=True)
class Prohibition:
    """Players who must not be paired with each other from round `first` to round `last`, both included.

    XXP of TRF(x), record 260 of TRF26. Without a last round it holds to the end.
    """

    players: frozenset[int]
    first: int = 1
    last: int | None = None

    def holds_in(self, number: int) -> bool:
        """Whether the players must not meet in round `number`."""
        return self.first <= number and (self.last is None or number <= self.last)


@dataclass(frozen=True, slots=True)
class VirtualGroup:
    """Virtual points, in tenths, for a range of pairing numbers in a range of rounds, ends included."""

    rounds: tuple[int, int]
    numbers: tuple[int, int]
    points: int


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything that decides a pairing, and the other contents of the report to FIDE."""

    players: tuple[Player, ...]
    rounds: int | None = None
    # The round after which it ended, if that was before the last of the announced `rounds`.
    ended: int | None = None
    initial_colour: Colour | None = None
    scoring: Scoring = field(default_factory=Scoring)
    # If the players are teams: what a match brings in the score that is not the primary one.
    secondary_scoring: Scoring = field(default_factory=Scoring)
    forbidden: tuple[Prohibition, ...] = ()
    # Whether it is accelerated by the Baku method; virtual points of the players take precedence.
    baku: bool = False
    # Or by points that the organiser declared, for the pairing numbers as they were in round 1.
    declared: tuple[VirtualGroup, ...] = ()
    edition: str | None = None
    # For a system that uses a table: the organiser's own, () for the usual one.
    table: Table = ()
    name: str = ""
    city: str = ""
    federation: str = ""
    # YYYY/MM/DD, or "" where unknown.
    start_date: str = ""
    end_date: str = ""
    system: str = ""
    chief_arbiter: str = ""
    deputy_arbiters: tuple[str, ...] = ()
    time_control: str = ""
    # The same as a code of TRF26, such as 5400+30.
    time_control_code: str = ""
    # The program or person that pairs (record 182), and the ratings that count (172: federation and method).
    controller: str = ""
    rating_method: str = ""
    # The tie-breaks of the standings, most important first, points included; () if not stated.
    tie_breaks: tuple[str, ...] = ()
    # The day of each round, YYYY/MM/DD, or "" where unknown.
    round_dates: tuple[str, ...] = ()
    # Records that this program does not interpret, kept for the round trip.
    other_records: tuple[str, ...] = ()
    # The teams and their players; None if everybody plays for themselves.
    team_event: TeamEvent | None = None

    @property
    def last_round(self) -> int | None:
        """The last round that counts: that after which it ended, or the last one announced, if known."""
        return self.rounds if self.ended is None else self.ended

    @property
    def played_rounds(self) -> int:
        """The last round that was paired. Cells beyond it are byes set beforehand."""
        longest = max((len(player.cells) for player in self.players), default=0)
        return next((number for number in range(longest, 0, -1) if self._was_paired(number)), 0)

    def _was_paired(self, number: int) -> bool:
        """Whether anybody met in the round, or an allocated bye was all that there was to pair.

        While somebody is still without an entry in the round, an allocated bye is one set beforehand.
        """
        if self._has_games(number):
            return True
        cells = [player.cell(number) for player in self.players]
        return any(cell.paired for cell in cells) and BLANK not in cells

    def _has_games(self, number: int) -> bool:
        return any(player.cell(number).opponent is not None for player in self.players)

    def before(self, number: int) -> Tournament:
        """The tournament as it stood when round `number` was about to be paired.

        Players not paired in that round, for whatever reason, appear as having asked for a bye in it. If the
        round before it had no game, whoever has no entry there was absent: it was paired all the same.
        """
        idle = number > 1 and not self._has_games(number - 1)

        def known(player: Player) -> Player:
            history = player.cells[: number - 1]
            if idle and player.cell(number - 1) == BLANK:
                history = (*history[: number - 2], *(BLANK,) * (number - 2 - len(history)), ABSENCE)
            cell = player.cell(number)
            if cell.paired:
                return player.with_cells(history)
            blanks = (BLANK,) * (number - 1 - len(history))
            bye = ABSENCE if cell.outcome is Outcome.NONE else cell
            return player.with_cells((*history, *blanks, bye))

        return replace(self, players=tuple(map(known, self.players)))

    def with_pending_drawn(self) -> Tournament:
        """The tournament with a draw in every game that has no result."""

        def drawn(player: Player) -> Player:
            if not any(cell.pending for cell in player.cells):
                return player
            cells = (replace(cell, outcome=Outcome.DRAW) if cell.pending else cell for cell in player.cells)
            return player.with_cells(tuple(cells))

        return replace(self, players=tuple(map(drawn, self.players)))


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players by pairing number, White first."""

    white: int
    black: int


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """The pairing of one round: the boards in publishing order (C.04.2 D.9), and the allocated bye."""

    pairs: tuple[Pair, ...]
    bye: int | None = None


class PairingError(Exception):
    """The base class of the rule book's errors; a page can show their message translated."""

    def __init__(self, saying: Phrase | str) -> None:
        super().__init__(saying)
        self.saying = saying


class UnpairableRound(PairingError):
    """No pairing of the round is legal (C.04.3 A.9), or its table repeats a pair: the arbiter must decide.

    `players` are the pairing numbers left over when as many as possible are paired, or those of the pair.
    """

    def __init__(self, players: tuple[int, ...], saying: Phrase) -> None:
        super().__init__(saying)
        self.players = players


# -- The line-up of a team: who plays at which board. The order of a team is fixed before the event ---
#
# C.04.6 deals only with the scores of teams; that the order is fixed, and who may play above whom, is for
# the regulations of the competition to say. These are the usual ones.


def check_line_up(places: Sequence[int | None], boards: int) -> None:
    """Raise PairingError if these members may not sit in this order.

    They are given by their places in the order of the team, from 1, board 1 first; None is an empty board.
    Every board is named, nobody plays at two boards, and nobody plays above a member who precedes them.
    """
    if len(places) != boards:
        raise PairingError(
            Phrase("A line-up names {expected} boards, found {found}.", expected=boards, found=len(places))
        )
    highest = 0
    above = 0
    for board, place in enumerate(places, 1):
        if place is None:
            continue
        if place in places[: board - 1]:
            raise PairingError(
                Phrase(
                    "Number {place} of the team is named at two boards, the second is {board}.",
                    place=place,
                    board=board,
                )
            )
        if place < highest:
            raise PairingError(
                Phrase(
                    "Number {place} of the team comes before number {other}, and so plays above: found them"
                    " at boards {board} and {above}.",
                    place=place,
                    other=highest,
                    board=board,
                    above=above,
                )
            )
        highest, above = place, board
