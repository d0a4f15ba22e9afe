"""An obstacle names the place where it is put right, and every place has an address."""

from __future__ import annotations

import pytest

from tournaments.errors import Cure, Place
from tournaments.models import Tournament
from tournaments.web.refusals import address

pytestmark = pytest.mark.any_database


@pytest.mark.parametrize(
    ("cure", "path"),
    [
        (Cure(Place.DESK), "desk/"),
        (Cure(Place.INITIAL_COLOUR), "desk/#initial-colour"),
        (Cure(Place.ABSENCES), "desk/#absences"),
        (Cure(Place.PLAYERS), "desk/players/"),
        (Cure(Place.SETTINGS), "desk/settings/"),
        (Cure(Place.TIE_BREAKS), "desk/tie-breaks/"),
        (Cure(Place.ROUND, 3), "desk/rounds/3/"),
        (Cure(Place.BOARD, 3, 7), "desk/rounds/3/#board-7"),
        (Cure(Place.DEADLINE, 3), "desk/rounds/3/#deadline"),
        (Cure(Place.REPAIR, 3), "desk/rounds/3/#repair"),
        (Cure(Place.EVENT_FIELD, field="city"), "desk/for-the-report/#id_city"),
        (Cure(Place.ARBITERS), "desk/for-the-report/#arbiters"),
        (Cure(Place.ARBITER, arbiter=2), "desk/for-the-report/#id_2-fide_id"),
        (Cure(Place.SCHEDULE), "desk/schedule/"),
        (Cure(Place.START, 3), "desk/schedule/#round-3"),
        (Cure(Place.PLAYER, player=17), "desk/players/17/"),
        (Cure(Place.NOTE, note=5), "desk/integrity/#event-5"),
    ],
)
def test_a_link_leads_to_the_place(cure: Cure, path: str) -> None:
    assert address(cure, Tournament(slug="open")) == f"/t/open/{path}"


@pytest.mark.parametrize("place", Place)
def test_every_place_has_an_address(place: Place) -> None:
    assert address(Cure(place, 1, 1, 1, "city"), Tournament(slug="open")).startswith("/t/open/desk/")
