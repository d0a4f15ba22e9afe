"""A board in sentences: why these two, and why these colours."""

from __future__ import annotations

from pairing.explanation import facts
from pairing.explanation.speech import Sentence, Speech
from pairing.preferences import Strength
from pairing.tournament import Colour


class BoardWords(Speech):
    """Says what there is to say of a board."""

    def board_title(self, board: facts.BoardExplanation | facts.PlainBoard) -> str:
        """The board, and who plays there."""
        return self.say(
            "Board {board}: {white} – {black}",
            board=board.board,
            white=self.name_of(board.pair.white),
            black=self.name_of(board.pair.black),
        )

    def board(self, board: facts.BoardExplanation | facts.PlainBoard) -> list[Sentence]:
        """Why these two, and why these colours."""
        if isinstance(board, facts.PlainBoard):
            return [self.told(reason) for reason in board.reasons]
        return [self.opponents(board), *self.colours(board)]

    def opponents(self, board: facts.BoardExplanation) -> Sentence:
        """Why these two."""
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
                    "In bracket {bracket} other moved-down players than at first are paired; {higher} is now "
                    "number {place} of S1, opposite {lower}.",
                    **named,
                )
            case _:
                text = self.say(
                    "In bracket {bracket} S1 and S2 exchanged players; {higher} is now number {place} of S1, "
                    "opposite {lower}.",
                    **named,
                )
        return Sentence(text, board.articles)

    def colours(self, board: facts.BoardExplanation) -> list[Sentence]:
        """Why these colours, and the colours that both have had."""
        people = self.explanation.people
        white, black = people[board.pair.white], people[board.pair.black]
        text = self._colour_rule(board.colours, white, black)
        said = [Sentence(text, (board.colours.article,))]
        if board.colours.rule is facts.ColourRule.LOT and board.colours.order != board.higher:
            text = self.say(
                "The number is {order} and not {number}, as players who have never been paired are skipped.",
                order=board.colours.order,
                number=board.higher,
            )
            said.append(Sentence(text, (board.colours.article,)))
        said += [Sentence(self.wish(person)) for person in (white, black)]
        return said

    def _colour_rule(self, reason: facts.ColourReason, white: facts.Person, black: facts.Person) -> str:
        named: dict[str, object] = {
            "white": self.name_of(white.number),
            "black": self.name_of(black.number),
            "player": self.name_of(reason.players[0]) if reason.players else "",
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
                rounds = dict(zip(reason.players, reason.rounds, strict=True))
                return self.say(
                    "Both prefer the same colour equally. The last time that their colours differed, game by "
                    "game back from the last, {white} had Black in round {white_round} and {black} had White "
                    "in round {black_round}; now it is the other way round.",
                    white_round=rounds[white.number],
                    black_round=rounds[black.number],
                    **named,
                )
            case facts.ColourRule.HIGHER:
                return self.say(
                    "Both prefer the same colour equally, and their colours never differed; {player} is "
                    "ranked higher.",
                    **named,
                )
            case facts.ColourRule.LOT:
                return self._lot(reason, named)

    def _lot(self, reason: facts.ColourReason, named: dict[str, object]) -> str:
        drawn = reason.drawn or Colour.BLACK
        if (reason.order or 0) % 2:
            return self.say(
                "Neither has a preference. {player} is ranked higher with the odd number {order}, and gets "
                "{colour}, the colour that was drawn.",
                order=reason.order,
                colour=self.colour(drawn),
                **named,
            )
        return self.say(
            "Neither has a preference. {player} is ranked higher with the even number {order}, and gets "
            "{colour}; {drawn} was drawn for the odd ones.",
            order=reason.order,
            colour=self.colour(drawn.opposite),
            drawn=self.colour(drawn),
            **named,
        )

    def wish(self, person: facts.Person) -> str:
        """The colours that a player has had, and what follows from them."""
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
