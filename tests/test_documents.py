"""What a newcomer reads is short, and the files that documents name exist."""

from __future__ import annotations

import re
from pathlib import Path

from tests.each import each

ROOT = Path(__file__).parents[1]
# A path of the map may be relative to any of these.
ROOMS = (
    ROOT,
    ROOT / "docs",
    ROOT / "tournaments",
    ROOT / "templates/manual",
    ROOT / "tests/tournaments",
)
MAP = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Where things are")[2]
PATHS = sorted(set(re.findall(r"`([\w/.-]+(?:/|\.\w+))`", MAP.partition("\n## ")[0])))
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "tests/data/README.md"])


def test_the_readme_has_five_hundred_words_at_most() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) <= 500


@each("path", PATHS)
def test_the_map_names_what_is_there(path: str) -> None:
    assert any((room / path).exists() for room in ROOMS)


@each("page", PAGES)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


@each("page", PAGES)
def test_files_that_a_page_names_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for name in re.findall(r"(?<![\w/.])(?:benchmarks|docs|scripts|tests)/[\w/.-]*\w", text):
        assert (ROOT / name).exists(), name


def test_every_folder_of_data_says_where_it_is_from() -> None:
    text = (ROOT / "tests/data/README.md").read_text(encoding="utf-8")
    for entry in (ROOT / "tests/data").iterdir():
        assert entry.name == "README.md" or f"`{entry.name}" in text
