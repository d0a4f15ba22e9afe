#!/usr/bin/env python3
"""Sums the penalties of docs/checklist.md, or says what is wrong with the file and fails.

    python scripts/checklist_penalty.py [FILE]

The questions are a tree: an answer may lead past others, which then are not asked. So the script goes the
way of the answers, and refuses a file in which a question is missing or stands twice, has an answer of
another kind, is passed over though it is asked, or is answered though it is not.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "docs" / "checklist.md"
QUESTIONS = 225
# More than this many per cent, and the program fails.
LIMIT = 100

CHAPTER = re.compile(r"## (\d+)[-–](\d+) (.+)")
ROW = re.compile(r"\| *(\d+) *\|([^|]*)\|([^|]*)\|([^|]*)\|(.*)\|")
# "10 %", "fail" or "?" is what an unmet question costs, "to 79" where it leads; after "met:" the same of a
# met one.
EFFECT = re.compile(r"(met:)? ?(?:(?:up to )?(\d+) %|(fail)|(\?))?,? ?(?:to (\d+|the end))?")
# "ready" is not met either: what is asked for is there, and a person has still to send it.
READY = "ready"
MET, UNMET = ("met", "yes"), ("not met", "no", READY)
NOT_ASKED = "not asked"


class ChecklistError(Exception):
    """The file is not what it must be."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What an answer costs, in per cent, and the question that it leads to."""

    percent: int = 0
    fails: bool = False
    unknown: bool = False
    leads_to: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """One row of the file; `chapter` is its heading."""

    number: int
    chapter: str
    effects: tuple[Effect, Effect]
    answer: str
    evidence: str

    @property
    def effect(self) -> Effect:
        """What the answer given brings."""
        return self.effects[self.answer in MET]


def read(text: str) -> list[Question]:
    """The questions in the order of the file."""
    found, chapter = [], ""
    for line in text.splitlines():
        if heading := CHAPTER.fullmatch(line):
            chapter = f"{heading[1]}–{heading[2]} {heading[3]}"
        elif row := ROW.fullmatch(line):
            number, _subject, penalty, answer, evidence = (cell.strip() for cell in row.groups())
            found.append(Question(int(number), chapter, _effects(number, penalty), answer, evidence))
    numbers = [question.number for question in found]
    if wrong := sorted(set(numbers) ^ set(range(1, QUESTIONS + 1))):
        raise ChecklistError(f"missing or unknown questions: {_listed(wrong)}")
    if twice := sorted({number for number in numbers if numbers.count(number) > 1}):
        raise ChecklistError(f"questions that stand twice: {_listed(twice)}")
    return found


def _effects(number: str, penalty: str) -> tuple[Effect, Effect]:
    """What "not met" and "met" bring."""
    found = {False: Effect(), True: Effect()}
    for part in filter(None, (part.strip(" –") for part in penalty.split(";"))):
        match = EFFECT.fullmatch(part)
        if match is None:
            raise ChecklistError(f"question {number}: unknown penalty {part!r}")
        met, percent, fails, unknown, target = match.groups()
        leads_to = QUESTIONS + 1 if target == "the end" else int(target) if target else None
        found[bool(met)] = Effect(int(percent or 0), bool(fails), bool(unknown), leads_to)
    return found[False], found[True]


def asked(questions: list[Question]) -> list[Question]:
    """Those that the answers lead to, in their order; the others must say that they are not asked."""
    by_number = {question.number: question for question in questions}
    way: list[Question] = []
    number = 1
    while number <= QUESTIONS:
        question = by_number[number]
        if question in way:
            raise ChecklistError(f"question {number}: the answers lead there twice")
        way.append(question)
        if question.answer not in MET + UNMET:
            raise ChecklistError(f"question {number} is asked: unknown answer {question.answer!r}")
        costs = any(effect.percent or effect.fails or effect.unknown for effect in question.effects)
        if (question.answer in ("yes", "no")) == costs:
            wanted = "met or not met" if costs else "yes or no"
            raise ChecklistError(f"question {number}: found {question.answer!r}, expected {wanted}")
        number = question.effect.leads_to or number + 1
    for question in questions:
        if question not in way and question.answer != NOT_ASKED:
            raise ChecklistError(f"question {question.number} is not asked: found {question.answer!r}")
    return way


def summary(questions: list[Question]) -> str:
    """The sums, as Markdown: altogether, and chapter by chapter."""
    way = asked(questions)
    percent = sum(question.effect.percent for question in way)
    fails = [question.number for question in way if question.effect.fails]
    passes = percent <= LIMIT and not fails
    ready = [question for question in way if question.answer == READY]
    lines = [
        f"**Penalties: {percent} %, where {LIMIT} % are allowed."
        f" Questions that fail at once: {_listed(fails)}."
        f" By these answers the program would {'pass' if passes else 'not pass'}.**",
        "",
        *_waiting(ready, percent),
        "| Chapter | Met | Not met | Penalty | Fails at once | Cost unknown |",
        "|---|---|---|---|---|---|",
    ]
    for chapter in dict.fromkeys(question.chapter for question in questions):
        rows = [question for question in way if question.chapter == chapter]
        lines.append(
            f"| {chapter} | {sum(row.answer == 'met' for row in rows)}"
            f" | {sum(row.answer in {'not met', READY} for row in rows)}"
            f" | {sum(row.effect.percent for row in rows)} %"
            f" | {_listed([row.number for row in rows if row.effect.fails])}"
            f" | {_listed([row.number for row in rows if row.effect.unknown])} |"
        )
    return "\n".join(lines)


def _waiting(ready: list[Question], percent: int) -> list[str]:
    """What is ready and not sent, and the sum of the penalties without it."""
    if not ready:
        return []
    rest = percent - sum(question.effect.percent for question in ready)
    numbers = _listed([question.number for question in ready])
    return [f"Ready, but not sent yet: {numbers}. Once they are sent the penalties are {rest} %.", ""]


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers)) or "–"


def main(arguments: list[str]) -> int:
    """Print the sums of the file; 1 where it is not what it must be."""
    path = Path(arguments[0]) if arguments else FILE
    try:
        print(summary(read(path.read_text(encoding="utf-8"))))
    except (OSError, ChecklistError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
