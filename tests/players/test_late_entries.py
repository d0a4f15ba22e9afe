"""Late entries: what the rounds they missed bring them (C.04.2 C.2; 2026: 2.4)."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from pairing import checker
from pairing.trf import read
from tests import builders
from tests.again import again
from tests.tournaments.one_event import chief, db, event
from tournaments import guards, rulebook
from tournaments.chain import verification
from tournaments.errors import ConfirmationNeeded, DomainError, Level
from tournaments.event.services import course
from tournaments.models import AuditEvent, Player, Seat, Tournament
from tournaments.players.services import byes, players

__all__ = ["chief", "db", "event"]

pytestmark = pytest.mark.any_database


@pytest.fixture(scope="module")
def made(module_db: None) -> int:
    """The key of an event of which two rounds of five are played."""
    chief = builders.user("chief")
    event = builders.tournament(chief)
    builders.play(event, 1, chief)
    builders.play(event, 2, chief)
    return event.pk


@again
def rules(event: Tournament, actor: User, **said: Any) -> None:
    facts = {"half_point_byes": 1, "last_rounds": 0, "without": set(), "missed_rounds": 0} | said
    byes.set_absence_rules(tournament=event, actor=actor, **facts)


def enter(event: Tournament, actor: User, **entry: Any) -> Player:
    facts = {"name": "Latecomer, Lou", "rating": 2390}
    (player,) = players.add_players(tournament=event, actor=actor, entries=[facts | entry])
    return player


def points(event: Tournament, player: Player) -> int:
    player.refresh_from_db()
    return next(line.points for line in rulebook.table(event) if line.number == player.number)


def test_c2_missed_rounds_bring_nothing_unless_the_rules_of_the_event_say_so(
    event: Tournament, chief: User
) -> None:
    player = enter(event, chief)
    assert player.first_round == 3
    assert points(event, player) == 0


def test_c2_missed_rounds_bring_what_the_rules_of_the_event_give(event: Tournament, chief: User) -> None:
    rules(event, chief, missed_rounds=1)
    player = enter(event, chief, first_round=4)
    builders.play(event, 3, chief)
    # Of the three missed rounds, it is the last one before they come.
    assert [seat.round.number for seat in player.seats.filter(kind="half")] == [3]
    assert points(event, player) == 5
    builders.play(event, 4, chief)
    assert rulebook.scores_before(event, 4, [player.pk]) == {player.pk: 5}


def test_c2_who_gets_no_half_point_bye_gets_none_for_missed_rounds(event: Tournament, chief: User) -> None:
    rules(event, chief, missed_rounds=2)
    assert points(event, enter(event, chief, no_half_point_bye=True)) == 0


def test_the_arbiter_says_for_which_rounds_beyond_the_rules_after_a_warning(
    event: Tournament, chief: User
) -> None:
    player = enter(event, chief)
    with pytest.raises(ConfirmationNeeded) as question:
        players.credit_missed_rounds(player=player, rounds={1, 2}, actor=chief)
    assert question.value.level is Level.HARMLESS
    assert points(event, player) == 0
    builders.confirmed(players.credit_missed_rounds, player=player, rounds={1, 2}, actor=chief)
    assert points(event, player) == 10
    players.credit_missed_rounds(player=player, rounds=set(), actor=chief)
    assert points(event, player) == 0
    trail = AuditEvent.objects.filter(action="missed_credited").order_by("pk")
    assert [act.after for act in trail] == [{"rounds": [1, 2]}, {"rounds": []}]


def test_the_same_again_is_no_act(event: Tournament, chief: User) -> None:
    player = enter(event, chief)
    event.refresh_from_db()
    revision = event.revision
    players.credit_missed_rounds(player=player, rounds=set(), actor=chief)
    event.refresh_from_db()
    assert event.revision == revision


@pytest.mark.parametrize(("first", "rounds", "code"), [(3, {3}, "not_missed"), (1, {1}, "begun")])
def test_only_missed_rounds_bring_it(chief: User, first: int, rounds: set[int], code: str) -> None:
    event = builders.tournament(chief)
    player = enter(event, chief, first_round=first)
    with pytest.raises(DomainError) as refusal:
        players.credit_missed_rounds(player=player, rounds=rounds, actor=chief)
    assert refusal.value.code == code


def test_once_paired_in_public_it_stands(event: Tournament, chief: User) -> None:
    rules(event, chief, missed_rounds=2)
    player = enter(event, chief)
    builders.publish(event, 3, chief)
    with pytest.raises(DomainError) as refusal:
        players.credit_missed_rounds(player=player, rounds=set(), actor=chief)
    assert refusal.value.code == "begun"
    with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
        player.seats.filter(kind="half").delete()


@pytest.mark.parametrize("kind", ["half", "zero"])
def test_d10_nobody_else_gets_a_bye_in_a_published_round(event: Tournament, chief: User, kind: str) -> None:
    """Negative control of the exception that lets a late entry's byes into a locked round."""
    here = event.players.get(number=1)
    round_ = event.rounds.get(number=1)
    # Their first round cannot be forged either.
    with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
        Player.objects.filter(pk=here.pk).update(first_round=3)
    with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
        Seat.objects.filter(round=round_, player=here).delete()
    late = enter(event, chief)
    with pytest.raises(DatabaseError, match=r"D\.10"), transaction.atomic():
        Seat.objects.create(round=round_, player=late, kind="pab")
    Seat.objects.create(round=round_, player=late, kind=kind)


@pytest.fixture
def excused(chief: User) -> Player:
    """A player whose only seat is a half-point bye in the published round 1."""
    event = builders.tournament(chief)
    player = event.players.get(number=8)
    byes.give_bye(player=player, number=1, kind="half", actor=chief)
    builders.play(event, 1, chief)
    return player


def forge(player: Player) -> None:
    """Turn the player into a late entry, and their bye into one worth nothing."""
    Player.objects.filter(pk=player.pk).update(first_round=2)
    seat = player.seats.get()
    player.seats.all().delete()
    Seat.objects.create(round=seat.round, player=player, kind="zero")


def test_d10_a_bye_in_a_published_round_keeps_its_value(excused: Player) -> None:
    with pytest.raises(DatabaseError, match="history"), transaction.atomic():
        forge(excused)
    # It does not help to say first that they had been missing, or have just been seen.
    Tournament.objects.update(check_in_at=timezone.now())
    AuditEvent.objects.create(tournament=excused.tournament, action="presence_noted")
    with pytest.raises(DatabaseError, match="history"), transaction.atomic():
        Player.objects.filter(pk=excused.pk).update(presence="present", first_round=2)
    assert points(excused.tournament, excused) == 5


def test_control_without_the_guard_a_half_point_becomes_none(excused: Player) -> None:
    guards.drop()
    forge(excused)
    guards.create()
    assert points(excused.tournament, excused) == 0


def test_c2_what_a_late_entry_was_credited_with_changes_only_with_the_trail(
    event: Tournament, chief: User
) -> None:
    rules(event, chief, missed_rounds=2)
    player = enter(event, chief)
    builders.enter(event, 2, chief, {1: "1/2-1/2"})
    for change in (
        lambda: player.seats.all().delete(),
        lambda: player.seats.update(kind="zero"),
        lambda: Seat.objects.create(round=event.rounds.get(number=1), player=player, kind="zero"),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()
    players.credit_missed_rounds(player=player, rounds={2}, actor=chief)
    assert points(event, player) == 5


def test_once_the_event_has_ended_nobody_is_credited_any_more(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    """As it may end before a late entry has played."""
    rules(event, chief, missed_rounds=2)
    player = enter(event, chief, first_round=4)
    builders.confirmed(course.end_early, tournament=event, actor=chief, reason="A flood.")
    with pytest.raises(DomainError, match="finished"):
        players.credit_missed_rounds(player=player, rounds={1, 2}, actor=chief)
    assert verification.differences(event) == []
    page = chief_client.get(reverse("player-edit", args=[event.slug, player.pk])).content.decode()
    assert 'id="missed"' not in page


def test_another_first_round_brings_other_missed_rounds(event: Tournament, chief: User) -> None:
    rules(event, chief, missed_rounds=2)
    player = enter(event, chief, first_round=5)
    assert [seat.round.number for seat in player.seats.all()] == [3, 4]
    players.change_player(player=player, changes={"first_round": 3}, actor=chief)
    assert [seat.round.number for seat in player.seats.all()] == [1, 2]
    players.change_player(player=player, changes={"first_round": 4}, actor=chief)
    assert [seat.round.number for seat in player.seats.all()] == [2, 3]


def test_the_points_count_for_the_pairing_and_the_report_checks(event: Tournament, chief: User) -> None:
    rules(event, chief, missed_rounds=2)
    player = enter(event, chief)
    builders.publish(event, 3, chief)
    player.refresh_from_db()
    seat = player.seats.get(round__number=3)
    opponent = seat.game.seats.exclude(player=player).get().player
    # With one point they meet an opponent from the score group of one point.
    assert rulebook.scores_before(event, 3, [opponent.pk]) == {opponent.pk: 10}
    builders.enter(event, 3, chief)
    report = read(rulebook.report(event))
    assert [str(cell.outcome) for cell in report.players[(player.number or 0) - 1].cells[:2]] == ["H", "H"]
    assert all(found.agrees for found in checker.check(report))


def test_a_withdrawn_latecomer_has_nothing_to_come(event: Tournament, chief: User) -> None:
    player = enter(event, chief, first_round=5)
    players.withdraw_player(player=player, actor=chief)
    player.refresh_from_db()
    assert not player.misses(4)


# Pages.


def test_the_page_of_a_late_entry_offers_the_missed_rounds(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    player = enter(event, chief)
    page = chief_client.get(reverse("player-edit", args=[event.slug, player.pk])).content.decode()
    assert 'id="missed"' in page
    url = reverse("player-missed", args=[event.slug, player.pk])
    question = chief_client.post(url, {"rounds": ["2"]})
    assert question.status_code == 422
    assert "half a point for 0 missed rounds" in question.content.decode()
    assert chief_client.post(url, {"rounds": ["7"]}).status_code == 422
    rules(event, chief, missed_rounds=1)
    chief_client.post(url, {"rounds": ["2"]})
    assert points(event, player) == 5
    desk = chief_client.get(reverse("desk", args=[event.slug])).content.decode()
    assert "half a point for round 2" in desk


def test_the_page_of_a_player_who_was_there_from_the_start_does_not(
    event: Tournament, chief_client: Client
) -> None:
    player = event.players.get(number=1)
    page = chief_client.get(reverse("player-edit", args=[event.slug, player.pk])).content.decode()
    assert 'id="missed"' not in page


# Withdrawal from a chosen round (C.04.2 D.3).


def test_d3_a_withdrawal_from_a_later_round_lets_the_player_play_until_then(
    event: Tournament, chief: User
) -> None:
    player = event.players.get(number=1)
    assert players.withdraw_player(player=player, actor=chief, from_round=4) == 4
    builders.play(event, 3, chief)
    assert player.seats.get(round__number=3).kind == "game"
    builders.play(event, 4, chief)
    assert player.seats.get(round__number=4).kind == "zero"


@pytest.mark.parametrize("number", [2, 6])
def test_d3_a_withdrawal_is_from_a_round_to_come(event: Tournament, chief: User, number: int) -> None:
    with pytest.raises(DomainError, match="from 3 to 5"):
        players.withdraw_player(player=event.players.get(number=1), actor=chief, from_round=number)


def test_an_expulsion_does_not_wait_for_a_withdrawal(event: Tournament, chief: User) -> None:
    player = event.players.get(number=1)
    players.withdraw_player(player=player, actor=chief, from_round=5)
    players.expel_player(player=player, reason="Cheating.", actor=chief)
    player.refresh_from_db()
    assert player.withdrawn_from == 3


def test_the_pages_withdraw_from_a_chosen_round_and_take_it_back(
    event: Tournament, chief: User, chief_client: Client, client: Client
) -> None:
    player = event.players.get(number=1)
    page = reverse("player-edit", args=[event.slug, player.pk])
    chief_client.post(reverse("player-withdraw", args=[event.slug, player.pk]), {"from_round": "4"})
    assert "still plays, and will not be paired from round 4 on" in chief_client.get(page).content.decode()
    standings = client.get(reverse("standings", args=[event.slug])).content.decode()
    assert "withdrawn from round 4" in standings
    builders.play(event, 3, chief)
    desk = chief_client.get(reverse("desk", args=[event.slug])).content.decode()
    assert "Withdrawn from round 4 on" in desk
    chief_client.post(reverse("player-return", args=[event.slug, player.pk]))
    assert "withdrawn" not in client.get(reverse("standings", args=[event.slug])).content.decode()


@pytest.mark.parametrize(
    ("edition", "withdrawn", "articles"),
    [
        ("dutch-2026", "the pairing of round 1 can be withdrawn", ("C.04.2 art. 2.4", "C.04.2 art. 4.4")),
        ("dutch-2016", "to change the published pairing of round 1", ("C.04.2 C.2", "C.04.2 D.10")),
    ],
)
def test_c2_who_comes_just_after_publication_is_told_three_ways(
    chief_client: Client, chief: User, edition: str, withdrawn: str, articles: tuple[str, ...]
) -> None:
    event = builders.tournament(chief, edition=edition)
    add = reverse("player-add", args=[event.slug])
    assert 'id="latecomer"' not in chief_client.get(add).content.decode()
    builders.publish(event, 1, chief)
    for name in ("player-add", "player-find"):
        page = chief_client.get(reverse(name, args=[event.slug])).content.decode()
        for words in (
            "are paired from round 2 on",
            withdrawn,
            "loses by forfeit",
            *articles,
            "Laws of Chess 6.7",
        ):
            assert words in page
        repair = f"{reverse('desk-round', args=[event.slug, 1])}#repair"
        assert (repair in page) is (edition == "dutch-2026")
