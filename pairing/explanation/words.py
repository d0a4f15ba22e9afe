"""An explanation in sentences.

Every sentence comes with the articles that it rests on, so that a page can open them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.explanation import facts
from pairing.explanation.answer_words import AnswerWords
from pairing.explanation.board_words import BoardWords
from pairing.explanation.measured import is_met, state
from pairing.explanation.speech import Sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pairing.tournament import Pair


class Words(BoardWords, AnswerWords):
    """Says what an explanation has to say in one language."""

    # -- brackets -----------------------------------------------------------------------------------

    def bracket_title(self, bracket: facts.BracketExplanation) -> str:
        """Which bracket it is, its score and how many players it has."""
        return self.count(
            "Bracket {number}, score {scores}: {n} player",
            "Bracket {number}, score {scores}: {n} players",
            len(bracket.moved_down) + len(bracket.residents),
            number=bracket.number,
            scores=self._scores(bracket.scores),
        )

    def bracket(self, bracket: facts.BracketExplanation) -> Iterator[Sentence]:
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

    def _part(self, bracket: facts.BracketExplanation) -> Iterator[Sentence]:
        match bracket.part:
            case facts.Part.PENULTIMATE:
                text = self.say(
                    "At first the pairs of bracket {bracket} were {pairs}, but with those left over the "
                    "round could not be completed. So it was paired again, and all scoregroups below it make "
                    "one last bracket.",
                    bracket=bracket.number,
                    pairs=self._pairs(bracket.discarded or ()) or self.say("none"),
                )
                yield Sentence(text, ("A.9", "C.4"))
            case facts.Part.COLLAPSED:
                text = self.say("This is the collapsed last bracket: all scoregroups below the one before.")
                yield Sentence(text, ("A.9",))
            case facts.Part.JOINED:
                text = self.say("Two brackets were joined, as they could not be paired one by one.")
                yield Sentence(text, ("C.13",))

    def _split(self, bracket: facts.BracketExplanation, split: facts.Split) -> Iterator[Sentence]:
        """S1 and S2 of the players moved down, or of the others, and what was done to them."""
        original, final = split.original, split.final
        named = {"s1": self._numbers(original.s1), "s2": self._numbers(original.s2)}
        if split is bracket.mdp_split:
            text = self.say("Moved-down players first: S1 is {s1}, and S2 is {s2}.", **named)
        elif bracket.moved_down:
            text = self.say("The remainder: S1 is {s1}, and S2 is {s2}.", **named)
        else:
            text = self.say("S1 is {s1}, and S2 is {s2}.", **named)
        yield Sentence(text, split.articles)
        if original.limbo:
            limbo = self._numbers(original.limbo)
            yield Sentence(self.say("In the Limbo: {players}.", players=limbo), split.articles)
        named = {"s1": self._numbers(final.s1), "s2": self._numbers(final.s2[: len(final.s1)])}
        if split.exchanged:
            text = self.say("After an exchange S1 is {s1}; opposite: {s2}.", **named)
            yield Sentence(text, (split.exchange,))
        elif split.transposed:
            text = self.say("After a transposition of S2, opposite S1: {s2}.", **named)
            yield Sentence(text, (split.transposition,))

    def floater(self, floater: facts.Floater) -> Iterator[Sentence]:
        """Who was left over, and why."""
        named = {"player": self.name_of(floater.number), "bracket": floater.reason.bracket}
        if floater.bye:
            text = self.say("{player} is left over in bracket {bracket} and takes the bye.", **named)
        else:
            text = self.say("{player} is left over in bracket {bracket} and floats down.", **named)
        yield Sentence(text)
        yield self.reason(floater.reason)

    def _criteria(self, bracket: facts.BracketExplanation) -> Iterator[Sentence]:
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

    def _steps(self, bracket: facts.BracketExplanation) -> Iterator[Sentence]:
        """Older revisions: the steps and the requirements."""
        if bracket.steps:
            yield Sentence(self.say("The steps that made this pairing."), bracket.steps)
        for requirement in bracket.requirements:
            if requirement.value:
                text = self.say(
                    "{requirement}: at first {first}, in the end {value}.",
                    requirement=self.requirement(requirement),
                    first=requirement.first,
                    value=requirement.value,
                )
                yield Sentence(text, requirement.articles)

    # -- the bye and the players --------------------------------------------------------------------

    def bye(self, bye: facts.ByeExplanation | facts.PlainBye) -> Iterator[Sentence]:
        """Who takes the bye, and why."""
        if isinstance(bye, facts.PlainBye):
            yield from map(self.told, bye.reasons)
            return
        named = {
            "player": self.name_of(bye.number),
            "score": self._score(self.explanation.people[bye.number]),
        }
        yield Sentence(self.say("{player}, with a score of {score}, takes the bye.", **named), bye.articles)
        yield self.reason(bye.reason)
        for number, barred in bye.barred:
            yield self.barred(number, barred)

    def player(self, player: facts.PlayerExplanation) -> Iterator[Sentence]:
        """A player's paragraph."""
        if player.away is not None:
            yield self.away(player.away)
        if player.person is not None:
            named = {"player": self.name_of(player.number), "score": self._score(player.person)}
            yield Sentence(self.say("{player} has a score of {score}.", **named))
        for floater in player.floated:
            if not floater.bye:
                bracket = self.explanation.brackets[floater.reason.bracket - 1]
                if bracket.part is facts.Part.PENULTIMATE:
                    yield from self._part(bracket)
                yield from self.floater(floater)
        if isinstance(player.board, facts.PlainBoard):
            yield from self.board(player.board)
        elif player.board is not None:
            yield self.opponents(player.board)
            if player.not_opposite is not None:
                yield from self.why_not(player.not_opposite)
            yield from self.colours(player.board)
        if player.bye is not None:
            yield from self.bye(player.bye)

    def _score(self, person: facts.Person) -> str:
        """The score that pairing goes by, and what of it is virtual."""
        score = self.language.points(person.score)
        if not person.virtual:
            return score
        return self.say(
            "{score} ({points} and {virtual})",
            score=score,
            points=self.points(person.score - person.virtual),
            virtual=self.language.count_points("{n} virtual point", "{n} virtual points", person.virtual),
        )

    # -- a round that was published otherwise ---------------------------------------------------------

    def difference(self, difference: facts.Difference) -> Iterator[Sentence]:
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
