"""Why one player ranks above another: tie-break by tie-break, up to the one that decides (C.07 4.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pairing.core.sentences import Saying, Shortest
from pairing.ranking import Levels, Opened
from pairing.tie_breaks import Table, TieBreak, Value, hundredths, tie_break_by_code
from pairing.tie_breaks.working import UNDEFINED


@dataclass(frozen=True, slots=True)
class Step:
    """The values of one tie-break for both players; the player who is ahead by it comes first."""

    higher: int
    lower: int
    of_higher: Opened
    of_lower: Opened

    @property
    def tie_break(self) -> TieBreak:
        """The tie-break that they are compared by."""
        return self.of_higher.tie_break

    @property
    def decides(self) -> bool:
        """Whether the two values differ, so that this tie-break decides."""
        return self.of_higher.working.value != self.of_lower.working.value

    def told(self, higher: str, lower: str) -> Saying:
        """The step as a sentence, with the names of both players."""
        known = self.tie_break
        first, second = self.of_higher.working.value, self.of_lower.working.value
        name, value, other = known.name, _fact(first, known), _fact(second, known)
        if first is None:
            return Saying("{tie_break}: it has no value for either.", tie_break=name)
        if not self.decides:
            return Saying("{tie_break}: {value} for both.", tie_break=name, value=value)
        if second is None:
            return Saying(
                "{tie_break}: {value} for {higher}, and no value for {lower}. That decides: {higher} is"
                " ahead.",
                tie_break=name,
                value=value,
                higher=higher,
                lower=lower,
            )
        if known.way.is_place:
            return Saying(
                "{tie_break}: place {value} for {higher}, place {other} for {lower}, by the games of those"
                " who were still level. That decides: {higher} is ahead.",
                tie_break=name,
                value=value,
                other=other,
                higher=higher,
                lower=lower,
            )
        if known.ascending:
            return Saying(
                "{tie_break}: {value} for {higher}, {other} for {lower}; less is better. That decides:"
                " {higher} is ahead.",
                tie_break=name,
                value=value,
                other=other,
                higher=higher,
                lower=lower,
            )
        return Saying(
            "{tie_break}: {value} for {higher}, {other} for {lower}. That decides: {higher} is ahead.",
            tie_break=name,
            value=value,
            other=other,
            higher=higher,
            lower=lower,
        )


# The sentence for two players whom no tie-break separates.
EQUAL = Saying("Nothing separates them: they share the rank (C.07 4.2).")


def compare(table: Table, tie_breaks: Sequence[str], one: int, other: int) -> Iterator[Step]:
    """Each tie-break in turn, up to the one that separates these two players; all of them if none does.

    The players are given by their pairing numbers. Raises PairingError for an unknown tie-break, or one that
    is not for this kind of tournament.
    """
    levels = Levels(table)
    for known in map(tie_break_by_code, tie_breaks):
        found = levels.part(known)
        higher, lower = (
            (other, one) if _is_ahead(found[other].value, found[one].value, known) else (one, other)
        )
        step = Step(higher, lower, Opened(known, found[higher]), Opened(known, found[lower]))
        yield step
        if step.decides:
            return


def _is_ahead(value: Value | None, other: Value | None, known: TieBreak) -> bool:
    """Whether `value` ranks above `other`; a player without a value comes last."""
    if value is None or other is None:
        return value is not None and other is None
    return value < other if known.ascending else value > other


def _fact(value: Value | None, known: TieBreak) -> Shortest | str:
    return UNDEFINED if value is None else Shortest(hundredths(value, known.unit))
