"""The bye of systems that give it before all pairs (C.04.4.1, C.04.4.2: art. 3.1; C.04.5, C.04.6: 3.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.dutch.completion import Completion, unpairable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pairing.records import Record


def give_bye[Player: Record](
    players: Sequence[Player], order: Callable[[Player], tuple[int, int, int]], number: int
) -> tuple[Player | None, Completion]:
    """Who takes the bye of round `number`, and a pairing of all others; nobody where the players are even.

    It is the first by `order` of those who may (C2) and leave a complete pairing. Raises UnpairableRound
    where there is nobody, or no pairing.
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
