"""The line-up of a team: who plays at which board. The order of a team is fixed before the event.

C.04.6 deals only with the scores of teams; that the order is fixed, and who may play above whom, is for the
regulations of the competition to say. These are the usual ones.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairing.saying import Saying
from pairing.tournament import PairingError


def check_line_up(places: Sequence[int | None], boards: int) -> None:
    """Raise PairingError if these members may not sit in this order.

    They are given by their places in the order of the team, from 1, board 1 first; None is an empty board.
    Every board is named, nobody plays at two boards, and nobody plays above a member who precedes them.
    """
    if len(places) != boards:
        raise PairingError(
            Saying("A line-up names {expected} boards, found {found}.", expected=boards, found=len(places))
        )
    highest = 0
    above = 0
    for board, place in enumerate(places, 1):
        if place is None:
            continue
        if place in places[: board - 1]:
            raise PairingError(
                Saying(
                    "Number {place} of the team is named at two boards, the second is {board}.",
                    place=place,
                    board=board,
                )
            )
        if place < highest:
            raise PairingError(
                Saying(
                    "Number {place} of the team comes before number {other}, and so plays above: found them"
                    " at boards {board} and {above}.",
                    place=place,
                    other=highest,
                    board=board,
                    above=above,
                )
            )
        highest, above = place, board
