"""What an arbiter looks for first in the boards of a coming round: repeated meetings, and colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pairing.core import tournament as rules
from pairing.core.records import colour_history, must_not_get, preference, rounds_met
from tournaments.models import Player


@dataclass(frozen=True, slots=True)
class Quality:
    """The qualities of a list of boards; single boards are given by their places, from 1."""

    # Boards of players who have met before (C.04.1 b, 2026: 2).
    met: tuple[int, ...]
    # Boards where a player gets a colour a third time running, or three more of it than of the other
    # (C.04.1 f and g, 2026: 6 and 7).
    repeated: tuple[int, ...]
    # Boards where both players are due the same colour.
    alike: tuple[int, ...]
    # How many players are due a colour, and how many of them get it (C.04.3 A.6, 2026: 1.7).
    due: int
    granted: int


def quality(present: rules.Tournament, boards: Sequence[tuple[Player, Player]]) -> Quality:
    """The qualities of the boards (White, Black) of the round after the position."""
    people = {player.number: player for player in present.players}
    rounds = present.played_rounds
    met, repeated, alike = [], [], []
    due = granted = 0
    for place, board in enumerate(boards, 1):
        white, black = (people[player.number or 0] for player in board)
        if black.number in rounds_met(white.cells):
            met.append(place)
        seats = ((white, rules.Colour.WHITE), (black, rules.Colour.BLACK))
        histories = [(colour_history(player, rounds), colour) for player, colour in seats]
        if any(must_not_get(had, gets) for had, gets in histories):
            repeated.append(place)
        preferred = [preference(had) for had, _gets in histories]
        if not preferred[0].agrees_with(preferred[1]):
            alike.append(place)
        due += sum(one.colour is not None for one in preferred)
        granted += sum(one.colour is gets for one, (_had, gets) in zip(preferred, histories, strict=True))
    return Quality(tuple(met), tuple(repeated), tuple(alike), due, granted)
