"""A tournament of teams as report files describe it: who plays for whom, and byes and forfeits of teams.

Scores are in tenths of a point; teams and players are given by pairing number, and rounds count from 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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
ROUND_ROBIN = ("FIDE_TEAM_ROUNDROBIN", "BERGER_TEAM_ROUNDROBIN", "BERGER_TEAM_ROUNDROBIN_G1")
DOUBLE_ROUND_ROBIN = (
    "FIDE_TEAM_DOUBLEROUNDROBIN",
    "BERGER_TEAM_DOUBLEROUNDROBIN",
    "BERGER_TEAM_ROUNDROBIN_G2",
)
# A single one, by a table of the organiser's own.
OWN_ROUND_ROBIN = "CUSTOM_TEAM_ROUNDROBIN"
_BY_GAME_POINTS = f"_{Score.GAME_POINTS}_{Score.MATCH_POINTS}"


def rules_of(code: str) -> TeamRules | None:
    """The rules in record 192 without its acceleration; None if it names no system of teams.

    The Swiss code alone means Type A, match points before game points; if one score is named, the other is
    not used. In a round robin the table gives the colours, so preferences do not matter.
    """
    if code.removesuffix(_BY_GAME_POINTS) in (*ROUND_ROBIN, *DOUBLE_ROUND_ROBIN, OWN_ROUND_ROBIN):
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
