"""What decides among equals: a play-off, values computed elsewhere, lots drawn once (C.07 4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse

from pairing import trf
from pairing.checker import check_ranks
from pairing.core.lots import drawn
from tests import builders
from tests.again import again
from tests.tournaments.one_event import chief, db, event
from tournaments import rulebook
from tournaments.errors import DomainError, Overtaken
from tournaments.event.services.event import finish_tournament
from tournaments.models import AuditEvent, Game, GivenValue, Tournament
from tournaments.standings import queries
from tournaments.standings.services import draw_lots, give_values

__all__ = ["chief", "db", "event"]

pytestmark = pytest.mark.any_database

CODES = "OTHER_PO,OTHER_VALUE"


@again
def play(chief: User, codes: str = CODES, *, rounds: int = 2, **facts: Any) -> Tournament:
    """An event of six players in which all games are drawn, so that nobody is ahead."""
    event = builders.tournament(chief, players=6, rounds=2, tie_breaks=codes, **facts)
    for number in range(1, rounds + 1):
        builders.play(event, number, chief, dict.fromkeys((1, 2, 3), Game.Result.DRAW))
    return event


@pytest.fixture(scope="module")
def made(module_db: None) -> int:
    """The key of such an event with two values from elsewhere."""
    return play(builders.user("chief")).pk


def draw(event: Tournament, chief: User) -> str:
    """Draw the lots, and refresh the event."""
    seed = draw_lots(tournament=event, actor=chief)
    event.refresh_from_db()
    return seed


def order(event: Tournament) -> list[int]:
    return [line.number for line in queries.table(event)]


def key(event: Tournament, number: int) -> int:
    return int(event.players.get(number=number).pk)


# Lots.


def test_lots_part_all_who_are_equal_and_follow_from_what_is_recorded(chief: User) -> None:
    event = play(chief, "")
    assert {line.rank for line in queries.table(event)} == {1}
    seed = draw(event, chief)
    lots = drawn(seed, range(1, 7))
    assert order(event) == sorted(lots, key=lots.__getitem__)
    assert [line.rank for line in queries.table(event)] == [1, 2, 3, 4, 5, 6]
    told = AuditEvent.objects.first()
    assert told is not None
    assert (told.action, told.after) == ("lots_drawn", {"lot_seed": seed})


def test_the_lots_say_nothing_of_earlier_rounds(chief: User) -> None:
    event = play(chief, "")
    draw(event, chief)
    assert {line.rank for line in queries.table(event, 1)} == {1}


def test_who_has_read_the_event_before_the_draw_spoils_no_table(chief: User) -> None:
    """A table read from the older copy of the event is not kept for later readers."""
    older = play(chief, "")
    draw_lots(tournament=older, actor=chief)
    assert {line.rank for line in queries.table(older)} == {1}
    assert len({line.rank for line in queries.table(Tournament.objects.get(pk=older.pk))}) == 6


def test_a_lot_is_drawn_once(chief: User) -> None:
    event = play(chief, "")
    seed = draw_lots(tournament=event, actor=chief)
    with pytest.raises(DomainError, match="They are drawn once"):
        draw_lots(tournament=event, actor=chief)
    with pytest.raises(DatabaseError, match="lots are drawn once"), transaction.atomic():
        Tournament.objects.filter(pk=event.pk).update(lot_seed="0123")
    assert Tournament.objects.get(pk=event.pk).lot_seed == seed


def test_there_is_nothing_to_draw_for_where_nobody_is_equal(chief: User) -> None:
    with pytest.raises(DomainError, match="No players are level"):
        draw_lots(tournament=play(chief, "TPN"), actor=chief)


def test_the_report_has_the_ranks_by_lot_and_says_from_what_they_follow(
    chief: User, chief_client: Client
) -> None:
    event = play(chief, "BH,SB")
    seed = draw(event, chief)
    file = chief_client.get(reverse("report", args=[event.slug])).content.decode()
    ranks = {player.number: player.rank for player in trf.read(file.encode()).players}
    assert ranks == {line.number: line.rank for line in queries.table(event)}
    assert f"### Lots among equals: SHA-256 of {seed}:NUMBER, lowest first" in file
    found = check_ranks(trf.read(file.encode()))
    assert found is not None
    assert (found.message, found.differences) == ("", ())


# A play-off, and values computed elsewhere.


def test_a_play_off_and_values_from_elsewhere_rank_those_who_have_them(
    event: Tournament, chief: User
) -> None:
    places = {key(event, 4): 1, key(event, 2): 2}
    give_values(tournament=event, tie_break="OTHER_PO", values=places, actor=chief)
    give_values(tournament=event, tie_break="OTHER_VALUE", values={key(event, 6): 1250}, actor=chief)
    assert order(event)[:3] == [4, 2, 6]
    assert [line.rank for line in queries.table(event)] == [1, 2, 3, 4, 4, 4]


def test_they_are_marked_in_the_standings_and_in_the_report(
    event: Tournament, chief: User, chief_client: Client, client: Client
) -> None:
    give_values(tournament=event, tie_break="OTHER_VALUE", values={key(event, 6): 1250}, actor=chief)
    page = client.get(reverse("standings", args=[event.slug])).content.decode()
    marked = "entered by the arbiter: place in the play-off, value computed elsewhere"
    assert marked in page
    assert ">12.5</a>" in page
    file = chief_client.get(reverse("report", args=[event.slug])).content.decode()
    assert "### OTHER_VALUE as entered by the arbiter @ 6: 12.5" in file
    found = check_ranks(trf.read(file.encode()))
    assert found is not None
    assert "its values are given elsewhere" in found.message


def test_values_change_and_go_and_the_log_tells_it(
    event: Tournament, chief: User, chief_client: Client
) -> None:
    player = key(event, 6)
    for value in (1250, 1300, None):
        give_values(tournament=event, tie_break="OTHER_VALUE", values={player: value}, actor=chief)
    assert not GivenValue.objects.exists()
    page = chief_client.get(reverse("log", args=[event.slug])).content.decode()
    name = event.players.get(number=6).name
    for change in ("– → 12.5", "12.5 → 13", "13 → –"):
        assert f"value computed elsewhere: 6 {name} {change}" in page


def test_what_somebody_else_has_changed_is_not_overwritten(event: Tournament, chief: User) -> None:
    player = key(event, 6)
    give_values(tournament=event, tie_break="OTHER_PO", values={player: 1}, actor=chief)
    with pytest.raises(Overtaken):
        give_values(
            tournament=event, tie_break="OTHER_PO", values={player: 2}, seen={player: None}, actor=chief
        )


@pytest.mark.parametrize("code", ["OTHER_LOT", "BH", "OTHER_VALUE"])
def test_only_what_the_event_has_announced(chief: User, code: str) -> None:
    event = play(chief, "OTHER_PO")
    with pytest.raises(DomainError, match="do not include it"):
        give_values(tournament=event, tie_break=code, values={key(event, 1): 1}, actor=chief)


# When it may be done.


def test_not_before_all_is_played_nor_after_the_event_is_finished(chief: User) -> None:
    running = play(chief, rounds=1)
    over = play(chief, name="Over Open")
    builders.confirmed(finish_tournament, tournament=over, actor=chief)
    for asked, fault in ((running, "when the last round is over"), (over, "is finished")):
        with pytest.raises(DomainError, match=fault):
            draw_lots(tournament=asked, actor=chief)
        with pytest.raises(DomainError, match=fault):
            give_values(tournament=asked, tie_break="OTHER_PO", values={key(asked, 1): 1}, actor=chief)
        player = asked.players.get(number=1)
        row = GivenValue(tournament=asked, player=player, tie_break="OTHER_PO", value=1)
        with pytest.raises(DatabaseError, match="when all is played"), transaction.atomic():
            row.save()
        with pytest.raises(DatabaseError, match="when all is played"), transaction.atomic():
            Tournament.objects.filter(pk=asked.pk).update(lot_seed="0123")


def test_what_was_entered_stands_once_the_event_is_finished(event: Tournament, chief: User) -> None:
    give_values(tournament=event, tie_break="OTHER_PO", values={key(event, 1): 1}, actor=chief)
    builders.confirmed(finish_tournament, tournament=event, actor=chief)
    with pytest.raises(DatabaseError, match="when all is played"), transaction.atomic():
        GivenValue.objects.update(value=2)
    with pytest.raises(DatabaseError, match="when all is played"), transaction.atomic():
        GivenValue.objects.all().delete()


def test_nobody_is_given_a_value_in_another_event(chief: User) -> None:
    event, other = play(chief), play(chief, name="Other Open")
    with pytest.raises(DomainError, match="is not in this event"):
        give_values(tournament=event, tie_break="OTHER_PO", values={key(other, 1): 1}, actor=chief)
    row = GivenValue(tournament=event, player=other.players.first(), tie_break="OTHER_PO", value=1)
    with pytest.raises(DatabaseError, match="when all is played"), transaction.atomic():
        row.save()


@pytest.mark.parametrize("result", Game.OPEN)
def test_not_while_a_game_of_the_last_round_is_open(chief: User, result: str) -> None:
    """All rounds are public; only the open game stands in the way."""
    event = play(chief, rounds=1)
    builders.publish(event, 2, chief)
    builders.enter(event, 2, chief, {1: result})
    row = GivenValue(tournament=event, player=event.players.get(number=1), tie_break="OTHER_PO", value=1)
    drawn_now = Tournament.objects.filter(pk=event.pk)
    with pytest.raises(DomainError, match="all results are in"):
        draw_lots(tournament=event, actor=chief)
    with pytest.raises(DatabaseError, match="when all is played"), transaction.atomic():
        row.save()
    with pytest.raises(DatabaseError, match="when all is played"), transaction.atomic():
        drawn_now.update(lot_seed="0123")
    builders.enter(event, 2, chief, {1: Game.Result.DRAW})
    row.save()
    assert drawn_now.update(lot_seed="0123") == 1


if connection.vendor == "sqlite":  # it alone has OR REPLACE

    @pytest.fixture
    def silent_replacing(db: None) -> Iterator[None]:
        """The file as other programs open it: no trigger fires for what OR REPLACE deletes."""
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA recursive_triggers=OFF")
            yield
            cursor.execute("PRAGMA recursive_triggers=ON")

    @pytest.mark.usefixtures("silent_replacing")
    def test_no_value_of_a_finished_event_is_replaced_from_another(chief: User) -> None:
        """The same statement goes through while both events are open."""
        over, other = play(chief), play(chief, name="Other Open")
        give_values(tournament=over, tie_break="OTHER_PO", values={key(over, 1): 1}, actor=chief)
        given = GivenValue.objects.get()
        row = (given.pk, other.pk, key(other, 1), "OTHER_PO", 1)
        columns = "(id, tournament_id, player_id, tie_break, value)"
        replacing = f"INSERT OR REPLACE INTO {GivenValue._meta.db_table} {columns} VALUES {row}"
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(replacing)
            assert GivenValue.objects.get().tournament == other
            transaction.set_rollback(True)
        builders.confirmed(finish_tournament, tournament=over, actor=chief)
        with (
            pytest.raises(DatabaseError, match="when all is played"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(replacing)
        assert GivenValue.objects.get().tournament == over


# The page.


def test_the_page_takes_places_and_numbers(event: Tournament, chief_client: Client) -> None:
    address = reverse("equals", args=[event.slug])
    page = chief_client.get(address).content.decode()
    assert "Nothing separates these players:" in page
    one, two = key(event, 1), key(event, 2)
    answer = chief_client.post(address, {"OTHER_PO": "1", f"OTHER_PO-{two}": "1", f"OTHER_PO-{one}": "2"})
    assert answer.status_code == 302
    answer = chief_client.post(address, {"OTHER_VALUE": "1", f"OTHER_VALUE-{one}": "12,5"})
    assert answer.status_code == 302
    assert set(GivenValue.objects.values_list("player__number", "tie_break", "value")) == {
        (2, "OTHER_PO", 1),
        (1, "OTHER_PO", 2),
        (1, "OTHER_VALUE", 1250),
    }
    page = chief_client.get(address).content.decode()
    assert 'value="12.5"' in page


@pytest.mark.parametrize(
    ("code", "typed", "fault"),
    [
        ("OTHER_PO", "0", "Expected a place such as 1, found “0”"),
        ("OTHER_PO", "1.5", "Expected a place such as 1"),
        ("OTHER_PO", "x", "Expected a place such as 1, found “x”"),
        ("OTHER_VALUE", "1.234", "Expected a number such as 12.5"),
        ("OTHER_VALUE", "-1", "Expected a number such as 12.5"),
        ("OTHER_VALUE", "²", "Expected a number such as 12.5"),
        ("OTHER_VALUE", "100000", "Expected a number such as 12.5"),
    ],
)
def test_what_is_no_value_is_refused_beside_its_player(
    event: Tournament, chief_client: Client, code: str, typed: str, fault: str
) -> None:
    answer = chief_client.post(
        reverse("equals", args=[event.slug]), {code: "1", f"{code}-{key(event, 1)}": typed}
    )
    assert answer.status_code == 422
    assert fault in answer.content.decode()
    assert not GivenValue.objects.exists()


def test_the_button_draws_the_lots_and_everybody_sees_the_seed(
    chief: User, chief_client: Client, client: Client
) -> None:
    event = play(chief, "")
    assert chief_client.post(reverse("lots", args=[event.slug])).status_code == 302
    event.refresh_from_db()
    for reader, page in ((chief_client, "equals"), (client, "standings")):
        assert event.lot_seed in reader.get(reverse(page, args=[event.slug])).content.decode()
    steps, conclusion = rulebook.comparison(
        event, *order(event)[:2], {n: str(n) for n in range(1, 7)}, after=2
    )
    assert conclusion == ""
    assert steps[-1].told.startswith("Drawing of lots: 1 for")
