"""The file for other engines: on the desk, and beside the check of each round."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from pairing import editions, trf
from tests import builders
from tests.team_events import event_of
from tests.tournaments.one_event import chief, db, event, made
from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.models import Seat, Tournament
from tournaments.players.services import byes
from tournaments.players.services.players import add_players

__all__ = ["chief", "db", "event", "made"]

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def pairs(text: str, edition: str) -> set[tuple[int, int]]:
    """The coming round of the file, paired by whoever reads it."""
    return {(pair.white, pair.black) for pair in editions.pair_round(trf.read(text), edition).pairs}


def drawn_up(event: Tournament, number: int) -> set[tuple[int | None, int | None]]:
    return {(white.number, black.number) for white, black in rulebook.pair(event, number).boards}


def test_the_desk_offers_it_with_what_pairs_the_next_round(chief: User, chief_client: Client) -> None:
    event = builders.tournament(chief, players=7, rounds=5, acceleration="baku", name="Fast Open")
    byes.give_bye(player=event.players.get(number=3), number=2, kind=Seat.Kind.HALF_POINT_BYE, actor=chief)
    builders.play(event, 1, chief)
    address = f"{reverse('exchange', args=[event.slug])}?format=engines"
    assert address in chief_client.get(reverse("desk", args=[event.slug])).content.decode()
    answer = chief_client.get(address)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="fast-open-engines.trf"'
    text = answer.content.decode()
    assert {line[:3] for line in text.splitlines()} & {"192", "172", "182", "202", "###", "162"} == set()
    assert [line for line in text.splitlines() if line.startswith("XXA    1")] == ["XXA    1  1.0  1.0  0.5"]
    assert pairs(text, event.edition) == drawn_up(event, 2)


def test_each_public_round_can_be_paired_again_from_it(
    event: Tournament, chief: User, client: Client
) -> None:
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    check = reverse("round-check", args=[event.slug, 2])
    address = f"{reverse('round-check-file', args=[event.slug, 2])}?format=engines"
    assert address in client.get(check).content.decode()
    answer = client.get(address)
    assert 'filename="test-open-before-round-2-engines.trf"' in answer.headers["Content-Disposition"]
    text = answer.content.decode()
    assert "192 " not in text
    assert pairs(text, event.edition) == drawn_up(event, 2)


def test_it_has_the_rating_that_counts_and_no_day_of_birth(chief: User) -> None:
    event = builders.tournament(chief, players=0, rating_method="NRO", federation="SCO")
    entry = {"name": "Grant, Iain", "fide_rating": 2600, "national_rating": 2200, "birth": "2001/02/03"}
    add_players(tournament=event, actor=chief, entries=[entry, {"name": "Second, S"}])
    [first, second] = [
        line for line in rulebook.file_for_engines(event).splitlines() if line.startswith("001")
    ]
    assert (first[48:52], first[69:79]) == ("2200", "2001/00/00")
    assert second[48:52] == "    "


def test_events_that_engines_do_not_know_have_none(chief: User, chief_client: Client) -> None:
    table = builders.tournament(chief, players=4, rounds=3, edition="round-robin", colour="", name="Table")
    matches = builders.tournament(chief, players=4, rounds=4, edition="double-swiss-2026", name="Matches")
    for unknown in (event_of(chief), table, matches):
        desk = chief_client.get(reverse("desk", args=[unknown.slug])).content.decode()
        assert "format=engines" not in desk
        with pytest.raises(DomainError, match="Other engines pair single games of a Swiss"):
            rulebook.file_for_engines(unknown)
        answer = chief_client.get(reverse("exchange", args=[unknown.slug]), {"format": "engines"})
        assert answer.status_code == DomainError.status
