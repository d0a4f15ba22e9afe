"""Direct encounter: the games between the players who are still level (C.07 6)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from pairing.core import scores
from pairing.core.tournament import Scoring
from pairing.tie_breaks.table import Table
from pairing.tie_breaks.working import Part, Value


def games(table: Table, number: int) -> tuple[Part, ...]:
    """The result against each opponent, in tenths; forfeits only if they count as games (6.1, 15.2)."""
    return tuple([entry.made for entry in table.entries[number] if entry.met])


class Score(NamedTuple):
    """A player's score among those who are level, in tenths, at worst and at best, and how many they met."""

    worst: Value
    best: Value
    met: int


def places(games_of: Mapping[int, Sequence[Part]], scoring: Scoring) -> dict[int, int]:
    """The place of each player, from 1, by the games between them; players who stay level share a place.

    If all have met, the scores decide (6.2), and those with the same score start anew. If not, a player whom
    nobody could reach, whatever the missing games brought, is ahead; then the next such player; and the rest
    start anew (6.3).
    """
    groups = parted(games_of, scoring)
    if len(groups) == 1:
        return dict.fromkeys(games_of, 1)
    result: dict[int, int] = {}
    for group in groups:
        before = len(result)
        again = {number: games_of[number] for number in group}
        result |= {number: before + place for number, place in places(again, scoring).items()}
    return result


def places_in(table: Table, games_of: Mapping[int, Sequence[Part]]) -> dict[int, int]:
    """Like `places`, by the points of the table."""
    return places(games_of, table.scoring)


def parted(games_of: Mapping[int, Sequence[Part]], scoring: Scoring) -> list[list[int]]:
    """The players who are level, separated once by the games between them, best first (6.2, 6.3)."""
    found = {number: _score(parts, games_of, scoring) for number, parts in games_of.items()}
    if all(score.met == len(found) - 1 for score in found.values()):
        return _by_score(found)
    return _beyond_reach(found)


def _score(parts: Iterable[Part], among: Mapping[int, object], scoring: Scoring) -> Score:
    """The score against those who are level; games against the same opponent count as their average (6.1)."""
    made: dict[int, list[Value]] = defaultdict(list)
    for part in parts:
        if part.opponent is not None and part.opponent in among:
            made[part.opponent].append(part.amount)
    score: Value = sum(
        brought[0] if len(brought) == 1 else Fraction(sum(brought), len(brought)) for brought in made.values()
    )
    missing = len(among) - 1 - len(made)
    return Score(
        score + missing * scores.loss(scoring), score + missing * scores.best_result(scoring), len(made)
    )


def _by_score(found: Mapping[int, Score]) -> list[list[int]]:
    """The groups of players with the same score, best first."""
    groups: dict[Value, list[int]] = defaultdict(list)
    for number, score in found.items():
        groups[score.worst].append(number)
    return [groups[score] for score in sorted(groups, reverse=True)]


def _beyond_reach(found: Mapping[int, Score]) -> list[list[int]]:
    """One by one, the players whom nobody can reach any more, and then all others together."""
    left = sorted(found, key=lambda number: found[number].worst, reverse=True)
    groups = []
    while len(left) > 1 and found[left[0]].worst > max(found[number].best for number in left[1:]):
        groups.append([left.pop(0)])
    return [*groups, left]
