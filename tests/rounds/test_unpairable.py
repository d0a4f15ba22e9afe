"""A round for which the rules find no pairing leads to pairing it by hand (C.04.2 A.5)."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.team_events import enter, event_of
from tournaments import rulebook
from tournaments.errors import Unpairable
from tournaments.event.queries import event as event_queries
from tournaments.event.services import event as event_services
from tournaments.models import Membership, Tournament
from tournaments.players.services.players import add_players, withdraw_player
from tournaments.rounds.queries import drafts
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

WHY = "Round 2 cannot be paired: the absolute criteria leave no place for 1, 2"


@pytest.fixture
def two(chief: User) -> Tournament:
    """Two players who have met, and a round to go."""
    event = builders.tournament(chief, players=2, rounds=2)
    builders.play(event, 1, chief)
    event.refresh_from_db()
    return event


def page(client: Client, route: str, event: Tournament, *numbers: int) -> str:
    return client.get(reverse(route, args=[event.slug, *numbers])).content.decode()


def test_the_desk_says_so_before_the_click(two: Tournament, chief_client: Client) -> None:
    begin = reverse("by-hand-begin", args=[two.slug, 2])
    for shown in (page(chief_client, "desk", two), page(chief_client, "desk-round", two, 2)):
        assert WHY in shown
        assert f'action="{begin}"' in shown
        assert "Pair round 2 by hand" in shown
        assert reverse("round-pair", args=[two.slug, 2]) not in shown
    assert chief_client.post(begin).headers["Location"] == reverse("by-hand", args=[two.slug, 2])
    two.refresh_from_db()
    assert event_queries.next_step(two).label == "Go on pairing round 2 by hand"


def test_who_may_not_pair_by_hand_is_told_who_may(two: Tournament, client: Client) -> None:
    client.force_login(builders.member(two, "deputy", Membership.Role.DEPUTY))
    for shown in (page(client, "desk", two), page(client, "desk-round", two, 2)):
        assert "by hand" in shown
        assert "chief arbiter" in shown
        assert reverse("by-hand-begin", args=[two.slug, 2]) not in shown


def test_a_click_that_fails_leads_there_too(two: Tournament, chief_client: Client, client: Client) -> None:
    """The page may be older than what makes the round impossible."""
    act = reverse("round-pair", args=[two.slug, 2])
    answer = chief_client.post(act)
    assert answer.status_code == Unpairable.status
    shown = answer.content.decode()
    assert WHY in shown
    assert f'action="{reverse("by-hand-begin", args=[two.slug, 2])}"' in shown
    client.force_login(builders.member(two, "deputy", Membership.Role.DEPUTY))
    shown = client.post(act).content.decode()
    assert "Round 2 is to be paired by hand." in shown
    assert "by-hand" not in shown


def test_a_newcomer_makes_it_possible_again(two: Tournament, chief: User) -> None:
    assert event_queries.next_step(two).act == "by-hand-begin"
    add_players(tournament=two, entries=[{"name": "Late, L"}, {"name": "Later, L"}], actor=chief)
    two.refresh_from_db()
    assert event_queries.next_step(two).act == "round-pair"


def test_a_draft_that_can_be_made_no_more_is_replaced_by_hand(chief: User) -> None:
    event = builders.tournament(chief, players=4, rounds=3)
    builders.play(event, 1, chief)
    rounds.pair_round(tournament=event, number=2, actor=chief)
    met = event.players.filter(seats__round__number=1, seats__game__board=1)
    others = event.players.exclude(pk__in=met)
    for player in others:
        withdraw_player(player=player, actor=chief)
    event.refresh_from_db()
    step = event_queries.next_step(event)
    assert (step.act, step.number, step.standing) == ("by-hand-begin", (2,), "The rules find no pairing")


def test_many_who_are_kept_apart_are_asked_about(chief: User) -> None:
    event = builders.tournament(chief, players=12, rounds=3)
    club = [player.pk for player in event.players.all()[:8]]
    event_services.keep_apart(tournament=event, actor=chief, players=club, first_round=1, reason="One club")
    event.refresh_from_db()
    assert event_queries.next_step(event).act == "by-hand-begin"


def test_teams_are_asked_about_too(chief: User) -> None:
    event = event_of(chief, 2, rounds=2)
    builders.publish(event, 1, chief)
    enter(event, 1, 1, "1-0,1-0,1-0,1-0", chief)
    event.refresh_from_db()
    assert event_queries.next_step(event).act == "by-hand-begin"


def test_the_rules_are_asked_once_a_revision_and_never_about_many(
    two: Tournament, chief: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    why = rulebook.why_unpairable

    def counted(event: Any, number: int) -> str:
        asked.append(event.pk)
        return why(event, number)

    monkeypatch.setattr(rulebook, "why_unpairable", counted)
    for _twice in range(2):
        assert drafts.why_unpairable(two, 2) == WHY
    assert len(asked) == 1
    many = builders.tournament(chief, players=drafts.FEW_A_ROUND + 1, rounds=3)
    assert event_queries.next_step(many).act == "round-pair"
    table = builders.tournament(chief, players=3, rounds=3, name="Table", edition="round-robin", colour="")
    assert drafts.why_unpairable(table, 1) == ""
    assert len(asked) == 1
