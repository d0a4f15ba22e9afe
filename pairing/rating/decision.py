"""How the pairing of a round was decided, bracket by bracket."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pairing.core.records import Record
from pairing.core.tournament import RoundPairing
from pairing.matching.bracket import Lowered
from pairing.rating.bracket import Paired, in_order
from pairing.rating.requirements import Requirements


@dataclass(frozen=True, slots=True)
class BracketDecision:
    """One bracket as it was paired in the end. Players are pairing numbers, in the order of A.2."""

    # In a joined bracket (C.13) the players of the bracket added last are among those moved down.
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    joined: bool
    # The residents whom C.1 moved down before the bracket was paired.
    incompatible: tuple[int, ...]
    # P1, the number of pairs made, and M1, the number of them with players moved down; M1 is 0 if the bracket
    # was treated as homogeneous.
    p1: int
    m1: int
    # The higher ranked player first: the M1 pairs, then those of the remainder in the order of S1.
    pairs: tuple[tuple[int, int], ...]
    # The players who go on to the next bracket, those of C.1 included. In the lowest bracket: the one who
    # gets the bye.
    downfloaters: tuple[int, ...]
    # The steps of C that brought the pairing about, in the order of the text: "C.7", "C.10.e", "C.12". C.12
    # and C.13 are listed for both the bracket that went back and the one it went back to.
    steps: tuple[str, ...]
    # All requirements of the bracket, the weightiest first. Those of A.8 are named x, X and Z.
    requirements: tuple[Lowered, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """A round: its brackets from the highest to the lowest, and the pairing that results."""

    # The players to be paired, in the order of A.2.
    records: tuple[Record, ...]
    brackets: tuple[BracketDecision, ...]
    pairing: RoundPairing


def describe(paired: Paired, requirements: Requirements, first: Mapping[str, int]) -> BracketDecision:
    """How a bracket was decided. `first` gives the first value of requirements that was not 0."""
    bracket, target = paired.bracket, paired.target
    lowered = tuple(
        Lowered(r.step, r.name, first.get(r.name, 0), r.value(paired.couples, paired.left_over))
        for r in requirements
    )
    steps = paired.steps | order_steps(paired)
    if target.pairs or bracket.lowest:
        steps |= {r.article for r in lowered if r.value > r.first}
    return BracketDecision(
        moved_down=_numbers(bracket.moved_down),
        residents=_numbers(in_order(bracket.residents + paired.moved_on)),
        joined=bracket.joined,
        incompatible=_numbers(paired.moved_on),
        p1=target.pairs,
        m1=target.moved_down,
        pairs=tuple((one.number, two.number) for one, two in paired.couples),
        downfloaters=_numbers(paired.downfloaters),
        steps=tuple(sorted(steps, key=_place_in_text)),
        requirements=lowered,
    )


def order_steps(paired: Paired) -> set[str]:
    """C.6 to C.8: whether pairs were made, and whether it took a transposition or an exchange."""
    bracket, m1 = paired.bracket, paired.target.moved_down
    players = bracket.players
    steps = {"C.6"} if paired.couples else set()
    for couples in (paired.couples[:m1], paired.couples[m1:]):
        s1, partners = [one for one, _ in couples], [two for _, two in couples]
        # Players moved down are paired with residents. All others, and in a joined bracket everybody, are
        # paired with any player who is left.
        with_residents = couples == paired.couples[:m1] and not bracket.joined
        first_of_s2 = len(bracket.moved_down) if with_residents else 0
        s2 = [record for record in players[first_of_s2:] if record not in s1]
        if s1 != list(players[: len(s1)]):
            steps.add("C.8")
        if partners != s2[: len(partners)]:
            steps.add("C.7")
        players = tuple(record for record in players if record not in (*s1, *partners))
    return steps


def _numbers(records: Sequence[Record]) -> tuple[int, ...]:
    return tuple(record.number for record in records)


def _place_in_text(step: str) -> tuple[int, str]:
    number, _, letter = step.removeprefix("C.").partition(".")
    return int(number), letter
