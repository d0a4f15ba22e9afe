"""Why two players have these colours, in one plain sentence or two."""

from __future__ import annotations

from pairing.core.tournament import Colour, Pair
from pairing.explanation import facts
from pairing.explanation.plain_reasons import PlainReasons


class PlainColours(PlainReasons):
    """Says in plain words why two players who meet have these colours."""

    def colours(self, told: facts.PlayerExplanation) -> str:
        """Why the player and the opponent have these colours; "" if there is no opponent.

        If the system has its own sentence for it, that sentence is used.
        """
        match told.board:
            case None:
                return ""
            case facts.PlainBoard(colours=None, reasons=reasons):
                return self.told(reasons[-1]).text
            case (
                facts.BoardExplanation(colours=reason, pair=pair)
                | facts.PlainBoard(colours=facts.ColourReason() as reason, pair=pair)
            ):
                return self._by_rule(reason, pair, told.number)
        raise AssertionError(f"{told.board} has no colours")

    def _by_rule(self, reason: facts.ColourReason, pair: Pair, player: int) -> str:
        other = pair.white + pair.black - player
        colour = Colour.WHITE if player == pair.white else Colour.BLACK
        named: dict[str, object] = {
            "player": self.name_of(player),
            "other": self.name_of(other),
            "colour": self.colour(colour),
            "others": self.colour(colour.opposite),
        }
        if reason.rule is facts.ColourRule.BOTH:
            return self._granted(reason, named, player)
        if reason.rule is facts.ColourRule.LOT:
            return self._by_lot(reason, pair, yours=player == self.you)
        wanted = self.explanation.people[player].preference.colour
        winner = pair.white if wanted is Colour.WHITE else pair.black
        named |= {"colour": self.colour(wanted), "winner": self.name_of(winner)}
        if player == self.you:
            return self._you_both_wanted(reason, pair, named)
        return self._both_wanted(reason, pair, named)

    def _granted(self, reason: facts.ColourReason, named: dict[str, object], player: int) -> str:
        yours = player == self.you
        match reason.players:
            case (_, _) if yours:
                return self.say("You wanted {colour} and {other} {others}: you both got it.", **named)
            case (_, _):
                return self.say("{player} wanted {colour} and {other} {others}: both got it.", **named)
            case (one,) if one == player and yours:
                return self.say("You wanted {colour}, and {other} had no wish.", **named)
            case _ if yours:
                return self.say("{other} wanted {others}, and you had no wish.", **named)
            case (one,) if one == player:
                return self.say("{player} wanted {colour}, and {other} had no wish.", **named)
            case _:
                turned = {"player": named["other"], "other": named["player"], "colour": named["others"]}
                return self.say("{player} wanted {colour}, and {other} had no wish.", **turned)

    def _by_lot(self, reason: facts.ColourReason, pair: Pair, *, yours: bool) -> str:
        drawn = reason.drawn or Colour.BLACK
        named = {
            "higher": self.name_of(reason.players[0]),
            "order": reason.order,
            "drawn": self.colour(drawn),
            "colour": self.colour(Colour.WHITE if reason.players[0] == pair.white else Colour.BLACK),
        }
        if yours:
            return self.say(
                "Neither of you had a wish. The lot gave {drawn} to the odd numbers; the higher of you "
                "two is number {order}, so {colour} goes to {higher}.",
                **named,
            )
        return self.say(
            "Neither had a wish. The lot gave {drawn} to the odd numbers; the higher of the two is number "
            "{order}, so {colour} goes to {higher}.",
            **named,
        )

    def _you_both_wanted(self, reason: facts.ColourReason, pair: Pair, named: dict[str, object]) -> str:
        match reason.rule:
            case facts.ColourRule.STRONGER if reason.wider_difference:
                return self.say(
                    "You both had to have {colour}. It goes to {winner}, whose colours are less even.",
                    **named,
                )
            case facts.ColourRule.STRONGER:
                return self.say(
                    "You both wanted {colour}. It goes to {winner}, with the stronger claim.", **named
                )
            case facts.ColourRule.ALTERNATE:
                return self.say(
                    "You both wanted {colour}. It goes to {winner}, because the last time your colours "
                    "differed it was the other way round (round {white_round} for {white}, round "
                    "{black_round} for {black}).",
                    **named,
                    **self._rounds(reason, pair),
                )
            case _:
                return self.say(
                    "You both wanted {colour}, and your colours never differed. It goes to {winner}, who is "
                    "ranked higher.",
                    **named,
                )

    def _both_wanted(self, reason: facts.ColourReason, pair: Pair, named: dict[str, object]) -> str:
        match reason.rule:
            case facts.ColourRule.STRONGER if reason.wider_difference:
                return self.say(
                    "Both had to have {colour}. It goes to {winner}, whose colours are less even.",
                    **named,
                )
            case facts.ColourRule.STRONGER:
                return self.say(
                    "Both wanted {colour}. It goes to {winner}, with the stronger claim.", **named
                )
            case facts.ColourRule.ALTERNATE:
                return self.say(
                    "Both wanted {colour}. It goes to {winner}, because the last time their colours differed "
                    "it was the other way round (round {white_round} for {white}, round {black_round} for "
                    "{black}).",
                    **named,
                    **self._rounds(reason, pair),
                )
            case _:
                return self.say(
                    "Both wanted {colour}, and their colours never differed. It goes to {winner}, who is "
                    "ranked higher.",
                    **named,
                )

    def _rounds(self, reason: facts.ColourReason, pair: Pair) -> dict[str, object]:
        """The names of both, and the round in which each had the colour of the other."""
        rounds = dict(zip(reason.players, reason.rounds, strict=True))
        return {
            "white": self.name_of(pair.white),
            "white_round": rounds[pair.white],
            "black": self.name_of(pair.black),
            "black_round": rounds[pair.black],
        }
