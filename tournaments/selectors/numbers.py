"""The initial order, and the pairing numbers that would follow from it (C.04.2 B.2, B.3; 2026: 2.2, 2.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments import engine
from tournaments.models import AuditEvent, Player, Tournament
from tournaments.names import fold
from tournaments.selectors import rounds

Action = AuditEvent.Action

LAST_NUMBER = 10_000
# So that a place fits into Player.among_equals, where it is stored after an exchange.
LONGEST_NAME = 74


@dataclass(frozen=True, slots=True)
class Move:
    """A player to whom the initial order gives a different pairing number from theirs."""

    player: Player
    number: int


# Acts that settle the numbers of a table without our lot, and acts after which they have to be drawn again.
SETTLING = (Action.NUMBERS_SET, Action.TOURNAMENT_IMPORTED)
VOIDING = (Action.PLAYER_ADDED, Action.PLAYERS_IMPORTED, Action.PLAYER_REMOVED)


def are_to_be_drawn(tournament: Tournament) -> bool:
    """Whether the numbers of a round robin are still to be drawn, or given by hand (C.05 Annex 1)."""
    if not engine.is_round_robin(tournament) or tournament.number_seed or rounds.is_bound(tournament):
        return False
    last = tournament.audit_events.filter(action__in=(*SETTLING, *VOIDING)).first()
    return last is None or last.action not in SETTLING


def initial_order(player: Player) -> tuple[int, int, str]:
    """The key of the initial order: rating, FIDE title, the announced criterion (C.04.2 B.2, 2026: 2.2).

    In a round robin numbers are drawn or given, and data never change them: players without one come last.
    """
    if engine.is_round_robin(player.tournament):
        return (player.number or LAST_NUMBER, 0, place_among_equals(player))
    titles = engine.edition_of(player.tournament).handling.title_order
    strength = engine.handling.seeding(player.rating, player.title, titles)
    return (*strength, player.among_equals or place_among_equals(player))


def place_among_equals(player: Player) -> str:
    """The key that ranks a player among those of equal rating and title; it is unique in an event.

    By the announced criterion, then alphabetically (C.04.2 B.2 c), with accented letters sorted like plain
    ones.
    """
    rank = engine.handling.among_equals(
        player.tournament.among_equals,
        name=fold(player.name)[:LONGEST_NAME],
        birth=player.birth,
        fide_id=player.fide_id,
    )
    return f"{rank}\t{player.pk or 0:012}"


def are_equal(one: Player, other: Player) -> bool:
    """Whether only the last criterion of the initial order separates them."""
    return initial_order(one)[:2] == initial_order(other)[:2]


def moves(tournament: Tournament) -> list[Move]:
    """The players who would have another number by the data as they are now."""
    order = sorted(tournament.players.all(), key=initial_order)
    return [Move(player, number) for number, player in enumerate(order, 1) if player.number != number]


def with_late_entries(tournament: Tournament, late: Iterable[Player]) -> list[Player]:
    """The players in the order of their numbers, with these late entries inserted (C.04.2 C.2; 2026: 2.4).

    If the edition freezes numbers for late entries too, they come at the end once numbers are frozen.
    """
    late = sorted(late, key=initial_order)
    entering = {player.pk for player in late}
    order = [player for player in tournament.players.all() if player.pk not in entering]
    ranks = list(map(initial_order, order))
    handling = engine.edition_of(tournament).handling
    at_the_end = handling.late_entries_freeze and rounds.numbers_are_frozen(tournament)
    for player in late:
        rank = initial_order(player)
        place = len(order) if at_the_end else engine.handling.place_of_late_entry(ranks, rank)
        order.insert(place, player)
        ranks.insert(place, rank)
    return order
