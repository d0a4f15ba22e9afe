"""On every page, at every width, no control covers another or lacks a size, and nothing scrolls sideways.
Letters of twice the size cause no sideways scrolling either, and axe-core finds no breach of WCAG 2.2.

The pages are Django's own answers, walked from the URL configuration, so that a new page is checked
automatically; the browser only lays them out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Literal

import pyotp
import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import transaction
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import URLPattern, reverse
from django.utils import timezone
from django.utils.translation import override
from django.views import defaults
from playwright.sync_api import CDPSession, Page

from tests import builders
from tests.browser import axe
from tests.browser.conftest import OpenPage, expect
from tests.everything import LONG, Everything, everything
from tests.loaded import complete
from tests.tournaments.route_samples import EVENT_ROUTES, routes
from tournaments.models import Membership, PrizeList, Screen, Tournament
from tournaments.own import services as own
from tournaments.people import services as people
from tournaments.people.views import KEY_OF_APP
from tournaments.players.services import byes
from tournaments.server import services as server
from tournaments.server.copies import copies_in
from tournaments.web import logins
from tournaments.web.rights import Access, rules

pytestmark = pytest.mark.browser

STYLE = Path(__file__).parents[2] / "static/css/board-one.css"
# The smallest comes last: letters of twice the size are checked at that width.
WIDTHS = (1920, 1280, 390, 320)
# French is measured at each; other languages where there is less room: below 640 the style has the same rules
# for all, above 1344 it only has more room.
NARROW = WIDTHS[1::2]
# axe-core's findings do not depend on the language: one is checked on a phone in light colours, another at a
# desk in dark ones.
LOOKS: dict[str, tuple[int, Literal["light", "dark"]]] = {"fr": (390, "light"), "de": (1280, "dark")}

# Opens everything that can be opened, then compares the boxes of all visible controls, layer by layer (the
# page, what sticks to the window, each menu above it). A link that wraps has a box for each of its lines.
FAULTS = """() => {
  const faults = [];
  const name = (e) =>
    `${e.tagName.toLowerCase()} "${(e.innerText || e.name || e.ariaLabel || "").trim().slice(0, 40)}"`;
  const layer = (e) => {
    const sticks = (e) =>
      e.matches(":popover-open") || ["sticky", "fixed"].includes(getComputedStyle(e).position);
    while (e && !sticks(e)) e = e.parentElement;
    return e;
  };
  const look = (root) => {
    const seen = [...root.querySelectorAll("a, button, input, select, textarea, summary, label")]
      .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest(".unseen, .skip"));
    const boxes = seen.map((e) => [e, layer(e), [...e.getClientRects()]]);
    for (const [e, , rects] of boxes) {
      if (!rects.some((r) => r.width >= 1 && r.height >= 1)) faults.push(`no size: ${name(e)}`);
      if (e.matches("button") && e.scrollWidth > e.clientWidth + 1) faults.push(`too long: ${name(e)}`);
    }
    boxes.forEach(([one, above, rects], place) => {
      for (const [other, its, others] of boxes.slice(place + 1)) {
        if (above !== its || one.contains(other) || other.contains(one)) continue;
        const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
          && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
        if (rects.some((a) => others.some((b) => meet(a, b))))
          faults.push(`${name(one)} lies on ${name(other)}`);
      }
    });
  };
  document.querySelectorAll("details").forEach((e) => { e.open = true; });
  look(document.body);
  const { scrollWidth, clientWidth, clientHeight } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} wide`);
  for (const button of document.querySelectorAll("[popovertarget]")) {
    if (!button.checkVisibility({ visibilityProperty: true })) continue;
    const menu = button.popoverTargetElement;
    menu.showPopover();
    look(menu);
    const { left, right, top, bottom } = menu.getBoundingClientRect();
    if (left < 0 || right > clientWidth || top < 0 || bottom > clientHeight)
      faults.push("the menu is cut off");
    menu.hidePopover();
  }
  return faults;
}"""


# Routes that their address alone does not open: some need a secret (`by_secret`); there is no report of
# adjourned games and no copy of the database; the components are checked by themselves (test_styleguide.py).
SHUT = {
    "styleguide",
    "report",
    "norm-certificate",
    "login-code",
    "unlock",
    "password-reset",
    "let-in",
    "copy",
    "metrics",
}
SHUT |= {"invitation", "invitation-open", "entry-start", "entry-open", "own", "own-open"}

# Besides the event that is running: pages that look different before it, after it, or while a round is made.
STAGES = {
    "drafted": (
        "desk",
        "desk-players",
        "desk-round",
        "check-in",
        "next-round",
        "apart",
        "settings",
        "tie-breaks",
    ),
    "by_hand": ("desk", "tournament-end", "by-hand"),
    "played": ("desk", "tournament-finish", "awards", "equals", "standings"),
    "finished": ("desk", "event", "standings", "categories", "prizes", "prize-fund"),
    "bracket": ("desk", "desk-round", "event", "round"),
    "table": ("desk", "desk-players", "standings", "cross-table"),
    "teams": ("desk-round", "match", "player-add", "own-links", "round", "player"),
    "empty": ("home", "desk", "desk-players", "event", "standings", "players"),
}

# What differs between two answers that look the same.
UNSEEN = re.compile(r'name="(?:csrfmiddlewaretoken|nonce)" value="[^"]*"')

# Questions that an address carries, and forms with something in them.
ASKED = {
    "next-round": "?ask=1&away=2&name=Somebody",
    "player-find": "?q=papa",
    "correction": "?kind=result&result=0-1",
    "standings": "?q=nobody",
    "festival": "?q=a",
}
SENT: dict[str, dict[str, object]] = {
    "players-import": {"text": f"Name;Rating\n{LONG}x;2000\nBerg, Bea;strong"},
    "tournament-import": {"file": ""},
    "round-repair": {"ground": "late-entry", "reason": "The train was late."},
    "result": {"result": "0-1", "version": 0},
    "transmitted": {"text": f'[White "{LONG}"]\n[Black "{LONG}"]\n[Result "1-0"]\n\n1-0\n'},
    "accounts": {"username": "clerk"},
    "invite": {"invitation-label": "Ann", "invitation-role": "clerk", "invitation-uses": 1}
    | {"invitation-hours": 4, "invitation-nonce": "6f6ff4f0-6a2e-4b0e-8d3c-111111111111"},
}


def address(route: URLPattern, event: Tournament, number: int) -> str:
    """An address of the route in the event, for this round if the route asks for one."""
    player = event.players.filter(number=2).first()
    values: dict[str, object] = {"slug": event.slug, "number": number, "board": 2, "player": 1, "other": 9}
    values |= {"pk": player.pk if player else 1, "token": "x", "uidb64": "x", "place": 1}
    values |= {"part": "boards", "title": "GM", "form": "pdf", "kind": "csv"}
    values |= {"festival": "festival"}
    values |= {"name": builders.PAPERS.get(str(route.name), "")}
    if route.name in builders.PAPERS:
        values["form"] = "html"
    key = player.key if player else "0" * 16
    values |= {"key": key, "keys": [key]}
    if route.name == "copy":
        # No copy has that number: a real one, put back, would replace the tests' own database.
        values["number"] = 0
    if route.name == "match":
        # Of three teams, one has no match.
        values["board"] = 1
    if str(route.name).startswith("person-"):
        values["pk"] = event.memberships.latest("pk").pk
    if str(route.name) == "prize-list":
        values["pk"] = PrizeList.objects.filter(fund__tournament=event)[0].pk
    if str(route.name) == "screen-edit":
        values["pk"] = Screen.objects.filter(tournament=event, code="")[0].pk
    wanted = set(route.pattern.converters) | ({"slug"} if str(route.name) in EVENT_ROUTES else set())
    return reverse(str(route.name), kwargs={name: values[name] for name in wanted})


def browser_of(language: str, user: User | None = None) -> Client:
    """A browser that has chosen the language, logged in or not."""
    client = Client()
    if user:
        client.force_login(user)
    client.post(reverse("language"), {"language": language})
    return client


def pages(
    events: Everything, owner: User, language: str, alike: set[str]
) -> Iterator[tuple[str, HttpResponse]]:
    """Every page there is, each with a name for it.

    Empty forms of the routes `alike` are not sent; those whose answer looks like another one are added to it.
    """
    mine, public = browser_of(language, owner), browser_of(language)
    kinds = set()
    for route in routes():
        name = str(route.name)
        at = address(route, events.running, 2)
        answer = mine.get(at)
        assert answer.status_code in {200, 302, 405} or name in SHUT, f"{name}: no page at {at}"
        yield name, answer
        if name in ASKED:
            yield f"{name}, asked", mine.get(at + ASKED[name])
        if rules()[name].access is Access.PUBLIC:
            yield f"{name} for everybody", public.get(at)
        # The answers to a form, every kind once: refusals, questions, faults beside the fields.
        for data in ({}, SENT[name]) if name in SENT else ({},):
            if not data and name in alike:
                continue
            answer = undone(mine, at, data)
            kind = answer.templates[0].name if answer.templates else ""
            if kind not in kinds or data:
                yield f"{name}, sent", answer
            else:
                alike.add(name)
            kinds.add(kind)
    for stage, names in STAGES.items():
        for route in routes():
            if str(route.name) in names:
                at = address(route, getattr(events, stage), 2 if stage == "by_hand" else 1)
                answer = mine.get(at)
                assert answer.status_code == 200, f"{route.name}, {stage}: no page at {at}"
                yield f"{route.name}, {stage}", answer
    yield from by_secret(events.running, owner, language)
    yield from errors(mine, language)


def undone(client: Client, address: str, data: Mapping[str, object]) -> HttpResponse:
    """The answer to the form, whose effects on the event and the session are rolled back."""
    other = Client()
    other.cookies.update(client.cookies)
    with transaction.atomic():
        answer = other.post(address, data)
        transaction.set_rollback(True)
    return answer


def by_secret(event: Tournament, owner: User, language: str) -> Iterator[tuple[str, HttpResponse]]:
    """Pages that secret links open, and those of people who came by one, locked a session or waited long."""
    phone = browser_of(language)
    _link, token = builders.entry_link(event)
    yield "entry-start", phone.get(reverse("entry-open", args=[token]), follow=True)
    phone.post(reverse("entry-start"), {"initials": "MK"})
    yield "entry, by a helper", phone.get(reverse("entry", args=[event.slug]))
    at = reverse("entry-result", args=[event.slug, 2, 2])
    yield "entry-result that differs", undone(phone, at, {"result": "0-1"})
    yield "entry-end", phone.post(reverse("entry-end"))
    rules = {"byes": True, "results": True}
    own.set_rules(tournament=event, changes=rules, actor=owner)
    player = event.players.get(number=2)
    token = own.make_link(player=player, actor=owner)
    yield "own", phone.get(reverse("own-open", args=[token]), follow=True)
    _invitation, token = builders.invitation(event, Membership.Role.CLERK)
    at = reverse("invitation-open", args=[token])
    yield "invitation", browser_of(language).get(at, follow=True)
    account = event.memberships.get(role=Membership.Role.CLERK).user
    reset = people.issue_reset(account=account, actor=owner)
    at = reverse("password-reset", args=[reset.uid, reset.token])
    yield "password-reset", browser_of(language).get(at, follow=True)
    yield "let-in, ended", browser_of(language).get(reverse("let-in", args=[account.pk, "x"]))
    at = reverse("let-in", args=[account.pk, logins.way_in_tokens.make_token(account)])
    yield "let-in", browser_of(language).get(at, follow=True)
    server.keep_now()
    (copy, *_older) = copies_in(server.folder())
    yield "copy", browser_of(language, owner).get(reverse("copy", args=[copy.number]))
    clerk = browser_of(language, account)
    for name in ("desk", "desk-round"):
        arguments = [event.slug, 2] if name == "desk-round" else [event.slug]
        yield f"{name}, by a clerk", clerk.get(reverse(name, args=arguments))
    at, passed = reverse("second-factor"), {"username": account.username, "password": account.username}
    clerk.get(at)
    code = pyotp.TOTP(clerk.session[KEY_OF_APP]).now()
    yield "spare codes", clerk.post(at, passed | {"code": code})
    yield "second-factor, on", clerk.get(at)
    yield "login-code", browser_of(language).post(reverse("login"), passed, follow=True)
    clerk.post(at, passed)
    locked = browser_of(language, owner)
    yield "unlock", locked.post(reverse("lock"), follow=True)
    with override_settings(PASSWORD_LASTS=timedelta(0)):
        at = reverse("invite", args=[event.slug])
        yield "password, asked again", undone(browser_of(language, owner), at, {})


def errors(client: Client, language: str) -> Iterator[tuple[str, HttpResponse]]:
    """The error pages."""
    request = RequestFactory().get("/")
    yield "404", client.get("/nowhere/")
    with override(language):
        yield "400", defaults.bad_request(request, SuspiciousOperation())
        yield "403", defaults.permission_denied(request, PermissionDenied())
        yield "500", defaults.server_error(request)


# English has the shortest words: where the other languages have room, it has.
@pytest.mark.takes_long
def test_controls_have_room_on_every_page(chief: User, open_page: OpenPage, tmp_path: Path) -> None:
    chief.is_staff = True
    chief.save()
    events = everything(chief, tmp_path)
    page = open_page()
    # The pages are written into this one, so that styles and scripts need not be fetched each time.
    page.goto("/login/")
    axe.load(page)
    # Their clock is stopped: otherwise each would go on asking for its news in the window of the next.
    page.clock.install()
    page.clock.pause_at(timezone.now() + timedelta(minutes=1))
    letters = page.context.new_cdp_session(page)
    faults: list[str] = []
    alike: set[str] = set()
    for language in [code for code, _name in settings.LANGUAGES if code != "en"]:
        seen = set()
        for what, answer in pages(events, chief, language, alike):
            if not answer.content.startswith(b"<!doctype html>"):
                continue
            # Most forms are refused as the page on which they stand.
            whole = complete(answer)
            if (shown := UNSEEN.sub("", whole)) in seen:
                continue
            seen.add(shown)
            page.set_content(whole)
            faults += [f"{what}, {language}, {fault}" for fault in faults_of(page, letters, what, language)]
            if what.startswith("embed-"):
                # It would reload itself a minute later, whatever page has taken its place by then.
                page.evaluate("window.stop()")
        assert len(seen) > 100
    assert not faults, "\n" + "\n".join(faults)


def faults_of(page: Page, letters: CDPSession, what: str, language: str) -> Iterator[str]:
    """What is wrong with the page at any width, with large letters, and by WCAG."""
    for width in WIDTHS if language == "fr" else NARROW:
        page.set_viewport_size({"width": width, "height": 800})
        yield from (f"{width}: {fault}" for fault in page.evaluate(FAULTS))
    wide = width_with_large_letters(page, letters)
    if wide > WIDTHS[-1]:
        yield f"letters of 200 %: the page is {wide} wide"
    found = against_wcag(page, language)
    yield from (fault for fault in found if not is_real_time(what, fault))


def test_a_long_name_leaves_the_desk_s_bar_two_rows(chief: User, open_page: OpenPage) -> None:
    name = (
        "International Festival of the Western Districts and the Old Town 2026, Group A, Masters and Juniors"
    )
    event = builders.tournament(chief, name=name)
    page = open_page(user="chief")
    for width in (390, 768, 1024, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(reverse("desk", args=[event.slug]))
        rows = page.evaluate(
            "[...document.querySelector('.bar').children].map(e => e.getBoundingClientRect())"
            ".filter(box => box.height).map(box => Math.round((box.top + box.height / 2) / 30))"
        )
        assert len(set(rows)) <= 2, width


def test_on_a_phone_what_an_act_does_stands_nearer_to_it_than_to_the_next(
    chief: User, open_page: OpenPage
) -> None:
    event = builders.tournament(chief)
    byes.start_check_in(tournament=event, actor=chief)
    page = open_page(user="chief", size=(390, 800))
    page.goto(reverse("check-in", args=[event.slug]))
    acts = page.locator("li:has(> form.actions)")
    buttons = [box for box in (one.bounding_box() for one in acts.locator("button").all()) if box]
    told = [box for box in (one.bounding_box() for one in acts.locator("form > span").all()) if box]
    assert len(buttons) == len(told) == 3
    for button, words, following in zip(buttons, told, buttons[1:], strict=False):
        above = words["y"] - button["y"] - button["height"]
        assert following["y"] - words["y"] - words["height"] > 3 * above


def test_nothing_has_another_size_in_the_dark() -> None:
    """So whatever has room in light colours has room in dark ones."""
    style = STYLE.read_text(encoding="utf-8")
    (dark,) = re.findall(r"prefers-color-scheme: dark\) {\s*:root {([^{}]+)}\s*}", style)
    assert style.count("prefers-color-scheme") == 1
    lines = re.findall(r"([\w-]+): ([^;]+);", dark)
    # Shadows take no room.
    others = [name for name, value in lines if not re.fullmatch(r"#[0-9a-f]{3,8}", value)]
    assert others == ["--lift", "--float"]
    assert all(name.startswith("--") for name, _value in lines)
    used = re.findall(r"([\w-]+): var\(--(?:lift|float)\)", style)
    assert set(used) == {"box-shadow"}


def width_with_large_letters(page: Page, letters: CDPSession) -> int:
    """How wide a page on the smallest phone becomes when its reader sets letters to 200 %."""
    letters.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    width: int = page.evaluate("document.documentElement.scrollWidth")
    letters.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
    return width


def is_real_time(what: str, fault: str) -> bool:
    """Whether the fault is the timed reload of a page that runs no script and shows news (WCAG 2.2.1)."""
    return what.startswith("embed-") and fault.startswith("meta-refresh")


def against_wcag(page: Page, language: str) -> list[str]:
    """What axe-core finds in the look in which this language is checked; nothing for other languages."""
    if language not in LOOKS:
        return []
    width, scheme = LOOKS[language]
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    faults = axe.violations(page)
    page.emulate_media(color_scheme="light")
    return faults


# How many rows of tabs the bar has, whether all are visible, and whether the account is beside the name.
BAR = """() => {
  const boxes = [...document.querySelectorAll(".tabs a")].filter((tab) => tab.checkVisibility())
    .map((tab) => tab.getBoundingClientRect());
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  return [new Set(boxes.map((box) => box.top)).size,
    boxes.every((box) => box.left >= 0 && box.right <= innerWidth),
    box(".bar .end").bottom - box(".event-name").bottom < 20];
}"""


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_bar_of_an_event_with_a_long_name_shows_all_its_places(
    chief: User, open_page: OpenPage, language: str
) -> None:
    name = "Internationale Deutsche Schachmeisterschaft der Seniorinnen und Senioren"
    event = builders.tournament(chief, name=name, language=language)
    page = open_page(user="chief")
    page.goto("/")
    page.get_by_role("link", name=name).click()
    # It has loaded, too: a page has its address before the bar is there.
    page.wait_for_url(re.compile(reverse("desk", args=[event.slug]) + "$"))
    for width in (1280, 768, 390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(BAR) == [1, True, True], width
        if width < 640:
            page.locator(".open-who").click()
        for route in ("desk", "rounds", "desk-players", "standings", "people", "settings"):
            at = reverse(route, args=[event.slug])
            expect(page.locator(f".bar a:visible[href='{at}']")).to_have_count(1)
        page.keyboard.press("Escape")


def test_a_control_without_room_is_found(open_page: OpenPage) -> None:
    page = open_page()
    page.set_content(
        """<p><button>One</button> <a style="margin-left: -20px">Two</a></p>
        <p style="width: 200vw"><label>Three <input style="width: 0; padding: 0; border: 0"></label></p>
        <p><label>Four <input></label> <a href="">Five</a></p>
        <p><button style="width: 20px; white-space: nowrap">Number six</button></p>"""
    )
    assert page.evaluate(FAULTS) == [
        'no size: input ""',
        'too long: button "Number six"',
        'button "One" lies on a "Two"',
        "the page is 2568 wide",
    ]
    page.set_viewport_size({"width": WIDTHS[-1], "height": 800})
    assert width_with_large_letters(page, page.context.new_cdp_session(page)) > WIDTHS[-1]


def test_what_is_against_wcag_is_found(open_page: OpenPage) -> None:
    page = open_page()
    axe.load(page)
    page.clock.install()
    page.set_content(
        """<!doctype html><html lang="en"><title>Faults</title><p><button></button></p>
        <p style="color: #aaa; background: #fff">Read me</p><label>Name <input></label></html>"""
    )
    assert {fault.split(":")[0] for fault in axe.violations(page)} == {"button-name", axe.CONTRAST}
    assert [fault.split(":")[0] for fault in axe.violations(page, "button-name")] == ["button-name"]
