"""What a criterion measures, in words: how good a pairing is, and how it would get worse.

Each sentence is here in English, alone or in singular and plural; `say` and `count` of the language look it
up. Facts: {n} is the number counted, {players} are the players counted, by their numbers as everywhere in the
account of a bracket, {entries} is the list that is compared, {again} the round of the float that comes again;
of two pairings {now} is the value of the chosen one, {n} and {then} that of the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pairing.core.sentences import in_catalogue
from pairing.explanation.language import Language
from pairing.explanation.verdicts import Entry, Judgement, Measure, Value


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
    return _said(language, form, judgement, **lists)


def consequence(language: Language, now: Judgement, then: Judgement) -> str:
    """How a pairing would get worse by one criterion: a clause that follows a condition."""
    form = CONSEQUENCES[then.measure]
    if isinstance(form, str):
        return _said(language, form, then, now=_entries(language, now), then=_entries(language, then))
    if then.measure is Measure.LEFT_OVER_NEXT and len(then.value.apart) > len(now.value.apart):
        return language.say(WOULD_NEED_BYE, barred=_numbers(then.value.apart))
    before = str(now.value.count)
    if now.value.entries:
        before = f"{before} ({_whom(now.value)})"
    return _said(language, form, then, now=before, players=_whom(then.value))


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


def _said(language: Language, form: Form, judgement: Judgement, **facts: str) -> str:
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
