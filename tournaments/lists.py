"""Reading a list of players as people bring it: pasted from a spreadsheet, CSV, or plain lines."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Player, Tournament

# Column -> the headings that people give it, in lower case.
HEADINGS = {
    "name": {"name", "player", "nom", "joueur", "surname", "full name", "nom prénom"},
    "first_name": {"first name", "firstname", "given name", "prénom", "prenom", "forename"},
    "rating": {"rating", "elo", "rtg", "fide rating", "rtgi", "irtg", "fide", "std", "classement"},
    "title": {"title", "titre", "tit", "fide title"},
    "federation": {"federation", "fed", "fédération", "country", "nation"},
    "fide_id": {"fide id", "fideid", "id", "fide-id", "fide no", "code fide", "id number", "fide_id"},
    "birth": {
        "birth",
        "born",
        "birthday",
        "date of birth",
        "birth date",
        "year",
        "year of birth",
        "né",
        "naissance",
    },
    "sex": {"sex", "gender", "sexe", "s"},
}
LABELS = {
    "name": gettext_lazy("name"),
    "first_name": gettext_lazy("first name"),
    "rating": gettext_lazy("rating"),
    "title": gettext_lazy("title"),
    "federation": gettext_lazy("federation"),
    "fide_id": gettext_lazy("FIDE ID"),
    "birth": gettext_lazy("born"),
    "sex": gettext_lazy("sex"),
    "": gettext_lazy("not used"),
}
TITLES = set(Player.Title.values)
SEXES = {"m": "m", "male": "m", "h": "m", "w": "w", "f": "w", "female": "w"}
# A line of plain text may end in a rating: "Fischer, Robert James 2785".
PLAIN = re.compile(r"^(?P<name>.*?\D)\s+(?P<rating>\d{3,4})$")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the list: the entry it makes, or what is wrong with it."""

    number: int
    text: str
    fields: dict[str, Any] = field(default_factory=dict)
    fault: str = ""


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A list as it was understood: what each column was taken for, and each line."""

    columns: tuple[str, ...]
    lines: tuple[Line, ...]

    @property
    def entries(self) -> list[dict[str, Any]]:
        """The fields of the players to enter."""
        return [line.fields for line in self.lines if not line.fault]

    @property
    def faults(self) -> list[Line]:
        """The lines that cannot be entered as they are."""
        return [line for line in self.lines if line.fault]

    @property
    def column_labels(self) -> list[str]:
        """What each column was taken for, in words."""
        return [str(LABELS[column]) for column in self.columns]


def decode(data: bytes) -> str:
    """The text of an uploaded file: UTF-8, else UTF-16 or Windows-1252 as spreadsheets write them."""
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def read(text: str, tournament: Tournament) -> PlayerList:
    """Understand a list; every fault is found now, named by its line, so that nothing is half-imported."""
    # PostgreSQL stores no NUL, and no name has one.
    rows = _rows(text.replace("\x00", ""))
    if not rows:
        return PlayerList((), ())
    heading = _heading(rows[0][1])
    if heading:
        rows = rows[1:]
    if heading == ("name",):
        # Plain lines, which may end in a rating.
        heading = ("name", "rating")
    columns = heading or _guess([cells for _number, cells in rows])
    entered = list(tournament.players.all())
    lines = []
    for number, cells in rows:
        line = _line(number, cells, columns, tournament)
        if not line.fault:
            player = Player(tournament=tournament, **line.fields)
            twin = next((other for other in entered if player.is_same_person(other)), None)
            if twin:
                fault = _("%(name)s is entered already.") % {"name": twin.name}
                line = Line(number, line.text, line.fields, fault)
            else:
                entered.append(player)
        lines.append(line)
    return PlayerList(columns, tuple(lines))


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """(line number, cells) of every line with something on it."""
    separator = _separator(text)
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


def _heading(cells: list[str]) -> tuple[str, ...] | None:
    """What the columns are by the first line, if that line is a heading."""
    names = [cell.strip().strip('"').casefold() for cell in cells]
    columns = [next((c for c, known in HEADINGS.items() if name in known), "") for name in names]
    if "name" not in columns or (len(cells) < 2 and columns != ["name"]):
        return None
    return tuple(column if column not in columns[:i] else "" for i, column in enumerate(columns))


def _guess(rows: list[list[str]]) -> tuple[str, ...]:
    """What the columns are by what stands in them, where there is no heading."""
    width = max((len(cells) for cells in rows), default=0)
    columns: list[str] = []
    for index in range(width):
        values = [cells[index] for cells in rows if index < len(cells) and cells[index]]
        columns.append(_kind(values, columns))
    return tuple(columns)


def _kind(values: list[str], taken: list[str]) -> str:
    """The first meaning, not taken yet, that fits nearly all values of a column."""
    fits = {
        "title": lambda v: v.upper() in TITLES,
        "sex": lambda v: v.casefold() in SEXES,
        "federation": lambda v: len(v) == 3 and v.isalpha() and v.isupper(),
        "fide_id": lambda v: v.isdigit() and len(v) >= 5,
        "birth": lambda v: bool(re.match(r"^(19|20)\d\d[-/.]\d\d[-/.]\d\d$", v)),
        "rating": lambda v: v.isdigit() and (v == "0" or 3 <= len(v) <= 4),
        "name": lambda v: len(v) > 1 and any(c.isalpha() for c in v),
    }
    for kind, fit in fits.items():
        if kind not in taken and values and sum(map(fit, values)) * 10 >= len(values) * 8:
            # A running number in front of the name is neither a rating nor anything else.
            if kind == "rating" and values == [str(n) for n in range(1, len(values) + 1)]:
                return ""
            return kind
    return ""


def _line(number: int, cells: list[str], columns: tuple[str, ...], tournament: Tournament) -> Line:
    text = " · ".join(cell for cell in cells if cell)
    found = {column: cell.strip() for column, cell in zip(columns, cells, strict=False) if column}
    name = ", ".join(part for part in (found.get("name", ""), found.get("first_name", "")) if part)
    fields: dict[str, Any] = {"name": name}
    if not name:
        return Line(number, text, fields, _("no name found"))
    if rating := found.get("rating", ""):
        if not rating.isdecimal() or len(rating) > 9:
            fault = _("rating: found “%(found)s”, expected a number") % {"found": rating}
            return Line(number, text, fields, fault)
        fields["rating"] = int(rating) or None
    if sex := found.get("sex", ""):
        fields["sex"] = SEXES.get(sex.casefold(), sex)
    for column in ("title", "federation"):
        if value := found.get(column, "").upper():
            fields[column] = value
    if (fide_id := found.get("fide_id", "")) and fide_id != "0":
        fields["fide_id"] = fide_id
    if birth := found.get("birth", ""):
        fields["birth"] = _birth(birth)
    try:
        Player(tournament=tournament, **fields).clean_fields(exclude=["tournament", "number"])
    except ValidationError as error:
        faults = [
            _("%(column)s: found “%(found)s”. %(expected)s")
            % {
                "column": LABELS.get(column, column),
                "found": fields.get(column, ""),
                "expected": " ".join(messages),
            }
            for column, messages in error.message_dict.items()
        ]
        return Line(number, text, fields, " ".join(faults))
    return Line(number, text, fields)


def _birth(text: str) -> str:
    """YYYY/MM/DD from 2001-05-31, 2001.05.31 or 31.05.2001; the text itself otherwise."""
    if match := re.match(r"^(\d{4})[-/.](\d\d)[-/.](\d\d)$", text):
        return "/".join(match.groups())
    if match := re.match(r"^(\d\d)[-/.](\d\d)[-/.](\d{4})$", text):
        return "/".join(reversed(match.groups()))
    return text
