"""Points as people write them; in the program they are tenths."""

from __future__ import annotations

import re

from django.utils.formats import get_format

WRITTEN = re.compile(r"[0-9]{1,3}(\.[0-9])?")


def decimal_mark() -> str:
    """What stands before decimals in the reader's language."""
    return str(get_format("DECIMAL_SEPARATOR"))


def as_text(tenths: int) -> str:
    """Tenths of a point in print: 25 is 2½, 5 is ½, 12 is 1.2, in French 1,2."""
    whole, rest = divmod(tenths, 10)
    if rest == 0:
        return str(whole)
    if rest == 5:
        return f"{whole or ''}½"
    return f"{whole}{decimal_mark()}{rest}"


def from_text(text: str) -> int | None:
    """Tenths from 3, 0.5, 0,5, ½ or 1½; None for what is no number of points."""
    text = text.strip().replace(",", ".")
    if text.endswith("½"):
        text = f"{text[:-1] or '0'}.5"
    if not WRITTEN.fullmatch(text):
        return None
    whole, _point, tenth = text.partition(".")
    return int(whole) * 10 + int(tenth or 0)
