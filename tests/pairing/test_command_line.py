"""The command line is a promise to scripts: what it prints, and with which status it ends."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from pairing.__main__ import main

DATA = Path(__file__).parent.parent / "data" / "tiebreaks"
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
# After two rounds everybody met whom he could.
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
    """Makes a file that holds a text."""

    def make(text, name="open.trf"):
        path = tmp_path / name
        path.write_text(text)
        return str(path)

    return make


@pytest.fixture
def run(capsys):
    """Runs a command: its status, and what it printed and complained of."""

    def command(*arguments):
        status = main(arguments)
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return command


def test_pair(run, file):
    assert run("pair", file(STARTED)) == (0, "3\n5 1\n2 3\n4 0\n", "")


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
            STARTED + "\n192 FIDE_DUBOV",
            "The edition that the tournament names, FIDE_DUBOV, is not one of this",
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


def test_check_needs_an_edition_after_january_2026(run, file):
    path = file("052 2026/02/01\n" + STARTED)
    status, out, err = run("check", path)
    assert (status, out) == (2, "1 files, 0 rounds, 0 discrepancies\n")
    assert "say which with --edition" in err
    assert run("check", "--edition", "dutch-2016", path)[0] == 0


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
    [[], ["pair"], ["check"], ["sing"], ["pair", "a", "b"], ["pair", "--edition", "dutch-1066", "a"]],
)
def test_commands_that_are_not_understood(arguments, capsys):
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage: python -m pairing" in capsys.readouterr().err


# The program itself


def execute(*arguments, **facts):
    return subprocess.run(
        [sys.executable, "-m", "pairing", *arguments],
        check=False,
        capture_output=True,
        cwd=Path(__file__).parent.parent.parent,
        **facts,
    )


def test_the_program():
    result = execute("pair", "-", input=STARTED.encode())
    assert (result.returncode, result.stdout, result.stderr) == (0, b"3\n5 1\n2 3\n4 0\n", b"")


def test_the_program_shows_no_traceback_whatever_the_bytes():
    for data in (b"\x00\x01", b"\xff\xfe0\x000\x001\x00", STARTED.encode()[:150], STARTED.encode("utf-16")):
        result = execute("check", "-", input=data)
        assert result.returncode == 2
        assert b"Traceback" not in result.stderr


def test_a_file_name_that_no_terminal_shows(tmp_path):
    path = bytes(tmp_path) + b"/\xff.trf"
    Path(path.decode("utf-8", "surrogateescape")).write_text(WRONG)
    result = execute("check", path)
    assert result.returncode == 1
    assert b"\\udcff.trf: round 1: found" in result.stdout


def test_a_reader_who_has_seen_enough():
    """Nobody reads what the program prints: it ends without a word."""
    command = [sys.executable, "-m", "pairing", "check", str(LIGHT)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=Path(__file__).parent.parent.parent
    )
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 1
