"""4.2: why one player is ranked before another, step by step to the tie-break that separates them."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from pairing.core.tournament import PairingError
from pairing.explanation.language import LANGUAGES
from pairing.tie_breaks import every_code, tie_break_by_code
from pairing.tie_breaks.ranking import EQUAL, compare, ranked, table_of
from pairing.tie_breaks.table import System
from pairing.trf import read
from tests.each import each
from tests.pairing.histories import MIXED, black, event, white

FILES = sorted((Path(__file__).parents[2] / "data" / "tiebreaks").glob("*.trf"))[:4]

# 1 and 2 have drawn all their games, also against each other; 3 has beaten 4.
LEVEL = event(
    [white(2, "="), black(3, "="), white(4, "=")],
    [black(1, "="), white(4, "="), black(3, "=")],
    [black(4, "1"), white(1, "="), white(2, "=")],
    [white(3, "0"), black(2, "="), black(1, "=")],
)


def told(tournament, codes, one, other, language="en"):
    steps = compare(table_of(tournament), codes, one, other)
    return [LANGUAGES[language].tell(step.told(f"P{step.higher}", f"P{step.lower}")) for step in steps]


def test_points_decide_at_once():
    assert told(LEVEL, ("PTS", "BH"), 1, 3) == ["Points: 2 for P3, 1.5 for P1. That decides: P3 is ahead."]


def test_each_tie_break_that_was_equal_is_named_before_the_one_that_decided():
    assert told(LEVEL, ("PTS", "WIN", "TPN"), 2, 1) == [
        "Points: 1.5 for both.",
        "Number of Wins: 0 for both.",
        "Pairing Number: 1 for P1, 2 for P2; less is better. That decides: P1 is ahead.",
    ]


def test_where_nothing_parts_them_all_are_named():
    assert told(LEVEL, ("PTS", "DE", "WIN"), 1, 2) == [
        "Points: 1.5 for both.",
        "Direct Encounter: 1 for both.",
        "Number of Wins: 0 for both.",
    ]
    assert str(EQUAL) == "Nothing separates them: they share the rank (C.07 4.2)."


def test_a_direct_encounter_is_that_of_all_who_are_level():
    games = event(
        [white(2, "1"), black(3, "0")],
        [black(1, "0"), white(4, "1")],
        [white(4, "="), white(1, "1")],
        [black(3, "="), black(2, "0")],
    )
    assert told(games, ("PTS", "DE"), 2, 1)[1] == (
        "Direct Encounter: place 1 for P1, place 2 for P2, by the games of those who were still level."
        " That decides: P1 is ahead."
    )


def test_who_has_no_value_is_behind():
    unrated = event([white(2, "=")], [black(1, "=")], ratings=(None, 2000))
    assert told(unrated, ("PTS", "RTNG"), 1, 2)[1] == (
        "Rating: 2000 for P2, and no value for P1. That decides: P2 is ahead."
    )
    assert (
        told(unrated, ("PTS", "ARO"), 1, 2)[1] == "Average Rating of Opponents: it has no value for either."
    )


def test_in_french_too():
    assert told(LEVEL, ("PTS",), 1, 3, "fr") == [
        "Points\N{NO-BREAK SPACE}: 2 pour P3, 1,5 pour P1. C’est ce qui décide\N{NO-BREAK SPACE}: P3 est"
        " devant."
    ]


def test_a_tie_break_that_nobody_knows():
    with pytest.raises(PairingError, match="XX"):
        list(compare(table_of(LEVEL), ("PTS", "XX"), 1, 2))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_says_what_the_standings_say(file):
    """Of any two players the one that it puts ahead has the better rank, and equals share theirs."""
    tournament = read(file.read_bytes())
    table = table_of(tournament)
    for codes in (("PTS", "BH/C1", "BH", "SB"), ("PTS", "DE", "WIN", "SB/C1", "TPN")):
        ranks = {line.number: line.rank for line in ranked(table, codes)}
        for one, other in list(combinations(sorted(ranks), 2))[:60]:
            *before, last = compare(table, codes, one, other)
            assert not any(step.decides for step in before)
            if last.decides:
                assert ranks[last.higher] < ranks[last.lower]
            else:
                assert (ranks[one], len(before) + 1) == (ranks[other], len(codes))


@each("code", every_code(System.SWISS))
def test_the_value_that_is_told_is_the_sum_of_the_lines_that_are_shown(code):
    known = tie_break_by_code(code)
    for step in compare(table_of(MIXED), (code,), 1, 2):
        for side in (step.of_higher, step.of_lower):
            counted = [line.part for line in side.lines if not line.left_out]
            if known.way.conclusion is None and known.among is None and counted:
                assert known.way.value(counted) == side.working.value
