"""What the regulations of an event of teams choose: the primary score, colour preferences, and tie-breaks."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DatabaseError, IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from pairing import trf
from pairing.__main__ import main
from pairing.core.tournament import Preferences, Score
from tests import builders
from tests.again import again
from tests.team_events import enter, event_of
from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.event.services.event import change_regulations
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db]

ROUND_1 = ("1-0,1/2-1/2,1-0,0-1", "1/2-1/2,1-0,1-0,1-0")


@again
def played(chief: User, **regulations: str) -> Tournament:
    """Five teams after round 1: Aachen 2½ to 1½, Dover 3½ to ½, and the bye of Espoo."""
    event = event_of(chief, **regulations)
    builders.publish(event, 1, chief)
    for board, results in enumerate(ROUND_1, 1):
        enter(event, 1, board, results, chief)
    return event


def test_by_game_points(chief: User, client: Client, tmp_path: Path) -> None:
    event = played(chief, team_scores="GP_MP", colour_type="none", tie_breaks="MPvGP,EDET,EMGSB/C1,SSSC,TBR")
    names = dict(event.players.values_list("number", "name"))
    lines = rulebook.table(event)
    assert [(names[line.number], line.points, line.values["MPvGP"]) for line in lines] == [
        ("Dover", 35, 20),
        ("Aachen", 25, 20),
        ("Espoo", 20, 10),
        ("Como", 15, 0),
        ("Bergen", 5, 0),
    ]
    known = rulebook.position(event, before=2)
    assert known.team_event
    assert (known.team_event.rules.primary, known.team_event.rules.preferences) == (
        Score.GAME_POINTS,
        Preferences.NONE,
    )
    builders.publish(event, 2, chief)
    assert rulebook.paired_again(event, 2).agrees
    for board in (1, 2):
        enter(event, 2, board, "1-0,1-0,1/2-1/2,0-1", chief)
    report = tmp_path / "report.trf"
    report.write_text(rulebook.report(event), encoding="utf-8")
    assert "192 FIDE_TEAM_GP_MP" in report.read_text().split("\n")
    assert "202 MPvGP,EDET,EMGSB/C1,SSSC,TBR" in report.read_text()
    assert main(["check", str(report)]) == 0
    read = trf.read(report.read_bytes())
    assert read.team_event
    stated = {team.name: (team.game_points, team.match_points) for team in read.team_event.teams}
    table = {names[line.number]: (line.points, line.values["MPvGP"]) for line in rulebook.table(event)}
    assert stated == table

    # Each value opens its working, and the regulations are announced.
    page = client.get(f"{event.players.get(name='Dover').get_absolute_url()}?workings=shown").text
    for text in ("Extended Direct Encounter", "EMGSB-C1", "at the boards together", "of their own, and"):
        assert text in page
    announced = client.get(reverse("event", args=[event.slug])).text
    assert "game points" in announced
    assert "Colour preferences" in announced


def test_they_are_chosen_at_creation_and_tie_breaks_by_the_other_score_are_offered(
    chief: User, client: Client
) -> None:
    client.force_login(chief)
    sent = {"name": "League", "number_of_rounds": "5", "edition": "swiss-team-2026", "boards": "4"}
    page = client.post(
        reverse("tournament-new"),
        {
            **sent,
            "scoring": "10-5-0",
            "bye": "win",
            "acceleration": "none",
            "team_scores": "GP_MP",
            "colour_type": "none",
        },
    )
    assert page.status_code == 302
    event = Tournament.objects.get(name="League")
    assert (event.team_scores, event.colour_type, event.points_win) == ("GP_MP", "none", 20)
    assert rulebook.type_of_report(event)[1] == "FIDE_TEAM_GP_MP"
    offered = {code for _name, choices in rulebook.tie_break_choices(event) for code, _told in choices}
    assert {"EDEBT", "SSSC/K4", "BH:MP/C1", "TBR"} <= offered
    assert not any(":GP" in code for code in offered)


def test_they_are_fixed_once_round_1_is_paired(chief: User) -> None:
    event = event_of(chief, 4, colour_type="B")
    change_regulations(tournament=event, changes={"colour_type": "A"}, actor=chief)
    builders.publish(event, 1, chief)
    for changes in ({"colour_type": "B"}, {"team_scores": "GP_MP"}):
        with pytest.raises(DomainError, match="Fixed since round 1 was paired"):
            change_regulations(tournament=event, changes=changes, actor=chief)
        with pytest.raises(DatabaseError), transaction.atomic():
            Tournament.objects.filter(pk=event.pk).update(**changes)


def test_they_are_for_teams_and_game_points_are_not_accelerated(chief: User) -> None:
    event = event_of(chief, 4)
    with pytest.raises(ValidationError, match="not accelerated"):
        change_regulations(
            tournament=event, changes={"team_scores": "GP_MP", "acceleration": "baku"}, actor=chief
        )
    players = builders.tournament(chief)
    for field, value in (("team_scores", "GP"), ("colour_type", "B")):
        with pytest.raises(ValidationError):
            change_regulations(tournament=players, changes={field: value}, actor=chief)
        with pytest.raises(IntegrityError), transaction.atomic():
            Tournament.objects.filter(pk=players.pk).update(**{field: value})
