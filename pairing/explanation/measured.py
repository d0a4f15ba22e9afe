"""What a criterion measures, in words: how a pairing stands, and how it would get worse.

Each sentence stands here in English, alone or in singular and plural; `say` and `count` of the language
look it up. Facts: {n} is what is counted and {entries} the list that is compared; of two pairings {now} is
that of the one chosen, {n} and {then} that of the other.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from pairing.explanation.facts import Measure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pairing.explanation.facts import Judgement, Value
    from pairing.explanation.language import Language

# One form, or singular and plural.
type Forms = tuple[str] | tuple[str, str]

# How a pairing stands, by what is measured and how many rounds ago the float was.
STATES: Mapping[tuple[Measure, int], Forms] = MappingProxyType(
    {
        (Measure.COMPLETION, 0): ("The rest of the round can be completed.",),
        (Measure.PAIRS, 0): (
            "{n} pair is made.",
            "{n} pairs are made.",
        ),
        (Measure.SCORE_DIFFERENCES, 0): ("Score differences above 0: {entries}.",),
        (Measure.FLOATER_SCORES, 0): ("Scores of the downfloaters: {entries}.",),
        (Measure.LEFT_OVER_NEXT, 0): (
            "At best {n} player is left over in the next bracket.",
            "At best {n} players are left over in the next bracket.",
        ),
        (Measure.SCORE_DIFFERENCES_NEXT, 0): (
            "At best, score differences above 0 in the next bracket: {entries}.",
        ),
        (Measure.FLOATER_SCORES_NEXT, 0): (
            "At best, scores of those left over in the next bracket: {entries}.",
        ),
        (Measure.UNPLAYED_GAMES, 0): (
            "The player with the bye has {n} unplayed game.",
            "The player with the bye has {n} unplayed games.",
        ),
        (Measure.COLOUR_DIFFERENCES, 0): (
            "{n} player gets a colour difference beyond +2 or −2.",
            "{n} players get a colour difference beyond +2 or −2.",
        ),
        (Measure.THIRD_COLOURS, 0): (
            "{n} player gets the same colour three times in a row.",
            "{n} players get the same colour three times in a row.",
        ),
        (Measure.PREFERENCES, 0): (
            "{n} player does not get the preferred colour.",
            "{n} players do not get the preferred colour.",
        ),
        (Measure.STRONG_PREFERENCES, 0): (
            "{n} player with a strong preference does not get the preferred colour.",
            "{n} players with a strong preference do not get the preferred colour.",
        ),
        (Measure.DOWNFLOATS, 1): (
            "{n} player gets the same downfloat as in the previous round.",
            "{n} players get the same downfloat as in the previous round.",
        ),
        (Measure.DOWNFLOAT_DIFFERENCES, 1): (
            "Score differences of players with the same downfloat as in the previous round: {entries}.",
        ),
        (Measure.UPFLOATS, 1): (
            "{n} player gets the same upfloat as in the previous round.",
            "{n} players get the same upfloat as in the previous round.",
        ),
        (Measure.UPFLOAT_DIFFERENCES, 1): (
            "Score differences of players with the same upfloat as in the previous round: {entries}.",
        ),
        (Measure.LIMBO_DOWNFLOATS, 1): (
            "{n} moved-down player with a downfloat in the previous round stays unpaired.",
            "{n} moved-down players with a downfloat in the previous round stay unpaired.",
        ),
        (Measure.DOWNFLOATS, 2): (
            "{n} player gets the same downfloat as two rounds before.",
            "{n} players get the same downfloat as two rounds before.",
        ),
        (Measure.DOWNFLOAT_DIFFERENCES, 2): (
            "Score differences of players with the same downfloat as two rounds before: {entries}.",
        ),
        (Measure.UPFLOATS, 2): (
            "{n} player gets the same upfloat as two rounds before.",
            "{n} players get the same upfloat as two rounds before.",
        ),
        (Measure.UPFLOAT_DIFFERENCES, 2): (
            "Score differences of players with the same upfloat as two rounds before: {entries}.",
        ),
        (Measure.LIMBO_DOWNFLOATS, 2): (
            "{n} moved-down player with a downfloat two rounds before stays unpaired.",
            "{n} moved-down players with a downfloat two rounds before stay unpaired.",
        ),
    }
)
# How another pairing would be worse.
CONSEQUENCES: Mapping[tuple[Measure, int], Forms] = MappingProxyType(
    {
        (Measure.PAIRS, 0): (
            "only {n} pair instead of {now} could be made",
            "only {n} pairs instead of {now} could be made",
        ),
        (Measure.SCORE_DIFFERENCES, 0): ("the score differences would be greater: {then} instead of {now}",),
        (Measure.FLOATER_SCORES, 0): ("the downfloaters would have higher scores: {then} instead of {now}",),
        (Measure.LEFT_OVER_NEXT, 0): (
            "{n} player instead of {now} would be left over in the next bracket",
            "{n} players instead of {now} would be left over in the next bracket",
        ),
        (Measure.SCORE_DIFFERENCES_NEXT, 0): (
            "the score differences in the next bracket would be greater: {then} instead of {now}",
        ),
        (Measure.FLOATER_SCORES_NEXT, 0): (
            "those left over in the next bracket would have higher scores: {then} instead of {now}",
        ),
        (Measure.UNPLAYED_GAMES, 0): (
            "the bye would go to a player with {n} unplayed game instead of {now}",
            "the bye would go to a player with {n} unplayed games instead of {now}",
        ),
        (Measure.COLOUR_DIFFERENCES, 0): (
            "{n} player instead of {now} would get a colour difference beyond +2 or −2",
            "{n} players instead of {now} would get a colour difference beyond +2 or −2",
        ),
        (Measure.THIRD_COLOURS, 0): (
            "{n} player instead of {now} would get the same colour three times in a row",
            "{n} players instead of {now} would get the same colour three times in a row",
        ),
        (Measure.PREFERENCES, 0): (
            "{n} player instead of {now} would not get the preferred colour",
            "{n} players instead of {now} would not get the preferred colour",
        ),
        (Measure.STRONG_PREFERENCES, 0): (
            "{n} player with a strong preference instead of {now} would not get the preferred colour",
            "{n} players with a strong preference instead of {now} would not get the preferred colour",
        ),
        (Measure.DOWNFLOATS, 1): (
            "{n} player instead of {now} would get the same downfloat as in the previous round",
            "{n} players instead of {now} would get the same downfloat as in the previous round",
        ),
        (Measure.DOWNFLOAT_DIFFERENCES, 1): (
            (
                "score differences of players with the same downfloat as in the previous round "
                "would be greater: {then} instead of {now}"
            ),
        ),
        (Measure.UPFLOATS, 1): (
            "{n} player instead of {now} would get the same upfloat as in the previous round",
            "{n} players instead of {now} would get the same upfloat as in the previous round",
        ),
        (Measure.UPFLOAT_DIFFERENCES, 1): (
            (
                "score differences of players with the same upfloat as in the previous round "
                "would be greater: {then} instead of {now}"
            ),
        ),
        (Measure.LIMBO_DOWNFLOATS, 1): (
            (
                "moved-down players with a downfloat in the previous round would stay unpaired "
                "with these scores: {then} instead of {now}"
            ),
        ),
        (Measure.DOWNFLOATS, 2): (
            "{n} player instead of {now} would get the same downfloat as two rounds before",
            "{n} players instead of {now} would get the same downfloat as two rounds before",
        ),
        (Measure.DOWNFLOAT_DIFFERENCES, 2): (
            (
                "score differences of players with the same downfloat as two rounds before would "
                "be greater: {then} instead of {now}"
            ),
        ),
        (Measure.UPFLOATS, 2): (
            "{n} player instead of {now} would get the same upfloat as two rounds before",
            "{n} players instead of {now} would get the same upfloat as two rounds before",
        ),
        (Measure.UPFLOAT_DIFFERENCES, 2): (
            (
                "score differences of players with the same upfloat as two rounds before would "
                "be greater: {then} instead of {now}"
            ),
        ),
        (Measure.LIMBO_DOWNFLOATS, 2): (
            (
                "moved-down players with a downfloat two rounds before would stay unpaired with "
                "these scores: {then} instead of {now}"
            ),
        ),
    }
)
# In the last bracket, where who is left over needs the bye.
NEEDS_BYE: Forms = (
    "At best {n} player is left over in the next bracket, but somebody there may not take the bye.",
    "At best {n} players are left over in the next bracket, but somebody there may not take the bye.",
)
WOULD_NEED_BYE: Forms = ("a player who may not take the bye would be left over in the next bracket",)


def is_met(judgement: Judgement) -> bool:
    """Whether there is nothing to report: nobody counted, or no score difference but 0."""
    value = judgement.value
    if judgement.measure is Measure.PAIRS:
        return False
    return not (any(value.entries) or (value.count and not value.entries) or value.without_right)


def state(language: Language, judgement: Judgement) -> str:
    """How a pairing stands by one criterion."""
    value = judgement.value
    forms = NEEDS_BYE if value.without_right else STATES[judgement.measure, judgement.rounds_ago]
    return _said(language, forms, value.count, entries=_entries(language, value))


def consequence(language: Language, now: Judgement, then: Judgement) -> str:
    """How a pairing would get worse by one criterion: a clause that goes on after a condition."""
    forms = CONSEQUENCES[then.measure, then.rounds_ago]
    if len(forms) == 1:
        lists = {"now": _entries(language, now.value), "then": _entries(language, then.value)}
        return _said(language, forms, 0, **lists)
    if then.value.without_right > now.value.without_right:
        return _said(language, WOULD_NEED_BYE, 0)
    return _said(language, forms, then.value.count, now=now.value.count)


def _said(language: Language, forms: Forms, n: int, **facts: object) -> str:
    if len(forms) == 1:
        return language.say(forms[0], **facts)
    return language.count(*forms, n, **facts)


def _entries(language: Language, value: Value) -> str:
    """A list of scores or score differences, without those that are 0."""
    entries = [entry for entry in value.entries if entry]
    return ", ".join(map(language.points, entries)) if entries else language.points(0)
