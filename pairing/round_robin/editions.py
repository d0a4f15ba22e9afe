"""Round robins of players and of teams as editions, by the tables of Berger (C.05 Annexes 1 and 2).

Single, double with the recommended exchange of two rounds, and double without it. The codes of TRF26 have no
exchange for teams: at every second board the colours are reversed anyway.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from pairing.core.edition import ARTICLES, HANDLING, Book, Edition, Form, Ground, Handling, ReportCodes, Wrong
from pairing.core.lots import drawn
from pairing.core.sentences import Phrase, in_catalogue
from pairing.core.timetable import Timetable
from pairing.core.tournament import (
    DOUBLE_ROUND_ROBIN_OF_TEAMS,
    OWN_ROUND_ROBIN_OF_TEAMS,
    ROUND_ROBIN_OF_TEAMS,
    Pair,
    PairingError,
    Tournament,
    codes_of_table,
)
from pairing.swiss_team.edition_2026 import tournament_of_teams
from pairing.tie_breaks import USUAL_IN_ROUND_ROBINS, USUAL_IN_TEAM_ROUND_ROBINS

# -- The tables of Berger for any number of players, by one rule (C.05 Annex 1) -----------------------
#
# A table is for an even number of players, its size; with one player less, the player who meets the last
# number is free.

ANNEX_1 = "C.05 Annex 1"


def size_of_table(players: int) -> int:
    """The size of the table for this many players: their number, or one more if it is odd."""
    return players + players % 2


def row(size: int, number: int) -> tuple[Pair, ...]:
    """The boards of round `number` in the table of this size, board 1 first.

    All numbers but the last sit in a ring, which turns by half the size from round to round. Seat 1 meets the
    last number, whose colour changes each time; of the others seat 2 meets the last seat, and so on inwards,
    and the seat nearer to seat 1 has White.
    """

    def seat(place: int) -> int:
        return (place - 1 + (number - 1) * size // 2) % (size - 1) + 1

    first, last = seat(1), size
    return (
        Pair(first, last) if number % 2 else Pair(last, first),
        *(Pair(seat(place), seat(size + 1 - place)) for place in range(2, size // 2 + 1)),
    )


def row_of(one: int, other: int, size: int) -> int:
    """The round in which two numbers meet in the table of this size."""
    low, high = sorted((one, other))
    return (low + (low if high == size else high) - 2) % (size - 1) + 1


# -- Which row of the table is played in which round: one cycle of it, or two -------------------------


class Place(NamedTuple):
    """The row of the table that a round plays, and its cycle, both from 1; colours turn in the second."""

    row: int
    cycle: int


@dataclass(frozen=True, slots=True)
class Schedule(Timetable):
    """How often everybody meets everybody, and the order in which the rows of the table are played.

    `exchanged` says whether the last two rounds of the first of two cycles change places, so that nobody has
    the same colour three times running where the cycles meet.
    """

    cycles: int = 1
    exchanged: bool = False

    @property
    def article(self) -> str:
        """The article that defines the table."""
        return ANNEX_1

    @property
    def meetings(self) -> int:
        """How often everybody meets everybody."""
        return self.cycles

    def rounds(self, players: int) -> int:
        """The number of rounds for this many players, at least two."""
        return self.cycles * (size_of_table(players) - 1)

    def place(self, players: int, number: int) -> Place:
        """The row and the cycle that round `number` plays."""
        cycle, before = divmod(number - 1, size_of_table(players) - 1)
        return Place(self._turned(players, before + 1, cycle + 1), cycle + 1)

    def rounds_of(self, players: int, one: int, other: int) -> tuple[int, ...]:
        """The rounds in which two numbers meet."""
        size = size_of_table(players)
        known = row_of(one, other, size)
        return tuple(
            (cycle - 1) * (size - 1) + self._turned(players, known, cycle)
            for cycle in range(1, self.cycles + 1)
        )

    def boards(self, players: int, number: int) -> tuple[Pair, ...]:
        """The pairs of round `number`, board 1 first."""
        place = self.place(players, number)
        pairs = (pair for pair in row(size_of_table(players), place.row) if self._is_game(pair, players))
        return tuple(Pair(pair.black, pair.white) if place.cycle % 2 == 0 else pair for pair in pairs)

    def free_rounds(self, players: int, _one: int) -> int:
        """How many rounds a number sits out: one per cycle if the number of players is odd."""
        return self.cycles * (players % 2)

    def _turned(self, players: int, known: int, cycle: int) -> int:
        """The row of a round of the cycle, or the round of a row: the exchange is its own inverse."""
        last = size_of_table(players) - 1
        if self.exchanged and cycle == 1 and last > 1 and known >= last - 1:
            return 2 * last - 1 - known
        return known

    @staticmethod
    def _is_game(pair: Pair, players: int) -> bool:
        return max(pair.white, pair.black) <= players


# -- Pairing numbers drawn by lot: freely, or so that players of one federation meet early (C.05 Annex 2).
#
# The seed is random, and everything else follows from it: with the same seed anybody finds the same
# numbers.

ANNEX_2 = "C.05 Annex 2"

# The numbers in the envelopes A to D, by the size of the table.
ENVELOPES: Mapping[int, tuple[tuple[int, ...], ...]] = {
    10: ((3, 4, 8), (5, 7, 9), (1, 6), (2, 10)),
    12: ((4, 5, 9, 10), (1, 2, 7), (6, 8, 12), (3, 11)),
    14: ((4, 5, 6, 11, 12), (1, 2, 8, 9), (7, 10, 13), (3, 14)),
    16: ((5, 6, 7, 12, 13, 14), (1, 2, 3, 9, 10), (8, 11, 15), (4, 16)),
    18: ((5, 6, 7, 8, 14, 15, 16), (1, 2, 3, 10, 11, 12), (9, 13, 17), (4, 18)),
    20: ((6, 7, 8, 9, 15, 16, 17, 18), (1, 2, 3, 11, 12, 13, 14), (5, 10, 19), (4, 20)),
    22: ((6, 7, 8, 9, 10, 17, 18, 19, 20), (1, 2, 3, 4, 12, 13, 14, 15), (11, 16, 21), (5, 22)),
    24: (
        (6, 7, 8, 9, 10, 11, 19, 20, 21, 22),
        (1, 2, 3, 4, 13, 14, 15, 16, 17),
        (12, 18, 23),
        (5, 24),
    ),
}
LETTERS = "ABCD"


class Entrant(NamedTuple):
    """A player in the draw: a key that is the same in every draw, the federation's code, and the name."""

    key: int
    federation: str
    name: str


class Draw(NamedTuple):
    """The numbers that the players of one federation drew from one envelope, by their keys."""

    federation: str
    envelope: str
    numbers: Mapping[int, int]


def envelopes_for(players: int) -> tuple[tuple[int, ...], ...]:
    """Annex 2: the numbers in the envelopes A to D for this many players; if it is odd, without the last one.

    Raises PairingError if there is no such table: it is for 9 to 24 players.
    """
    known = ENVELOPES.get(size_of_table(players))
    if known is None:
        raise PairingError(
            Phrase(
                "Found {players} players, expected 9 to 24: Varma’s tables are for no others ({article}).",
                players=players,
                article=ANNEX_2,
            )
        )
    return tuple(tuple(number for number in numbers if number <= players) for numbers in known)


def varma(entrants: Sequence[Entrant], seed: str) -> tuple[Draw, ...]:
    """Annex 2: the restricted drawing of lots, in its order.

    The federation with the most players draws first, of equals the one whose code comes first; its players
    draw in the order of their names. The first of them chooses an envelope that holds at least as many
    numbers as they are, and all draw from it. Numbers left in an envelope are there for those who follow.
    Raises PairingError if there is no table for this many players.

    The text is silent on the case that no envelope holds as many: the fullest one is then emptied, of equals
    the first, and the other players of that federation draw likewise.
    """
    left = [list(numbers) for numbers in envelopes_for(len(entrants))]
    contingents: dict[str, list[Entrant]] = defaultdict(list)
    for entrant in sorted(entrants, key=lambda entrant: (entrant.name, entrant.key)):
        contingents[entrant.federation].append(entrant)
    draws: list[Draw] = []
    for federation in sorted(contingents, key=lambda code: (-len(contingents[code]), code)):
        waiting = contingents[federation]
        while waiting:
            chosen = _choose(left, len(waiting), f"{seed}:{federation}")
            letter = LETTERS[chosen]
            lots = drawn(f"{seed}:{federation}:{letter}", left[chosen])
            numbers = sorted(left[chosen], key=lots.__getitem__)[: len(waiting)]
            draws.append(
                Draw(
                    federation,
                    letter,
                    {entrant.key: number for entrant, number in zip(waiting, numbers, strict=False)},
                )
            )
            left[chosen] = [number for number in left[chosen] if number not in numbers]
            waiting = waiting[len(numbers) :]
    return tuple(draws)


def _choose(left: Sequence[Sequence[int]], needed: int, seed: str) -> int:
    """The place of the envelope that the first of `needed` players chooses."""
    large = [place for place, numbers in enumerate(left) if len(numbers) >= needed]
    if not large:
        return max(range(len(left)), key=lambda place: (len(left[place]), -place))
    lots = drawn(seed, large)
    return min(large, key=lots.__getitem__)


# -- Round robins of players as editions --------------------------------------------------------------

SINGLE = Schedule()
DOUBLE = Schedule(cycles=2, exchanged=True)
PLAIN_DOUBLE = Schedule(cycles=2)


def board_order(schedule: Timetable, tournament: Tournament, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """The pairs of the coming round in the order of the table; pairs that are not in it come last."""
    number = tournament.played_rounds + 1
    table = {pair: board for board, pair in enumerate(schedule.row(tournament, number))}
    return tuple(sorted(pairs, key=lambda pair: (table.get(pair, len(table)), min(pair.white, pair.black))))


def handling_by(
    schedule: Timetable, *grounds: Ground, tie_breaks: tuple[str, ...] = USUAL_IN_ROUND_ROBINS
) -> Handling:
    """How a table is handled: nobody enters one that has begun, as its numbers are fixed from round 1 on."""
    return replace(
        HANDLING,
        grounds_for_change=grounds,
        freezing_round=1,
        board_order=partial(board_order, schedule),
        tie_breaks=tie_breaks,
        articles={**ARTICLES, "C.04.2 B.3": "C.05 Annex 1", "C.04.1 b": "C.05 Annex 1"},
    )


ROUND_ROBIN = Edition(
    code="round-robin",
    name=in_catalogue("Round robin"),
    description=in_catalogue(
        "Everybody meets everybody once, by the tables of Berger (C.05 Annex 1): for 3 to 30 players."
    ),
    pair=SINGLE.pair,
    explained_by="pairing.round_robin.explained:single",
    report=ReportCodes(
        "FIDE_ROUNDROBIN",
        ("BERGER_ROUNDROBIN",),
        own_table="CUSTOM_ROUNDROBIN",
        kind="Individual: Round-Robin",
    ),
    faults=Book({Wrong.REMATCH: ANNEX_1}),
    handling=handling_by(SINGLE, Ground.REMATCH),
    needs_lot=False,
    rounds_for=SINGLE.rounds,
    usual_table=SINGLE,
    free_rounds=SINGLE.free_rounds,
)
_TWICE = {Wrong.REMATCH: ANNEX_1, Wrong.THIRD_COLOUR: ANNEX_1}
DOUBLE_ROUND_ROBIN = Edition(
    code="double-round-robin",
    name=in_catalogue("Double round robin"),
    description=in_catalogue(
        "Everybody meets everybody twice, once with each colour. The last two rounds of the first cycle "
        "change places, so that nobody has the same colour three times running: for 2 to 16 players."
    ),
    pair=DOUBLE.pair,
    explained_by="pairing.round_robin.explained:double",
    report=ReportCodes("FIDE_DOUBLEROUNDROBIN", kind="Individual: Double Round-Robin"),
    faults=Book(_TWICE, meetings=2),
    handling=handling_by(DOUBLE),
    needs_lot=False,
    rounds_for=DOUBLE.rounds,
    free_rounds=DOUBLE.free_rounds,
)
PLAIN_DOUBLE_ROUND_ROBIN = Edition(
    code="double-round-robin-plain",
    name=in_catalogue("Double round robin, no exchange"),
    description=in_catalogue(
        "Everybody meets everybody twice, both cycles in the order of the table; two players have the same "
        "colour three times running where the cycles meet."
    ),
    pair=PLAIN_DOUBLE.pair,
    explained_by="pairing.round_robin.explained:plain_double",
    report=ReportCodes("BERGER_DOUBLEROUNDROBIN", kind="Individual: Double Round-Robin"),
    faults=Book(_TWICE, meetings=2),
    handling=handling_by(PLAIN_DOUBLE),
    needs_lot=False,
    rounds_for=PLAIN_DOUBLE.rounds,
    free_rounds=PLAIN_DOUBLE.free_rounds,
)


# -- Round robins of teams as editions ----------------------------------------------------------------

TEAM_ROUND_ROBIN = Edition(
    code="team-round-robin",
    name=in_catalogue("Round robin of teams"),
    description=in_catalogue(
        "Every team meets every other once, by the tables of Berger (C.05 Annex 1), at several boards: for 3 "
        "to 30 teams."
    ),
    pair=SINGLE.pair,
    explained_by="pairing.round_robin.explained:single_of_teams",
    report=ReportCodes(
        ROUND_ROBIN_OF_TEAMS[0],
        codes_of_table(ROUND_ROBIN_OF_TEAMS)[1:],
        own_table=OWN_ROUND_ROBIN_OF_TEAMS,
        kind="Team: Round-Robin",
    ),
    faults=Book({Wrong.REMATCH: ANNEX_1}),
    handling=handling_by(SINGLE, Ground.REMATCH, tie_breaks=USUAL_IN_TEAM_ROUND_ROBINS),
    needs_lot=False,
    form=Form.TEAMS,
    entrants=tournament_of_teams,
    rounds_for=SINGLE.rounds,
    usual_table=SINGLE,
    free_rounds=SINGLE.free_rounds,
)
DOUBLE_TEAM_ROUND_ROBIN = Edition(
    code="double-team-round-robin",
    name=in_catalogue("Double round robin of teams"),
    description=in_catalogue(
        "Every team meets every other twice, in the second cycle with the other colours: for 2 to 16 teams."
    ),
    pair=PLAIN_DOUBLE.pair,
    explained_by="pairing.round_robin.explained:double_of_teams",
    report=ReportCodes(
        DOUBLE_ROUND_ROBIN_OF_TEAMS[0],
        codes_of_table(DOUBLE_ROUND_ROBIN_OF_TEAMS)[1:],
        kind="Team: Double Round-Robin",
    ),
    faults=Book({Wrong.REMATCH: ANNEX_1}, meetings=2),
    handling=handling_by(PLAIN_DOUBLE, tie_breaks=USUAL_IN_TEAM_ROUND_ROBINS),
    needs_lot=False,
    form=Form.TEAMS,
    entrants=tournament_of_teams,
    rounds_for=PLAIN_DOUBLE.rounds,
    free_rounds=PLAIN_DOUBLE.free_rounds,
)
