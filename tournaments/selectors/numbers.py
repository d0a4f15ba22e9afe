"""The initial order, and what it would make of the pairing numbers (C.04.2 B.2, B.3; 2026: 2.2, 2.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments import engine
from tournaments.models import Tournament
from tournaments.names import fold
from tournaments.selectors import rounds

if TYPE_CHECKING:
    from tournaments.models import Player

Criterion = Tournament.AmongEquals
# The round with which C.04.2 B.3 (2026: 2.3) freezes them.
FROZEN_WITH = 4

# Behind every number and every date.
LAST = "~"
# A place has room in Player.among_equals, where it stands after an exchange.
LONGEST_NAME = 74


@dataclass(frozen=True, slots=True)
class Move:
    """A player whom the initial order gives another pairing number than he has."""

    player: Player
    number: int


def initial_order(player: Player) -> tuple[int, int, str]:
    """What players are ranked by: rating, FIDE title, and the announced criterion (C.04.2 B.2, 2026: 2.2)."""
    titles = engine.edition_of(player.tournament).handling.title_order
    title = titles.index(player.title) if player.title in titles else len(titles)
    return (-(player.rating or 0), title, player.among_equals or place_among_equals(player))


def place_among_equals(player: Player) -> str:
    """What ranks him among players of equal rating and title; no two players of an event have the same.

    By the criterion that was announced, then alphabetically (C.04.2 B.2 c): an accented letter stands with
    the plain one.
    """
    match player.tournament.among_equals:
        case Criterion.FIDE_ID:
            first = player.fide_id.zfill(11) if player.fide_id else LAST
        case Criterion.BIRTH:
            first = player.birth or LAST
        case _:
            first = ""
    return f"{first}\t{fold(player.name)[:LONGEST_NAME]}\t{player.pk or 0:012}"


def are_equal(one: Player, other: Player) -> bool:
    """Whether only the last criterion of the initial order parts them."""
    return initial_order(one)[:2] == initial_order(other)[:2]


def moves(tournament: Tournament) -> list[Move]:
    """Who would have another number by the data as they are now."""
    order = sorted(tournament.players.all(), key=initial_order)
    return [Move(player, number) for number, player in enumerate(order, 1) if player.number != number]


def number_of_late_entry(tournament: Tournament, player: Player) -> int:
    """The number that somebody would get who entered now, while the tournament is under way (C.04.2 C.2)."""
    order = list(tournament.players.all())
    handling = engine.edition_of(tournament).handling
    if handling.late_entries_freeze and rounds.numbers_are_frozen(tournament):
        return len(order) + 1
    return place_of(order, player) + 1


def place_of(order: list[Player], newcomer: Player) -> int:
    """Where a late entry is put in: above the first player whom he outranks."""
    mine = initial_order(newcomer)
    return next((place for place, p in enumerate(order) if initial_order(p) > mine), len(order))
