"""A list as it was understood, line by line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tournaments.files.lists.headings import LABELS, Columns


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the list: the entry it makes, what is wrong with it, or that it makes none."""

    number: int
    text: str
    fields: dict[str, Any] = field(default_factory=dict)
    fault: str = ""
    # Whoever is entered already is no fault: the same list comes again when somebody is added to it.
    skipped: bool = False
    left_out: bool = False
    # The line as it is mended in a box.
    box: str = ""


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A list as it was understood: what each column was taken for, and each line; or why it was not."""

    columns: Columns = ()
    lines: tuple[Line, ...] = ()
    # What the list holds and nobody will see again, column by column, in words.
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
        """What each column was taken for, in words."""
        return [str(LABELS[column]) for column in self.columns]

    @property
    def shown(self) -> list[str]:
        """Of what few lists tell, that which this one does: a column each of the preview."""
        return [
            name for name in ("birth", "sex", "club") if any(line.fields.get(name) for line in self.lines)
        ]
