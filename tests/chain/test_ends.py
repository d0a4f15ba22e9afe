"""The end of an event is a link: what it states, how it is verified, and what the guards refuse."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import builders
from tests.backup.test_backups import same_again
from tests.team_events import enter, entry, event_of
from tests.tournaments.one_event import chief, db
from tests.tournaments.one_event import event as ended
from tournaments import guards
from tournaments.chain import queries
from tournaments.chain.texts import COMPUTED, STORED, Link, commitment
from tournaments.chain.verification import differences, differences_of_changed_rounds
from tournaments.errors import DomainError
from tournaments.event.services.course import end_early
from tournaments.event.services.event import change_regulations, finish_tournament, reopen_tournament
from tournaments.fide import queries as fide
from tournaments.models import (
    Category,
    EarlierRating,
    Member,
    Player,
    PrizeFund,
    PrizeList,
    Publication,
    Tournament,
)
from tournaments.players.services import players
from tournaments.players.services.players import remove_personal_data
from tournaments.prizes import queries as prizes_queries
from tournaments.prizes import services as prizes
from tournaments.ratings.services import ratings
from tournaments.standings import queries as standings
from tournaments.standings import services as standings_services
from tournaments.teams import services as teams

__all__ = ["chief", "db", "ended"]

BORN = "2010/05/17"


def finish(event: Tournament, chief: User) -> Tournament:
    builders.confirmed(finish_tournament, tournament=event, actor=chief)
    event.refresh_from_db()
    return event


def reopen(event: Tournament, chief: User) -> None:
    reopen_tournament(tournament=event, actor=chief)
    event.refresh_from_db()


def end_of(event: Tournament) -> Publication:
    link = queries.end(event)
    assert link
    return link


def said(event: Tournament) -> list[tuple[str, ...]]:
    return list(Link.read(end_of(event).text).end)


@pytest.fixture(scope="module")
def made(module_db: None) -> int:
    """The key of a long event with a prize for the young, a value given by hand and earlier ratings."""
    chief = builders.user("chief")
    event = builders.tournament(
        chief,
        players=4,
        rounds=2,
        tie_breaks="BH,OTHER_PO",
        start_date=date(2026, 4, 1),
        end_date=date(2026, 6, 1),
    )
    first, second = event.players.order_by("number")[:2]
    changes = {"birth": BORN, "sex": "w", "federation": "LAT", "club": "SK Riga", "title": "WFM"}
    players.change_player(player=first, changes=changes, actor=chief)
    players.change_player(player=second, changes={"birth": "1990"}, actor=chief)
    young = prizes.add_category(tournament=event, name="Young", under_age=18, actor=chief)
    prizes.add_prizes(tournament=event, actor=chief, amounts=[30000, 10000])
    prizes.add_prizes(tournament=event, actor=chief, amounts=[5000], category=young)
    for number in (1, 2):
        builders.play(event, number, chief)
        players.change_player(player=second, changes={"rating": 2300 + number}, actor=chief)
    standings_services.give_values(tournament=event, tie_break="OTHER_PO", values={first.pk: 1}, actor=chief)
    return finish(event, chief).pk


@pytest.fixture
def unguarded(db: None) -> Iterator[None]:
    """What the owner of the database can always do."""
    guards.drop()
    yield
    guards.create()


def test_the_end_states_regulations_prizes_players_standings_and_awards(ended: Tournament) -> None:
    link = end_of(ended)
    lines = said(ended)
    assert (link.kind, link.round_number, link.at) == ("end", 2, ended.finished_at)
    assert ("regulation", "edition", ended.edition) in lines
    assert ("regulation", "start_date", "2026-04-01") in lines
    [first, second] = ended.players.order_by("number")[:2]
    facts = ("title=WFM", "sex=w", "rating=2400", "federation=LAT", "club=SK Riga", "first_round=1")
    born = ("born=2010", f"birth={commitment(first.salt, first.key, BORN)}")
    assert ("player", first.key, "1", first.name, "", *facts, *born) in lines
    told = next(line for line in lines if line[1] == second.key)
    assert told[5:] == ("rating=2302", "first_round=1", "earlier=2395 until 1, 2301 until 2", "born=1990")
    ranked = [(str(row.player.number), str(row.rank)) for row in standings.rows(ended)]
    assert [line[1:3] for line in lines if line[0] == "standing"] == ranked
    assert "OTHER_PO=1" in next(line for line in lines if line[:2] == ("standing", "1"))
    young = [line for line in lines if line[0] == "prizes"][1]
    assert {"amounts=5000", "category.name=Young", "category.under_age=18"} <= {*young}
    given = prizes_queries.awards(ended)
    assert given
    assert [line[1:] for line in lines if line[0] == "award"] == [
        (str(row.prizes.place), str(award.players[0].number), str(award.amount))
        for row in given.lists
        for award in row.awards
    ]
    assert ("kept", "", str(given.kept)) in lines
    # The link is public text: no day of birth stands in it, nor what only arbiters read.
    assert BORN not in link.text
    assert BORN[4:] not in link.text
    assert first.salt not in link.text
    assert differences(ended) == differences_of_changed_rounds(ended) == []


def test_each_line_of_an_end_is_read_back_and_compared(ended: Tournament) -> None:
    words = {line[0] for line in said(ended)}
    assert words == {*STORED, *COMPUTED, "program"} - {"member"}
    stood = [line for line in said(ended) if line[0] in STORED]
    assert stood == queries.stored(ended)


def test_every_column_is_stated_or_left_out_on_purpose() -> None:
    """A new column of a player is named here or states that it is (of an event: test_decided_fields.py)."""

    def columns(model: Any) -> set[str]:
        return {field.name for field in model._meta.concrete_fields if not field.is_relation} - {"id"}

    left_out = {"key", "number", "presence", "among_equals", "no_half_point_bye", "virtual_points", "salt"}
    # Who is out of the prizes is the arbiters'; the awards show what follows from it. So is whose an ID is.
    left_out |= {"without_prizes", "confirmed_id"}
    assert columns(Player) == {*Player.AT_THE_END, *Player.IDENTITY, *left_out}
    # FIDE's rating beside the one that counts decides nothing here: reports state it.
    assert columns(Member) == {"place", "uncounted_fide_rating", *Member.ENTERED}


def change(**values: object) -> Callable[[Tournament], object]:
    return lambda event: event.players.filter(number=1).update(**values)


def other_regulation(event: Tournament) -> None:
    Tournament.objects.filter(pk=event.pk).update(tie_breaks="BH/C1,OTHER_PO")


def other_first_day(event: Tournament) -> None:
    Tournament.objects.filter(pk=event.pk).update(start_date=date(2025, 4, 1))


def other_value(event: Tournament) -> None:
    event.given_values.update(value=2)


def reopened_unseen(event: Tournament) -> None:
    Tournament.objects.filter(pk=event.pk).update(finished_at=None)


PLANTED: dict[str, tuple[Callable[[Tournament], object], str]] = {
    "rating": (change(rating=2500), "the end, player: was"),
    "sex": (change(sex="m"), "sex=w"),
    "federation": (change(federation="EST"), "federation=LAT"),
    "title": (change(title="GM"), "title=WFM"),
    "club": (change(club=""), "club=SK Riga"),
    "year": (change(birth="2009/05/17"), "born=2010"),
    "day": (change(birth="2010/05/18"), "birth="),
    "day away": (change(birth="2010"), "birth="),
    "salt": (change(salt=""), "birth="),
    "day and salt": (change(birth="2010", salt=""), "birth="),
    "name": (change(name="Somebody, Else"), "Somebody, Else"),
    "FIDE ID": (change(fide_id="77"), "77"),
    "withdrawn": (change(withdrawn_from=2), "withdrawn_from=2"),
    "expelled": (change(expelled=True), "the end, standings, number 1: was"),
    "number": (change(number=77), "the end, standings, number 77"),
    "earlier rating": (
        lambda event: EarlierRating.objects.filter(player__tournament=event, until=1).update(value=2600),
        "earlier=2600 until 1",
    ),
    "prize": (lambda _event: PrizeList.objects.filter(place=1).update(amounts=[40000]), "prizes 1"),
    "sharing": (lambda _event: PrizeFund.objects.update(one_each=False), "the end, prize fund"),
    "prize gone": (lambda _event: PrizeList.objects.filter(place=2).delete(), "the end, prizes 2: was"),
    "category": (lambda _event: Category.objects.update(under_age=10), "category.under_age=18"),
    "regulation": (other_regulation, "the end, regulation tie_breaks"),
    "first day": (other_first_day, "the end, regulation start_date"),
    "value": (other_value, "OTHER_PO=1"),
    "reopened": (reopened_unseen, "is “not finished”"),
    "player gone": (
        lambda event: event.players.create(name="New, N", number=9, rating=2000),
        "the end, player: was “–”",
    ),
}


@pytest.mark.parametrize("name", PLANTED)
@pytest.mark.usefixtures("unguarded")
def test_a_planted_change_is_found(ended: Tournament, name: str) -> None:
    assert differences(ended) == differences_of_changed_rounds(ended) == []
    plant, told = PLANTED[name]
    plant(ended)
    ended = Tournament.objects.get(pk=ended.pk)
    found = [str(line) for line in differences(ended)]
    assert any(told in line for line in found), found
    # The desk computes nothing anew, and sees every other change.
    assert bool(differences_of_changed_rounds(ended)) == (name != "value")


def test_the_desk_reads_the_end_only_if_something_of_it_has_changed(ended: Tournament) -> None:
    def reads() -> bool:
        with CaptureQueriesContext(connection) as queries:
            assert differences_of_changed_rounds(ended) == []
        return any('"text"' in query["sql"] for query in queries)

    assert [reads(), reads()] == [True, False]


@pytest.mark.parametrize(
    "name", [name for name in PLANTED if name not in {"name", "FIDE ID", "value", "regulation"}]
)
def test_a_writer_of_rows_is_refused(ended: Tournament, name: str) -> None:
    """By this guard, or by one that holds before the end too and comes first."""
    plant, _told = PLANTED[name]
    refusals = r"reopened|prizes change|an act that tells of it"
    with pytest.raises(DatabaseError, match=refusals), transaction.atomic():
        plant(ended)


def test_an_act_of_that_kind_opens_nothing_to_a_writer_of_rows(ended: Tournament, chief: User) -> None:
    """A line of the log is not enough to reopen an event, to end it, or to take a birth or a salt away."""
    for statement, action in (
        ("finished_at = NULL", "tournament_reopened"),
        ("finished_at = created_at", "tournament_finished"),
    ):
        ended.audit_events.create(action=action, actor=chief)
        with pytest.raises(DatabaseError, match="together with its link"), transaction.atomic():
            connection.cursor().execute(
                f"UPDATE tournaments_tournament SET {statement} WHERE id = {ended.pk}"
            )
    reopen(ended, chief)
    ended.audit_events.create(action="tournament_finished", actor=chief)
    with pytest.raises(DatabaseError, match="together with its link"), transaction.atomic():
        Tournament.objects.filter(pk=ended.pk).update(finished_at=ended.created_at)
    last = queries.last(ended)
    assert last
    audit = ended.audit_events.create(action="tournament_reopened", actor=chief)
    twice = {"kind": "reopened", "text": "twice", "fingerprint": "0" * 64, "at": audit.at}
    place = {"place": last.place + 1, "previous": last.fingerprint, "round_number": 2}
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        ended.publications.create(audit=audit, **twice, **place)


def test_what_the_end_states_changes_once_it_is_reopened(ended: Tournament, chief: User) -> None:
    player = ended.players.get(number=1)
    acts: dict[str, Callable[[], object]] = {
        "data": lambda: players.change_player(player=player, changes={"rating": 2500}, actor=chief),
        "birth": lambda: players.change_player(player=player, changes={"birth": "2011"}, actor=chief),
        "lists": lambda: ratings.follow_lists(tournament=ended, players=[player.pk], lists=[], actor=chief),
        "count": lambda: ratings.let_count(player=player, kind="own", actor=chief),
        "expel": lambda: players.expel_player(player=player, reason="Fair play.", actor=chief),
        "return": lambda: players.return_player(player=player, actor=chief),
        "days": lambda: change_regulations(
            tournament=ended, changes={"start_date": date(2026, 4, 2)}, actor=chief
        ),
    }
    for act in acts.values():
        with pytest.raises(DomainError, match="Reopen it first"):
            act()
    change_regulations(tournament=ended, changes={"city": "Riga"}, actor=chief)
    builders.confirmed(
        players.change_player, player=player, changes={"name": "Adler, Anna", "fide_id": "7"}, actor=chief
    )
    assert differences(ended) == differences_of_changed_rounds(ended) == []
    reopen(ended, chief)
    builders.confirmed(players.change_player, player=player, changes={"birth": "2011"}, actor=chief)
    finish(ended, chief)
    kinds = [link.kind for link in ended.publications.order_by("place")]
    assert kinds[-5:] == ["end", "identity", "reopened", "identity", "end"]
    assert differences(ended) == []
    assert "born=2011" in end_of(ended).text


@pytest.mark.usefixtures("unguarded")
def test_no_reopening_hides_what_was_changed_before_it(ended: Tournament, chief: User) -> None:
    ended.players.filter(number=2).update(rating=2600)
    reopen(ended, chief)
    told = [str(line) for line in differences(ended)]
    assert any("rating=2302" in line and "rating=2600" in line for line in told)
    finish(ended, chief)
    assert [str(line) for line in differences(ended)] == told


@pytest.mark.usefixtures("unguarded")
def test_no_second_end_comes_without_its_link(ended: Tournament, chief: User) -> None:
    ended.audit_events.create(action="tournament_reopened", actor=chief)
    assert [line.stands for line in differences(ended)] == ["not in the chain"]


def test_a_removed_birth_leaves_a_clean_event_that_tells_nothing_of_the_day(
    ended: Tournament, chief: User
) -> None:
    player = ended.players.get(number=1)
    remove_personal_data(player=player, actor=chief)
    player.refresh_from_db()
    assert (player.birth, player.salt) == ("2010", "")
    assert differences(ended) == differences_of_changed_rounds(ended) == []
    found = same_again(ended, chief)
    reopen(ended, chief)
    finish(ended, chief)
    for event in (ended, found):
        assert differences(event) == []
    assert "birth=" not in end_of(ended).text
    # Only this one removal explains it.
    guards.drop()
    ended.players.filter(number=1).update(birth=BORN)
    assert any("birth=" in line.stands for line in differences(ended))
    guards.create()


def test_an_end_comes_back_with_a_backup(ended: Tournament, chief: User) -> None:
    found = same_again(ended, chief)
    assert end_of(found).fingerprint == end_of(ended).fingerprint
    reopen(found, chief)
    finish(found, chief)
    assert differences(found) == []


def test_the_end_of_an_event_of_teams_states_its_members(chief: User) -> None:
    event = event_of(chief, 3, rounds=1)
    team = event.players.get(number=1)
    members = entry("Aachen", 2400)["members"]
    members[0] |= {"birth": BORN, "fide_id": "301", "federation": "LAT", "sex": "w", "title": "WGM"}
    teams.change_team(team=team, changes={"members": members}, actor=chief)
    builders.publish(event, 1, chief)
    enter(event, 1, 1, "1-0,1/2-1/2,0-1,1-0", chief)
    finish(event, chief)
    team.refresh_from_db()
    key = f"{team.key}/1"
    facts = ("title=WGM", f"rating={members[0]['rating']}", "federation=LAT", "sex=w", "born=2010")
    told = ("member", key, "1", "Aachen A", "301", *facts, f"birth={commitment(team.salt, key, BORN)}")
    assert told in said(event)
    assert differences(event) == []
    same_again(event, chief)
    with pytest.raises(DatabaseError, match=r"reopened|the order of a team"), transaction.atomic():
        team.members.filter(place=5).delete()
    with pytest.raises(DomainError, match="Reopen it first"):
        teams.change_team(team=team, changes={"members": [*members, {"name": "New, N"}]}, actor=chief)
    remove_personal_data(player=team, actor=chief)
    assert team.members.get(place=1).birth == "2010"
    assert differences(event) == []
    guards.drop()
    team.members.filter(place=2).update(rating=2700)
    guards.create()
    [line] = differences(event)
    assert line.place == "the end, member of a team"


def test_an_event_without_a_first_day_keeps_the_year_of_its_end(chief: User, clock: Any) -> None:
    event = builders.tournament(chief, players=4, rounds=1)
    player = event.players.get(number=1)
    year = player.tournament.created_at.year
    players.change_player(player=player, changes={"birth": str(year - 18)}, actor=chief)
    young = prizes.add_category(tournament=event, name="Young", under_age=18, actor=chief)
    prizes.add_prizes(tournament=event, actor=chief, amounts=[100], category=young)
    builders.play(event, 1, chief)
    finish(event, chief)
    assert ("award", "1", "1", "100") in said(event)
    clock.shift(400 * 24 * 3600)
    assert differences(event) == []


def test_an_early_end_has_its_reason_and_its_round_in_the_link(chief: User) -> None:
    event = builders.tournament(chief, players=4, rounds=3)
    builders.play(event, 1, chief)
    builders.confirmed(end_early, tournament=event, actor=chief, reason="A flood.")
    event.refresh_from_db()
    link = Link.read(end_of(event).text)
    assert (link.ground, link.round_number) == ("A flood.", 1)
    assert ("regulation", "ended_after", "1") in link.end
    assert differences(event) == differences_of_changed_rounds(event) == []
    with pytest.raises(DatabaseError), transaction.atomic():
        Tournament.objects.filter(pk=event.pk).update(ended_after=2)
    guards.drop()
    Tournament.objects.filter(pk=event.pk).update(ended_after=2)
    changed = Tournament.objects.get(pk=event.pk)
    assert any(line.place == "the end, regulation ended_after" for line in differences(changed))
    Tournament.objects.filter(pk=event.pk).update(ended_after=1)
    guards.create()
    reopen(event, chief)
    # It is open already, and goes on by an act of its own.
    reopen_tournament(tournament=event, actor=chief, going_on=True)
    event.refresh_from_db()
    assert differences(event) == []
    for number in (2, 3):
        builders.play(event, number, chief)
    finish(event, chief)
    assert differences(event) == []
    assert Link.read(end_of(event).text).ground == ""


def test_who_reads_the_event_finds_the_fingerprint_of_its_end(ended: Tournament, client: Client) -> None:
    link = end_of(ended)
    page = client.get(reverse("standings", args=[ended.slug])).content.decode()
    assert link.short in page
    assert reverse("publication", args=[ended.slug, link.place]) in page
    earlier = client.get(reverse("standings", args=[ended.slug]) + "?after=1").content.decode()
    assert link.short not in earlier
    assert f"### Fingerprint @ End: {link.fingerprint}" in fide.remarks(ended)
    text = client.get(reverse("publication", args=[ended.slug, link.place])).content.decode()
    assert text == link.text
    assert BORN not in text
