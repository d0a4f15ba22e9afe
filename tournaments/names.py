"""Finding a name as people type it: any order of words, no accents, no capitals, no apostrophes."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

# Letters without a Unicode decomposition, as typed on a keyboard that lacks them; static/js/find.js has the
# same list.
PLAIN = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"}
    | dict.fromkeys("'’‘`", "")
)


# The separators of a name's words: blanks, commas, hyphens, full stops.
BETWEEN = re.compile(r"[\W_]+")


def fold(text: str) -> str:
    """The text in lower case, without the accents and apostrophes that people leave out when they search."""
    if text.isascii():
        return text.lower().translate(PLAIN)
    decomposed = unicodedata.normalize("NFD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c)).translate(PLAIN)


@lru_cache(maxsize=8192)
def words(text: str) -> tuple[str, ...]:
    """The folded words of a name or of a typed query: "Vachier-Lagrave, M." has three."""
    return tuple(word for word in BETWEEN.split(fold(text)) if word)


def rotations(name: str) -> set[str]:
    """The rotations of the name's folded words, so that each word begins one of them.

    "Van Foreest, Jorden" gives "van foreest jorden", "foreest jorden van" and "jorden van foreest". An
    index of them finds people by the beginning of any word, and each entry holds all the words.
    """
    found = words(name)
    return {" ".join(found[start:] + found[:start]) for start in range(len(found))}


def is_spelling_of(name: str, other: str) -> bool:
    """Whether two names are spellings of one: the same words in any order, or nearly the same letters.

    One slip is allowed for every five letters, and two at most: "Nakamura" and "Nakamoura" are the same
    person, "Li" and "Wu" are not. Accents, capitals and word separators are ignored.
    """
    one, two = words(name), words(other)
    if sorted(one) == sorted(two):
        return True
    first, second = "".join(one), "".join(two)
    allowed = min(2, min(len(first), len(second)) // 5)
    return _may_differ_by(allowed, first, second) and slips_between(first, second) <= allowed


def _may_differ_by(slips: int, text: str, other: str) -> bool:
    """Whether so few slips could suffice; it says so of nearly all strangers without comparing their letters.

    A slip changes two pieces of the text at most, where it exchanges letters of both, and so one of the
    pieces is in the other text as it was. A file of games has thousands of names for a thousand boards.
    """
    pieces = 2 * slips + 1
    cuts = [len(text) * piece // pieces for piece in range(pieces + 1)]
    return abs(len(text) - len(other)) <= slips and any(
        text[start:end] in other for start, end in pairwise(cuts)
    )


def slips_between(text: str, other: str) -> int:
    """The least number of typing slips that turn one text into the other.

    A slip leaves a character out, puts one in, writes another, or exchanges two neighbours (the optimal
    string alignment distance).
    """
    before, above = [0] * (len(other) + 1), list(range(len(other) + 1))
    for i, letter in enumerate(text, 1):
        row = [i]
        for j, wanted in enumerate(other, 1):
            slips = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and text[i - 2] == wanted:
                slips = min(slips, before[j - 2] + 1)
            row.append(slips)
        before, above = above, row
    return above[-1]


def matches(query: str, *names: str) -> bool:
    """Whether every word of the query is part of the names."""
    folded = fold(" ".join(names))
    return all(word in folded for word in fold(query).replace(",", " ").split())
