"""The hall's screens: opened by a code, led from the desk, and never a draft on any of them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tournaments.errors import DomainError
from tournaments.event.services import course
from tournaments.event.services import event as event_services
from tournaments.hall import queries, services
from tournaments.hall.services import announce
from tournaments.models import AuditEvent, Screen, Tournament
from tournaments.models.outside import CODE_LASTS
from tournaments.players.services.players import add_players
from tournaments.prizes import services as prizes
from tournaments.rounds.services import by_hand, rounds
from tournaments.web import logins

__all__ = ["chief", "db", "event", "made"]

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

Part = Screen.Part


def ask(machine: Client, event: Tournament) -> HttpResponse:
    """The answer that the machine in the hall gets."""
    return machine.get(reverse("screen", args=[event.slug]))


def code_on(answer: HttpResponse) -> str:
    """The digits on a screen that is not open; "" for one that is."""
    found = re.search(r'class="figure">(\d{3}) (\d{3})<', answer.content.decode())
    return found[1] + found[2] if found else ""


def type_code(desk: Client, event: Tournament, code: str, name: str = "Stage") -> HttpResponse:
    return desk.post(reverse("screen-open", args=[event.slug]), {"open-code": code, "open-name": name})


def machine_of(event: Tournament) -> tuple[Screen, Client]:
    """An opened screen, and its machine."""
    screen, token = builders.screen(event)
    machine = Client()
    machine.cookies["screen"] = token
    return screen, machine


def part_of(event: Tournament, part: str, **choices: Any) -> str:
    answer = Client().get(reverse("screen-part", args=[event.slug, part]), choices)
    assert answer.status_code == 200
    return answer.content.decode()


# A code, and what it opens.


def test_a_machine_shows_a_code_and_opens_when_that_is_typed_at_the_desk(
    event: Tournament, chief_client: Client
) -> None:
    machine = Client()
    first = ask(machine, event)
    code = code_on(first)
    cookie = machine.cookies["screen"]
    assert len(code) == 6
    assert code_on(ask(machine, event)) == code
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (
        reverse("screen", args=[event.slug]),
        True,
        "Lax",
    )
    assert cookie.value not in first.content.decode()
    assert not event.screens.filter(token_hash=cookie.value).exists()
    assert type_code(chief_client, event, f"{code[:3]} {code[3:]}").status_code == 302
    answer = ask(machine, event)
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith(f"/t/{event.slug}/screen/")
    assert "no-store" in answer.headers["Cache-Control"]
    assert AuditEvent.objects.latest("pk").action == "screen_opened"
    # The code is used up, and another machine gets a different one.
    assert type_code(chief_client, event, code).status_code == 422
    assert code_on(ask(Client(), event)) not in {"", code}


def test_a_code_that_is_too_old_opens_nothing_and_another_takes_its_place(
    event: Tournament, chief: User
) -> None:
    machine, now = Client(), timezone.now()
    with time_machine.travel(now, tick=False) as clock:
        code = code_on(ask(machine, event))
        clock.shift(CODE_LASTS)
        assert code_on(ask(machine, event)) == code
        with pytest.raises(DomainError) as refused:
            services.open_screen(tournament=event, code=code, name="Stage", actor=chief)
        assert refused.value.code == "code"
        clock.shift(timedelta(seconds=1))
        newer = code_on(ask(machine, event))
        assert newer not in {"", code}
        assert event.screens.count() == 1
        services.open_screen(tournament=event, code=newer, name="Stage", actor=chief)
        assert ask(machine, event).status_code == 302
        # Machines that were never opened are forgotten, open ones are not.
        ask(Client(), event)
        clock.shift(services.FORGOTTEN_AFTER + timedelta(seconds=1))
        ask(Client(), event)
        assert event.screens.filter(code="").count() == event.screens.exclude(code="").count() == 1


def test_a_code_opens_no_other_event(event: Tournament, chief: User) -> None:
    other = builders.tournament(chief, name="Other Open")
    waiting, _token = services.ask_for_code(tournament=event)
    with pytest.raises(DomainError):
        services.open_screen(tournament=other, code=waiting.code, name="Stage", actor=chief)
    # Nor does the token of another event's screen open it.
    _opened, machine = machine_of(other)
    assert code_on(ask(machine, event))


@pytest.mark.parametrize("typed", ["", "12345", "1234567", "12a456", "१२३४५६"])
def test_what_is_no_code_is_told(typed: str, event: Tournament, chief_client: Client) -> None:
    answer = type_code(chief_client, event, typed)
    assert answer.status_code == 422
    assert not event.screens.exclude(opened_at=None).exists()
    if typed:
        assert "Expected the 6 digits shown on the screen." in answer.content.decode()


def test_wrong_codes_make_wait_and_a_right_one_forgives(event: Tournament, chief_client: Client) -> None:
    code = code_on(ask(Client(), event))
    wrong = f"{(int(code) + 1) % 10**6:06}"
    for _try in range(logins.FREE["code"]):
        assert "No screen shows this code" in type_code(chief_client, event, wrong).content.decode()
    told = type_code(chief_client, event, code).content.decode()
    assert "Too many wrong codes." in told
    assert "Wait 15 seconds." in told
    with time_machine.travel(timezone.now() + timedelta(seconds=16)):
        assert type_code(chief_client, event, code).status_code == 302
        code = code_on(ask(Client(), event))
        assert type_code(chief_client, event, wrong).status_code == 422
        assert type_code(chief_client, event, code).status_code == 302


def test_machines_of_one_address_cannot_ask_for_codes_without_end(event: Tournament) -> None:
    waiting = Client()
    code = code_on(ask(waiting, event))
    for _machine in range(logins.FREE["machine"] - 1):
        assert ask(Client(), event).status_code == 200
    refused = ask(Client(), event)
    assert (refused.status_code, code_on(refused)) == (429, "")
    assert "Too many machines have asked for a code from here." in refused.content.decode()
    assert event.screens.count() == logins.FREE["machine"]
    # A machine that is waiting already is not counted again.
    assert code_on(ask(waiting, event)) == code


def test_the_token_gives_nothing_but_what_is_public(event: Tournament) -> None:
    _screen, machine = machine_of(event)
    for route in ("desk", "screens", "people", "entry"):
        url = reverse(route, args=[event.slug])
        assert machine.get(url).status_code == Client().get(url).status_code
    assert machine.post(reverse("screen", args=[event.slug])).status_code == 405


# What is on a page.


def test_a_page_holds_twenty_four_boards_and_thirty_six_names(chief: User) -> None:
    event = builders.tournament(chief, players=59, name="Large Open")
    builders.publish(event, 1, chief)
    by_board, by_name = (queries.page(event, part, 1) for part in (Part.BOARDS, Part.NAMES))
    assert [[line.number for line in column] for column in by_board.columns] == [
        list(range(1, 13)),
        list(range(13, 25)),
    ]
    assert [len(column) for column in by_name.columns] == [12, 12, 12]
    assert (by_board.pages, by_name.pages) == (2, 2)
    last = queries.page(event, Part.BOARDS, 99)
    assert (last.number, len(last.columns), len(last.columns[0])) == (2, 1, 5)
    names = [
        line.name
        for number in (1, 2)
        for column in queries.page(event, Part.NAMES, number).columns
        for line in column
    ]
    assert len(names) == 59
    assert names == sorted(names)
    idle = [
        line for column in queries.page(event, Part.NAMES, 2).columns for line in column if not line.number
    ]
    assert [line.result for line in idle] == ["bye"]


@pytest.mark.parametrize(
    ("name", "columns", "shown", "small"),
    [
        ("García, Clara", 2, "García, Clara", False),
        ("Grigoryan, Petros", 2, "Grigoryan, P.", False),
        # Names of twelve letters and more become smaller before they are cut.
        ("Abdusattorov, Nodirbek", 2, "Abdusattorov, N.", True),
        ("Nepomniachtchi, Ian", 2, "Nepomniachtchi, I.", True),
        ("Fernandez-Guillen, Ana", 2, "Fernandez-Guillen", True),
        ("Papadopoulou-Konstantinidis, Alexandra", 2, "Papadopoulo…, A.", True),
        # If the page has one column of boards, it has the room of two.
        ("Abdusattorov, Nodirbek", 1, "Abdusattorov, Nodirbek", False),
        ("Papadopoulou-Konstantinidis, Alexandra", 1, "Papadopoulou-Konstantinidis, A.", False),
    ],
)
def test_a_name_is_shorter_then_smaller_and_cut_at_last(
    name: str, columns: int, shown: str, small: bool
) -> None:
    where = queries.place(Part.BOARDS, columns)
    assert queries.fitted(name, where, queries.counted([name])) == (shown, small)


def test_who_would_share_a_short_name_keeps_their_own(chief: User) -> None:
    event = builders.tournament(chief, players=26, name="Brothers' Open")
    names = ["Grigoryan, Petros Aram", "Grigoryan, Pavel Hrant", "Grigoryan, Tigran Vahan", "Holm, Ida"]
    add_players(tournament=event, actor=chief, entries=[{"name": name} for name in names])
    builders.publish(event, 1, chief)
    columns = queries.page(event, Part.NAMES, 1).columns
    shown = ["Grigoryan, Pavel Hrant", "Grigoryan, Petros Aram", "Grigoryan, T.", "Holm, Ida"]
    found = [line.name for column in columns for line in column]
    assert [name for name in found if not name[-1].isdecimal()] == shown


def test_results_come_in_one_by_one(event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    before = part_of(event, "results")
    assert "0 of 4" in before
    builders.enter(event, 1, chief, {2: "1/2-1/2", 3: "", 4: ""})
    after = part_of(event, "results")
    assert "2 of 4" in after
    assert "½-½" in after
    assert "½-½" not in before


def test_standings_and_prizes(event: Tournament, chief: User) -> None:
    assert "There is nothing to show here yet." in part_of(event, "standings")
    prizes.add_prizes(tournament=event, actor=chief, amounts=[30000, 20000])
    builders.play(event, 1, chief)
    assert "after round 1" in part_of(event, "standings")
    announced = queries.page(event, Part.PRIZES, 1).columns[0]
    assert [(line.number, line.name, line.result, line.heading) for line in announced] == [
        ("", "Main prizes", "", True),
        (1, "", "300\xa0EUR", False),
        (2, "", "200\xa0EUR", False),
    ]
    # The winners are not shown before the event has ended.
    leader = queries.page(event, Part.STANDINGS, 1).columns[0][0].name
    assert leader not in part_of(event, "prizes")


def test_who_gets_the_prizes_stands_there_when_the_event_has_ended(chief: User) -> None:
    event = builders.tournament(chief, rounds=1, players=4)
    prizes.add_prizes(tournament=event, actor=chief, amounts=[30000])
    builders.play(event, 1, chief, {2: "0-1"})
    builders.confirmed(event_services.finish_tournament, tournament=event, actor=chief)
    event.refresh_from_db()
    title, first, *_rest = queries.page(event, Part.PRIZES, 1).columns[0]
    assert (title.name, first.result) == ("Main prizes", "150\xa0EUR")
    assert first.name


def test_countdown_to_the_start_then_to_the_deadline_then_to_the_next_start(
    chief: User, settings: Any
) -> None:
    settings.TIME_ZONE = "UTC"
    event = builders.tournament(chief, correction_minutes=45)
    noon = datetime(2026, 11, 21, 12, tzinfo=UTC)
    with time_machine.travel(noon, tick=False) as clock:
        course.fill_schedule(
            tournament=event,
            actor=chief,
            first_day=noon.date(),
            every=1,
            times=[time(13), time(18)],
        )
        screen, _token = builders.screen(event)
        assert queries.programme(screen, timezone.now()) == [(event, Part.COUNTDOWN, 1)]
        assert "Round 1 begins at 13:00" in part_of(event, "countdown")
        builders.publish(event, 1, chief)
        assert "Round 1 begins at 13:00" in part_of(event, "boards")
        clock.shift(timedelta(hours=2))
        # It has begun: there is nothing ahead that the clock could count down to.
        assert Part.COUNTDOWN not in {page.part for page in queries.programme(screen, timezone.now())}
        builders.enter(event, 1, chief)
        page = part_of(event, "countdown")
        assert "Errors can be reported until 14:45" in page
        assert "Round 2 begins at 18:00" in page
        assert 'datetime="2026-11-21T14:45:00+00:00" data-countdown' in page


# The page whose turn it is.


def turns(screen: Screen, seconds: range) -> list[queries.Page]:
    start = datetime(2026, 11, 21, tzinfo=UTC)
    return [queries.turn(screen, start + timedelta(seconds=at)) for at in seconds]


def test_the_servers_clock_turns_the_pages_of_all_screens_together(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    one, _token = builders.screen(event)
    two, _token = builders.screen(event, "Entrance")
    parts = [Part.BOARDS, Part.NAMES, Part.RESULTS, Part.STANDINGS]
    seen = [page.part for page in turns(one, range(0, 60, 15))]
    assert sorted(seen) == sorted(parts)
    assert turns(one, range(60)) == turns(two, range(60)) == turns(one, range(60, 120))
    services.change_screen(tournament=event, screen=two.pk, changes={"parts": "names,results"}, actor=chief)
    two = queries.by_key(event, two.pk)
    assert {page.part for page in turns(two, range(60))} == {Part.NAMES, Part.RESULTS}


def test_show_now_holds_one_part_on_all_screens_until_they_turn_again(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    builders.publish(event, 1, chief)
    (one, machine), (_two, other) = machine_of(event), machine_of(event)
    url = reverse("screen-show", args=[event.slug])
    chief_client.post(url, {"show-screen": "all", "show-part": "prizes"})
    for shown in (machine, other):
        assert "/screen/prizes/?page=1&led=15" in ask(shown, event).headers["Location"]
    chief_client.post(url, {"show-screen": str(one.pk), "show-part": "turn"})
    assert "/prizes/" not in ask(machine, event).headers["Location"]
    assert "/prizes/" in ask(other, event).headers["Location"]


def test_the_desk_says_what_each_screen_shows_and_which_is_silent(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    builders.publish(event, 1, chief)
    screen, machine = machine_of(event)
    services.show_now(tournament=event, screen=screen.pk, part="results", actor=chief)
    live = reverse("screens-live", args=[event.slug])
    assert "not yet" in chief_client.get(live).content.decode()
    location = ask(machine, event).headers["Location"]
    page = chief_client.get(live).content.decode()
    assert "results coming in, page 1" in page
    assert location.replace("&", "&amp;") in page
    assert "just now" in page
    picture = re.search(r'<img class="picture"\s+src="data:image/svg\+xml,([^"]+)"\s[^>]*alt="([^"]+)"', page)
    assert picture
    shown = queries.page(event, Part.RESULTS, 1)
    drawn = "".join(ElementTree.fromstring(unquote(picture[1])).itertext())  # noqa: S314  our own drawing
    for column in shown.columns:
        for line in column:
            assert f"{line.number}{line.name}" in drawn
            assert line.other in drawn
    first, last = shown.columns[0][0], shown.columns[-1][-1]
    assert picture[2] == f"from {first.number} {first.name} to {last.number} {last.name}"
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        page = chief_client.get(live).content.decode()
        assert "silent since" in page
        assert 'class="picture"' not in page, "what a silent screen shows nobody knows"


def test_a_screen_that_keeps_asking_is_not_silent_and_seldom_written(event: Tournament) -> None:
    screen, machine = machine_of(event)
    now = timezone.now()
    with time_machine.travel(now, tick=False) as clock:
        ask(machine, event)
        clock.shift(1)
        ask(machine, event)
        assert Screen.objects.get(pk=screen.pk).seen_at == now
        for _ in range(4):
            clock.shift(20)
            ask(machine, event)
        assert not Screen.objects.get(pk=screen.pk).is_silent


def drawn_in(address: str) -> list[str]:
    """The texts of a picture, which is in its address."""
    # The picture is the program's own: nobody else could have put entities into it.
    return list(ElementTree.fromstring(unquote(address.partition(",")[2])).itertext())  # noqa: S314


def test_a_long_name_of_the_event_stops_at_the_title_of_the_picture(event: Tournament) -> None:
    event.name = "The Open Championship of Everybody " * 3
    picture = queries.picture(event, queries.page(event, Part.STANDINGS, 1), dark=False)
    assert drawn_in(picture.address) == ["standings", "The Open Championship of Everybody The Open Cham…"]


def test_the_picture_of_an_announcement_says_it_and_runs_nothing(event: Tournament, chief: User) -> None:
    text = "Tea & <cake> for everybody in the hall beside the analysis room at three."
    announce(tournament=event, text=text, actor=chief)
    picture = queries.picture(event, queries.page(event, Part.ANNOUNCEMENTS, 1), dark=False)
    drawn = "".join(drawn_in(picture.address))
    assert closed_up(text) in closed_up(drawn)
    assert picture.words == text


def closed_up(text: str) -> str:
    return "".join(text.split())


def test_what_a_screen_shows_is_changed_from_the_desk(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    builders.publish(event, 1, chief)
    screen, machine = machine_of(event)
    url = reverse("screen-edit", args=[event.slug, screen.pk])
    form = {"name": "Entrance", "parts": ["results"], "seconds": "20", "dark": "on"}
    assert chief_client.post(url, form).status_code == 302
    assert ask(machine, event).headers["Location"].endswith("/results/?page=1&theme=dark&led=20")
    for wrong, said in (({"parts": []}, "required"), ({"seconds": "2"}, "greater than or equal to 5")):
        answer = chief_client.post(url, form | wrong)
        assert answer.status_code == 422
        assert said in answer.content.decode()
    close = reverse("screen-close", args=[event.slug, screen.pk])
    assert chief_client.post(close).status_code == 302
    assert code_on(ask(machine, event))
    assert chief_client.post(close).status_code == chief_client.get(url).status_code == 409


def test_a_screen_turns_without_a_script_too(event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    _screen, machine = machine_of(event)
    page = machine.get(ask(machine, event).headers["Location"]).content.decode()
    assert f'content="15;url=/t/{event.slug}/screen/"' in page
    # At its own address, a part turns through its own pages.
    assert f'content="15;url=/t/{event.slug}/screen/boards/?page=1&amp;theme=dark"' in part_of(
        event, "boards", theme="dark", page="7"
    )


# Announcements.


def test_an_announcement_stands_on_all_screens_and_on_the_pages_of_phones_until_it_is_taken_down(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    builders.publish(event, 1, chief)
    text = "Round 2 begins half an hour later."
    pages = ("event", "standings", "cross-table", "players", "prizes", "follow")
    routes = {name: reverse(name, args=[event.slug]) for name in pages}
    numbered = ("round", "round-live", "player", "ahead")
    routes |= {name: reverse(name, args=[event.slug, 1]) for name in numbered}
    routes |= {"why": reverse("why", args=[event.slug, 1, 1])}
    routes |= {"followed": reverse("followed", args=[event.slug, [event.players.get(number=1).key]])}
    routes |= {part: reverse("screen-part", args=[event.slug, part]) for part in Part.values}

    def shown() -> set[str]:
        return {name for name, url in routes.items() if text in Client().get(url).content.decode()}

    assert shown() == set()
    chief_client.post(reverse("announce", args=[event.slug]), {"announce-text": text})
    assert shown() == routes.keys()
    row = event.announcements.get()
    chief_client.post(reverse("announcement-end", args=[event.slug, row.pk]))
    assert shown() == set()
    refused = chief_client.post(reverse("announce", args=[event.slug]), {"announce-text": "x" * 301})
    assert refused.status_code == 422
    assert event.announcements.count() == 1


# Never a draft.


def everything_on(event: Tournament, machine: Client) -> dict[str, str]:
    """Every part, and everything that a screen turns through."""
    pages = {str(part): part_of(event, part) for part in Part}
    for held in ("", *Part):
        Screen.objects.update(held=held)
        pages[f"turns {held}"] = str(queries.programme(event.screens.get(), timezone.now()))
        pages[f"led {held}"] = machine.get(reverse("screen", args=[event.slug]), follow=True).content.decode()
    return pages


def test_no_screen_tells_of_a_draft(event: Tournament, chief: User) -> None:
    prizes.add_prizes(tournament=event, actor=chief, amounts=[30000])
    builders.play(event, 1, chief)
    _screen, machine = machine_of(event)
    with time_machine.travel(timezone.now(), tick=False):
        before = everything_on(event, machine)
        # The cache is cleared, so that these pages are made while the draft is there.
        cache.clear()
        rounds.pair_round(tournament=event, number=2, actor=chief)
        assert everything_on(event, machine) == before
        cache.clear()
        by_hand.begin(tournament=event, number=2, actor=chief)
        assert everything_on(event, machine) == before
        builders.confirmed(by_hand.end, tournament=event, number=2, actor=chief)
        # The control: a published round is shown.
        rounds.publish_round(tournament=event, number=2, actor=chief)
        after = everything_on(event, machine)
    differ = {name for name, page in after.items() if page != before[name]}
    assert {"boards", "names", "results", "led boards"} <= differ
    assert "Round 2" in after["boards"]


def test_a_page_takes_the_same_queries_for_few_and_for_many(chief: User) -> None:
    found = []
    for players in (10, 60):
        event = builders.tournament(chief, players=players, name=f"{players} players")
        builders.play(event, 1, chief)
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            for part in Part:
                part_of(event, part)
        found.append(len(queries))
    assert found[0] == found[1] < 70
