"""The answers to the checklist: all 225, added up by the script, and every piece of evidence exists."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands
from django.urls import resolve

from scripts import checklist_penalty as script
from tests.each import each

ROOT = Path(__file__).parents[1]
TEXT = script.FILE.read_text(encoding="utf-8")
QUESTIONS = script.read(TEXT)
TOKEN = re.compile(r"`([^`]+)`")
TESTS = "tests/"


def tokens(question: script.Question) -> list[str]:
    return TOKEN.findall(question.evidence)


def is_page(token: str) -> bool:
    return token.endswith(("/", ".trf")) and not (ROOT / token).exists()


def test_every_question_is_answered_once() -> None:
    assert [question.number for question in QUESTIONS] == list(range(1, 226))
    answers = {question.answer for question in QUESTIONS}
    assert answers <= {"met", "not met", "ready", "yes", "no", "not asked"}


def test_the_head_states_what_the_script_computes() -> None:
    done = subprocess.run(
        [sys.executable, "scripts/checklist_penalty.py"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == script.summary(QUESTIONS) + "\n"
    assert done.stdout in TEXT.partition("## 1-15")[0]


@each("question", QUESTIONS)
def test_what_is_met_can_be_seen_and_what_is_not_says_why(question: script.Question) -> None:
    match question.answer:
        case "met":
            assert tokens(question), "no page, command or test is named"
        case "not met" | "ready":
            assert len(question.evidence.split()) > 2 or question.evidence.startswith("see ")
        case "not asked":
            assert question.evidence == ""


@each(
    "token",
    sorted({token for question in QUESTIONS for token in tokens(question)}),
)
def test_the_evidence_is_there(token: str) -> None:
    path, _, name = token.partition("::")
    if name:
        assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8")
    elif token.startswith("python -m pairing "):
        _python, _m, _pairing, command, *options = token.split()
        shown = subprocess.run(
            [sys.executable, "-m", "pairing", command, "--help"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        assert set(options) <= set(re.findall(r"--[a-z-]+", shown))
    elif token.startswith("manage.py "):
        assert token.split()[1] in get_commands()
    elif token.startswith("make "):
        targets = re.findall(r"^([a-z ]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        assert token.split()[1] in " ".join(targets).split()
    elif is_page(token):
        resolve(token if token.startswith("/") else f"/t/event/{token}")
    else:
        assert (ROOT / token).exists()


# The script itself.

ROWS = {
    1: "| 1 | Shirts | to 3 | no | |",
    2: "| 2 | Red ones | 7 % | not asked | |",
    3: "| 3 | Boards | met: 2 %; fail | met | |",
}


def text_of(rows: dict[int, str]) -> str:
    """A whole checklist with these rows; all other questions are met."""
    others = {number: f"| {number} | x | 10 % | met | |" for number in range(1, 226)}
    return "\n".join(["## 1-225 All", *(others | rows).values()])


def test_it_adds_up_what_is_asked() -> None:
    assert "**Penalties: 2 %, where" in script.summary(script.read(text_of(ROWS)))
    unmet = ROWS | {3: ROWS[3].replace("| met |", "| not met |"), 4: "| 4 | x | 10 % | not met | |"}
    summary = script.summary(script.read(text_of(unmet)))
    assert "**Penalties: 10 %, where 100 % are allowed. Questions that fail at once: 3." in summary
    assert "not pass" in summary


def test_what_is_ready_and_not_sent_counts_as_not_met_and_is_told_apart() -> None:
    rows = {4: "| 4 | x | 10 % | ready | |", 5: "| 5 | x | 20 % | not met | |"}
    summary = script.summary(script.read(text_of(ROWS | rows)))
    assert "**Penalties: 32 %, where" in summary
    assert "Ready, but not sent yet: 4. Once they are sent the penalties are 22 %." in summary
    assert "Ready" not in script.summary(script.read(text_of(ROWS)))


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ({5: ""}, "missing or unknown questions: 5"),
        ({5: "| 226 | x | 10 % | met | |"}, "missing or unknown questions: 5, 226"),
        ({5: "| 5 | x | 10 % | met | |\n| 5 | x | 10 % | met | |"}, "questions that stand twice: 5"),
        ({5: "| 5 | x | 10 % | nearly | |"}, "question 5 is asked: unknown answer 'nearly'"),
        ({5: "| 5 | x | 10 % | not asked | |"}, "question 5 is asked: unknown answer 'not asked'"),
        ({5: "| 5 | x | 10 % | yes | |"}, "question 5: found 'yes', expected met or not met"),
        ({5: "| 5 | x | – | met | |"}, "question 5: found 'met', expected yes or no"),
        ({5: "| 5 | x | much | met | |"}, "question 5: unknown penalty 'much'"),
        ({1: "| 1 | x | to 3 | no | |"}, "question 2 is not asked: found 'met'"),
        ({5: "| 5 | x | to 4 | no | |"}, "question 4: the answers lead there twice"),
    ],
)
def test_it_refuses_what_is_no_checklist(
    rows: dict[int, str], fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "checklist.md"
    file.write_text(text_of(rows), encoding="utf-8")
    assert script.main([str(file)]) == 1
    assert fault in capsys.readouterr().err
