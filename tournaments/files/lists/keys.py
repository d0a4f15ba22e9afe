"""Words without the details that people write in different ways."""

from __future__ import annotations

import unicodedata
from functools import lru_cache


# A list has few different words, each many times.
@lru_cache(maxsize=4096)
def key(text: str) -> str:
    """The text without capitals, accents, blanks and punctuation: "Fédé." and "FEDE" are the same word."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in plain if c.isalnum())
