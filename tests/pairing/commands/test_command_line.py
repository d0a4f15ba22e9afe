"""The command line is a promise to scripts: what it prints, and with which status it ends."""

import io
import json
import os
import shlex
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pairing.__main__ import main
from pairing.commands.files import Progress
from pairing.trf import read

DATA = Path(__file__).parents[2] / "data" / "tiebreaks"
ROBINS = DATA.parent / "round-robin"
LIGHT = DATA / "bbp5-27-p10-r6-light.trf"


def player(number, points, *rounds):
    cells = "".join(f"  {cell:>8}" for cell in rounds)
    return f"001 {number:>4}      {'Player':<65} {points:>4}     {cells}"


STARTED = "\n".join(
    (
        "XXR 5",
        "XXC white1",
        player(1, "1.0", "3 w 1"),
        player(2, "1.0", "4 b 1"),
        player(3, "0.0", "1 b 0"),
        player(4, "0.0", "2 w 0"),
        player(5, "1.0", "0000 - U"),
    )
)
# The lower half would be 3 and 4.
WRONG = "\n".join(
    (
        "XXR 5",
        "XXC white1",
        player(1, "1.0", "2 w 1"),
        player(2, "0.0", "1 b 0"),
        player(3, "1.0", "4 w 1"),
        player(4, "0.0", "3 b 0"),
    )
)
# After two rounds everybody has met everyone they may meet.
UNPAIRABLE = "\n".join(
    (
        "XXR 4",
        "XXC white1",
        player(1, "2.0", "2 w 1", "3 b 1"),
        player(2, "1.0", "1 b 0", "0000 - U"),
        player(3, "1.0", "0000 - U", "1 w 0"),
        "XXP 2 3",
    )
)


@pytest.fixture
def file(tmp_path):
    """Write a text to a file and return its path."""

    def make(text, name="open.trf"):
        path = tmp_path / name
        path.write_text(text)
        return str(path)

    return make


@pytest.fixture
def run(capsys):
    """Run a command; return its status, its output and its error output."""

    def command(*arguments):
        status = main(arguments)
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return command


def test_pair(run, file):
    assert run("pair", file(STARTED)) == (0, "3\n5 1\n2 3\n4 0\n", "")


# Those of TRF16, and what TRF06 writes for them.
SET_BEFOREHAND = ("U", "F", "H", "Z", "+", "-", "1", "=", "0")


POINTS_OF_BYES = {"U": 10, "F": 10, "+": 10, "1": 10, "H": 5, "=": 5}


@pytest.mark.parametrize("bye", SET_BEFOREHAND)
def test_pair_with_a_bye_set_beforehand(run, file, bye):
    """A bye is no pairing: the round in which nobody has an opponent yet is the one to be paired."""
    points = f"{POINTS_OF_BYES.get(bye, 0) / 10}"
    others = [player(number, "0.0") for number in (3, 4, 5)]
    text = "\n".join(("XXR 4", "XXC white1", player(1, "0.0"), player(2, points, f"0000 - {bye}"), *others))
    # Who has the allocated bye takes part, and so holds number 2; who has another one has not come yet.
    assert run("pair", file(text)) == (0, "2\n1 4\n3 5\n" if bye == "U" else "2\n1 4\n5 3\n", "")
    assert json.loads(run("pair", "--json", file(text))[1])["bye"] is None


def test_pair_says_that_a_second_player_gets_the_bye(run, file):
    text = "\n".join(
        ["XXR 4", "XXC white1", player(1, "1.0", "0000 - U"), *(player(n, "0.0") for n in (2, 3, 4))]
    )
    path = file(text)
    assert run("pair", path) == (
        0,
        "2\n3 2\n4 0\n",
        f"{path}: round 1: 1 has the pairing-allocated bye already, and an odd number of players is left, so"
        " one of them gets another (C.04.1 c)\n",
    )


@pytest.mark.parametrize(
    ("cell", "record"),
    [
        *((f"0000 - {code}", "") for code in SET_BEFOREHAND),
        *(("", f"240 {code}   2    1") for code in "FHZ"),
        ("", "XXZ 1"),
    ],
)
def test_pair_with_a_bye_set_beforehand_in_the_middle(run, file, cell, record):
    points = f"{1 + POINTS_OF_BYES.get(cell[-1:], 0) / 10}"
    text = "\n".join(
        (
            *("XXR 5", "XXC white1", player(1, points, "3 w 1", cell), player(2, "1.0", "4 b 1")),
            *(player(3, "0.0", "1 b 0"), player(4, "0.0", "2 w 0"), player(5, "1.0", "0000 - U"), record),
        )
    )
    assert run("pair", file(text)) == (0, "2\n2 5\n3 4\n", "")


def test_pair_with_an_edition(run, file):
    assert run("pair", "--edition", "dutch-2016", file(STARTED)) == run("pair", file(STARTED))


def test_pair_standard_input(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(STARTED.encode())))
    assert run("pair", "-") == (0, "3\n5 1\n2 3\n4 0\n", "")


def test_pair_without_the_number_of_rounds(run, file):
    path = file(STARTED.removeprefix("XXR 5\n"))
    status, out, err = run("pair", path)
    assert (status, out) == (0, "3\n5 1\n2 3\n4 0\n")
    assert err == f"{path}: the number of rounds is not stated (XXR): not paired as the last round\n"


def test_pair_what_cannot_be_paired(run, file):
    path = file(UNPAIRABLE)
    status, out, err = run("pair", path)
    assert (status, out) == (1, "")
    assert err.startswith(f"{path}: Round 3 cannot be paired")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: found nothing, expected at least one player (record 001)"),
        (STARTED.replace("3 w 1", "3 x 1"), "line 3, column 97: found 'x', expected w, b, - or a blank"),
        (STARTED.replace("XXR 5", "XXR 1"), "All 1 rounds of the tournament are paired."),
        (
            STARTED + "\n192 FIDE_LIM",
            "The edition that the tournament names, FIDE_LIM, is not one of this",
        ),
    ],
)
def test_pair_what_cannot_be_read(run, file, text, message):
    path = file(text)
    status, out, err = run("pair", path)
    assert (status, out) == (2, "")
    assert err.startswith(f"{path}: {message}")


def test_pair_without_a_file(run, tmp_path):
    assert run("pair", str(tmp_path / "none")) == (2, "", f"{tmp_path / 'none'}: No such file or directory\n")
    assert run("pair", str(tmp_path)) == (2, "", f"{tmp_path}: Is a directory\n")


def test_check(run):
    status, out, err = run("check", str(LIGHT))
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        *(f"{LIGHT}: round {number}: ok" for number in range(1, 7)),
        "1 files, 6 rounds, 0 discrepancies",
    ]


def test_check_what_differs(run, file):
    path = file(WRONG)
    assert run("check", path) == (
        1,
        f"{path}: round 1: found 1-2 3-4, expected 1-3 4-2\n1 files, 1 rounds, 1 discrepancies\n",
        "",
    )


def test_check_where_the_bye_differs(run, file):
    path = file(
        "\n".join((player(1, "1.0", "3 w 1"), player(2, "1.0", "0000 - U"), player(3, "0.0", "1 b 0")))
    )
    status, out, _ = run("check", path)
    assert status == 1
    assert out.splitlines()[0] == f"{path}: round 1: found 1-3 2-bye, expected 1-2 3-bye"


def test_check_where_two_have_the_bye(run, file):
    path = file("\n".join((STARTED, player(6, "1.0", "0000 - U"))))
    status, out, err = run("check", path)
    assert (status, err) == (1, "")
    assert out.splitlines()[0] == f"{path}: round 1: found 1-3 4-2 5-bye, expected 1-4 5-2 3-6"


def test_check_a_round_that_should_not_have_been_paired(run, file):
    path = file(
        "\n".join(
            (
                "XXC white1",
                player(1, "2.0", "2 w 1", "2 b 1"),
                player(2, "0.0", "1 b 0", "1 w 0"),
            )
        )
    )
    status, out, _ = run("check", path)
    first, second, sums = out.splitlines()
    assert status == 1
    assert first == f"{path}: round 1: ok"
    assert second.startswith(f"{path}: round 2: Round 2 cannot be paired")
    assert sums == "1 files, 2 rounds, 1 discrepancies"


def test_check_goes_on_after_a_bad_file(run, file):
    bad, wrong = file("no players", "bad.trf"), file(WRONG, "wrong.trf")
    status, out, err = run("check", bad, wrong, str(LIGHT))
    assert status == 2
    assert err == f"{bad}: line 1, column 1: found 'no players', expected at least one player (record 001)\n"
    assert out.splitlines()[0].startswith(f"{wrong}: round 1: found")
    assert out.splitlines()[-1] == "3 files, 7 rounds, 1 discrepancies"


def test_check_takes_the_edition_in_force(run, file):
    text = "\n".join(
        (
            "XXR 3",
            "XXC white1",
            player(1, "2.0", "3 w 1", "2 b 1"),
            player(2, "1.0", "4 b 1", "1 w 0"),
            player(3, "1.0", "1 b 0", "4 w 1"),
            player(4, "0.0", "2 w 0", "3 b 0"),
        )
    )
    for day, edition in (("2026/01/31", "dutch-2016"), ("2026/02/01", "dutch-2026")):
        path = file(f"052 {day}\n{text}")
        document = json.loads(run("check", "--json", path)[1])
        assert document["reports"][0]["edition"] == edition
    other = json.loads(run("check", "--json", "--edition", "dutch-2016", path)[1])
    assert other["reports"][0]["edition"] == "dutch-2016"


def test_check_as_json(run, file):
    bad, wrong = file("", "bad.trf"), file(WRONG, "wrong.trf")
    status, out, err = run("check", "--json", bad, wrong, str(LIGHT))
    document = json.loads(out)
    light = document["reports"].pop()
    assert status == 2
    assert err.startswith(f"{bad}: line 1")
    assert document == {
        "files": 3,
        "rounds": 7,
        "discrepancies": 1,
        "reports": [
            {
                "file": bad,
                "error": "line 1, column 1: found nothing, expected at least one player (record 001)",
            },
            {
                "file": wrong,
                "edition": "dutch-2016",
                "rounds": [
                    {
                        "round": 1,
                        "agrees": False,
                        "found": {"pairs": [[1, 2], [3, 4]], "bye": None},
                        "expected": {"pairs": [[1, 3], [4, 2]], "bye": None},
                        "message": "",
                    }
                ],
            },
        ],
    }
    assert [result["agrees"] for result in light["rounds"]] == [True] * 6


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["pair"],
        ["check"],
        ["generate"],
        ["sing"],
        ["pair", "a", "b"],
        ["pair", "--edition", "dutch-1066", "a"],
        ["check", "--jobs", "0", "a"],
        ["check", "--jobs", "two", "a"],
    ],
)
def test_commands_that_are_not_understood(arguments, capsys):
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage: python -m pairing" in capsys.readouterr().err


# Ranks


def ranked(record, first, second):
    """A tournament of one game that White won, with a list of tie-breaks and the ranks of the players."""
    return "\n".join(
        (
            "XXC white1",
            record,
            f"001    1      {'Player':<65}  1.0 {first:>4}     2 w 1",
            f"001    2      {'Player':<65}  0.0 {second:>4}     1 b 0",
        )
    )


def test_check_ranks(run, file):
    path = file(ranked("202 BH/C1,SB", 1, 2))
    assert run("check", path) == (
        0,
        f"{path}: round 1: ok\n{path}: standings: ok\n"
        "1 files, 1 rounds, 0 discrepancies, 0 rank differences\n",
        "",
    )


def test_check_ranks_that_differ(run, file):
    path = file(ranked("202 BH/C1,SB", 2, 1))
    status, out, _ = run("check", path)
    assert status == 1
    assert out.splitlines()[1:] == [
        f"{path}: standings: player 1 found in place 2, expected in 1, "
        "player 2 found in place 1, expected in 2",
        "1 files, 1 rounds, 0 discrepancies, 2 rank differences",
    ]
    document = json.loads(run("check", "--json", path)[1])
    assert document["rank_differences"] == 2
    assert document["reports"][0]["standings"] == {
        "tie_breaks": ["PTS", "BH/C1", "SB"],
        "differences": [
            {"player": 1, "found": 2, "expected": 1},
            {"player": 2, "found": 1, "expected": 2},
        ],
        "message": "",
    }


def test_check_does_not_fail_a_file_for_a_tie_break_it_does_not_know(run, file):
    path = file(ranked("202 BH/C1,TBS", 2, 1))
    status, out, _ = run("check", path)
    assert status == 0
    unknown = "The tie-break TBS is not known: expected one of PTS,"
    assert out.splitlines()[1].startswith(f"{path}: standings not checked: {unknown}")


# Tie-breaks


def test_tiebreaks(run, file):
    path = file(STARTED)
    assert run("tiebreaks", path, "--list", "pts bh/c1,TPN", "--list", "PTS DE ARO") == (
        0,
        "rank  player  PTS  BH/C1  TPN\n"
        "   1       1    1      0    1\n"
        "   2       2    1      0    2\n"
        "   3       5    1      0    5\n"
        "   4       3    0      0    3\n"
        "   5       4    0      0    4\n"
        "\n"
        "rank  player  PTS  DE  ARO\n"
        "   1       1    1   1    –\n"
        "   1       2    1   1    –\n"
        "   1       5    1   1    –\n"
        "   4       3    0   1    –\n"
        "   4       4    0   1    –\n",
        "",
    )
    usual = run("tiebreaks", path)[1].splitlines()[0].split()
    assert usual == ["rank", "player", "PTS", "BH/C1", "BH", "SB"]
    usual = run("tiebreaks", path, "--system", "round-robin")[1].splitlines()[0].split()
    assert usual == ["rank", "player", "PTS", "DE", "WIN", "SB", "KS"]


def test_tiebreaks_in_json(run):
    """The file itself says that it is a round robin."""
    swiss, robin = DATA / "tec-swiss5.trf", DATA / "tec-rr6.trf"
    lists = ("--list", "PTS BH/P/C1 SB", "--list", "PTS")
    document = json.loads(run("tiebreaks", "--json", str(swiss), *lists)[1])
    assert list(document) == ["values", "ranks"]
    assert list(document["ranks"]) == ["PTS BH/P/C1 SB", "PTS"]
    assert document["ranks"]["PTS"]["2"] == 1
    first = document["values"]["1"]
    assert (first["PTS"], first["AOB"], first["SB"], first["TPN"]) == (3.5, 12.4, 8, 1)
    assert document["values"]["12"]["ARO/C1"] is None
    assert {"BH/C1/P", "KS/L-1", "FB/M2", "PS/C2", "AOB/F", "DE/P", "RTNG/R"} <= first.keys()
    older = json.loads(run("tiebreaks", "--json", "--edition", "2024", str(swiss))[1])
    assert older["ranks"] == {}
    assert older["values"]["4"]["BH"] == document["values"]["4"]["BH"] + 1
    assert "BH" not in json.loads(run("tiebreaks", "--json", str(robin))[1])["values"]["1"]
    asked = json.loads(run("tiebreaks", "--json", str(robin), "--list", "PTS ARO/U1500")[1])
    assert asked["values"]["1"]["ARO/U1500"] == asked["values"]["1"]["ARO"]


def test_tiebreaks_and_check_go_by_the_games_that_count(run, tmp_path):
    """C.05 6.6: of ten players one left, and 4 of the eight games that count are half for Koya's system."""
    robin = ROBINS / "koya-9420253.trf"
    lines = run("tiebreaks", str(robin))[1].splitlines()
    assert lines[3].split() == ["3", "4", "5.5", "1", "4", "18", "1.5"]
    assert lines[-1].split()[:2] == ["10", "1"]
    document = json.loads(run("tiebreaks", "--json", str(robin), "--list", "PTS KS")[1])
    assert [document["values"][str(number)]["KS"] for number in (4, 8)] == [1.5, 1]
    assert [document["ranks"]["PTS KS"][str(number)] for number in (3, 4, 8, 1)] == [1, 2, 3, 10]
    proper = document["ranks"]["PTS KS"]
    # By the most games of anybody 8 would be before 4.
    for ranks, differences in ((proper, 0), (proper | {"4": 3, "8": 2}, 2)):
        lines = robin.read_text().replace("202 DE,WIN,SB,KS", "202 KS").splitlines()
        path = tmp_path / "ranks.trf"
        path.write_text(
            "\n".join(
                f"{line[:85]}{ranks[line[4:8].strip()]:4}{line[89:]}" if line.startswith("001") else line
                for line in lines
            )
        )
        assert run("check", str(path))[1].endswith(f", {differences} rank differences\n")


def test_tiebreaks_that_cannot_be_computed(run, file, tmp_path):
    path = file(STARTED)
    reason = "The tie-break BH/X is not known: expected one of C1, C2, M1, M2, P after BH/."
    assert run("tiebreaks", path, "--list", "PTS BH/X") == (2, "", f"{path}: {reason}\n")
    status, out, _ = run("tiebreaks", "--json", path, "--list", "PTS BH/X")
    assert (status, json.loads(out)) == (2, {"file": path, "error": reason})
    status, _, complaint = run("tiebreaks", path, "--list", "PTS BH", "--system", "round-robin")
    assert (status, complaint) == (2, f"{path}: The tie-break BH is not for round robins (C.07 8).\n")
    missing = str(tmp_path / "none.trf")
    assert run("tiebreaks", missing) == (2, "", f"{missing}: No such file or directory\n")


# Random tournaments


def test_generate(run, tmp_path):
    path = tmp_path / "open.trf"
    arguments = ("--seed", "7", "--players", "9", "--rounds", "4", "--edition", "dutch-2016")
    assert run("generate", "-o", str(path), *arguments) == (0, "1 files, 4 rounds, seed 7\n", "")
    text = path.read_bytes().decode()
    assert "012 Random tournament, seed 7\r\n" in text
    assert (
        "\r\n### python -m pairing generate --seed 7 --edition dutch-2016 --players 9 --rounds 4\r\n" in text
    )
    assert run("check", str(path))[0] == 0
    assert run("generate", "-o", "-", *arguments) == (0, text, "")


def test_generate_in_either_format(run, tmp_path):
    """Both hold the same tournament, and each file says how it can be made again."""
    wishes = ("--seed", "7", "--players", "9", "--rounds", "4", "--baku", "on")
    files = {}
    for form in ("trf16", "trf26"):
        status, out, err = run("generate", "-o", "-", "--format", form, *wishes)
        assert (status, err) == (0, "")
        (remark,) = (line for line in out.splitlines() if line.startswith("###"))
        assert f" --format {form} " in remark
        assert run(*shlex.split(remark)[4:], "-o", "-") == (0, out, "")
        path = tmp_path / f"{form}.trf"
        path.write_text(out)
        status, out_of_check, _ = run("check", str(path))
        assert (status, "standings: ok" in out_of_check) == (0, True)
        files[form] = replace(read(out), other_records=())
        assert ("\r\n142 4\r\n" in out) == (form == "trf26")
        assert "\r\n202 BH/C1,BH,SB\r\n" in out
    assert files["trf16"] == files["trf26"]


def test_generate_with_every_wish(run, tmp_path):
    wishes = (
        "--ratings 2400,2300,0,2200,2100,2000,1900,1800,1700,1600 --rounds 5 --full-point-byes 1 "
        "--half-point-byes 5% --zero-point-byes 2 --forfeit-wins 2 --forfeit-losses 1 --unusual-results 0.5% "
        "--late-entries 1 --withdrawals 1 --baku on --forbidden 1 --points 2-1-0 --bye ½ "
        "--initial-colour black --draws 20 --tie-breaks sb,bh"
    ).split()
    status, out, err = run("generate", "-o", "-", "--seed", "1", *wishes)
    assert (status, err) == (0, "")
    assert "_BAKU\r\n" in out
    assert "XXC black1\r\n" in out
    assert "202 SB,BH\r\n" in out
    (remark,) = (line for line in out.splitlines() if line.startswith("###"))
    again = shlex.split(remark)[4:]
    assert again[:5] == ["generate", "--seed", "1", "--edition", "dutch-2026"]
    assert run(*again, "-o", "-") == (0, out, "")
    path = tmp_path / "open.trf"
    path.write_text(out)
    assert run("check", str(path))[0] == 0


def test_generate_a_fresh_tournament_each_time(run):
    assert run("generate", "-o", "-")[1] != run("generate", "-o", "-")[1]


def test_generate_several(run, tmp_path):
    path = tmp_path / "open.trf"
    status, out, _ = run("generate", "-o", str(path), "--count", "3", "--seed", "5", "--players", "6")
    assert status == 0
    assert out.startswith("3 files, ")
    assert out.endswith(" rounds, seeds 5 to 7\n")
    names = [f"open-{number:04}.trf" for number in (1, 2, 3)]
    assert sorted(made.name for made in tmp_path.iterdir()) == names
    alone = run("generate", "-o", "-", "--seed", "6", "--players", "6")[1]
    assert (tmp_path / names[1]).read_bytes().decode() == alone


def test_generate_fewer_rounds_than_wished_for(run):
    status, _, err = run("generate", "-o", "-", "--players", "4", "--rounds", "9", "--seed", "1")
    assert status == 0
    assert err.endswith(" of 9 rounds: no more could be paired\n")


def test_generate_what_cannot_be(run, tmp_path):
    path = str(tmp_path / "open.trf")
    assert run("generate", "-o", path, "--players", "1") == (
        2,
        "",
        f"{path}: found 1 players, expected 2 to 9999\n",
    )
    none = str(tmp_path / "none" / "open.trf")
    assert run("generate", "-o", none) == (2, "", f"{none}: No such file or directory\n")
    status, out, err = run("generate", "-o", "-", "--count", "2")
    assert (status, out) == (2, "")
    assert err == "-: found 2 tournaments, expected a file to write them to, or one tournament\n"


@pytest.mark.parametrize(
    ("option", "text", "message"),
    [
        ("--players", "many", "found 'many', expected a number"),
        ("--count", "0", "found '0', expected a number from 1 up"),
        ("--seed", "-1", "found '-1', expected a number"),
        ("--half-point-byes", "some", "found 'some', expected a number such as 12, or a share"),
        ("--points", "3-1", "found '3-1', expected the points for a win, a draw and a loss, as 3-1-0"),
        ("--points", "3-1-x", "found 'x', expected a number of points such as 1 or 0.5"),
        ("--ratings", "2000,x", "found 'x', expected a number"),
        ("--rating-range", "2000", "found '2000', expected the lowest and the highest rating"),
        ("--rating-steps", "2000", "found '2000', expected the top rating and the step down from it"),
        ("--initial-colour", "red", "found 'red', expected white or black"),
        ("--baku", "maybe", "found 'maybe', expected on or off"),
    ],
)
def test_generate_what_is_not_understood(option, text, message, capsys):
    with pytest.raises(SystemExit) as caught:
        main(["generate", "-o", "-", option, text])
    assert caught.value.code == 2
    assert message in capsys.readouterr().err


# Progress for somebody who waits


class Terminal(io.StringIO):
    def isatty(self):
        return True


def shown(text):
    """What a terminal line shows after everything that was written to it."""
    line = ""
    for part in text.split("\r"):
        line = part + line[len(part) :]
    return line.rstrip()


def test_progress_on_a_terminal():
    terminal = Terminal()
    with Progress(4, "files", terminal) as progress:
        assert shown(terminal.getvalue()) == f"[{'.' * 30}] 0 of 4 files"
        progress.step()
        assert shown(terminal.getvalue()) == f"[{'#' * 7}{'.' * 23}] 1 of 4 files"
        progress.hide()
        assert shown(terminal.getvalue()) == ""
        progress.step()
        assert shown(terminal.getvalue()) == f"[{'#' * 15}{'.' * 15}] 2 of 4 files"
    assert shown(terminal.getvalue()) == ""


def test_no_progress_where_nobody_waits():
    nobody = io.StringIO()
    with Progress(1, "files", nobody) as progress:
        progress.step()
    assert nobody.getvalue() == ""


# The program itself


def execute(*arguments, **facts):
    return subprocess.run(
        [sys.executable, "-m", "pairing", *arguments],
        check=False,
        capture_output=True,
        cwd=Path(__file__).parents[3],
        **facts,
    )


def test_the_program():
    result = execute("pair", "-", input=STARTED.encode())
    assert (result.returncode, result.stdout, result.stderr) == (0, b"3\n5 1\n2 3\n4 0\n", b"")


def test_the_program_shows_no_traceback_whatever_the_bytes(tmp_path):
    bad = [b"\x00\x01", b"\xff\xfe0\x000\x001\x00", STARTED.encode()[:150], STARTED.encode("utf-16")]
    for number, data in enumerate(bad):
        (tmp_path / f"{number}.trf").write_bytes(data)
    result = execute("check", "-", *sorted(tmp_path.iterdir()), input=bad[0])
    assert result.returncode == 2
    assert b"Traceback" not in result.stderr
    complaints = result.stderr.decode().splitlines()
    for name in ("-", *(f"{number}.trf" for number in range(len(bad)))):
        assert any(f"{name}: " in line for line in complaints), (name, complaints)


def test_a_file_name_that_no_terminal_shows(tmp_path):
    path = bytes(tmp_path) + b"/\xff.trf"
    Path(path.decode("utf-8", "surrogateescape")).write_text(WRONG)
    result = execute("check", path)
    assert result.returncode == 1
    assert b"\\udcff.trf: round 1: found" in result.stdout


@pytest.mark.parametrize("words", [["check"], ["pair"], ["pair", "--explain"]])
def test_a_reader_who_has_seen_enough(words, file):
    """When nobody reads its output any more, the program ends silently."""
    command = [sys.executable, "-m", "pairing", *words, str(file(STARTED))]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=Path(__file__).parents[3]
    )
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 1


@pytest.mark.parametrize("words", ["check", "pair", "pair --explain", "generate --players 4 -o -"])
def test_no_room_for_what_is_printed(words, file, tmp_path):
    """A lack of room counts neither as a fault of a file nor as a difference between rounds."""
    command = [sys.executable, "-m", "pairing", *words.split()]
    if "-o" not in words:
        command.append(str(file(STARTED)))
    with (tmp_path / "printed").open("wb") as printed:
        result = subprocess.run(
            ["sh", "-c", 'ulimit -f 0; exec "$@"', "sh", *command],
            check=False,
            stdout=printed,
            stderr=subprocess.PIPE,
            cwd=Path(__file__).parents[3],
        )
    assert result.returncode == 2
    assert result.stderr.decode().splitlines()[-1] == "python -m pairing: File too large"
    assert b"Traceback" not in result.stderr


def test_several_processes_say_the_same(tmp_path):
    wrong, bad = tmp_path / "wrong.trf", tmp_path / "bad.trf"
    wrong.write_text(WRONG)
    bad.write_text("no players")
    files = [str(path) for path in (wrong, LIGHT, bad, *sorted(DATA.glob("*.trf"))[::3])]
    for options in ([], ["--json"]):
        one, three = (
            execute("check", *options, "--jobs", jobs, "-", *files, input=STARTED.encode()) for jobs in "13"
        )
        assert one.returncode == three.returncode == 2
        assert one.stdout == three.stdout
        assert one.stderr == three.stderr
        assert b"Traceback" not in one.stderr


def test_several_processes_generate_the_same(tmp_path):
    for jobs in "12":
        (tmp_path / jobs).mkdir()
        result = execute(
            "generate", "-o", str(tmp_path / jobs / "open.trf"), "--count", "4", "--seed", "1", "--jobs", jobs
        )
        assert result.returncode == 0
    one, two = ([path.read_bytes() for path in sorted((tmp_path / jobs).iterdir())] for jobs in "12")
    assert one == two
    assert len(one) == 4


def test_interrupted():
    """Ctrl-C reaches every process of the terminal: all of them end silently."""
    root = Path(__file__).parents[3]
    # Too many to finish before the signal comes, even if a busy machine delays it.
    files = [str(LIGHT.relative_to(root))] * 20_000
    # A process started in the background ignores Ctrl-C, and all that it starts with it: not these.
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        process = subprocess.Popen(
            [sys.executable, "-m", "pairing", "check", "--jobs", "2", *files],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=root,
            start_new_session=True,
        )
    finally:
        signal.signal(signal.SIGINT, usual)
    process.stdout.readline()
    os.killpg(process.pid, signal.SIGINT)
    _, complaints = process.communicate()
    assert process.returncode == 130
    assert complaints == b""
