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
    PlainBoard,
    PlainBye,
    Procedure,
    SameAbsoluteColour,
    TakesBye,
    Told,
    TooLarge,
    Worse,
)
from pairing.explanation.measured import consequence, is_met, state
from pairing.explanation.speech import Sentence
from pairing.tournament import Colour, Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pairing.explanation.facts import (
        BracketExplanation,
        ByeExplanation,
        Difference,
        Floater,
        Halves,
        Person,
        PlayerExplanation,
        Reason,
        Split,
        Verdict,
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

    def bracket(self, bracket: BracketExplanation) -> list[Sentence]:
        """How a bracket was paired. Players are named by their numbers alone."""
        said = [*self._part(bracket)]
        said.append(Sentence(self.say("Residents: {players}.", players=self._numbers(bracket.residents))))
        if bracket.moved_down:
            moved_down = self._numbers(bracket.moved_down)
            said.append(Sentence(self.say("Moved-down players: {players}.", players=moved_down)))
        if bracket.mdp_split is not None and bracket.mdp_split.original.s1:
            said += self._mdp_split(bracket.mdp_split)
        if bracket.split.original.s1:
            said += self._split(bracket.split, remainder=bool(bracket.moved_down))
        if bracket.pairs:
            said.append(Sentence(self.say("Pairs: {pairs}.", pairs=self._pairs(bracket.pairs))))
        for floater in bracket.floaters:
            said += self.floater(floater)
        return said + self._criteria(bracket) + self._steps(bracket)

    def _part(self, bracket: BracketExplanation) -> list[Sentence]:
        match bracket.part:
            case Part.PENULTIMATE:
                text = self.say(
                    "At first the pairs of bracket {bracket} were {pairs}, but with those left over the "
                    "round could not be completed. So it was paired again, and all scoregroups below it make "
                    "one last bracket.",
                    bracket=bracket.number,
                    pairs=self._pairs(bracket.discarded or ()) or self.say("none"),
                )
                return [Sentence(text, ("A.9", "C.4"))]
            case Part.COLLAPSED:
                text = self.say("This is the collapsed last bracket: all scoregroups below the one before.")
                return [Sentence(text, ("A.9",))]
            case Part.JOINED:
                return [
                    Sentence(
                        self.say("Two brackets were joined, as they could not be paired one by one."),
                        ("C.13",),
                    )
                ]
            case Part.ORDINARY | Part.LAST:
                return []

    def _mdp_split(self, split: Split) -> list[Sentence]:
        original, final = split.original, split.final
        said = [
            Sentence(
                self.say(
                    "Moved-down players first: S1 is {s1}, and S2 is {s2}.",
                    s1=self._numbers(original.s1),
                    s2=self._numbers(original.s2),
                ),
                split.articles,
            )
        ]
        if original.limbo:
            limbo = self._numbers(original.limbo)
            said.append(Sentence(self.say("In the Limbo: {players}.", players=limbo), split.articles))
        return said + self._altered(split, len(final.s1))

    def _split(self, split: Split, *, remainder: bool) -> list[Sentence]:
        original = split.original
        facts = {"s1": self._numbers(original.s1), "s2": self._numbers(original.s2)}
        if remainder:
            text = self.say("The remainder: S1 is {s1}, and S2 is {s2}.", **facts)
        else:
            text = self.say("S1 is {s1}, and S2 is {s2}.", **facts)
        return [Sentence(text, split.articles), *self._altered(split, len(split.final.s1))]

    def _altered(self, split: Split, paired: int) -> list[Sentence]:
        """What was done to S1 and S2."""
        final: Halves = split.final
        facts = {"s1": self._numbers(final.s1), "s2": self._numbers(final.s2[:paired])}
        if split.exchanged:
            text = self.say("After an exchange S1 is {s1}; opposite: {s2}.", **facts)
            return [Sentence(text, (split.exchange,))]
        if split.transposed:
            text = self.say("After a transposition of S2, opposite S1: {s2}.", s2=facts["s2"])
            return [Sentence(text, (split.transposition,))]
        return []

    def floater(self, floater: Floater) -> list[Sentence]:
        """Who was left over, and why."""
        player, bracket = self.name_of(floater.number), floater.reason.bracket
        facts = {"player": player, "bracket": bracket}
        if floater.bye:
            text = self.say("{player} is left over in bracket {bracket} and takes the bye.", **facts)
        else:
            text = self.say("{player} is left over in bracket {bracket} and floats down.", **facts)
        return [Sentence(text), *self.reason(floater.reason)]

    def _criteria(self, bracket: BracketExplanation) -> list[Sentence]:
        """Every criterion: those with something to report one by one, the others in a row.

        Nothing of a player alone, who has no choice.
        """
        if len(bracket.moved_down) + len(bracket.residents) == 1:
            return []
        said = [
            Sentence(state(self.language, judgement), (judgement.article,))
            for judgement in bracket.judgements
            if not is_met(judgement)
        ]
        missed = {article for sentence in said for article in sentence.articles}
        met = tuple(dict.fromkeys(j.article for j in bracket.judgements if j.article not in missed))
        if met:
            said.append(Sentence(self.say("Met in full."), met))
        return said

    def _steps(self, bracket: BracketExplanation) -> list[Sentence]:
        """Older revisions: the steps and the requirements."""
        said = []
        if bracket.steps:
            said.append(Sentence(self.say("The steps that made this pairing."), bracket.steps))
        for requirement in bracket.requirements:
            if requirement.value:
                text = self.say(
                    "{requirement}: at first {first}, in the end {value}.",
                    requirement=self._requirement(requirement.name),
                    first=requirement.first,
                    value=requirement.value,
                )
                said.append(Sentence(text, (requirement.article,)))
        return said

    def _requirement(self, name: str) -> str:
        article, _, floaters = name.rpartition(" for ")
        if floaters.startswith("downfloat"):
            return self.say("{article} for downfloaters", article=article or "B.5, B.6")
        if floaters.startswith("upfloat"):
            return self.say("{article} for upfloaters", article=article or "B.5, B.6")
        return floaters

    # -- the bye and the players --------------------------------------------------------------------

    def bye(self, bye: ByeExplanation | PlainBye) -> list[Sentence]:
        """Who takes the bye, and why."""
        if isinstance(bye, PlainBye):
            return [self.told(reason) for reason in bye.reasons]
        player = self.name_of(bye.number)
        score = self._score(self.explanation.people[bye.number])
        said = [
            Sentence(
                self.say("{player}, with a score of {score}, takes the bye.", player=player, score=score),
                bye.articles,
            )
        ]
        said += self.reason(bye.reason)
        for number, barred in bye.barred:
            said.append(self._barred(number, barred))
        return said

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
        return Sentence(text, (barred.article,))

    def player(self, player: PlayerExplanation) -> list[Sentence]:
        """A player's paragraph."""
        if player.away is not None:
            return [self._away(player.away)]
        said: list[Sentence] = []
        if player.person is not None:
            said.append(
                Sentence(
                    self.say(
                        "{player} has a score of {score}.",
                        player=self.name_of(player.number),
                        score=self._score(player.person),
                    )
                )
            )
        for floater in player.floated:
            if not floater.bye:
                bracket = self.explanation.brackets[floater.reason.bracket - 1]
                if bracket.part is Part.PENULTIMATE:
                    said += self._part(bracket)
                said += self.floater(floater)
        if isinstance(player.board, PlainBoard):
            said += map(self.told, player.board.reasons)
        elif player.board is not None:
            said.append(self.opponents(player.board))
            if player.not_opposite is not None:
                said += self.why_not(player.not_opposite)
            said += self.colours(player.board)
        if player.bye is not None:
            said += self.bye(player.bye)
        return said

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
                text = self.say("{player} has a half-point bye in this round: {points}.", **facts)
            case Outcome.FULL_POINT_BYE:
                text = self.say("{player} has a full-point bye in this round: {points}.", **facts)
            case _:
                text = self.say("{player} does not take part in this round.", **facts)
        return Sentence(text)

    # -- why not ------------------------------------------------------------------------------------

    def why_not(self, answer: WhyNot) -> list[Sentence]:
        """Why two players do not meet, or why a player has not the bye."""
        one = self.name_of(answer.one)
        if not answer.reasons:
            if answer.two is None:
                return [Sentence(self.say("{one} takes the bye.", one=one))]
            return [Sentence(self.say("{one} and {two} do meet.", one=one, two=self.name_of(answer.two)))]
        return [sentence for reason in answer.reasons for sentence in self._because(answer, reason)]

    def _because(self, answer: WhyNot, reason: Reason) -> list[Sentence]:
        one = self.name_of(answer.one)
        facts = {"one": one, "two": "" if answer.two is None else self.name_of(answer.two)}
        match reason:
            case Met(article, number):
                text = self.say("{one} and {two} played each other in round {round}.", round=number, **facts)
                return [Sentence(text, (article,))]
            case KeptApart(article):
                text = self.say("The organiser keeps {one} and {two} apart in this round.", **facts)
                return [Sentence(text, (article,))]
            case SameAbsoluteColour(article, colour):
                if colour is Colour.WHITE:
                    text = self.say("{one} and {two} both have an absolute preference for White.", **facts)
                else:
                    text = self.say("{one} and {two} both have an absolute preference for Black.", **facts)
                return [Sentence(text, (article,))]
            case Away():
                return [self._away(reason)]
            case Barred():
                return [self._barred(answer.one, reason)]
            case TakesBye(articles, player):
                return [Sentence(self.say("{one} takes the bye.", one=self.name_of(player)), articles)]
            case HigherBye(article):
                text = self.say("The bye goes to the lowest possible score, and {one} has more.", **facts)
                return [Sentence(text, (article,))]
            case Incomplete(article):
                text = self.say("With a bye for {one} the round could not be completed.", **facts)
                return [Sentence(text, (article,))]
            case Told():
                return [self.told(reason)]
            case InBracket():
                floats = [self._float_first(answer, reason)] if reason.asked is Asked.FLOAT else []
                return [*floats, *self.reason(reason)]

    def _float_first(self, answer: WhyNot, reason: InBracket) -> Sentence:
        (number,) = reason.players
        facts = {"player": self.name_of(number), "bracket": reason.bracket}
        if answer.two is None:
            text = self.say(
                "{player} was paired in bracket {bracket} and would have had to be left over there.", **facts
            )
        else:
            other = answer.two if number == answer.one else answer.one
            text = self.say(
                "{player} was paired in bracket {bracket}; to meet {other}, {player} would have had to float "
                "down from there.",
                other=self.name_of(other),
                **facts,
            )
        return Sentence(text)

    def reason(self, reason: InBracket) -> list[Sentence]:
        """What the bracket would have come to otherwise."""
        articles = _articles(reason.verdict)
        match reason.verdict:
            case NoOpponent(()):
                player = self.name_of(reason.players[0])
                text = self.say(
                    "{player} is alone in bracket {bracket}.", player=player, bracket=reason.bracket
                )
            case NoOpponent(among_residents=True):
                text = self.say(
                    "In bracket {bracket} there is no resident whom {player} may meet, and moved-down "
                    "players do not meet each other.",
                    bracket=reason.bracket,
                    player=self.name_of(reason.players[0]),
                )
            case NoOpponent():
                text = self.say(
                    "In bracket {bracket} there is nobody whom {player} may meet.",
                    bracket=reason.bracket,
                    player=self.name_of(reason.players[0]),
                )
            case TooLarge(players=players):
                text = self.count(
                    "Bracket {bracket} has {n} player, too many to compare all its pairings at once. No "
                    "absolute rule forbids it; a criterion or the order of the pairings decided.",
                    "Bracket {bracket} has {n} players, too many to compare all its pairings at once. No "
                    "absolute rule forbids it; a criterion or the order of the pairings decided.",
                    players,
                    bracket=reason.bracket,
                )
            case Procedure():
                text = self.say(
                    "The procedure came to another pairing of bracket {bracket} first.",
                    bracket=reason.bracket,
                )
            case Later(generation=generation):
                text = self._later(reason, generation)
            case verdict:
                text = self._if(reason, self._then(verdict))
        return [Sentence(text, articles)]

    def _if(self, reason: InBracket, then: str) -> str:
        facts: dict[str, object] = {"bracket": reason.bracket, "then": then}
        players = [self.name_of(number) for number in reason.players]
        match reason.asked:
            case Asked.MEET:
                return self.say(
                    "If {one} met {two} in bracket {bracket}, {then}.",
                    one=players[0],
                    two=players[1],
                    **facts,
                )
            case Asked.FLOAT:
                return self.say(
                    "If {player} were left over in bracket {bracket}, {then}.", player=players[0], **facts
                )
            case Asked.STAY if others := self._left_over_instead(reason):
                return self.say(
                    "If {player} were paired in bracket {bracket} and {others} left over instead, {then}.",
                    player=players[0],
                    others=others,
                    **facts,
                )
            case Asked.STAY:
                return self.say(
                    "If {player} were paired in bracket {bracket}, {then}.", player=players[0], **facts
                )

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
                    requirement=self._requirement(requirement.name),
                )

    def _later(self, reason: InBracket, generation: Generation | None) -> str:
        facts: dict[str, object] = {"bracket": reason.bracket, "step": self._step(generation)}
        players = [self.name_of(number) for number in reason.players]
        match reason.asked:
            case Asked.MEET:
                return self.say(
                    "With {one} against {two} bracket {bracket} could be paired just as well, but {step}.",
                    one=players[0],
                    two=players[1],
                    **facts,
                )
            case Asked.FLOAT:
                return self.say(
                    "With {player} left over bracket {bracket} could be paired just as well, but {step}.",
                    player=players[0],
                    **facts,
                )
            case Asked.STAY:
                return self.say(
                    "With {player} in a pair bracket {bracket} could be paired just as well, but {step}.",
                    player=players[0],
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

    def difference(self, difference: Difference) -> list[Sentence]:
        """That the published pairing is not the one that follows from the results."""
        said = [
            self.say(
                "Round {round} was not published as the rules pair it from the results as they stand now. "
                "A result may have been corrected since, or the pairing may have been changed or made "
                "otherwise. What does not follow from the rules cannot be explained by them.",
                round=self.explanation.round,
            )
        ]
        if difference.message:
            message = self.language.tell(difference.message)
            said.append(self.say("By the rules there is no pairing: {message}", message=message))
        published = self._boards(difference.published, difference.published_bye, difference.expected_bye)
        if published:
            said.append(self.say("Published, but not by the rules: {pairs}.", pairs=published))
        expected = self._boards(difference.expected, difference.expected_bye, difference.published_bye)
        if expected:
            said.append(self.say("By the rules, but not published: {pairs}.", pairs=expected))
        return [Sentence(text) for text in said]

    def _boards(self, pairs: Iterable[Pair], bye: int | None, other_bye: int | None) -> str:
        words = [self._pairs([(pair.white, pair.black)]) for pair in pairs]
        if bye is not None and bye != other_bye:
            words.append(self.say("{player} takes the bye", player=bye))
        return ", ".join(words)


def _articles(verdict: Verdict) -> tuple[str, ...]:
    match verdict:
        case Worse(now=now):
            return (now.article,)
        case NoOpponent(articles) | Procedure(articles):
            return articles
        case Breaks(requirement):
            return (requirement.article,)
        case TooLarge():
            return ()
        case Later(article=article) | Incomplete(article) | HigherBye(article):
            return (article,)
