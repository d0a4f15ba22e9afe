"""What each system says about two players who did not meet: in plain words too, in every language."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from pairing.explanation.facts import OwnSentence
from pairing.explanation.language import LANGUAGES
from pairing.explanation.plain import PlainText
from pairing.explanations import explain
from tests.pairing.explanation.every_statement import reference_rounds
from tests.pairing.positions import seeded
from tests.swiss import OF_MATCHES

JARGON = {
    "en": r"bracket|subgroup|resident|\bfloat|floater|identifier|criteri|\bS[12]\b|preference|score\b",
    "fr": r"\bS[12]\b|sous-groupe|résident|flotteur|\bflott|identifiant|critère|préférence|bracket",
    "de": r"\bS[12]\b|Untergruppe|\bFloat|\bfloat|Kriteri|Präferenz|Kennung|Bracket|Punktgruppe",
}
# Sentences that need no plain version: they are short, and their words are everyday ones.
PLAIN_AS_IT_STANDS = re.compile("takes the bye|by score and number")


@pytest.mark.parametrize("edition", ["dubov-2026", "burstein-2026", "double-swiss-2026", "swiss-team-2026"])
def test_every_answer_is_plain_and_cites_what_it_cited(edition: str) -> None:
    rng = seeded(f"plain answers {edition}")
    said = 0
    for tournament in reference_rounds(
        edition.removesuffix("-2026") if edition in OF_MATCHES else edition, rng, 12
    ):
        if edition == "double-swiss-2026" and tournament.played_rounds % 2:
            continue
        explanation = explain(tournament, edition)
        pairs = list(combinations(explanation.people, 2))
        for one, two in rng.sample(pairs, min(12, len(pairs))):
            answer = explanation.why_not(one, two)
            told = [reason for reason in answer.reasons if isinstance(reason, OwnSentence)]
            for code, language in LANGUAGES.items():
                words = PlainText(explanation, language, lambda number: f"<{number}>")
                for reason in told:
                    if PLAIN_AS_IT_STANDS.search(reason.saying.sentence):
                        continue
                    sentence = words.told(reason)
                    said += 1
                    assert not re.search(JARGON[code], sentence.text), sentence
                    assert sentence.articles == reason.articles
    assert said > 60
