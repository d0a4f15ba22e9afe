"""What other programs put around the players of a list, or write instead of columns.

All of it as found in files and documents of the program itself: chess-results' Excel files, Vega's tournament
(.veg) and its archive of players, the list of Swiss-Chess, the results that lichess gives of a Swiss or an
arena (NDJSON, and its CSV, whose headings are those of lichess' own source).
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.files.lists.cells import title_of
from tournaments.files.lists.editing import Written
from tournaments.files.lists.keys import key

# The first line and the last two lines of chess-results' lists name it.
CHESS_RESULTS = re.compile(r"\bchess-results(?:\.com)?\b", re.IGNORECASE)
# The headings of Vega's players, which follow the tournament's data and the number of players.
VEGA = re.compile(r"^\s*NAME\s*;\s*COUNTRY\s*;\s*BIRTHDAY\s*;", re.IGNORECASE)
# Headings that mean one thing in one program, and something else or nothing in others: program -> its word
# -> a word that is understood here; "" if the meaning is guessed from the cells.
OWN_WORDS = {
    "vega": {"g": "GENDER"},
    "swiss-chess": {"attr": ""},
    # A team of an arena is not a club.
    "lichess": {"username": "NAME", "team": ""},
}
SWISS_CHESS = "tlnnr"
LICHESS_CSV = re.compile(r"^\s*Rank,Title,Username,Rating,", re.IGNORECASE)
LICHESS = ("name", "title", "rating")


class Unframed(NamedTuple):
    """The lines of the list itself, and warnings about what was around them."""

    lines: list[Written]
    warnings: list[str]


def unframed(lines: list[Written]) -> Unframed:
    """The lines without what the program that made the list put around them."""
    for place, line in enumerate(lines):
        if VEGA.match(line.text):
            return _of_vega(lines, place)
    if lines and key(re.split(r"[;\t|]", lines[0].text)[0]) == SWISS_CHESS:
        return Unframed([_translated(lines[0], "swiss-chess"), *lines[1:]], [])
    if lines and LICHESS_CSV.match(lines[0].text):
        return Unframed(
            [_translated(lines[0], "lichess"), *map(_without_own_title, lines[1:])], [warning_of_lichess()]
        )
    kept = [line for line in lines if not CHESS_RESULTS.search(line.text)]
    left = [line for line in lines if CHESS_RESULTS.search(line.text)]
    # A single such line may just contain a club's name.
    return Unframed(kept, list(map(_not_used, left))) if len(left) > 1 else Unframed(lines, [])


def _of_vega(lines: list[Written], headings: int) -> Unframed:
    """The players of a Vega tournament, as many as the line above their headings says; or of its archive."""
    above, players = lines[:headings], lines[headings + 1 :]
    count = above[-1].text.strip() if above else ""
    rest = players[int(count) :] if count.isascii() and count.isdecimal() and len(count) < 5 else []
    kept = players[: len(players) - len(rest)]
    warnings = []
    if above or rest:
        unused = len(above) + len(rest)
        text = ngettext(
            "Only the players are read from this Vega tournament: %(count)d line is not used.",
            "Only the players are read from this Vega tournament: %(count)d lines are not used.",
            unused,
        )
        warnings.append(text % {"count": unused})
    return Unframed([_translated(lines[headings], "vega"), *kept], warnings)


def _translated(line: Written, program: str) -> Written:
    """The headings with the program's own words replaced by words that are understood."""
    words = OWN_WORDS[program]
    separator = next((s for s in (";", "\t", "|") if s in line.text), ",")
    cells = [words.get(key(cell), cell) for cell in line.text.split(separator)]
    return line._replace(text=separator.join(cells))


def _without_own_title(line: Written) -> Written:
    """A line of lichess' CSV; a title that FIDE does not award, such as that of a robot, is left out."""
    cells = line.text.split(",")
    return line._replace(text=",".join([*cells[:1], *map(title_of, cells[1:2]), *cells[2:]]))


def _not_used(line: Written) -> str:
    text = _("Line %(number)d is chess-results’ own and is not used: “%(text)s”.")
    return text % {"number": line.number, "text": line.text.strip(" \t,;")}


def are_of_lichess(lines: list[Written]) -> bool:
    """Whether the lines are results of lichess: one JSON object per line."""
    return bool(lines) and lines[0].text.lstrip().startswith("{") and '"username"' in lines[0].text


def of_lichess(line: Written) -> list[str] | None:
    """The player's cells, in the columns LICHESS; None if the line is not such an object.

    Titles that FIDE does not award, such as that of a robot, are left out.
    """
    try:
        found: Any = json.loads(line.text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or not isinstance(found.get("username"), str):
        return None
    rating = found.get("rating")
    return [
        found["username"],
        title_of(str(found.get("title", ""))),
        str(rating) if type(rating) is int else "",
    ]


def warning_of_lichess() -> str:
    """The warning for such a list."""
    return _(
        "Results from lichess: names and ratings are those of lichess, not FIDE ratings. Ranks, points and"
        " performances are not used."
    )
