"""Sorting more lines than should be kept in memory."""

from __future__ import annotations

import heapq
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from typing import IO, Self

# About 30 MB for the lines of a rating list.
IN_MEMORY = 250_000


class SortedLines:
    """Lines that are added in any order and come back in the order of their code points, each once.

    Lines that do not fit into memory wait in temporary files, which are deleted when the context ends.
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
        """Add a line, without its line end and with no line end inside."""
        self._lines.append(line)
        if len(self._lines) >= self._in_memory:
            self._spill()

    def __iter__(self) -> Iterator[str]:
        """The lines in order."""
        self._lines.sort()
        for run in self._runs:
            run.seek(0)
        # Without the line ends, which would sort after a tab.
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
