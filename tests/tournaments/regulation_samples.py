"""Events whose regulations are all something else than the usual."""

from __future__ import annotations

from typing import Any

from tournaments.models import Tournament

# Together they have every regulation that an event announces, none of them at its default.
UNUSUAL: tuple[dict[str, Any], ...] = (
    {
        "city": "Oban",
        "federation": "SCO",
        "time_control": "90 min",
        "time_control_code": "5400+30",
        "number_of_rounds": 6,
        "points_win": 30,
        "points_draw": 11,
        "points_loss": 1,
        "points_pab": 20,
        "acceleration": "declared",
        "virtual_groups": "1-2 1-4 1",
        "chess960": True,
        "correction_minutes": 30,
        "minutes": 120,
        "championship": "national",
        "no_members": "XXX",
        "language": "fr",
        "rating_kind": "rapid",
        "rating_method": "OTHER",
        "rating_sequence": "rapid national",
        "highest_counts": True,
        "national_list": "SCO",
        "compares_ratings": False,
        "among_equals": "birth",
        "tie_breaks": "DE,SB",
        "tie_break_text": "2024",
        "tie_break_rating": "present",
    },
    {"edition": "round-robin", "number_of_rounds": 3, "own_table": "1-4 2-3\n4-3 1-2\n2-4 3-1"},
    {
        "edition": "swiss-team-2026",
        "number_of_rounds": 5,
        "boards": 4,
        "team_scores": "GP_MP",
        "colour_type": "B",
    },
)


def regulations() -> set[str]:
    """The fields of an event that people enter."""
    return {field.name for field in Tournament._meta.concrete_fields if field.editable} - {"id"}
