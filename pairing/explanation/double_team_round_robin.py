"""How a round of a double round robin of teams was paired: both cycles in the order of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.explanation.team_round_robin import TeamTableAccount
from pairing.round_robin.editions import PLAIN_DOUBLE

if TYPE_CHECKING:
    from pairing.tournament import Tournament


def account(tournament: Tournament) -> TeamTableAccount:
    """The account of the coming round. Raises what pairing raises."""
    return TeamTableAccount(tournament, PLAIN_DOUBLE)
