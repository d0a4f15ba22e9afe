"""The server's clock is set by hours: what is published stays, the log keeps its order, all can log in."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.backup.test_backups import same_again
from tests.tournaments.login_samples import log_in, logged_in
from tournaments.chain import verification
from tournaments.models import PushSubscription, RatingList, Round, Tournament
from tournaments.public.queries import AGAIN, due
from tournaments.ratings.services import lists

pytestmark = pytest.mark.django_db

# Longer than a session lasts, and than any wait.
BACK, ON = timedelta(hours=-10), timedelta(hours=10)


def test_an_event_goes_on_however_the_clock_is_set(
    event: Tournament, chief: User, clock: time_machine.Traveller
) -> None:
    client, acts = Client(), []

    def act(route: str, *where: int, **form: str) -> None:
        answer = client.post(reverse(route, args=[event.slug, *where]), form)
        assert answer.status_code in {200, 302}, (route, acts)
        acts.append(route)

    for number, (before, between) in enumerate([(ON, BACK), (BACK, BACK), (ON, ON)], 1):
        clock.shift(before)
        # The arbiter can log in again, though the password was typed "later" than now, or too long ago.
        assert log_in(client, "chief", "chief").status_code == 302
        act("round-pair", number)
        clock.shift(between)
        assert log_in(client, "chief", "chief").status_code == 302
        act("round-publish", number)
        published = Round.objects.get(tournament=event, number=number)
        assert published.state == Round.State.PUBLISHED
        clock.shift(-between)
        log_in(client, "chief", "chief")
        for board in range(1, 5):
            act("result", number, board, result="1-0", version="0")
        for page in ("event", "standings", "players"):
            assert Client().get(reverse(page, args=[event.slug])).status_code == 200
    times = list(event.audit_events.order_by("pk").values_list("at", flat=True))
    assert times != sorted(times)
    assert not verification.differences(event)
    # The log is in the order of the acts, not of their times: so are the links of the chain.
    links = event.publications.order_by("pk")
    assert [link.round_number for link in links if link.kind == "pairing"] == [1, 2, 3]
    builders.correct(event, 3, chief, kind="result", result="0-1")
    assert not verification.differences(event)
    same_again(event, chief)


def test_who_waits_for_wrong_passwords_waits_no_longer_where_the_clock_is_set_back(
    chief: User, clock: time_machine.Traveller
) -> None:
    for _try in range(5):
        log_in(Client(), "chief", "wrong")
    clock.shift(BACK)
    assert log_in(Client(), "chief", "chief").headers["Retry-After"] == "16"
    clock.shift(timedelta(seconds=16))
    client = Client()
    assert log_in(client, "chief", "chief").status_code == 302
    assert logged_in(client)


def test_a_phone_is_told_of_a_round_that_was_published_earlier_than_the_one_before(
    event: Tournament, chief: User, clock: time_machine.Traveller
) -> None:
    builders.play(event, 1, chief)
    phone = PushSubscription.objects.create(
        player=event.players.get(number=1),
        endpoint="https://push.example.org/1",
        told_until=timezone.now(),
        tried_at=timezone.now(),
    )
    assert not due(timezone.now())
    clock.shift(BACK)
    builders.publish(event, 2, chief)
    assert list(due(timezone.now())) == [phone]
    # A phone that another process is telling now is left to it, though its clock is a little ahead.
    PushSubscription.objects.update(tried_at=timezone.now() + AGAIN / 2)
    assert not due(timezone.now())


def test_an_import_that_ended_untold_keeps_no_other_out_where_the_clock_is_set_back(
    clock: time_machine.Traveller,
) -> None:
    row = RatingList.objects.create(kind="standard", month=timezone.now(), state=RatingList.State.IMPORTING)
    assert row.is_under_way
    clock.shift(BACK)
    assert not row.is_under_way
    lists.sweep()
    row.refresh_from_db()
    assert row.state == RatingList.State.FAILED
