"""C.07 and C.05 6.6 on random events: standings are those of the text carried out to the letter."""

from __future__ import annotations

import pytest

from pairing.tie_breaks import table
from tests.pairing.random_standings import KINDS, Tally

EVENTS = 5


@pytest.mark.parametrize("kind", KINDS)
def test_every_value_and_every_rank_is_that_of_the_letter(kind: str) -> None:
    tally = Tally()
    for seed in range(EVENTS):
        tally.compare(kind, f"test {seed}")
    assert tally.differences == []
    assert tally.counts["events"] == EVENTS


def test_a_limit_that_counts_the_games_of_who_left_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A negative control: half of the most games that anybody had, whoever left."""

    def most_of_anybody(self: table.Table) -> int:
        met = (sum(one.opponent is not None for one in entries) for entries in self.entries.values())
        return 10 * max(met)

    monkeypatch.setattr(table.Table, "most_points", property(most_of_anybody))
    tally = Tally()
    for seed in range(EVENTS):
        tally.compare("round-robin", f"test {seed}")
    assert tally.differences
    assert all("KS" in one for one in tally.differences)
