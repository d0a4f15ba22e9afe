"""Virtual points that an organiser declares before round 1, a method other than Baku, that of C.04.7.

Written as text, they have one line per group: its rounds, its pairing numbers, its points, as `1-2 1-20 1`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, groupby

from pairing.saying import Saying
from pairing.tournament import PairingError, Player, VirtualGroup

_ENDS = r"([0-9]{1,4})(?:[-–]([0-9]{1,4}))?"
_LINE = re.compile(rf"{_ENDS}\s+{_ENDS}\s+([0-9]{{0,2}}½|[0-9]{{1,2}}(?:[.,][0-9])?)")


def read_groups(text: str) -> tuple[VirtualGroup, ...]:
    """The groups in `text`; blank lines are skipped. Raises PairingError for a line that is not a group."""
    lines = filter(None, map(str.strip, text.splitlines()))
    return tuple(_group(line, number) for number, line in enumerate(lines, 1))


def check_groups(groups: Sequence[VirtualGroup], rounds: int, games: int = 1) -> None:
    """Check that the groups can be declared for this number of rounds; a match takes `games` rounds.

    Raises PairingError with the line, what was found, and what was expected.
    """
    for line, group in enumerate(groups, 1):
        first, last = group.rounds
        if not 1 <= first <= last <= rounds:
            raise _error(line, f"{first}-{last}", Saying("rounds from 1 to {last}", last=rounds))
        if (first - 1) % games or last % games:
            raise _error(line, f"{first}-{last}", Saying("whole matches, of two rounds each"))
        low, high = group.numbers
        if not 1 <= low <= high:
            raise _error(line, f"{low}-{high}", Saying("pairing numbers, the lower one first"))
        if group.points == 0:
            raise _error(line, "0", Saying("points above 0"))
    for (line, one), (other_line, other) in combinations(enumerate(groups, 1), 2):
        if _meet(one.rounds, other.rounds) and _meet(one.numbers, other.numbers):
            found = f"{other.numbers[0]}-{other.numbers[1]}"
            raise _error(
                other_line, found, Saying("numbers other than in line {line} in these rounds", line=line)
            )


def points_of(groups: Iterable[VirtualGroup], number: int) -> tuple[int, ...]:
    """The points that the groups give the player who was `number` in round 1, round by round, in tenths."""
    points: dict[int, int] = {}
    for group in groups:
        low, high = group.numbers
        if low <= number <= high:
            points |= dict.fromkeys(range(group.rounds[0], group.rounds[1] + 1), group.points)
    return tuple(points.get(place, 0) for place in range(1, max(points, default=0) + 1))


def groups_of(players: Sequence[Player], rounds: int | None) -> Iterator[VirtualGroup]:
    """The players' virtual points in the first `rounds` rounds, or in all, as groups of neighbours."""
    for points, group in groupby(players, lambda player: player.virtual[:rounds]):
        numbers = [player.number for player in group]
        runs = groupby(enumerate(points, 1), lambda of_round: of_round[1])
        for value, places in ((value, [place for place, _ in run]) for value, run in runs if value):
            yield VirtualGroup((places[0], places[-1]), (numbers[0], numbers[-1]), value)


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def _group(line: str, number: int) -> VirtualGroup:
    found = _LINE.fullmatch(line)
    if found is None:
        raise _error(number, line, Saying("rounds, pairing numbers and points, such as 1-2 1-20 1"))
    whole, _point, tenths = found[5].replace("½", ".5").replace(",", ".").partition(".")
    return VirtualGroup(
        (int(found[1]), int(found[2] or found[1])),
        (int(found[3]), int(found[4] or found[3])),
        10 * int(whole or 0) + int(tenths or 0),
    )


def _error(line: int, found: str, expected: Saying) -> PairingError:
    return PairingError(
        Saying(
            "Virtual points, line {line}: found “{found}”, expected {expected}.",
            line=line,
            found=found,
            expected=expected,
        )
    )
