"""Why something did not happen, in sentences: a pair, the bye, a float, or the pairing by the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pairing.core.sentences import Score, Who, in_catalogue
from pairing.core.tournament import Colour, Outcome, Pair
from pairing.explanation import facts
from pairing.explanation.account import Difference, Explanation
from pairing.explanation.facts import Entry, Judgement, Measure, OwnSentence, Value
from pairing.explanation.language import Language
from pairing.matching.bracket import Lowered


class Sentence(NamedTuple):
    """A sentence, and the articles that it rests on."""

    text: str
    articles: tuple[str, ...] = ()

    def __str__(self) -> str:
        """With the articles in brackets before the full stop."""
        if not self.articles:
            return self.text
        return f"{self.text.removesuffix('.')} ({', '.join(self.articles)})."


class Sentences:
    """Puts an explanation into words of one language.

    `name_of` gives the name for a player; by default it is their name with their number.
    """

    def __init__(
        self, explanation: Explanation, language: Language, name_of: Callable[[int], str] | None = None
    ) -> None:
        self.explanation = explanation
        self.language = language
        self.name_of = name_of or self._name_and_number
        self.say = language.say
        self.count = language.count

    def _name_and_number(self, number: int) -> str:
        name = self.explanation.names[number]
        if not name:
            return self.say("No. {number}", number=number)
        return self.say("{name} ({number})", name=name, number=number)

    def colour(self, colour: Colour | None) -> str:
        """The name of the colour in a sentence."""
        return self.say("White") if colour is Colour.WHITE else self.say("Black")

    def told(self, told: OwnSentence) -> Sentence:
        """A system's own sentence."""
        return Sentence(self.language.tell(told.saying, self._fact), told.articles)

    def _fact(self, fact: object) -> object:
        match fact:
            case Who(number):
                return self.name_of(number)
            case Score(tenths):
                return self.language.points(tenths)
            case Colour():
                return self.colour(fact)
            case tuple() if all(isinstance(one, Who) for one in fact) and fact:
                return ", ".join(self.name_of(one.number) for one in fact)
            case tuple() if type(fact) is tuple:
                return self._numbers(fact)
            case _:
                return fact

    def _names(self, numbers: Iterable[int]) -> str:
        return self.language.listed([self.name_of(number) for number in numbers])

    def _numbers(self, numbers: Sequence[int]) -> str:
        return ", ".join(map(str, numbers)) if numbers else self.say("nobody")

    def _pairs(self, pairs: Iterable[tuple[int, int]]) -> str:
        return ", ".join(f"{one}–{two}" for one, two in pairs)

    def _scores(self, scores: Iterable[int]) -> str:
        return self.language.listed([self.language.points(score) for score in scores])


# -- What a criterion measures, in words: how good a pairing is, and how it would get worse -----------
#
# Each sentence is here in English, alone or in singular and plural; `say` and `count` of the language look
# it up. Facts: {n} is the number counted, {players} are the players counted, by their numbers as everywhere
# in the account of a bracket, {entries} is the list that is compared, {again} the round of the float that
# comes again; of two pairings {now} is the value of the chosen one, {n} and {then} that of the other.


class Counted(NamedTuple):
    """The singular and the plural of a sentence with a number."""

    one: str
    more: str


type Form = str | Counted


# What to report about a pairing, for each measure except completion: the round can always be completed.
STATES: Mapping[Measure, Form] = {
    Measure.PAIRS: Counted("{n} pair is made.", "{n} pairs are made."),
    Measure.SCORE_DIFFERENCES: in_catalogue("Score differences above 0: {entries}."),
    Measure.FLOATER_SCORES: in_catalogue("Scores of the downfloaters: {entries}."),
    Measure.LEFT_OVER_NEXT: Counted(
        "At best {n} player ({players}) is left over in the next bracket.",
        "At best {n} players ({players}) are left over in the next bracket.",
    ),
    Measure.SCORE_DIFFERENCES_NEXT: in_catalogue(
        "Score differences above 0 in the next bracket, at best: {entries}."
    ),
    Measure.FLOATER_SCORES_NEXT: in_catalogue(
        "Scores of those left over in the next bracket, at best: {entries}."
    ),
    Measure.UNPLAYED_GAMES: Counted(
        "The player with the bye ({players}) has {n} unplayed game.",
        "The player with the bye ({players}) has {n} unplayed games.",
    ),
    Measure.COLOUR_DIFFERENCES: Counted(
        "{n} player ({players}) gets a colour difference beyond +2 or −2.",
        "{n} players ({players}) get a colour difference beyond +2 or −2.",
    ),
    Measure.THIRD_COLOURS: Counted(
        "{n} player ({players}) gets the same colour three times in a row.",
        "{n} players ({players}) get the same colour three times in a row.",
    ),
    Measure.PREFERENCES: Counted(
        "{n} player ({players}) does not get the preferred colour.",
        "{n} players ({players}) do not get the preferred colour.",
    ),
    Measure.STRONG_PREFERENCES: Counted(
        "{n} player ({players}) with a strong preference does not get the preferred colour.",
        "{n} players ({players}) with a strong preference do not get the preferred colour.",
    ),
    Measure.DOWNFLOATS: Counted(
        "{n} player ({players}) gets the same downfloat {again}.",
        "{n} players ({players}) get the same downfloat {again}.",
    ),
    Measure.RESIDENT_DOWNFLOATS: Counted(
        "{n} resident ({players}) gets the same downfloat {again}.",
        "{n} residents ({players}) get the same downfloat {again}.",
    ),
    Measure.UPFLOATS: Counted(
        "{n} player ({players}) gets the same upfloat {again}.",
        "{n} players ({players}) get the same upfloat {again}.",
    ),
    Measure.DOWNFLOAT_DIFFERENCES: in_catalogue(
        "Score differences of players with the same downfloat {again}: {entries}."
    ),
    Measure.UPFLOAT_DIFFERENCES: in_catalogue(
        "Score differences of players with the same upfloat {again}: {entries}."
    ),
}
# How another pairing would be worse.
CONSEQUENCES: Mapping[Measure, Form] = {
    Measure.PAIRS: Counted(
        "only {n} pair instead of {now} could be made",
        "only {n} pairs instead of {now} could be made",
    ),
    Measure.SCORE_DIFFERENCES: in_catalogue(
        "the score differences would be greater: {then} instead of {now}"
    ),
    Measure.FLOATER_SCORES: in_catalogue(
        "the downfloaters would have higher scores: {then} instead of {now}"
    ),
    Measure.LEFT_OVER_NEXT: Counted(
        "{n} player ({players}) instead of {now} would be left over in the next bracket",
        "{n} players ({players}) instead of {now} would be left over in the next bracket",
    ),
    Measure.SCORE_DIFFERENCES_NEXT: in_catalogue(
        "the score differences in the next bracket would be greater: {then} instead of {now}"
    ),
    Measure.FLOATER_SCORES_NEXT: in_catalogue(
        "those left over in the next bracket would have higher scores: {then} instead of {now}"
    ),
    Measure.UNPLAYED_GAMES: Counted(
        "the bye would go to a player ({players}) with {n} unplayed game instead of {now}",
        "the bye would go to a player ({players}) with {n} unplayed games instead of {now}",
    ),
    Measure.COLOUR_DIFFERENCES: Counted(
        "{n} player ({players}) instead of {now} would get a colour difference beyond +2 or −2",
        "{n} players ({players}) instead of {now} would get a colour difference beyond +2 or −2",
    ),
    Measure.THIRD_COLOURS: Counted(
        "{n} player ({players}) instead of {now} would get the same colour three times in a row",
        "{n} players ({players}) instead of {now} would get the same colour three times in a row",
    ),
    Measure.PREFERENCES: Counted(
        "{n} player ({players}) instead of {now} would not get the preferred colour",
        "{n} players ({players}) instead of {now} would not get the preferred colour",
    ),
    Measure.STRONG_PREFERENCES: Counted(
        "{n} player ({players}) with a strong preference instead of {now} would not get the preferred colour",
        "{n} players ({players}) with a strong preference instead of {now} would not get the preferred "
        "colour",
    ),
    Measure.DOWNFLOATS: Counted(
        "{n} player ({players}) instead of {now} would get the same downfloat {again}",
        "{n} players ({players}) instead of {now} would get the same downfloat {again}",
    ),
    Measure.RESIDENT_DOWNFLOATS: Counted(
        "{n} resident ({players}) instead of {now} would get the same downfloat {again}",
        "{n} residents ({players}) instead of {now} would get the same downfloat {again}",
    ),
    Measure.UPFLOATS: Counted(
        "{n} player ({players}) instead of {now} would get the same upfloat {again}",
        "{n} players ({players}) instead of {now} would get the same upfloat {again}",
    ),
    Measure.DOWNFLOAT_DIFFERENCES: in_catalogue(
        "score differences of players with the same downfloat {again} would be greater: {then} instead "
        "of {now}",
    ),
    Measure.UPFLOAT_DIFFERENCES: in_catalogue(
        "score differences of players with the same upfloat {again} would be greater: {then} instead of "
        "{now}",
    ),
}
# For the last bracket, where a player who is left over needs the bye.
NEEDS_BYE = Counted(
    "At best {n} player ({players}) is left over in the next bracket, where {barred} may not take the bye.",
    "At best {n} players ({players}) are left over in the next bracket, where {barred} may not take the bye.",
)
WOULD_NEED_BYE = in_catalogue(
    "a player who may not take the bye ({barred}) would be left over in the next bracket"
)
ONLY_ABSOLUTE = Counted(
    "No strong preference is refused, but {n} absolute one is ({players}).",
    "No strong preference is refused, but {n} absolute ones are ({players}).",
)
# How another pairing would have been worse, in plain words.
PLAIN_CONSEQUENCES: Mapping[Measure, Form] = {
    Measure.PAIRS: Counted(
        "the group would have had {n} game less", "the group would have had {n} games less"
    ),
    Measure.SCORE_DIFFERENCES: in_catalogue("the points would have been further apart"),
    Measure.FLOATER_SCORES: in_catalogue("players with more points would have come down"),
    Measure.LEFT_OVER_NEXT: in_catalogue("more players would have been left over in the next group"),
    Measure.SCORE_DIFFERENCES_NEXT: in_catalogue(
        "in the next group the points would have been further apart"
    ),
    Measure.FLOATER_SCORES_NEXT: in_catalogue(
        "players with more points would have been left over in the next group"
    ),
    Measure.UNPLAYED_GAMES: in_catalogue("the bye would have gone to somebody who has missed more games"),
    Measure.COLOUR_DIFFERENCES: in_catalogue(
        "more players would have had one colour far more often than the other"
    ),
    Measure.THIRD_COLOURS: in_catalogue("more players would have had one colour three times running"),
    Measure.PREFERENCES: in_catalogue("more players would have gone without the colour they wanted"),
    Measure.STRONG_PREFERENCES: in_catalogue(
        "more players with a strong claim to a colour would have gone without it"
    ),
}
# The same for repeated floats: of the last round, and of the one before it.
PLAIN_REPEATS: Mapping[Measure, tuple[str, str]] = {
    Measure.DOWNFLOATS: (
        in_catalogue("more players would have come down again, as in the last round"),
        in_catalogue("more players would have come down again, as two rounds before"),
    ),
    Measure.UPFLOATS: (
        in_catalogue("more players would have met more points again, as in the last round"),
        in_catalogue("more players would have met more points again, as two rounds before"),
    ),
    Measure.DOWNFLOAT_DIFFERENCES: (
        in_catalogue("players who come down again, as in the last round, would have come further down"),
        in_catalogue("players who come down again, as two rounds before, would have come further down"),
    ),
    Measure.UPFLOAT_DIFFERENCES: (
        in_catalogue("players who meet more points again, as in the last round, would have met still more"),
        in_catalogue("players who meet more points again, as two rounds before, would have met still more"),
    ),
}
PLAIN_NEEDED_BYE = in_catalogue("the bye would have been needed by somebody who may not have it")

# The lists of differences, of which 0 is the best and is not reported.
OF_PAIRS = {Measure.SCORE_DIFFERENCES, Measure.SCORE_DIFFERENCES_NEXT}


def is_met(judgement: Judgement) -> bool:
    """Whether there is nothing to report: nobody is counted, or all score differences are 0."""
    value = judgement.value
    if judgement.measure in OF_PAIRS:
        return not any(entry.tenths for entry in value.entries)
    return judgement.measure is not Measure.PAIRS and not (value.count or value.apart)


def state(language: Language, judgement: Judgement) -> str:
    """The value of a pairing by one criterion, as a sentence."""
    value, measure = judgement.value, judgement.measure
    apart = _numbers(value.apart)
    if measure is Measure.STRONG_PREFERENCES and not value.count:
        return language.count(*ONLY_ABSOLUTE, len(value.apart), players=apart)
    form = NEEDS_BYE if measure is Measure.LEFT_OVER_NEXT and value.apart else STATES[measure]
    lists = {"players": _whom(value), "barred": apart, "entries": _entries(language, judgement)}
    return _state_by_form(language, form, judgement, **lists)


def consequence(language: Language, now: Judgement, then: Judgement) -> str:
    """How a pairing would get worse by one criterion: a clause that follows a condition."""
    form = CONSEQUENCES[then.measure]
    if isinstance(form, str):
        return _state_by_form(
            language, form, then, now=_entries(language, now), then=_entries(language, then)
        )
    if then.measure is Measure.LEFT_OVER_NEXT and len(then.value.apart) > len(now.value.apart):
        return language.say(WOULD_NEED_BYE, barred=_numbers(then.value.apart))
    before = str(now.value.count)
    if now.value.entries:
        before = f"{before} ({_whom(now.value)})"
    return _state_by_form(language, form, then, now=before, players=_whom(then.value))


def plain_consequence(language: Language, now: Judgement, then: Judgement) -> str:
    """Like `consequence`, in plain words: what would have been worse, usually without saying by how much."""
    measure = then.measure
    if measure is Measure.LEFT_OVER_NEXT and len(then.value.apart) > len(now.value.apart):
        return language.say(PLAIN_NEEDED_BYE)
    repeats = PLAIN_REPEATS.get(Measure.DOWNFLOATS if measure is Measure.RESIDENT_DOWNFLOATS else measure)
    if repeats is not None:
        return language.say(repeats[then.rounds_ago - 1])
    form = PLAIN_CONSEQUENCES[measure]
    if isinstance(form, str):
        return language.say(form)
    return language.count(*form, now.value.count - then.value.count)


def _state_by_form(language: Language, form: Form, judgement: Judgement, **facts: str) -> str:
    previous = judgement.rounds_ago == 1
    again = language.say("as in the previous round") if previous else language.say("as two rounds before")
    if isinstance(form, str):
        return language.say(form, again=again, **facts)
    return language.count(*form, judgement.value.count, again=again, **facts)


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _whom(value: Value) -> str:
    return _numbers(number for entry in value.entries for number in entry.players)


def _entries(language: Language, judgement: Judgement) -> str:
    """A list of scores or score differences; those of pairs are left out if they are 0."""
    of_pairs = judgement.measure in OF_PAIRS
    entries = (entry for entry in judgement.value.entries if entry.tenths or not of_pairs)
    nothing = language.points(0) if of_pairs else language.say("nobody")
    return ", ".join(_entry(language, entry) for entry in entries) or nothing


def _entry(language: Language, entry: Entry) -> str:
    """A score or a difference, with the player or the pair it belongs to."""
    facts = {"points": language.points(entry.tenths), "players": "–".join(map(str, entry.players))}
    if entry.unpaired:
        return language.say("unpaired with {points} ({players})", **facts)
    return language.say("{points} ({players})", **facts)


# -- Why something did not happen ---------------------------------------------------------------------


class Answers(Sentences):
    """Puts into words why something did not happen."""

    def why_not(self, answer: facts.WhyNot) -> Iterator[Sentence]:
        """Why two players do not meet, or why a player does not have the bye."""
        named = {"one": self.name_of(answer.one), "two": answer.two and self.name_of(answer.two)}
        if not answer.reasons and answer.two is None:
            yield Sentence(self.say("{one} takes the bye.", **named))
        elif not answer.reasons:
            yield Sentence(self.say("{one} and {two} do meet.", **named))
        for reason in answer.reasons:
            match reason:
                case facts.Away():
                    yield Sentence(self.away(reason))
                case facts.OwnSentence():
                    yield self.told(reason)
                case facts.Barred():
                    yield self.barred(answer.one, reason)
                case facts.InBracket():
                    if reason.asked is facts.Asked.FLOAT:
                        yield Sentence(self._float_first(answer, reason))
                    yield self.reason(reason)
                case _:
                    yield Sentence(self._because(reason, named), reason.articles)

    def _because(self, ruling: facts.Ruling, named: Mapping[str, object]) -> str:
        match ruling:
            case facts.Met():
                number = ruling.round
                return self.say("{one} and {two} played each other in round {round}.", round=number, **named)
            case facts.KeptApart():
                return self.say("The organiser keeps {one} and {two} apart in this round.", **named)
            case facts.SameAbsoluteColour():
                colour = self.colour(ruling.colour)
                return self.say(
                    "{one} and {two} both have an absolute preference for {colour}.", colour=colour, **named
                )
            case facts.TakesBye():
                return self.say("{one} takes the bye.", one=self.name_of(ruling.player))
            case facts.HigherBye():
                return self.say("The bye goes to the lowest possible score, and {one} has more.", **named)
            case facts.Incomplete():
                return self.say("With a bye for {one} the round could not be completed.", **named)

    def _float_first(self, answer: facts.WhyNot, reason: facts.InBracket) -> str:
        (number,) = reason.players
        named = {"player": self.name_of(number), "bracket": reason.bracket}
        if answer.two is None:
            return self.say(
                "{player} was paired in bracket {bracket} and would have had to be left over there.", **named
            )
        return self.say(
            "{player} was paired in bracket {bracket}; to meet {other}, {player} would have had to float "
            "down from there.",
            other=self.name_of(answer.two if number == answer.one else answer.one),
            **named,
        )

    def reason(self, reason: facts.InBracket) -> Sentence:
        """What the alternative would have meant for the bracket."""
        one, two = (self.name_of(reason.players[place]) for place in (0, -1))
        named: dict[str, object] = {"bracket": reason.bracket, "player": one, "one": one, "two": two}
        match reason.verdict:
            case facts.NoOpponent(()):
                text = self.say("{player} is alone in bracket {bracket}.", **named)
            case facts.NoOpponent(among_residents=True):
                text = self.say(
                    "In bracket {bracket} there is no resident whom {player} may meet, and moved-down "
                    "players do not meet each other.",
                    **named,
                )
            case facts.NoOpponent():
                text = self.say("In bracket {bracket} there is nobody whom {player} may meet.", **named)
            case facts.TooLarge(players=players):
                text = self.count(
                    "Bracket {bracket} has {n} player, too many to compare all its pairings at once. No "
                    "absolute rule forbids it; a criterion or the order of the pairings decided.",
                    "Bracket {bracket} has {n} players, too many to compare all its pairings at once. No "
                    "absolute rule forbids it; a criterion or the order of the pairings decided.",
                    players,
                    **named,
                )
            case facts.Procedure():
                text = self.say("The procedure came to another pairing of bracket {bracket} first.", **named)
            case facts.Later(generation=generation):
                text = self._later(reason.asked, {**named, "step": self._step(generation)})
            case verdict:
                floaters = self.explanation.bracket(reason.bracket).floaters
                left_over = {floater.number for floater in floaters}
                named["others"] = self._names(n for n in reason.floaters if n not in left_over)
                text = self._if(reason.asked, {**named, "then": self._then(verdict)})
        return Sentence(text, reason.verdict.articles)

    def _if(self, asked: facts.Asked, named: Mapping[str, object]) -> str:
        match asked:
            case facts.Asked.MEET:
                return self.say("If {one} met {two} in bracket {bracket}, {then}.", **named)
            case facts.Asked.FLOAT:
                return self.say("If {player} were left over in bracket {bracket}, {then}.", **named)
            case facts.Asked.STAY if named["others"]:
                return self.say(
                    "If {player} were paired in bracket {bracket} and {others} left over instead, {then}.",
                    **named,
                )
            case facts.Asked.STAY:
                return self.say("If {player} were paired in bracket {bracket}, {then}.", **named)

    def _then(self, verdict: facts.Worse | facts.Incomplete | facts.HigherBye | facts.Breaks) -> str:
        match verdict:
            case facts.Worse(now, then):
                return consequence(self.language, now, then)
            case facts.Incomplete():
                return self.say("the round could not be completed")
            case facts.HigherBye():
                return self.say("the bye would have to go to a higher score")
            case facts.Breaks(requirement):
                return self.say(
                    "a requirement that this bracket meets would be broken: {requirement}",
                    requirement=self.requirement(requirement),
                )

    def _later(self, asked: facts.Asked, named: Mapping[str, object]) -> str:
        match asked:
            case facts.Asked.MEET:
                return self.say(
                    "With {one} against {two} bracket {bracket} could be paired just as well, but {step}.",
                    **named,
                )
            case facts.Asked.FLOAT:
                return self.say(
                    "With {player} left over bracket {bracket} could be paired just as well, but {step}.",
                    **named,
                )
            case facts.Asked.STAY:
                return self.say(
                    "With {player} in a pair bracket {bracket} could be paired just as well, but {step}.",
                    **named,
                )

    def _step(self, generation: facts.Generation | None) -> str:
        match generation:
            case facts.Generation.MDP_SET:
                return self.say("the choice of moved-down players that was made comes first")
            case facts.Generation.MDP_OPPONENTS:
                return self.say("the opponents that the moved-down players got come first")
            case facts.Generation.EXCHANGE:
                return self.say("it needs another exchange between S1 and S2, which comes later")
            case facts.Generation.TRANSPOSITION:
                return self.say("it needs another order of S2, which comes later")
            case None:
                return self.say("that pairing comes later in the order in which they are tried")

    def away(self, away: facts.Away) -> str:
        named = {"player": self.name_of(away.player), "points": self.points(away.points)}
        match away.cell.outcome:
            case Outcome.HALF_POINT_BYE:
                return self.say("{player} has a half-point bye in this round: {points}.", **named)
            case Outcome.FULL_POINT_BYE:
                return self.say("{player} has a full-point bye in this round: {points}.", **named)
            case _:
                return self.say("{player} does not take part in this round.", **named)

    def points(self, tenths: int) -> str:
        return self.language.count_points("{n} point", "{n} points", tenths)

    def barred(self, number: int, barred: facts.Barred) -> Sentence:
        named = {"player": self.name_of(number), "round": barred.round}
        match barred.cell.outcome:
            case Outcome.PAIRING_ALLOCATED_BYE:
                text = self.say("{player} had the bye in round {round} and may not take it again.", **named)
            case Outcome.FORFEIT_WIN:
                text = self.say("{player} won by forfeit in round {round} and may not take the bye.", **named)
            case _:
                text = self.say(
                    "{player} received points without playing in round {round} and may not take the bye.",
                    **named,
                )
        return Sentence(text, barred.articles)

    def requirement(self, requirement: Lowered) -> str:
        article, _, floaters = requirement.name.rpartition(" for ")
        if floaters.startswith("downfloat"):
            return self.say("{article} for downfloaters", article=article or "B.5, B.6")
        if floaters.startswith("upfloat"):
            return self.say("{article} for upfloaters", article=article or "B.5, B.6")
        return floaters

    # -- a round that was published otherwise ---------------------------------------------------------

    def difference(self, difference: Difference) -> Iterator[Sentence]:
        """That the published pairing is not the one that follows from the results, and how they differ."""
        yield Sentence(
            self.say(
                "Round {round} was not published as the rules pair it from the present results. A result may"
                " have been corrected since, or the pairing may have been changed or made otherwise. The"
                " rules cannot explain what does not follow from them.",
                round=self.explanation.round,
            )
        )
        if difference.message:
            message = self.language.tell(difference.message)
            yield Sentence(self.say("By the rules there is no pairing: {message}", message=message))
        published = self._boards(difference.published, difference.published_bye, difference.expected_bye)
        if published:
            yield Sentence(self.say("Published, but not by the rules: {pairs}.", pairs=published))
        expected = self._boards(difference.expected, difference.expected_bye, difference.published_bye)
        if expected:
            yield Sentence(self.say("By the rules, but not published: {pairs}.", pairs=expected))

    def _boards(self, pairs: Iterable[Pair], bye: int | None, other_bye: int | None) -> str:
        words = [self._pairs([(pair.white, pair.black)]) for pair in pairs]
        if bye is not None and bye != other_bye:
            words.append(self.say("{player} takes the bye", player=bye))
        return ", ".join(words)
