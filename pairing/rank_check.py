"""Checks the ranks in a report against the tie-breaks that the report itself names (records 202 and 212)."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass

from pairing.core.tournament import PairingError, Tournament
from pairing.editions import in_standings, left_out
from pairing.ranking import standings
from pairing.remarks import expelled_by_remarks, for_standings
from pairing.tie_breaks import system_of, text_in_force


@dataclass(frozen=True, slots=True)
class RankDifference:
    """A player who is not where the tie-breaks put them. Places count players with a rank, from 1."""

    number: int
    found: int
    expected: int


@dataclass(frozen=True, slots=True)
class RankCheck:
    """The players who are in a wrong place; or, in `message`, why the ranks could not be checked."""

    tie_breaks: tuple[str, ...]
    differences: tuple[RankDifference, ...] = ()
    message: str = ""


def check_ranks(tournament: Tournament) -> RankCheck | None:
    """Compare the ranks of the players with the standings by the tournament's own tie-breaks.

    Returns None if the tournament names no tie-breaks. They are computed by the text in force on its last
    day. Players without a rank are skipped, and only the order counts: ranks may leave numbers out.
    Corrections for rating alone, as remarks of the file say, change no rank. Players whom the tie-breaks
    leave equal may be in any order; others must not share a rank. Expelled players are in no standings, so
    their ranks are skipped. In a tournament of teams the ranks are those of the teams.
    """
    tie_breaks = tournament.tie_breaks
    if not tie_breaks:
        return None
    try:
        counted = in_standings(for_standings(tournament))
        lines = standings(
            counted,
            tie_breaks,
            system=system_of(tournament),
            text=text_in_force(tournament.end_date),
            left_out=left_out(tournament),
        )
    except PairingError as error:
        return RankCheck(tie_breaks, message=str(error))
    expelled = expelled_by_remarks(tournament)
    stated = {
        player.number: player.rank
        for player in counted.players
        if player.rank is not None and player.number not in expelled
    }
    if not stated:
        return RankCheck(tie_breaks, message="no player has a rank")
    proper = {line.number: line.rank for line in lines if line.number in stated}
    found, expected = _places(stated), _places(proper)
    equals = Counter(expected.values())
    return RankCheck(
        tie_breaks,
        tuple(
            RankDifference(number, found[number], place)
            for number, place in expected.items()
            if not place <= found[number] < place + equals[place]
        ),
    )


def _places(ranks: dict[int, int]) -> dict[int, int]:
    """The place of each player: 1 plus the number of better ranks. Ranks may leave numbers out."""
    ordered = sorted(ranks.values())
    return {number: 1 + bisect_left(ordered, rank) for number, rank in ranks.items()}
