"""The best candidate of a bracket (C.04.3 B.8), found the short way where there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.dutch.bracket import Candidate
from pairing.dutch.plain_bracket import pair_plainly
from pairing.dutch.weighed_bracket import pair_by_weight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pairing.dutch.bracket import Bracket
    from pairing.dutch.criteria import Criterion


def pair_bracket(bracket: Bracket, criteria: Sequence[Criterion]) -> Candidate:
    """C.04.3 B.4, B.8: the perfect candidate, or else the best, the earliest generated among equals.

    `criteria` are those of the edition, by descending priority.
    """
    if len(bracket.players) == 1:
        return Candidate((), bracket.players)
    pairs = pair_plainly(bracket, criteria)
    if pairs is None:
        pairs = pair_by_weight(bracket, criteria)
    placed = {record for pair in pairs for record in pair}
    return Candidate(tuple(pairs), tuple(record for record in bracket.players if record not in placed))
