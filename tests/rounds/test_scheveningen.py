"""Scheveningen from its entries to its report: two sides, whose players' numbers decide the pairings."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from pairing import checker, trf
from pairing.checker import check_ranks
from tests import builders
from tests.again import again
from tests.rounds.test_round_robin import enter, pairs, publish_all
from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.event.services import event as event_services
from tournaments.fide import queries as fide
from tournaments.models import Tournament
from tournaments.players.services import numbers, players

CODE = "scheveningen"
HALVES = ((1, 10), (11, 20))


@again
def event_of(chief: User, count: int) -> Tournament:
    return builders.tournament(chief, players=count, rounds=1, edition=CODE, colour="")


@pytest.mark.any_database
def test_a_lot_is_drawn_within_each_side(chief: User) -> None:
    event = event_of(chief, 20)
    sides = [set(event.players.filter(number__range=ends).values_list("pk", flat=True)) for ends in HALVES]
    order = [player.pk for player in event.players.all()]
    with pytest.raises(DomainError, match="within each"):
        numbers.draw_numbers(tournament=event, actor=chief, restricted=True)
    seed = numbers.draw_numbers(tournament=event, actor=chief)
    players = list(event.players.all())
    assert [player.pk for player in players] != order
    assert [{player.pk for player in players[first - 1 : last]} for first, last in HALVES] == sides
    again = rulebook.draw_within_sides(players, seed, 10).numbers
    assert again == {player.pk: player.number for player in players}


@pytest.mark.parametrize("count", [6, 7])
def test_from_the_entries_to_the_report_and_back(chief: User, chief_client: Client, count: int) -> None:
    event = event_of(chief, count)
    assert event.tie_breaks == "WIN,SB"
    publish_all(event, chief)
    event.refresh_from_db()
    assert event.number_of_rounds == (count + 1) // 2
    drawn = {number: pairs(event, number) for number in range(1, event.number_of_rounds + 1)}
    if count == 6:
        assert drawn[2] == [(5, 1), (2, 6), (4, 3)]
    for number in drawn:
        enter(event, chief, number, "1-0")
    builders.confirmed(event_services.finish_tournament, tournament=event, actor=chief)
    assert all(rulebook.paired_again(event, number).agrees for number in drawn)
    text = rulebook.report(event, fide.remarks(event))
    assert "192 FIDE_SCHEVENINGEN" in text.replace("\r", "\n").split("\n")
    again = trf.read(text)
    assert all(one.agrees for one in checker.check(again))
    found = check_ranks(again)
    assert found
    assert (found.message, found.differences) == ("", ())
    chief_client.post(reverse("tournament-import"), {"file": ContentFile(text.encode(), "match.trf")})
    imported = Tournament.objects.exclude(pk=event.pk).get()
    assert imported.edition == CODE
    assert {number: pairs(imported, number) for number in drawn} == drawn


@pytest.mark.any_database
def test_nobody_makes_a_norm_in_it(chief: User) -> None:
    event = event_of(chief, 16)
    assert event.number_of_rounds == 8
    assert not rulebook.norms_are_rated(event)
    assert rulebook.norms_are_rated(builders.tournament(chief, players=8, rounds=7, edition="round-robin"))


@pytest.mark.any_database
def test_what_its_pages_say(chief: User, chief_client: Client, client: Client) -> None:
    event = event_of(chief, 8)

    def text(name: str, *arguments: object, by: Client = client) -> str:
        page = by.get(reverse(name, args=[event.slug, *arguments]))
        assert page.status_code == 200
        return " ".join(page.content.decode().split())

    numbers = text("numbers", by=chief_client)
    assert "Numbers 1 to 4 are side A, those above side B." in numbers
    publish_all(event, chief)
    enter(event, chief, 1, "1-0")
    enter(event, chief, 2, "1/2-1/2")
    page = text("standings")
    assert "Cross table" in page
    assert "Side A 4 – 4 side B" in page
    assert "table in common use for 4 boards" in text("why", 1, 1)
    # A player who misses three of four games is left out, and so are the results of others against them.
    players.withdraw_player(player=event.players.get(number=1), actor=chief)
    for number in (3, 4):
        enter(event, chief, number, "1/2-1/2")
    assert "Side A" in text("standings")
    call_command("verify", event.slug)
