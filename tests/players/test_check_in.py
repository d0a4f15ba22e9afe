"""The check-in before round 1 (C.04.2 C.1, C.2; 2026: 4.1, 2.4)."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tournaments import rulebook
from tournaments.errors import ConfirmationNeeded, Conflict, DomainError
from tournaments.event.queries.obstacles import obstacles
from tournaments.log import acts
from tournaments.models import AuditEvent, Player, Seat, Tournament
from tournaments.players.services import byes, players
from tournaments.players.services.byes import set_absence_rules
from tournaments.rounds.services import rounds

__all__ = ["chief", "db", "event", "made"]


def note(event: Tournament, actor: User, presence: str, *numbers: int) -> None:
    for number in numbers:
        byes.note_presence(player=event.players.get(number=number), presence=presence, actor=actor)


def paired(event: Tournament, number: int) -> set[int]:
    """The pairing numbers of the players who have a game or the allocated bye in the round."""
    seats = Seat.objects.filter(round__tournament=event, round__number=number, kind__in=("game", "pab"))
    return set(seats.values_list("player__number", flat=True))


def desk(event: Tournament, client: Client) -> str:
    """The text of the desk's page."""
    return client.get(reverse("desk", args=[event.slug])).content.decode()


@pytest.fixture
def opened(event: Tournament, chief: User) -> Tournament:
    """The check-in is open; players 1 to 4 are there."""
    byes.start_check_in(tournament=event, actor=chief)
    event.refresh_from_db()
    note(event, chief, "present", 1, 2, 3, 4)
    return event


@pytest.mark.any_database
def test_c1_who_is_not_there_is_left_out_of_round_1(opened: Tournament, chief: User) -> None:
    builders.publish(opened, 1, chief)
    assert paired(opened, 1) == {1, 2, 3, 4}
    kinds = dict(opened.rounds.get(number=1).seats.values_list("player__number", "kind"))
    assert {kinds[number] for number in (5, 6, 7, 8)} == {"zero"}


@pytest.mark.any_database
def test_the_log_says_in_words_who_was_there(opened: Tournament, chief: User) -> None:
    note(opened, chief, "", 4)
    noted = AuditEvent.objects.filter(tournament=opened, action="presence_noted")
    assert [acts.change(act) for act in noted.order_by("pk")[3:]] == [
        "is missing → present",
        "is present → missing",
    ]


@pytest.mark.any_database
def test_c1_the_arbiter_may_decide_otherwise(opened: Tournament, chief: User) -> None:
    note(opened, chief, "expected", 5, 6)
    builders.publish(opened, 1, chief)
    assert paired(opened, 1) == {1, 2, 3, 4, 5, 6}


@pytest.mark.any_database
def test_the_desk_leads_to_it_until_round_1_is_published(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    link = f'<a href="{reverse("check-in", args=[event.slug])}">Check-in</a>'
    assert link in desk(event, chief_client)
    builders.publish(event, 1, chief)
    assert link not in desk(event, chief_client)


@pytest.mark.any_database
def test_without_a_check_in_everybody_is_paired(event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    assert paired(event, 1) == set(range(1, 9))


def test_c2_who_comes_after_round_1_plays_from_the_next_round_on(opened: Tournament, chief: User) -> None:
    """They get no points for the rounds they missed; players who do not come are not paired."""
    builders.play(opened, 1, chief)
    builders.play(opened, 2, chief)
    note(opened, chief, "present", 7, 8)
    builders.play(opened, 3, chief)
    assert paired(opened, 2) == {1, 2, 3, 4}
    assert paired(opened, 3) == {1, 2, 3, 4, 7, 8}
    assert {row.first_round for row in opened.players.filter(number__in=(7, 8))} == {3}
    assert opened.players.get(number=5).first_round == 1


@pytest.mark.parametrize(("given", "missed"), [(0, []), (1, [2]), (2, [1, 2])])
def test_c2_who_comes_later_has_what_the_rules_of_the_event_give(
    opened: Tournament, chief: User, given: int, missed: list[int]
) -> None:
    set_absence_rules(
        tournament=opened,
        half_point_byes=1,
        last_rounds=0,
        without=set(),
        missed_rounds=given,
        actor=chief,
    )
    builders.play(opened, 1, chief)
    builders.play(opened, 2, chief)
    note(opened, chief, "present", 8)
    player = opened.players.get(number=8)
    halves = player.seats.filter(kind="half").values_list("round__number", flat=True)
    assert sorted(halves) == missed
    builders.play(opened, 3, chief)
    assert 8 in paired(opened, 3)
    assert rulebook.scores_before(opened, 3, [player.pk]) == {player.pk: 5 * given}


@pytest.mark.any_database
def test_c2_who_is_announced_and_comes_later_still_keeps_what_they_have(
    opened: Tournament, chief: User
) -> None:
    rules = {"half_point_byes": 1, "last_rounds": 0, "without": set(), "missed_rounds": 1}
    set_absence_rules(tournament=opened, actor=chief, **rules)
    builders.play(opened, 1, chief)
    [late] = players.add_players(
        tournament=opened, entries=[{"name": "Late, L", "rating": 1000, "first_round": 3}], actor=chief
    )
    assert [seat.round.number for seat in late.seats.filter(kind="half")] == [2]
    builders.play(opened, 2, chief)
    builders.play(opened, 3, chief)
    late.refresh_from_db()
    note(opened, chief, "present", late.number or 0)
    late.refresh_from_db()
    assert late.first_round == 4
    assert [seat.round.number for seat in late.seats.filter(kind="half")] == [3]


@pytest.mark.any_database
def test_c2_who_is_entered_for_the_next_round_has_come(opened: Tournament, chief: User) -> None:
    builders.play(opened, 1, chief)
    [late] = players.add_players(
        tournament=opened, entries=[{"name": "Late, L", "rating": 1000}], actor=chief
    )
    builders.publish(opened, 2, chief)
    late.refresh_from_db()
    assert late.number in paired(opened, 2)


@pytest.mark.any_database
def test_c2_a_late_entry_is_paired_when_they_have_arrived(
    opened: Tournament, chief: User, chief_client: Client
) -> None:
    builders.play(opened, 1, chief)
    [late] = players.add_players(
        tournament=opened, entries=[{"name": "Late, L", "rating": 1000, "first_round": 3}], actor=chief
    )
    assert "is not paired before they are checked in" in desk(opened, chief_client)
    builders.play(opened, 2, chief)
    late.refresh_from_db()
    assert late.is_missing
    byes.note_presence(player=late, presence="present", actor=chief)
    assert "is not paired before they are checked in" not in desk(opened, chief_client)
    builders.publish(opened, 3, chief)
    late.refresh_from_db()
    assert late.number in paired(opened, 3)
    assert late.first_round == 3


@pytest.mark.any_database
def test_who_was_announced_for_a_later_round_keeps_it(opened: Tournament, chief: User) -> None:
    players.change_player(player=opened.players.get(number=8), changes={"first_round": 4}, actor=chief)
    builders.play(opened, 1, chief)
    note(opened, chief, "present", 8)
    assert opened.players.get(number=8).first_round == 4


@pytest.mark.any_database
def test_nobody_is_said_to_be_left_out_when_all_rounds_are_paired(chief: User, chief_client: Client) -> None:
    event = builders.tournament(chief, rounds=2)
    byes.start_check_in(tournament=event, actor=chief)
    note(event, chief, "present", *range(1, 8))
    builders.play(event, 1, chief)
    assert "is not checked in and will not be paired" in desk(event, chief_client)
    builders.publish(event, 2, chief)
    assert "is not checked in and will not be paired" not in desk(event, chief_client)


def test_a_mistaken_tap_is_taken_back_before_round_1(opened: Tournament, chief: User) -> None:
    note(opened, chief, "", 4)
    builders.publish(opened, 1, chief)
    assert paired(opened, 1) == {1, 2, 3}


@pytest.mark.any_database
def test_who_has_been_paired_withdraws_instead(opened: Tournament, chief: User) -> None:
    note(opened, chief, "expected", 5)
    builders.publish(opened, 1, chief)
    for number in (1, 5):
        with pytest.raises(DomainError, match="Round 1 is published: withdraw"):
            note(opened, chief, "", number)


def test_the_same_tap_twice_is_one_act(opened: Tournament, chief: User) -> None:
    count = AuditEvent.objects.count()
    note(opened, chief, "present", 1)
    assert AuditEvent.objects.count() == count


@pytest.mark.any_database
def test_a_draft_of_round_1_is_out_of_date_when_somebody_comes(opened: Tournament, chief: User) -> None:
    rounds.pair_round(tournament=opened, number=1, actor=chief)
    note(opened, chief, "present", 5)
    with pytest.raises(DomainError, match="Pair round 1 again"):
        rounds.publish_round(tournament=opened, number=1, actor=chief)


@pytest.mark.any_database
def test_fewer_than_two_who_are_there_cannot_be_paired(event: Tournament, chief: User) -> None:
    byes.start_check_in(tournament=event, actor=chief)
    event.refresh_from_db()
    note(event, chief, "present", 1)
    assert [found.code for found in obstacles(event, 1)] == ["too_few_players"]


@pytest.mark.any_database
def test_the_public_sees_nothing_of_it(event: Tournament, chief: User) -> None:
    before = Tournament.objects.get(pk=event.pk).public_revision
    byes.start_check_in(tournament=event, actor=chief)
    note(event, chief, "present", 1)
    byes.abandon_check_in(tournament=event, actor=chief)
    assert Tournament.objects.get(pk=event.pk).public_revision == before


@pytest.mark.any_database
def test_who_was_there_is_forgotten_without_a_check_in(opened: Tournament, chief: User) -> None:
    byes.abandon_check_in(tournament=opened, actor=chief)
    assert set(opened.players.values_list("presence", flat=True)) == {""}
    with pytest.raises(Conflict, match="There is no check-in"):
        note(opened, chief, "present", 1)
    builders.publish(opened, 1, chief)
    assert paired(opened, 1) == set(range(1, 9))


@pytest.mark.any_database
def test_the_check_in_is_before_round_1(event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    with pytest.raises(DomainError, match="the check-in is over"):
        byes.start_check_in(tournament=event, actor=chief)


def test_once_it_was_open_round_1_ends_it(opened: Tournament, chief: User) -> None:
    builders.publish(opened, 1, chief)
    for act in (byes.abandon_check_in, byes.strike_missing):
        with pytest.raises(DomainError, match="the check-in is over"):
            act(tournament=opened, actor=chief)


def test_it_is_opened_once(opened: Tournament, chief: User) -> None:
    with pytest.raises(Conflict, match="has been started already"):
        byes.start_check_in(tournament=opened, actor=chief)


# C.1: excluded.


def test_c1_who_is_missing_is_struck_out_after_a_question(opened: Tournament, chief: User) -> None:
    note(opened, chief, "expected", 6)
    missing = list(opened.players.filter(number__in=(5, 7, 8)).values_list("name", flat=True))
    with pytest.raises(ConfirmationNeeded) as question:
        byes.strike_missing(tournament=opened, actor=chief)
    assert list(question.value.warnings[0].details) == missing
    assert builders.confirmed(byes.strike_missing, tournament=opened, actor=chief) == missing
    assert list(opened.players.values_list("number", flat=True)) == [1, 2, 3, 4, 5]
    with pytest.raises(Conflict, match="Nobody is missing"):
        byes.strike_missing(tournament=opened, actor=chief)


@pytest.mark.any_database
def test_of_one_who_is_missing_the_question_speaks_as_of_one(opened: Tournament, chief: User) -> None:
    note(opened, chief, "expected", 5, 6, 7)
    with pytest.raises(ConfirmationNeeded) as question:
        byes.strike_missing(tournament=opened, actor=chief)
    assert str(question.value.warnings[0].sentence).startswith("1 player is struck from the list.")


def test_who_is_seen_while_the_question_stands_is_not_struck_out(opened: Tournament, chief: User) -> None:
    with pytest.raises(ConfirmationNeeded) as question:
        byes.strike_missing(tournament=opened, actor=chief)
    note(opened, chief, "present", 5)
    with pytest.raises(ConfirmationNeeded) as again:
        byes.strike_missing(tournament=opened, actor=chief, confirmation=question.value.token)
    assert again.value.stale
    assert opened.players.count() == 8


@pytest.mark.any_database
@pytest.mark.parametrize("presence", Player.Presence.values)
def test_is_missing(opened: Tournament, presence: str) -> None:
    player = opened.players.get(number=1)
    player.presence = presence
    assert player.is_missing == (presence == "")
    assert player.takes_part_in(1) == (presence != "")


@pytest.mark.any_database
def test_the_log_names_the_rules_of_byes_that_changed(event: Tournament, chief: User) -> None:
    set_absence_rules(
        tournament=event, half_point_byes=1, last_rounds=0, without=set(), missed_rounds=1, actor=chief
    )
    noted = AuditEvent.objects.get(tournament=event, action="absence_rules_set")
    assert acts.change(noted) == "missed rounds that bring a late entry half a point 0 → 1"
