"""How long a slow phone waits: the measures of Lighthouse for the pages that players open.

    python benchmarks/phone.py [--players 400] [--round 6] [--times 3]

Serves an event with `manage.py serve` and opens its pages in Chromium like a phone of 390 x 844 px that has
nothing cached: 1.6 Mbit/s, 150 ms round trip, a processor four times as slow as this one's. Printed are the
milliseconds until the first and the largest contentful paint, how far painted parts move afterwards (the
layout shift, which must be 0), the bytes transferred, and the requests: for each page the median of
`--times`, for the shift the worst. In one line three players are followed: there the page of the event opens
on their boards, which a script inserts. The database is SQLite's, in a directory that is removed afterwards.
The status is 1 if something moves by more than the printed thousandths show as 0; the other figures depend on
the machine.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from dataclasses import dataclass
from statistics import median
from typing import Any

import events
from playwright.sync_api import Browser, Page
from served import HOST, Server

# Bytes a second to and from the phone, milliseconds of a round trip, and how much slower its processor is.
NETWORK = {"downloadThroughput": 200_000, "uploadThroughput": 93_750, "latency": 150, "offline": False}
SLOWER = 4
# Milliseconds after the page has loaded by which its scripts are done.
SETTLED = 1500
BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
SCREEN = {"width": 390, "height": 844}

OBSERVE = """
  globalThis.largest = 0;
  globalThis.shift = 0;
  const observe = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe("largest-contentful-paint", (entry) => { globalThis.largest = entry.startTime; });
  observe("layout-shift", (entry) => { globalThis.shift += entry.value; });
"""
FOUND = """() => [
  performance.getEntriesByName("first-contentful-paint")[0].startTime, globalThis.largest, globalThis.shift
]"""


@dataclass(frozen=True, slots=True)
class Load:
    """The measures of opening a page: milliseconds, the layout shift, bytes, requests."""

    first: float
    largest: float
    shift: float
    bytes: float
    requests: int


def main() -> None:
    """Make the event, serve it, open its pages, print the table."""
    parser = argparse.ArgumentParser(description="What a slow phone waits for.")
    parser.add_argument("--players", type=int, default=400)
    parser.add_argument("--round", type=int, default=6)
    parser.add_argument("--times", type=int, default=3)
    options = parser.parse_args()
    with events.database():
        from tests import builders

        chief = builders.user("chief")
        event = events.event_in_round(options.round, players=options.players, name="Phones", chief=chief)
        followed = list(event.players.order_by("number")[:3])
        kept = [{"key": one.key, "number": str(one.number), "name": one.name} for one in followed]
        pages = {
            "event": ("", None),
            "event, three followed": ("", kept),
            "round": (f"rounds/{options.round}/", None),
            "standings": ("standings/", None),
            "card": ("players/1/", None),
            "my board": (f"follow/{followed[0].key}/", None),
        }
        with Server("manage serve --port {port}") as server:
            site = f"http://{HOST}:{server.port}{event.get_absolute_url()}"
            moved = show(site, pages, options.times)
    sys.exit(moved)


def show(site: str, pages: dict[str, tuple[str, object]], times: int) -> bool:
    """Open every page `times` times, print the measures, and return whether anything moved."""
    from playwright.sync_api import sync_playwright

    moved = False
    print(f"{'':<24}{'first':>8}{'largest':>9}{'shift':>8}{'kB':>8}{'requests':>10}")
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for label, (place, follows) in pages.items():
            loads = [opened(browser, site, place, follows) for _time in range(times)]
            shift = max(load.shift for load in loads)
            moved |= round(shift, 3) > 0
            print(
                f"{label:<24}{median(load.first for load in loads):8.0f}"
                f"{median(load.largest for load in loads):9.0f}{shift:8.3f}"
                f"{median(load.bytes for load in loads) / 1000:8.1f}{loads[-1].requests:10}",
                flush=True,
            )
        browser.close()
    return moved


def opened(browser: Browser, site: str, place: str, follows: object) -> Load:
    """Open a page as a phone that has nothing stored except the players that it follows."""
    context = browser.new_context(viewport=SCREEN, service_workers="block")
    page = context.new_page()
    if follows:
        # They were chosen on another page of the event; the event's own has been open before.
        page.goto(f"{site}players/1/")
        keep = "(follows) => localStorage.setItem(`follow:${live.dataset.event}`, JSON.stringify(follows))"
        page.evaluate(keep, follows)
        page.goto(site, wait_until="networkidle")
    load = measured(page, f"{site}{place}")
    context.close()
    return load


def measured(page: Page, address: str) -> Load:
    """Open the address over a slow network, with an empty cache."""
    travelled: list[float] = []
    devtools = page.context.new_cdp_session(page)

    def arrived(told: dict[str, Any]) -> None:
        travelled.append(told["encodedDataLength"])

    devtools.on("Network.loadingFinished", arrived)
    devtools.send("Network.enable")
    devtools.send("Network.clearBrowserCache")
    devtools.send("Network.emulateNetworkConditions", NETWORK)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(OBSERVE)
    page.goto(address, wait_until="load")
    page.wait_for_timeout(SETTLED)
    first, largest, shift = page.evaluate(FOUND)
    return Load(first, largest, shift, sum(travelled), len(travelled))


if __name__ == "__main__":
    main()
