"""The benchmark that compares other programs with ours: what it asks, and what it makes of the answers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.agreement.__main__ import main
from benchmarks.agreement.drawing import made, per_mille
from benchmarks.agreement.pairings import Engine, generated
from pairing.checker import check
from pairing.trf import read

pytest.importorskip("py4swiss", reason="py4swiss has no build for this platform")

ROOT = Path(__file__).parent.parent.parent

# Engines that read a report file and write the pairs to another one.
SAME = """
import sys
sys.path.insert(0, ".")
from pairing.editions import pair_round
from pairing.trf import read
pairing = pair_round(read(open(sys.argv[2], "rb").read()), "dutch-2016")
pairs = [f"{board.white} {board.black}" for board in pairing.pairs]
pairs += [f"{pairing.bye} 0"] if pairing.bye else []
answer = "\\n".join([str(len(pairs)), *pairs, ""])
"""
WRITE = 'open(sys.argv[1], "w").write(answer)\n'
TURNED = """
number, *pairs = answer.split("\\n")
turned = (pair if pair.endswith(" 0") else " ".join(pair.split()[::-1]) for pair in pairs)
answer = "\\n".join([number, *turned])
"""


@pytest.fixture
def benchmark(capsys, monkeypatch):
    """Run the benchmark with these options; return its status and output."""

    def run(*options: str) -> tuple[int, list[str]]:
        monkeypatch.setattr(sys, "argv", ["agreement", *options])
        status = main()
        printed = capsys.readouterr()
        assert printed.err == ""
        return status, printed.out.splitlines()

    return run


@pytest.fixture
def compare(benchmark, monkeypatch, tmp_path):
    """Run the benchmark on two small tournaments with an engine in Python; return its status and output."""
    # The engines find our modules there.
    monkeypatch.chdir(ROOT)

    def run(program: str, *options: str) -> tuple[int, list[str]]:
        engine = tmp_path / "engine.py"
        engine.write_text(program)
        asked = ("--engine", f"{sys.executable} {engine}", "--arguments", "{output} {file}")
        return benchmark("--count", "2", "--seed", "3", "--largest", "8", *asked, *options)

    return run


def test_an_engine_that_agrees(compare):
    status, lines = compare(SAME + WRITE)
    assert status == 0
    assert len(lines) == 3
    assert lines[0].startswith("dutch-2016 beside ")
    assert lines[1].startswith("2 tournaments of ")
    assert lines[1].endswith(": 0 rounds differ")


def test_an_engine_that_differs(compare, tmp_path):
    folder = tmp_path / "kept"
    status, lines = compare(SAME + TURNED + WRITE, "--save", str(folder))
    assert status == 1
    assert lines[0].startswith("seed 3, round 1: ours ")
    kept = sorted(folder.iterdir())
    assert len(kept) == len(lines) - 4
    assert lines[-3].endswith(f": {len(kept)} rounds differ")
    tournament = read(kept[0].read_bytes())
    assert all(result.agrees for result in check(tournament))
    assert tournament.other_records[-1].startswith("### ")
    assert ", round 1: ours " in tournament.other_records[-1]


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("raise SystemExit('out of ideas')", "exit status 1: out of ideas"),
        ("import sys; answer = 'what?'\n" + WRITE, "an answer that is no pairing: 'what?'"),
        ("import sys; answer = '2\\n1 2\\n'\n" + WRITE, "an answer that is no pairing: [(2,), (1, 2)]"),
        ("", "exit status 0: "),
    ],
)
def test_an_engine_without_an_answer(compare, program, words):
    status, lines = compare(program)
    assert status == 1
    assert lines[0] == f"seed 3, round 1: {words}"


def test_py4swiss_does_not_know_every_edition():
    result = subprocess.run(
        [sys.executable, "-m", "benchmarks.agreement", "--edition", "dutch-2026"],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert result.returncode == 2
    assert "name another program with --engine" in result.stderr


def test_rounds_of_burstein_that_py4swiss_is_asked_for(benchmark):
    """The seeding rounds are left out: py4swiss pairs them by another edition of the Dutch system."""
    options = ("--edition", "burstein-2026", "--largest", "10", "--count", "2", "--seed", "3")
    _, (*differing, head, sums, _, causes, _) = benchmark(*options)
    assert head.startswith("burstein-2026 beside py4swiss, ")
    articles = "C2, 1.7.2, 3.1.4, 3.1.5, C6, C7, 4.3"
    assert all(f" ({articles}): ours " in line for line in differing)
    assert causes == f"{articles} {len(differing)}"
    tournaments = [made(seed, "burstein-2026", 10, extremes=False) for seed in (3, 4)]
    rounds = sum(one.rounds - min(one.rounds // 2, 4) for one in tournaments)
    assert f", {rounds} rounds, " in sums


def test_a_checker_that_accepts_whole_files(compare):
    """It prints one line per round, and then no single round is asked about."""
    checker = """
import sys
sys.path.insert(0, ".")
from pairing.trf import read
if sys.argv[1] != "check":
    raise SystemExit("asked for a round")
for number in range(read(open(sys.argv[2], "rb").read()).played_rounds):
    print(f"file: Round #{number + 1}")
"""
    status, lines = compare(checker, "--checker", "check {file}")
    assert status == 0
    assert lines[1].endswith(": 0 rounds differ")


def test_a_checker_that_finds_something(compare):
    status, lines = compare("print('file: Round #1')", "--checker", "check {file}")
    assert status == 1
    assert lines[0] == "seed 3, round 1: exit status 0: file: Round #1"


def test_tournaments_of_the_other_generator(compare, tmp_path):
    generator = """
import random, sys
sys.path.insert(0, ".")
from pairing.generator import Wishes, generate
from pairing.trf import write
seed, configuration, file = sys.argv[1:]
told = dict(line.split("=") for line in open(configuration).read().split())
wishes = Wishes("dutch-2016", players=int(told["PlayersNumber"]), rounds=int(told["RoundsNumber"]))
text = write(generate(wishes, random.Random(int(seed))))
open(file, "wb").write(text.encode())
"""
    pieces = tmp_path / "pieces.jsonl"
    options = ("--generator", "{seed} {config} {file}", "--pieces", str(pieces))
    status, lines = compare(generator, *options)
    assert status == 0
    assert lines[1].startswith("2 tournaments of theirs of ")
    # Tournaments that have been counted are not made again.
    assert compare("raise SystemExit('never again')", *options) == (0, lines)
    assert len(pieces.read_text().splitlines()) == 1
    # A piece of fewer tournaments than now asked for is made again.
    _, lines = compare(generator, *options, "--count", "3")
    assert lines[1].startswith("3 tournaments of theirs of ")


RATES = "PlayersNumber=34\nRoundsNumber=9\nDrawPercentage=33\nForfeitRate=12\nRetiredRate=5\n"


def test_rates_per_mille_for_a_generator_that_reads_them_so():
    """To JaVaFo 2.2 a rate of 1000 is every game; to bbpPairings it is one in a thousand."""
    assert per_mille(RATES) == "PlayersNumber=34\nRoundsNumber=9\nForfeitRate=83\nRetiredRate=200\n"


def test_a_generator_without_a_seed_is_asked_again(tmp_path):
    """JaVaFo gives up where a round cannot be paired; what it draws next time is something else."""
    program = tmp_path / "generator.py"
    program.write_text("""
import pathlib, sys
tries = pathlib.Path(sys.argv[0]).with_suffix(".tries")
tries.write_text(tries.read_text() + "x" if tries.exists() else "x")
if len(tries.read_text()) < 3:
    sys.exit("Pairing impossible")
pathlib.Path(sys.argv[1]).write_text("012 Made at last")
""")
    engine = Engine(f"{sys.executable} {program}", "", None, None)
    assert generated(engine, "{file}", 7, RATES) == b"012 Made at last"
    program.with_suffix(".tries").unlink()
    with pytest.raises(RuntimeError, match="seed 7: exit status 1: Pairing impossible"):
        generated(engine, "{file} {seed}", 7, RATES)


# A program that computes tie-breaks and ranks as we do.
SERVER = """
import sys
sys.path.insert(0, ".")
from pairing.tie_breaks.ranking import standings
from pairing.tie_breaks import hundredths, tie_break_by_code
from pairing.trf import read
file, codes = sys.argv[2], sys.argv[7:]
known = [tie_break_by_code(code) for code in codes]
print("\\t".join(["StartNo", "Rank", *codes]))
for line in standings(read(open(file, "rb").read()), codes):
    values = [line.values[one.code] for one in known]
    words = ["-0" if v is None else str(hundredths(v, one.unit) / 100) for v, one in zip(values, known)]
    print("\\t".join([str(line.number), str(line.rank), *words]))
"""


@pytest.mark.parametrize(
    ("program", "words"),
    [
        (SERVER.replace("str(line.rank)", "'0'"), "rank (left over): "),
        ("1 / 0", "standings (left over): an answer that is no table: ZeroDivisionError('division by zero')"),
        ("import os; os._exit(1)", "standings (left over): it broke down"),
    ],
)
def test_standings_that_differ(compare_standings, program, words):
    status, lines = compare_standings(program)
    assert status == 1
    assert lines[0].startswith(f"seed 3, {words}")
    assert lines[1].startswith(f"seed 4, {words}")


def test_standings_that_agree(compare_standings):
    status, lines = compare_standings(SERVER)
    assert status == 0
    assert lines[1].endswith(": 0 columns of standings differ")


@pytest.fixture
def compare_standings(tmp_path):
    """Run the benchmark on two small tournaments with a program for tie-breaks; return status and output."""

    def run(program: str) -> tuple[int, list[str]]:
        file = tmp_path / "server.py"
        file.write_text(program)
        result = subprocess.run(
            [
                *(sys.executable, "-m", "benchmarks.agreement", "--edition", "dutch-2026", "--largest", "20"),
                *("--count", "2", "--seed", "3", "--server", f"{sys.executable} {file}"),
            ],
            check=False,
            capture_output=True,
            text=True,
            cwd=ROOT,
        )
        assert result.stderr == ""
        return result.returncode, result.stdout.splitlines()

    return run
