"""Lists as each program, federation and language writes them: tests/data/lists, and expected.txt there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tournaments.one_event import chief, db, event, made
from tournaments.formats import lists
from tournaments.models import Tournament

__all__ = ["chief", "db", "event", "made"]

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

FOLDER = Path(__file__).parents[1] / "data" / "lists"
EXPECTED = FOLDER / "expected.txt"
# The order in which expected.txt names what a player has.
FIELDS = (
    *("name", "title", "rating", "fide_rating", "national_rating", "estimate", "federation", "fide_id"),
    *("birth", "sex", "club"),
)


def described(name: str, event: Tournament) -> str:
    """What is read from a file, in the form of expected.txt: the first two players and the last in full."""
    decoded = lists.decoded((FOLDER / name).read_bytes())
    found = lists.read(decoded.text, event)
    columns = " ".join(column or "-" for column in found.columns)
    head = f"{name}: {len(found.entries)} players, {found.source.code}, {len(found.unused)} warnings"
    entries = [found.entries[0], found.entries[1], found.entries[-1]]
    people = ["; ".join(f"{key} {entry[key]}" for key in FIELDS if entry.get(key)) for entry in entries]
    faults = [f"fault in line {line.number}: {line.fault}" for line in found.faults]
    return "\n  ".join([head, decoded.reading or "workbook", columns, *people, *faults])


def test_every_file_is_read_as_expected(event: Tournament) -> None:
    expected = EXPECTED.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
    for block in expected:
        assert described(block.partition(":")[0], event) == block
    # dirty.txt and what belongs to it have tests of their own.
    files = {path.name for path in FOLDER.iterdir() if not path.name.startswith("dirty")} - {EXPECTED.name}
    assert {block.partition(":")[0] for block in expected} == files
    assert len(files) > 45
