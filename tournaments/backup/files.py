"""An event as a file from which it can be restored: JSON, a section for each kind of row, one line per row.

`docs/backup.md` describes it. Reading checks only the form; the meaning of the rows, and whether they are
valid, is checked by the code that stores them.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, NamedTuple, NoReturn

from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.texts import too_large

FORMAT = "Board One backup"
VERSION = 1
# Three times an event of 1,000 players and eleven rounds with all its results and fingerprints.
MOST_BYTES = 16 << 20
MOST_NAME = 150

type Row = list[Any]


class Section(NamedTuple):
    """The rows of one kind, each with a value for each of the columns."""

    columns: list[str]
    rows: list[Row]

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the columns and rows, a line each, as 64 hexadecimal digits."""
        lines = [_line(self.columns), *map(_line, self.rows)]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()


class Backup(NamedTuple):
    """The content of a file: the names of accounts that acted, and the sections by name, parents first."""

    people: list[str]
    sections: dict[str, Section]


def written(backup: Backup) -> str:
    """The text of the file; the same event always gives the same text."""
    sections = ",\n".join(
        f"{_line(name)}: {{\n"
        f'"columns": {_line(section.columns)},\n'
        f'"fingerprint": "{section.fingerprint}",\n'
        f'"rows": [\n{",\n".join(map(_line, section.rows))}\n]}}'
        for name, section in backup.sections.items()
    )
    return (
        f'{{\n"format": {_line(FORMAT)},\n"version": {VERSION},\n"people": {_line(backup.people)},\n'
        f'"sections": {{\n{sections}\n}}\n}}\n'
    )


def read(data: bytes) -> Backup:
    """The content of the file; DomainError with place, found and expected if it is not a complete backup."""
    if fault := too_large(len(data), MOST_BYTES):
        raise DomainError("backup", fault)
    try:
        # Refuse now what could not be written again later.
        content = json.loads(data.decode("utf-8-sig"), parse_constant=_no_number)
        json.dumps(content, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise DomainError(
            "backup", _("This is not a backup of an event: %(fault)s.") % {"fault": str(error)[:200]}
        ) from error
    _require(isinstance(content, dict), _("the file"), content, _("an object with “format”"))
    _require(content.get("format") == FORMAT, "format", content.get("format"), FORMAT)
    _require(content.get("version") == VERSION, "version", content.get("version"), str(VERSION))
    people, sections = content.get("people"), content.get("sections")
    _require(isinstance(people, list), "people", people, _("a list of names"))
    for place, name in enumerate(people, 1):
        fits = isinstance(name, str) and 0 < len(name) <= MOST_NAME and "\0" not in name
        _require(fits, _("people, row %(row)d") % {"row": place}, name, _("a name"))
    _require(isinstance(sections, dict), "sections", sections, _("an object"))
    return Backup(people, {name: _section(name, found) for name, found in sections.items()})


def refuse(place: str, found: object, expected: str) -> NoReturn:
    """Raise DomainError with the place in the backup, what was found, and what was expected there."""
    shown = found if isinstance(found, str) else json.dumps(found, ensure_ascii=False, default=str)
    facts = {"place": place, "found": shown[:80], "expected": expected}
    raise DomainError("backup", _("%(place)s: found “%(found)s”, expected %(expected)s.") % facts)


def _require(fits: bool, place: str, found: object, expected: str) -> None:
    if not fits:
        refuse(place, found, expected)


def _section(name: str, found: Any) -> Section:
    _require(isinstance(found, dict), name, found, _("an object with “columns” and “rows”"))
    columns, rows = found.get("columns"), found.get("rows")
    names = isinstance(columns, list) and all(isinstance(column, str) for column in columns)
    _require(names and len({*columns}) == len(columns), f"{name}, columns", columns, _("a list of names"))
    _require(isinstance(rows, list), f"{name}, rows", rows, _("a list of rows"))
    for number, row in enumerate(rows, 1):
        fits = isinstance(row, list) and len(row) == len(columns)
        expected = _("%(count)d values") % {"count": len(columns)}
        _require(fits, _("%(section)s, row %(row)d") % {"section": name, "row": number}, row, expected)
    section = Section(columns, rows)
    place = _("%(section)s, the fingerprint of its rows") % {"section": name}
    told = found.get("fingerprint")
    _require(told == section.fingerprint, place, section.fingerprint, str(told))
    return section


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _no_number(text: str) -> NoReturn:
    message = f"{text} is no number"
    raise ValueError(message)
