"""The account of a round by the FIDE (Dutch) System, edition 2016 or 2026."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from pairing.core.colours import RULES as COLOUR_RULES
from pairing.core.records import Record, colours_possible, may_meet, never_met
from pairing.dutch.criteria import Stage
from pairing.dutch.rounds import Decision
from pairing.explanation import facts
from pairing.explanation.account import by_rank, numbers_of, pairs_of
from pairing.explanation.brackets import Articles, BracketAccount
from pairing.explanation.conditions import Condition, Floating, Meeting, Staying
from pairing.explanation.inquiry import Failure, Inquiry
from pairing.explanation.measures import Readings, compared, judgement
from pairing.matching.bracket import ANY_SCORE, Bracket

CONDITIONS: Mapping[facts.Asked, Callable[..., Condition]] = {
    facts.Asked.MEET: Meeting,
    facts.Asked.FLOAT: Floating,
    facts.Asked.STAY: Staying,
}


class DutchAccount(BracketAccount):
    """How a round was paired bracket by bracket, and what any other pairing would have cost."""

    def __init__(self, decision: Decision, articles: Articles, readings: Readings) -> None:
        members = [numbers_of(settled.bracket.players) for settled in decision.brackets]
        rules = articles, decision.rules.bars_from_bye, COLOUR_RULES
        super().__init__(decision.tournament, decision.records, decision.pairing, members, *rules)
        self.settled = decision.brackets
        self.criteria = decision.rules.criteria
        self.readings = readings
        self.by_limbo = articles.valid_set is not None
        below = [*(settled.candidate.pairs for settled in self.settled[1:]), ()]
        self.inquiries = [
            Inquiry(settled, self.criteria, ahead=ahead, by_limbo=self.by_limbo)
            for settled, ahead in zip(self.settled, below, strict=False)
        ]

    # -- brackets -----------------------------------------------------------------------------------

    def told_bracket(self, place: int) -> facts.BracketExplanation:
        settled = self.settled[place]
        bracket, arrangement = settled.bracket, self.inquiries[place].arrangement
        mdp_split = None
        if bracket.mdps:
            mdp_split = self._split(arrangement.mdp_original, arrangement.mdp_final, moved_down=True)
        residents = numbers_of(bracket.residents)
        return facts.BracketExplanation(
            number=place + 1,
            part=self._part(place),
            scores=self.scores(residents),
            moved_down=numbers_of(bracket.mdps),
            residents=residents,
            mdp_split=mdp_split,
            split=self._split(arrangement.original, arrangement.final),
            pairs=pairs_of(settled.candidate.pairs),
            floaters=self.floaters(place, numbers_of(settled.candidate.downfloaters)),
            judgements=self._judgements(place),
            discarded=None if settled.discarded is None else pairs_of(settled.discarded.pairs),
        )

    def _split(self, original: facts.Halves, final: facts.Halves, *, moved_down: bool = False) -> facts.Split:
        articles = self.articles
        valid_set = articles.valid_set if moved_down and original.limbo else None
        cited = (articles.halves,) if valid_set is None else (articles.halves, valid_set)
        exchange = articles.mdp_set if moved_down else articles.exchange
        return facts.Split(cited, original, final, exchange, articles.transposition)

    def _part(self, place: int) -> facts.Part:
        if self.settled[place].discarded is not None:
            return facts.Part.PENULTIMATE
        if place and self.settled[place - 1].discarded is not None:
            return facts.Part.COLLAPSED
        return facts.Part.ORDINARY

    def _judgements(self, place: int) -> tuple[facts.Judgement, ...]:
        """The value of every criterion that the bracket was judged by.

        Criteria on the next bracket are left out if nobody floats there, or if it is too large to tell.
        """
        inquiry = self.inquiries[place]
        bracket, chosen = inquiry.bracket, inquiry.chosen
        looks_ahead = chosen is not None and bool(bracket.following and chosen.left_over)
        return tuple(
            judgement(criterion, inquiry.told, self.readings)
            for criterion in self.criteria
            if not (criterion.stage is Stage.NEXT_BRACKET and (not looks_ahead or bracket.gives_bye))
            and not (criterion.stage is Stage.COMPLETION and not bracket.completing)
            and not (criterion.stage is Stage.BYE and not bracket.gives_bye)
        )

    # -- why not ------------------------------------------------------------------------------------

    def otherwise(self, place: int, asked: facts.Asked, *players: Record) -> facts.InBracket:
        return self.inquire(place, CONDITIONS[asked](*by_rank(players)))

    def inquire(self, place: int, condition: Condition) -> facts.InBracket:
        """What the condition would have meant for the bracket."""
        inquiry = self.inquiries[place]
        answer = inquiry.ask(condition)
        floaters: tuple[int, ...] = ()
        verdict: facts.Verdict
        if isinstance(answer, Failure):
            verdict = self._failure(place, condition, answer)
        else:
            floaters = numbers_of(inquiry.left_over(answer.couples))
            if answer.worse is not None:
                criterion, then = answer.worse
                verdict = compared(criterion, inquiry.told, then, self.readings)
            else:
                verdict = facts.Later(self._generation_article(answer.generation), answer.generation)
        players = numbers_of(condition.players)
        return facts.InBracket(place + 1, condition.asked, players, verdict, floaters)

    def _generation_article(self, generation: facts.Generation | None) -> str:
        return {
            None: self.articles.best,
            facts.Generation.MDP_SET: self.articles.mdp_set,
            facts.Generation.EXCHANGE: self.articles.exchange,
        }.get(generation, self.articles.transposition)

    def _failure(self, place: int, condition: Condition, failure: Failure) -> facts.Verdict:
        bracket = self.settled[place].bracket
        match failure:
            case Failure.NO_OPPONENT:
                return self._no_opponent(bracket, *condition.players)
            case Failure.TOO_LARGE:
                return facts.TooLarge(len(bracket.players))
            case Failure.INCOMPLETE:
                if self._needs_higher_bye(place, condition):
                    return facts.HigherBye(self.articles.lowest_bye or "")
                if bracket.last:
                    return facts.Incomplete(self.articles.completion)
                completion = (c.article for c in self.criteria if c.stage is Stage.COMPLETION)
                return facts.Incomplete(next(completion))

    def _no_opponent(self, bracket: Bracket, player: Record) -> facts.NoOpponent:
        """The articles by which nobody in the bracket, or none of its residents, may meet the player."""
        others = [other for other in bracket.players if other is not player]
        articles = {
            self.articles.rematch: any(not never_met(player, other) for other in others),
            self.articles.colours: any(not colours_possible(player, other) for other in others),
            self.articles.halves: any(may_meet(player, other) for other in others),
        }
        cited = tuple(article for article, applies in articles.items() if applies)
        return facts.NoOpponent(cited, among_residents=articles[self.articles.halves])

    def _needs_higher_bye(self, place: int, condition: Condition) -> bool:
        """2026 C5: whether the round could be completed if it did not matter who takes the bye."""
        settled = self.settled[place]
        bracket = settled.bracket
        if self.articles.lowest_bye is None or self.pairing.bye is None:
            return False
        mdps = bracket.mdps
        if bracket.bye_limit is None:
            # The bye was given further up. Here its taker goes on like any other floater.
            taker = self.records[self.pairing.bye]
            mdps = tuple(by_rank((*mdps, taker)))
        anybody = replace(bracket, mdps=mdps, bye_limit=ANY_SCORE, gives_bye=False)
        inquiry = Inquiry(replace(settled, bracket=anybody), self.criteria, by_limbo=self.by_limbo)
        return inquiry.completable(condition)
