"""The short answer: why a player was paired so, as one would explain it to a child of twelve.

The first sentence says the most in the fewest words, the others continue from it; articles are left to
`words`. Both use the same facts, and if these do not say why, no reason is given.
"""

from __future__ import annotations

from collections.abc import Iterator

from pairing.explanation import facts
from pairing.explanation.gist import Gist, Group, Manner
from pairing.explanation.plain_colours import PlainColours

type Board = facts.BoardExplanation | facts.PlainBoard

# The most names that are listed in a sentence.
FEW = 4


class PlainWords(PlainColours):
    """Says in plain words how a player came to an opponent, a bye or neither."""

    def short(self, gist: Gist) -> list[str]:
        """The short answer, without anything about colours.

        For a system that pairs neither in groups nor by a table, it consists of the system's own sentences.
        """
        told = gist.told
        if told.away is not None:
            return [self.missing(told.away)]
        if told.told:
            return [self.told(reason).text for reason in told.told]
        if told.board is None:
            return list(dict.fromkeys(self._bye(gist)))
        if gist.group is not None:
            return list(dict.fromkeys(self._meeting(gist, gist.group, told.board)))
        reasons = told.board.reasons if isinstance(told.board, facts.PlainBoard) else ()
        return [self.told(reason).text for reason in reasons]

    # -- two who met -----------------------------------------------------------------------------------

    def _meeting(self, gist: Gist, group: Group, board: Board) -> Iterator[str]:
        player = gist.told.number
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
        yield from self._left_over(gist)
        if (group.up or group.manner is Manner.ENDS) and {player, other} & set(group.came):
            yield self._not_by_itself(group, max(map(self._score, (player, other))))
        if isinstance(board, facts.BoardExplanation):
            yield from self._by_halves(gist, group, board)
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

    def _left_over(self, gist: Gist) -> Iterator[str]:
        """Why the player was left over in one group or two; if there were more, only in the last."""
        told = gist.told
        reasons = [floater.reason for floater in told.floated]
        if len(reasons) > 2:
            named = {"n": len(reasons), "player": self.name_of(told.number)}
            yield self.say("In {n} groups, one after the other, there was no game for {player}.", **named)
            reasons = reasons[-1:]
        for reason in reasons:
            yield self.left_over(reason, met_all=reason.bracket in gist.met_all).text

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

    def _by_halves(self, gist: Gist, group: Group, board: facts.BoardExplanation) -> Iterator[str]:
        """How the upper half of a group met the lower half, or a player who came down the first in it."""
        kept = board.change is facts.Change.NONE
        if not board.moved_down and not self._first(group):
            yield from self._halves(group)
        if not kept:
            yield from self._out_of_order(gist, group, board)
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

    def _out_of_order(self, gist: Gist, group: Group, board: facts.BoardExplanation) -> Iterator[str]:
        """The opponent that the order gave, why another was met, and who changed halves."""
        asked = gist.told.not_opposite
        player, opposite = (board.higher, board.opposite) if asked is None else (asked.one, asked.two)
        if opposite not in {None, board.higher, board.lower}:
            named = {"player": self.name_of(player), "opposite": self.name_of(opposite or 0)}
            if player == self.you:
                yield self.say("In the order given, you would have met {opposite}.", **named)
            else:
                yield self.say("In the order given, {player} would have met {opposite}.", **named)
        yield from self._not_in_order(gist)
        crossed = () if board.moved_down else group.crossed
        if len(crossed) > FEW:
            yield self.say("{n} players changed halves.", n=len(crossed))
        elif crossed:
            yield self.say("Players changed halves: {players}.", players=self._names(crossed))

    def _not_in_order(self, gist: Gist) -> Iterator[str]:
        """The known reasons why the order was not kept."""
        asked, blocked = gist.told.not_opposite, gist.blocked
        match asked.reasons if asked else ():
            case (facts.Met() | facts.KeptApart() | facts.SameAbsoluteColour() as reason, *_) if asked:
                yield self.forbidden((asked.one, asked.two or 0), reason).text
            case _ if blocked is not None:
                yield self.blocked(blocked)
            case _ if asked:
                yield from (sentence.text for sentence in self.why_not(asked))

    # -- the bye ---------------------------------------------------------------------------------------------

    def _bye(self, gist: Gist) -> Iterator[str]:
        told, bye = gist.told, gist.told.bye
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
            yield from self._with_the_fewest(gist, bye)
            yield from self._left_over(gist)
        else:
            yield self.say(
                "Of those who may have it and can be spared, it goes to the one with the fewest points, then"
                " the most games played, then the last in the order."
            )

    def _with_the_fewest(self, gist: Gist, bye: facts.ByeExplanation) -> Iterator[str]:
        people = self.explanation.people
        score = people[bye.number].score
        if all(person.score >= score for person in people.values()):
            yield self.say("Nobody had fewer points.")
        elif gist.only_barred:
            yield self.say("Nobody with fewer points may have it.")
        elif len(bye.articles) > 1:
            yield self.say("Nobody with fewer points may have it and could be spared.")
