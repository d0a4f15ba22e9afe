"""B.01 1.4.3 to 1.4.5: the federations and titles of the opponents, at both sides of each limit."""

from dataclasses import replace

import pytest

from pairing.core.tournament import Cell, Colour, Outcome, Player
from pairing.norms import Championship, Format, foreigners, norm
from tests.pairing.norms.people import LONG, SIX, conditions, met, opponents, points

# -- 1.4.3 and 1.4.4: federations -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("federations", "found"),
    [
        (("GER", "FRA"), 2),
        (("GER", "ESP"), 1),
        (("GER", "FID"), 1),
        (("GER", ""), 1),
    ],
)
def test_1_4_3_two_other_federations_and_fid_is_none(federations, found):
    foreign = conditions(met(opponents(9, federations=federations), SIX))[
        "Other federations among the opponents"
    ]
    assert (foreign.found, foreign.met) == (found, found >= 2)


@pytest.mark.parametrize(
    ("n", "own", "one"), [(7, 4, 4), (8, 4, 5), (9, 5, 6), (10, 6, 6), (11, 6, 7), (12, 7, 8), (13, 7, 8)]
)
def test_1_4_4_the_most_of_one_federation(n, own, one):
    for about, federation, most in (
        ("Opponents of the player’s own federation", "ESP", own),
        ("Opponents of the same federation", "GER", one),
    ):
        for so_many in (most, most + 1):
            federations = (federation,) * so_many + ("FRA", "ITA") * 6
            tournament = met(opponents(n, federations=federations), points(40, n))
            found = conditions(tournament)[about]
            assert (found.expected, found.found, found.met) == (most, so_many, so_many == most)


def test_1_4_4_fid_is_no_federation_that_there_are_too_many_of():
    federations = ("GER", "FRA", *["FID"] * 7)
    assert norm(met(opponents(9, federations=federations), SIX), 1, "GM", LONG).met


@pytest.mark.parametrize(
    ("championship", "host", "article"),
    [
        (Championship.NATIONAL, "ESP", "1.4.3a"),
        (Championship.NATIONAL_TEAM, "ESP", "1.4.3b"),
        (Championship.NATIONAL_TEAM, "FRA", ""),
        (Championship.ZONAL, "FRA", "1.4.3c"),
        (Championship.TEAM, "FRA", ""),
        (None, "ESP", ""),
    ],
)
def test_1_4_3_some_championships_do_not_ask_for_foreigners(championship, host, article):
    tournament = replace(met(opponents(9, federations=("ESP",)), SIX), federation=host)
    made = norm(tournament, 1, "GM", replace(LONG, championship=championship))
    assert made.met is bool(article)
    assert made.case.exempt == article
    if article:
        told = "\n".join(map(str, made.working()))
        assert f"Opponents of the player’s own federation: 9, no condition here (B.01 {article})" in told


BYE = Cell(outcome=Outcome.HALF_POINT_BYE)


def international(foreigners, titled, federations=("GER", "FRA", "ITA"), missed=(), absence=BYE, title="WIM"):
    """An open in Spain where player 1 met nine compatriots; `missed`: pairs of a player and rounds missed."""
    everybody = [
        Player(
            number,
            rating=2300,
            federation=federations[number % len(federations)],
            title=title if number < 100 + titled else "FM",
            cells=tuple(
                absence if round_ <= dict(missed).get(number, 0) else Cell(1, Colour.WHITE, Outcome.DRAW)
                for round_ in range(1, 10)
            ),
        )
        for number in range(100, 100 + foreigners)
    ]
    tournament = met(opponents(9, federations=("ESP",)), SIX)
    return replace(tournament, players=(*tournament.players, *everybody))


@pytest.mark.parametrize(
    ("open_", "exempt"),
    [
        (international(20, 10), True),
        (international(19, 10), False),
        (international(20, 9), False),
        (international(20, 10, federations=("GER", "FRA")), False),
        (international(20, 10, federations=("GER", "FRA", "FID")), False),
        (international(21, 11, missed={100: 1}.items()), True),
        (international(20, 10, missed={100: 1}.items()), False),
        (international(21, 11, missed={100: 2}.items()), True),
        (international(20, 11, missed={100: 2}.items()), False),
        (replace(international(20, 10), federation=""), False),
    ],
)
def test_1_4_3d_nor_does_an_open_with_twenty_foreigners_in_every_round(open_, exempt):
    assert norm(open_, 1, "GM", LONG).case.exempt == ("1.4.3d" if exempt else "")
    assert norm(open_, 1, "GM", replace(LONG, format=Format.ROUND_ROBIN)).case.exempt == ""


def test_1_4_3d_the_numbers_are_the_fewest_of_any_round():
    open_ = international(21, 11, missed={100: 2, 101: 1}.items())
    assert foreigners(open_) == (3, 19, 9)
    assert foreigners(replace(open_, federation="FID")) == (0, 0, 0)


@pytest.mark.parametrize(
    ("cell", "came"),
    [
        *((Cell(1, Colour.WHITE, Outcome(code)), True) for code in "1=0WDL+ "),
        (Cell(1, Colour.WHITE, Outcome.FORFEIT_LOSS), False),
        (Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE), True),
        *((Cell(outcome=Outcome(code)), False) for code in "HFZ "),
    ],
)
def test_1_4_3d_a_round_is_missed_by_who_did_not_come(cell, came):
    open_ = international(20, 10, missed={100: 9}.items(), absence=cell)
    assert (norm(open_, 1, "GM", LONG).case.exempt == "1.4.3d") is came


@pytest.mark.parametrize(
    ("title", "counts"),
    [("GM", True), ("IM", True), ("WGM", True), ("WIM", True), ("FM", False), ("WFM", False)],
)
def test_1_4_3d_which_titles_the_ten_have(title, counts):
    made = norm(international(20, 10, title=title), 1, "GM", LONG)
    assert (made.case.exempt == "1.4.3d") is counts


# -- 1.4.5: titles ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "titled", "required"),
    [(7, 4, 3), (8, 4, 3), (9, 5, 3), (10, 5, 4), (11, 6, 4), (12, 6, 4), (13, 7, 5)],
)
def test_1_4_5_the_least_of_titles(n, titled, required):
    for holders in (titled, titled - 1):
        others = opponents(n, titles=("FM",) * holders + ("CM", "WCM", "") * 5)
        found = conditions(met(others, points(40, n)))["Opponents with titles, other than CM and WCM"]
        assert (found.expected, found.found, found.met) == (titled, holders, holders == titled)
    for holders in (required, required - 1):
        others = opponents(n, titles=("GM",) * holders + ("IM",) * 13)
        found = conditions(met(others, points(40, n)))["Opponents with one of the titles GM"]
        assert (found.expected, found.found, found.met) == (required, holders, holders == required)


@pytest.mark.parametrize(
    ("title", "counting", "not_counting", "article"),
    [
        ("GM", "GM", "IM", "1.4.5b"),
        ("IM", "GM IM", "WGM", "1.4.5c"),
        ("WGM", "GM IM WGM", "WIM FM", "1.4.5d"),
        ("WIM", "GM IM WGM WIM", "FM WFM", "1.4.5e"),
    ],
)
def test_1_4_5_the_title_or_a_higher_one(title, counting, not_counting, article):
    others = opponents(9, titles=(*counting.split(), *not_counting.split(), *["FM"] * 9))
    made = norm(met(others, SIX), 1, title, LONG)
    (found,) = (each for each in made.conditions if each.article == article)
    assert found.found == len(counting.split())


def test_1_4_5_in_a_double_round_robin_opponents_count_once_and_half_are_enough():
    event = replace(LONG, format=Format.DOUBLE_ROUND_ROBIN)
    others = opponents(5, titles=("GM", "GM", "IM", "FM", "FM"))
    found = conditions(met(others * 2, points(70, 10)), event=event)["Opponents with one of the titles GM"]
    assert (found.found, found.expected, found.met) == (2, 2, True)
    seven = conditions(met(opponents(7) * 2, points(70, 14)), event=event)
    assert seven["Opponents with one of the titles GM"].expected == 3
    one = [replace(others[0], title="IM"), *others[1:]]
    assert not norm(met(one * 2, points(70, 10)), 1, "GM", event).met
