"""The pages of the registration: the rating list, the check of ratings, numbers, and the check-in."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.rating_samples import SINGLE, load, person, text, zipped
from tests.tournaments.one_event import chief, db, event, made
from tournaments.models import Player, RatingList, Tournament
from tournaments.players.services import byes, numbers, players
from tournaments.ratings.forms import RatingListForm
from tournaments.ratings.services import lists

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

__all__ = ["chief", "db", "event", "made"]

pytestmark = pytest.mark.any_database

HTMX = {"HX-Request": "true"}


def said(answer: Answer) -> str:
    """The page's HTML, with white space collapsed."""
    return " ".join(answer.content.decode().split())


def confirmed(client: Client, url: str, form: dict[str, Any]) -> Answer:
    """Send the form, and confirm the question with the fields of its page."""
    question = client.post(url, form)
    assert question.status_code == 422
    fields = dict(
        re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', question.content.decode())
    )
    return client.post(url, fields | {"reason": "So it was decided."}, follow=True)


@pytest.fixture
def listed(tmp_path: Path) -> RatingList:
    people = [
        person(101, "Holm, Ada", Fed="NOR", Sex="F", Tit="WFM", SRtng=2100, RRtng=2050, **{"B-day": 1990}),
        person(102, "Holm, Bob", Fed="SWE", Flag="i"),
        person(1020, "Dahl, Adam", SRtng=1800),
    ]
    return load(tmp_path, text(*people), month=date(2026, 11, 1))


# Finding somebody.


def find(client: Client, event: Tournament, query: str, **more: Any) -> Answer:
    return client.get(reverse("player-find", args=[event.slug]), {"q": query} | more)


def test_found_people_are_shown_with_their_ratings(
    chief_client: Client, event: Tournament, listed: RatingList
) -> None:
    page = said(find(chief_client, event, "holm"))
    assert "combined November 2026" in page
    assert "2 players" in page
    assert "WFM</span> Holm, Ada" in page
    assert "NOR · 1990 · 101" in page
    # The rating that counts here is marked.
    assert "<b>standard 2100</b> · rapid 2050" in page
    assert "SWE · 102 · inactive" in page
    assert "unrated" in page


def test_without_javascript_it_is_a_form_of_its_own(
    chief_client: Client, event: Tournament, listed: RatingList
) -> None:
    page = said(find(chief_client, event, "ada"))
    assert '<form class="find" method="get" role="search">' in page
    assert 'value="ada"' in page
    assert page.count('name="fide_id"') == 2


def test_htmx_gets_the_people_alone(chief_client: Client, event: Tournament, listed: RatingList) -> None:
    url = reverse("player-find", args=[event.slug])
    part = chief_client.get(url, {"q": "ada"}, headers=HTMX).content.decode()
    assert part.lstrip().startswith('<div id="found">')
    assert "Holm, Ada" in part
    assert "<html" not in part


@pytest.mark.parametrize(("query", "words"), [("zz", "Nobody is found"), ("", "Name or FIDE ID")])
def test_nobody_found_is_said(
    chief_client: Client, event: Tournament, listed: RatingList, query: str, words: str
) -> None:
    assert words in said(find(chief_client, event, query))


def test_without_a_list_the_way_to_one_is_shown(chief_client: Client, event: Tournament) -> None:
    page = said(find(chief_client, event, "ada"))
    assert "No rating list has been imported yet." in page
    assert reverse("rating-lists") in page


def test_a_found_player_is_entered_once(chief_client: Client, event: Tournament, listed: RatingList) -> None:
    url = reverse("player-find", args=[event.slug])
    page = said(chief_client.post(url, {"fide_id": "101"}, follow=True))
    assert "Holm, Ada is entered, rating 2100." in page
    ada = event.players.get(fide_id="101")
    assert (ada.title, ada.rating) == ("WFM", 2100)
    again = find(chief_client, event, "holm ada").content.decode()
    assert (
        f'<a class="button" href="{reverse("player-edit", args=[event.slug, ada.pk])}">entered</a>' in again
    )
    twice = chief_client.post(url, {"fide_id": "101"})
    assert (twice.status_code, event.players.count()) == (422, 9)
    assert "FIDE ID 101 is entered already: Holm, Ada." in said(twice)
    assert "Holm, Bob is entered, unrated." in said(chief_client.post(url, {"fide_id": "102"}, follow=True))


@pytest.mark.parametrize("fide_id", ["", "999", "x", "9\0"])
def test_who_is_on_no_list_is_not_entered(
    chief_client: Client, event: Tournament, listed: RatingList, fide_id: str
) -> None:
    answer = chief_client.post(reverse("player-find", args=[event.slug]), {"fide_id": fide_id})
    assert (answer.status_code, event.players.count()) == (422, 8)
    assert "is on no rating list in use" in said(answer)


def test_an_entry_becomes_the_found_player(
    chief_client: Client, event: Tournament, listed: RatingList
) -> None:
    player = event.players.get(number=8)
    page = said(find(chief_client, event, "ada", player=player.pk))
    assert f"Who is {player.name}?" in page
    assert ">This one<" in page
    url = f"{reverse('player-find', args=[event.slug])}?player={player.pk}"
    chief_client.post(url, {"fide_id": "101"})
    player.refresh_from_db()
    assert (player.name, player.fide_id, player.rating) == ("Holm, Ada", "101", 2100)
    assert event.players.count() == 8


# Adding one player.


def test_typing_the_name_shows_who_is_on_the_list(
    chief_client: Client, event: Tournament, listed: RatingList
) -> None:
    url = reverse("player-add", args=[event.slug])
    part = chief_client.get(url, {"name": "ada h"}, headers=HTMX).content.decode()
    assert "<html" not in part
    assert f'href="{url}?take=101"' in part
    assert "Holm, Ada" in part
    assert "Holm, Bob" not in part
    # Without JavaScript a button searches; nothing that was typed is lost, and nothing is wrong yet.
    typed = chief_client.post(url, {"name": "holm", "club": "Oslo", "birth": "x", "search": "1"})
    page = said(typed)
    assert typed.status_code == 200
    assert f'href="{url}?take=102"' in page
    assert 'value="Oslo"' in page
    assert "Nobody is found on the rating list." in said(
        chief_client.post(url, {"name": "zz", "search": "1"})
    )
    assert event.players.count() == 8


def test_a_chosen_person_fills_in_the_form(
    chief_client: Client, event: Tournament, listed: RatingList
) -> None:
    url = reverse("player-add", args=[event.slug])
    page = said(chief_client.get(url, {"take": "101"}))
    assert "Holm, Ada" in page
    assert "<small>WFM · 101 · female</small>" in page
    form = {"name": "Holm, Ada", "title": "WFM", "fide_id": "101", "birth": "1990", "first_round": "1"}
    chief_client.post(url, form)
    assert event.players.get(fide_id="101").rating == 2100
    assert "entered</a>" in chief_client.get(url, {"name": "holm ada"}, headers=HTMX).content.decode()
    assert 'value="Holm' not in said(chief_client.get(url, {"take": "9\0"}))


def test_four_fields_are_asked_and_the_rest_is_folded(chief_client: Client, event: Tournament) -> None:
    url = reverse("player-add", args=[event.slug])
    first, _summary, folded = said(chief_client.get(url)).partition("<details>")
    names = re.compile(r'<(?:input|select)[^>]* name="(\w+)"')
    assert names.findall(first)[-4:] == ["name", "fide_rating", "federation", "birth"]
    assert {"title", "fide_id", "sex", "club", "rating", "first_round"} <= set(names.findall(folded))
    assert "hx-get" not in first
    wrong = said(chief_client.post(url, {"name": "New, N", "fide_id": "x", "first_round": "1"}))
    assert "<details open>" in wrong


# The check of ratings.


def test_the_chosen_players_follow_the_list(
    chief_client: Client, event: Tournament, chief: User, listed: RatingList
) -> None:
    url = reverse("ratings-check", args=[event.slug])
    one, two = event.players.get(number=1), event.players.get(number=2)
    for player, fide_id, name in ((one, "101", "Holm, Ada"), (two, "1020", "Dahl, Adam")):
        players.change_player(player=player, changes={"fide_id": fide_id, "name": name}, actor=chief)
    page = chief_client.get(url).content.decode()
    boxes = re.findall(r'name="player" value="(\d+)" checked', page)
    assert boxes == [str(one.pk), str(two.pk)]
    assert "title on the list: WFM" in page
    seen = re.findall(r'name="list" value="(\d+)"', page)
    answer = chief_client.post(url, {"player": [one.pk], "list": seen}, follow=True)
    assert "1 player follows the rating list." in said(answer)
    one.refresh_from_db()
    two.refresh_from_db()
    assert (one.rating, one.title, two.rating) == (2100, "WFM", 2395)
    late = chief_client.post(url, {"player": [two.pk], "list": ["0"]})
    assert (late.status_code, "look again" in said(late)) == (409, True)


def test_the_check_says_when_another_months_list_counts(
    chief_client: Client, chief: User, listed: RatingList
) -> None:
    event = builders.tournament(chief, start_date=date(2026, 10, 30))
    page = said(chief_client.get(reverse("ratings-check", args=[event.slug])))
    assert "uses the list of October 2026" in page


# Numbers and the list of participants.


def test_corrected_data_offer_new_numbers(chief_client: Client, event: Tournament, chief: User) -> None:
    url = reverse("desk-players", args=[event.slug])
    builders.publish(event, 1, chief)
    assert "Assign the pairing numbers anew" not in said(chief_client.get(url))
    last = event.players.get(number=8)
    players.change_player(player=last, changes={"rating": 2399}, actor=chief)
    page = said(chief_client.get(url))
    assert "7 players would have other pairing numbers" in page
    assert f"{last.name} 8 → 2" in page
    answer = confirmed(chief_client, reverse("numbers-assign", args=[event.slug]), {})
    assert "7 players have new numbers." in said(answer)
    last.refresh_from_db()
    assert last.number == 2


def test_after_round_4_is_paired_no_new_numbers_are_offered(
    chief_client: Client, event: Tournament, chief: User
) -> None:
    for number in (1, 2, 3, 4):
        builders.play(event, number, chief)
    players.change_player(player=event.players.get(number=8), changes={"rating": 2800}, actor=chief)
    assert "Assign the pairing numbers" not in said(
        chief_client.get(reverse("desk-players", args=[event.slug]))
    )


def test_equal_players_exchange_numbers_from_a_players_page(
    chief_client: Client, event: Tournament, chief: User
) -> None:
    players.change_player(player=event.players.get(number=2), changes={"rating": 2400}, actor=chief)
    one, two = event.players.get(number=1), event.players.get(number=2)
    page = said(chief_client.get(reverse("player-edit", args=[event.slug, one.pk])))
    assert f'<option value="{two.pk}">2 {two.name}</option>' in page
    answer = confirmed(chief_client, reverse("player-exchange", args=[event.slug, one.pk]), {"other": two.pk})
    assert "have exchanged their numbers" in said(answer)
    one.refresh_from_db()
    assert one.number == 2
    alone = event.players.get(number=8)
    assert "Exchange number" not in said(
        chief_client.get(reverse("player-edit", args=[event.slug, alone.pk]))
    )


@pytest.mark.parametrize("other", ["", "x", "0", "9" * 20])
def test_an_exchange_with_nobody_is_refused(chief_client: Client, event: Tournament, other: str) -> None:
    url = reverse("player-exchange", args=[event.slug, event.players.get(number=1).pk])
    assert chief_client.post(url, {"other": other}).status_code == 422


def test_c3_the_list_is_closed_and_opened_on_its_page(chief_client: Client, event: Tournament) -> None:
    url = reverse("desk-players", args=[event.slug])
    assert "provisional numbers" in said(chief_client.get(url))
    closed = said(chief_client.post(reverse("list-close", args=[event.slug]), follow=True))
    assert "list closed" in closed
    assert reverse("player-add", args=[event.slug]) not in closed
    refused = chief_client.post(
        reverse("player-add", args=[event.slug]), {"name": "Late, L", "first_round": "1"}
    )
    assert "The list of participants is closed" in said(refused)
    opened = said(chief_client.post(reverse("list-open", args=[event.slug]), follow=True))
    assert "provisional numbers" in opened


# A player by hand.


def test_a_player_by_hand_has_all_their_data(chief_client: Client, event: Tournament) -> None:
    form = {
        "name": " Berg,  Ute ",
        "title": "WIM",
        "rating": "2050",
        "national_rating": "2100",
        "federation": "ger",
        "fide_id": "4600001",
        "club": "SC Test",
        "birth": "1990/05/31",
        "sex": "w",
        "first_round": "2",
    }
    chief_client.post(reverse("player-add", args=[event.slug]), form)
    ute = event.players.get(name="Berg, Ute")
    assert (ute.title, ute.rating, ute.federation, ute.fide_id, ute.club, ute.birth, ute.sex) == (
        *("WIM", 2050, "GER", "4600001", "SC Test", "1990/05/31", "w"),
    )
    assert (ute.first_round, ute.ratings.get(kind="national").value) == (2, 2100)
    page = said(chief_client.get(reverse("player-edit", args=[event.slug, ute.pk])))
    assert "<strong>2050</strong>" in page
    assert 'name="club" value="SC Test"' in page


@pytest.mark.parametrize(
    ("double", "words"),
    [
        ({"name": "Another, A", "fide_id": "4600001"}, "FIDE ID 4600001 is entered already: Berg, Ute."),
        ({"name": "Berg, Ute", "birth": "1990/05/31"}, "Berg, Ute, born 1990/05/31, is entered already."),
        ({"name": "BERG, UTE", "birth": "1990"}, "Enter another person?"),
        ({"name": "Berg, Ute"}, "Enter another person?"),
    ],
)
def test_a_double_is_named_before_it_is_added(
    chief_client: Client, event: Tournament, double: dict[str, str], words: str
) -> None:
    url = reverse("player-add", args=[event.slug])
    ute = {"name": "Berg, Ute", "fide_id": "4600001", "birth": "1990/05/31", "first_round": "1"}
    chief_client.post(url, ute)
    answer = chief_client.post(url, {"first_round": "1"} | double)
    assert (answer.status_code, event.players.count()) == (422, 9)
    assert words in said(answer)
    chief_client.post(url, {"name": "Berg, Ute", "birth": "1991", "first_round": "1"})
    assert event.players.count() == 10


def test_the_form_converts_and_marks_an_ingo_number(chief_client: Client, event: Tournament) -> None:
    form = {
        "name": "Berg, Ute",
        "rating": "105",
        "rating_source": "ingo",
        "first_round": "1",
        "club": "SC Test",
    }
    chief_client.post(reverse("player-add", args=[event.slug]), form)
    ute = event.players.get(name="Berg, Ute")
    assert (ute.rating, ute.club) == (2000, "SC Test")
    listed = said(chief_client.get(reverse("desk-players", args=[event.slug])))
    assert '2000 <abbr title="converted from Ingo 105">est.</abbr>' in listed
    url = reverse("player-edit", args=[event.slug, ute.pk])
    page = said(chief_client.get(url))
    assert 'name="rating" value="105"' in page
    assert "<strong>2000</strong>" in page
    wrong = chief_client.post(
        reverse("player-add", args=[event.slug]), form | {"name": "B, B", "rating": "900"}
    )
    assert (wrong.status_code, "Ingo 900 comes to -4360" in said(wrong)) == (422, True)


def test_a_form_that_was_not_touched_changes_nothing(
    chief_client: Client, event: Tournament, chief: User
) -> None:
    player = event.players.get(number=1)
    players.change_player(
        player=player, changes={"rating": 105, "rating_source": "ingo", "national_rating": 1800}, actor=chief
    )
    url = reverse("player-edit", args=[event.slug, player.pk])
    page = chief_client.get(url)
    form = page.context["form"]
    sent: dict[str, Any] = {}
    for field in form:
        sent[field.html_name] = sent[field.html_initial_name] = field.value() or ""
    before = Tournament.objects.get(pk=event.pk).revision
    assert chief_client.post(url, sent).status_code == 302
    assert Tournament.objects.get(pk=event.pk).revision == before


# The check-in.


def presence(client: Client, event: Tournament, number: int, value: str, **headers: Any) -> Answer:
    player = event.players.get(number=number)
    url = reverse("player-presence", args=[event.slug, player.pk])
    return client.post(url, {"presence": value}, **headers)


def test_the_check_in_from_start_to_pairing(chief_client: Client, event: Tournament) -> None:
    url = reverse("check-in", args=[event.slug])
    assert "Open the check-in" in said(chief_client.get(url))
    opened = said(chief_client.post(reverse("check-in-start", args=[event.slug]), follow=True))
    assert "<b>0</b> of 8 are there, <b>8 are missing</b>" in opened
    answer = presence(chief_client, event, 3, "present")
    assert answer.headers["Location"] == f"{url}#player-{event.players.get(number=3).pk}"
    presence(chief_client, event, 4, "expected")
    page = said(chief_client.get(url))
    assert "<b>1</b> of 8 are there, 1 is expected, <b>6 are missing</b>" in page
    missing = said(chief_client.get(url, {"missing": ""}))
    assert f">{event.players.get(number=3).name}" not in missing.replace("</span> ", ">")
    assert event.players.get(number=5).name in missing
    desk = said(chief_client.get(reverse("desk", args=[event.slug])))
    assert "6 players are not checked in and will not be paired" in desk
    chief_client.post(reverse("round-pair", args=[event.slug, 1]))
    assert builders.meetings(event, 1) == {
        frozenset(event.players.filter(number__in=(3, 4)).values_list("pk", flat=True))
    }


def test_names_are_in_the_order_of_the_alphabet(chief_client: Client, event: Tournament, chief: User) -> None:
    byes.start_check_in(tournament=event, actor=chief)
    players.change_player(player=event.players.get(number=1), changes={"name": "Øverli, Å"}, actor=chief)
    shown = chief_client.get(reverse("check-in", args=[event.slug])).context["shown"]
    assert [player.name for player in shown][-1] == "Øverli, Å"
    found = chief_client.get(reverse("check-in", args=[event.slug]), {"q": "overli"}).context["shown"]
    assert [player.name for player in found] == ["Øverli, Å"]


def test_htmx_gets_the_row_and_the_counts(chief_client: Client, event: Tournament, chief: User) -> None:
    byes.start_check_in(tournament=event, actor=chief)
    part = said(presence(chief_client, event, 1, "present", headers=HTMX))
    assert part.startswith(f'<li id="player-{event.players.get(number=1).pk}" class="present"')
    assert 'id="counts" class="counts" role="status" hx-swap-oob="true"><b>1</b> of 8 are there' in part


@pytest.mark.parametrize("value", ["late", "?"])
def test_a_presence_that_is_none_is_refused(
    chief_client: Client, event: Tournament, chief: User, value: str
) -> None:
    byes.start_check_in(tournament=event, actor=chief)
    assert presence(chief_client, event, 1, value).status_code == 422


def test_who_is_missing_is_struck_out_by_name(chief_client: Client, event: Tournament, chief: User) -> None:
    byes.start_check_in(tournament=event, actor=chief)
    for number in range(1, 8):
        presence(chief_client, event, number, "present")
    answer = confirmed(chief_client, reverse("check-in-strike", args=[event.slug]), {})
    assert "1 player is struck out." in said(answer)
    assert event.players.count() == 7


def test_after_round_1_the_page_says_what_a_tap_means(
    chief_client: Client, event: Tournament, chief: User
) -> None:
    byes.start_check_in(tournament=event, actor=chief)
    event.refresh_from_db()
    for number in range(1, 7):
        presence(chief_client, event, number, "present")
    builders.publish(event, 1, chief)
    page = said(chief_client.get(reverse("check-in", args=[event.slug])))
    assert "play from round 2 on. For the rounds before they score what the rules of the event give" in page
    assert page.count(">Check in <") == 2
    assert ">undo<" not in page
    assert "When all are there" not in page


def test_without_a_check_in_the_page_says_so_after_round_1(
    chief_client: Client, event: Tournament, chief: User
) -> None:
    builders.publish(event, 1, chief)
    page = said(chief_client.get(reverse("check-in", args=[event.slug])))
    assert "Round 1 was paired without a check-in." in page
    assert "Open the check-in" not in page


# The lists themselves.


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that would run in processes of their own."""
    commands: list[list[str]] = []
    monkeypatch.setattr(lists.subprocess, "Popen", lambda command, **_options: commands.append(command))
    return commands


def upload(client: Client, data: bytes, name: str = "players_list.zip", **more: str) -> Answer:
    return client.post(reverse("rating-list-import"), {"file": SimpleUploadedFile(name, data)} | more)


@pytest.fixture
def keeper(chief: User, chief_client: Client) -> Client:
    """The browser of an arbiter who also administers the server."""
    chief.is_staff = True
    chief.save()
    return chief_client


@pytest.fixture
def data_dir(settings: Any, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


def test_an_uploaded_list_is_imported_by_a_process_of_its_own(
    keeper: Client, chief: User, started: list[list[str]], data_dir: Path
) -> None:
    answer = upload(keeper, zipped(text(person(1, "One, O")), day=(2026, 9)))
    assert answer.headers["Location"] == reverse("rating-lists")
    [command] = started
    assert command[:4] == [sys.executable, "-m", "tournaments", "import_fide_list"]
    path = Path(command[4])
    assert path.parent == data_dir / "uploads"
    row = RatingList.objects.get()
    assert command[5:] == [f"--list={row.pk}", "--remove"]
    # From the first moment on, the page shows how far the import is.
    page = said(keeper.get(reverse("rating-lists")))
    assert "being imported 0 %" in page
    assert 'hx-trigger="every 2s"' in page
    # Done in this process instead of the one that was started.
    call_command(*command[3:], verbosity=0)
    row.refresh_from_db()
    assert (row.state, row.players) == ("in_force", 1)
    assert (row.kind, row.month, row.source, row.imported_by) == (
        "combined",
        date(2026, 9, 1),
        "players_list.zip",
        chief,
    )
    assert not path.exists()
    page = said(keeper.get(reverse("rating-lists")))
    assert "<b>combined</b> September 2026 <small>1 player, from players_list.zip</small>" in page


def test_the_command_that_is_started_is_one(tmp_path: Path) -> None:
    """In a process of its own, as the upload starts it; the file is no list, so the database is not used."""
    path = tmp_path / "list.txt"
    path.write_bytes(b"nothing")
    found = subprocess.run(
        [sys.executable, "manage.py", "import_fide_list", str(path), "--remove"],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).resolve().parents[2],
    )
    assert "This is not a FIDE rating list" in found.stderr
    assert not path.exists()


@pytest.mark.parametrize(
    ("data", "more", "words"),
    [
        (b"%PDF-1.7", {}, "This is not a FIDE rating list"),
        (zipped(b"", "readme.md"), {}, "Expected one TXT or XML file in the archive"),
        (text(person(1, "One, O", OCT26=2000), columns=SINGLE), {}, "choose standard, rapid or blitz"),
        (text(person(1, "One, O")), {"kind": "rapid"}, "This is a combined list."),
        (text(person(1, "One, O")), {"month": "11/2026"}, "Enter a valid date"),
        (b"", {}, "The submitted file is empty"),
    ],
)
def test_what_is_no_list_is_refused_at_once(
    keeper: Client,
    started: list[list[str]],
    data_dir: Path,
    data: bytes,
    more: dict[str, str],
    words: str,
) -> None:
    answer = upload(keeper, data, **more)
    assert answer.status_code == 422
    assert words in said(answer)
    assert not started
    assert not list(data_dir.glob("uploads/*"))


def test_a_list_may_not_fill_the_disk(
    keeper: Client, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RatingListForm.base_fields["file"], "most", 10)
    answer = upload(keeper, text(person(1, "One, O")))
    assert "expected at most 10 bytes" in said(answer)


def test_a_second_upload_waits_for_the_first(
    keeper: Client, started: list[list[str]], data_dir: Path
) -> None:
    RatingList.objects.create(kind="combined", month="2026-11-01", source="first.zip", percent=42)
    answer = upload(keeper, text(person(1, "One, O")))
    assert "is being imported just now" in said(answer)
    assert not started
    page = said(keeper.get(reverse("rating-lists")))
    assert 'hx-trigger="every 2s"' in page
    assert "being imported 42 %" in page
    part = keeper.get(reverse("rating-lists"), headers=HTMX).content.decode()
    assert part.lstrip().startswith('<div id="state"')


def test_an_import_that_has_died_is_not_waited_for(
    keeper: Client, started: list[list[str]], data_dir: Path
) -> None:
    """For example, the server was switched off meanwhile, and nothing recorded that."""
    dead = RatingList.objects.create(kind="combined", month="2026-11-01", source="first.zip", percent=42)
    RatingList.objects.filter(pk=dead.pk).update(updated_at=timezone.now() - timedelta(minutes=6))
    page = said(keeper.get(reverse("rating-lists")))
    assert "interrupted 42 %" in page
    assert "every 2s" not in page
    assert "<progress" not in page
    upload(keeper, text(person(1, "One, O")))
    assert len(started) == 1


def test_a_failed_import_says_why(chief_client: Client, event: Tournament) -> None:
    RatingList.objects.create(
        kind="combined",
        month="2026-11-01",
        source="cut.zip",
        state="failed",
        remark="The file is damaged: CRC",
    )
    page = said(chief_client.get(reverse("rating-lists")))
    assert "The file is damaged: CRC" in page
    assert "every 2s" not in page


def test_who_does_not_administer_the_server_only_looks(chief_client: Client, event: Tournament) -> None:
    """Not even the owner of an event: anybody may create one, and all events read the list."""
    page = said(chief_client.get(reverse("rating-lists")))
    assert "Whoever administers the server imports a new list" in page
    assert reverse("rating-list-import") not in page
    answer = upload(chief_client, text(person(1, "One, O")))
    assert answer.status_code == 403
    assert not RatingList.objects.exists()


def test_who_administers_the_server_imports_lists_without_an_event(keeper: Client) -> None:
    assert keeper.get(reverse("rating-list-import")).status_code == 200
    assert reverse("rating-list-import") in said(keeper.get(reverse("rating-lists")))


def test_a_reader_sees_the_list_and_none_of_its_buttons(
    client: Client, event: Tournament, chief: User
) -> None:
    numbers.close_list(tournament=event, actor=chief)
    client.force_login(builders.member(event, "reader", "reader"))
    page = said(client.get(reverse("desk-players", args=[event.slug])))
    assert Player.objects.get(number=1).name in page
    for route in (
        "players-import",
        "player-find",
        "check-in",
        "ratings-check",
        "list-open",
        "numbers-assign",
    ):
        assert f'"{reverse(route, args=[event.slug])}"' not in page
