"""The account of a round by the Dubov or the Burstein System: what both say about the bye and other pairs.

Both give the bye before they pair the brackets, which each describes in its own sentences.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from pairing.core.colours import RULES
from pairing.core.records import Record, bars_by_2026
from pairing.core.sentences import Saying, Score, Who
from pairing.core.tournament import RoundPairing, Tournament
from pairing.explanation import facts, verdicts
from pairing.explanation.facts import PlainBye, Told
from pairing.explanation.halves import numbers_of
from pairing.explanation.swiss import SwissAccount, SwissArticles

ARTICLES = SwissArticles(
    rematch="C1",
    bye="C2",
    colours="C3",
    completion="C4",
    colour_rules=("art. 5.2.2", "art. 5.2.3", "art. 5.2.4", "art. 5.2.5", "art. 5.2.1"),
)


class EntrantsAccount[Entrant: Record](SwissAccount):
    """How a round was paired: the bye first, then the brackets from the top."""

    # The articles that choose the taker of the bye: by the score, the games played, the order.
    bye_articles: ClassVar[tuple[str, str, str]]

    def __init__(
        self,
        tournament: Tournament,
        entrants: Sequence[Entrant],
        pairing: RoundPairing,
        members: Iterable[Iterable[Entrant]],
        bye_order: Callable[[Entrant], tuple[int, int, int]],
    ) -> None:
        """`members` are the players paired in each bracket; the least by `bye_order` takes the bye."""
        super().__init__(tournament, entrants, pairing, ARTICLES, bars_by_2026, RULES)
        self.entrants = {entrant.number: entrant for entrant in entrants}
        self.bye_order = bye_order
        # The bracket that each player was paired in, counted from 0.
        self.place_of = {entrant.number: place for place, paired in enumerate(members) for entrant in paired}

    # -- what a system adds -------------------------------------------------------------------------

    @abstractmethod
    def takes_bye(self, player: Who, score: Score, games: int) -> Saying:
        """Why the player takes the bye, with this score and this number of games played."""

    @abstractmethod
    def by_order(self, one: Who, taker: Who) -> Saying:
        """Why the bye goes to the taker, and not to another player with as many points and games."""

    @abstractmethod
    def against_pair(self, first: Entrant, other: Entrant) -> Sequence[facts.Reason]:
        """The reasons against a pair that nothing forbids; the first player's bracket is not a later one."""

    # -- the bye ------------------------------------------------------------------------------------

    @property
    def bye(self) -> PlainBye | None:
        """The taker of the bye, and the players who came before them but could not have it."""
        number = self.pairing.bye
        if number is None:
            return None
        taker, order = self.entrants[number], self.bye_order
        said = self.takes_bye(Who(number), Score(taker.score), len(taker.colours))
        reasons = [Told(said, ("art. 3.1",))]
        before = sorted((e for e in self.entrants.values() if order(e) < order(taker)), key=order)
        if incomplete := [entrant for entrant in before if entrant.may_take_bye]:
            said = Saying(
                "With a bye for any of these the round could not be completed: {players}.",
                players=numbers_of(incomplete),
            )
            reasons.append(Told(said, (self.articles.completion,)))
        barred = ((e.number, found) for e in before if (found := self.barred(e)) is not None)
        return PlainBye(number, tuple(reasons), tuple(barred))

    def why_not_bye(self, one: Record) -> Sequence[facts.Reason]:
        """The reason that bars the player, or the one for the other player."""
        barred = self.barred(one)
        if barred is not None:
            return [barred]
        entrant, taker = self.entrants[one.number], self.entrants[self.pairing.bye or 0]
        mine, others = self.bye_order(entrant), self.bye_order(taker)
        if mine < others:
            return [verdicts.Incomplete(self.articles.completion)]
        who, whose = Who(one.number), Who(taker.number)
        place = next(place for place in range(len(mine)) if mine[place] != others[place])
        if place == 0:
            said = Saying(
                "The bye goes to the lowest score, and {one} has more than {taker}.", one=who, taker=whose
            )
        elif place == 1:
            said = Saying(
                "Among players with the same score the bye goes to the one with the most games played, and"
                " {one} has played fewer than {taker}.",
                one=who,
                taker=whose,
            )
        else:
            said = self.by_order(who, whose)
        return [Told(said, (self.bye_articles[place],))]

    # -- why not ------------------------------------------------------------------------------------

    def against_meeting(self, one: Record, two: Record) -> Sequence[facts.Reason]:
        """The bye, if one of the two takes it, or the reasons against their pair."""
        for number in (one.number, two.number):
            if number == self.pairing.bye:
                return [facts.TakesBye(("art. 3.1",), number)]
        players = (self.entrants[one.number], self.entrants[two.number])
        return self.against_pair(*sorted(players, key=lambda one: (self.place_of[one.number], one.rank)))
