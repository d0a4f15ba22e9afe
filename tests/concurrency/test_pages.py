"""The public pages under real threads: each is made once, and none made before an act outlives it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest
from django import shortcuts
from django.contrib.auth.models import User
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client

from tests import builders
from tests.concurrency.crowd import at_once, meeting_before
from tournaments.models import Tournament
from tournaments.public import views as public
from tournaments.results import services as results
from tournaments.rounds.services import rounds
from tournaments.standings import views as standings
from tournaments.web import pages

THREADS = 8
LIST, STANDINGS = "rounds/1/live/", "standings/"


@pytest.fixture
def event(chief: User) -> Tournament:
    """Round 1 is public, all results are missing."""
    event = builders.tournament(chief)
    builders.publish(event, 1, chief)
    return event


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[pages.Page]:
    """Collects the pages that are made to be kept."""
    made: list[pages.Page] = []
    make = pages.Page.of

    def making(*args: Any) -> pages.Page:
        made.append(make(*args))
        return made[-1]

    monkeypatch.setattr(pages.Page, "of", making)
    return made


def asking(event: Tournament, page: str = LIST) -> Callable[[], HttpResponse]:
    return lambda: Client().get(f"/t/{event.slug}/{page}")


def entering(event: Tournament, actor: User, board: int = 1) -> Callable[[], object]:
    return lambda: results.enter_result(
        tournament=event, number=1, board=board, result="1-0", version=0, actor=actor
    )


def shown(event: Tournament, page: str = LIST) -> int:
    """How many results the page shows when it is requested now."""
    return asking(event, page)().content.count(b"1-0")


def test_of_eight_who_ask_for_a_page_one_has_it_made(event: Tournament, made: list[pages.Page]) -> None:
    answers = at_once(*[asking(event)] * THREADS)
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == len(made) == 1


def test_control_without_the_lock_all_eight_make_it(
    event: Tournament, made: list[pages.Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "LOCKS", [nullcontext()])
    meeting_before(monkeypatch, public, "render", THREADS)
    at_once(*[asking(event)] * THREADS)
    assert len(made) == THREADS


def test_who_waits_for_a_page_gets_one_of_after_they_asked(
    event: Tournament, chief: User, made: list[pages.Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A result comes in while the first of eight makes the page: every later request must show it."""
    during(monkeypatch, entering(event, chief), after_rendering=True)
    answers = at_once(*[asking(event)] * THREADS)
    assert [b"1-0" in answer.content for answer in answers].count(False) <= 1
    assert len(made) == 2


def during(
    monkeypatch: pytest.MonkeyPatch, act: Callable[[], object], *, after_rendering: bool = False
) -> None:
    """Let an act be committed while the next page is made: once its rows were read, or when it is ready."""
    render, acts = shortcuts.render, [act]

    def interrupted(*args: Any, **kwargs: Any) -> HttpResponse:
        if acts and not after_rendering:
            acts.pop()()
        answer = render(*args, **kwargs)
        if acts:
            acts.pop()()
        return answer

    for views in (public, standings):
        monkeypatch.setattr(views, "render", interrupted)


@pytest.mark.parametrize("after_rendering", [False, True], ids=["read", "ready"])
def test_a_page_made_while_a_result_comes_in_does_not_outlive_it(
    event: Tournament, chief: User, after_rendering: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    during(monkeypatch, entering(event, chief), after_rendering=after_rendering)
    assert shown(event) == 0, "the rows were read before the result"
    assert shown(event) == 1


def test_control_with_the_count_of_after_its_making_a_page_outlives_the_act(
    event: Tournament, chief: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the revision read too late it does go wrong, so the test above proves something."""
    make = pages.Page.of

    def later(answer: HttpResponse, _revision: int, made_from: Any) -> pages.Page:
        return make(answer, Tournament.objects.get(pk=event.pk).public_revision, made_from)

    monkeypatch.setattr(pages.Page, "of", later)
    during(monkeypatch, entering(event, chief))
    assert (shown(event), shown(event)) == (0, 0)


def test_standings_made_while_the_last_result_comes_in_do_not_outlive_it(
    event: Tournament, chief: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for board in (2, 3, 4):
        entering(event, chief, board)()
    during(monkeypatch, entering(event, chief, 1))
    assert b"Standings after round 1" not in asking(event, STANDINGS)().content
    assert b"Standings after round 1" in asking(event, STANDINGS)().content


@pytest.mark.parametrize("attempt", range(3))
def test_a_result_stands_in_the_first_page_asked_for_after_it(
    event: Tournament, chief: User, attempt: int
) -> None:
    """While others keep requesting the page."""
    ended: list[bool] = []

    def ask_and_ask() -> None:
        while not ended:
            asking(event)()

    def enter_all() -> list[int]:
        try:
            return [entering(event, chief, board)() and shown(event) for board in (1, 2, 3, 4)]
        finally:
            ended.append(True)

    *_others, seen = at_once(*[ask_and_ask] * 3, enter_all)
    assert seen == [1, 2, 3, 4]


def test_a_draft_made_while_a_page_is_made_is_in_none(
    event: Tournament, chief: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    builders.enter(event, 1, chief)
    paths = ("", LIST, STANDINGS, "players/", "players/1/")
    before = {path: asking(event, path)().content for path in paths}
    for path in paths:
        cache.clear()
        with monkeypatch.context() as patch:
            during(patch, lambda: rounds.pair_round(tournament=event, number=2, actor=chief))
            assert asking(event, path)().content == before[path]
        assert asking(event, path)().content == before[path]
        assert event.rounds.get(number=2).state == "draft"
        assert asking(event, "rounds/2/live/")().status_code == 404
        rounds.discard_draft(tournament=event, number=2, actor=chief)


def test_what_an_arbiter_sees_is_not_kept(
    event: Tournament, chief: User, made: list[pages.Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    arbiter = Client()
    arbiter.force_login(chief)
    for path in ("", LIST, STANDINGS, "players/", "players/1/", "desk/", "desk/rounds/1/"):
        assert arbiter.get(f"/t/{event.slug}/{path}").status_code == 200
    assert made == []
    assert b"chief" not in asking(event, STANDINGS)().content
    assert len(made) == 1
    assert b"chief" in arbiter.get(f"/t/{event.slug}/{STANDINGS}").content
