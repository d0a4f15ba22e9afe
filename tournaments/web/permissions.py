"""The rights to open each route: one table, which `tournaments.web.access` checks before any view runs.

A route that is missing from the table cannot be opened by anybody, and fails a test; so does a route that is
missing from the test's own list of rights. A stranger gets a 404 for an event's private pages, as if there
were none; a member without the right gets a 403.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from django.conf import settings
from django.contrib.auth.models import User

from tournaments.models import Membership, Round

Role = Membership.Role


class Access(Enum):
    """The people to whom a route is open."""

    PUBLIC = "everybody"
    ACCOUNT = "everybody with an account"
    CREATOR = "accounts that may create events: all, unless settings.NEW_EVENTS says otherwise"
    SERVER = "administrators of the server"
    MEMBER = "everybody with a role in the event"
    RESULTS = "the event's result clerks and arbiters"
    ENTRY = "the same, and helpers with a link for entering results"
    ARBITER = "the event's owners, chief arbiters and deputies"
    CHIEF = "the event's owners and chief arbiters"
    OWNER = "the event's owners"


# The roles that each kind of access is open to.
ROLES: dict[Access, frozenset[Role]] = {
    Access.MEMBER: frozenset(Role),
    Access.RESULTS: frozenset({Role.OWNER, Role.CHIEF, Role.DEPUTY, Role.CLERK}),
    Access.ENTRY: frozenset({Role.OWNER, Role.CHIEF, Role.DEPUTY, Role.CLERK}),
    Access.ARBITER: frozenset({Role.OWNER, Role.CHIEF, Role.DEPUTY}),
    Access.CHIEF: frozenset({Role.OWNER, Role.CHIEF}),
    Access.OWNER: frozenset({Role.OWNER}),
}


@dataclass(frozen=True, slots=True)
class Rule:
    """The table's entry for one route."""

    access: Access
    # The rules that apply instead while the round in the address is in one of these states.
    states: Mapping[str, Rule] = field(default_factory=dict)
    # A POST asks for the password, unless that was typed a short while ago (settings.PASSWORD_LASTS). Not for
    # forms with files, because the password page cannot send a file again.
    fresh: bool = False
    # Pages request it by themselves, so a request does not count as activity of the user.
    polled: bool = False
    removed: bool = False  # also open while the event is removed

    def admits(self, role: str | None) -> bool:
        """Whether the role opens a route of the event's private side."""
        return role in ROLES[self.access]


TABLE: dict[str, Rule] = {
    "home": Rule(Access.PUBLIC),
    "archive": Rule(Access.PUBLIC),
    "festival": Rule(Access.PUBLIC),
    "festivals": Rule(Access.CREATOR),
    "festival-remove": Rule(Access.CREATOR),
    "healthz": Rule(Access.PUBLIC),
    "readyz": Rule(Access.PUBLIC),
    # The view checks a token of its own.
    "metrics": Rule(Access.PUBLIC),
    "manual": Rule(Access.PUBLIC),
    "privacy": Rule(Access.PUBLIC),
    "styleguide": Rule(Access.PUBLIC),
    "manifest": Rule(Access.PUBLIC),
    "worker": Rule(Access.PUBLIC),
    "offline": Rule(Access.PUBLIC),
    "language": Rule(Access.PUBLIC),
    "login": Rule(Access.PUBLIC),
    # Opens after the password has just been typed.
    "login-code": Rule(Access.PUBLIC),
    "logout": Rule(Access.PUBLIC),
    "unlock": Rule(Access.PUBLIC),
    "lock": Rule(Access.ACCOUNT),
    "account": Rule(Access.ACCOUNT),
    "password": Rule(Access.ACCOUNT),
    "second-factor": Rule(Access.ACCOUNT),
    "logout-everywhere": Rule(Access.ACCOUNT),
    "account-data": Rule(Access.ACCOUNT),
    "account-close": Rule(Access.ACCOUNT),
    # Administration of the whole server.
    "accounts": Rule(Access.SERVER, fresh=True),
    "server": Rule(Access.SERVER),
    "removed-return": Rule(Access.SERVER),
    "copies": Rule(Access.SERVER),
    "copy": Rule(Access.SERVER, fresh=True),
    "rating-lists": Rule(Access.ACCOUNT, polled=True),
    "rating-list-import": Rule(Access.SERVER),
    "rating-list-columns": Rule(Access.SERVER),
    "rating-lists-fetch": Rule(Access.SERVER),
    # Each of these opens by the secret in its address, or by what opening that address has stored in the
    # session or in a cookie.
    "password-reset": Rule(Access.PUBLIC),
    "let-in": Rule(Access.PUBLIC),
    "invitation-open": Rule(Access.PUBLIC),
    "invitation": Rule(Access.PUBLIC),
    "entry-open": Rule(Access.PUBLIC),
    "entry-start": Rule(Access.PUBLIC),
    "entry-end": Rule(Access.PUBLIC),
    "own-open": Rule(Access.PUBLIC),
    "own": Rule(Access.PUBLIC),
    "tournament-new": Rule(Access.CREATOR),
    "tournament-import": Rule(Access.CREATOR),
    "tournament-restore": Rule(Access.CREATOR),
    # The public event.
    "event": Rule(Access.PUBLIC),
    "rounds": Rule(Access.PUBLIC),
    "round": Rule(Access.PUBLIC),
    "round-live": Rule(Access.PUBLIC, polled=True),
    "event-preview": Rule(Access.PUBLIC),
    "round-preview": Rule(Access.PUBLIC),
    "why": Rule(Access.PUBLIC),
    "round-check": Rule(Access.PUBLIC),
    "round-check-file": Rule(Access.PUBLIC),
    "publication": Rule(Access.PUBLIC),
    "chain": Rule(Access.PUBLIC),
    "why-not": Rule(Access.PUBLIC),
    "standings": Rule(Access.PUBLIC),
    "cross-table": Rule(Access.PUBLIC),
    "ahead": Rule(Access.PUBLIC),
    "ahead-of": Rule(Access.PUBLIC),
    "players": Rule(Access.PUBLIC),
    "player": Rule(Access.PUBLIC),
    "follow": Rule(Access.PUBLIC),
    "followed": Rule(Access.PUBLIC),
    "follow-code": Rule(Access.PUBLIC),
    "notify": Rule(Access.PUBLIC),
    "round-file": Rule(Access.PUBLIC),
    "round-pgn": Rule(Access.PUBLIC),
    "standings-file": Rule(Access.PUBLIC),
    "players-file": Rule(Access.PUBLIC),
    # The same for other programs.
    "robots": Rule(Access.PUBLIC),
    "sitemap": Rule(Access.PUBLIC),
    "api": Rule(Access.PUBLIC),
    "api-events": Rule(Access.PUBLIC),
    "api-event": Rule(Access.PUBLIC),
    "api-players": Rule(Access.PUBLIC),
    "api-rounds": Rule(Access.PUBLIC),
    "api-round": Rule(Access.PUBLIC),
    "api-standings": Rule(Access.PUBLIC),
    # Opens by the token in the request.
    "api-result": Rule(Access.PUBLIC),
    "calendar": Rule(Access.PUBLIC),
    # The public pages on paper. No paper shows a draft.
    "paper": Rule(Access.PUBLIC),
    "round-paper": Rule(Access.PUBLIC),
    # The announced prizes; the winners, once the event has ended.
    "prizes": Rule(Access.PUBLIC),
    # Embedded in pages of other sites.
    "embed-standings": Rule(Access.PUBLIC),
    "embed-pairings": Rule(Access.PUBLIC),
    # A screen of the hall shows public pages; its token decides which.
    "screen": Rule(Access.PUBLIC, polled=True),
    "screen-part": Rule(Access.PUBLIC, polled=True),
    # Public once the event has ended; until then the view itself requires an arbiter: the report's remarks
    # mention drafts, and it contains byes that are not public yet.
    "report": Rule(Access.PUBLIC),
    # The arbiters' side: pages to look at.
    "desk": Rule(Access.MEMBER),
    "log": Rule(Access.MEMBER),
    # Its remarks mention drafts too.
    "exchange": Rule(Access.ARBITER),
    "desk-players": Rule(Access.MEMBER),
    "print": Rule(Access.MEMBER),
    # Dates of birth, prizes before the end and the log are for arbiters. Clerks hand out the result slips.
    "desk-paper": Rule(Access.ARBITER),
    "desk-round-paper": Rule(Access.RESULTS),
    "next-round": Rule(Access.ARBITER),
    # A draft is for arbiters only until it is published.
    "desk-round": Rule(Access.MEMBER, {Round.State.DRAFT: Rule(Access.ARBITER)}),
    "result-reports": Rule(Access.RESULTS, polled=True),
    "result-updates": Rule(Access.MEMBER, polled=True),
    # Clerks enter results while a round is on; a finished round is corrected by an arbiter.
    "result": Rule(Access.RESULTS, {Round.State.FINISHED: Rule(Access.ARBITER, fresh=True)}),
    # The same for the boards of a team match, and its line-ups.
    "match": Rule(Access.RESULTS, {Round.State.FINISHED: Rule(Access.ARBITER, fresh=True)}),
    # Transmitted results only fill boards without a result.
    "transmitted": Rule(Access.RESULTS),
    "correction": Rule(Access.ARBITER, fresh=True),
    "round-deadline": Rule(Access.ARBITER),
    # Neither the schedule nor the report's data affects a pairing: the arbiter who prepares the report may
    # enter them.
    "schedule": Rule(Access.ARBITER),
    "schedule-fill": Rule(Access.ARBITER),
    "report-data": Rule(Access.ARBITER),
    "preflight": Rule(Access.ARBITER),
    "arbiters": Rule(Access.ARBITER),
    "norms": Rule(Access.ARBITER),
    "norm-report": Rule(Access.ARBITER),
    "norm-certificate": Rule(Access.ARBITER),
    # Entering results from a phone in the hall, for the current round only.
    "entry": Rule(Access.ENTRY),
    "entry-result": Rule(Access.ENTRY),
    "people": Rule(Access.ARBITER),
    "entry-link-make": Rule(Access.ARBITER, fresh=True),
    "entry-link-revoke": Rule(Access.ARBITER),
    "screens": Rule(Access.ARBITER),
    "screens-live": Rule(Access.ARBITER, polled=True),
    "screen-open": Rule(Access.ARBITER),
    "screen-show": Rule(Access.ARBITER),
    "screen-edit": Rule(Access.ARBITER),
    "screen-close": Rule(Access.ARBITER),
    "announce": Rule(Access.ARBITER),
    "announcement-end": Rule(Access.ARBITER),
    "poster": Rule(Access.ARBITER),
    # It shows drafts too.
    "integrity": Rule(Access.ARBITER),
    "verify": Rule(Access.ARBITER),
    "initial-colour": Rule(Access.ARBITER),
    # These files contain dates of birth, which only arbiters see.
    "desk-players-file": Rule(Access.ARBITER),
    "ratings-file": Rule(Access.ARBITER),
    "check-in-file": Rule(Access.ARBITER),
    "player-add": Rule(Access.ARBITER),
    "players-import": Rule(Access.ARBITER),
    "player-find": Rule(Access.ARBITER),
    "ratings-check": Rule(Access.ARBITER),
    "event-lists": Rule(Access.ARBITER),
    "numbers-assign": Rule(Access.ARBITER),
    "numbers": Rule(Access.ARBITER),
    "numbers-draw": Rule(Access.ARBITER),
    "player-exchange": Rule(Access.ARBITER),
    "player-rating": Rule(Access.ARBITER),
    "player-rating-forget": Rule(Access.ARBITER),
    "list-close": Rule(Access.ARBITER),
    "list-open": Rule(Access.ARBITER),
    "check-in": Rule(Access.ARBITER),
    "check-in-start": Rule(Access.ARBITER),
    "check-in-abandon": Rule(Access.ARBITER),
    "check-in-strike": Rule(Access.ARBITER),
    "player-presence": Rule(Access.ARBITER),
    "categories": Rule(Access.ARBITER),
    "category-remove": Rule(Access.ARBITER),
    # Also open while the last round is on: the prizes that results would bring are not public yet.
    "awards": Rule(Access.ARBITER),
    "player-edit": Rule(Access.ARBITER),
    "player-remove": Rule(Access.ARBITER),
    "player-withdraw": Rule(Access.ARBITER),
    # It contains the date of birth, and the log's entries about the person.
    "player-data": Rule(Access.ARBITER),
    "player-data-remove": Rule(Access.CHIEF),
    "own-links": Rule(Access.ARBITER),
    "own-links-make": Rule(Access.ARBITER),
    "player-link": Rule(Access.ARBITER),
    "player-link-revoke": Rule(Access.ARBITER),
    "request-grant": Rule(Access.ARBITER),
    "request-decline": Rule(Access.ARBITER),
    "absence-answer": Rule(Access.ARBITER),
    "player-expel": Rule(Access.CHIEF),
    "absence-rules": Rule(Access.CHIEF),
    "own-link-rules": Rule(Access.CHIEF),
    "player-return": Rule(Access.ARBITER),
    "player-bye": Rule(Access.ARBITER),
    "player-bye-cancel": Rule(Access.ARBITER),
    "player-missed": Rule(Access.ARBITER),
    "round-pair": Rule(Access.ARBITER),
    "round-discard": Rule(Access.ARBITER),
    "round-publish": Rule(Access.ARBITER, fresh=True),
    "rounds-publish-all": Rule(Access.ARBITER, fresh=True),
    "start-position": Rule(Access.ARBITER),
    "match-decide": Rule(Access.ARBITER),
    # The chief arbiter decides what applies to the whole event.
    "settings": Rule(Access.CHIEF),
    "tie-breaks": Rule(Access.CHIEF),
    # With a backup, somebody can restore the whole event elsewhere.
    "backup": Rule(Access.CHIEF),
    # Creates another event like it: the view also checks that the user may create events.
    "event-again": Rule(Access.CHIEF),
    "festival-part": Rule(Access.CHIEF),
    # Moving the event to another machine, and back.
    "move": Rule(Access.OWNER),
    "hand-over": Rule(Access.OWNER, fresh=True),
    "hand-over-undo": Rule(Access.OWNER, fresh=True),
    "take-home": Rule(Access.OWNER, fresh=True),
    **dict.fromkeys(("put-away", "event-return"), Rule(Access.OWNER, removed=True)),
    **dict.fromkeys(("event-archive", "event-unarchive"), Rule(Access.OWNER)),
    "event-remove": Rule(Access.OWNER, fresh=True),
    "apart": Rule(Access.CHIEF),
    "apart-remove": Rule(Access.CHIEF),
    "prize-fund": Rule(Access.CHIEF),
    "prize-list": Rule(Access.CHIEF),
    "prize-list-remove": Rule(Access.CHIEF),
    **dict.fromkeys(("player-no-prizes", "player-prizes-again"), Rule(Access.CHIEF)),
    "round-repair": Rule(Access.CHIEF, fresh=True),
    "by-hand": Rule(Access.CHIEF),
    "by-hand-begin": Rule(Access.CHIEF),
    "by-hand-pair": Rule(Access.CHIEF),
    "by-hand-unpair": Rule(Access.CHIEF),
    "by-hand-swap": Rule(Access.CHIEF),
    "by-hand-bye": Rule(Access.CHIEF),
    "by-hand-end": Rule(Access.CHIEF, fresh=True),
    "integrity-undo": Rule(Access.CHIEF, fresh=True),
    "fide-mode-leave": Rule(Access.CHIEF, fresh=True),
    "equals": Rule(Access.CHIEF),
    "lots": Rule(Access.CHIEF),
    "tournament-finish": Rule(Access.CHIEF),
    "tournament-end": Rule(Access.CHIEF, fresh=True),
    "tournament-reopen": Rule(Access.CHIEF),
    # The programs that are told what is published.
    "webhooks": Rule(Access.CHIEF),
    "webhook-add": Rule(Access.CHIEF, fresh=True),
    "webhook-edit": Rule(Access.CHIEF),
    "webhook-test": Rule(Access.CHIEF),
    "webhook-remove": Rule(Access.CHIEF),
    "invite": Rule(Access.CHIEF, fresh=True),
    "invitation-revoke": Rule(Access.CHIEF),
    "person-role": Rule(Access.CHIEF, fresh=True),
    "person-remove": Rule(Access.CHIEF, fresh=True),
    "person-reset": Rule(Access.OWNER, fresh=True),
    # The link leads to the password question, not past it, so it may also be made for equals and superiors.
    "person-let-in": Rule(Access.CHIEF, fresh=True),
}


def may(role: str | None, route: str, state: str = "") -> bool:
    """Whether this role in an event may open its route, for a round in this state."""
    rule = TABLE[route]
    return rule.states.get(state, rule).admits(role)


def opens(user: User, route: str) -> bool:
    """Whether the account may open this route, which belongs to no event."""
    match TABLE[route].access:
        case Access.SERVER:
            return user.is_staff
        case Access.CREATOR:
            return user.is_staff or settings.NEW_EVENTS == "accounts"
        case access:
            return access in {Access.PUBLIC, Access.ACCOUNT}


def sees_drafts(role: str | None) -> bool:
    """Whether this role may see what is not public yet: drafts, requested byes, the check-in."""
    return may(role, "desk-round", Round.State.DRAFT)
