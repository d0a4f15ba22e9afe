"""Reference tournaments of the Dubov System: every round as it was paired there."""

from __future__ import annotations

from pathlib import Path

import pytest

from pairing.checker import check
from pairing.trf import read

FILES = sorted((Path(__file__).parents[2] / "data" / "dubov-2026").glob("*.trf"))


def test_they_are_all_there() -> None:
    assert len(FILES) == 12


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_round_is_paired_the_same(path: Path) -> None:
    checks = check(read(path.read_bytes()))
    assert checks
    assert [one.number for one in checks if not one.agrees] == []
