"""How a round was paired by a system with upfloaters (C.04.5, C.04.6), from the decision on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pairing.core.records import Record
from pairing.core.sentences import Phrase, Tenths, Who, phrase
from pairing.core.tournament import Colour, Pair
from pairing.explanation import facts
from pairing.explanation.account import Account, numbers_of
from pairing.explanation.facts import NOT_EVERYBODY, Group, Manner, OwnSentence, PlainBoard, PlainBye
from pairing.matching.completion import pairing_without
from pairing.upfloating.rounds import Bracket, Decision, Quality, Settled, bye_order, choice_of

# -- Why a player did not float up, and why two of one bracket do not meet (C.04.5, C.04.6 art. 3.5, 3.6).

# How the pairs of a bracket would be worse, in the order of the criteria; and the same in plain words.
WORSE = (
    (
        phrase(
            "If {one} and {two} met, the bracket would refuse more colour preferences: {mine} instead of"
            " {found}."
        ),
        phrase("Had {one} met {two}, more of that group would have gone without the colour they wanted."),
    ),
    (
        phrase(
            "If {one} and {two} met, the bracket would refuse more strong colour preferences: {mine} instead"
            " of {found}."
        ),
        phrase(
            "Had {one} met {two}, more of that group with a strong claim to a colour would have gone without"
            " it."
        ),
    ),
    (
        phrase(
            "If {one} and {two} met, more opponents of upfloaters would have been floaters in the round"
            " before: {mine} instead of {found}."
        ),
        phrase(
            "Had {one} met {two}, more of those who meet somebody from below would also have met somebody on"
            " other points in the last round."
        ),
    ),
)


def not_upfloating(decision: Decision, place: int, later: Record) -> OwnSentence:
    """Why a player did not float up to a bracket, by the first criterion against it."""
    bracket, articles = decision.brackets[place], decision.rules.articles
    chosen = bracket.chosen
    facts = {
        "player": Who(later.number),
        "bracket": place + 1,
        "chosen": tuple(Who(record.number) for record in chosen.upfloaters),
    }
    if not chosen.upfloaters:
        return OwnSentence.of(
            (articles.fewest_upfloaters,),
            phrase("{player} has a lower score, and bracket {bracket} can be paired without upfloaters."),
            phrase("{player} had fewer points, and nobody had to come up to the higher group."),
            facts,
        )
    mine = choice_of(decision, place).best_with(later)
    # An upfloater who meets no resident there would meet another upfloater: these two would be surplus.
    if mine is None or len(mine.upfloaters) > len(chosen.upfloaters):
        return OwnSentence.of(
            (articles.fewest_upfloaters,),
            phrase("Upfloaters of bracket {bracket}: {chosen}. With {player} it would need more."),
            phrase(
                "These came up to the higher group: {chosen}. With {player} still more would have had to."
            ),
            facts,
        )
    if sorted(r.score for r in mine.upfloaters) != sorted(r.score for r in chosen.upfloaters):
        return OwnSentence.of(
            (articles.highest_upfloaters,),
            phrase("Upfloaters of bracket {bracket}: {chosen}. With {player} they would have lower scores."),
            phrase(
                "These came up to the higher group: {chosen}. With {player} they would have had fewer points."
            ),
            facts,
        )
    if mine.following_served is not chosen.following_served:
        return OwnSentence.of(
            (articles.following,),
            phrase(
                "Upfloaters of bracket {bracket}: {chosen}. With {player} among them the following scoregroup"
                " would need more upfloaters than its number asks for."
            ),
            phrase(
                "These came up to the higher group: {chosen}. With {player} the next group would have needed"
                " more from below."
            ),
            facts,
        )
    if mine.floated != chosen.floated:
        return OwnSentence.of(
            (articles.upfloaters_floated,),
            phrase(
                "Upfloaters of bracket {bracket}: {chosen}. With {player} more of them would have been"
                " floaters in the round before."
            ),
            phrase(
                "These came up to the higher group: {chosen}. With {player} more of them would also have met"
                " somebody on other points in the last round."
            ),
            facts,
        )
    return OwnSentence.of(
        (articles.first_set,),
        phrase(
            "Upfloaters of bracket {bracket}: {chosen}. This set is as good as any with {player}, and"
            " comes first."
        ),
        phrase(
            "These came up to the higher group: {chosen}. With {player} it would have been just as good; the"
            " rules say whose turn it is first."
        ),
        facts,
    )


def not_in_bracket(decision: Decision, bracket: Settled, one: Record, two: Record) -> OwnSentence:
    """Why two of one bracket do not meet, by the first criterion against it."""
    articles = decision.rules.articles
    weighed = Bracket(bracket.players, bracket.chosen.upfloaters, looks_back=decision.looks_back)
    pairs = weighed.by_weight((one, two))
    facts = {"one": Who(one.number), "two": Who(two.number)}
    if not pairs:
        said = phrase("If {one} and {two} met, the others of their bracket could not be paired.")
        return OwnSentence.of((articles.rematch, articles.completion), said, NOT_EVERYBODY, facts)
    cited = (articles.preferences, articles.strong_preferences, articles.opponents_floated)
    compared = zip(cited, WORSE, weighed.quality(pairs).key, bracket.quality.key, strict=True)
    for article, (said, plain), mine, found in compared:
        if mine != found:
            return OwnSentence.of((article,), said, plain, {**facts, "mine": mine, "found": found})
    return OwnSentence.of(
        (articles.first_identifier,),
        phrase(
            "If {one} and {two} met, the bracket could be paired just as well, but the identifier would come"
            " later: {mine} after {found}."
        ),
        phrase(
            "{one} and {two} could have met; two pairings were equally good, and the rules say which is tried"
            " first."
        ),
        {**facts, "mine": identifier(pairs), "found": identifier(bracket.pairs)},
    )


def identifier(pairs: Sequence[tuple[Record, Record]]) -> str:
    """3.6.2: the numbers of the top members, ascending, then those of their bottom members."""
    ordered = sorted((one.number, two.number) for one, two in pairs)
    return " ".join(str(number) for number in (*(one for one, _ in ordered), *(two for _, two in ordered)))


# -- The account of a round ---------------------------------------------------------------------------

# The sentence of a colour rule, given its article, White, Black and the colour drawn before round 1.
type ColourWords = Callable[[str, Record, Record, Phrase], Phrase]


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

    def _meeting(self, place: int, bracket: Settled, top: Record, bottom: Record) -> OwnSentence:
        score = bracket.residents[0].score
        if top.score == bottom.score == score:
            said = Phrase(
                "{one} and {two} have the same score, {score}, and meet in bracket {bracket}.",
                one=_who(top),
                two=_who(bottom),
                score=Tenths(score),
                bracket=place + 1,
            )
            return OwnSentence(said, (self.articles.first_identifier,))
        resident, upfloater = sorted((top, bottom), key=lambda record: -record.score)
        said = Phrase(
            "{upfloater} floats up from the score {lower} to bracket {bracket}, and meets {resident}, who has"
            " the score {score} there.",
            upfloater=_who(upfloater),
            resident=_who(resident),
            lower=Tenths(upfloater.score),
            bracket=place + 1,
            score=Tenths(score),
        )
        return OwnSentence(said, (self.articles.fewest_upfloaters, self.articles.highest_upfloaters))

    def _upfloaters(self, bracket: Settled) -> list[OwnSentence]:
        """How many players float up, and why these."""
        articles, chosen = self.articles, bracket.chosen
        told = [
            OwnSentence(
                Phrase(
                    "Residents of the bracket: {residents}. Fewest upfloaters needed to pair everybody:"
                    " {upfloaters}.",
                    residents=len(bracket.residents),
                    upfloaters=len(chosen.upfloaters),
                ),
                (articles.fewest_upfloaters,),
            )
        ]
        if not chosen.following_served:
            said = Phrase(
                "No matter who of these scores floats up, the following scoregroup will need more upfloaters"
                " than its number asks for."
            )
            told.append(OwnSentence(said, (articles.following,)))
        if chosen.floated:
            said = Phrase(
                "Upfloaters who were floaters in the round before: {floated}; fewer is not possible.",
                floated=chosen.floated,
            )
            told.append(OwnSentence(said, (articles.upfloaters_floated,)))
        said = Phrase(
            "Of the sets that are still equal, it is the first: {upfloaters}.",
            upfloaters=tuple(map(_who, chosen.upfloaters)),
        )
        return [*told, OwnSentence(said, (articles.first_set,))]

    def _identifier(self, bracket: Settled, top: Record, bottom: Record) -> list[OwnSentence]:
        """The criteria that the bracket cannot meet in full, and the place of the pair in its identifier."""
        told = self._shortcomings(bracket.quality)
        if len(bracket.pairs) == 1:
            return told
        tops = sorted(pair[0].number for pair in bracket.pairs)
        said = Phrase(
            "Of the pairings that are still equal, the one with the first identifier is taken: {top} is top"
            " member {place} of {pairs}, and its bottom member is {bottom}.",
            top=top.number,
            bottom=bottom.number,
            place=tops.index(top.number) + 1,
            pairs=len(tops),
        )
        return [*told, OwnSentence(said, (self.articles.first_identifier,))]

    def _shortcomings(self, quality: Quality) -> list[OwnSentence]:
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
        return [OwnSentence(Phrase.of(said, {"n": n}), (article,)) for (article, said), n in counted if n]

    def _colours(self, pair: Pair) -> OwnSentence:
        white, black = self.records[pair.white], self.records[pair.black]
        place = self.decision.colour_rules[frozenset((pair.white, pair.black))]
        article = self.decision.rules.colour_articles[place]
        drawn = Phrase("White") if self.tournament.initial_colour is Colour.WHITE else Phrase("Black")
        said = self.colour_words(article, white, black, drawn)
        return OwnSentence(said, (article,))

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
        said = Phrase(
            "{player} takes the bye, with a score of {score}: the lowest score of all who may have it, of"
            " these the most matches played, and of these the largest number.",
            player=_who(taker),
            score=Tenths(taker.score),
        )
        told = [OwnSentence(said, (articles.bye, *articles.bye_order))]
        before = [
            record
            for record in self.records.values()
            if record.may_take_bye and bye_order(record) < bye_order(taker)
        ]
        if before:
            said = Phrase(
                "Without one of these the others could not be paired: {players}.",
                players=tuple(map(_who, sorted(before, key=bye_order))),
            )
            told.append(OwnSentence(said, (articles.completion, "art. 3.4.1")))
        return PlainBye(taker.number, tuple(told))

    def why_not_bye(self, one: Record) -> Sequence[facts.Reason]:
        """A bar on the player; else that the others could not be paired; else who comes first by 3.4."""
        bars = self.decision.rules.bars_from_bye
        for number, cell in enumerate(self.players[one.number].cells, 1):
            if bars(cell, self.tournament.scoring):
                return [facts.Barred(self.articles.bye, number, cell)]
        if not pairing_without(one, self.decision.records).possible:
            said = Phrase("Without {player} the others could not be paired.", player=_who(one))
            return [OwnSentence(said, (self.articles.completion, "art. 3.4.1"))]
        taker = self.records[self.pairing.bye or 0]
        mine, theirs = bye_order(one), bye_order(taker)
        place = next(place for place in range(len(COMES_FIRST)) if mine[place] != theirs[place])
        facts_of_both = {
            "taker": _who(taker),
            "player": _who(one),
            "lower": Tenths(taker.score),
            "higher": Tenths(one.score),
        }
        return [OwnSentence(Phrase.of(COMES_FIRST[place], facts_of_both), (self.articles.bye_order[place],))]

    # -- why not --------------------------------------------------------------------------------

    def why_not_meeting(self, one: Record, two: Record) -> Sequence[facts.Reason]:
        """What forbids the pair; else the bye; else the criterion on upfloaters or on pairs of a bracket."""
        if forbidden := self.met_or_apart(one, two, self.articles.rematch):
            return forbidden
        for record in (one, two):
            if record is self.decision.bye:
                said = Phrase(
                    "{player} takes the bye, which is given before anybody is paired.",
                    player=_who(record),
                )
                return [OwnSentence(said, ("art. 3.4",))]
        places = [self.place[record.number] for record in (one, two)]
        if places[0] != places[1]:
            later = one if places[0] > places[1] else two
            return [not_upfloating(self.decision, min(places), later)]
        return [not_in_bracket(self.decision, self.decision.brackets[places[0]], one, two)]
