"""A round in its tournament and with its pairing, against which every statement is checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby

from pairing.core.records import (
    Record,
    bars_by_1998,
    bars_by_2012,
    bars_by_2016,
    bars_by_2026,
    float_of_2016,
    float_of_2026,
    make_records,
)
from pairing.core.scores import accelerated
from pairing.core.tournament import Colour, Player, Tournament
from pairing.explanation.account import Explanation
from pairing.explanation.facts import Part, PlayerExplanation, WhyNot
from pairing.explanations import explain
from pairing.rating import edition_1998, edition_2012
from tests.pairing import literal_2016, literal_2026
from tests.pairing.explanation.letter import Letter
from tests.pairing.literal import Couple, Couples, legal, score, unpaired

# Edition -> its rules for floats and for the bye.
RECORDS = {
    "dutch-2026": (float_of_2026, bars_by_2026),
    "dutch-2016": (float_of_2016, bars_by_2016),
    "rating-2012": (edition_2012.float_of, bars_by_2012),
    "rating-1998": (edition_1998.float_of, bars_by_1998),
}
# Larger brackets, and rounds with more players still to be paired, are not compared candidate by candidate.
MOST_IN_BRACKET = 7
MOST_TO_PAIR = 10


@dataclass(eq=False)
class LiteralBracket:
    """One bracket, derived only from the pairs of the round."""

    number: int
    mdps: tuple[Record, ...]
    residents: tuple[Record, ...]
    couples: Couples
    # All players further down, scoregroup by scoregroup.
    below: tuple[tuple[Record, ...], ...]
    kind: str = "ordinary"
    following: LiteralBracket | None = None

    @property
    def players(self) -> tuple[Record, ...]:
        return self.mdps + self.residents

    @property
    def left(self) -> tuple[Record, ...]:
        return unpaired(self.players, self.couples)


@dataclass
class Position:
    """A round with its explanation."""

    tournament: Tournament
    edition: str
    explanation: Explanation = field(init=False)

    def __post_init__(self) -> None:
        self.tournament = accelerated(self.tournament)
        self.explanation = explain(self.tournament, self.edition)
        self.coming = self.tournament.played_rounds + 1
        records = self.in_order = self._made()
        self.records = {record.number: record for record in records}
        self.players: dict[int, Player] = {player.number: player for player in self.tournament.players}
        self.colour: dict[int, Colour] = {}
        self.opponent: dict[int, int] = {}
        # The explanation works them out whenever they are asked for.
        self.boards = self.explanation.boards
        for board in self.boards:
            white, black = board.pair.white, board.pair.black
            self.colour |= {white: Colour.WHITE, black: Colour.BLACK}
            self.opponent |= {white: black, black: white}
        (self.bye,) = self.records.keys() - self.opponent.keys() or {None}
        self._letters: dict[int, Letter | None] = {}
        self._answers: dict[tuple[int, int | None], WhyNot] = {}
        self.brackets = list(self._brackets())
        for upper, lower in zip(self.brackets, self.brackets[1:], strict=False):
            upper.following = lower
        # To the letter, the player who takes the bye goes on to the next bracket.
        self.not_yet_paired = literal_2026.NotYetPaired()

    def _made(self) -> tuple[Record, ...]:
        """The players to be paired, in ranking order."""
        float_of, bars_from_bye = RECORDS[self.edition]
        records = make_records(self.tournament, float_of=float_of, bars_from_bye=bars_from_bye)
        if self.edition == "rating-1998":
            return tuple(map(edition_1998.freed_in_last_round, records))
        return records

    def __str__(self) -> str:
        return f"round {self.coming} of {self.tournament.name or self.tournament} by {self.edition}"

    @cached_property
    def told(self) -> dict[int, PlayerExplanation]:
        """Everything there is to say about each player, worked out once for long and short answers."""
        return {number: self.explanation.player(number) for number in self.explanation.names}

    def why_not(self, one: int, two: int | None) -> WhyNot:
        """The answer to a question, worked out once for long and short answers."""
        if (one, two) not in self._answers:
            self._answers[one, two] = self.explanation.why_not(one, two)
        return self._answers[one, two]

    @property
    def dutch(self) -> bool:
        return self.edition.startswith("dutch")

    def couple(self, one: int, two: int) -> Couple:
        """The two players, the higher ranked first."""
        first, second = sorted((self.records[one], self.records[two]), key=lambda record: record.rank)
        return first, second

    def _brackets(self) -> Iterator[LiteralBracket]:
        """1.3, 1.9; A.9: the brackets follow from the pairs, and in 2016 from the place of the collapse.

        In the older revisions C.1, C.12 and C.13 move players about: for these the account is trusted.
        """
        if not self.dutch:
            for bracket in self.explanation.brackets:
                mdps, residents = (
                    tuple(self.records[number] for number in numbers)
                    for numbers in (bracket.moved_down, bracket.residents)
                )
                couples = tuple(self.couple(*pair) for pair in bracket.pairs)
                yield LiteralBracket(bracket.number, mdps, residents, couples, ())
            return
        groups = [tuple(group) for _, group in groupby(self.in_order, key=score)]
        collapsed = [b.number for b in self.explanation.brackets if b.part is Part.PENULTIMATE]
        if collapsed:
            (first,) = collapsed
            groups[first:] = [tuple(record for group in groups[first:] for record in group)]
        floaters: tuple[Record, ...] = ()
        for place, residents in enumerate(groups):
            players = floaters + residents
            numbers = {record.number for record in players}
            couples = tuple(
                self.couple(record.number, self.opponent[record.number])
                for record in players
                if self.opponent.get(record.number) in numbers
            )
            couples = tuple(dict.fromkeys(couples))
            kind = "last" if place == len(groups) - 1 else "ordinary"
            kind = "penultimate" if [place + 1] == collapsed else kind
            below = tuple(groups[place + 1 :])
            yield LiteralBracket(place + 1, floaters, residents, couples, below, kind)
            taken = self.explanation.brackets[place].floaters
            gone = {floater.number for floater in taken if floater.bye}
            floaters = tuple(r for r in unpaired(players, couples) if r.number not in gone)

    @property
    def small(self) -> bool:
        """Whether the round is small enough to try all ways to complete it."""
        return len(self.in_order) <= MOST_TO_PAIR

    def completable(self, players: tuple[Record, ...]) -> bool:
        """2016 C.1 to C.3: whether all these players can be placed; False if they are too many to try."""
        if len(players) <= MOST_TO_PAIR:
            return literal_2016.completable(players)
        return False

    def has_opponent(self, player: Record, bracket: LiteralBracket) -> bool:
        """C.1."""
        return any(legal(player, other) for other in bracket.players if other is not player)

    def clash(self, one: Record, two: Record) -> bool:
        """2016 C.3, 2026 C3."""
        return not legal(replace(one, barred=frozenset()), replace(two, barred=frozenset()))

    def letter(self, number: int) -> Letter | None:
        """All candidates of a small bracket of a small round; None if there are too many."""
        if number not in self._letters:
            self._letters[number] = self._letter(self.brackets[number - 1])
        return self._letters[number]

    def _letter(self, bracket: LiteralBracket) -> Letter | None:
        to_pair = len(bracket.players) + sum(map(len, bracket.below))
        if not self.dutch or len(bracket.players) > MOST_IN_BRACKET or to_pair > MOST_TO_PAIR:
            return None
        if bracket.following and len(bracket.following.players) > MOST_IN_BRACKET:
            return None
        literal: literal_2016.LiteralBracket | literal_2026.LiteralBracket
        if self.edition == "dutch-2016":
            literal = literal_2016.LiteralBracket(
                bracket.mdps, bracket.residents, kind=bracket.kind, below=bracket.below
            )
            return Letter(literal, bracket.couples)
        mdps = bracket.mdps
        taker = self.records.get(self.bye or 0)
        above = [b for b in self.brackets[: bracket.number - 1] if taker in b.left]
        if taker is not None and above and taker not in bracket.players:
            mdps = tuple(sorted((*mdps, taker), key=lambda record: record.rank))
        literal = literal_2026.LiteralBracket(mdps, bracket.residents, bracket.below, self.not_yet_paired)
        return Letter(literal, bracket.couples)
