"""The explanations of a bracket and of a board of the Burstein System."""

from __future__ import annotations

from collections.abc import Iterator

from pairing.burstein.entrants import Entrant
from pairing.burstein.rounds import Bracket
from pairing.core.records import may_meet, same_preference
from pairing.core.sentences import Hundredths, Saying, Score, Who
from pairing.explanation.account import numbers_of
from pairing.explanation.facts import Told


def of_bracket(bracket: Bracket) -> Iterator[Told]:
    """How a bracket was paired; players are named only by their numbers."""
    players = bracket.scene.players
    said = Saying("By the Index, the best first: {players}.", players=numbers_of(players))
    yield Told(said, ("art. 1.7", "art. 1.8", "art. 4.1"))
    if moved := [player for player in players if player.score > bracket.score]:
        yield Told(Saying("Floated down to it: {players}.", players=numbers_of(moved)), ("art. 1.2",))
    pairs = ", ".join(f"{one.number}–{two.number}" for one, two in bracket.pairs)
    if pairs:
        said = Saying("The first meets the last, as far as possible: {pairs}.", pairs=pairs)
        yield Told(said, ("art. 4.3",))
    if bracket.downfloaters:
        said = Saying(
            "Left over, and floating down: {players}. Fewer are not possible.",
            players=numbers_of(bracket.downfloaters),
        )
        yield Told(said, ("C5",))
    refused = sum(same_preference(one, two) for one, two in bracket.pairs)
    if refused:
        said = Saying(
            "Pairs in which both seek the same colour: {number}. Fewer are not possible.", number=refused
        )
        yield Told(said, ("C8",))


def of_pair(bracket: Bracket, number: int, one: Entrant, two: Entrant) -> Iterator[Told]:
    """Why these two meet, in the bracket with this number; `one` is ranked higher."""
    players = bracket.scene.players
    seat, place = players.index(one), players.index(two)
    said = Saying(
        "In bracket {bracket} {one} is number {place} by the Index and meets number {opposite}, {two}: in"
        " turn, each meets the last one possible.",
        bracket=number,
        one=Who(one.number),
        two=Who(two.number),
        place=seat + 1,
        opposite=place + 1,
    )
    yield Told(said, ("art. 4.3",))
    for player in (one, two):
        said = Saying(
            "The Index of {player}: Buchholz {buchholz}, then Sonneborn-Berger {sonneborn_berger}.",
            player=Who(player.number),
            buchholz=Score(player.index.buchholz),
            sonneborn_berger=Hundredths(player.index.sonneborn_berger),
        )
        yield Told(said, ("art. 1.7",))
    taken = {other for pair in bracket.pairs if pair[0].rank < one.rank for other in pair}
    free = [player for player in players[place + 1 :] if player not in taken]
    if forbidden := [player for player in free if not may_meet(one, player)]:
        said = Saying(
            "Placed lower, but {one} may not meet them: {players}.",
            one=Who(one.number),
            players=numbers_of(forbidden),
        )
        yield Told(said, ("C1", "C3"))
    if worse := [player for player in free if may_meet(one, player)]:
        said = Saying(
            "Placed lower, but the round or the bracket would come out worse: {players}.",
            players=numbers_of(worse),
        )
        yield Told(said, ("C4", "C5", "C6", "C7", "C8"))
    for player in (one, two):
        if player.score > bracket.score:
            said = Saying(
                "{player}, with a score of {score}, floated down to the bracket of those with {lower}.",
                player=Who(player.number),
                score=Score(player.score),
                lower=Score(bracket.score),
            )
            yield Told(said, ("art. 1.2",))
