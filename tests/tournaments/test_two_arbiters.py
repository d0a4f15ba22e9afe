"""Two arbiters at once, page by page: nothing is lost silently, and what is sent twice is done once."""

from __future__ import annotations

from datetime import timedelta
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from tests import builders
from tournaments.corrections import services as corrections
from tournaments.corrections.queries import Wish
from tournaments.models import AuditEvent, Player, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


class Fields(HTMLParser):
    """The fields of a page's acts as a browser would send them, by the address they are sent to."""

    def __init__(self, page: str, here: str) -> None:
        super().__init__()
        self.forms: dict[str, dict[str, Any]] = {}
        self.here = here
        self.form: dict[str, Any] | None = None
        self.select = self.area = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        if tag == "form" and facts.get("method") == "post":
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
    """What a browser sends from the open page if nobody touches anything."""
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
    assert "Somebody else has changed it to Oban in the meantime. Yours is not saved yet: Perth." in page
    assert (stored(event).club, stored(event).federation) == ("Oban", "")
    # What they typed is still there, in every field; sent again, it is accepted.
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
    assert "Somebody else has changed it to GM in the meantime" in answer.content.decode()
    assert stored(event).title == "GM"


def test_a_rating_is_told_as_it_was_typed(
    chief_client: Client, other_client: Client, event: Tournament
) -> None:
    url = edit_url(event, 8)
    one, two = form_on(chief_client, url), form_on(other_client, url)
    chief_client.post(url, one | {"rating": "200", "rating_source": "bcf"})
    answer = other_client.post(url, two | {"rating": "2210"})
    assert answer.status_code == 409
    assert "changed it to 200 in the meantime. Yours is not saved yet: 2210" in answer.content.decode()


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
    assert "changed it to Oban in the meantime. Yours is not saved yet: Perth." in page
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
    answer = other_client.post(url, two | {"scoring": "30-10-0", "bye": "draw"})
    assert answer.status_code == 409
    assert "changed it to other points: in the meantime" in answer.content.decode()
    again = Fields(answer.content.decode(), url).forms[url]
    assert other_client.post(url, again).status_code == 302
    event.refresh_from_db()
    assert (event.points_win, event.points_draw, event.points_loss, event.points_pab) == (30, 10, 0, 10)


def test_a_page_that_says_nonsense_of_what_it_showed_gets_no_error_page(
    chief_client: Client, event: Tournament
) -> None:
    url = reverse("settings", args=[event.slug])
    form = form_on(chief_client, url) | {"initial-start_date": "yesterday", "start_date": "2026-05-01"}
    assert chief_client.post(url, form).status_code in {302, 409}


# Half-point byes.


def test_the_second_of_two_who_set_the_half_point_byes_is_shown_both_values(
    chief_client: Client, other_client: Client, event: Tournament
) -> None:
    url = reverse("absence-rules", args=[event.slug])
    keys = [str(pk) for pk in event.players.order_by("number").values_list("pk", flat=True)]
    one, two = form_on(chief_client, url), form_on(other_client, url)
    assert chief_client.post(url, one | {"half_point_byes": "2", "without": keys[:2]}).status_code == 302
    # They do not undo what they do not touch; each adds players of their own.
    assert other_client.post(url, two | {"last_rounds": "3", "without": keys[1:3]}).status_code == 302
    rules = event.absence_rules
    assert (rules.half_point_byes, rules.last_rounds) == (2, 3)
    assert [str(p.pk) for p in event.players.filter(no_half_point_bye=True)] == keys[:3]
    answer = other_client.post(url, two | {"half_point_byes": "5", "without": keys[1:3]})
    assert answer.status_code == 409
    assert "changed it to 2 in the meantime. Yours is not saved yet: 5." in answer.content.decode()
    again = Fields(answer.content.decode(), url).forms[url]
    assert other_client.post(url, again).status_code == 302
    rules.refresh_from_db()
    assert rules.half_point_byes == 5


def test_who_takes_a_player_off_the_list_takes_off_that_one(
    chief_client: Client, other_client: Client, event: Tournament
) -> None:
    url = reverse("absence-rules", args=[event.slug])
    keys = [str(pk) for pk in event.players.order_by("number").values_list("pk", flat=True)]
    chief_client.post(url, form_on(chief_client, url) | {"without": keys[:2]})
    two = form_on(other_client, url)
    chief_client.post(url, form_on(chief_client, url) | {"without": keys[:3]})
    other_client.post(url, two | {"without": keys[:1]})
    assert [str(p.pk) for p in event.players.filter(no_half_point_bye=True)] == [keys[0], keys[2]]


# The initial colour.


def test_of_two_colours_the_second_is_told_of_the_first(
    chief_client: Client, other_client: Client, chief: User
) -> None:
    event = builders.tournament(chief, name="Undrawn", colour="")
    other = builders.user("third")
    event.memberships.create(user=other, role="deputy")
    other_client.force_login(other)
    url = reverse("initial-colour", args=[event.slug])
    shown = form_on(chief_client, reverse("desk", args=[event.slug]), url)
    assert shown["seen"] == ""
    assert chief_client.post(url, shown | {"colour": "w"}).status_code == 302
    assert other_client.post(url, shown | {"colour": "w"}).status_code == 302
    answer = other_client.post(url, shown | {"colour": "b"})
    assert answer.status_code == 409
    assert (
        "settled the initial colour in the meantime: White. Black was not saved." in answer.content.decode()
    )
    assert AuditEvent.objects.filter(tournament=event, action="colour_set").count() == 1


# A correction.


def test_who_corrects_a_board_that_changed_meanwhile_keeps_their_reason_and_sees_what_it_is(
    chief_client: Client, event: Tournament, chief: User, deputy: User
) -> None:
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    url = reverse("correction", args=[event.slug, 1, 1])
    form = form_on(chief_client, f"{url}?kind=result&result=0-1", url) | {"reason": "Both signed for Black."}
    builders.confirmed(
        corrections.correct,
        tournament=event,
        wish=Wish(number=1, board=1, kind="result", result="1/2-1/2"),
        case=form["case"],
        version=1,
        reason="A draw.",
        actor=deputy,
    )
    answer = chief_client.post(url, form)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "Board 1 has been changed in the meantime: it is now ½-½." in page
    again = Fields(page, url).forms[url]
    assert (again["reason"], again["version"], again["result"]) == ("Both signed for Black.", "2", "0-1")
    assert chief_client.post(url, again).status_code == 302
    assert event.rounds.get(number=1).games.get(board=1).result == "0-1"


# Forms that are sent twice.


def test_a_file_that_is_sent_twice_makes_one_event(chief_client: Client) -> None:
    url = reverse("tournament-import")
    nonce = form_on(chief_client, url)["nonce"]

    def send(content: bytes, **more: str) -> str:
        file = SimpleUploadedFile("open.trf", content)
        answer = chief_client.post(url, {"file": file, "nonce": nonce, **more})
        assert answer.status_code == 302, answer.content.decode()
        return answer.headers["Location"]

    demo = (settings.BASE_DIR / "tournaments/demo/scotch-cup.trf").read_bytes()
    assert send(demo) == send(demo)
    assert Tournament.objects.count() == 1
    # Another file sent from the same page makes another event.
    assert send(demo + b"\r\n") != send(demo)
    assert Tournament.objects.count() == 2


def test_a_group_kept_apart_twice_is_one(chief_client: Client, event: Tournament) -> None:
    keys = [str(pk) for pk in event.players.values_list("pk", flat=True)[:3]]
    form = {"players": keys, "first_round": "1"}
    for _click in range(2):
        assert chief_client.post(reverse("apart", args=[event.slug]), form).status_code == 302
    assert event.prohibitions.count() == 1
    assert AuditEvent.objects.filter(action="kept_apart").count() == 1
    chief_client.post(reverse("apart", args=[event.slug]), form | {"first_round": "2"})
    assert event.prohibitions.count() == 2


# The password, asked for in between.


def carried_on(client: Client, url: str, form: dict[str, Any], **typed: str) -> HttpResponse:
    """Send the form, and answer each page that asks something, as a browser would."""
    for _page in range(12):
        answer = client.post(url, form)
        if answer.status_code != 422:
            return answer
        form = Fields(answer.content.decode(), url).forms[url]
        for name, value in typed.items():
            if name in form and not form[name]:
                form[name] = value
    message = "it asks and asks"
    raise AssertionError(message)


REASON = 'The bus was late; “sorry”, said Ö. <b> & "quoted"'


@pytest.fixture
def impatient(settings: Settings) -> None:
    """The password is asked for with every form that needs it to be recent."""
    settings.PASSWORD_LASTS = timedelta(0)


@pytest.mark.usefixtures("impatient")
def test_what_was_typed_outlasts_the_password_that_is_asked_for(
    chief_client: Client, event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    url = reverse("correction", args=[event.slug, 1, 1])
    form = form_on(chief_client, f"{url}?kind=result&result=0-1", url) | {"reason": REASON}
    assert carried_on(chief_client, url, form, password_again="chief").status_code == 302
    line = AuditEvent.objects.get(action="result_corrected")
    assert (line.after["result"], line.reason) == ("0-1", REASON)


@pytest.mark.usefixtures("impatient")
def test_answers_outlast_it_too(chief_client: Client, event: Tournament) -> None:
    """Two confirmations and a reason, and the password before each."""
    url = reverse("fide-mode-leave", args=[event.slug])
    answer = carried_on(chief_client, url, {}, password_again="chief", reason=REASON)
    assert answer.status_code == 302
    event.refresh_from_db()
    assert not event.in_fide_mode
    assert AuditEvent.objects.get(action="fide_mode_left").reason == REASON


@pytest.mark.usefixtures("impatient")
def test_several_values_of_one_name_outlast_it(chief_client: Client, event: Tournament) -> None:
    url = reverse("invite", args=[event.slug])
    answer = chief_client.post(url, {"invitation-label": "Rita", "x": ["1", "2"], "y": "a\r\nb"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert '<input type="hidden" name="x" value="1"><input type="hidden" name="x" value="2">' in page
    assert '<input type="hidden" name="y" value="a\r\nb">' in page
