"""FIDE's titles: their order, and how lists and reports write them."""

from __future__ import annotations

# C.04.2 B.2 (2026: 2.2): players of equal strength are ranked by title, the highest first.
TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")

# As older lists and some programs shorten them.
SHORT = {"G": "GM", "M": "IM", "F": "FM", "C": "CM", "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM"}


def title_of(text: str) -> str:
    """The title written this way, in full or shortened; "" if it is none of FIDE's."""
    title = SHORT.get(text.upper(), text.upper())
    return title if title in TITLES else ""
