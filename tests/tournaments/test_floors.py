"""What the import contracts cannot see of the floors of the house."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

import pairing
import tests
import tournaments
from tournaments import forms, selectors

pytestmark = pytest.mark.any_database

HOUSE = [Path(package.__path__[0]) for package in (pairing, tournaments, tests)]
FORMS = sorted(Path(forms.__path__[0]).glob("*.py"))
# What is asked of a table, as far as no mapping, list or form is asked by the same word.
QUERIES = {
    *("objects", "filter", "exclude", "annotate", "alias", "aggregate", "order_by", "distinct", "in_bulk"),
    *("exists", "contains", "values_list", "iterator"),
    *("get_or_create", "update_or_create", "create", "delete", "bulk_create", "bulk_update"),
    *("select_related", "prefetch_related"),
}
SELECTORS = sorted(Path(selectors.__path__[0]).rglob("*.py"))


def found(path: Path, attributes: set[str]) -> list[str]:
    nodes = ast.walk(ast.parse(path.read_text()))
    return [ast.unparse(one) for one in nodes if isinstance(one, ast.Attribute) and one.attr in attributes]


def called_bare(path: Path, methods: set[str]) -> list[str]:
    calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    return [
        ast.unparse(one)
        for one in calls
        if isinstance(one.func, ast.Attribute) and one.func.attr in methods and not one.args
    ]


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_reads_through_selectors(path: Path) -> None:
    """It imports models for its fields and choices; what it asks of their tables a selector answers."""
    assert found(path, QUERIES) == []
    # A list counts one of its values, and a form may call a round the `last`.
    assert called_bare(path, {"count", "first", "last", "earliest", "latest"}) == []


@pytest.mark.parametrize("path", SELECTORS, ids=lambda path: path.stem)
def test_a_selector_makes_no_address(path: Path) -> None:
    """What ruff bans of `django.urls` comes by no model either: who asks for a paper hands addresses in."""
    assert found(path, {"get_absolute_url"}) == []


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
