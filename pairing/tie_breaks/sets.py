"""Lists of tie-breaks that go well together, to choose from; C.07 itself recommends none."""

from __future__ import annotations

from dataclasses import dataclass

from pairing.core.sentences import Saying
from pairing.tie_breaks.registry import (
    F_10,
    USUAL,
    USUAL_IN_ROUND_ROBINS,
    USUAL_IN_TEAM_ROUND_ROBINS,
    USUAL_OF_TEAMS,
)
from pairing.tie_breaks.table import System


@dataclass(frozen=True, slots=True)
class TieBreakSet:
    """A list of tie-breaks for events of one kind; the points come before them."""

    name: Saying
    # The events that it suits.
    meant_for: Saying
    codes: tuple[str, ...]
    system: System = System.SWISS


SETS = (
    TieBreakSet(
        Saying("Buchholz first"), Saying("for any Swiss, with ratings or without: the usual one"), USUAL[1:]
    ),
    TieBreakSet(
        Saying("Direct encounter first"),
        Saying("for a Swiss of many rounds, in which those at the top have met"),
        ("DE", "BH/C1", "BH", "SB", "WIN"),
    ),
    TieBreakSet(
        Saying("Wins before Buchholz"),
        Saying("for a Swiss where not all have a rating, or ratings of several kinds"),
        ("DE", "WIN", "BWG", "BH/C1", "BH", "SB"),
    ),
    TieBreakSet(
        Saying("Wins, then the ratings of the opponents"),
        Saying("for a Swiss where all have a rating of one kind"),
        ("DE", "WIN", "BWG", "ARO/C1", "BH/C1", "BH", "SB"),
    ),
    TieBreakSet(
        Saying("Games against one another, then wins"),
        Saying("for round robins, in which all meet: the usual one"),
        USUAL_IN_ROUND_ROBINS[1:],
        System.ROUND_ROBIN,
    ),
    TieBreakSet(
        Saying("Sonneborn-Berger first"),
        Saying("for round robins of old habit"),
        ("SB", "DE", "WIN", "KS"),
        System.ROUND_ROBIN,
    ),
    TieBreakSet(
        Saying("Buchholz of matches first"),
        Saying("for a Double-Swiss, each match of two games a round: the usual one"),
        USUAL[1:],
        System.DOUBLE_SWISS,
    ),
    TieBreakSet(
        Saying("Matches against one another first"),
        Saying("for a Double-Swiss in which those at the top have met"),
        ("DE", "BH/C1", "BH", "SB"),
        System.DOUBLE_SWISS,
    ),
    TieBreakSet(
        Saying("The other score, then Buchholz"),
        Saying("for teams in a Swiss: the usual one"),
        USUAL_OF_TEAMS[1:],
        System.TEAMS,
    ),
    TieBreakSet(
        Saying("Sonneborn-Berger of teams first"),
        Saying("for teams in a Swiss of many rounds, as at Olympiads"),
        ("EMGSB/C1", "MPvGP", "BH/C1"),
        System.TEAMS,
    ),
    TieBreakSet(
        Saying("Matches against one another, then the other score"),
        Saying("for teams, where those at the top have met"),
        ("EDET", "MPvGP", "EMGSB/C1", "BH/C1"),
        System.TEAMS,
    ),
    TieBreakSet(
        Saying("The other score, then matches against one another"),
        Saying("for round robins of teams: the usual one"),
        USUAL_IN_TEAM_ROUND_ROBINS[1:],
        System.TEAM_ROUND_ROBIN,
    ),
    TieBreakSet(
        Saying("Matches against one another, then the other score"),
        Saying("for round robins of teams in which matches count before boards"),
        ("EDE", "MPvGP", "EMGSB"),
        System.TEAM_ROUND_ROBIN,
    ),
    TieBreakSet(
        Saying("F.10 of the rules of 1998"), Saying("for the Swiss System based on rating of 1998"), F_10[1:]
    ),
)
