"""Many cases of one small test, which cost as much as one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import Parameter, signature
from typing import Any

import pytest


def each(names: str | tuple[str, ...], cases: Iterable[Any]) -> Callable[[Callable[..., None]], Any]:
    """A test with these cases as its subtests, each of which is named if it fails.

    `pytest.mark.parametrize` makes a test of each case, which takes ten milliseconds. Here the cases share
    the fixtures, so none may change what they gave.
    """
    cases, of_case = list(cases), {names} if isinstance(names, str) else set(names)
    assert cases, "there is nothing to try"

    def with_cases(test: Callable[..., None]) -> Callable[..., None]:
        known = signature(test).parameters

        @wraps(test)
        def test_of_all(subtests: pytest.Subtests, **fixtures: Any) -> None:
            if "subtests" in known:
                fixtures["subtests"] = subtests
            for case in cases:
                values = {names: case} if isinstance(names, str) else dict(zip(names, case, strict=True))
                with subtests.test(" ".join(str(getattr(it, "stem", it)) for it in values.values())[:100]):
                    test(**values, **fixtures)

        left = {name: it for name, it in known.items() if name not in of_case and name != "subtests"}
        given = [Parameter("subtests", Parameter.POSITIONAL_OR_KEYWORD), *left.values()]
        test_of_all.__signature__ = signature(test).replace(parameters=given)
        return test_of_all

    return with_cases
