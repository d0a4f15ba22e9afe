"""The Swiss System Based on Rating as agreed in Istanbul in 2012: the rules peculiar to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pairing.core.edition import Book, Edition, ReportCodes
from pairing.core.records import (
    Float,
    Record,
    bars_by_2012,
    make_records,
    pair_is_excused,
    same_absolute_preference,
    same_preference,
    same_strong_preference,
)
from pairing.core.sentences import in_catalogue
from pairing.core.tournament import Cell, RoundPairing, Scoring, Tournament
from pairing.rating.edition_1998 import FAULTS, HANDLING
from pairing.rating.procedure import Decision, Revision, decide_round, x1_of_2012, z1_of_2012
from pairing.rating.search import Bracket, Requirement, Requirements, upfloater


def decide(tournament: Tournament) -> Decision:
    """The coming round of `tournament` by the text of 2012, and how it was decided.

    Raises the same errors as `pair`.
    """
    return decide_round(tournament, records_of(tournament), REVISION_2012)


def records_of(tournament: Tournament) -> tuple[Record, ...]:
    """The players of the coming round; raises PairingError if the history is not fit to pair from."""
    return make_records(tournament, float_of=float_of, bars_from_bye=bars_by_2012)


def pair(tournament: Tournament) -> RoundPairing:
    """The pairing of the round after the last one that was paired, by the text of 2012.

    Players with a bye noted for that round are left out. The boards come in publishing order. Raises
    UnpairableRound when no pairing keeps B.1 and B.2, and PairingError when a result is missing, or the
    initial colour if it is needed.
    """
    return decide(tournament).pairing


# -- A ---------------------------------------------------------------------------------------------------


def float_of(cell: Cell, own: int, opponent: int | None, scoring: Scoring) -> Float | None:
    """A.4: of two players paired, the higher one floats down and the lower one up.

    B.1.b: a player who received a point or half a point without playing is a downfloater in any case. A
    player who was not paired and received nothing does not float.
    """
    if bars_by_2012(cell, scoring):
        return Float.DOWN
    if opponent is None or own == opponent:
        return None
    return Float.DOWN if own > opponent else Float.UP


def homogeneous(bracket: Bracket) -> bool:
    """A.3: at least half moved down makes a bracket homogeneous; a joined one never is (C.13)."""
    return bracket.mostly_moved_down and not bracket.joined


def first_values(number: int, players: Sequence[Record]) -> dict[str, int]:
    """C.2.b: X1, and in even rounds Z1, according to A.8."""
    x1 = {"X": x1_of_2012(players)}
    return x1 if number % 2 else x1 | {"Z": z1_of_2012(players)}


def treated_as_absolute(one: Record, two: Record) -> bool:
    """A.7.d: strong preferences of an odd round clash like absolute ones, which are left to B.2."""
    return same_strong_preference(one, two) and not same_absolute_preference(one, two)


# -- B ---------------------------------------------------------------------------------------------------


def downfloated(rounds_ago: int) -> Callable[[Record], int]:
    """B.5, B.6: whether a player who is left over floated down this many rounds ago."""
    return lambda record: record.had(Float.DOWN, rounds_ago)


def upfloated(rounds_ago: int) -> Callable[[Record, Record], int]:
    """B.5, B.6: whether the lower of two players with unequal scores floated up this many rounds ago."""

    def of_pair(one: Record, two: Record) -> int:
        record = upfloater(one, two)
        return record is not None and record.had(Float.UP, rounds_ago)

    return of_pair


# -- C ---------------------------------------------------------------------------------------------------

# B.2 for top scorers.
C_10_G = Requirement("C.10.g", "B.2", of_pair=same_absolute_preference)
# Odd rounds.
C_10_F = Requirement("C.10.f", "A.7.d", of_pair=treated_as_absolute)
C_10_E_X = Requirement("C.10.e", "X", of_pair=same_preference)
# Even rounds.
C_10_E_Z = Requirement("C.10.e", "Z", of_pair=same_strong_preference)
C_10_D = Requirement("C.10.d", "B.5 for downfloaters", of_floater=downfloated(1))
C_10_C = Requirement("C.10.c", "B.6 for downfloaters", of_floater=downfloated(2))
# Heterogeneous brackets.
C_10_B = Requirement("C.10.b", "B.5 for upfloaters", of_pair=upfloated(1))
C_10_A = Requirement("C.10.a", "B.6 for upfloaters", of_pair=upfloated(2))


def requirements(number: int, heterogeneous: bool) -> Requirements:
    """C.10: the requirements given up in turn, the last one first, each for as few pairs as possible."""
    odd = number % 2 == 1
    colours = (C_10_G, C_10_F, C_10_E_X) if odd else (C_10_G, C_10_E_X, C_10_E_Z)
    downfloats = (C_10_D, C_10_C)
    upfloats = (C_10_B, C_10_A) if heterogeneous else ()
    return (*colours, *downfloats, *upfloats)


REVISION_2012 = Revision(
    homogeneous=homogeneous,
    first_values=first_values,
    requirements=requirements,
    same_scores=True,
)

RATING_2012 = Edition(
    code="rating-2012",
    name=in_catalogue("Swiss System Based on Rating, 2012"),
    description=in_catalogue(
        "C.04.1 as agreed in Istanbul in 2012: to replay, to teach, or for a club that keeps it."
    ),
    pair=pair,
    records=records_of,
    explained_by="pairing.rating.explained:account_of_2012",
    # FIDE has no code for it; this one is our own.
    report=ReportCodes("BOARD_ONE_RATING_2012", superseded=True),
    faults=Book(FAULTS, pair_is_excused),
    handling=replace(HANDLING, float_of=float_of, bars_from_bye=bars_by_2012),
)
