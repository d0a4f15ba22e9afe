"""A test of many cases tries each of them, also after one has failed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from inspect import signature

import pytest

from tests.each import each


class Noted:
    """What `subtests` does, without a failure of this test."""

    def __init__(self) -> None:
        self.failed: list[str] = []

    @contextmanager
    def test(self, name: str) -> Iterator[None]:
        try:
            yield
        except AssertionError:
            self.failed.append(name)


def test_every_case_is_tried_and_those_that_fail_are_named() -> None:
    tried = []

    @each("letter", "ab")
    @each(("one", "two"), [(1, 1), (1, 2)])
    def compare(one: int, two: int, letter: str, event: str) -> None:
        tried.append((letter, one, two, event))
        assert one == two

    noted = Noted()
    assert list(signature(compare).parameters) == ["subtests", "event"]
    compare(noted, event="open")
    assert tried == [(letter, 1, two, "open") for letter in "ab" for two in (1, 2)]
    assert noted.failed == ["1 2", "1 2"]


def test_no_cases_are_a_mistake() -> None:
    with pytest.raises(AssertionError, match="nothing to try"):
        each("one", [])
