"""The values in the columns of a written line: numbers are right-aligned, texts are on one line."""

from __future__ import annotations

import unicodedata

from pairing.core.sentences import Saying
from pairing.core.tournament import PairingError


def right(text: str, width: int, what: Saying) -> str:
    """`text`, right-aligned in its columns.

    Half a number is worse than none: raises PairingError for a `text` that is too long, naming it by `what`.
    """
    if len(text) > width:
        raise PairingError(
            Saying(
                "The {what} {text} does not fit the {width} columns that a report file has for it.",
                what=what,
                text=text,
                width=width,
            )
        )
    return text.rjust(width)


def pairing_number(number: int) -> str:
    """A pairing number in its four columns. Raises PairingError for one of more than four digits."""
    return right(str(number), 4, Saying("pairing number"))


def round_number(number: int) -> str:
    """The number of a round in the three columns of a record. Raises PairingError for one of four digits."""
    return right(str(number), 3, Saying("round"))


def decimal(tenths: int) -> str:
    """Points in tenths, written with their decimal: 115 is 11.5."""
    return f"{'-' * (tenths < 0)}{abs(tenths) // 10}.{abs(tenths) % 10}"


def one_line(text: str) -> str:
    """`text` on one line: control characters and the like become blanks."""
    return "".join(
        " " if unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") else char for char in text
    ).strip()
