"""Whether two descriptions are of one person: by names, births, federations, sexes and numbers.

People are written down in many ways: in either order, in capitals, without accents, with ue for ü, by
initials, in another alphabet, with one of two surnames. Nothing here decides: it says how likely two
descriptions are one person, what agrees and what does not, and an arbiter decides.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import chain, islice, permutations

from tournaments.texts import BETWEEN, letters, slips_between, words


class Verdict(Enum):
    """How likely two descriptions are of one person."""

    SAME = "the same person"
    PROBABLY = "probably the same person"
    # The same name, but something shows that they are two.
    NAMESAKE = "a namesake"
    DIFFERENT = "another person"
    UNKNOWN = "nobody can say"


class Fact(Enum):
    """Something in which two descriptions can agree or differ."""

    NAME = "name"
    BIRTH = "birth"
    FEDERATION = "federation"
    SEX = "sex"
    FIDE_ID = "fide_id"
    NATIONAL_ID = "national_id"


class Likeness(Enum):
    """How like two names are."""

    UNLIKE = "two names"
    ALIKE = "perhaps one name, written shorter or otherwise"
    EQUAL = "one name"


@dataclass(frozen=True, slots=True)
class Person:
    """What is known of somebody; "" for what is not.

    The birth is YYYY or YYYY/MM/DD. National numbers are those of the federation.
    """

    name: str
    birth: str = ""
    federation: str = ""
    sex: str = ""
    fide_id: str = ""
    national_id: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Whether two descriptions are of one person, and the facts of both in which they agree or differ."""

    verdict: Verdict
    agree: frozenset[Fact]
    differ: frozenset[Fact]

    @property
    def is_likely(self) -> bool:
        """Whether they are at least probably one person."""
        return self.verdict in {Verdict.SAME, Verdict.PROBABLY}


def compare(one: Person, other: Person) -> Comparison:
    """Whether both are one person, with what agrees and what does not; the order of the two is no matter."""
    facts = {Fact.NAME: (likeness := name_likeness(one.name, other.name)) is not Likeness.UNLIKE}
    if one.birth and other.birth:
        facts[Fact.BIRTH] = one.birth.startswith(other.birth) or other.birth.startswith(one.birth)
    for fact in (Fact.FEDERATION, Fact.SEX, Fact.FIDE_ID, Fact.NATIONAL_ID):
        ours, theirs = getattr(one, fact.value), getattr(other, fact.value)
        if ours and theirs:
            facts[fact] = ours == theirs
    if not facts.get(Fact.FEDERATION, True):
        # Numbers of two federations have nothing to do with each other.
        facts.pop(Fact.NATIONAL_ID, None)
    return Comparison(
        _verdict(one, other, likeness, facts),
        frozenset(fact for fact, agrees in facts.items() if agrees),
        frozenset(fact for fact, agrees in facts.items() if not agrees),
    )


class Crowd[T]:
    """People among whom doubles are looked for without comparing everybody with everybody.

    Two descriptions of one person share a FIDE ID, the beginning of a word and the first letter of another as
    they are heard, or all their letters. Of those who share one of these, at most MOST_ALIKE are compared.
    """

    def __init__(self) -> None:
        self._found: defaultdict[str, list[tuple[Person, T]]] = defaultdict(list)

    @staticmethod
    def _keys(person: Person) -> list[str]:
        words = [_heard(word) for word in _words(person.name) if word not in PARTICLES][:MOST_WORDS]
        keys = [f"{one[:BEGUN]} {other[:1]}" for one, other in permutations(words, 2)]
        keys += _together(words) if len(words) < FEW else []
        return list(dict.fromkeys([*filter(None, [person.fide_id]), *keys]))

    def add(self, person: Person, entry: T) -> None:
        """Put the person in, with whatever stands for them."""
        for key in self._keys(person):
            self._found[key].append((person, entry))

    def doubles_of(self, person: Person) -> list[T]:
        """What stands for those who are probably the person."""
        return [entry for other, entry in self._near(person) if compare(person, other).is_likely]

    def named(self, name: str) -> list[T]:
        """What stands for those who have the name; if there is nobody, for those whose name is like it."""
        found = defaultdict(list)
        for other, entry in self._near(Person(name)):
            found[name_likeness(name, other.name)].append(entry)
        return found[Likeness.EQUAL] or found[Likeness.ALIKE]

    def _near(self, person: Person) -> Iterable[tuple[Person, T]]:
        near = chain.from_iterable(self._found.get(key, ()) for key in self._keys(person))
        return dict.fromkeys(islice(near, MOST_ALIKE))


def _verdict(one: Person, other: Person, name: Likeness, facts: dict[Fact, bool]) -> Verdict:
    if facts.get(Fact.FIDE_ID) or facts.get(Fact.NATIONAL_ID):
        return _of_one_number(one, other, name, facts)
    if name is not Likeness.UNLIKE and _generation(one.name) != _generation(other.name):
        return Verdict.NAMESAKE
    if name is Likeness.UNLIKE:
        return Verdict.UNKNOWN if _may_have_married(one, other, facts) else Verdict.DIFFERENT
    slip = _slip_of_the_pen(one, other, name, facts)
    if slip is not None:
        return slip
    if not all(facts.get(fact, True) for fact in (Fact.BIRTH, Fact.SEX, Fact.FIDE_ID, Fact.NATIONAL_ID)):
        return Verdict.NAMESAKE if name is Likeness.EQUAL else Verdict.DIFFERENT
    return _by_name_and_birth(one, other, name, facts)


def _of_one_number(one: Person, other: Person, name: Likeness, facts: dict[Fact, bool]) -> Verdict:
    """A number is of one person, but people put other people's numbers into lists."""
    if name is Likeness.UNLIKE:
        if not facts.get(Fact.BIRTH):
            return Verdict.DIFFERENT
        return Verdict.PROBABLY if _share_a_word(one.name, other.name) else Verdict.UNKNOWN
    if facts.get(Fact.BIRTH, True):
        return Verdict.SAME
    near = slips_between(one.birth[:4], other.birth[:4]) <= 1
    return Verdict.PROBABLY if near or name is Likeness.EQUAL else Verdict.UNKNOWN


def _may_have_married(one: Person, other: Person, facts: dict[Fact, bool]) -> bool:
    """Whether a surname may have changed: a first name and the day of birth are the same."""
    day = facts.get(Fact.BIRTH) and len(one.birth) == len(other.birth) > 4
    numbers = facts.get(Fact.FIDE_ID, True) and facts.get(Fact.NATIONAL_ID, True)
    first_names = (person.name.partition(",")[2] or person.name for person in (one, other))
    return bool(day) and numbers and facts.get(Fact.SEX, True) and _share_a_word(*first_names)


def _slip_of_the_pen(one: Person, other: Person, name: Likeness, facts: dict[Fact, bool]) -> Verdict | None:
    """What to say if one digit of a number or of a year was mistyped, or a day and a month exchanged."""
    differ = {fact for fact, agrees in facts.items() if not agrees}
    if name is not Likeness.EQUAL or len(differ) != 1:
        return None
    [fact] = differ
    if fact in {Fact.FIDE_ID, Fact.NATIONAL_ID} and facts.get(Fact.BIRTH):
        ours, theirs = getattr(one, fact.value), getattr(other, fact.value)
        return Verdict.PROBABLY if slips_between(ours, theirs) <= 1 else None
    if fact is Fact.BIRTH:
        (year, *day), (its_year, *its_day) = one.birth.split("/"), other.birth.split("/")
        if year != its_year:
            return Verdict.UNKNOWN if slips_between(year, its_year) <= 1 else None
        near = day == its_day[::-1] or slips_between(one.birth, other.birth) <= 1
        return Verdict.PROBABLY if near else None
    return None


def _by_name_and_birth(one: Person, other: Person, name: Likeness, facts: dict[Fact, bool]) -> Verdict:
    """Nothing but the federation contradicts: people move, and lists name the federation they please."""
    born = facts.get(Fact.BIRTH, False)
    day = born and len(one.birth) == len(other.birth) > 4
    here = facts.get(Fact.FEDERATION, True)
    if name is Likeness.EQUAL:
        if day:
            return Verdict.SAME
        return Verdict.PROBABLY if born or here else Verdict.UNKNOWN
    if day or (born and here):
        return Verdict.PROBABLY
    return Verdict.UNKNOWN if born or here else Verdict.DIFFERENT


# Words that tell two people of one name apart.
YOUNGER = frozenset("jr jun junior ii ml mladsi filho fils hijo figlio mlodszy".split())
OLDER = frozenset("sr sen senior st starsi pai pere padre starszy".split())
GENERATIONS = {"iii": "3", "iv": "4", "neto": "3"}
TITLES = frozenset("dr prof ing mgr dipl mag phd".split())
UNTOLD = TITLES | YOUNGER | OLDER | {*GENERATIONS}
# Words between the names of families: written apart, together, short or not at all.
PARTICLES = frozenset(
    "van von vom v vd der d den de del della dello dei di da dal das dos do du des la las le los el al"
    " ibn bin ben bint ter ten te t zu zur zum af av y e i und".split()
)
# What is transliterated in several ways, as it is heard.
SOUNDS = dict(
    pair.split(">")
    for pair in (
        "shch>s schtsch>s chtch>s tsch>c tch>c sch>s cz>c sz>s sh>s zh>z kh>h ch>c dzh>z dj>z ph>f th>t ts>c"
        " tz>c ou>u oy>u ck>k q>k w>v j>i y>i x>ks"
    ).split()
)
SOUND = re.compile("|".join(sorted(SOUNDS, key=len, reverse=True)))
# Letters that are not heard: the second of two, and an h within a word.
UNHEARD = re.compile(r"(?<=(.))\1+|\Bh")
# Of how many words a name may be written in any order, together or apart.
FEW = 4
# How many letters of a word two spellings of it begin with.
BEGUN = 3
# More people whose names have that in common are hardly one; a hostile list has thousands of words.
MOST_ALIKE = 100
MOST_WORDS = 6
# Of how many letters a word must be for one of them to be a slip.
LONG = 5


def name_likeness(name: str, other: str) -> Likeness:
    """How like two names are, whatever the order of their words."""
    one, two = _words(name), _words(other)
    if name.casefold() == other.casefold() or (one and _are_one(one, two)):
        return Likeness.EQUAL
    if not one or not two:
        return Likeness.UNLIKE
    ours, theirs = map(_heard, one), map(_heard, two)
    heard = tuple(ours), tuple(theirs)
    if _are_one(*heard):
        return Likeness.ALIKE if name.isascii() == other.isascii() else Likeness.EQUAL
    if _is_shorter(*heard) or _is_shorter(*heard[::-1]) or _differ_by_a_slip(*heard):
        return Likeness.ALIKE
    return Likeness.UNLIKE


def words_in_order(name: str) -> list[str]:
    """The folded words of the name, as it is written, that tell people apart from all but namesakes.

    They are neither a title nor tell the younger from the older.
    """
    found = words(name)
    return [word for word in found if letters(word) not in UNTOLD] or [*found]


@lru_cache(maxsize=65536)
def _words(name: str) -> tuple[str, ...]:
    return tuple(sorted(map(letters, words_in_order(name))))


def _generation(name: str) -> str:
    """Whether the name says that it is the younger's, or which; nothing is said of the older."""
    found = [word for word in BETWEEN.split(letters(name)) if word][1:]
    if any(word in YOUNGER for word in found):
        return "2"
    return next((GENERATIONS[word] for word in found if word in GENERATIONS), "")


@lru_cache(maxsize=65536)
def _heard(word: str) -> str:
    return UNHEARD.sub("", SOUND.sub(lambda found: SOUNDS[found[0]], word))


def _are_one(one: tuple[str, ...], two: tuple[str, ...]) -> bool:
    """Whether the words are the same, in any order, some of them perhaps written together."""
    if sorted(one) == sorted(two):
        return True
    if sorted("".join(one)) != sorted("".join(two)) or max(len(one), len(two)) > FEW:
        return False
    return bool(_together(one) & _together(two))


def _together(words: Iterable[str]) -> set[str]:
    return {"".join(turned) for turned in permutations(words)}


def _is_shorter(short: Sequence[str], long: Sequence[str]) -> bool:
    """Whether the first name is the second with words left out, or with initials in their place.

    One word besides initials and particles must be the same.
    """
    left = list(long)
    initials = []
    same = False
    for word in short:
        if word in left:
            left.remove(word)
            same |= len(word) > 1 and word not in PARTICLES
        elif len(word) == 1:
            initials.append(word)
        elif word not in PARTICLES:
            return False
    for initial in initials:
        begun = next((word for word in left if word.startswith(initial)), None)
        if begun is not None:
            left.remove(begun)
        elif initial not in PARTICLES:
            return False
    return same


def _differ_by_a_slip(one: tuple[str, ...], two: tuple[str, ...]) -> bool:
    """Whether one letter of one long word was mistyped, and not the end that makes Martin Martina."""
    ours, theirs = Counter(one), Counter(two)
    odd, even = [*(ours - theirs).elements()], [*(theirs - ours).elements()]
    if len(odd) != 1 or len(even) != 1 or len(one) < 2:
        return False
    shorter, longer = sorted((odd[0], even[0]), key=len)
    if len(shorter) < LONG or (shorter[:-1] == longer[: len(shorter) - 1] and longer[-1] in "aeo"):
        return False
    return slips_between(shorter, longer) <= 1


def _share_a_word(name: str, other: str) -> bool:
    """Whether a word of more than one letter, no particle, is in both names."""
    theirs = {_heard(word) for word in _words(other)}
    return any(len(word) > 1 and word not in PARTICLES and _heard(word) in theirs for word in _words(name))
