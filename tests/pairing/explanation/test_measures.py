"""The values of the criteria in the terms of their articles, against the letter of the rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from pairing.explanation.facts import Judgement, Measure, Value
from tests.each import each
from tests.pairing.explanation.decided import EDITIONS, decisions
from tests.pairing.explanation.letter import Letter, letters
from tests.pairing.literal_2026 import FAR_AWAY

LISTS = {
    Measure.SCORE_DIFFERENCES,
    Measure.SCORE_DIFFERENCES_NEXT,
    Measure.FLOATER_SCORES,
    Measure.FLOATER_SCORES_NEXT,
    Measure.DOWNFLOAT_DIFFERENCES,
    Measure.UPFLOAT_DIFFERENCES,
}
# What concerns the bye or the next bracket is told only where there is one.
NOT_IN_EVERY_BRACKET = {"C.7", "C5", "C8", "C9"}


def in_terms_of_the_letter(judgement: Judgement, letter: Letter) -> object:
    """The value as the literal brackets write it; less is better."""
    value = judgement.value
    if judgement.measure is Measure.PAIRS:
        return -value.count
    if judgement.measure is Measure.LEFT_OVER_NEXT:
        return value.count + 2 * len(value.apart)
    if judgement.measure in LISTS:
        return [entry.tenths + FAR_AWAY * entry.unpaired for entry in value.entries]
    return value.count


def of_the_letter(
    judgement: Judgement, values: Sequence[object], players_next: int, bye: Sequence[int]
) -> object:
    """The letter's value for the judgement, chosen from the values under its article.

    To the letter of C8 a player with the bye still goes on to the next bracket; `bye` has the score of the
    player who takes it in this bracket.
    """
    match judgement.measure:
        case Measure.LEFT_OVER_NEXT if len(values) == 3:
            # C8: the lowest bye, then minus the number of pairs, then the scores.
            return players_next + 2 * int(values[1])  # type: ignore[call-overload]
        case Measure.FLOATER_SCORES_NEXT:
            return sorted((Counter(values[-1]) - Counter(bye)).elements(), reverse=True)  # type: ignore[call-overload]
        case Measure.SCORE_DIFFERENCES_NEXT:
            return values[-1]
        case _:
            return values[0]


@each("edition", EDITIONS)
@each("seed", range(100, 112))
def test_every_value_is_what_the_article_counts(edition: str, seed: int) -> None:
    for decision, account in decisions(edition, seed):
        brackets = account.brackets
        takers = {
            place: floater.number
            for place, bracket in enumerate(brackets)
            for floater in bracket.floaters
            if floater.bye
        }
        for place, letter in enumerate(letters(decision)):
            settled = decision.brackets[place]
            if len(letter.players) > len(settled.bracket.players):
                # To the letter, a player who took the bye further up is still among those moved down.
                continue
            bye = [r.score for r in settled.candidate.downfloaters if r.number == takers.get(place)]
            players_next = len(settled.candidate.downfloaters) + len(settled.bracket.following) - len(bye)
            told = {judgement.article for judgement in brackets[place].judgements}
            assert {article for article, _ in letter.quality} - told <= NOT_IN_EVERY_BRACKET
            for judgement in brackets[place].judgements:
                if judgement.measure is Measure.COMPLETION:
                    assert judgement.value == Value(0)
                    continue
                values = [value for article, value in letter.quality if article == judgement.article]
                expected = of_the_letter(judgement, values, players_next, bye)
                assert in_terms_of_the_letter(judgement, letter) == expected, judgement


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_criterion_of_the_edition_is_reported_somewhere(edition: str) -> None:
    rules, _, _ = EDITIONS[edition]
    seen = set()
    for seed in range(20):
        for _, account in decisions(edition, seed):
            seen |= {j.article for bracket in account.brackets for j in bracket.judgements}
    assert seen == {criterion.article for criterion in rules.criteria}
