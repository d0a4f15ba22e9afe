"""The cells of lists that programs and people export, and how a file is cut into them."""

from __future__ import annotations

import csv
import re
import string
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator
from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments import rulebook
from tournaments.models import Player

# The letters of which flags are made, two for each: "\U0001f1f3\U0001f1f4" is NO.
OF_FLAGS = {0x1F1E6 + place: letter for place, letter in enumerate(string.ascii_uppercase)}
FLAGS = re.compile("[\U0001f1e6-\U0001f1ff]")


# A list has few different words, each many times.
@lru_cache(maxsize=4096)
def key(text: str) -> str:
    """The text without capitals, accents, blanks and punctuation: "Fédé." and "FEDE" are the same word."""
    plain = unicodedata.normalize("NFKD", text.translate(OF_FLAGS).casefold())
    return "".join(c for c in plain if c.isalnum())


# One line per federation: its code; its names in the languages of headings.py, without repeats; its other
# codes (ISO 3166, cars), unless FIDE uses them for another federation.
FILE = Path(__file__).with_name("federations.txt")
# Codes that FIDE gave to federations of former countries, which stand in old reports.
FORMER = frozenset({"FRG", "GDR", "SCG", "URS", "YUG"})


def code_of(text: str) -> str:
    """FIDE's code of the federation; "" if it is not a federation.

    Three capital letters count as a code, even one that FIDE no longer uses, such as URS. A flag that
    is written as a letter counts if nothing else is in the cell.
    """
    text = FLAGS.sub("", text).strip() or text
    return _codes().get(key(text), text if len(text) == 3 and text.isalpha() and text.isupper() else "")


def known_code_of(text: str) -> str:
    """As `code_of`, but "" for three capital letters that stand for no federation."""
    return _codes().get(key(text), text if text in FORMER else "")


@cache
def _codes() -> dict[str, str]:
    """Name, short form or code, as key() writes it -> code."""
    codes: dict[str, str] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        code, _blank, names = line.partition("  ")
        codes |= {key(name): code for name in (code, *names.split("; "))}
    return codes


def names_of_federations() -> frozenset[str]:
    """Every name and code of a federation that is known, as key() writes them."""
    return frozenset(_codes())


# Words for an empty cell, besides a hyphen, a dot or a question mark; as key() writes them.
NOTHING = {
    *("", "na", "nc", "nr", "unr", "unrated", "none", "unknown"),
    *("ohne", "oelo", "ohneelo", "keine", "unbekannt", "nonclasse", "sans", "aucun", "inconnu"),
    *("sin", "sinelo", "senza", "sem", "semelo", "geen"),
    # Programs write 0 for any cell that they do not know, and 00.00.00 or 00.00.0000 for a birth.
    *("0", "0000", "000000", "00000000"),
}
# "1034*", "2105?", "ELO 2105", "(1575)", a spreadsheet's "2105.0". What says which rating it is: in France
# "1850 F" (FIDE), "1500 N" (national), "1199 E" (estimated); in Germany "1534 - 12", the second number counts
# the tournaments; in the United States "1850P12" or "1850/12", provisional after 12 games.
RATING = re.compile(
    r"(?:(?P<before>elo|fide|dwz|rating|rtg|ca)[.:]?\s*)?\(?(?P<number>[0-9]{1,9})(?:[.,]0+)?\)?"
    r"(?:\s?[*?!+]{1,3}|\s?(?P<letter>[FNE])|\s?\(?(?P<estimated>est)\.?\)?"
    r"|\s?(?P<national>P\s?[0-9]{0,3}|/\s?[0-9]{1,3}|\(?prov\.?\)?|-\s?[0-9]{1,3}))?",
    re.IGNORECASE,
)
RATING_KINDS = {"f": "fide_rating", "n": "national_rating", "e": "estimate"}
# A small letter is FIDE's own short form; a capital M is also Italy's national master. "mf" is not a title:
# it is the French woman international master, and as MF the FIDE master in other languages.
SMALL_TITLES = {short.lower(): title for short, title in rulebook.handling.SHORT.items()}
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
    *("mannelijk", "jongen", "mezczyzna", "muz", "muzsky", "muski", "moski", "ferfi", "mand", "mann"),
    *("mies", "м", "муж", "мужской", "чоловік", "мушки", "erkek"),
}  # fmt: skip
WOMEN = {
    *("w", "f", "female", "woman", "girl", "weiblich", "frau", "femme", "fille", "feminin"),
    *("mujer", "femenino", "fem", "femmina", "femminile", "donna", "mulher", "feminino"),
    *("v", "vrouw", "vrouwelijk", "meisje", "k", "kobieta", "z", "zena", "zensky", "zenski", "zenska"),
    *("kvinna", "kvinne", "kvinde", "nainen", "ж", "жен", "женский", "жінка", "женски", "kadın", "bayan"),
}  # fmt: skip
YEAR_FIRST = re.compile(r"([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})(?:[ T]00:00(?::00)?)?")
DAY_FIRST = re.compile(r"([0-9]{1,2})[-/.]([0-9]{1,2})[-/.]([0-9]{4})(?:[ T]00:00(?::00)?)?")
# FIDE's files write a year alone as 1987/00/00, other programs as 00.00.1987.
YEAR_ALONE = re.compile(r"([0-9]{4})(?:[-/.]0{1,2}[-/.]0{1,2})?|0{1,2}[-/.]0{1,2}[-/.]([0-9]{4})")
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
    return int(match["number"]) if match else None


def rating_kind_of(text: str) -> str:
    """The column of the rating that the letters around it say it is; "" if they do not say it."""
    match = RATING.fullmatch(text)
    if not match:
        return ""
    if match["letter"] or match["estimated"]:
        return RATING_KINDS[(match["letter"] or match["estimated"])[0].lower()]
    word = (match["before"] or "").lower()
    return "national_rating" if match["national"] or word == "dwz" else {"fide": "fide_rating"}.get(word, "")


def title_of(text: str) -> str:
    """The FIDE title in the cell; "" if it is not one."""
    if text in SMALL_TITLES or text == "mf":
        return SMALL_TITLES.get(text, "")
    return TITLE_OF.get(key(text), "")


def men_are_h(column: Collection[str]) -> bool:
    """Whether a column of sexes uses H and M as Spanish and Portuguese do: hombre, mujer."""
    words = Counter(map(key, column))
    return bool(words["h"]) and words["m"] > words["f"] + words["w"]


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
    if year_alone := YEAR_ALONE.fullmatch(text):
        return year_alone[1] or year_alone[2]
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


# There is exactly one cell between two of these.
EXACT = ("\t", ";", "|")
COMMA = ","
# Several blanks: an empty cell cannot be seen.
BLANKS = "  "
# No separator at all: a name that may end in a rating.
PLAIN = ""

SEVERAL_BLANKS = re.compile(r"[ \u00a0]{2,}")
# "Fischer, Robert James 2785", "Jana Hoàng (1575)", "Tal 1034*", "Pelé unr.", "Ute Berg - ELO 2105".
RATING_AT_END = re.compile(
    r"[\s,(](?P<rating>(?:(?:elo|dwz|rating)[.:]?\s*)?[0-9]{3,4}\s?[*?]?|0|[-–]|unr\.?)\)?$", re.IGNORECASE
)


def splits(line: str) -> dict[str, list[str]]:
    """Separator -> the cells of the line split by it, for each separator in the line, and PLAIN."""
    line = line.strip(" \u00a0")
    found = {separator: _cells(line, separator) for separator in (*EXACT, COMMA) if separator in line}
    if len(parts := SEVERAL_BLANKS.split(line)) > 1:
        found[BLANKS] = parts
    return found | {PLAIN: _plain(line.strip())}


def likely_separator(line: str) -> str:
    """The likely separator of the line if nothing is known about its columns."""
    exact = max(EXACT, key=line.count)
    if exact in line:
        return exact
    if SEVERAL_BLANKS.search(line.strip(" \u00a0")):
        return BLANKS
    # A single comma only separates the names.
    return COMMA if line.count(COMMA) > 1 or f'"{COMMA}' in line else PLAIN


def _cells(line: str, separator: str) -> list[str]:
    if separator == "|" and len(line) > 1 and line[0] == line[-1] == "|":
        line = line[1:-1]
    [cells] = csv.reader([line], delimiter=separator, skipinitialspace=True)
    return [" ".join(cell.split()) for cell in cells]


def _plain(line: str) -> list[str]:
    line = " ".join(line.split())
    match = RATING_AT_END.search(line)
    name = line[: match.start()].rstrip(" ,(-–:") if match else ""
    return [name, match["rating"]] if match and name and not name[-1].isdigit() else [line]


LINE_END = re.compile(r"\r\n|\r|\n")
MARK = re.compile(r"// ?")
# A player's record in a TRF.
RECORD = re.compile(r"^(?:// ?)?001 [ \d]{3}\d ", re.MULTILINE)
# A spreadsheet quotes a cell that contains line ends: the quote opens on one line and closes further down.
OPENED = re.compile(r'(?:^|[\t;,|])\s*"(?:[^"]|"")*$')
CLOSED = re.compile(r'^(?:[^"]|"")*"\s*(?:[\t;,|]|$)')
MOST_LINES_OF_A_CELL = 5


class Written(NamedTuple):
    """The text of a line of the list, or of several from `number` on that belong to one cell."""

    number: int
    text: str
    left_out: bool = False
    height: int = 1


def physical_lines(text: str) -> list[str]:
    """The text between its line ends."""
    return LINE_END.split(text)


def written(text: str) -> Iterator[Written]:
    """The entries of the list, line by line; empty lines are numbered but left out."""
    lines = physical_lines(text)
    after = 0
    for place, line in enumerate(lines):
        if place < after or not line.strip():
            continue
        bare = _bare(line)
        after = place + _height(bare, lines[place + 1 : place + MOST_LINES_OF_A_CELL])
        yield Written(place + 1, " ".join([bare, *lines[place + 1 : after]]), bare != line, after - place)


def _bare(line: str) -> str:
    """The line without the mark of lines that are left out."""
    mark = MARK.match(line)
    return line[mark.end() :] if mark else line


def unmarked(text: str) -> str:
    """The list as if no line were left out."""
    return "\n".join(map(_bare, physical_lines(text)))


def _height(line: str, following: list[str]) -> int:
    """The number of lines until the cell opened on this line is closed; 1 if none is opened or closed."""
    if not OPENED.search(line):
        return 1
    return next((place for place, other in enumerate(following, 2) if CLOSED.match(other)), 1)


# Nobody looks through a longer list before entering it.
MOST_LINES = 2000
MOST_COLUMNS = 100
MOST_CHARACTERS = 500


def too_long(text: str) -> str:
    """The refusal of a text with more lines than any list; "" if it does not have too many."""
    lines = physical_lines(text)
    # Empty lines cost little, but not nothing.
    many = len(lines) if len(lines) > 10 * MOST_LINES else sum(1 for line in lines if line.strip())
    if many <= MOST_LINES:
        return ""
    refusal = _("The list has %(many)d lines; expected at most %(most)d at once. Enter it in parts.")
    return refusal % {"many": many, "most": MOST_LINES}


def too_wide(text: str) -> str:
    """The refusal of a text with longer lines than any list; "" if none is too long."""
    for number, line in enumerate(physical_lines(text), 1):
        if not line:
            continue
        many = max(len(SEVERAL_BLANKS.findall(line)), *(line.count(s) for s in (*EXACT, COMMA))) + 1
        if many > MOST_COLUMNS:
            refusal = _("Line %(number)d has %(many)d columns; expected at most %(most)d.")
            return refusal % {"number": number, "many": many, "most": MOST_COLUMNS}
        if len(line) > MOST_CHARACTERS:
            refusal = _("Line %(number)d has %(many)d characters; expected at most %(most)d.")
            return refusal % {"number": number, "many": len(line), "most": MOST_CHARACTERS}
    return ""
