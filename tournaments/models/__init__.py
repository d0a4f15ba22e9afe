"""The event in the database: data, constraints, trivial properties. Services are the only writers."""

from tournaments.models.absence import Absence, AbsenceRules
from tournaments.models.arbiter import Arbiter
from tournaments.models.attempt import Attempts
from tournaments.models.audit import AuditEvent
from tournaments.models.category import Category
from tournaments.models.comparison import Comparison
from tournaments.models.correction import Correction
from tournaments.models.decision import Decision
from tournaments.models.earlier_rating import EarlierRating
from tournaments.models.festival import Festival, Part
from tournaments.models.given_value import GivenValue
from tournaments.models.guard import InstalledGuard
from tournaments.models.integrity import IntegrityEvent
from tournaments.models.language import OwnLanguage
from tournaments.models.link import EntryLink, Helper, Invitation
from tournaments.models.membership import Membership
from tournaments.models.other_records import OtherRecords
from tournaments.models.own_link import ByeRequest, OwnLinkRules, PlayerLink, ResultReport
from tournaments.models.player import Player, Register
from tournaments.models.prize import PrizeFund, PrizeList
from tournaments.models.prohibition import Prohibition, Prohibition_players
from tournaments.models.publication import Publication
from tournaments.models.push_subscription import PushSubscription
from tournaments.models.rating import Rating
from tournaments.models.rating_list import ColumnMapping, ListedName, ListedPlayer, ListSource, RatingList
from tournaments.models.round import Game, Round, Seat
from tournaments.models.screen import Announcement, Screen
from tournaments.models.second_factor import SecondFactor
from tournaments.models.server_act import ServerAct
from tournaments.models.team import LineUp, Member
from tournaments.models.tournament import Tournament
from tournaments.models.webhook import Delivery, Webhook

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
