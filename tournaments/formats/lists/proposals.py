"""What the arbiter may let the program put right in a list: titles, names, births, federations and FIDE IDs.

Nothing here changes a list by itself. What is proposed for a row does not depend on what was accepted for
another.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from tournaments.formats.lists import cells, names
from tournaments.formats.lists.names import Habits, Named
from tournaments.texts import slips_between


class Kind(StrEnum):
    """What is proposed, in the order in which it is applied: a name is put right without its title."""

    TITLES = "titles"
    NAMES = "names"
    BIRTHS = "births"
    FEDERATIONS = "federations"
    IDS = "ids"


class Row(NamedTuple):
    """A row of the list: its key, and column (columns.LABELS) -> its text, the birth as it is stored."""

    key: str
    fields: Mapping[str, str]

    def said(self, column: str) -> str:
        """The text of the column; "" for "-", "unknown" and the like."""
        text = self.fields.get(column, "")
        return "" if cells.is_nothing(text) else text

    @property
    def federation(self) -> str:
        """The federation's code, as far as it is known."""
        text = self.said("federation")
        return cells.known_code_of(text) or text

    @property
    def fide_id(self) -> str:
        """The FIDE ID as FIDE writes it."""
        return self.said("fide_id").replace(" ", "").lstrip("0")


class Known(NamedTuple):
    """Who a row is on FIDE's rating list; "" for what it does not say. Probably, unless `sure`."""

    name: str
    fide_id: str = ""
    title: str = ""
    federation: str = ""
    birth: str = ""
    sex: str = ""
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change of one row; of each kind, a row has one at most."""

    kind: Kind
    key: str
    # The text that changes, as it stands.
    before: str
    # Column -> its new text.
    changes: Mapping[str, str]
    # Whether it needs a tick of its own: it is not among those that are accepted all at once.
    singly: bool = False


class Result(NamedTuple):
    """The rows after what was accepted; what else is proposed for them; and what was accepted."""

    rows: list[Row]
    proposals: list[Proposal]
    accepted: list[Proposal]

    @property
    def unordered(self) -> list[str]:
        """The keys of the rows with names of several words of which nothing tells the surname."""
        told = {one.key for one in self.proposals if "," in one.changes.get("name", "")}
        unordered = (row.key for row in self.rows if names.is_unordered(row.fields.get("name", "")))
        return [key for key in unordered if key not in told]


def proposed(rows: Iterable[Row], known: Mapping[str, Known], taken: Callable[[Proposal], bool]) -> Result:
    """The rows with those changes that were accepted, and all others that are proposed.

    `known` tells by a row's key who it is on FIDE's list, `taken` whether a change was accepted.
    """
    rows = list(rows)
    listed = _List(rows, known)
    found, others, accepted = [], [], []
    for row in rows:
        fields = dict(row.fields)
        for propose in (_title, _name, _birth, _federation, _id):
            proposal = propose(Row(row.key, fields), listed)
            if proposal is None:
                continue
            if taken(proposal):
                accepted.append(proposal)
                fields |= proposal.changes
            else:
                others.append(proposal)
        found.append(Row(row.key, fields))
    return Result(found, others, accepted)


class _List:
    """What the rows of a list, as they were read, say about each other."""

    def __init__(self, rows: Sequence[Row], known: Mapping[str, Known]) -> None:
        self.known = known
        self.style = Style.of(row.fields.get("name", "") for row in rows)
        self.titled = {row.key: self._titled(row) for row in rows}
        self.habits = Habits(map(self.named, rows))
        self.days = Counter(day for row in rows if (day := _day(row.fields.get("birth", ""))))
        self.ids = Counter(
            row.fide_id or (known[row.key].fide_id if row.key in known else "") for row in rows
        )

    def _titled(self, row: Row) -> Titled:
        return titled(row.fields.get("name", ""), row.federation, self.style)

    def named(self, row: Row) -> Named:
        """The row's name without a title."""
        known = self.known.get(row.key)
        federation = row.federation or (known.federation if known else "")
        return Named(self.titled[row.key].name, federation, known.name if known else "")


# Titles that are not FIDE's or not from the board: of nations, arenas and arbiters.
OTHER_TITLES = frozenset("agm aim afm acm nm wnm ncm wncm lm ia fa".split())
PERSONS = frozenset("mr mrs ms".split())
# Where Wim is a first name, as everywhere if nothing is said.
OF_WIM = frozenset(["", "NED", "BEL", "GER", "AUT", "SUI", "LUX"])
# What nobody is called, in whatever letters it stands.
SAFE = frozenset("gm fm cm wgm wfm wcm gmi igm gmf mff cmf agm aim afm acm wnm ncm wncm".split())
LONGEST_WORDS = 3
# Names with more words and commas are none, but a hostile list has some.
MOST_TOKENS = 24
TOKEN = re.compile(r",|[^\s,]+")
BRACKETS = "()[]"


class Place(NamedTuple):
    """A title's text, and what is before and behind it: nothing, a word or a comma."""

    text: str
    before: str
    behind: str

    def within(self, name: str) -> str:
        """The name with the title where it stands."""
        if not self.before:
            return f"{self.text} {name}"
        if not self.behind:
            return f"{name}{', ' if self.before == ',' else ' '}{self.text}"
        family, comma, given = name.partition(", ")
        if self.behind == ",":
            return f"{family} {self.text}{comma}{given}"
        return f"{family}{comma or ' '}{self.text} {given}".rstrip()


class Titled(NamedTuple):
    """A name without the titles that stand in it, the highest of them that is FIDE's, and the places."""

    name: str
    title: str = ""
    places: tuple[Place, ...] = ()

    def with_titles(self, name: str) -> str:
        """This name with the titles where they stand."""
        for place in reversed(self.places):
            name = place.within(name)
        return name


class Style(NamedTuple):
    """How a list writes names: whether small letters before them may be titles, and surnames in capitals."""

    small_titles: bool = True
    marks: bool = False

    @classmethod
    def of(cls, texts: Iterable[str]) -> Style:
        """m and w, or m and f before half of the names, are no titles; in a third, capitals mean surnames."""
        words = [found for text in texts if (found := text.split())]
        first = [found[0] for found in words]
        small = sum(word in cells.SMALL_TITLES for word in first)
        marking = sum(any(map(_is_marked, found)) and not all(map(str.isupper, found)) for found in words)
        return cls("w" not in first and small * 2 <= len(first) + 1, marking * 3 >= len(words) > 3)


def _is_marked(word: str) -> bool:
    return word.isupper() and len(word) > 1 and cells.key(word) not in cells.TITLE_OF


USUAL = Style()
# The highest first.
TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", "")
# More than this many titles are not a name.
MOST_TITLES = 3


def titled(name: str, federation: str = "", style: Style = USUAL) -> Titled:
    """The name without the titles in it, wherever they stand.

    A title that may be a name stays: Im, Sang-hoon; Wim Jansen.
    """
    found = Titled(name)
    for _title in range(MOST_TITLES):
        more = _without_title(found.name, federation, style)
        if not more.places:
            break
        title = min(found.title, more.title, key=TITLES.index)
        found = Titled(more.name, title, found.places + more.places)
    return found


def _without_title(name: str, federation: str, style: Style) -> Titled:
    tokens = TOKEN.findall(name)
    if len(tokens) > MOST_TOKENS:
        return Titled(name)
    words = len(tokens) - tokens.count(",")
    for start in range(len(tokens)):
        for end in range(min(start + LONGEST_WORDS, len(tokens)), start, -1):
            span = tokens[start:end]
            if "," in span or len(span) == words:
                continue
            before = tokens[start - 1] if start else ""
            place = Place(" ".join(span), before, tokens[end] if end < len(tokens) else "")
            rest = [*tokens[:start], *tokens[end:]]
            title = _title_of(place, rest, federation, style)
            if title is not None:
                return Titled(_joined(rest), title, (place,))
    return Titled(name)


def _joined(tokens: Sequence[str]) -> str:
    return re.sub(r"(?: ,)+", ",", " ".join(tokens)).strip(" ,")


def _title_of(place: Place, rest: Sequence[str], federation: str, style: Style) -> str | None:
    """FIDE's title, or "" for another; None if the words are none, or may be a name."""
    bare = place.text.strip(BRACKETS).removesuffix(".")
    in_brackets = place.text[:1] in "([" and place.text[-1:] in ")]"
    word = cells.key(bare)
    words = [part for part in rest if part != ","]
    edge = not (place.before and place.behind) or "," in place
    if len(word) > 5:
        return cells.TITLE_OF.get(word) if edge else None
    if style.small_titles and place.text in cells.SMALL_TITLES and not place.before:
        return cells.SMALL_TITLES[bare] if words[0][:1].isupper() else None
    if word in PERSONS and not place.before and len(words) > 1:
        return ""
    title = cells.TITLE_OF.get(word, "" if word in OTHER_TITLES else None)
    if title is None or not bare.isalpha():
        return None
    # "GM, Smith": hardly a surname, but what is the name?
    surname = not place.before and place.behind == "," and len(words) < 2
    safe = word in SAFE and (bare.isupper() or edge) and not surname
    return title if in_brackets or safe or _is_no_name(place, rest, federation, style) else None


def _is_no_name(place: Place, rest: Sequence[str], federation: str, style: Style) -> bool:
    """Whether IM and the like are a title: beside a whole name that is not in capitals, or has a comma."""
    words = [part for part in rest if part != ","]
    if len(words) < 2 or (not place.before and place.behind == ","):
        return False
    large = place.text.isupper()
    if not place.before and "," in rest:
        return large or not any(map(str.isupper, "".join(rest)))
    if place.before == "," and rest.count(",") > 1:
        return large
    if not large or (federation in {"KOR", "PRK"} and place.text == "IM"):
        # IM Sang Hoon, but not IM Park Sang-hoon.
        return large and any(map(names.SYLLABLES.fullmatch, words))
    known = any(map(names.is_of_west, words))
    if any(not word.isupper() for word in words):
        # Im is a surname in a list that has these in capitals: IM Sang Hoon, but not IM KOSTEN Tony.
        return known or not style.marks or any(map(_is_marked, words))
    return known or "," in rest if place.text != "WIM" else federation not in OF_WIM


def _title(row: Row, listed: _List) -> Proposal | None:
    found = listed.titled[row.key]
    name, said = row.fields.get("name", ""), row.said("title")
    title = cells.title_of(said)
    foreign = cells.key(said) in OTHER_TITLES
    if said and not foreign and found.title not in {"", title}:
        # Which of the two is right, an arbiter knows.
        return None
    changes = {"name": found.name} if found.places else {}
    if foreign or (found.title and not title):
        changes["title"] = found.title
    return Proposal(Kind.TITLES, row.key, name if found.places else said, changes) if changes else None


def _name(row: Row, listed: _List) -> Proposal | None:
    found, name = listed.titled[row.key], row.fields.get("name", "")
    right = names.put_right(listed.named(row), listed.habits)
    if right == found.name:
        return None
    if name != found.name:
        right = found.with_titles(right)
    return Proposal(Kind.NAMES, row.key, name, {"name": right})


UNKNOWN_DAY = "/01/01"
# If so many people of a list, and so great a part, have one birthday, it is none.
MANY, PART = 4, 4


def _day(birth: str) -> str:
    """Month and day of a date, with the slash before them; "" for a year."""
    return birth[4:] if re.fullmatch(r"\d{4}/\d\d/\d\d", birth) else ""


def _birth(row: Row, listed: _List) -> Proposal | None:
    birth = row.fields.get("birth", "")
    day = _day(birth)
    if not day:
        return None
    alike = listed.days[day]
    if day != UNKNOWN_DAY and not (alike >= MANY and alike * PART >= listed.days.total()):
        return None
    return Proposal(Kind.BIRTHS, row.key, birth, {"birth": birth[:4]}, singly=True)


def _federation(row: Row, _listed: _List) -> Proposal | None:
    text = row.said("federation")
    if not text or cells.known_code_of(text):
        return None
    code = _meant(cells.key(text))
    return Proposal(Kind.FEDERATIONS, row.key, text, {"federation": code}) if code else None


# Shorter names of federations are alike: Iran and Iraq, Mali and Malta.
LEAST_LETTERS, MOST_LETTERS = 6, 40


def _meant(word: str) -> str:
    """The only federation whose name has one slip less; "" if there is none, or several."""
    if not LEAST_LETTERS <= len(word) <= MOST_LETTERS:
        return ""
    near = {name for short in _shortened(word) for name in _federations().get(short, ())}
    codes = {cells.known_code_of(name) for name in near if slips_between(word, name) == 1}
    return codes.pop() if len(codes) == 1 else ""


def _shortened(word: str) -> Iterator[str]:
    """The word, and all words that are left of it without one letter."""
    yield word
    for place in range(len(word)):
        yield word[:place] + word[place + 1 :]


@cache
def _federations() -> dict[str, set[str]]:
    """A name of a federation without one letter, or whole -> such names.

    Two words with one slip between them have such a word in common.
    """
    found: dict[str, set[str]] = {}
    for name in cells.names_of_federations():
        if len(name) >= LEAST_LETTERS - 1:
            for short in _shortened(name):
                found.setdefault(short, set()).add(name)
    return found


def _id(row: Row, listed: _List) -> Proposal | None:
    known = listed.known.get(row.key)
    if known is None or row.fide_id not in {"", known.fide_id}:
        return None
    changes = {
        column: value
        for column in ("fide_id", "title", "federation", "birth", "sex")
        if (value := getattr(known, column)) and not row.said(column)
    }
    # Two rows of one list are hardly one person.
    singly = not known.sure or listed.ids[known.fide_id] > 1
    return Proposal(Kind.IDS, row.key, row.fields.get("name", ""), changes, singly) if changes else None
