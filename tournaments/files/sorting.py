"""Sorting more lines than the memory should hold."""

from __future__ import annotations

import heapq
import tempfile
from contextlib import ExitStack
from typing import IO, TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterator

# Of the lines of a rating list, some 30 MB.
IN_MEMORY = 250_000


class SortedLines:
    """Lines that are added in any order and come back in the order of their code points, each once.

    What does not fit into memory waits in temporary files, which are gone when the context ends.
    """

    def __init__(self, in_memory: int = IN_MEMORY) -> None:
        self._in_memory = in_memory
        self._lines: list[str] = []
        self._runs: list[IO[str]] = []
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._stack.close()

    def add(self, line: str) -> None:
        """Add a line, without its end and with none inside."""
        self._lines.append(line)
        if len(self._lines) >= self._in_memory:
            self._spill()

    def __iter__(self) -> Iterator[str]:
        """The lines in order."""
        self._lines.sort()
        for run in self._runs:
            run.seek(0)
        # Without the ends of the lines, which come after a tab.
        runs = ((line[:-1] for line in run) for run in self._runs)
        last = None
        for line in heapq.merge(*runs, self._lines):
            if line != last:
                yield line
            last = line

    def _spill(self) -> None:
        self._lines.sort()
        run = self._stack.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n"))  # noqa: SIM115  the stack closes it
        run.writelines(line + "\n" for line in self._lines)
        self._runs.append(run)
        self._lines.clear()
