"""What the database refuses about matches of teams, and what verification reports about them."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction

from tests import builders
from tests.team_events import enter, event_of
from tournaments.chain import verification
from tournaments.models import Game, LineUp, Member
from tournaments.players.services.players import remove_personal_data
from tournaments.rounds.services.rounds import pair_round
from tournaments.teams import services

pytestmark = [pytest.mark.django_db]


def refused(statement: str, why: str) -> None:
    with pytest.raises(DatabaseError, match=why), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_results_of_matches_that_no_act_explains_are_told(chief: User) -> None:
    event = event_of(chief, 4)
    builders.publish(event, 1, chief)
    enter(event, 1, 1, "1-0,1/2-1/2,1-0,0-1", chief)
    enter(event, 1, 2, "1-0,,,", chief)
    assert verification.differences(event) == []
    matches = Game.objects.filter(round__tournament=event, round__number=1)
    # While the round is on: the boards differ from the log, though the match has the same result.
    matches.filter(board=1).update(boards="1-0,1-0,1-0,0-1")
    matches.filter(board=2).update(boards="0-1,,,")
    found = verification.differences(event)
    assert [(line.place, line.stood, line.stands) for line in found] == [
        ("board 1", "1-0 (1-0,1/2-1/2,1-0,0-1)", "1-0 (1-0,1-0,1-0,0-1)"),
        ("board 2", "not yet (1-0,,,)", "not yet (0-1,,,)"),
    ]
    assert verification.differences_not_noted(event) == found
    matches.filter(board=1).update(boards="1-0,1/2-1/2,1-0,0-1")
    matches.filter(board=2).update(boards="1-0,,,")
    enter(event, 1, 2, "1-0,0-1,0-1,0-1", chief)
    builders.publish(event, 2, chief)
    assert verification.differences(event) == []
    # Once it is over: the result does not follow from those of the boards.
    matches.filter(board=1).update(result="0-1")
    told = [(line.stood, line.stands) for line in verification.differences(event)]
    stood = "Aachen – Como 1-0,1/2-1/2,1-0,0-1"
    assert told == [(stood, f"{stood} 0-1")]
    assert len(verification.differences_not_noted(event)) == 1


def test_a_match_has_a_known_result_for_each_of_its_boards(chief: User) -> None:
    event = event_of(chief, 4)
    builders.publish(event, 1, chief)
    game = Game.objects.get(round__tournament=event, round__number=1, board=1)
    for boards in (
        "1-0",
        "1-0,1-0,1-0",
        "1-0,1-0,1-0,1-0,1-0",
        "x,1-0,1-0,1-0",
        "1-0,1-0,,adj",
        "1-01-0,,,",
        "1-0,1-0,1-0, 1-0",
        ",x,,",
    ):
        refused(f"UPDATE tournaments_game SET boards = '{boards}' WHERE id = {game.pk}", "has for each")
    known = ("1-0,1/2-1/2,0-1,1F-0F", "0F-1F,0F-0F,1/2-0,0-1/2", "0-0,,,1-0", ",,,0-1")
    with connection.cursor() as cursor:
        for boards in known:
            cursor.execute(f"UPDATE tournaments_game SET boards = '{boards}' WHERE id = {game.pk}")


def test_who_played_changes_with_an_act_that_tells_of_it(chief: User) -> None:
    event = event_of(chief, 4)
    team, other = event.players.get(number=1), event.players.get(number=2)
    pair_round(tournament=event, number=1, actor=chief)
    drafted = f"SELECT id, 5, NULL FROM tournaments_seat WHERE player_id = {team.pk}"
    refused(
        f"INSERT INTO tournaments_lineup (seat_id, board, member_id) {drafted}", "each board of the match"
    )
    builders.publish(event, 1, chief)
    services.set_line_up(team=team, number=1, places=[1, 2, 3, 5], actor=chief)
    fifth, fourth = team.members.get(place=5), team.members.get(place=4)
    last = LineUp.objects.get(seat__player=team, board=4)
    elsewhere = other.seats.get(round__number=1)
    why = "who plays in a published round"
    # Even directly after the act that named it.
    refused(f"UPDATE tournaments_lineup SET member_id = {fourth.pk} WHERE id = {last.pk}", why)
    refused(f"DELETE FROM tournaments_lineup WHERE id = {last.pk}", why)
    stranger = other.members.get(place=1)
    row = f"(seat_id, board, member_id) VALUES ({elsewhere.pk}, 1, {stranger.pk})"
    refused(f"INSERT INTO tournaments_lineup {row}", why)
    services.set_line_up(team=other, number=1, places=[1, None, 3, 4], actor=chief)
    empty = LineUp.objects.get(seat=elsewhere, member=None)
    for line in (last, empty):
        refused(f"DELETE FROM tournaments_lineup WHERE id = {line.pk}", why)
    why = "who is in a team"
    refused(f"UPDATE tournaments_member SET name = 'Else, Somebody' WHERE id = {fifth.pk}", why)
    refused(f"UPDATE tournaments_member SET fide_id = '1' WHERE id = {fifth.pk}", why)
    with pytest.raises(DatabaseError, match=why), transaction.atomic():
        Member.objects.create(team=team, place=6, name="Else, Somebody")
    if connection.vendor == "sqlite":
        columns = "seat_id, board, member_id"
        replaced = f"SELECT id, {columns} FROM tournaments_lineup WHERE id = {last.pk}"
        refused(f"INSERT OR REPLACE INTO tournaments_lineup (id, {columns}) {replaced}", "who plays in")
        columns = "place, name, title, federation, fide_id, birth, sex"
        replaced = f"SELECT {team.pk}, {columns} FROM tournaments_member WHERE id = {stranger.pk}"
        refused(f"INSERT OR REPLACE INTO tournaments_member (team_id, {columns}) {replaced}", why)
    # What the services enter, they first announce in the log.
    services.set_line_up(team=team, number=1, places=[1, 2, 3, 4], actor=chief)
    entries = [{"name": one.name, "rating": one.rating} for one in team.members.order_by("place")]
    entries[4]["name"] = "Aachen, Eva"
    newcomer = {"name": "Late, Lea", "rating": 2100}
    services.change_team(team=team, changes={"members": [*entries, newcomer]}, actor=chief)
    assert list(team.members.values_list("name", flat=True))[4:] == ["Aachen, Eva", "Late, Lea"]


def test_a_member_changes_as_the_line_of_the_log_says_and_not_otherwise(chief: User) -> None:
    event = event_of(chief, 4)
    builders.publish(event, 1, chief)
    team = event.players.get(number=1)
    entries = [{"name": one.name, "rating": one.rating} for one in team.members.order_by("place")]
    entries[4] |= {"name": "Aachen, Eva", "fide_id": "301"}
    services.change_team(team=team, changes={"members": entries}, actor=chief)
    latest = event.audit_events.latest("pk")
    assert (latest.action, [*latest.after["places"]]) == ("members_set", ["5"])
    # That line is the latest, and names nobody else.
    fifth, fourth = team.members.get(place=5), team.members.get(place=4)
    why = "who is in a team"
    for name, fide_id in (("Else, Somebody", "301"), ("Aachen, Eva", "302"), ("Aachen, Eva:301,6", "")):
        refused(
            f"UPDATE tournaments_member SET name = '{name}', fide_id = '{fide_id}' WHERE id = {fifth.pk}", why
        )
    refused(
        f"UPDATE tournaments_member SET name = 'Aachen, Eva', fide_id = '301' WHERE id = {fourth.pk}", why
    )
    with pytest.raises(DatabaseError, match=why), transaction.atomic():
        Member.objects.create(team=team, place=6, name="Aachen, Eva", fide_id="301")


def test_all_that_the_report_says_of_a_member_changes_with_an_act_that_tells_of_it(chief: User) -> None:
    event = event_of(chief, 4)
    team = event.players.get(number=1)
    entries = [{"name": one.name, "rating": one.rating} for one in team.members.order_by("place")]
    entries[1]["birth"] = "1999/12/31"
    services.change_team(team=team, changes={"members": entries}, actor=chief)
    builders.publish(event, 1, chief)
    told = {"title": "GM", "rating": 2600, "federation": "LAT", "birth": "1990", "sex": "w"}
    entries[0] |= told
    services.change_team(team=team, changes={"members": entries}, actor=chief)
    other = {"name": "'Else'", "title": "'IM'", "rating": "2601", "federation": "'EST'", "fide_id": "'7'"}
    other |= {"birth": "'1991'", "sex": "'m'"}
    assert other.keys() == {*Member.ENTERED}
    changed = f"UPDATE tournaments_member SET {{}} = {{}} WHERE team_id = {team.pk} AND place = {{}}"
    for name, value in (*other.items(), ("rating", "NULL"), ("title", "''")):
        refused(changed.format(name, value, 1), "who is in a team")
    for name, value in told.items():
        refused(changed.format(name, f"'{value}'", 2), "who is in a team")
    # Only the day may be removed, and only by the act that records this.
    refused(changed.format("birth", "'1999'", 2), "who is in a team")
    remove_personal_data(player=team, actor=chief)
    assert team.members.get(place=2).birth == "1999"
    refused(changed.format("birth", "'1999', rating = 2000", 2), "who is in a team")
    assert verification.differences(event) == []


def test_a_line_of_the_log_tells_of_one_team_though_another_has_its_name(chief: User) -> None:
    event = event_of(chief, 4)
    team, other = event.players.get(number=1), event.players.get(number=2)
    event.players.filter(pk=other.pk).update(name=team.name)
    builders.publish(event, 1, chief)
    entries = [{"name": one.name, "rating": one.rating} for one in team.members.order_by("place")]
    # A line is read only as it was written: this is one name.
    entries[1] |= {"name": "Eva", "fide_id": "301"}
    entries[3]["name"] = "A,5:3:Eva:301,B"
    services.change_team(team=team, changes={"members": entries}, actor=chief)
    changed = "UPDATE tournaments_member SET name = 'Eva', fide_id = '301' WHERE"
    for one, place in ((other, 2), (team, 5)):
        refused(f"{changed} team_id = {one.pk} AND place = {place}", "who is in a team")
    services.set_line_up(team=team, number=1, places=[1, 2, 3, 5], actor=chief)
    seat = other.seats.get(round__number=1)
    row = f"SELECT {seat.pk}, 1, id FROM tournaments_member WHERE team_id = {other.pk} AND place = 1"
    refused(f"INSERT INTO tournaments_lineup (seat_id, board, member_id) {row}", "who plays in a published")
    # Lines of another form name nobody.
    for after in ({"team": team.key, "places": ",2:3:Eva:301,"}, {"team": team.key}, {}):
        event.audit_events.create(action="members_set", subject=team.name, after=after)
        refused(f"{changed} team_id = {team.pk} AND place = 5", "who is in a team")


def test_a_withdrawn_round_takes_its_line_ups_along(chief: User) -> None:
    event = event_of(chief, 4)
    builders.publish(event, 1, chief)
    for board in (1, 2):
        enter(event, 1, board, "0F-0F,0F-0F,0F-0F,0F-0F", chief)
    builders.publish(event, 2, chief)
    services.set_line_up(team=event.players.get(number=1), number=2, places=[1, 2, 3, 5], actor=chief)
    builders.correct(event, 1, chief, boards="1-0,1-0,1-0,1-0")
    builders.repair(event, 2, chief)
    assert not LineUp.objects.exists()
