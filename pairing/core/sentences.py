"""The sentences of the rule book, refusals above all: in English, and in a form that can be translated.

The catalogue of each language (pairing/locale) has the sentences; docs/adr has the reasons.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import NamedTuple


class Tenths(NamedTuple):
    """Points as a fact of a saying, in tenths: the caller chooses the decimal mark."""

    tenths: int

    def text(self, mark: str) -> str:
        """As points with one decimal: 1.0."""
        return f"{self.tenths // 10}{mark}{self.tenths % 10}"

    def __str__(self) -> str:
        return self.text(".")

    def __format__(self, _spec: str) -> str:
        return str(self)


class Hundredths(NamedTuple):
    """A number as a fact of a saying, in hundredths, such as an expected score or a change of rating."""

    hundredths: int

    def text(self, mark: str) -> str:
        """With two decimals, and a minus sign if it is negative: −0.08."""
        whole, rest = divmod(abs(self.hundredths), 100)
        return f"{'−' if self.hundredths < 0 else ''}{whole}{mark}{rest:02}"

    def __str__(self) -> str:
        return self.text(".")

    def __format__(self, _spec: str) -> str:
        return str(self)


class Shortest(NamedTuple):
    """A number as a fact of a saying, in hundredths, with only as many decimals as it needs: 12.5."""

    hundredths: int

    def text(self, mark: str) -> str:
        """With at most two decimals."""
        whole, rest = divmod(self.hundredths, 100)
        return f"{whole}{mark}{rest:02}".rstrip("0") if rest else str(whole)

    def __str__(self) -> str:
        return self.text(".")


class Boards(NamedTuple):
    """Points at the boards of a match as a fact of a saying, in tenths, board 1 first: 1 · 0.5 · 0."""

    tenths: tuple[int, ...]

    def text(self, mark: str) -> str:
        """One board after the other, each with only as many decimals as it needs."""
        return " · ".join(Shortest(10 * points).text(mark) for points in self.tenths)

    def __str__(self) -> str:
        return self.text(".")

    def __format__(self, _spec: str) -> str:
        return str(self)


class Money(NamedTuple):
    """An amount of money as a fact of a saying, in the smallest unit of its currency."""

    amount: int
    # The number of decimals of the currency, and its ISO 4217 code.
    digits: int
    code: str

    def text(self, mark: str) -> str:
        """With its decimals unless they are all 0, and thousands separated: 1 250 EUR, 12.50 EUR."""
        whole, rest = divmod(self.amount, 10**self.digits)
        grouped = f"{whole:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
        decimals = f"{mark}{rest:0{self.digits}}" if rest else ""
        return f"{grouped}{decimals}\N{NO-BREAK SPACE}{self.code}"

    def __str__(self) -> str:
        return self.text(".")

    def __format__(self, _spec: str) -> str:
        return str(self)


class Who(NamedTuple):
    """A player as a fact of a saying, by the pairing number: an explanation names them."""

    number: int

    def __str__(self) -> str:
        return str(self.number)

    def __format__(self, _spec: str) -> str:
        return str(self)


class Score(NamedTuple):
    """A score as a fact of a saying, in tenths of a point: an explanation writes its halves as ½."""

    tenths: int

    def __str__(self) -> str:
        return str(Tenths(self.tenths))

    def __format__(self, _spec: str) -> str:
        return str(self)


class Phrase:
    """A sentence or a part of one, with its facts, which may be sayings too. As a string it is English."""

    __slots__ = ("facts", "sentence")

    def __init__(self, sentence: str, /, **facts: object) -> None:
        self.sentence = sentence
        self.facts = facts

    @classmethod
    def of(cls, sentence: str, facts: Mapping[str, object]) -> Phrase:
        """A `phrase` with the facts that it names. Raises KeyError for one that is not in `facts`."""
        names = {name for _text, name, _spec, _conversion in Formatter().parse(sentence) if name}
        return cls(sentence, **{name: facts[name] for name in names})

    def __str__(self) -> str:
        return self.sentence.format(**self.facts)


def phrase(sentence: str) -> str:
    """A sentence whose facts come later (`Phrase.of`), marked for the catalogues like `in_catalogue`."""
    return sentence


def in_catalogue(text: str) -> str:
    """The text itself, marked so that `make messages` puts it into the catalogue of each language."""
    return text


# A language also defines, besides sentences, the mark between whole points and their tenths, and the letters
# of White and Black in a history of colours.
DECIMAL_MARK = in_catalogue(".")
LETTERS = in_catalogue("W"), in_catalogue("B")
