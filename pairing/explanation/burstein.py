"""How a round was paired by the Burstein System: its account, from the computation that decided it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from pairing.burstein.entrants import Entrant
from pairing.burstein.rounds import Decision, bye_order, decide
from pairing.core.sentences import Saying, Score, Who, phrase
from pairing.core.tournament import Pair, Tournament
from pairing.dutch import rounds as dutch
from pairing.explanation import burstein_answers, dutch_2026, facts
from pairing.explanation.account import Account, by_rank, numbers_of
from pairing.explanation.brackets import EntrantsAccount
from pairing.explanation.burstein_boards import of_bracket, of_pair
from pairing.explanation.dutch import DutchAccount
from pairing.explanation.facts import HIGHER_UP, Group, Manner, PlainBoard, PlainBracket, Told
from pairing.explanation.measures import READINGS_2026


def account(tournament: Tournament) -> Account:
    """The account of the coming round; seeding rounds use the Dutch system. Raises what `decide` raises."""
    decision = decide(tournament)
    if isinstance(decision, dutch.Decision):
        return DutchAccount(decision, dutch_2026.ARTICLES, READINGS_2026)
    return BursteinAccount(tournament, decision)


class BursteinAccount(EntrantsAccount[Entrant]):
    """How a round was paired: the bye, then bracket by bracket from the top, the first against the last."""

    def __init__(self, tournament: Tournament, decision: Decision) -> None:
        members = [chain.from_iterable(bracket.pairs) for bracket in decision.brackets]
        super().__init__(tournament, decision.entrants, decision.pairing, members, bye_order)
        self.decided = decision.brackets

    @property
    def plain_brackets(self) -> tuple[PlainBracket, ...]:
        """The brackets from the top."""
        return tuple(
            PlainBracket(number, (bracket.score,), len(bracket.scene.players), tuple(of_bracket(bracket)))
            for number, bracket in enumerate(self.decided, 1)
        )

    def board(self, number: int, pair: Pair) -> PlainBoard:
        """The board with this number: the places of the two in their bracket, and their colours."""
        higher, lower = by_rank((self.entrants[pair.white], self.entrants[pair.black]))
        place = self.place_of[pair.white]
        reasons = tuple(
            of_pair(self.decided[place], place + 1, self.entrants[higher.number], self.entrants[lower.number])
        )
        return PlainBoard(number, pair, reasons, self.colours(higher, lower), place + 1)

    def group(self, number: int) -> Group:
        bracket = self.decided[self.place_of[number]]
        came = [player for player in bracket.scene.players if player.score > bracket.score]
        return Group(
            manner=Manner.ENDS,
            scores=(bracket.score,),
            came_pairs=(),
            pairs=tuple((one.number, two.number) for one, two in bracket.pairs),
            came=numbers_of(came),
            left=numbers_of(bracket.downfloaters),
            order=numbers_of(bracket.scene.players),
        )

    # -- the bye ------------------------------------------------------------------------------------

    bye_articles = ("art. 3.1", "art. 3.1", "art. 3.1")

    def takes_bye(self, player: Who, score: Score, games: int) -> Saying:
        return Saying(
            "{player} takes the bye: of those who may have it without leaving the others unpairable, the one"
            " with the lowest score ({score}), then with the most games played ({games}), then the last by"
            " the Index.",
            player=player,
            score=score,
            games=games,
        )

    def by_order(self, one: Who, taker: Who) -> Saying:
        return Saying(
            "Among players with the same score and as many games the bye goes to the last by the Index, and"
            " {taker} comes after {one}.",
            one=one,
            taker=taker,
        )

    # -- why not ------------------------------------------------------------------------------------

    def against_pair(self, first: Entrant, other: Entrant) -> Sequence[facts.Reason]:
        """The cost of the pair in the first bracket that has both; else why the first does not float."""
        for number, bracket in enumerate(self.decided, 1):
            if first in bracket.scene.players and other in bracket.scene.players:
                return [burstein_answers.against_pair(bracket, number, first, other)]
        number = self.place_of[first.number] + 1
        who = Who(first.number)
        above = Told.of(
            ("art. 1.2",),
            phrase(
                "{player} was paired in bracket {bracket}; to meet {other}, {player} would have had to float "
                "down from there."
            ),
            HIGHER_UP,
            {"one": who, "player": who, "other": Who(other.number), "bracket": number},
        )
        return [above, burstein_answers.against_float(self.decided[number - 1], number, first)]
