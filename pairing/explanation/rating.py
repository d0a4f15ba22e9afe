"""The account of a round by the Swiss System Based on Rating, 1998 or 2012.

These revisions lower their requirements step by step until a pairing is found. What can be said of another
pairing is whether it breaks a requirement that was kept; where it does not, the procedure came to the one
chosen first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pairing.absolute_criteria import colours_possible
from pairing.explanation.account import Absolutes, Account
from pairing.explanation.articles import RATING
from pairing.explanation.facts import (
    Asked,
    BoardExplanation,
    BracketExplanation,
    Breaks,
    ByeExplanation,
    Change,
    ColourRule,
    Floater,
    Halves,
    InBracket,
    Lowered,
    NoOpponent,
    Part,
    Procedure,
    Split,
)
from pairing.rating.colours import RULES as COLOUR_RULES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pairing.byes import ByeRule
    from pairing.explanation.facts import ColourReason, Reason, Verdict
    from pairing.rating.decision import BracketDecision, Decision
    from pairing.rating.procedure import Revision
    from pairing.rating.requirements import Requirement
    from pairing.records import Record
    from pairing.tournament import Pair, Tournament


class RatingAccount(Account):
    """How a round was paired bracket by bracket, and by which steps."""

    def __init__(
        self, tournament: Tournament, decision: Decision, revision: Revision, may_take_bye: ByeRule
    ) -> None:
        rules = Absolutes(RATING, colours_possible, may_take_bye, COLOUR_RULES)
        super().__init__(tournament, decision.records, decision.pairing, rules)
        self.decided = decision.brackets
        self.revision = revision
        self.splits = [self._splits(bracket) for bracket in decision.brackets]
        # The brackets that each player was in, from the top, counted from 0.
        self.way: dict[int, list[int]] = {number: [] for number in self.records}
        for place, bracket in enumerate(decision.brackets):
            for number in (*bracket.moved_down, *bracket.residents):
                self.way[number].append(place)

    # -- brackets -----------------------------------------------------------------------------------

    def brackets(self) -> tuple[BracketExplanation, ...]:
        return tuple(map(self._bracket, range(len(self.decided))))

    def _bracket(self, place: int) -> BracketExplanation:
        bracket = self.decided[place]
        mdp_split, split = self.splits[place]
        return BracketExplanation(
            number=place + 1,
            part=self._part(place),
            scores=tuple(sorted({self.records[n].score for n in bracket.residents}, reverse=True)),
            moved_down=bracket.moved_down,
            residents=bracket.residents,
            mdp_split=mdp_split,
            split=split,
            pairs=bracket.pairs,
            floaters=tuple(self._floater(place, number) for number in bracket.downfloaters),
            steps=bracket.steps,
            requirements=tuple(Lowered(r.step, r.name, r.first, r.value) for r in bracket.requirements),
        )

    def _part(self, place: int) -> Part:
        if self.decided[place].joined:
            return Part.JOINED
        return Part.LAST if place == len(self.decided) - 1 else Part.ORDINARY

    def _splits(self, bracket: BracketDecision) -> tuple[Split | None, Split]:
        """C.4 to C.8: S1 and S2 of the players moved down, and of the others."""
        residents = [number for number in bracket.residents if number not in bracket.incompatible]
        moved, m1 = bracket.moved_down, bracket.m1
        mdp_pairs, pairs = bracket.pairs[:m1], bracket.pairs[m1:]
        mdp_split = None
        if m1:
            s1, partners = [one for one, _ in mdp_pairs], [two for _, two in mdp_pairs]
            original = Halves(moved[:m1], tuple(residents), moved[m1:])
            final = Halves(tuple(s1), (*partners, *_others(residents, partners)), _others(moved, s1))
            if bracket.joined:
                # C.4: all other players are in S2.
                original = Halves(moved[:m1], (*moved[m1:], *residents))
                others = _others([*moved, *residents], [*s1, *partners])
                final = Halves(tuple(s1), (*partners, *others))
            mdp_split = self._split(original, final)
        placed = [number for pair in mdp_pairs for number in pair]
        players = _others([*moved, *residents], placed)
        s1, partners = [one for one, _ in pairs], [two for _, two in pairs]
        split = self._split(
            Halves(players[: len(pairs)], players[len(pairs) :]),
            Halves(tuple(s1), (*partners, *_others(players, [*s1, *partners]))),
        )
        return mdp_split, split

    def _split(self, original: Halves, final: Halves) -> Split:
        articles = self.articles
        return Split((articles.halves,), original, final, articles.exchange, articles.transposition)

    def _floater(self, place: int, number: int) -> Floater:
        bracket = self.decided[place]
        verdict: Verdict = Procedure(bracket.steps or (self.articles.halves,))
        if number in bracket.incompatible:
            verdict = NoOpponent(("C.1",) if len(bracket.moved_down + bracket.residents) > 1 else ())
        reason = InBracket(place + 1, Asked.STAY, (number,), verdict)
        return Floater(number, reason, bye=number == self.pairing.bye and place == self.way[number][-1])

    def floated(self, number: int) -> tuple[Floater, ...]:
        return tuple(
            self._floater(place, number)
            for place in self.way[number]
            if number in self.decided[place].downfloaters
        )

    # -- boards -------------------------------------------------------------------------------------

    def boards(self) -> tuple[BoardExplanation, ...]:
        return tuple(self._board(number, pair) for number, pair in enumerate(self.pairing.pairs, 1))

    def _board(self, number: int, pair: Pair) -> BoardExplanation:
        one, two = self.records[pair.white], self.records[pair.black]
        higher, lower = (one, two) if one.rank < two.rank else (two, one)
        place = self.way[higher.number][-1]
        mdp_split = self.splits[place][0]
        moved_down = mdp_split is not None and higher.number in mdp_split.final.s1
        split = self._split_of(place, higher.number)
        opposite = self.opposite(higher.number)
        articles = self.articles
        change, cited = Change.NONE, [articles.halves]
        if split.exchanged:
            change = Change.EXCHANGE
            cited.append(articles.exchange)
        elif opposite != lower.number:
            change = Change.TRANSPOSITION
            cited.append(articles.transposition)
        return BoardExplanation(
            board=number,
            pair=pair,
            bracket=place + 1,
            higher=higher.number,
            lower=lower.number,
            moved_down=moved_down,
            place=split.final.s1.index(higher.number) + 1,
            opposite=opposite,
            change=change,
            articles=tuple(cited),
            colours=self.colours(higher, lower),
        )

    def colours(self, higher: Record, lower: Record) -> ColourReason:
        """E.5 of these revisions goes by the pairing number itself."""
        reason = super().colours(higher, lower)
        return replace(reason, order=higher.number) if reason.rule is ColourRule.LOT else reason

    def _split_of(self, place: int, number: int) -> Split:
        """The division that a paired player was part of."""
        mdp_split, split = self.splits[place]
        if mdp_split is None:
            return split
        paired = (*mdp_split.final.s1, *mdp_split.final.s2[: len(mdp_split.final.s1)])
        return mdp_split if number in paired else split

    def opposite(self, number: int) -> int | None:
        place = self.way[number][-1]
        if not any(number in pair for pair in self.decided[place].pairs):
            return None
        original = self._split_of(place, number).original
        for side, other in ((original.s1, original.s2), (original.s2, original.s1)):
            if number in side and side.index(number) < len(other):
                return other[side.index(number)]
        return None

    # -- the bye ------------------------------------------------------------------------------------

    def bye(self) -> ByeExplanation | None:
        number = self.pairing.bye
        if number is None:
            return None
        score = self.records[number].score
        others = (r for r in self.records.values() if r.score <= score and r.number != number)
        place = self.way[number][-1]
        return ByeExplanation(
            number=number,
            bracket=place + 1,
            articles=(self.articles.bye,),
            reason=self._floater(place, number).reason,
            barred=tuple((r.number, barred) for r in others if (barred := self.barred(r)) is not None),
        )

    # -- why not ------------------------------------------------------------------------------------

    def against_meeting(self, one: Record, two: Record) -> Sequence[Reason]:
        higher, lower = sorted((one, two), key=lambda record: record.rank)
        shared = sorted(set(self.way[one.number]) & set(self.way[two.number]))
        if not shared:
            return self.against_bye(min(one, two, key=lambda record: self.way[record.number][-1]))
        place = shared[0]
        failures = [
            lowered
            for requirement, lowered in self._requirements(place)
            if requirement.of_pair and requirement.of_pair(higher, lower) > lowered.value
        ]
        return [self._reason(place, Asked.MEET, (one.number, two.number), failures)]

    def against_bye(self, one: Record) -> Sequence[Reason]:
        place = self.way[one.number][-1]
        failures = [
            lowered
            for requirement, lowered in self._requirements(place)
            if requirement.of_floater and requirement.of_floater(one) > lowered.value
        ]
        return [self._reason(place, Asked.FLOAT, (one.number,), failures)]

    def _requirements(self, place: int) -> Iterator[tuple[Requirement, Lowered]]:
        """What was required of the bracket, and how low it was set in the end."""
        bracket = self.decided[place]
        requirements = self.revision.requirements(self.coming, bracket.m1 > 0)
        for requirement, lowered in zip(requirements, bracket.requirements, strict=True):
            yield (
                requirement,
                Lowered(lowered.step, lowered.name, lowered.first, max(lowered.first, lowered.value)),
            )

    def _reason(
        self, place: int, asked: Asked, players: tuple[int, ...], failures: Sequence[Lowered]
    ) -> InBracket:
        steps = self.decided[place].steps or (self.articles.halves,)
        verdict: Verdict = Breaks(failures[0]) if failures else Procedure(steps)
        return InBracket(place + 1, asked, players, verdict)


def _others(numbers: Sequence[int], gone: Sequence[int]) -> tuple[int, ...]:
    return tuple(number for number in numbers if number not in gone)
