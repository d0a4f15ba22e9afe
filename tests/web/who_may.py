"""Who may open which address, read from who-may.txt: a list that is not the program's own."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

FILE = Path(__file__).with_name("who-may.txt")
NOTES = {"password", "polled", "hidden", "reads"}


def read(text: str) -> tuple[tuple[str, ...], dict[str, set[str]], dict[str, set[str]]]:
    """The columns; for each line who may, and what else is so. Fails at a line that makes no sense."""
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    _address, *columns = lines.pop(0)
    may: dict[str, set[str]] = {}
    notes: dict[str, set[str]] = {}
    for name, *rest in lines:
        marks, more = rest[: len(columns)], set(rest[len(columns) :])
        assert len(marks) == len(columns), f"{name}: {len(columns)} columns expected, found {marks}"
        assert set(marks) <= {"x", "-"}, f"{name}: x or - expected, found {marks}"
        assert more <= NOTES, f"{name}: {more - NOTES} is none of {NOTES}"
        assert name not in may, f"{name} stands there twice"
        may[name] = {column for column, mark in zip(columns, marks, strict=True) if mark == "x"}
        notes[name] = more
    return tuple(columns), may, notes


PERSONAS, WHO_MAY, _NOTES = read(FILE.read_text())


def noted(note: str) -> set[str]:
    """The addresses, or addresses in a state, of which this is noted."""
    return {name for name, notes in _NOTES.items() if note in notes}


def differences(names: Iterable[str]) -> list[str]:
    """What is to be done to the file, so that it has a line for each of these addresses and no other."""
    listed, wanted = {name.partition(":")[0] for name in WHO_MAY}, set(names)
    width = len(max(WHO_MAY, key=len))
    asked = " ".join("?".ljust(len(column)) for column in PERSONAS).rstrip()
    return [
        *(f"add, with x or - for each ?:  {name:{width}}  {asked}" for name in sorted(wanted - listed)),
        *(f"take out:  {name}" for name in sorted(listed - wanted)),
    ]
