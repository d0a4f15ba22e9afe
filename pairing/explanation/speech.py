"""Sentences with their articles, and the names of players in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from pairing.core.sentences import Score, Who
from pairing.core.tournament import Colour
from pairing.explanation.explain import Explanation
from pairing.explanation.facts import Told
from pairing.explanation.language import Language


class Sentence(NamedTuple):
    """A sentence, and the articles that it rests on."""

    text: str
    articles: tuple[str, ...] = ()

    def __str__(self) -> str:
        """With the articles in brackets before the full stop."""
        if not self.articles:
            return self.text
        return f"{self.text.removesuffix('.')} ({', '.join(self.articles)})."


class Speech:
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

    def told(self, told: Told) -> Sentence:
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
