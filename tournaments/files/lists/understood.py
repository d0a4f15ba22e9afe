"""A list as it was understood, line by line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tournaments.files.lists.headings import LABELS, Columns


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the list: the entry made from it, its fault, or that it makes none."""

    number: int
    text: str
    fields: dict[str, Any] = field(default_factory=dict)
    fault: str = ""
    # A player who is entered already is not a fault: lists are uploaded again when somebody is added to them.
    skipped: bool = False
    left_out: bool = False
    # The line as shown in the box where it can be corrected.
    box: str = ""


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A list as it was understood: the meaning of each column, and each line; or why it was refused."""

    columns: Columns = ()
    lines: tuple[Line, ...] = ()
    # The content of the list that is not used, such as columns, in words.
    unused: tuple[str, ...] = ()
    refusal: str = ""

    @property
    def entries(self) -> list[dict[str, Any]]:
        """The fields of the players to enter."""
        return [line.fields for line in self.lines if not (line.fault or line.skipped or line.left_out)]

    @property
    def faults(self) -> list[Line]:
        """The lines that cannot be entered as they are."""
        return [line for line in self.lines if line.fault]

    @property
    def skipped(self) -> list[Line]:
        """The lines of players who are entered already."""
        return [line for line in self.lines if line.skipped]

    @property
    def left_out(self) -> list[Line]:
        """The lines that are not to be entered."""
        return [line for line in self.lines if line.left_out]

    @property
    def column_labels(self) -> list[str]:
        """The meaning of each column, in words."""
        return [str(LABELS[column]) for column in self.columns]

    @property
    def shown(self) -> list[str]:
        """The rare fields that this list has; each is a column of the preview."""
        return [
            name for name in ("birth", "sex", "club") if any(line.fields.get(name) for line in self.lines)
        ]
