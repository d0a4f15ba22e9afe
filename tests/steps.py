"""Counts the work of a function without a clock, so that a test can tell linear from quadratic."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType
from typing import Any
from unittest.mock import patch

PACKAGES = ("pairing.", "tournaments.", "tests.")


class _Pattern:
    """A regular expression that counts the letters of each text in which it searches."""

    def __init__(self, pattern: re.Pattern[Any], counted: Callable[[int], None]) -> None:
        self._pattern = pattern
        self._counted = counted

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._pattern, name)
        if not callable(found):
            return found

        def run(*given: Any, **named: Any) -> Any:
            self._counted(sum(len(text) for text in given if isinstance(text, str | bytes)))
            return found(*given, **named)

        return run


def steps_of(act: Callable[[], object]) -> int:
    """The lines of the project that `act` runs, and the letters and items that it copies or searches.

    Each text or list counts with its length when a line first gives it a name, so a text that grows by
    copying costs its length each time; a list that grows in place costs what was added.
    """
    steps = 0
    # The values are held here, or another could take the place in memory of one that is gone.
    seen: dict[int, tuple[object, int]] = {}

    def counted(more: int) -> None:
        nonlocal steps
        steps += more

    def line(frame: FrameType, event: str, _argument: Any) -> Callable[..., Any]:
        counted(event == "line")
        for value in frame.f_locals.values():
            if isinstance(value, str | bytes | list | tuple):
                _same, length = seen.get(id(value), (value, 0))
                seen[id(value)] = (value, len(value))
                counted(max(0, len(value) - length))
        return line

    def tracer(frame: FrameType, _event: str, _argument: Any) -> Callable[..., Any] | None:
        return line if frame.f_globals.get("__name__", "").startswith(PACKAGES) else None

    with _counting_patterns(counted):
        before = sys.gettrace()
        sys.settrace(tracer)
        try:
            act()
        finally:
            sys.settrace(before)
    return steps


@contextmanager
def _counting_patterns(counted: Callable[[int], None]) -> Iterator[None]:
    with ExitStack() as stack:
        for name, module in list(sys.modules.items()):
            if name.startswith(PACKAGES):
                for key, value in list(vars(module).items()):
                    if isinstance(value, re.Pattern):
                        stack.enter_context(patch.object(module, key, _Pattern(value, counted)))
        yield
