"""What an arbiter of an event of teams is kept from doing, and what they may do."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from pairing.__main__ import main
from tests import builders
from tests.team_events import enter, entry, event_of
from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.models import LineUp, OwnLinkRules
from tournaments.own import queries as own
from tournaments.own.services import set_rules
from tournaments.players.services.players import add_players, change_player, identify_player
from tournaments.results.services import enter_result
from tournaments.rounds.services.rounds import pair_round
from tournaments.teams.services import change_team, enter_teams, set_line_up

pytestmark = [pytest.mark.django_db]


@pytest.mark.any_database
def test_no_round_is_paired_while_a_match_lacks_a_result(chief: User) -> None:
    event = event_of(chief, 4)
    builders.publish(event, 1, chief)
    enter(event, 1, 1, "1-0,1-0,1-0,1-0", chief)
    for boards in ("", "1-0,,,"):
        if boards:
            enter(event, 1, 2, boards, chief)
        with pytest.raises(DomainError, match="Round 1: the result of board 2 is missing"):
            pair_round(tournament=event, number=2, actor=chief)
    enter(event, 1, 2, "1-0,0-1,0-1,0-1", chief)
    builders.publish(event, 2, chief)


@pytest.mark.any_database
def test_what_was_played_stays_once_the_round_is_over(chief: User) -> None:
    event = event_of(chief, 4)
    builders.publish(event, 1, chief)
    team = event.players.get(number=1)
    clerk = Client()
    clerk.force_login(builders.member(event, "clerk", "clerk"))
    match = reverse("match", args=[event.slug, 1, 1])
    assert "Line-up of Aachen" in clerk.get(match).content.decode()
    enter(event, 1, 1, "1-0,1-0,1-0,0-1", chief)
    enter(event, 1, 2, "1-0,1-0,1-0,0-1", chief)
    builders.publish(event, 2, chief)
    assert clerk.get(match).status_code == 403
    assert 'href="' + match not in clerk.get(reverse("desk-round", args=[event.slug, 1])).content.decode()
    with pytest.raises(DomainError, match="The results of round 1 are fixed"):
        set_line_up(team=team, number=1, places=[1, 2, 3, 5], actor=chief)
    assert not LineUp.objects.exists()


def test_a_correction_is_of_every_board_and_of_those_who_sat_there(chief: User, chief_client: Client) -> None:
    event = event_of(chief, 4)
    builders.publish(event, 1, chief)
    # A match without results has its page too.
    assert chief_client.get(reverse("correction", args=[event.slug, 1, 1])).status_code == 200
    set_line_up(team=event.players.get(number=1), number=1, places=[1, 2, 3, None], actor=chief)
    enter(event, 1, 1, "1-0,1-0,1-0,0F-1F", chief)
    enter(event, 1, 2, "1-0,1-0,1-0,0-1", chief)
    builders.publish(event, 2, chief)
    with pytest.raises(DomainError, match="has 4 boards here, found results for 3"):
        builders.correct(event, 1, chief, boards="1-0,1-0,1-0")
    with pytest.raises(DomainError, match="Board 4: one of the teams has nobody there"):
        builders.correct(event, 1, chief, boards="1-0,1-0,1-0,1-0")
    assert builders.correct(event, 1, chief, boards="1-0,1-0,0-1,0F-1F").after == "1/2-1/2"


@pytest.mark.any_database
def test_nobody_wins_a_forfeited_match_at_an_empty_board(chief: User, tmp_path: Path) -> None:
    """The standings and the report, which has only games of members, agree on the game points."""
    event = event_of(chief, 4)
    builders.publish(event, 1, chief)
    team = event.players.get(number=1)
    set_line_up(team=team, number=1, places=[1, 2, 3, None], actor=chief)
    game = enter_result(tournament=event, number=1, board=1, result="1F-0F", version=0, actor=chief)
    assert (game.result, game.boards) == ("1F-0F", "1F-0F,1F-0F,1F-0F,0F-0F")
    enter(event, 1, 1, game.boards, chief)
    with pytest.raises(DomainError, match="Board 3: one of the teams has nobody there"):
        set_line_up(team=team, number=1, places=[1, 2, None, None], actor=chief)
    enter(event, 1, 2, "1-0,1-0,1-0,0-1", chief)
    path = tmp_path / "report.trf"
    path.write_text(rulebook.report(event), encoding="utf-8", newline="")
    assert main(["check", str(path)]) == 0


def test_line_ups_are_nowhere_to_be_read_until_they_are_shown_and_stay_shown(chief: User) -> None:
    event = event_of(chief, 4)
    set_rules(tournament=event, changes={"line_ups": True, "line_up_minutes": 30}, actor=chief)
    builders.publish(event, 1, chief)
    set_line_up(team=event.players.get(number=1), number=1, places=[1, 2, 3, 5], actor=chief)
    reader = Client()
    reader.force_login(builders.member(event, "reader", "reader"))
    named = "Aachen C; Aachen E"
    log = reverse("log", args=[event.slug])
    assert named not in reader.get(log).content.decode()
    assert named not in reader.get(reverse("desk", args=[event.slug])).content.decode()
    page = reverse("round", args=[event.slug, 1])
    assert "Aachen E" not in reader.get(page).content.decode()
    # Once a board has a result they are shown, even if it is cleared again.
    for boards in ("1-0,,,", ",,,"):
        for board in (1, 2):
            enter(event, 1, board, boards, chief)
        assert "Aachen E" in reader.get(page).content.decode()
        assert named in reader.get(log).content.decode()


def test_members_keep_their_places_by_whatever_names(chief: User) -> None:
    event = event_of(chief, 4)
    team = event.players.get(number=1)
    members = entry("Aachen", 2400)["members"]
    # Two members may have the same name.
    members[4]["name"] = "Aachen D"
    change_team(team=team, changes={"members": members}, actor=chief)
    builders.publish(event, 1, chief)
    told = event.audit_events.filter(action="members_set", subject="Aachen")
    count = told.count()
    change_team(team=team, changes={"members": members}, actor=chief)
    assert told.count() == count
    members[0] |= {"rating": 2555, "birth": "1999"}
    change_team(team=team, changes={"members": members}, actor=chief)
    latest = told.latest("pk")
    assert latest.before == {"members": ["1 Aachen A (2390)"]}
    assert latest.after["members"] == ["1 Aachen A (2555, 1999)"]
    assert latest.after["team"] == team.key
    first = latest.after["places"].pop("1")
    assert (first["name"], first["rating"], first["birth"]) == ("Aachen A", "2555", "1999")
    assert latest.after["places"] == {}
    # A name can be corrected, but nobody takes another's place that way, not even in two steps.
    one, other = members[0]["name"], members[1]["name"]
    members[0]["name"], members[1]["name"] = "Ash, A", "Birch, B"
    change_team(team=team, changes={"members": members}, actor=chief)
    members[0]["name"], members[1]["name"] = other, one
    with pytest.raises(DomainError, match="Aachen B is number 2 of a team that has been paired"):
        change_team(team=team, changes={"members": members}, actor=chief)
    # Nor with a new name of the team in between.
    builders.confirmed(change_player, player=team, changes={"name": "Aix"}, actor=chief, reason="Spelt.")
    team.refresh_from_db()
    with pytest.raises(DomainError, match="Aachen B is number 2 of a team that has been paired"):
        change_team(team=team, changes={"members": members}, actor=chief)
    members[0]["name"], members[1]["name"] = one, other
    change_team(team=team, changes={"members": members}, actor=chief)


@pytest.mark.any_database
def test_a_match_that_is_on_brings_nothing_in_the_interim_report(chief: User, tmp_path: Path) -> None:
    event = event_of(chief, 4)
    builders.publish(event, 1, chief)
    enter(event, 1, 1, "1-0,1-0,1-0,0-1", chief)
    enter(event, 1, 2, "1-0,1-0,,", chief)
    text = rulebook.exchange_file(event)
    points = [line.split()[4:6] for line in text.splitlines() if line[:3] == "310"]
    assert points == [["2.0", "3.0"], ["0.0", "0.0"], ["0.0", "1.0"], ["0.0", "0.0"]]
    path = tmp_path / "interim.trf"
    path.write_text(text, encoding="utf-8", newline="")
    assert main(["check", str(path)]) == 0


def test_nobody_enters_an_event_of_teams_without_a_team_nor_a_team_without_members(chief: User) -> None:
    event = event_of(chief, 2)
    with pytest.raises(DomainError, match="Alone, Al has no team"):
        add_players(tournament=event, entries=[{"name": "Alone, Al"}], actor=chief)
    with pytest.raises(DomainError, match="Nobodies has no member number 1"):
        enter_teams(tournament=event, entries=[entry("Nobodies", 2000, members=0)], actor=chief)
    assert event.players.count() == 2


@pytest.mark.any_database
def test_the_page_for_phones_leads_to_the_desk_where_teams_play(chief: User, chief_client: Client) -> None:
    event = event_of(chief, 2)
    builders.publish(event, 1, chief)
    page = chief_client.get(reverse("entry", args=[event.slug])).content.decode()
    assert "In team events the results of boards are entered at the desk." in page
    assert 'href="' + reverse("desk", args=[event.slug]) in page
    assert "1-0" not in page


@pytest.mark.any_database
def test_a_team_is_nobody_on_a_rating_list(chief: User) -> None:
    event = event_of(chief, 2)
    with pytest.raises(DomainError, match="is not on a rating list"):
        identify_player(player=event.players.first(), fide_id="1503014", actor=chief)


@pytest.mark.any_database
def test_nobody_reports_a_match_of_teams_whatever_was_let_before(chief: User) -> None:
    event = event_of(chief, 2)
    OwnLinkRules.objects.create(tournament=event, results=True)
    assert not own.rules_of(event).results
