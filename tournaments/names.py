"""Finding a name as people type it: any order of words, no accents, no capitals, no apostrophes."""

from __future__ import annotations

import re
import unicodedata

# Letters that no decomposition takes apart, as a keyboard without them writes them; static/js/find.js
# has the same list.
PLAIN = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"}
    | dict.fromkeys("'’‘`", "")
)


# What parts the words of a name: blanks, commas, hyphens, full stops.
BETWEEN = re.compile(r"[\W_]+")


def fold(text: str) -> str:
    """The text without what people leave out when they search."""
    if text.isascii():
        return text.lower().translate(PLAIN)
    decomposed = unicodedata.normalize("NFD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c)).translate(PLAIN)


def words(text: str) -> list[str]:
    """The folded words of a name or of what somebody types: "Vachier-Lagrave, M." is three."""
    return [word for word in BETWEEN.split(fold(text)) if word]


def rotations(name: str) -> set[str]:
    """The name's folded words from each of them on: whatever word comes first, it begins one of these.

    "Van Foreest, Jorden" gives "van foreest jorden", "foreest jorden van" and "jorden van foreest". An
    index of them finds people by the beginning of any word, and each entry holds all the words.
    """
    found = words(name)
    return {" ".join(found[start:] + found[:start]) for start in range(len(found))}


def matches(query: str, *names: str) -> bool:
    """Whether every word of the query is part of the names."""
    folded = fold(" ".join(names))
    return all(word in folded for word in fold(query).replace(",", " ").split())
