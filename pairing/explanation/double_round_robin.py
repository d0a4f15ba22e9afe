"""How a round of a double round robin was paired: two rounds of the first cycle change places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.explanation.round_robin import TableAccount
from pairing.round_robin.editions import DOUBLE

if TYPE_CHECKING:
    from pairing.tournament import Tournament


def account(tournament: Tournament) -> TableAccount:
    """The account of the coming round. Raises what pairing raises."""
    return TableAccount(tournament, DOUBLE)
