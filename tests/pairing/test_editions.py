"""The registry of editions."""

from __future__ import annotations

import pytest

from pairing.core.tournament import Cell, Outcome, PairingError, Scoring
from pairing.dutch import edition_2016
from pairing.editions import EDITIONS, pair_round
from tests.pairing.positions import a_tournament


def test_every_edition_is_found_under_its_own_code() -> None:
    assert all(edition.code == code for code, edition in EDITIONS.items())
    assert all(edition.name and edition.description for edition in EDITIONS.values())


def test_pairing_by_code() -> None:
    tournament = a_tournament(9, 5)
    assert pair_round(tournament, "dutch-2016") == edition_2016.pair(tournament)


@pytest.mark.parametrize(
    ("code", "floats", "bars"),
    [
        ("dutch-2026", "UFH", "UF"),
        ("dutch-2016", "UFHZ", "U"),
        ("rating-2012", "UFH", "UFH"),
        ("rating-1998", "U", "UF"),
    ],
)
def test_which_unplayed_rounds_are_downfloats_and_which_bar_from_the_bye(
    code: str, floats: str, bars: str
) -> None:
    handling = EDITIONS[code].handling
    byes = {kind: Cell(outcome=Outcome(kind)) for kind in "UFHZ"}
    scoring = Scoring()
    assert bars == "".join(kind for kind, bye in byes.items() if handling.bars_from_bye(bye, scoring))
    assert floats == "".join(kind for kind, bye in byes.items() if handling.float_of(bye, 10, None, scoring))


def test_an_unknown_code_lists_the_known_ones() -> None:
    with pytest.raises(PairingError, match=r"Unknown edition 'dutch-1899'.*dutch-2016"):
        pair_round(a_tournament(4, 5), "dutch-1899")
