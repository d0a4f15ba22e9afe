"""Virtual points that an organiser declares: for groups of numbers, before round 1, and in the report."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from pairing import checker, trf
from tests import builders
from tests.event.test_regulations import create, games_of, text
from tests.fide.test_preflight import check_of
from tests.team_events import enter
from tests.team_events import event_of as teams_of
from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.event.queries.obstacles import before_the_start
from tournaments.event.services import event
from tournaments.fide import queries as fide
from tournaments.models import Tournament
from tournaments.players.services import players
from tournaments.rounds.services import rounds

GROUPS = "1-2 1-4 1\n3 1-4 0.5"


@pytest.fixture
def fast(chief: User) -> Tournament:
    """Ten players, five rounds: numbers 1 to 4 have 1, 1 and ½ virtual points."""
    return builders.tournament(chief, players=10, acceleration="declared", virtual_groups=GROUPS)


@pytest.mark.any_database
def test_the_form_declares_them(chief_client: Client, client: Client) -> None:
    answers = {"acceleration": "declared", "virtual_groups": " 1-2   1-4 1\r\n3 1-4 0.5\r\n"}
    assert create(chief_client, **answers).status_code == 200
    event = Tournament.objects.get()
    assert (event.acceleration, event.virtual_groups) == ("declared", GROUPS)
    page = text(client.get(reverse("event", args=[event.slug])))
    assert "Rounds 1–2, numbers 1–4: 1. Round 3, numbers 1–4: ½." in page
    desk = text(chief_client.get(reverse("settings", args=[event.slug])))
    assert "Baku is the only acceleration that FIDE has approved (C.04.7)" in desk
    # An event that gives it up gives up its groups too.
    address = reverse("settings", args=[event.slug])
    form = chief_client.get(address).context["form"]
    sent = {name: form[name].value() or "" for name in form.fields}
    sent |= {f"initial-{name}": value for name, value in sent.items()}
    assert chief_client.post(address, sent | {"acceleration": "none"}).status_code == 302
    event.refresh_from_db()
    assert (event.acceleration, event.virtual_groups) == ("none", "")


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("answers", "fault"),
    [
        ({"virtual_groups": GROUPS}, "count only if the acceleration uses them"),
        ({"acceleration": "declared"}, "Say who has virtual points"),
        ({"acceleration": "declared", "virtual_groups": "1-2 1-4"}, "Virtual points, line 1: found"),
        ({"acceleration": "declared", "virtual_groups": "1-8 1-4 1"}, "expected rounds from 1 to 7"),
    ],
)
def test_what_makes_no_sense_is_told_beside_it(
    chief_client: Client, answers: dict[str, str], fault: str
) -> None:
    page = create(chief_client, **answers)
    assert page.status_code == 422
    assert "id_virtual_groups_error" in text(page)
    assert fault in text(page)
    assert not Tournament.objects.exists()


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("edition", "groups"),
    [("round-robin", GROUPS), ("double-swiss-2026", "1-3 1-4 1"), ("knock-out", GROUPS)],
)
def test_it_is_for_a_swiss_and_for_whole_matches(chief: User, edition: str, groups: str) -> None:
    with pytest.raises(ValidationError, match=r"nothing is accelerated|whole matches"):
        builders.tournament(
            chief, rounds=6, edition=edition, colour="", acceleration="declared", virtual_groups=groups
        )


def test_rounds_are_paired_by_them_and_the_report_tells_them(fast: Tournament, chief: User) -> None:
    builders.play(fast, 1, chief)
    # 1 and 2 meet 3 and 4; of the others the upper half meets the lower.
    met = {frozenset((b.white.number, b.black.number)) for b in games_of(fast.rounds.get(number=1))}
    assert met == {frozenset(pair) for pair in ((1, 3), (2, 4), (5, 8), (6, 9), (7, 10))}
    players.add_players(
        tournament=fast,
        entries=[{"name": "High, H", "rating": 2900}, {"name": "Low, L", "rating": 1000}],
        actor=chief,
    )
    given = {p.name: p.virtual for p in rulebook.position(fast).players}
    assert (given["High, H"], given["Low, L"]) == ((10, 10, 5), ())
    assert sorted(given.values()) == [()] * 7 + [(10, 10, 5)] * 5
    for number in (2, 3):
        builders.play(fast, number, chief)
    text_of = rulebook.report(fast, fide.remarks(fast))
    assert any(line.startswith("250 ") for line in text_of.splitlines())
    again = trf.read(text_of)
    assert not again.baku
    assert [one.agrees for one in checker.check(again)] == [True] * 3
    assert [p.virtual for p in again.players] == [p.virtual for p in rulebook.position(fast).players]


def test_they_are_fixed_once_round_1_is_paired(fast: Tournament, chief: User) -> None:
    rounds.pair_round(tournament=fast, number=1, actor=chief)
    with pytest.raises(DomainError, match="virtual points"):
        event.change_regulations(tournament=fast, changes={"virtual_groups": "1 1-4 1"}, actor=chief)
    for changed in ({"virtual_groups": "1 1-4 1"}, {"acceleration": "none", "virtual_groups": ""}):
        with pytest.raises(IntegrityError, match="fixed"), transaction.atomic():
            Tournament.objects.filter(pk=fast.pk).update(**changed)


def test_the_database_has_them_together(fast: Tournament) -> None:
    for changed in ({"virtual_groups": ""}, {"acceleration": "none"}, {"acceleration": "baku"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Tournament.objects.filter(pk=fast.pk).update(**changed)


@pytest.mark.any_database
def test_fide_mode_warns_and_else_nobody(fast: Tournament, chief: User) -> None:
    assert "other_acceleration" in {one.code for one in before_the_start(fast)}
    assert check_of(fast, "System and acceleration").faults[0].code == "other_acceleration"
    Tournament.objects.filter(pk=fast.pk).update(acceleration="none", virtual_groups="")
    fast.refresh_from_db()
    assert "other_acceleration" not in {one.code for one in before_the_start(fast)}


@pytest.mark.any_database
def test_of_teams_the_report_has_them_for_teams(chief: User, chief_client: Client) -> None:
    event = teams_of(chief, 8, acceleration="declared", virtual_groups="1 1-4 2")
    builders.publish(event, 1, chief)
    for board in range(1, 5):
        enter(event, 1, board, "1-0,1-0,1-0,1-0", chief)
    text_of = rulebook.report(event, fide.remarks(event))
    assert "250  2.0  0.0   1   1    1    4" in text_of.splitlines()
    assert [one.agrees for one in checker.check(trf.read(text_of))] == [True]
    chief_client.post(reverse("tournament-import"), {"file": ContentFile(text_of.encode(), "teams.trf")})
    again = Tournament.objects.exclude(pk=event.pk).get()
    assert again.acceleration == "given"
    assert rulebook.report(again, fide.remarks(again)).count("\n250 ") == 1
