"""Why a board has its colours: one position for each rule."""

from __future__ import annotations

import pytest

from pairing.core.colours import RULES, allocate
from pairing.core.tournament import Colour
from pairing.dutch import explained as dutch_explained
from pairing.explanation.account import colour_reason
from pairing.explanation.facts import ColourReason, ColourRule
from tests.each import each
from tests.pairing.people import a_record

WHITE, BLACK = Colour.WHITE, Colour.BLACK


@pytest.mark.parametrize(
    ("higher", "lower", "expected"),
    [
        ("WB", "BW", ColourReason(ColourRule.BOTH, "E.1", (1, 2))),
        ("WB", "", ColourReason(ColourRule.BOTH, "E.1", (1,))),
        ("", "WB", ColourReason(ColourRule.BOTH, "E.1", (2,))),
        ("WB", "B", ColourReason(ColourRule.STRONGER, "E.2", (2,))),
        ("WWW", "WW", ColourReason(ColourRule.STRONGER, "E.2", (1,), wider_difference=True)),
        ("BWWB", "WBWB", ColourReason(ColourRule.ALTERNATE, "E.3", (1, 2), games_back=3)),
        ("WBWB", "WB", ColourReason(ColourRule.HIGHER, "E.4", (1,))),
        ("", "", ColourReason(ColourRule.LOT, "E.5", (1,), order=1, drawn=WHITE)),
    ],
)
def test_each_rule(higher: str, lower: str, expected: ColourReason) -> None:
    one, two = a_record(1, higher), a_record(2, lower)
    assert colour_reason(RULES, dutch_explained.ARTICLES_2016.colour_rules, one, two, WHITE) == expected


def test_the_articles_of_2026() -> None:
    one, two = a_record(1, "WB"), a_record(2, "BW")
    assert (
        colour_reason(RULES, dutch_explained.ARTICLES_2026.colour_rules, one, two, WHITE).article
        == "art. 5.2.1"
    )


@each("higher", ["", "W", "WB", "WW", "BB", "WBW", "BWWB"])
@each("lower", ["", "B", "BW", "WW", "BB", "BWB", "WBWB"])
@each("order", [1, 2])
def test_whoever_decided_has_the_colour(higher: str, lower: str, order: int) -> None:
    one, two = a_record(1, higher, order=order), a_record(2, lower)
    reason = colour_reason(RULES, dutch_explained.ARTICLES_2016.colour_rules, one, two, BLACK)
    pair = allocate(one, two, BLACK)
    for record in (one, two):
        colour = WHITE if pair.white == record.number else BLACK
        if reason.rule is ColourRule.LOT:
            assert (colour is BLACK) is (order % 2 == 1) or record is two
        elif reason.rule is not ColourRule.ALTERNATE and record.number in reason.players:
            assert colour is record.preference.colour
    if reason.rule is ColourRule.ALTERNATE:
        assert reason.games_back is not None
        before = one.colours[-reason.games_back], two.colours[-reason.games_back]
        assert before == ((BLACK, WHITE) if pair.white == 1 else (WHITE, BLACK))
