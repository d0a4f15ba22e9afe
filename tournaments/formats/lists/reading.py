"""Reading a list of players: each entry, what was understood of it, and what was not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments import rulebook, texts
from tournaments.errors import DomainError
from tournaments.formats.lists import cells, sources
from tournaments.formats.lists.cells import (
    PLAIN,
    RECORD,
    Written,
    birth_of,
    code_of,
    is_nothing,
    men_are_h,
    rating_kind_of,
    rating_of,
    sex_of,
    title_of,
    unmarked,
    written,
)
from tournaments.formats.lists.columns import (
    LABELS,
    NUMBERED,
    Columns,
    Headings,
    cells_by,
    completed,
    fitted,
    guess,
    has_digit,
    has_letter,
    headings_among,
    main_separator,
    nearly_all,
    values_of,
    warnings_of_unused,
)
from tournaments.formats.lists.misplaced import Misplaced, misplaced
from tournaments.formats.lists.single_blanks import by_words
from tournaments.formats.lists.sources import Source
from tournaments.models import Player, Rating, Register, Tournament
from tournaments.persons import Crowd, Person, Verdict, compare
from tournaments.texts import hidden_in

EXPECTED = {
    "title": gettext_lazy("Expected GM, IM, WGM, FM, WIM, CM, WFM or WCM."),
    "sex": gettext_lazy("Expected m or w."),
}
COMMA_ALONE = re.compile(r",(?=[^\W\d])")
# Ratings that lists give, and numbers of other scales: these are not fields of a player.
OTHER_RATINGS = ("fide_rating", "national_rating", "estimate", "ingo", "bcf")


class Context(NamedTuple):
    """What else is needed to read a cell: the event, its year, and what the other cells show."""

    tournament: Tournament
    year: int
    hombre_mujer: bool = False


def line_of(number: int, cells: list[str], columns: Columns, context: Context) -> Line:
    """The row's data of a player; its fault names what was found and what is expected."""
    cells = [texts.cleaned(cell) for cell in cells]
    text = " · ".join(cell for cell in cells if cell)
    found = {column: cell for column, cell in zip(columns, cells, strict=False) if column}
    family = NUMBERED.sub("", found.get("name", ""))
    # Swiss-Chess writes no blank after the comma.
    family = COMMA_ALONE.sub(", ", family)
    name = ", ".join(part for part in (family, found.get("first_name", "")) if part)
    fields: dict[str, Any] = {"name": name}
    # A title alone is the first cell of a line that has one cell more than the others.
    if not has_letter(name) or name in rulebook.handling.SHORT.values():
        return Line(number, text, fields, _("no name found"))
    for column in ("rating", *OTHER_RATINGS):
        if rating := found.get(column, ""):
            value = rating_of(rating)
            if value is None:
                fault = _("%(column)s: found “%(found)s”, expected a number")
                return Line(number, text, fields, fault % {"column": LABELS[column], "found": rating})
            # The letter in "1399 E" says which rating it is, unless another cell gives that one.
            kind = (column == "rating" and value and rating_kind_of(rating)) or column
            fields[kind] = value or fields.get(kind)
    fields |= _other_fields({column: cell for column, cell in found.items() if not is_nothing(cell)}, context)
    faults = [
        _("%(column)s: found “%(found)s”. %(expected)s")
        % {
            "column": LABELS.get(column, column),
            "found": fields.get(column, ""),
            "expected": " ".join(messages),
        }
        for column, messages in _refused(_player(context.tournament, fields), fields).items()
    ]
    return Line(number, text, fields, " ".join(faults))


def _other_fields(found: dict[str, str], context: Context) -> dict[str, str]:
    """Title, federation, FIDE ID, birth date, sex and club; cells not understood are kept as they are."""
    fields = {}
    if sex := found.get("sex"):
        fields["sex"] = sex_of(sex, hombre_mujer=context.hombre_mujer) or sex
    if title := found.get("title"):
        fields["title"] = title_of(title) or title.upper()
    if federation := found.get("federation"):
        fields["federation"] = code_of(federation) or federation.upper()
    if fide_id := found.get("fide_id", "").replace(" ", "").lstrip("0"):
        fields["fide_id"] = fide_id
    if birth := found.get("birth"):
        fields["birth"] = birth_of(birth, context.year) or birth
    if club := found.get("club"):
        fields["club"] = club
    return fields


def _player(tournament: Tournament, fields: dict[str, Any]) -> Player:
    own = {name: value for name, value in fields.items() if name not in OTHER_RATINGS}
    return Player(tournament=tournament, **own)


def _refused(player: Player, fields: dict[str, Any]) -> dict[str, list[str]]:
    """Field -> its faults."""
    try:
        player.clean_fields(exclude=["tournament", "number"])
    except ValidationError as error:
        return {
            column: [str(EXPECTED[column])] if column in EXPECTED else messages
            for column, messages in error.message_dict.items()
        }
    return {
        column: [fault] for column in OTHER_RATINGS if (fault := _no_rating(column, fields.get(column) or 0))
    }


def _no_rating(column: str, number: int) -> str:
    """Why the number is not a rating; "" if it is one, or 0."""
    try:
        if number and column in Rating.CONVERTED:
            rulebook.converted(column, number)
        elif number:
            Rating(value=number).clean_fields(exclude=["player", "kind"])
    except DomainError as error:
        return error.message
    except ValidationError as error:
        return " ".join(error.messages)
    return ""


def compared(lines: Iterable[Line], tournament: Tournament) -> list[Line]:
    """The lines, with those marked that name a player who is entered already or is on an earlier line.

    Who is probably, but not certainly, one of these is for the arbiters to decide.
    """
    players = list(tournament.players.all())
    entered, listed, crowd = Register(players), Register(), Crowd[str]()
    for player in players:
        crowd.add(player.person, player.as_twin)
    found = []
    for line in lines:
        known = line
        if not line.fault and not line.left_out:
            player = _player(tournament, line.fields)
            if twin := entered.twin_of(player):
                of_another = compare(line.person, twin.player.person).verdict is Verdict.DIFFERENT
                who = {"id": player.fide_id, "name": twin.player.name}
                fault = _("FIDE ID %(id)s is entered already: %(name)s.") % who if of_another else ""
                known = replace(line, skipped=not of_another, fault=fault)
            elif twin := listed.twin_of(player):
                known = replace(line, fault=_("same as line %(number)d") % {"number": twin.line})
            else:
                known = replace(line, double=next(iter(crowd.doubles_of(line.person)), ""))
                listed.add(player, line.number)
                known_as = {"number": line.number, "name": player.name}
                crowd.add(
                    line.person, _("Probably the same person as in line %(number)d, %(name)s.") % known_as
                )
        found.append(known)
    return found


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the list: the entry made from it, its fault, or that it makes none."""

    number: int
    text: str
    fields: dict[str, Any] = field(default_factory=dict)
    fault: str = ""
    # A player who is entered already is not a fault: lists are uploaded again when somebody is added to them.
    skipped: bool = False
    left_out: bool = False
    # Whom the line names probably again: a player of the event, or another line; in words.
    double: str = ""
    # The line as shown in the box where it can be corrected.
    box: str = ""

    @property
    def person(self) -> Person:
        """Who is entered by the line."""
        known = ("name", "birth", "federation", "sex", "fide_id")
        return Person(*(str(self.fields.get(name) or "") for name in known))


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A list as it was understood: the meaning of each column, and each line; or why it was refused."""

    columns: Columns = ()
    lines: tuple[Line, ...] = ()
    # The content of the list that is not used, such as columns, in words.
    unused: tuple[str, ...] = ()
    refusal: str = ""
    # The program or federation whose layout the list has.
    source: Source = sources.PASTED
    # What was given, if it is no list or more than one.
    misplaced: Misplaced | None = None

    @property
    def entries(self) -> list[dict[str, Any]]:
        """The fields of the players to enter."""
        return [line.fields for line in self.lines if not (line.fault or line.skipped or line.left_out)]

    @property
    def faults(self) -> list[Line]:
        """The lines that cannot be entered as they are."""
        return [line for line in self.lines if line.fault]

    @property
    def skipped(self) -> list[Line]:
        """The lines of players who are entered already."""
        return [line for line in self.lines if line.skipped]

    @property
    def doubles(self) -> list[Line]:
        """The lines that name somebody who is probably named already."""
        return [line for line in self.lines if line.double]

    @property
    def left_out(self) -> list[Line]:
        """The lines that are not to be entered."""
        return [line for line in self.lines if line.left_out]

    @property
    def column_labels(self) -> list[str]:
        """The meaning of each column, in words."""
        return [str(LABELS[column]) for column in self.columns]

    @property
    def shown(self) -> list[str]:
        """The rare fields that this list has; each is a column of the preview."""
        return [
            name for name in ("birth", "sex", "club") if any(line.fields.get(name) for line in self.lines)
        ]


# The columns taken from a player's record in a TRF.
RECORD_COLUMNS = ("name", "title", "fide_rating", "federation", "fide_id", "birth", "sex")


def read(text: str, tournament: Tournament) -> PlayerList:
    """Understand a list; all faults are found now, each with its line, so that nothing is half-imported."""
    # PostgreSQL cannot store NUL, and no name has one; some editors add a byte order mark.
    text = text.replace("\x00", "").removeprefix("\ufeff")
    other = misplaced(text)
    if other and not other.has_players:
        return PlayerList(refusal=str(other.sentence), misplaced=other)
    if refusal := cells.too_long(text):
        return PlayerList(refusal=refusal)
    if RECORD.search(text):
        records = tuple(compared(_records(text, tournament), tournament))
        return PlayerList(RECORD_COLUMNS, records, _hidden(text), source=sources.TRF, misplaced=other)
    if refusal := cells.too_wide(text):
        return PlayerList(refusal=refusal)
    source, lines, around = sources.recognised(
        [line for line in written(text) if any(map(str.isalnum, line.text))]
    )
    if source is sources.LICHESS:
        found = _lichess(lines, tournament)
    else:
        found = _table(lines, tournament, source) if lines else PlayerList()
    return replace(found, source=source, unused=(*around, *found.unused, *_hidden(text)))


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
    for number, record, player, fault in rulebook.read_entries(unmarked(text)):
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
        cells = sources.of_lichess(line)
        fault = _("found “%(text)s”, expected an object of JSON with a “username”")
        read = (
            line_of(line.number, cells, sources.LICHESS_COLUMNS, context)
            if cells
            else Line(line.number, line.text, fault=fault % {"text": line.text[:60]})
        )
        found.append(_placed(read, line))
    return PlayerList(sources.LICHESS_COLUMNS, tuple(compared(found, tournament)))


def _table(lines: list[Written], tournament: Tournament, source: Source) -> PlayerList:
    """The players of a list with columns, known by headings or guessed from their cells."""
    headings, above, lines = _headings(lines, source)
    texts = [line.text for line in lines]
    columns, main = headings.columns, headings.separator
    if not columns:
        main = main_separator(texts)
        rows = [cells_by(main, text) for text in texts]
        if _looks_like_heading(rows, main):
            return PlayerList(refusal=_unknown(rows[0]))
        columns = guess([row for row in rows if main == PLAIN or len(row) > 1], main)
    rows = [fitted(text, columns, main) for text in texts]
    if main == PLAIN and (words := by_words(texts)):
        columns, rows = words
    columns = completed(columns, rows, headings.words)
    rows, years = source.without_unknown_days(rows, columns)
    sexes = values_of(rows, columns.index("sex")) if "sex" in columns else []
    context = _context(tournament, hombre_mujer=men_are_h(sexes))
    found = [
        _placed(line_of(line.number, row, columns, context), line)
        for line, row in zip(lines, rows, strict=True)
    ]
    unused = [
        *above,
        *years,
        *warnings_of_unused(columns, rows, headings.words),
        *_without_effect(columns, tournament),
    ]
    return PlayerList(columns, tuple(compared(found, tournament)), tuple(unused))


def _without_effect(columns: Columns, tournament: Tournament) -> list[str]:
    """A warning if nobody gets a rating from the list because the event's method uses other ratings."""
    lists = {"fide_rating": tournament.rating_kind, "national_rating": "national"}
    given = {column: kind for column, kind in lists.items() if column in columns}
    if {"rating", "estimate", "ingo", "bcf"} & {*columns} or any(
        rulebook.counting_rating(tournament, {kind: 1}) for kind in given.values()
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


def _headings(lines: list[Written], source: Source) -> tuple[Headings, list[str], list[Written]]:
    """The headings, a warning for each line above them, and the lines after them."""
    place, headings = headings_among([line.text for line in lines], source.own)
    if not headings.columns:
        return headings, [], lines
    text = _("Line %(number)d is above the headings and is not used: “%(text)s”.")
    above = [text % {"number": line.number, "text": line.text.strip(" \t,;")} for line in lines[:place]]
    return headings, above, lines[place + 1 :]


def _looks_like_heading(rows: list[list[str]], main: str) -> bool:
    """Whether the first line has words in places where the others have numbers."""
    first, *others = rows
    if any(map(has_digit, first)):
        return False
    # "Tal, Mikhail" above "Fischer, Robert 2785" has no rating, but is a name like the others.
    place = next((index for index, cell in enumerate(first) if "," in cell), -1)
    if place >= 0 and nearly_all(values_of(others, place), lambda name: "," in name):
        return False
    if main != PLAIN:
        # A player without a rating has an empty cell there.
        return any(nearly_all(values_of(others, i), has_digit) for i, cell in enumerate(first) if cell)
    return len(others) > 1 and nearly_all([" ".join(cells) for cells in others], has_digit)


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
