"""What the import contracts cannot see of the floors of the house."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tournaments import forms

pytestmark = pytest.mark.any_database

FORMS = sorted(Path(forms.__path__[0]).glob("*.py"))


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_reads_through_selectors(path: Path) -> None:
    """It imports models for its fields and choices; what it asks of their tables a selector answers."""
    asked = {"objects", "filter", "exclude", "get_or_create", "annotate"}
    nodes = ast.walk(ast.parse(path.read_text()))
    found = [ast.unparse(node) for node in nodes if isinstance(node, ast.Attribute) and node.attr in asked]
    assert found == []
