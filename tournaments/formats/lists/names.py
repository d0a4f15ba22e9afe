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

from tournaments.persons import PARTICLES, TITLES
from tournaments.texts import BETWEEN, letters

# Kinds of lines: "first" names, such as are surnames or fathers' names as well ("likely"), words that are as
# often surnames ("both"), "family" names, those of which people have two ("double") or never ("eastern").
FILE = Path(__file__).with_name("names.txt")
# How likely a word is a first name, if it is positive, or a surname.
WEIGHTS = {"first": 3, "likely": 2, "both": 1, "family": -3, "double": -3, "eastern": -3}
# How much more must speak for the best reading of a name than for the next: twice one sure word.
MARGIN = 6
# And where a father's name, which is no surname, may be part of it.
LARGE_MARGIN = 10
# Of how many words a name is read; nobody's has more, but a hostile list has.
MOST_WORDS = 8
# How surnames end, as letters() writes them, and Slavic patronymics, which stand among the first names.
OF_FAMILIES = (
    *("ova", "skiy", "skij", "ski", "sky", "owska", "ewska", "inska", "skaya", "wicz", "czyk", "enko"),
    *("chuk", "escu", "oglu", "shvili", "idze", "adze", "opoulos", "opoulou", "idis", "idou", "akis"),
    *("sson", "dottir", "nsen", "rsen", "lsen", "dsen", "ssen", "mann", "berger", "ovic", "evic", "ov"),
    *("ev", "etti", "elli", "ucci", "quist", "strom", "asyan", "osyan", "isyan"),
)
# With fewer letters before them, they are ends of other words: Zdenko.
LEAST_BEFORE = 3
PATRONYMICS = ("ovich", "evich", "ovna", "evna")
# Where the surname comes first, where people have two, and where initials stand for a father's name.
SURNAME_FIRST = frozenset("CHN TPE HKG MAC KOR PRK VIE".split())
TWO_SURNAMES = frozenset(
    "ESP MEX ARG COL PER CUB CHI VEN ECU BOL URU PAR CRC GUA HON NCA ESA PAN DOM PUR".split()
)
OF_FATHERS = frozenset("IND SRI BAN PAK NEP MAS SGP INA MGL ETH ERI SOM".split())
# Particles that have a capital before a surname; where all of them do; and where I has no dot.
LARGE = frozenset("al ap ben bin dal dei della dello di du el ibn la le lo".split())
CAPITAL_PARTICLES = frozenset("ITA BEL SMR USA RSA".split())
# Particles of surnames; and those that with a capital may be names, but for these federations.
JOINED = PARTICLES | frozenset("lo ap dalla delle degli dell af nic".split())
NAMES_TOO = frozenset(
    "al ap ben bin bint del den da di do du dal e i ibn la le lo los las t te ten y d v av".split()
)
NATIVE = {
    federation: frozenset(particles.split())
    for federations, particles in (
        (
            "TUN MAR ALG EGY LBA ISR UAE QAT KSA KUW JOR IRQ SYR LBN PLE BRN OMA YEM SUD",
            "al ben bin ibn bint",
        ),
        ("FRA BEL CAN LUX MON", "le la du t te den"),
        ("ITA SMR SUI ARG", "di da del dal la lo le du"),
        ("POR BRA ANG MOZ", "da do del la"),
        (" ".join(TWO_SURNAMES - {"ARG"}), "del la los las"),
        ("NED RSA", "den te ten t le du"),
        ("WLS ENG", "ap"),
    )
    for federation in federations.split()
}
# Before a surname: Mc Shane, St. John.
BEFORE = frozenset("mc mac st saint sainte".split())
GAELIC = frozenset(["ó", "ní", "uí"])
BETWEEN_NAMES = frozenset("de del la los las da do dos das y e".split())
# María del Carmen, Juan de Dios.
WITH_PARTICLES = frozenset("maria jose juan angel francisco".split())
# Behind a name; not Jun, Sen and Pere, which are names.
GENERATION = frozenset("jr junior sr senior filho neto hijo ii iii iv".split())
VOWELS = frozenset("aeiouy")
ROMAN = {"ii", "iii", "iv"}
INITIALS = re.compile(r"[^\W\d_]\.?|(?:[^\W\d_]\.-?)+[^\W\d_]?")
# Min-jun: of first names in Korean and Chinese.
SYLLABLES = re.compile(r"[A-Z][a-z]{1,5}-[a-z]{2,6}")
# McDonald and MacLeod, but not Maciej.
PREFIX = re.compile(r"Mc(?=[^\W\d_]{2})|(?:Mac|Fitz)(?=[A-ZÀ-ÖØ-Þ])")
# Before an apostrophe that a capital follows: O'Neil, D'Angelo, Dell'Acqua.
ELIDED = frozenset("o d l n dell dall sant".split())
ELISION = re.compile(r"(?:[odl]|dell|dall|sant)['’][^\W\d_]{3}", re.IGNORECASE)
APOSTROPHES = "'’‘ʼʻ`´"
MARKS = frozenset(APOSTROPHES + "-‐.")
PIECES = re.compile(rf"([-‐{APOSTROPHES}.])")


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
        # The particles that surnames of a federation begin with.
        self.particles: dict[tuple[str, str], str] = {}
        # Whether the list has letters of Turkish, and whether its capital I is the one without a dot.
        self.turkish = self.dotted = False
        # How much more of the names without a comma, whose order is sure, begin with the surname.
        self.surname_first = 0
        names = [named for named in names if is_readable(named.name)]
        for named in names:
            self.turkish |= bool(set("İıŞşĞğ") & set(named.name))
            self.dotted |= "İ" in named.name
            for parts in filter(None, (_of_comma(named.known), _of_comma(named.name) or _marked(named))):
                self._learn(*parts, named.federation)
        self.surname_first = self._order(names)

    def _learn(self, family: Sequence[str], given: Sequence[str], federation: str) -> None:
        for counter, words in ((self.families, family), (self.given, given)):
            for word in words:
                if (folded := _folded(word)) not in PARTICLES and not INITIALS.fullmatch(word):
                    counter[folded] += 1
                if not _is_capitals(word) and not word.islower():
                    self.spelling.setdefault(word.casefold(), word)
        written = any(not word.islower() for word in given) and not _is_capitals(family[0])
        if written and (plain := _plain(family[0])) in JOINED:
            self.particles.setdefault((federation, plain), family[0])

    def _order(self, names: Iterable[Named]) -> int:
        """MARGIN if names without a comma begin with the surname, less it if they end in it; 0 if unsure."""
        bare = [named for named in names if is_unordered(named.name)]
        orders: Counter[int] = Counter()
        for named in bare:
            if parts := _as_known(named) or _read(named, self):
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
        if PREFIX.match(word) or ELISION.match(word):
            return -3
        folded = _folded(word)
        given, family = self.given[folded], self.families[folded]
        own = 3 * ((given > 4 * family) - (family > 4 * given))
        return own + _weight(folded)


@cache
def _words() -> dict[str, frozenset[str]]:
    """Word, as letters() writes it -> its kinds."""
    kinds: defaultdict[str, set[str]] = defaultdict(set)
    for kind, word in _lines():
        kinds[letters(word)].add(kind)
    return {word: frozenset(found) for word, found in kinds.items()}


@cache
def _capitals() -> dict[str, str]:
    """A word in capitals -> the word as it is, where that is hard to tell: MACLEOD, IŞIK."""
    return {
        word.replace("i", "İ").upper() if set("ıİ") & set(word) else word.upper(): word
        for _kind, word in _lines()
        if not word[1:].islower() or set("ıİ") & set(word)
    }


def _lines() -> Iterator[tuple[str, str]]:
    """Each word of the file, after its kind."""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line[:1] not in {"", "#"}:
            kind, *words = line.split()
            yield from ((kind, word) for word in words)


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
    return -3 if folded[LEAST_BEFORE:].endswith(OF_FAMILIES) else 0


def lean(words: Iterable[str]) -> int:
    """How much rather first names than surnames the words are: below zero, they are surnames."""
    return sum(map(_weight, map(letters, words)))


def is_of_west(word: str) -> bool:
    """Whether the word is known as part of names that are not of East Asia."""
    kinds = _words().get(_folded(word), frozenset())
    return bool(kinds) and "eastern" not in kinds


def put_right(named: Named, habits: Habits) -> str:
    """The name as "Surname, First" and not in capitals, as far as that is told; else as it is."""
    if not is_readable(named.name):
        return named.name
    parts = _as_known(named) or _of_comma(named.name) or _marked(named)
    if parts is None and (not named.known or "," in named.known):
        # Gukesh D has no surname on FIDE's list either.
        parts = _read(named, habits)
    if parts is None and " " not in named.name:
        return named.name
    writer = _Writer(named, habits)
    if parts is None:
        return writer.written(named.name.split(), of_family=not writer.some_small)
    family, given = parts
    return f"{writer.written(family, of_family=True)}, {writer.written(given, of_family=False)}"


def is_readable(name: str) -> bool:
    """Whether the name is made of words in letters that have capitals, at most one comma between them."""
    plain = name.replace(",", " ", 1).replace(" ", "")
    return any(c.isupper() or c.islower() for c in plain) and all(
        c.isalpha() or c in MARKS or unicodedata.combining(c) for c in plain
    )


def is_unordered(name: str) -> bool:
    """Whether nothing tells which of several words of the name are the surname."""
    return "," not in name and len(name.split()) > 1 and is_readable(name)


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
    return len(word) < 3 and word.isascii() and _weight(_folded(word)) >= 0


def _marked(named: Named) -> Parts | None:
    """The surname is what is in capitals, if the rest is not: DUPONT Jean, Jean van der BERG."""
    words = named.name.split()
    if "," in named.name or len(words) > MOST_WORDS:
        return None
    words, end = _without_generation(words)
    units = list(_units(words, named.federation))
    large = [_is_capitals(unit[-1]) for unit in units]
    marked = [mark and not _is_initials(unit[-1]) for unit, mark in zip(units, large, strict=True)]
    # The El of EL SAYED Ahmed.
    marked = [
        mark or (one and after) for mark, one, after in zip(marked, large, [*marked[1:], False], strict=True)
    ]
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


# Words stand in many names of a list.
@lru_cache(maxsize=65536)
def _folded(word: str) -> str:
    return letters(word)


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
        if last or not (follows or _is_particle(word, federation, follows=len(unit) > 1)):
            yield unit
            unit = []


def _is_particle(word: str, federation: str, *, follows: bool) -> bool:
    """Whether the word, which perhaps follows another particle, belongs to the next."""
    plain = _plain(word)
    if plain in BEFORE or plain in TITLES or word.casefold() in GAELIC:
        return True
    if plain not in JOINED or word.endswith("."):
        return False
    if word.islower():
        return True
    if federation in SURNAME_FIRST:
        return False
    return follows or plain not in NAMES_TOO or plain in NATIVE.get(federation, ())


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
    return found[0] if found and all(parts == found[0] for parts in found) else None


def _joined(words: Iterable[str]) -> str:
    return "".join(BETWEEN.sub("", _folded(word)) for word in words)


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
    if len(units) > 2 and any(_may_be_particle(unit, named.federation) for unit in units):
        return None
    readings = sorted(
        _readings(units, named.federation, habits), reverse=True, key=lambda found: found.weight
    )
    margin = LARGE_MARGIN if named.federation in OF_FATHERS else MARGIN
    if not readings or (len(readings) > 1 and readings[0].weight - readings[1].weight < margin):
        return None
    best = readings[0]
    if len(best.family) > 1 and not _has_two(best.family, named.federation):
        return None
    return [*chain(*best.family)], [*chain(*best.given), *end]


def _may_be_particle(unit: list[str], federation: str) -> bool:
    """Whether it cannot be said if the word belongs to the next: Ido Ben Artzi, Yann Le Goff, but not Lê."""
    return (
        len(unit) == 1
        and unit[0].isascii()
        and _plain(unit[0]) in NAMES_TOO
        and federation not in SURNAME_FIRST
    )


def _compounds(units: list[list[str]]) -> list[list[str]]:
    """The units, with María del Carmen as one."""
    found: list[list[str]] = []
    for unit in units:
        joins = len(unit) > 1 and _plain(unit[0]) in BETWEEN_NAMES and _weight(_folded(unit[-1])) > 0
        if joins and found and _plain(found[-1][-1]) in WITH_PARTICLES:
            found[-1] = found[-1] + unit
        else:
            found.append(unit)
    return found


def _readings(units: list[list[str]], federation: str, habits: Habits) -> Iterator[Reading]:
    weights = [_weight_of(unit, federation, habits) for unit in units]
    everything = sum(weights)
    eastern = MARGIN * (federation in SURNAME_FIRST and weights[0] <= 0 <= weights[-1])
    for cut in range(1, len(units)):
        before, after = slice(cut), slice(cut, None)
        for family, given, order in (
            (before, after, habits.surname_first + eastern),
            (after, before, -habits.surname_first),
        ):
            many = _surnames(units[family], weights[family], federation)
            if many is not None:
                weight = everything - 2 * sum(weights[family]) + order + many
                yield Reading(weight, units[family], units[given])


def _surnames(units: list[list[str]], weights: list[int], federation: str) -> int | None:
    """What speaks for so many surnames; None if nobody has so many."""
    if len(units) == 1:
        return 0
    if federation in TWO_SURNAMES and len(units) == 2 and max(weights) <= 0:
        return MARGIN
    return None if federation in SURNAME_FIRST or any(_is(unit, "eastern") for unit in units) else 0


def _weight_of(unit: list[str], federation: str, habits: Habits) -> int:
    """A surname has particles, but neither María del Carmen nor Dr. Hans."""
    words = [word for word in unit if _plain(word) not in TITLES | GENERATION]
    if len(words) > 1 and _plain(words[0]) not in WITH_PARTICLES:
        return -4
    weight = habits.weight((words or unit)[0], federation)
    return weight if len(words) == len(unit) or _plain(unit[0]) not in TITLES else max(weight, 3)


def _has_two(family: list[list[str]], federation: str) -> bool:
    return len(family) == 2 and (federation in TWO_SURNAMES or all(_is(unit, "double") for unit in family))


def _is(unit: list[str], kind: str) -> bool:
    return kind in _words().get(_folded(unit[-1]), ())


class _Writer:
    """Writes the words of one name with capitals where they belong."""

    def __init__(self, named: Named, habits: Habits) -> None:
        self.federation = named.federation
        self.habits = habits
        self.comma = "," in named.name
        self.some_small = any(map(str.islower, named.name))
        self.some_large = any(map(str.isupper, named.name))
        # The capital I of this name is the one without a dot.
        self.dotless = not {"İ", "Ğ"}.isdisjoint(named.name) or (habits.dotted and named.federation == "TUR")
        listed = named.known.replace(",", " ").split()
        self.listed = {_folded(word): word for word in listed if not _is_capitals(word)}

    def written(self, words: Sequence[str], *, of_family: bool) -> str:
        """The words of a surname, or of first names, neither all in capitals nor without any."""
        return " ".join(
            self._word(words, place, of_family) if self._is_odd(words, place, of_family) else word
            for place, word in enumerate(words)
        )

    def _is_odd(self, words: Sequence[str], place: int, of_family: bool) -> bool:
        """Whether the word is in capitals that mean nothing, or lacks one."""
        word = words[place]
        if word.islower():
            return not self.some_large or (self.comma and len(words) == 1)
        if not _is_capitals(word) or (_plain(word) in ROMAN and len(words) > 1):
            return False
        # AJ Smith, and IM Sang-hoon.
        return of_family or not (_has_initials(word) or (self.some_small and _is_initials(word)))

    def _word(self, words: Sequence[str], place: int, of_family: bool) -> str:
        word, plain = words[place], _plain(words[place])
        if place == len(words) - 1 or self.federation in SURNAME_FIRST or word.endswith("."):
            return self._respelt(word, of_family)
        if not of_family:
            return self._small(word) if place and plain in BETWEEN_NAMES else self._respelt(word, of_family)
        if plain not in JOINED:
            return self._respelt(word, of_family)
        if place:
            return self._small(word)
        if word := self.listed.get(plain) or self.habits.particles.get((self.federation, plain), ""):
            return word
        large = plain in LARGE or self.federation in CAPITAL_PARTICLES
        return self._respelt(words[0], of_family) if large else self._small(words[0])

    def _small(self, word: str) -> str:
        if self.dotless:
            word = word.replace("I", "ı")
        return word.replace("İ", "i").lower()

    def _turkish(self, word: str) -> str:
        """The word with or without dots, if the list has Turkish letters and it is a known Turkish name."""
        if not self.habits.turkish or self.federation not in {"", "TUR"}:
            return ""
        spelt = _capitals().get(word.replace("i", "İ").upper(), "")
        # Ibrahim is a name elsewhere.
        return spelt if self.federation or "İ" not in spelt else ""

    def _respelt(self, word: str, of_family: bool) -> str:
        """The word as on FIDE's list, else as elsewhere in this one, else as most write it."""
        if spelt := self._turkish(word):
            return spelt
        small = self._small(word)
        listed = self.listed.get(_folded(word), "")
        if len(listed) == len(small) == len(word):
            return "".join(
                (large if large.isupper() else c.upper()) if like.isupper() else c
                for c, large, like in zip(small, word, listed, strict=True)
            )
        for spelt in (self.habits.spelling.get(word.casefold(), ""), _capitals().get(word, "")):
            if self._small(spelt) == small:
                return spelt
        if prefix := PREFIX.match(word):
            return prefix[0] + _capital(word[prefix.end() :], small[prefix.end() :])
        large, pieces = PIECES.split(word), PIECES.split(small)
        if not of_family and _are_syllables(pieces):
            return _capital(word, small)
        return "".join(
            piece if _follows_apostrophe(pieces, place) else _capital(large[place], piece)
            for place, piece in enumerate(pieces)
        )


def _has_initials(word: str) -> bool:
    """Whether a word that is all capitals hardly is a name: JP and AJ, but not LI or JO."""
    plain = _plain(word)
    if plain in GENERATION or len(plain) > 3:
        return False
    return VOWELS.isdisjoint(plain) or (len(plain) == 2 and plain[-1] not in VOWELS and _weight(plain) == 0)


def _are_syllables(pieces: Sequence[str]) -> bool:
    """Whether a first name has a small letter behind the hyphen: Min-jun, but not Jean-Luc."""
    return (
        len(pieces) == 3
        and pieces[1] == "-"
        and all(len(piece) <= 6 and _weight(_folded(piece)) < WEIGHTS["first"] for piece in pieces[::2])
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
