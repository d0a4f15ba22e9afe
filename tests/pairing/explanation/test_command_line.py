"""What `pair` says when it is asked to explain."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pairing.__main__ import main

BY_2026 = ("--edition", "dutch-2026")

type Run = Callable[..., tuple[int, str, str]]

PLAYERS = (
    ("Abel, Anna", "1.0", "   3 w 1"),
    ("Bach, Bea", "1.0", "   4 b 1"),
    ("Chopin, Cora", "0.0", "   1 b 0"),
    ("", "0.0", "   2 w 0"),
    ("Elgar, Ed", "1.0", "0000 - U"),
)
STARTED = "\n".join(
    (
        "XXR 5",
        "XXC white1",
        *(
            f"001 {number:>4}      {name:<65} {points:>4}       {cell}"
            for number, (name, points, cell) in enumerate(PLAYERS, 1)
        ),
    )
)


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A tournament after its first round."""
    path = tmp_path / "open.trf"
    path.write_text(STARTED)
    return str(path)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command; return its status, its output and its error output."""

    def command(*arguments: str) -> tuple[int, str, str]:
        status = main(arguments)
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return command


def test_explain(run: Run, file: str) -> None:
    status, out, err = run("pair", file, "--explain", *BY_2026)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Round 2, FIDE (Dutch) System, 2026"
    for title in ("Brackets", "Boards", "The bye", "Players"):
        assert title in lines
    assert "Bracket 1, score 1: 3 players" in lines
    assert "Board 1: Elgar, Ed (5) – Abel, Anna (1)" in lines


def test_explain_in_french_by_an_edition(run: Run, file: str) -> None:
    _, out, _ = run("pair", file, "--explain", "--language", "fr", "--edition", "dutch-2016")
    lines = out.splitlines()
    assert lines[0] == "Ronde 2, Système néerlandais de la FIDE, Bakou 2016"
    assert "Niveau 1, score 1\N{NO-BREAK SPACE}: 3 joueurs" in lines
    assert "L’exempt" in lines


def test_why_not(run: Run, file: str) -> None:
    assert run("pair", file, "--why-not", "1", "3", *BY_2026) == (
        0,
        "Why do Abel, Anna (1) and Chopin, Cora (3) not meet?\n"
        "Abel, Anna (1) and Chopin, Cora (3) played each other in round 1 (C1).\n",
        "",
    )


def test_why_not_the_bye(run: Run, file: str) -> None:
    assert run("pair", file, "--why-not", "5", "0", "--language", "fr", *BY_2026) == (
        0,
        "Pourquoi Elgar, Ed (5) n’est-il pas exempt\N{NO-BREAK SPACE}?\n"
        "Elgar, Ed (5) a été exempt à la ronde 1 et ne peut plus l’être (C2).\n",
        "",
    )


def test_one_player(run: Run, file: str) -> None:
    status, out, _ = run("pair", file, "--player", "4", *BY_2026)
    assert status == 0
    assert out.startswith("No. 4 has a score of 0. No. 4, with a score of 0, takes the bye (C2, C5).")
    assert len(out.splitlines()) == 1


@pytest.mark.parametrize(
    ("question", "complaint"),
    [
        (("--why-not", "1", "9"), "There is no player 9."),
        (("--why-not", "2", "2"), "Player 2 cannot be their own opponent."),
        (("--player", "0"), "There is no player 0."),
    ],
)
def test_whoever_is_not_there(run: Run, file: str, question: tuple[str, ...], complaint: str) -> None:
    assert run("pair", file, *question) == (2, "", f"{file}: {complaint}\n")


def test_a_question_that_is_not_understood(file: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["pair", file, "--language", "xx"])
    assert ended.value.code == 2


def test_a_plain_pairing_does_not_wait_for_explanations(file: str) -> None:
    program = (
        "import sys; from pairing.__main__ import main; "
        "main(sys.argv[1:]); sys.exit('pairing.explanation.account' in sys.modules)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program, "pair", file], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout) == (0, "3\n5 1\n2 3\n4 0\n")


@pytest.mark.parametrize(
    ("question", "complaint"),
    [
        (("--why-not", "1", "9"), "Il n’y a pas de joueur 9."),
        (("--player", "0"), "Il n’y a pas de joueur 0."),
        (("--why-not", "1", "1"), "Le joueur 1 ne peut se rencontrer lui-même."),
    ],
)
def test_what_goes_wrong_is_said_in_french(
    run: Run, file: str, question: tuple[str, ...], complaint: str
) -> None:
    assert run("pair", file, "--language", "fr", *question) == (2, "", f"{file}: {complaint}\n")


def test_a_file_that_cannot_be_read_is_said_in_french(run: Run, tmp_path: Path) -> None:
    missing, damaged = tmp_path / "missing.trf", tmp_path / "damaged.trf"
    damaged.write_text("012 nobody\n")
    assert run("pair", str(missing), "--language", "fr")[2] == (f"{missing}: fichier ou dossier inexistant\n")
    assert "au moins un joueur (enregistrement 001)" in run("pair", str(damaged), "--language", "fr")[2]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--player", "x"), "option --player\N{NO-BREAK SPACE}: nombre entier attendu, trouvé"),
        (("--edition", "dutch-1900"), "choix attendu\N{NO-BREAK SPACE}: "),
        (("--why-not", "1"), "option --why-not\N{NO-BREAK SPACE}: 2 valeurs attendues"),
        (("--player",), "option --player\N{NO-BREAK SPACE}: une valeur attendue"),
        (("--whatever",), "options inconnues\N{NO-BREAK SPACE}: --whatever"),
    ],
)
def test_a_command_that_is_not_understood_is_said_in_french(
    file: str, words: tuple[str, ...], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["pair", file, "--language", "fr", *words])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith("usage\N{NO-BREAK SPACE}: python -m pairing")
    assert complaint in said
    assert "erreur" in said


def test_the_command_line_speaks_german(run: Run, file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("pair", file, "--language", "de", "--player", "0")[2] == f"{file}: Es gibt keinen Spieler 0.\n"
    assert run("pair", file, "--why-not", "1", "3", "--language", "de", *BY_2026)[1] == (
        "Warum spielen Abel, Anna (1) und Chopin, Cora (3) nicht gegeneinander?\n"
        "Abel, Anna (1) und Chopin, Cora (3) haben schon in Runde 1 gegeneinander gespielt (C1).\n"
    )
    with pytest.raises(SystemExit):
        main(["pair", file, "--language", "de", "--player", "x"])
    said = capsys.readouterr().err
    assert said.startswith("Aufruf: python -m pairing")
    assert "Fehler: Option --player: ganze Zahl erwartet, gefunden: 'x'" in said


def test_pair_as_json(run: Run, file: str) -> None:
    status, out, err = run("pair", file, "--json", *BY_2026)
    assert (status, err) == (0, "")
    assert json.loads(out) == {
        "file": file,
        "edition": "dutch-2026",
        "round": 2,
        "pairs": [[5, 1], [2, 3]],
        "bye": 4,
    }


def test_explanations_as_json(run: Run, file: str) -> None:
    words = ("--explain", "--player", "4", "--why-not", "1", "3", "--language", "fr")
    told = json.loads(run("pair", file, "--json", *words, *BY_2026)[1])["explanation"]
    assert told.keys() == {"brackets", "boards", "bye", "players", "player", "why_not"}
    assert told["why_not"] == [
        {
            "text": "Abel, Anna (1) et Chopin, Cora (3) se sont déjà rencontrés à la ronde 1.",
            "articles": ["C1"],
        }
    ]
    assert [told["player"]] == [one["sentences"] for one in told["players"] if one["player"] == 4]
    assert told["brackets"][0]["title"] == "Niveau 1, score 1\N{NO-BREAK SPACE}: 3 joueurs"


def test_what_goes_wrong_as_json(run: Run, file: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run("pair", file, "--json", "--player", "9")
    assert (status, json.loads(out)) == (2, {"file": file, "error": "There is no player 9."})
    assert err == f"{file}: There is no player 9.\n"
    with pytest.raises(SystemExit):
        main(["pair", file, "--json", "--player", "x"])
    assert json.loads(capsys.readouterr().out) == {"error": "argument --player: invalid int value: 'x'"}


def test_generate_as_json(run: Run, tmp_path: Path) -> None:
    words = ("generate", "--seed", "3", "--players", "6", "--rounds", "3", "--json", "-o")
    written = tmp_path / "open.trf"
    assert json.loads(run(*words, str(written))[1]) == {
        "reports": [{"file": str(written), "seed": 3, "rounds": 3}]
    }
    (report,) = json.loads(run(*words, "-")[1])["reports"]
    assert report["trf"] == written.read_bytes().decode()
    assert "error" in json.loads(run(*words, "-", "--count", "2")[1])
