"""The plan drawn from the wishes before round 1: who plays, who will be away, which games go unusually."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Protocol

from pairing import elo, tie_breaks
from pairing.core.edition import Edition
from pairing.core.scores import check_baku_scoring, check_scoring
from pairing.core.tournament import (
    Colour,
    Outcome,
    Pair,
    PairingError,
    Player,
    Prohibition,
    Scoring,
    Table,
    Tournament,
)
from pairing.editions import edition_by_code

# -- The ratings of the players of a random tournament, in Elo; None for a player without one ---------

# The highest rating that a report file has room for.
_HIGHEST = 9999
# The lowest rating that FIDE publishes, and one that hardly anybody exceeds.
_FLOOR, _TOP = 1400, 2800
# The rating that the arbiter gives to players without one if everybody needs one.
PROVISIONAL = _FLOOR


class Ratings(Protocol):
    """A way to give ratings to players."""

    def draw(self, rng: random.Random, players: int) -> list[int | None]:
        """A rating for each of `players` players, in any order. Raises PairingError if that is impossible."""


@dataclass(frozen=True, slots=True)
class GivenRatings:
    """The ratings one by one; 0 for a player without one."""

    values: tuple[int, ...]

    def draw(self, _rng: random.Random, players: int) -> list[int | None]:
        """The ratings as they are given."""
        if players != len(self.values):
            raise PairingError(
                f"found {len(self.values)} ratings, expected one for each of {players} players"
            )
        return [_checked(value) if value else None for value in self.values]


@dataclass(frozen=True, slots=True)
class RatingRange:
    """Ratings anywhere between two limits."""

    lowest: int
    highest: int

    def draw(self, rng: random.Random, players: int) -> list[int | None]:
        """Ratings drawn from the range, all equally likely."""
        if _checked(self.lowest) > _checked(self.highest):
            raise PairingError(
                f"found the ratings {self.lowest} to {self.highest}, expected the lowest first"
            )
        return [rng.randint(self.lowest, self.highest) for _ in range(players)]


@dataclass(frozen=True, slots=True)
class RatingSteps:
    """A top rating, with each next player `step` below."""

    top: int
    step: int

    def draw(self, _rng: random.Random, players: int) -> list[int | None]:
        """The ratings from the top down."""
        lowest = _checked(self.top) - self.step * (players - 1)
        if lowest < 1:
            raise PairingError(
                f"found a rating of {lowest} for the last of {players} players, expected 1 or more: "
                "a higher top or smaller steps"
            )
        return [self.top - self.step * place for place in range(players)]


@dataclass(frozen=True, slots=True)
class RandomRatings:
    """A field as in open tournaments: most ratings around the middle, some players without one."""

    def draw(self, rng: random.Random, players: int) -> list[int | None]:
        """Sums of three draws, which gather in the middle of the field; its place and width are drawn too."""
        lowest = rng.randrange(_FLOOR, 2200)
        width = rng.randrange(0, (_TOP - lowest) // 3)
        unrated = rng.choice((0, 0, 30, 80, 300))
        return [
            None if rng.randrange(1000) < unrated else lowest + sum(rng.randint(0, width) for _ in range(3))
            for _ in range(players)
        ]


def _checked(rating: int) -> int:
    if not 1 <= rating <= _HIGHEST:
        raise PairingError(f"found the rating {rating}, expected one from 1 to {_HIGHEST}")
    return rating


# -- The wishes for a random tournament. Whatever is not asked for is drawn ---------------------------

_SHARE = re.compile(r"([0-9]{1,6})|([0-9]{1,3})(?:\.([0-9]))?%")


@dataclass(frozen=True, slots=True)
class Share:
    """How often something happens: on a fixed `number` of occasions, or else on `permille` in a thousand."""

    number: int | None = None
    permille: int = 0

    @classmethod
    def of(cls, text: str) -> Share:
        """The share that `text` names: "12", "5%" or "0.5%". Raises PairingError for anything else."""
        match = _SHARE.fullmatch(text)
        if match is None or (match[2] and int(match[2]) > 100):
            raise PairingError(f"found {text!r}, expected a number such as 12, or a share such as 5% or 0.5%")
        if match[1]:
            return cls(number=int(match[1]))
        return cls(permille=10 * int(match[2]) + int(match[3] or 0))

    def choose[T](self, rng: random.Random, occasions: Sequence[T], what: str) -> list[T]:
        """The occasions on which it happens. Raises PairingError if there are too few of them."""
        if self.number is None:
            return [one for one in occasions if rng.randrange(1000) < self.permille]
        if self.number > len(occasions):
            raise PairingError(
                f"found {self.number} {what}, expected {len(occasions)} at most in this tournament"
            )
        return rng.sample(occasions, self.number)


@dataclass(frozen=True, slots=True)
class Wishes:
    """The properties wished for in a tournament; None leaves one to chance.

    Byes are shares of all players in all rounds, forfeits and unusual results of all games, late entries
    and withdrawals of the players. `forbidden` is the number of groups of players who must not meet.
    `draws` is the percentage of games between equals that are drawn.
    """

    edition: str
    players: int | None = None
    rounds: int | None = None
    ratings: Ratings | None = None
    full_point_byes: Share | None = None
    half_point_byes: Share | None = None
    zero_point_byes: Share | None = None
    # Games that one player wins because the other does not come, and games to which neither comes.
    forfeit_wins: Share | None = None
    forfeit_losses: Share | None = None
    # Played games that end ½-0, 0-½ or 0-0.
    unusual_results: Share | None = None
    late_entries: Share | None = None
    withdrawals: Share | None = None
    baku: bool | None = None
    forbidden: int | None = None
    # The points for a win, a draw and a loss, and for the pairing-allocated bye, in tenths of a point.
    points: tuple[int, int, int] | None = None
    bye: int | None = None
    initial_colour: Colour | None = None
    draws: int | None = None
    # The tie-breaks of the standings, after the points.
    tie_breaks: tuple[str, ...] | None = None
    # Whether the organiser gives a table; None means that they do not.
    own_table: bool | None = None


# -- The results of random games: they follow FIDE's table of expected scores (B.02 8.1.2) ------------

type Result = tuple[Outcome, Outcome]

# A larger difference counts as this one (B.02 8.3.1).
_CAP = 400


class Incident(Enum):
    """The ways in which a game can end other than being won, drawn or lost over the board."""

    # One player does not come, or neither does.
    FORFEIT_WIN = "forfeit wins"
    FORFEIT_LOSS = "forfeit losses"
    # Half a point for one and none for the other, or none for both.
    UNUSUAL = "unusual results"


_RESULTS: dict[Incident, tuple[Result, ...]] = {
    Incident.FORFEIT_WIN: (
        (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
        (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
    ),
    Incident.FORFEIT_LOSS: ((Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),),
    Incident.UNUSUAL: (
        (Outcome.DRAW, Outcome.LOSS),
        (Outcome.LOSS, Outcome.DRAW),
        (Outcome.LOSS, Outcome.LOSS),
    ),
}


def expected_score(rating: int, opponent: int) -> int:
    """B.02 8.1.2: the score that a player is expected to make in a game, in percent."""
    return elo.expected_score(max(-_CAP, min(rating - opponent, _CAP)))


def game(rng: random.Random, white: int, black: int, draws: int) -> Result:
    """The result of a game between the ratings `white` and `black`, for White and for Black.

    `draws` is the percentage of draws, as far as the difference in rating leaves room for them. White's
    average score is the expected one: the colour brings no advantage.
    """
    expected = expected_score(white, black)
    draws = min(draws, 2 * expected, 2 * (100 - expected))
    # In units of half a percent, so that half of the draws is a whole number.
    chance = rng.randrange(200)
    if chance < 2 * draws:
        return Outcome.DRAW, Outcome.DRAW
    white_wins = chance < 2 * draws + (2 * expected - draws)
    return (Outcome.WIN, Outcome.LOSS) if white_wins else (Outcome.LOSS, Outcome.WIN)


def incident(rng: random.Random, kind: Incident) -> Result:
    """A result of this kind, for White and for Black."""
    return rng.choice(_RESULTS[kind])


# -- The plan -----------------------------------------------------------------------------------------

# For each round, the pairing numbers of the players who are not to be paired in it, and what they get.
type Absences = tuple[dict[int, Outcome], ...]
# By the round and the place of the game in the round, both from 0.
type Incidents = dict[tuple[int, int], Incident]


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament in which nothing is paired yet, and everything that is planned for it."""

    tournament: Tournament
    rounds: int
    absences: Absences
    incidents: Incidents
    # Whether players who are away are paired nevertheless, and lose by forfeit.
    forfeits_absences: bool
    # The percentage of games between equals that are drawn.
    draws: int
    # The tie-breaks after the points.
    tie_breaks: tuple[str, ...]


def draw_plan(wishes: Wishes, rng: random.Random) -> Plan:
    """A plan that fulfils `wishes`, the rest drawn. Raises PairingError if they cannot be fulfilled."""
    players = _within(_players(rng, wishes), "players", 2, 9999)
    edition = edition_by_code(wishes.edition)
    if edition.rounds_for:
        reason = "losers are out" if edition.still_in else "everybody meets everybody"
        wishes = _of_everybody(wishes, edition.rounds_for(players), reason)
    rounds = _within(_rounds(rng, players) if wishes.rounds is None else wishes.rounds, "rounds", 1, 999)
    scoring = _scoring(rng, wishes)
    check_scoring(scoring)
    table = _own_table(rng, edition, players) if wishes.own_table else ()
    absences = _absences(rng, wishes, players, rounds)
    return Plan(
        tournament=Tournament(
            players=_entries(rng, wishes, players),
            rounds=rounds,
            initial_colour=wishes.initial_colour or rng.choice(tuple(Colour)),
            scoring=scoring,
            forbidden=_forbidden(rng, wishes, players, rounds),
            edition=wishes.edition,
            table=table,
            baku=_baku(rng, wishes, scoring),
            system=edition.report.kind,
        ),
        rounds=rounds,
        absences=absences,
        incidents=_incidents(rng, wishes, [(players - len(away)) // 2 for away in absences]),
        forfeits_absences=edition.rounds_for is not None,
        draws=rng.randint(10, 60)
        if wishes.draws is None
        else _within(wishes.draws, "percent of draws", 0, 100),
        tie_breaks=_tie_breaks(wishes, edition.handling.tie_breaks or tie_breaks.USUAL),
    )


def _own_table(rng: random.Random, edition: Edition, players: int) -> Table:
    """The rounds and boards of the usual table in any order, with colours that are drawn.

    Raises PairingError if the system has no table that may be replaced.
    """
    if edition.usual_table is None:
        raise PairingError(f"found --own-table, expected none: {edition.code} has no table of one's own")
    usual = edition.usual_table
    rows = [list(usual.boards(players, number)) for number in range(1, usual.rounds(players) + 1)]
    rng.shuffle(rows)
    for row in rows:
        rng.shuffle(row)
    return tuple(
        tuple(Pair(pair.black, pair.white) if rng.randrange(2) else pair for pair in row) for row in rows
    )


_NOBODY = Share(number=0)


def _of_everybody(wishes: Wishes, rounds: int, reason: str) -> Wishes:
    """The wishes for a system whose rounds follow from its players: absences are forfeits, all else is fixed.

    Raises PairingError for wishes that contradict this.
    """
    fixed = replace(
        wishes,
        rounds=rounds,
        baku=False,
        forbidden=0,
        full_point_byes=_NOBODY,
        half_point_byes=_NOBODY,
        zero_point_byes=_NOBODY,
        late_entries=_NOBODY,
    )
    for field in fields(wishes):
        name, wished = field.name, getattr(wishes, field.name)
        if wished not in (None, getattr(fixed, name)):
            found = f"{wished} rounds" if name == "rounds" else f"--{name.replace('_', '-')}"
            expected = rounds if name == "rounds" else "none"
            raise PairingError(f"found {found}, expected {expected}: {reason}")
    return fixed


def _within(number: int, what: str, low: int, high: int) -> int:
    if not low <= number <= high:
        raise PairingError(f"found {number} {what}, expected {low} to {high}")
    return number


def _players(rng: random.Random, wishes: Wishes) -> int:
    """The number of players: most tournaments are of medium size, some tiny and a few large."""
    if wishes.players is not None:
        return wishes.players
    if isinstance(wishes.ratings, GivenRatings):
        return len(wishes.ratings.values)
    low, high = rng.choice(((2, 9), (10, 40), (10, 40), (10, 40), (41, 100), (101, 250)))
    return rng.randint(low, high)


def _rounds(rng: random.Random, players: int) -> int:
    """The number of rounds: about as many as it takes to find a winner, now and then any number up to 20."""
    opponents = players - 1 + players % 2
    if rng.randrange(10) == 0:
        return rng.randint(1, min(opponents, 20))
    return min(opponents, players.bit_length() + rng.randint(-1, 3))


def _entries(rng: random.Random, wishes: Wishes, players: int) -> tuple[Player, ...]:
    """The players in the initial order: the highest rating first, players without one last (C.04.2 B.2)."""
    ratings = (wishes.ratings or RandomRatings()).draw(rng, players)
    if edition_by_code(wishes.edition).needs_ratings:
        ratings = [PROVISIONAL if rating is None else rating for rating in ratings]
    ratings.sort(key=lambda rating: -(rating or 0))
    return tuple(
        Player(number, name=f"Player {number:04}", rating=rating) for number, rating in enumerate(ratings, 1)
    )


def _scoring(rng: random.Random, wishes: Wishes) -> Scoring:
    """The scoring: usually the standard points. The bye is worth a win, a draw or nothing."""
    usual = (10, 5, 0)
    unusual = () if wishes.baku else ((30, 10, 0), (20, 10, 0), (30, 20, 10))
    win, draw, loss = wishes.points or rng.choice((usual,) * 6 + unusual)
    bye = rng.choice((win, win, win, win, draw, 0)) if wishes.bye is None else wishes.bye
    return Scoring(
        *(win, win, draw, draw, loss, loss),
        half_point_bye=draw,
        full_point_bye=win,
        pairing_allocated_bye=bye,
        forfeit_win=win,
    )


def _baku(rng: random.Random, wishes: Wishes, scoring: Scoring) -> bool:
    try:
        check_baku_scoring(scoring)
    except PairingError:
        if wishes.baku:
            raise
        return False
    return rng.randrange(6) == 0 if wishes.baku is None else wishes.baku


def _forbidden(rng: random.Random, wishes: Wishes, players: int, rounds: int) -> tuple[Prohibition, ...]:
    """Groups of players who must not meet: mostly of two, half of them for the whole tournament."""
    count = wishes.forbidden
    if count is None:
        count = rng.randint(1, 1 + players // 12) if rng.randrange(5) == 0 else 0
    _within(count, "groups of players who must not meet", 0, players * (players - 1) // 2)

    def group() -> Prohibition:
        size = min(players, rng.choice((2, 2, 2, 3, 4)))
        members = frozenset(rng.sample(range(1, players + 1), size))
        if rng.randrange(2):
            return Prohibition(members)
        first = rng.randint(1, rounds)
        last = rng.randint(first, rounds)
        return Prohibition(members, first, None if last == rounds else last)

    return tuple(group() for _ in range(count))


def _tie_breaks(wishes: Wishes, usual: Sequence[str]) -> tuple[str, ...]:
    """The tie-breaks of the wishes, or the `usual` ones after the points."""
    wished = usual[1:] if wishes.tie_breaks is None else wishes.tie_breaks
    return tuple(tie_breaks.tie_break_by_code(code).code for code in wished)


def _share(rng: random.Random, wish: Share | None, *permille: int) -> Share:
    """The share that is wished for, or one drawn from `permille`."""
    return Share(permille=rng.choice(permille)) if wish is None else wish


def _absences(rng: random.Random, wishes: Wishes, players: int, rounds: int) -> Absences:
    """The players who will be away in each round, chosen so that at least two are always present.

    Late entries miss up to three of the first rounds, and players who withdraw miss all that are left.
    """
    everybody = range(1, players + 1)
    absences: list[dict[int, Outcome]] = [{} for _ in range(rounds)]
    steady = rng.sample(everybody, 2)
    others = [number for number in everybody if number not in steady] if rounds > 1 else []
    late = _share(rng, wishes.late_entries, 0, 0, 20, 80)
    for number in late.choose(rng, others, "late entries"):
        for away in absences[: rng.randint(1, min(3, rounds - 1))]:
            away[number] = Outcome.ZERO_POINT_BYE
    withdrawals = _share(rng, wishes.withdrawals, 0, 0, 20, 80)
    early = [number for number in others if number not in absences[0]]
    for number in withdrawals.choose(rng, early, "withdrawals"):
        for away in absences[rng.randrange(1, rounds) :]:
            away[number] = Outcome.ZERO_POINT_BYE

    occasions = []
    for place, away in enumerate(absences):
        present = [number for number in everybody if number not in away]
        steady = rng.sample(present, 2)
        occasions += [(place, number) for number in present if number not in steady]
    for outcome, share, what in (
        (Outcome.FULL_POINT_BYE, _share(rng, wishes.full_point_byes, 0, 0, 0, 5), "full-point byes"),
        (Outcome.HALF_POINT_BYE, _share(rng, wishes.half_point_byes, 0, 5, 20, 50), "half-point byes"),
        (Outcome.ZERO_POINT_BYE, _share(rng, wishes.zero_point_byes, 0, 5, 20, 50), "zero-point byes"),
    ):
        free = [(place, number) for place, number in occasions if number not in absences[place]]
        for place, number in share.choose(rng, free, what):
            absences[place][number] = outcome
    return tuple(absences)


def _incidents(rng: random.Random, wishes: Wishes, games: Sequence[int]) -> Incidents:
    """The games that end in a forfeit or an unusual result. `games` has the number of games of each round."""
    incidents: Incidents = {}
    occasions = [(place, game) for place, count in enumerate(games) for game in range(count)]
    for kind, share in (
        (Incident.FORFEIT_WIN, _share(rng, wishes.forfeit_wins, 0, 10, 30, 80)),
        (Incident.FORFEIT_LOSS, _share(rng, wishes.forfeit_losses, 0, 0, 0, 10)),
        (Incident.UNUSUAL, _share(rng, wishes.unusual_results, 0, 0, 0, 10)),
    ):
        free = [occasion for occasion in occasions if occasion not in incidents]
        incidents |= dict.fromkeys(share.choose(rng, free, kind.value), kind)
    return incidents
