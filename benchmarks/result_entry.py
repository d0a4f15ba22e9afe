"""How long entering a round's results by keyboard takes: the program's time, and the number of keys.

    python benchmarks/result_entry.py [--boards 200] [--round 9] [--pace 600]
    scripts/with-postgresql python benchmarks/result_entry.py

Plays all rounds of an open except the last, publishes that, and types its results into the page in a real
browser (Chromium, through Playwright) in two ways: down the list, one key for each board; and as slips come
to the desk, in no order: the board's number, Enter if more digits could follow, the result. After each it
waits for the tick. It prints how many keys each way takes; for a result the time from its key until the focus
is where the next one is typed, until the server has answered, and until the tick appears: medians, 95th
percentiles, the worst, and the sums for the round. The rest of four minutes is left for the typist. With
`--pace` it types like a person instead: this many milliseconds between two keys, and no waiting; then the
status is 1 if a round took longer than four minutes. Without DATABASE_URL the database is SQLite's, in a
directory that is removed afterwards; with it, the database must be empty. The other figures depend on the
machine.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
from socket import create_server
from statistics import median, quantiles
from time import perf_counter, sleep
from typing import TYPE_CHECKING
from urllib.request import urlopen

import events

if TYPE_CHECKING:
    from playwright.sync_api import Page

KEYS = "10=5+-"
# Seconds for a round.
TARGET = 240
WAYS = ("down the list", "slip by slip")

# Records in the page when a key goes down, when the focus moves to another element, and when the row's tick
# appears; the server's part is in the browser's own resource timings.
NOTES = """() => {
  window.notes = {key: {}, focus: {}, saved: {}};
  document.addEventListener("keydown", (event) => {
    const row = event.target.closest?.("tr[data-board]");
    if (!row || !"10=5+-".includes(event.key)) return;
    const board = row.dataset.board;
    window.notes.key[board] = performance.now();
    requestAnimationFrame(() => { window.notes.focus[board] = performance.now(); });
  }, true);
  new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes)
      if (node.matches?.("tr.saved[data-board]") && !(node.dataset.board in window.notes.saved))
        window.notes.saved[node.dataset.board] = performance.now();
  }).observe(document.querySelector("table.entry"), {childList: true, subtree: true});
  performance.setResourceTimingBufferSize(10000);
}"""
FOUND = """() => ({...window.notes, server: performance.getEntriesByType("resource")
  .filter((entry) => /boards\\/\\d+\\/$/.test(entry.name))
  .map((entry) => entry.responseEnd - entry.startTime)})"""


def main() -> None:
    """Make an event for each way of typing, serve them, type."""
    parser = argparse.ArgumentParser(description="How long a round's results take by keyboard.")
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--round", type=int, default=9)
    parser.add_argument("--pace", type=int, default=0, help="milliseconds between two keys, without waiting")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with events.database() as vendor:
        from tests import builders

        print(f"{vendor}, {options.boards} boards, round {options.round}")
        chief = builders.user("chief")
        for way in WAYS:
            name, players = way.capitalize(), 2 * options.boards
            events.event_in_round(options.round, players=players, name=name, chief=chief, seed=options.seed)
        with create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        site = f"http://127.0.0.1:{port}"
        command = [sys.executable, "manage.py", "serve", f"--port={port}"]
        server = subprocess.Popen(command, cwd=events.ROOT)
        try:
            wait_for(f"{site}/healthz")
            took = type_rounds(site, options)
        finally:
            server.terminate()
            server.wait()
    sys.exit(options.pace > 0 and took > TARGET)


def wait_for(url: str) -> None:
    """Wait until the server answers."""
    for _try in range(100):
        try:
            with urlopen(url):
                return
        except OSError:
            sleep(0.1)
    sys.exit("the server does not answer")


def type_rounds(site: str, options: argparse.Namespace) -> float:
    """Type the last round of each event, print the times, and return the seconds of the slower way."""
    from playwright.sync_api import sync_playwright

    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    browser_path = next(filter(None, map(shutil.which, names)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        page = browser.new_page(base_url=site)
        page.goto("/login/")
        page.get_by_label("Username").fill("chief")
        page.get_by_label("Password").fill("chief")
        page.get_by_role("button", name="Log in").click()
        page.wait_for_url(f"{site}/")
        took = []
        for way in WAYS:
            print(f"\n{way}")
            slug = way.replace(" ", "-")
            start = perf_counter()
            page.goto(f"/t/{slug}/desk/rounds/{options.round}/")
            page.locator("#board-1:focus").wait_for()
            print(f"    page ready after        {1000 * (perf_counter() - start):8.0f} ms")
            page.evaluate(NOTES)
            took.append(one_by_one(page, way, options))
        browser.close()
    return max(took)


def one_by_one(page: Page, way: str, options: argparse.Namespace) -> float:
    """Type every result of the page, print the times, and return the seconds until everything is saved."""
    chance = random.Random(options.seed)
    boards = list(range(1, options.boards + 1))
    if way == WAYS[1]:
        chance.shuffle(boards)
    keys, due = 0, perf_counter()

    def press(key: str) -> None:
        nonlocal keys, due
        sleep(max(0, due - perf_counter()))
        page.keyboard.press(key)
        keys += 1
        due += options.pace / 1000

    if way == WAYS[1]:
        press("g")
    start = perf_counter()
    for board in boards:
        if way == WAYS[1]:
            for digit in str(board):
                press(digit)
            if 10 * board <= options.boards:
                press("Enter")
        press(chance.choice(KEYS))
        if not options.pace:
            page.locator(f"#board-{board} .tick").wait_for()
    typed = perf_counter()
    page.get_by_text("All results are in").wait_for()
    page.wait_for_function(f"Object.keys(window.notes.saved).length === {options.boards}")
    saved = perf_counter()
    found = page.evaluate(FOUND)
    print(f"    keys                    {keys:8} ({keys / options.boards:.2f} a result)")
    print(f"    typed in                {typed - start:8.1f} s, everything saved {saved - typed:.1f} s later")
    for label, times in (
        ("key to next board", [found["focus"][b] - found["key"][b] for b in found["key"]]),
        ("key to saved and shown", [found["saved"][b] - found["key"][b] for b in found["key"]]),
        ("of it the server", found["server"]),
    ):
        slow = quantiles(times, n=20)[18]
        print(
            f"    {label:<24}{median(times):8.1f} ms, 95 %: {slow:.1f} ms, at worst {max(times):.1f} ms,"
            f" for {len(times)} together {sum(times) / 1000:.1f} s"
        )
    if not options.pace:
        left = TARGET - sum(found["saved"][b] - found["key"][b] for b in found["key"]) / 1000
        print(f"    of {TARGET} s are left a key {1000 * left / keys:8.0f} ms")
    return saved - start


if __name__ == "__main__":
    main()
