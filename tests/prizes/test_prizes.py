"""Prizes in an event: announced, fixed, given out, and who sees it when."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse

from pairing import prizes
from tests import builders
from tests.prizes.samples import announce, made, played, small, with_prizes
from tests.tournaments.one_event import chief, db, event
from tournaments import rulebook
from tournaments.errors import Conflict, DomainError, Overtaken
from tournaments.event.services import event as event_services
from tournaments.models import AuditEvent, Game, PrizeFund, PrizeList, Tournament
from tournaments.players.services import players
from tournaments.prizes import queries, services

pytestmark = pytest.mark.any_database

__all__ = ["chief", "db", "event", "made", "small", "with_prizes"]


def given(event: Tournament) -> list[tuple[str, str, int]]:
    found = queries.awards(event)
    assert found
    return [
        (row.prizes.title, award.name, award.amount // 100) for row in found.lists for award in row.awards
    ]


# -- what is announced ------------------------------------------------------------------------------


def test_the_model_and_the_rule_book_call_things_alike() -> None:
    assert list(PrizeList.Sharing) == list(prizes.Sharing)
    assert list(PrizeList.Unawarded) == list(prizes.Unawarded)


def test_lists_have_places_in_the_order_in_which_they_came(with_prizes: Tournament, chief: User) -> None:
    announce(with_prizes, chief, 50, name="Sponsor", besides=True)
    rows = PrizeList.objects.filter(fund__tournament=with_prizes)
    assert [(row.place, row.title) for row in rows] == [(1, "Main prizes"), (2, "Women"), (3, "Sponsor")]
    services.change_prizes(tournament=with_prizes, prizes=rows[2].pk, changes={"place": 1}, actor=chief)
    assert [row.title for row in rows.all()] == ["Sponsor", "Main prizes", "Women"]
    services.remove_prizes(tournament=with_prizes, prizes=rows.all()[1].pk, actor=chief)
    assert [(row.place, row.title) for row in rows.all()] == [(1, "Sponsor"), (2, "Women")]


@pytest.mark.parametrize(
    ("definition", "title"),
    [
        ({}, "Main prizes"),
        ({"name": "First"}, "First"),
        ({"team_by": "club", "team_of": 4}, "Best club, 4 players"),
        ({"team_by": "federation", "team_of": 3}, "Best federation, 3 players"),
    ],
)
def test_what_a_list_is_called(definition: dict[str, Any], title: str) -> None:
    assert PrizeList(**definition).title == title


@pytest.mark.parametrize(
    ("definition", "fault"),
    [
        ({"amounts": []}, "at least one prize"),
        ({"amounts": [100, 200]}, "greater than the one before it"),
        ({"amounts": [100], "sharing": "by rank"}, "not a valid choice"),
        ({"amounts": [100], "team_of": 4}, "best club or the best federation"),
        ({"amounts": [100], "team_by": "club"}, "How many players"),
        ({"amounts": [100], "team_by": "club", "team_of": 1}, "greater than or equal to 2"),
    ],
)
def test_prizes_that_make_no_sense_are_refused(
    small: Tournament, chief: User, definition: dict[str, Any], fault: str
) -> None:
    with pytest.raises((DomainError, ValidationError), match=fault):
        services.add_prizes(tournament=small, actor=chief, **definition)
    assert not PrizeFund.objects.exists()


def test_anothers_category_is_refused(small: Tournament, chief: User) -> None:
    other = builders.tournament(chief, name="Other Open")
    category = services.add_category(tournament=other, actor=chief, name="Women", sex="w")
    with pytest.raises(DomainError, match="not one of this tournament"):
        announce(small, chief, 100, category=category)


def test_a_category_with_prizes_is_not_removed(with_prizes: Tournament, chief: User) -> None:
    with pytest.raises(DomainError, match="There are prizes for Women"):
        services.remove_category(
            tournament=with_prizes, category=with_prizes.categories.get().pk, actor=chief
        )


def test_the_rounding_must_suit_the_prizes_and_the_other_way_round(
    with_prizes: Tournament, chief: User
) -> None:
    with pytest.raises(DomainError, match="expected a multiple of 100\xa0EUR"):
        services.set_prize_fund(tournament=with_prizes, changes={"step": 10000}, actor=chief)
    services.set_prize_fund(tournament=with_prizes, changes={"step": 5000}, actor=chief)
    with pytest.raises(DomainError, match="expected a multiple of 50\xa0EUR"):
        announce(with_prizes, chief, 75)


def test_a_currency_with_other_decimals_would_make_other_amounts(
    with_prizes: Tournament, chief: User
) -> None:
    with pytest.raises(DomainError, match="JPY has a different number of decimals"):
        services.set_prize_fund(tournament=with_prizes, changes={"currency": "JPY"}, actor=chief)
    services.set_prize_fund(tournament=with_prizes, changes={"currency": "PLN"}, actor=chief)
    assert queries.fund_of(with_prizes).currency == "PLN"


def test_two_who_change_the_same_do_not_overwrite_one_another(with_prizes: Tournament, chief: User) -> None:
    main = PrizeList.objects.get(place=1)
    seen = {"amounts": [100000, 60000, 40000], "sharing": "equally"}
    change = {"tournament": with_prizes, "prizes": main.pk, "seen": seen, "actor": chief}
    services.change_prizes(changes={"amounts": [90000]}, **change)
    services.change_prizes(changes={"sharing": "hort"}, **change)
    with pytest.raises(Overtaken):
        services.change_prizes(changes={"amounts": [80000]}, **change)
    with pytest.raises(Overtaken):
        services.set_prize_fund(
            tournament=with_prizes, changes={"step": 100}, seen={"step": 500}, actor=chief
        )
    services.remove_prizes(tournament=with_prizes, prizes=main.pk, actor=chief)
    with pytest.raises(Conflict):
        services.remove_prizes(tournament=with_prizes, prizes=main.pk, actor=chief)


# -- when it is fixed -------------------------------------------------------------------------------


def test_after_round_1_is_paired_it_takes_a_reason_which_the_public_reads(
    client: Client, with_prizes: Tournament, chief: User
) -> None:
    builders.publish(with_prizes, 1, chief)
    with pytest.raises(DomainError, match="say why the prizes change"):
        announce(with_prizes, chief, 100, name="Sponsor")
    announce(with_prizes, chief, 100, name="Sponsor", reason="The savings bank has come in.")
    line = AuditEvent.objects.filter(action="prizes_added").first()
    assert (line.subject, line.reason) == ("Sponsor", "The savings bank has come in.")
    page = client.get(reverse("event", args=[with_prizes.slug])).content.decode()
    assert "The savings bank has come in." in page
    assert "announced prizes: Sponsor" in " ".join(page.split())


def test_when_the_tournament_is_finished_nothing_changes(with_prizes: Tournament, chief: User) -> None:
    played(with_prizes, chief)
    event_services.finish_tournament(tournament=with_prizes, actor=chief)
    main = PrizeList.objects.get(place=1)
    for act in (
        lambda: announce(with_prizes, chief, 100, reason="Late."),
        lambda: services.change_prizes(
            tournament=with_prizes, prizes=main.pk, changes={"needed": 3}, reason="Late.", actor=chief
        ),
        lambda: services.remove_prizes(tournament=with_prizes, prizes=main.pk, reason="Late.", actor=chief),
        lambda: services.set_prize_fund(
            tournament=with_prizes, changes={"one_each": False}, reason="Late.", actor=chief
        ),
    ):
        with pytest.raises(DomainError, match="its prizes are fixed"):
            act()


FUND, LIST = PrizeFund._meta.db_table, PrizeList._meta.db_table
COLUMNS = "name, amounts, sharing, needed, unawarded, besides, team_by"
STATEMENTS = {
    "amounts": f"UPDATE {LIST} SET amounts = '[1]'",
    "place": f"UPDATE {LIST} SET place = place + 1",
    "removed": f"DELETE FROM {LIST}",
    "added": f"INSERT INTO {LIST} (fund_id, place, {COLUMNS}) SELECT fund_id, 9, {COLUMNS} FROM {LIST}",
    "moved to another fund": f"UPDATE {LIST} SET fund_id = (SELECT MAX(id) FROM {FUND})",
    "currency": f"UPDATE {FUND} SET currency = 'PLN'",
    "fund moved away": f"UPDATE {FUND} SET id = 99999",
}


@pytest.mark.parametrize("finished", [False, True])
def test_nor_does_the_database_let_anything_else_change_them(
    with_prizes: Tournament, chief: User, finished: bool
) -> None:
    other = builders.tournament(chief, name="Other Open")
    announce(other, chief, 100)
    played(with_prizes, chief)
    if finished:
        event_services.finish_tournament(tournament=with_prizes, actor=chief)
    connection.check_constraints()
    for statement in STATEMENTS.values():
        with pytest.raises(DatabaseError, match="after round 1 with a reason"), transaction.atomic():
            connection.cursor().execute(statement)
    assert PrizeList.objects.filter(fund__tournament=with_prizes).count() == 2
    with pytest.raises(DatabaseError, match="after round 1 with a reason"), transaction.atomic():
        PrizeList.objects.get(fund__tournament=with_prizes, place=1).save()
    # The other event has not begun.
    PrizeList.objects.get(fund__tournament=other).save()


def test_before_round_1_the_database_lets_them_change(with_prizes: Tournament) -> None:
    PrizeList.objects.filter(place=1).update(amounts=[100])
    PrizeList.objects.all().delete()


# -- who gets what ----------------------------------------------------------------------------------


def test_prizes_go_by_the_standings_and_add_up(with_prizes: Tournament, chief: User) -> None:
    played(with_prizes, chief)
    found = queries.awards(with_prizes)
    assert found
    table = rulebook.table(with_prizes)
    best = [line.number for line in table if line.points == table[0].points]
    assert len(best) == 2
    assert found.awarded + found.kept == found.announced.total == 225000
    names = {player.number: player.name for player in with_prizes.players.all()}
    assert given(with_prizes)[:2] == [("Main prizes", names[number], 800) for number in best]


def test_who_has_withdrawn_or_was_expelled_has_no_prize_but_did_start(
    with_prizes: Tournament, chief: User
) -> None:
    builders.play(with_prizes, 1, chief)
    leader = rulebook.table(with_prizes)[0].number
    players.withdraw_player(player=with_prizes.players.get(number=leader), actor=chief)
    second = rulebook.table(with_prizes)[1].number
    players.expel_player(player=with_prizes.players.get(number=second), reason="A telephone.", actor=chief)
    announce(
        with_prizes,
        chief,
        70,
        name="If eight started",
        needed=8,
        besides=True,
        reason="A cup.",
    )
    builders.play(with_prizes, 2, chief)
    got = {name for _title, name, _amount in given(with_prizes)}
    assert not got & set(
        with_prizes.players.filter(number__in=(leader, second)).values_list("name", flat=True)
    )
    assert any(title == "If eight started" for title, _name, _amount in given(with_prizes))


def test_who_never_played_did_not_start(with_prizes: Tournament, chief: User) -> None:
    announce(with_prizes, chief, 70, name="If eight started", needed=8, besides=True)
    builders.play(with_prizes, 1, chief, {1: Game.Result.WHITE_WINS_FORFEIT})
    absent = with_prizes.rounds.get(number=1).seats.get(game__board=1, colour="b").player
    players.withdraw_player(player=absent, actor=chief)
    builders.play(with_prizes, 2, chief)
    found = queries.awards(with_prizes)
    assert found
    told = [left.told for row in found.lists for left in row.not_awarded if row.prizes.needed]
    assert told == [("Started: 7; needed: 8.", "70\xa0EUR stays with the organiser.")]


def test_who_is_out_of_the_prizes_keeps_the_place_and_those_behind_move_up_in_the_prizes(
    with_prizes: Tournament, chief: User
) -> None:
    announce(with_prizes, chief, 70, name="If eight started", needed=8, besides=True)
    played(with_prizes, chief)
    before, first = rulebook.table(with_prizes), given(with_prizes)
    leader = with_prizes.players.get(number=before[0].number)
    services.take_out_of_prizes(player=leader, reason="A house player.", actor=chief)
    assert rulebook.table(with_prizes) == before
    names = {player.number: player.name for player in with_prizes.players.all()}
    # The two who are level on points had 800 each.
    now = given(with_prizes)
    assert now[0] == ("Main prizes", names[before[1].number], 1000)
    assert leader.name not in {name for _title, name, _amount in now}
    assert any(title == "If eight started" for title, _name, _amount in now)
    act = with_prizes.audit_events.get(action="taken_out_of_prizes")
    assert (act.subject, act.reason) == (leader.name, "A house player.")
    with pytest.raises(Conflict, match="can win no prizes already"):
        services.take_out_of_prizes(player=leader, reason="Again.", actor=chief)
    services.give_prizes_again(player=leader, actor=chief)
    assert given(with_prizes) == first


def test_a_player_is_taken_out_of_the_prizes_with_a_reason_and_before_the_end(
    with_prizes: Tournament, chief: User
) -> None:
    player = with_prizes.players.get(number=1)
    with pytest.raises(DomainError, match="Give the reason"):
        services.take_out_of_prizes(player=player, reason=" ", actor=chief)
    played(with_prizes, chief)
    event_services.finish_tournament(tournament=with_prizes, actor=chief)
    with pytest.raises(DomainError, match="its prizes are fixed"):
        services.take_out_of_prizes(player=player, reason="A guest.", actor=chief)
    with pytest.raises(DatabaseError, match="after the end"), transaction.atomic():
        with_prizes.players.update(without_prizes=True)


def test_nor_does_the_database_let_anybody_out_of_the_prizes_without_a_line_that_says_so(
    with_prizes: Tournament, chief: User
) -> None:
    one, other = with_prizes.players.filter(number__in=(1, 2))
    services.take_out_of_prizes(player=one, reason="A guest.", actor=chief)
    for player, without in ((other, True), (one, False)):
        with pytest.raises(DatabaseError, match="told in the log"), transaction.atomic():
            with_prizes.players.filter(pk=player.pk).update(without_prizes=without)


def test_the_best_club_has_its_prize_besides_its_players(with_prizes: Tournament, chief: User) -> None:
    for number, club in {1: "Leith", 2: "Leith", 3: "Perth", 4: "Perth", 8: "Leith"}.items():
        players.change_player(
            player=with_prizes.players.get(number=number), changes={"club": club}, actor=chief
        )
    announce(with_prizes, chief, 90, team_by="club", team_of=2)
    played(with_prizes, chief)
    found = queries.awards(with_prizes)
    assert found
    [team] = [one for one in found.recipients if one.is_team]
    assert (team.name, team.total, len(team.players)) in {("Leith", 9000, 2), ("Perth", 9000, 2)}
    assert {player.club for player in team.players} == {team.name}
    assert found.awarded + found.kept == found.announced.total
