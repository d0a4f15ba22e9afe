"""Reading report files: where they go wrong."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.core.tournament import BLANK
from pairing.trf import TrfError, read
from pairing.trf.fields import Line
from pairing.trf.rows import read_row
from tests.each import each
from tests.pairing.trf_samples import (
    ADAMS,
    BROWN,
    CLARK,
    DAVIS,
    EVORA,
    SAMPLE,
    UNPLAYED,
    added,
    changed,
    cut,
    replaced,
)

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
        "1.5, the sum of the player's 2 rounds, or blanks",
    ),
    "own opponent": (changed(ADAMS, 95, "1"), ADAMS, 95, "1", "the number of another player"),
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
        "an opponent who names this player too: in round 1 player 4 on line 22 has 2",
    ),
    "opponent has none": (
        changed(ADAMS, 95, "5"),
        ADAMS,
        95,
        "5",
        "an opponent who names this player too: in round 1 player 5 on line 23 has no opponent",
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
    "adjourned game without a colour": (
        changed(ADAMS, 97, "- ?"),
        ADAMS,
        97,
        "-",
        "w or b, as there is a game",
    ),
    "same colour twice": (changed(ADAMS, 97, "b"), ADAMS, 97, "b", "w, as player 3 on line 21 has b"),
    "only one colour": (changed(EVORA, 107, "-"), CLARK, 107, "w", "-, as player 5 on line 23 has -"),
    "result": (
        changed(ADAMS, 99, "x"),
        ADAMS,
        99,
        "x",
        "a result: one of 1 = 0 W D L + - H F U Z ? or a blank",
    ),
    "bye with an opponent": (
        changed(ADAMS, 99, "U"),
        ADAMS,
        99,
        "U",
        "a result, as there is an opponent: one of 1 = 0 W D L + - ? or a blank",
    ),
    "game without an opponent": (
        changed(EVORA, 99, "W"),
        EVORA,
        99,
        "W",
        "a bye, as there is no opponent: one of H F U Z or a blank",
    ),
    "adjourned game without an opponent": (
        changed(EVORA, 97, "- ?"),
        EVORA,
        99,
        "?",
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
    "range of rounds backwards": (
        added("250       1.0   2   1    1    3"),
        25,
        21,
        "1",
        "2 or a later round",
    ),
    "range of players backwards": (
        added("250       1.0   1   2    3    1"),
        25,
        31,
        "1",
        "3 or the number of a later player",
    ),
    "range of players with a stranger": (
        added("250       1.0   1   2    3    9"),
        25,
        31,
        "9",
        "the number of a player of this tournament",
    ),
    "match points": (
        added("250  2.0  1.0   1   2    1    3"),
        25,
        6,
        "2.0",
        "blanks: match points are for teams",
    ),
    "points beside the results, which the player does not have": (
        added("299           1.0   1    1"),
        ADAMS,
        82,
        "1.5",
        "2.5, the sum of the player's 2 rounds, or blanks",
    ),
    "points taken away from a player who has them": (
        added("299          -0.5   1    1"),
        ADAMS,
        82,
        "1.5",
        "1.0, the sum of the player's 2 rounds, or blanks",
    ),
    "a win that brings more than the player has": (
        added("299 W         1.5   1    1"),
        ADAMS,
        82,
        "1.5",
        "2.0, the sum of the player's 2 rounds, or blanks",
    ),
    "points beside the results of every round": (
        added("299           1.0        1"),
        25,
        15,
        "1.0",
        "0.0, or a round that was paired, as these points are beside the results",
    ),
    "points beside the results of a round to come": (
        added("299           1.0   3    1"),
        25,
        15,
        "1.0",
        "0.0, or a round that was paired, as these points are beside the results",
    ),
    "points without a number": (added("299 W         x"), 25, 15, "x", "a number of points such as 1.0"),
    "points that are no number": (added("299 W        -.5"), 25, 15, ".5", "a number of points such as 1.0"),
    "abnormal points of nobody": (
        added("299 W         1.5   1    9"),
        25,
        26,
        "9",
        "the number of a player of this tournament",
    ),
    "points of no result": (
        added("299 Q         1.0   1    1"),
        25,
        5,
        "Q",
        "the kind of result: one of W D L F H Z + - or a blank",
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


def attempt[S, T](reader: Callable[[S], T], source: S) -> T | TrfError:
    """The result of reading, or its TrfError; any other exception is a defect of the reader."""
    try:
        return reader(source)
    except TrfError as error:
        return error


@pytest.mark.parametrize("opponent", ["    ", "0000", "   0", "   3", "3   ", "3  1", "  -3", "   x"])
def test_every_round_is_understood_or_refused_in_its_place(opponent):
    for colour, result in product("wWbB- x", "10=WDLwdl+-HFUZhfuz ?x"):
        line = Line(7, f"001    1      Adams, Ann{'':67}{opponent} {colour} {result}".rstrip())
        row = attempt(read_row, line)
        if isinstance(row, TrfError):
            assert row.line == 7
            assert 92 <= row.column <= 99
            assert row.found.strip() == row.found
        else:
            (cell,) = row.player.cells or (BLANK,)
            assert cell.opponent == (int(opponent) if opponent.strip(" 0") else None)
            assert (cell.colour or " ") == colour.lower().replace("-", " ")
            # Unknown is written ? or left blank.
            assert cell.outcome.value == result.upper().replace("?", " ")


@each("defect", DEFECTS)
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


@given(st.binary())
def test_bytes_are_read_or_refused(data):
    with pytest.raises(TrfError):
        read(b"012 " + data)


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
    result = attempt(read, "".join(text))
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
            "299",
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
    result = attempt(read, f"{SAMPLE}{code} {text}")
    assert not isinstance(result, TrfError) or result.line >= ADAMS
