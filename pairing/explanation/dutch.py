"""The account of a round by the FIDE (Dutch) System, edition 2016 or 2026."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from pairing.absolute_criteria import colours_possible, may_meet, never_met
from pairing.colours import RULES as COLOUR_RULES
from pairing.dutch.bracket import ANY_SCORE
from pairing.dutch.criteria import Stage
from pairing.explanation.account import Absolutes, Account
from pairing.explanation.facts import (
    BoardExplanation,
    BracketExplanation,
    ByeExplanation,
    Change,
    Floater,
    Generation,
    Halves,
    HigherBye,
    InBracket,
    Incomplete,
    Judgement,
    Later,
    NoOpponent,
    Part,
    Split,
    TakesBye,
    TooLarge,
)
from pairing.explanation.inquiry import Failure, Floating, Inquiry, Meeting, Staying
from pairing.explanation.measures import compared, judgement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pairing.dutch.bracket import Bracket
    from pairing.dutch.rounds import Decision, Settled
    from pairing.explanation.articles import Articles
    from pairing.explanation.facts import Reason, Verdict
    from pairing.explanation.halves import Sides
    from pairing.explanation.inquiry import Condition
    from pairing.explanation.measures import Readings
    from pairing.records import Record
    from pairing.tournament import Pair


class DutchAccount(Account):
    """How a round was paired bracket by bracket, and what any other pairing would have cost."""

    def __init__(self, decision: Decision, articles: Articles, readings: Readings) -> None:
        rules = Absolutes(articles, colours_possible, decision.rules.may_take_bye, COLOUR_RULES)
        super().__init__(decision.tournament, decision.records, decision.pairing, rules)
        self.settled = decision.brackets
        self.criteria = decision.rules.criteria
        self.readings = readings
        self.by_limbo = articles.valid_set is not None
        self.inquiries = [
            Inquiry(
                settled,
                self.criteria,
                ahead=() if following is None else following.candidate.pairs,
                by_limbo=self.by_limbo,
            )
            for settled, following in pairwise((*decision.brackets, None))
            if settled is not None
        ]
        # The brackets that each player was in, from the top, counted from 0.
        self.way: dict[Record, list[int]] = {record: [] for record in decision.records}
        for place, settled in enumerate(decision.brackets):
            for record in settled.bracket.players:
                self.way[record].append(place)

    # -- brackets -----------------------------------------------------------------------------------

    def brackets(self) -> tuple[BracketExplanation, ...]:
        return tuple(map(self._bracket, range(len(self.settled))))

    def _bracket(self, place: int) -> BracketExplanation:
        settled = self.settled[place]
        bracket, arrangement = settled.bracket, self.inquiries[place].arrangement
        mdp_split = None
        if bracket.mdps:
            mdp_split = self._split(arrangement.mdp_original, arrangement.mdp_final, moved_down=True)
        return BracketExplanation(
            number=place + 1,
            part=self._part(place),
            scores=tuple(sorted({record.score for record in bracket.residents}, reverse=True)),
            moved_down=_numbers(bracket.mdps),
            residents=_numbers(bracket.residents),
            mdp_split=mdp_split,
            split=self._split(arrangement.original, arrangement.final),
            pairs=_pairs(settled),
            floaters=tuple(self._floater(place, record) for record in settled.candidate.downfloaters),
            judgements=self._judgements(place),
            discarded=None if settled.discarded is None else _pairs_of(settled.discarded.pairs),
        )

    def _split(self, original: Sides, final: Sides, *, moved_down: bool = False) -> Split:
        articles = self.articles
        cited = [articles.halves]
        if moved_down and original.limbo and articles.valid_set is not None:
            cited.append(articles.valid_set)
        return Split(
            articles=tuple(cited),
            original=_halves(original),
            final=_halves(final),
            exchange=articles.mdp_set if moved_down else articles.exchange,
            transposition=articles.transposition,
        )

    def _part(self, place: int) -> Part:
        if self.settled[place].discarded is not None:
            return Part.PENULTIMATE
        if place and self.settled[place - 1].discarded is not None:
            return Part.COLLAPSED
        return Part.LAST if place == len(self.settled) - 1 else Part.ORDINARY

    def _judgements(self, place: int) -> tuple[Judgement, ...]:
        """The value of every criterion that the bracket was judged by.

        Those on the next bracket are left out where nobody floats there, or it is too large to tell.
        """
        inquiry = self.inquiries[place]
        bracket, chosen = inquiry.bracket, inquiry.chosen
        solution = chosen or inquiry.within(inquiry.couples)
        looks_ahead = chosen is not None and bool(bracket.following and chosen.left_over)
        return tuple(
            judgement(criterion, solution, self.readings)
            for criterion in self.criteria
            if not (criterion.stage is Stage.NEXT_BRACKET and (not looks_ahead or bracket.gives_bye))
            and not (criterion.stage is Stage.COMPLETION and not bracket.completing)
            and not (criterion.stage is Stage.BYE and not bracket.gives_bye)
        )

    def _floater(self, place: int, record: Record) -> Floater:
        reason = self.inquire(place, Staying(record))
        return Floater(record.number, reason, bye=self.way[record][-1] == place)

    def floated(self, number: int) -> tuple[Floater, ...]:
        record = self.records[number]
        return tuple(
            self._floater(place, record)
            for place in self.way[record]
            if record in self.settled[place].candidate.downfloaters
        )

    # -- boards -------------------------------------------------------------------------------------

    def boards(self) -> tuple[BoardExplanation, ...]:
        places = {
            frozenset(pair): place for place, settled in enumerate(self.settled) for pair in _pairs(settled)
        }
        return tuple(
            self._board(number, pair, places[frozenset((pair.white, pair.black))])
            for number, pair in enumerate(self.pairing.pairs, 1)
        )

    def _board(self, number: int, pair: Pair, place: int) -> BoardExplanation:
        one, two = self.records[pair.white], self.records[pair.black]
        higher, lower = (one, two) if one.rank < two.rank else (two, one)
        moved_down = higher in self.settled[place].bracket.mdps
        original, final = self._sides(place, higher)
        opposite = self.opposite(higher.number)
        change = Change.NONE
        if set(original.s1) != set(final.s1):
            change = Change.EXCHANGE
        elif opposite != lower.number:
            change = Change.TRANSPOSITION
        articles = self.articles
        exchange = articles.mdp_set if moved_down else articles.exchange
        by_change = {
            Change.NONE: (),
            Change.TRANSPOSITION: (articles.transposition,),
            Change.EXCHANGE: (exchange,),
        }
        return BoardExplanation(
            board=number,
            pair=pair,
            bracket=place + 1,
            higher=higher.number,
            lower=lower.number,
            moved_down=moved_down,
            place=final.s1.index(higher) + 1,
            opposite=opposite,
            change=change,
            articles=(articles.halves, *by_change[change]),
            colours=self.colours(higher, lower),
        )

    def _sides(self, place: int, record: Record) -> tuple[Sides, Sides]:
        """S1 and S2 at first and in the end that a paired player was part of."""
        arrangement = self.inquiries[place].arrangement
        met = self._mates[place].get(record)
        if {record, met} & set(arrangement.mdp_final.s1):
            return arrangement.mdp_original, arrangement.mdp_final
        return arrangement.original, arrangement.final

    @cached_property
    def _mates(self) -> list[dict[Record, Record]]:
        couples = [settled.candidate.pairs for settled in self.settled]
        return [{**dict(pairs), **{two: one for one, two in pairs}} for pairs in couples]

    def opposite(self, number: int) -> int | None:
        record = self.records[number]
        place = self.way[record][-1]
        if record not in self._mates[place]:
            return None
        original, _ = self._sides(place, record)
        for side, other in ((original.s1, original.s2), (original.s2, original.s1)):
            if record in side and side.index(record) < len(other):
                return other[side.index(record)].number
        return None

    # -- the bye ------------------------------------------------------------------------------------

    def bye(self) -> ByeExplanation | None:
        number = self.pairing.bye
        if number is None:
            return None
        record = self.records[number]
        floater = self._floater(self.way[record][-1], record)
        others = (r for r in self.records.values() if r.score <= record.score and r is not record)
        lowest = self.articles.lowest_bye
        return ByeExplanation(
            number=number,
            bracket=self.way[record][-1] + 1,
            articles=(self.articles.bye,) if lowest is None else (self.articles.bye, lowest),
            reason=floater.reason,
            barred=tuple((r.number, barred) for r in others if (barred := self.barred(r)) is not None),
        )

    # -- why not ------------------------------------------------------------------------------------

    def against_meeting(self, one: Record, two: Record) -> Sequence[Reason]:
        """In the first bracket that both are in, what their pair costs; else why the first does not float.

        Brackets are paired from the top, so that a pair across brackets fails in the bracket in which the
        first of the two is paired: to meet the other he would have had to float from there.
        """
        shared = sorted(set(self.way[one]) & set(self.way[two]))
        if shared:
            higher, lower = sorted((one, two), key=lambda record: record.rank)
            return [self.inquire(shared[0], Meeting(higher, lower))]
        first = min(one, two, key=lambda record: self.way[record][-1])
        bye = self.bye()
        if bye is not None and bye.number == first.number:
            return [TakesBye(bye.articles, bye.number), bye.reason]
        return [self.inquire(self.way[first][-1], Floating(first))]

    def against_bye(self, one: Record) -> Sequence[Reason]:
        """Why another has the bye; in 2026 (C5) the lowest score comes before all else."""
        taker = self.records[self.pairing.bye or 0]
        lowest = self.articles.lowest_bye
        if lowest is not None and one.score > taker.score:
            return [HigherBye(lowest)]
        if lowest is not None and one.score < taker.score:
            return [Incomplete(self.articles.completion)]
        return [self.inquire(self.way[one][-1], Floating(one))]

    def inquire(self, place: int, condition: Condition) -> InBracket:
        """What the bracket would have come to under the condition."""
        inquiry = self.inquiries[place]
        answer = inquiry.ask(condition)
        floaters: tuple[int, ...] = ()
        verdict: Verdict
        if isinstance(answer, Failure):
            verdict = self._failure(place, condition, answer)
        else:
            floaters = _numbers(inquiry.left_over(answer.couples))
            if answer.worse is not None:
                criterion, then = answer.worse
                now = inquiry.chosen or inquiry.within(inquiry.couples)
                verdict = compared(criterion, now, then, self.readings)
            else:
                verdict = Later(self._generation_article(answer.generation), answer.generation)
        return InBracket(place + 1, condition.asked, _numbers(condition.players), verdict, floaters)

    def _generation_article(self, generation: Generation | None) -> str:
        match generation:
            case None:
                return self.articles.best
            case Generation.MDP_SET:
                return self.articles.mdp_set
            case Generation.EXCHANGE:
                return self.articles.exchange
            case Generation.MDP_OPPONENTS | Generation.TRANSPOSITION:
                return self.articles.transposition

    def _failure(self, place: int, condition: Condition, failure: Failure) -> Verdict:
        bracket = self.settled[place].bracket
        match failure:
            case Failure.NO_OPPONENT:
                return self._no_opponent(bracket, *condition.players)
            case Failure.TOO_LARGE:
                return TooLarge(len(bracket.players))
            case Failure.INCOMPLETE:
                if self._needs_higher_bye(place, condition):
                    return HigherBye(self.articles.lowest_bye or "")
                if bracket.last:
                    return Incomplete(self.articles.completion)
                completion = (c.article for c in self.criteria if c.stage is Stage.COMPLETION)
                return Incomplete(next(completion))

    def _no_opponent(self, bracket: Bracket, player: Record) -> NoOpponent:
        """By which articles nobody in the bracket is for the player, or of the residents nobody."""
        others = [other for other in bracket.players if other is not player]
        articles = {
            self.articles.rematch: any(not never_met(player, other) for other in others),
            self.articles.colours: any(not colours_possible(player, other) for other in others),
            self.articles.halves: any(may_meet(player, other) for other in others),
        }
        cited = tuple(article for article, applies in articles.items() if applies)
        return NoOpponent(cited, among_residents=articles[self.articles.halves])

    def _needs_higher_bye(self, place: int, condition: Condition) -> bool:
        """2026 C5: whether the round could be completed if it did not matter who takes the bye."""
        settled = self.settled[place]
        bracket = settled.bracket
        if self.articles.lowest_bye is None or self.pairing.bye is None:
            return False
        mdps = bracket.mdps
        if bracket.bye_limit is None:
            # It was given further up. Whoever has it then goes on like any other floater.
            taker = self.records[self.pairing.bye]
            mdps = tuple(sorted((*mdps, taker), key=lambda record: record.rank))
        anybody = replace(bracket, mdps=mdps, bye_limit=ANY_SCORE, gives_bye=False)
        inquiry = Inquiry(replace(settled, bracket=anybody), self.criteria, by_limbo=self.by_limbo)
        return inquiry.completable(condition)


def _numbers(records: Sequence[Record]) -> tuple[int, ...]:
    return tuple(record.number for record in records)


def _pairs_of(couples: Sequence[tuple[Record, Record]]) -> tuple[tuple[int, int], ...]:
    """Pairing numbers, in the order of the higher ranked players."""
    in_order = sorted(couples, key=lambda couple: couple[0].rank)
    return tuple((one.number, two.number) for one, two in in_order)


def _pairs(settled: Settled) -> tuple[tuple[int, int], ...]:
    return _pairs_of(settled.candidate.pairs)


def _halves(sides: Sides) -> Halves:
    return Halves(_numbers(sides.s1), _numbers(sides.s2), _numbers(sides.limbo))
