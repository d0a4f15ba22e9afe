"""How a round was paired by the revision of 1998: the articles and rules that its explanation uses."""

from __future__ import annotations

from pairing.core.records import bars_by_1998
from pairing.core.tournament import Tournament
from pairing.explanation.account import Account
from pairing.explanation.brackets import Articles
from pairing.explanation.rating import RatingAccount
from pairing.rating.edition_1998 import REVISION_1998, decide

# Both older revisions number these alike.
ARTICLES = Articles(
    rematch="B.1.a",
    bye="B.1.b",
    colours="B.2",
    completion="C.13",
    halves="C.6",
    best="C.6",
    transposition="C.7",
    exchange="C.8",
    mdp_set="C.12",
    colour_rules=("E.1", "E.2", "E.3", "E.4", "E.5"),
)


def account(tournament: Tournament) -> Account:
    """The account of the coming round. Raises what `decide` raises."""
    return RatingAccount(tournament, decide(tournament), ARTICLES, REVISION_1998, bars_by_1998)
