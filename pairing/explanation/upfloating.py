"""How a round was paired by a system with upfloaters (C.04.5, C.04.6), from the decision on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairing.core.records import Record
from pairing.core.sentences import Saying, Tenths, Who, phrase
from pairing.core.tournament import Colour, Pair
from pairing.explanation import facts
from pairing.explanation.account import Account, numbers_of
from pairing.explanation.facts import Group, Manner, PlainBoard, PlainBye, Told
from pairing.explanation.not_upfloating import not_in_bracket, not_upfloating
from pairing.matching.completion import pairing_without
from pairing.upfloating.rounds import bye_order
from pairing.upfloating.rules import Decision, Quality, Settled

# The sentence of a colour rule, given its article, White, Black and the colour drawn before round 1.
type ColourWords = Callable[[str, Record, Record, Saying], Saying]


# 3.4: why another player comes first for the bye, by the score, the matches played and the number.
COMES_FIRST = (
    phrase("{taker} has a lower score, {lower}; {player} has {higher}."),
    phrase("{taker} has played more matches than {player}."),
    phrase("{taker} has a larger number than {player}."),
)


def _who(record: Record) -> Who:
    return Who(record.number)


class UpfloatingAccount(Account):
    """How the coming round was paired: the bye first, then bracket by bracket."""

    def __init__(self, decision: Decision, colour_words: ColourWords) -> None:
        super().__init__(decision.tournament, decision.records, decision.pairing)
        self.decision = decision
        self.articles = decision.rules.articles
        self.colour_words = colour_words
        # The bracket in which each was paired, counted from 0.
        self.place = {
            record.number: place
            for place, bracket in enumerate(decision.brackets)
            for record in bracket.players
        }

    # -- boards ---------------------------------------------------------------------------------

    def board(self, number: int, pair: Pair) -> PlainBoard:
        """The pair, the upfloaters of its bracket, the identifier, and the colours."""
        one, two = sorted((pair.white, pair.black))
        top, bottom = self.records[one], self.records[two]
        place = self.place[one]
        bracket = self.decision.brackets[place]
        reasons = [self._meeting(place, bracket, top, bottom)]
        if bracket.chosen.upfloaters:
            reasons += self._upfloaters(bracket)
        reasons += self._identifier(bracket, top, bottom)
        return PlainBoard(number, pair, (*reasons, self._colours(pair)))

    def _meeting(self, place: int, bracket: Settled, top: Record, bottom: Record) -> Told:
        score = bracket.residents[0].score
        if top.score == bottom.score == score:
            said = Saying(
                "{one} and {two} have the same score, {score}, and meet in bracket {bracket}.",
                one=_who(top),
                two=_who(bottom),
                score=Tenths(score),
                bracket=place + 1,
            )
            return Told(said, (self.articles.first_identifier,))
        resident, upfloater = sorted((top, bottom), key=lambda record: -record.score)
        said = Saying(
            "{upfloater} floats up from the score {lower} to bracket {bracket}, and meets {resident}, who has"
            " the score {score} there.",
            upfloater=_who(upfloater),
            resident=_who(resident),
            lower=Tenths(upfloater.score),
            bracket=place + 1,
            score=Tenths(score),
        )
        return Told(said, (self.articles.fewest_upfloaters, self.articles.highest_upfloaters))

    def _upfloaters(self, bracket: Settled) -> list[Told]:
        """How many players float up, and why these."""
        articles, chosen = self.articles, bracket.chosen
        told = [
            Told(
                Saying(
                    "Residents of the bracket: {residents}. Fewest upfloaters needed to pair everybody:"
                    " {upfloaters}.",
                    residents=len(bracket.residents),
                    upfloaters=len(chosen.upfloaters),
                ),
                (articles.fewest_upfloaters,),
            )
        ]
        if not chosen.following_served:
            said = Saying(
                "No matter who of these scores floats up, the following scoregroup will need more upfloaters"
                " than its number asks for."
            )
            told.append(Told(said, (articles.following,)))
        if chosen.floated:
            said = Saying(
                "Upfloaters who were floaters in the round before: {floated}; fewer is not possible.",
                floated=chosen.floated,
            )
            told.append(Told(said, (articles.upfloaters_floated,)))
        said = Saying(
            "Of the sets that are still equal, it is the first: {upfloaters}.",
            upfloaters=tuple(map(_who, chosen.upfloaters)),
        )
        return [*told, Told(said, (articles.first_set,))]

    def _identifier(self, bracket: Settled, top: Record, bottom: Record) -> list[Told]:
        """The criteria that the bracket cannot meet in full, and the place of the pair in its identifier."""
        told = self._shortcomings(bracket.quality)
        if len(bracket.pairs) == 1:
            return told
        tops = sorted(pair[0].number for pair in bracket.pairs)
        said = Saying(
            "Of the pairings that are still equal, the one with the first identifier is taken: {top} is top"
            " member {place} of {pairs}, and its bottom member is {bottom}.",
            top=top.number,
            bottom=bottom.number,
            place=tops.index(top.number) + 1,
            pairs=len(tops),
        )
        return [*told, Told(said, (self.articles.first_identifier,))]

    def _shortcomings(self, quality: Quality) -> list[Told]:
        articles = self.articles
        of_bracket = (
            (
                articles.preferences,
                phrase("Colour preferences that the bracket cannot grant: {n}; fewer is not possible."),
            ),
            (
                articles.strong_preferences,
                phrase(
                    "Strong colour preferences that the bracket cannot grant: {n}; fewer is not possible."
                ),
            ),
            (
                articles.opponents_floated,
                phrase(
                    "Opponents of upfloaters who were floaters in the round before: {n}; fewer is not"
                    " possible."
                ),
            ),
        )
        counted = zip(of_bracket, quality.key, strict=True)
        return [Told(Saying.of(said, {"n": n}), (article,)) for (article, said), n in counted if n]

    def _colours(self, pair: Pair) -> Told:
        white, black = self.records[pair.white], self.records[pair.black]
        place = self.decision.colour_rules[frozenset((pair.white, pair.black))]
        article = self.decision.rules.colour_articles[place]
        drawn = Saying("White") if self.tournament.initial_colour is Colour.WHITE else Saying("Black")
        said = self.colour_words(article, white, black, drawn)
        return Told(said, (article,))

    def group(self, number: int) -> Group:
        bracket = self.decision.brackets[self.place[number]]
        return Group(
            manner=Manner.IDENTIFIER,
            scores=(bracket.residents[0].score,),
            came_pairs=(),
            pairs=tuple((one.number, two.number) for one, two in bracket.pairs),
            came=numbers_of(bracket.chosen.upfloaters),
            up=True,
        )

    # -- the bye --------------------------------------------------------------------------------

    @property
    def bye(self) -> PlainBye | None:
        """The taker of the bye, and the players who came before them but could not have it."""
        taker = self.decision.bye
        if taker is None:
            return None
        articles = self.articles
        said = Saying(
            "{player} takes the bye, with a score of {score}: the lowest score of all who may have it, of"
            " these the most matches played, and of these the largest number.",
            player=_who(taker),
            score=Tenths(taker.score),
        )
        told = [Told(said, (articles.bye, *articles.bye_order))]
        before = [
            record
            for record in self.records.values()
            if record.may_take_bye and bye_order(record) < bye_order(taker)
        ]
        if before:
            said = Saying(
                "Without one of these the others could not be paired: {players}.",
                players=tuple(map(_who, sorted(before, key=bye_order))),
            )
            told.append(Told(said, (articles.completion, "art. 3.4.1")))
        return PlainBye(taker.number, tuple(told))

    def why_not_bye(self, one: Record) -> Sequence[facts.Reason]:
        """A bar on the player; else that the others could not be paired; else who comes first by 3.4."""
        bars = self.decision.rules.bars_from_bye
        for number, cell in enumerate(self.players[one.number].cells, 1):
            if bars(cell, self.tournament.scoring):
                return [facts.Barred(self.articles.bye, number, cell)]
        if not pairing_without(one, self.decision.records).possible:
            said = Saying("Without {player} the others could not be paired.", player=_who(one))
            return [Told(said, (self.articles.completion, "art. 3.4.1"))]
        taker = self.records[self.pairing.bye or 0]
        mine, theirs = bye_order(one), bye_order(taker)
        place = next(place for place in range(len(COMES_FIRST)) if mine[place] != theirs[place])
        facts_of_both = {
            "taker": _who(taker),
            "player": _who(one),
            "lower": Tenths(taker.score),
            "higher": Tenths(one.score),
        }
        return [Told(Saying.of(COMES_FIRST[place], facts_of_both), (self.articles.bye_order[place],))]

    # -- why not --------------------------------------------------------------------------------

    def why_not_meeting(self, one: Record, two: Record) -> Sequence[facts.Reason]:
        """What forbids the pair; else the bye; else the criterion on upfloaters or on pairs of a bracket."""
        if forbidden := self.met_or_apart(one, two, self.articles.rematch):
            return forbidden
        for record in (one, two):
            if record is self.decision.bye:
                said = Saying(
                    "{player} takes the bye, which is given before anybody is paired.",
                    player=_who(record),
                )
                return [Told(said, ("art. 3.4",))]
        places = [self.place[record.number] for record in (one, two)]
        if places[0] != places[1]:
            later = one if places[0] > places[1] else two
            return [not_upfloating(self.decision, min(places), later)]
        return [not_in_bracket(self.decision, self.decision.brackets[places[0]], one, two)]
