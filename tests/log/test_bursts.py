"""The log as it is shown: results that somebody enters one after the other share one line."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import builders
from tournaments.log.queries import lines
from tournaments.models import Tournament
from tournaments.results.services import enter_result


def enter(event: Tournament, actor: User, *boards: int, result: str = "1-0", version: int = 0) -> None:
    for board in boards:
        enter_result(tournament=event, number=1, board=board, result=result, version=version, actor=actor)


def log(event: Tournament) -> list[tuple[str, int, str]]:
    """For each line about results, latest first: who, how many acts, and the boards if it is a burst."""
    acts = event.audit_events.filter(action__startswith="result")
    return [
        (str(line.latest.who), len(line.acts), line.boards if line.is_burst else "") for line in lines(acts)
    ]


def test_results_one_after_the_other_are_one_line(chief: User) -> None:
    event = builders.tournament(chief, players=60)
    builders.publish(event, 1, chief)
    enter(event, chief, *range(1, 25), 28, 30, 29)
    assert log(event) == [("chief", 27, "1–24, 28–30")]


def test_two_who_enter_at_the_same_time_have_a_line_each(chief: User) -> None:
    event = builders.tournament(chief, players=16)
    deputy = builders.deputy(event, "deputy")
    builders.publish(event, 1, chief)
    for board in (1, 3, 5):
        enter(event, chief, board)
        enter(event, deputy, board + 1)
    assert log(event) == [("deputy", 3, "2, 4, 6"), ("chief", 3, "1, 3, 5")]


def test_what_is_changed_and_what_is_done_between_stays_by_itself(chief: User) -> None:
    event = builders.tournament(chief, players=16)
    builders.publish(event, 1, chief)
    enter(event, chief, 1, 2, 3)
    enter(event, chief, 2, result="0-1", version=1)
    enter(event, chief, 4, 5)
    assert log(event) == [("chief", 1, ""), ("chief", 1, ""), ("chief", 1, ""), ("chief", 3, "1–3")]
    everything = list(event.audit_events.all())
    assert [act for line in lines(everything) for act in line.acts] == everything


def test_the_log_opens_a_burst_and_the_desk_shows_what_was_before_it(
    chief_client: Client, chief: User
) -> None:
    event = builders.tournament(chief, players=60)
    builders.play(event, 1, chief)
    page = chief_client.get(reverse("log", args=[event.slug])).content.decode()
    assert "entered 30 results, boards 1–30" in page
    assert page.count("entered a result") == 30
    assert page.count("<details>") == 1
    desk = chief_client.get(reverse("desk", args=[event.slug])).content.decode()
    assert "entered 30 results, boards 1–30" in desk
    assert "published a round" in desk
