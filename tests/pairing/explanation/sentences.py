"""Parsing of sentences: which of an explanation's possible sentences one is, and with which facts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from string import Formatter
from typing import NamedTuple

from tests.pairing.explanation.test_words import said

# Headings and the parts of lists and names, which claim nothing. The caller decides how players are named.
NO_CLAIMS = {
    *("{some} and {last}", "{name} ({number})", "No. {number}", "nobody", "none"),
    *("Brackets", "Boards", "The bye", "Players", "Round {round}, {edition}"),
    *("Why do {one} and {two} not meet?", "Why does {one} not have the bye?"),
    *("{article} for downfloaters", "{article} for upfloaters"),
    # Parts of the sentences that have lists and scores as facts; they are read there.
    *("{points} ({players})", "unpaired with {points} ({players})"),
    *("{score} ({points} and {virtual})", "{n} point", "{n} virtual point"),
    *("{points} ({lent} lent, for the pairing alone)", "{highest}–{lowest} points", "you"),
    *("as in the previous round", "as two rounds before", "{player} takes the bye", "White", "Black"),
}


COUNTS = {"n", "number", "place", "order", "bracket", "round", "board", "first", "value"}


def kinds() -> set[str]:
    """Every kind of statement, named by its English sentence (the singular, if there are two forms)."""
    one, counted = said()
    return {*one, *(singular for singular, _ in counted)} - NO_CLAIMS


class Parsed(NamedTuple):
    """A statement: its kind, and its facts as they were written."""

    kind: str
    facts: dict[str, str]


def parse(text: str) -> Parsed:
    """The parsed statement. Raises LookupError for a sentence that no explanation can say."""
    for kind, words, pattern in _patterns():
        if words in text and (match := pattern.fullmatch(text)):
            return Parsed(kind, match.groupdict())
    raise LookupError(text)


@cache
def _patterns() -> list[tuple[str, str, re.Pattern[str]]]:
    """Each kind with its longest words, a cheap test before its pattern.

    Kinds with the most text of their own come first, because the patterns of more general ones may fit too.
    """
    one, counted = said()
    forms = [
        *((kind, kind) for kind in one),
        *((one_, form) for one_, two in counted for form in (one_, two)),
    ]
    found = [
        (kind, form, [literal for literal, *_ in Formatter().parse(form)])
        for kind, form in forms
        if kind not in NO_CLAIMS
    ]
    found.sort(key=lambda item: -sum(map(len, item[2])))
    return [
        (kind, max(literals, key=len), re.compile("".join(_pieces(form)))) for kind, form, literals in found
    ]


def _pieces(form: str) -> Iterator[str]:
    seen: set[str] = set()
    for literal, name, _, _ in Formatter().parse(form):
        yield re.escape(literal)
        if name is not None:
            fact = r"\d+" if name in COUNTS else ".+?"
            yield f"(?P={name})" if name in seen else f"(?P<{name}>{fact})"
            seen.add(name)


# -- facts --------------------------------------------------------------------------------------------


class Entry(NamedTuple):
    """One entry of a list that an article compares."""

    tenths: int
    players: tuple[int, ...]
    unpaired: bool = False


def numbers(text: str) -> list[int]:
    """The players in a text: "3, 5", or a single name as used here."""
    return [] if text == "nobody" else [int(number) for number in re.findall(r"\d+", text)]


def number(text: str) -> int:
    (one,) = numbers(text)
    return one


def pairs(text: str) -> list[tuple[int, int]]:
    """The pairs in a text: "1–2, 3–4"."""
    return [(int(one), int(two)) for one, two in re.findall(r"(\d+)–(\d+)", text)]


def tenths(text: str) -> int:
    """The tenths of points in a text: "2½", "1.3"."""
    if "." in text:
        return int(text.replace(".", ""))
    return int(text.removesuffix("½") or 0) * 10 + 5 * text.endswith("½")


def entries(text: str) -> list[Entry]:
    """The entries of a list: "3½ (3), unpaired with 2 (5), ½ (4–7)"; none for "0" and "nobody"."""
    return [
        Entry(tenths(points), tuple(map(int, whom.split("–"))), bool(unpaired))
        for unpaired, points, whom in re.findall(r"(unpaired with )?([\d½.]+) \(([\d–]+)\)", text)
    ]


def score(text: str) -> tuple[int, int]:
    """A score, and its virtual part: "2 (1 point and 1 virtual point)"."""
    match = re.fullmatch(r"(\S+)(?: \((\S+) points? and (\S+) virtual points?\))?", text)
    assert match, text
    if match[2]:
        assert tenths(match[2]) + tenths(match[3]) == tenths(match[1])
    return tenths(match[1]), tenths(match[3]) if match[3] else 0
