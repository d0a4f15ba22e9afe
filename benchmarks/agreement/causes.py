"""Why TieBreakServer 1.9.57 differs: the finding of docs/agreement.md to which a column of the table belongs.

Each finding is tried: a value is computed again as that program does it, or the program is asked again in a
way that avoids the fault. Differences that no finding explains remain unexplained.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from pairing.tie_breaks import Table, Value, hundredths, tie_break_by_code
from pairing.tie_breaks.working import Part

# By pairing number.
type Column = Mapping[int, Decimal | None]

UNRATED = "the rating where somebody has none"
STANDARD_POINTS = "standard points"
CUT = "SB/C1 and SB/C2"
AFTER_FORE = "after Fore Buchholz"
CUT_AND_AFTER_FORE = f"{CUT}, and {AFTER_FORE}"
MET_TWICE = "who met twice"
LEFT_OVER = "left over"


def as_text(value: Value | None, unit: int) -> Decimal | None:
    """Our value as the other program prints it: points, to a hundredth."""
    return None if value is None else Decimal(hundredths(value, unit)) / 100


@dataclass(frozen=True, slots=True)
class Columns:
    """Both programs' values for a tournament, by the requested codes, in their order."""

    table: Table
    ours: Mapping[str, Column]
    theirs: Mapping[str, Column]
    # The other program's answer if only points and this code are requested.
    alone: Callable[[str], Column]

    def differing(self, code: str) -> list[int]:
        """The players whose values differ.

        A direct encounter that decides nothing is 0 to the other program; to us None or the first place.
        """
        ours, theirs = self.ours[code], self.theirs[code]
        found = [number for number in ours if ours[number] != theirs.get(number)]
        if code not in {"DE", "DE/P"}:
            return found
        return [number for number in found if theirs.get(number) != 0 or ours[number] not in {None, 1}]

    def cause_of_value(self, code: str) -> str:
        """The finding that explains why the column of the code differs."""
        theirs = self.theirs[code]
        if code == "RTNG":
            nobodys = all(value is None for value in theirs.values())
            return UNRATED if nobodys and len(self.table.ratings) < len(theirs) else LEFT_OVER
        if code == "STD":
            return STANDARD_POINTS if self._against_a_draw() == theirs else LEFT_OVER
        if code == "DE/P":
            return MET_TWICE if self._have_met_twice(code) else LEFT_OVER
        cut_as_theirs = self._cut_as_theirs(code) if code.startswith("SB/C") else None
        if cut_as_theirs == theirs:
            return CUT
        alone = self.alone(code)
        if alone == self.ours[code]:
            return AFTER_FORE
        return CUT_AND_AFTER_FORE if alone == cut_as_theirs else LEFT_OVER

    def cause_of_ranks(self, theirs: Mapping[int, Decimal | None], causes: Mapping[str, str]) -> str:
        """The finding that explains why ranks differ; `causes` are those of the columns that differ.

        It is that of the first column whose replacement by theirs alone makes our ranks equal to theirs.
        """
        for code, cause in causes.items():
            if self._ranks({code}) == theirs:
                return cause
        together = ", and ".join(dict.fromkeys(causes.values()))
        return together if self._ranks(set(causes)) == theirs else LEFT_OVER

    def _against_a_draw(self) -> Column:
        """Standard points if each round is compared with a draw."""
        draw = self.table.scoring.white_draw
        return {
            number: Decimal(sum(2 if one.points > draw else 1 for one in entries if one.points >= draw)) / 2
            for number, entries in self.table.entries.items()
        }

    def _have_met_twice(self, code: str) -> bool:
        """Whether each player who differs is level with two players who have met twice."""
        entries, points = self.table.entries, self.table.points
        twice = {
            points[number]
            for number in entries
            for opponent, games in Counter(one.opponent for one in entries[number]).items()
            if opponent is not None and games > 1 and points[opponent] == points[number]
        }
        return {points[number] for number in self.differing(code)} <= twice

    def _cut_as_theirs(self, code: str) -> Column:
        """Sonneborn-Berger if the missed round with the lowest score is cut, not the lowest product."""
        known = replace(tie_break_by_code(code), least=_lowest_score)
        found = known.workings(self.table, tuple(self.table.entries))
        return {number: as_text(one.value, known.unit) for number, one in found.items()}

    def _ranks(self, replaced: set[str]) -> Column:
        """The ranks if the columns in `replaced` are theirs and all others ours."""
        columns = [
            (tie_break_by_code(code).ascending, (self.theirs if code in replaced else self.ours)[code])
            for code in self.ours
        ]
        lines = {
            number: [_weight(column[number], ascending=ascending) for ascending, column in columns]
            for number in self.table.entries
        }
        order = sorted(lines.values())
        return {number: Decimal(order.index(line) + 1) for number, line in lines.items()}


def _weight(value: Decimal | None, *, ascending: bool) -> tuple[bool, Decimal]:
    """A sort key that puts the best value first, and undefined values last."""
    if value is None:
        return (True, Decimal(0))
    return (False, value if ascending else -value)


def _lowest_score(parts: Sequence[Part]) -> Part:
    least = min(parts, key=_score_first)
    missed = min((part for part in parts if part.voluntary), key=_score_first, default=least)
    return least if least.amount * least.points > missed.amount * missed.points else missed


def _score_first(part: Part) -> tuple[Value, int]:
    return part.amount, part.points
