"""The tie-breaks of C.07: how each is computed, and what it was computed from."""

from pairing.tie_breaks.registry import (
    GIVEN,
    SETS,
    TIE_BREAKS,
    USUAL,
    USUAL_IN_ROUND_ROBINS,
    USUAL_IN_TEAM_ROUND_ROBINS,
    USUAL_OF_TEAMS,
    TieBreak,
    TieBreakSet,
    check_tie_breaks,
    every_code,
    tie_break_by_code,
    with_unrated,
)
from pairing.tie_breaks.table import System, Table, Text, system_of, text_in_force
from pairing.tie_breaks.working import Value, hundredths, written

__all__ = [
    "GIVEN",
    "SETS",
    "TIE_BREAKS",
    "USUAL",
    "USUAL_IN_ROUND_ROBINS",
    "USUAL_IN_TEAM_ROUND_ROBINS",
    "USUAL_OF_TEAMS",
    "System",
    "Table",
    "Text",
    "TieBreak",
    "TieBreakSet",
    "Value",
    "check_tie_breaks",
    "every_code",
    "hundredths",
    "system_of",
    "text_in_force",
    "tie_break_by_code",
    "with_unrated",
    "written",
]
