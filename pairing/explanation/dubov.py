"""How a round was paired by the Dubov System: the account of it, from what it was decided by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.byes import bars_by_2026
from pairing.colours import RULES
from pairing.dubov.rounds import bye_order, colour_rules, decide
from pairing.explanation import dubov_answers, dubov_boards, facts, verdicts
from pairing.explanation.dubov_brackets import of_bracket
from pairing.explanation.facts import PlainBoard, PlainBracket, PlainBye, Told
from pairing.explanation.gist import Group, Manner
from pairing.explanation.halves import by_rank, numbers_of
from pairing.explanation.plain_answers import higher_up
from pairing.explanation.swiss import SwissAccount, SwissArticles
from pairing.saying import Saying, Score, Who

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pairing.dubov.rounds import Decision
    from pairing.explanation.account import Account
    from pairing.records import Record
    from pairing.tournament import Pair, Tournament

ARTICLES = SwissArticles(
    rematch="C1",
    bye="C2",
    colours="C3",
    completion="C4",
    colour_rules=("art. 5.2.2", "art. 5.2.3", "art. 5.2.4", "art. 5.2.5", "art. 5.2.1"),
)


def account(tournament: Tournament) -> Account:
    """The account of the coming round. Raises what `decide` raises."""
    return DubovAccount(tournament, decide(tournament))


class DubovAccount(SwissAccount):
    """How a round was paired: the bye, the brackets from the top, and the two subgroups of each."""

    def __init__(self, tournament: Tournament, decision: Decision) -> None:
        super().__init__(tournament, decision.entrants, decision.pairing, ARTICLES, bars_by_2026, RULES)
        self.decided = decision.brackets
        self.entrants = {entrant.number: entrant for entrant in decision.entrants}
        # The bracket that each player was paired in, counted from 0.
        self.place_of = {
            entrant.number: place
            for place, bracket in enumerate(decision.brackets)
            for entrant in (*bracket.subgroups.s1, *bracket.subgroups.s2)
        }

    @property
    def plain_brackets(self) -> tuple[PlainBracket, ...]:
        """The brackets from the top."""
        return tuple(
            PlainBracket(
                number,
                (bracket.scene.residents[0].score,),
                2 * len(bracket.subgroups.s1),
                tuple(of_bracket(bracket)),
            )
            for number, bracket in enumerate(self.decided, 1)
        )

    def board(self, number: int, pair: Pair) -> PlainBoard:
        """The board with this number: how the two came to S1 and T2, and their colours."""
        one, two = self.entrants[pair.white], self.entrants[pair.black]
        place = self.place_of[pair.white]
        reasons = tuple(dubov_boards.of_pair(self.decided[place], place + 1, one, two))
        if not colour_rules(one, two):
            return PlainBoard(number, pair, (*reasons, dubov_boards.lot(one, two)), bracket=place + 1)
        reasons = (*reasons, *dubov_boards.of_unplayed(one, two))
        return PlainBoard(number, pair, reasons, self.colours(*by_rank((one, two))), place + 1)

    def group(self, number: int) -> Group:
        bracket = self.decided[self.place_of[number]]
        groups = bracket.subgroups
        return Group(
            manner=Manner.HALVES if groups.halves else Manner.SEEKERS,
            scores=(bracket.scene.residents[0].score,),
            came_pairs=(),
            pairs=tuple((one.number, two.number) for one, two in groups.pairs),
            came=numbers_of(bracket.upfloaters),
            up=True,
            upper=len(groups.s1),
            lower=len(groups.t2),
            in_order=groups.halves and (groups.g1, groups.g2) == (groups.s1, groups.t2),
        )

    # -- the bye ------------------------------------------------------------------------------------

    @property
    def bye(self) -> PlainBye | None:
        """Who takes the bye, and who could not."""
        number = self.pairing.bye
        if number is None:
            return None
        taker = self.entrants[number]
        said = Saying(
            "{player} takes the bye: of those who may have it and leave a pairing for all others, the one "
            "with the lowest score ({score}), then with the most games played ({games}), then with the "
            "largest number.",
            player=Who(number),
            score=Score(taker.score),
            games=len(taker.colours),
        )
        reasons = [Told(said, ("art. 3.1",))]
        before = sorted((e for e in self.entrants.values() if bye_order(e) < bye_order(taker)), key=bye_order)
        if incomplete := [entrant for entrant in before if entrant.may_take_bye]:
            said = Saying(
                "With a bye for any of these the round could not be completed: {players}.",
                players=numbers_of(incomplete),
            )
            reasons.append(Told(said, (self.articles.completion,)))
        barred = ((e.number, found) for e in before if (found := self.barred(e)) is not None)
        return PlainBye(number, tuple(reasons), tuple(barred))

    def why_not_bye(self, one: Record) -> Sequence[facts.Reason]:
        """What bars the player, or what decided for the other."""
        barred = self.barred(one)
        if barred is not None:
            return [barred]
        entrant, taker = self.entrants[one.number], self.entrants[self.pairing.bye or 0]
        if bye_order(entrant) < bye_order(taker):
            return [verdicts.Incomplete(self.articles.completion)]
        return [dubov_answers.against_bye(entrant, taker)]

    # -- why not ------------------------------------------------------------------------------------

    def against_meeting(self, one: Record, two: Record) -> Sequence[facts.Reason]:
        """What decided against the pair, in the bracket in which the first of the two was paired."""
        for number in (one.number, two.number):
            if number == self.pairing.bye:
                return [facts.TakesBye(("art. 3.1",), number)]
        players = (self.entrants[one.number], self.entrants[two.number])
        first, other = sorted(players, key=lambda player: (self.place_of[player.number], player.rank))
        place = self.place_of[first.number]
        bracket = self.decided[place]
        if self.place_of[other.number] == place:
            return [dubov_answers.against_pair(bracket, first, other)]
        said = Saying(
            "{first} was paired in bracket {bracket}; to meet {first}, {other} would have had to float up to "
            "it.",
            first=Who(first.number),
            other=Who(other.number),
            bracket=place + 1,
        )
        above = Told(said, ("art. 1.3",), higher_up(Who(first.number), Who(other.number)))
        return [above, dubov_answers.against_upfloater(bracket, other)]
