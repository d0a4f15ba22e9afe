"""Prizes: who gets what from the fund, to the last cent, and why (docs/rules/prizes.md)."""

from pairing.prizes.currency import Currency, currency
from pairing.prizes.distribution import Award, Distribution, NotAwarded, distribute
from pairing.prizes.fund import Finisher, Fund, PrizeList, Sharing, Unawarded, check_amounts
from pairing.prizes.teams import Team, best_teams

__all__ = [
    "Award",
    "Currency",
    "Distribution",
    "Finisher",
    "Fund",
    "NotAwarded",
    "PrizeList",
    "Sharing",
    "Team",
    "Unawarded",
    "best_teams",
    "check_amounts",
    "currency",
    "distribute",
]
