"""Reading report files: what they say, how freely they may say it, and where they go wrong."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.tournament import Cell, Colour, Outcome, Player, Prohibition, Scoring, Tournament
from pairing.trf import TrfError, read

WHITE, BLACK = Colour.WHITE, Colour.BLACK

SAMPLE = """\
012 Spring Open
022 London
032 ENG
042 2024/03/01
052 2024/03/03
062 5
072 4
082 0
092 Individual: Swiss-System
102 Grey, Gus (100001)
112 Hall, Hal (100002)
112 Ivy, Ida (100003)
122 90 minutes + 30 s/move
132                                                                                        24/03/01  24/03/02
192 FIDE_DUTCH_2017
XXR 5
XXC white1
XXP 1 5
001    1 wWGM Adams, Ann                        2300 ENG      400001 1990/05/17  1.5    1     3 w 1     2 b =
001    2 m FM Brown, Bob                        2200 SCO     2400002 1985/00/00  1.5    2     4 b 1     1 w =
001    3 m    Clark, Cid                        2100 WAL     1800003             1.0    3     1 b 0     5 w +
001    4 w    Davis, Dot                             IRL                         1.0    4     2 w 0  0000 - U
001    5 wWCM Évora, Eve                        1900 POR                         0.5    5  0000 - H     3 b -
### a remark
"""
ADAMS, BROWN, CLARK, DAVIS, EVORA = range(19, 24)

UNPLAYED = """\
012 Before round 1
001    1      Adams, Ann                        2300
001    2      Brown, Bob
001    3      Clark, Cid                        2100 WAL     1800003
"""


def changed(line: int, column: int, text: str, sample: str = SAMPLE) -> str:
    """The sample with `text` in its place."""
    lines = sample.splitlines()
    old = lines[line - 1].ljust(column - 1)
    lines[line - 1] = old[: column - 1] + text + old[column - 1 + len(text) :]
    return "\n".join(lines) + "\n"


def cut(line: int, length: int, sample: str = SAMPLE) -> str:
    """The sample with one line cut to `length` characters."""
    lines = sample.splitlines()
    lines[line - 1] = lines[line - 1][:length]
    return "\n".join(lines) + "\n"


def added(*records: str, sample: str = SAMPLE) -> str:
    """The sample with more records at its end, from line 25 on."""
    return sample + "\n".join(records)


def replaced(line: int, text: str) -> str:
    """The sample with another line in the place of one."""
    lines = SAMPLE.splitlines()
    lines[line - 1] = text
    return "\n".join(lines) + "\n"


def unrated(number: int, name: str, points: str, *rounds: str) -> str:
    """The record of a player."""
    cells = "".join(f"  {cell:>8}" for cell in rounds)
    return f"001 {number:>4}      {name:<65} {points:>4}     {cells}"


# What it says


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


def test_a_game_without_a_result_is_pending():
    sample = changed(ADAMS, 109, " ", changed(BROWN, 109, " "))
    tournament = read(changed(ADAMS, 82, "1.0", changed(BROWN, 82, "1.0", sample)))
    assert tournament.players[0].cells[-1] == Cell(2, BLACK, Outcome.NONE)
    assert tournament.players[0].cells[-1].pending


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
        (("192 FIDE_DUBOV",), "FIDE_DUBOV"),
        (("192 FIDE_DUTCH_2017_BAKU", "XXA    1  1.0"), "dutch-2016"),
        (("192 FIDE_DUTCH_2017_BAKU",), "dutch-2016"),
        (("192 FIDE_DUBOV_BAKU",), "FIDE_DUBOV"),
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


# How freely it may be said


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "latin-1"])
def test_encodings_and_line_ends(end, encoding):
    assert read(SAMPLE.replace("\n", end).encode(encoding)) == read(SAMPLE)


def test_bytes_without_a_meaning_in_windows_1252():
    assert read(SAMPLE.replace("É", "\x81").encode("latin-1")).players[4].name == "\x81vora, Eve"


def test_an_end_mark_of_dos_and_a_byte_order_mark_in_text():
    assert read("\ufeff" + SAMPLE + "\x1a") == read(SAMPLE)


def test_other_line_separators_are_part_of_the_text():
    assert read(replaced(1, "012 Spring\u2028Open")).name == "Spring\u2028Open"


@pytest.mark.parametrize("written", ["2024/03/01", "2024-3-1", "01/03/2024", "1.3.2024", "01-03-2024"])
def test_dates(written):
    assert read(replaced(4, f"042 {written}")).start_date == "2024/03/01"


@pytest.mark.parametrize(
    ("written", "birth"),
    [
        ("1990/05/17", "1990/05/17"),
        ("17.05.1990", "1990/05/17"),
        ("1990-05-17", "1990/05/17"),
        ("1990", "1990/00/00"),
        ("      1990", "1990/00/00"),
        ("1990/05/00", "1990/05/00"),
        ("00/00/1990", "1990/00/00"),
        ("0000/00/00", ""),
        ("0000", ""),
        ("    /  /  ", ""),
        ("", ""),
    ],
)
def test_dates_of_birth(written, birth):
    assert read(changed(ADAMS, 70, written.ljust(10))).players[0].birth == birth


@pytest.mark.parametrize(
    ("written", "title"),
    [("  g", "GM"), ("m  ", "IM"), (" wf", "WFM"), ("wGM", "WGM"), (" NM", "NM"), ("   ", "")],
)
def test_titles(written, title):
    assert read(changed(ADAMS, 11, written)).players[0].title == title


@pytest.mark.parametrize(("written", "sex"), [("m", "m"), ("W", "w"), ("f", "w"), ("F", "w"), (" ", "")])
def test_sex(written, sex):
    assert read(changed(ADAMS, 10, written)).players[0].sex == sex


def test_zeros_for_nothing():
    sample = changed(ADAMS, 49, "   0", changed(ADAMS, 58, "          0", changed(ADAMS, 86, "   0")))
    adams = read(sample).players[0]
    assert (adams.rating, adams.fide_id, adams.rank) == (None, "", None)


def test_colours_in_capitals_and_opponents_without_zeros():
    sample = changed(ADAMS, 97, "W", changed(CLARK, 97, "B", changed(EVORA, 92, "   0")))
    assert read(sample) == read(SAMPLE)


def test_tabs_in_a_header_are_blanks():
    assert read(replaced(1, "012\tSpring\tOpen")) == read(SAMPLE)


def test_commas_between_numbers():
    assert read(replaced(18, "XXP 1,5")) == read(replaced(18, "XXP 1, 5")) == read(SAMPLE)


def test_records_without_a_value_say_nothing():
    empty = (
        "012",
        "042",
        "112 ",
        "142",
        "152",
        "162",
        "192",
        "XXR",
        "XXC",
        "XXZ",
        "XXP",
        "XXA",
        "XXS",
        "BBW",
    )
    assert read(added(*empty)) == read(SAMPLE)


def test_lines_cut_at_the_right_before_round_1():
    assert [player.rating for player in read(UNPLAYED).players] == [2300, None, 2100]


def test_days_of_rounds_of_the_last_century_and_in_full():
    assert read(replaced(14, f"132{'':88}99/12/31            00/01/01")).round_dates == (
        "1999/12/31",
        "",
        "2000/01/01",
    )
    assert read(replaced(14, f"132{'':88}2024/03/012024/03/02")).round_dates == ("2024/03/01", "2024/03/02")


# TRF06 has no codes for byes


def test_byes_of_trf06():
    sample = changed(DAVIS, 109, "1", changed(EVORA, 99, "="))
    assert read(sample) == read(SAMPLE)


def test_absences_of_trf06():
    cells = read(changed(EVORA, 99, "-", changed(EVORA, 82, "0.0"))).players[4].cells
    assert cells[0] == Cell(outcome=Outcome.ZERO_POINT_BYE)
    cells = read(changed(EVORA, 99, "0", changed(EVORA, 82, "0.0"))).players[4].cells
    assert cells[0] == Cell(outcome=Outcome.ZERO_POINT_BYE)


def test_more_than_one_full_point_without_an_opponent_is_a_full_point_bye():
    sample = SAMPLE.replace("2 w 0  0000 - U", "2 w 0  0000 - +") + "001    6      Frost, Fay"
    players = read(changed(25, 82, "1.0", changed(25, 102, "0000 - +", sample))).players
    assert [players[place].cells[1].outcome for place in (3, 5)] == [Outcome.FULL_POINT_BYE] * 2


# Where it goes wrong

XXS_EXPECTED = (
    "a name and its points, as W=1.0; names are WW, BW, WD, BD, WL, BL, ZPB, HPB, FPB, PAB, FW, FL, W, D"
)
DEFECTS = {
    "short record": (cut(EVORA, 56), EVORA, 57, "", "a record of at least 84 columns"),
    "record without a name": (cut(3, 8, UNPLAYED), 3, 9, "", "a name in columns 15 to 47"),
    "rating is no number": (changed(BROWN, 49, "22x0"), BROWN, 49, "22x0", "a rating, or blanks"),
    "negative rating": (changed(BROWN, 49, "-100"), BROWN, 49, "-100", "a rating, or blanks"),
    "rating in foreign digits": (changed(BROWN, 49, "٢٢٠٠"), BROWN, 49, "٢٢٠٠", "a rating, or blanks"),
    "starting rank is no number": (changed(BROWN, 5, "  2a"), BROWN, 7, "2a", "a starting rank, 1 to 9999"),
    "starting rank of five digits": (changed(BROWN, 4, "10002"), BROWN, 4, "1", "a blank after the code 001"),
    "starting rank 0": (changed(BROWN, 5, "   0"), BROWN, 8, "0", "a starting rank, 1 to 9999"),
    "no starting rank": (changed(BROWN, 5, "    "), BROWN, 5, "", "a starting rank, 1 to 9999"),
    "rank is no number": (changed(BROWN, 86, "  2."), BROWN, 88, "2.", "a rank, or blanks"),
    "points are no number": (
        changed(BROWN, 82, "1,x"),
        BROWN,
        82,
        "1,x",
        "a number of points such as 4.5, or blanks",
    ),
    "negative points": (
        changed(BROWN, 81, "-1.5"),
        BROWN,
        81,
        "-1.5",
        "a number of points such as 4.5, or blanks",
    ),
    "day of birth": (
        changed(ADAMS, 70, "1990/02/30"),
        ADAMS,
        70,
        "1990/02/30",
        "a date of birth as YYYY/MM/DD, or blanks",
    ),
    "month of birth": (
        changed(ADAMS, 70, "1990/13/00"),
        ADAMS,
        70,
        "1990/13/00",
        "a date of birth as YYYY/MM/DD, or blanks",
    ),
    "own opponent": (changed(ADAMS, 95, "1"), ADAMS, 95, "1", "another player than himself"),
    "opponent is no number": (
        changed(ADAMS, 92, " x3 "),
        ADAMS,
        93,
        "x3",
        "the number of an opponent, 0000 or blanks",
    ),
    "opponent unknown": (changed(ADAMS, 95, "9"), ADAMS, 95, "9", "the number of a player, 1 to 5"),
    "opponent far away": (changed(ADAMS, 92, "9999"), ADAMS, 92, "9999", "the number of a player, 1 to 5"),
    "opponent has another": (
        changed(ADAMS, 95, "4"),
        ADAMS,
        95,
        "4",
        "an opponent who names him too: in round 1 player 4 on line 22 has 2",
    ),
    "opponent has none": (
        changed(ADAMS, 95, "5"),
        ADAMS,
        95,
        "5",
        "an opponent who names him too: in round 1 player 5 on line 23 has no opponent",
    ),
    "colour": (changed(ADAMS, 97, "x"), ADAMS, 97, "x", "w, b, - or a blank"),
    "colour without an opponent": (
        changed(EVORA, 97, "w"),
        EVORA,
        97,
        "w",
        "- or a blank, as there is no opponent",
    ),
    "game without a colour": (changed(ADAMS, 97, "-"), ADAMS, 97, "-", "w or b, as there is a game"),
    "pending game without a colour": (changed(ADAMS, 97, "   "), ADAMS, 97, "", "w or b, as there is a game"),
    "same colour twice": (changed(ADAMS, 97, "b"), ADAMS, 97, "b", "w, as player 3 on line 21 has b"),
    "only one colour": (changed(EVORA, 107, "-"), CLARK, 107, "w", "-, as player 5 on line 23 has -"),
    "result": (
        changed(ADAMS, 99, "x"),
        ADAMS,
        99,
        "x",
        "a result: one of 1 = 0 W D L + - H F U Z or a blank",
    ),
    "bye with an opponent": (
        changed(ADAMS, 99, "U"),
        ADAMS,
        99,
        "U",
        "a result, as there is an opponent: one of 1 = 0 W D L + - or a blank",
    ),
    "game without an opponent": (
        changed(EVORA, 99, "W"),
        EVORA,
        99,
        "W",
        "a bye, as there is no opponent: one of H F U Z or a blank",
    ),
    "both won": (changed(CLARK, 99, "1"), ADAMS, 99, "1", "0, as player 3 on line 21 has 1"),
    "won and drawn": (changed(CLARK, 99, "="), ADAMS, 99, "1", "= or 0, as player 3 on line 21 has ="),
    "won by forfeit and over the board": (
        changed(EVORA, 109, "1"),
        CLARK,
        109,
        "+",
        "0, as player 5 on line 23 has 1",
    ),
    "both won by forfeit": (changed(EVORA, 109, "+"), CLARK, 109, "+", "-, as player 5 on line 23 has +"),
    "rated and unrated": (
        changed(CLARK, 99, "L"),
        ADAMS,
        99,
        "1",
        "W or D or L, as player 3 on line 21 has L",
    ),
    "result on one side only": (
        changed(CLARK, 99, " "),
        ADAMS,
        99,
        "1",
        "a blank, as player 3 on line 21 has a blank",
    ),
    "two allocated byes": (
        added("001    6      Frost, Fay".ljust(101) + "0000 - U"),
        25,
        109,
        "U",
        "one pairing-allocated bye a round: player 4 on line 22 has it in round 2",
    ),
    "starting rank twice": (
        changed(BROWN, 8, "1"),
        BROWN,
        8,
        "1",
        "a starting rank of its own: line 19 has this one too",
    ),
    "starting rank missing": (
        changed(3, 8, "4", changed(4, 8, "5", UNPLAYED)),
        3,
        8,
        "4",
        "the starting rank 2, which no player has",
    ),
    "points": (
        changed(ADAMS, 82, "2.0"),
        ADAMS,
        82,
        "2.0",
        "1.5, the sum of the player's 2 rounds, or blanks",
    ),
    "more rounds than announced": (
        replaced(16, "XXR 1"),
        ADAMS,
        105,
        "2",
        "no more than the 1 rounds of the tournament",
    ),
    "bye after the last round": (
        changed(DAVIS, 112, "     - Z", replaced(16, "142 2")),
        DAVIS,
        119,
        "Z",
        "no more than the 2 rounds of the tournament",
    ),
    "columns shifted": (
        replaced(ADAMS, SAMPLE.splitlines()[18].replace("Adams,", "Adams")),
        ADAMS,
        96,
        "w",
        "a blank between the columns of round 1: is the line shifted?",
    ),
    "tab among the columns": (
        changed(ADAMS, 48, "\t"),
        ADAMS,
        48,
        "\t",
        "blanks, as the columns are counted",
    ),
    "code out of place": (
        replaced(ADAMS, "  " + SAMPLE.splitlines()[18]),
        ADAMS,
        3,
        "001",
        "the code of a record in column 1",
    ),
    "no players": ("012 Nobody came", 1, 1, "012 Nobody came", "at least one player (record 001)"),
    "nothing at all": ("", 1, 1, "", "at least one player (record 001)"),
    "binary": ("012 x\r\n\x89PNG\x00", 2, 5, "\x00", "text in UTF-8 or Latin-1"),
    "start date": (replaced(4, "042 in spring"), 4, 5, "in spring", "a date as YYYY/MM/DD"),
    "end date": (replaced(5, "052 2024/02/30"), 5, 5, "2024/02/30", "a date as YYYY/MM/DD"),
    "day of a round": (changed(14, 102, "24/13/01"), 14, 102, "24/13/01", "a date as YY/MM/DD, or blanks"),
    "number of rounds": (replaced(16, "XXR many"), 16, 5, "many", "the number of rounds"),
    "no rounds": (replaced(16, "XXR 0"), 16, 5, "0", "the number of rounds"),
    "far too many rounds": (replaced(16, "XXR " + "9" * 5000), 16, 5, "9" * 5000, "the number of rounds"),
    "configuration": (replaced(17, "XXC rank white2"), 17, 10, "white2", "white1, black1 or rank"),
    "initial colour": (replaced(17, "152 X"), 17, 5, "X", "W or B, the initial colour"),
    "forbidden pair with a stranger": (
        replaced(18, "XXP 1 6"),
        18,
        7,
        "6",
        "the number of a player of this tournament",
    ),
    "forbidden pair that is no number": (
        replaced(18, "XXP 1-5"),
        18,
        5,
        "1-5",
        "the number of a player of this tournament",
    ),
    "forbidden pair of one": (
        replaced(18, "XXP 1"),
        18,
        5,
        "1",
        "the numbers of at least two players who must not meet",
    ),
    "absence of a stranger": (added("XXZ 1 77"), 25, 7, "77", "the number of a player of this tournament"),
    "virtual points of a stranger": (
        added("XXA   77  1.0"),
        25,
        7,
        "77",
        "the number of a player of this tournament",
    ),
    "virtual points": (added("XXA    1  1.0  one"), 25, 16, "one", "a number of points such as 1.0"),
    "kind of bye": (added("240 U   3    2"), 25, 5, "U", "the kind of bye: F, H or Z"),
    "bye after the last of the rounds": (added("240 H   6    2"), 25, 9, "6", "the number of a round"),
    "bye of a stranger": (
        added("240 H   3    2    8"),
        25,
        19,
        "8",
        "the number of a player of this tournament",
    ),
    "bye of a player who has a game": (
        added("240 H   2    4    2"),
        25,
        14,
        "4",
        "a player whose own record has no other entry in round 2",
    ),
    "virtual points of a range": (
        added("250       x     1   2    1    3"),
        25,
        11,
        "x",
        "a number of points such as 1.0",
    ),
    "prohibition that begins nowhere": (added("260   x   5    1    2"), 25, 7, "x", "the number of a round"),
    "prohibition without an end": (added("260   1        1    2"), 25, 9, "", "the number of a round"),
    "prohibition that ends before it begins": (
        added("260   3   2    1    2"),
        25,
        11,
        "2",
        "3 or a later round",
    ),
    "prohibition for one": (
        added("260   1   5    1"),
        25,
        7,
        "1   5    1",
        "the numbers of at least two players who must not meet",
    ),
    "name of a value": (
        added("XXS W=1.0 Q=2.0"),
        25,
        11,
        "Q",
        XXS_EXPECTED,
    ),
    "value without a name": (
        added("XXS =2.0"),
        25,
        5,
        "=2.0",
        XXS_EXPECTED,
    ),
    "value": (added("XXS W=1.25"), 25, 7, "1.25", "a number of points such as 0.5"),
    "no value": (added("XXS W="), 25, 7, "", "a number of points such as 0.5"),
    "negative value": (added("BBU -1.0"), 25, 5, "-1.0", "a number of points such as 0.5"),
    "symbol of 162": (
        added("162  Q 3.0"),
        25,
        6,
        "Q",
        "a name and its points, as W 1.0; names are W, D, L, A, Z, P, X",
    ),
}


@pytest.mark.parametrize("defect", DEFECTS)
def test_defects(defect):
    text, line, column, found, expected = DEFECTS[defect]
    with pytest.raises(TrfError) as caught:
        read(text)
    error = caught.value
    assert (error.line, error.column, error.found, error.expected) == (line, column, found, expected)


def test_message():
    with pytest.raises(TrfError) as caught:
        read(changed(ADAMS, 97, "x"))
    assert str(caught.value) == "line 19, column 97: found 'x', expected w, b, - or a blank"
    with pytest.raises(TrfError) as caught:
        read("")
    assert str(caught.value) == "line 1, column 1: found nothing, expected at least one player (record 001)"


def test_line_numbers_count_whatever_ends_a_line():
    for end in ("\r", "\r\n", "\n"):
        with pytest.raises(TrfError) as caught:
            read(changed(EVORA, 97, "x").replace("\n", end))
        assert caught.value.line == EVORA


# Whatever the bytes


def attempt(text: str) -> Tournament | TrfError:
    """What reading comes to; any other exception is a defect of the reader."""
    try:
        return read(text)
    except TrfError as error:
        return error


@given(st.binary())
def test_bytes_are_read_or_refused(data):
    with pytest.raises(TrfError):
        read(b"012 " + data)


@settings(max_examples=400)
@given(st.data())
def test_damaged_files_are_read_or_refused(data):
    text = list(SAMPLE)
    characters = st.sampled_from(" 0123456789wb-=+.,/UHFZWDLX\n\r\t\x00é½²٣\ud800") | st.characters()
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(text)))
        match data.draw(st.sampled_from(("change", "remove", "insert", "cut"))):
            case "change":
                text[place : place + 1] = [data.draw(characters)]
            case "remove":
                del text[place : place + data.draw(st.integers(1, 120))]
            case "insert":
                text[place:place] = data.draw(st.lists(characters, max_size=12))
            case "cut":
                del text[place:]
    result = attempt("".join(text))
    if isinstance(result, TrfError):
        assert result.line >= 1
        assert result.column >= 1
        assert result.expected
    else:
        assert [player.number for player in result.players] == list(range(1, len(result.players) + 1))


@given(
    st.sampled_from(
        [
            "042",
            "132",
            "142",
            "152",
            "162",
            "192",
            "240",
            "250",
            "260",
            "001",
            "BBW",
            "XXC",
            "XXP",
            "XXA",
            "XXS",
            "XXZ",
        ]
    ),
    st.text(),
)
def test_records_are_read_or_refused(code, text):
    result = attempt(f"{SAMPLE}{code} {text}")
    assert not isinstance(result, TrfError) or result.line >= ADAMS
