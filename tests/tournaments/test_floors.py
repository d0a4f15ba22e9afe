"""Rules of the floors of the house that the import contracts cannot check."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

import pairing
import tests
import tournaments
from tests.each import each

pytestmark = pytest.mark.any_database

HOUSE = [Path(package.__path__[0]) for package in (pairing, tournaments, tests)]
PROGRAM = Path(tournaments.__path__[0])
FORMS = sorted([*PROGRAM.glob("forms/*.py"), *PROGRAM.glob("*/forms.py")])
# The modules that every room has.
LAYERS = {"urls", "views", "forms", "columns", "services", "queries"}
# Methods that query tables, except those whose names mappings, lists or forms use too.
QUERIES = {
    *("objects", "filter", "exclude", "annotate", "alias", "aggregate", "order_by", "distinct", "in_bulk"),
    *("exists", "contains", "values_list", "iterator"),
    *("get_or_create", "update_or_create", "create", "delete", "bulk_create", "bulk_update"),
    *("select_related", "prefetch_related"),
}
# Where a module may have an alias: in a line, or within brackets.
ALIAS = re.compile(r"^\s*from .* import .* as |^\s+\w+ as \w+,$", re.MULTILINE)
TEMPLATES = sorted((PROGRAM.parent / "templates").rglob("*.html"))
READERS = sorted([*PROGRAM.glob("selectors/**/*.py"), *PROGRAM.glob("*/queries.py")])


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


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = grimp.build_graph("pairing", "tournaments", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    TopologicalSorter(imports).prepare()


@each("path", FORMS)
def test_a_form_reads_through_queries(path: Path) -> None:
    """It imports models for its fields and choices; queries answer its questions about their tables."""
    assert found(path, QUERIES) == []
    # A list has a `count` with an argument, and a form may call a round the `last`.
    assert called_bare(path, {"count", "first", "last", "earliest", "latest"}) == []


@each("path", READERS)
def test_what_reads_makes_no_address(path: Path) -> None:
    """Neither by `django.urls`, which ruff bans, nor by a model: callers for a paper hand addresses in."""
    assert found(path, {"get_absolute_url"}) == []


def test_an_alias_of_a_module_means_no_other() -> None:
    """`from a.package import module as alias`: the same module wherever the alias stands.

    Or the same room: `from tournaments.prizes import queries as prizes`, and services where those are needed.
    """
    modules = {
        ".".join((package.name, *path.relative_to(package).with_suffix("").parts)).removesuffix(".__init__")
        for package in HOUSE
        for path in package.rglob("*.py")
    }
    aliases: defaultdict[str, set[str]] = defaultdict(set)
    for package in HOUSE:
        for text in (path.read_text() for path in package.rglob("*.py")):
            # To read all of the house takes seconds.
            for node in ast.walk(ast.parse(text)) if ALIAS.search(text) else ():
                if isinstance(node, ast.ImportFrom):
                    for name in node.names:
                        if name.asname and f"{node.module}.{name.name}" in modules:
                            inside = "" if name.name in LAYERS else f".{name.name}"
                            aliases[name.asname].add(f"{node.module}{inside}")
    assert aliases["rules"] == {"pairing.core.tournament"}
    assert {alias: named for alias, named in aliases.items() if len(named) > 1} == {}


def test_a_line_of_a_template_fits_a_screen() -> None:
    lines = [
        (path.name, number, len(line))
        for path in TEMPLATES
        for number, line in enumerate(path.read_text().splitlines(), 1)
    ]
    assert [line for line in lines if line[2] > 200] == []


def test_a_template_that_only_one_page_includes_stands_in_that_page() -> None:
    """As text, or as a partial if the page has it several times."""
    users = Counter(
        name
        for path in [*TEMPLATES, *PROGRAM.rglob("*.py")]
        for name in set(re.findall(r'"([\w/]+\.html)', path.read_text()))
    )
    parts = [str(path.relative_to(PROGRAM.parent / "templates")) for path in TEMPLATES]
    rendered = {
        name for path in PROGRAM.rglob("*.py") for name in re.findall(r'"([\w/]+\.html)', path.read_text())
    }
    once = [
        name
        for name in parts
        if users[name] < 2 and name not in rendered and (name.startswith("partials/") or "/_" in name)
    ]
    assert once == []
