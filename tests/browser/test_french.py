"""A whole event in French, as an arbiter and the public see it; and long words on narrow pages."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from playwright.sync_api import Page

from tests import builders
from tests.browser.conftest import DESK, PHONE, OpenPage, expect
from tournaments.models import Tournament
from tournaments.players.services import players
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.browser

PLAYERS = """Nom\tTitre\tElo\tFédération
Andrieux, Alain\tFM\t2200\tFRA
Brunet, Benoît\t\t2180\tFRA
Colin, Camille\t\t2160\tBEL
Duval, Diane\tWFM\t2140\tFRA
Étienne, Éric\t\t2120\tSUI
"""


def press(page: Page, name: str) -> None:
    """Press the one button or link of that name."""
    page.get_by_role("button", name=name, exact=True).or_(
        page.get_by_role("link", name=name, exact=True)
    ).first.click()


def enter_by_keyboard(page: Page, keys: str) -> None:
    """Type the results; the focus is on the first board and moves on by itself."""
    expect(page.locator("#board-1")).to_be_focused()
    for key in keys:
        page.keyboard.press(key)
    expect(page.get_by_text("Tous les résultats sont saisis.")).to_be_visible()


def test_a_whole_event_in_french(chief: User, open_page: OpenPage) -> None:
    page = open_page(user="chief")
    page.goto("/")
    press(page, "Français")
    expect(page.locator("html")).to_have_attribute("lang", "fr")

    press(page, "Créer un tournoi")
    page.get_by_label("Nom", exact=True).fill("Coupe du Port")
    page.get_by_label("Rondes", exact=True).fill("2")
    page.get_by_text("3 – 1 – 0").click(force=True)
    press(page, "Créer le tournoi")
    event = Tournament.objects.get()
    assert event.language == "fr"

    press(page, "Ajouter des joueurs")
    page.get_by_label("Collez les joueurs ici, un par ligne").fill(PLAYERS)
    press(page, "Aperçu")
    press(page, "Ajouter 5 joueurs")
    press(page, "Vers le bureau")
    press(page, "Tirer au sort")
    expect(page.get_by_text("Le tirage au sort est fait")).to_be_visible()
    press(page, "Apparier la ronde 1")
    expect(page.get_by_role("heading", level=1)).to_contain_text("brouillon")
    press(page, "Publier la ronde 1")
    enter_by_keyboard(page, "1=")

    # The public sees the event's language; the switch changes it in this browser only.
    public = open_page(size=PHONE)
    public.goto("/")
    expect(public.locator("html")).to_have_attribute("lang", "en")
    public.goto("/t/coupe-du-port/rounds/1/")
    expect(public.get_by_role("heading", level=1)).to_contain_text("Ronde 1 publiée à")
    expect(public.locator(".byes")).to_contain_text("Étienne, Éric (0) exempt")
    press(public, "English")
    expect(public.get_by_role("heading", level=1)).to_contain_text("Round 1 published")
    press(public, "Français")
    public.locator("table.boards tbody tr a").first.click()
    expect(public.get_by_text("À la première ronde, tout le monde a 0 point")).to_be_visible()
    expect(public.get_by_role("heading", name="Selon les articles")).to_be_visible()
    expect(public.locator("main")).to_contain_text("couleur")

    press(page, "Vers le bureau")
    press(page, "Apparier la ronde 2")
    press(page, "Publier la ronde 2")
    enter_by_keyboard(page, "=0")
    press(page, "Vers le bureau")
    press(page, "Terminer le tournoi")
    expect(page.get_by_role("heading", level=1)).to_contain_text("?")
    press(page, "Terminer le tournoi")

    public.goto("/t/coupe-du-port/standings/")
    expect(public.get_by_role("heading", level=1)).to_have_text("Classement final")
    # Decimals have a comma, halves are unchanged.
    assert any("½" in cell for cell in public.locator("#standings tbody td").all_inner_texts())
    public.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    assert any("," in cell for cell in public.locator("#standings tbody td.num").all_inner_texts())
    public.goto("/t/coupe-du-port/")
    with public.expect_download() as download:
        public.get_by_role("link", name="Rapport à la FIDE (TRF26)").click()
    assert download.value.suggested_filename == "coupe-du-port.trf"

    press(page, "toutes")
    expect(page.locator("main")).to_contain_text("a publié une ronde")


EVENT_PAGES = (
    *("", "rounds/1/", "rounds/1/why/1/", "standings/", "players/", "players/1/", "enter/"),
    *("desk/", "desk/log/", "desk/integrity/", "desk/settings/", "desk/half-point-byes/", "desk/apart/"),
    *("desk/people/", "desk/players/", "desk/players/add/", "desk/players/import/", "desk/players/find/"),
    *("desk/players/ratings/", "desk/check-in/", "desk/categories/", "desk/next/"),
    *("desk/rounds/1/", "desk/rounds/2/", "desk/rounds/1/boards/1/"),
)


# The pages that are widest in German, which has long words.
WIDE_PAGES = (
    *("", "rounds/1/", "standings/", "players/1/", "desk/", "desk/log/", "desk/settings/"),
    *("desk/players/", "desk/rounds/1/", "desk/rounds/2/"),
)


@pytest.fixture
def wide(chief: User) -> Tournament:
    """Round 1 is over and corrected, round 2 is a draft, and a player has withdrawn."""
    event = builders.tournament(chief, players=9, acceleration="baku")
    builders.play(event, 1, chief)
    builders.correct(event, 1, chief, board=1, result="1/2-1/2")
    players.withdraw_player(player=event.players.last(), actor=chief)
    rounds.pair_round(tournament=event, number=2, actor=chief)
    return event


def fits(page: Page, language: str, width: int, pages: Iterable[str]) -> None:
    """Check that every page comes in the language and none is wider than the screen."""
    for address in pages:
        page.goto(address)
        assert page.locator("html").get_attribute("lang") == language, address
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_french_words_fit_the_page(wide: Tournament, open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page(user="chief", size=size)
    page.goto("/")
    if size == PHONE:
        press(page, "Menu")
    press(page, "Français")
    pages = [wide.get_absolute_url() + path for path in EVENT_PAGES]
    pages.append(reverse("player-edit", args=[wide.slug, wide.players.latest("number").pk]))
    fits(page, "fr", size[0], ("/", "/new/", "/import/", "/account/", "/manual/", "/rating-lists/", *pages))


def test_german_words_fit_the_narrowest_page(wide: Tournament, open_page: OpenPage) -> None:
    page = open_page(user="chief", size=PHONE)
    page.goto("/")
    press(page, "Menu")
    press(page, "Deutsch")
    fits(
        page, "de", PHONE[0], ("/new/", "/manual/", *(wide.get_absolute_url() + path for path in WIDE_PAGES))
    )


def test_the_bar_stays_one_line_in_german(wide: Tournament, open_page: OpenPage) -> None:
    """The boards of a round must fit below it on one screen."""
    page = open_page(user="chief", size=DESK)
    page.goto("/")
    press(page, "Deutsch")
    page.goto(reverse("desk-round", args=[wide.slug, 1]))
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.evaluate("document.querySelector('.bar').offsetHeight") < 60
