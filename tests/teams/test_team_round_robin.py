"""A round robin of teams from its entries to its report: the table of Berger, and matches of boards."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from pairing import checker, trf
from pairing.checker import check_ranks
from tests import builders
from tests.again import again
from tests.team_events import enter, event_of
from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.event.services import event as event_services
from tournaments.fide import queries as fide
from tournaments.models import Game, Tournament
from tournaments.own import queries as own
from tournaments.own import services as own_services
from tournaments.players.services import numbers, players
from tournaments.rounds.queries.boards import byes_of, seated
from tournaments.rounds.services import rounds
from tournaments.teams import queries
from tournaments.teams.services import set_line_up

CODES = ("team-round-robin", "double-team-round-robin")
WON, DRAWN = "1-0,1/2-1/2,1-0,0-1", "1-0,0-1,1/2-1/2,1/2-1/2"


@again
def league(chief: User, count: int = 4, code: str = CODES[0], **regulations: str) -> Tournament:
    """Teams of four boards; all rounds of the table are public."""
    event = event_of(chief, count, edition=code, rounds=1, **regulations)
    builders.confirmed(rounds.publish_all_rounds, tournament=event, actor=chief)
    event.refresh_from_db()
    return event


def pairs(event: Tournament, number: int) -> list[tuple[int | None, int | None]]:
    return [(white.number, black.number) for _, white, black in seated(event.rounds.get(number=number))]


@again
def play(event: Tournament, number: int, chief: User, results: str = WON) -> None:
    for game in Game.objects.filter(round__tournament=event, round__number=number, result=""):
        enter(event, number, game.board or 0, results, chief)


def test_the_rounds_follow_the_teams_and_the_table_pairs_them(chief: User) -> None:
    event = league(chief, 4)
    assert event.number_of_rounds == 3
    assert [pairs(event, number) for number in (1, 2, 3)] == [
        [(1, 4), (2, 3)],
        [(4, 3), (1, 2)],
        [(2, 4), (3, 1)],
    ]
    double = league(chief, 3, CODES[1])
    assert double.number_of_rounds == 6
    # No rounds are exchanged; the second cycle has the other colours.
    assert [pairs(double, number) for number in (2, 3)] == [[(1, 2)], [(3, 1)]]
    assert [pairs(double, number) for number in (4, 5, 6)] == [[(3, 2)], [(2, 1)], [(1, 3)]]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("scores", ["MP_GP", "GP_MP"])
def test_from_the_entries_to_the_report_and_back(
    chief: User, chief_client: Client, code: str, scores: str
) -> None:
    """Three teams: in each round one is free, without a bye and without a point."""
    event = league(chief, 3, code, team_scores=scores)
    drawn = {number: pairs(event, number) for number in range(1, event.number_of_rounds + 1)}
    set_line_up(team=event.players.get(number=2), number=1, places=[1, None, 2, 5], actor=chief)
    assert drawn[1] == [(2, 3)]
    enter(event, 1, 1, "1-0,0F-1F,1/2-1/2,0-1", chief)
    for number in range(2, event.number_of_rounds + 1):
        play(event, number, chief)
    assert [bye.label for bye in byes_of(event.rounds.get(number=1))] == ["free"]
    builders.confirmed(event_services.finish_tournament, tournament=event, actor=chief)
    assert all(rulebook.paired_again(event, number).agrees for number in drawn)
    text = rulebook.report(event, fide.remarks(event))
    records = text.replace("\r", "\n").split("\n")
    named = {CODES[0]: "FIDE_TEAM_ROUNDROBIN", CODES[1]: "FIDE_TEAM_DOUBLEROUNDROBIN"}[code]
    assert f"192 {named}{'_GP_MP' if scores == 'GP_MP' else ''}" in records
    for record in ("352 WBWB", "362 TW 2.0   TD 1.0   TL 0.0", "092 Team: "):
        assert any(line.startswith(record) for line in records)
    assert any(line.startswith("300   1") for line in records)
    assert not any(line.startswith("320") for line in records)
    again = trf.read(text.encode())
    assert again.edition == code
    assert all(one.agrees for one in checker.check(again))
    ranks = check_ranks(again)
    assert ranks
    assert (ranks.message, ranks.differences) == ("", ())
    chief_client.post(reverse("tournament-import"), {"file": ContentFile(text.encode(), "cup.trf")})
    imported = Tournament.objects.exclude(pk=event.pk).get()
    assert (imported.edition, imported.team_scores, imported.boards) == (code, scores, 4)
    assert {number: pairs(imported, number) for number in drawn} == drawn
    assert [(line.number, line.points) for line in rulebook.table(imported)] == [
        (line.number, line.points) for line in rulebook.table(event)
    ]


@pytest.mark.any_database
def test_6_6_a_team_that_leaves_forfeits_and_may_be_left_out(chief: User) -> None:
    event = league(chief, 4)
    play(event, 1, chief)
    # One board of round 2 is over: the arbiter ends that match, whoever leaves.
    gone = event.players.get(number=2)
    enter(event, 2, 2, "1-0,,,", chief)
    assert players.withdraw_player(player=gone, actor=chief) == 2
    games = Game.objects.filter(round__tournament=event, seats__player=gone).order_by("round__number")
    assert list(games.values_list("round__number", "result", "boards"))[1:] == [
        (2, "", "1-0,,,"),
        (3, "0F-1F", "0F-1F,0F-1F,0F-1F,0F-1F"),
    ]
    call_command("verify", event.slug)
    assert players.return_player(player=gone, actor=chief) == [2, 3]
    players.withdraw_player(player=gone, from_round=3, actor=chief)
    enter(event, 2, 2, "1-0,0-1,1-0,1-0", chief)
    play(event, 2, chief)
    play(event, 3, chief)
    assert not rulebook.left_out(event)
    early = league(chief, 4, name="Second cup")
    play(early, 1, chief)
    players.withdraw_player(player=early.players.get(number=4), actor=chief)
    assert rulebook.left_out(early) == {4}
    for number in (2, 3):
        play(early, number, chief)
    assert [line.number for line in rulebook.table(early)][-1] == 4
    read = trf.read(rulebook.report(early, fide.remarks(early)).encode())
    assert all(one.agrees for one in checker.check(read))
    assert check_ranks(read).differences == ()


@pytest.mark.any_database
def test_a_captain_enters_the_line_up_of_the_next_match(chief: User) -> None:
    event = league(chief, 4)
    own_services.set_rules(tournament=event, changes={"line_ups": True}, actor=chief)
    rules, team = own.rules_of(event), event.players.get(number=1)
    assert queries.seat_to_line_up(team, rules).round.number == 1
    play(event, 1, chief)
    assert queries.seat_to_line_up(team, rules).round.number == 2


@pytest.mark.any_database
def test_round_by_round_a_match_is_waited_for(chief: User) -> None:
    event = event_of(chief, 4, edition=CODES[0], rounds=1)
    numbers.draw_numbers(tournament=event, actor=chief)
    builders.publish(event, 1, chief)
    with pytest.raises(DomainError, match="the results of boards 1, 2 are missing"):
        builders.publish(event, 2, chief)
    play(event, 1, chief)
    builders.publish(event, 2, chief)


@pytest.mark.any_database
def test_buchholz_is_not_for_it_nor_what_counts_opponents(chief: User) -> None:
    event = event_of(chief, 4, edition=CODES[0], rounds=1)
    assert event.tie_breaks == "MPvGP,EDE,EMGSB"
    for changes, told in (
        ({"tie_breaks": "BH"}, "not for round robins"),
        ({"tie_breaks": "SSSC"}, "not for round robins"),
        ({"tie_breaks": "DE"}, "not for teams"),
        ({"acceleration": "baku"}, "nothing is accelerated"),
    ):
        with pytest.raises(ValidationError, match=told):
            event_services.change_regulations(tournament=event, changes=changes, actor=chief)
    for found in rulebook.tie_break_lists(event.edition):
        event_services.change_regulations(tournament=event, changes={"tie_breaks": found.codes}, actor=chief)


@pytest.mark.any_database
def test_it_is_created_and_read_on_its_pages(chief: User, chief_client: Client, client: Client) -> None:
    sent = {"name": "League", "number_of_rounds": "1", "edition": CODES[0], "boards": "4"}
    rest = {"scoring": "10-5-0", "bye": "win", "acceleration": "none", "team_scores": "MP_GP"}
    answer = chief_client.post(reverse("tournament-new"), sent | rest | {"colour_type": "A"})
    assert answer.status_code == 302
    created = Tournament.objects.get()
    assert (created.edition, created.boards, created.points_win) == (CODES[0], 4, 20)
    event = league(chief, 4)
    play(event, 1, chief, DRAWN)
    play(event, 2, chief)

    def text(name: str, *arguments: object) -> str:
        page = client.get(reverse(name, args=[event.slug, *arguments]))
        assert page.status_code == 200
        return " ".join(page.content.decode().split())

    assert "Cross table" in text("standings")
    assert "Colour preferences" not in text("event")
    assert "colour preferences" not in text("round", 2)
    why = text("why", 2, 1)
    assert "Round 2 is that of the table for 4 players (C.05 Annex 1)." in why
    assert "has it on board 1, and then on every second board" in why
