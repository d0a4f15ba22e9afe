"""Reading what pairing programs tell one another: byes, colours, scoring, acceleration, editions."""

import pytest

from pairing.core.tournament import Cell, Colour, Outcome, Prohibition, Scoring
from pairing.trf import TrfError, read
from tests.pairing.trf_samples import (
    ADAMS,
    BROWN,
    CLARK,
    DAVIS,
    UNPLAYED,
    added,
    changed,
    replaced,
    unrated,
)

WHITE, BLACK = Colour.WHITE, Colour.BLACK


# Byes asked for in the round to be paired


def test_marks_in_the_round_to_be_paired():
    tournament = read(changed(DAVIS, 112, "0000 - Z", changed(BROWN, 112, "0000 - H")))
    assert tournament.played_rounds == 2
    assert tournament.players[3].cells[2:] == (Cell(outcome=Outcome.ZERO_POINT_BYE),)
    assert tournament.players[1].cells[2:] == (Cell(outcome=Outcome.HALF_POINT_BYE),)


def test_points_may_already_include_a_bye_of_the_next_round():
    sample = changed(BROWN, 112, "0000 - H")
    assert read(sample) == read(changed(BROWN, 82, "2.0", sample)) == read(changed(BROWN, 82, "   ", sample))


def test_xxz_is_an_absence_in_the_round_to_be_paired():
    tournament = read(added("XXZ 2", "XXZ 4 3"))
    assert [len(player.cells) for player in tournament.players] == [2, 3, 3, 3, 2]
    assert tournament.players[2].cells[2] == Cell(outcome=Outcome.ZERO_POINT_BYE)


def test_xxz_before_round_1():
    tournament = read(added("XXZ 2", sample=UNPLAYED))
    assert [player.cells for player in tournament.players] == [
        (),
        (Cell(outcome=Outcome.ZERO_POINT_BYE),),
        (),
    ]


def test_xxz_yields_to_a_mark_and_skips_rounds_without_an_entry():
    sample = changed(BROWN, 112, "0000 - H")
    assert read(added("XXZ 2", sample=sample)).players[1].cells[2].outcome is Outcome.HALF_POINT_BYE
    sample = changed(DAVIS, 102, "          ", changed(DAVIS, 82, "0.0"))
    assert read(added("XXZ 4", sample=sample)).players[3].cells == (
        Cell(2, WHITE, Outcome.LOSS),
        Cell(),
        Cell(outcome=Outcome.ZERO_POINT_BYE),
    )


def test_xxz_means_nothing_when_all_rounds_are_paired():
    assert read(added("XXZ 2", sample=replaced(16, "XXR 2"))) == read(replaced(16, "XXR 2"))


def test_byes_of_trf26():
    tournament = read(added("240 H   3    2    4", "240 Z   3    3", "240 H   1    5"))
    assert [player.cell(3).outcome.value for player in tournament.players] == [" ", "H", "Z", "H", " "]
    assert read(changed(BROWN, 82, "2.0", added("240 H   3    2"))).players[1].cells[2:] == (
        Cell(outcome=Outcome.HALF_POINT_BYE),
    )


# Initial colour


def test_initial_colour_of_round_1():
    sample = replaced(17, "")
    assert read(sample).initial_colour is WHITE
    lines = sample.splitlines()
    for line in (ADAMS, BROWN, CLARK, DAVIS):
        text = lines[line - 1]
        lines[line - 1] = text[:96] + Colour(text[96]).opposite + text[97:]
    assert read("\n".join(lines)).initial_colour is BLACK


def test_absent_players_hold_no_number_in_round_1():
    """With 1 and 3 absent, player 2 counts as the first, and has the initial colour."""
    sample = "\n".join(
        (
            unrated(1, "Adams, Ann", "0.0", "0000 - Z"),
            unrated(2, "Brown, Bob", "1.0", "4 b 1"),
            unrated(3, "Clark, Cid", "0.0", "0000 - Z"),
            unrated(4, "Davis, Dot", "0.0", "2 w 0"),
        )
    )
    assert read(sample).initial_colour is BLACK


def test_the_even_player_tells_where_the_odd_one_has_no_game():
    sample = "\n".join(
        (
            unrated(1, "Adams, Ann", "1.0", "0000 - U"),
            unrated(2, "Brown, Bob", "1.0", "3 b 1"),
            unrated(3, "Clark, Cid", "0.0", "2 w 0"),
        )
    )
    assert read(sample).initial_colour is WHITE


def test_no_initial_colour_before_round_1():
    assert read(UNPLAYED).initial_colour is None


@pytest.mark.parametrize(
    ("record", "colour"),
    [("XXC white1", WHITE), ("XXC BLACK1", BLACK), ("152 W", WHITE), ("152 B", BLACK), ("xxc black1", BLACK)],
)
def test_a_stated_initial_colour_wins(record, colour):
    assert read(added(record, sample=UNPLAYED)).initial_colour is colour
    assert read(replaced(17, record)).initial_colour is colour


# Numbers by order in the file


def test_xxc_rank_numbers_the_players_by_their_order():
    sample = "\n".join(
        (
            "XXC rank",
            unrated(30, "Adams, Ann", "1.0", "12 w 1"),
            unrated(7, "Brown, Bob", "1.0", "0000 - U"),
            unrated(12, "Clark, Cid", "0.0", "30 b 0"),
            "XXP 7 12",
            "XXZ 30",
        )
    )
    tournament = read(sample)
    assert [player.number for player in tournament.players] == [1, 2, 3]
    assert [player.name for player in tournament.players] == ["Adams, Ann", "Brown, Bob", "Clark, Cid"]
    assert tournament.players[0].cells == (
        Cell(3, WHITE, Outcome.WIN),
        Cell(outcome=Outcome.ZERO_POINT_BYE),
    )
    assert tournament.players[2].cells == (Cell(1, BLACK, Outcome.LOSS),)
    assert tournament.forbidden == (Prohibition(frozenset({2, 3})),)


# Scoring, virtual points, rounds, editions


@pytest.mark.parametrize(
    ("records", "scoring"),
    [
        (("XXS W=3.0 D=1.0",), Scoring(30, 30, 10, 10, half_point_bye=10, full_point_bye=30, forfeit_win=30)),
        (("XXS W=3", "XXS BW=4.5"), Scoring(30, 45, full_point_bye=30, forfeit_win=30)),
        (("xxs pab = 0,5 FL=0.1",), Scoring(pairing_allocated_bye=5, forfeit_loss=1)),
        (("XXS WL=0.1 BL=0.2 ZPB=0.3",), Scoring(white_loss=1, black_loss=2, zero_point_bye=3)),
        (
            ("BBW  3.0", "BBD  1.0"),
            Scoring(
                30, 30, 10, 10, half_point_bye=10, full_point_bye=30, pairing_allocated_bye=30, forfeit_win=30
            ),
        ),
        (
            ("BBL  0.1", "BBZ  0.2", "BBF  0.3", "BBU  0.5"),
            Scoring(white_loss=1, black_loss=1, zero_point_bye=2, forfeit_loss=3, pairing_allocated_bye=5),
        ),
        (
            ("162  W 3.0    D 1.0    P 0.5",),
            Scoring(
                30, 30, 10, 10, half_point_bye=10, full_point_bye=30, pairing_allocated_bye=5, forfeit_win=30
            ),
        ),
        (("162  A 0.5    L 0.0    X 0.5",), Scoring(zero_point_bye=5, forfeit_loss=5)),
        (("162  P 1.5",), Scoring(pairing_allocated_bye=15)),
    ],
)
def test_scoring(records, scoring):
    assert read(added(*records, sample=UNPLAYED)).scoring == scoring


def test_points_follow_the_scoring():
    with pytest.raises(TrfError, match=r"line 19, column 82: found '1.5', expected 2.0, the sum"):
        read(added("XXS WD=1.0 BD=1.0"))


def test_virtual_points():
    tournament = read(added("XXA    1  1.0  1.0  0.5", "XXA    2       0.5"))
    assert [player.virtual for player in tournament.players] == [(10, 10, 5), (0, 5), (), (), ()]


def test_virtual_points_of_trf26():
    tournament = read(added("250       1.0   1   2    1    3", "250       0.5   3   3    2    3"))
    assert [player.virtual for player in tournament.players] == [(10, 10), (10, 10, 5), (10, 10, 5), (), ()]


def test_virtual_points_of_a_range_end_with_the_tournament():
    tournament = read(added("250       1.0   1 999    1    1"))
    assert tournament.players[0].virtual == (10,) * 5


def test_a_range_of_players_is_one_of_the_numbers_in_the_file():
    sample = "\n".join(
        (
            "XXC rank",
            unrated(30, "Adams, Ann", "0.0"),
            unrated(7, "Brown, Bob", "0.0"),
            unrated(12, "Clark, Cid", "0.0"),
            "250       1.0   1   1    7   12",
        )
    )
    assert [player.virtual for player in read(sample).players] == [(), (10,), (10,)]


def test_forbidden_pairs_of_trf26():
    tournament = read(added("260   1   5    1    2    3", "260   2   9    4    5", "260 003 004    2    5"))
    assert tournament.forbidden == (
        Prohibition(frozenset({1, 5})),
        Prohibition(frozenset({1, 2, 3})),
        Prohibition(frozenset({4, 5}), first=2),
        Prohibition(frozenset({2, 5}), first=3, last=4),
    )


@pytest.mark.parametrize("points", ["2.0", "2.5", "1.5"])
def test_points_may_include_the_virtual_points_of_the_last_round_or_the_next(points):
    read(changed(ADAMS, 82, points, added("XXA    1  1.0  1.0  0.5")))


@pytest.mark.parametrize(
    ("records", "rounds"), [(("142 7",), 7), (("XXR 9", "142 7"), 7), (("XXR 9",), 9), ((), None)]
)
def test_number_of_rounds(records, rounds):
    assert read(added(*records, sample=UNPLAYED)).rounds == rounds


@pytest.mark.parametrize(
    ("records", "edition"),
    [
        (("192 FIDE_DUTCH_2017",), "dutch-2016"),
        (("192 FIDE_DUTCH_2026",), "dutch-2026"),
        (("192 FIDE_DUTCH_2025",), "dutch-2026"),
        (("092 FIDE_DUTCH_2025",), "dutch-2026"),
        (("192 FIDE_DUTCH", "052 2026/01/31"), "dutch-2016"),
        (("192 FIDE_DUTCH", "052 01/02/2026"), "dutch-2026"),
        (("192 FIDE_DUTCH", "042 2026/02/01"), "dutch-2026"),
        (("192 FIDE_DUTCH",), None),
        (("092 Individual: Swiss-System", "052 2020/01/01"), None),
        (("192 FIDE_LIM",), "FIDE_LIM"),
        (("192 FIDE_DUTCH_2017_BAKU", "XXA    1  1.0"), "dutch-2016"),
        (("192 FIDE_DUTCH_2017_BAKU",), "dutch-2016"),
        (("192 FIDE_LIM_BAKU",), "FIDE_LIM"),
        (("192 FIDE_DUBOV",), "dubov-2026"),
        (("192 FIDE_DUBOV_BAKU",), "dubov-2026"),
        (("192 BOARD_ONE_RATING_2012",), "rating-2012"),
        (("192 board_one_rating_1998",), "rating-1998"),
    ],
)
def test_editions(records, edition):
    assert read(added(*records, sample=UNPLAYED)).edition == edition


@pytest.mark.parametrize(
    ("records", "baku"),
    [
        (("192 FIDE_DUTCH_2017_BAKU",), True),
        (("192 FIDE_DUTCH_BAKU",), True),
        (("192 FIDE_DUBOV_BAKU",), True),
        (("092 FIDE_DUTCH_2025_BAKU",), True),
        (("192 FIDE_DUTCH_2017_BAKU", "XXA    1  1.0"), True),
        (("192 FIDE_DUTCH_2017",), False),
        (("XXA    1  1.0",), False),
        (("092 Open of 2017_BAKU",), False),
    ],
)
def test_acceleration(records, baku):
    assert read(added(*records, sample=UNPLAYED)).baku is baku
