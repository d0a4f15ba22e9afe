"""How a round was paired by the revision of 2012: the articles and rules that its explanation uses."""

from __future__ import annotations

from pairing.core.records import bars_by_2012
from pairing.core.tournament import Tournament
from pairing.explanation.account import Account
from pairing.explanation.rating import RatingAccount
from pairing.explanation.rating_1998 import ARTICLES
from pairing.rating.edition_2012 import REVISION_2012, decide


def account(tournament: Tournament) -> Account:
    """The account of the coming round. Raises what `decide` raises."""
    return RatingAccount(tournament, decide(tournament), ARTICLES, REVISION_2012, bars_by_2012)
