"""Names in a list as they should be written: the surname, a comma, the first names, not in capitals.

What is right is told by FIDE's list, by the other names of the list, by first names and surnames of many
languages and by capitals that mark surnames. Where nothing tells it, a name stays as it is: an arbiter sees
what is left, but hardly what was made wrong.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from tournaments.persons import GENERATIONS, OLDER, PARTICLES, TITLES, YOUNGER
from tournaments.texts import BETWEEN, letters

# Four kinds of lines: "first" names, words that are as often surnames ("both"), "family" names, and those of
# which people have two ("double").
FILE = Path(__file__).with_name("names.txt")
# How likely a word is a first name, if it is positive, or a surname.
WEIGHTS = {"first": 3, "both": 1, "family": -3, "double": -3}
# How much more must speak for the best reading of a name than for the next: twice one sure word.
MARGIN = 6
# Of how many words a name is read; nobody's has more, but a hostile list has.
MOST_WORDS = 8
# How surnames end, as letters() writes them, and Slavic patronymics, which stand among the first names.
OF_FAMILIES = (
    *("ova", "skiy", "skij", "ski", "sky", "ska", "skaya", "wicz", "czyk", "enko", "chuk", "escu", "oglu"),
    *("shvili", "idze", "adze", "opoulos", "opoulou", "idis", "idou", "akis", "sson", "dottir", "nsen"),
    *("rsen", "lsen", "dsen", "ssen", "mann", "berger", "ovic", "evic", "ov", "ev", "etti", "elli", "ucci"),
    *("quist", "strom", "gard", "ez", "yan"),
)  # fmt: skip
LEAST_OF_FAMILIES = 5
PATRONYMICS = ("ovich", "evich", "ovna", "evna")
# Where the surname comes first, where people have two, and where initials stand for a father's name.
SURNAME_FIRST = frozenset("CHN TPE HKG MAC KOR PRK VIE".split())
TWO_SURNAMES = frozenset(
    "ESP MEX ARG COL PER CUB CHI VEN ECU BOL URU PAR CRC GUA HON NCA ESA PAN DOM PUR".split()
)
OF_FATHERS = frozenset("IND SRI MAS SGP".split())
# Where the first particle of a surname has a capital, and where I has no dot.
CAPITAL_PARTICLES = frozenset("ITA BEL SMR USA RSA".split())
DOTTED = frozenset("TUR AZE KAZ".split())
# Particles that are names themselves if they have a capital, unless here or where named.
NAMES_TOO = frozenset(
    "al ben bin bint del e el i ibn la le los las t te ten y d v da di do du dal lo av den".split()
)
NATIVE = {
    **dict.fromkeys(("le", "la", "du", "de"), frozenset("FRA BEL SUI CAN LUX RSA MON".split())),
    **dict.fromkeys(
        ("al", "el", "ben", "bin"), frozenset("TUN MAR ALG EGY LBA ISR UAE QAT KSA KUW JOR IRQ".split())
    ),
    **dict.fromkeys(("di", "da", "lo", "la", "del", "dal"), frozenset("ITA SUI SMR ARG".split())),
    **dict.fromkeys(("del", "la", "los", "las", "da", "do"), TWO_SURNAMES | {"POR", "BRA", "ANG", "MOZ"}),
    **dict.fromkeys(("den", "te", "ten", "t"), frozenset("NED BEL RSA".split())),
}
# Before a surname: Mc Shane, St. John.
BEFORE = frozenset("mc mac st saint sainte".split())
BETWEEN_NAMES = frozenset("de del la los las da do dos das y e".split())
# María del Carmen, Juan de Dios.
WITH_PARTICLES = frozenset("maria jose juan angel francisco".split())
GENERATION = {*YOUNGER, *OLDER, *GENERATIONS} - {"i", "st"}
ROMAN = {"ii", "iii", "iv"}
INITIALS = re.compile(r"[^\W\d_]\.?|(?:[^\W\d_]\.-?)+[^\W\d_]?")
# Min-jun: of first names in Korean and Chinese.
SYLLABLES = re.compile(r"[A-Z][a-z]{1,5}-[a-z]{2,6}")
PREFIX = re.compile(r"(?:Mc|Mac|Fitz)(?=[^\W\d_]{2})")
# Before an apostrophe that a capital follows: O'Neil, D'Angelo, Dell'Acqua.
ELIDED = frozenset("o d l n dell dall sant".split())
APOSTROPHES = "'’‘ʼʻ`´"
MARKS = frozenset(APOSTROPHES + "-‐.")
VOWELS = frozenset("aeiouy")
PIECES = re.compile(rf"([-‐{APOSTROPHES}.])")
ORDERED = re.compile(r"\s*,\s*")


class Named(NamedTuple):
    """A name of the list without a title, the federation, and the name on FIDE's list; "" if not known."""

    name: str
    federation: str = ""
    known: str = ""


class Habits:
    """What the names of one list say about each other: which words are surnames, and how they are spelt."""

    def __init__(self, names: Iterable[Named]) -> None:
        self.given: Counter[str] = Counter()
        self.families: Counter[str] = Counter()
        self.spelling: dict[str, str] = {}
        # Whether a capital I of the list is the one without a dot.
        self.dotted = False
        # How much more of the names without a comma, whose order is sure, begin with the surname.
        self.surname_first = 0
        # As long as nothing is known, or each name would confirm itself.
        names = [named for named in names if _is_readable(named.name)]
        for named in names:
            self.dotted |= "İ" in named.name
            for parts in filter(None, (_of_comma(named.known), _of_comma(named.name) or _marked(named))):
                self._learn(*parts)
        self.surname_first = self._order(names)

    def _learn(self, family: Sequence[str], given: Sequence[str]) -> None:
        for counter, words in ((self.families, family), (self.given, given)):
            for word in words:
                if (folded := letters(word)) not in PARTICLES and not INITIALS.fullmatch(word):
                    counter[folded] += 1
                if not _is_capitals(word) and not word.islower():
                    self.spelling.setdefault(word.casefold(), word)

    def _order(self, names: Iterable[Named]) -> int:
        """MARGIN if names without a comma begin with the surname, less it if they end in it; 0 if unsure."""
        bare = [named for named in names if "," not in named.name and " " in named.name]
        orders: Counter[int] = Counter()
        for named in bare:
            if parts := _read(named, self):
                orders[1 if named.name.startswith(" ".join(parts[0])) else -1] += 1
        if not orders:
            return 0
        order, many = orders.most_common(1)[0]
        sure = orders.total()
        return order * MARGIN if sure >= max(4, len(bare) / 5) and many * 20 >= sure * 19 else 0

    def weight(self, word: str, federation: str) -> int:
        """How likely the word is a first name, if positive, or a surname."""
        if INITIALS.fullmatch(word):
            return 0 if federation in OF_FATHERS else 3
        if SYLLABLES.fullmatch(word):
            return 3
        folded = letters(word)
        given, family = self.given[folded], self.families[folded]
        own = 3 * ((given > 4 * family) - (family > 4 * given))
        return own + _weight(folded)


@cache
def _words() -> dict[str, frozenset[str]]:
    """Word, as letters() writes it -> its kinds."""
    kinds: defaultdict[str, set[str]] = defaultdict(set)
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line[:1] not in {"", "#"}:
            kind, *words = line.split()
            for word in words:
                kinds[letters(word)].add(kind)
    return {word: frozenset(found) for word, found in kinds.items()}


@lru_cache(maxsize=65536)
def _weight(folded: str) -> int:
    if kinds := _words().get(folded):
        return sum(map(WEIGHTS.__getitem__, kinds)) // len(kinds)
    pieces = [piece for piece in BETWEEN.split(folded) if piece]
    if len(pieces) > 1:
        weights = [_weight(piece) for piece in pieces]
        # Jan-Krzysztof, Smith-Jones; but the Min of Min-jun is no surname.
        return max(-3, min(3, sum(weights))) if all(weights) else max(weights)
    if folded.endswith(PATRONYMICS):
        return 3
    return -3 if len(folded) >= LEAST_OF_FAMILIES and folded.endswith(OF_FAMILIES) else 0


def is_first_name(word: str) -> bool:
    """Whether the word is known as a first name, and hardly as a surname."""
    return _weight(letters(word)) >= WEIGHTS["first"]


def put_right(named: Named, habits: Habits) -> str:
    """The name as "Surname, First" and not in capitals, as far as that is told; else as it is."""
    if not _is_readable(named.name):
        return named.name
    parts = _as_known(named) or _of_comma(named.name) or _marked(named) or _read(named, habits)
    shouting = not any(map(str.islower, named.name))
    if parts is None and " " not in named.name:
        return named.name
    if parts is None:
        return " ".join(_cased(named.name.split(), named, habits, of_family=shouting))
    family, given = parts
    cased = _cased(family, named, habits, of_family=True), _cased(given, named, habits, of_family=False)
    return ", ".join(" ".join(words) for words in cased)


def _is_readable(name: str) -> bool:
    """Whether the name is made of words in letters that have capitals, at most one comma between them."""
    plain = name.replace(",", " ", 1).replace(" ", "")
    return any(c.isupper() or c.islower() for c in plain) and all(
        c.isalpha() or c in MARKS or unicodedata.combining(c) for c in plain
    )


type Parts = tuple[list[str], list[str]]


def _of_comma(name: str) -> Parts | None:
    """The words of the surname and of the first names, between which there is a comma."""
    family, comma, given = name.partition(",")
    parts = family.split(), given.split()
    return parts if comma and all(parts) else None


def _is_capitals(word: str) -> bool:
    """Whether the word is in capitals, of which McDONALD and GROß are too; initials are not."""
    rest = PREFIX.sub("", word).replace("ß", "")
    return len(rest) > 1 and rest.isupper() and not INITIALS.fullmatch(word)


def _is_initials(word: str) -> bool:
    """Whether a short word in capitals may be initials: JP, AJ, but not LI."""
    return len(word) < 3 and word.isascii() and _weight(letters(word)) >= 0


def _marked(named: Named) -> Parts | None:
    """The surname is what is in capitals, if the rest is not: DUPONT Jean, Jean van der BERG."""
    words = named.name.split()
    if "," in named.name or len(words) > MOST_WORDS:
        return None
    words, end = _without_generation(words)
    units = list(_units(words, named.federation))
    marked = [_is_capitals(unit[-1]) and not _is_initials(unit[-1]) for unit in units]
    rest = [word for unit, mark in zip(units, marked, strict=True) if not mark for word in unit]
    if not any(marked) or not any(any(map(str.islower, word)) for word in rest):
        return None
    family = [word for unit, mark in zip(units, marked, strict=True) if mark for word in unit]
    together = marked == sorted(marked) or marked == sorted(marked, reverse=True)
    return (family, rest + end) if together else None


def _without_generation(words: list[str]) -> tuple[list[str], list[str]]:
    """The words, and Jr. or III behind them."""
    if len(words) > 2 and _plain(words[-1]) in GENERATION:
        return words[:-1], words[-1:]
    return words, []


@lru_cache(maxsize=65536)
def _plain(word: str) -> str:
    return letters(word).strip(".")


def _units(words: Sequence[str], federation: str) -> Iterator[list[str]]:
    """The words, with particles and the word that follows them together; so are Jr and what is before it."""
    unit: list[str] = []
    for place, word in enumerate(words):
        unit.append(word)
        last = place == len(words) - 1
        follows = not last and _plain(words[place + 1]) in GENERATION | {"y"} and len(words) > 2
        if last or not (follows or _is_particle(word, federation)):
            yield unit
            unit = []


def _is_particle(word: str, federation: str) -> bool:
    """Whether the word belongs to the one that follows."""
    plain = _plain(word)
    if plain in BEFORE or plain in TITLES:
        return True
    if plain not in PARTICLES or word.endswith("."):
        return False
    if word.islower():
        return True
    if federation in SURNAME_FIRST:
        return False
    return plain not in NAMES_TOO or federation in NATIVE.get(plain, ())


def _as_known(named: Named) -> Parts | None:
    """The words divided as on FIDE's list, in whatever order they are here."""
    known = _of_comma(named.known)
    words, end = _without_generation(named.name.replace(",", " ").split())
    if known is None or not 1 < len(words) <= MOST_WORDS:
        return None
    family = _joined(known[0])
    first = _joined(known[1])[:1]
    found = []
    for cut in range(1, len(words)):
        for surname, given in ((words[:cut], words[cut:]), (words[cut:], words[:cut])):
            if _joined(surname) == family and _joined(given)[:1] == first:
                found.append((surname, given + end))
    return found[0] if len(found) == 1 else None


def _joined(words: Iterable[str]) -> str:
    return "".join(BETWEEN.sub("", letters(word)) for word in words)


class Reading(NamedTuple):
    """One way to divide a name, and how much speaks for it."""

    weight: int
    family: list[list[str]]
    given: list[list[str]]


def _read(named: Named, habits: Habits) -> Parts | None:
    """The words of the surname and of the first names, if much more speaks for them than for any others."""
    words = named.name.split()
    if not 1 < len(words) <= MOST_WORDS:
        return None
    words, end = _without_generation(words)
    units = _compounds(list(_units(words, named.federation)))
    readings = sorted(
        _readings(units, named.federation, habits), reverse=True, key=lambda found: found.weight
    )
    if not readings or (len(readings) > 1 and readings[0].weight - readings[1].weight < MARGIN):
        return None
    best = readings[0]
    if len(best.family) > 1 and not _has_two(best.family, named.federation):
        return None
    return [*chain(*best.family)], [*chain(*best.given), *end]


def _compounds(units: list[list[str]]) -> list[list[str]]:
    """The units, with María del Carmen as one."""
    found: list[list[str]] = []
    for unit in units:
        joins = len(unit) > 1 and _plain(unit[0]) in BETWEEN_NAMES and _weight(letters(unit[-1])) > 0
        if joins and found and _plain(found[-1][-1]) in WITH_PARTICLES:
            found[-1] = found[-1] + unit
        else:
            found.append(unit)
    return found


def _readings(units: list[list[str]], federation: str, habits: Habits) -> Iterator[Reading]:
    weights = [_weight_of(unit, federation, habits) for unit in units]
    for cut in range(1, len(units)):
        divided = sum(weights[:cut]) - sum(weights[cut:])
        last = units[cut:], units[:cut]
        first = last[::-1]
        here = MARGIN * (federation in SURNAME_FIRST and cut == 1 and weights[0] <= 0)
        yield Reading(divided - habits.surname_first + _two(weights[cut:], federation, len(units)), *last)
        yield Reading(
            habits.surname_first - divided + here + _two(weights[:cut], federation, len(units)), *first
        )


def _two(family: list[int], federation: str, units: int) -> int:
    """What speaks for two surnames where everybody has two."""
    return MARGIN * (federation in TWO_SURNAMES and units > 2 and len(family) == 2 and max(family) <= 0)


def _weight_of(unit: list[str], federation: str, habits: Habits) -> int:
    """A surname has particles, but neither María del Carmen nor Dr. Hans."""
    words = [word for word in unit if _plain(word) not in TITLES | GENERATION]
    if len(words) > 1 and _plain(words[0]) not in WITH_PARTICLES:
        return -4
    weight = habits.weight((words or unit)[0], federation)
    return weight if len(words) == len(unit) or _plain(unit[0]) not in TITLES else max(weight, 3)


def _has_two(family: list[list[str]], federation: str) -> bool:
    double = ["double" in _words().get(letters(unit[-1]), ()) for unit in family]
    return len(family) == 2 and (federation in TWO_SURNAMES or all(double))


def _cased(words: Sequence[str], named: Named, habits: Habits, *, of_family: bool) -> list[str]:
    """The words of a surname, or of first names, neither all in capitals nor without any."""
    nothing_large = not any(map(str.isupper, named.name))
    # AJ Smith, and IM Sang-hoon.
    among_small = any(map(str.islower, named.name)) and not of_family
    found = []
    for place, word in enumerate(words):
        small = word.islower() and (nothing_large or ("," in named.name and len(words) == 1))
        meant = _stays(word, words, of_family) or (among_small and _is_initials(word))
        if meant or not (small or _is_capitals(word)):
            found.append(word)
            continue
        last = place == len(words) - 1
        particle = not last and _is_small(word, named.federation, first=place == 0, of_family=of_family)
        found.append(_small(word, named, habits) if particle else _respelt(word, named, habits))
    return found


def _stays(word: str, words: Sequence[str], of_family: bool) -> bool:
    """Whether capitals are meant: III, and initials such as JP among other first names."""
    if _plain(word) in ROMAN:
        return len(words) > 1
    vowels = set(_plain(word)) & set("aeiouy")
    return (
        not of_family and len(word) < 4 and word.isupper() and not vowels and _plain(word) not in GENERATION
    )


def _is_small(word: str, federation: str, *, first: bool, of_family: bool) -> bool:
    """Whether the word is a particle that is written without a capital."""
    plain = _plain(word)
    if federation in SURNAME_FIRST or word.endswith("."):
        return False
    if not of_family:
        return not first and plain in BETWEEN_NAMES
    return plain in PARTICLES and not (first and federation in CAPITAL_PARTICLES)


def _small(word: str, named: Named, habits: Habits) -> str:
    if set("İĞ") & set(named.name) or (habits.dotted and named.federation in DOTTED):
        word = word.replace("I", "ı")
    return word.replace("İ", "i").lower()


def _respelt(word: str, named: Named, habits: Habits) -> str:
    """The word with capitals as on FIDE's list, else as elsewhere in this one, else as most write it."""
    small = _small(word, named, habits)
    for known in named.known.replace(",", " ").split():
        if letters(known) == letters(word) and len(known) == len(small) and not _is_capitals(known):
            return "".join(c.upper() if large.isupper() else c for c, large in zip(small, known, strict=True))
    if (spelt := habits.spelling.get(word.casefold())) and len(spelt) == len(small):
        return spelt
    if prefix := PREFIX.match(word):
        return prefix[0] + _capital(word[prefix.end() :], small[prefix.end() :])
    large, pieces = PIECES.split(word), PIECES.split(small)
    return "".join(
        piece if _follows_apostrophe(pieces, place) else _capital(large[place], piece)
        for place, piece in enumerate(pieces)
    )


def _follows_apostrophe(pieces: Sequence[str], place: int) -> bool:
    """Whether the piece is in the middle of a word: in Ma'mur, but not in O'Neil."""
    if not place or pieces[place - 1] not in APOSTROPHES:
        return False
    return pieces[place - 2] not in ELIDED or len(pieces[place]) < 3


def _capital(word: str, small: str) -> str:
    """The word with a capital, given in small letters too: the Turkish İ keeps its dot."""
    if small.startswith("mc") and len(small) > 4:
        return "Mc" + small[2].upper() + small[3:]
    if word[:1].isupper():
        return word[:1] + small[1:]
    return small[:1].title() + small[1:]
