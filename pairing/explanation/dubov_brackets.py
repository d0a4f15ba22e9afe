"""The explanation of a bracket of the Dubov System; players are named only by their numbers."""

from __future__ import annotations

from collections.abc import Iterator

from pairing.core.sentences import Saying
from pairing.dubov.rounds import Bracket
from pairing.dubov.subgroups import Subgroups
from pairing.dubov.upfloaters import refusals
from pairing.explanation.account import numbers_of
from pairing.explanation.facts import Told


def of_bracket(bracket: Bracket) -> Iterator[Told]:
    """How a bracket was paired, in the order of art. 3.2."""
    groups = bracket.subgroups
    yield Told(Saying("Residents: {players}.", players=numbers_of(bracket.scene.residents)))
    if bracket.upfloaters:
        said = Saying(
            "Floated up from lower scores: {players}. Fewer are not enough; of the best sets this one comes"
            " first.",
            players=numbers_of(bracket.upfloaters),
        )
        yield Told(said, ("C5", "art. 4.2"))
    g1, g2 = numbers_of(groups.g1), numbers_of(groups.g2)
    if groups.halves:
        said = Saying(
            "Nobody here has played: G1 is the first half by number, {g1}, and G2 the second, {g2}.",
            g1=g1,
            g2=g2,
        )
    else:
        said = Saying("G1, who seek White: {g1}. G2, who seek Black: {g2}.", g1=g1, g2=g2)
    yield Told(said, ("art. 3.2.3",))
    yield from _of_shifters(groups)
    said = Saying(
        "S1, the lowest average rating of opponents (ARO) first: {s1}. Opposite each, the first possible by"
        " number: {t2}.",
        s1=numbers_of(groups.s1),
        t2=numbers_of(groups.t2),
    )
    yield Told(said, ("art. 3.2.5", "art. 3.2.6"))
    refused = refusals(groups)
    if refused and not groups.halves:
        said = Saying(
            "Pairs in which both seek the same colour: {number}. Fewer are not possible.", number=refused
        )
        yield Told(said, ("C7",))


def _of_shifters(groups: Subgroups) -> Iterator[Told]:
    if groups.out_of_smaller:
        said = Saying(
            "Not all of the smaller subgroup can meet somebody from the other; shifted out of it: {players}.",
            players=numbers_of(groups.out_of_smaller),
        )
        yield Told(said, ("art. 3.2.4.1", "art. 4.3"))
    if groups.out_of_larger:
        said = Saying(
            "Shifted out of the larger subgroup, so that both have as many: {players}.",
            players=numbers_of(groups.out_of_larger),
        )
        yield Told(said, ("art. 3.2.4.2", "art. 4.3"))
