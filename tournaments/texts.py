"""Text that people read and write, cleaned of characters that nobody can see."""

from __future__ import annotations

import unicodedata

from anyascii import anyascii

# Invisible characters whose Unicode category does not say so: the grapheme joiner, fillers, inherent vowels,
# variation selectors, the Braille blank.
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
# Unicode's classes of letters that are written from right to left.
FROM_RIGHT = frozenset({"R", "AL"})
# The canonical combining class of the sign that removes a consonant's vowel.
VIRAMA = 9


def cleaned(text: str) -> str:
    """One line of text as it is stored: composed (NFC), one blank between words, no invisible characters.

    Characters of Unicode's categories C (controls; marks that change the direction of writing or have no
    width; surrogates; private use; unassigned) and BLANKS are removed. Tabs, ends of lines and no-break
    spaces become blanks between words.
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    seen = "".join(c for place, c in enumerate(text) if c.isspace() or not _is_hidden(text, place))
    return unicodedata.normalize("NFC", " ".join(seen.split()))


def cleaned_lines(text: str) -> str:
    """Text of several lines as it is stored, each as `cleaned` leaves it."""
    return "\n".join(map(cleaned, text.splitlines())).strip()


def plain(text: str) -> str:
    """The text in ASCII, for programs that misread other characters: Müller becomes Muller.

    A character without an ASCII equivalent becomes the nearest transliteration, or nothing.
    """
    return text if text.isascii() else anyascii(text)


def runs_from_right(text: str) -> bool:
    """Whether the text has letters that are written from right to left, as Arabic and Hebrew are."""
    return not text.isascii() and any(unicodedata.bidirectional(c) in FROM_RIGHT for c in text)


def hidden_in(text: str) -> list[str]:
    """The characters that `cleaned` removes from the text, each once, as in U+202E."""
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
    kinds after a virama. Anywhere else it is an invisible character.
    """
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    if not before or not after.isalpha():
        return False
    if unicodedata.combining(before) == VIRAMA:
        return True
    arabic = unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL"
    return text[place] == NON_JOINER and arabic
