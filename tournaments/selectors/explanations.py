"""The explanation of a round, computed once for all players who ask why they were paired."""

from __future__ import annotations

from collections import OrderedDict
from secrets import token_hex
from threading import Lock
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import Q
from django.utils.translation import get_language

from tournaments import engine
from tournaments.models import AuditEvent, Tournament

# A hall asks about the round that has just been published. An explanation for 2,000 players takes some 4 MB.
MOST = 4


class _Kept(NamedTuple):
    state: tuple[object, ...]
    explanation: engine.Explanation


class _Latest:
    """The explanations that this process was asked for last, by event and round.

    They hold the computation that decided, which cannot be pickled into the cache. They never change, so
    threads share them. While one is computed, requests for others wait: side by side they would take longer.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[tuple[int, int], _Kept] = OrderedDict()

    def of(self, tournament: Tournament, number: int) -> engine.Explanation:
        # Read before the rows: an explanation that was computed while an act committed is out of date. The
        # mark goes with the cache, which is emptied when a copy of the database is put back.
        state = cache.get_or_set(f"explanations:{tournament.pk}", token_hex), _last_act(tournament, number)
        with self._lock:
            kept = self._kept.pop((tournament.pk, number), None)
            if kept is None or kept.state != state:
                kept = _Kept(state, engine.explanation(tournament, number))
            self._kept[tournament.pk, number] = kept
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
        return kept.explanation


def _last_act(tournament: Tournament, number: int) -> int | None:
    """The key of the last public act that may change the explanation: any but a result that came after it."""
    too_late = Q(action=AuditEvent.Action.RESULT_ENTERED, round_number__gte=number)
    acts = tournament.audit_events.exclude(Q(action__in=AuditEvent.PRIVATE) | too_late)
    return acts.values_list("pk", flat=True).first()


latest = _Latest()


def explained(tournament: Tournament, number: int, you: int | None = None) -> engine.Explained:
    """The explanation of a locked round in the reader's language.

    `you` is the pairing number of the player who is spoken to. Raises DomainError if there is no explanation.
    """
    return engine.Explained(latest.of(tournament, number), (get_language() or "en")[:2], you)
