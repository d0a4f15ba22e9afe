"""The tie-breaks that an event can use: their names, the lists to choose from, and what they mean."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from pairing import editions, tie_breaks
from pairing.core import tournament as rules
from tournaments.engine.editions import in_words, kind_of, known_words
from tournaments.errors import DomainError
from tournaments.models import Tournament

LOTS = "OTHER_LOT"

# Not offered: the points, which come before all tie-breaks, and a tie-break under a name that files use but
# C.07 no longer does.
NOT_CHOSEN = {"PTS", "GE"}


def usual_tie_breaks(edition: str) -> str:
    """The tie-breaks of an event under this edition that announces none, as events store them."""
    known = editions.EDITIONS.get(edition)
    codes = (known and known.handling.tie_breaks) or tie_breaks.USUAL
    return ",".join(codes[1:])


def tie_break_text_in_force(end: date | None) -> Tournament.TieBreakText:
    """The text of C.07 for an event that ends on that day; without a day, the newest."""
    return Tournament.TieBreakText(tie_breaks.text_in_force(f"{end:%Y/%m/%d}" if end else ""))


@dataclass(frozen=True, slots=True)
class Column:
    """A tie-break as standings show it; `unit` is the value that makes one point."""

    code: str
    heading: str
    name: str
    unit: int


def column(known: tie_breaks.TieBreak) -> Column:
    """The tie-break with its name in the reader's language."""
    return Column(known.code, known.heading, known_words().tell(known.name), known.unit)


def codes_of(tournament: Tournament) -> tuple[str, ...]:
    """The codes that order the standings after the points, first to last; the lots at the end, once drawn."""
    return (*tournament.tie_break_codes, *([LOTS] if tournament.lot_seed else []))


def columns(tournament: Tournament) -> tuple[Column, ...]:
    """The tie-breaks that order the standings after the points, first to last."""
    return columns_of(codes_of(tournament), tournament.edition)


def columns_of(codes: Iterable[str], edition: str) -> tuple[Column, ...]:
    """The tie-breaks with these codes, for an event by this edition.

    Raises DomainError for a code that is unknown, occurs twice, or is not for such events.
    """
    try:
        return tuple(map(column, tie_breaks.check_tie_breaks(tuple(codes), kind_of(edition))))
    except rules.PairingError as error:
        raise DomainError("tie_breaks", in_words(error)) from error


def columns_by_rating(codes: Iterable[str]) -> tuple[Column, ...]:
    """The tie-breaks among these codes that use ratings (C.07 10)."""
    known = map(tie_breaks.tie_break_by_code, codes)
    return tuple(column(one) for one in known if one.goes_by_ratings)


@dataclass(frozen=True, slots=True)
class TieBreakList:
    """A list to choose from, its codes as events store them, in the reader's language."""

    codes: str
    name: str
    meant_for: str
    columns: tuple[Column, ...]


def tie_break_lists(edition: str = "") -> list[TieBreakList]:
    """The lists that the rule book offers for an event under this edition; without one, all of them."""
    language, kind = known_words(), kind_of(edition)
    return [
        TieBreakList(
            ",".join(one.codes),
            language.tell(one.name),
            language.tell(one.meant_for),
            tuple(map(column, tie_breaks.check_tie_breaks(one.codes, one.system))),
        )
        for one in tie_breaks.SETS
        if not edition or one.system is kind
    ]


def tie_break_choices(tournament: Tournament) -> list[tuple[str, list[tuple[str, str]]]]:
    """Every tie-break for the event.

    Each has the name of the plain tie-break, and (code, name) for each choice of modifiers. For teams, the
    score is named if it is not the primary one.
    """
    choices: dict[str, list[tuple[str, str]]] = {}
    for code in tie_breaks.every_code(kind_of(tournament.edition)):
        base, _colon, score = code.split("/")[0].partition(":")
        if base not in NOT_CHOSEN and score != tournament.team_scores[:2]:
            choices.setdefault(base, []).append((code, _name(code)))
    given = [(code, _name(code)) for code in tie_breaks.GIVEN if code != LOTS]
    named = [(_name(base), found) for base, found in choices.items()]
    return [*named, (_("Decided elsewhere"), given)]


def _name(code: str) -> str:
    return known_words().tell(tie_breaks.tie_break_by_code(code).name)


def counting_unrated(codes: Iterable[str], rating: int | None) -> tuple[str, ...]:
    """The codes that assume this rating for players without one (C.07 10); with None they assume nothing.

    Raises DomainError for an unknown code.
    """
    try:
        return tuple(tie_breaks.with_unrated(code, rating) for code in codes)
    except rules.PairingError as error:
        raise DomainError("tie_breaks", in_words(error)) from error


def rating_of_unrated(codes: Iterable[str]) -> int | None:
    """The rating that these tie-breaks assume for players without one; None if they do not say."""
    known = map(tie_breaks.tie_break_by_code, codes)
    return next((found for one in known if (found := one.modifiers.supposed.unrated)), None)
