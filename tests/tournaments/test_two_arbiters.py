"""Two arbiters at once, page by page: nothing is lost untold, and what is sent twice is done once."""

from __future__ import annotations

from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tournaments.models import AuditEvent, Player, Tournament

pytestmark = pytest.mark.django_db


class Fields(HTMLParser):
    """The fields of a page's forms as a browser would send them, by the address they go to."""

    def __init__(self, page: str, here: str) -> None:
        super().__init__()
        self.forms: dict[str, dict[str, Any]] = {}
        self.here = here
        self.form: dict[str, Any] | None = None
        self.select = self.area = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        if tag == "form":
            self.form = self.forms.setdefault(facts.get("action") or self.here, {})
        if self.form is None:
            return
        name, value = facts.get("name") or "", facts.get("value") or ""
        match tag:
            case "input" if facts.get("type") in {"radio", "checkbox"}:
                if "checked" in facts:
                    self.form.setdefault(name, []).append(value)
            case "input" if name:
                self.form[name] = value
            case "select":
                self.select = name
            case "option" if "selected" in facts or self.select not in self.form:
                self.form[self.select] = value
            case "textarea":
                self.area = name
                self.form[name] = ""

    def handle_data(self, data: str) -> None:
        if self.area and self.form is not None:
            self.form[self.area] += unescape(data).removeprefix("\r\n").removeprefix("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None
        elif tag == "textarea":
            self.area = ""


def form_on(client: Client, url: str, action: str = "") -> dict[str, Any]:
    """What a browser that has the page open sends if nobody touches anything."""
    return Fields(client.get(url).content.decode(), url).forms[action or url]


@pytest.fixture
def other_client(event: Tournament) -> Client:
    """The browser of a second chief arbiter."""
    client = Client()
    client.force_login(builders.member(event, "second", "chief"))
    return client


def edit_url(event: Tournament, number: int = 3) -> str:
    return reverse("player-edit", args=[event.slug, event.players.get(number=number).pk])


def stored(event: Tournament, number: int = 3) -> Player:
    return event.players.get(number=number)


# A player's data.


def test_two_who_edit_different_fields_of_a_player_both_have_theirs(
    chief_client: Client, other_client: Client, event: Tournament
) -> None:
    url = edit_url(event)
    one, two = form_on(chief_client, url), form_on(other_client, url)
    assert chief_client.post(url, one | {"club": "Oban"}).status_code == 302
    assert other_client.post(url, two | {"federation": "SCO"}).status_code == 302
    assert (stored(event).club, stored(event).federation) == ("Oban", "SCO")


def test_the_second_of_two_who_edit_one_field_is_shown_both_values(
    chief_client: Client, other_client: Client, event: Tournament
) -> None:
    url = edit_url(event)
    one, two = form_on(chief_client, url), form_on(other_client, url)
    chief_client.post(url, one | {"club": "Oban", "sex": "m"})
    answer = other_client.post(url, two | {"club": "Perth", "federation": "SCO"})
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "Somebody else has made it Oban meanwhile. Yours is not saved yet: Perth." in page
    assert (stored(event).club, stored(event).federation) == ("Oban", "")
    # What he typed is still there, in every field; sent again, it is what he wants.
    again = Fields(page, url).forms[url]
    assert (again["club"], again["initial-club"], again["federation"]) == ("Perth", "Oban", "SCO")
    assert other_client.post(url, again).status_code == 302
    row = stored(event)
    assert (row.club, row.federation, row.sex) == ("Perth", "SCO", "m")


def test_a_third_who_was_faster_meanwhile_is_told_of_too(
    chief_client: Client, other_client: Client, event: Tournament
) -> None:
    url = edit_url(event)
    one, two = form_on(chief_client, url), form_on(other_client, url)
    chief_client.post(url, one | {"title": "IM"})
    again = Fields(other_client.post(url, two | {"title": "FM"}).content.decode(), url).forms[url]
    chief_client.post(url, form_on(chief_client, url) | {"title": "GM"})
    answer = other_client.post(url, again)
    assert answer.status_code == 409
    assert "Somebody else has made it GM meanwhile" in answer.content.decode()
    assert stored(event).title == "GM"


def test_a_rating_is_told_as_it_was_typed(
    chief_client: Client, other_client: Client, event: Tournament
) -> None:
    url = edit_url(event, 8)
    one, two = form_on(chief_client, url), form_on(other_client, url)
    chief_client.post(url, one | {"rating": "200", "rating_source": "bcf"})
    answer = other_client.post(url, two | {"rating": "2210"})
    assert answer.status_code == 409
    assert "made it 200 meanwhile. Yours is not saved yet: 2210" in answer.content.decode()


def test_two_who_make_the_same_change_agree(
    chief_client: Client, other_client: Client, event: Tournament
) -> None:
    url = edit_url(event)
    one, two = form_on(chief_client, url), form_on(other_client, url)
    for client, form in ((chief_client, one), (other_client, two)):
        assert client.post(url, form | {"club": "Oban"}).status_code == 302
    assert AuditEvent.objects.filter(action="player_changed").count() == 1


# The regulations.


def test_the_second_of_two_who_change_one_regulation_is_shown_both_values(
    chief_client: Client, other_client: Client, event: Tournament
) -> None:
    url = reverse("settings", args=[event.slug])
    one, two = form_on(chief_client, url), form_on(other_client, url)
    assert chief_client.post(url, one | {"city": "Oban", "edition": "dutch-2016"}).status_code == 302
    answer = other_client.post(url, two | {"city": "Perth", "edition": "rating-2012", "time_control": "G/60"})
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "made it Oban meanwhile. Yours is not saved yet: Perth." in page
    event.refresh_from_db()
    assert (event.city, event.edition, event.time_control) == ("Oban", "dutch-2016", "")
    again = Fields(page, url).forms[url]
    assert other_client.post(url, again).status_code == 302
    event.refresh_from_db()
    assert (event.city, event.edition, event.time_control) == ("Perth", "rating-2012", "G/60")


def test_of_two_scorings_none_is_lost_untold(
    chief_client: Client, other_client: Client, event: Tournament
) -> None:
    url = reverse("settings", args=[event.slug])
    one, two = form_on(chief_client, url), form_on(other_client, url)
    three = {"scoring": "other", "win": "3", "draw": "1", "loss": "½"}
    assert chief_client.post(url, one | three).status_code == 302
    answer = other_client.post(url, two | {"scoring": "30-10-0", "bye": "half"})
    assert answer.status_code == 409
    assert "made it other points: meanwhile" in answer.content.decode()
    again = Fields(answer.content.decode(), url).forms[url]
    assert other_client.post(url, again).status_code == 302
    event.refresh_from_db()
    assert (event.points_win, event.points_draw, event.points_loss, event.points_pab) == (30, 10, 0, 15)


def test_lines_that_a_browser_ends_its_own_way_are_no_difference(
    chief_client: Client, event: Tournament
) -> None:
    Tournament.objects.filter(pk=event.pk).update(deputy_arbiters="One\nTwo")
    url = reverse("settings", args=[event.slug])
    form = form_on(chief_client, url) | {"initial-deputy_arbiters": "One\r\nTwo"}
    assert chief_client.post(url, form | {"deputy_arbiters": "One\r\nTwo\r\nThree"}).status_code == 302


def test_a_page_that_says_nonsense_of_what_it_showed_gets_no_error_page(
    chief_client: Client, event: Tournament
) -> None:
    url = reverse("settings", args=[event.slug])
    form = form_on(chief_client, url) | {"initial-start_date": "yesterday", "start_date": "2026-05-01"}
    assert chief_client.post(url, form).status_code in {302, 409}
