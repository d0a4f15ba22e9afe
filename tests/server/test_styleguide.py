"""The page of components has every class that the stylesheet gives a look."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.conf import settings as project
from django.test import Client
from pytest_django.fixtures import Settings

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

STYLESHEET = project.PAGES / "static" / "css" / "board-one.css"

# Classes that the page of components cannot show, and why.
NOT_SHOWN = {
    "code": "an image that the server draws",
    "coming": "the place of what a script is about to bring",
    "deaf": "keeps a second click away, and has no look",
    "manual": "the manual itself",
    "many": "a list of more than twenty boards",
    "none-differ": "hidden while reports differ, as they do here",
    "of-teams": "hidden until an event of teams is chosen",
    "open-who": "the menu of who has logged in",
    "picture": "an image that the server draws",
    "seldom": "the menu of who has logged in",
    "to-come": "the place of what a script is about to bring",
    "unscripted": "hidden where scripts run",
    "who": "the menu of who has logged in",
}


def layers(text: str) -> Iterator[tuple[str, str]]:
    """Name and content of each layer."""
    for begin in re.finditer(r"^@layer (\w+) \{$", text, re.MULTILINE):
        yield begin[1], text[begin.end() : text.index("\n}\n", begin.end())]


def classes_with_a_look() -> set[str]:
    """The classes in the selectors of components and pages."""
    text = re.sub(r"/\*.*?\*/", "", STYLESHEET.read_text(encoding="utf-8"), flags=re.DOTALL)
    selectors = (
        selector
        for name, content in layers(text)
        if name in ("parts", "pages")
        for selector in re.findall(r"([^{};]+)\{", content)
    )
    return {name for selector in selectors for name in re.findall(r"\.([a-z][\w-]*)", selector)}


def test_every_class_of_the_stylesheet_is_among_the_components(client: Client, settings: Settings) -> None:
    settings.DEBUG = True
    page = client.get("/styleguide/").content.decode()
    shown = {name for names in re.findall(r'class="([^"]*)"', page) for name in names.split()}
    looks = classes_with_a_look()
    assert {"card", "message", "clock", "hall"} <= looks
    assert looks - shown == {*NOT_SHOWN}
