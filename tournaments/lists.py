"""Reading a list of players as people bring it: from a spreadsheet, CSV, Excel, TRF, or plain lines."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments import engine, texts, workbooks
from tournaments.errors import DomainError
from tournaments.models import Player, Rating, Register, Tournament

if TYPE_CHECKING:
    from collections.abc import Callable

# More is no list that anybody looks through before he enters it.
MOST_LINES = 2000
MOST_COLUMNS = 100
# Column -> the headings that people give it, as _key() writes them.
HEADINGS = {
    "name": {
        *("name", "player", "players", "playername", "fullname", "surname", "lastname", "familyname"),
        *("nom", "joueur", "nomdefamille", "nomprenom", "nometprenom"),
        *("nachname", "familienname", "spieler", "teilnehmer", "namevorname", "nachnamevorname"),
    },
    "first_name": {
        *("firstname", "firstnames", "givenname", "givennames", "forename", "forenames"),
        *("prenom", "prenoms", "vorname", "vornamen"),
    },
    "rating": {
        *("rating", "elo", "rtg", "rtgi", "irtg", "fide", "fiderating", "fideelo", "std"),
        *("classement", "wertung", "wertungszahl", "elozahl"),
    },
    "national_rating": {
        *("national", "nationalrating", "natrating", "nrtg", "rtgn", "elon", "nationalelo", "elonational"),
        *("dwz", "classementnational", "nationalewertung"),
    },
    "ingo": {"ingo", "ingozahl"},
    "bcf": {"bcf", "bcfgrade", "bcfgrading"},
    "title": {"title", "tit", "fidetitle", "titre", "titel"},
    "federation": {"federation", "fed", "country", "nation", "nat", "fede", "pays", "land", "verband"},
    "fide_id": {"fideid", "id", "fideno", "fidenumber", "idnumber", "codefide", "idfide"},
    "birth": {
        *("birth", "born", "birthday", "birthdate", "dateofbirth", "dob", "year", "yearofbirth"),
        *("ne", "nele", "naissance", "datedenaissance", "geburtsdatum", "geburtsjahr", "geboren"),
    },
    "sex": {"sex", "gender", "s", "sexe", "geschlecht"},
    "club": {"club", "verein", "team", "clubname", "chessclub", "schachclub", "vereinsname"},
}  # fmt: skip
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
    "national_rating": gettext_lazy("national rating"),
    "ingo": gettext_lazy("Ingo"),
    "bcf": gettext_lazy("BCF"),
    "": gettext_lazy("not used"),
}
TITLES = set(Player.Title.values)
EXPECTED = {
    "title": gettext_lazy("Expected GM, IM, WGM, FM, WIM, CM, WFM or WCM."),
    "sex": gettext_lazy("Expected m or w."),
}
SEXES = {"m": "m", "male": "m", "h": "m", "w": "w", "f": "w", "female": "w"}
# A line of plain text may end in a rating: "Fischer, Robert James 2785", "Jana Hoàng (1575)".
PLAIN = re.compile(r"^(?P<name>.*?[^\d\s,(])[\s,]*[\s,(](?P<rating>0|\d{3,4})\)?$")
# "12. " or "12) " before a name.
NUMBERED = re.compile(r"^\d{1,4}[.)]\s*(?=[^\W\d])")
# A player's record in a TRF, and what is taken over of it.
RECORD = re.compile(r"^001 [ \d]{3}\d ", re.MULTILINE)
RECORD_COLUMNS = ("name", "title", "rating", "federation", "fide_id", "birth", "sex")
# Numbers of other scales than the one that the event takes, and no fields of a player.
OTHER_RATINGS = ("national_rating", "ingo", "bcf")
WORKBOOK = b"PK\x03\x04"
OLD_EXCEL = b"\xd0\xcf\x11\xe0"
NO_TEXT = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the list: the entry it makes, or what is wrong with it, or that it is skipped."""

    number: int
    text: str
    fields: dict[str, Any] = field(default_factory=dict)
    fault: str = ""
    # Whoever is entered already is no fault: the same list comes again when somebody is added to it.
    skipped: bool = False


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A list as it was understood: what each column was taken for, and each line; or why it was not."""

    columns: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    # What the list holds and nobody will see again, column by column, in words.
    unused: tuple[str, ...] = ()
    refusal: str = ""

    @property
    def entries(self) -> list[dict[str, Any]]:
        """The fields of the players to enter."""
        return [line.fields for line in self.lines if not line.fault and not line.skipped]

    @property
    def faults(self) -> list[Line]:
        """The lines that cannot be entered as they are."""
        return [line for line in self.lines if line.fault]

    @property
    def skipped(self) -> list[Line]:
        """The lines of players who are entered already."""
        return [line for line in self.lines if line.skipped]

    @property
    def column_labels(self) -> list[str]:
        """What each column was taken for, in words."""
        return [str(LABELS[column]) for column in self.columns]


def decode(data: bytes) -> str:
    """The text of an uploaded file: UTF-8, else UTF-16 or Windows-1252 as spreadsheets write them, or XLSX.

    Raises ValidationError for a file that holds no text.
    """
    if data.startswith(WORKBOOK):
        return workbooks.text_of(data)
    if data.startswith(OLD_EXCEL):
        raise ValidationError(
            _("This is an Excel file of the old kind: save it as XLSX or CSV, or paste the cells here.")
        )
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        return data.decode("utf-16", errors="replace")
    if data.startswith(NO_TEXT) or b"\x00" in data:
        raise ValidationError(_("This is not a text file: copy the players and paste them here."))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def read(text: str, tournament: Tournament) -> PlayerList:
    """Understand a list; every fault is found now, named by its line, so that nothing is half-imported."""
    # PostgreSQL stores no NUL, and no name has one; a byte order mark comes along from some editors.
    text = text.replace("\x00", "").removeprefix("\ufeff")
    many = sum(1 for line in text.splitlines() if line.strip())
    if many > MOST_LINES:
        refusal = _("The list has %(many)d lines; expected at most %(most)d at once. Enter it in parts.")
        return PlayerList(refusal=refusal % {"many": many, "most": MOST_LINES})
    if RECORD.search(text):
        return PlayerList(RECORD_COLUMNS, _compared(_records(text, tournament), tournament), _hidden(text))
    separator = _separator(text)
    rows = _rows(text, separator)
    if not rows:
        return PlayerList()
    width = max(len(cells) for _number, cells in rows)
    if width > MOST_COLUMNS:
        refusal = _("The list has %(many)d columns; expected at most %(most)d.")
        return PlayerList(refusal=refusal % {"many": width, "most": MOST_COLUMNS})
    first = rows[0][1]
    heading = _heading(first) if separator or len(first) > 1 else _plain_heading(first[0])
    if not heading and _looks_like_heading(rows, separator):
        return PlayerList(refusal=_unknown(first))
    if heading:
        rows = rows[1:]
    columns = heading or _guess([cells for _number, cells in rows], separator)
    columns += ("",) * (width - len(columns))
    lines = [_line(number, cells, columns, tournament) for number, cells in rows]
    unused = _unused(columns, [cells for _number, cells in rows], first if heading else [])
    return PlayerList(columns, _compared(lines, tournament), unused + _hidden(text))


def _compared(lines: list[Line], tournament: Tournament) -> tuple[Line, ...]:
    """The lines, of which each that names somebody a second time says so."""
    entered, listed = Register(tournament.players.all()), Register()
    compared = []
    for line in lines:
        found = line
        if not line.fault:
            player = _player(tournament, line.fields)
            if entered.twin_of(player):
                found = replace(line, skipped=True)
            elif twin := listed.twin_of(player):
                found = replace(line, fault=_("same as line %(number)d") % {"number": twin.line})
            else:
                listed.add(player, line.number)
        compared.append(found)
    return tuple(compared)


def _records(text: str, tournament: Tournament) -> list[Line]:
    """The players of a TRF; their results are no part of a list."""
    lines = []
    for number, record, player, fault in engine.read_entries(text):
        if player:
            rating = str(player.rating or "")
            cells = [player.name, player.title, rating, player.federation, player.fide_id]
            cells += [player.birth, player.sex]
            lines.append(_line(number, cells, RECORD_COLUMNS, tournament))
        else:
            lines.append(Line(number, " ".join(record.split()), fault=fault))
    return lines


def _rows(text: str, separator: str) -> list[tuple[int, list[str]]]:
    """(line number, cells) of every line with something on it."""
    if not separator:
        rows = []
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip():
                match = PLAIN.match(line.strip())
                rows.append((number, [match["name"], match["rating"]] if match else [line.strip()]))
        return rows
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True)
    rows = []
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append((reader.line_num, [" ".join(cell.split()) for cell in cells]))
    except csv.Error:
        # A stray NUL or an endless quoted cell: read the lines as they are.
        return [(n, line.split(separator)) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    return rows


def _separator(text: str) -> str:
    """Tab, semicolon or comma; "" for plain lines, where a comma only parts the names."""
    for separator in ("\t", ";"):
        if separator in text:
            return separator
    lines = [line for line in text.splitlines() if line.strip()]
    many = sum(1 for line in lines if line.count(",") > 1 or '",' in line)
    first = lines[0].split(",") if lines else []
    return "," if many * 2 > len(lines) or (len(first) > 1 and _heading(first)) else ""


def _key(heading: str) -> str:
    """A heading without what people write in different ways: capitals, accents, blanks, dots."""
    plain = unicodedata.normalize("NFKD", heading.casefold())
    return "".join(c for c in plain if c.isalnum())


def _heading(cells: list[str]) -> tuple[str, ...] | None:
    """What the columns are by the first line, if that line is a heading."""
    # What this page calls a column in the reader's language is known too.
    known = {column: names | {_key(str(LABELS[column]))} for column, names in HEADINGS.items()}
    columns = [next((c for c, names in known.items() if _key(cell) in names), "") for cell in cells]
    if "rating" not in columns:
        # The only rating there is, is the one that counts.
        columns = ["rating" if column == "national_rating" else column for column in columns]
    if "name" not in columns or (len(cells) < 2 and columns != ["name"]):
        return None
    return tuple(column if column not in columns[:i] else "" for i, column in enumerate(columns))


def _plain_heading(line: str) -> tuple[str, ...] | None:
    """What plain lines hold, if the first is "Name" or "Name Elo": a name that may end in a rating."""
    columns = _heading([line]) or _heading(line.split())
    return ("name", "rating") if columns and set(columns) <= {"name", "first_name", "rating"} else None


def _looks_like_heading(rows: list[tuple[int, list[str]]], separator: str) -> bool:
    """Whether the first line has words where the others have numbers."""
    first, *others = [cells for _number, cells in rows]
    if any(map(_has_digit, first)):
        return False
    if separator:
        # A player without a rating has nothing in its column.
        return any(_nearly_all(_column(others, i), _has_digit) for i, cell in enumerate(first) if cell)
    if len(others) < 2 or not _nearly_all([" ".join(cells) for cells in others], _has_digit):
        return False
    # "Tal, Mikhail" above "Fischer, Robert 2785" has no rating, but is a name like the others.
    return not ("," in first[0] and _nearly_all([cells[0] for cells in others], lambda name: "," in name))


def _unknown(cells: list[str]) -> str:
    """The refusal of a heading line on which no column is known as the name."""
    return _(
        "The first line looks like headings, but none of them is known as the name: %(found)s. "
        "Known are, among others: %(known)s. If it is a player, put a line “%(name)s” above it."
    ) % {
        "found": ", ".join(f"“{cell}”" for cell in cells if cell),
        "known": ", ".join(str(label) for column, label in LABELS.items() if column),
        "name": LABELS["name"],
    }


def _unused(columns: tuple[str, ...], rows: list[list[str]], heading: list[str]) -> tuple[str, ...]:
    """A warning for every column that holds something and is not used."""
    warnings = []
    for index, column in enumerate(columns):
        values = _column(rows, index)
        if column or not values or _counts(values):
            continue
        words = {"number": index + 1, "values": ", ".join([*dict.fromkeys(values)][:3])}
        if index < len(heading) and heading[index]:
            text = _("Column %(number)d, “%(heading)s” (%(values)s …), is not used.")
            words["heading"] = heading[index]
        else:
            text = _("Column %(number)d (%(values)s …) is not used.")
        warnings.append(text % words)
    return tuple(warnings)


def _hidden(text: str) -> tuple[str, ...]:
    """A warning where the list holds what nobody sees, as spreadsheets and web pages do."""
    found = texts.hidden_in(text)
    if not found:
        return ()
    lines = [number for number, line in enumerate(text.splitlines(), 1) if texts.hidden_in(line)]
    words = {
        "lines": ", ".join(map(str, lines[:10])) + (" …" if len(lines) > 10 else ""),
        "found": ", ".join(found[:5]) + (" …" if len(found) > 5 else ""),
    }
    warning = ngettext(
        "Line %(lines)s holds characters that nobody sees (%(found)s). They are left out.",
        "Lines %(lines)s hold characters that nobody sees (%(found)s). They are left out.",
        len(lines),
    )
    return (warning % words,)


def _column(rows: list[list[str]], index: int) -> list[str]:
    """What stands in a column."""
    return [cells[index] for cells in rows if index < len(cells) and cells[index]]


def _has_digit(text: str) -> bool:
    return any(c.isdigit() for c in text)


def _has_letter(text: str) -> bool:
    return any(c.isalpha() for c in text)


def _nearly_all(values: list[str], fit: Callable[[str], bool]) -> bool:
    """Whether four of five values fit: a list that people made has slips."""
    return bool(values) and sum(map(fit, values)) * 10 >= len(values) * 8


def _counts(values: list[str]) -> bool:
    """Whether a column is but the running number."""
    return [value.rstrip(".)") for value in values] == [str(n) for n in range(1, len(values) + 1)]


def _guess(rows: list[list[str]], separator: str) -> tuple[str, ...]:
    """What the columns are by what stands in them, where there is no heading."""
    columns: list[str] = []
    for index in range(max((len(cells) for cells in rows), default=0)):
        values = _column(rows, index)
        kind = _kind(values, columns)
        if not kind and columns[-1:] == ["name"] and _nearly_all(values, _is_word):
            whole = _nearly_all(_column(rows, index - 1), partial(_is_whole, separator=separator))
            kind = "" if whole else "first_name"
        columns.append(kind)
    return tuple(columns)


def _is_word(text: str) -> bool:
    return _has_letter(text) and not _has_digit(text)


def _is_whole(name: str, separator: str) -> bool:
    """Whether a name has its first name in it, so that what follows is a club or a town.

    Where commas part the columns, the next one is as likely to part "van Foreest, Jorden".
    """
    return "," in name or (separator != "," and " " in NUMBERED.sub("", name))


def _kind(values: list[str], taken: list[str]) -> str:
    """The first meaning, not taken yet, that fits nearly all values of a column."""
    fits = {
        "title": lambda v: v.upper() in TITLES,
        "sex": lambda v: v.casefold() in SEXES,
        "federation": lambda v: len(v) == 3 and v.isalpha() and v.isupper(),
        "fide_id": lambda v: v.isdigit() and len(v) >= 5,
        "birth": lambda v: bool(re.match(r"^(19|20)\d\d/\d\d/\d\d$", _birth(v))),
        "rating": lambda v: v.isdigit() and (v == "0" or 3 <= len(v) <= 4),
        "name": lambda v: len(v) > 1 and _has_letter(v),
    }
    if _counts(values):
        # A running number in front of the name is neither a rating nor anything else.
        return ""
    return next((kind for kind, fit in fits.items() if kind not in taken and _nearly_all(values, fit)), "")


def _line(number: int, cells: list[str], columns: tuple[str, ...], tournament: Tournament) -> Line:
    cells = [texts.cleaned(cell) for cell in cells]
    text = " · ".join(cell for cell in cells if cell)
    found = {column: cell for column, cell in zip(columns, cells, strict=False) if column}
    family = NUMBERED.sub("", found.get("name", ""))
    name = ", ".join(part for part in (family, found.get("first_name", "")) if part)
    fields: dict[str, Any] = {"name": name}
    if not _has_letter(name):
        return Line(number, text, fields, _("no name found"))
    for column in ("rating", *OTHER_RATINGS):
        if rating := found.get(column, ""):
            if not rating.isdecimal() or len(rating) > 9:
                fault = _("%(column)s: found “%(found)s”, expected a number")
                return Line(number, text, fields, fault % {"column": LABELS[column], "found": rating})
            fields[column] = int(rating) or None
    if sex := found.get("sex", ""):
        fields["sex"] = SEXES.get(sex.casefold(), sex)
    for column in ("title", "federation"):
        if value := found.get(column, "").upper():
            fields[column] = value
    if fide_id := found.get("fide_id", "").lstrip("0"):
        fields["fide_id"] = fide_id
    if birth := found.get("birth", ""):
        fields["birth"] = _birth(birth)
    if club := found.get("club", ""):
        fields["club"] = club
    faults = [
        _("%(column)s: found “%(found)s”. %(expected)s")
        % {
            "column": LABELS.get(column, column),
            "found": fields.get(column, ""),
            "expected": " ".join(messages),
        }
        for column, messages in _refused(_player(tournament, fields), fields).items()
    ]
    return Line(number, text, fields, " ".join(faults))


def _player(tournament: Tournament, fields: dict[str, Any]) -> Player:
    own = {name: value for name, value in fields.items() if name not in OTHER_RATINGS}
    return Player(tournament=tournament, **own)


def _refused(player: Player, fields: dict[str, Any]) -> dict[str, list[str]]:
    """Field -> what is wrong with it."""
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
    """Why the number is no rating; "" for one, and for none at all."""
    try:
        if number and column in Rating.CONVERTED:
            engine.converted(column, number)
        elif number:
            Rating(value=number).clean_fields(exclude=["player", "kind"])
    except DomainError as error:
        return error.message
    except ValidationError as error:
        return " ".join(error.messages)
    return ""


def _birth(text: str) -> str:
    """YYYY/MM/DD from 2001-05-31, 2001.5.31 or 31.05.2001, YYYY where 00/00 follows; else the text itself."""
    text = text.removesuffix("/00/00")
    if match := re.match(r"^(\d{4})[-/.](\d\d?)[-/.](\d\d?)$", text):
        return "/".join(part.zfill(2) for part in match.groups())
    if match := re.match(r"^(\d\d?)[-/.](\d\d?)[-/.](\d{4})$", text):
        return "/".join(part.zfill(2) for part in reversed(match.groups()))
    return text
