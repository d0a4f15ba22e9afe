"""The event in the database: data, constraints, trivial properties. Services are the only writers."""

from tournaments.models.audit import AuditEvent
from tournaments.models.player import Player, Register
from tournaments.models.prohibition import Prohibition
from tournaments.models.rating_list import ListedName, ListedPlayer, RatingList
from tournaments.models.round import Game, Round, Seat
from tournaments.models.tournament import Membership, Tournament

__all__ = [
    "AuditEvent",
    "Game",
    "ListedName",
    "ListedPlayer",
    "Membership",
    "Player",
    "Prohibition",
    "RatingList",
    "Register",
    "Round",
    "Seat",
    "Tournament",
]
