"""How the bytes of a list are read: as they say themselves, else by the letters that names have."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.formats import workbooks

# A line per language: its name, and names that have its letters beyond a to z.
FILE = Path(__file__).with_name("letters.txt")
# Code of Python -> in words. Of several that fit equally well, the first is taken.
LABELS: dict[str, Promise] = {
    "cp1252": gettext_lazy("Windows, Western European"),
    "cp1250": gettext_lazy("Windows, Central European"),
    "cp1254": gettext_lazy("Windows, Turkish"),
    "cp1251": gettext_lazy("Windows, Cyrillic"),
    "mac_roman": gettext_lazy("Mac, Western European"),
    "iso8859-2": gettext_lazy("ISO 8859-2, Central European"),
    "koi8-r": gettext_lazy("KOI8-R, Cyrillic"),
    "cp1253": gettext_lazy("Windows, Greek"),
    "cp850": gettext_lazy("DOS, Western European"),
}
UNICODE = {
    "utf-8": "Unicode (UTF-8)",
    "utf-16-le": "Unicode (UTF-16)",
    "utf-16-be": "Unicode (UTF-16)",
}
TWICE = "utf-8-twice"
# Letter -> byte of Windows-1252, with the five bytes that mean nothing there.
WINDOWS = {bytes([byte]).decode("cp1252", errors="ignore") or chr(byte): byte for byte in range(256)}
MOST_SAMPLES = 3
MOST_READINGS = 5
# So many bytes are evidence enough, and so many of one cell.
MOST_EVIDENCE, MOST_OF_CELL = 4000, 60
# A letter that the language has; one beside another as in its names.
FITS, BESIDE = 1, 1
FOREIGN, SYMBOL, CAPITAL_INSIDE, NO_LETTER = -3, -4, -4, -20
SEPARATORS = re.compile(rb'[;\t|\r\n"]+')
BETWEEN_WORDS = re.compile(r"[\s,.()/0-9_-]+")
# "O’Neil", "D’Angelo": after more than two letters, it is none in the West ("Garc’a"), but is in "Мар’яна".
APOSTROPHES = frozenset("’‘´ʼ")
LATIN = re.compile("[A-Za-z]")
# Greek and Cyrillic.
OTHER_SCRIPTS = frozenset(map(chr, range(0x370, 0x530)))
WORKBOOK = b"PK\x03\x04"
OLD_EXCEL = b"\xd0\xcf\x11\xe0"
NO_TEXT = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8")


class Reading(NamedTuple):
    """A way to read the bytes: its code, its name in words, and what it makes of the first names."""

    code: str
    label: str | Promise
    sample: tuple[str, ...] = ()


class Decoded(NamedTuple):
    """A text, how it was read, and in which ways it can be read, the likeliest first."""

    text: str
    reading: str
    readings: tuple[Reading, ...]


def decode(data: bytes) -> str:
    """The text of an uploaded file, read as it is likeliest; raises ValidationError as `decoded` does."""
    return decoded(data).text


def decoded(data: bytes, reading: str = "") -> Decoded:
    """The text of a file, read as `reading`, one of those that were offered, or else as it is likeliest.

    What says itself what it is, a workbook or Unicode, is not read otherwise; a workbook has no readings.
    Raises ValidationError for a file that is not text.
    """
    if data.startswith(WORKBOOK):
        return Decoded(workbooks.text_of(data), "", ())
    if data.startswith(OLD_EXCEL):
        raise ValidationError(
            _("This is an Excel file of the old kind: save it as XLSX or CSV, or paste the cells here.")
        )
    code = _unicode(data)
    if data.startswith(NO_TEXT) or (b"\x00" in data and not code):
        raise ValidationError(_("This is not a text file: copy the players and paste them here."))
    if code:
        text = data.decode(code, errors="replace").removeprefix("\ufeff")
        return _taken_for_windows(text, reading) or Decoded(text, code, (Reading(code, UNICODE[code]),))
    cells = _cells(data)
    evidence = b"\n".join(cells)
    # Of those that read the same, one is enough.
    different = {evidence.decode(code, errors="replace"): code for code in reversed(LABELS)}
    score = {code: _score(text) for text, code in different.items()}
    codes = sorted(score, key=lambda code: (-score[code], [*LABELS].index(code)))[:MOST_READINGS]
    chosen = reading if reading in LABELS else codes[0]
    told = [cell for cell in cells if len({cell.decode(code, errors="replace") for code in codes}) > 1]
    return Decoded(
        data.decode(chosen, errors="replace"),
        chosen,
        tuple(
            Reading(code, LABELS[code], tuple(cell.decode(code, "replace") for cell in told[:MOST_SAMPLES]))
            for code in dict.fromkeys((*codes, chosen))
        ),
    )


def _unicode(data: bytes) -> str:
    """The form of Unicode that the bytes are; "" if they are none."""
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        return "utf-16-le" if data[:2] == b"\xff\xfe" else "utf-16-be"
    if b"\x00" in data and len(data) % 2 == 0:
        # Digits, separators and line ends have an empty byte.
        for code, empty, full in (("utf-16-le", data[1::2], data[::2]), ("utf-16-be", data[::2], data[1::2])):
            if empty.count(0) * 3 > len(empty) and not full.count(0):
                return code
    text = data.decode("utf-8", errors="replace")
    # Somebody may have put a letter of another form into a file that is Unicode otherwise.
    letters, odd = sum(ord(letter) > 127 for letter in text), text.count("\ufffd")
    return "" if b"\x00" in data or odd * 5 > letters else "utf-8"


def _taken_for_windows(text: str, reading: str) -> Decoded | None:
    """The text if it was Unicode that a program took for Windows and wrote as Unicode again: "MÃ¼ller"."""
    try:
        mended = bytes(map(WINDOWS.__getitem__, text)).decode("utf-8")
    except (KeyError, UnicodeError):
        return None
    if mended == text:
        return None
    odd = [
        (line, other)
        for line, other in zip(mended.split("\n"), text.split("\n"), strict=True)
        if line != other
    ]
    samples = [
        tuple(line.strip()[:MOST_OF_CELL] for line in lines)
        for lines in zip(*odd[:MOST_SAMPLES], strict=True)
    ]
    twice = Reading(TWICE, gettext_lazy("Unicode that was taken for Windows"), samples[0])
    once = Reading("utf-8", UNICODE["utf-8"], samples[1])
    return (
        Decoded(text, "utf-8", (twice, once)) if reading == "utf-8" else Decoded(mended, TWICE, (twice, once))
    )


def _cells(data: bytes) -> list[bytes]:
    """The first different cells with letters beyond ASCII."""
    found: dict[bytes, None] = {}
    size = 0
    for cell in SEPARATORS.split(data):
        if not cell.isascii():
            # One comma is within a name.
            parts = cell.split(b",") if cell.count(b",") > 1 else [cell]
            for part in (one.strip()[:MOST_OF_CELL] for one in parts if not one.isascii()):
                found[part] = None
                size += len(part)
        if size > MOST_EVIDENCE:
            break
    return list(found)


def _score(text: str) -> int:
    """How well the text fits names: more for letters that some language has beside each other.

    Each word may be of another language, but a list of one language has more.
    """
    words = [word for word in BETWEEN_WORDS.split(text) if not word.isascii()]
    by_language = [[language.score(word) for word in words] for language in _languages()]
    faults = sum(map(_faults, words))
    best: int = sum(max(scores) for scores in zip(*by_language, strict=True))
    return faults + best + max(sum(scores) for scores in by_language)


def _faults(word: str) -> int:
    """What no name has: a symbol, a capital after small letters, letters of two scripts."""
    apostrophe = next((place for place, letter in enumerate(word) if letter in APOSTROPHES), 0)
    if (
        apostrophe > 2
        and word[apostrophe - 1].isascii()
        and not word[apostrophe + 1 : apostrophe + 2].isupper()
    ):
        return SYMBOL
    found = SYMBOL * sum(letter in OTHER_SCRIPTS for letter in word) if LATIN.search(word) else 0
    small = False
    for letter in word:
        kind = unicodedata.category(letter)
        if letter == "\ufffd" or kind[0] == "C":
            found += NO_LETTER
        elif ord(letter) > 127 and letter not in APOSTROPHES:
            found += SYMBOL * (kind not in {"Lu", "Ll", "Mn"}) + CAPITAL_INSIDE * (small and kind == "Lu")
        small = small or kind == "Ll"
    return found


class Language(NamedTuple):
    """The letters of a language beyond a to z, and the pairs with them that its names have."""

    letters: frozenset[str]
    pairs: frozenset[tuple[str, str]]

    def score(self, word: str) -> int:
        """How well a word fits."""
        spaced = f" {word.lower()} "
        letters = (letter for letter in spaced if ord(letter) > 127 and letter.isalpha())
        known = sum(FITS if letter in self.letters else FOREIGN for letter in letters)
        return known + BESIDE * sum(pair in self.pairs for pair in pairwise(spaced))


@cache
def _languages() -> tuple[Language, ...]:
    return tuple(_language(line) for line in FILE.read_text(encoding="utf-8").splitlines() if line[0] != "#")


def _language(line: str) -> Language:
    _name, _blanks, names = line.partition("  ")
    words = [f" {name.lower()} " for name in names.split()]
    pairs = {pair for word in words for pair in pairwise(word) if not "".join(pair).isascii()}
    return Language(frozenset(c for word in words for c in word if ord(c) > 127), frozenset(pairs))
