"""The lines and columns of a report file, and the kinds of values in them.

Every value keeps its place, so that an error can be shown to the arbiter where it is.
"""

from __future__ import annotations

import datetime
import re
import unicodedata
from typing import NamedTuple

from pairing.core.sentences import Phrase
from pairing.core.tournament import PairingError, Tournament
from pairing.elo import RatingKind

_DECIMAL = re.compile(r"([0-9]{1,3})(?:[.,]([0-9])0?)?")
_YEAR_FIRST = re.compile(r"([0-9]{4})[-/. ]([0-9]{1,2})[-/. ]([0-9]{1,2})")
_DAY_FIRST = re.compile(r"([0-9]{1,2})(?:[-/ ]|\. ?)([0-9]{1,2})(?:[-/ ]|\. ?)([0-9]{4})")
_MONTH_FIRST = re.compile(r"([A-Za-z]{3,9})\.? ([0-9]{1,2}),? ([0-9]{4})")
_MONTH_BETWEEN = re.compile(r"([0-9]{1,2})[-. ]+([A-Za-z]{3,9})[-., ]+([0-9]{4})")
_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_SHORT_YEAR = re.compile(r"([0-9]{2})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})")


class TrfError(PairingError):
    """A report file that cannot be read, and the place where it goes wrong.

    `line` and `column` count from 1; `found` is the text at that place, "" if there is none; `expected` says
    in words what should be there.
    """

    def __init__(self, line: int, column: int, found: str, expected: Phrase) -> None:
        shown = f"'{found}'" if found.isprintable() else ascii(found)
        facts = {"column": column, "found": shown if found else Phrase("nothing"), "expected": expected}
        super().__init__(
            Phrase("line {line}, column {column}: found {found}, expected {expected}", line=line, **facts)
        )
        # The same message, for places where the line itself is shown beside it.
        self.in_line = Phrase("column {column}: found {found}, expected {expected}", **facts)
        self.line = line
        self.column = column
        self.found = found
        self.expected = str(expected)


class Field(NamedTuple):
    """A value in its place: the text without the blanks around it, and where it begins."""

    line: int
    column: int
    text: str

    def error(self, expected: Phrase) -> TrfError:
        """The error that says that this value is not what was expected."""
        return TrfError(self.line, self.column, self.text, expected)

    def whole(self, expected: Phrase, low: int = 0, high: int = 9999) -> int:
        """A whole number from `low` to `high`."""
        number = whole_number(self.text)
        if number is None or not low <= number <= high:
            raise self.error(expected)
        return number

    def tenths(self, expected: Phrase) -> int:
        """A number of points such as 11.5, in tenths: 115. A comma may stand for the point."""
        match = _DECIMAL.fullmatch(self.text)
        if match is None:
            raise self.error(expected)
        return 10 * int(match[1]) + int(match[2] or "0")

    def signed_tenths(self, expected: Phrase) -> int:
        """Like `tenths`, with an optional minus sign."""
        if self.text.startswith("-"):
            return -self._replace(column=self.column + 1, text=self.text[1:]).tenths(expected)
        return self.tenths(expected)

    def date(self, expected: Phrase) -> str:
        """A day, as YYYY/MM/DD.

        The file may also put the day first, use -, . or a blank for the /, and name the month in English.
        """
        parts = self._parts()
        if parts is None:
            raise self.error(expected)
        return self._day(*parts, expected)

    def short_date(self, expected: Phrase) -> str:
        """The day of a round, written YY/MM/DD, as YYYY/MM/DD: 70 to 99 are years of the 20th century."""
        match = _SHORT_YEAR.fullmatch(self.text)
        if match is None:
            return self.date(expected)
        year = int(match[1])
        return self._day(year + (1900 if year >= 70 else 2000), int(match[2]), int(match[3]), expected)

    def birth(self, expected: Phrase) -> str:
        """A date of birth as YYYY/MM/DD, with 00 for a month or day that is not known; "" for none."""
        if not self.text.strip("0-/. "):
            return ""
        parts = (int(self.text), 0, 0) if re.fullmatch("[0-9]{4}", self.text) else self._parts()
        if parts is None or parts[2] or parts[1] > 12:
            return self.date(expected)
        return "{:04}/{:02}/{:02}".format(*parts)

    def _parts(self) -> tuple[int, int, int] | None:
        """Year, month and day."""
        if match := _YEAR_FIRST.fullmatch(self.text):
            return int(match[1]), int(match[2]), int(match[3])
        if match := _DAY_FIRST.fullmatch(self.text):
            return int(match[3]), int(match[2]), int(match[1])
        if match := _MONTH_FIRST.fullmatch(self.text):
            month, day, year = match.groups()
        elif match := _MONTH_BETWEEN.fullmatch(self.text):
            day, month, year = match.groups()
        else:
            return None
        months = [number for number, name in enumerate(_MONTHS, 1) if name.startswith(month.lower())]
        return (int(year), months[0], int(day)) if months else None

    def _day(self, year: int, month: int, day: int, expected: Phrase) -> str:
        try:
            datetime.date(year, month, day)
        except ValueError:
            raise self.error(expected) from None
        return f"{year:04}/{month:02}/{day:02}"


class Line(NamedTuple):
    """One line of the file, with its number."""

    number: int
    text: str

    def field(self, first: int, last: int | None = None) -> Field:
        """The value in columns `first` to `last`, or to the end of the line."""
        columns = self.text[first - 1 : last]
        text = columns.strip()
        return Field(self.number, first + columns.find(text), text)

    def words(self) -> list[Field]:
        """The words that follow the code of the record, separated by blanks or commas."""
        return [
            Field(self.number, match.start() + 4, match[0])
            for match in re.finditer(r"[^\s,]+", self.text[3:])
        ]


def whole_number(text: str) -> int | None:
    """`text` as a whole number, 0 to 9999; None if it is not one."""
    # The length is checked first: Python refuses to convert numbers of thousands of digits.
    return int(text) if len(text) <= 4 and text.isascii() and text.isdigit() else None


def decode(data: bytes | str) -> str:
    """The text of a file: UTF-8, with or without its mark, or else Windows-1252 or Latin-1.

    Raises TrfError if it holds control characters that no text has, as a binary file does.
    """
    text = data if isinstance(data, str) else _decode_bytes(data)
    # DOS programs end a text with Ctrl-Z.
    text = text.removeprefix("\ufeff").rstrip("\x1a")
    if match := re.search(r"[\x00-\x08\x0b\x0e-\x1f\x7f]", text):
        before = split(text[: match.start()])[-1]
        raise TrfError(before.number, len(before.text) + 1, match[0], Phrase("text in UTF-8 or Latin-1"))
    return text


def split(text: str) -> list[Line]:
    """The lines of a text, which end with CR, LF or both; blanks at their end are dropped."""
    return [Line(number, line.rstrip()) for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1)]


def _decode_bytes(data: bytes) -> str:
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    # Windows-1252 leaves five byte values undefined; Latin-1 leaves none.
    return data.decode("latin-1")


# -- The words of the report file, and what they mean in the vocabulary of the rule book --------------

# Record XXS: the names of its values, and the short forms for several values at once.
XXS = {
    "WW": ("white_win",),
    "BW": ("black_win",),
    "WD": ("white_draw",),
    "BD": ("black_draw",),
    "WL": ("white_loss",),
    "BL": ("black_loss",),
    "ZPB": ("zero_point_bye",),
    "HPB": ("half_point_bye",),
    "FPB": ("full_point_bye",),
    "PAB": ("pairing_allocated_bye",),
    "FW": ("forfeit_win",),
    "FL": ("forfeit_loss",),
}
XXS_SHORT = {
    "W": ("white_win", "black_win", "forfeit_win", "full_point_bye"),
    "D": ("white_draw", "black_draw", "half_point_bye"),
}

# Records BBW to BBU: one value each.
BB = {
    "BBW": XXS_SHORT["W"],
    "BBD": XXS_SHORT["D"],
    "BBL": ("white_loss", "black_loss"),
    "BBZ": ("zero_point_bye",),
    "BBF": ("forfeit_loss",),
    "BBU": ("pairing_allocated_bye",),
}

# Record 162 of TRF26. Its A is an absence of either kind, which some programs write as Z; its X is a
# result not yet known, whose value is not used here.
TRF26_SCORING = {
    "W": XXS_SHORT["W"],
    "D": XXS_SHORT["D"],
    "L": BB["BBL"],
    "A": ("zero_point_bye", "forfeit_loss"),
    "Z": ("zero_point_bye", "forfeit_loss"),
    "P": ("pairing_allocated_bye",),
    "X": (),
}

# Record 192, after the code of the edition or of its system.
BAKU = "_BAKU"


# -- The values in the columns of a written line: numbers are right-aligned, texts are on one line ----


def right(text: str, width: int, what: Phrase) -> str:
    """`text`, right-aligned in its columns.

    Half a number is worse than none: raises PairingError for a `text` that is too long, naming it by `what`.
    """
    if len(text) > width:
        raise PairingError(
            Phrase(
                "The {what} {text} does not fit the {width} columns that a report file has for it.",
                what=what,
                text=text,
                width=width,
            )
        )
    return text.rjust(width)


def pairing_number(number: int) -> str:
    """A pairing number in its four columns. Raises PairingError for one of more than four digits."""
    return right(str(number), 4, Phrase("pairing number"))


def round_number(number: int) -> str:
    """The number of a round in the three columns of a record. Raises PairingError for one of four digits."""
    return right(str(number), 3, Phrase("round"))


def decimal(tenths: int) -> str:
    """Points in tenths, written with their decimal: 115 is 11.5."""
    return f"{'-' * (tenths < 0)}{abs(tenths) // 10}.{abs(tenths) % 10}"


def one_line(text: str) -> str:
    """`text` on one line: control characters and the like become blanks."""
    return "".join(
        " " if unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") else char for char in text
    ).strip()


# -- Which of FIDE's ratings a report file holds: by the type of its tournament, or by its time control.

# The words of record 092, which is free text.
_WORDS = {
    "standard": RatingKind.STANDARD,
    "classical": RatingKind.STANDARD,
    "rapid": RatingKind.RAPID,
    "blitz": RatingKind.BLITZ,
}
_WORD = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b", re.IGNORECASE)

# Record 222: for each period the moves, the seconds and the increment; or so for White and for Black.
_PERIOD = re.compile(r"(?:([0-9]{1,6})/)?([0-9]{1,6})(?:\+([0-9]{1,6}))?")
_PERIODS = rf"{_PERIOD.pattern}(?::{_PERIOD.pattern})*"
_BOTH, _EACH = re.compile(_PERIODS), re.compile(rf"W(?P<white>{_PERIODS})-B(?P<black>{_PERIODS})")
# The moves for which increments count.
_MOVES = 60
_MOST_IN_BLITZ = 10 * 60
_LEAST_IN_STANDARD = 60 * 60


def rating_kind(tournament: Tournament) -> RatingKind | None:
    """Which of FIDE's ratings the players of the file have; None if it does not say.

    The word in record 092 comes before the time control in record 222.
    """
    return _in_words(tournament.system) or _by_time(tournament.time_control_code)


def naming_kind(system: str, time_control_code: str, kind: RatingKind) -> str:
    """Record 092 for a tournament of this kind. A standard one is named only if its code says otherwise."""
    usual = kind is RatingKind.STANDARD and _by_time(time_control_code) in (None, kind)
    return system if usual else f"{system}, {kind}"


def _in_words(system: str) -> RatingKind | None:
    found = {_WORDS[word.lower()] for word in _WORD.findall(system)}
    return found.pop() if len(found) == 1 else None


def _by_time(code: str) -> RatingKind | None:
    """The kind of games with this time control, None if it cannot be read (Laws of Chess A.1, B.1)."""
    if each := _EACH.fullmatch(code):
        seconds = min(_seconds(each["white"]), _seconds(each["black"]))
    elif _BOTH.fullmatch(code):
        seconds = _seconds(code)
    else:
        return None
    if seconds <= _MOST_IN_BLITZ:
        return RatingKind.BLITZ
    return RatingKind.RAPID if seconds < _LEAST_IN_STANDARD else RatingKind.STANDARD


def _seconds(periods: str) -> int:
    """What a player has for a game of 60 moves: the time of all periods, and the increments."""
    total, left = 0, _MOVES
    for moves, time, increment in _PERIOD.findall(periods):
        made = min(int(moves or left), left)
        total += int(time) + made * int(increment or 0)
        left -= made
    return total
