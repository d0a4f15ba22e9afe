"""A row of a list as the entry made from it, or its fault."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import engine, texts
from tournaments.errors import DomainError
from tournaments.files.lists.cells import birth_of, is_nothing, rating_of, sex_of, title_of
from tournaments.files.lists.columns import NUMBERED, has_letter
from tournaments.files.lists.federations import code_of
from tournaments.files.lists.headings import LABELS, Columns
from tournaments.files.lists.understood import Line
from tournaments.models import Player, Rating, Register, Tournament

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
    if not has_letter(name):
        return Line(number, text, fields, _("no name found"))
    for column in ("rating", *OTHER_RATINGS):
        if rating := found.get(column, ""):
            value = rating_of(rating)
            if value is None:
                fault = _("%(column)s: found “%(found)s”, expected a number")
                return Line(number, text, fields, fault % {"column": LABELS[column], "found": rating})
            fields[column] = value or None
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
            engine.converted(column, number)
        elif number:
            Rating(value=number).clean_fields(exclude=["player", "kind"])
    except DomainError as error:
        return error.message
    except ValidationError as error:
        return " ".join(error.messages)
    return ""


def compared(lines: Iterable[Line], tournament: Tournament) -> list[Line]:
    """The lines, with those marked that name a player who is entered already or is on an earlier line."""
    entered, listed = Register(tournament.players.all()), Register()
    found = []
    for line in lines:
        known = line
        if not line.fault and not line.left_out:
            player = _player(tournament, line.fields)
            if entered.twin_of(player):
                known = replace(line, skipped=True)
            elif twin := listed.twin_of(player):
                known = replace(line, fault=_("same as line %(number)d") % {"number": twin.line})
            else:
                listed.add(player, line.number)
        found.append(known)
    return found
