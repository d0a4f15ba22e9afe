"""The players in an Excel workbook, as the text that a spreadsheet copies."""

from __future__ import annotations

import csv
import io
import zipfile
import zlib
from datetime import date
from typing import Any

import openpyxl
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

# A list of 2,000 players has a tenth of this; a file that unpacks to more is meant to fill the memory.
MOST_BYTES = 20 << 20
MOST_PARTS = 200
# Rows that are empty but for their number cost nothing to write and much to read.
MOST_ROWS = 20_000
MOST_CELLS = 200


def text_of(data: bytes) -> str:
    """The first sheet that holds anything: a line a row, the cells between tabs; empty rows stay.

    Raises ValidationError for a file that is no workbook, or unpacks to more than any list of players.
    """
    _refuse_bombs(data)
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    try:
        workbook = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        for sheet in workbook.worksheets:
            rows = [
                [_cell(value) for value in row]
                for row in sheet.iter_rows(max_row=MOST_ROWS, max_col=MOST_CELLS, values_only=True)
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


def _refuse_bombs(data: bytes) -> None:
    """Look at what the archive says of itself, and that its XML defines nothing, before it is read."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_BYTES:
                raise ValidationError(_("This Excel file is too large for a list of players."))
            # Never more is unpacked than a part says it has.
            defines = any(_has_document_type(archive.read(part)) for part in parts)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, OSError, EOFError) as error:
        raise ValidationError(_("This Excel file is damaged.")) from error
    if defines:
        raise ValidationError(_("This Excel file brings a document type, which no workbook has."))


def _has_document_type(part: bytes) -> bool:
    return any("<!DOCTYPE".encode(encoding) in part for encoding in ("utf-8", "utf-16-le", "utf-16-be"))


def _cell(value: Any) -> str:
    """What the cell shows, as far as a player's data go."""
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
