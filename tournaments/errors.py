"""The refusals of services, and what cures them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum, auto
from typing import Any

from django.utils.translation import gettext as _


class DomainError(Exception):
    """An act that the rules or the state of the event do not allow.

    `code` names the refusal for programs and tests; `message` tells a person what to do.
    """

    status = 422

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Unpairable(DomainError):
    """The rules find no pairing of the round: the arbiter pairs it by hand (C.04.2 A.5)."""

    def __init__(self, message: str) -> None:
        super().__init__("unpairable", message)


class Conflict(DomainError):
    """Somebody else was faster: the state has changed, and nothing was written."""

    status = 409


class Overtaken(Conflict):
    """Others have changed the same fields since the page was shown; `now` has the present values by field."""

    def __init__(self, now: Mapping[str, object]) -> None:
        super().__init__("overtaken", _("Somebody else has changed this in the meantime. Nothing was saved."))
        self.now = now


class Level(IntEnum):
    """How far an act departs from the regulations, which decides what confirmation it takes."""

    # Not the standard, but allowed: nothing is shown.
    ALLOWED = 1
    # Not described by the regulations: must be acknowledged.
    UNDESCRIBED = 2
    # Not compliant, but harmless: proceed or cancel.
    HARMLESS = 3
    # Not compliant, but possibly necessary: two confirmations, the second with the consequences.
    NECESSARY = 4
    # Prohibited in FIDE mode: refused there; proceed or cancel in an event that has left FIDE mode.
    PROHIBITED = 5

    @property
    def questions(self) -> int:
        """How many confirmations it takes."""
        return (0, 1, 1, 2, 1)[self - 1]

    @property
    def words(self) -> str:
        """The level in words, for readers who have never heard of levels."""
        words = {
            Level.ALLOWED: _("allowed by the regulations"),
            Level.UNDESCRIBED: _("not described by the regulations"),
            Level.HARMLESS: _("to be confirmed: it is not the usual course"),
            Level.NECESSARY: _("against the regulations: only where it is necessary"),
            Level.PROHIBITED: _("prohibited by the regulations"),
        }
        return words[self]


@dataclass(frozen=True, slots=True)
class RuleWarning:
    """One warning to be shown before the act is done.

    `sentence` says what is wrong; `article` is the rule, by its number of 2016 (engine.article); `details`
    are the players or things concerned, a line each; `table` has more of these, its headings first;
    `consequence` is the result that the second question of level 4 announces. `facts` are the data that the
    warning depends on, as JSON: when they change, an answer given to it is no longer valid.
    """

    level: Level
    code: str
    sentence: str
    article: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    details: tuple[str, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()
    consequence: str = ""


class ConfirmationNeeded(Exception):
    """The act must be confirmed first: `services.confirm` raises this, and nothing was written.

    Not a DomainError: a view that catches those must not answer in the arbiter's place. `label` is the name
    of the act; `step` counts the questions from 1; `reason` is the one given so far, None if none is asked
    for; a `stale` question is asked again because its facts have changed since it was answered.
    """

    def __init__(
        self,
        *,
        label: str,
        warnings: Sequence[RuleWarning],
        level: Level,
        step: int,
        token: str,
        reason: str | None,
        stale: bool,
    ) -> None:
        super().__init__(", ".join(warning.code for warning in warnings))
        self.label = label
        self.warnings = warnings
        self.level = level
        self.step = step
        self.token = token
        self.reason = reason
        self.stale = stale
        # Fields that the page posts in addition to the request's own.
        self.fields: dict[str, str] = {}


class Place(Enum):
    """The kinds of places: a page of the event, or one part of it."""

    DESK = auto()
    INITIAL_COLOUR = auto()
    ABSENCES = auto()
    REQUESTS = auto()
    PLAYERS = auto()
    RATINGS = auto()
    LISTED = auto()
    IDS = auto()
    DOUBLES = auto()
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


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something in the way of the next act, and the place where it can be fixed."""

    code: str
    message: str
    cure: Cure
