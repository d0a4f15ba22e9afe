"""A phone is told of the next board: only a tap asks for that, and the server sends the message."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import User
from pytest_django.fixtures import Settings

from tests import builders
from tests.browser.conftest import PHONE, OpenPage, expect
from tests.push_service import serving
from tournaments.models import PushSubscription
from tournaments.public import services as public

pytestmark = pytest.mark.browser

# This browser has no push service and allows no site to notify, so both are replaced.
SUBSCRIBES = """
  const given = %s;
  const known = () => sessionStorage.getItem("asked") && { endpoint: given.endpoint, toJSON: () => given };
  PushManager.prototype.getSubscription = async () => known();
  PushManager.prototype.subscribe = async (options) => {
    sessionStorage.setItem("asked", JSON.stringify(options));
    return known();
  };
  Notification.requestPermission = async () => "granted";
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
"""
# What the service worker shows when a message comes, and the page that a tap on it opens.
SHOWS = """async (message) => {
  const shown = [];
  self.registration.showNotification = async (title, { body, data, lang }) =>
    shown.push(title, body, data.url, lang);
  self.dispatchEvent(new PushEvent("push", { data: JSON.stringify(message) }));
  return shown;
}"""


def test_a_phone_is_asked_by_a_tap_alone_and_shows_what_it_is_told(
    chief: User, open_page: OpenPage, settings: Settings
) -> None:
    settings.WEB_PUSH, settings.WEB_PUSH_KEY = "mailto:arbiter@example.org", "a secret of the tests"
    event = builders.tournament(chief, players=8, name="Pocket Open")
    builders.play(event, 1, chief)
    with serving() as service:
        settings.WEB_PUSH_HERE = service.address
        asks = service.asks("")
        given = {"endpoint": asks["endpoint"], "keys": {"p256dh": asks["key"], "auth": asks["secret"]}}
        page = open_page(size=PHONE, keeps=True)
        page.add_init_script(SUBSCRIBES % json.dumps(given))
        page.goto("/t/pocket-open/players/3/")
        page.get_by_role("button", name="Follow").click()
        page.goto("/t/pocket-open/")
        tell = page.get_by_role("button", name="Notify me of each new board")
        expect(tell).to_have_attribute("aria-pressed", "false")
        assert page.evaluate("sessionStorage.getItem('asked')") is None
        tell.click()
        is_told = page.get_by_role("button", name="This phone is notified of each new board")
        expect(is_told).to_have_attribute("aria-pressed", "true")
        assert json.loads(page.evaluate("sessionStorage.getItem('asked')"))["userVisibleOnly"] is True
        page.reload()
        expect(is_told).to_have_attribute("aria-pressed", "true")

        builders.publish(event, 2, chief)
        assert public.notify_phones() == 1
        message = service.opened(service.sent[0])
        (worker,) = page.context.service_workers
        told = [message["title"], message["body"], "/t/pocket-open/", "en"]
        assert worker.evaluate(SHOWS, message) == told

        # Once nobody is followed any more, no messages are sent.
        page.goto("/t/pocket-open/players/3/")
        with page.expect_response("**/notify/"):
            page.get_by_role("button", name="Follow").click()
        assert not PushSubscription.objects.exists()


def test_a_browser_that_refuses_says_where_to_allow_it(
    chief: User, open_page: OpenPage, settings: Settings
) -> None:
    settings.WEB_PUSH, settings.WEB_PUSH_KEY = "mailto:arbiter@example.org", "a secret of the tests"
    event = builders.tournament(chief, players=8, name="Pocket Open")
    page = open_page(size=PHONE, keeps=True)
    page.add_init_script("Notification.requestPermission = async () => 'denied'")
    page.goto(f"/t/pocket-open/follow/{event.players.get(number=1).key}/")
    page.get_by_role("button", name="Notify me of each new board").click()
    expect(page.get_by_text("This browser blocks notifications")).to_be_visible()
    expect(page.get_by_role("button", name="Notify me of each new board")).to_be_visible()
