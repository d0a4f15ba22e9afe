"""The chain of an event of teams: its links name who is in the teams, and who sat at which board."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, transaction

from tests import builders
from tests.backup.test_backups import same_again
from tests.team_events import enter, entry, event_of
from tests.tournaments.one_event import chief, db
from tests.tournaments.one_event import event as played
from tournaments import guards, rulebook
from tournaments.chain.texts import Identity, LineUp, Link, Person
from tournaments.chain.verification import differences, differences_not_noted
from tournaments.fide.queries import remarks
from tournaments.fide.services import import_tournament
from tournaments.models import LineUp as Row
from tournaments.models import Member, Player, Publication, Tournament
from tournaments.rounds.services import rounds
from tournaments.teams import queries as teams_queries
from tournaments.teams import services as teams

__all__ = ["chief", "db", "played"]


@pytest.fixture(scope="module")
def made(module_db: None) -> int:
    """Round 1 is over, with a line-up of the first team; round 2 has no result, and one of the second."""
    chief = builders.user("chief")
    event = event_of(chief, 4, rounds=3)
    builders.publish(event, 1, chief)
    teams.set_line_up(team=number(event, 1), number=1, places=[1, 2, 3, 5], actor=chief)
    for board in (1, 2):
        enter(event, 1, board, "1-0,1/2-1/2,0-1,1-0", chief)
    builders.publish(event, 2, chief)
    teams.set_line_up(team=number(event, 2), number=2, places=[2, 3, 4, 5], actor=chief)
    return event.pk


@pytest.fixture
def unguarded(db: None) -> Iterator[None]:
    """What the owner of the database can always do."""
    guards.drop()
    yield
    guards.create()


def number(event: Tournament, wanted: int) -> Player:
    return event.players.get(number=wanted)


def link(event: Tournament, kind: str, of: int = 1) -> Link:
    return Link.read(event.publications.filter(kind=kind, round_number=of).latest("place").text)


def members(event: Tournament, of: int = 1) -> list[dict[str, object]]:
    rows = number(event, of).members.order_by("place")
    return [{"name": one.name, "rating": one.rating, "fide_id": one.fide_id} for one in rows]


def test_a_pairing_names_the_members_and_the_results_who_sat_where(played: Tournament) -> None:
    team = number(played, 1)
    pairing, results = (link(played, kind).content for kind in ("pairing", "results"))
    assert Person(5, "Aachen E", "", f"{team.key}/5") in pairing.members
    assert len(pairing.members) == Member.objects.filter(team__tournament=played).count()
    # Captains do not read one another's line-ups before the deadline; nor does a link tell them.
    assert pairing.line_ups == ()
    sat = dict(results.line_ups)
    assert sat.pop(team.key) == "1,2,3,5"
    assert {*sat.values()} == {"1,2,3,4"}
    assert pairing.people
    assert differences(played) == differences_not_noted(played) == []


def rename(event: Tournament) -> None:
    number(event, 1).members.filter(place=2).update(name="Else, Somebody")


def other_id(event: Tournament) -> None:
    number(event, 1).members.filter(place=2).update(fide_id="77")


def take_out(event: Tournament) -> None:
    number(event, 1).members.filter(place=4).delete()


def other_line_up(event: Tournament) -> None:
    fourth = number(event, 1).members.get(place=4)
    Row.objects.filter(seat__player=number(event, 1), seat__round__number=1, board=4).update(member=fourth)


def no_line_up(event: Tournament) -> None:
    Row.objects.filter(seat__player=number(event, 1), seat__round__number=1).delete()


def new_line_up(event: Tournament) -> None:
    team = number(event, 3)
    seat = team.seats.get(round__number=1)
    Row.objects.create(seat=seat, board=1, member=team.members.get(place=5))


def other_line_up_of_today(event: Tournament) -> None:
    first = number(event, 2).members.get(place=1)
    Row.objects.filter(seat__player=number(event, 2), seat__round__number=2, board=1).update(member=first)


def new_line_up_of_today(event: Tournament) -> None:
    team = number(event, 1)
    seat = team.seats.get(round__number=2)
    Row.objects.create(seat=seat, board=1, member=team.members.get(place=5))


PLANTED: dict[Callable[[Tournament], None], str] = {
    rename: "player: was “Aachen B”, is “Else, Somebody”",
    other_id: "player: was “Aachen B”, is “Aachen B (77)”",
    take_out: "member of a team: was “Aachen D”, is “–”",
    other_line_up: "round 1, line-up of Aachen: was “1,2,3,5”, is “1,2,3,4”",
    no_line_up: "round 1, line-up of Aachen: was “1,2,3,5”, is “1,2,3,4”",
    new_line_up: "round 1, line-up of Como: was “1,2,3,4”, is “5,0,0,0”",
    other_line_up_of_today: "round 2, line-up of Bergen: was “1:2,2:3,3:4,4:5”, is “1:1,2:3,3:4,4:5”",
    new_line_up_of_today: "round 2, line-up of Aachen: was “–”, is “1:5”",
}


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
@pytest.mark.usefixtures("unguarded")
def test_a_planted_change_is_found(played: Tournament, plant: Callable[[Tournament], None]) -> None:
    plant(played)
    for found in (differences(played), differences_not_noted(played)):
        assert any(PLANTED[plant] in str(line) for line in found), found


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
def test_a_writer_of_rows_is_refused(played: Tournament, plant: Callable[[Tournament], None]) -> None:
    with pytest.raises(DatabaseError, match=r"team|act that tells of it"), transaction.atomic():
        plant(played)


@pytest.mark.usefixtures("unguarded")
def test_no_later_act_hides_who_was_exchanged(played: Tournament, chief: User) -> None:
    rename(played)
    entries = members(played)
    entries[4]["name"] = "Aachen, Eva"
    teams.change_team(team=number(played, 1), changes={"members": entries}, actor=chief)
    assert played.publications.filter(kind="found").exists()
    assert any("Else, Somebody" in line.stands for line in differences(played))


def test_a_corrected_member_adds_a_link(played: Tournament, chief: User) -> None:
    team = number(played, 1)
    entries = members(played)
    entries[1] |= {"name": "Aachen, Bea", "fide_id": "301"}
    entries[2] |= {"name": "Aachen, Cleo"}
    entries[3] |= {"rating": 2200}
    teams.change_team(team=team, changes={"members": [*entries, {"name": "Late, Lea"}]}, actor=chief)
    assert link(played, "identity", 2).identities == (
        Identity(
            Person(2, "Aachen B", "", f"{team.key}/2"), Person(2, "Aachen, Bea", "301", f"{team.key}/2")
        ),
        Identity(Person(3, "Aachen C", "", f"{team.key}/3"), Person(3, "Aachen, Cleo", "", f"{team.key}/3")),
    )
    assert differences(played) == []
    before = played.publications.count()
    entries[3] |= {"rating": 2210}
    teams.change_team(team=team, changes={"members": [*entries, {"name": "Late, Lea"}]}, actor=chief)
    assert played.publications.count() == before
    for board in (1, 2):
        enter(played, 2, board, "1-0,1/2-1/2,0-1,1-0", chief)
    builders.publish(played, 3, chief)
    assert Person(6, "Late, Lea", "", f"{team.key}/6") in link(played, "pairing", 3).content.members
    assert differences(played) == []
    same_again(played, chief)


def test_who_comes_later_has_not_played_in_a_match_that_is_over(chief: User) -> None:
    """A team of three at four boards: the fourth who is entered after round 1 did not sit there."""
    event = event_of(chief, 3, rounds=2)
    team = number(event, 1)
    teams.change_team(team=team, changes={"members": entry("Aachen", 2350, 3)["members"]}, actor=chief)
    builders.publish(event, 1, chief)
    seat = team.seats.get(round__number=1)
    assert seat.game
    results = "1-0,1/2-1/2,0-1," + ("0F-1F" if seat.colour == "w" else "1F-0F")
    enter(event, 1, 1, results, chief)
    newcomer = {"name": "Late, Lea", "rating": 2000}
    teams.change_team(
        team=team, changes={"members": [*entry("Aachen", 2350, 3)["members"], newcomer]}, actor=chief
    )
    assert teams_queries.line_ups(seat.round, 4)[team.pk][3] is None
    assert differences(event) == []
    builders.publish(event, 2, chief)
    assert LineUp(team.key, "1,2,3,0") in link(event, "results").content.line_ups
    assert differences(event) == []
    # In a match to come the newcomer sits at the last board.
    later = team.seats.get(round__number=2)
    if later.game:
        assert str(teams_queries.line_ups(later.round, 4)[team.pk][3]) == "Late, Lea"


def test_a_pairing_that_was_withdrawn_takes_its_line_ups_along(played: Tournament, chief: User) -> None:
    builders.repair(played, 2, chief, ground="competition-rules", reason="The regulations say so.")
    assert differences(played) == []
    rounds.publish_round(tournament=played, number=2, actor=chief)
    assert differences(played) == []
    same_again(played, chief)


def test_an_imported_event_has_its_line_ups_in_the_chain(chief: User) -> None:
    event = event_of(chief, 4, rounds=2)
    builders.publish(event, 1, chief)
    teams.set_line_up(team=number(event, 1), number=1, places=[1, 2, 3, 5], actor=chief)
    for board in (1, 2):
        enter(event, 1, board, "1-0,1/2-1/2,0-1,1-0", chief)
    builders.publish(event, 2, chief)
    report = rulebook.report(event, remarks=remarks(event)).encode()
    found = builders.confirmed(import_tournament, data=report, actor=chief, slug="again")
    assert "1,2,3,5" in {one.places for one in link(found, "results").content.line_ups}
    assert differences(found) == []


def test_individual_events_have_neither_members_nor_line_ups(chief: User) -> None:
    event = builders.tournament(chief, players=4, rounds=2)
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    texts = Publication.objects.filter(tournament=event).values_list("text", flat=True)
    assert not any(word in text for text in texts for word in ("in-team", "line-up"))
