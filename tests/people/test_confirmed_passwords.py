"""Acts that ask again for a password that was typed long ago."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.tournaments.login_samples import LATER
from tournaments.models import AuditEvent, Game, Round, Tournament
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def draft(event: Tournament, chief: User) -> Tournament:
    """Round 1 is a draft."""
    rounds.pair_round(tournament=event, number=1, actor=chief)
    return event


def publish(client: Client, event: Tournament, **form: str) -> Any:
    seen = event.rounds.get(number=1).fingerprint
    return client.post(reverse("round-publish", args=[event.slug, 1]), {"seen": seen, **form})


def state(event: Tournament) -> str:
    return event.rounds.get(number=1).state


def test_publishing_asks_for_the_password_that_was_typed_long_ago(
    draft: Tournament, chief_client: Client, clock: time_machine.Traveller
) -> None:
    clock.shift(LATER)
    answer = publish(chief_client, draft)
    assert answer.status_code == 422
    assert "<h1>Your password</h1>" in answer.content.decode()
    assert "no-store" in answer.headers["Cache-Control"]
    assert state(draft) == Round.State.DRAFT
    # The page holds what was sent, to be sent again with the password.
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', answer.content.decode()))
    assert fields["seen"] == draft.rounds.get(number=1).fingerprint
    answer = publish(chief_client, draft, password_again="wrong")
    assert (answer.status_code, state(draft)) == (422, Round.State.DRAFT)
    assert "This is not the password." in answer.content.decode()
    assert "wrong" not in re.sub(r'class="[^"]*"', "", answer.content.decode())
    answer = publish(chief_client, draft, password_again="chief")
    assert (answer.status_code, state(draft)) == (302, Round.State.PUBLISHED)


def test_a_password_typed_a_short_while_ago_is_not_asked_for(
    draft: Tournament, chief_client: Client, clock: time_machine.Traveller
) -> None:
    clock.shift(timedelta(minutes=14))
    assert publish(chief_client, draft).status_code == 302
    assert state(draft) == Round.State.PUBLISHED


def test_typed_once_it_lasts_for_what_follows(
    event: Tournament, chief: User, chief_client: Client, clock: time_machine.Traveller
) -> None:
    clock.shift(LATER)
    rounds.pair_round(tournament=event, number=1, actor=chief)
    publish(chief_client, event, password_again="chief")
    form = {"entry-label": "Hall", "entry-hours": "4", "entry-nonce": "5f1c0d1e-3f7c-4a57-9d43-2f1f6a8d0c11"}
    answer = chief_client.post(reverse("entry-link-make", args=[event.slug]), form)
    assert answer.status_code == 200
    assert "shown only now" in answer.content.decode()


def test_guessing_there_is_throttled_too(draft: Tournament, chief_client: Client) -> None:
    with time_machine.travel(timezone.now() + LATER, tick=False):
        for _try in range(5):
            publish(chief_client, draft, password_again="wrong")
        answer = publish(chief_client, draft, password_again="chief")
        assert "Too many wrong passwords." in answer.content.decode()
        assert state(draft) == Round.State.DRAFT


def test_a_row_of_results_is_not_turned_into_a_password_page(
    event: Tournament, chief: User, chief_client: Client, clock: time_machine.Traveller
) -> None:
    builders.play(event, 1, chief, {1: Game.Result.ADJOURNED})
    rounds.pair_round(tournament=event, number=2, actor=chief)
    clock.shift(LATER)
    url = reverse("result", args=[event.slug, 1, 1])
    form = {"result": "0-1", "version": "1", "reason": "Both signed for Black."}
    answer = chief_client.post(url, form, headers={"HX-Request": "true"})
    assert answer.headers["HX-Retarget"] == "body"
    assert f'action="{url}"' in answer.content.decode()
    assert event.rounds.get(number=1).games.get(board=1).result == "adj"
    assert chief_client.post(url, form | {"password_again": "chief"}).status_code == 302
    game = event.rounds.get(number=1).games.get(board=1)
    assert game.result == "0-1"
    assert AuditEvent.objects.filter(tournament=event)[0].reason == "Both signed for Black."


def test_results_of_the_round_that_is_on_are_entered_without_a_word(
    event: Tournament, chief: User, chief_client: Client, clock: time_machine.Traveller
) -> None:
    builders.publish(event, 1, chief)
    clock.shift(timedelta(hours=5))
    answer = chief_client.post(reverse("result", args=[event.slug, 1, 1]), {"result": "1-0", "version": "0"})
    assert answer.status_code == 302
    assert event.rounds.get(number=1).games.get(board=1).result == "1-0"
