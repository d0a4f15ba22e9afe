"""docs/rules names, for each rule, the function that keeps it: these functions exist."""

from __future__ import annotations

import re
from pathlib import Path
from pkgutil import resolve_name

from tests.each import each

DOCUMENTS = Path(__file__).parents[1] / "docs" / "rules"
# For example `preferences.preference` of the rule book, `selectors.numbers.initial_order` of the application.
NAMES = sorted(
    {
        name
        for document in DOCUMENTS.glob("*.md")
        for name in re.findall(r"`((?:[a-z_0-9]+\.)+\w+)`", document.read_text(encoding="utf-8"))
    }
)


@each("name", NAMES)
def test_what_keeps_a_rule_is_there(name: str) -> None:
    assert any(is_there(f"{package}{name}") for package in ("pairing.", "tournaments.", ""))


def is_there(path: str) -> bool:
    try:
        resolve_name(path)
    except (ImportError, AttributeError):
        return False
    return True
