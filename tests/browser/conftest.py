"""A page of the live server, with the size and features that a test asks for."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, Locator, Page, Route
from playwright.sync_api import expect as exactly
from pytest_django.live_server_helper import LiveServer

from tests import builders

# A test must set its routes before it opens the page: on an open page, Chromium applies them a moment later,
# and requests sent meanwhile get past them.

# Milliseconds: pages are slow on a busy machine.
PATIENCE = 180_000
exactly.set_options(timeout=PATIENCE)

HTMX = "**/htmx.min.js*"

PHONE = (320, 640)
DESK = (1280, 800)


class OpenPage(Protocol):
    """Open a page in a new browser context, logged in as `user` if one is named."""

    def __call__(
        self, *, user: str = "", size: tuple[int, int] = DESK, javascript: bool = True, keeps: bool = False
    ) -> Page: ...


class Expected:
    """What `expect` of Playwright waits for, without its outline of the whole page at each vain look.

    The outline is for the message of a test that fails; with 60 boards each took a third of a second.
    """

    def __init__(self, locator: Locator) -> None:
        self.locator = locator
        self.exactly = exactly(locator)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.exactly, name)

    def to_be_visible(self) -> None:
        self.locator.wait_for()

    def to_be_focused(self) -> None:
        self.locator.wait_for()
        exactly(self.locator.and_(self.locator.page.locator(":focus"))).to_have_count(1)

    def to_have_text(self, text: str | re.Pattern[str]) -> None:
        # Of a list, even of one, no outline is made.
        self.exactly.to_have_text([text])

    def to_contain_text(self, text: str | re.Pattern[str]) -> None:
        words = r"\s+".join(map(re.escape, text.split())) if isinstance(text, str) else text
        self.exactly.to_have_text([re.compile(words)])


def expect(locator: Locator) -> Expected:
    """Wait for what the locator finds to be as it is then said."""
    return Expected(locator)


def fits(page: Page) -> bool:
    """Whether the page fits its width without scrolling sideways."""
    # Right after a click, the next page may have begun and have no root element yet.
    page.wait_for_load_state()
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def log_in(page: Page, name: str, password: str) -> None:
    """Log in on the page for it."""
    page.goto("/login/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(lambda at: "/login/" not in at)


def hold_back(page: Page, address: str | re.Pattern[str]) -> Callable[[], None]:
    """Hold requests to the address back, as on a slow network, until the returned function is called."""
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    def go_on() -> None:
        for route in waiting:
            route.continue_()

    page.route(address, hold)
    return go_on


def _wait_for_answers() -> None:
    """Wait until the live server has finished all requests of closed pages.

    Otherwise the tables would be emptied after the test while it still reads them, and PostgreSQL aborts one
    of two transactions that wait for each other.
    """
    for thread in threading.enumerate():
        if "process_request_thread" in thread.name:
            thread.join(timeout=PATIENCE / 1000)
            assert not thread.is_alive(), "a request is not over minutes after its page was closed"


@pytest.fixture
def chief(guarded_db: None) -> User:
    """The chief arbiter, in a database that the live server shares."""
    return builders.user("chief")


@pytest.fixture
def open_page(browser: Browser, live_server: LiveServer, guarded_db: None) -> Iterator[OpenPage]:
    """Pages of the live server, by whose own hand users are logged in: the login takes as long as a page."""

    def enter(page: Page, user: str) -> None:
        client = Client()
        client.force_login(User.objects.get(username=user))
        key = client.cookies[settings.SESSION_COOKIE_NAME].value
        page.context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": live_server.url, "httpOnly": True}]
        )

    try:
        with pages_of(live_server.url, browser, enter) as open_one:
            yield open_one
    finally:
        _wait_for_answers()


@contextmanager
def pages_of(site: str, browser: Browser, enter: Callable[[Page, str], None]) -> Iterator[OpenPage]:
    """Pages that fail the test on a script error, a refused resource or a server error.

    `enter` logs a user in on a new page.
    """
    faults: list[str] = []
    contexts = []

    def open_one(
        *, user: str = "", size: tuple[int, int] = DESK, javascript: bool = True, keeps: bool = False
    ) -> Page:
        context = browser.new_context(
            base_url=site,
            viewport={"width": size[0], "height": size[1]},
            java_script_enabled=javascript,
            # What moves is painted sixty times a second, for tests that look at none of it.
            reduced_motion="reduce",
            # Tests cannot hold back the answers of a service worker.
            service_workers="allow" if keeps else "block",
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "console",
            lambda message: faults.append(message.text) if "Content Security" in message.text else None,
        )
        page.on("response", lambda answer: faults.append(answer.url) if answer.status >= 500 else None)
        if user:
            enter(page, user)
        return page

    try:
        yield open_one
    finally:
        for context in contexts:
            context.close()
    assert not faults
