"""Regulations changed by several people: one form makes one event, and the stored rules pair round 1."""

from __future__ import annotations

import uuid

import pytest
from django.contrib.auth.models import User

from tests import builders
from tests.concurrency.crowd import at_once
from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.event.services import event as event_services
from tournaments.models import AuditEvent, Membership, Tournament
from tournaments.rounds.services import rounds


def test_a_form_that_eight_clicks_send_makes_one_event(chief: User) -> None:
    nonce = uuid.uuid4()
    made = at_once(
        *[
            lambda: (
                event_services.create_tournament(
                    actor=chief, nonce=nonce, name="Open", number_of_rounds=5
                ).slug
            )
        ]
        * 8
    )
    assert set(made) == {"open"}
    assert Tournament.objects.count() == Membership.objects.count() == AuditEvent.objects.count() == 1


@pytest.mark.parametrize("turn", range(5))
def test_who_pairs_and_who_changes_the_rules_follow_one_another(chief: User, turn: int) -> None:
    """Either the draft follows the new regulations, or they were fixed already: never a mixture."""
    event = builders.tournament(chief)
    two = list(event.players.filter(number__in=(1, 5)).values_list("pk", flat=True))
    outcomes = at_once(
        lambda: rounds.pair_round(tournament=event, number=1, actor=chief),
        lambda: event_services.change_regulations(
            tournament=event, changes={"edition": "rating-2012", "acceleration": "baku"}, actor=chief
        ),
        lambda: event_services.keep_apart(tournament=event, players=two, actor=chief),
    )
    refused = [outcome for outcome in outcomes if isinstance(outcome, DomainError)]
    assert {refusal.code for refusal in refused} <= {"binding"}
    event.refresh_from_db()
    assert event.rounds.get(number=1).fingerprint == rulebook.fingerprint(event, 1)
    rounds.publish_round(tournament=event, number=1, actor=chief)
