"""The meaning of a cell: a rating, a title, a sex, a birth date, as people write them."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import date

from tournaments import engine
from tournaments.files.lists.keys import key
from tournaments.models import Player

# Words for an empty cell, besides a hyphen, a dot or a question mark; as key() writes them.
NOTHING = {
    *("", "na", "nc", "nr", "unr", "unrated", "none", "unknown"),
    *("ohne", "oelo", "ohneelo", "keine", "unbekannt", "nonclasse", "sans", "aucun", "inconnu"),
    *("sin", "sinelo", "senza", "sem", "semelo", "geen"),
    # A birth that Vega does not know: 00.00.00.
    "000000",
}
# "1034*", "2105?", "ELO 2105", "(1575)", a spreadsheet's "2105.0"; in France "1850 F" (FIDE), "1500 N"
# (national), "1199 E" (estimated); in Germany "1534 - 12", the second number counting the tournaments.
RATING = re.compile(
    r"(?:(?:elo|fide|dwz|rating|rtg|ca)[.:]?\s*)?\(?([0-9]{1,9})(?:[.,]0+)?\)?"
    r"(?:\s?[*?!+]{1,3}|\s?[FNEP]|\s?\(?(?:est|prov)\.?\)?|\s?-\s?[0-9]{1,3})?",
    re.IGNORECASE,
)
# A small letter is FIDE's own short form; a capital M is also Italy's national master. "mf" is not a title:
# it is the French woman international master, and as MF the FIDE master in other languages.
SMALL_TITLES = {short.lower(): title for short, title in engine.handling.SHORT.items()}
SMALL_TITLES |= {"gf": "WGM", "ff": "WFM", "cf": "WCM"}
# The title -> its names in other languages, as key() writes them.
TITLES = {
    "GM": {
        *("gmi", "igm", "grandmaster", "internationalgrandmaster", "grossmeister", "grandmaitre"),
        *("internationalergrossmeister", "grandmaitreinternational", "granmaestro", "grandemestre"),
        *("granmaestrointernacional", "grandemaestro", "grootmeester", "internationaalgrootmeester"),
    },
    "IM": {
        *("mi", "internationalmaster", "internationalermeister", "maitreinternational"),
        *("maestrointernacional", "maestrointernazionale", "mestreinternacional"),
        *("internationaalmeester",),
    },
    "FM": {"mf", "fidemaster", "fidemeister", "maitrefide", "maestrofide", "mestrefide", "fidemeester"},
    "CM": {"candidatemaster", "candidatmaitre", "maitrecandidat"},
    "WGM": {"gmf", "womangrandmaster"},
    "WIM": {"mif", "womaninternationalmaster"},
    "WFM": {"mff", "womanfidemaster"},
    "WCM": {"cmf", "womancandidatemaster"},
}
TITLE_OF = {word: title for title, words in TITLES.items() for word in words | {title.lower()}}
MEN = {
    *("m", "male", "man", "boy", "mannlich", "maennlich", "herr", "h", "homme", "garcon", "masculin"),
    *("hombre", "varon", "masculino", "masc", "maschio", "maschile", "uomo", "homem"),
    *("mannelijk", "jongen"),
}  # fmt: skip
WOMEN = {
    *("w", "f", "female", "woman", "girl", "weiblich", "frau", "femme", "fille", "feminin"),
    *("mujer", "femenino", "fem", "femmina", "femminile", "donna", "mulher", "feminino"),
    *("v", "vrouw", "vrouwelijk", "meisje"),
}  # fmt: skip
YEAR_FIRST = re.compile(r"([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})(?:[ T]00:00(?::00)?)?")
DAY_FIRST = re.compile(r"([0-9]{1,2})[-/.]([0-9]{1,2})[-/.]([0-9]{4})(?:[ T]00:00(?::00)?)?")
SHORT = re.compile(r"([0-9]{1,2})([-/.])([0-9]{1,2})[-/.]([0-9]{1,2})")
SHORT_YEAR = re.compile(r"['’]?([0-9]{2})")
# The ages assumed for players: at least the first, less than the second.
LEAST_AGE, MOST_AGE = 4, 100


def is_nothing(text: str) -> bool:
    """Whether the cell is empty, or has a word for that."""
    return key(text) in NOTHING


def rating_of(text: str) -> int | None:
    """The rating in the cell, 0 for "unrated" in any form; None if it is not a rating."""
    if is_nothing(text):
        return 0
    match = RATING.fullmatch(text)
    return int(match[1]) if match else None


def title_of(text: str) -> str:
    """The FIDE title in the cell; "" if it is not one."""
    if text in SMALL_TITLES or text == "mf":
        return SMALL_TITLES.get(text, "")
    return TITLE_OF.get(key(text), "")


def men_are_h(column: Collection[str]) -> bool:
    """Whether a column of sexes uses H and M as Spanish and Portuguese do: hombre, mujer."""
    words = set(map(key, column))
    return "h" in words and "m" in words and not words & {"f", "w"}


def sex_of(text: str, *, hombre_mujer: bool = False) -> str:
    """m or w as TRF16 writes it; "" if it is neither. `hombre_mujer`: see `men_are_h`."""
    word = key(text)
    if word in WOMEN or (word == "m" and hombre_mujer):
        return Player.Sex.FEMALE.value
    return Player.Sex.MALE.value if word in MEN else ""


def birth_of(text: str, year: int) -> str:
    """YYYY/MM/DD, or YYYY, from any usual form; "" if it is not a date or is ambiguous.

    If the year comes last, the day comes before the month. A year of two digits is accepted only if it, and
    for a date also the order, is unambiguous for a player who is to play in `year`.
    """
    # FIDE's files write a year alone as 1987/00/00.
    if year_alone := re.fullmatch(r"([0-9]{4})(?:/00/00)?", text):
        return year_alone[1]
    if match := YEAR_FIRST.fullmatch(text):
        return "/".join(part.zfill(2) for part in match.groups())
    if match := DAY_FIRST.fullmatch(text):
        return "/".join(part.zfill(2) for part in reversed(match.groups()))
    if match := SHORT_YEAR.fullmatch(text):
        return "".join(map(str, _years(match[1], year)))
    if match := SHORT.fullmatch(text):
        one, dot, month, other = match.groups()
        # Dates with dots never begin with the year.
        orders = [(other, one)] if dot == "." else [(other, one), (one, other)]
        days = {found for short, day in orders for found in _days(short, month, day, year)}
        return days.pop() if len(days) == 1 else ""
    return ""


def _years(short: str, year: int) -> list[int]:
    """The year of birth, at most one, that a player in `year` may mean by two digits."""
    full = (century + int(short) for century in (1900, 2000))
    return [found for found in full if LEAST_AGE <= year - found < MOST_AGE]


def _days(short: str, month: str, day: str, year: int) -> list[str]:
    if len(short) < 2:
        return []
    found = []
    for full in _years(short, year):
        try:
            found.append(f"{date(full, int(month), int(day)):%Y/%m/%d}")
        except ValueError:
            continue
    return found
