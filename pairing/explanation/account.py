"""The account of a round: its brackets, boards and bye, and why another pairing was not made.

An edition adds what its brackets came to, and what they would have come to otherwise.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import starmap
from typing import TYPE_CHECKING

from pairing.absolute_criteria import colours_possible
from pairing.explanation import facts, verdicts
from pairing.explanation.colours import colour_reason
from pairing.explanation.halves import by_rank
from pairing.meetings import kept_apart, rounds_met
from pairing.saying import Saying
from pairing.tournament import PairingError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pairing.byes import ByeRule
    from pairing.colours import Rule
    from pairing.records import Record
    from pairing.tournament import Pair, RoundPairing, Tournament


@dataclass(frozen=True, slots=True)
class Articles:
    """The articles of an edition that an explanation cites besides those of its criteria."""

    rematch: str
    bye: str
    colours: str
    completion: str
    # How S1 is paired with S2.
    halves: str
    # The best candidate, and of the best the first.
    best: str
    transposition: str
    exchange: str
    mdp_set: str
    # In the order of the text.
    colour_rules: tuple[str, str, str, str, str]
    # That the taker of the bye has the lowest score; None where no criterion says so.
    lowest_bye: str | None = None
    # That S1 is the first valid set of moved-down players; None where it is the highest of them.
    valid_set: str | None = None


class Account(ABC):
    """How the coming round of a tournament was paired, by the computation that decided it."""

    def __init__(self, tournament: Tournament, records: Sequence[Record], pairing: RoundPairing) -> None:
        self.tournament = tournament
        self.coming = tournament.played_rounds + 1
        self.players = {player.number: player for player in tournament.players}
        self.records = {record.number: record for record in records}
        self.pairing = pairing

    # -- what a system adds -----------------------------------------------------------------------

    @abstractmethod
    def board(self, number: int, pair: Pair) -> facts.BoardExplanation | facts.PlainBoard:
        """The board with this number, at which the two meet."""

    @property
    @abstractmethod
    def bye(self) -> facts.ByeExplanation | facts.PlainBye | None:
        """Who takes the bye, if anybody does."""

    @abstractmethod
    def why_not_meeting(self, one: Record, two: Record) -> Sequence[facts.Reason]:
        """What decided against pairing two players who do not meet."""

    @abstractmethod
    def why_not_bye(self, one: Record) -> Sequence[facts.Reason]:
        """What decided against the bye for a player, where somebody else takes it."""

    @property
    def boards(self) -> tuple[facts.BoardExplanation | facts.PlainBoard, ...]:
        """The boards in publishing order."""
        return tuple(starmap(self.board, enumerate(self.pairing.pairs, 1)))

    def board_of(self, player: int) -> facts.BoardExplanation | facts.PlainBoard | None:
        """The board of a player; None where there is none."""
        for number, pair in enumerate(self.pairing.pairs, 1):
            if player in (pair.white, pair.black):
                return self.board(number, pair)
        return None

    # -- what it may have besides -----------------------------------------------------------------

    @property
    def brackets(self) -> tuple[facts.BracketExplanation, ...]:
        """The brackets from the top."""
        return ()

    def bracket(self, place: int) -> facts.BracketExplanation:
        """The bracket at this place, from 0 at the top."""
        return self.brackets[place]

    def floated(self, _number: int) -> tuple[facts.Floater, ...]:
        """The brackets that the player was left over in, from the top."""
        return ()

    def opposite(self, _number: int) -> int | None:
        """Who stood opposite the player at first, in the bracket that he was paired in."""
        return None

    # -- who took part ----------------------------------------------------------------------------

    def people(self) -> dict[int, facts.Person]:
        """Everybody who was to be paired."""
        virtual = {n: sum(self.players[n].virtual[self.coming - 1 : self.coming]) for n in self.records}
        return {
            number: facts.Person(number, record.score, virtual[number], record.colours, record.preference)
            for number, record in self.records.items()
        }

    def away(self, number: int) -> facts.Away | None:
        """Why the player was not to be paired; None where he was.

        Raises PairingError for a number that nobody has.
        """
        if number not in self.players:
            raise PairingError(Saying("There is no player {number}.", number=number))
        if number in self.records:
            return None
        cell = self.players[number].cell(self.coming)
        return facts.Away(number, cell, self.tournament.scoring.points(cell))

    # -- why not ----------------------------------------------------------------------------------

    def why_not(self, one: int, two: int | None) -> facts.WhyNot:
        """Why the two do not meet; with None for the second, why the first does not take the bye.

        Raises PairingError for a number that nobody has, and for one player asked for twice.
        """
        if one == two:
            raise PairingError(Saying("Player {number} cannot meet himself.", number=one))
        away = [self.away(number) for number in (one, two) if number is not None]
        reasons: Sequence[facts.Reason] = [reason for reason in away if reason is not None]
        if not reasons:
            first = self.records[one]
            reasons = self._not_the_bye(first) if two is None else self._not_paired(first, self.records[two])
        return facts.WhyNot(one, two, tuple(reasons))

    def _not_paired(self, one: Record, two: Record) -> Sequence[facts.Reason]:
        meet = any({pair.white, pair.black} == {one.number, two.number} for pair in self.pairing.pairs)
        return () if meet else self.why_not_meeting(one, two)

    def _not_the_bye(self, record: Record) -> Sequence[facts.Reason]:
        if self.pairing.bye is None:
            raise PairingError(Saying("The number of players is even: nobody takes the bye."))
        return () if self.pairing.bye == record.number else self.why_not_bye(record)


class BracketAccount(Account):
    """How a round was paired by a Swiss system, bracket by bracket."""

    def __init__(
        self,
        tournament: Tournament,
        records: Sequence[Record],
        pairing: RoundPairing,
        members: Sequence[Sequence[int]],
        articles: Articles,
        bars_from_bye: ByeRule,
        colour_rules: Sequence[Rule],
    ) -> None:
        """`members` are the pairing numbers of those in each bracket, moved down or resident."""
        super().__init__(tournament, records, pairing)
        self.members = members
        self._told: dict[int, facts.BracketExplanation] = {}
        self.articles = articles
        self.bars_from_bye = bars_from_bye
        self.colour_rules = colour_rules
        # The brackets that each player was in, from the top, counted from 0.
        self.way: dict[int, list[int]] = {number: [] for number in self.records}
        for place, numbers in enumerate(members):
            for number in numbers:
                self.way[number].append(place)

    # -- what an edition adds ---------------------------------------------------------------------

    @abstractmethod
    def told_bracket(self, place: int) -> facts.BracketExplanation:
        """As `bracket`, which asks for each but once: its floaters take long."""

    @abstractmethod
    def otherwise(self, place: int, asked: verdicts.Asked, *players: Record) -> verdicts.InBracket:
        """What the bracket at this place would have come to, had the players met, floated or stayed."""

    # -- brackets ---------------------------------------------------------------------------------

    @property
    def brackets(self) -> tuple[facts.BracketExplanation, ...]:
        return tuple(map(self.bracket, range(len(self.members))))

    def bracket(self, place: int) -> facts.BracketExplanation:
        if place not in self._told:
            self._told[place] = self.told_bracket(place)
        return self._told[place]

    def scores(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """The scores of these players, from the highest down."""
        return tuple(sorted({self.records[number].score for number in numbers}, reverse=True))

    def floaters(self, place: int, numbers: Sequence[int]) -> tuple[facts.Floater, ...]:
        """Those left over in a bracket, and why. Who goes no further takes the bye."""
        return tuple(
            facts.Floater(
                number,
                self.otherwise(place, verdicts.Asked.STAY, self.records[number]),
                bye=self.way[number][-1] == place,
            )
            for number in numbers
        )

    def floated(self, number: int) -> tuple[facts.Floater, ...]:
        floaters = (floater for place in self.way[number] for floater in self.bracket(place).floaters)
        return tuple(floater for floater in floaters if floater.number == number)

    # -- boards -----------------------------------------------------------------------------------

    def board(self, number: int, pair: Pair) -> facts.BoardExplanation:
        higher, lower = by_rank((self.records[pair.white], self.records[pair.black]))
        bracket = self.bracket(self.way[higher.number][-1])
        split = _split_of(bracket, higher.number)
        opposite = self.opposite(higher.number)
        change, articles = facts.Change.NONE, [self.articles.halves]
        if split.exchanged:
            change = facts.Change.EXCHANGE
            articles.append(split.exchange)
        elif opposite != lower.number:
            change = facts.Change.TRANSPOSITION
            articles.append(split.transposition)
        return facts.BoardExplanation(
            board=number,
            pair=pair,
            bracket=bracket.number,
            higher=higher.number,
            lower=lower.number,
            moved_down=split is bracket.mdp_split,
            place=split.final.s1.index(higher.number) + 1,
            opposite=opposite,
            change=change,
            articles=tuple(articles),
            colours=self.colours(higher, lower),
        )

    def opposite(self, number: int) -> int | None:
        if number == self.pairing.bye:
            return None
        original = _split_of(self.bracket(self.way[number][-1]), number).original
        facing = zip(original.s1, original.s2, strict=False)
        return next((pair[1 - pair.index(number)] for pair in facing if number in pair), None)

    # -- the bye ----------------------------------------------------------------------------------

    @cached_property
    def bye(self) -> facts.ByeExplanation | None:
        number = self.pairing.bye
        if number is None:
            return None
        score, lowest = self.records[number].score, self.articles.lowest_bye
        others = (r for r in self.records.values() if r.score <= score and r.number != number)
        return facts.ByeExplanation(
            number=number,
            articles=(self.articles.bye,) if lowest is None else (self.articles.bye, lowest),
            reason=self.floated(number)[-1].reason,
            barred=tuple((r.number, barred) for r in others if (barred := self.barred(r)) is not None),
        )

    # -- colours ----------------------------------------------------------------------------------

    def colours(self, higher: Record, lower: Record) -> facts.ColourReason:
        """The rule that gave two who meet their colours, and the rounds that it looked back to."""
        drawn, articles = self.tournament.initial_colour, self.articles.colour_rules
        reason = colour_reason(self.colour_rules, articles, higher, lower, drawn)
        if reason.games_back is None:
            return reason
        histories = [enumerate(self.players[number].cells, 1) for number in reason.players]
        played = ([place for place, cell in history if cell.played] for history in histories)
        return replace(reason, rounds=tuple(rounds[-reason.games_back] for rounds in played))

    # -- why not ----------------------------------------------------------------------------------

    def why_not_meeting(self, one: Record, two: Record) -> Sequence[facts.Reason]:
        """The absolute rules that forbid it; where none does, what decided against it."""
        return self.forbidden(one, two) or self.against_meeting(one, two)

    def against_meeting(self, one: Record, two: Record) -> Sequence[facts.Reason]:
        """In the first bracket that both are in, what their pair costs; else why the first does not float.

        Brackets are paired from the top, so that a pair across brackets fails in the bracket in which the
        first of the two is paired: to meet the other they would have had to float from there.
        """
        shared = set(self.way[one.number]) & set(self.way[two.number])
        if shared:
            return [self.otherwise(min(shared), verdicts.Asked.MEET, one, two)]
        first = min(one, two, key=lambda record: self.way[record.number][-1])
        if self.bye is not None and self.bye.number == first.number:
            return [facts.TakesBye(self.bye.articles, first.number), self.bye.reason]
        return [self.otherwise(self.way[first.number][-1], verdicts.Asked.FLOAT, first)]

    def why_not_bye(self, one: Record) -> Sequence[facts.Reason]:
        """What bars the player; where nothing does, what decided for the other."""
        taker = self.records[self.pairing.bye or 0]
        return [self.barred(one) or self._against_bye(one, taker)]

    def _against_bye(self, one: Record, taker: Record) -> facts.Reason:
        """Why another has the bye; in 2026 (C5) the lowest score comes before all else."""
        lowest = self.articles.lowest_bye
        if lowest is not None and one.score != taker.score:
            higher = one.score > taker.score
            return verdicts.HigherBye(lowest) if higher else verdicts.Incomplete(self.articles.completion)
        return self.otherwise(self.way[one.number][-1], verdicts.Asked.FLOAT, one)

    def forbidden(self, one: Record, two: Record) -> Sequence[facts.Reason]:
        """All absolute rules that forbid the pair."""
        met = rounds_met(self.players[one.number].cells).get(two.number, ())
        reasons: list[facts.Reason] = [facts.Met(self.articles.rematch, number) for number in met]
        if two.number in kept_apart(self.tournament.forbidden, self.coming).get(one.number, ()):
            reasons.append(facts.KeptApart(self.articles.rematch))
        colour = one.preference.colour
        if not colours_possible(one, two) and colour is not None:
            reasons.append(facts.SameAbsoluteColour(self.articles.colours, colour))
        return reasons

    def barred(self, record: Record) -> facts.Barred | None:
        """What bars the player from the bye: the first round that would do so by itself."""
        if record.may_take_bye:
            return None
        for number, cell in enumerate(self.players[record.number].cells, 1):
            if self.bars_from_bye(cell, self.tournament.scoring):
                return facts.Barred(self.articles.bye, number, cell)
        raise AssertionError(f"No round bars player {record.number} from the bye")


def _split_of(bracket: facts.BracketExplanation, number: int) -> facts.Split:
    """The division of the bracket that a player who is paired in it was part of."""
    split = bracket.mdp_split
    if split is not None and number in (*split.final.s1, *split.final.s2[: len(split.final.s1)]):
        return split
    return bracket.split
