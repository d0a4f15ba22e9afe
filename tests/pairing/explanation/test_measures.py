"""The values of the criteria in the terms of their articles, against the letter of the rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pairing.explanation.facts import Measure, Value
from tests.pairing.explanation.decided import EDITIONS, decisions
from tests.pairing.explanation.letter import letters
from tests.pairing.literal_2026 import FAR_AWAY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pairing.explanation.facts import Judgement
    from tests.pairing.explanation.letter import Letter

LISTS = {
    Measure.SCORE_DIFFERENCES,
    Measure.SCORE_DIFFERENCES_NEXT,
    Measure.FLOATER_SCORES,
    Measure.FLOATER_SCORES_NEXT,
    Measure.DOWNFLOAT_DIFFERENCES,
    Measure.UPFLOAT_DIFFERENCES,
    Measure.LIMBO_DOWNFLOATS,
}


def in_terms_of_the_letter(judgement: Judgement, letter: Letter) -> object:
    """The value as the literal brackets write it, the less the better."""
    value = judgement.value
    if judgement.measure is Measure.PAIRS:
        return -value.count
    if judgement.measure is Measure.LEFT_OVER_NEXT:
        return value.count + 2 * value.without_right
    return list(value.entries) if judgement.measure in LISTS else value.count


def of_the_letter(judgement: Judgement, values: Sequence[object], players_next: int) -> object:
    """What the letter has for it, of the values with its article."""
    match judgement.measure:
        case Measure.LEFT_OVER_NEXT if len(values) == 3:
            # C8: the lowest bye, then minus the number of pairs, then the scores.
            return players_next + 2 * int(values[1])  # type: ignore[call-overload]
        case Measure.SCORE_DIFFERENCES_NEXT | Measure.FLOATER_SCORES_NEXT:
            return values[-1]
        case Measure.LIMBO_DOWNFLOATS:
            # Of those who are paired the difference is small.
            return [d - FAR_AWAY for d in values[0] if d >= FAR_AWAY]  # type: ignore[attr-defined]
        case _:
            return values[0]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(100, 112))
def test_every_value_is_what_the_article_counts(edition: str, seed: int) -> None:
    for decision, account in decisions(edition, seed):
        brackets = account.brackets()
        for place, letter in enumerate(letters(decision)):
            settled = decision.brackets[place]
            if len(letter.players) > len(settled.bracket.players):
                # To the letter, who took the bye further up is still among those moved down.
                continue
            players_next = len(settled.candidate.downfloaters) + len(settled.bracket.following)
            for judgement in brackets[place].judgements:
                if judgement.measure is Measure.COMPLETION:
                    assert judgement.value == Value(0)
                    continue
                values = [value for article, value in letter.quality if article == judgement.article]
                expected = of_the_letter(judgement, values, players_next)
                assert in_terms_of_the_letter(judgement, letter) == expected, judgement


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_criterion_of_the_edition_is_reported_somewhere(edition: str) -> None:
    rules, _, _ = EDITIONS[edition]
    seen = set()
    for seed in range(20):
        for _, account in decisions(edition, seed):
            seen |= {j.article for bracket in account.brackets() for j in bracket.judgements}
    assert seen == {criterion.article for criterion in rules.criteria}
