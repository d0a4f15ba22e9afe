"""Text that people read and write: what is seen of it is all that it holds."""

from __future__ import annotations

import unicodedata

from anyascii import anyascii

# They show nothing and are of no category that says so: the grapheme joiner, fillers, vowels that are only
# understood, variation selectors, a blank of Braille.
BLANKS = frozenset(
    map(
        chr,
        (
            *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164, 0xFFA0),
            *range(0xFE00, 0xFE10),
            *range(0xE0100, 0xE01F0),
        ),
    )
)

NON_JOINER, JOINER = "\u200c", "\u200d"
# The canonical combining class of the sign that takes a consonant its vowel.
VIRAMA = 9


def cleaned(text: str) -> str:
    """One line of text as it is kept: composed (NFC), one blank between words, nothing that nobody sees.

    Left out are the characters of Unicode's categories C (controls; marks that turn the direction of
    writing or have no width; surrogates; private use; none at all) and BLANKS. Tabs, ends of lines and
    no-break spaces are blanks between words.
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    seen = "".join(c for place, c in enumerate(text) if c.isspace() or not _is_hidden(text, place))
    return unicodedata.normalize("NFC", " ".join(seen.split()))


def cleaned_lines(text: str) -> str:
    """Text of several lines as it is kept, each as `cleaned` leaves it."""
    return "\n".join(map(cleaned, text.splitlines())).strip()


def plain(text: str) -> str:
    """The text in the letters of ASCII, for programs that misread others: Müller is Muller.

    What has no letters of its own there becomes the nearest that is read so, or nothing.
    """
    return text if text.isascii() else anyascii(text)


def hidden_in(text: str) -> list[str]:
    """What `cleaned` leaves out of the text, each character once: U+202E."""
    found = [c for place, c in enumerate(text) if not c.isspace() and _is_hidden(text, place)]
    return [f"U+{ord(c):04X}" for c in dict.fromkeys(found)]


def _is_hidden(text: str, place: int) -> bool:
    character = text[place]
    if character in (NON_JOINER, JOINER):
        return not _shapes_letters(text, place)
    return character in BLANKS or unicodedata.category(character).startswith("C")


def _shapes_letters(text: str, place: int) -> bool:
    """Whether the joiner changes how the letters around it are written (UAX #31, A1, A2, B).

    Names need it: in Persian a non-joiner between two letters, in the scripts of India and Sri Lanka both
    kinds after a virama. Anywhere else it is a character that nobody sees.
    """
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    if not before or not after.isalpha():
        return False
    if unicodedata.combining(before) == VIRAMA:
        return True
    arabic = unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL"
    return text[place] == NON_JOINER and arabic
