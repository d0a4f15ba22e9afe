"""What is wrong with boards that were not made by the rules: hand-made pairings, named fault by fault.

A fault is a breach of what every Swiss system forbids (C.04.1), or of what the arbiter was told before
round 1; that other pairs would have been better is no fault, but what a comparison with the engine's own
pairing shows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pairing.edition import Wrong
from pairing.editions import edition_by_code
from pairing.preferences import colour_difference
from pairing.records import make_records
from pairing.tournament import Colour

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pairing.edition import Book
    from pairing.records import Record
    from pairing.tournament import Pair, Tournament


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault, the article against it, and the pairing numbers of those concerned, White first."""

    wrong: Wrong
    article: str
    players: tuple[int, ...]


def faults(
    tournament: Tournament, edition: str, pairs: Iterable[Pair], bye: int | None = None
) -> tuple[Fault, ...]:
    """What is wrong with these pairs of the coming round, and with this player's bye, by the edition.

    Pair by pair, the bye at the end. Players who are not to be paired in the round are taken as they
    come: nothing is said of them. Raises PairingError for an unknown edition, and where the history is not
    fit to pair from.
    """
    known = edition_by_code(edition)
    handling, articles = known.handling, known.faults.articles
    records = {
        record.number: record
        for record in make_records(tournament, float_of=handling.float_of, may_take_bye=handling.may_take_bye)
    }
    found = [
        (wrong, players)
        for pair in pairs
        if pair.white in records and pair.black in records
        for wrong, players in _of_pair(tournament, known.faults, records[pair.white], records[pair.black])
    ]
    if bye in records and not records[bye].may_take_bye:
        found.append((Wrong.BYE, (bye,)))
    return tuple(Fault(wrong, articles[wrong], players) for wrong, players in found if wrong in articles)


def _of_pair(
    tournament: Tournament, book: Book, white: Record, black: Record
) -> Iterator[tuple[Wrong, tuple[int, ...]]]:
    both = (white.number, black.number)
    if have_met(tournament, *both):
        yield Wrong.REMATCH, both
    if are_kept_apart(tournament, *both):
        yield Wrong.FORBIDDEN, both
    for player, other, colour in ((white, black, Colour.WHITE), (black, white, Colour.BLACK)):
        if book.excuses(player, other):
            continue
        if player.repeated is colour:
            yield Wrong.THIRD_COLOUR, (player.number,)
        if abs(colour_difference((*player.colours, colour))) > 2:
            yield Wrong.COLOUR_DIFFERENCE, (player.number,)
    if is_due(white, Colour.BLACK) and is_due(black, Colour.WHITE):
        yield Wrong.BOTH_COLOURS, both


def have_met(tournament: Tournament, one: int, two: int) -> bool:
    """C.04.1 b (2026: 2): whether the two have played one another; a forfeit is no game (C.04.2 D.6, 3.5)."""
    player = next(player for player in tournament.players if player.number == one)
    return any(cell.played and cell.opponent == two for cell in player.cells)


def are_kept_apart(tournament: Tournament, one: int, two: int) -> bool:
    """C.05 5.2: whether it was announced that the two do not meet in the coming round."""
    coming = tournament.played_rounds + 1
    return any({one, two} <= group.players and group.holds_in(coming) for group in tournament.forbidden)


def is_due(player: Record, colour: Colour) -> bool:
    """Whether the player should get this colour (C.04.1 h; 2026: 8)."""
    return player.preference.colour is colour
