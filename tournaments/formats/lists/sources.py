"""The programs, sites and federations whose lists are recognised, and what is special about each."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.formats.lists.cells import Written, key, likely_separator, splits, title_of
from tournaments.formats.lists.columns import (
    GUESSED_COLUMN,
    MOST_LINES_ABOVE,
    Columns,
    cells_by,
    headings_among,
)

NOT_USED = ""


class Unframed(NamedTuple):
    """The lines of the list itself, and warnings about what was around them."""

    lines: list[Written]
    warnings: list[str]


def _whole(lines: list[Written], _headings: int) -> Unframed:
    return Unframed(lines, [])


@dataclass(frozen=True, eq=False)
class Source:
    """Where a list comes from, by its layout, and what that tells of its cells."""

    code: str
    # As the page shows it.
    label: str | Promise
    # The headings, as key() writes them, that a list of this source has together: any of these sets.
    marks: tuple[frozenset[str], ...] = ()
    # Headings that mean something else here than elsewhere -> their column.
    own: Mapping[str, str] = field(default_factory=dict)
    # What a column "Rating" or "Elo" alone holds if nobody says otherwise; "rating": that is not known.
    rating: str = "rating"
    # Whether a birth on 1 January means that only the year is known.
    unknown_day: bool = False
    # The list without what is around it, given the place of the headings.
    unframed: Callable[[list[Written], int], Unframed] = _whole

    def without_unknown_days(
        self, rows: list[list[str]], columns: Columns
    ) -> tuple[list[list[str]], list[str]]:
        """The rows with the year alone where this source writes 1 January for it; a warning counts them."""
        if not self.unknown_day or "birth" not in columns:
            return rows, []
        place = columns.index("birth")
        found = [JANUARY.fullmatch(row[place]) if place < len(row) else None for row in rows]
        count = sum(map(bool, found))
        if not count:
            return rows, []
        told = ngettext(
            "%(source)s writes 1 January for an unknown day: of %(count)d birth only the year is read.",
            "%(source)s writes 1 January for an unknown day: of %(count)d births only the year is read.",
            count,
        )
        years = [
            [*row[:place], match[1] or match[2], *row[place + 1 :]] if match else row
            for row, match in zip(rows, found, strict=True)
        ]
        return years, [told % {"source": self.label, "count": count}]


JANUARY = re.compile(r"0?1[./-]0?1[./-](\d{4})|(\d{4})[./-]0?1[./-]0?1")


class Recognised(NamedTuple):
    """What a list was recognised as, its own lines, and warnings about what was around them."""

    source: Source
    lines: list[Written]
    warnings: list[str]


def recognised(lines: list[Written]) -> Recognised:
    """The source of a list; lines that are not empty, from the list's first."""
    if _are_of_lichess(lines):
        return Recognised(LICHESS, lines, [warning_of_lichess()])
    if _are_of_fide(lines):
        lines = [_fide_headings(lines), *lines]
    kept = [line for line in lines if not CHESS_RESULTS_LINE.search(line.text)]
    framed = [line for line in lines if CHESS_RESULTS_LINE.search(line.text)]
    # A single such line may just contain a club's name.
    if len(framed) > 1:
        return Recognised(CHESS_RESULTS, *_without_repeated(kept, list(map(_not_used, framed))))
    for place, line in enumerate(lines[: MOST_LINES_ABOVE + 1]):
        words = [frozenset(map(key, cells)) for cells in (*splits(line.text).values(), line.text.split())]
        for source in SOURCES:
            if any(mark <= found for mark in source.marks for found in words):
                return Recognised(source, *source.unframed(lines, place))
    _place, headings = headings_among([line.text for line in lines], {})
    return Recognised(SHEET if headings.columns else PASTED, *_without_repeated(lines, []))


# The first line and the last two lines of chess-results' lists name it.
CHESS_RESULTS_LINE = re.compile(r"\bchess-results(?:\.com)?\b", re.IGNORECASE)


def _not_used(line: Written) -> str:
    text = _("Line %(number)d is chess-results’ own and is not used: “%(text)s”.")
    return text % {"number": line.number, "text": line.text.strip(" \t,;")}


def _without_repeated(lines: list[Written], warnings: list[str]) -> Unframed:
    """The lines without headings that stand there again, above the next group."""
    place, headings = headings_among([line.text for line in lines], {})
    if not headings.columns:
        return Unframed(lines, warnings)
    again = [i > place and line.text == lines[place].text for i, line in enumerate(lines)]
    text = _("Line %(number)d has the headings again and is not used.")
    told = [text % {"number": line.number} for line, repeated in zip(lines, again, strict=True) if repeated]
    kept = [line for line, repeated in zip(lines, again, strict=True) if not repeated]
    return Unframed(kept, [*warnings, *told])


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
    return Unframed([lines[headings], *kept], warnings)


LICHESS_COLUMNS = ("name", "title", "rating")


def _are_of_lichess(lines: list[Written]) -> bool:
    """Whether the lines are results of lichess: one JSON object per line."""
    return bool(lines) and lines[0].text.lstrip().startswith("{") and '"username"' in lines[0].text


def of_lichess(line: Written) -> list[str] | None:
    """The player's cells, in the columns LICHESS_COLUMNS; None if the line is not such an object.

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


def _of_lichess_sheet(lines: list[Written], headings: int) -> Unframed:
    return Unframed(list(map(_without_own_title, lines[headings:])), [warning_of_lichess()])


def _without_own_title(line: Written) -> Written:
    """A line of lichess' CSV; a title that FIDE does not award, such as that of a robot, is left out."""
    rank, _title, rest = [*line.text.split(",", 2), "", ""][:3]
    title = title_of(_title) if rank.isdecimal() else _title
    return line._replace(text=",".join([rank, title, rest]))


def warning_of_lichess() -> str:
    """The warning for such a list."""
    return _(
        "Results from lichess: names and ratings are those of lichess, not FIDE ratings. Ranks, points and"
        " performances are not used."
    )


# A line of FIDE's rating lists, whose columns have fixed widths; and their headings, with the ratings of all
# kinds or of one.
FIDE_LINE = re.compile(r"\d{1,9} +(?P<name>\S.{30,}?) (?P<federation>[A-Z]{3}) [MF](?: |$)")
FIDE_WIDTHS = {"ID Number": 15, "Name": 61, "Fed": 4, "Sex": 4, "Tit": 5, "WTit": 5, "OTit": 15, "FOA": 4}
FIDE_ALL = {"SRtng": 6, "SGm": 4, "SK": 3, "RRtng": 6, "RGm": 4, "Rk": 3, "BRtng": 6, "BGm": 4, "BK": 3}
FIDE_ONE = {"SRtng": 6, "SGm": 4, "SK": 3}
FIDE_END = {"B-day": 6, "Flag": 4}
FIDE_HEADING = re.compile(r"ID ?[Nn]umber|\S+")
# The rating of a month: "Oct26".
MONTH = re.compile(r"[A-Za-z]{3}\d\d")


def _are_of_fide(lines: list[Written]) -> bool:
    """Whether all lines are players of FIDE's rating list, without the list's headings."""
    return bool(lines) and all(FIDE_LINE.match(line.text) for line in lines)


def _fide_headings(lines: list[Written]) -> Written:
    """The headings of lines that were copied out of FIDE's rating list."""
    ends = sum(FIDE_WIDTHS.values()) + sum(FIDE_ALL.values())
    ratings = FIDE_ALL if any(len(line.text) > ends for line in lines) else FIDE_ONE
    widths = FIDE_WIDTHS | ratings | FIDE_END
    return Written(0, "".join(f"{heading:{width}}" for heading, width in widths.items()))


def _of_fide(lines: list[Written], headings: int) -> Unframed:
    """The lines of FIDE's rating list, cut where its headings begin."""
    found = list(FIDE_HEADING.finditer(lines[headings].text))
    starts = [match.start() for match in found]
    places = list(zip(starts, [*starts[1:], None], strict=True))
    words = ["SRtng" if MONTH.fullmatch(match[0]) else match[0] for match in found]
    cut = [
        line._replace(text="\t".join(line.text[start:end].strip() for start, end in places))
        # A line that was mended on the page has separators.
        if "\t" not in line.text and ";" not in line.text
        else line
        for line in lines[headings + 1 :]
    ]
    return Unframed([lines[headings]._replace(text="\t".join(words)), *cut], [])


# What Sharly Chess writes beside a rating -> the letter that says it behind one.
SHARLY_KINDS = {"fide": "F", "national": "N", "estimated": "E"}


def _of_sharly(lines: list[Written], headings: int) -> Unframed:
    """The lines of Sharly Chess, with the year for an unknown birth, and the kind behind the rating."""
    main = likely_separator(lines[headings].text)
    words = [key(cell) for cell in cells_by(main, lines[headings].text)]

    def joined(line: Written) -> Written:
        row = cells_by(main, line.text)
        if len(row) > len(words):
            return line
        cells = dict(zip(words, [*row, *[""] * (len(words) - len(row))], strict=True))
        if {"dateofbirth", "yearofbirth"} <= cells.keys() and not cells["dateofbirth"]:
            cells["dateofbirth"] = cells["yearofbirth"]
        if cells.get("rating") and (kind := SHARLY_KINDS.get(cells.get("ratingtype", "").lower())):
            cells["rating"] += f" {kind}"
        return line._replace(text="\t".join(cells.values()))

    return Unframed([lines[headings], *map(joined, lines[headings + 1 :])], [])


def _marks(*lines: str) -> tuple[frozenset[str], ...]:
    """Sets of headings, each written in one line with blanks between them."""
    return tuple(frozenset(line.split()) for line in lines)


CHESS_RESULTS = Source("chess-results", "chess-results", rating="fide_rating", unknown_day=True)
# Results of lichess as its API gives them, an object per line.
LICHESS = Source("lichess", "lichess", rating="estimate")
TRF = Source("trf", gettext_lazy("a report (TRF)"), rating="fide_rating")
SHEET = Source("sheet", gettext_lazy("a list with headings"))
PASTED = Source("pasted", gettext_lazy("lines without headings"))
# In the United States the numbers are those of the federation, and so are the ratings.
US = {
    **dict.fromkeys(("id", "idno", "memid", "memberid", "uscfid", "exp", "st", "state", "gr"), NOT_USED),
    **dict.fromkeys(("rate", "rtng", "rlpbrat", "regrating", "uscfrating"), "national_rating"),
    "ttl": "title",
}
# The first whose marks stand in a line has the list.
SOURCES = (
    Source(
        *("swiss-chess", "Swiss-Chess"),
        marks=_marks("tlnnr", "teilnehmer attr", "teilnehmer nwz vereinort"),
        own={"attr": GUESSED_COLUMN, "pkz": NOT_USED},
        rating="fide_rating",
    ),
    Source(
        *("vega", "Vega"),
        marks=_marks("name country birthday"),
        own={"g": "sex", "k": NOT_USED, "idnat": NOT_USED},
        rating="fide_rating",
        unframed=_of_vega,
    ),
    Source(
        *("lichess", "lichess"),
        marks=_marks("rank title username rating"),
        # A team of an arena is not a club.
        own={"username": "name", "team": NOT_USED},
        rating="estimate",
        unframed=_of_lichess_sheet,
    ),
    Source(
        *("fide", gettext_lazy("FIDE’s rating list")),
        marks=_marks("number name fed sex wtit", "number name titl fed games born"),
        own={"idnumber": "fide_id", "srtng": "fide_rating", "titl": "title", "bday": "birth"},
        rating="fide_rating",
        unframed=_of_fide,
    ),
    Source(
        *("sharly-chess", "Sharly Chess"),
        marks=_marks("lastname ratingtype", "lastname firstname yearofbirth checkin"),
        own=dict.fromkeys(("team", "yearofbirth"), NOT_USED),
        unframed=_of_sharly,
    ),
    Source(
        *("ffe", gettext_lazy("Papi or the French federation (FFE)")),
        marks=_marks("nrffe", "nrffe nom", "nom elo cat ligue", "nom elo cat fede", "nomcomplet elo cat"),
        own=dict.fromkeys(("nrffe", "cat", "ligue", "rapide", "blitz", "licence"), NOT_USED)
        | {"nomcomplet": "name"},
        rating="national_rating",
    ),
    Source(
        *("ecf", gettext_lazy("the English federation (ECF)")),
        marks=_marks("ecfcode", "ecfcode fullname", "ecfno name", "grade ref name"),
        own={"originalstandard": "national_rating", "standardoriginal": "national_rating", "ref": NOT_USED},
        rating="national_rating",
    ),
    Source(
        *("dsb", gettext_lazy("the German federation (DSB, DeWIS)")),
        marks=_marks("spielername dwz", "zps mglnr", "vkz mglnr", "mgl name dwz"),
        own=dict.fromkeys(("id", "pkz", "zps", "index", "status"), NOT_USED) | {"spielername": "name"},
        rating="fide_rating",
    ),
    Source(
        *("tornelo", "Tornelo"),
        marks=_marks("torneloid", "firstname lastname fideid teamname", "fullname fideid teamname"),
        rating="fide_rating",
    ),
    Source(
        *("wintd", "WinTD"),
        marks=_marks("name rate exp", "lastname firstname rate", "name rtng exp ttl"),
        own=US,
        rating="national_rating",
    ),
    Source(
        *("swisssys", "SwissSys"),
        marks=_marks(
            "name id rtng", "pairno name id", "name id rating advancebyes", "name id rating team st"
        ),
        own=US,
        rating="national_rating",
    ),
    Source(
        *("uscf", "US Chess"),
        marks=_marks("memid memname", "uscfid name", "uscfid lastname", "uscfid rating", "rlpbrat"),
        own=US,
        rating="national_rating",
    ),
    Source(
        *("swiss-manager", "Swiss-Manager"),
        marks=_marks(
            *(
                "identnr fideident",
                "nachname vorname atitel",
                "surname firstname atitle",
                "klubnr klub",
                "rtgi rtgn",
                "eloi elon",
            ),
            *("name fed rtg clubcity", "name land elo vereinort", "sno name fed", "snr name land"),
            *("rk sno name", "rg snr name", "имя клубгород", "jmeno klubmisto", "ime klubgrad"),
        ),
        own=dict.fromkeys(("identnr", "idno", "atitel", "atitle", "typ", "type", "gr"), NOT_USED),
        rating="fide_rating",
        unknown_day=True,
    ),
)
