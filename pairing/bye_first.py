"""The bye in systems that give it before any pair (C.04.4.1, C.04.4.2: art. 3.1; C.04.5, C.04.6: 3.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairing.dutch.completion import Completion, unpairable
from pairing.records import Record


def give_bye[Player: Record](
    players: Sequence[Player], order: Callable[[Player], tuple[int, int, int]], number: int
) -> tuple[Player | None, Completion]:
    """The player who takes the bye of round `number`, None with an even field, and a pairing of the others.

    It is the first by `order` of the players who may take it (C2) and leave a complete pairing. Raises
    UnpairableRound if there is no such player, or no complete pairing.
    """
    takers: list[Player | None] = [None]
    if len(players) % 2:
        takers = [*sorted((player for player in players if player.may_take_bye), key=order)]
    for taker in takers:
        completion = pairing_without(taker, players)
        if completion.possible:
            return taker, completion
    raise unpairable(number, players)


def pairing_without[Player: Record](taker: Player | None, players: Sequence[Player]) -> Completion:
    """A pairing of all but the taker of the bye, as complete as possible."""
    return Completion([player for player in players if player is not taker], bye_limit=None)
