"""The event's id in tables that belong to an event through a row above: always the id of that row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from tests import builders
from tests.everything import everything
from tests.tournaments.test_backups import same_again
from tournaments import guards
from tournaments.guards.event_keys import event_keys, event_of
from tournaments.models import Delivery, Game, Member, PushSubscription, Round, Seat, Webhook
from tournaments.selectors.backups import backup
from tournaments.services.moving import hand_over, take_home

if TYPE_CHECKING:
    from pathlib import Path

    from django.contrib.auth.models import User

    from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def strays() -> dict[str, int]:
    """By model, the number of rows that do not have the event of the row above them."""
    found = {}
    with connection.cursor() as cursor:
        for model in event_keys():
            table = model._meta.db_table
            above = event_of(model, table)
            cursor.execute(f"SELECT count(*) FROM {table} WHERE COALESCE(tournament_id, 0) <> {above}")
            found[model.__name__] = cursor.fetchone()[0]
    return {name: count for name, count in found.items() if count}


def test_rows_of_every_kind_have_the_event_of_the_row_above(chief: User, tmp_path: Path) -> None:
    everything(chief, tmp_path)
    there = {model.__name__ for model in event_keys() if model._base_manager.exists()}
    assert {"Game", "Seat", "Correction", "Decision", "LineUp", "Member", "PrizeList", "Rating"} <= there
    assert strays() == {}
    # An empty or another event would hide a row from the queries of its own.
    for model in event_keys():
        row = model._base_manager.order_by("pk").values("pk", "tournament").first()
        for other in (None, row["tournament"] + 1) if row else ():
            with pytest.raises(DatabaseError), transaction.atomic():
                model._base_manager.filter(pk=row["pk"]).update(tournament=other)
    game = Game.objects.filter(corrections=None, decision=None, reports=None).earliest("pk")
    guards.drop()
    # To show that the question finds such rows at all.
    Member.objects.filter(pk=Member.objects.latest("pk").pk).update(tournament=None)
    Game.objects.filter(pk=game.pk).update(tournament=game.tournament_id + 1)
    assert strays() == {"Game": 1, "Member": 1}


def test_what_comes_back_from_a_backup_has_it(event: Tournament, chief: User) -> None:
    builders.play(event, 1, chief)
    builders.publish(event, 2, chief)
    found = same_again(event, chief)
    assert Seat.objects.filter(tournament=found).count() == Seat.objects.filter(tournament=event).count() > 0
    assert strays() == {}


def test_what_is_of_this_machine_goes_with_the_event_that_comes_home(event: Tournament, chief: User) -> None:
    player = event.players.get(number=1)
    PushSubscription.objects.create(player=player, endpoint="https://push.example.org/1")
    webhook = Webhook.objects.create(tournament=event, address="https://example.org/")
    Delivery.objects.create(webhook=webhook, kind=Delivery.Kind.TEST)
    hand_over(tournament=event, where="http://localhost/", actor=chief)
    home = take_home(tournament=event, data=backup(event).encode(), actor=chief)
    assert PushSubscription.objects.get().tournament == home != event
    assert Delivery.objects.get().tournament == home
    assert strays() == {}


def test_it_is_written_with_the_row_and_asked_for_by_no_query(event: Tournament, chief: User) -> None:
    round_ = event.rounds.get(number=1)
    with CaptureQueriesContext(connection) as queries:
        game = Game.objects.create(round=round_)
        Seat.objects.bulk_create(
            Seat(round=round_, player=player, kind=Seat.Kind.GAME, game=game, colour=colour)
            for player, colour in zip(event.players.all()[:2], "wb", strict=True)
        )
    assert [str(query["sql"]).split()[0] for query in queries] == ["INSERT", "SELECT", "INSERT"]
    assert strays() == {}


def test_rows_of_two_events_are_found_at_once_by_both(event: Tournament, chief: User) -> None:
    other = builders.tournament(chief, name="Another")
    for one in (event, other):
        builders.publish(one, 1, chief)
    rounds = list(Round.objects.filter(number=1))
    with CaptureQueriesContext(connection) as queries:
        seats = list(Seat.objects.filter(round__in=rounds).prefetch_related("player", "game__seats"))
        names = [(seat.player.name, len(seat.game.seats.all())) for seat in seats if seat.game]
    assert len(names) == len(seats) > 0
    assert {seat.tournament_id for seat in seats} == {event.pk, other.pk}
    assert [str(query["sql"]).count(f"IN ({event.pk}, {other.pk})") for query in queries] == [1] * 4


if connection.vendor == "postgresql":  # with SQLite the release before is stopped

    def test_postgresql_fills_what_a_release_without_the_column_writes(event: Tournament) -> None:
        player, round_ = event.players.get(number=1), event.rounds.get(number=1)
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO tournaments_seat (round_id, player_id, kind) VALUES (%s, %s, 'zero')",
                [round_.pk, player.pk],
            )
        assert Seat.objects.get().tournament == event

else:

    def test_sqlite_takes_no_row_without_it(event: Tournament) -> None:
        team = event.players.get(number=1)
        with connection.cursor() as cursor, pytest.raises(DatabaseError, match="names the event of the row"):
            cursor.execute(
                "INSERT INTO tournaments_member"
                " (team_id, place, name, title, federation, fide_id, birth, sex)"
                " VALUES (%s, 1, 'Else, Somebody', '', '', '', '', '')",
                [team.pk],
            )
