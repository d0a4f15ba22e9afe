"""The personas, the databases and the browser that the tests share."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import transaction
from django.template import Context
from django.template.base import PartialTemplate, Template
from django.test import Client, TransactionTestCase, override_settings
from django.utils import timezone
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis
from playwright.sync_api import Browser, sync_playwright
from pytest_django.plugin import DjangoDbBlocker

from tests import again, builders, clean, once
from tests.tournaments.guard_samples import Scene
from tournaments.management import catalogue
from tournaments.models import Tournament
from tournaments.server import views as server
from tournaments.server.copies import Contents

# Playwright's synchronous driver runs an event loop in this thread, which Django would take for an
# asynchronous view that touches the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

# Compile the translations: the tests need French pages, even if `make` has not been run.
catalogue.compile_stale()

# The state machine of arbiters has its assertions in modules without tests.
pytest.register_assert_rewrite("tests.tournaments.arbiters")

# Slowness on a busy machine says nothing about the code. A test whose examples take long has fewer still.
hypothesis.register_profile(
    "patient", max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis.load_profile("patient")
# For a longer search, and all of each corpus: --hypothesis-profile=long, or `make nights`.
hypothesis.register_profile("long", max_examples=400, stateful_step_count=40)


pytest_plugins = ["tests.times"]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """No extra processes for one file, which is done before they have started.

    For more files there is a process for each core, and another because some wait for a browser or a clock.
    """
    only, *others = config.args
    return (os.cpu_count() or 1) + 1 if others or Path(only.split("::")[0]).is_dir() else 0


BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the longest tests first, whatever random order the tests have."""
    items.sort(key=lambda item: item.get_closest_marker("takes_long") is None)


def pytest_collection_finish() -> None:
    """Freeze the objects made before the first test: they live until the end, so they need no collection."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20)


@pytest.fixture(scope="session", autouse=True)
def _quick_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Settings for quick tests: no collected static files, a cheap password hash, an own data directory."""
    with override_settings(
        DATA_DIR=tmp_path_factory.mktemp("data"),
        # Otherwise each new client would scan the files that `collectstatic` has left here.
        STATIC_ROOT=None,
        STORAGES={"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}},
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
    ):
        yield


@pytest.fixture(scope="session", autouse=True)
def _page_contexts(django_test_environment: None) -> Iterator[None]:
    """Let a test's client keep the context of a page only, and no copy for each included template.

    A form includes hundreds of them, and copying their contexts took a tenth of its time.
    """
    noted = Template._render

    def render(self: Template | PartialTemplate, context: Context) -> str:
        return noted(self, context) if context.template is self else self.nodelist.render(context)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", render)
        patch.setattr(PartialTemplate, "_render", render)
        yield


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    """Clear the cache: its keys contain ids that SQLite uses again after a test."""
    cache.clear()


@pytest.fixture(scope="session", autouse=True)
def _one_copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let pages show one fake copy of the database and restore none, because tests share the database."""
    there = tmp_path_factory.mktemp("one-copy")
    (there / "board-one-000001-2026-11-22-120000.sqlite3").write_text("no copy")
    held = Contents([], 1, "", frozenset())
    seen = {"folder": there, "database": there, "keep_now": there, "restore": there, "look": held}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in seen.items():
            patch.setattr(server, name, lambda *_path, value=value, **_facts: value)
        yield


@pytest.fixture(scope="session", autouse=True)
def _acts_worked_out_once(_quick_settings: None, _page_contexts: None, _one_copy: None) -> Iterator[None]:
    """Let tests that begin alike work out only once what they begin with."""
    with again.noticed():
        yield


@pytest.fixture(scope="module")
def module_db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Data made once for all tests of a module, which then use `undone_db` in place of `db`."""
    with django_db_blocker.unblock(), transaction.atomic():
        again.begin()
        yield
        transaction.set_rollback(True)


@pytest.fixture
def undone_db(module_db: None) -> Iterator[None]:
    """The database with the module's shared data, for a test whose own changes are undone at its end."""
    with builders.undone():
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None,
    django_db_blocker: DjangoDbBlocker,
    django_db_use_migrations: bool,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[None]:
    """Tables that are made once for all processes, whether from the migrations or from the models."""
    with (
        django_db_blocker.unblock(),
        once.tables(tmp_path_factory.getbasetemp(), migrate=django_db_use_migrations),
    ):
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The tests' database, which is put back after each test whose transactions are real."""
    with ExitStack() as stack:
        with django_db_blocker.unblock():
            put_back = stack.enter_context(clean.kept())
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _case: put_back())
        again.as_ever()
        yield


@pytest.fixture
def guarded_db(transactional_db: None) -> None:
    """Real transactions, for threads and for the live server."""


@pytest.fixture
def chief(db: None) -> User:
    """The owner of `event`, who is also its arbiter."""
    return builders.user("chief")


@pytest.fixture
def event(chief: User) -> Tournament:
    """Eight players, five rounds, nothing paired yet, White drawn as the initial colour."""
    return builders.tournament(chief)


@pytest.fixture
def deputy(event: Tournament) -> User:
    """A deputy arbiter of `event`."""
    return builders.deputy(event, "deputy")


@pytest.fixture
def outsider(db: None) -> User:
    """Somebody with an account and no part in `event`."""
    return builders.user("outsider")


@pytest.fixture
def chief_client(chief: User) -> Client:
    """The chief arbiter's browser."""
    client = Client()
    client.force_login(chief)
    return client


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's own Chromium; skips the test with a clear message if there is none."""
    path = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip(f"no browser: expected one of {', '.join(BROWSERS)} on the PATH")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """A stopped clock, which tests move."""
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        yield traveller


@pytest.fixture
def timed(chief: User) -> Tournament:
    """An event in which errors must be reported within half an hour of the last result."""
    return builders.tournament(chief, correction_minutes=30)


@pytest.fixture
def scene(chief: User) -> Scene:
    return Scene(chief)
