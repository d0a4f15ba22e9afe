"""How a round was paired by the edition of 2016: the articles and readings that its explanation uses."""

from __future__ import annotations

from pairing.core.tournament import Tournament
from pairing.dutch.edition_2016 import RULES
from pairing.dutch.rounds import decide
from pairing.explanation.account import Account
from pairing.explanation.brackets import Articles
from pairing.explanation.dutch import DutchAccount
from pairing.explanation.measures import READINGS_2016

ARTICLES = Articles(
    rematch="C.1",
    bye="C.2",
    colours="C.3",
    completion="A.9",
    halves="B.3",
    best="B.8",
    transposition="D.1",
    exchange="D.2",
    mdp_set="D.3",
    colour_rules=("E.1", "E.2", "E.3", "E.4", "E.5"),
)


def account(tournament: Tournament) -> Account:
    """The account of the coming round. Raises what `decide` raises."""
    return DutchAccount(decide(tournament, RULES), ARTICLES, READINGS_2016)
