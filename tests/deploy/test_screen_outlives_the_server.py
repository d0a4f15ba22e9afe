"""A screen in the hall recovers by itself after the server was killed and started again."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.deploy.test_server import HOST, SECONDS, manage

pytestmark = [pytest.mark.browser, pytest.mark.any_database]

# In milliseconds: a server that was killed takes seconds to come back.
PATIENCE = 1000 * SECONDS

EVENT = """
from tests import builders
arbiter = builders.user("arbiter")
builders.publish(builders.tournament(arbiter), 1, arbiter)
"""


def serve(folder: Path, port: int) -> subprocess.Popen[str]:
    """Start a server, and wait until it answers."""
    process = manage(folder, "serve", f"--port={port}")
    assert process.stdout
    if f":{port}/" not in process.stdout.readline():
        process.kill()
        raise AssertionError(process.communicate())
    return process


@pytest.mark.takes_long
def test_a_screen_outlives_the_server(browser: Browser, prepared_site: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(prepared_site, tmp_path / "data")
    making = manage(folder, "shell", "--verbosity=0", f"--command={EVENT}")
    _printed, log = making.communicate(timeout=SECONDS)
    assert making.returncode == 0, log
    with socket.create_server((HOST, 0)) as free:
        port = free.getsockname()[1]
    at = f"http://localhost:{port}"
    server = serve(folder, port)
    context = browser.new_context(base_url=at, viewport={"width": 1920, "height": 1080})
    try:
        machine, desk = context.new_page(), browser.new_context(base_url=at).new_page()
        for page in (machine, desk):
            page.context.set_default_timeout(PATIENCE)
        machine.goto("/t/test-open/screen/")
        desk.goto("/login/?next=/t/test-open/desk/screens/")
        desk.get_by_label("Username").fill("arbiter")
        desk.get_by_label("Password").fill("arbiter")
        desk.get_by_role("button", name="Log in").click()
        desk.get_by_label("Code on the screen").fill(machine.locator(".figure").inner_text())
        desk.get_by_label("Call it").fill("Left of the stage")
        desk.get_by_role("button", name="Open the screen").click()
        # The screen turns: what it showed first may be gone by now.
        shown = machine.get_by_role("heading", name=re.compile(r"Round \d|Standings|Pairings"))
        expect(shown).to_be_visible(timeout=PATIENCE)
        server.kill()
        server.communicate()
        expect(machine.get_by_text("No connection since")).to_be_visible(timeout=PATIENCE)
        server = serve(folder, port)
        expect(machine.get_by_text("No connection since")).to_be_hidden(timeout=PATIENCE)
        expect(machine.locator(".clock")).to_have_text(re.compile(r"^\d\d:\d\d$"), timeout=PATIENCE)
    finally:
        desk.context.close()
        context.close()
        server.kill()
        server.communicate()
