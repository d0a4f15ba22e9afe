"""A round that was not published as the rules pair it: its differences, from tournament and rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from pairing.core.tournament import Colour, Tournament, UnpairableRound
from pairing.editions import pair_round
from tests.pairing.explanation.sentences import number, pairs
from tests.pairing.explanation.truth import Claim, holds


@dataclass
class PublishedOtherwise:
    """A past round, and its pairing by the rules."""

    tournament: Tournament
    number: int
    edition: str

    def published(self) -> set[tuple[int, int]]:
        cells = ((player.number, player.cell(self.number)) for player in self.tournament.players)
        return {(white, cell.opponent or 0) for white, cell in cells if cell.colour is Colour.WHITE}

    def expected(self) -> set[tuple[int, int]] | None:
        try:
            pairing = pair_round(self.tournament.before(self.number), self.edition)
        except UnpairableRound:
            return None
        return {(pair.white, pair.black) for pair in pairing.pairs}


def differing(claim: Claim) -> PublishedOtherwise:
    return cast("PublishedOtherwise", claim.position)


@holds(
    "Round {round} was not published as the rules pair it from the present results. A result may have been"
    " corrected since, or the pairing may have been changed or made otherwise. The rules cannot explain what"
    " does not follow from them."
)
def published_otherwise(claim: Claim) -> None:
    assert int(claim["round"]) == differing(claim).number
    assert differing(claim).published() != differing(claim).expected()


@holds("By the rules there is no pairing: {message}")
def no_pairing(claim: Claim) -> None:
    assert differing(claim).expected() is None


@holds("Published, but not by the rules: {pairs}.")
def published(claim: Claim) -> None:
    assert set(pairs(claim["pairs"])) == differing(claim).published() - (differing(claim).expected() or set())


@holds("By the rules, but not published: {pairs}.")
def by_the_rules(claim: Claim) -> None:
    assert set(pairs(claim["pairs"])) == (differing(claim).expected() or set()) - differing(claim).published()


# -- the same in plain words -------------------------------------------------------------------------------


@holds("This round was not paired as the rules pair it from what is known.")
def not_by_the_rules(claim: Claim) -> None:
    assert differing(claim).published() != differing(claim).expected()


@holds("By the rules there is no pairing at all.")
def no_pairing_at_all(claim: Claim) -> None:
    assert differing(claim).expected() is None


def boards_of(claim: Claim, player: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The player's boards as published, and by the rules."""
    of = [differing(claim).published(), differing(claim).expected() or set()]
    published, expected = ([pair for pair in pairs_ if player in pair] for pairs_ in of)
    return published, expected


@holds("For {player} the rules give the same.")
def the_same(claim: Claim) -> None:
    published, expected = boards_of(claim, number(claim["player"]))
    assert published == expected


@holds("By the rules the bye goes to {player}.")
def bye_by_the_rules(claim: Claim) -> None:
    published, expected = boards_of(claim, number(claim["player"]))
    assert published
    assert not expected


@holds("By the rules the opponent is also {other}, but with the other colour.")
def other_colour(claim: Claim) -> None:
    published, expected = boards_of(claim, claim.about[0])
    assert [pair[::-1] for pair in published] == expected
    assert number(claim["other"]) in expected[0]


@holds("By the rules the opponent of {player} is {other}.")
def other_opponent(claim: Claim) -> None:
    published, expected = boards_of(claim, number(claim["player"]))
    assert set(expected[0]) == {number(claim["player"]), number(claim["other"])}
    assert [set(pair) for pair in published] != [set(pair) for pair in expected]
