"""Why something did not happen, in plain words: `answer_words` without brackets, halves and criteria."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from pairing.explanation import facts, verdicts
from pairing.explanation.answer_words import AnswerWords
from pairing.explanation.explain import Difference, Explanation
from pairing.explanation.language import Language
from pairing.explanation.measured import plain_consequence
from pairing.explanation.speech import Sentence, Speech


class PlainReasons(AnswerWords):
    """Says in plain words why something did not happen; `you` is the player who is addressed, if any."""

    def __init__(
        self,
        explanation: Explanation,
        language: Language,
        name_of: Callable[[int], str] | None = None,
        you: int | None = None,
    ) -> None:
        super().__init__(explanation, language, name_of)
        self.you = you
        self._called = self.name_of
        self.name_of = lambda number: self.say("you") if number == you else self._called(number)

    def told(self, told: facts.Told) -> Sentence:
        """A system's own sentence, which addresses the reader if it has a form for them."""
        speech = Speech(self.explanation, self.language, self._called)
        saying = told.spoken.get(self.you or 0) or told.plain
        return speech.told(told if saying is None else replace(told, saying=saying))

    def why_not(self, answer: facts.WhyNot) -> Iterator[Sentence]:
        """Why two players do not meet."""
        pair = (answer.one, answer.two or 0)
        for reason in answer.reasons:
            match reason:
                case facts.Told():
                    yield self.told(reason)
                case facts.Away():
                    yield Sentence(self.missing(reason))
                case facts.TakesBye():
                    yield Sentence(self._has_the_bye(reason.player), reason.articles)
                case verdicts.InBracket(asked=verdicts.Asked.MEET):
                    yield self._had_they_met(pair, reason)
                case verdicts.InBracket(asked=verdicts.Asked.FLOAT):
                    yield Sentence(self._above(pair, reason.players[0]))
                    yield self.left_over(reason)
                case verdicts.InBracket():
                    yield self.left_over(reason)
                case facts.Met() | facts.KeptApart() | facts.SameAbsoluteColour():
                    yield self.forbidden(pair, reason)

    def missing(self, away: facts.Away) -> str:
        """Why a player was not to be paired."""
        if away.player != self.you:
            return self.away(away)
        if away.points:
            return self.say("You had a bye in this round: {points}.", points=self.points(away.points))
        return self.say("You did not take part in this round.")

    def _has_the_bye(self, player: int) -> str:
        if player == self.you:
            return self.say("You had the bye.")
        return self.say("{player} had the bye.", player=self.name_of(player))

    # -- a pair -------------------------------------------------------------------------------------

    def forbidden(
        self, pair: tuple[int, int], reason: facts.Met | facts.KeptApart | facts.SameAbsoluteColour
    ) -> Sentence:
        """What forbids a pair of two players whom an earlier sentence has named."""
        yours = self.you in pair
        match reason:
            case facts.Met(round=number) if yours:
                text = self.say("You two had already met, in round {round}.", round=number)
            case facts.Met(round=number):
                text = self.say("The two had already met, in round {round}.", round=number)
            case facts.KeptApart() if yours:
                text = self.say("The organiser keeps you two apart.")
            case facts.KeptApart():
                text = self.say("The organiser keeps the two apart.")
            case facts.SameAbsoluteColour(colour=colour) if yours:
                text = self.say("You both had to have {colour}.", colour=self.colour(colour))
            case facts.SameAbsoluteColour(colour=colour):
                text = self.say("Both of them had to have {colour}.", colour=self.colour(colour))
        return Sentence(text, reason.articles)

    def blocked(self, blocked: facts.WhyNot) -> str:
        """States that a rule forbids a pair that a group would have had in order."""
        one, two = self.name_of(blocked.one), self.name_of(blocked.two or 0)
        match blocked.reasons[0]:
            case facts.Met():
                return self.say(
                    "The first plan did not work, because {one} and {two} had already met.", one=one, two=two
                )
            case facts.KeptApart():
                return self.say(
                    "The first plan did not work, because the organiser keeps {one} and {two} apart.",
                    one=one,
                    two=two,
                )
            case _:
                return self.say(
                    "The first plan did not work, because {one} and {two} both had to have the same colour.",
                    one=one,
                    two=two,
                )

    def _had_they_met(self, pair: tuple[int, int], reason: verdicts.InBracket) -> Sentence:
        match reason.verdict:
            case verdicts.TooLarge() | verdicts.Procedure():
                text = self.undecided(reason)
            case verdicts.Later() if self.you in pair:
                text = self.say(
                    "You two could have met; two pairings were equally good, and the rules say which is "
                    "tried first."
                )
            case verdicts.Later():
                text = self.say(
                    "The two could have met; two pairings were equally good, and the rules say which is "
                    "tried first."
                )
            case _ if self.you in pair:
                text = self.say("Had you two met, {then}.", then=self.then(reason))
            case _:
                text = self.say("Had the two met, {then}.", then=self.then(reason))
        return Sentence(text, reason.verdict.articles)

    def _above(self, pair: tuple[int, int], first: int) -> str:
        """States that one of two was paired before the group of the other had its turn."""
        other = pair[1 - pair.index(first)]
        named = {"one": self.name_of(first), "other": self.name_of(other)}
        people, opponent = self.explanation.people, self.explanation.opponent(first)
        score = people[first].score
        equal = opponent is not None and people[opponent].score == score > people[other].score
        match equal, self.you:
            case True, you if you == first:
                return self.say(
                    "You were paired with somebody on your own points; {other} had fewer.", **named
                )
            case True, you if you == other:
                return self.say("{one} was paired with somebody on the same points; you had fewer.", **named)
            case True, _:
                return self.say(
                    "{one} was paired with somebody on the same points; {other} had fewer.", **named
                )
            case _, you if you == first:
                return self.say("You were paired in a higher group than {other}.", **named)
            case _, you if you == other:
                return self.say("{one} was paired in a higher group than yours.", **named)
            case _:
                return self.say("{one} was paired in a higher group than {other}.", **named)

    # -- left over, or not -----------------------------------------------------------------------------

    def left_over(self, reason: verdicts.InBracket, *, met_all: bool = False) -> Sentence:
        """Why a player was left over in a group, or why they were not.

        `met_all` says whether earlier games alone kept them from being paired there.
        """
        player, bracket = reason.players[0], self.explanation.bracket(reason.bracket)
        named: dict[str, object] = {
            "player": self.name_of(player),
            "points": self.group_points(bracket.scores),
        }
        match reason.asked, reason.verdict:
            case _, verdicts.TooLarge() | verdicts.Procedure():
                text = self.undecided(reason)
            case _, verdicts.NoOpponent() as verdict:
                text = self._no_opponent(verdict, named, yours=player == self.you, met_all=met_all)
            case verdicts.Asked.FLOAT, verdicts.Later():
                text = self.say(
                    "With {player} left over in the group with {points} it would have been just as good; the"
                    " rules say which pairing is tried first.",
                    **named,
                )
            case verdicts.Asked.FLOAT, _:
                then = self.then(reason)
                text = self.say(
                    "With {player} left over in the group with {points}, {then}.", **named, then=then
                )
            case _, verdicts.Later():
                text = self.say(
                    "In the group with {points} somebody else could have been left over just as well; by the"
                    " order of the rules it was {player}.",
                    **named,
                )
            case _:
                then = self.then(reason)
                text = self._turn(reason) or self.say(
                    "With a game for {player} in the group with {points}, {then}.", **named, then=then
                )
        return Sentence(text, reason.verdict.articles)

    def group_points(self, scores: Sequence[int]) -> str:
        """The points of a group's residents; if they differ, the highest and the lowest."""
        if len(scores) == 1:
            return self.points(scores[0])
        highest, lowest = self.language.points(scores[0]), self.language.points(scores[-1])
        return self.say("{highest}–{lowest} points", highest=highest, lowest=lowest)

    def _no_opponent(
        self, verdict: verdicts.NoOpponent, named: dict[str, object], *, yours: bool, met_all: bool
    ) -> str:
        match verdict:
            case verdicts.NoOpponent(()):
                return self.say("Nobody else was in the group with {points}.", **named)
            case verdicts.NoOpponent(among_residents=True) if met_all and yours:
                return self.say(
                    "You had already played everybody with {points}; the others there had come down too, and "
                    "such players do not meet each other.",
                    **named,
                )
            case verdicts.NoOpponent(among_residents=True) if met_all:
                return self.say(
                    "{player} had already played everybody with {points}; the others there had come down "
                    "too, and such players do not meet each other.",
                    **named,
                )
            case verdicts.NoOpponent() if met_all and yours:
                return self.say("You had already played everybody in the group with {points}.", **named)
            case verdicts.NoOpponent() if met_all:
                return self.say("{player} had already played everybody in the group with {points}.", **named)
            case _:
                return self.say(
                    "In the group with {points} there was no opponent whom {player} was allowed to meet.",
                    **named,
                )

    def _turn(self, reason: verdicts.InBracket) -> str:
        """States that somebody else would have come down again; "" if something else decided."""
        verdict = reason.verdict
        if not isinstance(verdict, verdicts.Worse):
            return ""
        then = verdict.then
        if then.measure not in {verdicts.Measure.DOWNFLOATS, verdicts.Measure.RESIDENT_DOWNFLOATS}:
            return ""
        repeated = {number for entry in then.value.entries for number in entry.players}
        here = {floater.number for floater in self.explanation.bracket(reason.bracket).floaters}
        others = [number for number in reason.floaters if number in repeated - here]
        if len(others) != 1:
            return ""
        named = {"player": self.name_of(reason.players[0]), "other": self.name_of(others[0])}
        if then.rounds_ago == 1:
            return self.say("{other} came down in the last round; this time it was {player}.", **named)
        return self.say("{other} came down two rounds before; this time it was {player}.", **named)

    # -- what another pairing would have come to -------------------------------------------------------

    def undecided(self, reason: verdicts.InBracket) -> str:
        """What is known if pairings are not compared with each other."""
        match reason.verdict:
            case verdicts.TooLarge(players=players):
                return self.say(
                    "No rule forbids it; a group of {n} is too large to compare all its pairings at once.",
                    n=players,
                )
            case _:
                return self.say("The steps of these rules came to another pairing first.")

    def then(self, reason: verdicts.InBracket) -> str:
        """The consequence for the group: a clause that follows a condition."""
        match reason.verdict:
            case verdicts.Incomplete():
                return self.say("not everybody could have been paired")
            case verdicts.HigherBye():
                return self.say("the bye would have gone to somebody with more points")
            case verdicts.Breaks():
                return self.say("a rule that this group keeps would have been broken")
            case verdicts.Worse(now, then):
                return plain_consequence(self.language, now, then)
            case verdict:
                raise AssertionError(f"{verdict} has no consequence")

    # -- a round that was published otherwise ---------------------------------------------------------

    def otherwise(self, difference: Difference, player: int) -> list[str]:
        """States that the rules do not make this pairing, and what they would have made for the player."""
        said = [self.say("This round was not paired as the rules pair it from what is known.")]
        if difference.message:
            return [*said, self.say("By the rules there is no pairing at all.")]
        expected = next((p for p in difference.expected if player in (p.white, p.black)), None)
        published = next((p for p in difference.published if player in (p.white, p.black)), None)
        named = {"player": self.name_of(player)}
        if expected is None and player != difference.expected_bye:
            return [*said, self.say("For {player} the rules give the same.", **named)]
        if expected is None:
            return [*said, self.say("By the rules the bye goes to {player}.", **named)]
        named["other"] = self.name_of(expected.white + expected.black - player)
        if published is not None and {published.white, published.black} == {expected.white, expected.black}:
            return [
                *said,
                self.say("By the rules the opponent is also {other}, but with the other colour.", **named),
            ]
        return [*said, self.say("By the rules the opponent of {player} is {other}.", **named)]
