"""The group in which two players met, as a page draws it: two columns, a pair in each row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pairing.explanation.facts import Group, Manner

# If there are more rows than this, only the first, the last and those around the player's own are drawn.
MOST_ROWS = 9
AROUND = 2


class Place(NamedTuple):
    """A player in a column, and how they came to the group or to the other column."""

    number: int
    name: str
    # Came from another group, was left over for another, crossed to the other column.
    came: bool = False
    left: bool = False
    crossed: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A pair, a player who was left over, or the number of rows that are not drawn."""

    # The left column, then the right one.
    places: tuple[Place | None, Place | None] = (None, None)
    mine: bool = False
    hidden: int = 0


@dataclass(frozen=True, slots=True)
class Duel:
    """The rows of a group; the rows of players who came from another group are kept apart."""

    # "halves", "seekers", "ends", "identifier" or "table": it says what the columns are.
    manner: str
    came: tuple[Row, ...]
    rows: tuple[Row, ...]
    # Whether players came to it from below, and not from above.
    up: bool


def duel_of(group: Group, names: Mapping[int, str], player: int) -> Duel:
    """The drawing of the group in which the player with this number met an opponent."""

    def place(number: int) -> Place:
        return Place(
            number, names[number], number in group.came, number in group.left, number in group.crossed
        )

    def rows(pairs: Sequence[tuple[int, int]]) -> list[Row]:
        return [Row((place(one), place(two)), mine=player in (one, two)) for one, two in pairs]

    left = [Row((None, place(number))) for number in group.left]
    came = tuple(_drawn(rows(group.came_pairs)))
    manner = Manner.TABLE if group.manner is Manner.SIDES else group.manner
    return Duel(manner, came, tuple(_drawn(rows(group.pairs) + left)), group.up)


def _drawn(rows: Sequence[Row]) -> Iterator[Row]:
    """The rows; in a long list each gap becomes one row with the number of rows hidden."""
    mine = next((place for place, row in enumerate(rows) if row.mine), 0)
    hidden = 0
    for place, row in enumerate(rows):
        if len(rows) <= MOST_ROWS or place in {0, len(rows) - 1} or abs(place - mine) <= AROUND:
            if hidden:
                yield Row(hidden=hidden)
            hidden = 0
            yield row
        else:
            hidden += 1
