"""The log as people read it: results that one person enters in a row become one line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from tournaments.models import AuditEvent

# With fewer results, listing them is as short as a line about them.
LEAST = 3


@dataclass(frozen=True, slots=True)
class Line:
    """One act, or a burst of results of one round by one person; the latest first."""

    acts: tuple[AuditEvent, ...]

    @property
    def latest(self) -> AuditEvent:
        """The act itself, or the last act of the burst."""
        return self.acts[0]

    @property
    def first(self) -> AuditEvent:
        """The act with which the burst began."""
        return self.acts[-1]

    @property
    def is_burst(self) -> bool:
        """Whether it stands for several acts."""
        return len(self.acts) > 1

    @property
    def minutes(self) -> int:
        """How long a burst took."""
        return round((self.latest.at - self.first.at).total_seconds() / 60)

    @property
    def boards(self) -> str:
        """The boards of a burst, runs of them shortened: "1–24, 30"."""
        numbers = sorted({_board(act) or 0 for act in self.acts})
        runs = groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
        found = [[number for _place, number in run] for _key, run in runs]
        return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in found)


def _board(act: AuditEvent) -> int | None:
    board = act.after.get("board") if isinstance(act.after, dict) else None
    return board if isinstance(board, int) else None


def lines(acts: Iterable[AuditEvent]) -> list[Line]:
    """The acts, latest first, with bursts of results in one line each.

    Two people who enter at the same time have a line each. Results that were changed, cleared or corrected
    stay by themselves.
    """
    found: list[Line] = []
    for (action, _round), run in groupby(acts, key=lambda act: (act.action, act.round_number)):
        if action != AuditEvent.Action.RESULT_ENTERED:
            found += [Line((act,)) for act in run]
            continue
        people: dict[object, list[AuditEvent]] = {}
        for act in run:
            # An act without a board was not written by a service and stays by itself.
            person = (act.actor_id, act.helper_id) if _board(act) else act.pk
            people.setdefault(person, []).append(act)
        for theirs in people.values():
            found += [Line(tuple(theirs))] if len(theirs) >= LEAST else [Line((act,)) for act in theirs]
    return found
