"""A progress bar for a user waiting at a terminal; without a terminal nothing is shown."""

from __future__ import annotations

import sys
from typing import Self, TextIO

_WIDTH = 30


class Progress:
    """How many of `total` things are done, on one line of standard error, if that is a terminal.

    The line is removed when the work is over. Anything else must be printed between `hide` and the next step.
    """

    def __init__(self, total: int, what: str, stream: TextIO | None = None) -> None:
        self._total = total
        self._what = what
        self._stream = sys.stderr if stream is None else stream
        self._watched = self._stream.isatty()
        self._done = 0
        self._shown = ""

    def __enter__(self) -> Self:
        self._show()
        return self

    def __exit__(self, *_error: object) -> None:
        self.hide()

    def step(self) -> None:
        """Count one more thing as done."""
        self._done += 1
        self._show()

    def hide(self) -> None:
        """Remove the line."""
        if self._shown:
            self._stream.write(f"\r{'':{len(self._shown)}}\r")
            self._stream.flush()
            self._shown = ""

    def _show(self) -> None:
        if not self._watched:
            return
        filled = _WIDTH * self._done // self._total if self._total else _WIDTH
        line = f"[{'#' * filled:.<{_WIDTH}}] {self._done} of {self._total} {self._what}"
        if line != self._shown:
            self.hide()
            self._stream.write(line)
            self._stream.flush()
            self._shown = line
