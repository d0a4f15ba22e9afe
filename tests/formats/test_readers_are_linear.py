"""A reader of foreign files takes twice the steps for twice the file, however hostile it is.

Five megabytes of `{}` in a PGN once held a core for minutes.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import openpyxl
import pytest
from django.core.exceptions import ValidationError

from pairing import trf
from pairing.core import timetable
from pairing.core.tournament import PairingError
from tests.rating_samples import person, text, xml
from tests.steps import steps_of
from tournaments.backup import files
from tournaments.backup.services.replay import Replay
from tournaments.errors import DomainError
from tournaments.formats import lists, workbooks
from tournaments.formats.lists import decode
from tournaments.models import AuditEvent, IntegrityEvent, Tournament
from tournaments.ratings.files import ListFile
from tournaments.ratings.national_lists import open_table
from tournaments.results import pgn

pytestmark = pytest.mark.any_database

REFUSALS = (DomainError, ValidationError, PairingError, trf.TrfError)
# So small that tracing takes no time. A quadratic part that is a seventh of the linear one is seen here.
SIZE, MOST = 75, 2.25


def doubled(read: Callable[[str], object], hostile: Callable[[int], str]) -> float:
    """How many times the steps twice the file takes; a refusal in words is an answer as well."""

    def run(size: int) -> int:
        written = hostile(size)

        def act() -> None:
            with suppress(*REFUSALS):
                read(written)

        return steps_of(act)

    run(SIZE)  # imports, and what is compiled or read at the first use, such as words of names
    return run(2 * SIZE) / run(SIZE)


def test_the_counter_tells_linear_from_quadratic() -> None:
    def joined(written: str) -> str:
        kept = []
        for letter in written:
            kept.append(letter)  # noqa: PERF402  step by step, as a reader does
        return "".join(kept)

    def copied(written: str) -> str:
        kept = ""
        for letter in written:
            kept = f"{kept}{letter}"
        return kept

    def cut(written: str) -> None:
        while written:
            written = written[1:]

    assert doubled(joined, "x".__mul__) < 2.1
    assert doubled(copied, "x".__mul__) > 3
    assert doubled(cut, "x".__mul__) > 3


GAME = '[White "A"]\n'
PGN = {
    "comments": lambda size: GAME + "{}" * size,
    "open comments": lambda size: GAME + "{" * size,
    "open comments, a line each": lambda size: GAME + "{\n" * size,
    "tags that never end": lambda size: '[White "' * size,
    "escaped": lambda size: '[White "' + '\\"' * size,
    "blanks before a tag's end": lambda size: "[White" + " " * size,
    "tags of one game": lambda size: "".join(f'[T{number} "x"]' for number in range(size)),
    "games": lambda size: (GAME + "1-0\n") * size,
    "moves": lambda size: GAME + "e4 " * size,
}


@pytest.mark.parametrize("kind", PGN)
def test_games(kind: str) -> None:
    assert doubled(pgn.read, PGN[kind]) < MOST


RECORD = "001 {:4}      Adler, Anna                       2000 NOR                         0.0\n"
TRF = {
    "players": lambda size: "".join(RECORD.format(number) for number in range(1, size + 1)),
    "the same player": lambda size: RECORD.format(1) * size,
    "rounds": lambda size: RECORD.format(1).rstrip() + "    1  " + "  0000 - -" * size,
    "remarks": lambda size: "### x\n" * size,
    "one remark": lambda size: "### " + "x " * size,
    "prohibitions": lambda size: RECORD.format(1) + RECORD.format(2) + "XXP 1 2\n" * size,
    "one prohibition": lambda size: RECORD.format(1) + "XXP" + " 1" * size,
    "teams": lambda size: "".join(f"310 {number:3} T\n" for number in range(1, size + 1)),
    "one team": lambda size: RECORD.format(1) + "310   1 T" + " " * 60 + "    1" * size,
    "unknown records": lambda size: "XYZ 1\n" * size,
    "blank lines": lambda size: "\n" * size,
    "returns": lambda size: "\r" * size,
    "tie-breaks": lambda size: RECORD.format(1) + "202 " + "BH," * size,
    "own virtual points": lambda size: RECORD.format(1) + "250 1.0 1.0   1   1    1    1\n" * size,
    "ratings of a federation": lambda size: RECORD.format(1) + "NOR    1      Adler, Anna      2000\n" * size,
}


@pytest.mark.parametrize("kind", TRF)
def test_reports(kind: str) -> None:
    assert doubled(trf.read, TRF[kind]) < MOST


LISTS = {
    "lines": lambda size: "Adler, Anna\t2000\n" * size,
    "quotes that never close": lambda size: 'Adler;"\n' * size,
    "tabs": lambda size: "\t" * size,
    "quotes": lambda size: '"' * size,
    "blanks": lambda size: "a" + " " * size + "b",
    "marks": lambda size: "// " * size,
    "records": lambda size: "".join(RECORD.format(number) for number in range(1, size + 1)),
    "lines of lichess": lambda size: '{"rank":1,"username":"anna","rating":2000}\n' * size,
    "brackets of lichess": lambda size: '{"rank":1,"username":' + "[" * size + "\n",
    "dates": lambda size: "Name;Birth\n" + "Adler, Anna;1.1.1\n" * size,
}


@pytest.mark.parametrize("kind", LISTS)
def test_lists_of_players(kind: str, event: Tournament) -> None:
    assert doubled(lambda written: lists.read(decode(written.encode()), event), LISTS[kind]) < MOST


NATIONAL = {
    "lines": lambda size: "PKZ;Name;Rating\n" + "1;Holm, Ada;2000\n" * size,
    "quotes that never close": lambda size: 'PKZ;Name;Rating\n1;"' + "\n" * size,
    "headings": lambda size: ";".join(f"Name{number}" for number in range(size)),
    "faults": lambda size: "PKZ;Name;Rating\n" + "1;Holm, Ada;x\n" * size,
}


@pytest.mark.parametrize("kind", NATIONAL)
def test_national_lists(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "list.csv"

    def read(written: str) -> None:
        path.write_text(written)
        with open_table(path) as table:
            columns = {"name": "Name", "national_rating": "Rating"}
            assert list(table.entries(columns, 2026))

    assert doubled(read, NATIONAL[kind]) < MOST


ADA = person(101, "Holm, Ada", SRtng=2000)
FIDE = {
    "lines": lambda size: text(*[ADA] * size).decode(),
    "faults": lambda size: text(*[ADA] * size).decode().replace(" 2000 ", " 20x0 "),
    "headings": lambda size: "ID Number Name Fed SRtng " * size + "\n",
    "elements": lambda size: xml(*[ADA] * size).decode(),
    "text of an element": lambda size: xml(ADA).decode().replace("Holm, Ada", "&#65;" * size),
    "elements in elements": lambda size: "<playerslist>" + "<player>" * size,
    "attributes": lambda size: "<playerslist " + " ".join(f'a{number}=""' for number in range(size)) + ">",
}


@pytest.mark.parametrize("kind", FIDE)
def test_ratings_of_fide(kind: str) -> None:
    def read(written: str) -> None:
        data = written.encode()
        assert list(ListFile(io.BytesIO(data), len(data), ["standard_oct26frl.txt"]).entries())

    assert doubled(read, FIDE[kind]) < MOST


def section(rows: int) -> str:
    content = files.Section(["a", "b"], [[number, "x"] for number in range(rows)])
    return files.written(files.Backup(["anna"], {"event": content}))


BACKUPS = {
    "rows": section,
    "people": lambda size: files.written(files.Backup(["anna"] * size, {})),
    "brackets": lambda size: "[" * size,
    "sections": lambda size: json.dumps(
        {"format": files.FORMAT, "version": 1, "people": [], "sections": {str(n): 1 for n in range(size)}}
    ),
}


@pytest.mark.parametrize("kind", BACKUPS)
def test_backups(kind: str) -> None:
    assert doubled(lambda written: files.read(written.encode()), BACKUPS[kind]) < MOST


def test_a_backup_whose_lines_lift_its_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The database is left out: storing so many rows, with all that belongs to them, would take too long."""
    for name in ("_refuse_unknown", "_save", "_update"):
        monkeypatch.setattr(Replay, name, lambda *_given: None)
    monkeypatch.setattr(Replay, "_here", lambda *_given: {})

    def lifted(size: int) -> int:
        replay = Replay(files.Backup(["anna"], {}))
        kind, action = IntegrityEvent.Kind.CORRECTION, AuditEvent.Action.RESTORED
        replay.rows[IntegrityEvent] = [
            {"kind": kind, "lifted_at": "2026-11-27", "round_number": 1} for _number in range(size)
        ]
        replay.rows[AuditEvent] = [
            {"action": action, "round_number": 1, "before": {"event": number}}
            for number in range(1, size + 1)
        ]

        def act() -> None:
            for number in range(1, size + 1):
                replay._tell(IntegrityEvent, number)
            for line in range(1, size + 1):
                replay._lift(line)

        steps = steps_of(act)
        assert not replay.to_lift
        return steps

    lifted(1)
    assert lifted(2 * SIZE) / lifted(SIZE) < MOST


def test_workbooks() -> None:
    def rows(size: int) -> str:
        book = openpyxl.Workbook()
        for _row in range(size):
            book.active.append(["Adler, Anna", 2000])
        out = io.BytesIO()
        book.save(out)
        return out.getvalue().decode("latin-1")

    assert doubled(lambda written: workbooks.text_of(written.encode("latin-1")), rows) < MOST


OWN_TABLES = {
    "rounds": lambda size: "1-2\n" * size,
    "pairs": lambda size: "1-2 " * size,
    "digits": lambda size: "1" * size,
}


@pytest.mark.parametrize("kind", OWN_TABLES)
def test_own_tables(kind: str) -> None:
    assert doubled(timetable.read_table, OWN_TABLES[kind]) < MOST
