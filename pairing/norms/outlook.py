"""The score still needed for a norm, with games to come (B.01 1.4)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pairing.core.sentences import Saying, Tenths
from pairing.core.tournament import Outcome, Player, Tournament
from pairing.elo import Game
from pairing.norms.case import Case, case_of
from pairing.norms.conditions import Condition, of_event, of_length, of_mix, of_result
from pairing.norms.event import NormEvent

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

    def working(self) -> Iterator[Saying]:
        """The score needed, then the other conditions as they are."""
        if self.score is None:
            yield Saying(
                "{title} norm: no score from {games} against {average} is enough",
                title=self.title,
                games=self.remaining,
                average=self.average,
            )
        else:
            yield Saying(
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
