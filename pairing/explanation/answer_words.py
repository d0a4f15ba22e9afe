"""Why something did not happen, in sentences: a pair, the bye, a float, or the pairing by the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pairing.core.tournament import Outcome, Pair
from pairing.explanation import facts, verdicts
from pairing.explanation.explain import Difference
from pairing.explanation.measured import consequence
from pairing.explanation.speech import Sentence, Speech
from pairing.matching.bracket import Lowered


class AnswerWords(Speech):
    """Puts into words why something did not happen."""

    def why_not(self, answer: facts.WhyNot) -> Iterator[Sentence]:
        """Why two players do not meet, or why a player does not have the bye."""
        named = {"one": self.name_of(answer.one), "two": answer.two and self.name_of(answer.two)}
        if not answer.reasons and answer.two is None:
            yield Sentence(self.say("{one} takes the bye.", **named))
        elif not answer.reasons:
            yield Sentence(self.say("{one} and {two} do meet.", **named))
        for reason in answer.reasons:
            match reason:
                case facts.Away():
                    yield Sentence(self.away(reason))
                case facts.Told():
                    yield self.told(reason)
                case facts.Barred():
                    yield self.barred(answer.one, reason)
                case verdicts.InBracket():
                    if reason.asked is verdicts.Asked.FLOAT:
                        yield Sentence(self._float_first(answer, reason))
                    yield self.reason(reason)
                case _:
                    yield Sentence(self._because(reason, named), reason.articles)

    def _because(self, ruling: facts.Ruling, named: Mapping[str, object]) -> str:
        match ruling:
            case facts.Met():
                number = ruling.round
                return self.say("{one} and {two} played each other in round {round}.", round=number, **named)
            case facts.KeptApart():
                return self.say("The organiser keeps {one} and {two} apart in this round.", **named)
            case facts.SameAbsoluteColour():
                colour = self.colour(ruling.colour)
                return self.say(
                    "{one} and {two} both have an absolute preference for {colour}.", colour=colour, **named
                )
            case facts.TakesBye():
                return self.say("{one} takes the bye.", one=self.name_of(ruling.player))
            case verdicts.HigherBye():
                return self.say("The bye goes to the lowest possible score, and {one} has more.", **named)
            case verdicts.Incomplete():
                return self.say("With a bye for {one} the round could not be completed.", **named)

    def _float_first(self, answer: facts.WhyNot, reason: verdicts.InBracket) -> str:
        (number,) = reason.players
        named = {"player": self.name_of(number), "bracket": reason.bracket}
        if answer.two is None:
            return self.say(
                "{player} was paired in bracket {bracket} and would have had to be left over there.", **named
            )
        return self.say(
            "{player} was paired in bracket {bracket}; to meet {other}, {player} would have had to float "
            "down from there.",
            other=self.name_of(answer.two if number == answer.one else answer.one),
            **named,
        )

    def reason(self, reason: verdicts.InBracket) -> Sentence:
        """What the alternative would have meant for the bracket."""
        one, two = (self.name_of(reason.players[place]) for place in (0, -1))
        named: dict[str, object] = {"bracket": reason.bracket, "player": one, "one": one, "two": two}
        match reason.verdict:
            case verdicts.NoOpponent(()):
                text = self.say("{player} is alone in bracket {bracket}.", **named)
            case verdicts.NoOpponent(among_residents=True):
                text = self.say(
                    "In bracket {bracket} there is no resident whom {player} may meet, and moved-down "
                    "players do not meet each other.",
                    **named,
                )
            case verdicts.NoOpponent():
                text = self.say("In bracket {bracket} there is nobody whom {player} may meet.", **named)
            case verdicts.TooLarge(players=players):
                text = self.count(
                    "Bracket {bracket} has {n} player, too many to compare all its pairings at once. No "
                    "absolute rule forbids it; a criterion or the order of the pairings decided.",
                    "Bracket {bracket} has {n} players, too many to compare all its pairings at once. No "
                    "absolute rule forbids it; a criterion or the order of the pairings decided.",
                    players,
                    **named,
                )
            case verdicts.Procedure():
                text = self.say("The procedure came to another pairing of bracket {bracket} first.", **named)
            case verdicts.Later(generation=generation):
                text = self._later(reason.asked, {**named, "step": self._step(generation)})
            case verdict:
                floaters = self.explanation.bracket(reason.bracket).floaters
                left_over = {floater.number for floater in floaters}
                named["others"] = self._names(n for n in reason.floaters if n not in left_over)
                text = self._if(reason.asked, {**named, "then": self._then(verdict)})
        return Sentence(text, reason.verdict.articles)

    def _if(self, asked: verdicts.Asked, named: Mapping[str, object]) -> str:
        match asked:
            case verdicts.Asked.MEET:
                return self.say("If {one} met {two} in bracket {bracket}, {then}.", **named)
            case verdicts.Asked.FLOAT:
                return self.say("If {player} were left over in bracket {bracket}, {then}.", **named)
            case verdicts.Asked.STAY if named["others"]:
                return self.say(
                    "If {player} were paired in bracket {bracket} and {others} left over instead, {then}.",
                    **named,
                )
            case verdicts.Asked.STAY:
                return self.say("If {player} were paired in bracket {bracket}, {then}.", **named)

    def _then(
        self, verdict: verdicts.Worse | verdicts.Incomplete | verdicts.HigherBye | verdicts.Breaks
    ) -> str:
        match verdict:
            case verdicts.Worse(now, then):
                return consequence(self.language, now, then)
            case verdicts.Incomplete():
                return self.say("the round could not be completed")
            case verdicts.HigherBye():
                return self.say("the bye would have to go to a higher score")
            case verdicts.Breaks(requirement):
                return self.say(
                    "a requirement that this bracket meets would be broken: {requirement}",
                    requirement=self.requirement(requirement),
                )

    def _later(self, asked: verdicts.Asked, named: Mapping[str, object]) -> str:
        match asked:
            case verdicts.Asked.MEET:
                return self.say(
                    "With {one} against {two} bracket {bracket} could be paired just as well, but {step}.",
                    **named,
                )
            case verdicts.Asked.FLOAT:
                return self.say(
                    "With {player} left over bracket {bracket} could be paired just as well, but {step}.",
                    **named,
                )
            case verdicts.Asked.STAY:
                return self.say(
                    "With {player} in a pair bracket {bracket} could be paired just as well, but {step}.",
                    **named,
                )

    def _step(self, generation: verdicts.Generation | None) -> str:
        match generation:
            case verdicts.Generation.MDP_SET:
                return self.say("the choice of moved-down players that was made comes first")
            case verdicts.Generation.MDP_OPPONENTS:
                return self.say("the opponents that the moved-down players got come first")
            case verdicts.Generation.EXCHANGE:
                return self.say("it needs another exchange between S1 and S2, which comes later")
            case verdicts.Generation.TRANSPOSITION:
                return self.say("it needs another order of S2, which comes later")
            case None:
                return self.say("that pairing comes later in the order in which they are tried")

    def away(self, away: facts.Away) -> str:
        named = {"player": self.name_of(away.player), "points": self.points(away.points)}
        match away.cell.outcome:
            case Outcome.HALF_POINT_BYE:
                return self.say("{player} has a half-point bye in this round: {points}.", **named)
            case Outcome.FULL_POINT_BYE:
                return self.say("{player} has a full-point bye in this round: {points}.", **named)
            case _:
                return self.say("{player} does not take part in this round.", **named)

    def points(self, tenths: int) -> str:
        return self.language.count_points("{n} point", "{n} points", tenths)

    def barred(self, number: int, barred: facts.Barred) -> Sentence:
        named = {"player": self.name_of(number), "round": barred.round}
        match barred.cell.outcome:
            case Outcome.PAIRING_ALLOCATED_BYE:
                text = self.say("{player} had the bye in round {round} and may not take it again.", **named)
            case Outcome.FORFEIT_WIN:
                text = self.say("{player} won by forfeit in round {round} and may not take the bye.", **named)
            case _:
                text = self.say(
                    "{player} received points without playing in round {round} and may not take the bye.",
                    **named,
                )
        return Sentence(text, barred.articles)

    def requirement(self, requirement: Lowered) -> str:
        article, _, floaters = requirement.name.rpartition(" for ")
        if floaters.startswith("downfloat"):
            return self.say("{article} for downfloaters", article=article or "B.5, B.6")
        if floaters.startswith("upfloat"):
            return self.say("{article} for upfloaters", article=article or "B.5, B.6")
        return floaters

    # -- a round that was published otherwise ---------------------------------------------------------

    def difference(self, difference: Difference) -> Iterator[Sentence]:
        """That the published pairing is not the one that follows from the results, and how they differ."""
        yield Sentence(
            self.say(
                "Round {round} was not published as the rules pair it from the present results. A result may"
                " have been corrected since, or the pairing may have been changed or made otherwise. The"
                " rules cannot explain what does not follow from them.",
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
