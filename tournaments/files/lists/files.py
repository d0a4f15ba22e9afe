"""The text of an uploaded file."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.files import workbooks

WORKBOOK = b"PK\x03\x04"
OLD_EXCEL = b"\xd0\xcf\x11\xe0"
NO_TEXT = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8")


def decode(data: bytes) -> str:
    """The text of an uploaded file: UTF-8, else UTF-16 or Windows-1252 as spreadsheets write them, or XLSX.

    Raises ValidationError for a file that is not text.
    """
    if data.startswith(WORKBOOK):
        return workbooks.text_of(data)
    if data.startswith(OLD_EXCEL):
        raise ValidationError(
            _("This is an Excel file of the old kind: save it as XLSX or CSV, or paste the cells here.")
        )
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        return data.decode("utf-16", errors="replace")
    if data.startswith(NO_TEXT) or b"\x00" in data:
        raise ValidationError(_("This is not a text file: copy the players and paste them here."))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")
