"""The event: its regulations, the lot, its arbiters, its end."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone

from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tournaments import rulebook
from tournaments.backup.queries import backup
from tournaments.backup.services.backups import restore_event
from tournaments.chain import services as chain
from tournaments.errors import DomainError
from tournaments.event.services import event as event_services
from tournaments.fide.services import import_tournament
from tournaments.log.acts import acting
from tournaments.models import AuditEvent, Round, Tournament
from tournaments.players.services import byes
from tournaments.rounds.services import rounds

__all__ = ["chief", "db", "event", "made"]

pytestmark = pytest.mark.any_database


def latest(event: Tournament) -> AuditEvent:
    return AuditEvent.objects.filter(tournament=event)[0]


def test_creating_plans_the_announced_rounds_c041a(chief: User) -> None:
    event = event_services.create_tournament(
        actor=chief, name="Île-de-France Open", number_of_rounds=7, start_date=date(2026, 1, 9)
    )
    assert event.slug == "ile-de-france-open"
    assert list(event.rounds.values_list("number", "state")) == [(n, "planned") for n in range(1, 8)]
    assert list(event.memberships.values_list("user__username", "role")) == [("chief", "owner")]
    assert (event.initial_colour, event.revision) == ("", 1)
    assert latest(event).after["start_date"] == "2026-01-09"


def test_an_account_owns_no_more_unfinished_events_than_it_may(
    chief: User, deputy: User, settings: Any
) -> None:
    """However another one would come; a finished event makes room, and administrators always have room."""
    settings.MOST_EVENTS = 2
    # The deputy's fixture makes `event`, which is one of the chief's.
    event_services.create_tournament(actor=chief, name="Second", number_of_rounds=5)
    first = Tournament.objects.order_by("pk")[0]
    report, stored = rulebook.report(first).encode(), backup(first).encode()
    for make in (
        lambda: event_services.create_tournament(actor=chief, name="Third", number_of_rounds=5),
        lambda: import_tournament(data=report, actor=chief),
        lambda: restore_event(data=stored, actor=chief),
    ):
        with pytest.raises(DomainError, match="You own 2 events that are not finished"):
            make()
    assert Tournament.objects.count() == 2
    event_services.create_tournament(actor=deputy, name="Of somebody else", number_of_rounds=5)
    with acting(first, chief) as act:
        act.tournament.finished_at = timezone.now()
        finished = act.record(AuditEvent.Action.TOURNAMENT_FINISHED)
        chain.publish_end(act, finished, act.tournament.finished_at)
        act.tournament.save(update_fields=["finished_at"])
    event_services.create_tournament(actor=chief, name="Third", number_of_rounds=5)
    chief.is_staff = True
    event_services.create_tournament(actor=chief, name="Fourth", number_of_rounds=5)


def test_sane_defaults(chief: User) -> None:
    event = event_services.create_tournament(actor=chief, name="Plain", number_of_rounds=5)
    assert (event.points_win, event.points_draw, event.points_loss, event.points_pab) == (10, 5, 0, 10)
    assert (event.edition, event.acceleration) == ("dutch-2026", "none")


def test_two_events_of_one_name_have_two_addresses(chief: User) -> None:
    slugs = [
        event_services.create_tournament(actor=chief, name="Club Open", number_of_rounds=5).slug
        for _ in range(3)
    ]
    assert slugs == ["club-open", "club-open-2", "club-open-3"]


@pytest.mark.parametrize("name", ["国际象棋", "!!!", "---"])
def test_a_name_that_makes_no_address_gets_one(chief: User, name: str) -> None:
    assert event_services.create_tournament(actor=chief, name=name, number_of_rounds=5).slug == "tournament"


@pytest.mark.parametrize(
    "regulations",
    [
        {"name": ""},
        {"number_of_rounds": 0},
        {"number_of_rounds": 31},
        {"federation": "Scotland"},
        {"federation": "sco"},
        {"points_pab": 11},
        {"start_date": date(2026, 1, 2), "end_date": date(2026, 1, 1)},
        {"edition": "lim"},
        {"initial_colour": "x"},
    ],
    ids=str,
)
def test_nonsense_creates_nothing(chief: User, regulations: dict[str, Any]) -> None:
    before = Tournament.objects.count(), AuditEvent.objects.count()
    with pytest.raises(ValidationError):
        event_services.create_tournament(
            actor=chief, **({"name": "Open", "number_of_rounds": 5} | regulations)
        )
    assert (Tournament.objects.count(), AuditEvent.objects.count()) == before


# Regulations.

BINDING: dict[str, Any] = {
    "number_of_rounds": 6,
    "points_pab": 5,
    "points_win": 30,
    "points_draw": 4,
    "points_loss": 1,
    "initial_colour": "b",
    "edition": "dutch-2016",
    "acceleration": "baku",
    "tie_breaks": "DE,SB",
    "tie_break_text": "2024",
    "tie_break_rating": "present",
    "chess960": True,
}


@pytest.mark.parametrize("name", BINDING)
@pytest.mark.parametrize(
    ("pairing", "words"),
    [(rounds.pair_round, "Throw its draft away first"), (builders.paired, "Fixed since round 1 was paired")],
)
def test_c041a_what_binds_is_fixed_once_round_1_is_paired(
    event: Tournament, chief: User, name: str, pairing: Callable[..., object], words: str
) -> None:
    pairing(tournament=event, number=1, actor=chief)
    before = Tournament.objects.filter(pk=event.pk).values().get()
    with pytest.raises(DomainError, match=words) as refusal:
        event_services.change_regulations(
            tournament=event, changes={name: BINDING[name], "city": "Elsewhere"}, actor=chief
        )
    assert refusal.value.code == "binding"
    assert Tournament.objects.filter(pk=event.pk).values().get() == before


def test_the_rest_changes_at_any_time(event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    event_services.change_regulations(
        tournament=event, changes={"city": "Baku", "name": "Renamed", "number_of_rounds": 5}, actor=chief
    )
    event.refresh_from_db()
    assert (event.city, event.name) == ("Baku", "Renamed")
    assert latest(event).before == {"city": "", "name": "Test Open"}
    assert latest(event).after == {"city": "Baku", "name": "Renamed"}


@pytest.mark.parametrize("name", BINDING)
def test_before_round_1_is_paired_everything_may_change(event: Tournament, chief: User, name: str) -> None:
    """A draft that only arbiters have seen is thrown away, and with it what it was paired by."""
    rounds.pair_round(tournament=event, number=1, actor=chief)
    rounds.discard_draft(tournament=event, number=1, actor=chief)
    event_services.change_regulations(tournament=event, changes={name: BINDING[name]}, actor=chief)
    assert Tournament.objects.filter(pk=event.pk).values_list(name, flat=True).get() == BINDING[name]


@pytest.mark.parametrize("count", [1, 3, 5, 9])
def test_the_plan_follows_the_number_of_rounds(event: Tournament, chief: User, count: int) -> None:
    event_services.change_regulations(tournament=event, changes={"number_of_rounds": count}, actor=chief)
    assert list(event.rounds.values_list("number", flat=True)) == list(range(1, count + 1))


def test_a_round_with_a_bye_does_not_vanish_with_it(event: Tournament, chief: User) -> None:
    byes.give_bye(player=event.players.get(number=1), number=4, kind="half", actor=chief)
    with pytest.raises(DomainError, match="byes or late entries in later rounds for Adler, A000: change"):
        event_services.change_regulations(tournament=event, changes={"number_of_rounds": 3}, actor=chief)
    event_services.change_regulations(tournament=event, changes={"number_of_rounds": 4}, actor=chief)
    assert event.rounds.count() == 4


def test_regulations_that_do_not_change_are_no_act(event: Tournament, chief: User) -> None:
    count = AuditEvent.objects.count()
    event_services.change_regulations(
        tournament=event, changes={"name": event.name, "points_pab": 10}, actor=chief
    )
    assert AuditEvent.objects.count() == count


def test_nonsense_changes_nothing(event: Tournament, chief: User) -> None:
    for changes in ({"points_pab": 99}, {"number_of_rounds": 0}, {"name": ""}):
        with pytest.raises(ValidationError):
            event_services.change_regulations(tournament=event, changes=changes, actor=chief)
    event.refresh_from_db()
    assert (event.points_pab, event.number_of_rounds, event.name) == (10, 5, "Test Open")


# E: the initial colour.


@pytest.fixture
def undrawn(chief: User) -> Tournament:
    return builders.tournament(chief, colour="")


@pytest.mark.parametrize("colour", ["w", "b"])
def test_a6d_the_lot_is_drawn_once_and_recorded(
    undrawn: Tournament, chief: User, monkeypatch: pytest.MonkeyPatch, colour: str
) -> None:
    monkeypatch.setattr(event_services.secrets, "choice", lambda options: colour)
    assert event_services.draw_lot(tournament=undrawn, actor=chief) == colour
    undrawn.refresh_from_db()
    assert (undrawn.initial_colour, undrawn.colour_origin) == (colour, "lot")
    row = latest(undrawn)
    assert (row.action, row.actor, row.after) == ("lot_drawn", chief, {"initial_colour": colour})
    with pytest.raises(DomainError, match="drawn once") as refusal:
        event_services.draw_lot(tournament=undrawn, actor=chief)
    assert refusal.value.code == "drawn"


def test_a6d_the_lot_can_fall_either_way(chief: User) -> None:
    """Sixty events: the odds that one side never comes are 1 to 2**59."""
    seen = set()
    for _ in range(60):
        event = builders.tournament(chief, players=0, colour="", rounds=1)
        seen.add(event_services.draw_lot(tournament=event, actor=chief))
        if len(seen) == 2:
            break
    assert seen == {"w", "b"}


def test_a6d_a_lot_drawn_in_the_hall_is_set_and_may_be_corrected(undrawn: Tournament, chief: User) -> None:
    for colour, before in (("b", ""), ("w", "b")):
        event_services.set_initial_colour(tournament=undrawn, colour=colour, actor=chief)
        undrawn.refresh_from_db()
        assert (undrawn.initial_colour, undrawn.colour_origin) == (colour, "set")
        assert (latest(undrawn).action, latest(undrawn).before) == ("colour_set", {"initial_colour": before})
    with pytest.raises(DomainError, match="drawn once"):
        event_services.draw_lot(tournament=undrawn, actor=chief)


@pytest.mark.parametrize("colour", ["", "x", "white", "W"])
def test_a_colour_is_white_or_black(undrawn: Tournament, chief: User, colour: str) -> None:
    with pytest.raises(DomainError, match="White or Black"):
        event_services.set_initial_colour(tournament=undrawn, colour=colour, actor=chief)


def test_the_initial_colour_is_fixed_with_round_1(event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    for act in (
        lambda: event_services.set_initial_colour(tournament=event, colour="b", actor=chief),
        lambda: event_services.draw_lot(tournament=event, actor=chief),
    ):
        with pytest.raises(DomainError, match="Fixed since round 1 was paired") as refusal:
            act()
        assert refusal.value.code == "binding"
    event.refresh_from_db()
    assert event.initial_colour == "w"


# The end.


@pytest.fixture
def played(chief: User) -> Tournament:
    """Two rounds, both played."""
    event = builders.tournament(chief, players=4, rounds=2)
    builders.play(event, 1, chief)
    builders.play(event, 2, chief)
    return event


def test_a_tournament_is_finished_when_all_is_played(played: Tournament, chief: User) -> None:
    event_services.finish_tournament(tournament=played, actor=chief)
    played.refresh_from_db()
    assert played.is_finished
    assert set(played.rounds.values_list("state", flat=True)) == {Round.State.FINISHED}
    count = AuditEvent.objects.count()
    event_services.finish_tournament(tournament=played, actor=chief)
    assert AuditEvent.objects.count() == count


def _unplayed(event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)


def _drafted(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    rounds.pair_round(tournament=event, number=2, actor=chief)


def _without_results(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)


@pytest.mark.parametrize(
    ("prepare", "code"),
    [(_unplayed, "rounds_left"), (_drafted, "rounds_left"), (_without_results, "missing_results")],
)
def test_a_tournament_is_not_finished_before(
    chief: User, prepare: Callable[[Tournament, User], None], code: str
) -> None:
    event = builders.tournament(chief, players=4, rounds=2)
    prepare(event, chief)
    with pytest.raises(DomainError) as refusal:
        event_services.finish_tournament(tournament=event, actor=chief)
    assert refusal.value.code == code
    event.refresh_from_db()
    assert not event.is_finished


def test_reopening_leaves_the_pairings_locked(played: Tournament, chief: User) -> None:
    event_services.reopen_tournament(tournament=played, actor=chief)
    assert latest(played).action != "tournament_reopened"
    event_services.finish_tournament(tournament=played, actor=chief)
    event_services.reopen_tournament(tournament=played, actor=chief)
    played.refresh_from_db()
    assert not played.is_finished
    assert latest(played).action == "tournament_reopened"
    assert set(played.rounds.values_list("state", flat=True)) == {Round.State.FINISHED}
    event_services.finish_tournament(tournament=played, actor=chief)
