"""`manage.py demo`: the arbiter, and what exists already; its events are in test_demo_events.py."""

from __future__ import annotations

import io
import re
import stat
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from pytest_django.fixtures import Settings

from tournaments.management.commands import demo as command
from tournaments.models import Tournament

pytestmark = pytest.mark.any_database


def demo() -> str:
    out = io.StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


@pytest.fixture
def data_dir(db: None, settings: Settings, tmp_path: Path) -> Path:
    """The password is written here, not beside the developer's own database."""
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture
def quick(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command without the events that take long."""
    for large in ("demo_open", "demo_masters", "demo_teams"):
        monkeypatch.setattr(command, large, lambda arbiter: None)


def test_the_first_account_administers_the_server(quick: None) -> None:
    """So a newcomer on a laptop can import rating lists; running the command again keeps it that way."""
    demo()
    assert User.objects.get().is_staff
    User.objects.update(is_staff=False)
    demo()
    assert User.objects.get().is_staff


def test_where_somebody_does_the_arbiter_of_the_demonstration_does_not(quick: None) -> None:
    User.objects.create_superuser("keeper", password="keeper")
    demo()
    demo()
    assert not User.objects.get(username="arbiter").is_staff


def login(output: str) -> tuple[str, str]:
    match = re.search(r"login: (\S+), password: (\S+)", output)
    assert match, output
    return match[1], match[2]


def test_only_what_is_missing_is_loaded(quick: None) -> None:
    demo()
    cup = Tournament.objects.get()
    Tournament.objects.filter(pk=cup.pk).update(name="Renamed by its arbiter")
    demo()
    assert Tournament.objects.get().name == "Renamed by its arbiter"


def test_the_password_is_made_by_chance_and_kept_for_its_owner_alone(quick: None, data_dir: Path) -> None:
    username, password = login(demo())
    path = data_dir / "arbiter-password"
    assert path.read_text() == password
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(password) >= 12
    assert password not in Path(__file__).parents[2].joinpath(
        "tournaments", "management", "commands", "demo.py"
    ).read_text(encoding="utf-8")
    User.objects.get(username=username)


def test_a_password_that_was_changed_is_not_told(quick: None, data_dir: Path) -> None:
    username, password = login(demo())
    user = User.objects.get(username=username)
    user.set_password("another secret")
    user.save()
    again = demo()
    assert password not in again
    assert "as you have changed it" in again
    user.refresh_from_db()
    assert user.check_password("another secret")


def test_an_account_made_anew_gets_another_password(quick: None, data_dir: Path) -> None:
    """The password file of an older database does not let its reader into a new one."""
    (data_dir / "arbiter-password").write_text("old")
    assert login(demo())[1] != "old"
