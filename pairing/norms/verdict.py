"""Whether a player has made a norm, condition by condition, and the score still needed for one (B.01 1.4)."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from pairing.core.sentences import Phrase, Tenths
from pairing.core.tournament import Outcome, Player, Tournament
from pairing.elo import Game, LeftOut, performance_against
from pairing.norms.conditions import (
    LEAST_PERCENT,
    NORM_TITLES,
    UNRATED,
    Case,
    Condition,
    Format,
    NormEvent,
    case_of,
    of_event,
    of_length,
    of_mix,
    of_result,
)

# As how many games norms count: those of longer tournaments (1.7), and those of eight games (1.4.1b, c).
_MOST = 13
_EIGHT_AS = 9


@dataclass(frozen=True, slots=True)
class Norm:
    """The games of a player judged for a title, condition by condition."""

    case: Case
    conditions: tuple[Condition, ...]

    @property
    def met(self) -> bool:
        """Whether no known fact speaks against it; conditions with unknown facts are in `open`."""
        return all(condition.met is not False for condition in self.conditions)

    @property
    def open(self) -> tuple[Condition, ...]:
        """The conditions for which it is unknown whether they are met."""
        return tuple(condition for condition in self.conditions if condition.met is None)

    @property
    def required(self) -> int | None:
        """The lowest score that is enough in these games, in tenths (1.4.8); None if none is."""
        ratings = [each.rating for each in self.case.counted]
        scores = (
            (score, performance_against(ratings, 10 * score)) for score in range(0, 10 * len(ratings) + 1, 5)
        )
        least = self.case.requirement.performance
        return next(
            (
                score
                for score, found in scores
                if found and found.percent >= LEAST_PERCENT and found.value >= least
            ),
            None,
        )

    @property
    def counts_as(self) -> int:
        """The number of games, of the 27 needed, that it counts as."""
        n = len(self.case.games)
        return _EIGHT_AS if n == 8 and self.case.minimum[0] == n else min(n, _MOST)

    def working(self) -> Iterator[Phrase]:
        """The games that count and those left out, one by one, the performance, then the conditions."""
        yield from self.case.working()
        for condition in self.conditions:
            yield condition.told()


def norm_titles(sex: str) -> tuple[str, ...]:
    """The titles for which a player may make norms: all four if `sex` is "w", otherwise GM and IM."""
    return tuple(title for title in NORM_TITLES if sex == "w" or not title.startswith("W"))


def norm(tournament: Tournament, number: int, title: str, event: NormEvent) -> Norm:
    """The games of the player with this pairing number, judged for a norm for `title`.

    If all games together make none, as few as possible are left out: in a Swiss the last ones (1.4.1e), and
    in any event wins (1.4.1f). Raises PairingError for a title without norms, and for a number that no player
    has.
    """
    case = case_of(tournament, number, title, event)
    whole = judged(case)
    if whole.met:
        return whole
    return next((found for part in _with_less(case) if (found := judged(part)).met), whole)


def judged(case: Case) -> Norm:
    """The conditions as they are with the games of the case and no others."""
    return Norm(case, (*of_event(case), *of_length(case), *of_mix(case), *of_result(case)))


def _with_less(case: Case) -> Iterator[Case]:
    """The case with fewer and fewer games, as far as that is allowed."""
    swiss = case.event.format is Format.SWISS
    # No choice of games helps if the event fails; and a complete round robin must make a norm possible
    # (1.4.1f).
    beforehand = of_event(case) if swiss else (*of_event(case), *of_length(case), *of_mix(case))
    if any(condition.met is False for condition in beforehand):
        return
    for n in range(1, len(case.games) - case.minimum[0] + 1):
        for ending in range(n + 1 if swiss else 1):
            kept = case.games[: len(case.games) - ending]
            if _in_reach(case, kept, n - ending):
                for wins in _choices(case, kept, n - ending):
                    yield _without(case, kept, wins)


def _in_reach(case: Case, kept: tuple[Game, ...], n: int) -> bool:
    """Whether the performance could suffice without n wins if every opponent were raised to the floor."""
    ratings = {game: max(game.opponent.fide_rating or 0, case.requirement.floor) for game in kept}
    wins = sorted((game for game in kept if game.percent == 100), key=ratings.__getitem__)
    if len(wins) < n:
        return False
    for game in wins[:n]:
        del ratings[game]
    best = performance_against(list(ratings.values()), sum(game.percent for game in ratings))
    return best is not None and best.value >= case.requirement.performance


def _choices(case: Case, kept: tuple[Game, ...], n: int) -> Iterator[tuple[Game, ...]]:
    """The ways to choose n wins, only one of equivalent ones: for the same mix, against the lowest ratings.

    An opponent met twice is like no other, as their rating is raised in both games.
    """
    alike: dict[tuple[str, str, int], list[Game]] = defaultdict(list)
    twice = case.event.format is Format.DOUBLE_ROUND_ROBIN
    for game in sorted(kept, key=lambda game: game.opponent.fide_rating or UNRATED):
        if game.percent == 100:
            opponent = game.opponent
            alike[opponent.federation, opponent.title, opponent.number if twice else 0].append(game)
    groups = list(alike.values())
    for sizes in product(*(range(min(n, len(group)) + 1) for group in groups)):
        if sum(sizes) == n:
            yield tuple(game for group, size in zip(groups, sizes, strict=True) for game in group[:size])


def _without(case: Case, kept: tuple[Game, ...], wins: tuple[Game, ...]) -> Case:
    later = [
        LeftOut(game, Phrase("left out, as it came after the norm (B.01 1.4.1e)"))
        for game in case.games[len(kept) :]
    ]
    won = [LeftOut(game, Phrase("left out, as it was won (B.01 1.4.1f)")) for game in wins]
    return replace(
        case,
        games=tuple(game for game in kept if game not in wins),
        left_out=(*case.left_out, *won, *later),
    )


# -- The score still needed for a norm, with games to come (B.01 1.4) ---------------------------------

_HALF = 5


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a norm for `title` still takes from the games to come, against opponents of an assumed average."""

    title: str
    remaining: int
    average: int
    # The lowest score from these games that is enough, in tenths of a point; None if none is.
    score: int | None
    # As they will be in the end: the conditions on event and length, and those on the opponents met so far.
    fixed: tuple[Condition, ...]
    mix: tuple[Condition, ...]

    @property
    def possible(self) -> bool:
        """Whether a norm is still possible: by the score, and by the opponents yet to come."""
        return (
            self.score is not None
            and all(condition.met is not False for condition in self.fixed)
            and all(self._within_reach(condition) for condition in self.mix)
        )

    def _within_reach(self, condition: Condition) -> bool:
        return condition.missing <= (0 if condition.at_most else self.remaining)

    def working(self) -> Iterator[Phrase]:
        """The score needed, then the other conditions as they are."""
        if self.score is None:
            yield Phrase(
                "{title} norm: no score from {games} against {average} is enough",
                title=self.title,
                games=self.remaining,
                average=self.average,
            )
        else:
            yield Phrase(
                "{title} norm: needs {score} from {games} against {average}",
                title=self.title,
                score=Tenths(self.score),
                games=self.remaining,
                average=self.average,
            )
        for condition in (*self.fixed, *self.mix):
            yield condition.told()


def forecast(
    tournament: Tournament, number: int, title: str, event: NormEvent, *, remaining: int, average: int
) -> Forecast:
    """The score that the player still needs from `remaining` games against opponents rated `average`.

    All games count: none is left out as `norm` may do. Raises PairingError like `norm`.
    """
    case = replace(case_of(tournament, number, title, event), remaining=remaining)
    scores = range(0, 10 * remaining + 1, _HALF)
    # More points are never worse.
    place = bisect_left(scores, True, key=lambda score: _enough(_played(case, score, average)))
    needed = scores[place] if place < len(scores) else None
    return Forecast(title, remaining, average, needed, (*of_event(case), *of_length(case)), of_mix(case))


def _enough(case: Case) -> bool:
    return all(condition.met for condition in of_result(case))


def _played(case: Case, score: int, average: int) -> Case:
    """The case as if the games to come had brought `score`, in tenths."""
    wins, draw = divmod(score, 10)
    outcomes = [Outcome.WIN] * wins + [Outcome.DRAW] * bool(draw)
    outcomes += [Outcome.LOSS] * (case.remaining - len(outcomes))
    # Opponents with distinct numbers that no player has: none of them counts as met twice (1.4.6c).
    to_come = tuple(
        Game(0, Player(-place, rating=average), outcome) for place, outcome in enumerate(outcomes, 1)
    )
    return replace(case, games=case.games + to_come, remaining=0)
