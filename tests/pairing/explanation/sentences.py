"""Sentences taken apart again: which of those that an explanation can say this is, and with which facts."""

from __future__ import annotations

import re
from functools import cache
from string import Formatter
from typing import TYPE_CHECKING, NamedTuple

from tests.pairing.explanation.test_words import said

if TYPE_CHECKING:
    from collections.abc import Iterator

# Headings and the parts of lists and names: they claim nothing. What players are called is up to the caller.
NO_CLAIMS = {
    *("{some} and {last}", "{name} ({number})", "No. {number}", "nobody", "none"),
    *("Brackets", "Boards", "The bye", "Players", "Round {round}, {edition}"),
    *("Why do {one} and {two} not meet?", "Why does {one} not have the bye?"),
    *("{article} for downfloaters", "{article} for upfloaters"),
    # These stand in the sentences that have lists and scores as facts, and are read there.
    *("{points} ({players})", "unpaired with {points} ({players})"),
    *("{score} ({points} and {virtual})", "{n} point", "{n} virtual point"),
    *("{points} ({lent} lent, for the pairing alone)", "{highest}–{lowest} points", "you"),
    *("as in the previous round", "as two rounds before", "{player} takes the bye", "White", "Black"),
}


COUNTS = {"n", "number", "place", "order", "bracket", "round", "board", "first", "value"}


def kinds() -> set[str]:
    """Every kind of statement, named by its English sentence; of two forms, the singular."""
    one, counted = said()
    return (one | {singular for singular, _ in counted}) - NO_CLAIMS


class Parsed(NamedTuple):
    """A statement: its kind, and its facts as they were written."""

    kind: str
    facts: dict[str, str]


def parse(text: str) -> Parsed:
    """What is said. Raises LookupError for what no explanation can say."""
    for kind, words, pattern in _patterns():
        if words in text and (match := pattern.fullmatch(text)):
            return Parsed(kind, match.groupdict())
    raise LookupError(text)


@cache
def _patterns() -> list[tuple[str, str, re.Pattern[str]]]:
    """Each kind with its longest words, which tell most sentences apart without the pattern, and the pattern.

    The sentence with most words of its own comes first, as it may fit where a plainer one does too.
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
    """Players: "3, 5", or one as they are called here."""
    return [] if text == "nobody" else [int(number) for number in re.findall(r"\d+", text)]


def number(text: str) -> int:
    (one,) = numbers(text)
    return one


def pairs(text: str) -> list[tuple[int, int]]:
    """Pairs: "1–2, 3–4"."""
    return [(int(one), int(two)) for one, two in re.findall(r"(\d+)–(\d+)", text)]


def tenths(text: str) -> int:
    """Points: "2½", "1.3"."""
    if "." in text:
        return int(text.replace(".", ""))
    return int(text.removesuffix("½") or 0) * 10 + 5 * text.endswith("½")


def entries(text: str) -> list[Entry]:
    """A list: "3½ (3), unpaired with 2 (5), ½ (4–7)"; 0 and nobody are empty."""
    return [
        Entry(tenths(points), tuple(map(int, whom.split("–"))), bool(unpaired))
        for unpaired, points, whom in re.findall(r"(unpaired with )?([\d½.]+) \(([\d–]+)\)", text)
    ]


def score(text: str) -> tuple[int, int]:
    """A score, and what of it is virtual: "2 (1 point and 1 virtual point)"."""
    match = re.fullmatch(r"(\S+)(?: \((\S+) points? and (\S+) virtual points?\))?", text)
    assert match, text
    if match[2]:
        assert tenths(match[2]) + tenths(match[3]) == tenths(match[1])
    return tenths(match[1]), tenths(match[3]) if match[3] else 0
