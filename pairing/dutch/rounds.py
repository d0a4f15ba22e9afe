"""What the rounds of all editions have in common: scoregroups, and the end of the matter."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from pairing.tournament import UnpairableRound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pairing.dutch.completion import Completion
    from pairing.records import Record

type Groups = list[tuple[Record, ...]]


def scoregroups(records: Sequence[Record]) -> Groups:
    """C.04.3 A.3: the players with the same score together, the highest score first."""
    return [tuple(group) for _, group in groupby(records, key=lambda record: record.score)]


def unpairable(number: int, completion: Completion) -> UnpairableRound:
    """C.04.3 A.9: why no pairing of the round is complete."""
    players = tuple(sorted(record.number for record in completion.unplaced()))
    names = ", ".join(map(str, players))
    message = f"Round {number} cannot be paired under C.1 to C.3: no place is left for {names}"
    return UnpairableRound(players, message)
