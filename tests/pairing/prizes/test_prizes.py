"""How a prize fund is given out, case by case (docs/rules/prizes.md)."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

from pairing.core.tournament import PairingError
from pairing.explanation.language import ENGLISH, LANGUAGES
from pairing.prizes import (
    Distribution,
    Finisher,
    Fund,
    PrizeList,
    Sharing,
    Unawarded,
    best_teams,
    check_amounts,
    currency,
    distribute,
)
from tests.pairing.prizes.funds import EUR, one_list, players


def given_out(*lists: PrizeList, step: int = 1, one_each: bool = True) -> Distribution:
    return distribute(Fund(lists, EUR, step, one_each))


def euros(found: Distribution, of: int = 0) -> dict[str, float]:
    return {award.finisher.name: award.amount / 100 for award in found.awards if award.of == of}


# -- sharing ----------------------------------------------------------------------------------------


def test_who_is_level_on_points_shares_the_prizes_of_the_places_equally() -> None:
    """1998, F.10: "should this be equal for several participants prize money should be shared"."""
    found = given_out(one_list(1000, 600, 400, of=players(70, 65, 65, 65, 60)))
    assert euros(found) == pytest.approx({"A": 1000, "B": 333.34, "C": 333.33, "D": 333.33})


def test_horts_system_gives_half_to_the_place_and_shares_the_other_halves() -> None:
    """Prizes from 1000 to 100, with the first two players level and then the last three."""
    finishers = players(80, 80, 75, 70, 70, 70)
    found = given_out(one_list(1000, 500, 350, 200, 150, 100, of=finishers, sharing=Sharing.HORT))
    assert euros(found) == {"A": 875, "B": 625, "C": 350, "D": 175, "E": 150, "F": 125}


def test_by_horts_system_only_places_with_a_prize_share() -> None:
    found = given_out(one_list(100, 60, of=players(50, 50, 50), sharing=Sharing.HORT))
    assert euros(found) == {"A": 90, "B": 70}


def test_by_tie_break_each_has_the_prize_of_the_place() -> None:
    found = given_out(one_list(1000, 600, 400, of=players(50, 50, 50, 50), sharing=Sharing.TIE_BREAK))
    assert euros(found) == {"A": 1000, "B": 600, "C": 400}


@pytest.mark.parametrize(
    ("sharing", "amounts"),
    [
        (Sharing.TIE_BREAK, {"A": 1000, "B": 500, "C": 500}),
        (Sharing.HORT, {"A": 833.33, "B": 583.33, "C": 583.33}),
    ],
)
def test_who_is_equal_in_the_tie_breaks_too_has_the_same(sharing: Sharing, amounts: dict[str, float]) -> None:
    """Nothing decides between the second and the third, so they share what their places would give."""
    finishers = players(50, 50, 50, equal=((2, 3),))
    found = given_out(one_list(1000, 600, 400, of=finishers, sharing=sharing))
    assert euros(found) == pytest.approx(amounts, abs=0.02)


def test_the_last_prize_is_shared_by_all_who_are_equal_in_everything() -> None:
    finishers = players(50, 50, 50, equal=((2, 3),))
    found = given_out(one_list(100, 60, of=finishers, sharing=Sharing.TIE_BREAK))
    assert euros(found) == {"A": 100, "B": 30, "C": 30}


def test_shared_money_is_rounded_down_and_the_rest_goes_to_the_first() -> None:
    found = given_out(one_list(100, of=players(50, 50, 50)), step=1000)
    assert euros(found) == {"A": 40, "B": 30, "C": 30}
    # Parts of less than a step leave nothing for the last ones.
    assert euros(given_out(one_list(10, of=players(50, 50, 50)), step=1000)) == {"A": 10}


# -- which prize ------------------------------------------------------------------------------------


def test_who_could_have_two_takes_the_greater() -> None:
    everybody = players(70, 60, 50)
    women = one_list(800, 90, of=everybody[1:], name="Women")
    found = given_out(one_list(1000, 600, 400, of=everybody), women)
    assert (euros(found), euros(found, 1)) == ({"A": 1000, "C": 600}, {"B": 800})
    # Everybody has a prize now: the third prize and the women's second are not awarded.
    assert [(one.of, one.amount) for one in found.not_awarded] == [(0, 40000), (1, 9000)]


def test_what_counts_is_the_prize_after_sharing() -> None:
    """Half of 1000 is less than 600, whatever the tie-breaks say; the other player is then first alone."""
    everybody = players(70, 70)
    for finisher, other in (everybody, everybody[::-1]):
        found = given_out(one_list(1000, of=everybody), one_list(600, of=(finisher,), name="Women"))
        assert (euros(found), euros(found, 1)) == ({other.name: 1000}, {finisher.name: 600})


def test_of_two_prizes_of_equal_value_the_list_that_stands_first_gives_its_own() -> None:
    everybody = players(70, 60)
    found = given_out(one_list(500, 300, of=everybody), one_list(500, of=everybody[:1], name="Junior"))
    assert euros(found) == {"A": 500, "B": 300}
    turned = given_out(one_list(500, of=everybody[:1], name="Junior"), one_list(500, 300, of=everybody))
    assert (euros(turned), euros(turned, 1)) == ({"A": 500}, {"B": 500})


def test_with_several_prizes_each_a_list_looks_at_nobody_elses() -> None:
    everybody = players(70, 60)
    women = one_list(200, of=everybody[:1], name="Women")
    found = given_out(one_list(500, 300, of=everybody), women, one_each=False)
    assert (euros(found), euros(found, 1)) == ({"A": 500, "B": 300}, {"A": 200})


def test_a_list_besides_the_others_takes_nothing_from_them() -> None:
    everybody = players(70, 60)
    best = one_list(900, of=everybody, name="Sponsor", besides=True)
    found = given_out(one_list(500, 300, of=everybody), best)
    assert (euros(found), euros(found, 1)) == ({"A": 500, "B": 300}, {"A": 900})
    assert all(len(award.told) == 1 for award in found.awards)


# -- what is not awarded ----------------------------------------------------------------------------


def test_too_few_starters_award_nothing_and_the_organiser_keeps_it() -> None:
    everybody = players(70, 60)
    few = one_list(200, of=everybody[1:], name="U12", starters=1, needed=5)
    found = given_out(one_list(500, 300, of=everybody), few)
    assert (euros(found), euros(found, 1), found.kept) == ({"A": 500, "B": 300}, {}, 20000)
    assert [ENGLISH.tell(one.why) for one in found.not_awarded] == ["Started: 1; needed: 5."]


def test_or_it_rolls_over_to_the_main_list_in_proportion() -> None:
    everybody = players(70, 60)
    few = one_list(200, of=everybody[1:], needed=5, starters=1, unawarded=Unawarded.ROLLS_OVER)
    found = given_out(one_list(500, 300, of=everybody), few)
    assert (euros(found), found.kept) == ({"A": 625, "B": 375}, 0)


def test_money_that_rolled_over_counts_when_prizes_are_chosen() -> None:
    everybody = players(70, 60)
    few = one_list(200, of=(), unawarded=Unawarded.ROLLS_OVER)
    women = one_list(320, of=everybody[1:], name="Women")
    found = given_out(one_list(500, 300, of=everybody), few, women)
    assert (euros(found), euros(found, 2)) == ({"A": 625, "B": 375}, {})
    assert found.kept == 32000


def test_money_for_which_nobody_is_left_moves_nobody_any_more() -> None:
    """B has the women's 320; only then is it known that nobody gets the women's second prize of 200."""
    everybody = players(70, 60)
    women = one_list(320, 200, of=everybody[1:] + everybody[:1], name="Women", unawarded=Unawarded.ROLLS_OVER)
    found = given_out(one_list(500, 300, of=everybody), women)
    assert (euros(found), euros(found, 1)) == ({"A": 700}, {"B": 320})
    assert found.kept == 30000


def test_without_anybody_all_of_it_stays() -> None:
    found = given_out(one_list(500, of=()), one_list(100, of=(), unawarded=Unawarded.ROLLS_OVER))
    assert (found.awards, found.kept) == ((), 60000)


# -- teams ------------------------------------------------------------------------------------------


def test_the_best_team_is_that_with_the_most_points_then_the_smaller_ranks() -> None:
    a, b, c, d, e, f = players(70, 65, 60, 60, 50, 40)
    clubs = [("Leith", a), ("Leith", d), ("Leith", f), ("Perth", b), ("Perth", c), ("Oban", e)]
    teams = best_teams(clubs, 2)
    assert [team.finisher for team in teams] == [
        Finisher("Leith", "Leith", 130, 1),
        Finisher("Perth", "Perth", 125, 2),
    ]
    assert teams[0].players == (a, d)
    level = [("Leith", a), ("Leith", d), ("Perth", b), ("Perth", Finisher(9, "Z", 65, 3))]
    assert [(team.finisher.name, team.finisher.rank) for team in best_teams(level, 2)] == [
        ("Leith", 1),
        ("Perth", 1),
    ]


# -- what is announced ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amounts", "fault"),
    [
        ((), "at least one prize"),
        ((100, 0), "Prize 2: expected more than 0"),
        ((-100,), "Prize 1: expected more than 0"),
        ((100, 200), "Prize 2, 2\xa0EUR, is greater than the one before"),
        (
            (200, 150),
            "Prize 2: expected a multiple of 1\xa0EUR, as shares are rounded to that; found 1.50\xa0EUR",
        ),
    ],
)
def test_prizes_that_make_no_sense_are_refused(amounts: tuple[int, ...], fault: str) -> None:
    with pytest.raises(PairingError, match=fault):
        check_amounts(amounts, EUR, 100)
    with pytest.raises(PairingError, match=fault):
        Fund((PrizeList("Main", amounts, ()),), EUR, 100)


@pytest.mark.parametrize(
    ("code", "text", "amount"),
    [
        ("EUR", "1000", 100000),
        ("EUR", "12.5", 1250),
        ("EUR", "12,50", 1250),
        ("EUR", "1 000", 100000),
        ("EUR", "1'000.05", 100005),
        ("JPY", "1000", 1000),
        ("TND", "1.005", 1005),
        ("JPY", "1.5", None),
        ("EUR", "1.005", None),
        ("EUR", "-1", None),
        ("EUR", "", None),
        ("EUR", "ten", None),
        ("EUR", "1234567890", None),
    ],
)
def test_amounts_as_people_write_them(code: str, text: str, amount: int | None) -> None:
    assert currency(code).amount(text) == amount


@pytest.mark.parametrize(
    ("code", "amount", "english", "french"),
    [
        ("EUR", 125000, "1\u202f250\xa0EUR", "1\u202f250\xa0EUR"),
        ("EUR", 1205, "12.05\xa0EUR", "12,05\xa0EUR"),
        ("JPY", 1205, "1\u202f205\xa0JPY", "1\u202f205\xa0JPY"),
        ("TND", 1005, "1.005\xa0TND", "1,005\xa0TND"),
    ],
)
def test_money_is_told_with_the_decimals_of_its_currency(
    code: str, amount: int, english: str, french: str
) -> None:
    money = currency(code).money(amount)
    assert (money.text(ENGLISH.decimal_mark), money.text(LANGUAGES["fr"].decimal_mark)) == (english, french)


def test_the_worked_example_of_the_document_holds() -> None:
    document = Path(__file__).parents[3] / "docs" / "rules" / "prizes.md"
    assert doctest.testfile(str(document), module_relative=False, encoding="utf-8") == (0, 9)


def test_the_example_of_an_amount_holds() -> None:
    assert doctest.testmod(import_module("pairing.prizes")) == (0, 1)
