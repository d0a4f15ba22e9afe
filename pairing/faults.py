"""What is wrong with boards that were not made by the rules: hand-made pairings, named fault by fault.

A fault is a breach of what every Swiss system forbids (C.04.1), or of what the arbiter was told before
round 1; that other pairs would have been better is no fault, but what a comparison with the engine's own
pairing shows.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from pairing.absolute_criteria import same_absolute_preference
from pairing.editions import edition_by_code
from pairing.meetings import kept_apart, rounds_met
from pairing.preferences import third_running, three_more
from pairing.records import make_records
from pairing.tournament import Colour

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from pairing.records import Record
    from pairing.tournament import Pair, Tournament


class Wrong(StrEnum):
    """What can be wrong."""

    REMATCH = "rematch"
    FORBIDDEN = "forbidden"
    THIRD_COLOUR = "third-colour"
    COLOUR_DIFFERENCE = "colour-difference"
    BOTH_COLOURS = "both-colours"
    BYE = "bye"


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault, the article against it, and the pairing numbers of those concerned, White first."""

    wrong: Wrong
    article: str
    players: tuple[int, ...]


def pair_is_excused(player: Record, other: Record) -> bool:
    """Whether one of the two has to do without the colour that he must get, and may (C.04.1 f, g; 6, 7).

    Both must get the same colour, and one of them is a topscorer: in the final round only (2016 A.7 and
    C.3, 2026 C3, B.2 of 2012).
    """
    return same_absolute_preference(player, other) and (player.topscorer or other.topscorer)


def topscorer_is_excused(player: Record, _other: Record) -> bool:
    """A.7.a, B.2 of 1998: in the last round who has over 50 % need not get any colour."""
    return player.topscorer


@dataclass(frozen=True, slots=True)
class Book:
    """What an edition calls wrong: the article against each fault, and whom it excuses for his colour."""

    articles: Mapping[Wrong, str]
    excuses: Callable[[Record, Record], bool]


# C.05 5.2, whatever the edition.
KEPT_APART = "C.05 5.2"

DUTCH_2026 = Book(
    {
        Wrong.REMATCH: "C.04.1 art. 2, C.04.3 C1",
        Wrong.FORBIDDEN: KEPT_APART,
        Wrong.THIRD_COLOUR: "C.04.1 art. 7, C.04.3 C3",
        Wrong.COLOUR_DIFFERENCE: "C.04.1 art. 6, C.04.3 C3",
        Wrong.BOTH_COLOURS: "C.04.3 art. 5.2.1",
        Wrong.BYE: "C.04.1 art. 4, C.04.3 C2",
    },
    pair_is_excused,
)
DUTCH_2016 = Book(
    {
        Wrong.REMATCH: "C.04.1 b, C.04.3 C.1",
        Wrong.FORBIDDEN: KEPT_APART,
        Wrong.THIRD_COLOUR: "C.04.1 g, C.04.3 C.3",
        Wrong.COLOUR_DIFFERENCE: "C.04.1 f, C.04.3 C.3",
        Wrong.BOTH_COLOURS: "C.04.3 E.1",
        Wrong.BYE: "C.04.1 d, C.04.3 C.2",
    },
    pair_is_excused,
)
RATING_2012 = Book(
    {
        Wrong.REMATCH: "B.1.a",
        Wrong.FORBIDDEN: KEPT_APART,
        Wrong.THIRD_COLOUR: "B.2",
        Wrong.COLOUR_DIFFERENCE: "B.2",
        Wrong.BOTH_COLOURS: "E.1",
        Wrong.BYE: "B.1.b",
    },
    pair_is_excused,
)
# Both older revisions number their articles alike.
RATING_1998 = Book(RATING_2012.articles, topscorer_is_excused)

BOOKS: Mapping[str, Book] = MappingProxyType(
    {
        "dutch-2026": DUTCH_2026,
        "dutch-2016": DUTCH_2016,
        "rating-2012": RATING_2012,
        "rating-1998": RATING_1998,
    }
)


def faults(
    tournament: Tournament, edition: str, pairs: Iterable[Pair], bye: int | None = None
) -> tuple[Fault, ...]:
    """What is wrong with these pairs of the coming round, and with this player's bye, by the edition.

    Pair by pair, the bye at the end. Players who are not to be paired in the round are taken as they
    come: nothing is said of them. Raises PairingError for an unknown edition, and where the history is not
    fit to pair from.
    """
    handling = edition_by_code(edition).handling
    records = {
        record.number: record
        for record in make_records(tournament, float_of=handling.float_of, may_take_bye=handling.may_take_bye)
    }
    book = BOOKS[edition]
    cells = {player.number: player.cells for player in tournament.players}
    apart = kept_apart(tournament.forbidden, tournament.played_rounds + 1)
    found: list[tuple[Wrong, tuple[int, ...]]] = []
    for pair in pairs:
        if pair.white in records and pair.black in records:
            if pair.black in rounds_met(cells[pair.white]):
                found.append((Wrong.REMATCH, (pair.white, pair.black)))
            if pair.black in apart.get(pair.white, ()):
                found.append((Wrong.FORBIDDEN, (pair.white, pair.black)))
            found += _of_colours(book, records[pair.white], records[pair.black])
    if bye in records and not records[bye].may_take_bye:
        found.append((Wrong.BYE, (bye,)))
    return tuple(Fault(wrong, book.articles[wrong], players) for wrong, players in found)


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
