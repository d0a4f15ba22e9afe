"""English and French: whatever is said is in the catalogue, and every page comes in the reader's language."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from django.core.management import call_command
from django.utils import translation

from tournaments.management import catalogue

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def own_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A catalogue of the test's own, with one text."""
    path = tmp_path / "django.po"
    path.write_text(
        catalogue.HEADER + 'msgid "Board"\nmsgstr "Échiquier"\n\nmsgid "Nobody says this."\nmsgstr "Parti"\n'
    )
    monkeypatch.setattr(catalogue, "CATALOGUE", path)
    monkeypatch.setattr(catalogue, "COMPILED", path.with_suffix(".mo"))
    return path


def test_renewed_the_catalogue_keeps_its_french_and_holds_what_is_said(
    own_catalogue: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("makemessages")
    assert "no French yet: 'Standings'" in capsys.readouterr().out
    kept = catalogue.read()
    assert kept["Board"].string == "Échiquier"
    assert kept["Standings"].string == ""
    assert "Nobody says this." not in kept
    assert {m.id for m in kept} == {m.id for m in catalogue.found()}
    before = own_catalogue.read_bytes()
    catalogue.renew()
    assert own_catalogue.read_bytes() == before
    texts = [str(m.id) for m in kept if m.id and isinstance(m.id, str) and not m.context]
    assert texts == sorted(texts)


def test_a_compiled_catalogue_that_is_missing_or_older_is_made(own_catalogue: Path) -> None:
    compiled = own_catalogue.with_suffix(".mo")
    call_command("compilemessages")
    first = compiled.read_bytes()
    own_catalogue.write_text(own_catalogue.read_text().replace("Échiquier", "Table"))
    os.utime(own_catalogue, ns=(0, compiled.stat().st_mtime_ns + 1))
    call_command("compilemessages")
    assert compiled.read_bytes() != first
    made = compiled.stat().st_mtime_ns
    call_command("compilemessages")
    assert compiled.stat().st_mtime_ns == made


def test_django_reads_what_was_compiled() -> None:
    french = [m for m in catalogue.read() if m.id and isinstance(m.id, str) and not m.context and m.string]
    with translation.override("fr"):
        assert all(translation.gettext(str(m.id)) == m.string for m in french)
