"""The lines of a list with their numbers, and how lines are corrected or left out.

Only the text of the list is exchanged with the browser: a line that is left out stays in the text, behind a
mark.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

LINE_END = re.compile(r"\r\n|\r|\n")
LEFT_OUT = "// "
MARK = re.compile(r"// ?")
# A player's record in a TRF.
RECORD = re.compile(r"^(?:// ?)?001 [ \d]{3}\d ", re.MULTILINE)
# A spreadsheet quotes a cell that contains line ends: the quote opens on one line and closes further down.
OPENED = re.compile(r'(?:^|[\t;,|])\s*"(?:[^"]|"")*$')
CLOSED = re.compile(r'^(?:[^"]|"")*"\s*(?:[\t;,|]|$)')
MOST_LINES_OF_A_CELL = 5


class Written(NamedTuple):
    """The text of a line of the list, or of several from `number` on that belong to one cell."""

    number: int
    text: str
    left_out: bool = False
    height: int = 1

    @property
    def in_one_box(self) -> str:
        """The text as a one-line input box shows it, in which nobody can type a tab."""
        separator = next((s for s in (";", "|") if s not in self.text), "\t")
        return self.text if separator == "\t" else self.text.replace("\t", f"{separator} ")


def physical_lines(text: str) -> list[str]:
    """The text between its line ends."""
    return LINE_END.split(text)


def written(text: str) -> Iterator[Written]:
    """The entries of the list, line by line; empty lines are numbered but left out."""
    lines = physical_lines(text)
    after = 0
    for place, line in enumerate(lines):
        if place < after or not line.strip():
            continue
        bare = _bare(line)
        after = place + _height(bare, lines[place + 1 : place + MOST_LINES_OF_A_CELL])
        yield Written(place + 1, " ".join([bare, *lines[place + 1 : after]]), bare != line, after - place)


def _bare(line: str) -> str:
    """The line without the mark of lines that are left out."""
    mark = MARK.match(line)
    return line[mark.end() :] if mark else line


def unmarked(text: str) -> str:
    """The list as if no line were left out."""
    return "\n".join(map(_bare, physical_lines(text)))


def _height(line: str, following: list[str]) -> int:
    """The number of lines until the cell opened on this line is closed; 1 if none is opened or closed."""
    if not OPENED.search(line):
        return 1
    return next((place for place, other in enumerate(following, 2) if CLOSED.match(other)), 1)


def edited(text: str, mended: Mapping[int, str], left_out: Collection[int]) -> str:
    """The list with `mended` lines as they were in their boxes, and exactly the `left_out` lines marked."""
    lines = physical_lines(text)
    for entry in written(text):
        place = entry.number - 1
        line = _bare(lines[place])
        box = " ".join(physical_lines(mended.get(entry.number, entry.in_one_box)))
        if box != entry.in_one_box:
            # Whatever is typed, a player's record in a TRF stays one, and its faults are named.
            line = f"001 {box}" if RECORD.match(entry.text) and not box.startswith("001") else box
            lines[place + 1 : place + entry.height] = [""] * (entry.height - 1)
        lines[place] = f"{LEFT_OUT}{line}" if entry.number in left_out else line
    return "\n".join(lines)
