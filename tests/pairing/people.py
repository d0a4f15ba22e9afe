"""Records of single players, made up for tests of single rules."""

from __future__ import annotations

from collections.abc import Iterable

from pairing.core.records import Float, Record, colour_difference, preference, repeated_colour
from pairing.core.tournament import Colour

# Traits -> the likeness of made-up players with these traits.
_LIKENESSES: dict[tuple[object, ...], int] = {}

LETTERS = {"W": Colour.WHITE, "B": Colour.BLACK}


def history(letters: str) -> tuple[Colour, ...]:
    """Colours from a string such as "WBW", oldest first."""
    return tuple(LETTERS[letter] for letter in letters)


def a_record(
    number: int,
    colours: str = "",
    *,
    score: int = 10,
    rank: int | None = None,
    order: int | None = None,
    floats: tuple[Float | None, Float | None] = (None, None),
    may_take_bye: bool = True,
    topscorer: bool = False,
    unplayed: int = 0,
    barred: Iterable[int] = (),
) -> Record:
    played = history(colours)
    traits = (
        colour_difference(played),
        repeated_colour(played),
        preference(played),
        floats,
        may_take_bye,
        topscorer,
        unplayed,
    )
    return Record(
        number,
        number - 1 if rank is None else rank,
        score,
        number if order is None else order,
        played,
        *traits,
        likeness=_LIKENESSES.setdefault(traits, len(_LIKENESSES)),
        barred=frozenset(barred),
    )
