"""An explanation in sentences.

Every sentence comes with the articles that it rests on, so that a page can open them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.explanation.board_words import BoardWords
from pairing.explanation.facts import (
    Asked,
    Away,
    Barred,
    Breaks,
    Generation,
    HigherBye,
    InBracket,
    Incomplete,
    KeptApart,
    Later,
    Met,
    NoOpponent,
    Part,
    Procedure,
    SameAbsoluteColour,
    TakesBye,
    TooLarge,
    Worse,
)
from pairing.explanation.measured import consequence, is_met, state
from pairing.explanation.speech import Sentence
from pairing.tournament import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pairing.explanation.facts import (
        BracketExplanation,
        ByeExplanation,
        Difference,
        Floater,
        Lowered,
        Person,
        PlayerExplanation,
        Split,
        WhyNot,
    )
    from pairing.tournament import Pair


class Words(BoardWords):
    """Says what an explanation has to say in one language."""

    # -- brackets -----------------------------------------------------------------------------------

    def bracket_title(self, bracket: BracketExplanation) -> str:
        """Which bracket it is, its score and how many players it has."""
        return self.count(
            "Bracket {number}, score {scores}: {n} player",
            "Bracket {number}, score {scores}: {n} players",
            len(bracket.moved_down) + len(bracket.residents),
            number=bracket.number,
            scores=self._scores(bracket.scores),
        )

    def bracket(self, bracket: BracketExplanation) -> Iterator[Sentence]:
        """How a bracket was paired. Players are named by their numbers alone."""
        yield from self._part(bracket)
        yield Sentence(self.say("Residents: {players}.", players=self._numbers(bracket.residents)))
        if bracket.moved_down:
            moved_down = self._numbers(bracket.moved_down)
            yield Sentence(self.say("Moved-down players: {players}.", players=moved_down))
        for split in (bracket.mdp_split, bracket.split):
            if split is not None and split.original.s1:
                yield from self._split(bracket, split)
        if bracket.pairs:
            yield Sentence(self.say("Pairs: {pairs}.", pairs=self._pairs(bracket.pairs)))
        for floater in bracket.floaters:
            yield from self.floater(floater)
        yield from self._criteria(bracket)
        yield from self._steps(bracket)

    def _part(self, bracket: BracketExplanation) -> Iterator[Sentence]:
        match bracket.part:
            case Part.PENULTIMATE:
                text = self.say(
                    "At first the pairs of bracket {bracket} were {pairs}, but with those left over the "
                    "round could not be completed. So it was paired again, and all scoregroups below it make "
                    "one last bracket.",
                    bracket=bracket.number,
                    pairs=self._pairs(bracket.discarded or ()) or self.say("none"),
                )
                yield Sentence(text, ("A.9", "C.4"))
            case Part.COLLAPSED:
                text = self.say("This is the collapsed last bracket: all scoregroups below the one before.")
                yield Sentence(text, ("A.9",))
            case Part.JOINED:
                text = self.say("Two brackets were joined, as they could not be paired one by one.")
                yield Sentence(text, ("C.13",))

    def _split(self, bracket: BracketExplanation, split: Split) -> Iterator[Sentence]:
        """S1 and S2 of the players moved down, or of the others, and what was done to them."""
        original, final = split.original, split.final
        facts = {"s1": self._numbers(original.s1), "s2": self._numbers(original.s2)}
        if split is bracket.mdp_split:
            text = self.say("Moved-down players first: S1 is {s1}, and S2 is {s2}.", **facts)
        elif bracket.moved_down:
            text = self.say("The remainder: S1 is {s1}, and S2 is {s2}.", **facts)
        else:
            text = self.say("S1 is {s1}, and S2 is {s2}.", **facts)
        yield Sentence(text, split.articles)
        if original.limbo:
            limbo = self._numbers(original.limbo)
            yield Sentence(self.say("In the Limbo: {players}.", players=limbo), split.articles)
        facts = {"s1": self._numbers(final.s1), "s2": self._numbers(final.s2[: len(final.s1)])}
        if split.exchanged:
            text = self.say("After an exchange S1 is {s1}; opposite: {s2}.", **facts)
            yield Sentence(text, (split.exchange,))
        elif split.transposed:
            text = self.say("After a transposition of S2, opposite S1: {s2}.", **facts)
            yield Sentence(text, (split.transposition,))

    def floater(self, floater: Floater) -> Iterator[Sentence]:
        """Who was left over, and why."""
        facts = {"player": self.name_of(floater.number), "bracket": floater.reason.bracket}
        if floater.bye:
            text = self.say("{player} is left over in bracket {bracket} and takes the bye.", **facts)
        else:
            text = self.say("{player} is left over in bracket {bracket} and floats down.", **facts)
        yield Sentence(text)
        yield self.reason(floater.reason)

    def _criteria(self, bracket: BracketExplanation) -> Iterator[Sentence]:
        """Every criterion: those with something to report one by one, the others in a row.

        Nothing of a player alone, who has no choice.
        """
        if len(bracket.moved_down) + len(bracket.residents) == 1:
            return
        missed = [judgement for judgement in bracket.judgements if not is_met(judgement)]
        for judgement in missed:
            yield Sentence(state(self.language, judgement), (judgement.article,))
        articles = dict.fromkeys(judgement.article for judgement in bracket.judgements)
        met = tuple(article for article in articles if article not in {j.article for j in missed})
        if met:
            yield Sentence(self.say("Met in full."), met)

    def _steps(self, bracket: BracketExplanation) -> Iterator[Sentence]:
        """Older revisions: the steps and the requirements."""
        if bracket.steps:
            yield Sentence(self.say("The steps that made this pairing."), bracket.steps)
        for requirement in bracket.requirements:
            if requirement.value:
                text = self.say(
                    "{requirement}: at first {first}, in the end {value}.",
                    requirement=self._requirement(requirement),
                    first=requirement.first,
                    value=requirement.value,
                )
                yield Sentence(text, requirement.articles)

    def _requirement(self, requirement: Lowered) -> str:
        article, _, floaters = requirement.name.rpartition(" for ")
        if floaters.startswith("downfloat"):
            return self.say("{article} for downfloaters", article=article or "B.5, B.6")
        if floaters.startswith("upfloat"):
            return self.say("{article} for upfloaters", article=article or "B.5, B.6")
        return floaters

    # -- the bye and the players --------------------------------------------------------------------

    def bye(self, bye: ByeExplanation) -> Iterator[Sentence]:
        """Who takes the bye, and why."""
        facts = {
            "player": self.name_of(bye.number),
            "score": self._score(self.explanation.people[bye.number]),
        }
        yield Sentence(self.say("{player}, with a score of {score}, takes the bye.", **facts), bye.articles)
        yield self.reason(bye.reason)
        for number, barred in bye.barred:
            yield self._barred(number, barred)

    def _barred(self, number: int, barred: Barred) -> Sentence:
        facts = {"player": self.name_of(number), "round": barred.round}
        match barred.cell.outcome:
            case Outcome.PAIRING_ALLOCATED_BYE:
                text = self.say("{player} had the bye in round {round} and may not take it again.", **facts)
            case Outcome.FORFEIT_WIN:
                text = self.say("{player} won by forfeit in round {round} and may not take the bye.", **facts)
            case _:
                text = self.say(
                    "{player} received points without playing in round {round} and may not take the bye.",
                    **facts,
                )
        return Sentence(text, barred.articles)

    def player(self, player: PlayerExplanation) -> Iterator[Sentence]:
        """A player's paragraph."""
        if player.away is not None:
            yield self._away(player.away)
        if player.person is not None:
            facts = {"player": self.name_of(player.number), "score": self._score(player.person)}
            yield Sentence(self.say("{player} has a score of {score}.", **facts))
        for floater in player.floated:
            if not floater.bye:
                bracket = self.explanation.brackets[floater.reason.bracket - 1]
                if bracket.part is Part.PENULTIMATE:
                    yield from self._part(bracket)
                yield from self.floater(floater)
        if player.board is not None:
            yield self.opponents(player.board)
            if player.not_opposite is not None:
                yield from self.why_not(player.not_opposite)
            yield from self.colours(player.board)
        if player.bye is not None:
            yield from self.bye(player.bye)

    def _score(self, person: Person) -> str:
        """The score that pairing goes by, and what of it is virtual."""
        score = self.language.points(person.score)
        if not person.virtual:
            return score
        return self.say(
            "{score} ({points} and {virtual})",
            score=score,
            points=self._points(person.score - person.virtual),
            virtual=self.language.count_points("{n} virtual point", "{n} virtual points", person.virtual),
        )

    def _points(self, tenths: int) -> str:
        return self.language.count_points("{n} point", "{n} points", tenths)

    def _away(self, away: Away) -> Sentence:
        facts = {"player": self.name_of(away.player), "points": self._points(away.points)}
        match away.cell.outcome:
            case Outcome.HALF_POINT_BYE:
                return Sentence(self.say("{player} has a half-point bye in this round: {points}.", **facts))
            case Outcome.FULL_POINT_BYE:
                return Sentence(self.say("{player} has a full-point bye in this round: {points}.", **facts))
            case _:
                return Sentence(self.say("{player} does not take part in this round.", **facts))

    # -- why not ------------------------------------------------------------------------------------

    def why_not(self, answer: WhyNot) -> Iterator[Sentence]:
        """Why two players do not meet, or why a player has not the bye."""
        facts = {"one": self.name_of(answer.one), "two": answer.two and self.name_of(answer.two)}
        if not answer.reasons and answer.two is None:
            yield Sentence(self.say("{one} takes the bye.", **facts))
        elif not answer.reasons:
            yield Sentence(self.say("{one} and {two} do meet.", **facts))
        for reason in answer.reasons:
            match reason:
                case Away():
                    yield self._away(reason)
                case Barred():
                    yield self._barred(answer.one, reason)
                case InBracket():
                    if reason.asked is Asked.FLOAT:
                        yield self._float_first(answer, reason)
                    yield self.reason(reason)
                case _:
                    yield Sentence(self._because(reason, facts), reason.articles)

    def _because(
        self,
        reason: Met | KeptApart | SameAbsoluteColour | TakesBye | HigherBye | Incomplete,
        facts: Mapping[str, object],
    ) -> str:
        match reason:
            case Met():
                number = reason.round
                return self.say("{one} and {two} played each other in round {round}.", round=number, **facts)
            case KeptApart():
                return self.say("The organiser keeps {one} and {two} apart in this round.", **facts)
            case SameAbsoluteColour():
                colour = self.colour(reason.colour)
                return self.say(
                    "{one} and {two} both have an absolute preference for {colour}.", colour=colour, **facts
                )
            case TakesBye():
                return self.say("{one} takes the bye.", one=self.name_of(reason.player))
            case HigherBye():
                return self.say("The bye goes to the lowest possible score, and {one} has more.", **facts)
            case Incomplete():
                return self.say("With a bye for {one} the round could not be completed.", **facts)

    def _float_first(self, answer: WhyNot, reason: InBracket) -> Sentence:
        (number,) = reason.players
        facts = {"player": self.name_of(number), "bracket": reason.bracket}
        if answer.two is None:
            text = self.say(
                "{player} was paired in bracket {bracket} and would have had to be left over there.", **facts
            )
        else:
            text = self.say(
                "{player} was paired in bracket {bracket}; to meet {other}, {player} would have had to float "
                "down from there.",
                other=self.name_of(answer.two if number == answer.one else answer.one),
                **facts,
            )
        return Sentence(text)

    def reason(self, reason: InBracket) -> Sentence:
        """What the bracket would have come to otherwise."""
        names = [self.name_of(number) for number in reason.players]
        facts: dict[str, object] = {
            "bracket": reason.bracket,
            "player": names[0],
            "one": names[0],
            "two": names[-1],
        }
        match reason.verdict:
            case NoOpponent(()):
                text = self.say("{player} is alone in bracket {bracket}.", **facts)
            case NoOpponent(among_residents=True):
                text = self.say(
                    "In bracket {bracket} there is no resident whom {player} may meet, and moved-down "
                    "players do not meet each other.",
                    **facts,
                )
            case NoOpponent():
                text = self.say("In bracket {bracket} there is nobody whom {player} may meet.", **facts)
            case TooLarge(players=players):
                text = self.count(
                    "Bracket {bracket} has {n} player, too many to compare all its pairings at once. No "
                    "absolute rule forbids it; a criterion or the order of the pairings decided.",
                    "Bracket {bracket} has {n} players, too many to compare all its pairings at once. No "
                    "absolute rule forbids it; a criterion or the order of the pairings decided.",
                    players,
                    **facts,
                )
            case Procedure():
                text = self.say("The procedure came to another pairing of bracket {bracket} first.", **facts)
            case Later(generation=generation):
                text = self._later(reason.asked, {**facts, "step": self._step(generation)})
            case verdict:
                others = self._left_over_instead(reason)
                text = self._if(reason.asked, {**facts, "others": others, "then": self._then(verdict)})
        return Sentence(text, reason.verdict.articles)

    def _if(self, asked: Asked, facts: Mapping[str, object]) -> str:
        match asked:
            case Asked.MEET:
                return self.say("If {one} met {two} in bracket {bracket}, {then}.", **facts)
            case Asked.FLOAT:
                return self.say("If {player} were left over in bracket {bracket}, {then}.", **facts)
            case Asked.STAY if facts["others"]:
                return self.say(
                    "If {player} were paired in bracket {bracket} and {others} left over instead, {then}.",
                    **facts,
                )
            case Asked.STAY:
                return self.say("If {player} were paired in bracket {bracket}, {then}.", **facts)

    def _left_over_instead(self, reason: InBracket) -> str:
        """Who would be left over and is not."""
        bracket = self.explanation.brackets[reason.bracket - 1]
        left_over = {floater.number for floater in bracket.floaters}
        return self._names(number for number in reason.floaters if number not in left_over)

    def _then(self, verdict: Worse | Incomplete | HigherBye | Breaks) -> str:
        match verdict:
            case Worse(now, then):
                return consequence(self.language, now, then)
            case Incomplete():
                return self.say("the round could not be completed")
            case HigherBye():
                return self.say("the bye would have to go to a higher score")
            case Breaks(requirement):
                return self.say(
                    "a requirement would be broken that this bracket keeps: {requirement}",
                    requirement=self._requirement(requirement),
                )

    def _later(self, asked: Asked, facts: Mapping[str, object]) -> str:
        match asked:
            case Asked.MEET:
                return self.say(
                    "With {one} against {two} bracket {bracket} could be paired just as well, but {step}.",
                    **facts,
                )
            case Asked.FLOAT:
                return self.say(
                    "With {player} left over bracket {bracket} could be paired just as well, but {step}.",
                    **facts,
                )
            case Asked.STAY:
                return self.say(
                    "With {player} in a pair bracket {bracket} could be paired just as well, but {step}.",
                    **facts,
                )

    def _step(self, generation: Generation | None) -> str:
        match generation:
            case Generation.MDP_SET:
                return self.say("the choice of moved-down players that was made comes first")
            case Generation.MDP_OPPONENTS:
                return self.say("the opponents that the moved-down players got come first")
            case Generation.EXCHANGE:
                return self.say("it takes another exchange between S1 and S2, which comes later")
            case Generation.TRANSPOSITION:
                return self.say("it takes another order of S2, which comes later")
            case None:
                return self.say("that pairing comes later in the order in which they are tried")

    # -- a round that was published otherwise ---------------------------------------------------------

    def difference(self, difference: Difference) -> Iterator[Sentence]:
        """That the published pairing is not the one that follows from the results."""
        yield Sentence(
            self.say(
                "Round {round} was not published as the rules pair it from the results as they stand now. "
                "A result may have been corrected since, or the pairing may have been changed or made "
                "otherwise. What does not follow from the rules cannot be explained by them.",
                round=self.explanation.round,
            )
        )
        if difference.message:
            message = self.language.tell(difference.message)
            yield Sentence(self.say("By the rules there is no pairing: {message}", message=message))
        published = self._boards(difference.published, difference.published_bye, difference.expected_bye)
        if published:
            yield Sentence(self.say("Published, but not by the rules: {pairs}.", pairs=published))
        expected = self._boards(difference.expected, difference.expected_bye, difference.published_bye)
        if expected:
            yield Sentence(self.say("By the rules, but not published: {pairs}.", pairs=expected))

    def _boards(self, pairs: Iterable[Pair], bye: int | None, other_bye: int | None) -> str:
        words = [self._pairs([(pair.white, pair.black)]) for pair in pairs]
        if bye is not None and bye != other_bye:
            words.append(self.say("{player} takes the bye", player=bye))
        return ", ".join(words)
