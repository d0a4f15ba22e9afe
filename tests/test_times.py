"""What is left out of a run that must be short."""

from __future__ import annotations

from tests.times import too_slow


def test_the_quickest_files_come_first() -> None:
    assert too_slow({"a": 7, "b": 1, "c": 3, "d": 3}, budget=8) == ["a"]
    assert too_slow({"a": 7, "b": 1, "c": 3, "d": 3}, budget=6) == ["d", "a"]
    assert too_slow({}, budget=0) == []
