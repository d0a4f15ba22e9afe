"""Finding a name as people type it: any order of words, no accents, no capitals, no apostrophes."""

from __future__ import annotations

import unicodedata

# Letters that no decomposition takes apart, as a keyboard without them writes them; static/js/find.js
# has the same list.
PLAIN = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"}
    | dict.fromkeys("'’‘`", "")
)


def fold(text: str) -> str:
    """The text without what people leave out when they search."""
    decomposed = unicodedata.normalize("NFD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c)).translate(PLAIN)


def matches(query: str, *names: str) -> bool:
    """Whether every word of the query is part of the names."""
    folded = fold(" ".join(names))
    return all(word in folded for word in fold(query).replace(",", " ").split())
