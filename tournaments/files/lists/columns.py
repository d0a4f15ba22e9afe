"""The meanings of a list's columns, guessed from their cells; and the columns that are not used."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.utils.translation import gettext as _

from tournaments.files.lists import cells
from tournaments.files.lists.federations import code_of
from tournaments.files.lists.headings import Columns
from tournaments.files.lists.separators import COMMA

# "12. " or "12) " before a name.
NUMBERED = re.compile(r"^\d{1,4}[.)]\s*(?=[^\W\d])")
# The year does not matter here: only whether a cell is a date of birth, not which one.
ANY_YEAR = 2026


def has_digit(text: str) -> bool:
    """Whether the text has a digit in it."""
    return any(c.isdigit() for c in text)


def has_letter(text: str) -> bool:
    """Whether the text has a letter in it."""
    return any(c.isalpha() for c in text)


def _is_word(text: str) -> bool:
    return has_letter(text) and not has_digit(text)


def _is_rating(text: str) -> bool:
    number = cells.rating_of(text)
    return number is not None and (number == 0 or 100 <= number <= 9999)


# Column -> whether a cell may be in it.
FITS: dict[str, Callable[[str], bool]] = {
    "name": lambda text: has_letter(text) and text.count(",") < 2,
    "first_name": _is_word,
    "rating": _is_rating,
    "fide_rating": _is_rating,
    "national_rating": _is_rating,
    "estimate": _is_rating,
    "ingo": _is_rating,
    "bcf": _is_rating,
    "title": lambda text: bool(cells.title_of(text)),
    "federation": lambda text: bool(code_of(text)),
    "fide_id": str.isdecimal,
    "birth": lambda text: bool(cells.birth_of(text, ANY_YEAR)),
    "sex": lambda text: bool(cells.sex_of(text)),
    "club": has_letter,
    "": lambda _text: True,
}
# The meanings of a column without a heading, in the order in which they are tried, with the cells that fit.
GUESSED: dict[str, Callable[[str], bool]] = {
    "title": FITS["title"],
    "sex": FITS["sex"],
    "federation": FITS["federation"],
    "fide_id": lambda text: text.isdecimal() and len(text) >= 5,
    "birth": lambda text: "/" in cells.birth_of(text, ANY_YEAR),
    "rating": lambda text: cells.is_nothing(text) or (_is_rating(text) and not text[0].isalpha()),
    "name": lambda text: len(text) > 1 and has_letter(text),
}


def values_of(rows: list[list[str]], index: int) -> list[str]:
    """The non-empty cells of a column."""
    return [row[index] for row in rows if index < len(row) and row[index]]


def nearly_all(values: list[str], fit: Callable[[str], bool]) -> bool:
    """Whether at least four of five values fit, as lists made by people have slips."""
    return bool(values) and sum(map(fit, values)) * 10 >= len(values) * 8


def guess(rows: list[list[str]], separator: str) -> Columns:
    """The meanings of the columns of a list without a heading, guessed from their cells."""
    columns: list[str] = []
    for index in range(max(map(len, rows), default=0)):
        values = values_of(rows, index)
        kind = kind_of(values, columns)
        if not kind and columns[-1:] == ["name"] and nearly_all(values, _is_word):
            names = values_of(rows, index - 1)
            kind = "" if nearly_all(names, lambda name: _is_whole(name, separator)) else "first_name"
        columns.append(kind)
    return tuple(columns)


def completed(columns: Columns, rows: list[list[str]], headings: tuple[str, ...]) -> Columns:
    """The columns, as many as the rows have; a column with an empty heading is guessed from its cells."""
    width = max(map(len, rows), default=0)
    known = [*columns, *[""] * (width - len(columns))]
    for index, heading in enumerate(headings[:width]):
        if not heading and (values := values_of(rows, index)):
            known[index] = kind_of(values, known)
    return tuple(known)


def _is_whole(name: str, separator: str) -> bool:
    """Whether a name includes the first name, so that the next column is a club or a town.

    If commas separate the columns, the next one may just as well hold the first name: "van Foreest, Jorden".
    """
    return "," in name or (separator != COMMA and " " in NUMBERED.sub("", name))


def kind_of(values: list[str], taken: list[str]) -> str:
    """The first meaning, not taken yet, that fits nearly all values of a column; "" for none."""
    values = [value for value in values if not cells.is_nothing(value)] or values
    if is_running_number(values):
        # A running number in front of the name is neither a rating nor anything else.
        return ""
    kinds = GUESSED
    if all(map(cells.sex_of, values)):
        # The small letters m and f are titles too.
        kinds = {kind: fit for kind, fit in GUESSED.items() if kind != "title"}
    return next((kind for kind, fit in kinds.items() if kind not in taken and nearly_all(values, fit)), "")


def is_running_number(values: list[str]) -> bool:
    """Whether a column is only the running number."""
    return [value.rstrip(".)") for value in values] == [str(n) for n in range(1, len(values) + 1)]


def warnings_of_unused(columns: Columns, rows: list[list[str]], headings: tuple[str, ...]) -> list[str]:
    """A warning for every column that is not empty and not used."""
    warnings = []
    for index, column in enumerate(columns):
        values = values_of(rows, index)
        if column or not values or is_running_number(values):
            continue
        words = {"number": index + 1, "values": ", ".join([*dict.fromkeys(values)][:3])}
        if index < len(headings) and headings[index]:
            text = _("Column %(number)d, “%(heading)s” (%(values)s …), is not used.")
            words["heading"] = headings[index]
        else:
            text = _("Column %(number)d (%(values)s …) is not used.")
        warnings.append(text % words)
    return warnings
