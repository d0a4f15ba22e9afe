"""How a sentence is translated into a language.

A sentence is written in English where it is used, and looked up in the catalogue of the language by that
text. Variable parts are in braces. If a number decides between singular and plural, both are given.
Everything a language needs is in its catalogue, including its rule for the plural, its decimal mark and its
letters for the colours. `make messages` renews the catalogues in pairing/locale. docs/adr has the reasons.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from pairing.core.sentences import DECIMAL_MARK, LETTERS, Boards, Hundredths, Money, Phrase, Shortest, Tenths
from pairing.core.tournament import Colour, PairingError

HALF = 5


@dataclass(frozen=True, slots=True)
class Language:
    """A language that explanations are given in."""

    code: str
    # The sentences by their English text; and both forms of sentences with a number, by the singular.
    sentences: Mapping[str, str]
    counted: Mapping[str, tuple[str, str]]
    # Whether a number, in tenths, takes the singular.
    singular: Callable[[int], bool]

    @property
    def decimal_mark(self) -> str:
        """The mark between whole points and their tenths."""
        return self.sentences.get(DECIMAL_MARK, DECIMAL_MARK)

    def say(self, sentence: str, /, **facts: object) -> str:
        """The sentence, with the facts filled in at the places that it names."""
        return self.sentences.get(sentence, sentence).format(**facts)

    def count(self, singular: str, plural: str, n: int, /, **facts: object) -> str:
        """The form of the sentence that fits the number `n`, with `n` and the other facts filled in."""
        return self._counted(singular, plural, 10 * n).format(n=n, **facts)

    def count_points(self, singular: str, plural: str, tenths: int, /) -> str:
        """Like `count`, for points and parts of a point."""
        return self._counted(singular, plural, tenths).format(n=self.points(tenths))

    def _counted(self, singular: str, plural: str, tenths: int) -> str:
        forms = self.counted.get(singular, (singular, plural))
        return forms[0 if self.singular(tenths) else 1]

    def tell(self, saying: Phrase | str, of_fact: Callable[[object], object] = lambda fact: fact) -> str:
        """The saying in this language, with its facts; a plain string stays in English.

        `of_fact` converts facts that the language does not know how to write.
        """
        if not isinstance(saying, Phrase):
            return saying
        facts = {name: self._fact(of_fact(fact)) for name, fact in saying.facts.items()}
        return self.say(saying.sentence, **facts)

    def _fact(self, fact: object) -> object:
        match fact:
            case Phrase():
                return self.tell(fact)
            case Tenths() | Hundredths() | Shortest() | Boards() | Money():
                return fact.text(self.decimal_mark)
            case _:
                return fact

    def listed(self, words: Sequence[str]) -> str:
        """The words as a list, the last two joined by "and"."""
        if len(words) < 2:
            return "".join(words)
        return self.say("{some} and {last}", some=", ".join(words[:-1]), last=words[-1])

    def points(self, tenths: int) -> str:
        """A score: 2, 2½, or with a decimal."""
        whole, rest = divmod(abs(tenths), 10)
        sign = "−" if tenths < 0 else ""
        if not rest:
            return f"{sign}{whole}"
        if rest == HALF:
            return f"{sign}{whole or ''}½"
        return f"{sign}{whole}{self.decimal_mark}{rest}"

    def history(self, colours: Sequence[Colour]) -> str:
        """The colours of the games played, oldest first."""
        white, black = (self.sentences.get(letter, letter) for letter in LETTERS)
        return "".join(white if colour is Colour.WHITE else black for colour in colours)


CATALOGUES = Path(__file__).parents[1] / "locale"
# One text of an entry of a catalogue, which may continue on the following lines.
TEXT = re.compile(r'^(msgid|msgstr(?:\[[01]\])?) ((?:".*"\s*)+)', re.MULTILINE)
# For each plural rule in the head of a catalogue: whether a number, in tenths, takes the singular.
SINGULAR: Mapping[str, Callable[[int], bool]] = MappingProxyType(
    {
        "nplurals=2; plural=(n != 1);": lambda tenths: 0 < tenths <= 10,
        "nplurals=2; plural=(n > 1);": lambda tenths: tenths < 20,
    }
)


def language_of_catalogue(code: str) -> Language:
    """The language from its catalogue in pairing/locale: plural rule, sentences, and those with a number.

    Untranslated entries are left out. Raises KeyError for a plural rule that is not in SINGULAR.
    """
    sentences, counted, plural = {}, {}, ""
    for entry in (CATALOGUES / f"{code}.po").read_text(encoding="utf-8").split("\n\n"):
        texts = {name: "".join(map(json.loads, quoted.splitlines())) for name, quoted in TEXT.findall(entry)}
        if texts.get("msgid") == "":
            (plural,) = re.findall("^Plural-Forms: (.*)$", texts["msgstr"], re.MULTILINE)
        elif texts.get("msgid") and texts.get("msgstr"):
            sentences[texts["msgid"]] = texts["msgstr"]
        elif texts.get("msgid") and texts.get("msgstr[0]"):
            counted[texts["msgid"]] = texts["msgstr[0]"], texts["msgstr[1]"]
    return Language(code, sentences, counted, SINGULAR[plural])


ENGLISH = Language("en", {}, {}, SINGULAR["nplurals=2; plural=(n != 1);"])
LANGUAGES: Mapping[str, Language] = {ENGLISH.code: ENGLISH} | {
    path.stem: language_of_catalogue(path.stem) for path in sorted(CATALOGUES.glob("*.po"))
}


def language_by_code(code: str) -> Language:
    """The language with this code. Raises PairingError if there are no explanations in it."""
    language = LANGUAGES.get(code)
    if language is None:
        # A plain string: there is no language to translate it into.
        raise PairingError(f"Unknown language {code!r}; known are: {', '.join(LANGUAGES)}")
    return language
