"""Names on a screen of the hall: as much of each as fits, in letters that can be read from afar."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

# Widths of letters in bold Arial, in hundredths of an em; other capitals take CAPITAL, and the rest USUAL.
WIDTHS = {
    letter: width
    for width, letters in ((28, "ijlI.,:;'’| "), (37, "frt-()"), (56, "acekszvxy"), (88, "mMwW"), (100, "…"))
    for letter in letters
}
CAPITAL, USUAL = 72, 61
# How much more room smaller letters have: 40 pixels high instead of 50. Still smaller ones are unreadable.
SMALLER = (5, 4)


class Fitted(NamedTuple):
    """A name as it is shown, and whether it is in smaller letters."""

    text: str
    small: bool = False


class Place(NamedTuple):
    """The place of a name: its room, and the part of it that a sign takes; in hundredths of an em."""

    room: int
    sign: int = 0

    def holds(self, shown: Fitted) -> bool:
        """Whether the name fits into the place."""
        more, less = SMALLER
        return (self.sign + width(shown.text)) * (less if shown.small else more) <= self.room * more


def width(text: str) -> int:
    """The width of the text, in hundredths of an em."""
    return sum(WIDTHS.get(letter, CAPITAL if letter.isupper() else USUAL) for letter in text)


def forms(name: str) -> list[str]:
    """The name, then with only an initial, then the surname: `Grigoryan, Petros`, `Grigoryan, P.`, …"""
    family, comma, given = name.partition(", ")
    return [name, f"{family}, {given[0]}.", family] if comma and given else [name]


def counted(names: Iterable[str]) -> Counter[str]:
    """The number of people with each form of a name."""
    return Counter(form for name in names for form in forms(name))


def fitted(name: str, place: Place, shared: Counter[str]) -> Fitted:
    """The name as it fits into its place, in a form that nobody shares.

    It is shortened first to the initial, then to smaller letters, then to the surname; finally the surname is
    cut.
    """
    shorter = [form for form in forms(name)[1:] if shared[form] < 2]
    choices = [Fitted(form) for form in [name, *shorter[:1]]]
    choices += [Fitted(form, small=True) for form in [name, *shorter]]
    return next(filter(place.holds, choices), None) or cut(name, place)


def cut(name: str, place: Place) -> Fitted:
    """As much of the surname as fits in smaller letters, and the initial."""
    family, comma, given = name.partition(", ")
    end = f"…, {given[0]}." if comma and given else "…"
    while family and not place.holds(Fitted(family + end, small=True)):
        family = family[:-1]
    return Fitted(family.rstrip(" -") + end, small=True)
