"""Lists for spreadsheets: CSV and XLSX from the same table, in which nothing is a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

import openpyxl
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from tournaments.points import decimal_mark

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
