"""Automatic copies of the database, and their pages; tests/deploy/test_copies.py tests a copy itself."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.urls import reverse

from tournaments.errors import Conflict, DomainError
from tournaments.models import Round, ServerAct, Tournament
from tournaments.people.services import make_account
from tournaments.rounds.services import rounds
from tournaments.server import copies as server_copies
from tournaments.server import services, views
from tournaments.server.copies import Contents, Event, copies_in, in_use

pytestmark = pytest.mark.any_database


@pytest.fixture
def served(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As `serve` sets it: copies are made automatically, and none has been made yet."""
    settings.COPIES, settings.DATA_DIR = True, tmp_path
    monkeypatch.setattr(services, "_told", services._LastCopy())
    return tmp_path / "copies"


def wait() -> None:
    """Wait until all copies that are being made are finished."""
    for thread in threading.enumerate():
        if thread.name.startswith("copy"):
            thread.join()


def publish(event: Tournament, chief: User) -> None:
    rounds.pair_round(tournament=event, number=1, actor=chief)
    rounds.publish_round(tournament=event, number=1, actor=chief)
    wait()


def test_a_publication_is_preceded_by_a_copy_and_told_where_there_can_be_none(
    event: Tournament, chief: User, chief_client: Client, served: Path, client: Client
) -> None:
    publish(event, chief)
    assert len(copies_in(served)) == 1
    services.keep_if_due()
    wait()
    # Since then nothing was done that is visible outside this test's transaction.
    assert len(copies_in(served)) == 1
    assert client.get("/healthz").content == b"ok\n"

    for copy in copies_in(served):
        copy.path.unlink()
    served.rmdir()
    served.write_text("a file where the copies should be")
    services._told.mark = -1
    services.before_publication()
    wait()
    assert event.rounds.get(number=1).state == Round.State.PUBLISHED
    assert str(served) in chief_client.get(reverse("desk", args=[event.slug])).content.decode()
    healthz = client.get("/healthz")
    assert (healthz.status_code, b"no copy" in healthz.content) == (200, True)
    assert str(served) not in healthz.content.decode()
    assert client.get("/healthz?full").status_code == 503


def test_ten_minutes_pass_between_two_copies(served: Path, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for second, last in ((1000, 5), (1010, 6), (1599, 7), (1601, 8), (2300, 8), (2301, 9)):
        monkeypatch.setattr(services, "monotonic", partial(float, second))
        monkeypatch.setattr(services.copies, "mark", lambda _viewed, last=last: last)
        services.keep_if_due()
        wait()
        found.append(len(copies_in(served)))
    assert found == [1, 1, 1, 2, 2, 3]


def test_starting_again_makes_no_copy_of_what_is_held(
    served: Path, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _start in range(3):
        monkeypatch.setattr(services, "_told", services._LastCopy())
        services.keep_if_due()
        wait()
    assert len(copies_in(served)) == 1


def test_a_second_place_gets_each_copy(served: Path, db: None, settings: Any, tmp_path: Path) -> None:
    settings.COPIES_TO = str(tmp_path / "stick")
    services.keep_now()
    # The copy is on the disk all the same.
    assert len(copies_in(served)) == 1
    assert "stick" in services.fault()
    (tmp_path / "stick").mkdir()
    made = services.keep_now()
    assert services.fault() == ""
    assert [copy.path.name for copy in copies_in(tmp_path / "stick")] == [made.name]


def test_a_copy_of_a_newer_release_is_refused(served: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    newer = Contents([], 1, "", frozenset({"0001_initial", "9999_to_come"}))
    monkeypatch.setattr(services.copies, "look", lambda _path: newer)
    with pytest.raises(DomainError, match="9999_to_come"):
        services.look(served)


def test_a_database_of_a_newer_release_is_not_started_with(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    applied = {("tournaments", "9999_to_come"): None}
    monkeypatch.setattr(MigrationRecorder, "applied_migrations", lambda _recorder: applied)
    with pytest.raises(DomainError, match="9999_to_come"):
        services.before_upgrade()


def in_another_thread(do: Callable[[], object]) -> None:
    """Run it as another request would be run; what it raises is raised here."""

    def closing() -> None:
        try:
            do()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as other:
        other.submit(closing).result()


def test_nobody_writes_between_what_is_kept_and_the_database_as_it_is_needed(
    event: Tournament, chief: User, served: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = []

    def meanwhile(name: str, *_paths: Path, **_facts: Any) -> Path:
        for write in (
            lambda: rounds.pair_round(tournament=event, number=1, actor=chief),
            lambda: make_account(username="anna", administers=False),
            lambda: Session.objects.update(session_data=""),
        ):
            with pytest.raises(Conflict, match="being put back"):
                in_another_thread(write)
            refused.append(name)
        return served

    monkeypatch.setattr(services, "keep_now", partial(meanwhile, "kept"))
    monkeypatch.setattr(services, "_put_back", partial(meanwhile, "put back"))
    monkeypatch.setattr(services, "call_command", partial(meanwhile, "migrated"))
    monkeypatch.setattr(services.copies, "damage", lambda _path: "")
    monkeypatch.setattr(services.connection, "close", lambda: None)
    monkeypatch.setattr(services, "look", lambda _path: None)
    client = Client()
    client.force_login(chief)
    assert services.restore(served) == served
    assert refused == ["kept"] * 3 + ["put back"] * 3 + ["migrated"] * 3
    assert not Session.objects.exists()
    assert ServerAct.objects.latest("pk").action == ServerAct.Action.COPY_RESTORED
    in_another_thread(lambda: Session.objects.filter(pk="none").exists())
    rounds.pair_round(tournament=event, number=1, actor=chief)


def test_nothing_is_put_back_while_another_process_works_on_the_database(
    served: Path, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "look", lambda _path: None)
    with in_use(served.parent), monkeypatch.context() as another_process:
        another_process.setattr(server_copies, "_held", {})
        with pytest.raises(Conflict, match="Another process of Board One"):
            services.restore(served)


def test_the_administrator_looks_into_a_copy_and_puts_it_back(
    chief: User, chief_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    chief.is_staff = True
    chief.save()
    assert reverse("copies") in chief_client.get(reverse("account")).content.decode()
    address = reverse("copy", args=[1])
    assert address in chief_client.get(reverse("copies")).content.decode()
    monkeypatch.setattr(views, "look", services.look)
    assert b"is not a complete database" in chief_client.get(address).content
    found = Contents([Event("Winter Open", 42, 7, 3)], 5, "2026-11-22 11:30", frozenset())
    monkeypatch.setattr(views, "look", lambda _path: found)
    page = " ".join(chief_client.get(address).content.decode().split())
    assert '<th scope="row">Winter Open</th><td class="num">42</td><td class="num">3 / 7</td>' in page
    put_back: list[Path] = []

    def restore(path: Path, *, actor: User) -> Path:
        assert actor == chief
        put_back.append(path)
        return path

    monkeypatch.setattr(views, "restore", restore)
    assert chief_client.post(address).headers["Location"] == reverse("login")
    assert [path.name for path in put_back] == ["board-one-000001-2026-11-22-120000.sqlite3"]
    assert "_auth_user_id" not in chief_client.session
    chief_client.force_login(chief)
    assert b"The database is back as it was then" in chief_client.get(reverse("home")).content


def test_who_waits_for_the_lock_is_waited_for_before_a_copy_is_put_back(
    monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path
) -> None:
    """Otherwise their act, which nobody refuses any more, would be overwritten after it was answered."""
    settings.DATA_DIR = tmp_path
    began, put_back = threading.Event(), threading.Event()
    order: list[str] = []

    def write(*_statement: object) -> None:
        began.set()
        # Long enough for a restore that does not wait; one that waits lets this time pass.
        put_back.wait(0.5)
        order.append("written")

    def restore(path: Path, *_facts: object, **_options: object) -> Path:
        order.append("put back")
        put_back.set()
        return path

    monkeypatch.setattr(services, "look", lambda _path: None)
    monkeypatch.setattr(services, "_file", lambda: tmp_path)
    monkeypatch.setattr(services, "_restore", restore)
    context = {"connection": SimpleNamespace(in_atomic_block=False)}
    arguments = (write, "BEGIN IMMEDIATE", None, False, context)
    writer = threading.Thread(target=services._refuse_while_restoring, args=arguments)
    writer.start()
    began.wait()
    services.restore(tmp_path)
    writer.join()
    assert order == ["written", "put back"]
