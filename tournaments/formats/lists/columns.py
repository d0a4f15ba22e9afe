"""The columns of a list: what their headings say, what their cells say, and the rows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import get_language, gettext_lazy, override
from django.utils.translation import gettext as _

from tournaments.formats.lists import cells
from tournaments.formats.lists.cells import (
    BLANKS,
    COMMA,
    EXACT,
    PLAIN,
    code_of,
    key,
    likely_separator,
    splits,
)
from tournaments.formats.lists.headings import ANY_ID, EITHER_NAME, HEADINGS, SURNAMES
from tournaments.formats.lists.names import lean

LABELS = {
    "name": gettext_lazy("name"),
    "first_name": gettext_lazy("first name"),
    "rating": gettext_lazy("rating"),
    "title": gettext_lazy("title"),
    "federation": gettext_lazy("federation"),
    "fide_id": gettext_lazy("FIDE ID"),
    "birth": gettext_lazy("born"),
    "sex": gettext_lazy("sex"),
    "club": gettext_lazy("club"),
    "fide_rating": gettext_lazy("FIDE rating"),
    "standard": gettext_lazy("FIDE standard"),
    "rapid": gettext_lazy("FIDE rapid"),
    "blitz": gettext_lazy("FIDE blitz"),
    "national_rating": gettext_lazy("national rating"),
    "estimate": gettext_lazy("estimate"),
    "ingo": gettext_lazy("Ingo"),
    "bcf": gettext_lazy("BCF"),
    "": gettext_lazy("not used"),
}

# The meaning of each column of a list, as a key of LABELS.
type Columns = tuple[str, ...]


class Headings(NamedTuple):
    """A line of headings: the meanings of the columns, the words of the line, and its separator."""

    columns: Columns = ()
    words: tuple[str, ...] = ()
    separator: str = PLAIN


IN_BRACKETS = re.compile(r"\([^)]*\)")
# Words of a program's own -> the column that each stands for; GUESSED_COLUMN if only its cells tell.
type OwnWords = Mapping[str, str]
GUESSED_COLUMN = "?"


def headings_of(line: str, own: OwnWords) -> Headings:
    """The columns that the line names, split by the separator that gives the most; perhaps none."""
    found = [
        Headings(_columns(cells, own), _words(cells, own), separator)
        for separator, cells in splits(line).items()
        if separator != PLAIN
    ]
    found.append(Headings(_of_plain_lines(line), tuple(line.split())))
    return max(found, key=lambda headings: sum(map(bool, headings.columns)))


def _words(cells: list[str], own: OwnWords) -> tuple[str, ...]:
    return tuple("" if own.get(key(cell)) == GUESSED_COLUMN else cell for cell in cells)


@cache
def _known_in(language: str) -> dict[str, str]:
    """Word of a heading -> its column; the page's own names of the columns in the reader's language too."""
    known = {word: column for column, words in HEADINGS.items() for word in words}
    with override(language):
        return {key(str(LABELS[column])): column for column in HEADINGS} | known


def _words_of(heading: str) -> Iterator[str]:
    """What a heading may be known by: all of it, what is not in brackets, and each of two languages.

    "Date of birth (dd.mm.yyyy)", "Name / Nom".
    """
    yield key(heading)
    bare = IN_BRACKETS.sub("", heading)
    yield key(bare)
    yield from map(key, bare.split("/"))


def _columns(cells: list[str], own: OwnWords) -> Columns:
    known = {**_known_in(get_language() or settings.LANGUAGE_CODE), **own}
    keys = [next((word for word in _words_of(cell) if word in known), "") for cell in cells]
    columns = [known.get(word, "").replace(GUESSED_COLUMN, "") for word in keys]
    if columns.count("name") > 1 and "first_name" not in columns:
        columns = [
            "first_name" if word in EITHER_NAME else column
            for word, column in zip(keys, columns, strict=True)
        ]
    if "name" not in columns or (len(cells) < 2 and columns != ["name"]):
        return ()
    fide = {word for word, column in known.items() if column == "fide_id"}
    better = {"name": SURNAMES if "first_name" in columns else set(), "fide_id": fide - ANY_ID}
    for column, words in better.items():
        if not words.isdisjoint(keys):
            columns = [
                "" if c == column and w not in words else c for w, c in zip(keys, columns, strict=True)
            ]
    return tuple(column if column not in columns[:i] else "" for i, column in enumerate(columns))


def _of_plain_lines(line: str) -> Columns:
    """The columns of plain lines if the first is "Name" or "Name Elo": a name that may end in a rating."""
    words = line.split()
    columns = _columns([line], {}) or _columns(words, {})
    # Of words that are parted by single blanks, all must be known; but for the running number's.
    if columns and (set(columns) <= {"name", "first_name", "rating"} or all(columns[1:])):
        return ("name", "rating")
    return ()


# The most lines above the headings, such as the event's name, its place and its group.
MOST_LINES_ABOVE = 15
# So many lines may stand above headings that name nothing but the name, and a rating.
MOST_ABOVE_NAMES = 4


def headings_among(lines: list[str], own: OwnWords) -> tuple[int, Headings]:
    """The place of the headings among the first lines, and what they say; no columns if there are none.

    The line that names most columns has them, whatever stands above it, but for lines that are players.
    """
    found = [(place, headings_of(line, own)) for place, line in enumerate(lines[: MOST_LINES_ABOVE + 1])]
    place, headings = max(found, key=lambda one: len(_known(one[1])), default=(0, Headings()))
    if len(_known(headings)) > 1 and headings.separator != PLAIN:
        above = [
            _shows_player(cells_by(headings.separator, line), headings.columns) for line in lines[:place]
        ]
        return (0, Headings()) if len(above) > 1 and all(above) else (place, headings)
    for place, headings in found[: MOST_ABOVE_NAMES + 1]:
        if headings.columns:
            return place, headings
        main = main_separator([lines[place]])
        if main != PLAIN and sum(map(bool, cells_by(main, lines[place]))) > 1:
            # A line with several cells is not a title of the list.
            break
    return 0, Headings()


def _known(headings: Headings) -> list[str]:
    return [column for column in headings.columns if column]


def _shows_player(row: list[str], columns: Columns) -> bool:
    """Whether every cell fits its column, and one of them fits in few places."""
    used = [(cell, column) for cell, column in zip(row, columns, strict=False) if cell and column]
    telling = any(column not in {"name", "first_name", "club"} for _cell, column in used)
    return telling and all(FITS[column](cell) for cell, column in used)


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


# "rating": whichever counts; "fide_rating": FIDE's for the time control of the event.
RATINGS = (
    *("rating", "fide_rating", "standard", "rapid", "blitz"),
    *("national_rating", "estimate", "ingo", "bcf"),
)
# Column -> whether a cell may be in it.
FITS: dict[str, Callable[[str], bool]] = {
    "name": lambda text: has_letter(text) and text.count(",") < 2,
    "first_name": _is_word,
    **dict.fromkeys(RATINGS, _is_rating),
    "title": lambda text: bool(cells.title_of(text)),
    "federation": lambda text: bool(code_of(text)),
    "fide_id": lambda text: text.replace(" ", "").isdecimal(),
    "birth": lambda text: bool(cells.birth_of(text, ANY_YEAR)),
    "sex": lambda text: bool(cells.sex_of(text)),
    "club": has_letter,
    "": lambda _text: True,
}
# Column -> whether a cell may be meant for it, although it is perhaps a slip, such as a rating of "27O5".
HELD = FITS | dict.fromkeys(RATINGS, has_digit) | dict.fromkeys(("name", "first_name"), bool)
# The meanings of a column without a heading, in the order in which they are tried, with the cells that fit.
GUESSED: dict[str, Callable[[str], bool]] = {
    "title": FITS["title"],
    "sex": FITS["sex"],
    "federation": FITS["federation"],
    "fide_id": lambda text: text.isdecimal() and len(text) >= 5,
    "birth": lambda text: len(text) > 4 and bool(cells.birth_of(text, ANY_YEAR)),
    "rating": lambda text: cells.is_nothing(text) or (_is_rating(text) and not text[0].isalpha()),
    "name": lambda text: len(text) > 1 and has_letter(text),
}


def values_of(rows: list[list[str]], index: int) -> list[str]:
    """The non-empty cells of a column."""
    return [row[index] for row in rows if index < len(row) and row[index]]


def nearly_all(values: list[str], fit: Callable[[str], bool]) -> bool:
    """Whether at least four of five values fit, as lists made by people have slips."""
    return bool(values) and sum(map(fit, values)) * 10 >= len(values) * 8


def _most(values: list[str], fit: Callable[[str], bool]) -> bool:
    """As `nearly_all`, but of three or four values, one may be a slip."""
    return nearly_all(values, fit) or (len(values) > 2 and sum(map(fit, values)) + 1 >= len(values))


def guess(rows: list[list[str]], separator: str) -> Columns:
    """The meanings of the columns of a list without a heading, guessed from their cells.

    A row with a cell more or less than most is evidence only if it fits what these say.
    """
    widths = Counter(map(len, rows))
    usual = max(widths, key=lambda width: widths[width], default=0)
    columns = _guess([row for row in rows if len(row) == usual], separator)
    return _guess([row for row in rows if len(row) == usual or _contradicts_none(row, columns)], separator)


def _guess(rows: list[list[str]], separator: str) -> Columns:
    columns: list[str] = []
    for index in range(max(map(len, rows), default=0)):
        values = values_of(rows, index)
        kind = kind_of(values, columns)
        if not kind and columns[-1:] == ["name"] and nearly_all(values, _is_word):
            names = values_of(rows, index - 1)
            kind = "" if nearly_all(names, lambda name: _is_whole(name, separator)) else "first_name"
            if kind and lean(names) > 0 > lean(values):
                columns[-1], kind = kind, "name"
        columns.append(kind)
    return _with_births(columns, rows)


def _with_births(columns: list[str], rows: list[list[str]]) -> Columns:
    """The columns; beside ratings, a column of numbers that can all be years of birth holds these.

    Without ratings beside them they are births if so many ratings would hardly be so much alike.
    """
    if "rating" in columns and "birth" not in columns:
        place = columns.index("rating")
        numbers = values_of(rows, place)
        different = len(set(numbers)) > 2 and all(map(is_year, numbers))
        if different and len(numbers) >= (MANY_YOUNG if min(numbers) > YOUNG else MANY_YEARS):
            columns[place] = "birth"
        for other in (index for index, column in enumerate(columns) if not column):
            if nearly_all(values_of(rows, other), is_year):
                columns[other] = "birth"
                break
            if nearly_all(values_of(rows, other), GUESSED["rating"]) and _most(
                values_of(rows, place), is_year
            ):
                columns[place], columns[other] = "birth", "rating"
                break
    return tuple(columns)


# So many years of birth in a column are no ratings: if all are young, and at any age.
YOUNG, MANY_YOUNG, MANY_YEARS = "1989", 4, 8


def is_year(text: str) -> bool:
    """Whether the number can be the year of birth of somebody who plays."""
    return text.isdecimal() and len(text) == 4 and cells.LEAST_AGE <= ANY_YEAR - int(text) < cells.MOST_AGE


def _contradicts_none(row: list[str], columns: Columns) -> bool:
    return all(FITS[column](cell) for cell, column in zip(row, columns, strict=False) if cell)


def completed(columns: Columns, rows: list[list[str]], headings: tuple[str, ...]) -> Columns:
    """The columns, as many as the rows have.

    A column with an empty heading is guessed from its cells; one that most of its cells contradict is not
    used, nor is a column of first names that the names before it have already.
    """
    width = max(map(len, rows), default=0)
    known = [*columns, *[""] * (width - len(columns))]
    for index, heading in enumerate(headings[:width]):
        values = values_of(rows, index)
        if not heading and values:
            known[index] = kind_of(values, known)
        elif _is_contradicted(known[index], key(heading), values):
            known[index] = ""
    if "first_name" in known and _are_in(rows, known.index("first_name"), known.index("name")):
        known[known.index("first_name")] = ""
    return tuple(known)


def with_days_first(rows: list[list[str]], columns: Columns) -> list[list[str]]:
    """The rows with births as 31/05/1987 if several were 05/31/1987, and hardly any had its day in front."""
    place = columns.index("birth") if "birth" in columns else -1
    found = [cells.DAY_FIRST.fullmatch(row[place]) if 0 <= place < len(row) else None for row in rows]
    first = sum(int(match[1]) > 12 for match in found if match)
    second = sum(int(match[2]) > 12 for match in found if match)
    if second < 2 or first * 4 > second:
        return rows
    return [
        [*row[:place], "/".join((match[2], match[1], match[3])), *row[place + 1 :]]
        if match and int(match[1]) <= 12
        else row
        for row, match in zip(rows, found, strict=True)
    ]


def _is_contradicted(column: str, heading: str, values: list[str]) -> bool:
    """Whether most cells, and more than one, are not what the heading says; a single one of a mere "ID"."""
    values = [value for value in values if not cells.is_nothing(value)]
    unsure = column == "fide_id" and heading in ANY_ID
    odd = [value for value in values if not (GUESSED if unsure else HELD)[column](value)]
    return len(odd) > (0 if unsure else 1) and 2 * len(odd) > len(values)


def _are_in(rows: list[list[str]], part: int, whole: int) -> bool:
    """Whether nearly all names of one column stand, with more, in those of another."""
    both = [(row[part], row[whole]) for row in rows if max(part, whole) < len(row) and row[part]]
    return bool(both) and all(len(one) < len(other) and f" {one} " in f" {other} " for one, other in both)


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
    return next((kind for kind, fit in kinds.items() if kind not in taken and _most(values, fit)), "")


def is_running_number(values: list[str]) -> bool:
    """Whether a column is only the running number; in a longer one, some may be missing or begin again."""
    bare = [value.rstrip(".)") for value in values]
    if bare == [str(number) for number in range(1, len(values) + 1)]:
        return True
    numbers = [int(value) for value in bare if value.isascii() and value.isdecimal() and len(value) < 6]
    steps = sum(other - one == 1 for one, other in pairwise(numbers))
    return len(values) > 9 and steps * 10 >= len(values) * 8


def warnings_of_unused(columns: Columns, rows: list[list[str]], headings: tuple[str, ...]) -> list[str]:
    """A warning for every column that is not empty and not used."""
    warnings = []
    for index, column in enumerate(columns):
        values = values_of(rows, index)
        if column or is_running_number(values) or all(map(cells.is_nothing, values)):
            continue
        words = {"number": index + 1, "values": ", ".join([*dict.fromkeys(values)][:3])}
        if index < len(headings) and headings[index]:
            text = _("Column %(number)d, “%(heading)s” (%(values)s …), is not used.")
            words["heading"] = headings[index]
        else:
            text = _("Column %(number)d (%(values)s …) is not used.")
        warnings.append(text % words)
    return warnings


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
