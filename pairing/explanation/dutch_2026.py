"""How a round was paired by the edition of 2026: the articles and readings that its explanation uses."""

from __future__ import annotations

from pairing.core.tournament import Tournament
from pairing.dutch.edition_2026 import RULES
from pairing.dutch.rounds import decide
from pairing.explanation.account import Account
from pairing.explanation.brackets import Articles
from pairing.explanation.dutch import DutchAccount
from pairing.explanation.measures import READINGS_2026

ARTICLES = Articles(
    rematch="C1",
    bye="C2",
    colours="C3",
    completion="C4",
    halves="art. 3.3",
    best="art. 3.8",
    transposition="art. 4.2",
    exchange="art. 4.3",
    mdp_set="art. 4.4",
    colour_rules=("art. 5.2.1", "art. 5.2.2", "art. 5.2.3", "art. 5.2.4", "art. 5.2.5"),
    lowest_bye="C5",
    valid_set="art. 4.4",
)


def account(tournament: Tournament) -> Account:
    """The account of the coming round. Raises what `decide` raises."""
    return DutchAccount(decide(tournament, RULES), ARTICLES, READINGS_2026)
