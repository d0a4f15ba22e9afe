"""Words, names, points and sizes as people read them."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise, product

from anyascii import anyascii
from django.template.defaultfilters import filesizeformat
from django.utils.formats import get_format, number_format
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

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
# A letter from the right; others; and letters from the right with what stands between them, entities of HTML
# among it.
FROM_THERE = r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
OTHER_LETTER = re.compile(rf"(?!{FROM_THERE})[^\W\d_]")
STRETCH = re.compile(rf"{FROM_THERE}(?:(?:{FROM_THERE}|(?!{FROM_THERE})[^\w<>&]|&#?\w+;)*{FROM_THERE})?")
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


def bdi(text: str) -> str:
    """The text for a page, with what is written from the right set apart from numbers beside it.

    A name is set apart as a whole, and in a sentence in other letters each stretch.
    """
    if not runs_from_right(text):
        return text
    if not OTHER_LETTER.search(text):
        return format_html("<bdi>{}</bdi>", text)
    return mark_safe(STRETCH.sub(r"<bdi>\g<0></bdi>", conditional_escape(text)))  # noqa: S308 - escaped


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


# Letters without a Unicode decomposition, as typed on a keyboard that lacks them.
PLAIN = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"}
    | dict.fromkeys("'’‘`", "")
)


# The separators of a name's words: blanks, commas, hyphens, full stops.
BETWEEN = re.compile(r"[\W_]+")


def fold(text: str) -> str:
    """The text in lower case, without the accents and apostrophes that people leave out when they search."""
    if text.isascii():
        return text.lower().translate(PLAIN)
    decomposed = unicodedata.normalize("NFD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c)).translate(PLAIN)


# Two letters for one that a keyboard lacks: ae for ä or æ, oe for ö or ø, ue for ü, aa for å.
TWO_FOR_ONE = re.compile("ae|oe|ue|aa")
# Other ways to write a letter that is kept, at how many places of a word.
KEPT = {"a": ("a", "ae", "aa"), "o": ("o", "oe"), "u": ("u", "ue")}
PLACES = 3


def letters(text: str) -> str:
    """The text as people search for it: in small Latin letters, and one for those that some write as two.

    Müller, Mueller and muller are one; Иванова is ivanova and 王 is wang. static/js/find.js does the same
    with Latin letters.
    """
    return TWO_FOR_ONE.sub(lambda two: two[0][0], fold(plain(text)))


def ways_to_write(word: str) -> set[str]:
    """The ways in which a list may have the word, without its accents: muller also as mueller."""
    short = letters(word)
    places = [place for place, letter in enumerate(short) if letter in KEPT][:PLACES]
    found = {fold(word), fold(plain(word))}
    for chosen in product(*(KEPT[short[place]] for place in places)):
        written = list(short)
        for place, letter in zip(places, chosen, strict=True):
            written[place] = letter
        found.add("".join(written))
    return found


def spellings(word: str) -> list[str]:
    """The beginnings of words on a list that are looked for if the word is typed."""
    found = ways_to_write(word)
    # Who is found by the beginning of a word is found by less of it.
    return sorted(word for word in found if not any(word != one and word.startswith(one) for one in found))


@lru_cache(maxsize=8192)
def words(text: str) -> tuple[str, ...]:
    """The folded Latin words of a name or of a typed query: "Vachier-Lagrave, M." has three."""
    return tuple(word for word in BETWEEN.split(fold(plain(text))) if word)


def rotations(name: str) -> set[str]:
    """The rotations of the name's folded words, so that each word begins one of them.

    "Van Foreest, Jorden" gives "van foreest jorden", "foreest jorden van" and "jorden van foreest". An
    index of them finds people by the beginning of any word, and each entry holds all the words.
    """
    found = words(name)
    return {" ".join(found[start:] + found[:start]) for start in range(len(found))}


def is_spelling_of(name: str, other: str) -> bool:
    """Whether two names are spellings of one: the same words in any order, or nearly the same letters.

    One slip is allowed for every five letters, and two at most: "Nakamura" and "Nakamoura" are the same
    person, "Li" and "Wu" are not. Accents, capitals and word separators are ignored.
    """
    one, two = words(name), words(other)
    if sorted(one) == sorted(two):
        return True
    first, second = "".join(one), "".join(two)
    allowed = min(2, min(len(first), len(second)) // 5)
    return _may_differ_by(allowed, first, second) and slips_between(first, second) <= allowed


def _may_differ_by(slips: int, text: str, other: str) -> bool:
    """Whether so few slips could suffice; it says so of nearly all strangers without comparing their letters.

    A slip changes two pieces of the text at most, where it exchanges letters of both, and so one of the
    pieces is in the other text as it was. A file of games has thousands of names for a thousand boards.
    """
    pieces = 2 * slips + 1
    cuts = [len(text) * piece // pieces for piece in range(pieces + 1)]
    return abs(len(text) - len(other)) <= slips and any(
        text[start:end] in other for start, end in pairwise(cuts)
    )


def slips_between(text: str, other: str) -> int:
    """The least number of typing slips that turn one text into the other.

    A slip leaves a character out, puts one in, writes another, or exchanges two neighbours (the optimal
    string alignment distance).
    """
    before, above = [0] * (len(other) + 1), list(range(len(other) + 1))
    for i, letter in enumerate(text, 1):
        row = [i]
        for j, wanted in enumerate(other, 1):
            slips = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and text[i - 2] == wanted:
                slips = min(slips, before[j - 2] + 1)
            row.append(slips)
        before, above = above, row
    return above[-1]


def matches(query: str, *names: str) -> bool:
    """Whether every word of the query is part of the names, in whatever alphabet either is written."""
    folded = letters(" ".join(names))
    return all(word in folded for word in letters(query).replace(",", " ").split())


def found_by(name: str) -> str:
    """The name as a script in the browser looks through it: with its Latin letters if it has others."""
    latin = plain(name)
    return name if fold(name) == fold(latin) else f"{name} {latin}"


WRITTEN = re.compile(r"[0-9]{1,3}(\.[0-9])?")


def decimal_mark() -> str:
    """The decimal separator of the reader's language."""
    return str(get_format("DECIMAL_SEPARATOR"))


def as_text(tenths: int) -> str:
    """Tenths of a point as text: 25 is 2½, 5 is ½, 12 is 1.2, in French 1,2."""
    whole, rest = divmod(tenths, 10)
    if rest == 0:
        return str(whole)
    if rest == 5:
        return f"{whole or ''}½"
    return f"{whole}{decimal_mark()}{rest}"


def from_text(text: str) -> int | None:
    """Tenths of a point from 3, 0.5, 0,5, ½ or 1½; None if the text is not a number of points."""
    text = text.strip().replace(",", ".")
    if text.endswith("½"):
        text = f"{text[:-1] or '0'}.5"
    if not WRITTEN.fullmatch(text):
        return None
    whole, _point, tenth = text.partition(".")
    return int(whole) * 10 + int(tenth or 0)


# The value of a board for its player, in tenths of a game point, by the player's half of its result.
_WORTH = {"1": 10, "1/2": 5, "0": 0, "1F": 10, "0F": 0, "": 0}


@lru_cache(maxsize=1 << 12)
def points_at_boards(boards: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Tenths of a game point from each of these board results (`Game.boards`), White's first."""
    halves = [board.partition("-") for board in boards.split(",")]
    return tuple(_WORTH[white] for white, _dash, _black in halves), tuple(
        _WORTH[black] for _white, _dash, black in halves
    )


def game_points(boards: str) -> tuple[int, int]:
    """The game points from these board results (`Game.boards`) in tenths, White's first."""
    white, black = points_at_boards(boards)
    return sum(white), sum(black)


def too_large(found: int, most: int) -> str:
    """What is wrong with a file of `found` bytes where `most` are taken; "" if nothing is."""
    if found <= most:
        return ""
    sizes = {"found": filesizeformat(found), "most": filesizeformat(most)}
    if sizes["found"] != sizes["most"]:
        return _("The file has %(found)s; expected at most %(most)s.") % sizes
    sizes = {
        "found": number_format(found, force_grouping=True),
        "most": number_format(most, force_grouping=True),
    }
    return _("The file has %(found)s bytes; expected at most %(most)s.") % sizes
