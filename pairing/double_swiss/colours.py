"""The colours of a match of two games (C.04.5 art. 1.6 and 4): those of its first game."""

from __future__ import annotations

from pairing.core.colours import alternate, alternate_first, alternate_other, of_match
from pairing.core.records import Record
from pairing.core.tournament import Colour, Outcome, Pair, Player, Tournament

_PLAYED = frozenset({Outcome.WIN, Outcome.DRAW, Outcome.LOSS})


def colours_of_matches(player: Player, rounds: int) -> tuple[Colour, ...]:
    """1.6: the colours of the first games, of matches in which at least one game was played."""
    cells = player.cells[:rounds]
    return tuple(cell.colour for cell in cells if cell.outcome in _PLAYED and cell.colour is not None)


def white_to_fewer(higher: Record, lower: Record) -> Record | None:
    """4.3.2: White to the player who had it less often."""
    mine, yours = (record.colours.count(Colour.WHITE) for record in (higher, lower))
    if mine == yours:
        return None
    return higher if mine < yours else lower


# 4.3.2 to 4.3.5; 4.3.1, which comes before them, is the lot.
RULES = (white_to_fewer, alternate, alternate_first, alternate_other)
ARTICLES = tuple(f"art. 4.3.{place}" for place in range(1, len(RULES) + 2))


def by_rank(one: Record, two: Record) -> tuple[Record, Record]:
    """4.3: the higher ranked of two players, then the lower (1.2)."""
    return (one, two) if one.rank < two.rank else (two, one)


def colours(one: Record, two: Record, tournament: Tournament) -> tuple[Pair, int]:
    """4.3: who has White in the first game, and the place of the rule that decided, from 0 for 4.3.1."""
    higher, lower = by_rank(one, two)
    return of_match(RULES, higher, lower, higher.order, tournament.initial_colour)
