"""An explanation in sentences, and as plain text for a terminal or a file.

Every sentence comes with the articles that it rests on, so that a page can open them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pairing.core.records import Strength
from pairing.core.tournament import Colour, Pair
from pairing.explanation import facts
from pairing.explanation.account import Explanation
from pairing.explanation.answers import Answers, Sentence, is_met, state
from pairing.explanation.language import Language


class ExplanationText(Answers):
    """Puts an explanation into words of one language."""

    # -- brackets -----------------------------------------------------------------------------------

    def bracket_title(self, bracket: facts.BracketExplanation | facts.PlainBracket) -> str:
        """The number of the bracket, its score and its number of players."""
        return self.count(
            "Bracket {number}, score {scores}: {n} player",
            "Bracket {number}, score {scores}: {n} players",
            bracket.size,
            number=bracket.number,
            scores=self._scores(bracket.scores),
        )

    def bracket(self, bracket: facts.BracketExplanation | facts.PlainBracket) -> Iterator[Sentence]:
        """How a bracket was paired. Players are named only by their numbers."""
        if isinstance(bracket, facts.PlainBracket):
            yield from map(self.told, bracket.reasons)
            return
        yield from self._part(bracket)
        yield Sentence(self.say("Residents: {players}.", players=self._numbers(bracket.residents)))
        if moved_down := bracket.moved_down:
            yield Sentence(self.say("Moved-down players: {players}.", players=self._numbers(moved_down)))
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
        """S1 and S2 of the players moved down, or of the others, and the changes made to them."""
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
        """The player who was left over, and why."""
        named = {"player": self.name_of(floater.number), "bracket": floater.reason.bracket}
        if floater.bye:
            text = self.say("{player} is left over in bracket {bracket} and takes the bye.", **named)
        else:
            text = self.say("{player} is left over in bracket {bracket} and floats down.", **named)
        yield Sentence(text)
        yield self.reason(floater.reason)

    def _criteria(self, bracket: facts.BracketExplanation) -> Iterator[Sentence]:
        """Every criterion: those with something to report one by one, the others together.

        Nothing is said about a bracket of one player, where there is no choice.
        """
        if bracket.size == 1:
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
                yield Sentence(text, (requirement.article,))

    # -- boards -------------------------------------------------------------------------------------

    def board_title(self, board: facts.BoardExplanation | facts.PlainBoard) -> str:
        """The board, and who plays there."""
        return self.say(
            "Board {board}: {white} – {black}",
            board=board.board,
            white=self.name_of(board.pair.white),
            black=self.name_of(board.pair.black),
        )

    def board(self, board: facts.BoardExplanation | facts.PlainBoard) -> list[Sentence]:
        """Why these two meet, and why with these colours."""
        if isinstance(board, facts.PlainBoard):
            told = map(self.told, board.reasons)
            return [*told, *self.colours(board.colours, board.pair)] if board.colours else [*told]
        return [self.opponents(board), *self.colours(board.colours, board.pair)]

    def opponents(self, board: facts.BoardExplanation) -> Sentence:
        """Why these two meet."""
        named: dict[str, object] = {
            "bracket": board.bracket,
            "place": board.place,
            "higher": self.name_of(board.higher),
            "lower": self.name_of(board.lower),
            "opposite": "" if board.opposite is None else self.name_of(board.opposite),
        }
        match board.change:
            case facts.Change.NONE if board.moved_down:
                text = self.say(
                    "{higher} was moved down to bracket {bracket} and is number {place} of S1; {lower} is "
                    "number {place} of S2.",
                    **named,
                )
            case facts.Change.NONE:
                text = self.say(
                    "In bracket {bracket} {higher} is number {place} of S1, and {lower} is number {place} of "
                    "S2.",
                    **named,
                )
            case facts.Change.TRANSPOSITION if board.opposite is not None:
                text = self.say(
                    "In bracket {bracket} {higher}, number {place} of S1, stood opposite {opposite} at "
                    "first. After a transposition of S2 it is {lower}.",
                    **named,
                )
            case _ if board.moved_down:
                text = self.say(
                    "In bracket {bracket} different moved-down players are paired than at first; {higher} is"
                    " now number {place} of S1, opposite {lower}.",
                    **named,
                )
            case _:
                text = self.say(
                    "In bracket {bracket} S1 and S2 exchanged players; {higher} is now number {place} of S1, "
                    "opposite {lower}.",
                    **named,
                )
        return Sentence(text, board.articles)

    def colours(self, reason: facts.ColourReason, pair: Pair) -> Iterator[Sentence]:
        """Why the two have these colours, and the colours that both have had."""
        people = self.explanation.people
        yield Sentence(self._colour_rule(reason, pair), (reason.article,))
        if reason.rule is facts.ColourRule.LOT and (reason.order,) != reason.players:
            text = self.say(
                "The number is {order} and not {number}, as players who have never been paired are skipped.",
                order=reason.order,
                number=reason.players[0],
            )
            yield Sentence(text, (reason.article,))
        for person in (people[pair.white], people[pair.black]):
            # A system that gives a preference to players without a game says so in its own sentences.
            if person.colours or person.preference.colour is None:
                yield Sentence(self.wish(person))

    def _colour_rule(self, reason: facts.ColourReason, pair: Pair) -> str:
        rounds = dict(zip(reason.players, reason.rounds, strict=False))
        odd, drawn = bool((reason.order or 0) % 2), reason.drawn or Colour.BLACK
        named: dict[str, object] = {
            "player": self.name_of(reason.players[0]) if reason.players else "",
            "white": self.name_of(pair.white),
            "white_round": rounds.get(pair.white),
            "black": self.name_of(pair.black),
            "black_round": rounds.get(pair.black),
            "order": reason.order,
            "drawn": self.colour(drawn),
            "colour": self.colour(drawn if odd else drawn.opposite),
        }
        match reason.rule:
            case facts.ColourRule.BOTH if len(reason.players) == 1:
                return self.say(
                    "{player} gets the preferred colour; the other player has no preference.", **named
                )
            case facts.ColourRule.BOTH:
                return self.say("Both get the colour they prefer.")
            case facts.ColourRule.STRONGER if reason.wider_difference:
                return self.say(
                    "Both have an absolute preference for the same colour; {player} has the wider colour "
                    "difference.",
                    **named,
                )
            case facts.ColourRule.STRONGER:
                return self.say(
                    "Both prefer the same colour; the preference of {player} is the stronger one.", **named
                )
            case facts.ColourRule.ALTERNATE:
                return self.say(
                    "Both prefer the same colour equally. The last time that their colours differed, counting"
                    " games back from the last, {white} had Black in round {white_round} and {black} had"
                    " White in round {black_round}; now it is the other way round.",
                    **named,
                )
            case facts.ColourRule.HIGHER:
                return self.say(
                    "Both prefer the same colour equally, and their colours never differed; {player} is "
                    "ranked higher.",
                    **named,
                )
            case facts.ColourRule.LOT if odd:
                return self.say(
                    "Neither has a preference. {player} is ranked higher with the odd number {order}, and "
                    "gets {colour}, the colour that was drawn.",
                    **named,
                )
            case facts.ColourRule.LOT:
                return self.say(
                    "Neither has a preference. {player} is ranked higher with the even number {order}, and "
                    "gets {colour}; {drawn} was drawn for the odd ones.",
                    **named,
                )

    def wish(self, person: facts.Person) -> str:
        """The colours that a player has had, and the preference that follows."""
        named = {
            "player": self.name_of(person.number),
            "history": self.language.history(person.colours),
            "colour": self.colour(person.preference.colour),
        }
        match person.preference.strength:
            case Strength.NONE:
                return self.say("{player} has played no game yet and has no preference.", **named)
            case Strength.MILD:
                return self.say("{player} has had {history}: a mild preference for {colour}.", **named)
            case Strength.STRONG:
                return self.say("{player} has had {history}: a strong preference for {colour}.", **named)
            case Strength.ABSOLUTE:
                return self.say("{player} has had {history}: an absolute preference for {colour}.", **named)

    # -- the bye and the players --------------------------------------------------------------------

    def bye(self, bye: facts.ByeExplanation | facts.PlainBye) -> Iterator[Sentence]:
        """The player who takes the bye, and why."""
        if isinstance(bye, facts.PlainBye):
            yield from map(self.told, bye.reasons)
            yield from (self.barred(number, barred) for number, barred in bye.barred)
            return
        score = self._score(self.explanation.people[bye.number])
        named = {"player": self.name_of(bye.number), "score": score}
        yield Sentence(self.say("{player}, with a score of {score}, takes the bye.", **named), bye.articles)
        yield self.reason(bye.reason)
        for number, barred in bye.barred:
            yield self.barred(number, barred)

    def player(self, player: facts.PlayerExplanation) -> Iterator[Sentence]:
        """The paragraph about a player."""
        if player.away is not None:
            yield Sentence(self.away(player.away))
        yield from map(self.told, player.told)
        if player.person is not None and player.by_score:
            named = {"player": self.name_of(player.number), "score": self._score(player.person)}
            yield Sentence(self.say("{player} has a score of {score}.", **named))
        for floater in player.floated:
            if not floater.bye:
                bracket = self.explanation.bracket(floater.reason.bracket)
                if bracket.part is facts.Part.PENULTIMATE:
                    yield from self._part(bracket)
                yield from self.floater(floater)
        if isinstance(player.board, facts.PlainBoard):
            yield from self.board(player.board)
        elif player.board is not None:
            yield self.opponents(player.board)
            if player.not_opposite is not None:
                yield from self.why_not(player.not_opposite)
            yield from self.colours(player.board.colours, player.board.pair)
        if player.bye is not None:
            yield from self.bye(player.bye)

    def _score(self, person: facts.Person) -> str:
        """The score that the player is paired by, and the virtual points in it."""
        score = self.language.points(person.score)
        if not person.virtual:
            return score
        return self.say(
            "{score} ({points} and {virtual})",
            score=score,
            points=self.points(person.score - person.virtual),
            virtual=self.language.count_points("{n} virtual point", "{n} virtual points", person.virtual),
        )


# -- Plain text ---------------------------------------------------------------------------------------


def whole(explanation: Explanation, language: Language) -> Iterator[str]:
    """The lines of a whole round: its brackets, its boards, the bye, its players."""
    words = ExplanationText(explanation, language)
    edition = language.say(explanation.system)
    yield language.say("Round {round}, {edition}", round=explanation.round, edition=edition)
    if explanation.difference is not None:
        yield from map(str, words.difference(explanation.difference))
        return
    brackets = explanation.brackets or explanation.plain_brackets
    if brackets:
        yield from ("", language.say("Brackets"))
    for bracket in brackets:
        yield from _block(words.bracket_title(bracket), words.bracket(bracket))
    yield from ("", language.say("Boards"))
    for board in explanation.boards:
        yield from _block(words.board_title(board), words.board(board))
    if explanation.bye is not None:
        yield from _block(language.say("The bye"), words.bye(explanation.bye))
    yield from ("", language.say("Players"))
    for number in explanation.names:
        yield from ("", _paragraph(words.player(explanation.player(number))))


def one_player(explanation: Explanation, language: Language, number: int) -> Iterator[str]:
    """The lines on one player. Raises what `Explanation.player` raises."""
    yield _paragraph(ExplanationText(explanation, language).player(explanation.player(number)))


def why_not(explanation: Explanation, language: Language, one: int, two: int | None) -> Iterator[str]:
    """The lines on two players who do not meet, or on one who does not have the bye.

    Raises what `Explanation.why_not` raises.
    """
    words = ExplanationText(explanation, language)
    answer = explanation.why_not(one, two)
    if two is None:
        yield language.say("Why does {one} not have the bye?", one=words.name_of(one))
    else:
        named = {"one": words.name_of(one), "two": words.name_of(two)}
        yield language.say("Why do {one} and {two} not meet?", **named)
    yield _paragraph(words.why_not(answer))


def _block(title: str, sentences: Iterable[Sentence]) -> Iterator[str]:
    yield from ("", title, *(f"  {sentence}" for sentence in sentences))


def _paragraph(sentences: Iterable[Sentence]) -> str:
    return " ".join(map(str, sentences))
