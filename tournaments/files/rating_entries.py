"""One player of a FIDE rating list, read from its columns or elements."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.errors import DomainError
from tournaments.models import RatingList
from tournaments.texts import cleaned

Kind = RatingList.Kind

# Other names of columns, older ones and those of the XML's elements -> the name used here.
NAMES = {
    "id number": "id",
    "fideid": "id",
    "country": "fed",
    "titl": "tit",
    "title": "tit",
    "w_title": "wtit",
    "born": "b-day",
    "birthday": "b-day",
    "srtng": Kind.STANDARD,
    "rrtng": Kind.RAPID,
    "rapid_rating": Kind.RAPID,
    "brtng": Kind.BLITZ,
    "blitz_rating": Kind.BLITZ,
    "sk": "standard_k",
    "rk": "rapid_k",
    "bk": "blitz_k",
}
NOTHING = frozenset({"", "0"})
SEXES = {"M": "m", "F": "w"}


class Entry(NamedTuple):
    """One player of a list; ratings, their K and the year are 0 if there is none."""

    fide_id: str
    name: str
    federation: str
    sex: str
    title: str
    birth_year: int
    inactive: bool
    standard: int
    rapid: int
    blitz: int
    standard_k: int = 0
    rapid_k: int = 0
    blitz_k: int = 0
    national: int = 0


def entry_of(fields: dict[str, str], rating: Kind) -> Entry:
    """The player of one line; raises ValueError with its fault. `rating` is the kind that "rating" means."""
    get = fields.get
    fide_id = get("id", "")
    if not (fide_id.isascii() and fide_id.isdigit() and len(fide_id) <= 11):
        raise ValueError(_("expected a FIDE ID, found “%(found)s”") % {"found": fide_id[:20]})
    name = cleaned(get("name", ""))[:80]
    if not name:
        raise ValueError(_("FIDE ID %(id)s has no name") % {"id": fide_id})
    federation = get("fed", "")
    flag = get("flag", "").lower()
    sex = SEXES.get(get("sex", ""), "w" if "w" in flag else "")
    title = engine.handling.title_of(get("tit", "")) or engine.handling.title_of(get("wtit", ""))
    ratings = {kind: _number(get(kind, "")) for kind in RatingList.RATINGS}
    coefficients = {kind: _number(get(f"{kind}_k", "")) for kind in RatingList.RATINGS}
    if "rating" in fields:
        ratings[rating] = _number(fields["rating"])
        coefficients[rating] = _number(get("k", ""))
    return Entry(
        fide_id.lstrip("0") or "0",
        name,
        federation if len(federation) == 3 and federation.isascii() and federation.isalpha() else "",
        sex,
        title,
        _number(get("b-day", "")[:4]),
        "i" in flag,
        ratings[Kind.STANDARD],
        ratings[Kind.RAPID],
        ratings[Kind.BLITZ],
        coefficients[Kind.STANDARD],
        coefficients[Kind.RAPID],
        coefficients[Kind.BLITZ],
    )


def _number(text: str) -> int:
    """A rating or a year; 0 for none. Raises ValueError for anything else."""
    if text in NOTHING:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise ValueError(
            _("expected a number of up to four digits, found “%(found)s”") % {"found": text[:20]}
        )
    return int(text)


def refused(message: str) -> DomainError:
    """The error for a file that is not a rating list, or a faulty one."""
    return DomainError("rating_list", message)
