"""The lines of a list as rows that fit its columns, whatever separates the cells of each line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tournaments.files.lists.columns import FITS
from tournaments.files.lists.headings import Columns
from tournaments.files.lists.separators import BLANKS, COMMA, EXACT, PLAIN, likely_separator, splits


def main_separator(lines: list[str]) -> str:
    """The separator that shows the columns best, if enough lines have it; or PLAIN.

    The most frequent one of EXACT represents all of them, as each gives a line the same cells. Commas also
    come before "jr.", and blanks are typed twice by mistake, so more lines must have these.
    """
    many = Counter(map(likely_separator, lines))
    exact = max(EXACT, key=lambda separator: many[separator])
    many[exact] = sum(many[separator] for separator in EXACT)
    shares = {exact: 5, COMMA: 3, BLANKS: 2}
    return next((s for s, share in shares.items() if many[s] * share >= len(lines)), PLAIN)


def cells_by(main: str, line: str) -> list[str]:
    """The cells of a line that has this separator; a line with another one is a single cell."""
    separator = likely_separator(line)
    same = separator == main or (main in EXACT and separator in EXACT)
    return splits(line)[separator] if same else [line.strip()]


def fitted(line: str, columns: Columns, main: str) -> list[str]:
    """The cells of the line by the separator with which they fit the columns best, else by the main one."""
    if "name" not in columns:
        return cells_by(main, line)
    found = splits(line)
    # No name has one of EXACT in it, so if the line has one, it is a separator.
    exact = [
        (row, int(separator == main))
        for separator, cells in found.items()
        if separator in EXACT
        for row in _with_both_names(cells, columns)
    ]
    candidates = exact or _inexact(found, columns, main)

    def fit(candidate: tuple[list[str], int]) -> tuple[int, int]:
        row, likely = candidate
        return _fit(row, columns) + likely, sum(map(bool, row))

    return max(candidates, key=fit)[0]


def _inexact(found: dict[str, list[str]], columns: Columns, main: str) -> Iterator[tuple[list[str], int]]:
    """The line split by commas, by blanks and as plain text, each with how much more likely it is."""
    place = columns.index("name")
    if cells := found.get(COMMA):
        yield cells, main == COMMA
        if len(cells) > 2:
            # One of the commas is within the name itself.
            yield [*cells[:place], ", ".join(cells[place : place + 2]), *cells[place + 2 :]], 0
    if cells := found.get(BLANKS):
        for row in _with_both_names(cells, columns):
            yield _in_order(row, columns), main == BLANKS
    # If there are several cells, a plain name swallows all but the last.
    swallowed = max(0, len(found.get(BLANKS, ())) - len(found[PLAIN]))
    yield _placed(found[PLAIN], columns), (main == PLAIN) - swallowed


def _with_both_names(cells: list[str], columns: Columns) -> Iterator[list[str]]:
    """The cells; if the name has two columns but one cell in this line, also with that cell split in two."""
    yield cells
    place = columns.index("name")
    if columns[place + 1 : place + 2] == ("first_name",) and place < len(cells) and ", " in cells[place]:
        family, _comma, first = cells[place].partition(", ")
        yield [*cells[:place], family, first, *cells[place + 1 :]]


def _fit(cells: list[str], columns: Columns) -> int:
    """How many cells fit their column, less those that do not, less twice those without a column."""
    surplus = 2 * sum(map(bool, cells[len(columns) :]))
    used = [(cell, column) for cell, column in zip(cells, columns, strict=False) if cell and column]
    return sum(1 if FITS[column](cell) else -1 for cell, column in used) - surplus


def _in_order(cells: list[str], columns: Columns) -> list[str]:
    """The cells, between which empty ones may be missing, each in the next column that it fits."""
    row: list[str] = []
    for cell in cells:
        free = range(len(row), len(columns))
        place = next((p for p in free if columns[p] and FITS[columns[p]](cell)), len(row))
        row += [""] * (place - len(row)) + [cell]
    return row


def _placed(plain: list[str], columns: Columns) -> list[str]:
    """A name and perhaps a rating, each in its column; without a column for ratings, all is the name."""
    if "rating" not in columns:
        plain = [" ".join(plain)]
    row = [""] * len(columns)
    for column, cell in zip(("name", "rating"), plain, strict=False):
        row[columns.index(column)] = cell
    return row
