"""Reading report files: what they say of the tournament and its players."""

import pytest

from pairing.core.tournament import Cell, Colour, Outcome, Player, Prohibition, Scoring
from pairing.trf import Format, Supplied, read, read_closely, write
from tests.pairing.trf_samples import (
    ADAMS,
    BROWN,
    CLARK,
    DAVIS,
    EVORA,
    SAMPLE,
    added,
    changed,
)

WHITE, BLACK = Colour.WHITE, Colour.BLACK


def test_header():
    tournament = read(SAMPLE)
    assert tournament.name == "Spring Open"
    assert tournament.city == "London"
    assert tournament.federation == "ENG"
    assert (tournament.start_date, tournament.end_date) == ("2024/03/01", "2024/03/03")
    assert tournament.system == "Individual: Swiss-System"
    assert tournament.chief_arbiter == "Grey, Gus (100001)"
    assert tournament.deputy_arbiters == ("Hall, Hal (100002)", "Ivy, Ida (100003)")
    assert tournament.time_control == "90 minutes + 30 s/move"
    assert tournament.round_dates == ("2024/03/01", "2024/03/02")


def test_what_decides_the_pairing():
    tournament = read(SAMPLE)
    assert tournament.rounds == 5
    assert tournament.initial_colour is WHITE
    assert tournament.forbidden == (Prohibition(frozenset({1, 5})),)
    assert tournament.edition == "dutch-2016"
    assert tournament.scoring == Scoring()


def test_player():
    assert read(SAMPLE).players[0] == Player(
        number=1,
        name="Adams, Ann",
        cells=(Cell(3, WHITE, Outcome.WIN), Cell(2, BLACK, Outcome.DRAW)),
        sex="w",
        title="WGM",
        rating=2300,
        federation="ENG",
        fide_id="400001",
        birth="1990/05/17",
        rank=1,
    )


def test_byes_and_forfeits():
    _, _, clark, davis, evora = read(SAMPLE).players
    assert clark.cell(2) == Cell(5, WHITE, Outcome.FORFEIT_WIN)
    assert davis.cell(2) == Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE)
    assert evora.cells == (Cell(outcome=Outcome.HALF_POINT_BYE), Cell(3, BLACK, Outcome.FORFEIT_LOSS))


def test_players_stand_by_pairing_number_in_whatever_order_the_file_has_them():
    lines = SAMPLE.splitlines()
    assert read("\n".join([*lines[:18], *reversed(lines[18:23]), lines[23]])) == read(SAMPLE)


def test_records_that_mean_nothing_here_are_kept():
    tournament = read(
        added("013 Team                                1    2", "ENG    1 w", "XXX what is this", "")
    )
    assert tournament.other_records == (
        "### a remark",
        "013 Team                                1    2",
        "ENG    1 w",
        "XXX what is this",
    )


TRF26 = """\
012 Grand Open
042 2026/03/06
052 2026/03/08
062 6
082 0
102 Grey, Gus (100001)
122 90 minutes + 30 s/move
142 5
152 B
162  W 3.0    D 1.0    A 0.0    P 1.0
172 FID FIDE
182 Some Program 1.0
192 FIDE_DUTCH_2026
202 BH/C1,BH
222 5400+30
132                                                                                        26/03/06  26/03/07
###  SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF IIIIIIIIIII BBBB/BB/BB PPPP RRRR
001    1 w GM Adams, Ann                        2300 ENG      400001 1990/05/17  4.0    1     4 b 1  0000 - U
001    2 m FM Brown, Bob                        2200 SCO     2400002 1985/00/00  3.0    3     5 w 1     4 b 0
001    3 m    Clark, Cid                        2100 WAL     1800003             3.0    3     6 b +     5 w -
001    4 w    Davis, Dot                             IRL                         3.0    3     1 w 0     2 w 1
001    5 wWCM Evora, Eve                        1900 POR                         3.0    3     2 b 0     3 b +
001    6 m    Frost, Fay                                                         1.0    6     3 w -  0000 - H
ENG    1 w    Adams, Ann                        2345 ENG      EN00123 1990/05/17
250       1.0   1   2    1    3
260   1   3    1    2
240 H   3    3    6
801 whatever it says
802 whatever it says
"""


def test_a_file_of_trf26():
    tournament = read(TRF26.replace("\n", "\r"))
    assert (tournament.rounds, tournament.initial_colour, tournament.edition) == (5, BLACK, "dutch-2026")
    assert tournament.scoring == Scoring(
        30, 30, 10, 10, half_point_bye=10, full_point_bye=30, pairing_allocated_bye=10, forfeit_win=30
    )
    assert [player.virtual for player in tournament.players] == [(10, 10)] * 3 + [()] * 3
    assert [player.rank for player in tournament.players] == [1, 3, 3, 3, 3, 6]
    assert tournament.forbidden == (Prohibition(frozenset({1, 2}), last=3),)
    assert [player.cell(3).outcome.value for player in tournament.players] == list("  H  H")
    assert tournament.round_dates == ("2026/03/06", "2026/03/07")
    kept = [record[:3] for record in tournament.other_records]
    assert kept == ["###", "ENG", "801", "802"]
    assert (tournament.rating_method, tournament.controller) == ("FID FIDE", "Some Program 1.0")
    assert (tournament.tie_breaks, tournament.time_control_code) == (("PTS", "BH/C1", "BH"), "5400+30")


@pytest.mark.parametrize("form", Format)
def test_a_file_of_trf26_there_and_back(form):
    tournament = read(TRF26)
    assert read(write(tournament, form=form)) == tournament


def test_a_file_of_trf26_is_written_as_it_stood():
    """Except for what it repeats or leaves to the reader: counts, empty records, the order of the records."""
    written = write(read(TRF26), form=Format.TRF26).split("\r\n")
    lines = TRF26.splitlines()
    assert set(lines) - set(written) == {"162  W 3.0    D 1.0    A 0.0    P 1.0"}
    assert set(written) - set(lines) == {
        "162  W 3.0    D 1.0    L 0.0    P 1.0",
        *("022", "032", "072 4", "092", "112", ""),
    }


def test_a_game_without_a_result_is_pending():
    sample = changed(ADAMS, 109, " ", changed(BROWN, 109, " "))
    tournament = read(changed(ADAMS, 82, "1.0", changed(BROWN, 82, "1.0", sample)))
    assert tournament.players[0].cells[-1] == Cell(2, BLACK, Outcome.NONE)
    assert tournament.players[0].cells[-1].pending


@pytest.mark.parametrize("written", ["?", "*"])
@pytest.mark.parametrize("points", ["1.0", "1.5"])
def test_an_unknown_result_is_pending(points, written):
    """TRF26 writes ?, a game in progress is *, and some programs count it as a draw, as the pairing does."""
    sample = changed(ADAMS, 109, written, changed(BROWN, 109, written))
    tournament = read(changed(ADAMS, 82, points, changed(BROWN, 82, points, sample)))
    assert tournament.players[0].cells[-1] == Cell(2, BLACK, Outcome.NONE)


@pytest.mark.parametrize(("code", "outcome"), [("W", Outcome.UNRATED_WIN), ("w", Outcome.UNRATED_WIN)])
def test_games_of_less_than_a_move(code, outcome):
    tournament = read(changed(ADAMS, 99, code, changed(CLARK, 99, "l")))
    assert tournament.players[0].cells[0] == Cell(3, WHITE, outcome)
    assert tournament.players[2].cells[0] == Cell(1, BLACK, Outcome.UNRATED_LOSS)


@pytest.mark.parametrize(("one", "other", "points"), [("0", "0", ("0.5", "1.0")), ("=", "0", ("1.0", "1.0"))])
def test_results_that_arbiters_give(one, other, points):
    sample = changed(ADAMS, 99, one, changed(CLARK, 99, other))
    tournament = read(changed(ADAMS, 82, points[0], changed(CLARK, 82, points[1], sample)))
    assert [player.cells[0].outcome.value for player in tournament.players[:3:2]] == [one, other]


def test_both_players_may_fail_to_appear():
    tournament = read(changed(CLARK, 109, "-", changed(CLARK, 82, "0.0")))
    assert tournament.players[2].cells[1].outcome is Outcome.FORFEIT_LOSS


def test_a_forfeited_game_may_have_no_colours():
    tournament = read(changed(CLARK, 107, "-", changed(EVORA, 107, " ")))
    assert tournament.players[2].cells[1] == Cell(5, None, Outcome.FORFEIT_WIN)


def test_an_empty_round_holds_nothing_and_blanks_at_the_end_are_no_cells():
    sample = changed(EVORA, 92, "          ", changed(EVORA, 82, "0.0"))
    assert read(sample).players[4].cells == (Cell(), Cell(3, BLACK, Outcome.FORFEIT_LOSS))


def test_blanks_at_the_end_are_no_cells():
    sample = added(f"001    6      Frost, Fay{'':57}0.0", f"001    7      Green, Gil{'':57}0.0{'':100}")
    assert [player.cells for player in read(sample).players[5:]] == [(), ()]


def test_what_a_file_does_not_say_in_so_many_words():
    assert read_closely(SAMPLE) == (read(SAMPLE), Supplied())
    sample = changed(ADAMS, 11, " WM", changed(DAVIS, 109, "1", changed(EVORA, 99, "=")))
    tournament, supplied = read_closely(sample.replace("XXC white1\n", ""))
    assert tournament.initial_colour is WHITE
    assert supplied == Supplied(
        byes=((4, 2, Outcome.PAIRING_ALLOCATED_BYE), (5, 1, Outcome.HALF_POINT_BYE)),
        titles=(("WM", "WIM"),),
        initial_colour=WHITE,
    )
