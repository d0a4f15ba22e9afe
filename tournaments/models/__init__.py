"""The event in the database: data, constraints, trivial properties. Services are the only writers."""

from tournaments.models.byes import Absence, AbsenceRules, ByeRequest, OwnLinkRules, PlayerLink, ResultReport
from tournaments.models.log import AuditEvent, InstalledGuard, IntegrityEvent, Publication, ServerAct
from tournaments.models.outside import Announcement, Delivery, PushSubscription, Screen, Webhook
from tournaments.models.people import (
    Attempts,
    EntryLink,
    Helper,
    Invitation,
    Membership,
    OwnLanguage,
    SecondFactor,
)
from tournaments.models.player import Category, Player, Prohibition, Prohibition_players, Register
from tournaments.models.prize import PrizeFund, PrizeList
from tournaments.models.rating import (
    ColumnMapping,
    Comparison,
    EarlierRating,
    ListedName,
    ListedPlayer,
    ListSource,
    Rating,
    RatingList,
)
from tournaments.models.round import Correction, Decision, Game, GivenValue, LineUp, Member, Round, Seat
from tournaments.models.tournament import Arbiter, Festival, OtherRecords, Part, Tournament

__all__ = [
    "Absence",
    "AbsenceRules",
    "Announcement",
    "Arbiter",
    "Attempts",
    "AuditEvent",
    "ByeRequest",
    "Category",
    "ColumnMapping",
    "Comparison",
    "Correction",
    "Decision",
    "Delivery",
    "EarlierRating",
    "EntryLink",
    "Festival",
    "Game",
    "GivenValue",
    "Helper",
    "InstalledGuard",
    "IntegrityEvent",
    "Invitation",
    "LineUp",
    "ListSource",
    "ListedName",
    "ListedPlayer",
    "Member",
    "Membership",
    "OtherRecords",
    "OwnLanguage",
    "OwnLinkRules",
    "Part",
    "Player",
    "PlayerLink",
    "PrizeFund",
    "PrizeList",
    "Prohibition",
    "Prohibition_players",
    "Publication",
    "PushSubscription",
    "Rating",
    "RatingList",
    "Register",
    "ResultReport",
    "Round",
    "Screen",
    "Seat",
    "SecondFactor",
    "ServerAct",
    "Tournament",
    "Webhook",
]
