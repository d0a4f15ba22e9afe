"""The players in an Excel workbook, as the text that copying from a spreadsheet gives."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from datetime import date
from typing import Any

import openpyxl
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.files.archives import DAMAGES

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
