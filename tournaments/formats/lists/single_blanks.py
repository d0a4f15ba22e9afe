"""Lists whose cells are parted by single blanks, as the words of names are: "1 GM Smith John 1655 SCO"."""

from __future__ import annotations

import re
from itertools import pairwise

from tournaments.formats.lists.cells import (
    PLAIN,
    birth_of,
    known_code_of,
    likely_separator,
    sex_of,
    title_of,
)
from tournaments.formats.lists.columns import ANY_YEAR, NUMBERED, Columns, fitted, has_digit, is_year

# The columns of such a list, in the order in which they are shown.
ORDER = ("title", "name", "rating", "federation", "birth", "fide_id", "sex", "club")
NUMBER = re.compile(r"(\d{1,4})[.)]?\s+(?=[^\W\d])")
SHORT_NUMBER = re.compile(r"\d{3,4}[*?]?")
NUMBERS = re.compile(r"\d{3,9}[*?]?")
FIDE_ID = re.compile(r"\d{5,9}")
UNRATED = {"-", "–", "0", "unr", "unr.", "unrated"}


def by_words(lines: list[str]) -> tuple[Columns, list[list[str]]] | None:
    """The columns of such a list and its rows; None if the lines are names that end in a rating at most."""
    numbered = _are_numbered(lines)
    found = [_cells(line, numbered=numbered) for line in lines]
    bare = any(line.split()[0].isdecimal() for line in lines)
    if not (numbered and bare) and all({*cells} <= {"name", "rating"} for cells in found):
        return None
    columns = tuple(column for column in ORDER if any(column in cells for cells in found))
    rows = [
        [cells.get(column, "") for column in columns]
        if likely_separator(line) == PLAIN
        else fitted(line, columns, PLAIN)
        for line, cells in zip(lines, found, strict=True)
    ]
    return columns, rows


def _are_numbered(lines: list[str]) -> bool:
    """Whether nearly all lines begin with numbers that grow, but for a slip."""
    numbers = [int(match[1]) for line in lines if (match := NUMBER.match(line.strip()))]
    grown = sum(one < other for one, other in pairwise(numbers))
    return len(numbers) > 1 and len(numbers) * 10 >= len(lines) * 8 and 3 * grown >= 2 * (len(numbers) - 1)


def _cells(line: str, *, numbered: bool) -> dict[str, str]:
    """Column -> cell: a title before the name, and whatever at the line's end is surely no name."""
    words = (NUMBER if numbered else NUMBERED).sub("", line.strip(), count=1).split()
    cells: dict[str, str] = {}
    if len(words) > 1 and _is_title(words[0]):
        cells["title"] = words.pop(0)
    if len(words) > 1 and not _last_column(words) and (after := _after_numbers(words)):
        cells["federation" if known_code_of(after) else "club"] = after
        words = words[: len(words) - len(after.split())]
    numbers: list[str] = []
    while len(words) > 1 and (column := _last_column(words)) and column not in cells:
        word = words.pop().strip("()")
        if column == "rating":
            numbers.insert(0, word)
        else:
            cells[column] = word
    if len(numbers) == 2 and "birth" not in cells and any(map(is_year, numbers)):
        # Of two numbers, the one that can be a year is; the second, if both can.
        cells["birth"] = numbers.pop(1 if is_year(numbers[1]) else 0)
    return cells | {"name": " ".join(words).rstrip(",")} | ({"rating": " ".join(numbers)} if numbers else {})


def _last_column(words: list[str]) -> str:
    """The column of the last of several words; "" if it may be part of the name."""
    word, before = words[-1].strip("()"), words[-2].strip("()")
    # "GARCIA SAM" is a name, "Garcia, Ana SAM" plays for Samoa.
    capitals = " ".join(words[:-1]).isupper()
    telling = has_digit(before) or before in UNRATED or (_is_code(before) and not capitals)
    return "" if capitals and not telling and not has_digit(word) else _column_of(word, telling=telling)


def _after_numbers(words: list[str]) -> str:
    """The words after the first number and the codes behind it: a club, or a country of several words."""
    bare = [word.strip("()") for word in words]
    first = next((i for i, word in enumerate(bare) if i and (NUMBERS.fullmatch(word) or word in UNRATED)), 0)
    last = max(
        (i for i, word in enumerate(bare) if i >= first and (has_digit(word) or _is_code(word))), default=0
    )
    return " ".join(words[max(first, last) + 1 :]) if first else ""


def _column_of(word: str, *, telling: bool) -> str:
    """The column of a word at the end of a line; "" if it may be part of the name.

    `telling`: the word before it is no name either, so that even "Ireland" or "m" is none.
    """
    kinds = {
        "rating": bool(SHORT_NUMBER.fullmatch(word)) or word.lower() in UNRATED,
        "fide_id": bool(FIDE_ID.fullmatch(word)),
        "birth": len(word) > 4 and bool(birth_of(word, ANY_YEAR)),
        "federation": _is_code(word) or (telling and len(word) > 3 and bool(known_code_of(word))),
        "title": _is_title(word),
        "sex": telling and len(word) == 1 and bool(sex_of(word)),
    }
    return next((column for column, fits in kinds.items() if fits), "")


def _is_code(word: str) -> bool:
    return len(word) == 3 and word.isupper() and bool(known_code_of(word))


def _is_title(word: str) -> bool:
    return len(word) > 1 and word.isupper() and bool(title_of(word))
