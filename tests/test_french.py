"""French typography: a sign that takes a space takes one at which no line breaks (U+00A0)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[1]
CATALOGUES = (ROOT / "tournaments/locale/fr/LC_MESSAGES/django.po", ROOT / "pairing/locale/fr.po")
TEMPLATES = ROOT / "templates"
MANUAL = TEMPLATES / "manual/fr.html"
# The narrow one (U+202F) belongs between the digits of a number, not before or after these signs.
OTHER = re.compile("[ \N{NARROW NO-BREAK SPACE}][:;?!»]|«[ \N{NARROW NO-BREAK SPACE}]")
# Text to be typed, and markup.
NO_WORDS = re.compile(r"<(code|kbd)>.*?</\1>|{%.*?%}|{{.*?}}|<[^>]*>", re.DOTALL)


def faults_of(text: str) -> list[str]:
    """Each wrong space at such a sign, with some of the text around it."""
    return [text[max(0, one.start() - 20) : one.end() + 20] for one in OTHER.finditer(text)]


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_no_line_of_the_catalogue_begins_with_a_sign(path: Path) -> None:
    with path.open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    assert len(messages) > 100
    forms = [
        message.string if isinstance(message.string, tuple) else (message.string,) for message in messages
    ]
    assert [fault for texts in forms for text in texts for fault in faults_of(text)] == []


def test_no_line_of_the_manual_begins_with_a_sign() -> None:
    assert faults_of(NO_WORDS.sub("", MANUAL.read_text(encoding="utf-8"))) == []


# What a template takes from the catalogue, and its comments.
SAID = re.compile(r"{% blocktranslate.*?{% endblocktranslate %}|{% translate .*?%}|{#.*?#}", re.DOTALL)
BARE_COLON = re.compile(r".{0,20}[\w}>]: ?(?=[<{])")


def test_no_colon_of_a_page_is_left_out_of_the_catalogue() -> None:
    pages = [page for page in TEMPLATES.rglob("*.html") if page.parent != MANUAL.parent]
    assert len(pages) > 100
    found = {page.name: BARE_COLON.findall(SAID.sub("", page.read_text(encoding="utf-8"))) for page in pages}
    assert {name: colons for name, colons in found.items() if colons} == {}


# Endings in brackets, and terms for which every page has another word.
NOT_SAID = re.compile(r"\w\((?:e|es|s|ne|rice)\)|jusqu’auxquel|arbitres? en chef", re.IGNORECASE)


@pytest.mark.parametrize("path", [*CATALOGUES, MANUAL], ids=lambda path: path.stem)
def test_nobody_is_named_with_an_ending_in_brackets_nor_by_two_titles(path: Path) -> None:
    assert NOT_SAID.findall(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("Attendu\N{NO-BREAK SPACE}: «\N{NO-BREAK SPACE}Rondes\N{NO-BREAK SPACE}» ?", 1),
        ("« Rondes\N{NO-BREAK SPACE}»", 1),
        ("«\N{NARROW NO-BREAK SPACE}Rondes »\N{NARROW NO-BREAK SPACE}; l’Elo", 3),
        ("1\N{NARROW NO-BREAK SPACE}600\N{NO-BREAK SPACE}EUR, 17:30", 0),
    ],
)
def test_another_blank_is_found(text: str, faults: int) -> None:
    assert len(faults_of(text)) == faults
