"""The account of a round by a Swiss system with S1, S2 and floaters: its brackets and how each was paired.

An edition adds how its brackets were paired, and what the alternatives would have meant for them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from pairing.core.colours import RULES, Rule
from pairing.core.records import ByeRule, Record, bars_by_2026, may_meet, rounds_met
from pairing.core.sentences import Phrase, Score, Who
from pairing.core.tournament import Pair, RoundPairing, Tournament
from pairing.explanation import facts
from pairing.explanation.account import SwissAccount, SwissArticles, by_rank, numbers_of
from pairing.explanation.facts import Group, Manner, OwnSentence, PlainBye, ShortAnswer

# -- The account of a round by a Swiss system with S1, S2 and floaters: its brackets and how each was paired.
#
# An edition adds how its brackets were paired, and what the alternatives would have meant for them.


@dataclass(frozen=True, slots=True)
class Articles(SwissArticles):
    """The articles of an edition with halves that an explanation cites besides those of its criteria."""

    # How S1 is paired with S2.
    halves: str
    # The choice of the best candidate, and among equals of the first.
    best: str
    transposition: str
    exchange: str
    mdp_set: str
    # The taker of the bye has the lowest score; None if no criterion says so.
    lowest_bye: str | None = None
    # S1 is the first valid set of moved-down players; None if it consists of the highest of them.
    valid_set: str | None = None


class BracketAccount(SwissAccount):
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
        """`members` are the pairing numbers of the players in each bracket, moved down or resident."""
        super().__init__(tournament, records, pairing, articles, bars_from_bye, colour_rules)
        self.members = members
        self._told: dict[int, facts.BracketExplanation] = {}
        self.articles: Articles
        # The brackets that each player was in, from the top, counted from 0.
        self.way: dict[int, list[int]] = {number: [] for number in self.records}
        for place, numbers in enumerate(members):
            for number in numbers:
                self.way[number].append(place)

    # -- what an edition adds ---------------------------------------------------------------------

    @abstractmethod
    def explain_bracket(self, place: int) -> facts.BracketExplanation:
        """Like `bracket`, which calls this only once for each bracket, because its floaters take long."""

    @abstractmethod
    def otherwise(self, place: int, asked: facts.Asked, *players: Record) -> facts.InBracket:
        """The consequence for the bracket at this place if the players had met, floated or stayed."""

    # -- brackets ---------------------------------------------------------------------------------

    @property
    def brackets(self) -> tuple[facts.BracketExplanation, ...]:
        return tuple(map(self.bracket, range(len(self.members))))

    def bracket(self, place: int) -> facts.BracketExplanation:
        if place not in self._told:
            self._told[place] = self.explain_bracket(place)
        return self._told[place]

    def scores(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """The scores of these players, from the highest down."""
        return tuple(sorted({self.records[number].score for number in numbers}, reverse=True))

    def floaters(self, place: int, numbers: Sequence[int]) -> tuple[facts.Floater, ...]:
        """The players left over in a bracket, and why. A player who goes no further takes the bye."""
        return tuple(
            facts.Floater(
                number,
                self.otherwise(place, facts.Asked.STAY, self.records[number]),
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
        facing = (pair for pair in _rows(original) if number in pair)
        return next((pair[1 - pair.index(number)] for pair in facing), None)

    # -- the short answer ---------------------------------------------------------------------------------

    def group(self, number: int) -> Group:
        bracket = self.bracket(self.way[number][-1])
        split, moved = bracket.split, bracket.mdp_split
        original, final = split.original, split.final
        return Group(
            manner=Manner.HALVES,
            scores=bracket.scores,
            came_pairs=_rows(moved.final) if moved else (),
            pairs=_rows(final),
            came=bracket.moved_down,
            left=tuple(floater.number for floater in bracket.floaters),
            upper=len(original.s1),
            lower=len(original.s2),
            crossed=tuple(sorted(set(original.s1) ^ set(final.s1))),
            in_order=not (split.exchanged or split.transposed),
        )

    def short_answer(self, told: facts.PlayerExplanation) -> ShortAnswer:
        number = told.number
        met_all = tuple(floater.reason.bracket for floater in told.floated if self._met_all(floater))
        if not isinstance(told.board, facts.BoardExplanation):
            barred = {} if self.bye is None else dict(self.bye.barred)
            lower = (r.number for r in self.records.values() if r.score < self.records[number].score)
            only_barred = told.bye is not None and all(map(barred.__contains__, lower))
            return ShortAnswer(told, met_all=met_all, only_barred=only_barred)
        split = _split_of(self.bracket(told.board.bracket - 1), number)
        blocked = None
        if told.board.change is not facts.Change.NONE:
            blocked = next((self.why_not(*row) for row in _rows(split.original) if self._forbids(*row)), None)
        return ShortAnswer(told, self.group(number), blocked, met_all)

    def _forbids(self, one: int, two: int) -> bool:
        return not may_meet(self.records[one], self.records[two])

    def _met_all(self, floater: facts.Floater) -> bool:
        """Whether earlier games alone kept a player from being paired in a bracket."""
        verdict = floater.reason.verdict
        if not isinstance(verdict, facts.NoOpponent):
            return False
        bracket = self.bracket(floater.reason.bracket - 1)
        others = bracket.residents if verdict.among_residents else (*bracket.moved_down, *bracket.residents)
        met = rounds_met(self.players[floater.number].cells)
        return all(number in met for number in others if number != floater.number)

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

    # -- why not ----------------------------------------------------------------------------------

    def against_meeting(self, one: Record, two: Record) -> Sequence[facts.Reason]:
        """The cost of the pair in the first bracket that has both; else why the first does not float.

        Brackets are paired from the top, so a pair across brackets fails in the bracket in which the first
        of the two is paired: to meet the other they would have had to float from there.
        """
        shared = set(self.way[one.number]) & set(self.way[two.number])
        if shared:
            return [self.otherwise(min(shared), facts.Asked.MEET, one, two)]
        first = min(one, two, key=lambda record: self.way[record.number][-1])
        if self.bye is not None and self.bye.number == first.number:
            return [facts.TakesBye(self.bye.articles, first.number), self.bye.reason]
        return [self.otherwise(self.way[first.number][-1], facts.Asked.FLOAT, first)]

    def why_not_bye(self, one: Record) -> Sequence[facts.Reason]:
        """The reason that bars the player; if there is none, the reason for the other player."""
        taker = self.records[self.pairing.bye or 0]
        return [self.barred(one) or self._against_bye(one, taker)]

    def _against_bye(self, one: Record, taker: Record) -> facts.Reason:
        """Why another player has the bye; in 2026 (C5) the lowest score comes before all else."""
        lowest = self.articles.lowest_bye
        if lowest is not None and one.score != taker.score:
            higher = one.score > taker.score
            return facts.HigherBye(lowest) if higher else facts.Incomplete(self.articles.completion)
        return self.otherwise(self.way[one.number][-1], facts.Asked.FLOAT, one)


def _rows(halves: facts.Halves) -> tuple[tuple[int, int], ...]:
    """The pairs of players opposite each other in S1 and S2."""
    return tuple(zip(halves.s1, halves.s2, strict=False))


def _split_of(bracket: facts.BracketExplanation, number: int) -> facts.Split:
    """The division of the bracket, of moved-down players or of the others, in which the player was paired."""
    split = bracket.mdp_split
    if split is not None and number in (*split.final.s1, *split.final.s2[: len(split.final.s1)]):
        return split
    return bracket.split


# -- The account of a round by the Dubov or the Burstein System: what both say about the bye and other pairs.
#
# Both give the bye before they pair the brackets, which each describes in its own sentences.

ARTICLES = SwissArticles(
    rematch="C1",
    bye="C2",
    colours="C3",
    completion="C4",
    colour_rules=("art. 5.2.2", "art. 5.2.3", "art. 5.2.4", "art. 5.2.5", "art. 5.2.1"),
)


class EntrantsAccount[Entrant: Record](SwissAccount):
    """How a round was paired: the bye first, then the brackets from the top."""

    # The articles that choose the taker of the bye: by the score, the games played, the order.
    bye_articles: ClassVar[tuple[str, str, str]]

    def __init__(
        self,
        tournament: Tournament,
        entrants: Sequence[Entrant],
        pairing: RoundPairing,
        members: Iterable[Iterable[Entrant]],
        bye_order: Callable[[Entrant], tuple[int, int, int]],
    ) -> None:
        """`members` are the players paired in each bracket; the least by `bye_order` takes the bye."""
        super().__init__(tournament, entrants, pairing, ARTICLES, bars_by_2026, RULES)
        self.entrants = {entrant.number: entrant for entrant in entrants}
        self.bye_order = bye_order
        # The bracket that each player was paired in, counted from 0.
        self.place_of = {entrant.number: place for place, paired in enumerate(members) for entrant in paired}

    # -- what a system adds -------------------------------------------------------------------------

    @abstractmethod
    def takes_bye(self, player: Who, score: Score, games: int) -> Phrase:
        """Why the player takes the bye, with this score and this number of games played."""

    @abstractmethod
    def by_order(self, one: Who, taker: Who) -> Phrase:
        """Why the bye goes to the taker, and not to another player with as many points and games."""

    @abstractmethod
    def against_pair(self, first: Entrant, other: Entrant) -> Sequence[facts.Reason]:
        """The reasons against a pair that nothing forbids; the first player's bracket is not a later one."""

    # -- the bye ------------------------------------------------------------------------------------

    @property
    def bye(self) -> PlainBye | None:
        """The taker of the bye, and the players who came before them but could not have it."""
        number = self.pairing.bye
        if number is None:
            return None
        taker, order = self.entrants[number], self.bye_order
        said = self.takes_bye(Who(number), Score(taker.score), len(taker.colours))
        reasons = [OwnSentence(said, ("art. 3.1",))]
        before = sorted((e for e in self.entrants.values() if order(e) < order(taker)), key=order)
        if incomplete := [entrant for entrant in before if entrant.may_take_bye]:
            said = Phrase(
                "With a bye for any of these the round could not be completed: {players}.",
                players=numbers_of(incomplete),
            )
            reasons.append(OwnSentence(said, (self.articles.completion,)))
        barred = ((e.number, found) for e in before if (found := self.barred(e)) is not None)
        return PlainBye(number, tuple(reasons), tuple(barred))

    def why_not_bye(self, one: Record) -> Sequence[facts.Reason]:
        """The reason that bars the player, or the one for the other player."""
        barred = self.barred(one)
        if barred is not None:
            return [barred]
        entrant, taker = self.entrants[one.number], self.entrants[self.pairing.bye or 0]
        mine, others = self.bye_order(entrant), self.bye_order(taker)
        if mine < others:
            return [facts.Incomplete(self.articles.completion)]
        who, whose = Who(one.number), Who(taker.number)
        place = next(place for place in range(len(mine)) if mine[place] != others[place])
        if place == 0:
            said = Phrase(
                "The bye goes to the lowest score, and {one} has more than {taker}.", one=who, taker=whose
            )
        elif place == 1:
            said = Phrase(
                "Among players with the same score the bye goes to the one with the most games played, and"
                " {one} has played fewer than {taker}.",
                one=who,
                taker=whose,
            )
        else:
            said = self.by_order(who, whose)
        return [OwnSentence(said, (self.bye_articles[place],))]

    # -- why not ------------------------------------------------------------------------------------

    def against_meeting(self, one: Record, two: Record) -> Sequence[facts.Reason]:
        """The bye, if one of the two takes it, or the reasons against their pair."""
        for number in (one.number, two.number):
            if number == self.pairing.bye:
                return [facts.TakesBye(("art. 3.1",), number)]
        players = (self.entrants[one.number], self.entrants[two.number])
        return self.against_pair(*sorted(players, key=lambda one: (self.place_of[one.number], one.rank)))
