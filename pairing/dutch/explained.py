"""How a round was paired by the FIDE (Dutch) System, and what another pairing of a bracket would have meant.

The editions of 2016 and 2026 differ in the articles and the readings that their explanations use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import Enum, auto
from functools import cached_property
from typing import NamedTuple

from pairing.core.colours import RULES as COLOUR_RULES
from pairing.core.records import Record, colours_possible, may_meet, never_met
from pairing.core.tournament import Tournament
from pairing.dutch import edition_2016, edition_2026
from pairing.dutch.criteria import Case, Criterion, Stage
from pairing.dutch.measures import (
    READINGS_2016,
    READINGS_2026,
    Condition,
    Floating,
    Meeting,
    Readings,
    Solution,
    Staying,
    compared,
    judgement,
)
from pairing.dutch.plain_bracket import absorbs_everybody
from pairing.dutch.rounds import (
    Decision,
    Graph,
    Settled,
    candidate,
    couples_of,
    decide,
    first_of_the_best,
    narrowed,
    pairs_ahead,
    possible_pairs,
    qualities,
)
from pairing.explanation import facts
from pairing.explanation.account import Account, Arrangement, by_rank, numbers_of, pairs_of
from pairing.explanation.brackets import Articles, BracketAccount
from pairing.explanation.facts import Asked, Generation
from pairing.matching.bracket import ANY_SCORE, Bracket, Candidate, Couple, PossiblePair
from pairing.matching.completion import BYE, Completion

# -- The best pairing of the next brackets for any players who float down to them ---------------------

# This many players can be weighed in about a second.
MOST_WEIGHED = 200


def apart(floaters: Iterable[Record]) -> tuple[Record, ...]:
    """The floaters of one bracket, barred from each other because they are now moved-down players.

    For the best candidate this changes nothing, as two who could meet would have been paired.
    """
    floaters = tuple(floaters)
    numbers = frozenset(record.number for record in floaters)
    return tuple(replace(record, barred=record.barred | numbers) for record in floaters)


class Outlook:
    """The brackets below a bracket, and how they would be paired best."""

    def __init__(self, bracket: Bracket, criteria: Sequence[Criterion]) -> None:
        self.bracket = bracket
        self.criteria = [criterion for criterion in criteria if criterion.stage is Stage.NEXT_BRACKET]
        self._known: dict[frozenset[Record], tuple[PossiblePair, ...] | None] = {}

    def pairs(self, floaters: Iterable[Record]) -> tuple[PossiblePair, ...] | None:
        """The best pairs of the next brackets when these come down; None if it would take too long."""
        key = frozenset(floaters)
        if key not in self._known:
            self._known[key] = self._best(by_rank(key))
        return self._known[key]

    def _best(self, floaters: Sequence[Record]) -> tuple[PossiblePair, ...] | None:
        """Like `pairs`, for floaters in ranking order.

        Only the next bracket is compared, unless the bye is given here: then all pairs below it count (C9).
        """
        bracket = self.bracket
        if bracket.gives_bye:
            return self._mates(Completion(bracket.following + bracket.below, bye_limit=None))
        if not bracket.following or not floaters:
            return ()
        limit = bracket.bye_limit if bracket.completing and bracket.before_last else None
        completion = Completion((*apart(floaters), *bracket.following), bye_limit=limit)
        if self._perfect(completion, floaters):
            own = {record.rank: record for record in floaters}
            mates = self._mates(completion)
            return tuple(pair._replace(higher=own.get(pair.higher.rank, pair.higher)) for pair in mates)
        if len(floaters) + len(bracket.following) > MOST_WEIGHED:
            return None
        pairs = possible_pairs(Bracket(tuple(floaters), bracket.following))
        edges = [pair._replace(inside=False, ahead=True) for pair in pairs]
        return tuple(Graph(edges, qualities(bracket, edges, self.criteria)).best())

    def _perfect(self, completion: Completion, floaters: Sequence[Record]) -> bool:
        """Whether the next bracket leaves over at most one player, who is no floater and may be left over."""
        left = completion.unplaced()
        if not left:
            return True
        if len(left) > len(completion.records) % 2 or completion.bye_limit is not None:
            return False
        (one,) = left
        may_be_left = not self.bracket.before_last or self.bracket.may_give_bye_to(one)
        return may_be_left and one.rank not in {record.rank for record in floaters}

    def _mates(self, completion: Completion) -> tuple[PossiblePair, ...]:
        following = {record.rank for record in self.bracket.following}
        return tuple(
            PossiblePair(
                completion.records[one], completion.records[two], inside=False, ahead=two in following
            )
            for one, two in completion.mates.items()
            if one < two and two != BYE
        )


# -- What one more condition would have meant for the pairing of a bracket ----------------------------
#
# The best candidate that meets the condition is found in the same way as the best one of all: the short way
# if it gives an answer, the weighing if it does not. Compared with the chosen candidate, it is worse by
# some criterion, or else it is generated later.

# This many players can be weighed in about a second as often as the order of generation requires.
MOST_WEIGHED_IN_ORDER = 130


def _size(bracket: Bracket) -> int:
    """The number of players that are weighed."""
    return len(bracket.players) + len(bracket.following) + len(bracket.below)


# -- answers ----------------------------------------------------------------------------------------


class Failure(Enum):
    """Why there is no candidate to compare with."""

    # The player may meet nobody in the bracket.
    NO_OPPONENT = auto()
    # The round cannot be completed with any of the candidates.
    INCOMPLETE = auto()
    # It would take too long to find it.
    TOO_LARGE = auto()


class Found(NamedTuple):
    """The best candidate that meets a condition."""

    couples: tuple[Couple, ...]
    # The pairs of the next brackets that it was judged by; None if they are still to be found.
    outside: tuple[PossiblePair, ...] | None
    # The bracket as it was weighed; None if it was paired the short way.
    weighed: Bracket | None


class Answer(NamedTuple):
    """How the best candidate that meets a condition compares with the chosen one."""

    couples: tuple[Couple, ...]
    # The first criterion that it meets less well, with what it was judged by; None if there is none.
    worse: tuple[Criterion, Solution] | None
    # The step at which it comes later, if it is no worse and this is known.
    generation: Generation | None = None


# -- the inquiry ------------------------------------------------------------------------------------


class Inquiry:
    """A bracket as it was settled, which can be asked about the alternatives."""

    def __init__(
        self, settled: Settled, criteria: Sequence[Criterion], *, ahead: Sequence[Couple] = (), by_limbo: bool
    ) -> None:
        """`ahead` are the pairs that the next bracket got; `by_limbo` is as in `Arrangement.of`."""
        self.bracket = settled.bracket
        self.couples = settled.candidate.pairs
        self.ahead = [PossiblePair(*c, inside=False, ahead=True) for c in ahead if self.bracket.following]
        self.by_limbo = by_limbo
        self.criteria = criteria
        self.case = Case(settled.bracket)
        self.lower = self.bracket.following + self.bracket.below
        self.outlook = Outlook(self.bracket, criteria)

    @cached_property
    def chosen(self) -> Solution | None:
        """The chosen candidate; None if it is not known how the next bracket would be paired best.

        In 2026 (C8) it was paired so. In 2016 (C.7) it may fare worse, for the sake of the brackets below.
        """
        real = self.solution(self.couples, self.ahead)
        if self.bracket.completing and not self.bracket.gives_bye:
            return real
        best = self.solution(self.couples)
        if best is None or real is None or self.bracket.gives_bye:
            return best
        return real if all(real.total(c) == best.total(c) for c in self.outlook.criteria) else best

    @property
    def told(self) -> Solution:
        """The chosen candidate as it is explained: as much of it as is known."""
        return self.chosen or self.within(self.couples)

    @cached_property
    def arrangement(self) -> Arrangement:
        """S1, S2 and the Limbo of the chosen candidate."""
        return self.arranged(self.couples)

    def arranged(self, couples: Iterable[Couple]) -> Arrangement:
        """S1, S2 and the Limbo of a candidate."""
        return Arrangement.of(self.bracket, couples, by_limbo=self.by_limbo)

    def ask(self, condition: Condition) -> Answer | Failure:
        """How the best candidate that meets `condition` compares with the chosen one."""
        found = self._one_pair_less(condition) or self._best(condition)
        if isinstance(found, Failure):
            return found
        worse = self._compare(found)
        if isinstance(worse, Failure):
            return worse
        return self._later(condition, found) if worse is None else Answer(found.couples, worse)

    def _one_pair_less(self, condition: Condition) -> Found | None:
        """A candidate with one pair less, if a player is to float and nobody was left over; else None.

        No candidate with that float has as many pairs as the chosen one. This one lacks only one pair, so it
        may stand for the best of them.
        """
        if condition.asked is not Asked.FLOAT or self.left_over(self.couples):
            return None
        couples = tuple(couple for couple in self.couples if condition.players[0] not in couple)
        placed = not self.bracket.completing or self._completion(couples).remove(couples)
        return Found(couples, None, None) if placed else None

    def completable(self, condition: Condition) -> bool:
        """Whether a candidate is known that meets `condition` and lets the round be completed."""
        return not isinstance(self._best(condition), Failure)

    def within(self, couples: Sequence[Couple], outside: Sequence[PossiblePair] = ()) -> Solution:
        """The candidate within its own bracket, or with pairs of the next brackets as well."""
        return Solution(self.case, [*(PossiblePair(*couple, inside=True) for couple in couples), *outside])

    def left_over(self, couples: Sequence[Couple]) -> tuple[Record, ...]:
        """The players who are left over when these pairs are made."""
        return candidate(self.bracket, couples).downfloaters

    # -- the best candidate that meets a condition ------------------------------------------------

    def _best(self, condition: Condition) -> Found | Failure:
        """Like `rounds.pair_completably`, among the candidates that meet the condition."""
        bracket = self.bracket
        if condition.asked is Asked.STAY and not self._has_opponent(condition.players[0]):
            return Failure.NO_OPPONENT
        if not self._could_complete(condition):
            return Failure.INCOMPLETE
        narrow = self._narrow
        for view in (bracket, narrow):
            couples = None if view is None else condition.plainly(view, self.criteria)
            if couples is not None and self._settles(couples):
                return Found(tuple(couples), None, None)
        if narrow is not None:
            found = self._weigh(narrow, condition)
            if found is not None and self._settles(found.couples, found.outside):
                return found
        found = self._weigh(self._focused, condition)
        if found is None:
            return Failure.TOO_LARGE
        return found if self._completes(found) else Failure.INCOMPLETE

    @cached_property
    def _narrow(self) -> Bracket | None:
        """The bracket without the players below the next one, if that can be enough; else None."""
        return narrowed(self.bracket) if self.bracket.completing else None

    @cached_property
    def _focused(self) -> Bracket:
        """The bracket without the next one, if that need not be looked at."""
        if not self.bracket.completing and absorbs_everybody(self.bracket):
            return replace(self.bracket, following=(), before_last=False)
        return self.bracket

    def _has_opponent(self, player: Record) -> bool:
        """Whether the player may meet anybody in the bracket; two who were moved down do not meet."""
        bracket = self.bracket
        others = bracket.residents if player in bracket.mdps else bracket.players
        return any(other is not player and may_meet(player, other) for other in others)

    def _could_complete(self, condition: Condition) -> bool:
        """Whether the round could be completed at all when two players meet."""
        if not self.bracket.completing or condition.asked is not Asked.MEET:
            return True
        others = [r for r in self.bracket.players + self.lower if r not in condition.players]
        return Completion(others, bye_limit=self.bracket.bye_limit).possible

    def _settles(self, couples: Sequence[Couple], outside: Sequence[PossiblePair] | None = None) -> bool:
        """Whether the round can be completed with these pairs, if that is asked of the bracket.

        As in `rounds.settle`, the next bracket is paired as well as it could be by itself (C8).
        """
        bracket, left_over = self.bracket, apart(self.left_over(couples))
        if not bracket.completing:
            return True
        completion = self._completion(couples)
        if not completion.remove(couples):
            return False
        if not (left_over and bracket.following) or bracket.before_last or bracket.gives_bye:
            return True
        if outside is None:
            ahead = pairs_ahead(bracket, Candidate(tuple(couples), left_over), completion)
        else:
            ahead = couples_of(pair for pair in outside if pair.ahead)
        return ahead is not None and completion.remove(ahead)

    def _completion(self, couples: Sequence[Couple]) -> Completion:
        """A completion in which no two players meet who are left over when these pairs are made."""
        placed = {record for couple in couples for record in couple}
        paired = [record for record in self.bracket.players if record in placed]
        players = (*paired, *apart(self.left_over(couples)), *self.lower)
        return Completion(by_rank(players), bye_limit=self.bracket.bye_limit)

    def _completes(self, found: Found) -> bool:
        """Whether the weighing placed everybody, except at most one player who may take the bye."""
        if not self.bracket.completing:
            return True
        couples = [*found.couples, *couples_of(found.outside or ())]
        placed = {record for couple in couples for record in couple}
        left = [record for record in self.bracket.players + self.lower if record not in placed]
        return not left or (len(left) == 1 and self.bracket.may_give_bye_to(left[0]))

    def _weigh(self, view: Bracket, condition: Condition) -> Found | None:
        """The best candidate that meets the condition, by weighing; None if there are too many players."""
        if _size(view) > MOST_WEIGHED:
            return None
        solution = self._graph(view, condition).best()
        couples = couples_of(pair for pair in solution if pair.inside)
        outside = tuple(pair for pair in solution if not pair.inside)
        return Found(tuple(couples), outside if view is self.bracket or view.following else None, view)

    def _graph(self, view: Bracket, condition: Condition) -> Graph:
        """The possible pairs that the condition allows; those that it demands outweigh all others."""
        pairs = [pair for pair in possible_pairs(view) if condition.allows(pair)]
        weights = qualities(view, pairs, self.criteria)
        enough = 1 << (max(weights, default=0).bit_length() + self.case.size.bit_length())
        return Graph(pairs, [w + enough * condition.demands(p) for w, p in zip(weights, pairs, strict=True)])

    # -- the comparison ---------------------------------------------------------------------------

    def solution(
        self, couples: Sequence[Couple], outside: Sequence[PossiblePair] | None = None
    ) -> Solution | None:
        """The candidate with the pairs of the next brackets that it is judged by; None if not known."""
        if outside is None:
            outside = self.outlook.pairs(self.left_over(couples))
        return None if outside is None else self.within(couples, outside)

    def _compare(self, found: Found) -> tuple[Criterion, Solution] | Failure | None:
        """The first criterion that the candidate meets less well than the chosen one; None if all equally."""
        ours, theirs = self.left_over(self.couples), self.left_over(found.couples)
        alike = ours == theirs or (not self.bracket.completing and absorbs_everybody(self.bracket))
        judged = self.solution(found.couples, None if alike else found.outside)
        chosen, other = self.told, judged or self.within(found.couples)
        # Completion is met: see `_best`. If the bye is given here, the next bracket is the same in any case.
        equal = {
            Stage.COMPLETION: True,
            Stage.NEXT_BRACKET: alike or self.bracket.gives_bye,
            Stage.BYE: alike,
        }
        for criterion in self.criteria:
            if equal.get(criterion.stage):
                continue
            if criterion.stage in equal and (self.chosen is None or judged is None):
                return Failure.TOO_LARGE
            now, then = chosen.total(criterion), other.total(criterion)
            if then > now:
                raise AssertionError(f"By {criterion.article} a better candidate was passed over")
            if then < now:
                return criterion, other
        return None

    # -- the order of generation ------------------------------------------------------------------

    def _later(self, condition: Condition, found: Found) -> Answer:
        """The step at which the earliest of the equally good candidates comes later than the chosen one."""
        if found.weighed is None:
            step = self.arrangement.first_difference(self.arranged(found.couples))
            if step is not Generation.EXCHANGE or self._certain(condition):
                return Answer(found.couples, None, step)
        first = self._first(found.weighed or self._narrow or self._focused, condition)
        if first is None:
            return Answer(found.couples, None)
        return Answer(first, None, self.arrangement.first_difference(self.arranged(first)))

    def _first(self, view: Bracket, condition: Condition) -> tuple[Couple, ...] | None:
        """The earliest generated of the best candidates that meet the condition; None if not found soon."""
        if _size(view) > MOST_WEIGHED_IN_ORDER:
            return None
        couples, solution = first_of_the_best(view, self._graph(view, condition))
        if view is self._focused:
            return tuple(couples)
        outside = [pair for pair in solution if not pair.inside] if view.following else None
        if self._settles(couples, outside):
            return tuple(couples)
        return self._first(self._focused, condition)

    def _certain(self, condition: Condition) -> bool:
        """Whether the short way found an exchange only because there is no transposition before it.

        It takes players out of the bracket and divides the others anew: into the same S1 and S2, if those
        chosen are the original ones. If the condition does not fit S1 and S2 as they were chosen, an exchange
        is needed in any case.
        """
        if condition.asked is Asked.STAY:
            return True
        chosen = self.arrangement
        s1, s2 = set(chosen.final.s1), set(chosen.final.s2)
        first, *second = numbers_of(condition.players)
        fits = first in (s1 if second else s2) and s2.issuperset(second)
        return not fits or set(chosen.original.s1) == s1


# -- The account of a round ---------------------------------------------------------------------------

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

    def explain_bracket(self, place: int) -> facts.BracketExplanation:
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


# -- The edition of 2016 ------------------------------------------------------------------------------

ARTICLES_2016 = Articles(
    rematch="C.1",
    bye="C.2",
    colours="C.3",
    completion="A.9",
    halves="B.3",
    best="B.8",
    transposition="D.1",
    exchange="D.2",
    mdp_set="D.3",
    colour_rules=("E.1", "E.2", "E.3", "E.4", "E.5"),
)


def account_of_2016(tournament: Tournament) -> Account:
    """The account of the coming round. Raises what `decide` raises."""
    return DutchAccount(decide(tournament, edition_2016.RULES), ARTICLES_2016, READINGS_2016)


# -- The edition of 2026 ------------------------------------------------------------------------------

ARTICLES_2026 = Articles(
    rematch="C1",
    bye="C2",
    colours="C3",
    completion="C4",
    halves="art. 3.3",
    best="art. 3.8",
    transposition="art. 4.2",
    exchange="art. 4.3",
    mdp_set="art. 4.4",
    colour_rules=("art. 5.2.1", "art. 5.2.2", "art. 5.2.3", "art. 5.2.4", "art. 5.2.5"),
    lowest_bye="C5",
    valid_set="art. 4.4",
)


def account_of_2026(tournament: Tournament) -> Account:
    """The account of the coming round. Raises what `decide` raises."""
    return DutchAccount(decide(tournament, edition_2026.RULES), ARTICLES_2026, READINGS_2026)
