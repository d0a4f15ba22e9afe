"""Report files of events of teams are imported, with their matches as they were played."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from pairing import trf
from tests import builders
from tests.team_events import enter, event_of
from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.fide.queries import supplied_to
from tournaments.fide.services import import_tournament
from tournaments.models import LineUp, Tournament
from tournaments.results.services import enter_result
from tournaments.rounds.queries.boards import games_of
from tournaments.teams import services

pytestmark = [pytest.mark.django_db]

FILES = Path(__file__).parents[1] / "data" / "swiss-team"
BASE = (FILES / "team-1013.trf").read_text()


@pytest.mark.parametrize("regulations", [{}, {"team_scores": "GP", "colour_type": "B"}])
def test_an_event_comes_back_from_its_own_report(chief: User, regulations: dict[str, str]) -> None:
    event = event_of(chief, tie_breaks="MPvGP,EDET,BH:GP", **regulations)
    builders.publish(event, 1, chief)
    # A reserve plays, a board stays empty, and in the next round a whole match is forfeited.
    first = games_of(event.rounds.get(number=1))[0]
    services.set_line_up(team=first.white, number=1, places=[1, 2, 3, 5], actor=chief)
    services.set_line_up(team=first.black, number=1, places=[1, 3, 4, None], actor=chief)
    enter(event, 1, 1, "1-0,1/2-1/2,0-1,1F-0F", chief)
    enter(event, 1, 2, "1/2-1/2,1-0,0-1,1/2-1/2", chief)
    builders.publish(event, 2, chief)
    enter(event, 2, 1, "1-0,1-0,0-1,1/2-1/2", chief)
    enter_result(tournament=event, number=2, board=2, result="0F-1F", version=0, actor=chief)
    report = rulebook.report(event)

    again = import_tournament(data=report.encode(), actor=chief)
    assert supplied_to(again) == []
    assert rulebook.report(again) == report
    assert LineUp.objects.filter(seat__player__tournament=again).count() == 8
    assert [game.boards for game in again.rounds.get(number=2).games.order_by("board")] == [
        "1-0,1-0,0-1,1/2-1/2",
        "0F-1F,0F-1F,0F-1F,0F-1F",
    ]
    # The event can be continued.
    assert rulebook.paired_again(again, 2).agrees
    builders.publish(again, 3, chief)
    builders.publish(event, 3, chief)
    boards = [[board.white.name for board in games_of(one.rounds.get(number=3))] for one in (event, again)]
    assert boards[0] == boards[1]


@pytest.mark.any_database
@pytest.mark.parametrize("name", ["team-1013", "team-1019", "team-1039"])
def test_files_of_other_programs_are_read_in_the_browser(chief_client: Client, name: str) -> None:
    data = (FILES / f"{name}.trf").read_bytes()
    answer = chief_client.post(reverse("tournament-import"), {"file": ContentFile(data, "cup.trf")})
    assert answer.status_code == 302
    event = Tournament.objects.get()
    stated = trf.read(data).team_event
    assert stated
    assert rulebook.type_of_report(event)[1] == f"FIDE_TEAM{data.decode().split('FIDE_TEAM')[1].split()[0]}"
    known = rulebook.position(event)
    lines = {line.number: (line.points, line.values["MPvGP"]) for line in rulebook.table(event)}
    scores = {team.number: (team.match_points, team.game_points) for team in stated.teams}
    assert lines == {n: both[::-1] if event.by_game_points else both for n, both in scores.items()}
    for number in range(1, known.played_rounds + 1):
        assert rulebook.paired_again(event, number).agrees


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("found", "given", "fault"),
    [
        ("352 WB", "352 BW", "Record 352: found BW, expected WB"),
        ("\n310", "\n###", "expected records 310"),
        ("192 FIDE_TEAM_TYPEA_GP_MP\n", "", "expected a record 192 such as FIDE_TEAM"),
        (
            "352 WB\n",
            "352 WB\n330 +-   1   1   6\n",
            r"Round 1, team 1 against team 6: found \+/- for the whole match \(record 330\), expected ½-½",
        ),
        (
            "352 WB\n",
            "352 WB\n300   1   6   1 0000   12\n",
            "Round 1, team 6 against team 1: of board 1, FIDE knows no result - / 1",
        ),
        (
            "352 WB\n",
            "352 WB\n300   1   1   6    1    1\n",
            r"Round 1, team 1: one of its players is named at two boards \(record 300\)",
        ),
    ],
)
def test_what_events_cannot_have_is_refused_in_words(chief: User, found: str, given: str, fault: str) -> None:
    assert found in BASE
    with pytest.raises(DomainError, match=fault):
        import_tournament(data=BASE.replace(found, given).encode(), actor=chief)
    assert not Tournament.objects.exists()


@pytest.mark.any_database
def test_a_team_with_too_many_members_is_named(chief: User) -> None:
    reserves = range(21, 60)
    text = BASE.replace("     1    2\n", f"     1    2{''.join(f'{number:5}' for number in reserves)}\n")
    text += "".join(f"001 {number:4} {'0.0':>75}\n" for number in reserves)
    with pytest.raises(DomainError, match="Team 1, Team 1: found 41 members, expected at most 40"):
        import_tournament(data=text.encode(), actor=chief)


@pytest.mark.any_database
def test_a_rank_that_is_another_here_is_told_with_its_line(chief: User) -> None:
    text = BASE.replace("   8.0    8.0   2 ", "   8.0    8.0   9 ").replace("team 1013", "team\x0c310abc")
    event = import_tournament(data=f"\ufeff{text}310\n".encode(), actor=chief)
    assert [line for line in supplied_to(event) if "line 10, Team 1: 9 became 2" in line]


@pytest.mark.any_database
def test_what_teams_have_otherwise_here_is_told(chief: User) -> None:
    text = BASE.replace("T1      2429    8.0    8.0", "ONE     2400    9.0    7.5")
    text += "320  1.0  1.0 001 000 000 006\n260   1   2    2\n"
    event = import_tournament(data=text.encode(), actor=chief)
    told = supplied_to(event)
    assert [line for line in told if "Does not count: line " in line and "two teams at least" in line]
    assert any(line.startswith("Left out") and ": 1 ONE; 2 T2; " in line for line in told)
    team = "line 10, Team 1, "
    assert (
        "Record 310 follows the ratings of the members and the matches here:"
        f" {team}strength: “2400” became “2429”; {team}match points: “9” became “8”;"
        f" {team}game points: “7½” became “8”."
    ) in told
    assert ("Record 320 does not count for teams without the pairing-allocated bye: round 1, Team 1.") in told


@pytest.mark.any_database
def test_other_boards_than_those_here_are_refused(chief: User) -> None:
    event = event_of(chief, 4)
    began = rulebook.exchange_file(event, form=rulebook.Format.TRF26)
    with pytest.raises(DomainError, match="a board is worth 1, ½ or 0"):
        import_tournament(data=began.replace("W 1.0    D 0.5", "W 3.0    D 1.0").encode(), actor=chief)
    builders.publish(event, 1, chief)
    for board in (1, 2):
        enter(event, 1, board, "1-0,1-0,1-0,1-0", chief)
    played = rulebook.report(event)
    for rated, unrated in ((" w 1", " w W"), (" b 0", " b L"), (" w 0", " w L"), (" b 1", " b W")):
        played = played.replace(rated, unrated)
    with pytest.raises(DomainError, match="an unrated game"):
        import_tournament(data=played.encode(), actor=chief)
