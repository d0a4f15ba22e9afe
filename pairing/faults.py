"""The faults of boards that the rules did not make: what is wrong with hand-made pairings, one by one.

A fault is a breach of what every Swiss system forbids (C.04.1), or of what the arbiter was told before
round 1. It is not a fault that other pairs would have been better: a comparison with the engine's own pairing
shows that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pairing.core.edition import Book, Wrong
from pairing.core.records import Record, kept_apart, make_records, rounds_met, third_running, three_more
from pairing.core.tournament import Colour, Pair, Tournament
from pairing.editions import edition_by_code


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault, the article against it, and the pairing numbers of those concerned, White first."""

    wrong: Wrong
    article: str
    players: tuple[int, ...]


def faults(
    tournament: Tournament, edition: str, pairs: Iterable[Pair], bye: int | None = None
) -> tuple[Fault, ...]:
    """The faults, by the edition, of these pairs of the coming round and of this player's bye.

    They are listed pair by pair, the bye at the end. A pair or bye of a player who is not to be paired in the
    round is not checked. Raises PairingError for an unknown edition, or if the history is not fit to pair
    from.
    """
    known = edition_by_code(edition)
    handling, articles = known.handling, known.faults.articles
    tournament = known.entrants(tournament)
    records = {
        record.number: record
        for record in make_records(
            tournament, float_of=handling.float_of, bars_from_bye=handling.bars_from_bye
        )
    }
    cells = {player.number: player.cells for player in tournament.players}
    apart = kept_apart(tournament.forbidden, tournament.played_rounds + 1)
    found: list[tuple[Wrong, tuple[int, ...]]] = []
    for pair in pairs:
        if pair.white in records and pair.black in records:
            if len(rounds_met(cells[pair.white]).get(pair.black, ())) >= known.faults.meetings:
                found.append((Wrong.REMATCH, (pair.white, pair.black)))
            if pair.black in apart.get(pair.white, ()):
                found.append((Wrong.FORBIDDEN, (pair.white, pair.black)))
            found += _of_colours(known.faults, records[pair.white], records[pair.black])
    if bye in records:
        found += _of_bye(known.faults, records, bye)
    return tuple(Fault(wrong, articles[wrong], players) for wrong, players in found if wrong in articles)


def _of_bye(book: Book, records: Mapping[int, Record], bye: int) -> Iterator[tuple[Wrong, tuple[int, ...]]]:
    if not records[bye].may_take_bye:
        yield Wrong.BYE, (bye,)
    elif book.lowest_bye:
        lowest = book.lowest_bye(tuple(records.values()))
        if lowest is not None and records[bye].score > lowest:
            yield Wrong.HIGHER_BYE, (bye,)


def _of_colours(book: Book, white: Record, black: Record) -> Iterator[tuple[Wrong, tuple[int, ...]]]:
    for player, other, colour in ((white, black, Colour.WHITE), (black, white, Colour.BLACK)):
        if book.excuses(player, other):
            continue
        if third_running(player.colours, colour):
            yield Wrong.THIRD_COLOUR, (player.number,)
        if three_more(player.colours, colour):
            yield Wrong.COLOUR_DIFFERENCE, (player.number,)
    # C.04.1 h (2026: 8).
    if white.preference.colour is Colour.BLACK and black.preference.colour is Colour.WHITE:
        yield Wrong.BOTH_COLOURS, (white.number, black.number)
