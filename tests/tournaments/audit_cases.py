"""For every service a case in which it acts, and one in which it is refused."""

from __future__ import annotations

from types import MappingProxyType

from tests.tournaments.audited import events, players, rounds

CASES = MappingProxyType(events.CASES | players.CASES | rounds.CASES)
