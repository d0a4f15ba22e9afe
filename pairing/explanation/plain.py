"""The short answer: why a player was paired so, as one would explain it to a child of twelve.

The first sentence says the most in the fewest words, the others continue from it; articles are left to
`text`. Both use the same facts, and if these do not say why, no reason is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from pairing.core.tournament import Colour, Pair
from pairing.explanation import facts
from pairing.explanation.account import Difference, Explanation
from pairing.explanation.answers import Answers, Sentence, Sentences, plain_consequence
from pairing.explanation.facts import Group, Manner, ShortAnswer
from pairing.explanation.language import Language

# -- Why something did not happen, in plain words: `answers` without brackets, halves and criteria ----


class PlainReasons(Answers):
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

    def told(self, told: facts.OwnSentence) -> Sentence:
        """A system's own sentence, which addresses the reader if it has a form for them."""
        sentences = Sentences(self.explanation, self.language, self._called)
        saying = told.spoken.get(self.you or 0) or told.plain
        return sentences.told(told if saying is None else replace(told, saying=saying))

    def why_not(self, answer: facts.WhyNot) -> Iterator[Sentence]:
        """Why two players do not meet."""
        pair = (answer.one, answer.two or 0)
        for reason in answer.reasons:
            match reason:
                case facts.OwnSentence():
                    yield self.told(reason)
                case facts.Away():
                    yield Sentence(self.missing(reason))
                case facts.TakesBye():
                    yield Sentence(self._has_the_bye(reason.player), reason.articles)
                case facts.InBracket(asked=facts.Asked.MEET):
                    yield self._had_they_met(pair, reason)
                case facts.InBracket(asked=facts.Asked.FLOAT):
                    yield Sentence(self._above(pair, reason.players[0]))
                    yield self.left_over(reason)
                case facts.InBracket():
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

    def _had_they_met(self, pair: tuple[int, int], reason: facts.InBracket) -> Sentence:
        match reason.verdict:
            case facts.TooLarge() | facts.Procedure():
                text = self.undecided(reason)
            case facts.Later() if self.you in pair:
                text = self.say(
                    "You two could have met; two pairings were equally good, and the rules say which is "
                    "tried first."
                )
            case facts.Later():
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

    def left_over(self, reason: facts.InBracket, *, met_all: bool = False) -> Sentence:
        """Why a player was left over in a group, or why they were not.

        `met_all` says whether earlier games alone kept them from being paired there.
        """
        player, bracket = reason.players[0], self.explanation.bracket(reason.bracket)
        named: dict[str, object] = {
            "player": self.name_of(player),
            "points": self.group_points(bracket.scores),
        }
        match reason.asked, reason.verdict:
            case _, facts.TooLarge() | facts.Procedure():
                text = self.undecided(reason)
            case _, facts.NoOpponent() as verdict:
                text = self._no_opponent(verdict, named, yours=player == self.you, met_all=met_all)
            case facts.Asked.FLOAT, facts.Later():
                text = self.say(
                    "With {player} left over in the group with {points} it would have been just as good; the"
                    " rules say which pairing is tried first.",
                    **named,
                )
            case facts.Asked.FLOAT, _:
                then = self.then(reason)
                text = self.say(
                    "With {player} left over in the group with {points}, {then}.", **named, then=then
                )
            case _, facts.Later():
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
        self, verdict: facts.NoOpponent, named: dict[str, object], *, yours: bool, met_all: bool
    ) -> str:
        match verdict:
            case facts.NoOpponent(()):
                return self.say("Nobody else was in the group with {points}.", **named)
            case facts.NoOpponent(among_residents=True) if met_all and yours:
                return self.say(
                    "You had already played everybody with {points}; the others there had come down too, and "
                    "such players do not meet each other.",
                    **named,
                )
            case facts.NoOpponent(among_residents=True) if met_all:
                return self.say(
                    "{player} had already played everybody with {points}; the others there had come down "
                    "too, and such players do not meet each other.",
                    **named,
                )
            case facts.NoOpponent() if met_all and yours:
                return self.say("You had already played everybody in the group with {points}.", **named)
            case facts.NoOpponent() if met_all:
                return self.say("{player} had already played everybody in the group with {points}.", **named)
            case _:
                return self.say(
                    "In the group with {points} there was no opponent whom {player} was allowed to meet.",
                    **named,
                )

    def _turn(self, reason: facts.InBracket) -> str:
        """States that somebody else would have come down again; "" if something else decided."""
        verdict = reason.verdict
        if not isinstance(verdict, facts.Worse):
            return ""
        then = verdict.then
        if then.measure not in {facts.Measure.DOWNFLOATS, facts.Measure.RESIDENT_DOWNFLOATS}:
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

    def undecided(self, reason: facts.InBracket) -> str:
        """What is known if pairings are not compared with each other."""
        match reason.verdict:
            case facts.TooLarge(players=players):
                return self.say(
                    "No rule forbids it; a group of {n} is too large to compare all its pairings at once.",
                    n=players,
                )
            case _:
                return self.say("The steps of these rules came to another pairing first.")

    def then(self, reason: facts.InBracket) -> str:
        """The consequence for the group: a clause that follows a condition."""
        match reason.verdict:
            case facts.Incomplete():
                return self.say("not everybody could have been paired")
            case facts.HigherBye():
                return self.say("the bye would have gone to somebody with more points")
            case facts.Breaks():
                return self.say("a rule that this group keeps would have been broken")
            case facts.Worse(now, then):
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


# -- Why two players have these colours, in one plain sentence or two ---------------------------------


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


# -- The short answer ---------------------------------------------------------------------------------

type Board = facts.BoardExplanation | facts.PlainBoard

# The most names that are listed in a sentence.
FEW = 4


class PlainText(PlainColours):
    """Says in plain words how a player came to an opponent, a bye or neither."""

    def short(self, answer: ShortAnswer) -> list[str]:
        """The short answer, without anything about colours.

        For a system that pairs neither in groups nor by a table, it consists of the system's own sentences.
        """
        told = answer.told
        if told.away is not None:
            return [self.missing(told.away)]
        if told.told:
            return [self.told(reason).text for reason in told.told]
        if told.board is None:
            return list(dict.fromkeys(self._bye(answer)))
        if answer.group is not None:
            return list(dict.fromkeys(self._meeting(answer, answer.group, told.board)))
        reasons = told.board.reasons if isinstance(told.board, facts.PlainBoard) else ()
        return [self.told(reason).text for reason in reasons]

    # -- two who met -----------------------------------------------------------------------------------

    def _meeting(self, answer: ShortAnswer, group: Group, board: Board) -> Iterator[str]:
        player = answer.told.number
        other = board.pair.white + board.pair.black - player
        if group.manner is Manner.TABLE:
            yield self.say(
                "Everybody meets everybody: in round {round} the table has {other} as the opponent of "
                "{player}.",
                round=self.explanation.round,
                **self._both(player, other),
            )
            return
        if group.manner is Manner.SIDES:
            yield self.say(
                "Each side meets all of the other: in round {round} the table has {other} as the opponent of "
                "{player}.",
                round=self.explanation.round,
                **self._both(player, other),
            )
            return
        if self._first(group):
            yield self._first_round()
        else:
            yield self._what_they_had(player, other, group)
            if len(group.scores) > 1:
                yield self.say("Groups were put together, so that everybody could be paired.")
        yield from self._left_over(answer)
        if (group.up or group.manner is Manner.ENDS) and {player, other} & set(group.came):
            yield self._not_by_itself(group, max(map(self._score, (player, other))))
        if isinstance(board, facts.BoardExplanation):
            yield from self._by_halves(answer, group, board)
        else:
            yield from self._in_its_manner(group, player)

    def _both(self, player: int, other: int) -> dict[str, str]:
        return {"player": self.name_of(player), "other": self.name_of(other)}

    def _first(self, group: Group) -> bool:
        """Whether it is the first round, with a single group in which nobody changed halves."""
        people = self.explanation.people.values()
        level = len({(person.score, person.virtual) for person in people}) == 1
        return self.explanation.round == 1 and level and group.manner is Manner.HALVES and not group.crossed

    def _score(self, player: int) -> int:
        return self.explanation.people[player].score

    def _first_round(self) -> str:
        score = next(iter(self.explanation.people.values())).score
        return self.say(
            "In the first round everybody has {points}, and the upper half of the list meets the lower half.",
            points=self.points(score),
        )

    def _what_they_had(self, player: int, other: int, group: Group) -> str:
        """The points of the two, and which of them came to the group of the other."""
        people = self.explanation.people
        mine, theirs = people[player], people[other]
        named = {**self._both(player, other), "points": self._had(mine), "others": self._had(theirs)}
        yours = player == self.you
        match mine.score - theirs.score:
            case 0 if mine.virtual != theirs.virtual and yours:
                return self.say("You had {points} and {other} had {others}.", **named)
            case 0 if mine.virtual != theirs.virtual:
                return self.say("{player} had {points} and {other} had {others}.", **named)
            case 0 if yours:
                return self.say("You and {other} both had {points}.", **named)
            case 0:
                return self.say("{player} and {other} both had {points}.", **named)
            case _ if not {player, other} & set(group.came) and yours:
                return self.say("You had {points} and {other} had {others}.", **named)
            case _ if not {player, other} & set(group.came):
                return self.say("{player} had {points} and {other} had {others}.", **named)
            case _ if player in group.came:
                return self._came_to(named, yours=yours, down=mine.score > theirs.score)
            case _:
                return self._was_met(named, yours=yours, down=theirs.score > mine.score)

    def _came_to(self, named: dict[str, str], *, yours: bool, down: bool) -> str:
        match yours, down:
            case True, True:
                return self.say("You had {points} and came down to meet {other}, who had {others}.", **named)
            case True, False:
                return self.say("You had {points} and came up to meet {other}, who had {others}.", **named)
            case False, True:
                return self.say(
                    "{player} had {points} and came down to meet {other}, who had {others}.", **named
                )
            case _:
                return self.say(
                    "{player} had {points} and came up to meet {other}, who had {others}.", **named
                )

    def _was_met(self, named: dict[str, str], *, yours: bool, down: bool) -> str:
        match yours, down:
            case True, True:
                return self.say("You had {points}; {other} had {others} and came down.", **named)
            case True, False:
                return self.say("You had {points}; {other} had {others} and came up.", **named)
            case False, True:
                return self.say("{player} had {points}; {other} had {others} and came down.", **named)
            case _:
                return self.say("{player} had {points}; {other} had {others} and came up.", **named)

    def _had(self, person: facts.Person) -> str:
        """A score, and the virtual points in it."""
        points = self.points(person.score)
        if not person.virtual:
            return points
        lent = self.language.points(person.virtual)
        return self.say("{points} ({lent} lent, for the pairing alone)", points=points, lent=lent)

    # -- who came from another group ---------------------------------------------------------------------

    def _not_by_itself(self, group: Group, higher: int) -> str:
        if group.manner is Manner.ENDS:
            points = self.points(higher)
            return self.say("In the group with {points} not everybody could be paired.", points=points)
        points = self.group_points(group.scores)
        return self.say(
            "The group with {points} needed somebody from below, so that everybody could be paired.",
            points=points,
        )

    def _left_over(self, answer: ShortAnswer) -> Iterator[str]:
        """Why the player was left over in one group or two; if there were more, only in the last."""
        told = answer.told
        reasons = [floater.reason for floater in told.floated]
        if len(reasons) > 2:
            named = {"n": len(reasons), "player": self.name_of(told.number)}
            yield self.say("In {n} groups, one after the other, there was no game for {player}.", **named)
            reasons = reasons[-1:]
        for reason in reasons:
            yield self.left_over(reason, met_all=reason.bracket in answer.met_all).text

    # -- in the group ----------------------------------------------------------------------------------------

    def _in_its_manner(self, group: Group, player: int) -> Iterator[str]:
        """How a group is paired that has no halves, or no account of the changes to them."""
        row = group.row(player) or (player, player)
        named: dict[str, object] = {"one": self.name_of(row[0]), "two": self.name_of(row[1])}
        match group.manner:
            case Manner.HALVES:
                if not self._first(group):
                    yield from self._halves(group)
                if group.in_order and group.upper > 1:
                    yield self._places(row, group.pairs.index(row) + 1)
            case Manner.SEEKERS:
                yield self.say(
                    "In that group those who seek White meet those who seek Black, as far as possible."
                )
                yield self.say(
                    "Number {place} in line, by the rating of the opponents so far, was {one}; the "
                    "first number that was possible was {two}.",
                    place=group.pairs.index(row) + 1,
                    **named,
                )
            case Manner.ENDS:
                yield self.say(
                    "In that group, ordered by the points of their opponents, the first meets the last, as"
                    " far as possible."
                )
                yield self.say(
                    "Of the {n} players there, number {place} was {one} and number {last} was {two}.",
                    n=len(group.order),
                    place=group.order.index(row[0]) + 1,
                    last=group.order.index(row[1]) + 1,
                    **named,
                )
            case _:
                yield self.say(
                    "Of all equally good pairings of that group, the first by the numbers was taken."
                )

    def _by_halves(self, answer: ShortAnswer, group: Group, board: facts.BoardExplanation) -> Iterator[str]:
        """How the upper half of a group met the lower half, or a player who came down the first in it."""
        kept = board.change is facts.Change.NONE
        if not board.moved_down and not self._first(group):
            yield from self._halves(group)
        if not kept:
            yield from self._out_of_order(answer, group, board)
        elif board.moved_down:
            yield self.say(
                "A player who comes down meets the first of the group, in order: number {place} was {lower}.",
                place=board.place,
                lower=self.name_of(board.lower),
            )
        elif group.upper > 1:
            yield self._places((board.higher, board.lower), board.place)

    def _halves(self, group: Group) -> Iterator[str]:
        """The sizes of the halves; nothing is said of a group of two."""
        n = group.upper + group.lower
        named = {"n": n, "upper": group.upper, "lower": group.lower}
        match bool(group.came_pairs), group.in_order:
            case _ if n == 2:
                return
            case True, _ if group.upper == 1:
                yield self.say(
                    "After those who came down, {n} players were left, enough for one pair.", **named
                )
            case _ if group.upper == 1:
                yield self.say("{n} players were in that group, enough for one pair.", **named)
            case False, True:
                yield self.say(
                    "{n} players were in that group: the upper {upper} meet the lower {lower}, in order.",
                    **named,
                )
            case False, False:
                yield self.say(
                    "{n} players were in that group: the upper {upper} meet the lower {lower}, as far as "
                    "possible.",
                    **named,
                )
            case True, True:
                yield self.say(
                    "After those who came down, {n} players were left: the upper {upper} meet the lower"
                    " {lower}, in order.",
                    **named,
                )
            case _:
                yield self.say(
                    "After those who came down, {n} players were left: the upper {upper} meet the lower"
                    " {lower}, as far as possible.",
                    **named,
                )

    def _places(self, row: tuple[int, int], place: int) -> str:
        """The places of two players whom the order kept opposite each other."""
        upper, lower = map(self.name_of, row)
        named = {"place": place, "upper": upper, "lower": lower}
        if self.you == row[0]:
            return self.say("You were number {place} above, {lower} number {place} below.", **named)
        if self.you == row[1]:
            return self.say("You were number {place} below, {upper} number {place} above.", **named)
        return self.say("{upper} was number {place} above, {lower} number {place} below.", **named)

    def _out_of_order(
        self, answer: ShortAnswer, group: Group, board: facts.BoardExplanation
    ) -> Iterator[str]:
        """The opponent that the order gave, why another was met, and who changed halves."""
        asked = answer.told.not_opposite
        player, opposite = (board.higher, board.opposite) if asked is None else (asked.one, asked.two)
        if opposite not in {None, board.higher, board.lower}:
            named = {"player": self.name_of(player), "opposite": self.name_of(opposite or 0)}
            if player == self.you:
                yield self.say("In the order given, you would have met {opposite}.", **named)
            else:
                yield self.say("In the order given, {player} would have met {opposite}.", **named)
        yield from self._not_in_order(answer)
        crossed = () if board.moved_down else group.crossed
        if len(crossed) > FEW:
            yield self.say("{n} players changed halves.", n=len(crossed))
        elif crossed:
            yield self.say("Players changed halves: {players}.", players=self._names(crossed))

    def _not_in_order(self, answer: ShortAnswer) -> Iterator[str]:
        """The known reasons why the order was not kept."""
        asked, blocked = answer.told.not_opposite, answer.blocked
        match asked.reasons if asked else ():
            case (facts.Met() | facts.KeptApart() | facts.SameAbsoluteColour() as reason, *_) if asked:
                yield self.forbidden((asked.one, asked.two or 0), reason).text
            case _ if blocked is not None:
                yield self.blocked(blocked)
            case _ if asked:
                yield from (sentence.text for sentence in self.why_not(asked))

    # -- the bye ---------------------------------------------------------------------------------------------

    def _bye(self, answer: ShortAnswer) -> Iterator[str]:
        told, bye = answer.told, answer.told.bye
        named = {"player": self.name_of(told.number), "round": self.explanation.round}
        if bye is None or bye.number != told.number:
            yield self.say("In this round there was no game for {player}.", **named)
            return
        if not told.by_score:
            yield self.say(
                "The number of players is odd: in round {round} the table has no opponent for {player}.",
                **named,
            )
            return
        if told.number == self.you:
            yield self.say("An odd number was to be paired, and you got the bye.")
        else:
            yield self.say("An odd number was to be paired, and {player} got the bye.", **named)
        if isinstance(bye, facts.ByeExplanation):
            yield from self._with_the_fewest(answer, bye)
            yield from self._left_over(answer)
        else:
            yield self.say(
                "Of those who may have it and can be spared, it goes to the one with the fewest points, then"
                " the most games played, then the last in the order."
            )

    def _with_the_fewest(self, answer: ShortAnswer, bye: facts.ByeExplanation) -> Iterator[str]:
        people = self.explanation.people
        score = people[bye.number].score
        if all(person.score >= score for person in people.values()):
            yield self.say("Nobody had fewer points.")
        elif answer.only_barred:
            yield self.say("Nobody with fewer points may have it.")
        elif len(bye.articles) > 1:
            yield self.say("Nobody with fewer points may have it and could be spared.")
