"""Understanding a list as a whole: first its headings and columns, then line by line."""

from __future__ import annotations

from dataclasses import replace

from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import engine
from tournaments.files.lists import limits, programs
from tournaments.files.lists.cells import men_are_h
from tournaments.files.lists.columns import (
    completed,
    guess,
    has_digit,
    nearly_all,
    values_of,
    warnings_of_unused,
)
from tournaments.files.lists.editing import RECORD, Written, unmarked, written
from tournaments.files.lists.entries import Context, compared, line_of
from tournaments.files.lists.headings import LABELS, Columns, Headings, headings_of
from tournaments.files.lists.rows import cells_by, fitted, main_separator
from tournaments.files.lists.separators import PLAIN
from tournaments.files.lists.understood import Line, PlayerList
from tournaments.models import Tournament
from tournaments.texts import hidden_in

# The columns taken from a player's record in a TRF.
RECORD_COLUMNS = ("name", "title", "fide_rating", "federation", "fide_id", "birth", "sex")
# The most lines above the headings, such as the name and place of the event.
MOST_LINES_ABOVE = 4


def read(text: str, tournament: Tournament) -> PlayerList:
    """Understand a list; all faults are found now, each with its line, so that nothing is half-imported."""
    # PostgreSQL cannot store NUL, and no name has one; some editors add a byte order mark.
    text = text.replace("\x00", "").removeprefix("\ufeff")
    if refusal := limits.too_long(text):
        return PlayerList(refusal=refusal)
    if RECORD.search(text):
        return PlayerList(
            RECORD_COLUMNS, tuple(compared(_records(text, tournament), tournament)), _hidden(text)
        )
    if refusal := limits.too_wide(text):
        return PlayerList(refusal=refusal)
    lines = [line for line in written(text) if any(map(str.isalnum, line.text))]
    if programs.are_of_lichess(lines):
        found = _lichess(lines, tournament)
    else:
        lines, around = programs.unframed(lines)
        found = _table(lines, tournament) if lines else PlayerList()
        found = replace(found, unused=(*around, *found.unused))
    return replace(found, unused=found.unused + _hidden(text))


def _hidden(text: str) -> tuple[str, ...]:
    """A warning if the list has invisible characters, as those from spreadsheets and web pages may."""
    found = hidden_in(text)
    if not found:
        return ()
    lines = [number for number, line in enumerate(text.splitlines(), 1) if hidden_in(line)]
    words = {
        "lines": ", ".join(map(str, lines[:10])) + (" …" if len(lines) > 10 else ""),
        "found": ", ".join(found[:5]) + (" …" if len(found) > 5 else ""),
    }
    warning = ngettext(
        "Line %(lines)s contains invisible characters (%(found)s). They are left out.",
        "Lines %(lines)s contain invisible characters (%(found)s). They are left out.",
        len(lines),
    )
    return (warning % words,)


def _records(text: str, tournament: Tournament) -> list[Line]:
    """The players of a TRF; their results are not part of a list."""
    places = {line.number: line for line in written(text)}
    context = _context(tournament)
    lines = []
    for number, record, player, fault in engine.read_entries(unmarked(text)):
        if player:
            rating = str(player.rating or "")
            cells = [player.name, player.title, rating, player.federation, player.fide_id]
            cells += [player.birth, player.sex]
            line = line_of(number, cells, RECORD_COLUMNS, context)
        else:
            line = Line(number, " ".join(record.split()), fault=fault)
        lines.append(_placed(line, places.get(number, Written(number, record))))
    return lines


def _lichess(lines: list[Written], tournament: Tournament) -> PlayerList:
    """The players in results of lichess."""
    context = _context(tournament)
    found = []
    for line in lines:
        cells = programs.of_lichess(line)
        fault = _("found “%(text)s”, expected an object of JSON with a “username”")
        read = (
            line_of(line.number, cells, programs.LICHESS, context)
            if cells
            else Line(line.number, line.text, fault=fault % {"text": line.text[:60]})
        )
        found.append(_placed(read, line))
    return PlayerList(programs.LICHESS, tuple(compared(found, tournament)), (programs.warning_of_lichess(),))


def _table(lines: list[Written], tournament: Tournament) -> PlayerList:
    """The players of a list with columns, known by headings or guessed from their cells."""
    headings, above, lines = _headings(lines)
    texts = [line.text for line in lines]
    columns, main = headings.columns, headings.separator
    if not columns:
        main = main_separator(texts)
        rows = [cells_by(main, text) for text in texts]
        if _looks_like_heading(rows, main):
            return PlayerList(refusal=_unknown(rows[0]))
        columns = guess([row for row in rows if main == PLAIN or len(row) > 1], main)
    rows = [fitted(text, columns, main) for text in texts]
    columns = completed(columns, rows, headings.words)
    sexes = values_of(rows, columns.index("sex")) if "sex" in columns else []
    context = _context(tournament, hombre_mujer=men_are_h(sexes))
    found = [
        _placed(line_of(line.number, row, columns, context), line)
        for line, row in zip(lines, rows, strict=True)
    ]
    unused = [
        *above,
        *warnings_of_unused(columns, rows, headings.words),
        *_without_effect(columns, tournament),
    ]
    return PlayerList(columns, tuple(compared(found, tournament)), tuple(unused))


def _without_effect(columns: Columns, tournament: Tournament) -> list[str]:
    """A warning if nobody gets a rating from the list because the event's method uses other ratings."""
    lists = {"fide_rating": tournament.rating_kind, "national_rating": "national"}
    given = {column: kind for column, kind in lists.items() if column in columns}
    if {"rating", "estimate", "ingo", "bcf"} & {*columns} or any(
        engine.counting_rating(tournament, {kind: 1}) for kind in given.values()
    ):
        return []
    text = _("%(column)s: under the regulations of the event it does not count (%(method)s).")
    method = tournament.get_rating_method_display()
    return [text % {"column": capfirst(str(LABELS[column])), "method": method} for column in given]


def _context(tournament: Tournament, *, hombre_mujer: bool = False) -> Context:
    day = tournament.start_date or timezone.localdate()
    return Context(tournament, day.year, hombre_mujer)


def _placed(line: Line, place: Written) -> Line:
    """The line with its place in the list; a line that is left out has no fault."""
    fault = "" if place.left_out else line.fault
    return replace(line, fault=fault, left_out=place.left_out, box=place.in_one_box)


def _headings(lines: list[Written]) -> tuple[Headings, list[str], list[Written]]:
    """The headings, a warning for each line above them, and the lines after them."""
    for place, line in enumerate(lines[: MOST_LINES_ABOVE + 1]):
        headings = headings_of(line.text)
        if headings.columns:
            text = _("Line %(number)d is above the headings and is not used: “%(text)s”.")
            above = [text % {"number": other.number, "text": other.text.strip()} for other in lines[:place]]
            return headings, above, lines[place + 1 :]
        if sum(map(bool, cells_by(main_separator([line.text]), line.text))) > 1:
            # A line with several cells is not a title of the list.
            break
    return Headings(), [], lines


def _looks_like_heading(rows: list[list[str]], main: str) -> bool:
    """Whether the first line has words in places where the others have numbers."""
    first, *others = rows
    if any(map(has_digit, first)):
        return False
    if main != PLAIN:
        # A player without a rating has an empty cell there.
        return any(nearly_all(values_of(others, i), has_digit) for i, cell in enumerate(first) if cell)
    if len(others) < 2 or not nearly_all([" ".join(cells) for cells in others], has_digit):
        return False
    # "Tal, Mikhail" above "Fischer, Robert 2785" has no rating, but is a name like the others.
    return not ("," in first[0] and nearly_all([cells[0] for cells in others], lambda name: "," in name))


def _unknown(cells: list[str]) -> str:
    """The refusal of a heading line in which no column is known as the name."""
    return _(
        "The first line looks like headings, but none of them is known as the name: %(found)s. Known headings"
        " include: %(known)s. If it is a player, put a line “%(name)s” above it."
    ) % {
        "found": ", ".join(f"“{cell}”" for cell in cells if cell),
        "known": ", ".join(str(label) for column, label in LABELS.items() if column),
        "name": LABELS["name"],
    }
