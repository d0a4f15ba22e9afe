"""Which pages are read from a replica and which from the primary, when the replica lags behind.

The replica here is a copy of the database, which follows when a test says so. PostgreSQL's own replica is
tested in tests/deploy/test_replica.py.
"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connection, connections
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tests.tournaments.route_samples import routes
from tournaments import postgresql, replica
from tournaments.models import Player, Tournament
from tournaments.services import own_links, results
from tournaments.services import tournaments as event_services

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from django.contrib.auth.models import User
    from pytest_django.fixtures import SettingsWrapper

__all__ = ["chief", "db", "event", "made"]

# The copy is made by SQLite.
pytestmark = pytest.mark.any_database

# Routes whose pages strangers read from a replica, because they are the same for everybody. Written out again
# here, so that adding one is a decision: its page may be seconds old, and must not be one where people look
# for what they just did.
FROM_THE_REPLICA = {
    *("event", "round", "round-live", "standings", "cross-table", "ahead", "ahead-of", "players", "player"),
    *("why", "why-not", "prizes", "follow", "followed", "follow-code", "screen-part", "calendar"),
    *("paper", "round-paper", "players-file", "round-file", "round-pgn", "standings-file"),
    *("event-preview", "round-preview", "embed-standings", "embed-pairings"),
    *("api-event", "api-players", "api-round", "api-rounds", "api-standings"),
}


class Copy:
    """The database as it was when the copy last followed; it also notes which of the two is asked."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def follow(self) -> None:
        """Give the copy everything that the primary has."""
        connections[replica.ALIAS].close()
        # Includes what the test has not committed; a backup would wait for that.
        self.path.write_bytes(connection.connection.serialize())

    @contextmanager
    def watched(self) -> Iterator[list[str]]:
        """Yields a list of the databases asked for rows in the block, in order, without repeats in a row."""
        asked: list[str] = []

        def note(execute: Callable[..., Any], sql: str, *how: Any) -> Any:
            alias = how[-1]["connection"].alias
            if not sql.startswith(("SAVEPOINT", "RELEASE")) and asked[-1:] != [alias]:
                asked.append(alias)
            return execute(sql, *how)

        with ExitStack() as stack:
            for alias in connections:
                stack.enter_context(connections[alias].execute_wrapper(note))
            yield asked


@pytest.fixture
def copy(
    event: Tournament, chief: User, tmp_path: Path, settings: SettingsWrapper, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Copy]:
    """A replica that is believed to keep up; the first round is published on both."""
    if connection.vendor != "sqlite":
        pytest.skip("the copy is SQLite's")
    builders.publish(event, 1, chief)
    found = Copy(tmp_path / "copy.sqlite3")
    facts = {**connections.databases["default"], "NAME": str(found.path)}
    monkeypatch.setitem(connections.databases, replica.ALIAS, facts)
    settings.DATABASE_ROUTERS = ["tournaments.replica.Router"]
    monkeypatch.setattr(replica.watch, "keeps_up", lambda: True)
    found.follow()
    yield found
    connections[replica.ALIAS].close()
    del connections[replica.ALIAS]


def read(client: Client, path: str, **headers: str) -> str:
    answer = client.get(path, headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def enter(event: Tournament, actor: User, board: int = 1) -> None:
    results.enter_result(tournament=event, number=1, board=board, result="1-0", version=0, actor=actor)


def results_in(client: Client, event: Tournament, **headers: str) -> list[str | None]:
    """The results of the first round, board by board."""
    answer = client.get(f"/api/v1/events/{event.slug}/rounds/1/", headers=headers)
    return [game["result"] for game in answer.json()["games"]]


# -- Who reads where ---------------------------------------------------------------------------------


def test_which_pages_strangers_read_from_the_replica() -> None:
    assert {str(route.name) for route in routes() if hasattr(route.callback, "reads")} == FROM_THE_REPLICA


def test_strangers_read_from_the_replica_alone(copy: Copy, client: Client, event: Tournament) -> None:
    player = Player.objects.filter(tournament=event, number=1).get()
    for path in ("", "rounds/1/", "standings/", "players/1/", f"follow/{player.key}/", "rounds/1/games.pgn"):
        with copy.watched() as asked:
            read(client, f"/t/{event.slug}/{path}")
        assert asked == ["replica"], path
    client.cookies["language"] = "fr"
    with copy.watched() as asked:
        assert client.head(f"/t/{event.slug}/").status_code == 200
    assert asked == ["replica"]


def test_who_has_written_reads_from_the_primary(
    copy: Copy, client: Client, event: Tournament, chief: User
) -> None:
    """Arbiters, helpers, players with their own link and programs with a token; acts are done there too."""
    arbiter, helper, phone = Client(), Client(), Client()
    arbiter.force_login(chief)
    builders.begin_entry(helper, event)
    own_links.set_rules(tournament=event, changes={"byes": True}, actor=chief)
    player = Player.objects.filter(tournament=event, number=1).get()
    link = reverse("own-open", args=[own_links.make_link(player=player, actor=chief)])
    page, form = f"/t/{event.slug}/rounds/1/", {"result": "1-0", "version": 0}
    board = f"/t/{event.slug}/desk/rounds/1/boards/1/"
    program = {"Authorization": "Bearer of-a-program"}
    for act in (
        lambda: arbiter.get(page),
        lambda: arbiter.get(f"/t/{event.slug}/desk/"),
        lambda: arbiter.post(board, form),
        lambda: helper.get(page),
        lambda: helper.get(f"/t/{event.slug}/enter/"),
        lambda: phone.get(link),
        lambda: phone.get(f"/t/{event.slug}/own/"),
        lambda: client.get(page, headers=program),
        lambda: client.get("/"),
        lambda: client.get("/healthz"),
        lambda: client.get("/readyz"),
    ):
        with copy.watched() as asked:
            assert act().status_code < 400
        assert asked == ["default"]


def test_an_arbiter_sees_at_once_what_a_stranger_sees_when_it_has_been_replayed(
    copy: Copy, client: Client, event: Tournament, chief: User
) -> None:
    """Neither gets the page that was kept for the other, whoever asks first; and neither page stays."""
    arbiter = Client()
    arbiter.force_login(chief)
    program = {"Authorization": "Bearer of-a-program"}
    before: list[str | None] = [None] * 4
    after = ["1-0", *before[1:]]
    assert results_in(client, event) == before
    enter(event, chief)
    assert results_in(arbiter, event) == after
    assert results_in(client, event) == before
    # The same key in the cache as the stranger's page, and another revision.
    for _turn in range(2):
        assert results_in(client, event, **program) == after
        assert results_in(client, event) == before
    copy.follow()
    assert results_in(client, event) == after
    assert results_in(client, event, **program) == after


def test_standings_made_from_the_one_are_not_kept_for_the_other(
    copy: Copy, client: Client, event: Tournament, chief: User
) -> None:
    """They are kept by the data they depend on, for arbiters and strangers together."""
    arbiter, page = Client(), f"/t/{event.slug}/standings/"
    arbiter.force_login(chief)
    builders.enter(event, 1, chief)
    behind, ahead = read(client, page), read(arbiter, page)
    assert "Standings after round 1" in ahead
    assert "Standings after round 1" not in behind
    assert (read(client, page), "Standings after round 1" in read(arbiter, page)) == (behind, True)
    copy.follow()
    assert "Standings after round 1" in read(client, page)


def test_what_the_replica_does_not_have_yet_is_read_from_the_primary(
    copy: Copy, client: Client, event: Tournament, chief: User
) -> None:
    """A phone that was told of a round, and a link to an event that was made a moment ago."""
    builders.enter(event, 1, chief)
    builders.publish(event, 2, chief)
    new = event_services.create_tournament(actor=chief, name="A moment ago", number_of_rounds=5)
    for path in (f"/t/{event.slug}/rounds/2/", f"/t/{new.slug}/"):
        with copy.watched() as asked:
            read(client, path)
        assert asked == ["replica", "default"]
    assert client.get("/t/nowhere/").status_code == 404


def test_rows_are_written_and_locked_on_the_primary(copy: Copy, event: Tournament) -> None:
    with replica.reading(), copy.watched() as asked:
        found = Tournament.objects.get(pk=event.pk)
        found.save(update_fields=["name"])
        Tournament.objects.select_for_update().get(pk=event.pk)
        # Rows of both databases in one query, and a row of one in a field of the other's.
        player = Player.objects.using("default").filter(tournament=found).first()
        assert player is not None
        player.tournament = found
    assert asked == ["replica", "default"]


def test_migrations_are_the_primary_s_alone() -> None:
    router = replica.Router()
    assert [router.allow_migrate(alias, "tournaments") for alias in ("default", "replica")] == [True, False]


# -- A replica that fails ----------------------------------------------------------------------------


def test_a_replica_that_fails_keeps_nobody_out(
    copy: Copy, client: Client, event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither when it is not there, nor when it fails in the middle of a page."""
    gave_up: list[str] = []
    monkeypatch.setattr(replica.watch, "give_up", lambda: gave_up.append("gave up"))
    for statements in (0, 3):
        left = statements

        def fail(execute: Callable[..., Any], *how: Any) -> Any:
            nonlocal left
            left -= 1
            if left < 0:
                raise OperationalError("canceling statement due to conflict with recovery")
            return execute(*how)

        with connections[replica.ALIAS].execute_wrapper(fail):
            read(client, f"/t/{event.slug}/rounds/1/")
    assert gave_up


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that the watch sees."""
    now = [1000.0]
    monkeypatch.setattr(replica, "monotonic", lambda: now[0])
    monkeypatch.setitem(connections.databases, replica.ALIAS, {})
    return now


@pytest.fixture
def servers(monkeypatch: pytest.MonkeyPatch) -> dict[str, int | None]:
    """How far the logs of both servers have come; None for a server that does not answer."""
    come: dict[str, int | None] = {"default": 100, "replica": 100}

    def asked(alias: str, _question: str, *written: str) -> object:
        there = come[alias]
        if there is None:
            raise OperationalError("connection refused")
        return there >= int(written[0]) if written else there

    monkeypatch.setattr(replica, "_asked", asked)
    return come


def after(seconds: float, clock: list[float], watch: replica.Watch) -> bool:
    clock[0] += seconds
    return watch.keeps_up()


def test_a_replica_is_read_from_once_it_has_what_the_primary_had(
    clock: list[float], servers: dict[str, int | None]
) -> None:
    watch = replica.Watch()
    assert not watch.keeps_up()
    # It has not been looked at again.
    assert not after(1, clock, watch)
    assert after(1, clock, watch)
    # Slightly behind at every look, as under load.
    for _look in range(20):
        servers["default"] = (servers["default"] or 0) + 50
        assert after(2, clock, watch)
        assert watch.seconds_behind() == 2
        servers["replica"] = servers["default"]


def test_a_replica_that_stands_still_is_left_when_it_is_too_far_behind(
    clock: list[float], servers: dict[str, int | None], settings: SettingsWrapper
) -> None:
    settings.REPLICA_BEHIND = 10
    watch = replica.Watch()
    assert [watch.keeps_up(), after(2, clock, watch)] == [False, True]
    servers["default"] = 101
    assert [after(2, clock, watch) for _look in range(6)] == [True, True, True, True, False, False]
    servers["replica"] = 101
    # What it had at the mark is long past; the next look shows that it has caught up.
    assert [after(2, clock, watch), after(2, clock, watch)] == [False, True]


def test_a_replica_that_does_not_answer_is_left_at_once(
    clock: list[float], servers: dict[str, int | None]
) -> None:
    watch = replica.Watch()
    assert [watch.keeps_up(), after(2, clock, watch)] == [False, True]
    servers["replica"] = None
    assert [after(1, clock, watch), after(1, clock, watch)] == [True, False]
    servers["replica"] = 100
    assert [after(2, clock, watch), after(2, clock, watch)] == [True, True]
    watch.give_up()
    assert not watch.keeps_up()


def test_without_its_primary_a_replica_is_read_from_for_as_long_as_it_may_be_behind(
    clock: list[float], servers: dict[str, int | None]
) -> None:
    watch = replica.Watch()
    assert [watch.keeps_up(), after(2, clock, watch)] == [False, True]
    servers["default"] = None
    # The last mark is reached, and no new one is taken.
    assert [after(2, clock, watch) for _look in range(6)] == [True, True, True, True, False, False]


def test_without_a_replica_nobody_looks(servers: dict[str, int | None]) -> None:
    assert not replica.Watch().keeps_up()


# -- Settings ----------------------------------------------------------------------------------------


def test_a_host_that_has_gone_silent_is_not_waited_for() -> None:
    usual = {"connect_timeout": "2", "tcp_user_timeout": "5000"}
    address = "postgresql://arbiter:secret@two/board_one?connect_timeout=1"
    found = postgresql.named("REPLICA_URL", address, **usual)
    assert (found["HOST"], found["NAME"]) == ("two", "board_one")
    told = {name: found["OPTIONS"][name] for name in usual}
    assert told == usual | {"connect_timeout": "1"}


def test_an_address_that_is_none_is_named_by_its_variable() -> None:
    with pytest.raises(ImproperlyConfigured, match=r"REPLICA_URL: .*, found mysql://"):
        postgresql.named("REPLICA_URL", "mysql://two/board_one")
