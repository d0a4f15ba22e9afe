"""How a round was paired by the Burstein System: the account of it, from what it was decided by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairing.burstein.rounds import bye_order, decide
from pairing.byes import bars_by_2026
from pairing.colours import RULES
from pairing.dutch import rounds as dutch
from pairing.explanation import burstein_answers, dutch_2026, facts, verdicts
from pairing.explanation.burstein_boards import of_bracket, of_pair
from pairing.explanation.dutch import DutchAccount
from pairing.explanation.facts import PlainBoard, PlainBracket, PlainBye, Told
from pairing.explanation.gist import Group, Manner
from pairing.explanation.halves import by_rank, numbers_of
from pairing.explanation.measures import READINGS_2026
from pairing.explanation.plain_answers import higher_up
from pairing.explanation.swiss import SwissAccount, SwissArticles
from pairing.saying import Saying, Score, Who

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pairing.burstein.rounds import Decision
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
    """The account of the coming round, of a seeding round by the Dutch system. Raises as `decide` does."""
    decision = decide(tournament)
    if isinstance(decision, dutch.Decision):
        return DutchAccount(decision, dutch_2026.ARTICLES, READINGS_2026)
    return BursteinAccount(tournament, decision)


class BursteinAccount(SwissAccount):
    """How a round was paired: the bye, then bracket by bracket from the top, the first against the last."""

    def __init__(self, tournament: Tournament, decision: Decision) -> None:
        super().__init__(tournament, decision.entrants, decision.pairing, ARTICLES, bars_by_2026, RULES)
        self.decided = decision.brackets
        self.entrants = {entrant.number: entrant for entrant in decision.entrants}
        # The bracket that each player was paired in, counted from 0.
        self.place_of = {
            entrant.number: place
            for place, bracket in enumerate(decision.brackets)
            for pair in bracket.pairs
            for entrant in pair
        }

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

    @property
    def bye(self) -> PlainBye | None:
        """Who takes the bye, and who could not."""
        number = self.pairing.bye
        if number is None:
            return None
        taker = self.entrants[number]
        said = Saying(
            "{player} takes the bye: of those who may have it and leave a pairing for all others, the one "
            "with the lowest score ({score}), then with the most games played ({games}), then the last by "
            "the Index.",
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
        return [burstein_answers.against_bye(entrant, taker)]

    # -- why not ------------------------------------------------------------------------------------

    def against_meeting(self, one: Record, two: Record) -> Sequence[facts.Reason]:
        """What the pair would cost in the first bracket with both; else why the first does not float."""
        for number in (one.number, two.number):
            if number == self.pairing.bye:
                return [facts.TakesBye(("art. 3.1",), number)]
        first, other = sorted(
            (self.entrants[one.number], self.entrants[two.number]),
            key=lambda player: (self.place_of[player.number], player.rank),
        )
        for number, bracket in enumerate(self.decided, 1):
            if first in bracket.scene.players and other in bracket.scene.players:
                return [burstein_answers.against_pair(bracket, number, first, other)]
        number = self.place_of[first.number] + 1
        said = Saying(
            "{player} was paired in bracket {bracket}; to meet {other}, {player} would have had to float "
            "down from there.",
            player=Who(first.number),
            other=Who(other.number),
            bracket=number,
        )
        against = burstein_answers.against_float(self.decided[number - 1], number, first)
        above = Told(said, ("art. 1.2",), higher_up(Who(first.number), Who(other.number)))
        return [above, against]
