"""How a round of a double round robin of teams came about: both cycles in the order of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.explanation.team_round_robin import TeamTableAccount
from pairing.round_robin.editions import PLAIN_DOUBLE

if TYPE_CHECKING:
    from pairing.tournament import Tournament


def account(tournament: Tournament) -> TeamTableAccount:
    """What an explanation is made of. Raises what pairing does."""
    return TeamTableAccount(tournament, PLAIN_DOUBLE)
