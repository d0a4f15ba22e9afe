"""A screen in the hall: opened by its code, led from the desk, still right after days and lost networks."""

from __future__ import annotations

import re
from datetime import date, time

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import CDPSession, Page

from tests import builders
from tests.browser.conftest import PHONE, OpenPage, expect
from tournaments.event.services.course import set_schedule
from tournaments.hall.services import announce
from tournaments.models import Screen, Tournament
from tournaments.players.services.players import add_players

pytestmark = [pytest.mark.browser, pytest.mark.any_database]

TELEVISION, UPRIGHT = (1920, 1080), (1080, 1920)
HOUR = 60 * 60


@pytest.fixture
def published(chief: User) -> Tournament:
    """Round 1 is published: 25 boards, one more than a page holds."""
    event = builders.tournament(chief, players=50, name="Hall Open")
    builders.publish(event, 1, chief)
    return event


@pytest.mark.takes_long
def test_a_screen_is_opened_by_its_code_turns_and_recovers(
    published: Tournament, chief: User, open_page: OpenPage
) -> None:
    machine, desk = open_page(size=TELEVISION), open_page(user="chief")
    machine.goto("/t/hall-open/screen/")
    code = machine.locator(".figure").inner_text()
    desk.goto("/t/hall-open/desk/")
    desk.get_by_role("link", name="screens and announcements").click()
    desk.get_by_label("Code on the screen").fill(code)
    desk.get_by_label("Call it").fill("Left of the stage")
    desk.get_by_role("button", name="Open the screen").click()
    expect(desk.get_by_role("rowheader", name="Left of the stage")).to_be_visible()
    # Nobody touches the machine.
    expect(machine.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(machine.locator(".clock")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    # A second screen, which shows only this part: the first one may have turned.
    other = open_page(size=TELEVISION)
    other.goto("/t/hall-open/screen/boards/")
    assert_is_read_at_eight_metres(other)
    other.close()

    desk.get_by_role("link", name="Left of the stage").click()
    for part in ("pairings by name", "results coming in", "announcements", "countdown", "standings"):
        desk.get_by_label(part).uncheck()
    desk.get_by_label("Seconds a page").fill("5")
    desk.get_by_label("White on black").check()
    desk.get_by_role("button", name="Save").click()
    for page in ("1", "2", "1"):
        expect(machine.get_by_text(f"page {page} of 2")).to_be_visible()
    expect(machine.locator("#screen.dark")).to_be_visible()

    desk.get_by_label("Announcement").fill("The second round begins at three.")
    desk.get_by_role("button", name="Announce it").click()
    expect(machine.locator(".strip")).to_have_text("The second round begins at three.")
    desk.get_by_label("Show", exact=True).select_option("results coming in")
    desk.get_by_role("button", name="Show it now").click()
    expect(machine.get_by_text("0 of 25")).to_be_visible()

    machine.context.set_offline(True)
    expect(machine.get_by_text("No connection since")).to_be_visible()
    expect(machine.get_by_text("0 of 25")).to_be_visible()
    builders.results_services.enter_result(
        tournament=published, number=1, board=3, result="1-0", version=0, actor=chief
    )
    machine.context.set_offline(False)
    expect(machine.get_by_text("1 of 25")).to_be_visible()
    expect(machine.get_by_text("No connection since")).to_be_hidden()
    # The same happens when the network is there but the server is not.
    machine.route("**/screen/", lambda route: route.abort("connectionrefused"))
    expect(machine.get_by_text("No connection since")).to_be_visible()
    machine.unroute("**/screen/")
    expect(machine.get_by_text("No connection since")).to_be_hidden()


def assert_is_read_at_eight_metres(machine: Page) -> None:
    """24 boards, all on the screen, in capitals 1/300 of eight metres high on a television of 65 inches."""
    millimetres = 809 / TELEVISION[1]
    lines = machine.locator("main li")
    expect(lines).to_have_count(24)
    for line in (lines.first, lines.last):
        # A capital of Arial, or of its substitute, is 0.716 of the font size.
        size = line.evaluate("(line) => parseFloat(getComputedStyle(line).fontSize)")
        assert size * 0.716 * millimetres >= 8000 / 300
        box = line.bounding_box()
        assert box is not None
        assert box["height"] >= size
        assert box["y"] + box["height"] <= TELEVISION[1]


# As long as a name may be, in words and without a blank.
LONG = (
    "Internationale Deutsche Schachmeisterschaft der Seniorinnen und Senioren im Kurhaus zu Bad Neuenahr " * 2
)[:120]
UNBROKEN = "Donaudampfschifffahrtsgesellschaftsmeisterschaft" * 2 + "Oberammergauertheatersaal"[:24]

# What is cut off at an edge of the screen or lies on something else, and lines too low for their letters.
BEYOND = """() => {
  const faults = [];
  const box = (one) => one.getBoundingClientRect();
  const { right: wide, bottom: high } = box(document.documentElement);
  const said = (one) => `${one.tagName} "${one.textContent.trim().slice(0, 20)}"`;
  const all = (which) => [...document.querySelectorAll(which)];
  const parts = all("header, .strip, main, footer");
  for (const one of [...parts, ...all("#screen :is(h1, p, li, b, span, time):not(.unseen)")]) {
    const { left, right, top, bottom } = box(one);
    if (left < 0 || top < 0 || right > wide + 1 || bottom > high + 1)
      faults.push(`beyond the edge: ${said(one)}`);
  }
  parts.slice(1).forEach((one, place) => {
    if (box(one).top < box(parts[place]).bottom - 1) faults.push(`lies on what is above: ${said(one)}`);
  });
  const head = document.querySelector("header");
  for (const one of head.children)
    if (box(one).bottom > box(head).bottom + 1) faults.push(`out of the head: ${said(one)}`);
  for (const line of all("li"))
    if (box(line).height < parseFloat(getComputedStyle(line).fontSize)) faults.push(`too low: ${said(line)}`);
  return faults;
}"""


@pytest.mark.parametrize("name", [LONG, UNBROKEN], ids=["words", "one word"])
def test_everything_is_on_the_screen_however_long_the_name_of_the_event_is(
    chief: User, open_page: OpenPage, name: str
) -> None:
    assert len(name) == 120
    event = builders.tournament(chief, players=50, name=name)
    set_schedule(tournament=event, changes={2: {"day": date(2069, 4, 7), "time": time(15)}}, actor=chief)
    builders.play(event, 1, chief)
    announce(tournament=event, text=f"{name}: the second round begins at three.", actor=chief)
    machine = open_page(size=TELEVISION)
    faults = []
    for part in ("", *Screen.Part.values):
        machine.goto(f"/t/{event.slug}/screen/{part and part + '/'}")
        for wide, high in (TELEVISION, UPRIGHT):
            machine.set_viewport_size({"width": wide, "height": high})
            faults += [f"{part or 'code'}, {wide} wide: {fault}" for fault in machine.evaluate(BEYOND)]
    assert faults == []
    # The arbiter's phone reads the whole address of the screens too.
    phone = open_page(user="chief", size=PHONE)
    phone.goto(f"/t/{event.slug}/desk/screens/")
    address = phone.get_by_label("Address")
    assert event.slug in address.input_value()
    assert address.evaluate("(field) => field.scrollHeight <= field.clientHeight")


# The names that do not fit in their places.
CUT = """() => [...document.querySelectorAll("main .name")]
  .filter((name) => name.scrollWidth > name.clientWidth || name.textContent.includes("…"))
  .map((name) => name.textContent)"""


def test_names_use_the_room_of_the_screen_and_a_phone_reads_all_of_an_announcement(
    chief: User, open_page: OpenPage
) -> None:
    event = builders.tournament(chief, players=0, name="Hall Open")
    families = (
        "Abdusattorov",
        "Chatzigiannis",
        "Magnusdottir",
        "Hovhannisyan",
        "Steinlechner",
        "Rapport",
    )
    entries = [{"name": f"{families[i % 6]}, {chr(65 + i)}lexandra"} for i in range(26)]
    add_players(tournament=event, actor=chief, entries=entries)
    builders.publish(event, 1, chief)
    text = "The second round begins at three. " * 8
    announce(tournament=event, text=text, actor=chief)
    machine = open_page(size=TELEVISION)
    for part in ("boards", "results", "names"):
        machine.goto(f"/t/hall-open/screen/{part}/")
        assert machine.evaluate(CUT) == []
    phone = open_page(size=(390, 844))
    phone.goto("/t/hall-open/screen/boards/")
    strip = phone.locator(".strip")
    assert strip.evaluate("(strip) => strip.scrollHeight <= strip.clientHeight")


def weight(session: CDPSession) -> dict[str, float]:
    """What the page still holds after garbage collection: nodes, listeners, bytes of its scripts."""
    session.send("HeapProfiler.collectGarbage")
    metrics = {row["name"]: row["value"] for row in session.send("Performance.getMetrics")["metrics"]}
    return {name: metrics[name] for name in ("Nodes", "JSEventListeners", "JSHeapUsedSize")}


# Answers at once with the server's pages in turn, dated by the page's own clock.
ANSWERING = """([pages]) => {
  let asked = 0;
  window.asked = () => asked;
  const headers = () => ({ Date: new Date().toUTCString() });
  window.fetch = async () => new Response(pages[asked++ % pages.length], { headers: headers() });
}"""


def test_a_screen_is_no_heavier_after_a_day(chief: User, open_page: OpenPage) -> None:
    event = builders.tournament(chief, name="Hall Open")
    builders.publish(event, 1, chief)
    machine: Page = open_page(size=TELEVISION)
    machine.clock.install()
    urls = [f"/t/hall-open/screen/{part}/" for part in ("boards", "names")]
    pages = [machine.request.get(url).text() for url in urls]
    machine.goto(urls[0])
    session = machine.context.new_cdp_session(machine)
    session.send("Performance.enable")
    machine.evaluate(ANSWERING, [pages])
    machine.clock.run_for(HOUR * 250)
    before, asked = weight(session), machine.evaluate("window.asked()")
    machine.clock.run_for(24 * HOUR * 1000)
    after = weight(session)
    # A page is shown for 15 seconds. The page shown now may be the longer of the two; all 5760 together would
    # be some 800,000 nodes.
    assert machine.evaluate("window.asked()") - asked >= 24 * HOUR // 15 - 1
    assert after["Nodes"] - before["Nodes"] < 500
    assert after["JSEventListeners"] == before["JSEventListeners"]
    assert after["JSHeapUsedSize"] - before["JSHeapUsedSize"] < 500_000
