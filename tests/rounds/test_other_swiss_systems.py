"""The Swiss systems besides the Dutch: an event of each, from its creation to reading back its report."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from pairing import checker, trf
from pairing.editions import EDITIONS
from tests import builders
from tournaments.errors import DomainError
from tournaments.event.services.event import set_initial_colour
from tournaments.models import Round, Tournament
from tournaments.players.services.players import add_players, change_player

pytestmark = pytest.mark.any_database

ROUNDS = 4
# Edition -> its code in record 192.
SYSTEMS = {"dubov-2026": "FIDE_DUBOV", "burstein-2026": "FIDE_BURSTEIN"}

# Edition -> the beginning of its explanation of a bracket.
IN_BRACKET = {"dubov-2026": "Residents: ", "burstein-2026": "By the Index, the best first: "}
IN_FRENCH = {
    "dubov-2026": "Résidents\N{NO-BREAK SPACE}: ",
    "burstein-2026": "Selon l’indice, le meilleur d’abord\N{NO-BREAK SPACE}: ",
}

every_system = pytest.mark.parametrize("code", SYSTEMS)


def text(client: Client, name: str, *arguments: object) -> str:
    answer = client.get(reverse(name, args=arguments))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@every_system
def test_an_event_from_its_creation_to_the_report_that_is_read_back(
    code: str, chief_client: Client, chief: User, client: Client
) -> None:
    edition = EDITIONS[code]
    form = text(chief_client, "tournament-new")
    assert f"<span>{edition.name} <small>{edition.description}</small></span>" in form
    assert "no endorsed program with a free checker" in edition.description
    answers = {"name": "Open", "number_of_rounds": ROUNDS, "edition": code}
    answers |= {"scoring": "10-5-0", "bye": "win", "acceleration": "none"}
    chief_client.post(reverse("tournament-new"), answers)
    event = Tournament.objects.get()
    entries = [{"name": f"{name}, A", "rating": 2000 - 7 * n} for n, name in enumerate(builders.NAMES[:7])]
    add_players(tournament=event, actor=chief, entries=entries)
    set_initial_colour(tournament=event, colour="w", actor=chief)
    for number in range(1, ROUNDS + 1):
        builders.explain_absences(event, chief)
        chief_client.post(reverse("round-pair", args=[event.slug, number]))
        assert event.rounds.get(number=number).state == Round.State.DRAFT
        chief_client.post(reverse("round-publish", args=[event.slug, number]))
        assert event.rounds.get(number=number).state == Round.State.PUBLISHED
        builders.enter(event, number, chief)
    page = text(client, "why", event.slug, 3, 1)
    assert "The whole bracket" in page
    assert IN_BRACKET[code] in page
    assert "Why not against" in text(client, "why-not", event.slug, 3, 1, 7)
    in_french = client.get(reverse("why", args=[event.slug, 3, 1]), headers={"Accept-Language": "fr"})
    assert IN_FRENCH[code] in in_french.content.decode()
    assert "Yes. The round has just been paired again" in text(chief_client, "round-check", event.slug, 2)
    call_command("verify", event.slug)
    data = chief_client.get(reverse("report", args=[event.slug])).content
    assert f"\r\n192 {SYSTEMS[code]}\r\n".encode() in data
    source = trf.read(data)
    assert source.edition == code
    checks = checker.check(source)
    assert len(checks) == ROUNDS
    assert all(check.agrees for check in checks)
    chief_client.post(reverse("tournament-import"), {"file": ContentFile(data, "open.trf")})
    assert Tournament.objects.exclude(pk=event.pk).get().edition == code


def test_by_dubov_a_player_without_a_rating_keeps_the_round_from_being_paired(
    chief_client: Client, chief: User
) -> None:
    event = builders.tournament(chief, players=4, rounds=3, edition="dubov-2026")
    player = event.players.get(number=4)
    change_player(player=player, changes={"rating": None}, actor=chief)
    answer = chief_client.post(reverse("round-pair", args=[event.slug, 1]), follow=True)
    assert "players without one need a provisional one" in answer.content.decode()
    assert not event.rounds.filter(state=Round.State.DRAFT).exists()


def test_by_dubov_ratings_stay_from_the_draft_of_round_1_on(chief: User) -> None:
    event = builders.tournament(chief, players=4, rounds=3, edition="dubov-2026")
    player = event.players.get(number=2)
    change_player(player=player, changes={"rating": 2396}, actor=chief)
    builders.publish(event, 1, chief)
    for rating in (2398, None):
        with pytest.raises(DomainError, match="stays 2396 from the draft of round 1 on"):
            change_player(player=player, changes={"rating": rating}, actor=chief)
    player.refresh_from_db()
    assert player.rating == 2396


def test_by_burstein_ratings_may_still_be_put_right(chief: User) -> None:
    event = builders.tournament(chief, players=4, rounds=3, edition="burstein-2026")
    builders.publish(event, 1, chief)
    change_player(player=event.players.get(number=2), changes={"rating": 2398}, actor=chief)
    assert event.players.get(number=2).rating == 2398
