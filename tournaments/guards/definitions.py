"""All guards: the changes that the database refuses, those that it makes itself, and what it waits for."""

from __future__ import annotations

from tournaments.guards.absences import ABSENCE_GUARDS
from tournaments.guards.boards import BOARD_GUARDS
from tournaments.guards.corrections import CORRECTION_GUARDS
from tournaments.guards.decisions import DECISION_GUARDS
from tournaments.guards.elsewhere import ELSEWHERE_GUARDS
from tournaments.guards.events import EVENT_GUARDS
from tournaments.guards.guard import Deed, Guard, Trigger
from tournaments.guards.holds import holds_for
from tournaments.guards.players import PLAYER_GUARDS
from tournaments.guards.prizes import PRIZE_GUARDS
from tournaments.guards.ratings import RATING_GUARDS
from tournaments.guards.rounds import ROUND_GUARDS
from tournaments.guards.teams import TEAM_GUARDS
from tournaments.guards.trail import TRAIL_GUARDS

_JUDGING: tuple[Guard | Deed, ...] = (
    *BOARD_GUARDS,
    *ROUND_GUARDS,
    *PLAYER_GUARDS,
    *RATING_GUARDS,
    *ABSENCE_GUARDS,
    *EVENT_GUARDS,
    *PRIZE_GUARDS,
    *CORRECTION_GUARDS,
    *DECISION_GUARDS,
    *TEAM_GUARDS,
    *TRAIL_GUARDS,
    *ELSEWHERE_GUARDS,
)

GUARDS: tuple[Trigger, ...] = (*holds_for(_JUDGING), *_JUDGING)
