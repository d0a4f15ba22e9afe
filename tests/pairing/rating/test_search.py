"""The search's shortcuts find what the long way finds, in brackets too large for a literal search."""

from __future__ import annotations

import pytest

from pairing.core.edition import Edition
from pairing.core.tournament import RoundPairing, Tournament, UnpairableRound
from pairing.rating import procedure, search
from pairing.rating.edition_1998 import RATING_1998
from pairing.rating.edition_2012 import RATING_2012
from tests.pairing.positions import Habits, a_tournament, events, random_history, seeded

# A position, the edition to pair it by, and the pairing.
type Case = tuple[Tournament, Edition, RoundPairing | None]


def pair(tournament: Tournament, edition: Edition) -> RoundPairing | None:
    try:
        return edition.pair(tournament)
    except UnpairableRound:
        return None


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    """Positions with brackets of 20 players and more, and histories that ask for exchanges."""
    found = []
    for edition in (RATING_1998, RATING_2012):
        rng = seeded(edition.code)
        habits = Habits(draws=60, requested_byes=4)
        tournaments = list(events(rng, a_tournament(51, 5), 5, habits, edition.code))
        tournaments += [random_history(rng, rng.randint(30, 50), 6) for _ in range(5)]
        found += [(tournament, edition, pair(tournament, edition)) for tournament in tournaments]
    return found


@pytest.mark.parametrize("at_once", [1, 3, 100])
def test_how_many_opponents_are_settled_at_once(
    cases: list[Case], at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "AT_ONCE", at_once)
    assert all(pair(tournament, edition) == pairing for tournament, edition, pairing in cases)


def test_the_first_attempt_is_what_the_search_finds(
    cases: list[Case], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(procedure, "first_attempt", lambda *_: None)
    assert all(pair(tournament, edition) == pairing for tournament, edition, pairing in cases)
