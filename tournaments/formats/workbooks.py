"""Spreadsheets: reading the workbooks of several programs, and writing tables as xlsx, ods or csv."""

from __future__ import annotations

import csv
import io
import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import openpyxl
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from tournaments.texts import decimal_mark

# The exceptions that `zipfile` raises for a damaged or malicious archive. The last two are for members that
# begin before the file, or further away than any file is long.
DAMAGES = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError),
    *(NotImplementedError, RuntimeError, ValueError, OverflowError),
)

# The record at the end, which a comment may follow; the one of large archives, and the locator between them.
END = struct.Struct("<4s4H2LH")
MOST_COMMENT = (1 << 16) - 1
LARGE_END = struct.Struct("<4sQ2H2L4Q")
LOCATOR = struct.Struct("<4sLQL")


def directory_size(path: Path) -> int:
    """The size in bytes of the archive's list of members; 0 if the file is not an archive.

    `zipfile` reads the whole list when it opens an archive: a million members take it a quarter of a minute.
    """
    with path.open("rb") as stream:
        size = stream.seek(0, 2)
        stream.seek(max(0, size - END.size - MOST_COMMENT - LOCATOR.size - LARGE_END.size))
        tail = stream.read()
    place = tail.rfind(b"PK\x05\x06")
    if place < 0 or len(tail) < place + END.size:
        return 0
    _signature, _disk, _first, _here, _members, found, _offset, _comment = END.unpack_from(tail, place)
    large = place - LOCATOR.size - LARGE_END.size
    if (
        large >= 0
        and tail.startswith(b"PK\x06\x07", place - LOCATOR.size)
        and tail.startswith(b"PK\x06\x06", large)
    ):
        found = LARGE_END.unpack_from(tail, large)[8]
    return int(found)


# A list of 2,000 players takes a tenth of this; a file that unpacks to more is meant to fill the memory.
MOST_BYTES = 20 << 20
MOST_PARTS = 200
# Rows that have only a number cost nothing to write but much to read.
MOST_ROWS = 20_000
MOST_CELLS = 100_000
MOST_COLUMNS = 200
# Elements besides rows and cells: mostly styles, each of which takes 20 microseconds.
MOST_ELEMENTS = 50_000
MOST_SHEETS = 10
# The tags of rows, cells and their texts.
OF_CELLS = re.compile(rb"</?(?:row|c|v|f|is|si|r|t)[\s/>]")


def text_of(data: bytes) -> str:
    """The first sheet that is not empty: one line per row, cells separated by tabs; empty rows stay.

    Raises ValidationError for a file that is not a workbook, or has more than any list of players. Rows,
    cells and elements are counted, which is quick, before any of it is parsed.
    """
    _require_modesty(_parts(data))
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    try:
        workbook = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        for sheet in workbook.worksheets[:MOST_SHEETS]:
            rows = [
                [] if row.count(None) == len(row) else [cell_text(value) for value in row]
                for row in sheet.iter_rows(max_row=MOST_ROWS, max_col=MOST_COLUMNS, values_only=True)
            ]
            if any(map(any, rows)):
                writer.writerows(_without_end(row) for row in _without_end(rows))
                break
    except Exception as error:
        # A damaged workbook makes the library fail in a dozen ways.
        raise ValidationError(
            _("This Excel file cannot be read: save it as CSV, or paste the cells.")
        ) from error
    return out.getvalue()


def _parts(data: bytes) -> list[bytes]:
    """The archive's parts, unpacked only if it says that they are small."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            _require(len(parts), MOST_PARTS, _("files inside"))
            _require(sum(part.file_size for part in parts), MOST_BYTES, _("bytes unpacked"))
            # No part unpacks to more than the size that it states.
            return [archive.read(part) for part in parts]
    except DAMAGES as error:
        raise ValidationError(_("This Excel file is damaged.")) from error


def _require_modesty(parts: list[bytes]) -> None:
    """Refuse more rows, cells and other elements than a list has, and XML with a document type."""
    _require(sum(part.count(b"<row") for part in parts), MOST_ROWS, _("rows"))
    _require(sum(part.count(b"<c ") + part.count(b"<c>") for part in parts), MOST_CELLS, _("cells"))
    # The largest cell has eight tags; up to this many tags are classified quickly, more are refused unread.
    tags = sum(part.count(b"<") for part in parts)
    _require(tags, 8 * MOST_CELLS + MOST_ELEMENTS, _("elements of XML"))
    others = tags - sum(len(OF_CELLS.findall(part)) for part in parts)
    _require(others, MOST_ELEMENTS, _("elements of XML besides the cells"))
    if any(map(_has_document_type, parts)):
        raise ValidationError(_("This Excel file declares a document type, which no workbook has."))


def _require(found: int, most: int, what: str) -> None:
    if found > most:
        words = {"found": found, "what": what, "most": most}
        raise ValidationError(
            _(
                "This Excel file is too large for a list of players: found %(found)d %(what)s, expected at"
                " most %(most)d. Copy the players and paste them here."
            )
            % words
        )


def _has_document_type(part: bytes) -> bool:
    return any("<!DOCTYPE".encode(encoding) in part for encoding in ("utf-8", "utf-16-le", "utf-16-be"))


def cell_text(value: Any) -> str:
    """The text of the cell, in the forms that a player's data need."""
    match value:
        case None:
            return ""
        case date():
            return f"{value:%Y/%m/%d}"
        case float() if value.is_integer():
            return str(int(value))
    return " ".join(str(value).split())


def _without_end(values: list[Any]) -> list[Any]:
    """The list up to the last of its values that is not empty."""
    last = max((place for place, value in enumerate(values, 1) if any(value)), default=0)
    return values[:last]


type Cell = str | int | Decimal | date | None

# What a spreadsheet takes for the beginning of a formula, or ignores before one.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
# Columns wider than this, in characters, do not fit on a screen.
MOST_WIDTH = 40


@dataclass(frozen=True, slots=True)
class Table:
    """A list: its title, a heading for each column, and its rows.

    Numbers and days are values, not text; None is an empty cell.
    """

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[Cell]]


def as_csv(table: Table) -> bytes:
    """The table as text in UTF-8, with the byte order mark by which Excel recognises it.

    Columns are separated by semicolons if the reader's decimals have a comma, as their Excel expects.
    """
    mark = decimal_mark()
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";" if mark == "," else ",", lineterminator="\r\n")
    writer.writerow(table.headings)
    writer.writerows([_text(cell, mark) for cell in row] for row in table.rows)
    return out.getvalue().encode("utf-8-sig")


def as_xlsx(table: Table) -> bytes:
    """The table as a workbook of one sheet."""
    workbook = openpyxl.Workbook(write_only=True)
    sheet = workbook.create_sheet(table.title[:31])
    sheet.freeze_panes = "A2"
    for place, heading in enumerate(table.headings):
        longest = max((len(_text(row[place], ".")) for row in table.rows), default=0)
        width = min(MOST_WIDTH, max(longest, len(heading))) + 2
        sheet.column_dimensions[get_column_letter(place + 1)].width = width
    sheet.append([_in_sheet(sheet, heading, bold=True) for heading in table.headings])
    for row in table.rows:
        sheet.append([_in_sheet(sheet, cell) for cell in row])
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


# The ending of a file's name -> its content type, and the function that writes it.
KINDS = {
    "csv": ("text/csv; charset=utf-8", as_csv),
    "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", as_xlsx),
}


def _text(cell: Cell, mark: str) -> str:
    """The cell in a CSV file; text that looks like a formula gets an apostrophe before it."""
    match cell:
        case None:
            return ""
        case str():
            return f"'{cell}" if cell.startswith(FORMULA) else cell
        case Decimal():
            return str(cell).replace(".", mark)
        case date():
            return f"{cell:%Y-%m-%d}"
    return str(cell)


def _in_sheet(sheet: Any, cell: Cell, *, bold: bool = False) -> Any:
    """The cell in a workbook; text has the type of text, and stays text when it is edited."""
    if not isinstance(cell, str):
        return cell
    text = ILLEGAL_CHARACTERS_RE.sub("", cell)
    if not text:
        return None
    found = WriteOnlyCell(sheet, text)
    found.data_type = "s"
    found.quotePrefix = text.startswith(FORMULA)
    if bold:
        found.font = Font(bold=True)
    return found
