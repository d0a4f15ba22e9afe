"""A round that was published otherwise: what differs, from the tournament and from the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from pairing.editions import pair_round
from pairing.tournament import Colour, UnpairableRound
from tests.pairing.explanation.sentences import pairs
from tests.pairing.explanation.truth import Claim, holds

if TYPE_CHECKING:
    from pairing.tournament import Tournament


@dataclass
class PublishedOtherwise:
    """A round of the past, and what the rules make of it."""

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
    "Round {round} was not published as the rules pair it from the results as they stand now. A result may "
    "have been corrected since, or the pairing may have been changed or made otherwise. What does not follow "
    "from the rules cannot be explained by them."
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
