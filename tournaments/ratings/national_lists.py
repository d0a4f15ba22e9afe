"""The lists of national federations, sorted by player."""

from __future__ import annotations

import csv
import heapq
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Self

import openpyxl
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.formats.lists.cells import birth_of, code_of, is_nothing, key, rating_of, sex_of, title_of
from tournaments.formats.lists.headings import HEADINGS
from tournaments.formats.workbooks import DAMAGES, cell_text, directory_size
from tournaments.models.fields import HIGHEST_RATING
from tournaments.ratings.files import Entry, refused
from tournaments.texts import cleaned, too_large

# About 30 MB for the lines of a rating list.
IN_MEMORY = 250_000


class SortedLines:
    """Lines that are added in any order and come back in the order of their code points, each once.

    Lines that do not fit into memory wait in temporary files, which are deleted when the context ends.
    """

    def __init__(self, in_memory: int = IN_MEMORY) -> None:
        self._in_memory = in_memory
        self._lines: list[str] = []
        self._runs: list[IO[str]] = []
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._stack.close()

    def add(self, line: str) -> None:
        """Add a line, without its line end and with no line end inside."""
        self._lines.append(line)
        if len(self._lines) >= self._in_memory:
            self._spill()

    def __iter__(self) -> Iterator[str]:
        """The lines in order."""
        self._lines.sort()
        for run in self._runs:
            run.seek(0)
        # Without the line ends, which would sort after a tab.
        runs = ((line[:-1] for line in run) for run in self._runs)
        last = None
        for line in heapq.merge(*runs, self._lines):
            if line != last:
                yield line
            last = line

    def _spill(self) -> None:
        self._lines.sort()
        run = self._stack.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n"))  # noqa: SIM115  the stack closes it
        run.writelines(line + "\n" for line in self._lines)
        self._runs.append(run)
        self._lines.clear()


# The fields that are read for a player.
FIELDS = {
    "name": gettext_lazy("name"),
    "first_name": gettext_lazy("first name"),
    "national_rating": gettext_lazy("rating"),
    "number": gettext_lazy("national number"),
    "fide_id": gettext_lazy("FIDE ID"),
    "birth": gettext_lazy("born"),
    "sex": gettext_lazy("sex"),
    "title": gettext_lazy("title"),
    "federation": gettext_lazy("federation"),
}
NEEDED = ("name", "national_rating")
# Headings of a column of national numbers.
NUMBERS = {"number", "no", "nr", "ident", "licence", "license", "nrffe", "nationalid", "pkz", "zps"}

MOST_BYTES = 256 << 20
# A workbook of this size, unpacked, has 200,000 players; larger lists must be CSV.
MOST_UNPACKED = 128 << 20
MOST_DIRECTORY = 1 << 16
MOST_COLUMNS = 60
MOST_PLAYERS = 500_000
MOST_FAULTS = 100
MOST_LINE = 16_384
SHOWN = 5
WORKBOOK = b"PK\x03\x04"
DOCUMENT_TYPE = b"<!DOCTYPE"
HEAD = 1 << 16
# The approximate number of characters in cells per byte of a workbook.
PACKED = 3


class Table:
    """An open list: its headings, and its other lines, which can be read once.

    `done` says how much of the `total` has been read: characters of cells, against the bytes of a CSV file or
    an estimate for a workbook.
    """

    def __init__(self, rows: Iterator[list[str]], total: int) -> None:
        self.total = total
        self.done = 0
        self.skipped = 0
        self.faults: list[str] = []
        self._rows = rows
        self.headings = next((row for row in self._counted() if any(row)), [])
        if len(self.headings) > MOST_COLUMNS:
            raise refused(
                _("The list has %(found)d columns; expected at most %(most)d.")
                % {"found": len(self.headings), "most": MOST_COLUMNS}
            )

    def first_lines(self) -> list[list[str]]:
        """A few lines below the headings."""
        return list(islice(self._counted(), SHOWN))

    def entries(self, columns: Mapping[str, str], year: int) -> Iterator[Entry]:
        """The players. `columns`: field -> the heading of its column; `year`: that of the list.

        Raises DomainError if a column is missing, or too many lines make no sense.
        """
        if missing := missing_columns(self.headings, columns):
            raise refused(_("The list has no column %(names)s.") % {"names": ", ".join(missing)})
        places = {field: self.headings.index(heading) for field, heading in columns.items()}
        found = 0
        for number, row in enumerate(self._counted(), 2):
            if not any(row):
                continue
            cells = {field: row[place] if place < len(row) else "" for field, place in places.items()}
            try:
                entry = entry_of(cells, number, year)
            except ValueError as error:
                self._skip(number, str(error), found)
                continue
            found += 1
            if found > MOST_PLAYERS:
                raise refused(_("The list has more than %(most)d players.") % {"most": MOST_PLAYERS})
            yield entry
        if not found:
            raise refused(_("The file holds no players."))

    def _skip(self, number: int, fault: str, found: int) -> None:
        self.skipped += 1
        if len(self.faults) < SHOWN:
            self.faults.append(f"{_('line %(number)d') % {'number': number}}: {fault}")
        if self.skipped >= MOST_FAULTS and self.skipped * 20 > found:
            raise refused("; ".join(self.faults))

    def _counted(self) -> Iterator[list[str]]:
        try:
            for row in self._rows:
                self.done += sum(map(len, row)) + len(row)
                yield row
        except csv.Error as error:
            raise refused(_("The file is damaged: %(error)s") % {"error": error}) from error


def missing_columns(headings: Iterable[str], columns: Mapping[str, str]) -> list[str]:
    """The headings of the mapping that the file lacks."""
    # Not in the order of the mapping, which PostgreSQL does not keep.
    wanted = [columns[field] for field in FIELDS if field in columns]
    return [heading for heading in wanted if heading not in headings]


def guess(headings: list[str]) -> dict[str, str]:
    """Field -> its heading, as far as the known headings of lists of players tell."""
    found: dict[str, str] = {}
    for heading in headings:
        word = key(heading)
        field = next((field for field, names in HEADINGS.items() if word in names), "")
        field = "number" if word in NUMBERS else "national_rating" if field == "rating" else field
        if field in FIELDS:
            found.setdefault(field, heading)
    return found


def entry_of(cells: Mapping[str, str], number: int, year: int) -> Entry:
    """The player of the line with this `number`; raises ValueError with its fault."""
    names = (cleaned(cells.get(field, "")) for field in ("name", "first_name"))
    name = ", ".join(filter(None, names))[:80]
    if not name:
        raise ValueError(_("no name found"))
    rating = rating_of(cells["national_rating"])
    if rating is None or rating > HIGHEST_RATING:
        raise ValueError(
            _("expected a rating up to %(most)d, found “%(found)s”")
            % {"most": HIGHEST_RATING, "found": cells["national_rating"][:20]}
        )
    known = {field: cell for field, cell in cells.items() if not is_nothing(cell)}
    federation = code_of(known.get("federation", ""))
    birth = birth_of(known.get("birth", ""), year)[:4]
    return Entry(
        fide_id=_key(known, number),
        name=name,
        federation=federation if len(federation) == 3 else "",
        sex=sex_of(known.get("sex", "")),
        title=title_of(known.get("title", "")),
        birth_year=int(birth or 0),
        inactive=False,
        standard=0,
        rapid=0,
        blitz=0,
        national=rating,
    )


def _key(cells: Mapping[str, str], number: int) -> str:
    fide_id = cells.get("fide_id", "").lstrip("0")
    if fide_id.isascii() and fide_id.isdigit() and len(fide_id) <= 11:
        return fide_id
    own = "".join(filter(str.isalnum, cells.get("number", "")))
    return f"N{own}" if own and own.isascii() and len(own) <= 10 else f"N{number}"


@contextmanager
def open_table(path: Path) -> Iterator[Table]:
    """The list in the file; raises DomainError if it has none."""
    with path.open("rb") as stream:
        head = stream.read(HEAD)
    size = path.stat().st_size
    if head.startswith(WORKBOOK):
        _require_modesty(path)
        # Opened as a stream, because an upload's name need not have the right ending.
        with path.open("rb") as stream:
            yield Table(_cells(_sheet(stream)), size * PACKED)
        return
    if fault := too_large(size, MOST_BYTES):
        raise refused(fault)
    if b"\x00" in head:
        raise refused(_("This is neither a CSV nor an Excel file (XLSX)."))
    first = head.partition(b"\n")[0]
    separator = max((";", "\t", ",", "|"), key=lambda mark: first.count(mark.encode()))
    with path.open(encoding=_encoding(head), errors="replace", newline="") as text:
        rows = csv.reader(_lines(text), delimiter=separator)
        yield Table(([cell.strip() for cell in row] for row in rows), size)


def _sheet(stream: IO[bytes]) -> Iterator[tuple[object, ...]]:
    """The rows of the first sheet."""
    try:
        workbook = openpyxl.load_workbook(stream, read_only=True, data_only=True, keep_links=False)
        rows: Iterator[tuple[object, ...]] = workbook.worksheets[0].iter_rows(
            max_col=MOST_COLUMNS + 1, values_only=True
        )
    except Exception as error:
        # A damaged workbook makes the library fail in a dozen ways.
        raise refused(_("This Excel file cannot be read: save it as CSV.")) from error
    return rows


def _cells(rows: Iterable[tuple[object, ...]]) -> Iterator[list[str]]:
    try:
        for row in rows:
            texts = [cell_text(value) for value in row]
            while texts and not texts[-1]:
                texts.pop()
            yield texts
    except Exception as error:
        raise refused(_("This Excel file cannot be read: save it as CSV.")) from error


def _lines(text: IO[str]) -> Iterator[str]:
    while line := text.readline(MOST_LINE):
        if len(line) == MOST_LINE:
            raise refused(_("A line is longer than %(most)d characters.") % {"most": MOST_LINE})
        yield line


def _encoding(head: bytes) -> str:
    """UTF-8, else Windows-1252; the last line is not tested, as its end may cut a letter in two."""
    try:
        head[: head.rfind(b"\n") + 1].decode("utf-8-sig")
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8-sig"


def _require_modesty(path: Path) -> None:
    """Raise DomainError for a workbook that unpacks to more than any list, or has a document type."""
    if directory_size(path) > MOST_DIRECTORY:
        raise refused(_("This Excel file cannot be read: save it as CSV."))
    try:
        with zipfile.ZipFile(path) as archive:
            parts = archive.infolist()
            if sum(part.file_size for part in parts) > MOST_UNPACKED:
                raise refused(
                    _("Unpacked, the list has more than %(most)d MB.") % {"most": MOST_UNPACKED >> 20}
                )
            for part in parts:
                with archive.open(part) as stream:
                    if _has_document_type(stream):
                        raise refused(_("This Excel file declares a document type, which no workbook has."))
    except DAMAGES as error:
        raise refused(_("This Excel file is damaged.")) from error


def _has_document_type(stream: IO[bytes]) -> bool:
    """Whether one is declared anywhere: a comment of any length may stand before it."""
    end = b""
    while piece := stream.read(HEAD):
        # Without the zeros of UTF-16.
        seen = end + piece.replace(b"\x00", b"")
        if DOCUMENT_TYPE in seen:
            return True
        end = seen[-len(DOCUMENT_TYPE) :]
    return False
