"""What the import contracts cannot see of the floors of the house."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

import pairing
import tournaments
from tournaments import forms

pytestmark = pytest.mark.any_database

HOUSE = [Path(package.__path__[0]) for package in (pairing, tournaments)]
FORMS = sorted(Path(forms.__path__[0]).glob("*.py"))


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_reads_through_selectors(path: Path) -> None:
    """It imports models for its fields and choices; what it asks of their tables a selector answers."""
    asked = {"objects", "filter", "exclude", "get_or_create", "annotate"}
    nodes = ast.walk(ast.parse(path.read_text()))
    found = [ast.unparse(node) for node in nodes if isinstance(node, ast.Attribute) and node.attr in asked]
    assert found == []


def test_an_alias_of_a_module_means_no_other() -> None:
    """`from a.package import module as alias`: the same module wherever the alias stands."""
    modules = {
        ".".join((package.name, *path.relative_to(package).with_suffix("").parts)).removesuffix(".__init__")
        for package in HOUSE
        for path in package.rglob("*.py")
    }
    aliases: defaultdict[str, set[str]] = defaultdict(set)
    for package in HOUSE:
        for path in package.rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.ImportFrom):
                    for name in node.names:
                        if name.asname and f"{node.module}.{name.name}" in modules:
                            aliases[name.asname].add(f"{node.module}.{name.name}")
    assert aliases["rules"] == {"pairing.tournament"}
    assert {alias: named for alias, named in aliases.items() if len(named) > 1} == {}
