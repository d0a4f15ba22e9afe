"""The registry of editions."""

from __future__ import annotations

import pytest

from pairing.dutch import edition_2016
from pairing.editions import EDITIONS, pair_round
from pairing.tournament import PairingError
from tests.pairing.positions import a_tournament


def test_every_edition_is_found_under_its_own_code() -> None:
    assert all(edition.code == code for code, edition in EDITIONS.items())
    assert all(edition.name and edition.description for edition in EDITIONS.values())


def test_pairing_by_code() -> None:
    tournament = a_tournament(9, 5)
    assert pair_round(tournament, "dutch-2016") == edition_2016.pair(tournament)


def test_an_unknown_code_lists_the_known_ones() -> None:
    with pytest.raises(PairingError, match=r"Unknown edition 'dutch-1899'.*dutch-2016"):
        pair_round(a_tournament(4, 5), "dutch-1899")
