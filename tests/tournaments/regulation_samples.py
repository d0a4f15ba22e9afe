"""Events whose regulations are all something else than the usual."""

from __future__ import annotations

from typing import Any

from tournaments.models import Tournament
from tournaments.models.tournament import Matter

# Every regulation by what it is about, which decides what becomes of it, with a value that is not the usual
# one; None for those that each event has of its own.
REGULATIONS: dict[Matter, dict[str, Any]] = {
    Matter.SYSTEM: {"number_of_rounds": 6, "edition": None},
    Matter.OWN_TABLE: {"own_table": "1-4 2-3\n4-3 1-2\n2-4 3-1"},
    Matter.ACCELERATION: {"acceleration": "declared", "virtual_groups": "1-2 1-4 1"},
    Matter.COLOUR: {"initial_colour": None, "colour_origin": None},
    Matter.POINTS: {"points_win": 30, "points_draw": 11, "points_loss": 1, "points_pab": 20},
    Matter.RATINGS: {
        "rating_kind": "rapid",
        "rating_method": "OTHER",
        "rating_sequence": "rapid national",
        "highest_counts": True,
    },
    Matter.EQUALS: {"among_equals": "birth"},
    Matter.TIE_BREAKS: {"tie_breaks": "DE,SB", "tie_break_text": "2024", "tie_break_rating": "present"},
    Matter.GAMES: {"chess960": True},
    Matter.TEAMS: {"boards": 4, "team_scores": "GP_MP", "colour_type": "B"},
    Matter.DAYS: {"start_date": None, "end_date": None},
    Matter.PLACE: {
        "name": None,
        "city": "Oban",
        "federation": "SCO",
        "time_control": "90 min",
        "time_control_code": "5400+30",
    },
    Matter.CONDITIONS: {
        "correction_minutes": 30,
        "minutes": 120,
        "championship": "national",
        "no_members": "XXX",
        "language": "fr",
    },
    Matter.LISTS: {"list_month": None, "national_list": "SCO", "compares_ratings": False},
    # What happens in the course of the event, each by an act of its own.
    Matter.COURSE: {"check_in_at": None, "list_closed_at": None, "finished_at": None},
    Matter.COPY: {"slug": None, "revision": None, "public_revision": None},
}
# Those that no record of a report tells.
WITHOUT_RECORD = {
    *REGULATIONS[Matter.CONDITIONS],
    *("chess960", "rating_sequence", "highest_counts", "among_equals", "tie_break_text", "tie_break_rating"),
    *("national_list", "compares_ratings"),
}
_OF_SOME = {Matter.OWN_TABLE, Matter.TEAMS}


def _entered(*matters: Matter) -> dict[str, Any]:
    found = {name: value for matter in matters for name, value in REGULATIONS[matter].items()}
    return {name: value for name, value in found.items() if value is not None}


# Events that together have all of them.
UNUSUAL: tuple[dict[str, Any], ...] = (
    _entered(*(matter for matter in REGULATIONS if matter not in _OF_SOME)),
    {"edition": "round-robin", "number_of_rounds": 3, **_entered(Matter.OWN_TABLE)},
    {"edition": "swiss-team-2026", "number_of_rounds": 5, **_entered(Matter.TEAMS)},
)


def regulations() -> set[str]:
    """The fields of an event that people enter."""
    return {field.name for field in Tournament._meta.concrete_fields if field.editable} - {"id"}
