"""Places where an arbiter can fix a problem: selectors name the place, tournaments.web.cures its address."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class Place(Enum):
    """The kinds of places: a page of the event, or one part of it."""

    DESK = auto()
    INITIAL_COLOUR = auto()
    ABSENCES = auto()
    REQUESTS = auto()
    PLAYERS = auto()
    RATINGS = auto()
    SETTINGS = auto()
    TIE_BREAKS = auto()
    # Places in one round.
    ROUND = auto()
    BOARD = auto()
    TIE_BREAK = auto()
    DEADLINE = auto()
    REPAIR = auto()
    # Places for facts that the report needs.
    EVENT_FIELD = auto()
    ARBITERS = auto()
    ARBITER = auto()
    SCHEDULE = auto()
    START = auto()
    PLAYER = auto()
    NOTE = auto()


@dataclass(frozen=True, slots=True)
class Cure:
    """A place, and what identifies it among its kind: the number of a round, a board or an arbiter.

    Players and notes of integrity are identified by key.
    """

    place: Place
    round: int | None = None
    board: int | None = None
    arbiter: int | None = None
    field: str = ""
    player: int | None = None
    note: int | None = None
