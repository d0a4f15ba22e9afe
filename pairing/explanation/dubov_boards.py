"""The explanation of a board of the Dubov System: how the two came to S1 and T2."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pairing.core.records import may_meet
from pairing.core.sentences import Saying, Score, Who, phrase
from pairing.core.tournament import Colour
from pairing.dubov.entrants import Entrant
from pairing.dubov.rounds import Bracket
from pairing.explanation.account import by_rank, numbers_of
from pairing.explanation.facts import Told


def of_pair(bracket: Bracket, number: int, one: Entrant, two: Entrant) -> Iterator[Told]:
    """Why these two meet in the bracket with this number: their places, and who was passed over."""
    groups = bracket.subgroups
    member, partner = (one, two) if one in groups.s1 else (two, one)
    seat = groups.s1.index(member)
    said = Saying(
        "In bracket {bracket} {one} is number {place} of S1, and {two} is the first of the other subgroup, "
        "by number, who was still possible.",
        bracket=number,
        one=Who(member.number),
        two=Who(partner.number),
        place=seat + 1,
    )
    yield Told(said, ("art. 3.2.6",))
    if groups.halves:
        said = Saying("Nobody in the bracket has played: its first half by number is S1.")
        yield Told(said, ("art. 3.2.3",))
    else:
        said = Saying(
            "S1 is ordered by the average rating of the opponents so far (ARO), which for {one} is {aro}.",
            one=Who(member.number),
            aro=member.aro,
        )
        yield Told(said, ("art. 3.2.5",))
    before = [other for other in groups.t2[seat + 1 :] if other.number < partner.number]
    yield from _of_passed(member, before)
    for player in (one, two):
        yield from _of_floats(bracket, player)


def _of_passed(member: Entrant, passed: Sequence[Entrant]) -> Iterator[Told]:
    """Why free players who come before the partner by number were not taken."""
    if forbidden := [other for other in passed if not may_meet(member, other)]:
        said = Saying(
            "Earlier by number, but {one} may not meet them: {players}.",
            one=Who(member.number),
            players=numbers_of(sorted(forbidden, key=lambda player: player.number)),
        )
        yield Told(said, ("C1", "C3"))
    if needed := [other for other in passed if may_meet(member, other)]:
        said = Saying(
            "Earlier by number, but needed by the others of S1: {players}.",
            players=numbers_of(sorted(needed, key=lambda player: player.number)),
        )
        yield Told(said, ("art. 4.4",))


def _of_floats(bracket: Bracket, player: Entrant) -> Iterator[Told]:
    groups = bracket.subgroups
    if player in bracket.upfloaters:
        said = Saying(
            "{player}, with a score of {score}, floated up to the bracket of those with {higher}.",
            player=Who(player.number),
            score=Score(player.score),
            higher=Score(bracket.scene.residents[0].score),
        )
        yield Told(said, ("art. 3.2.2",))
    if player in (*groups.out_of_smaller, *groups.out_of_larger):
        said = Saying(
            "{player} was shifted to the other subgroup, as one of the first in the order for it.",
            player=Who(player.number),
        )
        article = "art. 3.2.4.1" if player in groups.out_of_smaller else "art. 3.2.4.2"
        yield Told(said, (article, "art. 4.3"))


def of_unplayed(one: Entrant, two: Entrant) -> Iterator[Told]:
    """1.6.4: the preference of a player without a game who meets one with a game."""
    for player in (one, two):
        if not player.colours:
            said = Saying(
                "{player} has played no game yet, which counts as a mild preference for Black.",
                player=Who(player.number),
            )
            yield Told(said, ("art. 1.6.4",))


# 5.2.1, for an even and for an odd number of the higher ranked player.
LOT = (
    phrase(
        "Neither has played a game. {player} is ranked higher with the even number {order}, and gets"
        " {colour}; the other colour was drawn for the odd ones."
    ),
    phrase(
        "Neither has played a game. {player} is ranked higher with the odd number {order}, and gets {colour},"
        " the colour that was drawn."
    ),
)


def lot(one: Entrant, two: Entrant) -> Told:
    """5.2.1: the colours of two who have not played; the first has White."""
    higher, _ = by_rank((one, two))
    colour = Colour.WHITE if higher is one else Colour.BLACK
    facts = {"player": Who(higher.number), "order": higher.order, "colour": colour}
    return Told(Saying.of(LOT[higher.order % 2], facts), ("art. 5.2.1",))
