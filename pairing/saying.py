"""What the rule book has to say of what it refuses: in English, and so that it can be said otherwise.

The catalogue of a language (pairing/locale) has the sentences; docs/adr has the reasons.
"""

from __future__ import annotations

from string import Formatter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Tenths(NamedTuple):
    """Points as a fact of a saying, in tenths: whoever says it sets the decimal mark."""

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
        """With two decimals, and a minus where it is less than nothing: −0.08."""
        whole, rest = divmod(abs(self.hundredths), 100)
        return f"{'−' if self.hundredths < 0 else ''}{whole}{mark}{rest:02}"

    def __str__(self) -> str:
        return self.text(".")

    def __format__(self, _spec: str) -> str:
        return str(self)


class Shortest(NamedTuple):
    """A number as a fact of a saying, in hundredths, with no more decimals than it needs: 12.5."""

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
        """One after the other, each with no more decimals than it needs."""
        return " · ".join(Shortest(10 * points).text(mark) for points in self.tenths)

    def __str__(self) -> str:
        return self.text(".")

    def __format__(self, _spec: str) -> str:
        return str(self)


class Money(NamedTuple):
    """An amount of money as a fact of a saying, in the smallest unit of its currency."""

    amount: int
    # How many decimals the currency has, and its code of ISO 4217.
    digits: int
    code: str

    def text(self, mark: str) -> str:
        """With its decimals, unless they are all 0, thousands apart: 1 250 EUR, 12.50 EUR."""
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


class Saying:
    """A sentence or a part of one, with its facts, which may be sayings too. As a string it is English."""

    __slots__ = ("facts", "sentence")

    def __init__(self, sentence: str, /, **facts: object) -> None:
        self.sentence = sentence
        self.facts = facts

    @classmethod
    def of(cls, sentence: str, facts: Mapping[str, object]) -> Saying:
        """A `phrase` with those of the facts that it names. KeyError for one that is not among them."""
        names = {name for _text, name, _spec, _conversion in Formatter().parse(sentence) if name}
        return cls(sentence, **{name: facts[name] for name in names})

    def __str__(self) -> str:
        return self.sentence.format(**self.facts)


def phrase(sentence: str) -> str:
    """A sentence whose facts come later (`Saying.of`), marked for the catalogues as `in_catalogue` has it."""
    return sentence


def in_catalogue(text: str) -> str:
    """The text itself, marked so that `make messages` puts it into the catalogue of each language."""
    return text


# What a language has of its own besides sentences: what separates whole points from their tenths, and the
# letters of White and Black in a history of colours.
DECIMAL_MARK = in_catalogue(".")
LETTERS = in_catalogue("W"), in_catalogue("B")
