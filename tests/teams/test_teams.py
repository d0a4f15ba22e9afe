"""An event of teams (C.04.6): matches of several boards, from the first team to the last standings."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta
from pathlib import Path

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from pairing import trf
from pairing.__main__ import main
from pairing.swiss_team.edition_2026 import tournament_of_teams
from tests import builders
from tests.team_events import BOARDS, enter, entry, event_of
from tournaments import rulebook
from tournaments.backup.queries import backup
from tournaments.backup.services.backups import restore_event
from tournaments.chain import verification
from tournaments.errors import DomainError
from tournaments.event.services.course import fill_schedule
from tournaments.event.services.event import set_initial_colour
from tournaments.log.services import undo
from tournaments.models import Game, LineUp, Member, Player, Seat
from tournaments.own.services import make_link, set_rules
from tournaments.papers.drawing.papers import Slips
from tournaments.papers.queries import cards
from tournaments.papers.queries.tables import Order
from tournaments.players.services.byes import give_bye
from tournaments.players.services.players import withdraw_player
from tournaments.results.services import enter_result
from tournaments.rounds.queries.boards import games_of
from tournaments.teams import queries, services

pytestmark = [pytest.mark.django_db]

DATA = Path(__file__).parents[1] / "data"


def test_an_event_of_teams(chief: User) -> None:
    event = event_of(chief)
    assert (event.points_win, event.points_draw, event.points_pab) == (20, 10, 10)
    assert event.tie_breaks == "MPvGP,BH/C1,BH"
    first = event.players.get(number=1)
    assert (first.name, first.rating) == ("Aachen", 2375)
    builders.publish(event, 1, chief)
    boards = games_of(event.rounds.get(number=1))
    assert [(board.white.name, board.black.name) for board in boards] == [
        ("Aachen", "Como"),
        ("Dover", "Bergen"),
    ]
    assert [one.colours for one in boards[0].boards] == ["wb", "bw", "wb", "bw"]
    assert boards[0].boards[3].white.name == "Aachen D"

    # The match has its result when the last board has one.
    game = enter(event, 1, 1, "1-0,1/2-1/2,,0-1", chief)
    assert (game.result, game.boards) == ("", "1-0,1/2-1/2,,0-1")
    game = enter(event, 1, 1, "1-0,1/2-1/2,1-0,0-1", chief)
    assert (game.result, game.get_result_display()) == ("1-0", "2½–1½")
    enter(event, 1, 2, "1/2-1/2,1/2-1/2,1/2-1/2,1F-0F", chief)
    lines = rulebook.table(event)
    names = {player.number: player.name for player in event.players.all()}
    assert [(names[line.number], line.points, line.values["MPvGP"]) for line in lines] == [
        ("Aachen", 20, 25),
        ("Dover", 20, 25),
        ("Espoo", 10, 20),
        ("Bergen", 0, 15),
        ("Como", 0, 15),
    ]
    # The next pairing knows the match points, and the game points beside them (4.2.2).
    known = rulebook.position(event, before=2)
    assert [player.cell(1).secondary for player in known.players] == [25, 15, 15, 25, 20]
    builders.publish(event, 2, chief)
    assert rulebook.paired_again(event, 1).agrees
    assert rulebook.paired_again(event, 2).agrees


def test_a_match_takes_no_result_of_its_own_but_a_forfeit(chief: User) -> None:
    event = event_of(chief, 4)
    builders.publish(event, 1, chief)
    with pytest.raises(DomainError, match="follows from those of its boards"):
        enter_result(tournament=event, number=1, board=1, result="1-0", version=0, actor=chief)
    game = enter_result(tournament=event, number=1, board=1, result="1F-0F", version=0, actor=chief)
    assert game.boards == "1F-0F,1F-0F,1F-0F,1F-0F"
    with pytest.raises(DomainError, match="the same by forfeit"):
        enter(event, 1, 2, "1F-0F,0F-1F,1F-0F,0F-1F", chief)
    with pytest.raises(DomainError, match="“2-0” is not a result"):
        enter(event, 1, 2, "2-0,,,", chief)
    with pytest.raises(DomainError, match="has 4 boards here, found results for 3"):
        enter(event, 1, 2, "1-0,1-0,1-0", chief)
    # The database refuses it too.
    with pytest.raises(DatabaseError), transaction.atomic():
        Game.objects.filter(round__tournament=event, board=2).update(result="1-0")


def place_of(team: Player, place: int) -> Member:
    return team.members.get(place=place)


def test_a_line_up_keeps_the_order_of_the_team(chief: User) -> None:
    event = event_of(chief, 4)
    team = event.players.get(number=1)
    with pytest.raises(DomainError, match="has no match in round 1"):
        services.set_line_up(team=team, number=1, places=[1, 2, 3, 5], actor=chief)
    builders.publish(event, 1, chief)
    services.set_line_up(team=team, number=1, places=[1, None, 3, 5], actor=chief)
    round_ = event.rounds.get(number=1)
    named = queries.line_ups(round_, BOARDS)[team.pk]
    assert [member and member.place for member in named] == [1, None, 3, 5]
    with pytest.raises(DomainError, match="Board 2: one of the teams has nobody there"):
        enter(event, 1, 1, "1-0,1-0,1-0,1-0", chief)
    enter(event, 1, 1, "1-0,0F-1F,1-0,1-0", chief)
    with pytest.raises(DomainError, match="Board 3: one of the teams has nobody there"):
        services.set_line_up(team=team, number=1, places=[1, None, None, 5], actor=chief)
    with pytest.raises(DomainError, match="Number 2 of the team comes before number 3, and so plays above"):
        services.set_line_up(team=team, number=1, places=[1, 3, 2, 4], actor=chief)
    with pytest.raises(DomainError, match="named at two boards"):
        services.set_line_up(team=team, number=1, places=[1, 2, 2, 4], actor=chief)
    with pytest.raises(DomainError, match="has no member number 9"):
        services.set_line_up(team=team, number=1, places=[1, 2, 3, 9], actor=chief)
    other = event.players.get(number=2)
    with pytest.raises(DatabaseError), transaction.atomic():
        LineUp.objects.filter(seat__player=team, board=2).update(member=place_of(other, 2))
    with pytest.raises(DatabaseError), transaction.atomic():
        LineUp.objects.filter(seat__player=team, board=4).update(member=place_of(team, 2))
    with pytest.raises(DatabaseError), transaction.atomic():
        Member.objects.filter(team=team, place=5).update(place=6)


def test_the_order_of_a_team_is_fixed_once_it_is_paired(chief: User) -> None:
    event = event_of(chief, 4)
    team = event.players.get(number=1)
    services.change_team(team=team, changes=entry("Aachen", 2600, 4), actor=chief)
    assert [member.rating for member in team.members.all()] == [2590, 2580, 2570, 2560]
    builders.publish(event, 1, chief)
    members = entry("Aachen", 2600, 4)["members"]
    newcomer = {"name": "Late, Lea", "rating": 2700}
    with pytest.raises(DomainError, match="its order is fixed"):
        services.change_team(team=team, changes={"members": [newcomer, *members]}, actor=chief)
    with pytest.raises(DomainError, match="nobody can leave it any more"):
        services.change_team(team=team, changes={"members": members[:3]}, actor=chief)
    services.change_team(team=team, changes={"members": [*members, newcomer]}, actor=chief)
    assert place_of(team, 5).name == "Late, Lea"


def test_what_makes_an_event_one_of_teams(chief: User) -> None:
    with pytest.raises(ValidationError, match="say how many boards"):
        builders.tournament(chief, players=0, edition="swiss-team-2026")
    with pytest.raises(ValidationError, match="only in team events"):
        builders.tournament(chief, players=0, boards=4)


MEMBERS = """Team; Name; Title; FIDE rating
Oban; Andrews, Alan; FM; 2200
Oban; Brown, Ben; ; 2180
Oban; Cole, Cora; ; 1990
Leith; Drew, Dan; IM; 2400
Leith; Ewing, Eve; ; 2300"""


@pytest.mark.any_database
def test_from_the_form_to_the_round_in_a_browser(chief: User, chief_client: Client) -> None:
    form = {"name": "Team Cup", "number_of_rounds": "3", "edition": "swiss-team-2026", "scoring": "10-5-0"}
    form |= {"bye": "win", "acceleration": "none"}
    refused = chief_client.post(reverse("tournament-new"), form)
    assert "say how many boards a match has" in refused.content.decode()
    chief_client.post(reverse("tournament-new"), form | {"boards": "2"})
    event = chief.tournaments.get(name="Team Cup")
    assert (event.boards, event.points_win, event.points_pab) == (2, 20, 10)

    wanted = {"previewed": "1", "text": MEMBERS, "import": "1"}
    chief_client.post(reverse("players-import", args=[event.slug]), wanted)
    team = event.players.get(name="Oban")
    assert (team.number, team.rating, team.members.count()) == (2, 2190, 3)
    page = chief_client.get(reverse("player-edit", args=[event.slug, team.pk])).content.decode()
    assert "Brown, Ben; ; 2180" in page
    # The arbiter may change the order until round 1.
    lines = "name; rating\nBrown, Ben; 2180\nAndrews, Alan; 2200"
    changed = {"name": "Oban", "federation": "", "first_round": "1", "members": lines}
    chief_client.post(reverse("player-edit", args=[event.slug, team.pk]), changed)
    assert list(team.members.values_list("name", flat=True)) == ["Brown, Ben", "Andrews, Alan"]
    added = {"name": "Perth", "first_round": "1", "members": "Fife, Fay; 2100\nGair, Gus; 2050"}
    chief_client.post(reverse("player-add", args=[event.slug]), added)
    assert event.players.get(name="Perth").rating == 2075

    set_initial_colour(tournament=event, colour="w", actor=chief)
    builders.publish(event, 1, chief)
    match = reverse("match", args=[event.slug, 1, 1])
    page = chief_client.get(match).content.decode()
    assert "Line-up of Leith" in page
    answer = chief_client.post(match, {"act": "results", "version": "0", "board-1": "1-0", "board-2": "0-1"})
    assert answer.status_code == 302
    shown = chief_client.get(reverse("desk-round", args=[event.slug, 1])).content.decode()
    assert "1–1" in shown
    reader = Client()
    reader.force_login(builders.member(event, "reader", "reader"))
    assert reader.post(match, {"act": "line-up-w", "member-1": "1"}).status_code == 403
    late = chief_client.post(match, {"act": "results", "version": "0", "board-1": "1-0", "board-2": "1-0"})
    assert late.status_code == 409
    chief_client.post(match, {"act": "line-up-w", "member-1": "1", "member-2": "2"})
    assert LineUp.objects.filter(seat__round__tournament=event).count() == 2
    public = chief_client.get(reverse("round", args=[event.slug, 1])).content.decode()
    assert "Find a team" in public
    assert "Find a player" not in public
    assert "Boards of match 1" in public
    assert "Andrews, Alan" in public
    for route in ("standings", "cross-table", "players", "event"):
        assert chief_client.get(reverse(route, args=[event.slug])).status_code == 200
    assert "Members" in chief_client.get(reverse("player", args=[event.slug, 1])).content.decode()
    why = chief_client.get(reverse("why", args=[event.slug, 1, 1]))
    assert why.status_code == 200
    printout = cards.slips(Order(event, event.rounds.get(number=1), address=str))
    assert isinstance(printout.body, Slips)
    assert [slip.board for slip in printout.body.slips] == ["1.1", "1.2"]
    # The team with White on board 1 has Black on board 2.
    assert [slip.white for slip in printout.body.slips] == [
        ("IM Drew, Dan", "Leith · 2400"),
        ("Andrews, Alan", "Oban · 2200"),
    ]
    told = chief_client.get(reverse("api-round", args=[event.slug, 1])).json()["games"][0]
    assert (told["result"], [board["result"] for board in told["boards"]]) == ("1/2-1/2", ["1-0", "1-0"])
    assert told["boards"][1]["white"]["name"] == "Andrews, Alan"
    games = chief_client.get(reverse("round-pgn", args=[event.slug, 1])).content.decode()
    assert '[Round "1.1.2"]' in games


@pytest.mark.any_database
def test_captains_enter_line_ups_by_their_links_until_the_deadline(
    chief: User, chief_client: Client, client: Client
) -> None:
    event = event_of(chief, 4)
    set_rules(tournament=event, changes={"line_ups": True, "line_up_minutes": 30}, actor=chief)
    day = timezone.localdate() + timedelta(days=1)
    fill_schedule(tournament=event, first_day=day, every=1, times=[time(15)], actor=chief)
    builders.publish(event, 1, chief)
    team, other = event.players.get(number=1), event.players.get(number=2)
    tokens = {one: make_link(player=one, actor=chief) for one in (team, other)}
    captain = Client()
    captain.get(reverse("own-open", args=[tokens[team]]))
    own = reverse("own", args=[event.slug])
    page = captain.get(own).content.decode()
    assert "Your line-up in round 1" in page
    assert "No line-up is entered yet" in page
    sent = {"act": "line-up", "number": "1"} | {f"member-{board}": str(board + 1) for board in (1, 2, 3, 4)}
    assert captain.post(own, sent).status_code == 302
    assert "This line-up is entered." in captain.get(own).content.decode()
    above = captain.post(own, sent | {"member-1": "5", "member-4": "1"})
    assert "plays above" in above.content.decode()
    assert captain.post(own, sent | {"member-1": "77"}).status_code == 422
    # The other captain and the public read it once nobody can react to it any more; arbiters at once.
    address = reverse("round", args=[event.slug, 1])
    hidden = client.get(address).content.decode()
    assert "The captains have not said yet who plays." in hidden
    assert "Aachen E" not in hidden
    desk = chief_client.get(reverse("match", args=[event.slug, 1, 1])).content.decode()
    assert "5 Aachen E" in desk
    opened = datetime.combine(day, time(14, 31), tzinfo=timezone.get_current_timezone())
    with time_machine.travel(opened, tick=False):
        assert "Aachen E" in client.get(address).content.decode()
        assert "Your line-up" not in captain.get(own).content.decode()
        late = captain.post(own, sent | {"member-1": "1"})
        assert "can no longer be entered by this link" in late.content.decode()
    # It ends before the deadline too, once a board has a result.
    enter(event, 1, 1, "1-0,,,", chief)
    with pytest.raises(DomainError, match="can no longer be entered by this link"):
        services.hand_in_line_up(link=team.own_links.get(), number=1, places=[1, 2, 3, 4])
    services.hand_in_line_up(link=other.own_links.get(), number=1, places=[1, 2, 3, 4])
    with pytest.raises(DomainError, match="at the desk"):
        set_rules(tournament=event, changes={"results": True}, actor=chief)


def test_the_report_is_read_back_without_a_difference(
    chief: User, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Line-ups, reserves, an empty board, a forfeited match, the allocated bye, a bye, a withdrawn team."""
    event = event_of(chief, 6)
    teams_ = {team.name: team for team in event.players.all()}
    withdrawn = teams_["Fano"]
    builders.publish(event, 1, chief)
    services.set_line_up(team=teams_["Aachen"], number=1, places=[1, None, 3, 5], actor=chief)
    enter(event, 1, 1, "1-0,0F-1F,1/2-1/2,0-1", chief)
    enter(event, 1, 2, "1F-0F,1F-0F,1F-0F,1F-0F", chief)
    enter(event, 1, 3, "1/2-1/2,1/2-1/2,0-1,1-0", chief)
    withdraw_player(player=withdrawn, actor=chief)
    builders.publish(event, 2, chief)
    for board in (1, 2):
        enter(event, 2, board, "1-0,1/2-1/2,1-0,0-1", chief)
    give_bye(player=teams_["Como"], number=3, kind=Seat.Kind.HALF_POINT_BYE, actor=chief)
    for name, text in (
        ("report", rulebook.report(event)),
        ("as trf16", rulebook.exchange_file(event)),
        ("before", rulebook.file_before(event, 2)),
    ):
        path = tmp_path / f"{name}.trf"
        path.write_text(text, encoding="utf-8", newline="")
        assert main(["check", str(path)]) == 0
    told = capsys.readouterr().out
    assert told.count("standings: ok") == 2
    assert told.count("0 discrepancies") == 3
    text = rulebook.report(event)
    for record in (
        "192 FIDE_TEAM",
        "352 WBWB",
        "362 TW 2.0   TD 1.0   TL 0.0",
        "320  1.0  2.0 000",
        "330 +-   1",
    ):
        assert record in text
    assert re.search(r"300   1   1   4    1 0000    3    5", text)
    assert re.search(r"240 H   3    3", text)
    read_back = tournament_of_teams(trf.read(text.encode()))
    present = rulebook.position(event)
    for one, other in zip(read_back.players, present.players, strict=True):
        assert (one.number, one.name, one.rank is not None) == (other.number, other.name, True)
        for number in (1, 2, 3):
            mine, theirs = one.cell(number), other.cell(number)
            assert (mine.opponent, mine.colour, mine.outcome) == (
                theirs.opponent,
                theirs.colour,
                theirs.outcome,
            )
            if number < 3:
                assert read_back.scoring.points(mine) == present.scoring.points(theirs)
                assert mine.secondary == theirs.secondary


def test_a_board_is_corrected_for_the_pairings_that_may_know(chief: User) -> None:
    """The match stays won, but game points decide on colours (4.2.2): what each pairing knew stays known."""
    event = event_of(chief, 4)
    builders.publish(event, 1, chief)
    enter(event, 1, 1, "1-0,1-0,1-0,0-1", chief)
    enter(event, 1, 2, "1-0,0-1,0-1,0-1", chief)
    builders.publish(event, 2, chief)
    boards = "1-0,1-0,1/2-1/2,0-1"
    made = builders.correct(event, 1, chief, boards=boards)
    assert (made.counts_from, made.before_boards, made.after) == (3, "1-0,1-0,1-0,0-1", "1-0")
    assert made.in_words == "3–1 corrected to 2½–1½"
    assert [line.values["MPvGP"] for line in rulebook.table(event, after=1)][:2] == [30, 25]
    before = [player.cell(1).secondary for player in rulebook.position(event, before=2).players]
    now = [player.cell(1).secondary for player in rulebook.position(event, before=3).players]
    assert (before, now) == ([30, 30, 10, 10], [25, 30, 15, 10])
    assert rulebook.paired_again(event, 2).agrees
    assert verification.differences(event) == []
    with pytest.raises(DomainError, match="already entered"):
        builders.correct(event, 1, chief, boards=boards)
    with pytest.raises(DomainError, match="is fixed by the pairing"):
        builders.correct(event, 1, chief, kind="colours")
    note = event.integrity_events.get(kind="correction")
    builders.confirmed(undo, tournament=event, event=note.pk, reason="It was right.", actor=chief)
    game = Game.objects.get(round__tournament=event, round__number=1, board=1)
    assert game.boards == "1-0,1-0,1-0,0-1"
    assert verification.differences(event) == []


def test_a_backup_brings_all_of_it_back(chief: User) -> None:
    event = event_of(chief, 4)
    builders.publish(event, 1, chief)
    services.set_line_up(team=event.players.get(number=1), number=1, places=[1, 2, 3, 5], actor=chief)
    enter(event, 1, 1, "1-0,1-0,1-0,0-1", chief)
    again = restore_event(data=backup(event).encode(), actor=chief)
    assert again.players.get(number=2).members.get(place=1).name == "Bergen A"
    assert LineUp.objects.filter(seat__round__tournament=again, member__place=5).exists()
    assert again.rounds.get(number=1).games.get(board=1).boards == "1-0,1-0,1-0,0-1"
