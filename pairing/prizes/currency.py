"""Currencies: their smallest units, and amounts as people write them."""

from __future__ import annotations

import re
from typing import NamedTuple

from pairing.core.sentences import Money

# By ISO 4217: the currencies whose decimals are not two.
WITHOUT_DECIMALS = frozenset("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split())
THREE_DECIMALS = frozenset("BHD IQD JOD KWD LYD OMR TND".split())

# Blanks that people and spreadsheets set between thousands.
BLANKS = re.compile(r"[\s']")
WRITTEN = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{1,3}))?")


class Currency(NamedTuple):
    """A currency: its ISO 4217 code, and the number of decimals that make its smallest unit."""

    code: str
    digits: int

    @property
    def unit(self) -> int:
        """One whole unit of the currency, in its smallest unit."""
        return int(10**self.digits)

    def money(self, amount: int) -> Money:
        """This many of the smallest unit, as a fact of a saying."""
        return Money(amount, self.digits, self.code)

    def amount(self, text: str) -> int | None:
        """An amount as written, such as 1000, 12.50 or 12,50, in the smallest unit; None if it is not one.

        >>> currency("EUR").amount("12,5")
        1250
        """
        found = WRITTEN.fullmatch(BLANKS.sub("", text))
        if found is None or len(found[2] or "") > self.digits:
            return None
        return int(found[1]) * self.unit + int((found[2] or "").ljust(self.digits, "0") or 0)


def currency(code: str) -> Currency:
    """The currency with this code, in capitals."""
    return Currency(code, 0 if code in WITHOUT_DECIMALS else 3 if code in THREE_DECIMALS else 2)
