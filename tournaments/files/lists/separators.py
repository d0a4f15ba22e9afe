"""The cells of a line, for every separator that it may use."""

from __future__ import annotations

import csv
import re

# There is exactly one cell between two of these.
EXACT = ("\t", ";", "|")
COMMA = ","
# Several blanks: an empty cell cannot be seen.
BLANKS = "  "
# No separator at all: a name that may end in a rating.
PLAIN = ""

SEVERAL_BLANKS = re.compile(r"[ \u00a0]{2,}")
# "Fischer, Robert James 2785", "Jana Hoàng (1575)", "Tal 1034*", "Pelé unr.", "Ute Berg - ELO 2105".
RATING_AT_END = re.compile(
    r"[\s,(](?P<rating>(?:(?:elo|dwz|rating)[.:]?\s*)?[0-9]{3,4}\s?[*?]?|0|[-–]|unr\.?)\)?$", re.IGNORECASE
)


def splits(line: str) -> dict[str, list[str]]:
    """Separator -> the cells of the line split by it, for each separator in the line, and PLAIN."""
    line = line.strip(" \u00a0")
    found = {separator: _cells(line, separator) for separator in (*EXACT, COMMA) if separator in line}
    if len(parts := SEVERAL_BLANKS.split(line)) > 1:
        found[BLANKS] = parts
    return found | {PLAIN: _plain(line.strip())}


def likely_separator(line: str) -> str:
    """The likely separator of the line if nothing is known about its columns."""
    exact = max(EXACT, key=line.count)
    if exact in line:
        return exact
    if SEVERAL_BLANKS.search(line.strip(" \u00a0")):
        return BLANKS
    # A single comma only separates the names.
    return COMMA if line.count(COMMA) > 1 or f'"{COMMA}' in line else PLAIN


def _cells(line: str, separator: str) -> list[str]:
    if separator == "|" and len(line) > 1 and line[0] == line[-1] == "|":
        line = line[1:-1]
    [cells] = csv.reader([line], delimiter=separator, skipinitialspace=True)
    return [" ".join(cell.split()) for cell in cells]


def _plain(line: str) -> list[str]:
    line = " ".join(line.split())
    match = RATING_AT_END.search(line)
    name = line[: match.start()].rstrip(" ,(-–:") if match else ""
    return [name, match["rating"]] if match and name and not name[-1].isdigit() else [line]
