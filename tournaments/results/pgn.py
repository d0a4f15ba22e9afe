"""The headers of games in PGN, written for electronic boards, and read back with the results.

From the PGN standard of 1994 they use the seven tags that every game has, in their order (8.1.1), those of
the players (9.1), and a movetext that is only the result. Texts are UTF-8, which programs read today, instead
of the standard's Latin-1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.texts import plain

# The values if nothing is known, and the result of a game that goes on (8.1.1).
UNKNOWN = "?"
UNKNOWN_DATE = "????.??.??"
GOES_ON = "*"
# The results that PGN has.
RESULTS = frozenset({"1-0", "0-1", "1/2-1/2"})
# The longest value of a tag by the standard (4.1).
MOST_LETTERS = 255
# No round has this many boards.
MOST_GAMES = 2000
TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')


@dataclass(frozen=True, slots=True)
class Side:
    """The player of one colour; 0 and "" if nothing is known."""

    name: str
    title: str = ""
    rating: int = 0
    fide_id: str = ""


@dataclass(frozen=True, slots=True)
class Header:
    """The data of a game before its moves: `round` is "3.12" for board 12 of round 3."""

    event: str
    site: str
    day: date | None
    round: str
    white: Side
    black: Side
    # One of RESULTS, or GOES_ON.
    result: str = GOES_ON
    # Why there are no moves, if there is a reason (9.8.1).
    termination: str = ""
    # The variant, if it is not standard chess, and the position it begins with (9.7), once known.
    variant: str = ""
    position: str = ""


def written(headers: Iterable[Header], *, ascii_alone: bool = False) -> str:
    """One game after the other, each with an empty line after its tags and one after its result.

    With `ascii_alone`, only ASCII letters are used, for programs that misread others.
    """
    letters = plain if ascii_alone else str
    return "".join(
        "".join(f'[{name} "{_string(letters(value))}"]\n' for name, value in _pairs(header))
        + f"\n{header.result}\n\n"
        for header in headers
    )


def _pairs(header: Header) -> Iterator[tuple[str, str]]:
    yield "Event", header.event or UNKNOWN
    yield "Site", header.site or UNKNOWN
    yield "Date", f"{header.day:%Y.%m.%d}" if header.day else UNKNOWN_DATE
    yield "Round", header.round
    yield "White", header.white.name
    yield "Black", header.black.name
    yield "Result", header.result
    for colour, side in (("White", header.white), ("Black", header.black)):
        # An unrated player has a dash (9.1.1, 9.1.2).
        yield f"{colour}Title", side.title or "-"
        yield f"{colour}Elo", str(side.rating or "-")
        if side.fide_id:
            yield f"{colour}FideId", side.fide_id
    if header.variant:
        yield "Variant", header.variant
    if header.position:
        yield "SetUp", "1"
        yield "FEN", header.position
    if header.termination:
        yield "Termination", header.termination


def _string(text: str) -> str:
    """The text for use in quotation marks: one line, with quotes and backslashes escaped (section 7)."""
    line = " ".join(text.split())[:MOST_LETTERS]
    return line.replace("\\", "\\\\").replace('"', '\\"')


def read(text: str) -> list[dict[str, str]]:
    """The tags of each game, by name; "Result" is taken from the end of the moves if no tag has it.

    Raises DomainError for a line that begins like a tag but is not one, and for a file without any game.
    """
    found: list[dict[str, str]] = []
    # The last word of each game's moves.
    ends: list[str] = []
    in_tags = comment = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("%"):
            continue
        if not comment and line.lstrip().startswith("["):
            if not in_tags:
                found.append({})
                ends.append("")
            found[-1].update(_tags(line.strip(), number))
            in_tags = True
            continue
        words, comment = _moves(line, comment=comment)
        if words and not found:
            raise DomainError(
                "pgn",
                _("Line %(line)d: expected the tag of a game, as [White “Name”]; found “%(found)s”.")
                % {"line": number, "found": line.strip()[:60]},
            )
        if words:
            in_tags, ends[-1] = False, words[-1]
    if not found:
        raise DomainError("pgn", _("There is no game in this file."))
    if len(found) > MOST_GAMES:
        raise DomainError(
            "pgn",
            _("Found %(found)d games; expected those of one round, %(most)d at most.")
            % {"found": len(found), "most": MOST_GAMES},
        )
    for game, end in zip(found, ends, strict=True):
        if game.get("Result") not in RESULTS:
            game["Result"] = end if end in RESULTS else GOES_ON
    return found


def _moves(line: str, *, comment: bool) -> tuple[list[str], bool]:
    """The words of a line of moves without its comments (5), and whether a comment continues after it."""
    kept: list[str] = []
    for letter in line:
        if comment:
            comment = letter != "}"
        elif letter == ";":
            break
        else:
            comment = letter == "{"
            kept.append(" " if comment else letter)
    return "".join(kept).split(), comment


def _tags(line: str, number: int) -> dict[str, str]:
    """The tags of a line, which may have several."""
    if TAG.sub("", line).strip():
        raise DomainError(
            "pgn",
            _("Line %(line)d: expected a tag, as [White “Name”]; found “%(found)s”.")
            % {"line": number, "found": line[:60]},
        )
    found = {name: re.sub(r"\\(.)", r"\1", value).strip() for name, value in TAG.findall(line)}
    return {name: value[:MOST_LETTERS] for name, value in found.items()}
