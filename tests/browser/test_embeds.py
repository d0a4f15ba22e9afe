"""A club's page shows the standings and the pairings within itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests import builders
from tests.browser.conftest import OpenPage, expect

pytestmark = [pytest.mark.browser, pytest.mark.any_database]


@contextmanager
def site(content: str) -> Iterator[str]:
    """Another site with this page; yields its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(content.encode())

        def log_message(self, *_arguments: Any) -> None:
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


def test_the_lines_that_are_copied_show_what_is_published_in_another_site(
    chief: User, open_page: OpenPage
) -> None:
    event = builders.tournament(chief, name="Framed Open")
    builders.play(event, 1, chief)
    ours = open_page()
    ours.goto("/t/framed-open/")
    ours.get_by_text("Embed in another site").click()
    lines = ours.locator("#embed code")
    expect(lines).to_have_count(2)
    copied = "".join(lines.all_inner_texts())

    name = event.players.get(number=1).name
    club = open_page(javascript=False)
    with site(copied) as address:
        club.goto(address)
        standings, pairings = (club.frame_locator("iframe").nth(number) for number in range(2))
        expect(standings.get_by_role("heading", name="Standings after round 1")).to_be_visible()
        expect(pairings.get_by_role("heading", name="Round 1")).to_be_visible()
        standings.get_by_role("link", name=name).click()
        # The link opens in the whole window.
        club.wait_for_url(re.compile(r"/t/framed-open/players/1/$"))
    expect(club.get_by_role("heading", name=name)).to_be_visible()
