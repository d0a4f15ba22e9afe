"""How a round was paired by the Dubov System: its account, from the computation that decided it."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.core.sentences import Saying, Score, Who, phrase
from pairing.core.tournament import Pair, Tournament
from pairing.dubov.entrants import Entrant
from pairing.dubov.rounds import Decision, bye_order, colour_rules, decide
from pairing.explanation import dubov_answers, dubov_boards, facts
from pairing.explanation.account import Account, by_rank, numbers_of
from pairing.explanation.brackets import EntrantsAccount
from pairing.explanation.dubov_brackets import of_bracket
from pairing.explanation.facts import HIGHER_UP, Group, Manner, PlainBoard, PlainBracket, Told


def account(tournament: Tournament) -> Account:
    """The account of the coming round. Raises what `decide` raises."""
    return DubovAccount(tournament, decide(tournament))


class DubovAccount(EntrantsAccount[Entrant]):
    """How a round was paired: the bye, the brackets from the top, and the two subgroups of each."""

    def __init__(self, tournament: Tournament, decision: Decision) -> None:
        members = [(*bracket.subgroups.s1, *bracket.subgroups.s2) for bracket in decision.brackets]
        super().__init__(tournament, decision.entrants, decision.pairing, members, bye_order)
        self.decided = decision.brackets

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

    bye_articles = ("art. 3.1.3", "art. 3.1.4", "art. 3.1.5")

    def takes_bye(self, player: Who, score: Score, games: int) -> Saying:
        return Saying(
            "{player} takes the bye: of those who may have it without leaving the others unpairable, the one"
            " with the lowest score ({score}), then with the most games played ({games}), then with the"
            " largest number.",
            player=player,
            score=score,
            games=games,
        )

    def by_order(self, one: Who, taker: Who) -> Saying:
        return Saying(
            "Among players with the same score and as many games the bye goes to the largest number: that of"
            " {taker}, and not of {one}.",
            one=one,
            taker=taker,
        )

    # -- why not ------------------------------------------------------------------------------------

    def against_pair(self, first: Entrant, other: Entrant) -> Sequence[facts.Reason]:
        """The reasons against the pair, in the bracket in which the first of the two was paired."""
        place = self.place_of[first.number]
        bracket = self.decided[place]
        if self.place_of[other.number] == place:
            return [dubov_answers.against_pair(bracket, first, other)]
        who = Who(first.number)
        above = Told.of(
            ("art. 1.3",),
            phrase(
                "{first} was paired in bracket {bracket}; to meet {first}, {other} would have had to float up"
                " to it."
            ),
            HIGHER_UP,
            {"one": who, "first": who, "other": Who(other.number), "bracket": place + 1},
        )
        return [above, dubov_answers.against_upfloater(bracket, other)]
