"""Several processes send what is waiting: each delivery is sent once, in order, by one of them at a time."""

from __future__ import annotations

from threading import Lock
from time import sleep
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests import builders
from tests.concurrency.crowd import THREADS, at_once
from tournaments.formats.posting import Answer
from tournaments.models import Delivery, Webhook
from tournaments.webhooks import services

MANY = 6


def test_eight_senders_send_each_delivery_once_and_in_its_order(
    chief: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = builders.tournament(chief)
    for name in ("one", "two"):
        row = services.add_webhook(
            tournament=event, address=f"https://{name}.example.org/", choices={"finish": True}, actor=chief
        )
        for _number in range(MANY):
            services.send_test(tournament=event, webhook=row.pk, actor=chief)
    sent: list[tuple[str, str]] = []
    busy: dict[str, Lock] = {row.address: Lock() for row in event.webhooks.all()}

    def post(address: str, headers: dict[str, str], *_arguments: Any, **_named: Any) -> Answer:
        assert busy[address].acquire(blocking=False), "two at once"
        sleep(0.01)
        sent.append((address, headers["Webhook-Id"]))
        busy[address].release()
        return Answer(204)

    monkeypatch.setattr(services, "post", post)
    outcomes = at_once(*[services.send_due] * THREADS)
    # Some processes may have ended while others were still sending the last delivery.
    assert sum(outcomes) + services.send_due() == 2 * MANY, outcomes
    assert not Delivery.objects.waiting().exists()
    for row in Webhook.objects.all():
        keys = [str(key) for key in row.deliveries.order_by("pk").values_list("key", flat=True)]
        assert [key for address, key in sent if address == row.address] == keys
