"""Reading what other programs write: only what makes pairings or points ambiguous refuses a file."""

from dataclasses import replace

import pytest

from pairing.checker import check
from pairing.core.records import may_take_bye
from pairing.core.scores import pairing_score, points
from pairing.core.tournament import BLANK, Cell, Outcome
from pairing.editions import edition_by_code, pair_round
from pairing.tie_breaks.ranking import standings
from pairing.trf import Format, read, read_closely, write
from tests.pairing.trf_samples import ADAMS, SAMPLE, added, changed, replaced, unrated
from tests.swiss import SWISS

PAB = Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE)

HEADER = """\
012 Two without an opponent
042 2026/03/01
052 2026/03/03
XXR 3
XXC white1
"""
# The number of lines before the first player.
ABOVE = HEADER.count("\n")
TWO_BYES = HEADER + "\n".join(
    (
        unrated(1, "Adams, Ann", "1.0", "   3 w 1"),
        unrated(2, "Brown, Bob", "0.0", "   4 b 0"),
        unrated(3, "Clark, Cid", "0.0", "   1 b 0"),
        unrated(4, "Davis, Dot", "1.0", "   2 w 1"),
        unrated(5, "Evora, Eve", "1.0", "0000 - U"),
        unrated(6, "Frost, Fay", "1.0", "0000 - U"),
    )
)


# Two pairing-allocated byes in a round.


def test_more_than_one_allocated_bye_is_read_and_reported():
    tournament, supplied = read_closely(TWO_BYES)
    assert [player.number for player in tournament.players if player.cell(1) == PAB] == [5, 6]
    (surplus,) = supplied.surplus_byes
    assert (surplus.line, surplus.column, surplus.found) == (ABOVE + 6, 99, "U")
    assert surplus.expected == (
        f"one pairing-allocated bye a round: player 5 on line {ABOVE + 5} has it in round 1"
    )
    assert write(tournament).count("0000 - U\r\n") == 2


def test_one_allocated_bye_in_each_of_two_rounds_is_nothing_to_report():
    assert read_closely(changed(23, 99, "U", changed(23, 82, "1.0")))[1].surplus_byes == ()


@pytest.mark.parametrize("worth", ["0.0", "0.5", "1.0"])
def test_every_one_of_them_brings_its_points(worth):
    lines = TWO_BYES.splitlines()
    lines[-2:] = [line.replace(" 1.0     ", f" {worth}     ") for line in lines[-2:]]
    tournament, supplied = read_closely("\n".join([*lines, f"XXS PAB={worth}"]))
    assert {tournament.scoring.points(player.cell(1)) for player in tournament.players[4:]} == {
        tournament.scoring.pairing_allocated_bye
    }
    assert supplied.surplus_byes


@pytest.mark.parametrize("code", SWISS)
def test_every_one_of_them_bars_its_player_from_another(code):
    """C.04.1 d."""
    tournament = read(TWO_BYES)
    bars = edition_by_code(code).handling.bars_from_bye
    barred = [p.number for p in tournament.players if not may_take_bye(p, tournament.scoring, bars)]
    assert barred == [5, 6]


@pytest.mark.parametrize("code", SWISS)
def test_no_round_with_two_of_them_is_paired_by_the_rules(code):
    tournament = read(TWO_BYES)
    # Some systems pair by ratings, which the file does not have.
    players = tuple(replace(player, rating=2000) for player in tournament.players)
    tournament = replace(tournament, players=players)
    (result,) = check(tournament, code)
    assert not result.agrees
    assert result.found.bye == 5
    assert len(pair_round(tournament, code).pairs) == 3


# Points that the results bring anyway, stated once more (record 299).


@pytest.mark.parametrize(
    "record",
    [
        "299 W         1.0   0",
        "299 W         1.0   1    1    2",
        "299 D         0.5",
        "299 L         0.0   0",
        "299 F         1.0 000    4",
        "299 H         0.5   1    5",
        "299 Z         0.0",
        "299 +         1.0   2    3",
        "299 -         0.0   2    5",
        "299           0.0   1    1",
        "299 w         1.0   1    1",
        "299 +       1.0   1    3",
        "299 +  2.0  1.0   1    3",
        "299 D",
    ],
)
def test_ordinary_points_stated_once_more(record):
    tournament, supplied = read_closely(added(record))
    assert tournament == replace(read(SAMPLE), other_records=("### a remark", record))
    assert supplied == read_closely(SAMPLE)[1]
    assert read(write(tournament)) == tournament


@pytest.mark.parametrize(
    "record",
    [
        "240 F   1    3",
        "250  2.0  1.0   1   2    1    3",
        "260   1   5    1   77",
        "299 +  2.0  2.5   1    1",
    ],
)
def test_in_a_file_of_teams_they_are_theirs(record):
    """The number is a team's: the record changes neither a player's points nor whom they may meet."""
    team = f"310   1 {'North':32} {'NOR':>5} {'':6} {'2.0':>6} {'2.5':>6}   1     1    2"
    tournament, supplied = read_closely(added(record, team))
    assert tournament == replace(read(SAMPLE), other_records=("### a remark", team, record))
    assert supplied == read_closely(SAMPLE)[1]
    assert read(write(tournament)) == tournament


@pytest.mark.parametrize("form", Format)
def test_beside_teams_that_are_not_read_players_are_written_in_the_words_of_programs(form):
    """Records 250, 260 and 240 beside records 310 are theirs: those of players would be lost, or doubled."""
    team = f"310   1 {'North':32} {'NOR':>5} {'':6} {'2.0':>6} {'2.5':>6}   1     1    2"
    own = ("XXA    1  1.0  1.0  0.0", "XXZ 4")
    tournament = read(added(*own, team, "250  2.0  1.0   1   2    1    3"))
    assert tournament.players[0].virtual == (10, 10, 0)
    assert [player.number for player in tournament.players if player.cell(3) != BLANK] == [4]
    again = read(write(tournament, form=form))
    assert again == tournament
    assert write(again, form=form) == write(tournament, form=form)


def test_they_are_ordinary_by_the_points_of_the_file():
    points = ("XXS W=3.0 D=1.0", "299 W         3.0", "299 D         1.0")
    blank = SAMPLE
    for line in range(ADAMS, ADAMS + 5):
        blank = changed(line, 82, "   ", blank)
    assert read(added(*points, sample=blank)).other_records[1:] == points[1:]
    abnormal = read(added(points[0], "299 W         1.0", sample=blank))
    assert [cell.points for player in abnormal.players for cell in player.cells] == [
        *(10, None, 10, None, None, None),
        *(None, None, None, None),
    ]


# Points that some players get and others do not (record 299).


def total(tournament, number):
    return points(tournament, tournament.players[number - 1], 2)


@pytest.mark.parametrize(
    ("record", "changed_points", "written"),
    [
        # What a result brings in one round, or in all of them.
        ("299 W         3.0   1    1", {1: 35}, "299 W         3.0    1    1"),
        ("299 D         0.0 000    1    2", {1: 10, 2: 10}, "299 D         0.0    2    1    2"),
        ("299 F         1.5", {}, None),
        ("299 H         1.0 001    5", {5: 10}, "299 H         1.0    1    5"),
        ("299 -        -1.0   2    5", {5: -5}, "299 -        -1.0    2    5"),
        # Points beside the result: a prize, or a penalty. They stand with the result where there is a kind.
        ("299          -0.5   1    1", {1: 10}, "299 W         0.5    1    1"),
        ("299           0.5   2    4", {4: 15}, "299           0.5    2    4"),
        # Match points come before them; columns differ.
        ("299 W  2.0    3.0   1    1", {1: 35}, "299 W         3.0    1    1"),
        ("299 W     3.0   1    1", {1: 35}, "299 W         3.0    1    1"),
    ],
)
def test_abnormal_points(record, changed_points, written):
    sample = SAMPLE
    for number, tenths in changed_points.items():
        shown = f"{'-' * (tenths < 0)}{abs(tenths) // 10}.{abs(tenths) % 10}"
        sample = changed(ADAMS + number - 1, 81, f"{shown:>4}", sample)
    tournament = read(added(record, sample=sample))
    usual = read(SAMPLE)
    assert {n: total(tournament, n) for n in range(1, 6)} == {
        n: changed_points.get(n, total(usual, n)) for n in range(1, 6)
    }
    kept = ("### a remark",) if written else ("### a remark", record)
    assert tournament.other_records == kept
    lines = [line for line in write(tournament).split("\r\n") if line.startswith("299")]
    assert lines == [written or record]
    for form in Format:
        assert read(write(tournament, form=form)) == tournament


def test_abnormal_points_count_in_standings_and_pairings():
    """A penalty of a whole point drops the winner of round 1 among those who lost."""
    sample = changed(ADAMS, 81, " 0.5", SAMPLE)
    tournament = read(added("299          -1.0   1    1", sample=sample))
    assert {line.number: line.points for line in standings(tournament)} == {1: 5, 2: 15, 3: 10, 4: 10, 5: 5}
    assert {line.number: line.values["BH"] for line in standings(tournament)}[2] == 10 + 5
    assert pairing_score(tournament, tournament.players[0], 3) == 5


# Fields that have no bearing on a pairing or on points.


@pytest.mark.parametrize(
    "written", ["31.02.1990", "1990/13/00", "1990/02/30", "unknown", "19870000", "5/90", "**/**/1990", "90"]
)
def test_a_birth_that_is_none_is_kept_as_it_stands_and_reported(written):
    tournament, supplied = read_closely(changed(ADAMS, 70, f"{written:10}"))
    assert tournament.players[0].birth == written
    (unread,) = supplied.unread
    assert (unread.line, unread.column, unread.found) == (ADAMS, 70, written)
    assert unread.expected == "a date of birth as YYYY/MM/DD, or blanks"
    assert read(write(tournament)) == tournament


@pytest.mark.parametrize("written", ["1987.00.00", "00/00/1987", "1987", "1987-0-0"])
def test_a_year_is_a_birth(written):
    tournament, supplied = read_closely(changed(ADAMS, 70, f"{written:10}"))
    assert (tournament.players[0].birth, supplied.unread) == ("1987/00/00", ())


@pytest.mark.parametrize("written", ["00/00/0000", "0000.00.00", "0000", "--", "  .  .    "])
def test_no_birth(written):
    tournament, supplied = read_closely(changed(ADAMS, 70, f"{written:10}"))
    assert (tournament.players[0].birth, supplied.unread) == ("", ())


@pytest.mark.parametrize("written", ["1-3", " =2", "n.c", "  2."])
def test_a_rank_that_is_none_is_left_out_and_reported(written):
    tournament, supplied = read_closely(changed(ADAMS, 86, f"{written:4}"))
    assert tournament.players[0].rank is None
    (unread,) = supplied.unread
    assert (unread.line, unread.found) == (ADAMS, written.strip())
    assert unread.expected == "a rank, or blanks"


@pytest.mark.parametrize(
    ("column", "written", "field", "kept"),
    [
        (10, "u", "sex", "u"),
        (10, "?", "sex", "?"),
        (11, "AGM", "title", "AGM"),
        (11, "xx ", "title", "xx"),
        (54, "eng", "federation", "eng"),
        (54, "   ", "federation", ""),
        (58, "400001     ", "fide_id", "400001"),
        (58, "     40 001", "fide_id", "40 001"),
        (58, "   ID400001", "fide_id", "ID400001"),
        (86, "    ", "rank", None),
        (86, "  77", "rank", 77),
    ],
)
def test_other_facts_of_a_player_are_kept_as_they_stand(column, written, field, kept):
    tournament, supplied = read_closely(changed(ADAMS, column, written))
    assert getattr(tournament.players[0], field) == kept
    assert not supplied.unread


@pytest.mark.parametrize(
    ("column", "written", "found"), [(54, "ENGL", "L"), (15, "A" * 34, "A"), (57, "1234567890123", "1")]
)
def test_what_is_longer_than_its_columns_is_reported(column, written, found):
    unread = read_closely(changed(ADAMS, column, written))[1].unread
    assert unread[0].line == ADAMS
    assert unread[0].found == found
    assert unread[0].expected == "a blank between the columns"


@pytest.mark.parametrize(
    ("records", "told"),
    [
        (("062 129 (88)", "072 some", "082 000"), ["129"]),
        (("062 5 (88)", "072 -1"), []),
        (("062", "072 4.0", "082"), []),
        (("062 000 000", "072 -1", "082 none"), []),
        (("062 five",), ["five"]),
    ],
)
def test_counts_are_made_anew(records, told):
    tournament, supplied = read_closely(added(*records))
    assert tournament == replace(read(SAMPLE), other_records=("### a remark",))
    assert [error.found for error in supplied.overruled if "number of players" in error.expected] == told


@pytest.mark.parametrize(
    ("line", "text", "field", "value"),
    [
        (2, "022 https://chess.example/swiss/1", "city", "https://chess.example/swiss/1"),
        (3, "032 International", "federation", "International"),
        (4, "042 24/09/2010", "start_date", "2010/09/24"),
        (4, "042 May 29, 2020", "start_date", "2020/05/29"),
        (4, "042 28. 07. 2005", "start_date", "2005/07/28"),
        (9, "092 swiss", "system", "swiss"),
        (9, "092 Individual: Swiss-System (FIDE Dutch)", "system", "Individual: Swiss-System (FIDE Dutch)"),
        (10, "102 Grey Gus, IA", "chief_arbiter", "Grey Gus, IA"),
        (10, f"102 {'Grey, Gus':45}", "chief_arbiter", "Grey, Gus"),
        (11, "112 Hall Hal, Ivy Ida", "deputy_arbiters", ("Hall Hal, Ivy Ida", "Ivy, Ida (100003)")),
        (13, "122 2 hours 40 / moves, 30 min. rest", "time_control", "2 hours 40 / moves, 30 min. rest"),
    ],
)
def test_headers(line, text, field, value):
    tournament, supplied = read_closely(replaced(line, text))
    assert getattr(tournament, field) == value
    assert not supplied.unread


def test_a_first_day_whose_century_is_not_written_is_kept_as_it_stands():
    """26/09/22 may be the 26th as well as the 22nd."""
    tournament, supplied = read_closely(replaced(4, "042 26/09/22"))
    assert tournament.start_date == ""
    assert supplied.unread[0].found == "26/09/22"
    assert "042 26/09/22\r\n" in write(tournament)


def test_days_of_rounds_outside_their_columns_are_reported():
    tournament, supplied = read_closely(replaced(14, "132 24/03/01"))
    assert tournament.round_dates == ()
    (unread,) = supplied.unread
    assert (unread.line, unread.column, unread.found) == (14, 5, "24/03/01")
    assert unread.expected == "blanks, as the days of the rounds begin in column 92"


def test_rulers_and_headings_between_the_records():
    rulers = (
        "",
        "         1         2         3         4         5",
        "12345678901234567890123456789012345678901234567890",
        "DDD SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF IIIIIIIIIII BBBB/BB/BB PPPP RRRR",
    )
    assert read("\n".join((*rulers, SAMPLE))).players == read(SAMPLE).players


@pytest.mark.parametrize("line", ["1720 Elo", "1821 Ivy", "2024-03-02 BH", "2121 BH,SB", "2222 5400+30"])
def test_a_line_that_only_begins_like_a_record_of_free_text_is_kept_as_it_stands(line):
    assert read(added(line)) == replace(read(added()), other_records=("### a remark", line))
