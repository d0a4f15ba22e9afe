"""The tables that have guards, and the states and results that their conditions compare with, in SQL."""

from __future__ import annotations

from tournaments.models import Game

ABSENCE = "tournaments_absence"
EARLIER = "tournaments_earlierrating"
SEAT, GAME, ROUND = "tournaments_seat", "tournaments_game", "tournaments_round"
PLAYER, TOURNAMENT = "tournaments_player", "tournaments_tournament"
AUDIT, INTEGRITY = "tournaments_auditevent", "tournaments_integrityevent"
MEMBERSHIP = "tournaments_membership"
PROHIBITION, APART = "tournaments_prohibition", "tournaments_prohibition_players"
CORRECTION = "tournaments_correction"
DECISION = "tournaments_decision"
MEMBER, LINE_UP = "tournaments_member", "tournaments_lineup"
GIVEN = "tournaments_givenvalue"
PUBLICATION = "tournaments_publication"
SERVER_ACT = "tournaments_serveract"
CATEGORY = "tournaments_category"
PRIZE_FUND, PRIZE_LIST = "tournaments_prizefund", "tournaments_prizelist"

LOCKED = "('published', 'finished')"

PLAYED = f"({', '.join(repr(str(result)) for result in Game.PLAYED)})"
