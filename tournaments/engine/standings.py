"""The standings of an event by its own tie-breaks, and what each of them was computed from."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pairing import ranking, tie_breaks
from tournaments.engine.editions import known_words
from tournaments.engine.positions import position
from tournaments.engine.rows import Result
from tournaments.engine.tie_breaks import Column, column
from tournaments.models import Round, Tournament

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pairing import tournament as rules
    from tournaments.models import Correction

# Ranks, points and tie-breaks of one player, for those who show them.
Standing = ranking.Standing

# What a tie-break comes to, and how that is printed.
TieBreakValue = tie_breaks.Value
tie_break_in_print = tie_breaks.written


def _codes(tournament: Tournament) -> list[str]:
    """What the standings go by, the points first."""
    return ["PTS", *tournament.tie_break_codes]


def _scores(tournament: Tournament, present: rules.Tournament, rounds: int) -> tie_breaks.Table:
    return ranking.table_of(present, rounds=rounds, text=tie_breaks.Text(tournament.tie_break_text))


def table(tournament: Tournament, *, supposed: Sequence[Correction] = ()) -> tuple[Standing, ...]:
    """The standings after all that has been published and played; who was expelled is in none."""
    expelled = set(tournament.players.filter(expelled=True).values_list("number", flat=True))
    scores = _scores(tournament, position(tournament, supposed=supposed), finished_rounds(tournament))
    lines = [line for line in ranking.ranked(scores, _codes(tournament)) if line.number not in expelled]
    first: dict[int, int] = {}
    for place, line in enumerate(lines, 1):
        first.setdefault(line.rank, place)
    return tuple(replace(line, rank=first[line.rank]) for line in lines)


def ranks(tournament: Tournament, present: rules.Tournament, *, interim: bool) -> dict[int, int]:
    """Pairing number -> rank by the event's tie-breaks, a round that is on included; {} before round 1.

    A game without a result counts as a draw in an `interim` file, and else for nothing.
    """
    if not present.played_rounds:
        return {}
    known = present.with_pending_drawn() if interim else present
    scores = _scores(tournament, known, present.played_rounds)
    return {line.number: line.rank for line in ranking.ranked(scores, _codes(tournament))}


def workings(tournament: Tournament, number: int) -> list[tuple[Column, list[str]]]:
    """What each tie-break of the player with this pairing number was computed from, a line each."""
    language = known_words()
    scores = _scores(tournament, position(tournament), finished_rounds(tournament))
    return [
        (column(found.tie_break), [language.tell(line) for line in found.told])
        for found in ranking.opened(scores, number, _codes(tournament))[1:]
    ]


def finished_rounds(tournament: Tournament) -> int:
    """The round that the standings stand after: the last one with no result missing.

    An adjourned game holds nothing up: it is open in the standings.
    """
    public = tournament.rounds.filter(state__in=Round.LOCKED)
    return max(public.exclude(games__result=Result.NOT_YET).values_list("number", flat=True), default=0)
