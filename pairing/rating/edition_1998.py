"""The Swiss System Based on Rating as approved in 1992, 1997 and 1998: the rules peculiar to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pairing.core.edition import KEPT_APART, Book, Edition, Ground, Handling, ReportCodes, Wrong
from pairing.core.records import (
    Float,
    Preference,
    Record,
    Strength,
    bars_by_1998,
    make_records,
    same_preference,
)
from pairing.core.sentences import in_catalogue
from pairing.core.tournament import Cell, Colour, Outcome, RoundPairing, Scoring, Tournament
from pairing.rating.procedure import Decision, Revision, decide_round, x_of_1998
from pairing.rating.search import Bracket, Requirement, Requirements, upfloater
from pairing.tie_breaks.registry import F_10


def decide(tournament: Tournament) -> Decision:
    """The coming round of `tournament` by the text of 1998, and how it was decided.

    Raises the same errors as `pair`.
    """
    return decide_round(tournament, records_of(tournament), REVISION_1998)


def records_of(tournament: Tournament) -> tuple[Record, ...]:
    """The players of the coming round; raises PairingError if the history is not fit to pair from."""
    records = make_records(tournament, float_of=float_of, bars_from_bye=bars_by_1998)
    return tuple(map(freed_in_last_round, records))


def pair(tournament: Tournament) -> RoundPairing:
    """The pairing of the round after the last one that was paired, by the text of 1998.

    Players with a bye noted for that round are left out. The boards come in publishing order. Raises
    UnpairableRound when no pairing keeps B.1 and B.2, and PairingError when a result is missing, or the
    initial colour if it is needed.
    """
    return decide(tournament).pairing


# -- A ---------------------------------------------------------------------------------------------------


def float_of(cell: Cell, own: int, opponent: int | None, _scoring: Scoring) -> Float | None:
    """A.4, A.5: of two players paired, the higher one floats down, the lower one up; a bye is a downfloat.

    The float is on the pairing card as soon as the pair is made, whether the game is played or not. A player
    who was not paired does not float.
    """
    if cell.outcome is Outcome.PAIRING_ALLOCATED_BYE:
        return Float.DOWN
    if opponent is None or own == opponent:
        return None
    return Float.DOWN if own > opponent else Float.UP


def freed_in_last_round(record: Record) -> Record:
    """A.7.a: a player with over 50 % has no absolute preference in the last round, only a lesser one."""
    if not (record.topscorer and record.preference.absolute):
        return record
    if record.difference:
        colour = Colour.BLACK if record.difference > 0 else Colour.WHITE
        return replace(record, preference=Preference(colour, Strength.STRONG))
    return replace(record, preference=Preference(record.colours[-1].opposite, Strength.MILD))


def homogeneous(bracket: Bracket) -> bool:
    """A.3: at least half moved down makes the bracket homogeneous, even if it was joined (C.13)."""
    return bracket.mostly_moved_down


def first_values(_number: int, players: Sequence[Record]) -> dict[str, int]:
    """C.2: x according to A.8."""
    return {"x": x_of_1998(players)}


# -- B ---------------------------------------------------------------------------------------------------


def repeated_float(record: Record, float_: Float) -> int:
    """B.5, B.6: 2 if the float of the last round is repeated, 1 if that of two rounds before is, else 0.

    Neither applies in the last round to a player with over 50 % (the note to B.6).
    """
    if record.topscorer:
        return 0
    if record.had(float_, 1):
        return 2
    return int(record.had(float_, 2))


def repeated_downfloat(record: Record) -> int:
    """B.5, B.6: for a player who is left over."""
    return repeated_float(record, Float.DOWN)


def repeated_upfloat(one: Record, two: Record) -> int:
    """B.5, B.6: for the lower of two players with unequal scores."""
    record = upfloater(one, two)
    return repeated_float(record, Float.UP) if record else 0


# What boards made by hand may violate, and the rules around the pairing: both revisions number them alike.
FAULTS = {
    Wrong.REMATCH: "B.1.a",
    Wrong.FORBIDDEN: KEPT_APART,
    Wrong.THIRD_COLOUR: "B.2",
    Wrong.COLOUR_DIFFERENCE: "B.2",
    Wrong.BOTH_COLOURS: "E.1",
    Wrong.BYE: "B.1.b",
}


HANDLING = Handling(
    grounds_for_change=(Ground.REMATCH, Ground.COLOURS),
    change_article="F.6",
    absence_is_withdrawal=True,
    articles={"C.04.2 D.2": "F.8", "C.04.2 D.10": "F.6"},
)


def topscorer_is_excused(player: Record, _other: Record) -> bool:
    """A.7.a, B.2: in the last round a player with over 50 % need not get any particular colour."""
    return player.topscorer


# -- C ---------------------------------------------------------------------------------------------------

# B.4: refused colour preferences, one budget for the whole bracket.
C_11 = Requirement("C.11", "x", of_pair=same_preference)
# First B.6 is dropped for upfloats, then B.5 too.
C_10 = Requirement("C.10", "upfloats", of_pair=repeated_upfloat, wholesale=True)
# First B.6 is dropped for downfloats, then B.5 too; both hold again for each new remainder.
C_9 = Requirement("C.9", "downfloats", of_floater=repeated_downfloat, wholesale=True, in_remainder=True)


def requirements(_number: int, heterogeneous: bool) -> Requirements:
    """C.9 to C.11: the requirements given up in turn, the last one first."""
    return (C_11, C_10, C_9) if heterogeneous else (C_11, C_9)


REVISION_1998 = Revision(
    homogeneous=homogeneous,
    first_values=first_values,
    requirements=requirements,
    same_scores=False,
)

RATING_1998 = Edition(
    code="rating-1998",
    name=in_catalogue("Swiss System Based on Rating, 1998"),
    description=in_catalogue(
        "C.04.1 as approved from 1992 to 1998: to replay, to teach, or for a club that keeps it."
    ),
    pair=pair,
    records=records_of,
    explained_by="pairing.rating.explained:account_of_1998",
    # FIDE has no code for it; this one is our own.
    report=ReportCodes("BOARD_ONE_RATING_1998", superseded=True),
    faults=Book(FAULTS, topscorer_is_excused),
    handling=replace(
        HANDLING,
        # A.2 c does not mention candidate masters.
        title_order=("GM", "WGM", "IM", "WIM", "FM", "WFM"),
        float_of=float_of,
        bars_from_bye=bars_by_1998,
        tie_breaks=F_10,
    ),
)
