"""Tie-breaks by the rating of each round (C.07 10), as the remarks of a report tell it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing.core.strength import BY_ROUND, with_new_ratings
from pairing.core.tournament import Cell, Colour, Outcome, Player, Tournament
from pairing.tie_breaks.ranking import standings

NEW = "### New rating @ Round 2: 2: 2000 => 2200"


def draw(opponent: int) -> Cell:
    return Cell(opponent, Colour.WHITE if opponent % 2 else Colour.BLACK, Outcome.DRAW)


# Four players, of whom 2 met 1 in round 1 and 3 in round 2.
EVENT = Tournament(
    players=(
        Player(1, cells=(draw(2), draw(4)), rating=2100),
        Player(2, cells=(draw(1), draw(3)), rating=2000),
        Player(3, cells=(draw(4), draw(2)), rating=1900),
        Player(4, cells=(draw(3), draw(1)), rating=1800),
    ),
    rounds=3,
)


def averages(*records: str, code: str = "ARO") -> dict[int, object]:
    event = with_new_ratings(replace(EVENT, other_records=records))
    return {line.number: line.values[code] for line in standings(event, ("PTS", code))}


def test_each_opponent_counts_with_the_rating_of_the_round() -> None:
    before = averages(NEW)
    assert before == averages()
    found = averages(NEW, BY_ROUND)
    assert {number: found[number] for number in (1, 2, 4)} == {number: before[number] for number in (1, 2, 4)}
    assert (before[3], found[3]) == (1900, 2000)
    assert averages(NEW, BY_ROUND, code="RTNG")[2] == 2000


def test_of_several_changes_the_last_one_before_the_round_counts() -> None:
    again = "### New rating @ Round 3: 2: 2200 => 2400"
    assert averages(NEW, again, BY_ROUND)[3] == 2000


def test_who_is_unrated_in_a_round_leaves_them_undefined_unless_a_rating_is_supposed() -> None:
    lost = "### New rating @ Round 2: 2: 2000 => -"
    assert set(averages(lost, BY_ROUND).values()) == {None}
    assert averages(lost, BY_ROUND, code="ARO/U1400")[3] == 1600


@pytest.mark.parametrize(
    "record",
    [
        "### New rating @ Round 2: 2: 2010 => 2200",
        "### New rating @ Round 1: 2: 2000 => 2200",
        "### New rating @ Round 2: 5: 2000 => 2200",
    ],
)
def test_a_remark_that_the_records_contradict_changes_nothing(record: str) -> None:
    assert averages(record, BY_ROUND) == averages()


def test_who_has_none_from_a_later_round_on_changes_no_standings_before_it() -> None:
    told = with_new_ratings(
        replace(EVENT, other_records=(BY_ROUND, "### New rating @ Round 2: 2: 2000 => -"))
    )
    before, after = (
        [line.values["ARO"] for line in standings(told, ("TPN", "ARO"), rounds=rounds)] for rounds in (1, 2)
    )
    assert before == [2000, 2100, 1800, 1900]
    assert after == [None] * 4
