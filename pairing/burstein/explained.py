"""How a round was paired by the Burstein System: its account, from the computation that decided it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from pairing.burstein.edition_2026 import Bracket, Decision, Entrant, Weights, bye_order, decide
from pairing.core.records import may_meet, same_preference
from pairing.core.sentences import Hundredths, Phrase, Score, Who, phrase
from pairing.core.tournament import Pair, Tournament
from pairing.dutch import explained as dutch_explained
from pairing.dutch import rounds as dutch
from pairing.dutch.explained import DutchAccount
from pairing.dutch.measures import READINGS_2026
from pairing.explanation import facts
from pairing.explanation.account import Account, by_rank, numbers_of
from pairing.explanation.brackets import EntrantsAccount
from pairing.explanation.facts import HIGHER_UP, Group, Manner, OwnSentence, PlainBoard, PlainBracket
from pairing.matching.completion import Cost, cheapest_pairing

# -- The reasons against another pair or another float in the Burstein System -------------------------

# Whether two places of a scene may be matched.
type Wanted = Callable[[int, int], bool]

# With more players than this in a bracket and below, comparing all pairings would take too long.
MOST_PLAYERS = 60


# For each article that can decide: a clause that follows a condition, and the same in plain words.
CONSEQUENCES = {
    "C4": (Phrase("the round could not be completed"), Phrase("not everybody could have been paired")),
    "C5": (Phrase("more players would be left over"), Phrase("more players would have been left over")),
    "C6": (
        Phrase("players with higher scores would be left over"),
        Phrase("players with more points would have been left over"),
    ),
    "C7": (
        Phrase("the following bracket would come out worse"),
        Phrase("the next group would have come out worse"),
    ),
    "C8": (
        Phrase("more players would not get the colour that they prefer"),
        Phrase("more players would have gone without the colour they wanted"),
    ),
    "art. 4.3": (
        Phrase("its pairing would come later in the order"),
        Phrase("it would have been just as good, but the rules try another pairing first"),
    ),
}


def against_pair(bracket: Bracket, number: int, one: Entrant, two: Entrant) -> OwnSentence:
    """The cost of the pair for the bracket with this number, which has both players."""
    players = bracket.scene.players
    pair = {players.index(one), players.index(two)}
    cost = _compared(bracket, lambda a, b: len({a, b} & pair) != 1)
    who, whom = Who(one.number), Who(two.number)
    said = Phrase(
        "If {one} met {two} in bracket {bracket}, {then}.", one=who, two=whom, bracket=number, then=cost.said
    )
    plain = Phrase("Had {one} met {two}, {then}.", one=who, two=whom, then=cost.plain)
    return OwnSentence(said, cost.articles, plain)


def against_float(bracket: Bracket, number: int, player: Entrant) -> OwnSentence:
    """The cost for the bracket with this number if the player were left over in it."""
    place, size = bracket.scene.players.index(player), len(bracket.scene.players)
    cost = _compared(bracket, lambda a, b: place not in (a, b) or max(a, b) >= size)
    who = Who(player.number)
    said = Phrase(
        "If {player} were left over in bracket {bracket}, {then}.",
        player=who,
        bracket=number,
        then=cost.said,
    )
    return OwnSentence(
        said, cost.articles, Phrase("With {player} left over, {then}.", player=who, then=cost.plain)
    )


class Consequence(NamedTuple):
    """The consequence of another pairing: a clause that follows a condition, and the same in plain words."""

    articles: tuple[str, ...]
    said: Phrase
    plain: Phrase


def _compared(bracket: Bracket, wanted: Wanted) -> Consequence:
    """The criterion that decides between the pairing and the best one with only `wanted` pairs."""
    weights = Weights(bracket.scene)
    if len(weights.players) > MOST_PLAYERS:
        return Consequence(
            ("C4", "C5", "C6", "C7", "C8", "art. 4.3"),
            Phrase("the bracket would come out worse, or its pairing would come later in the order"),
            Phrase("that group would have come out worse, or another pairing is tried first"),
        )
    now = _sum(weights, weights.cost)
    then = _sum(weights, lambda one, two: weights.cost(one, two) if wanted(one, two) else None)
    if now is None or then is None:
        article = "C4"
    else:
        parts = zip(weights.parted(now), weights.parted(then), strict=True)
        article = next(mine[0] for mine, other in parts if mine != other)
    return Consequence((article,), *CONSEQUENCES[article])


def _sum(weights: Weights, cost: Cost) -> int | None:
    mates = cheapest_pairing(len(weights.players), cost)
    if mates is None:
        return None
    return sum(weights.cost(one, two) or 0 for one, two in enumerate(mates) if one < two)


# -- The explanations of a bracket and of a board of the Burstein System ------------------------------


def of_bracket(bracket: Bracket) -> Iterator[OwnSentence]:
    """How a bracket was paired; players are named only by their numbers."""
    players = bracket.scene.players
    said = Phrase("By the Index, the best first: {players}.", players=numbers_of(players))
    yield OwnSentence(said, ("art. 1.7", "art. 1.8", "art. 4.1"))
    if moved := [player for player in players if player.score > bracket.score]:
        yield OwnSentence(Phrase("Floated down to it: {players}.", players=numbers_of(moved)), ("art. 1.2",))
    pairs = ", ".join(f"{one.number}–{two.number}" for one, two in bracket.pairs)
    if pairs:
        said = Phrase("The first meets the last, as far as possible: {pairs}.", pairs=pairs)
        yield OwnSentence(said, ("art. 4.3",))
    if bracket.downfloaters:
        said = Phrase(
            "Left over, and floating down: {players}. Fewer are not possible.",
            players=numbers_of(bracket.downfloaters),
        )
        yield OwnSentence(said, ("C5",))
    refused = sum(same_preference(one, two) for one, two in bracket.pairs)
    if refused:
        said = Phrase(
            "Pairs in which both seek the same colour: {number}. Fewer are not possible.", number=refused
        )
        yield OwnSentence(said, ("C8",))


def of_pair(bracket: Bracket, number: int, one: Entrant, two: Entrant) -> Iterator[OwnSentence]:
    """Why these two meet, in the bracket with this number; `one` is ranked higher."""
    players = bracket.scene.players
    seat, place = players.index(one), players.index(two)
    said = Phrase(
        "In bracket {bracket} {one} is number {place} by the Index and meets number {opposite}, {two}: in"
        " turn, each meets the last one possible.",
        bracket=number,
        one=Who(one.number),
        two=Who(two.number),
        place=seat + 1,
        opposite=place + 1,
    )
    yield OwnSentence(said, ("art. 4.3",))
    for player in (one, two):
        said = Phrase(
            "The Index of {player}: Buchholz {buchholz}, then Sonneborn-Berger {sonneborn_berger}.",
            player=Who(player.number),
            buchholz=Score(player.index.buchholz),
            sonneborn_berger=Hundredths(player.index.sonneborn_berger),
        )
        yield OwnSentence(said, ("art. 1.7",))
    taken = {other for pair in bracket.pairs if pair[0].rank < one.rank for other in pair}
    free = [player for player in players[place + 1 :] if player not in taken]
    if forbidden := [player for player in free if not may_meet(one, player)]:
        said = Phrase(
            "Placed lower, but {one} may not meet them: {players}.",
            one=Who(one.number),
            players=numbers_of(forbidden),
        )
        yield OwnSentence(said, ("C1", "C3"))
    if worse := [player for player in free if may_meet(one, player)]:
        said = Phrase(
            "Placed lower, but the round or the bracket would come out worse: {players}.",
            players=numbers_of(worse),
        )
        yield OwnSentence(said, ("C4", "C5", "C6", "C7", "C8"))
    for player in (one, two):
        if player.score > bracket.score:
            said = Phrase(
                "{player}, with a score of {score}, floated down to the bracket of those with {lower}.",
                player=Who(player.number),
                score=Score(player.score),
                lower=Score(bracket.score),
            )
            yield OwnSentence(said, ("art. 1.2",))


# -- The account of a round ---------------------------------------------------------------------------


def account(tournament: Tournament) -> Account:
    """The account of the coming round; seeding rounds use the Dutch system. Raises what `decide` raises."""
    decision = decide(tournament)
    if isinstance(decision, dutch.Decision):
        return DutchAccount(decision, dutch_explained.ARTICLES_2026, READINGS_2026)
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

    def takes_bye(self, player: Who, score: Score, games: int) -> Phrase:
        return Phrase(
            "{player} takes the bye: of those who may have it without leaving the others unpairable, the one"
            " with the lowest score ({score}), then with the most games played ({games}), then the last by"
            " the Index.",
            player=player,
            score=score,
            games=games,
        )

    def by_order(self, one: Who, taker: Who) -> Phrase:
        return Phrase(
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
                return [against_pair(bracket, number, first, other)]
        number = self.place_of[first.number] + 1
        who = Who(first.number)
        above = OwnSentence.of(
            ("art. 1.2",),
            phrase(
                "{player} was paired in bracket {bracket}; to meet {other}, {player} would have had to float "
                "down from there."
            ),
            HIGHER_UP,
            {"one": who, "player": who, "other": Who(other.number), "bracket": number},
        )
        return [above, against_float(self.decided[number - 1], number, first)]
